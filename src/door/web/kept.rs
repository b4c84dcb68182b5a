//! The cache of answers, of a fixed size, which drops the oldest first; and the answers being made, each once for all who wait
//! for it.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use sha2::{Digest, Sha256};

use crate::words::Lang;

/// Most bytes of cached answers.
pub const KEPT_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of a digest that distinguish one answer from another.
const TAG_BYTES: usize = 16;

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Made {
    /// Its media type.
    pub kind: &'static str,
    /// Its policy for contents.
    pub policy: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its `ETag` (RFC 9110, 8.8.3).
    pub tag: String,
}

impl Made {
    /// An answer.
    pub fn new(kind: &'static str, policy: String, bytes: Vec<u8>) -> Made {
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..TAG_BYTES]));
        Made { kind, policy, bytes, tag }
    }
}

/// The purpose of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeFor {
    /// A file of a table's page, as the table was at its last entry.
    Page {
        /// The table.
        table: String,
        /// Its last entry.
        last: u64,
        /// The file of its page.
        file: String,
        /// The language.
        lang: Lang,
        /// The day.
        day: Option<usize>,
        /// Which of the page's pictures.
        picture: usize,
        /// True if it is for a dark screen.
        dark: bool,
    },
    /// A player's calendar.
    Calendar {
        /// The player.
        player: String,
        /// Its name in the link.
        name: String,
    },
}

/// A cached answer.
#[derive(Debug)]
struct KeptAnswer {
    key: MadeFor,
    made: Arc<Made>,
    /// When it holds, in seconds since 1970; always without it.
    holds: Option<Range<i64>>,
}

/// The cached answers.
#[derive(Debug, Default)]
pub struct Kept(Mutex<VecDeque<KeptAnswer>>);

impl Kept {
    /// The cached answer, if it is valid at `now`.
    pub fn find(&self, key: &MadeFor, now: i64) -> Option<Arc<Made>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|kept| kept.key == *key)?;
        found.holds.as_ref().is_none_or(|holds| holds.contains(&now)).then(|| found.made.clone())
    }

    /// Caches an answer, in place of an old one to the same request; one larger than the whole cache is not cached.
    pub fn keep(&self, key: MadeFor, made: Arc<Made>, holds: Option<Range<i64>>) {
        if made.bytes.len() > KEPT_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.key != key);
        kept.push_back(KeptAnswer { key, made, holds });
        while kept.iter().map(|kept| kept.made.bytes.len()).sum::<usize>() > KEPT_BYTES {
            kept.pop_front();
        }
    }
}

/// The result of making: an answer, or the status of its failure.
pub type PageAnswer = Result<Arc<Made>, StatusCode>;
/// A making, for each who waits for it.
pub type PageMaking = Shared<BoxFuture<'static, PageAnswer>>;

/// The answers that are being made.
#[derive(Default)]
pub struct Making(Mutex<Vec<(MadeFor, PageMaking)>>);

impl Making {
    /// The making of this answer, if one is running.
    pub fn find(&self, key: &MadeFor) -> Option<PageMaking> {
        let making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        making.iter().find(|(known, _)| known == key).map(|(_, awaited)| awaited.clone())
    }

    /// True if nothing is made just now.
    pub fn is_idle(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The making of this answer: the running one, else `make`. It continues even if nobody waits for it.
    pub fn start(
        self: &Arc<Self>,
        key: MadeFor,
        make: impl Future<Output = PageAnswer> + Send + 'static,
    ) -> PageMaking {
        let mut making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Again, under the lock: two requests may have missed it in `find` at the same moment.
        if let Some((_, awaited)) = making.iter().find(|(known, _)| *known == key) {
            return awaited.clone();
        }
        let (these, done) = (self.clone(), key.clone());
        let made = tokio::spawn(async move {
            let outcome = make.await;
            these.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| *known != done);
            outcome
        });
        // A panic of the work is a status already, so only a runtime that stops ends the task early.
        let awaited =
            made.map(|made| made.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))).boxed().shared();
        making.push((key, awaited.clone()));
        awaited
    }
}
