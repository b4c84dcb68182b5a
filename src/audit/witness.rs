//! The witness of the dice: each of its answers checked by its proof, their numbers without a gap, and none missing.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Verdict;
use super::dice::{OrderDigests, is_talk};
use super::integrity::Logbook;
use crate::log::stored::StoredLine;
use crate::log::{DiceEvent, Entry, PlayEvent, ReadyEvent, RequestEvent, TableEvent};
use crate::reason::Reason;
use crate::transparency::dice::{DiceAnswer, DiceKey, digits};

/// The witness of the dice in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WitnessFound {
    /// The witness's name.
    pub name: String,
    /// The number of its answers that rolls may follow from.
    pub witnessed: usize,
    /// The number of its answers to orders that were never stored.
    pub abandoned: usize,
    /// The entry from which on the dice are the club's own, if the players agreed to that.
    pub own: Option<u64>,
}

/// Checks the answers of the witness in a log, and adds a fault to the verdict on its dice.
pub fn check(book: &Logbook, dice: Verdict) -> (Option<WitnessFound>, Verdict) {
    let mut answers = Answers::of(book);
    let fault = book.lines().find_map(|line| answers.line(line).err()).or_else(|| answers.end());
    let dice = match fault {
        Some((entry, what)) if !dice.is_failed() => Verdict::failed(entry, what),
        _ => dice,
    };
    (answers.found, dice)
}

/// An entry with what is wrong about it.
type Misfit = (u64, Reason);

/// The answers so far.
struct Answers<'a> {
    book: &'a Logbook,
    keys: Option<(String, DiceKey)>,
    found: Option<WitnessFound>,
    /// True within the opening of the table.
    opening: bool,
    last: u64,
    /// The time of an entry that has to be answered next, or may be answered: a sealed line has none.
    before: Option<(u64, Option<String>)>,
    /// True if that entry has to be.
    due: bool,
    answered: BTreeSet<u64>,
    /// The order digests, where the seed and all orders are known.
    orders: Option<OrderDigests>,
}

impl<'a> Answers<'a> {
    fn of(book: &'a Logbook) -> Answers<'a> {
        // A sealed line may be an order, without which the digest and the value would be others.
        let whole = book.seed().filter(|_| book.sealed() == 0);
        let orders = whole.and_then(|_| OrderDigests::of(book));
        let (answered, opening) = (BTreeSet::new(), true);
        Answers {
            book,
            keys: None,
            found: None,
            opening,
            last: 0,
            before: None,
            due: false,
            answered,
            orders,
        }
    }

    fn line(&mut self, line: &StoredLine) -> Result<(), Misfit> {
        match line {
            StoredLine::Sealed { .. } => {
                self.not_due()?;
                self.opening = false;
                self.before = Some((line.seq(), None));
                Ok(())
            }
            StoredLine::Entry(entry) => self.entry(entry),
        }
    }

    fn not_due(&self) -> Result<(), Misfit> {
        match (self.due, &self.before) {
            (true, Some((seq, _))) => Err((*seq, Reason::of("found-not-witnessed"))),
            _ => Ok(()),
        }
    }

    fn end(&self) -> Option<Misfit> {
        self.not_due().err()
    }

    fn is_witnessed(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.own.is_none())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), Misfit> {
        // The check of integrity names an entry that cannot be read.
        let Ok(event) = entry.table_event() else { return Ok(()) };
        if let Some(TableEvent::Dice(DiceEvent::DiceWitnessed { counter, value, output, proof })) = &event {
            return self.witnessed(entry, *counter, [value, output, proof]);
        }
        self.not_due()?;
        // An answer follows directly or not at all, so nothing before this entry can be answered any more.
        (self.due, self.before) = (false, None);
        let of_opening = ["TableOpened", "SeatTaken", "ReadyAsked", "EntropyAsked", "WitnessAsked"];
        self.opening &= of_opening.contains(&&*entry.kind) && (entry.seq == 1 || entry.cause == Some(1));
        let so = |key| Err((entry.seq, Reason::of(key)));
        match event {
            Some(TableEvent::Dice(DiceEvent::WitnessAsked { log, witness })) => {
                let waits = self.book.entries().any(|entry| entry.kind == "EntropyAsked");
                if !self.opening || self.keys.is_some() || !waits {
                    return so("found-witness-asked-so");
                }
                let key = DiceKey::read(&witness).map_err(|why| (entry.seq, why))?;
                let name = key.name().to_owned();
                self.found = Some(WitnessFound { name, witnessed: 0, abandoned: 0, own: None });
                self.keys = Some((log, key));
            }
            Some(TableEvent::Dice(DiceEvent::DiceAbandoned { counter, value, output, proof })) => {
                self.answer(entry, counter, [&value, &output, &proof])?;
                self.found.iter_mut().for_each(|found| found.abandoned += 1);
            }
            Some(TableEvent::Request(RequestEvent::OwnDiceProposed)) if !self.is_witnessed() => {
                return so("found-own-dice-so");
            }
            Some(TableEvent::Dice(DiceEvent::OwnDiceAgreed)) => {
                if !self.is_witnessed() {
                    return so("found-own-dice-so");
                }
                self.found.iter_mut().for_each(|found| found.own = Some(entry.seq));
            }
            Some(TableEvent::Play(PlayEvent::OrderGiven { order, .. })) if !is_talk(&order) => {
                self.ask(entry);
            }
            Some(TableEvent::Ready(ReadyEvent::PlayBegan)) => self.ask(entry),
            Some(TableEvent::Rolled(_)) if self.is_witnessed() => {
                let cause = entry.cause.unwrap_or_default();
                if !self.answered.contains(&cause) {
                    return Err((entry.seq, Reason::of("found-roll-not-witnessed").with("cause", cause)));
                }
            }
            Some(
                TableEvent::TableOpened(_)
                | TableEvent::Rolled(_)
                | TableEvent::Play(_)
                | TableEvent::Seats(_)
                | TableEvent::Request(_)
                | TableEvent::Consent(_)
                | TableEvent::Time(_)
                | TableEvent::Ready(_)
                | TableEvent::Dice(DiceEvent::DiceWitnessed { .. })
                | TableEvent::Page(_)
                | TableEvent::Master(_)
                | TableEvent::End(_)
                | TableEvent::File(_),
            )
            | None => {}
        }
        Ok(())
    }

    /// An entry that the witness is asked for.
    fn ask(&mut self, entry: &Entry) {
        if self.is_witnessed() {
            (self.due, self.before) = (true, Some((entry.seq, Some(entry.at.clone()))));
        }
    }

    fn witnessed(&mut self, entry: &Entry, counter: u64, parts: [&String; 3]) -> Result<(), Misfit> {
        let fits = self
            .before
            .take()
            .is_some_and(|(seq, at)| entry.cause == Some(seq) && at.is_none_or(|at| at == entry.at));
        self.due = false;
        if !fits {
            return Err((entry.seq, Reason::of("found-witnessed-so")));
        }
        self.answer(entry, counter, parts)?;
        let cause = entry.cause.unwrap_or_default();
        if let (Some(seed), Some(orders)) = (self.book.seed(), &self.orders)
            && hex::encode(seed.witness_value(&orders.at(cause))) != *parts[0]
        {
            return Err((entry.seq, Reason::of("found-other-value").with("cause", cause)));
        }
        self.answered.insert(cause);
        self.found.iter_mut().for_each(|found| found.witnessed += 1);
        Ok(())
    }

    /// Checks that an answer has the next number, and its proof.
    fn answer(
        &mut self,
        entry: &Entry,
        counter: u64,
        [value, output, proof]: [&String; 3],
    ) -> Result<(), Misfit> {
        let so = |key| Err((entry.seq, Reason::of(key).quoting("counter", counter)));
        let (Some((log, key)), true) = (&self.keys, self.is_witnessed()) else {
            return so("found-witnessed-so");
        };
        if counter != self.last + 1 {
            return so("found-other-counter");
        }
        self.last = counter;
        let answer = digits(value).zip(digits(output)).zip(digits(proof));
        let answer = answer.map(|((value, output), proof)| DiceAnswer { counter, value, output, proof });
        let opening = self.book.chain_at(1).copied().unwrap_or_default();
        match answer.is_some_and(|answer| answer.holds(key, log, opening)) {
            true => Ok(()),
            false => so("found-witness-forged"),
        }
    }
}
