//! The state of the shards, for health and metrics.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::observe::{self, Muted};

/// The state of the shards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The number with a session.
    pub connected: usize,
    /// The number that should have one.
    pub wanted: usize,
    /// When it was last so that this process should have none, since others have them, in seconds since 1970.
    pub unneeded: Option<i64>,
    /// When one was last seen to have one, in seconds since 1970.
    pub last_connected: Option<i64>,
    /// When Discord may be asked for a session again, while it has few left, in seconds since 1970.
    pub no_session_before: Option<i64>,
}

/// The state of the shards, for health and metrics.
#[derive(Default)]
pub struct GatewayState(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    shape: Shape,
    up: BTreeSet<u32>,
    muted: Muted,
}

impl GatewayState {
    /// The shape of the shards at `now`.
    pub fn shape(&self, now: i64) -> Shape {
        let shape = self.lock().shape;
        Shape { last_connected: if shape.connected > 0 { Some(now) } else { shape.last_connected }, ..shape }
    }

    /// Sets the number of shards that should have a session from `now` on.
    pub(super) fn want(&self, wanted: usize, now: i64) {
        let mut kept = self.lock();
        if wanted == 0 {
            kept.shape.unneeded = Some(now);
        }
        if kept.shape.wanted != wanted {
            kept.shape.wanted = wanted;
            observe::gateway(kept.shape.connected, wanted);
        }
    }

    /// Records whether a shard has a session from `now` on.
    pub(super) fn note(&self, shard: u32, has_session: bool, now: i64) {
        let mut kept = self.lock();
        let changed = if has_session { kept.up.insert(shard) } else { kept.up.remove(&shard) };
        if !changed {
            return;
        }
        let (connected, wanted) = (kept.up.len(), kept.shape.wanted);
        (kept.shape.connected, kept.shape.last_connected) = (connected, Some(now));
        if let Some(muted) = kept.muted.hear(&format!("{connected}/{wanted}"), now) {
            tracing::info!(connected, wanted, muted, "shards of the gateway");
        }
        observe::gateway(connected, wanted);
    }

    pub(super) fn no_session_before(&self, at: Option<i64>) {
        self.lock().shape.no_session_before = at;
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
