//! The keys of one use of the server's secret: for signing, for checking signatures, and for sealing.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The alphabet of signatures: 32 signs that survive a mail server that changes case.
pub const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Bytes of a key.
pub const KEY_BYTES: usize = 32;
/// Bytes of the tag of a sealed text: 128 bits.
const TAG_BYTES: usize = 16;
/// Sealed texts are as long as a multiple of this, in bytes, so that their length tells little.
const SEALED_STEP: usize = 48;

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

    /// The text that only this server can read or change, and only in this context, as letters for an address. Like RFC 5297 it
    /// takes the tag of the text to begin its stream, so it needs no random number; equal texts are sealed alike.
    pub fn seal(&self, context: &[&str], text: &str) -> String {
        let padding = SEALED_STEP - text.len() % SEALED_STEP;
        let text = text.to_owned() + &"\0".repeat(padding);
        let tag = tag(&self.now, context, &text);
        let mut bytes = text.into_bytes();
        stream(&self.now, &tag, &mut bytes);
        URL_SAFE_NO_PAD.encode([&tag[..], &bytes].concat())
    }

    /// The text that was sealed in this context by a key accepted at `now`; `None` for anything else.
    pub fn open(&self, context: &[&str], sealed: &str, now: DateTime<Utc>) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (given, bytes) = bytes.split_at_checked(TAG_BYTES)?;
        self.accepted(now).find_map(|key| {
            let mut text = bytes.to_vec();
            stream(key, given, &mut text);
            // With a wrong key the bytes are almost never UTF-8: then the next key is tried.
            let text = String::from_utf8(text).ok()?;
            let is_ours = equal(&hex::encode(given), &hex::encode(tag(key, context, &text)));
            is_ours.then(|| text.trim_end_matches('\0').to_owned())
        })
    }
}

/// The tag of a text in a context.
fn tag(key: &[u8; KEY_BYTES], context: &[&str], text: &str) -> [u8; TAG_BYTES] {
    let mut parts = vec!["seal tag v1"];
    parts.extend(context);
    parts.push(text);
    let mut tag = [0; TAG_BYTES];
    tag.copy_from_slice(&sign(key, &parts)[..TAG_BYTES]);
    tag
}

/// Adds the stream that begins with a tag to these bytes; the same again takes it off.
fn stream(key: &[u8; KEY_BYTES], tag: &[u8], bytes: &mut [u8]) {
    let tag = hex::encode(tag);
    for (number, block) in bytes.chunks_mut(KEY_BYTES).enumerate() {
        let pad = sign(key, &["seal stream v1", &tag, &number.to_string()]);
        block.iter_mut().zip(pad).for_each(|(byte, pad)| *byte ^= pad);
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
    // At most 51: 256 bits are no more whole letters.
    (0..count).map(|at| char::from(ALPHABET[letter(at)])).collect()
}

/// Returns whether two texts are equal, in a time that does not reveal where they differ.
pub fn equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}
