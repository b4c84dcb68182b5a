//! The seed of a table, and what follows from it, by arithmetic of its own: HMAC-SHA256.

use sha2::{Digest, Sha256};

/// The secret of a table, held apart from the one the table service uses.
#[derive(Clone)]
pub struct AuditSeed([u8; 32]);

impl std::fmt::Debug for AuditSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl AuditSeed {
    /// The seed of 64 hexadecimal digits.
    pub fn from_hex(digits: &str) -> Option<AuditSeed> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(digits, &mut bytes).ok()?;
        Some(AuditSeed(bytes))
    }

    /// `SHA-256("wardroom seed v1" ‖ seed)`.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::new().chain_update("wardroom seed v1").chain_update(self.0).finalize().into()
    }

    /// The salt of an entry.
    pub fn salt(&self, seq: u64) -> [u8; 16] {
        let mac = hmac(&self.0, &[b"salt v1", &seq.to_be_bytes()]);
        std::array::from_fn(|i| mac[i])
    }

    /// The ChaCha20 key of one roll in format 1: of the chain at its cause, and its number among the rolls of that cause.
    pub fn roll_key(&self, chain: &[u8; 32], number: u32) -> [u8; 32] {
        hmac(&self.0, &[b"roll v1", chain, &number.to_be_bytes()])
    }

    /// The same from format 2 on, of the order digest at its cause.
    pub fn roll_key_of_orders(&self, orders: &[u8; 32], number: u32) -> [u8; 32] {
        hmac(&self.0, &[b"roll v2", orders, &number.to_be_bytes()])
    }

    /// The digest of entropy that a seat gave without a promise, of the SHA-256 of its words.
    pub fn entropy(&self, seat: &str, words: &[u8; 32]) -> [u8; 32] {
        hmac(&self.0, &[b"entropy v2", &Sha256::digest(seat), words])
    }

    /// The same where a witness answered for the cause.
    pub fn witnessed_roll_key(&self, orders: &[u8; 32], output: &[u8; 64], number: u32) -> [u8; 32] {
        hmac(&self.0, &[b"roll v2 witness", orders, output, &number.to_be_bytes()])
    }

    /// The value that the witness was asked with, of the order digest.
    pub fn witness_value(&self, orders: &[u8; 32]) -> [u8; 32] {
        hmac(&self.0, &[b"witness v2", orders])
    }
}

/// HMAC-SHA256 under a key of 32 bytes.
fn hmac(key: &[u8; 32], message: &[&[u8]]) -> [u8; 32] {
    // RFC 2104 fills a short key with zeros up to the block of 64 bytes, so the rest is the pad itself.
    let pad = |byte: u8| {
        let mut block = [byte; 64];
        block.iter_mut().zip(key).for_each(|(b, k)| *b ^= k);
        block
    };
    let mut inner = Sha256::new().chain_update(pad(0x36));
    message.iter().for_each(|part| inner.update(part));
    Sha256::new().chain_update(pad(0x5c)).chain_update(inner.finalize()).finalize().into()
}
