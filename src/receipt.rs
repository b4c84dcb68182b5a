//! Receipts: proofs of who sent the message of an order, kept beside the log and sealed at rest.
//!
//! A receipt is a text in JSON: a random number and what proves the sender, a request that Discord signed or a mail with the DNS records
//! of its signature's keys. The log has only the SHA-256 of that text, from which the number keeps everybody from guessing anything.
//! `docs/receipts.md` describes both.
//!
//! ```json
//! {"discord":{"body":"{…}","signature":"6f0c…","timestamp":"1797840000"},"nonce":"9b1d…"}
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chrono::DateTime;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::keys::{KEY_BYTES, Keys};

/// The use of the server's secret that the keys of receipts are sealed by.
pub const RECEIPT_KEYS: &str = "receipts v1";
/// Most bytes of a message that a receipt is kept of.
pub const MAX_MESSAGE_BYTES: usize = 128 * 1024;
/// Most bytes of a receipt's text: a message of that length, written as JSON or base64.
pub const MAX_RECEIPT_BYTES: usize = 1024 * 1024;

/// Before the text of a receipt where its digest is computed.
const DIGEST_TAG: &[u8] = b"wardroom receipt v1";
/// The context in which receipts are sealed; their digest follows.
const SEALED_AS: &str = "receipt v1";
/// Bytes of the random number.
const NONCE_BYTES: usize = 32;
/// Digits by which a sealed receipt names its key.
const KEY_ID_DIGITS: usize = 16;

/// The proof of who sent a message.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SenderProof {
    /// A request to the interactions endpoint, as Discord signed it.
    Discord(SignedRequest),
    /// A mail, as the domain of its sender signed it.
    Mail(SignedMail),
}

/// A request that Discord signed: Ed25519 over `timestamp ‖ body`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedRequest {
    /// Its body.
    pub body: String,
    /// `X-Signature-Ed25519`, 128 hexadecimal digits.
    pub signature: String,
    /// `X-Signature-Timestamp`, seconds since 1970.
    pub timestamp: String,
}

/// A mail with a signature of its sender's domain (DKIM, RFC 6376).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedMail {
    /// All of it, in base64.
    message: String,
    /// The DNS records of the keys that verified it, by their names with a dot at the end.
    pub records: BTreeMap<String, String>,
}

impl SignedMail {
    /// A mail and the records that verified it.
    pub fn new(raw: &[u8], records: BTreeMap<String, String>) -> SignedMail {
        SignedMail { message: BASE64.encode(raw), records }
    }

    /// The bytes of the mail; `None` for a text that has none.
    pub fn raw(&self) -> Option<Vec<u8>> {
        BASE64.decode(&self.message).ok()
    }
}

impl fmt::Debug for SenderProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// A receipt: a proof and a random number.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The proof.
    #[serde(flatten)]
    pub proof: SenderProof,
    nonce: String,
}

impl Receipt {
    /// The receipt in a text; `None` for any other text.
    pub fn read(text: &str) -> Option<Receipt> {
        serde_json::from_str(text).ok()
    }
}

/// The digest of a receipt's text, as the log has it: `SHA-256("wardroom receipt v1" ‖ text)` in lower-case hexadecimal digits.
pub fn digest_of(text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(DIGEST_TAG);
    hash.update(text);
    hex::encode(hash.finalize())
}

/// A receipt as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedReceipt {
    /// Its digest.
    pub digest: String,
    /// Its text, which only a server with the key can read.
    pub sealed: String,
}

/// The keys by which the receipts of a database are sealed: one for new ones, and those of earlier ones. They are never printed.
pub struct ReceiptKeys {
    /// The id of the key for new receipts.
    now: String,
    keys: BTreeMap<String, Keys>,
}

impl fmt::Debug for ReceiptKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl ReceiptKeys {
    /// Seals by the first of these keys and opens by all of them.
    pub fn new(first: [u8; KEY_BYTES], others: impl IntoIterator<Item = [u8; KEY_BYTES]>) -> ReceiptKeys {
        let keys = [first].into_iter().chain(others);
        let keys = keys.map(|key| (key_id(&key), Keys::new(key, None))).collect();
        ReceiptKeys { now: key_id(&first), keys }
    }

    fn seal(&self, digest: &str, text: &str) -> Option<String> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        let packed = packed.write_all(text.as_bytes()).and_then(|()| packed.finish()).ok()?;
        // In base64, because what is sealed is a text.
        let sealed = self.keys.get(&self.now)?.seal(&[SEALED_AS, digest], &BASE64.encode(packed));
        Some(format!("{}.{sealed}", self.now))
    }

    /// The text of a stored receipt; `None` if it was sealed by another key, or is not the one of this digest.
    pub fn open(&self, digest: &str, sealed: &str) -> Option<String> {
        let (id, sealed) = sealed.split_once('.')?;
        // Any moment will do: only older keys expire, and none of these `Keys` has one.
        let packed = self.keys.get(id)?.open(&[SEALED_AS, digest], sealed, DateTime::UNIX_EPOCH)?;
        let packed = BASE64.decode(packed).ok()?;
        let mut text = String::new();
        // A few bytes can unpack to any length. A text that is cut here fails its digest.
        ZlibDecoder::new(&*packed).take(MAX_RECEIPT_BYTES as u64).read_to_string(&mut text).ok()?;
        Some(text).filter(|text| digest_of(text) == digest)
    }
}

/// The digits that name a key.
pub fn key_id(key: &[u8; KEY_BYTES]) -> String {
    hex::encode(Sha256::digest([b"receipt key", &key[..]].concat()))[..KEY_ID_DIGITS].to_owned()
}

/// Makes receipts of one message: each with a random number of its own, so that nobody sees which entries came by the same message.
#[derive(Clone)]
pub struct ReceiptMaker {
    proof: Arc<SenderProof>,
    keys: Arc<ReceiptKeys>,
}

impl ReceiptMaker {
    /// Makes receipts of this proof, sealed by these keys.
    pub fn new(proof: Arc<SenderProof>, keys: Arc<ReceiptKeys>) -> ReceiptMaker {
        ReceiptMaker { proof, keys }
    }

    /// A new receipt; `None` if the operating system gives no random number.
    pub fn make(&self) -> Option<SealedReceipt> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).ok()?;
        let receipt = Receipt { proof: (*self.proof).clone(), nonce: hex::encode(nonce) };
        let text = serde_json::to_string(&receipt).ok()?;
        let digest = digest_of(&text);
        let sealed = self.keys.seal(&digest, &text)?;
        Some(SealedReceipt { digest, sealed })
    }
}

impl fmt::Debug for ReceiptMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl PartialEq for ReceiptMaker {
    fn eq(&self, other: &ReceiptMaker) -> bool {
        self.proof == other.proof
    }
}

impl Eq for ReceiptMaker {}
