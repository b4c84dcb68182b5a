//! Open tables: folded once, kept while they are used, and caught up with the log before every use.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::fold::Table;
use super::limits::{BUILT_GAMES, OPEN_TABLES};
use super::reply::TableFault;
use super::world::World;
use crate::game::Events;
use crate::games::Packed;
use crate::log::frame::TableOpened;
use crate::log::store::{Line, RawEntry, check_raw};
use crate::log::{self, Entry, Frame, Head, Kinds, Store, chain};
use crate::seal::Seed;

/// The tables of one game in a store.
pub struct Tables<G: Packed, S: Store + ?Sized = dyn Store> {
    store: Arc<S>,
    world: Arc<dyn World>,
    kinds: Kinds,
    open: Mutex<OpenTables<G>>,
    /// Games by the hash of their data pack, the latest used last.
    games: Mutex<Vec<(String, Arc<G>)>>,
}

/// A table that is folded, with its seed.
pub(super) struct Live<G: Packed> {
    pub(super) table: Arc<Table<G>>,
    pub(super) seed: Seed,
}

/// Entries as they are read: checked, and in the current version of their kinds.
pub(super) struct Ledger {
    pub(super) entries: Vec<Entry>,
    /// The digests of the entries as they are stored.
    pub(super) digests: Vec<[u8; 32]>,
    pub(super) head: Head,
}

pub(super) type Slot<G> = Arc<Mutex<Option<Live<G>>>>;

struct OpenTables<G: Packed> {
    slots: BTreeMap<String, (Slot<G>, u64)>,
    uses: u64,
}

/// The kinds of entries a log of `G` may hold.
pub fn kinds_of<G: Packed>() -> Kinds {
    G::Event::KINDS.iter().fold(Kinds::frame(), |kinds, (kind, v)| kinds.with(kind, *v))
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The tables of this game in `store`.
    pub fn new(store: Arc<S>, world: Arc<dyn World>) -> Tables<G, S> {
        let open = OpenTables { slots: BTreeMap::new(), uses: 0 };
        Tables { store, world, kinds: kinds_of::<G>(), open: Mutex::new(open), games: Mutex::new(Vec::new()) }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    pub(super) fn world(&self) -> &Arc<dyn World> {
        &self.world
    }

    /// A table as it is now, after catching up with what other processes wrote. What is given stays as it is, whatever
    /// is played meanwhile: whoever answers a request takes it once.
    ///
    /// # Errors
    /// [`TableFault`] when the table is not there, damaged, or of another game.
    pub fn now(&self, table: &str) -> Result<Arc<Table<G>>, TableFault> {
        self.guard(table, || {
            let slot = self.slot(table);
            let mut live = locked(&slot);
            Ok(self.caught_up(table, &mut live)?.table.clone())
        })
    }

    /// A table as this process last knew it, at least as far as its own last command: the store is not asked.
    ///
    /// # Errors
    /// As [`Tables::now`], when it is not kept.
    pub fn as_left(&self, table: &str) -> Result<Arc<Table<G>>, TableFault> {
        let kept = locked(&self.slot(table)).as_ref().map(|live| live.table.clone());
        kept.map_or_else(|| self.now(table), Ok)
    }

    /// Reads a table as it is now.
    ///
    /// # Errors
    /// As [`Tables::now`].
    pub fn look<T>(&self, table: &str, read: impl FnOnce(&Table<G>) -> T) -> Result<T, TableFault> {
        let now = self.now(table)?;
        self.guard(table, || Ok(read(&now)))
    }

    /// How many tables are kept folded.
    pub fn open_tables(&self) -> usize {
        locked(&self.open).slots.len()
    }

    pub(super) fn slot(&self, table: &str) -> Slot<G> {
        let mut open = locked(&self.open);
        open.uses += 1;
        let now = open.uses;
        if let Some((slot, used)) = open.slots.get_mut(table) {
            *used = now;
            return slot.clone();
        }
        if open.slots.len() >= OPEN_TABLES {
            let oldest = open.slots.iter().min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
            oldest.and_then(|id| open.slots.remove(&id));
        }
        let slot = Slot::default();
        open.slots.insert(table.to_owned(), (slot.clone(), now));
        slot
    }

    /// Drops what is kept of a table in memory; it is folded again when it is needed.
    pub fn forget(&self, table: &str) {
        locked(&self.open).slots.remove(table);
    }

    /// The table in this slot, folded up to the stored head.
    pub(super) fn caught_up<'a>(
        &self,
        table: &str,
        slot: &'a mut Option<Live<G>>,
    ) -> Result<&'a mut Live<G>, TableFault> {
        let stored = self.store.stored_head(table)?;
        let followed = match slot {
            Some(live) if live.table.head == stored => true,
            Some(live) => self.follow(table, live).inspect_err(|_| self.forget(table))?,
            None => false,
        };
        if !followed {
            *slot = None;
        }
        match slot {
            Some(live) => Ok(live),
            None => match self.load(table) {
                Ok(live) => Ok(slot.insert(live)),
                Err(fault) => {
                    // A table that cannot be had takes no room.
                    self.forget(table);
                    Err(fault)
                }
            },
        }
    }

    /// Folds what others wrote since; `false` when the table has to be folded from its first entry.
    fn follow(&self, table: &str, live: &mut Live<G>) -> Result<bool, TableFault> {
        let Some(news) = self.read_after(table, &live.table.head)? else { return Ok(false) };
        if news.entries.iter().any(|entry| entry.kind == "TakenBack") {
            return Ok(false);
        }
        Arc::make_mut(&mut live.table).advance(news.entries, news.head)?;
        Ok(true)
    }

    fn load(&self, table: &str) -> Result<Live<G>, TableFault> {
        let Ledger { entries, head, .. } = self.read_all(table)?;
        let game = self.game_of(table, entries.first())?;
        let seed = self.store.seed(table)?;
        let seed = seed.ok_or_else(|| log::Fault::ReadOnly { table: table.to_owned() })?;
        Ok(Live { table: Arc::new(Table::fold(game, entries, head)?), seed })
    }

    /// All entries of a table, checked and in the current version of their kinds. For this module and its folds only.
    pub(super) fn entries(&self, table: &str) -> Result<Vec<Entry>, TableFault> {
        Ok(self.read_all(table)?.entries)
    }

    /// As [`Tables::entries`], with digests and head.
    pub(super) fn read_all(&self, table: &str) -> Result<Ledger, TableFault> {
        match self.read_after(table, &Head::EMPTY)? {
            Some(ledger) if !ledger.entries.is_empty() => Ok(ledger),
            _ => Err(log::Fault::NoTable { table: table.to_owned() }.into()),
        }
    }

    /// The entries after `from` and the head they lead to; `None` when the stored log does not go through `from`.
    fn read_after(&self, table: &str, from: &Head) -> Result<Option<Ledger>, TableFault> {
        let mut raws = self.store.read_raw(table, from.seq.max(1))?.into_iter();
        if from.seq > 0 && !raws.next().is_some_and(|raw| raw.seq == from.seq && raw.chain == from.chain) {
            return Ok(None);
        }
        let mut ledger = Ledger { entries: Vec::new(), digests: Vec::new(), head: *from };
        for raw in raws {
            let entry = stored_entry(table, &ledger.head, &raw)?;
            ledger.entries.push(self.kinds.current(entry)?);
            ledger.digests.push(raw.digest);
            ledger.head = Head { seq: raw.seq, chain: raw.chain };
        }
        Ok(Some(ledger))
    }

    /// The game of a table, also of one that can only be read.
    ///
    /// # Errors
    /// [`TableFault`] when the table is not there or of another game.
    pub fn game_at(&self, table: &str) -> Result<Arc<G>, TableFault> {
        match self.store.read_line_range(table, 1..=1)?.into_iter().next() {
            Some(Line::Entry(first)) => self.game_of(table, Some(&first)),
            _ => Err(log::Fault::NoTable { table: table.to_owned() }.into()),
        }
    }

    /// The game a table plays, by its first entry.
    pub(super) fn game_of(&self, table: &str, first: Option<&Entry>) -> Result<Arc<G>, TableFault> {
        let fault = |what: String| TableFault::Entry { table: table.to_owned(), seq: 1, what };
        let frame = first.map(Entry::frame).transpose().map_err(|error| fault(error.to_string()))?;
        let Some(Some(Frame::TableOpened(TableOpened { game, pack, .. }))) = frame else {
            return Err(fault("the first entry of a table is TableOpened".to_owned()));
        };
        if game != G::NAME {
            return Err(TableFault::OtherGame { table: table.to_owned(), found: game, wanted: G::NAME });
        }
        if let Some(built) = self.built(&pack) {
            return Ok(built);
        }
        let stored = self.store.pack(&pack)?;
        let stored = stored.ok_or_else(|| log::Fault::BadPack {
            hash: pack.clone(),
            what: "it is not in the store".to_owned(),
        })?;
        let content: Value = serde_json::from_str(stored.text())
            .map_err(|error| log::Fault::BadPack { hash: pack.clone(), what: error.to_string() })?;
        let game = Arc::new(G::from_pack(&content)?);
        self.keep_built(pack, game.clone());
        Ok(game)
    }

    fn built(&self, pack: &str) -> Option<Arc<G>> {
        let mut games = locked(&self.games);
        let at = games.iter().position(|(hash, _)| hash == pack)?;
        let found = games.remove(at);
        games.push(found.clone());
        Some(found.1)
    }

    pub(super) fn keep_built(&self, pack: String, game: Arc<G>) {
        let mut games = locked(&self.games);
        games.retain(|(hash, _)| *hash != pack);
        if games.len() >= BUILT_GAMES {
            games.remove(0);
        }
        games.push((pack, game));
    }
}

/// The entry of a stored row that follows `before`. Its digest and its chain value are checked, so its bytes are those
/// that were stored; they were canonical then, and writing them out again to see that is left to the audit.
fn stored_entry(table: &str, before: &Head, raw: &RawEntry) -> Result<Entry, TableFault> {
    let damaged = |what: String| {
        let place = format!("entry {}", raw.seq);
        TableFault::Log(log::Fault::Damaged { table: table.to_owned(), place, what })
    };
    let digest = chain::digest(&raw.text);
    if raw.seq != before.seq + 1 || digest != raw.digest || chain::link(&before.chain, &digest) != raw.chain {
        // The log says best what does not fit, and knows the lines of which only the digest is stored.
        return match check_raw(table, before, raw)? {
            Line::Sealed { .. } => Err(log::Fault::ReadOnly { table: table.to_owned() }.into()),
            Line::Entry(_) => Err(damaged("it does not fit the entry before it".to_owned())),
        };
    }
    let value: Value = serde_json::from_str(&raw.text).map_err(|error| damaged(error.to_string()))?;
    Entry::from_value(value).map_err(|error| damaged(error.to_string()))
}

/// Whatever a panic left behind is thrown away by [`Tables::forget`]; the lock itself stays good.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
