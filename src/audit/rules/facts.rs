//! The consequences of an order: the log must have those of the rules, to the letter, directly after the order.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::due::{Due, closing, reason_of, written};
use super::{Checker, Difference, differs, other_audience, read, unreadable};
use crate::game::{Audience, ChanceFault, Events, Fact, Seat, Stop, Undo};
use crate::games::Packed;
use crate::log::{self, EndEvent, Entry, PlayEvent, ReadyEvent, SeatEvent, TableEvent, canonical};
use crate::reason::Reason;

impl<G: Packed> Checker<'_, G> {
    /// Queues the facts that must follow an order. `rolls` are the entries of its rolls in the log.
    pub(super) fn await_facts(
        &mut self,
        cause: u64,
        facts: Result<Vec<Fact<G::Event>>, Option<Stop>>,
        rolls: &[u64],
        rolls_left: usize,
    ) -> Result<(), Difference> {
        self.cause = Some(cause);
        // Rolls are used in their order, so the first one left is the first that the rules did not ask for.
        let too_many = rolls.len().checked_sub(rolls_left).and_then(|at| rolls.get(at));
        let facts = match facts {
            Ok(facts) => match too_many {
                Some(roll) => differs(*roll, Reason::of("found-no-such-roll").with("cause", cause)),
                None => Ok(facts),
            },
            Err(Some(Stop::Refused(refusal))) => {
                differs(cause, Reason::of("found-refused").quoting("refusal", refusal))
            }
            Err(Some(Stop::Chance(fault @ ChanceFault::Differs { number, .. }))) => {
                let roll = usize::try_from(number).ok().and_then(|at| rolls.get(at));
                differs(roll.copied().unwrap_or(cause), of_chance(&fault))
            }
            Err(Some(Stop::Chance(fault))) => differs(cause, of_chance(&fault)),
            Err(None) => differs(cause, Reason::of("found-defect")),
            Err(Some(Stop::Fault(fault))) => unreadable(cause, fault),
        };
        for fact in facts? {
            let opens = G::fact_policy(&fact).opens();
            self.due.push_back(Due::Fact(fact));
            self.due.extend(opens.then_some(Due::Opening));
        }
        Ok(())
    }

    /// An entry where something is due.
    pub(super) fn confirm(
        &mut self,
        entry: &Entry,
        table_event: Option<TableEvent>,
        due: Due<G::Event>,
    ) -> Result<(), Difference> {
        let seq = entry.seq;
        self.seating = false;
        // An heir sits down as a player; no other consequence is anybody's act.
        if entry.cause != self.cause || (entry.by.is_some() && !matches!(due, Due::Heir(..))) {
            return differs(seq, here(&due));
        }
        if entry.at != self.at {
            return differs(seq, Reason::of("found-other-time"));
        }
        match (due, table_event) {
            (Due::Fact(fact), Some(TableEvent::Rolled(_)) | None) => self.confirm_fact(entry, fact),
            (Due::Opening, Some(TableEvent::Play(PlayEvent::Opened { entries, to }))) => {
                let wanted = self.seals.next_opening(&self.line);
                self.confirm_opening(seq, entries, &to, wanted)?;
                self.bars.insert(seq);
                Ok(())
            }
            (Due::Rest, Some(TableEvent::Play(PlayEvent::Opened { entries, to }))) => {
                self.confirm_opening(seq, entries, &to, self.seals.rest())
            }
            (Due::Agreed(agreed), Some(event)) if agreed.event() == event => self.carry_out(entry, agreed),
            (Due::Closed(wanted), Some(TableEvent::End(EndEvent::TableClosed { why }))) if wanted == why => {
                Ok(())
            }
            (Due::Heir(of, player), Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })))
                if of == seat && entry.by.as_ref().is_some_and(|by| by.player == player) =>
            {
                self.people.hand_over(&seat, player);
                self.time.seat(entry, &seat);
                Ok(())
            }
            (Due::Began, Some(TableEvent::Ready(ReadyEvent::PlayBegan))) => {
                self.ready.begin();
                self.questions.begin(seq);
                Ok(())
            }
            (Due::Seed, Some(TableEvent::End(EndEvent::SeedRevealed { .. }))) => Ok(()),
            (due, _) => differs(seq, here(&due)),
        }
    }

    /// Checks that the log has the rules' fact, to the letter.
    fn confirm_fact(&mut self, entry: &Entry, fact: Fact<G::Event>) -> Result<(), Difference> {
        let seq = entry.seq;
        let (kind, body) = written(&fact).or_else(|error| unreadable(seq, error))?;
        let [wanted, found] = [&body, &entry.body].map(|body| canonical::to_text(body).unwrap_or_default());
        if kind == entry.kind && wanted == found {
            return self.take_in(entry, fact);
        }
        let what = Reason::of("found-other-fact").quoting("wanted", format!("{kind} {wanted}"));
        let what = what.quoting("found", format!("{} {found}", entry.kind));
        differs(seq, what)
    }

    /// A fact is for those to see whom the game names, and changes the state.
    fn take_in(&mut self, entry: &Entry, fact: Fact<G::Event>) -> Result<(), Difference> {
        let seq = entry.seq;
        let policy = G::fact_policy(&fact);
        let outlasts = policy.outlasts();
        let wanted = in_log(policy.audience);
        if wanted != entry.audience {
            return other_audience(entry, &wanted);
        }
        if wanted != log::EntryAudience::Everyone {
            self.seals.seal(seq, outlasts);
        }
        self.apply(seq, fact)
    }

    fn confirm_opening(
        &mut self,
        seq: u64,
        entries: Vec<u64>,
        to: &log::EntryAudience,
        wanted: Vec<u64>,
    ) -> Result<(), Difference> {
        if entries != wanted || *to != log::EntryAudience::Everyone {
            let what = Reason::of("found-opens-other").quoting("entries", format!("{entries:?}"));
            let what = what.quoting("to", to.to_value()).quoting("wanted", format!("{wanted:?}"));
            return differs(seq, what);
        }
        self.seals.open(seq, entries);
        Ok(())
    }

    pub(super) fn pass_over_what_is_not_due(&mut self) {
        while let Some(due) = self.due.front() {
            match due {
                Due::Opening if self.seals.next_opening(&self.line).is_empty() => {}
                Due::Rest if self.seals.rest().is_empty() => {}
                Due::End if self.game.is_over(&self.state) && !self.practice() => self.due = closing("over"),
                Due::End => {}
                _ => return,
            }
            // The closing has just replaced the end, and is due itself.
            if !matches!(self.due.front(), Some(Due::Closed(_))) {
                self.due.pop_front();
            }
        }
    }

    fn apply(&mut self, seq: u64, fact: Fact<G::Event>) -> Result<(), Difference> {
        // A message between players leaves every open question as it is.
        if self.aside {
            self.asides.insert(seq);
        } else {
            self.questions.changed(seq);
        }
        match fact {
            Fact::Roll(_) => {
                self.bars.insert(seq);
            }
            Fact::Event(event) => {
                event.apply(&mut self.state).or_else(|error| unreadable(seq, error))?;
                if event.policy().undo == Undo::Bars {
                    self.bars.insert(seq);
                }
                self.events.insert(seq, event);
            }
        }
        Ok(())
    }
}

fn here<E: serde::Serialize>(due: &Due<E>) -> Reason {
    Reason::of("found-here").with("due", reason_of(due))
}

fn of_chance(fault: &ChanceFault) -> Reason {
    match fault {
        ChanceFault::Differs { number, asked, found } => {
            let asked = Reason::of("found-roll-asked").quoting("number", number).quoting("asked", asked);
            asked.quoting("found", found)
        }
        other => Reason::of("found-form").quoting("what", other),
    }
}

/// Runs the rules; nothing if they stop at a defect.
pub(super) fn tried<T>(rules: impl FnOnce() -> Result<T, Stop>) -> Result<T, Option<Stop>> {
    // A forged log can lead to a state that the rules never make: a panic is a finding, not the audit's end.
    catch_unwind(AssertUnwindSafe(rules)).map_or(Err(None), |said| said.map_err(Some))
}

/// The fact that an entry records.
pub(super) fn logged<E: Events>(entry: &Entry) -> Result<Fact<E>, Difference> {
    let seq = entry.seq;
    match entry.kind.as_str() {
        "Rolled" => Ok(Fact::Roll(read(seq, entry.body.clone())?)),
        kind => E::read(kind, &entry.body).map(Fact::Event).or_else(|error| unreadable(seq, error)),
    }
}

pub(super) fn in_log(audience: Audience) -> log::EntryAudience {
    match audience {
        Audience::Everyone => log::EntryAudience::Everyone,
        Audience::Nobody => log::EntryAudience::Nobody,
        Audience::Seats(seats) => log::EntryAudience::seats(seats.iter().map(Seat::to_string)),
    }
}
