//! Digests, chain values and heads.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::canonical::NotCanonical;
use super::form::check_hex;

/// The digest of an entry: SHA-256 of its canonical text.
pub fn digest(canonical: &str) -> [u8; 32] {
    Sha256::digest(canonical.as_bytes()).into()
}

/// The next chain value: `SHA-256(previous chain ‖ digest)`, over raw bytes.
pub fn link(previous: &[u8; 32], digest: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(previous);
    hash.update(digest);
    hash.finalize().into()
}

/// The last entry of a log, with the hash of everything up to it. Written `SEQ:HEX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head {
    /// The seq of the last entry; 0 for an empty log.
    pub seq: u64,
    /// The chain value at that entry; 32 zero bytes for an empty log.
    pub chain: [u8; 32],
}

impl Head {
    /// The head of a log without entries.
    pub const EMPTY: Head = Head { seq: 0, chain: [0; 32] };

    /// The head after an entry of which only the digest is known.
    pub fn after_digest(&self, digest: &[u8; 32]) -> Head {
        Head { seq: self.seq + 1, chain: link(&self.chain, digest) }
    }
}

impl Head {
    /// The form in reports: `SEQ:` and the first [`BINDING_DIGITS`].
    pub fn short(&self) -> String {
        self.with_digits(BINDING_DIGITS)
    }

    /// `SEQ:` and so many digits of the chain value.
    pub fn with_digits(&self, digits: usize) -> String {
        let mut text = self.to_string();
        // All of it is ASCII, so no sign is cut in two.
        text.truncate(text.len() - ALL_DIGITS + digits.min(ALL_DIGITS));
        text
    }
}

/// Digits of a chain value that bind whoever writes the log: two logs with the same ones take some 2^64 attempts.
pub const BINDING_DIGITS: usize = 32;
/// The digits that reports had before: two logs with the same ones take an hour.
pub const LEAST_DIGITS: usize = 16;
/// Digits of a full chain value.
const ALL_DIGITS: usize = 64;

/// A head that somebody noted, with all or its first digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedHead {
    /// The seq of the entry.
    pub seq: u64,
    /// The first digits of the chain value there, [`LEAST_DIGITS`] at least.
    digits: String,
}

impl NotedHead {
    /// The number of digits compared.
    pub fn compared(&self) -> usize {
        self.digits.len()
    }

    /// Returns whether whoever writes logs cannot write two with these digits.
    pub fn binds(&self) -> bool {
        self.compared() >= BINDING_DIGITS
    }

    /// Returns whether a chain value begins with the noted digits.
    pub fn is_of(&self, chain: &[u8; 32]) -> bool {
        hex::encode(chain).starts_with(&self.digits)
    }
}

impl From<Head> for NotedHead {
    fn from(head: Head) -> NotedHead {
        NotedHead { seq: head.seq, digits: hex::encode(head.chain) }
    }
}

impl fmt::Display for NotedHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seq, self.digits)
    }
}

impl FromStr for NotedHead {
    type Err = NotCanonical;

    /// # Errors
    /// [`NotCanonical::Field`] when the text is not `SEQ:HEX` with 16 to 64 digits; reports have 32.
    fn from_str(text: &str) -> Result<NotedHead, NotCanonical> {
        let wrong = || {
            NotCanonical::Field(format!(
                "{text:?} is not a head like 12:0a1b… with 32 to 64 digits, or 16 of an older report"
            ))
        };
        let (seq, digits) = text.split_once(':').ok_or_else(wrong)?;
        let is_digits = digits.bytes().all(|c| c.is_ascii_hexdigit());
        if !is_digits || !(LEAST_DIGITS..=ALL_DIGITS).contains(&digits.len()) {
            return Err(wrong());
        }
        // People may type the digits in capitals; a chain value is written without.
        Ok(NotedHead { seq: seq.parse().map_err(|_| wrong())?, digits: digits.to_lowercase() })
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seq, hex::encode(self.chain))
    }
}

impl FromStr for Head {
    type Err = NotCanonical;

    /// # Errors
    /// [`NotCanonical::Field`] when the text is not `SEQ:HEX`.
    fn from_str(text: &str) -> Result<Head, NotCanonical> {
        let wrong = || NotCanonical::Field(format!("{text:?} is not a head like 12:0a1b… with 64 digits"));
        let (seq, chain) = text.split_once(':').ok_or_else(wrong)?;
        let seq = seq.parse().map_err(|_| wrong())?;
        Ok(Head { seq, chain: hash_from_hex(chain).map_err(|_| wrong())? })
    }
}

/// The 32 bytes written as 64 lower-case hexadecimal digits.
///
/// # Errors
/// [`NotCanonical::Field`] for any other text.
pub fn hash_from_hex(text: &str) -> Result<[u8; 32], NotCanonical> {
    check_hex(text, 64, "a hash")?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|e| NotCanonical::Field(e.to_string()))?;
    Ok(bytes)
}
