//! What came by mail: from bytes to who wrote, whether a person did, and the lines that person wrote. Pure functions; nothing here
//! looks anything up but [`authentic`], which asks the DNS.
//!
//! | part | what it does |
//! |---|---|
//! | [`address`] | addresses as they are compared, names as they may be shown |
//! | [`nature`], [`bounce`] | whether a person wrote, a machine did, or a mail of ours came back |
//! | [`entity`] | the parts of a message that hold its text, decoded |
//! | [`raw`], [`html`] | the lines of a body |
//! | [`breaks`] | lines that a program broke |
//! | [`written`] | which lines are the sender's own |
//! | [`sealed`] | texts that cannot be read: encrypted, or signed around |
//! | [`authentic`] | whether the sender’s domain vouches for it |
//!
//! `docs/decisions/mail-reading.md` says what is judged a quote, and why.

mod address;
pub mod authentic;
mod bounce;
mod breaks;
mod entity;
mod html;
mod nature;
mod raw;
mod sealed;
mod written;

use std::sync::Arc;

use sha2::{Digest, Sha256};

pub use address::{Sender, compared};
pub use bounce::{Bounce, Failed};
pub use nature::{LOOP, Nature, Sign};
pub use sealed::Sealed;
pub use written::{ABOVE, OwnLine, Taken};

use crate::receipt::SenderProof;
use entity::Entity;

/// The greatest message that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The most addresses a message is taken to be sent to, and the most ids it is taken to answer.
const MAX_LISTED: usize = 64;
/// The longest `Message-ID` that serves as a key, in bytes: what fits on a header's line.
const MAX_ID_BYTES: usize = 998;
/// Most characters of a subject that are kept.
const MAX_SUBJECT: usize = 200;
/// The headers that say where a message was delivered, then those that say whom it was addressed to.
const RECIPIENTS: [&str; 6] = ["Delivered-To", "X-Original-To", "Envelope-To", "X-Delivered-To", "To", "Cc"];

/// A message as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The `Message-ID` without brackets, if there is exactly one that can be a key.
    pub message_id: Option<String>,
    /// The SHA-256 of all of it, in hex.
    pub digest: String,
    /// Whom its one `From` names.
    pub from: Sender,
    /// The addresses it was delivered and addressed to, from its headers, in comparable form.
    pub to: Vec<String>,
    /// The ids it answers, without brackets, the nearest first.
    pub replies_to: Vec<String>,
    /// The subject, on one line.
    pub subject: String,
    /// The lines its sender wrote, in order: no quotes, no signature, no empty ones.
    pub lines: Vec<OwnLine>,
    /// Unmarked lines that are not read as the sender's, each with its presumed kind.
    pub left_out: Vec<(Taken, String)>,
    /// The way in which its text is closed to us, where it is.
    pub sealed: Option<Sealed>,
    /// True if it arrived complete, as far as it shows.
    pub whole: bool,
    /// The servers that found that the sender's domain disowns it, by the names they give themselves, in lower case.
    pub disowned_by: Vec<String>,
    /// The latest moment at which it was written, in seconds since 1970, by the clocks of its sender and of the last server;
    /// `None` without a date.
    pub written: Option<i64>,
    /// The kind of its writer.
    pub nature: Nature,
    /// The signature of the sender's domain, once that has been looked for.
    pub proof: Option<Arc<SenderProof>>,
}

/// Why a message cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is greater than [`MAX_BYTES`].
    #[error("{0} bytes")]
    TooGreat(usize),
    /// Its head is longer, or more laboriously encoded, than any program writes.
    #[error("a head that no program writes")]
    Head,
    /// It names no sender whose address can be compared.
    #[error("no sender")]
    NoSender,
    /// It names several senders.
    #[error("several senders")]
    SeveralSenders,
}

/// Reads a message. The same bytes always give the same, in a time that grows with their number alone.
///
/// # Errors
/// A message that is too great, or without exactly one sender.
pub fn read(raw: &[u8]) -> Result<Incoming, Unreadable> {
    if raw.len() > MAX_BYTES {
        return Err(Unreadable::TooGreat(raw.len()));
    }
    let message = Entity::message(raw).ok_or(Unreadable::Head)?;
    let from = address::sender(&message)?;
    let mut replies_to: Vec<String> = Vec::new();
    // `References` has the nearest at its end.
    for id in message.ids("In-Reply-To").into_iter().chain(message.ids("References").into_iter().rev()) {
        if replies_to.len() < MAX_LISTED && !replies_to.contains(&id) {
            replies_to.push(id);
        }
    }
    // Several ids identify a mail no better than none.
    let own = <[String; 1]>::try_from(message.ids("Message-ID")).ok();
    let bodies = message.bodies();
    let (lines, left_out) = written::lines(&bodies);
    Ok(Incoming {
        message_id: own.map(|[id]| id).filter(|id| is_key(id)),
        digest: hex::encode(Sha256::digest(raw)),
        to: address::recipients(&message),
        replies_to,
        subject: address::cleaned(&message.texts("Subject").join(" "), MAX_SUBJECT),
        nature: nature::nature(&message, &from),
        sealed: sealed::sealed(&message, &bodies),
        whole: message.is_whole(),
        written: message.written(),
        disowned_by: authentic::disowners(&message, &from),
        lines,
        left_out,
        from,
        proof: None,
    })
}

/// Returns whether an id can be a key.
fn is_key(id: &str) -> bool {
    id.len() <= MAX_ID_BYTES && id.chars().all(|c| c.is_ascii_graphic())
}
