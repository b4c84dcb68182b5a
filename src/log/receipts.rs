//! Receipts beside the log: proofs of who sent the messages of orders, sealed so that a store cannot read them. They are not part of the log,
//! which has their digests, and are erased with their player.

use super::fault::Fault;
use super::form::{check_hex, check_id};
use super::limits::MAX_SEALED_RECEIPT_BYTES;

/// A receipt of a table, sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReceipt {
    /// Its digest, as entries name it.
    pub digest: String,
    /// The id of the player whose message it is of.
    pub player: String,
    /// The sealed text.
    pub sealed: String,
}

/// The receipts of a store.
pub trait Receipts {
    /// The receipts of a table, by digest.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn receipts(&self, table: &str) -> Result<Vec<StoredReceipt>, Fault>;
}

pub(super) fn check(receipt: &StoredReceipt) -> Result<(), Fault> {
    let unfit = |error: super::canonical::NotCanonical| Fault::Unfit(error.to_string());
    check_hex(&receipt.digest, 64, "the digest of a receipt").map_err(unfit)?;
    check_id(&receipt.player, "the player of a receipt").map_err(unfit)?;
    if receipt.sealed.len() > MAX_SEALED_RECEIPT_BYTES {
        return Err(Fault::Unfit(format!("a sealed receipt has at most {MAX_SEALED_RECEIPT_BYTES} bytes")));
    }
    Ok(())
}
