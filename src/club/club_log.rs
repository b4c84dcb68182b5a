//! The club's log: what every table was at moments that everyone may see, in one list that only grows, under checkpoints that this
//! server signs. `docs/club-log.md` says what that proves.
//!
//! Leaves are made at checkpoints from the tables' logs, never with an order, so that an order costs nothing more. An entry that
//! not everyone may see makes no leaf, nor does an answer of the witness of the dice, which follows a sealed order too: an answer to a
//! sealed order does not show.

use std::sync::Arc;

use super::{Club, ClubError};
use crate::log::club_log::{NewLeaf, StoredCheckpoint, UnloggedTable};
use crate::log::stored::StoredLine;
use crate::log::{EntryAudience, Fault, Head, Store};
use crate::reason::Reason;
use crate::table::platform::stamp;
pub use crate::transparency::checkpoint::Checkpoint;
pub use crate::transparency::inclusion_file::LeafProof;
use crate::transparency::leaf::{LeafMoment, TableLeaf};
use crate::transparency::merkle::{Frontier, TreeHash, leaf_hash};
pub use crate::transparency::note::{LogSigner, VerifierKey};
use crate::words::english;

/// The channel of the lease under which checkpoints are signed.
pub const CLUB_LOG: &str = "club-log";
/// The key of the note with the last cosigned checkpoint.
const COSIGNED: &str = "cosigned";
/// Leaves of one part of the list, as it is shown.
pub const LEAVES_OF_A_PART: u64 = 1000;
/// Leaves read at once.
const LEAVES_AT_ONCE: u64 = 8192;
/// Entries of a table read at first: at most tables one of the last is public.
const ENTRIES_AT_FIRST: u64 = 4;
/// Entries of a table read at once after that.
const ENTRIES_AT_ONCE: u64 = 64;
/// Most tables that get leaves at one checkpoint; the others get them at the next.
const TABLES_AT_ONCE: usize = 10_000;
/// The kind of the last entry of a table that is closed.
const CLOSED: &str = "SeedRevealed";
/// The kinds of entries that make no leaf though everyone may see them: they come with sealed orders too.
const WITH_SEALED_ORDERS: [&str; 2] = ["DiceWitnessed", "DiceAbandoned"];

/// Read access to the club's log.
#[derive(Clone, Copy)]
pub struct PublicLog<'a> {
    store: &'a dyn Store,
}

impl<'a> PublicLog<'a> {
    /// The club's log in a store.
    pub fn new(store: &'a dyn Store) -> PublicLog<'a> {
        PublicLog { store }
    }

    /// The last checkpoint, with the cosignatures that it has.
    ///
    /// # Errors
    /// A store that cannot be read, or that holds something else.
    pub fn checkpoint(&self) -> Result<Option<Checkpoint>, ClubError> {
        let Some(stored) = self.store.last_checkpoint()? else { return Ok(None) };
        let stored = Checkpoint::read(&stored.note).map_err(failed)?;
        let cosigned = self.cosigned()?.filter(|cosigned| cosigned.note().text() == stored.note().text());
        Ok(Some(cosigned.unwrap_or(stored)))
    }

    /// The last checkpoint that a witness cosigned, as it was kept.
    fn cosigned(&self) -> Result<Option<Checkpoint>, ClubError> {
        let note = self.store.note(CLUB_LOG, COSIGNED)?;
        // A note beside the log, which anything may have been written to.
        Ok(note.and_then(|note| Checkpoint::read(&note).ok()))
    }

    /// A part of the list, a leaf a line, counted from 0; `None` past its end.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn part(&self, part: u64) -> Result<Option<String>, ClubError> {
        let Some(from) = part.checked_mul(LEAVES_OF_A_PART) else { return Ok(None) };
        let leaves = self.store.leaves(from..from.saturating_add(LEAVES_OF_A_PART))?;
        let lines = leaves.into_iter().map(|leaf| leaf + "\n").collect::<String>();
        Ok(Some(lines).filter(|lines| !lines.is_empty()))
    }

    /// Proofs that the opening of a table, and the last of its heads in the club's log, are under the last checkpoint.
    ///
    /// # Errors
    /// A store that cannot be read, or that holds something else.
    pub fn proofs(&self, table: &str) -> Result<Vec<LeafProof>, ClubError> {
        let Some(checkpoint) = self.checkpoint()? else { return Ok(Vec::new()) };
        let leaves = self.store.leaves_of(table)?;
        let (first, last) = (leaves.first(), leaves.last().filter(|_| leaves.len() > 1));
        if first.is_none() {
            return Ok(Vec::new());
        }
        let hashes = hashes_under(self.store, &checkpoint)?;
        let proof = |(place, text): &(u64, String)| {
            let leaf = TableLeaf::read(text).map_err(failed)?;
            LeafProof::new(leaf, *place, &hashes, checkpoint.clone())
                .ok_or_else(|| failed(Reason::of("club-log-shrunk").with("found", hashes.len())))
        };
        first.into_iter().chain(last).map(proof).collect()
    }
}

fn failed(why: Reason) -> ClubError {
    ClubError::failed(english(&why))
}

/// The hashes of all leaves under a checkpoint.
fn hashes_under(store: &dyn Store, checkpoint: &Checkpoint) -> Result<Vec<TreeHash>, ClubError> {
    let mut hashes = Vec::new();
    each_leaf(store, 0..checkpoint.size, |leaf| {
        hashes.push(leaf_hash(leaf.as_bytes()));
        Ok(())
    })?;
    Ok(hashes)
}

/// Calls `each` with the leaves at these places, all of which must be there.
fn each_leaf(
    store: &dyn Store,
    places: std::ops::Range<u64>,
    mut each: impl FnMut(&str) -> Result<(), ClubError>,
) -> Result<(), ClubError> {
    let mut at = places.start;
    while at < places.end {
        let leaves = store.leaves(at..places.end.min(at + LEAVES_AT_ONCE))?;
        if leaves.is_empty() {
            return Err(failed(Reason::of("club-log-shrunk").with("found", at)));
        }
        for leaf in &leaves {
            each(leaf)?;
        }
        at += leaves.len() as u64;
    }
    Ok(())
}

/// Signs checkpoints of the club's log. Of all processes that share a store, one does at a time.
pub struct Checkpointer {
    club: Arc<Club>,
    signer: LogSigner,
    /// The id of an earlier key in whose place this one comes.
    replaces: Option<[u8; 4]>,
    /// The last checkpoint that this server signed, as it knows by itself.
    signed: Option<Checkpoint>,
    tree: Frontier,
}

impl Checkpointer {
    /// Signs with this key; `signed` is the last checkpoint that it signed, as remembered beside it.
    pub fn new(
        club: Arc<Club>,
        signer: LogSigner,
        replaces: Option<[u8; 4]>,
        signed: Option<Checkpoint>,
    ) -> Checkpointer {
        Checkpointer { club, signer, replaces, signed, tree: Frontier::default() }
    }

    /// Adds what is new at the tables, and signs a checkpoint over it. `None` if nothing is new, or another process does it.
    ///
    /// # Errors
    /// A store that cannot be read or written; a list that went back behind a signed checkpoint, which is not signed over.
    pub fn sign_next(&mut self) -> Result<Option<Checkpoint>, ClubError> {
        if !self.club.leases().take(CLUB_LOG)? {
            return Ok(None);
        }
        let last = match self.follow() {
            Ok(last) => last,
            Err(trouble) => {
                // What was wrong may be put right while this process runs.
                self.tree = Frontier::default();
                return Err(trouble);
            }
        };
        let (leaves, mut tree) = (self.new_leaves()?, self.tree.clone());
        if leaves.is_empty() && last.is_some() {
            return Ok(None);
        }
        leaves.iter().for_each(|leaf| tree.push(leaf_hash(leaf.text.as_bytes())));
        let checkpoint = Checkpoint::sign(&self.signer, tree.size(), tree.root());
        let at = stamp(&*self.club.platform);
        let stored = StoredCheckpoint { size: checkpoint.size, at, note: checkpoint.note().to_string() };
        if !self.club.store.extend_club_log(self.tree.size(), leaves, stored)? {
            return Ok(None);
        }
        self.tree = tree;
        self.signed = Some(checkpoint.clone());
        Ok(Some(checkpoint))
    }

    /// The last checkpoint, if this server signs them.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn last_of_this_server(&self) -> Result<Option<Checkpoint>, ClubError> {
        if !self.club.leases().take(CLUB_LOG)? {
            return Ok(None);
        }
        let last = PublicLog::new(&*self.club.store).checkpoint()?;
        Ok(last.filter(|last| last.verify(self.signer.verifier()).is_ok()))
    }

    /// The last checkpoint that a witness cosigned.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn cosigned(&self) -> Result<Option<Checkpoint>, ClubError> {
        PublicLog::new(&*self.club.store).cosigned()
    }

    /// Keeps a checkpoint with cosignatures, beside the one that was signed.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn keep_cosigned(&self, checkpoint: &Checkpoint) -> Result<(), ClubError> {
        Ok(self.club.store.put_note(CLUB_LOG, COSIGNED, &checkpoint.note().to_string())?)
    }

    /// The hashes of all leaves under a checkpoint, for requests to witnesses.
    ///
    /// # Errors
    /// A store that cannot be read, or has fewer leaves.
    pub fn leaf_hashes(&self, checkpoint: &Checkpoint) -> Result<Vec<TreeHash>, ClubError> {
        hashes_under(&*self.club.store, checkpoint)
    }

    /// Gives back the lease.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn leave(&self) -> Result<(), ClubError> {
        self.club.leases().release(CLUB_LOG)
    }

    /// The clock of the club, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.club.now()
    }

    /// Brings the tree up to the last stored checkpoint, and checks that it extends everything that was signed.
    fn follow(&mut self) -> Result<Option<Checkpoint>, ClubError> {
        let store = &*self.club.store;
        let last = PublicLog::new(store).checkpoint()?;
        if let Some(last) = &last
            && let Err(why) = last.verify(self.signer.verifier())
            && !last.note().signers().any(|(_, id)| Some(id) == self.replaces)
        {
            let id = last.note().signers().map(|(_, id)| hex::encode(id)).next().unwrap_or_default();
            return Err(failed(Reason::of("club-log-key-changed").with("why", why).quoting("id", id)));
        }
        let size = last.as_ref().map_or(0, |last| last.size);
        let went_back = |signed: u64| {
            failed(Reason::of("club-log-store-went-back").with("signed", signed).with("found", size))
        };
        if self.tree.size() > size {
            return Err(went_back(self.tree.size()));
        }
        let signed = self.signed.as_ref();
        if let Some(signed) = signed.filter(|signed| signed.size > size) {
            return Err(went_back(signed.size));
        }
        let (tree, is_other) = (&mut self.tree, |tree: &Frontier| {
            signed.is_some_and(|signed| signed.size == tree.size() && signed.root != tree.root())
        });
        each_leaf(store, tree.size()..size, |leaf| {
            tree.push(leaf_hash(leaf.as_bytes()));
            match is_other(tree) {
                true => Err(failed(Reason::of("club-log-store-differs").with("size", tree.size()))),
                false => Ok(()),
            }
        })?;
        match last.as_ref().is_some_and(|last| last.root != self.tree.root()) {
            true => Err(failed(Reason::of("club-log-store-differs").with("size", size))),
            false => Ok(last),
        }
    }

    fn new_leaves(&self) -> Result<Vec<NewLeaf>, ClubError> {
        let store = &*self.club.store;
        let mut leaves = Vec::new();
        for unlogged in store.unlogged_tables()?.into_iter().take(TABLES_AT_ONCE) {
            let table = unlogged.table.clone();
            match leaves_of(store, unlogged) {
                Ok(found) => leaves.extend(found),
                // A table that cannot be read holds up no other.
                Err(trouble) => tracing::error!(table, %trouble, "a table gets no leaf in the club's log"),
            }
        }
        Ok(leaves)
    }
}

/// The new leaves of a table.
fn leaves_of(store: &dyn Store, unlogged: UnloggedTable) -> Result<Vec<NewLeaf>, ClubError> {
    let UnloggedTable { table, last } = unlogged;
    let last = last.map(|text| TableLeaf::read(&text).map_err(failed)).transpose()?;
    let chain_at = |seq: u64| -> Result<TreeHash, ClubError> {
        store.chain_at(&table, seq)?.ok_or_else(|| Fault::NoTable { table: table.clone() }.into())
    };
    let opening = chain_at(1)?;
    let mut found = Vec::new();
    match &last {
        None => found.push(TableLeaf { moment: LeafMoment::Opened, opening, seq: 1, chain: opening }),
        Some(last) if last.opening == opening && chain_at(last.seq)? == last.chain => {}
        Some(last) => {
            let other = Reason::of("club-log-other-history").quoting("table", &table);
            return Err(failed(other.with("seq", last.seq)));
        }
    }
    if let Some((Head { seq, chain }, is_closed)) =
        last_public(store, &table, last.map_or(1, |last| last.seq))?
    {
        let moment = if is_closed { LeafMoment::Closed } else { LeafMoment::Head };
        found.push(TableLeaf { moment, opening, seq, chain });
    }
    let new = |leaf: TableLeaf| NewLeaf { table: table.clone(), seq: leaf.seq, text: leaf.to_string() };
    Ok(found.into_iter().map(new).collect())
}

/// The head at the last entry after this one that makes a leaf, and whether it ends the log.
fn last_public(store: &dyn Store, table: &str, after: u64) -> Result<Option<(Head, bool)>, ClubError> {
    let (mut to, mut at_once) = (store.stored_head(table)?.seq, ENTRIES_AT_FIRST);
    while to > after {
        let from = to.saturating_sub(at_once - 1).max(after + 1);
        for raw in store.read_raw_range(table, from..=to)?.into_iter().rev() {
            let line = StoredLine::parse(&raw.text).map_err(ClubError::failed)?;
            if let (_, StoredLine::Entry(entry)) = line
                && entry.audience == EntryAudience::Everyone
                && !WITH_SEALED_ORDERS.contains(&&*entry.kind)
            {
                return Ok(Some((Head { seq: raw.seq, chain: raw.chain }, entry.kind == CLOSED)));
            }
        }
        (to, at_once) = (from - 1, ENTRIES_AT_ONCE);
    }
    Ok(None)
}
