//! The keys of one use of the server's secret: for signing, and for checking signatures.

use std::fmt;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The alphabet of signatures: 32 signs that survive a mail server that changes case.
pub const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Bytes of a key.
pub const KEY_BYTES: usize = 32;

/// The keys of one use. They are never printed.
#[derive(Clone)]
pub struct Keys {
    now: [u8; KEY_BYTES],
    before: Vec<([u8; KEY_BYTES], Option<DateTime<Utc>>)>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl Keys {
    /// The key to sign with, and those before it, each with the time until which it is accepted; without one it is
    /// accepted for good.
    pub fn new(
        now: [u8; KEY_BYTES],
        before: impl IntoIterator<Item = ([u8; KEY_BYTES], Option<DateTime<Utc>>)>,
    ) -> Keys {
        Keys { now, before: before.into_iter().collect() }
    }

    /// The key to sign with.
    pub fn signing(&self) -> &[u8; KEY_BYTES] {
        &self.now
    }

    /// The keys whose signatures are accepted at `now`, the signing key first.
    pub fn accepted(&self, now: DateTime<Utc>) -> impl Iterator<Item = &[u8; KEY_BYTES]> {
        let valid = move |(_, until): &&(_, Option<DateTime<Utc>>)| until.is_none_or(|until| now < until);
        [&self.now].into_iter().chain(self.before.iter().filter(valid).map(|(key, _)| key))
    }
}

/// HMAC-SHA256 of these parts, each with its length before it, so that no two lists of parts are signed alike.
pub fn sign(key: &[u8; KEY_BYTES], parts: &[&str]) -> [u8; 32] {
    // HMAC takes keys of every length.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key)
        .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

/// The first bits of a signature as letters, 5 bits each.
pub fn letters(bytes: &[u8; 32], count: usize) -> String {
    let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
    let letter = |at: usize| (0..5).fold(0, |index, of| index * 2 + bit(at * 5 + of));
    (0..count).map(|at| char::from(ALPHABET[letter(at)])).collect()
}

/// Returns whether two texts are equal, in a time that does not reveal where they differ.
pub fn equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}
