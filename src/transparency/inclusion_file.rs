//! Proofs that leaves are in a tree, as a file: one after another, each in the form of C2SP tlog-proof.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::checkpoint::Checkpoint;
use super::leaf::TableLeaf;
use super::merkle::{self, TreeHash};
use super::note::VerifierKey;
use crate::reason::Reason;

/// The first line of a proof.
const FIRST: &str = "c2sp.org/tlog-proof@v1";
/// Most bytes of a file of proofs.
pub const PROOF_FILE_BYTES: usize = 256 * 1024;
/// Most hashes of a proof: no tree is higher.
const HEIGHT: usize = 64;

/// A proof that a leaf is in the tree of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafProof {
    /// The leaf.
    pub leaf: TableLeaf,
    /// Its place in the tree, from 0.
    pub index: u64,
    path: Vec<TreeHash>,
    /// The checkpoint.
    pub checkpoint: Checkpoint,
}

impl LeafProof {
    /// The proof of a leaf at its place among the tree's leaves. Nothing, if the tree has no such place.
    pub fn new(
        leaf: TableLeaf,
        index: u64,
        leaves: &[TreeHash],
        checkpoint: Checkpoint,
    ) -> Option<LeafProof> {
        let path = merkle::inclusion(leaves, usize::try_from(index).ok()?)?;
        Some(LeafProof { leaf, index, path, checkpoint })
    }

    /// Reads every proof of a file.
    ///
    /// # Errors
    /// Another form, or none.
    pub fn read_all(text: &str) -> Result<Vec<LeafProof>, Reason> {
        let wrong = || Reason::of("club-log-proof-form");
        if text.len() > PROOF_FILE_BYTES {
            return Err(wrong());
        }
        let begin = format!("{FIRST}\n");
        let rest = text.strip_prefix(&begin).and_then(|rest| rest.strip_suffix('\n')).ok_or_else(wrong)?;
        // The split takes the end of each note's last line, which `read` puts back.
        rest.split(&format!("\n{begin}")).map(LeafProof::read).collect()
    }

    /// Reads what follows the first line, without the last line's end.
    fn read(text: &str) -> Result<LeafProof, Reason> {
        let wrong = || Reason::of("club-log-proof-form");
        let (head, note) = text.split_once("\n\n").ok_or_else(wrong)?;
        let mut lines = head.split('\n');
        let extra = lines.next().and_then(|line| BASE64.decode(line.strip_prefix("extra ")?).ok());
        let leaf = extra.and_then(|extra| String::from_utf8(extra).ok()).ok_or_else(wrong)?;
        let index = lines.next().and_then(|line| line.strip_prefix("index ")).ok_or_else(wrong)?;
        let number: u64 = index.parse().map_err(|_| wrong())?;
        let hash = |line| BASE64.decode(line).ok()?.try_into().ok();
        let path: Vec<TreeHash> = lines.map(hash).collect::<Option<_>>().ok_or_else(wrong)?;
        if number.to_string() != index || path.len() > HEIGHT {
            return Err(wrong());
        }
        let checkpoint = Checkpoint::read(&format!("{note}\n"))?;
        Ok(LeafProof { leaf: TableLeaf::read(&leaf)?, index: number, path, checkpoint })
    }

    /// Checks that the leaf is in the tree and, with the key of the log, that the log signed it.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check(&self, key: Option<&VerifierKey>) -> Result<(), Reason> {
        if let Some(key) = key {
            self.checkpoint.verify(key)?;
        }
        let Checkpoint { size, root, .. } = &self.checkpoint;
        match merkle::includes((*size, root), (self.index, &self.leaf.hash()), &self.path) {
            true => Ok(()),
            false => {
                let none = Reason::of("club-log-not-included").with("index", self.index);
                Err(none.quoting("checkpoint", self.checkpoint.short()))
            }
        }
    }
}

impl fmt::Display for LeafProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}")?;
        writeln!(f, "extra {}", BASE64.encode(self.leaf.to_string()))?;
        writeln!(f, "index {}", self.index)?;
        for hash in &self.path {
            writeln!(f, "{}", BASE64.encode(hash))?;
        }
        write!(f, "\n{}", self.checkpoint.note())
    }
}
