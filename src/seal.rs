//! The seed of a table: its public commitment, the key of each roll and the salt of each entry.
//!
//! `docs/log-format.md` says the same for people who check a log without this code.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Bytes in a seed, a roll key, a commitment.
pub const SEED_BYTES: usize = 32;
/// Bytes in the salt of an entry.
pub const SALT_BYTES: usize = 16;

// The tags are part of the log's format and never change.
const COMMITMENT_TAG: &[u8] = b"wardroom seed v1";
const ROLL_TAG: &[u8] = b"roll v1";
const ORDERS_ROLL_TAG: &[u8] = b"roll v2";
const WITNESSED_ROLL_TAG: &[u8] = b"roll v2 witness";
const WITNESS_TAG: &[u8] = b"witness v2";
const SALT_TAG: &[u8] = b"salt v1";
const ENTROPY_TAG: &[u8] = b"entropy v2";
const THOUGHT_TAG: &[u8] = b"thought v2";
const SHA256_BLOCK_BYTES: usize = 64;

/// Why a seed could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes for a seed: {0}")]
    NoRandomness(String),
    /// The text is not a seed.
    #[error("a seed is {} lower-case hexadecimal digits, and this text is not", SEED_BYTES * 2)]
    NotASeed,
}

/// The 32 secret bytes from which all dice and salts of one table follow.
///
/// Whoever knows them knows every roll to come, so `Debug` does not print them.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; SEED_BYTES]);

/// The promise of a seat whose entropy will be shown as `digest`, the lower-case hexadecimal SHA-256 of its words: the SHA-256 of those
/// digits.
///
/// It has no seed in it, so that whoever has the seed learns no more from it than anybody else.
pub fn promise_of(digest: &str) -> String {
    hex::encode(Sha256::digest(digest))
}

impl Seed {
    /// A new seed from the operating system's random source.
    ///
    /// # Errors
    /// [`SealError::NoRandomness`] when that source fails.
    pub fn from_os() -> Result<Seed, SealError> {
        let mut bytes = [0; SEED_BYTES];
        getrandom::fill(&mut bytes).map_err(|e| SealError::NoRandomness(e.to_string()))?;
        Ok(Seed(bytes))
    }

    /// The seed with exactly these bytes.
    pub fn from_bytes(bytes: [u8; SEED_BYTES]) -> Seed {
        Seed(bytes)
    }

    /// The seed written as 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// [`SealError::NotASeed`] for any other text.
    pub fn from_hex(text: &str) -> Result<Seed, SealError> {
        let mut bytes = [0; SEED_BYTES];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| SealError::NotASeed)?;
        // The decoder takes upper case too, and a seed has one spelling.
        if hex::encode(bytes) == text { Ok(Seed(bytes)) } else { Err(SealError::NotASeed) }
    }

    /// The secret bytes. Only for storing them.
    pub fn expose_bytes(&self) -> &[u8; SEED_BYTES] {
        &self.0
    }

    /// The secret as 64 lower-case hexadecimal digits. Only for revealing it when a table has closed and for full exports.
    pub fn expose_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// The commitment published when a table opens: `SHA-256("wardroom seed v1" ‖ seed)`.
    pub fn commitment(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(COMMITMENT_TAG);
        hash.update(self.0);
        hash.finalize().into()
    }

    /// The ChaCha20 key of one roll in log format 1: `HMAC-SHA256(seed, "roll v1" ‖ chain ‖ number as u32 big-endian)`.
    ///
    /// `chain` is the chain value at the roll's cause; `number` counts the rolls of that cause from 0.
    pub fn roll_key(&self, chain: &[u8; 32], number: u32) -> [u8; 32] {
        self.hmac(&[ROLL_TAG, chain, &number.to_be_bytes()])
    }

    /// The ChaCha20 key of one roll from log format 2 on:
    /// `HMAC-SHA256(seed, "roll v2" ‖ orders ‖ number as u32 big-endian)`.
    ///
    /// `orders` is the order digest at the roll's cause; `number` counts the rolls of that cause from 0.
    pub fn roll_key_of_orders(&self, orders: &[u8; 32], number: u32) -> [u8; 32] {
        self.hmac(&[ORDERS_ROLL_TAG, orders, &number.to_be_bytes()])
    }

    /// The ChaCha20 key of one roll whose cause a witness answered for:
    /// `HMAC-SHA256(seed, "roll v2 witness" ‖ orders ‖ output ‖ number as u32 big-endian)`.
    pub fn witnessed_roll_key(&self, orders: &[u8; 32], output: &[u8; 64], number: u32) -> [u8; 32] {
        self.hmac(&[WITNESSED_ROLL_TAG, orders, output, &number.to_be_bytes()])
    }

    /// The value that a witness is asked with for rolls that follow from this order digest: `HMAC-SHA256(seed, "witness v2" ‖ orders)`. Without
    /// the seed it says nothing of the orders.
    pub fn witness_value(&self, orders: &[u8; 32]) -> [u8; 32] {
        self.hmac(&[WITNESS_TAG, orders])
    }

    /// The salt of the entry `seq`: the first 16 bytes of `HMAC-SHA256(seed, "salt v1" ‖ seq as u64 big-endian)`.
    pub fn salt(&self, seq: u64) -> [u8; SALT_BYTES] {
        let mac = self.hmac(&[SALT_TAG, &seq.to_be_bytes()]);
        let mut salt = [0; SALT_BYTES];
        salt.copy_from_slice(&mac[..SALT_BYTES]);
        salt
    }

    /// The digest of entropy that a seat gives without a promise: `HMAC-SHA256(seed, "entropy v2" ‖ SHA-256(seat) ‖ SHA-256(entropy))`.
    ///
    /// It follows from the seed alone, so that whoever stores it has no salt to choose; without the seed nobody can try likely
    /// words.
    pub fn entropy(&self, seat: &str, hash: &[u8; 32]) -> [u8; 32] {
        // Hashed to one length, so that no seat runs into what follows it.
        self.hmac(&[ENTROPY_TAG, &Sha256::digest(seat), hash])
    }

    /// The key of the dice with which a computer player decides at a seat:
    /// `HMAC-SHA256(seed, "thought v2" ‖ base ‖ SHA-256(seat) ‖ given)`.
    ///
    /// `base` and `given` are the parts of the order digest that are not another seat's.
    pub fn thought_key(&self, seat: &str, base: &[u8; 32], given: &[u8; 32]) -> [u8; 32] {
        self.hmac(&[THOUGHT_TAG, base, &Sha256::digest(seat), given])
    }

    fn hmac(&self, message: &[&[u8]]) -> [u8; 32] {
        // HMAC pads a short key with zeros to one block; done here, no length can be wrong.
        let mut block = [0; SHA256_BLOCK_BYTES];
        block[..SEED_BYTES].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        message.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}
