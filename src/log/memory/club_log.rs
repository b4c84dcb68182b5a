//! The club's log in memory.

use std::ops::Range;

use super::MemoryStore;
use crate::log::club_log::{ClubLog, NewLeaf, StoredCheckpoint, UnloggedTable};
use crate::log::fault::Fault;

/// The leaves, and the checkpoints over them.
#[derive(Debug, Default)]
pub(super) struct StoredLog {
    leaves: Vec<NewLeaf>,
    checkpoints: Vec<StoredCheckpoint>,
}

impl ClubLog for MemoryStore {
    fn unlogged_tables(&self) -> Result<Vec<UnloggedTable>, Fault> {
        let shelf = self.shelf();
        // A view can only be read, so its log does not go on.
        let mut played: Vec<_> = shelf.tables.iter().filter(|(_, stored)| stored.partial.is_none()).collect();
        played.sort_by_key(|(_, stored)| stored.number);
        let unlogged = played.into_iter().filter_map(|(table, stored)| {
            let last = shelf.club_log.leaves.iter().rfind(|leaf| leaf.table == *table);
            let is_logged = last.map_or(0, |leaf| leaf.seq) >= stored.head().seq;
            let last = last.map(|leaf| leaf.text.clone());
            (!is_logged).then(|| UnloggedTable { table: table.clone(), last })
        });
        Ok(unlogged.collect())
    }

    fn leaves(&self, places: Range<u64>) -> Result<Vec<String>, Fault> {
        let shelf = self.shelf();
        let leaves = (0..).zip(&shelf.club_log.leaves).filter(|(place, _)| places.contains(place));
        Ok(leaves.map(|(_, leaf)| leaf.text.clone()).collect())
    }

    fn leaves_of(&self, table: &str) -> Result<Vec<(u64, String)>, Fault> {
        let shelf = self.shelf();
        let leaves = (0..).zip(&shelf.club_log.leaves).filter(|(_, leaf)| leaf.table == table);
        Ok(leaves.map(|(place, leaf)| (place, leaf.text.clone())).collect())
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, Fault> {
        Ok(self.shelf().club_log.checkpoints.last().cloned())
    }

    fn extend_club_log(
        &self,
        size: u64,
        leaves: Vec<NewLeaf>,
        checkpoint: StoredCheckpoint,
    ) -> Result<bool, Fault> {
        let mut shelf = self.shelf();
        if let Some(leaf) = leaves.iter().find(|leaf| !shelf.tables.contains_key(&leaf.table)) {
            return Err(Fault::NoTable { table: leaf.table.clone() });
        }
        let log = &mut shelf.club_log;
        if log.leaves.len() as u64 != size {
            return Ok(false);
        }
        log.leaves.extend(leaves);
        log.checkpoints.push(checkpoint);
        Ok(true)
    }
}
