//! The entries of one command, built one by one: the dice of an order depend on the chain value at the order.

use serde_json::Value;

use super::reply::TableFault;
use crate::game::{Audience, Chance, Events, Fact, Game};
use crate::log::frame::{FRAME_VERSION, version_of};
use crate::log::{self, By, Entry, Frame, Head};
use crate::seal::Seed;

/// Entries that are to be appended together.
pub struct Batch<'a> {
    table: &'a str,
    seed: &'a Seed,
    at: &'a str,
    head: Head,
    entries: Vec<Entry>,
    /// What the next opening opens.
    sealed: Vec<u64>,
}

/// Who gives a command, and how it came: what the log keeps of it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The seat and the opaque player id.
    pub by: Option<By>,
    /// The door.
    pub door: Option<String>,
    /// The idempotency key.
    pub key: Option<String>,
}

impl<'a> Batch<'a> {
    /// An empty batch that follows `head`, written at `at`.
    pub fn new(table: &'a str, seed: &'a Seed, at: &'a str, head: Head) -> Batch<'a> {
        Batch { table, seed, at, head, entries: Vec::new(), sealed: Vec::new() }
    }

    /// The same batch at a table where these entries are sealed and wait for an opening.
    pub fn holding(mut self, sealed: Vec<u64>) -> Batch<'a> {
        self.sealed = sealed;
        self
    }

    /// The head after the last entry so far.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The entries so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry that the others follow from.
    pub(super) fn lead(&self) -> Option<&Entry> {
        lead(&self.entries)
    }

    /// The seed that closing reveals.
    pub(super) fn seed(&self) -> &'a Seed {
        self.seed
    }

    /// The entries.
    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// Adds an entry of the frame and says its seq.
    ///
    /// # Errors
    /// An entry that has no canonical form.
    pub fn frame(
        &mut self,
        frame: &Frame,
        origin: Origin,
        audience: log::Audience,
        cause: Option<u64>,
    ) -> Result<u64, TableFault> {
        let sealed = audience != log::Audience::Everyone;
        let seq = self.push(frame.kind(), version_of(frame.kind()), frame.body(), origin, audience, cause)?;
        self.sealed.extend(sealed.then_some(seq));
        Ok(seq)
    }

    /// Adds what a game says happened, each fact for its audience, and after an event that opens what was sealed the
    /// entry that says so.
    ///
    /// # Errors
    /// An event that has no canonical form or no kind the game declares.
    pub fn facts<G: Game>(&mut self, facts: &[Fact<G::Event>], cause: u64) -> Result<(), TableFault> {
        for fact in facts {
            let policy = G::fact_policy(fact);
            let (kind, v, body) = match fact {
                Fact::Roll(roll) => ("Rolled", FRAME_VERSION, serde_json::to_value(roll)),
                Fact::Event(event) => (event.kind(), self.version::<G>(event)?, event.body()),
            };
            let body = body.map_err(|error| self.unfit(error.to_string()))?;
            let (opens, outlasts) = (policy.opens(), policy.outlasts());
            let audience = log_audience(policy.audience);
            let sealed = audience != log::Audience::Everyone && !outlasts;
            let seq = self.push(kind, v, body, Origin::default(), audience, Some(cause))?;
            self.sealed.extend(sealed.then_some(seq));
            if opens {
                self.open(cause)?;
            }
        }
        Ok(())
    }

    /// Opens what is sealed, if anything is.
    fn open(&mut self, cause: u64) -> Result<(), TableFault> {
        let entries = std::mem::take(&mut self.sealed);
        if entries.is_empty() {
            return Ok(());
        }
        let opened = Frame::Opened { entries, to: log::Audience::Everyone };
        self.frame(&opened, Origin::default(), log::Audience::Everyone, Some(cause)).map(drop)
    }

    /// Seeded chance for the handling of the entry at the head now.
    pub fn chance(&self) -> Chance<'a> {
        let (seed, chain) = (self.seed, self.head.chain);
        Chance::seeded(move |number| seed.roll_key(&chain, number))
    }

    fn push(
        &mut self,
        kind: &str,
        v: u32,
        body: Value,
        origin: Origin,
        audience: log::Audience,
        cause: Option<u64>,
    ) -> Result<u64, TableFault> {
        let seq = self.head.seq + 1;
        let entry = Entry {
            table: self.table.to_owned(),
            seq,
            at: self.at.to_owned(),
            kind: kind.to_owned(),
            v,
            by: origin.by,
            door: origin.door,
            key: origin.key,
            audience,
            cause,
            salt: hex::encode(self.seed.salt(seq)),
            body,
        };
        self.head = self.head.after(&entry).map_err(|error| self.unfit(error.to_string()))?;
        self.entries.push(entry);
        Ok(seq)
    }

    fn version<G: Game>(&self, event: &G::Event) -> Result<u32, TableFault> {
        let declared = G::Event::KINDS.iter().find(|(kind, _)| *kind == event.kind());
        declared
            .map(|(_, v)| *v)
            .ok_or_else(|| self.unfit(format!("{} declares no kind {}", G::NAME, event.kind())))
    }

    fn unfit(&self, what: String) -> TableFault {
        TableFault::Entry { table: self.table.to_owned(), seq: self.head.seq + 1, what }
    }
}

/// Of what one command added, the entry that the others follow from: the first, but for a change of the rules before it.
pub(super) fn lead(entries: &[Entry]) -> Option<&Entry> {
    entries.iter().find(|entry| entry.kind != "RulesChanged")
}

/// A game's audience as the log writes it.
pub fn log_audience(audience: Audience) -> log::Audience {
    match audience {
        Audience::Everyone => log::Audience::Everyone,
        Audience::Nobody => log::Audience::Nobody,
        Audience::Seats(seats) => log::Audience::seats(seats.iter().map(|seat| seat.as_str())),
    }
}
