//! The limit on new sessions. Discord gives an application about a thousand a day, and resets the token of one that requests
//! more. So every IDENTIFY is counted before it is sent, beside the log, where a program that is restarted again and again
//! finds the count.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use twilight_gateway::queue::Queue;

use super::{GatewayState, Rejected};
use crate::door::discord::api::post::rest::Rest;
use crate::door::discord::api::sign_on::{self, Entrance};
use crate::waits::Waits;

/// Storage for small texts beside the log. It may block.
pub trait SessionNotes: Send + Sync {
    /// The value stored under `key`.
    ///
    /// # Errors
    /// A fault of the store.
    fn read(&self, key: &str) -> Result<Option<String>, String>;
    /// The values stored under all keys with this prefix.
    ///
    /// # Errors
    /// A fault of the store.
    fn read_all(&self, prefix: &str) -> Result<Vec<String>, String>;
    /// Stores `body` under `key`.
    ///
    /// # Errors
    /// A fault of the store.
    fn write(&self, key: &str, body: &str) -> Result<(), String>;
}

/// The prefix of the keys; the shard's number follows.
const KEY: &str = "sessions/";
/// The seconds in which Discord's number of simultaneous sessions may be requested.
const ROUND: i64 = 5;
/// Seconds before the next request after a refused session: first, and at most.
const REFUSED: [i64; 2] = [5, 300];
/// A shard requests at most this many sessions in this many seconds, whatever their results: under half of Discord's limit.
pub const MOST: (usize, i64) = (20, 60 * 60);
/// With fewer sessions left than this none is requested: they are for when the outage is over.
const RESERVE: u64 = 50;
/// Seconds, at least, before asking Discord again how many are left.
const LEFT_AGAIN: i64 = 60;

/// The times at which a shard requested sessions.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedSessions {
    /// The last times, first to last, in seconds since 1970.
    pub at: Vec<i64>,
    /// The number of refused sessions at the end.
    pub refused: u32,
}

impl AskedSessions {
    /// When the next session may be requested. A time in the future means that a clock was set back, and counts as now.
    pub fn next(&self, now: i64) -> i64 {
        let [first, longest] = REFUSED;
        let last = self.at.last().map_or(i64::MIN, |last| (*last).min(now));
        let pause = match self.refused.checked_sub(1) {
            None => 0,
            // Capped so that the shift cannot overflow; `longest` is reached long before.
            Some(steps) => (first << steps.min(16)).min(longest),
        };
        let (most, within) = MOST;
        let oldest = self.at.len().checked_sub(most).and_then(|at| self.at.get(at));
        let by_number = oldest.map_or(i64::MIN, |oldest| (*oldest).min(now).saturating_add(within));
        last.saturating_add(pause).max(by_number).max(now)
    }

    /// Records a request, as refused until the session is given.
    pub fn ask(&mut self, now: i64) {
        self.at.push(now);
        let beyond = self.at.len().saturating_sub(MOST.0);
        self.at.drain(..beyond);
        self.refused = self.refused.saturating_add(1);
    }
}

/// The queue in which shards request sessions, one at a time.
pub(super) struct Sessions {
    rest: Arc<Rest>,
    notes: Arc<dyn SessionNotes>,
    waits: Waits,
    state: Arc<GatewayState>,
    /// When one was last let through.
    last: tokio::sync::Mutex<i64>,
}

impl Sessions {
    pub(super) fn new(
        rest: Arc<Rest>,
        notes: Arc<dyn SessionNotes>,
        waits: Waits,
        state: Arc<GatewayState>,
    ) -> Sessions {
        Sessions { rest, notes, waits, state, last: tokio::sync::Mutex::new(i64::MIN) }
    }

    /// Waits until a shard may ask for a session; gives where the gateway is.
    pub(super) async fn turn(&self, shard: u32) -> Result<Entrance, Rejected> {
        let asked = self.requests(shard).await;
        let next = asked.next(self.waits.now());
        if next > self.waits.now() {
            tracing::info!(shard, until = next, sessions = asked.at.len(), "no session is asked for before");
        }
        self.waits.until(next).await;
        // Held until this shard may go, so that the others of this process wait for their turn.
        let mut last = self.last.lock().await;
        let entrance = self.entrance().await?;
        let round = ROUND.div_euclid(entrance.at_once.max(1)).max(1);
        // Discord counts the requests of other processes too.
        let before = self.last_request().await.max(*last).min(self.waits.now());
        self.waits.until(before.saturating_add(round)).await;
        *last = self.waits.now();
        Ok(entrance)
    }

    /// The address of the gateway, once Discord has sessions enough to give.
    async fn entrance(&self) -> Result<Entrance, Rejected> {
        loop {
            let asked = sign_on::until_reached(&self.waits, || sign_on::entrance(&self.rest)).await;
            let entrance = asked.map_err(|_| Rejected::Token)?;
            if entrance.remaining >= RESERVE {
                self.state.no_session_before(None);
                return Ok(entrance);
            }
            let until = self.waits.now().saturating_add(entrance.reset_after.max(LEFT_AGAIN));
            self.state.no_session_before(Some(until));
            let remaining = entrance.remaining;
            tracing::warn!(
                remaining,
                until,
                "Discord has few sessions left for today; none is asked for before"
            );
            self.waits.until(until).await;
        }
    }

    /// The right to ask for one session.
    pub(super) fn one(self: &Arc<Self>, shard: u32) -> Right {
        Right { sessions: Mutex::new(Some(self.clone())), shard, beyond: Arc::default() }
    }

    /// Records that a shard was given its requested session.
    pub(super) async fn given(self: &Arc<Self>, shard: u32) {
        if let Err(trouble) = self.change(shard, |asked| asked.refused = 0).await {
            tracing::error!(trouble, "it could not be noted that a session was given");
        }
    }

    async fn requests(&self, shard: u32) -> AskedSessions {
        let notes = self.notes.clone();
        spawn_blocking(move || stored_requests(&*notes, shard)).await.unwrap_or_default()
    }

    /// When a shard last requested one, in any process.
    async fn last_request(&self) -> i64 {
        let notes = self.notes.clone();
        let read =
            spawn_blocking(move || notes.read_all(KEY)).await.unwrap_or_else(|error| Err(error.to_string()));
        let all = read.unwrap_or_else(|trouble| {
            tracing::error!(trouble, "the count of sessions cannot be read");
            Vec::new()
        });
        all.iter().filter_map(|body| read_requests(body).at.last().copied()).max().unwrap_or(i64::MIN)
    }

    async fn change(
        &self,
        shard: u32,
        change: impl FnOnce(&mut AskedSessions) + Send + 'static,
    ) -> Result<(), String> {
        let notes = self.notes.clone();
        let written = spawn_blocking(move || {
            let mut asked = stored_requests(&*notes, shard);
            change(&mut asked);
            let body = serde_json::to_string(&asked).map_err(|error| error.to_string())?;
            notes.write(&key(shard), &body)
        });
        written.await.map_err(|error| error.to_string())?
    }
}

fn key(shard: u32) -> String {
    format!("{KEY}{shard}")
}

/// The stored sessions of a shard. What cannot be read counts for nothing: without the store no order is taken either.
fn stored_requests(notes: &dyn SessionNotes, shard: u32) -> AskedSessions {
    let read = notes.read(&key(shard)).unwrap_or_else(|trouble| {
        tracing::error!(trouble, "the count of sessions cannot be read");
        None
    });
    read.map(|body| read_requests(&body)).unwrap_or_default()
}

fn read_requests(body: &str) -> AskedSessions {
    serde_json::from_str(body).unwrap_or_default()
}

/// The right to ask for one session or none, which a connection takes to the gateway.
#[derive(Default)]
pub(super) struct Right {
    sessions: Mutex<Option<Arc<Sessions>>>,
    shard: u32,
    /// Requests beyond the limit wait as long as the connection lives: after a refusal, twilight would request again at once.
    beyond: Arc<Mutex<Vec<oneshot::Sender<()>>>>,
}

impl Queue for Right {
    fn enqueue(&self, _: u32) -> oneshot::Receiver<()> {
        let (granted, receiver) = oneshot::channel();
        let Some(sessions) = lock(&self.sessions).take() else {
            lock(&self.beyond).push(granted);
            return receiver;
        };
        let (shard, beyond, now) = (self.shard, self.beyond.clone(), sessions.waits.now());
        tokio::spawn(async move {
            match sessions.change(shard, move |asked| asked.ask(now)).await {
                // If the connection is already gone, a request was counted that was not made.
                Ok(()) => drop(granted.send(())),
                Err(trouble) => {
                    tracing::error!(trouble, "no session is asked for, since that could not be counted");
                    lock(&beyond).push(granted);
                }
            }
        });
        receiver
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
