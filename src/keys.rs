//! The keys of one use of the server's secret: what signs, and what recognises what was signed.

use std::fmt;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes of a key.
pub const KEY_BYTES: usize = 32;

/// The keys of one use. They are never printed.
#[derive(Clone)]
pub struct Keys {
    now: [u8; KEY_BYTES],
    before: Option<([u8; KEY_BYTES], Option<DateTime<Utc>>)>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl Keys {
    /// The key to sign with, and after a rotation the one before it, with the time until which it is accepted; without one
    /// it is accepted for good.
    pub fn new(now: [u8; KEY_BYTES], before: Option<([u8; KEY_BYTES], Option<DateTime<Utc>>)>) -> Keys {
        Keys { now, before }
    }

    /// The key to sign with.
    pub fn signing(&self) -> &[u8; KEY_BYTES] {
        &self.now
    }

    /// The keys whose signatures are accepted at `now`, the signing key first.
    pub fn accepted(&self, now: DateTime<Utc>) -> impl Iterator<Item = &[u8; KEY_BYTES]> {
        let valid = |(_, until): &&(_, Option<DateTime<Utc>>)| until.is_none_or(|until| now < until);
        [&self.now].into_iter().chain(self.before.as_ref().filter(valid).map(|(key, _)| key))
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
