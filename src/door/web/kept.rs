//! Answers kept for whoever asks the same, as many as fit, the oldest go first; and those that are being made, once for all
//! who wait for them.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use sha2::{Digest, Sha256};

use crate::words::Lang;

/// Bytes of answers that are kept.
const KEPT_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of a digest that tell one answer from another.
const TAG_BYTES: usize = 16;

/// What was answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Made {
    /// Its media type.
    pub kind: &'static str,
    /// Its policy for contents.
    pub policy: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What tells it from another, as `ETag` (RFC 9110, 8.8.3).
    pub tag: String,
}

impl Made {
    /// An answer.
    pub fn new(kind: &'static str, policy: String, bytes: Vec<u8>) -> Made {
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..TAG_BYTES]));
        Made { kind, policy, bytes, tag }
    }
}

/// What an answer is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeFor {
    /// A file of a table's page, as the table was at its last entry.
    Page {
        /// The table.
        table: String,
        /// Its last entry.
        last: u64,
        /// What of its page.
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

/// An answer that is kept.
#[derive(Debug)]
struct KeptAnswer {
    key: MadeFor,
    made: Arc<Made>,
    /// When it holds, in seconds since 1970; always without it.
    holds: Option<Range<i64>>,
}

/// The answers that are kept.
#[derive(Debug, Default)]
pub struct Kept(Mutex<VecDeque<KeptAnswer>>);

impl Kept {
    /// What was answered to this, if it holds at `now`.
    pub fn find(&self, key: &MadeFor, now: i64) -> Option<Arc<Made>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|kept| kept.key == *key)?;
        found.holds.as_ref().is_none_or(|holds| holds.contains(&now)).then(|| found.made.clone())
    }

    /// Keeps an answer in place of one to the same; one that is greater than all room there is, is not kept.
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

/// What a making comes to: an answer, or the status that says why there is none.
pub type PageAnswer = Result<Arc<Made>, StatusCode>;
/// A making, for each who waits for it.
pub type PageMaking = Shared<BoxFuture<'static, PageAnswer>>;

/// The answers that are being made.
#[derive(Default)]
pub struct Making(Mutex<Vec<(MadeFor, PageMaking)>>);

impl Making {
    /// The making of this, where there is one.
    pub fn find(&self, key: &MadeFor) -> Option<PageMaking> {
        let making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        making.iter().find(|(known, _)| known == key).map(|(_, awaited)| awaited.clone())
    }

    /// True if nothing is made just now.
    pub fn is_idle(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The making of this: the one there is, else `make`. It goes on whoever goes on waiting for it.
    pub fn start(
        self: &Arc<Self>,
        key: MadeFor,
        make: impl Future<Output = PageAnswer> + Send + 'static,
    ) -> PageMaking {
        let mut making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, awaited)) = making.iter().find(|(known, _)| *known == key) {
            return awaited.clone();
        }
        let (these, done) = (self.clone(), key.clone());
        let made = tokio::spawn(async move {
            let outcome = make.await;
            these.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| *known != done);
            outcome
        });
        let awaited =
            made.map(|made| made.unwrap_or(Err(StatusCode::INTERNAL_SERVER_ERROR))).boxed().shared();
        making.push((key, awaited.clone()));
        awaited
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures::future::join_all;
    use tokio::sync::oneshot;

    use super::*;

    fn key(last: u64) -> MadeFor {
        let (table, file) = ("t".to_owned(), String::new());
        MadeFor::Page { table, last, file, lang: Lang::En, day: None, picture: 0, dark: false }
    }

    fn made(bytes: usize) -> Arc<Made> {
        Arc::new(Made::new("text/html", String::new(), vec![0; bytes]))
    }

    #[test]
    fn the_oldest_go_when_there_is_no_more_room() {
        let kept = Kept::default();
        kept.keep(key(0), made(KEPT_BYTES + 1), None);
        assert_eq!(kept.find(&key(0), 0), None);
        for last in 1..=9 {
            kept.keep(key(last), made(KEPT_BYTES / 8), None);
        }
        assert_eq!((kept.find(&key(1), 0), kept.find(&key(9), 0).is_some()), (None, true));
        let calendar = MadeFor::Calendar { player: "t".to_owned(), name: String::new() };
        assert!(kept.find(&calendar, 0).is_none());
        kept.keep(calendar.clone(), made(1), Some(100..160));
        assert!([100, 159].iter().all(|now| kept.find(&calendar, *now).is_some()));
        assert!([99, 160].iter().all(|now| kept.find(&calendar, *now).is_none()), "nor by a clock set back");
        kept.keep(calendar.clone(), made(2), Some(160..220));
        assert_eq!(kept.find(&calendar, 160).map(|made| made.bytes.len()), Some(2));
    }

    #[tokio::test]
    async fn who_wants_the_same_waits_for_one_making() {
        let (making, makings) = (Arc::new(Making::default()), Arc::new(AtomicU32::new(0)));
        let (open, gate) = oneshot::channel::<()>();
        let gate = async { drop(gate.await) }.shared();
        let want = |key: MadeFor| {
            let (gate, makings) = (gate.clone(), makings.clone());
            making.start(key, async move {
                makings.fetch_add(1, Ordering::SeqCst);
                gate.await;
                Ok(made(1))
            })
        };
        let waiting: Vec<PageMaking> = (0..20).map(|_| want(key(1))).chain([want(key(2))]).collect();
        assert!(making.find(&key(1)).is_some() && making.find(&key(3)).is_none());
        open.send(()).unwrap();
        assert!(join_all(waiting).await.iter().all(Result::is_ok));
        assert_eq!(makings.load(Ordering::SeqCst), 2, "one for each that was wanted");
        assert!(making.find(&key(1)).is_none(), "it is made");
        let failing = making.start(key(1), async { Err(StatusCode::SERVICE_UNAVAILABLE) });
        assert_eq!(failing.await, Err(StatusCode::SERVICE_UNAVAILABLE));
    }
}
