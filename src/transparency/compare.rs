//! Compares two checkpoints of a log, lists of its leaves and the logs of tables, and names what does not fit.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use serde::Serialize;

use super::checkpoint::Checkpoint;
use super::inclusion_file::LeafProof;
use super::leaf::{LeafMoment, TableLeaf};
use super::merkle::{Frontier, TreeHash};
use super::note::VerifierKey;
use crate::reason::Reason;

/// Most bytes of a list of leaves that is read.
pub const LIST_BYTES: usize = 512 * 1024 * 1024;
/// Most findings of one kind, so that a foreign list does not fill a screen.
const MOST_ALIKE: usize = 20;
/// Digits of an opening by which a table is named.
const NAME_DIGITS: usize = 16;

/// What was found of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LogVerdict {
    /// It holds.
    Holds,
    /// It cannot be checked with what was given.
    Unchecked,
    /// It does not hold.
    Fails,
}

/// Findings, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFindings(pub Vec<(LogVerdict, Reason)>);

impl LogFindings {
    /// Adds a finding.
    pub fn add(&mut self, verdict: LogVerdict, reason: Reason) {
        self.0.push((verdict, reason));
    }

    /// Adds a check that holds or fails.
    pub fn check(&mut self, checked: Result<(), Reason>, holds: Reason) {
        match checked {
            Ok(()) => self.add(LogVerdict::Holds, holds),
            Err(why) => self.add(LogVerdict::Fails, why),
        }
    }

    /// Counts the cosignatures of a checkpoint that these witnesses gave, and names those who gave none.
    fn count_cosignatures(&mut self, checkpoint: &Checkpoint, witnesses: &[VerifierKey]) {
        let about = |key| Reason::of(key).quoting("checkpoint", checkpoint.short());
        let note = checkpoint.note();
        let mut times = Vec::new();
        for witness in witnesses {
            match note.verify(witness) {
                Ok(time) => times.push(time.unwrap_or_default()),
                Err(why) => {
                    let is_named = note.signers().any(|signer| signer == (witness.name(), witness.id()));
                    // A line in the witness's name that does not hold was forged; a missing one says nothing.
                    let verdict = if is_named { LogVerdict::Fails } else { LogVerdict::Unchecked };
                    self.add(
                        verdict,
                        about("club-log-not-cosigned").quoting("witness", witness.name()).with("why", why),
                    );
                }
            }
        }
        if let Some(first) = times.iter().min() {
            let counted = about("club-log-cosigned").with("count", times.len()).with("all", witnesses.len());
            self.add(LogVerdict::Holds, counted.quoting("time", day_of(*first)));
        }
    }

    /// The worst verdict; that it holds, if there is none.
    pub fn worst(&self) -> LogVerdict {
        self.0.iter().map(|(verdict, _)| *verdict).max().unwrap_or(LogVerdict::Holds)
    }
}

/// A time in seconds since 1970, as people read it.
fn day_of(time: u64) -> String {
    let moment = i64::try_from(time).ok().and_then(|time| DateTime::from_timestamp(time, 0));
    moment.map_or_else(|| time.to_string(), |moment| moment.format("%Y-%m-%d %H:%M UTC").to_string())
}

/// A list of a log's leaves, from the first on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafList {
    leaves: Vec<TableLeaf>,
}

impl LeafList {
    /// Reads a list, one leaf a line.
    ///
    /// # Errors
    /// The first line that is no leaf, or a list that is too long.
    pub fn read(text: &str) -> Result<LeafList, Reason> {
        if text.len() > LIST_BYTES {
            return Err(Reason::of("club-log-list-long").with("most", LIST_BYTES));
        }
        let read = |(at, line): (usize, &str)| {
            TableLeaf::read(line)
                .map_err(|why| Reason::of("club-log-line").with("line", at + 1).with("why", why))
        };
        Ok(LeafList { leaves: text.lines().enumerate().map(read).collect::<Result<_, _>>()? })
    }

    fn is_of(&self, checkpoint: &Checkpoint) -> bool {
        let size = usize::try_from(checkpoint.size).unwrap_or(usize::MAX);
        let Some(leaves) = self.leaves.get(..size) else { return false };
        let mut tree = Frontier::default();
        leaves.iter().for_each(|leaf| tree.push(leaf.hash()));
        tree.root() == checkpoint.root
    }

    /// The leaves of a checkpoint's tree.
    fn of(&self, checkpoint: &Checkpoint) -> &[TableLeaf] {
        let size = usize::try_from(checkpoint.size).unwrap_or(usize::MAX);
        self.leaves.get(..size).unwrap_or(&self.leaves)
    }
}

/// The log of a table, as far as its lines are sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChain {
    /// The name of the table.
    pub table: String,
    /// The chain values of its entries, from the first on.
    pub chains: Vec<TreeHash>,
}

impl TableChain {
    fn at(&self, seq: u64) -> Option<&TreeHash> {
        self.chains.get(usize::try_from(seq.checked_sub(1)?).ok()?)
    }

    fn is_of(&self, leaf: &TableLeaf) -> bool {
        self.at(1) == Some(&leaf.opening)
    }

    /// Compares a leaf of this table with its log.
    fn check(&self, leaf: &TableLeaf) -> (LogVerdict, Reason) {
        let about = |key| Reason::of(key).quoting("table", &self.table).with("seq", leaf.seq);
        match self.at(leaf.seq) {
            Some(chain) if *chain == leaf.chain => (LogVerdict::Holds, about("club-log-leaf-fits")),
            Some(_) => (LogVerdict::Fails, about("club-log-other-history")),
            None => (LogVerdict::Unchecked, about("club-log-table-shorter").with("last", self.chains.len())),
        }
    }

    /// Checks proofs that leaves of this table are in the club's log.
    pub fn check_proofs(
        &self,
        proofs: &[LeafProof],
        (key, witnesses): (Option<&VerifierKey>, &[VerifierKey]),
    ) -> LogFindings {
        let mut found = LogFindings::default();
        for proof in proofs {
            let (leaf, about) = (&proof.leaf, |key| Reason::of(key).quoting("table", &self.table));
            if let Err(why) = proof.check(key) {
                found.add(LogVerdict::Fails, why);
            } else if !self.is_of(leaf) {
                found.add(LogVerdict::Fails, about("club-log-proof-of-another"));
            } else {
                match self.check(leaf) {
                    (LogVerdict::Holds, _) => {
                        let proven = about("club-log-proven").with("seq", leaf.seq);
                        let proven = proven.quoting("checkpoint", proof.checkpoint.short());
                        found.add(LogVerdict::Holds, proven.quoting("origin", &proof.checkpoint.origin));
                    }
                    (verdict, why) => found.add(verdict, why),
                }
            }
        }
        let mut checkpoints: Vec<&Checkpoint> = proofs.iter().map(|proof| &proof.checkpoint).collect();
        // The proofs of one export are under one checkpoint, so equal ones are neighbours.
        checkpoints.dedup();
        checkpoints.iter().for_each(|checkpoint| found.count_cosignatures(checkpoint, witnesses));
        if key.is_none() {
            found.add(LogVerdict::Unchecked, Reason::of("club-log-no-key"));
        }
        found
    }
}

/// Compares a checkpoint with an earlier one, with whatever lists of leaves and logs of tables there are.
pub fn compare(
    (earlier, later): (&Checkpoint, &Checkpoint),
    (key, witnesses): (Option<&VerifierKey>, &[VerifierKey]),
    lists: &[LeafList],
    tables: &[TableChain],
) -> LogFindings {
    let mut found = LogFindings::default();
    for checkpoint in [earlier, later] {
        let signed = Reason::of("club-log-signed").quoting("checkpoint", checkpoint.short());
        if let Some(key) = key {
            found.check(checkpoint.verify(key), signed.quoting("key", key));
        }
        found.count_cosignatures(checkpoint, witnesses);
    }
    if key.is_none() {
        found.add(LogVerdict::Unchecked, Reason::of("club-log-no-key"));
    }
    if earlier.origin != later.origin {
        let other = Reason::of("club-log-two-logs").quoting("earlier", &earlier.origin);
        found.add(LogVerdict::Fails, other.quoting("later", &later.origin));
        return found;
    }
    let of_both = |key| Reason::of(key).quoting("earlier", earlier.short()).quoting("later", later.short());
    let of_earlier = lists.iter().find(|list| list.is_of(earlier));
    let of_later = lists.iter().find(|list| list.is_of(later));
    // In one list: the earlier tree's leaves are then the first of the later tree's.
    let is_one = lists.iter().any(|list| list.is_of(earlier) && list.is_of(later));
    let verdict = match () {
        () if later.size < earlier.size => (LogVerdict::Fails, of_both("club-log-went-back")),
        () if later.size == earlier.size && later.root == earlier.root => {
            (LogVerdict::Holds, of_both("club-log-same"))
        }
        () if later.size == earlier.size => (LogVerdict::Fails, of_both("club-log-two-histories")),
        () if is_one => (LogVerdict::Holds, of_both("club-log-extends")),
        // The later tree's own leaves do not begin with the earlier tree.
        () if of_later.is_some() => (LogVerdict::Fails, of_both("club-log-extends-not")),
        () if lists.is_empty() => (LogVerdict::Unchecked, of_both("club-log-no-list")),
        () => (LogVerdict::Unchecked, of_both("club-log-list-of-neither")),
    };
    found.add(verdict.0, verdict.1);
    if let (Some(before), Some(after), false) = (of_earlier, of_later, is_one) {
        name_differences(before.of(earlier), after.of(later), tables, &mut found);
    } else if verdict.0 == LogVerdict::Fails && of_earlier.is_none() && of_later.is_some() {
        found.add(LogVerdict::Unchecked, Reason::of("club-log-no-earlier-list"));
    }
    if let Some(list) = of_later {
        check_leaves(list.of(later), later, tables, &mut found);
    }
    found
}

/// Names the leaves of the earlier tree that the later one does not have.
fn name_differences(
    before: &[TableLeaf],
    after: &[TableLeaf],
    tables: &[TableChain],
    found: &mut LogFindings,
) {
    let kept: BTreeSet<TreeHash> = after.iter().map(TableLeaf::hash).collect();
    let lost = before.iter().enumerate().filter(|(_, leaf)| !kept.contains(&leaf.hash()));
    let lost: Vec<_> = lost.collect();
    for (index, leaf) in lost.iter().take(MOST_ALIKE) {
        let key = match leaf.moment {
            LeafMoment::Opened => "club-log-lost-table",
            LeafMoment::Head | LeafMoment::Closed => "club-log-lost-head",
        };
        let named = Reason::of(key).with("index", *index).with("seq", leaf.seq);
        found.add(LogVerdict::Fails, named.quoting("table", name_of(leaf, tables)));
    }
    if lost.len() > MOST_ALIKE {
        let more = Reason::of("club-log-lost-more").with("more", lost.len() - MOST_ALIKE);
        found.add(LogVerdict::Fails, more);
    }
    // All leaves are there, and the trees differ all the same.
    if lost.is_empty() {
        found.add(LogVerdict::Fails, Reason::of("club-log-other-order"));
    }
}

/// Checks that the leaves of each table follow one another, and that they fit the tables' logs.
fn check_leaves(
    leaves: &[TableLeaf],
    checkpoint: &Checkpoint,
    tables: &[TableChain],
    found: &mut LogFindings,
) {
    let mut last: BTreeMap<TreeHash, TableLeaf> = BTreeMap::new();
    let mut amiss = Vec::new();
    for (index, leaf) in leaves.iter().enumerate() {
        let is_opening = leaf.moment == LeafMoment::Opened;
        let follows = match last.get(&leaf.opening) {
            None => is_opening && leaf.seq == 1 && leaf.chain == leaf.opening,
            Some(before) => !is_opening && before.moment != LeafMoment::Closed && before.seq < leaf.seq,
        };
        if !follows {
            let why = Reason::of("club-log-leaf-out-of-place").with("index", index).with("seq", leaf.seq);
            amiss.push(why.quoting("table", name_of(leaf, tables)));
        }
        last.insert(leaf.opening, *leaf);
    }
    let more = amiss.len().saturating_sub(MOST_ALIKE);
    amiss.truncate(MOST_ALIKE);
    amiss.into_iter().for_each(|why| found.add(LogVerdict::Fails, why));
    if more > 0 {
        found.add(LogVerdict::Fails, Reason::of("club-log-lost-more").with("more", more));
    }
    for table in tables {
        let about = |key| Reason::of(key).quoting("table", &table.table);
        let mut theirs = leaves.iter().filter(|leaf| table.is_of(leaf)).peekable();
        if theirs.peek().is_none() {
            found.add(LogVerdict::Fails, about("club-log-not-in").quoting("checkpoint", checkpoint.short()));
            continue;
        }
        let checked: Vec<_> = theirs.map(|leaf| table.check(leaf)).collect();
        let amiss = checked.iter().find(|(verdict, _)| *verdict == LogVerdict::Fails);
        let short = checked.iter().rfind(|(verdict, _)| *verdict == LogVerdict::Unchecked);
        let all = (LogVerdict::Holds, about("club-log-table-fits").with("leaves", checked.len()));
        let (verdict, why) = amiss.or(short).cloned().unwrap_or(all);
        found.add(verdict, why);
    }
    let closed = last.values().filter(|leaf| leaf.moment == LeafMoment::Closed).count();
    let counted = Reason::of("club-log-counted").with("leaves", leaves.len()).with("tables", last.len());
    found.add(LogVerdict::Holds, counted.with("open", last.len() - closed));
}

/// The name of a leaf's table, if its log was given; else the first digits of its opening.
fn name_of(leaf: &TableLeaf, tables: &[TableChain]) -> String {
    let named = tables.iter().find(|table| table.is_of(leaf)).map(|table| table.table.clone());
    named.unwrap_or_else(|| hex::encode(leaf.opening)[..NAME_DIGITS].to_owned())
}
