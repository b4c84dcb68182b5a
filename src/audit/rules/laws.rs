//! What holds under every version of the rules, and what can be checked of events through sealed lines.

use std::collections::BTreeMap;

use super::facts::{in_log, logged};
use super::{Difference, differs, kinds, other_audience};
use crate::audit::integrity::Logbook;
use crate::game::{Events, Fact};
use crate::games::Packed;
use crate::log::table_event::RollForm;
use crate::log::{Entry, TableEvent};
use crate::reason::Reason;

/// Checks dice, audiences and totals, as far as they can be read.
pub(super) fn check<G: Packed>(game: &G, book: &Logbook) -> Result<(), Difference> {
    let kinds = kinds::<G>();
    let readable = super::version::first_unknown::<G>(book).is_none();
    // A fold over an incomplete list of events says nothing of totals.
    let mut position = (book.sealed() == 0).then(|| (game.blank(), BTreeMap::<u64, G::Event>::new()));
    for entry in book.entries() {
        match entry.table_event() {
            Ok(Some(TableEvent::Rolled(roll))) if roll.form == RollForm::Dice && roll.of != G::DIE => {
                return differs(entry.seq, Reason::of("found-die").with("of", u64::from(roll.of)));
            }
            Ok(Some(TableEvent::TakenBack { to })) => {
                if let Some((state, events)) = &mut position {
                    events.split_off(&(to + 1));
                    *state = game.blank();
                    events.values().for_each(|event| drop(event.apply(state)));
                }
            }
            Ok(None) => {
                let current = kinds.current(entry.clone()).ok();
                let event = current.and_then(|entry| logged::<G::Event>(&entry).ok());
                let Some(Fact::Event(event)) = event else {
                    if readable {
                        return super::unreadable(entry.seq, format!("{} {}", entry.kind, entry.body));
                    }
                    position = None;
                    continue;
                };
                if readable {
                    check_audience::<G>(entry, &event)?;
                }
                let Some((state, events)) = &mut position else { continue };
                if !G::adds_up(state, &event) {
                    return differs(entry.seq, Reason::of("found-total").quoting("kind", &entry.kind));
                }
                match event.apply(state) {
                    Ok(()) => drop(events.insert(entry.seq, event)),
                    Err(_) => position = None,
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_audience<G: Packed>(entry: &Entry, event: &G::Event) -> Result<(), Difference> {
    let wanted = in_log(event.policy().audience);
    if wanted == entry.audience { Ok(()) } else { other_audience(entry, &wanted) }
}
