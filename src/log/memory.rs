//! A store in memory: for tests, rehearsals and proofs. It forgets everything when it is dropped.

mod club_log;
mod outbox;
mod receipts;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::alarms::{Alarm, Alarms};
use super::chain::Head;
use super::entry::EntryText;
use super::fault::{AppendError, Fault};
use super::notes::{self, Notes};
use super::prepare::ImportedTable;
use super::prepare::{self, Prepared, Row};
use super::receipts::StoredReceipt;
use super::settings::{self, Settings, TableSettings};
use super::store::{CARD_KINDS, Store};
use super::stored::{Append, Appended, Notice, RawEntry, StoredAnswer, StoredPack, TableSummary};
use super::visibility::LogViewer;
use crate::seal::Seed;
use club_log::StoredLog;
use outbox::Post;

/// Stands in the last entry of a closed table, and in no other: within a text the quotation marks would be escaped.
const CLOSED: &str = r#""kind":"SeedRevealed""#;

/// A store in memory. Clones share the data.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    shelf: Arc<Mutex<Shelf>>,
    reads: Arc<Reads>,
}

#[derive(Debug, Default)]
struct Reads {
    heads: AtomicU64,
    entries: AtomicU64,
    notes: AtomicU64,
}

#[derive(Debug, Default)]
struct Shelf {
    tables: BTreeMap<String, Table>,
    packs: BTreeMap<String, StoredPack>,
    answers: BTreeMap<String, KeptAnswer>,
    post: Post,
    notes: BTreeMap<(String, String), String>,
    club_log: StoredLog,
    /// Each by its table and its digest.
    receipts: BTreeMap<(String, String), StoredReceipt>,
    settings: BTreeMap<String, TableSettings>,
    /// Each with the head it was set for, and when it is.
    alarms: BTreeMap<String, (u64, String)>,
}

#[derive(Debug)]
struct Table {
    /// The number of tables that were there before it.
    number: usize,
    pack: String,
    seed: Option<Seed>,
    partial: Option<LogViewer>,
    raws: Vec<RawEntry>,
    /// The players who ever took a seat or had one kept.
    players: BTreeSet<String>,
}

#[derive(Debug)]
struct KeptAnswer {
    answer: StoredAnswer,
    stored: bool,
}

impl MemoryStore {
    /// Counts of reads so far: heads of tables, entries, and notes.
    pub fn reads(&self) -> [u64; 3] {
        let Reads { heads, entries, notes } = &*self.reads;
        [heads, entries, notes].map(|count| count.load(Ordering::Relaxed))
    }

    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // Every change below happens after all its checks, so the shelf is consistent even after a panic.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn extend(&mut self, rows: Vec<Row>) {
        for Row { raw, index } in rows {
            self.players.extend(index.and_then(|index| index.player));
            self.raws.push(raw);
        }
    }

    fn head(&self) -> Head {
        self.raws.last().map_or(Head::EMPTY, |raw| Head { seq: raw.seq, chain: raw.chain })
    }

    /// A view has no seed, and is as little open as a closed table.
    fn is_open(&self) -> bool {
        self.seed.is_some() && self.raws.last().is_some_and(|raw| !raw.text.contains(CLOSED))
    }

    fn summary(&self, table: &str) -> TableSummary {
        TableSummary {
            table: table.to_owned(),
            head: self.head(),
            pack: self.pack.clone(),
            partial: self.partial.clone(),
            archived: None,
        }
    }
}

impl Shelf {
    /// The stored answer under a key, if there is one.
    fn first_answer(&self, answer: &StoredAnswer) -> Result<Option<StoredAnswer>, AppendError> {
        match self.answers.get(&answer.key) {
            None => Ok(None),
            Some(kept) if kept.answer.content_hash == answer.content_hash => Ok(Some(kept.answer.clone())),
            Some(_) => Err(AppendError::KeyReused { key: answer.key.clone() }),
        }
    }

    fn check(&self, prepared: &Prepared) -> Result<(), AppendError> {
        let table = self.tables.get(&prepared.table);
        let head = table.map_or(Head::EMPTY, Table::head);
        if table.is_some_and(|table| table.partial.is_some()) {
            return Err(Fault::ReadOnly { table: prepared.table.clone() }.into());
        }
        if head != prepared.expected {
            return Err(AppendError::Conflict { head });
        }
        let opened = prepared.opening.as_ref().map(|opening| &opening.seed);
        if let Some(seed) = opened.or(table.and_then(|table| table.seed.as_ref())) {
            prepare::check_seals(&prepared.table, &prepared.rows, seed)?;
        }
        match &prepared.opening {
            Some(opening) if opening.pack.is_none() && !self.packs.contains_key(&opening.pack_hash) => {
                Err(Fault::BadPack {
                    hash: opening.pack_hash.clone(),
                    what: "it is not stored here and was not given with the table that names it".to_owned(),
                }
                .into())
            }
            _ => Ok(()),
        }
    }

    fn store(&mut self, prepared: Prepared) {
        let Prepared { table, rows, opening, answer, notices, receipt, .. } = prepared;
        if let Some(opening) = opening {
            if let Some(pack) = opening.pack {
                self.packs.insert(opening.pack_hash.clone(), pack);
            }
            let new = Table {
                number: self.tables.len(),
                pack: opening.pack_hash,
                seed: Some(opening.seed),
                partial: None,
                raws: Vec::new(),
                players: BTreeSet::new(),
            };
            self.tables.insert(table.clone(), new);
        }
        self.ring(&table, &rows);
        if let Some(stored) = self.tables.get_mut(&table) {
            stored.extend(rows);
        }
        notices.into_iter().for_each(|notice| self.post.add(&table, notice));
        if let Some(receipt) = receipt {
            self.receipts.insert((table, receipt.digest.clone()), receipt);
        }
        if let Some(answer) = answer {
            self.answers.insert(answer.key.clone(), KeptAnswer { answer, stored: true });
        }
    }
}

impl Shelf {
    /// Sets the alarm of a table to which rows are added, or takes it away where they end it.
    fn ring(&mut self, table: &str, rows: &[Row]) {
        match (prepare::rings_at(rows), rows.last()) {
            (Some(at), Some(last)) => {
                self.alarms.insert(table.to_owned(), (last.raw.seq, at.to_owned()));
            }
            _ => drop(self.alarms.remove(table)),
        }
    }
}

impl Alarms for MemoryStore {
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<Alarm>, Fault> {
        let shelf = self.shelf();
        let mut due: Vec<_> = shelf.alarms.iter().filter(|(_, (_, at))| at.as_str() <= now).collect();
        due.sort_by_key(|(_, (_, at))| at);
        let alarm = |(table, (seq, at)): (&String, &(u64, String))| Alarm {
            table: table.clone(),
            seq: *seq,
            at: at.clone(),
        };
        Ok(due.into_iter().take(limit).map(alarm).collect())
    }

    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault> {
        let mut shelf = self.shelf();
        for (Alarm { table, seq, at }, next) in looked_at {
            if shelf.alarms.get(&table) == Some(&(seq, at)) {
                match next {
                    Some(next) => drop(shelf.alarms.insert(table, (seq, next))),
                    None => drop(shelf.alarms.remove(&table)),
                }
            }
        }
        Ok(())
    }

    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault> {
        let tables = self.tables_of_player(player)?;
        let mut shelf = self.shelf();
        for table in tables {
            let stored = shelf.tables.get(&table).filter(|stored| stored.is_open());
            if let Some(head) = stored.map(Table::head) {
                shelf.alarms.insert(table, (head.seq, at.to_owned()));
            }
        }
        Ok(())
    }

    fn wake_all(&self, at: &str) -> Result<(), Fault> {
        self.shelf().alarms.values_mut().for_each(|(_, set)| at.clone_into(set));
        Ok(())
    }

    fn remind(
        &self,
        table: &str,
        seq: u64,
        seat: &str,
        (why, formerly): (&str, Option<&str>),
    ) -> Result<bool, Fault> {
        let mut shelf = self.shelf();
        let named = |why: &str| Notice { seq, seat: seat.to_owned(), why: why.to_owned() };
        let known = [Some(why), formerly].into_iter().flatten().any(|why| shelf.post.has(table, &named(why)));
        let (new, notice) = (shelf.tables.contains_key(table) && !known, named(why));
        if new {
            shelf.post.add(table, notice);
        }
        Ok(new)
    }
}

impl Store for MemoryStore {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let prepared = prepare::prepare(append)?;
        let mut shelf = self.shelf();
        // The answer before the head: a repeated order is answered although the log has gone on.
        if let Some(answer) = &prepared.answer
            && let Some(first) = shelf.first_answer(answer)?
        {
            return Ok(Appended::Repeated(first));
        }
        shelf.check(&prepared)?;
        let head = prepared.head;
        shelf.store(prepared);
        Ok(Appended::Stored(head))
    }

    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault> {
        let mut shelf = self.shelf();
        if shelf.tables.contains_key(&imported.table) {
            return Err(Fault::TableExists { table: imported.table });
        }
        let ImportedTable { table, pack, seed, partial, rows, head } = imported;
        let (raws, players) = (Vec::new(), BTreeSet::new());
        // A view cannot be played, so no time passes in it.
        if partial.is_none() {
            shelf.ring(&table, &rows);
        }
        let number = shelf.tables.len();
        let mut stored = Table { number, pack: pack.hash().to_owned(), seed, partial, raws, players };
        stored.extend(rows);
        shelf.tables.insert(table, stored);
        shelf.packs.insert(pack.hash().to_owned(), pack);
        Ok(head)
    }

    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
        let shelf = self.shelf();
        let Some(table) = shelf.tables.get(table) else { return Ok(Vec::new()) };
        let raws: Vec<RawEntry> = table.raws.iter().filter(|raw| range.contains(&raw.seq)).cloned().collect();
        self.reads.entries.fetch_add(raws.len() as u64, Ordering::Relaxed);
        Ok(raws)
    }

    fn card_entries(&self, table: &str) -> Result<Vec<RawEntry>, Fault> {
        let shelf = self.shelf();
        let is_of_card =
            |raw: &&RawEntry| EntryText::of(&raw.text).is_ok_and(|text| CARD_KINDS.contains(&&*text.kind));
        let raws = shelf.tables.get(table).map_or(&[][..], |table| &table.raws);
        let raws: Vec<RawEntry> = raws.iter().filter(is_of_card).cloned().collect();
        self.reads.entries.fetch_add(raws.len() as u64, Ordering::Relaxed);
        Ok(raws)
    }

    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
        let shelf = self.shelf();
        let raw = shelf.tables.get(table).and_then(|table| table.raws.iter().find(|raw| raw.seq == seq));
        Ok(raw.map(|raw| raw.chain))
    }

    fn stored_head(&self, table: &str) -> Result<Head, Fault> {
        self.reads.heads.fetch_add(1, Ordering::Relaxed);
        Ok(self.shelf().tables.get(table).map_or(Head::EMPTY, |stored| stored.head()))
    }

    fn tables(&self) -> Result<Vec<TableSummary>, Fault> {
        Ok(self.shelf().tables.iter().map(|(name, table)| table.summary(name)).collect())
    }

    fn count_open_tables(&self) -> Result<u64, Fault> {
        Ok(self.shelf().tables.values().filter(|table| table.is_open()).count() as u64)
    }

    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault> {
        Ok(self.shelf().tables.get(table).map(|stored| stored.summary(table)))
    }

    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault> {
        let shelf = self.shelf();
        let ids: Vec<&str> =
            [player].into_iter().chain(shelf.post.aliases_of(player).map(|(id, _)| id)).collect();
        let concerns = |table: &Table| ids.iter().any(|id| table.players.contains(*id));
        let theirs = shelf.tables.iter().filter(|(_, table)| concerns(table));
        Ok(theirs.map(|(name, _)| name.clone()).collect())
    }

    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault> {
        Ok(self.shelf().tables.get(table).and_then(|table| table.seed.clone()))
    }

    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault> {
        Ok(self.shelf().packs.get(hash).cloned())
    }

    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault> {
        Ok(self.shelf().answers.get(key).map(|kept| kept.answer.clone()))
    }

    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError> {
        prepare::check_answer(&answer)?;
        let mut shelf = self.shelf();
        if let Some(first) = shelf.first_answer(&answer)? {
            return Ok(first);
        }
        shelf.answers.insert(answer.key.clone(), KeptAnswer { answer: answer.clone(), stored: false });
        Ok(answer)
    }

    fn prune_answers(&self, before: &str) -> Result<usize, Fault> {
        let mut shelf = self.shelf();
        let count = shelf.answers.len();
        // A stored order that comes again is known by its answer, however late it comes.
        shelf.answers.retain(|_, kept| kept.stored || kept.answer.at.as_str() >= before);
        Ok(count - shelf.answers.len())
    }
}

impl Settings for MemoryStore {
    fn settings(&self, table: &str) -> Result<Option<TableSettings>, Fault> {
        Ok(self.shelf().settings.get(table).cloned())
    }

    fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, Fault> {
        Ok(self.shelf().settings.clone())
    }

    fn put_settings(&self, table: &str, mut settings: TableSettings) -> Result<(), Fault> {
        settings::check(&settings)?;
        let mut shelf = self.shelf();
        if !shelf.tables.contains_key(table) {
            return Err(Fault::NoTable { table: table.to_owned() });
        }
        settings.begun |= shelf.settings.get(table).is_some_and(|before| before.begun);
        shelf.settings.insert(table.to_owned(), settings);
        Ok(())
    }
}

impl Notes for MemoryStore {
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault> {
        notes::check(door, key, body)?;
        self.shelf().notes.insert((door.to_owned(), key.to_owned()), body.to_owned());
        Ok(())
    }

    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault> {
        self.reads.notes.fetch_add(1, Ordering::Relaxed);
        Ok(self.shelf().notes.get(&(door.to_owned(), key.to_owned())).cloned())
    }

    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        let shelf = self.shelf();
        let from = shelf.notes.range((door.to_owned(), prefix.to_owned())..);
        // The keys are sorted, so those with the prefix are neighbours.
        let theirs = from.take_while(|((owner, key), _)| owner == door && key.starts_with(prefix));
        let notes: Vec<_> = theirs.map(|((_, key), body)| (key.clone(), body.clone())).collect();
        self.reads.notes.fetch_add(notes.len() as u64, Ordering::Relaxed);
        Ok(notes)
    }

    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault> {
        Ok(self.shelf().notes.remove(&(door.to_owned(), key.to_owned())).is_some())
    }
}
