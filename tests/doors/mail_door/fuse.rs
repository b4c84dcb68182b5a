//! A store whose process is killed after so many writes: from then on nothing is read or written any more.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use wardroom::log::import::ImportedTable;
use wardroom::log::outbox::{KeptNotice, PendingDelivery, PendingNotice};
use wardroom::log::players::{Address, Player};
use wardroom::log::settings::TableSettings;
use wardroom::log::store::{RawEntry, TableSummary};
use wardroom::log::{
    Alarm, Alarms, Append, AppendError, Appended, Fault, Head, Notes, Outbox, Players, Settings, Store,
    StoredAnswer, StoredPack,
};
use wardroom::seal::Seed;

use crate::common::store;

/// Who sends. Processes come one after the other here, and none waits until the right of a dead one has lapsed.
const SENDER: &str = "one";
/// More writes than anybody makes.
const ENDLESS: u64 = u64::MAX;

/// What is done at the moment of a kill.
type Kill = Box<dyn Fn() + Send>;

/// A store that outlives the processes that use it.
pub struct Fuse {
    pub store: Arc<dyn Store>,
    left: AtomicU64,
    kill: Mutex<Option<Kill>>,
}

impl Fuse {
    pub fn new() -> Fuse {
        Fuse { store: store::new(), left: AtomicU64::new(ENDLESS), kill: Mutex::default() }
    }

    /// What is done at the moment of a kill beside that the store is reached no more.
    pub fn kills(&self, kill: impl Fn() + Send + 'static) {
        *self.kill.lock().unwrap() = Some(Box::new(kill));
    }

    /// The process lives on for so many writes; without a number, on and on.
    pub fn lasts(&self, writes: Option<u64>) {
        self.left.store(writes.unwrap_or(ENDLESS), Ordering::SeqCst);
    }

    pub fn left(&self) -> u64 {
        self.left.load(Ordering::SeqCst)
    }

    pub fn is_burnt(&self) -> bool {
        self.left() == 0
    }

    fn reads(&self) -> Result<(), Fault> {
        match self.is_burnt() {
            true => Err(Fault::Busy { what: "killed".to_owned() }),
            false => Ok(()),
        }
    }

    fn wrote(&self) {
        let left = self.left();
        if left != ENDLESS {
            self.left.store(left.saturating_sub(1), Ordering::SeqCst);
            if left == 1
                && let Some(kill) = &*self.kill.lock().unwrap_or_else(PoisonError::into_inner)
            {
                kill();
            }
        }
    }
}

/// The calls of a store, passed on while the process lives. What is written is written whole, then it may be killed.
macro_rules! passed_on {
    (reads: $($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => { $(
        fn $name(&self, $($arg: $type),*) -> $out {
            self.reads()?;
            self.store.$name($($arg),*)
        }
    )* };
    (writes: $($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => { $(
        fn $name(&self, $($arg: $type),*) -> $out {
            self.reads()?;
            let done = self.store.$name($($arg),*);
            self.wrote();
            done
        }
    )* };
}

impl Store for Fuse {
    passed_on! { writes:
        append(append: Append) -> Result<Appended, AppendError>;
        adopt(ledger: ImportedTable) -> Result<Head, Fault>;
        record_answer(answer: StoredAnswer) -> Result<StoredAnswer, AppendError>;
        prune_answers(before: &str) -> Result<usize, Fault>;
    }
    passed_on! { reads:
        read_raw_range(table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault>;
        chain_at(table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault>;
        stored_head(table: &str) -> Result<Head, Fault>;
        tables() -> Result<Vec<TableSummary>, Fault>;
        table(table: &str) -> Result<Option<TableSummary>, Fault>;
        tables_of_player(player: &str) -> Result<Vec<String>, Fault>;
        seed(table: &str) -> Result<Option<Seed>, Fault>;
        pack(hash: &str) -> Result<Option<StoredPack>, Fault>;
        answer(key: &str) -> Result<Option<StoredAnswer>, Fault>;
    }
}

impl Players for Fuse {
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

impl Outbox for Fuse {
    fn lease_channel(&self, channel: &str, _: &str, now: &str, until: &str) -> Result<bool, Fault> {
        self.reads()?;
        let leased = self.store.lease_channel(channel, SENDER, now, until);
        self.wrote();
        leased
    }

    fn lease_number(&self, channel: &str, _: &str, now: &str) -> Result<Option<u64>, Fault> {
        self.reads()?;
        self.store.lease_number(channel, SENDER, now)
    }

    fn begin_sending(&self, channel: &str, _: &str, number: u64, now: &str) -> Result<bool, Fault> {
        self.reads()?;
        let may = self.store.begin_sending(channel, SENDER, number, now);
        self.wrote();
        may
    }

    fn release_channel(&self, channel: &str, _: &str) -> Result<(), Fault> {
        self.reads()?;
        let released = self.store.release_channel(channel, SENDER);
        self.wrote();
        released
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        _: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        self.reads()?;
        self.store.pending_deliveries(channel, SENDER, now, limit)
    }

    passed_on! { writes:
        plan_notices(now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault>;
        replan(delivery: u64) -> Result<(), Fault>;
        defer(delivery: u64, until: &str) -> Result<(), Fault>;
        mark_delivered(delivery: u64, now: &str, to: &str) -> Result<(), Fault>;
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

impl Alarms for Fuse {
    passed_on! { writes:
        set_alarms(looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault>;
        wake_tables_of(player: &str, at: &str) -> Result<(), Fault>;
        wake_all(at: &str) -> Result<(), Fault>;
        remind(table: &str, seq: u64, seat: &str, why: &str) -> Result<bool, Fault>;
    }
    passed_on! { reads: due_alarms(now: &str, limit: usize) -> Result<Vec<Alarm>, Fault>; }
}

impl Settings for Fuse {
    passed_on! { writes: put_settings(table: &str, settings: TableSettings) -> Result<(), Fault>; }
    passed_on! { reads:
        settings(table: &str) -> Result<Option<TableSettings>, Fault>;
        all_settings() -> Result<BTreeMap<String, TableSettings>, Fault>;
    }
}

impl Notes for Fuse {
    passed_on! { writes:
        put_note(door: &str, key: &str, body: &str) -> Result<(), Fault>;
        drop_note(door: &str, key: &str) -> Result<bool, Fault>;
    }
    passed_on! { reads:
        note(door: &str, key: &str) -> Result<Option<String>, Fault>;
        notes(door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault>;
    }
}
