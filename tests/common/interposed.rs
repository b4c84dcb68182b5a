//! A store with somebody between it and who calls it: who is told of every call before and after it, and may refuse it.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, Mutex, PoisonError};

use wardroom::log::ImportedTable;
use wardroom::log::club_log::{ClubLog, NewLeaf, StoredCheckpoint, UnloggedTable};
use wardroom::log::outbox::{KeptNotice, PendingDelivery, PendingNotice};
use wardroom::log::players::{Address, Player};
use wardroom::log::settings::TableSettings;
use wardroom::log::stored::{RawEntry, TableSummary};
use wardroom::log::{
    Alarm, Alarms, Append, AppendError, Appended, Fault, Head, Notes, Outbox, Players, Receipts, Settings,
    Store, StoredAnswer, StoredPack, StoredReceipt,
};
use wardroom::seal::Seed;

/// Who stands between.
pub trait Between: Send + Sync {
    /// Before anything is read: whether it may be.
    ///
    /// # Errors
    /// What the caller is told instead.
    fn reads(&self) -> Result<(), Fault>;

    /// Before something is written: whether it may be.
    ///
    /// # Errors
    /// What the caller is told instead.
    fn writes(&self, _call: &'static str) -> Result<(), Fault> {
        self.reads()
    }

    /// After something was written, or refused by the store: `true` where the call was done, and was not answered by `false`.
    fn wrote(&self, call: &'static str, done: bool);

    /// After entries of a table were stored up to this one, before [`Between::wrote`].
    fn appended(&self, _table: &str, _last: u64) {}

    /// After a delivery was noted as sent, before [`Between::wrote`].
    fn delivered(&self, _delivery: u64) {}

    /// After the due deliveries were read.
    fn listed_due(&self) {}

    /// By whom leases are asked for.
    fn owner<'a>(&'a self, owner: &'a str) -> &'a str {
        owner
    }
}

/// A store behind somebody. Another may be put in its place.
pub struct Interposed<B> {
    store: Mutex<Arc<dyn Store>>,
    pub between: B,
}

impl<B> Interposed<B> {
    pub fn over(store: Arc<dyn Store>, between: B) -> Interposed<B> {
        Interposed { store: Mutex::new(store), between }
    }

    pub fn store(&self) -> Arc<dyn Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn replace(&self, store: Arc<dyn Store>) {
        *self.store.lock().unwrap_or_else(PoisonError::into_inner) = store;
    }
}

/// The calls of a store, passed on. What is written is written whole.
macro_rules! passed_on {
    (reads: $($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => { $(
        fn $name(&self, $($arg: $type),*) -> $out {
            self.between.reads()?;
            self.store().$name($($arg),*)
        }
    )* };
    (writes: $($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => { $(
        fn $name(&self, $($arg: $type),*) -> $out {
            self.between.writes(stringify!($name))?;
            let done = self.store().$name($($arg),*);
            self.between.wrote(stringify!($name), done.is_ok());
            done
        }
    )* };
}

impl<B: Between> Store for Interposed<B> {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        self.between.writes("append")?;
        let table = append.table.clone();
        let done = self.store().append(append);
        if let Ok(Appended::Stored(head)) = &done {
            self.between.appended(&table, head.seq);
        }
        self.between.wrote("append", done.is_ok());
        done
    }

    passed_on! { writes:
        adopt(ledger: ImportedTable) -> Result<Head, Fault>;
        record_answer(answer: StoredAnswer) -> Result<StoredAnswer, AppendError>;
        prune_answers(before: &str) -> Result<usize, Fault>;
    }
    passed_on! { reads:
        read_raw_range(table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault>;
        card_entries(table: &str) -> Result<Vec<RawEntry>, Fault>;
        chain_at(table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault>;
        stored_head(table: &str) -> Result<Head, Fault>;
        tables() -> Result<Vec<TableSummary>, Fault>;
        count_open_tables() -> Result<u64, Fault>;
        table(table: &str) -> Result<Option<TableSummary>, Fault>;
        tables_of_player(player: &str) -> Result<Vec<String>, Fault>;
        seed(table: &str) -> Result<Option<Seed>, Fault>;
        pack(hash: &str) -> Result<Option<StoredPack>, Fault>;
        answer(key: &str) -> Result<Option<StoredAnswer>, Fault>;
    }
}

impl<B: Between> Players for Interposed<B> {
    passed_on! { writes:
        put_player(player: Player) -> Result<(), Fault>;
        erase_player(id: &str) -> Result<bool, Fault>;
        link(alias: &str, player: &str, at: &str) -> Result<bool, Fault>;
        unlink(alias: &str) -> Result<bool, Fault>;
    }
    passed_on! { reads:
        player(id: &str) -> Result<Option<Player>, Fault>;
        players() -> Result<Vec<Player>, Fault>;
        player_named(name: &str) -> Result<Vec<Player>, Fault>;
        player_at(address: &Address) -> Result<Option<Player>, Fault>;
    }
}

impl<B: Between> Outbox for Interposed<B> {
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        self.between.writes("lease_channel")?;
        let done = self.store().lease_channel(channel, self.between.owner(owner), now, until);
        self.between.wrote("lease_channel", matches!(done, Ok(true)));
        done
    }

    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault> {
        self.between.reads()?;
        self.store().lease_number(channel, self.between.owner(owner), now)
    }

    fn begin_sending(&self, channel: &str, owner: &str, number: u64, now: &str) -> Result<bool, Fault> {
        self.between.writes("begin_sending")?;
        let done = self.store().begin_sending(channel, self.between.owner(owner), number, now);
        self.between.wrote("begin_sending", matches!(done, Ok(true)));
        done
    }

    fn put_note_under(
        &self,
        channel: &str,
        owner: &str,
        number: u64,
        key: &str,
        body: &str,
    ) -> Result<bool, Fault> {
        self.between.writes("put_note_under")?;
        let done = self.store().put_note_under(channel, self.between.owner(owner), number, key, body);
        self.between.wrote("put_note_under", matches!(done, Ok(true)));
        done
    }

    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault> {
        self.between.writes("release_channel")?;
        let done = self.store().release_channel(channel, self.between.owner(owner));
        self.between.wrote("release_channel", done.is_ok());
        done
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        self.between.reads()?;
        let due = self.store().pending_deliveries(channel, self.between.owner(owner), now, limit);
        self.between.listed_due();
        due
    }

    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault> {
        self.between.writes("mark_delivered")?;
        let done = self.store().mark_delivered(delivery, now, to);
        if done.is_ok() {
            self.between.delivered(delivery);
        }
        self.between.wrote("mark_delivered", done.is_ok());
        done
    }

    passed_on! { writes:
        plan_notices(now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault>;
        replan(delivery: u64) -> Result<(), Fault>;
        defer(delivery: u64, until: &str) -> Result<(), Fault>;
        mark_outcome(delivery: u64, outcome: &str) -> Result<(), Fault>;
        mark_failed(delivery: u64, now: &str, retry_at: Option<&str>, trouble: &str) -> Result<(), Fault>;
        prune_outbox(before: &str) -> Result<usize, Fault>;
    }
    passed_on! { reads:
        unplanned_notices(limit: usize) -> Result<Vec<PendingNotice>, Fault>;
        notices_of(table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault>;
        oldest_pending(channel: &str) -> Result<Option<(String, u64)>, Fault>;
    }
}

impl<B: Between> Alarms for Interposed<B> {
    passed_on! { writes:
        set_alarms(looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault>;
        wake_tables_of(player: &str, at: &str) -> Result<(), Fault>;
        wake_all(at: &str) -> Result<(), Fault>;
        remind(table: &str, seq: u64, seat: &str, why: (&str, Option<&str>)) -> Result<bool, Fault>;
    }
    passed_on! { reads: due_alarms(now: &str, limit: usize) -> Result<Vec<Alarm>, Fault>; }
}

impl<B: Between> Settings for Interposed<B> {
    passed_on! { writes: put_settings(table: &str, settings: TableSettings) -> Result<(), Fault>; }
    passed_on! { reads:
        settings(table: &str) -> Result<Option<TableSettings>, Fault>;
        all_settings() -> Result<BTreeMap<String, TableSettings>, Fault>;
    }
}

impl<B: Between> ClubLog for Interposed<B> {
    passed_on! { writes:
        extend_club_log(size: u64, leaves: Vec<NewLeaf>, checkpoint: StoredCheckpoint) -> Result<bool, Fault>;
    }
    passed_on! { reads:
        unlogged_tables() -> Result<Vec<UnloggedTable>, Fault>;
        leaves(places: Range<u64>) -> Result<Vec<String>, Fault>;
        leaves_of(table: &str) -> Result<Vec<(u64, String)>, Fault>;
        last_checkpoint() -> Result<Option<StoredCheckpoint>, Fault>;
    }
}

impl<B: Between> Receipts for Interposed<B> {
    passed_on! { reads:
        receipts(table: &str) -> Result<Vec<StoredReceipt>, Fault>;
    }
}

impl<B: Between> Notes for Interposed<B> {
    passed_on! { writes:
        put_note(door: &str, key: &str, body: &str) -> Result<(), Fault>;
        drop_note(door: &str, key: &str) -> Result<bool, Fault>;
    }
    passed_on! { reads:
        note(door: &str, key: &str) -> Result<Option<String>, Fault>;
        notes(door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault>;
    }
}
