//! Receipts in memory.

use super::MemoryStore;
use crate::log::fault::Fault;
use crate::log::receipts::{Receipts, StoredReceipt};

impl Receipts for MemoryStore {
    fn receipts(&self, table: &str) -> Result<Vec<StoredReceipt>, Fault> {
        let shelf = self.shelf();
        let theirs = shelf.receipts.iter().filter(|((of, _), _)| of == table);
        Ok(theirs.map(|(_, receipt)| receipt.clone()).collect())
    }
}
