//! Laws that hold under every version of the rules, and the checks of events that work through sealed lines.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::facts::{in_log, logged};
use super::questions::Questions;
use super::{Difference, differs, kinds, names, other_audience};
use crate::audit::integrity::Logbook;
use crate::game::{Events, Fact, OrderForm, Prompt, Seat};
use crate::games::Packed;
use crate::log::table_event::{RollForm, TableOpened};
use crate::log::{EndEvent, Entry, Kinds, PlayEvent, ReadyEvent, TableEvent};
use crate::reason::Reason;

/// Checks dice, audiences, seats, questions, ends and totals, as far as they can be read.
pub(super) fn check<G: Packed>(game: &G, book: &Logbook) -> Result<(), Difference> {
    let mut laws = Laws {
        game,
        kinds: kinds::<G>(),
        readable: super::version::first_unknown::<G>(book).is_none(),
        // A fold over an incomplete list of events says nothing of totals or questions.
        position: (book.sealed() == 0).then(|| Position::of(game)),
    };
    book.entries().try_for_each(|entry| laws.entry(entry))
}

struct Laws<'a, G: Packed> {
    game: &'a G,
    kinds: Kinds,
    /// True if every version that the log is under is known.
    readable: bool,
    /// The state of the game, as long as every event could be read.
    position: Option<Position<G>>,
}

/// A game's state from its events alone.
struct Position<G: Packed> {
    state: G::State,
    events: BTreeMap<u64, G::Event>,
    questions: Questions,
    /// True if the last order was words between players, which raise no question.
    aside: bool,
}

impl<G: Packed> Position<G> {
    fn of(game: &G) -> Position<G> {
        let (state, events) = (game.blank(), BTreeMap::new());
        Position { state, events, questions: Questions::default(), aside: false }
    }

    /// Asks what any version that this program knows asks here. Returns whether that could be found out.
    fn ask(&mut self, game: &G) -> bool {
        // A forged log can lead to a state that the rules never make: a panic then means “unknown”.
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let mut prompts: Vec<Prompt> = Vec::new();
            let mut state = self.state.clone();
            // A version asks the same seats as those before it in the same position,
            // or writes events that they cannot read.
            for version in 1..=G::RULES_VERSION {
                G::put_under(&mut state, version);
                let new = game.prompts(&state).into_iter().filter(|prompt| !prompts.contains(prompt));
                prompts.extend(new.collect::<Vec<_>>());
            }
            prompts
        }));
        let Ok(prompts) = asked else { return false };
        self.questions.settle(|| prompts);
        true
    }

    /// An order answers a question to its own seat. Which entry raised it may be otherwise under another version, as far as
    /// it did not raise the question to another seat alone.
    fn order(&mut self, entry: &Entry, prompt: u64, form: Option<&OrderForm>) -> Result<(), Difference> {
        let Some(by) = &entry.by else { return Ok(()) };
        let numbers: BTreeSet<u64> = self.questions.numbers_of(&by.seat).collect();
        let Some(number) = numbers.first() else {
            return differs(entry.seq, Reason::of("found-not-asked").quoting("seat", &by.seat));
        };
        if !numbers.contains(&prompt) && self.questions.is_of_others(prompt, &by.seat) {
            let answered = Reason::of("found-other-prompt").with("prompt", prompt);
            return differs(entry.seq, answered.quoting("seat", &by.seat).with("entry", *number));
        }
        let seat = by.seat.parse().ok().map(Seat);
        self.aside =
            seat.zip(form).is_some_and(|(seat, form)| G::order_policy(&self.state, seat, form).aside);
        if !self.aside {
            self.questions.answered(entry.seq, &by.seat);
        }
        Ok(())
    }
}

impl<G: Packed> Laws<'_, G> {
    fn entry(&mut self, entry: &Entry) -> Result<(), Difference> {
        let Ok(event) = entry.table_event() else { return Ok(()) };
        match event {
            Some(TableEvent::TableOpened(opened)) => self.opening(entry, &opened),
            Some(TableEvent::Rolled(roll)) if roll.form == RollForm::Dice && roll.of != G::DIE => {
                differs(entry.seq, Reason::of("found-die").with("of", u64::from(roll.of)))
            }
            Some(TableEvent::Rolled(_)) => {
                self.position
                    .iter_mut()
                    .filter(|at| !at.aside)
                    .for_each(|at| at.questions.changed(entry.seq));
                Ok(())
            }
            Some(TableEvent::Play(PlayEvent::OrderGiven { prompt, order })) => {
                let form = serde_json::from_value(order).ok();
                self.asked().map_or(Ok(()), |at| at.order(entry, prompt, form.as_ref()))
            }
            Some(TableEvent::Play(PlayEvent::TakenBack { to })) => {
                self.go_back(entry.seq, to);
                Ok(())
            }
            Some(TableEvent::Ready(ReadyEvent::PlayBegan)) => {
                self.position.iter_mut().for_each(|at| at.questions.begin(entry.seq));
                Ok(())
            }
            Some(TableEvent::End(EndEvent::Resigned { seat })) if self.is_over() == Some(true) => {
                differs(entry.seq, Reason::of("found-resigned-so").quoting("seat", seat))
            }
            Some(TableEvent::End(EndEvent::TableClosed { why })) => match self.is_over() {
                Some(over) if over != (why == "over") => {
                    differs(entry.seq, Reason::of("found-closed-so").quoting("why", why))
                }
                _ => Ok(()),
            },
            Some(
                TableEvent::Play(PlayEvent::Opened { .. })
                | TableEvent::Seats(_)
                | TableEvent::Request(_)
                | TableEvent::Consent(_)
                | TableEvent::Time(_)
                | TableEvent::Ready(_)
                | TableEvent::Dice(_)
                | TableEvent::Page(_)
                | TableEvent::Master(_)
                | TableEvent::End(_)
                | TableEvent::File(_),
            ) => Ok(()),
            None => self.event(entry),
        }
    }

    /// The seats must be those of the options, if this program knows them.
    fn opening(&self, entry: &Entry, opened: &TableOpened) -> Result<(), Difference> {
        let Ok(setup) = serde_json::from_value(opened.options.clone()) else { return Ok(()) };
        let seats = self.game.seats(&setup);
        if seats.iter().map(Seat::as_str).eq(opened.seats.iter().map(String::as_str)) {
            return Ok(());
        }
        differs(entry.seq, Reason::of("found-opened-so").quoting("seats", names(&seats)))
    }

    /// The position with its questions, where every event could be read.
    fn asked(&mut self) -> Option<&mut Position<G>> {
        self.position.take_if(|at| !at.ask(self.game));
        self.position.as_mut()
    }

    fn is_over(&self) -> Option<bool> {
        self.position.as_ref().map(|at| self.game.is_over(&at.state))
    }

    fn go_back(&mut self, seq: u64, to: u64) {
        let Some(at) = &mut self.position else { return };
        at.events.split_off(&(to + 1));
        at.state = self.game.blank();
        at.questions.go_back(seq, to);
        if at.events.values().any(|event| event.apply(&mut at.state).is_err()) {
            self.position = None;
        }
    }

    fn event(&mut self, entry: &Entry) -> Result<(), Difference> {
        let current = self.kinds.current(entry.clone()).ok();
        let event = current.and_then(|entry| logged::<G::Event>(&entry).ok());
        let Some(Fact::Event(event)) = event else {
            // Every version in the log is known, so this is no form of a newer program.
            if self.readable {
                return super::unreadable(entry.seq, format!("{} {}", entry.kind, entry.body));
            }
            self.position = None;
            return Ok(());
        };
        if self.readable {
            check_audience::<G>(entry, &event)?;
        }
        let Some(at) = &mut self.position else { return Ok(()) };
        if !G::adds_up(&at.state, &event) {
            return differs(entry.seq, Reason::of("found-total").quoting("kind", &entry.kind));
        }
        match event.apply(&mut at.state) {
            Ok(()) => {
                if !at.aside {
                    at.questions.changed(entry.seq);
                }
                at.events.insert(entry.seq, event);
            }
            // An event of another version may not fit. From here on nothing is said of questions and ends.
            Err(_) => self.position = None,
        }
        Ok(())
    }
}

fn check_audience<G: Packed>(entry: &Entry, event: &G::Event) -> Result<(), Difference> {
    let wanted = in_log(event.policy().audience);
    if wanted == entry.audience { Ok(()) } else { other_audience(entry, &wanted) }
}
