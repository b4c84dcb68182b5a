//! A leaf of the club's log: one line of canonical JSON that says nothing of names, players or secrets.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::merkle::{TreeHash, leaf_hash};
use crate::reason::Reason;

/// Most bytes of a leaf's line.
const LEAF_BYTES: usize = 512;

/// The moment of a table that a leaf is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeafMoment {
    /// The table was opened.
    Opened,
    /// Its log went on, to an entry that everyone may see.
    Head,
    /// It was closed, and its seed revealed.
    Closed,
}

impl LeafMoment {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            LeafMoment::Opened => "opened",
            LeafMoment::Head => "head",
            LeafMoment::Closed => "closed",
        }
    }
}

/// A leaf: the head of a table at a moment that everyone may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLeaf {
    /// The moment.
    pub moment: LeafMoment,
    /// The table: the chain value at its first entry, which nobody finds who does not have that entry.
    pub opening: TreeHash,
    /// The entry.
    pub seq: u64,
    /// The chain value there.
    pub chain: TreeHash,
}

/// As it is written, its keys in order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeafLine {
    chain: String,
    moment: LeafMoment,
    opening: String,
    seq: u64,
}

impl TableLeaf {
    /// Reads a line without its end.
    ///
    /// # Errors
    /// Another form.
    pub fn read(line: &str) -> Result<TableLeaf, Reason> {
        let leaf = (line.len() <= LEAF_BYTES).then(|| TableLeaf::of(line)).flatten();
        // A leaf has one form, or two lists with one meaning would have two trees.
        leaf.filter(|leaf| leaf.to_string() == line).ok_or_else(|| {
            let shown: String = line.chars().take(LEAF_BYTES / 4).collect();
            Reason::of("club-log-leaf-form").quoting("line", shown)
        })
    }

    fn of(line: &str) -> Option<TableLeaf> {
        let LeafLine { chain, moment, opening, seq } = serde_json::from_str(line).ok()?;
        let bytes = |digits: &str| hex::decode(digits).ok()?.try_into().ok();
        Some(TableLeaf { moment, opening: bytes(&opening)?, seq, chain: bytes(&chain)? })
    }

    /// Its hash in the tree.
    pub fn hash(&self) -> TreeHash {
        leaf_hash(self.to_string().as_bytes())
    }
}

impl fmt::Display for TableLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableLeaf { moment, opening, seq, chain } = self;
        let (chain, opening) = (hex::encode(chain), hex::encode(opening));
        write!(f, r#"{{"chain":"{chain}","moment":"{}","opening":"{opening}","seq":{seq}}}"#, moment.name())
    }
}
