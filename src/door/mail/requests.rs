//! Requests for what takes seconds to work out (what decided a game, why a computer player gave an order, an audit), and their
//! results. `slow` works them out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::report::Weight;
use crate::words::Lang;

/// Most results that are kept.
const KEPT: usize = 64;
/// How long one is kept, in seconds: it may be that there was too little time.
const KEPT_SECONDS: i64 = 60 * 60;

/// What is to be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlowLook {
    /// What decided the game, in the words of `show`.
    Decided(Vec<String>),
    /// Why a computer player gave the order of an entry, or the last one.
    Why(Option<u64>),
    /// The audit of the log.
    Audit,
}

/// A question of a player about a table, at its last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowRequest {
    pub(super) table: String,
    pub(super) last: u64,
    pub(super) player: String,
    pub(super) lang: Lang,
    pub(super) asks: SlowLook,
}

/// Results that are kept, the latest last.
#[derive(Default)]
pub struct SlowResults(Mutex<VecDeque<KeptResult>>);

/// The result of a request.
struct KeptResult {
    of: SlowRequest,
    /// When it was worked out, in seconds since 1970.
    at: i64,
    lines: Arc<Vec<(Weight, String)>>,
}

impl SlowResults {
    pub(super) fn known(&self, request: &SlowRequest, now: i64) -> Option<Arc<Vec<(Weight, String)>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh = |it: &&KeptResult| it.of == *request && now - it.at < KEPT_SECONDS;
        kept.iter().rfind(is_fresh).map(|it| it.lines.clone())
    }

    pub(super) fn keep(&self, of: SlowRequest, at: i64, lines: Vec<(Weight, String)>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The oldest result, which would be the first to expire.
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(KeptResult { of, at, lines: Arc::new(lines) });
    }
}
