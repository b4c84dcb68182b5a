//! The entries of one command, written one by one: the dice of an order depend on the chain value at the order.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::known::{EntryContent, Known};
use super::order_digest::OrderDigest;
use super::platform::moment;
use super::reply::TableFault;
use crate::game::{Audience, Chance, Events, Fact, Game};
use crate::log::table_event::version_of;
use crate::log::{self, By, DiceEvent, Entry, Head, PlayEvent, StoredReceipt, TableEvent, Written};
use crate::receipt::ReceiptMaker;
use crate::seal::Seed;
use crate::transparency::dice::digits;
use crate::transparency::vrf::OUTPUT_BYTES;

/// Entries to append together, at a table whose game has the events `E`.
pub struct Batch<'a, E> {
    table: &'a str,
    seed: &'a Seed,
    at: Cow<'a, str>,
    head: Head,
    entries: Vec<Written>,
    /// The content of each.
    said: Vec<EntryContent<E>>,
    /// The entries that the next opening opens.
    sealed: Vec<u64>,
    /// The order digest, from format 2 on.
    orders: Option<OrderDigest>,
    /// The player whose message the entries come by, and what makes its receipt.
    message: Option<(&'a str, &'a ReceiptMaker)>,
    /// The receipt of that message, once an entry names it.
    receipt: Option<StoredReceipt>,
    /// The last number of the witness of the dice.
    counter: Option<u64>,
    /// Its output for the entry being handled.
    output: Option<[u8; OUTPUT_BYTES]>,
}

/// The caller of a command and their way in, as the log stores them.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The seat and the opaque player id.
    pub by: Option<By>,
    /// The door.
    pub door: Option<String>,
    /// The idempotency key.
    pub key: Option<String>,
}

impl<'a, E> Batch<'a, E> {
    /// An empty batch that follows `head`, written at `at`.
    pub fn new(table: &'a str, seed: &'a Seed, at: &'a str, head: Head) -> Batch<'a, E> {
        let (entries, said, sealed) = (Vec::new(), Vec::new(), Vec::new());
        Batch {
            table,
            seed,
            at: at.into(),
            head,
            entries,
            said,
            sealed,
            orders: None,
            counter: None,
            output: None,
            message: None,
            receipt: None,
        }
    }

    /// The same batch at a table where these entries are sealed and wait for an opening.
    pub fn holding(mut self, sealed: Vec<u64>) -> Batch<'a, E> {
        self.sealed = sealed;
        self
    }

    /// The same batch at a table with this order digest.
    pub(super) fn after_orders(mut self, orders: Option<OrderDigest>) -> Batch<'a, E> {
        self.orders = orders;
        self
    }

    /// The same batch, which comes by a message of this player: their entries name its receipt, if it has one.
    pub(super) fn received_from(
        mut self,
        player: &'a str,
        receipts: Option<&'a ReceiptMaker>,
    ) -> Batch<'a, E> {
        self.message = receipts.map(|receipts| (player, receipts));
        self
    }

    /// The receipt that entries of the batch name.
    pub(super) fn take_receipt(&mut self) -> Option<StoredReceipt> {
        self.receipt.take()
    }

    /// When its entries are written.
    pub(super) fn at(&self) -> DateTime<Utc> {
        moment(&self.at)
    }

    /// The entries from here on are written at another time.
    pub(super) fn write_at(&mut self, at: String) {
        self.at = at.into();
    }

    /// The head after the last entry so far.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The seq of the entry that the others follow from: the first that is no change of the rules or the law and accounts for no
    /// order that was never stored.
    pub(super) fn lead(&self) -> Option<u64> {
        let lead = self
            .said
            .iter()
            .position(|said| !matches!(said, EntryContent::TableEvent(event) if event.is_change()));
        lead.and_then(|at| self.entries.get(at)).map(|written| written.entry().seq)
    }

    /// The seed that closing reveals.
    pub(super) fn seed(&self) -> &'a Seed {
        self.seed
    }

    /// The entries.
    pub fn into_entries(self) -> Vec<Written> {
        self.entries
    }

    /// Adds a table event and says its seq.
    ///
    /// # Errors
    /// An entry that has no canonical form.
    pub fn table_event(
        &mut self,
        table_event: TableEvent,
        origin: Origin,
        audience: log::EntryAudience,
        cause: Option<u64>,
    ) -> Result<u64, TableFault> {
        let sealed = audience != log::EntryAudience::Everyone;
        let encoded =
            Encoded { kind: table_event.kind(), v: version_of(table_event.kind()), body: table_event.body() };
        let seq = self.push(EntryContent::TableEvent(table_event), encoded, origin, audience, cause)?;
        self.sealed.extend(sealed.then_some(seq));
        Ok(seq)
    }

    /// Adds a table event that everybody sees and that follows from no other entry; says its seq.
    ///
    /// # Errors
    /// As [`Batch::table_event`].
    pub(super) fn add(&mut self, table_event: TableEvent, origin: Origin) -> Result<u64, TableFault> {
        self.table_event(table_event, origin, log::EntryAudience::Everyone, None)
    }

    /// Adds a table event that everybody sees and that follows from entry `cause`.
    ///
    /// # Errors
    /// As [`Batch::table_event`].
    pub(super) fn add_after(&mut self, cause: u64, table_event: TableEvent) -> Result<u64, TableFault> {
        self.table_event(table_event, Origin::default(), log::EntryAudience::Everyone, Some(cause))
    }

    /// Opens everything sealed, if there is anything.
    fn open(&mut self, cause: u64) -> Result<(), TableFault> {
        // Emptied: a second opening in this batch must not name the same entries again.
        let entries = std::mem::take(&mut self.sealed);
        if entries.is_empty() {
            return Ok(());
        }
        let opened = TableEvent::Play(PlayEvent::Opened { entries, to: log::EntryAudience::Everyone });
        self.table_event(opened, Origin::default(), log::EntryAudience::Everyone, Some(cause)).map(drop)
    }

    /// Seeded chance for the handling of the entry at the head now.
    pub fn chance(&self) -> Chance<'a> {
        // An output counts for its own cause alone: the next table event not of the dice clears it.
        let (seed, chain) = (self.seed, self.head.chain);
        match (self.orders_at_cause(), self.output) {
            (Some(orders), Some(output)) => {
                Chance::seeded(move |number| seed.witnessed_roll_key(&orders, &output, number))
            }
            (Some(orders), None) => Chance::seeded(move |number| seed.roll_key_of_orders(&orders, number)),
            (None, _) => Chance::seeded(move |number| seed.roll_key(&chain, number)),
        }
    }

    /// The order digest that the rolls of the entry at the head follow from, from format 2 on.
    pub(super) fn orders_at_cause(&self) -> Option<[u8; 32]> {
        self.orders.as_ref().map(OrderDigest::at_cause)
    }

    /// The last number of the witness of the dice in this batch.
    pub(super) fn counter(&self) -> Option<u64> {
        self.counter
    }

    fn push(
        &mut self,
        said: EntryContent<E>,
        Encoded { kind, v, body }: Encoded,
        origin: Origin,
        audience: log::EntryAudience,
        cause: Option<u64>,
    ) -> Result<u64, TableFault> {
        let seq = self.head.seq + 1;
        let receipt = self.receipt_of(&origin);
        let entry = Entry {
            table: self.table.to_owned(),
            seq,
            at: self.at.clone().into_owned(),
            kind: kind.to_owned(),
            v,
            by: origin.by,
            door: origin.door,
            key: origin.key,
            receipt,
            audience,
            cause,
            salt: hex::encode(self.seed.salt(seq)),
            body,
        };
        let table_event = match &said {
            EntryContent::TableEvent(table_event) => Some(table_event),
            EntryContent::Fact(_) => None,
        };
        let written = Written::known(self.head, entry, table_event)?;
        // Before anything rolls: the dice of an order follow from a digest that has the order in it.
        self.follow_orders(&written, &said).map_err(|error| self.unfit(error.to_string()))?;
        self.head = written.head();
        self.entries.push(written);
        self.said.push(said);
        Ok(seq)
    }

    /// The digest of the receipt of an entry: for one that the caller made, at a table of format 2.
    fn receipt_of(&mut self, origin: &Origin) -> Option<String> {
        let ((player, receipts), by) = (self.message?, origin.by.as_ref()?);
        // Format 1 has no receipts. An opening also seats players whose message it is not.
        if self.orders.is_none() || origin.door.is_none() || by.player != player {
            return None;
        }
        if self.receipt.is_none() {
            let made = receipts.make()?;
            let player = player.to_owned();
            self.receipt = Some(StoredReceipt { digest: made.digest, player, sealed: made.sealed });
        }
        self.receipt.as_ref().map(|receipt| receipt.digest.clone())
    }

    fn follow_orders(
        &mut self,
        written: &Written,
        content: &EntryContent<E>,
    ) -> Result<(), log::canonical::NotCanonical> {
        let entry = written.entry();
        match (content, &mut self.orders) {
            (EntryContent::TableEvent(TableEvent::TableOpened(opened)), orders) => {
                *orders = OrderDigest::of(opened)?;
            }
            (EntryContent::TableEvent(TableEvent::Dice(event)), _) => self.follow_witness(event),
            (EntryContent::TableEvent(event), Some(orders)) => {
                self.output = None;
                orders.follow(entry.seq, entry.by.as_ref().map(|by| &*by.seat), event)?;
            }
            (EntryContent::Fact(Fact::Roll(_)), Some(orders)) => orders.rolled(),
            (EntryContent::TableEvent(_), None) | (EntryContent::Fact(_), _) => {}
        }
        Ok(())
    }

    fn follow_witness(&mut self, event: &DiceEvent) {
        match event {
            DiceEvent::DiceWitnessed { counter, output, .. } => {
                (self.counter, self.output) = (Some(*counter), digits(output));
            }
            DiceEvent::DiceAbandoned { counter, .. } => self.counter = Some(*counter),
            DiceEvent::WitnessAsked { .. } | DiceEvent::OwnDiceAgreed => {}
        }
    }

    fn unfit(&self, what: String) -> TableFault {
        TableFault::Entry { table: self.table.to_owned(), seq: self.head.seq + 1, what }
    }
}

impl<E: Events> Batch<'_, E> {
    /// The entries so far, in the form for folding.
    pub(super) fn known(&self) -> Vec<Known<'_, E>> {
        self.entries.iter().zip(&self.said).map(|(written, said)| Known::written(written, said)).collect()
    }

    /// Adds the facts of a game, each for its audience, and after an event that opens sealed entries an `Opened`.
    ///
    /// # Errors
    /// An event that has no canonical form or no kind the game declares.
    pub fn facts<G>(&mut self, facts: Vec<Fact<E>>, cause: u64) -> Result<(), TableFault>
    where
        G: Game<Event = E>,
    {
        for fact in facts {
            let policy = G::fact_policy(&fact);
            let (opens, outlasts) = (policy.opens(), policy.outlasts());
            let audience = log_audience(policy.audience);
            // Such a fact, the order of a bag for example, must not come out with a sealed choice.
            let sealed = audience != log::EntryAudience::Everyone && !outlasts;
            let encoded = encoded(&fact).map_err(|what| self.unfit(what))?;
            let seq =
                self.push(EntryContent::Fact(fact), encoded, Origin::default(), audience, Some(cause))?;
            self.sealed.extend(sealed.then_some(seq));
            if opens {
                self.open(cause)?;
            }
        }
        Ok(())
    }
}

/// The written content of an entry.
struct Encoded {
    kind: &'static str,
    v: u32,
    body: Value,
}

/// The written content of a fact.
fn encoded<E: Events>(fact: &Fact<E>) -> Result<Encoded, String> {
    let (kind, v, body) = match fact {
        Fact::Roll(roll) => (Fact::<E>::ROLLED, version_of(Fact::<E>::ROLLED), serde_json::to_value(roll)),
        Fact::Event(event) => {
            let kind = event.kind();
            let declared = E::KINDS.iter().find(|(declared, _)| *declared == kind);
            let (_, v) = declared.ok_or_else(|| format!("the game declares no kind {kind}"))?;
            (kind, *v, event.body())
        }
    };
    Ok(Encoded { kind, v, body: body.map_err(|error| error.to_string())? })
}

/// A game's audience as the log writes it.
pub fn log_audience(audience: Audience) -> log::EntryAudience {
    match audience {
        Audience::Everyone => log::EntryAudience::Everyone,
        Audience::Nobody => log::EntryAudience::Nobody,
        Audience::Seats(seats) => log::EntryAudience::seats(seats.iter().map(|seat| seat.as_str())),
    }
}
