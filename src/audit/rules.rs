//! Rules: every order is resolved again with the dice of the log, against a fold of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use super::Verdict;
use super::evidence::Evidence;
use super::integrity::Logbook;
use crate::game::{Audience, Chance, Fact, Form, Roll, Seat, Stop};
use crate::games::{Packed, read_event};
use crate::log::{self, Entry, Frame, Kinds};

/// Checks every order of a log by the rules of `G`.
pub fn check<G: Packed>(evidence: &Evidence, book: &Logbook) -> Verdict {
    let Some(opened) = book.opened() else {
        return Verdict::not_checkable("there is no first entry that names game, options and data pack");
    };
    if book.sealed() > 0 {
        return Verdict::not_checkable(format!("{} entries are sealed in this export", book.sealed()));
    }
    let game = evidence.pack.as_ref().and_then(|(_, text)| serde_json::from_str(text).ok());
    let game = match game.map(|pack: Value| G::from_pack(&pack)) {
        Some(Ok(game)) => game,
        Some(Err(error)) => return Verdict::not_checkable(error),
        None => return Verdict::not_checkable("there is no data pack"),
    };
    // A changed log may drive the rules where play never can; that is a finding and must not stop the audit.
    let outcome = catch_unwind(AssertUnwindSafe(|| Checker::new(game, book).and_then(Checker::run)));
    let difference = match outcome {
        Ok(Ok(checked)) => return Verdict::Ok { checked, except: None },
        Ok(Err(difference)) => difference,
        Err(_) => Difference { entry: None, what: "the rules stopped on a defect".to_owned() },
    };
    let ours = G::RULES_VERSION.to_string();
    if opened.rules_version != ours {
        let what = format!(
            "{} (the table was opened under rules version {}, this program has {ours})",
            difference.what, opened.rules_version
        );
        return Verdict::Differs { entry: difference.entry, what };
    }
    Verdict::Failed { entry: difference.entry, what: difference.what }
}

struct Difference {
    entry: Option<u64>,
    what: String,
}

fn differs<T>(entry: u64, what: impl ToString) -> Result<T, Difference> {
    Err(Difference { entry: Some(entry), what: what.to_string() })
}

/// An audit under way: its own fold, with where each entry leads back to.
struct Checker<'a, G: Packed> {
    game: G,
    book: &'a Logbook,
    entries: Vec<Entry>,
    state: G::State,
    /// Entries that count.
    line: BTreeSet<u64>,
    /// Events that count, by entry.
    events: BTreeMap<u64, G::Event>,
    /// Entries on the present line that bar a takeback.
    bars: BTreeSet<u64>,
    holders: BTreeMap<String, String>,
    /// Entries whose consequences the rules confirm: the opening and the orders.
    handled: BTreeSet<u64>,
    orders: usize,
}

impl<'a, G: Packed> Checker<'a, G> {
    fn new(game: G, book: &'a Logbook) -> Result<Checker<'a, G>, Difference> {
        let kinds = G::KINDS.iter().fold(Kinds::frame(), |kinds, (kind, v)| kinds.with(kind, *v));
        let current = |entry: &Entry| {
            let seq = entry.seq;
            kinds.current(entry.clone()).or_else(|error| differs(seq, error))
        };
        let entries = book.entries().map(current).collect::<Result<_, _>>()?;
        let state = game.blank();
        Ok(Checker {
            game,
            book,
            entries,
            state,
            line: BTreeSet::new(),
            events: BTreeMap::new(),
            bars: BTreeSet::new(),
            holders: BTreeMap::new(),
            handled: BTreeSet::new(),
            orders: 0,
        })
    }

    fn run(mut self) -> Result<usize, Difference> {
        let entries = std::mem::take(&mut self.entries);
        let mut by_cause: BTreeMap<u64, Vec<&Entry>> = BTreeMap::new();
        for entry in &entries {
            by_cause.entry(entry.cause.unwrap_or(0)).or_default().push(entry);
        }
        let caused_by = |cause: u64| Caused::read(by_cause.get(&cause).map_or(&[], Vec::as_slice));
        for entry in &entries {
            let seq = entry.seq;
            self.line.insert(seq);
            let frame = entry.frame().or_else(|error| differs(seq, error))?;
            match frame {
                Some(Frame::TableOpened(opened)) => {
                    let setup =
                        serde_json::from_value(opened.options).or_else(|error| differs(seq, error))?;
                    let caused = caused_by(seq)?;
                    let mut chance = Chance::recorded(caused.rolls());
                    let facts = self.game.start(&setup, &mut chance);
                    self.compare(seq, facts, chance.left(), caused)?;
                }
                Some(Frame::SeatTaken { seat }) => self.take_seat(entry, seat)?,
                Some(Frame::OrderGiven { prompt, order }) => {
                    let caused = caused_by(seq)?;
                    self.order(entry, prompt, order, caused)?;
                }
                Some(Frame::TakenBack { to }) => self.take_back(entry, to)?,
                // It was compared when its cause was handled, if that is one that the rules handle.
                Some(Frame::Rolled(_)) | None if !self.handled.contains(&entry.cause.unwrap_or(0)) => {
                    return differs(seq, "it names no order that caused it");
                }
                _ => {}
            }
        }
        Ok(self.orders)
    }

    fn take_seat(&mut self, entry: &Entry, seat: String) -> Result<(), Difference> {
        let known = self.book.opened().is_some_and(|opened| opened.seats.contains(&seat));
        let Some(by) = entry.by.as_ref().filter(|by| by.seat == seat && known) else {
            return differs(entry.seq, format!("the table has no seat {seat} for this player"));
        };
        match self.holders.insert(seat, by.player.clone()) {
            None => Ok(()),
            Some(_) => differs(entry.seq, "the seat was taken before"),
        }
    }

    fn order(
        &mut self,
        entry: &Entry,
        prompt: u64,
        order: Value,
        caused: Caused<G>,
    ) -> Result<(), Difference> {
        let seq = entry.seq;
        let Some(by) = &entry.by else { return differs(seq, "nobody gives this order") };
        if self.holders.get(&by.seat) != Some(&by.player) {
            return differs(seq, format!("{} does not hold the seat {}", by.player, by.seat));
        }
        if prompt >= seq {
            return differs(seq, format!("it answers prompt {prompt}, which is not before it"));
        }
        let seat: Seat = by.seat.parse().or_else(|error| differs(seq, error))?;
        if !self.game.prompts(&self.state).iter().any(|prompt| prompt.seat == seat) {
            return differs(seq, format!("{seat} is not asked anything here"));
        }
        let form: Form = read(seq, order)?;
        let audience = in_log(self.game.order_audience(&self.state, seat, &form));
        if audience != entry.audience {
            return differs(seq, format!("its audience is {:?}, by the rules {audience:?}", entry.audience));
        }
        let mut chance = Chance::recorded(caused.rolls());
        let facts = self.game.resolve(&self.state, seat, &form, &mut chance);
        self.orders += 1;
        self.compare(seq, facts, chance.left(), caused)
    }

    fn compare(
        &mut self,
        cause: u64,
        facts: Result<Vec<Fact<G::Event>>, Stop>,
        rolls_left: usize,
        caused: Caused<G>,
    ) -> Result<(), Difference> {
        let facts = match facts {
            Ok(facts) => facts,
            Err(Stop::Refused(refusal)) => return differs(cause, format!("the rules refuse it: {refusal}")),
            Err(stop) => return differs(cause, stop),
        };
        if rolls_left > 0 {
            return differs(cause, format!("the log has {rolls_left} rolls more than the rules ask for"));
        }
        self.handled.insert(cause);
        let count = facts.len();
        let mut last = cause;
        for (fact, (seq, logged, audience)) in facts.iter().zip(&caused.facts) {
            if fact != logged {
                return differs(*seq, format!("by the rules {}, in the log {}", said(fact), said(logged)));
            }
            let wanted = in_log(self.game.audience(fact));
            if wanted != *audience {
                return differs(*seq, format!("its audience is {audience:?}, by the rules {wanted:?}"));
            }
            last = *seq;
        }
        match caused.facts.get(count) {
            Some((seq, ..)) => return differs(*seq, "the rules say nothing of it"),
            None if caused.facts.len() < count => {
                return differs(last, format!("after it the rules say {}", said(&facts[caused.facts.len()])));
            }
            None => {}
        }
        caused.facts.into_iter().try_for_each(|(seq, fact, _)| self.apply(seq, fact))
    }

    fn apply(&mut self, seq: u64, fact: Fact<G::Event>) -> Result<(), Difference> {
        match fact {
            Fact::Roll(_) => {
                self.bars.insert(seq);
            }
            Fact::Event(event) => {
                self.game.apply(&mut self.state, &event).or_else(|error| differs(seq, error))?;
                if self.game.reveals(&event) {
                    self.bars.insert(seq);
                }
                self.events.insert(seq, event);
            }
        }
        Ok(())
    }

    /// The state is built again from the events that still count.
    fn take_back(&mut self, entry: &Entry, to: u64) -> Result<(), Difference> {
        if !self.line.contains(&to) {
            return differs(entry.seq, format!("it goes back to entry {to}, which was taken back itself"));
        }
        let practice = self.book.opened().is_some_and(|opened| opened.practice);
        if let Some(bar) = self.bars.range(to + 1..).next().filter(|_| !practice && self.one_player()) {
            return differs(
                entry.seq,
                format!("it goes back past entry {bar}, where something was rolled or shown"),
            );
        }
        self.line.split_off(&(to + 1));
        self.line.insert(entry.seq);
        self.events.split_off(&(to + 1));
        self.bars.split_off(&(to + 1));
        self.state = self.game.blank();
        for (seq, event) in &self.events {
            self.game.apply(&mut self.state, event).or_else(|error| differs(*seq, error))?;
        }
        Ok(())
    }

    fn one_player(&self) -> bool {
        self.holders.values().collect::<BTreeSet<_>>().len() <= 1
    }
}

struct Caused<G: Packed> {
    facts: Vec<(u64, Fact<G::Event>, log::Audience)>,
}

impl<G: Packed> Caused<G> {
    /// What the log says an entry led to, in order. Frames that end a table are no business of the rules.
    fn read(entries: &[&Entry]) -> Result<Caused<G>, Difference> {
        let mut facts = Vec::new();
        for entry in entries {
            let seq = entry.seq;
            let fact = match entry.frame().or_else(|error| differs(seq, error))? {
                Some(Frame::Rolled(_)) => Fact::Roll(read(seq, entry.body.clone())?),
                Some(_) => continue,
                None => Fact::Event(
                    read_event(&entry.kind, entry.body.clone()).or_else(|error| differs(seq, error))?,
                ),
            };
            facts.push((seq, fact, entry.audience.clone()));
        }
        Ok(Caused { facts })
    }

    fn rolls(&self) -> Vec<Roll> {
        let rolls = self.facts.iter().filter_map(|(_, fact, _)| match fact {
            Fact::Roll(roll) => Some(roll.clone()),
            Fact::Event(_) => None,
        });
        rolls.collect()
    }
}

fn read<T: serde::de::DeserializeOwned>(seq: u64, body: Value) -> Result<T, Difference> {
    serde_json::from_value(body).or_else(|error| differs(seq, error))
}

fn said<E: serde::Serialize>(fact: &Fact<E>) -> String {
    let value = match fact {
        Fact::Roll(roll) => serde_json::to_value(roll),
        Fact::Event(event) => serde_json::to_value(event),
    };
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn in_log(audience: Audience) -> log::Audience {
    match audience {
        Audience::Everyone => log::Audience::Everyone,
        Audience::Nobody => log::Audience::Nobody,
        Audience::Seats(seats) => log::Audience::seats(seats.iter().map(Seat::to_string)),
    }
}
