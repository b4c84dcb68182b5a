//! The next required entries: every consequence comes directly after its cause, in the order of the rules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use super::agreed::Agreed;
use crate::game::{Events, Fact};
use crate::reason::Reason;

/// An entry that has to come next.
pub(super) enum Due<E> {
    /// A fact by the rules.
    Fact(Fact<E>),
    /// The opening of everything sealed, if there is anything.
    Opening,
    /// The outcome that everyone agreed on, except a closing.
    Agreed(Agreed),
    /// A seat whose time is up, for this player.
    Heir(String, String),
    /// The beginning of the game, now that all are ready or the wait for the others has ended.
    Began,
    /// The end of the table, if the game is over and the table no practice.
    End,
    /// The end of the table, and why.
    Closed(String),
    /// The opening of everything still sealed, if there is anything.
    Rest,
    /// The seed.
    Seed,
}

/// The consequences of closing a table for a reason.
pub(super) fn closing<E>(why: &str) -> VecDeque<Due<E>> {
    VecDeque::from([Due::Closed(why.to_owned()), Due::Rest, Due::Seed])
}

/// Sealed entries, and their openings.
#[derive(Default)]
pub(super) struct Seals {
    /// Entries that not everyone may see, and whether they stay so until the table closes.
    sealed: BTreeMap<u64, bool>,
    /// Openings on the current line, each with its entries.
    openings: BTreeMap<u64, Vec<u64>>,
}

impl Seals {
    pub(super) fn seal(&mut self, seq: u64, stays: bool) {
        self.sealed.insert(seq, stays);
    }

    pub(super) fn open(&mut self, seq: u64, entries: Vec<u64>) {
        self.openings.insert(seq, entries);
    }

    /// Openings after `to` count no longer.
    pub(super) fn go_back(&mut self, to: u64) {
        self.openings.split_off(&(to + 1));
    }

    /// The entries that an opening opens: everything sealed and valid, except what stays sealed.
    pub(super) fn next_opening(&self, line: &BTreeSet<u64>) -> Vec<u64> {
        self.closed(|seq, stays| !stays && line.contains(&seq))
    }

    /// The entries that closing opens: everything sealed, undone or not.
    pub(super) fn rest(&self) -> Vec<u64> {
        self.closed(|_, _| true)
    }

    fn closed(&self, wanted: impl Fn(u64, bool) -> bool) -> Vec<u64> {
        let open: BTreeSet<u64> = self.openings.values().flatten().copied().collect();
        let sealed = self.sealed.iter().filter(|(seq, stays)| wanted(**seq, **stays));
        sealed.map(|(seq, _)| *seq).filter(|seq| !open.contains(seq)).collect()
    }
}

/// The kind and the body that a fact has in the log, in its present version.
pub(super) fn written<E: Events>(fact: &Fact<E>) -> Result<(&'static str, Value), serde_json::Error> {
    match fact {
        Fact::Roll(roll) => Ok(("Rolled", serde_json::to_value(roll)?)),
        Fact::Event(event) => Ok((event.kind(), event.body()?)),
    }
}

/// Describes a due entry for readers.
pub(super) fn reason_of<E: serde::Serialize>(due: &Due<E>) -> Reason {
    let fact = |value: Result<Value, _>| {
        Reason::of("due-fact").quoting("fact", value.map(|value| value.to_string()).unwrap_or_default())
    };
    match due {
        Due::Fact(Fact::Roll(roll)) => fact(serde_json::to_value(roll)),
        Due::Fact(Fact::Event(event)) => fact(serde_json::to_value(event)),
        Due::Opening | Due::Rest => Reason::of("due-opening"),
        Due::Agreed(agreed) => agreed.reason(),
        Due::Heir(seat, player) => Reason::of("due-heir").quoting("seat", seat).quoting("player", player),
        Due::Began => Reason::of("due-began"),
        Due::Closed(why) => Reason::of("due-closed").quoting("why", why),
        // An end that is due is replaced by a closing, or passed over, before any entry is compared with it.
        Due::End | Due::Seed => Reason::of("due-seed"),
    }
}
