//! Open tables: folded once, cached while they are used, and caught up with the log before every use.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::clock_watch::ClockWatch;
use super::fold::{Table, opened};
use super::known::Known;
use super::limits::{BUILT_GAMES, OPEN_TABLES};
use super::lock::locked;
use super::platform::Platform;
use super::reply::TableFault;
use crate::game::{Events, Viewer};
use crate::games::Packed;
use crate::log::entry::EntryText;
use crate::log::stored::{RawEntry, StoredLine, check_raw};
use crate::log::table_event::TableOpened;
use crate::log::{self, Entry, Head, Kinds, Store, chain};
use crate::seal::Seed;

/// The tables of one game in a store.
pub struct Tables<G: Packed, S: Store + ?Sized = dyn Store> {
    store: Arc<S>,
    platform: Arc<dyn Platform>,
    kinds: Kinds,
    clock_watch: ClockWatch,
    open: Mutex<OpenTables<G>>,
    /// Games by the hash of their data pack, the latest used last.
    games: Mutex<Vec<(String, Arc<G>)>>,
}

/// A table that is folded, with its seed.
pub(super) struct Live<G: Packed> {
    pub(super) table: Arc<Table<G>>,
    pub(super) seed: Seed,
}

/// Consecutive rows of a table. Digests and chain values are checked, so the bytes are those that were stored. That
/// they are canonical was checked then; only the audit checks it again.
pub(super) struct Rows {
    pub(super) raws: Vec<RawEntry>,
    pub(super) head: Head,
}

pub(super) type Slot<G> = Arc<Mutex<Option<Live<G>>>>;

struct OpenTables<G: Packed> {
    slots: BTreeMap<String, (Slot<G>, u64)>,
    uses: u64,
}

/// The kinds of entries a log of `G` may hold.
pub fn kinds_of<G: Packed>() -> Kinds {
    G::Event::KINDS.iter().fold(Kinds::of_table_events(), |kinds, (kind, v)| kinds.with(kind, *v))
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The tables of this game in `store`.
    pub fn new(store: Arc<S>, platform: Arc<dyn Platform>) -> Tables<G, S> {
        let open = OpenTables { slots: BTreeMap::new(), uses: 0 };
        let clock_watch = ClockWatch::new(&*platform, &*store);
        Tables {
            clock_watch,
            store,
            platform,
            kinds: kinds_of::<G>(),
            open: Mutex::new(open),
            games: Mutex::new(Vec::new()),
        }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    pub(super) fn clock_watch(&self) -> &ClockWatch {
        &self.clock_watch
    }

    pub(super) fn platform(&self) -> &Arc<dyn Platform> {
        &self.platform
    }

    /// The table now, after catching up with what other processes wrote. The returned value does not change when play
    /// goes on: take it once for each request.
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

    /// The table as this process last knew it, without a read of the store: at least up to its own last command.
    ///
    /// # Errors
    /// As [`Tables::now`], if it is not cached.
    pub fn cached(&self, table: &str) -> Result<Arc<Table<G>>, TableFault> {
        let kept = locked(&self.slot(table)).as_ref().map(|live| live.table.clone());
        kept.map_or_else(|| self.now(table), Ok)
    }

    /// Reads the present table.
    ///
    /// # Errors
    /// As [`Tables::now`].
    pub fn look<T>(&self, table: &str, read: impl FnOnce(&Table<G>) -> T) -> Result<T, TableFault> {
        let now = self.now(table)?;
        self.guard(table, || Ok(read(&now)))
    }

    /// The viewer that `player` is at a table; see [`Table::viewer_of`].
    ///
    /// # Errors
    /// [`TableFault::Refused`] for a seat they do not hold; another [`TableFault`] when the table cannot be
    /// read.
    pub fn viewer_for(
        &self,
        table: &str,
        player: Option<&str>,
        wanted: Viewer,
    ) -> Result<Viewer, TableFault> {
        Ok(self.look(table, |table| table.viewer_of(player, wanted))??)
    }

    /// The number of folded tables in memory.
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
        // A thread that still has the dropped slot may use it: the store's head decides, not the slot.
        if open.slots.len() >= OPEN_TABLES {
            let oldest = open.slots.iter().min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
            oldest.and_then(|id| open.slots.remove(&id));
        }
        let slot = Slot::default();
        open.slots.insert(table.to_owned(), (slot.clone(), now));
        slot
    }

    /// Drops a table from memory; it is folded again when it is needed.
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

    /// Folds the new entries of others; `false` if the table has to be folded from its first entry.
    fn follow(&self, table: &str, live: &mut Live<G>) -> Result<bool, TableFault> {
        let Some(rows) = self.rows_after(table, &live.table.head)? else { return Ok(false) };
        let news = self.known(table, &rows)?;
        // A takeback changes what counts before it, which only a whole fold finds.
        if news.iter().any(|entry| entry.back_to().is_some()) {
            return Ok(false);
        }
        // Readers keep the value they took: it is copied if one still has it.
        Arc::make_mut(&mut live.table).advance(&news, rows.head)?;
        Ok(true)
    }

    fn load(&self, table: &str) -> Result<Live<G>, TableFault> {
        let rows = self.rows(table)?;
        let entries = self.known(table, &rows)?;
        let game = self.game_opened(table, opened(table, entries.first())?)?;
        let seed = self.store.seed(table)?;
        // Only a part of a log lacks its seed, and a part cannot be played on.
        let seed = seed.ok_or_else(|| log::Fault::ReadOnly { table: table.to_owned() })?;
        Ok(Live { table: Arc::new(Table::fold(game, table, &entries, rows.head)?), seed })
    }

    /// All rows of a table.
    pub(super) fn rows(&self, table: &str) -> Result<Rows, TableFault> {
        match self.rows_after(table, &Head::EMPTY)? {
            Some(rows) if !rows.raws.is_empty() => Ok(rows),
            _ => Err(log::Fault::NoTable { table: table.to_owned() }.into()),
        }
    }

    /// The rows after `from`; `None` when the stored log does not go through `from`.
    fn rows_after(&self, table: &str, from: &Head) -> Result<Option<Rows>, TableFault> {
        // The last known row is read once more, to see that the log still goes through it.
        let mut raws = self.store.read_raw(table, from.seq.max(1))?;
        if from.seq > 0 {
            if !raws.first().is_some_and(|raw| raw.seq == from.seq && raw.chain == from.chain) {
                return Ok(None);
            }
            raws.remove(0);
        }
        let mut head = *from;
        for raw in &raws {
            check_follows(table, &head, raw)?;
            head = Head { seq: raw.seq, chain: raw.chain };
        }
        Ok(Some(Rows { raws, head }))
    }

    /// Reads rows in the present version of their kinds.
    pub(super) fn known<'a>(
        &self,
        table: &str,
        rows: &'a Rows,
    ) -> Result<Vec<Known<'a, G::Event>>, TableFault> {
        rows.raws.iter().map(|raw| self.known_row(table, raw)).collect()
    }

    fn known_row<'a>(&self, table: &str, raw: &'a RawEntry) -> Result<Known<'a, G::Event>, TableFault> {
        let unfit = |what: String| TableFault::unfit(table, raw.seq, what);
        let text = EntryText::of(&raw.text).map_err(|error| damaged(table, raw, error.to_string()))?;
        if self.kinds.is_current(&text.kind, text.v) == Some(true) {
            return Known::stored(raw.seq, text).map_err(unfit);
        }
        let entry = self.entry(table, raw)?;
        Known::read(&entry).map(Known::into_owned).map_err(unfit)
    }

    /// The entry of a row in the present version of its kind.
    pub(super) fn entry(&self, table: &str, raw: &RawEntry) -> Result<Entry, TableFault> {
        let value: Value =
            serde_json::from_str(&raw.text).map_err(|error| damaged(table, raw, error.to_string()))?;
        let entry = Entry::from_value(value).map_err(|error| damaged(table, raw, error.to_string()))?;
        Ok(self.kinds.current(entry)?)
    }

    /// The game of a table, also of a partial one, which can only be read.
    ///
    /// # Errors
    /// [`TableFault`] when the table is not there or of another game.
    pub fn game_at(&self, table: &str) -> Result<Arc<G>, TableFault> {
        match self.store.read_line_range(table, 1..=1)?.into_iter().next() {
            Some(StoredLine::Entry(first)) => self.game_of(table, &first),
            _ => Err(log::Fault::NoTable { table: table.to_owned() }.into()),
        }
    }

    fn game_of(&self, table: &str, first: &Entry) -> Result<Arc<G>, TableFault> {
        let first = Known::<G::Event>::read(first);
        let first = first.map_err(|what| TableFault::unfit(table, 1, what))?;
        self.game_opened(table, opened(table, Some(&first))?)
    }

    /// The game a table plays, by its first entry.
    pub(super) fn game_opened(&self, table: &str, opened: &TableOpened) -> Result<Arc<G>, TableFault> {
        let TableOpened { game, pack, .. } = opened;
        if game != G::NAME {
            let found = game.clone();
            return Err(TableFault::OtherGame { table: table.to_owned(), found, wanted: G::NAME });
        }
        if let Some(built) = self.built(pack) {
            return Ok(built);
        }
        let stored = self.store.pack(pack)?;
        let stored = stored.ok_or_else(|| log::Fault::BadPack {
            hash: pack.clone(),
            what: "it is not in the store".to_owned(),
        })?;
        let content: Value = serde_json::from_str(stored.text())
            .map_err(|error| log::Fault::BadPack { hash: pack.clone(), what: error.to_string() })?;
        let game = Arc::new(G::from_pack(&content).map_err(TableFault::Pack)?);
        self.keep_built(pack.clone(), game.clone());
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

/// Checks that a row follows `before`, by its digest and its chain value.
fn check_follows(table: &str, before: &Head, raw: &RawEntry) -> Result<(), TableFault> {
    let digest = chain::digest(&raw.text);
    if raw.seq == before.seq + 1 && digest == raw.digest && chain::link(&before.chain, &digest) == raw.chain {
        return Ok(());
    }
    // The log's own check names the fault best, and handles lines of which only the digest is stored.
    match check_raw(table, before, raw)? {
        StoredLine::Sealed { .. } => Err(log::Fault::ReadOnly { table: table.to_owned() }.into()),
        StoredLine::Entry(_) => Err(damaged(table, raw, "it does not fit the entry before it".to_owned())),
    }
}

fn damaged(table: &str, raw: &RawEntry, what: String) -> TableFault {
    log::Fault::in_entry(table, raw.seq, what).into()
}
