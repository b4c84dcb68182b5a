//! Answers calls in time. Discord waits three seconds for the first answer; handlers may take longer. So a slow handler gets a
//! deferral, and its answer is sent when it is done.

mod follow_up;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::{Instrument, Span};

use super::decode::{Answerable, Unsupported};
use crate::door::discord::api::post::rest::Rest as Client;
use crate::door::discord::interaction::{Interaction, InteractionData};
use crate::door::discord::outbound::emoji::Emoji;
use crate::door::discord::outbound::encode;
use crate::door::discord::outbound::message::{Message, SlashReply};
use crate::observe;
use crate::words::{Lang, Words};
pub use follow_up::FollowUp;

/// The time before a handler gets a deferral.
pub const PATIENCE: Duration = Duration::from_millis(800);
/// Most handlers that run at once, each on a thread of its own.
pub const AT_ONCE: usize = 64;
/// Most calls that wait for one of them to end; those beyond are refused.
pub const WAITING: usize = 1024;
/// The time that a request for suggestions waits for its turn. Whoever types has gone on by then, and asks again.
pub const SUGGESTION_PATIENCE: Duration = Duration::from_millis(300);

/// A handler of calls. It may block and take long.
pub trait Handle: Send + Sync {
    /// The answer to a call. Whatever it acknowledges is durable.
    fn handle(&self, call: &Interaction) -> SlashReply;
}

/// The responder to calls: it runs handlers and defers slow replies.
pub struct Responder {
    handle: Arc<dyn Handle>,
    words: Arc<Words>,
    client: Arc<Client>,
    bounds: Bounds,
    threads: Arc<Semaphore>,
    /// The turns of suggestions: in a storm of them, orders share the processors with few.
    suggesting: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    running: Arc<watch::Sender<usize>>,
    stopped: AtomicBool,
}

/// Timeouts and limits.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// See [`PATIENCE`].
    pub patience: Duration,
    /// See [`AT_ONCE`].
    pub at_once: usize,
    /// See [`WAITING`].
    pub waiting: usize,
    /// Most suggestions that are worked out at once: one for each processor.
    pub suggesting: usize,
    /// See [`SUGGESTION_PATIENCE`].
    pub suggestion_patience: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            patience: PATIENCE,
            at_once: AT_ONCE,
            waiting: WAITING,
            suggesting: std::thread::available_parallelism().map_or(1, usize::from),
            suggestion_patience: SUGGESTION_PATIENCE,
        }
    }
}

/// The first answer, and the follow-up after it has arrived.
pub struct InteractionReply {
    /// To be sent at once.
    pub first: Value,
    /// To be sent in its place where Discord refuses it.
    pub instead: Option<Value>,
    /// To be sent after it.
    pub rest: Option<FollowUp>,
}

/// The outcome of a handler.
enum Outcome {
    Answered(Box<SlashReply>),
    Failed,
}

/// A handler at work.
type Work = JoinHandle<Outcome>;

/// Counts a call as running for as long as it lives.
struct Running(Arc<watch::Sender<usize>>);

impl Running {
    fn new(running: &Arc<watch::Sender<usize>>) -> Running {
        running.send_modify(|count| *count += 1);
        Running(running.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// A place among those that wait.
struct Permit(Arc<AtomicUsize>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Responder {
    /// Answers calls by `handle`; deferred answers go out over `client`.
    pub fn new(handle: Arc<dyn Handle>, words: Arc<Words>, client: Arc<Client>, bounds: Bounds) -> Responder {
        Responder {
            handle,
            words,
            client,
            bounds,
            threads: Arc::new(Semaphore::new(bounds.at_once)),
            suggesting: Arc::new(Semaphore::new(bounds.suggesting)),
            waiting: Arc::default(),
            running: Arc::new(watch::Sender::new(0)),
            stopped: AtomicBool::new(false),
        }
    }

    /// The client that answers go out over.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Takes no new calls from here on.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether new calls are no longer taken.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Waits until every call is answered in full.
    pub async fn idle(&self) {
        // The sender is ours, so there is always one to wait for.
        let _ = self.running.subscribe().wait_for(|count| *count == 0).await;
    }

    /// The reply to a call. Dropping the future leaves the handler to end by itself.
    pub async fn reply(&self, came: Answerable) -> InteractionReply {
        let began = Instant::now();
        let kind = kind(&came.call.what);
        let table = tracing::field::Empty;
        let span = tracing::info_span!("interaction", id = %came.call.id, kind, table);
        let reply = self.reply_in(came, &span).instrument(span.clone()).await;
        observe::interaction(kind, reply.1);
        observe::first_answer(kind, began.elapsed());
        let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        span.in_scope(|| tracing::info!(outcome = reply.1, milliseconds, "first answer"));
        reply.0
    }

    /// The reply, and what to call it in logs and numbers.
    async fn reply_in(&self, came: Answerable, span: &Span) -> (InteractionReply, &'static str) {
        if let Some(application) = came.application {
            self.client.answer_as(application);
        }
        let lang = came.call.user.lang;
        let completes = matches!(came.call.what, InteractionData::Complete { .. });
        let turn = if completes {
            let turn = self.suggesting.clone().acquire_owned();
            match timeout(self.bounds.suggestion_patience, turn).await {
                Ok(turn) => turn.ok(),
                Err(_) => {
                    observe::refused("suggestion");
                    return (
                        InteractionReply { first: nothing_to_suggest(), instead: None, rest: None },
                        "shed",
                    );
                }
            }
        } else {
            None
        };
        let Some(mut work) = self.begin(came.call.clone(), turn) else {
            observe::refused("busy");
            return (self.only(self.sorry("discord-serve-busy", lang), completes), "busy");
        };
        // Begun before the wait, because it counts as running: a stop waits for it.
        let rest = FollowUp::new(self, came, span.clone());
        match timeout(self.bounds.patience, &mut work).await {
            Ok(outcome) => {
                let name = match &outcome {
                    Ok(Outcome::Answered(_)) => "answered",
                    _ => "failed",
                };
                (rest.now(outcome_of(outcome)), name)
            }
            Err(_) if completes => {
                // The suggestions are for a text that the user has changed since.
                (InteractionReply { first: nothing_to_suggest(), instead: None, rest: None }, "late")
            }
            Err(_) => (rest.later(work), "deferred"),
        }
    }

    /// The reply to something that is not understood.
    pub fn reply_to_strange(&self, strange: &Unsupported) -> Value {
        tracing::warn!(id = %strange.id, field = %strange.field, "an interaction that is not understood");
        observe::interaction("strange", "refused");
        observe::refused("strange");
        let (id, field) = (strange.id.to_string(), strange.field.to_string());
        let named = [("id", id.as_str().into()), ("field", field.as_str().into())];
        let text = self.words.say(strange.lang, "discord-serve-strange", &named);
        self.only(text, strange.completes).first
    }

    fn only(&self, text: String, completes: bool) -> InteractionReply {
        let first = if completes {
            nothing_to_suggest()
        } else {
            encode::response(&SlashReply::private(Message::from(text)), self.client.emoji())
        };
        InteractionReply { first, instead: None, rest: None }
    }

    fn sorry(&self, key: &str, lang: Lang) -> String {
        self.words.say(lang, key, &[])
    }

    /// Sets the handler to work; `None` when too many calls wait already. `turn` ends with it.
    fn begin(&self, call: Interaction, turn: Option<OwnedSemaphorePermit>) -> Option<Work> {
        let threads = self.threads.clone();
        // A free thread, or else a place in the queue; without either the call is refused.
        let permit = threads.clone().try_acquire_owned().ok();
        let place = match permit {
            Some(_) => None,
            None => Some(self.place()?),
        };
        let (handle, running) = (self.handle.clone(), Running::new(&self.running));
        let span = Span::current();
        Some(tokio::spawn(async move {
            let permit = match permit {
                Some(permit) => permit,
                // It is never closed.
                None => match threads.acquire_owned().await {
                    Ok(permit) => permit,
                    Err(_) => return Outcome::Failed,
                },
            };
            drop(place);
            let work = tokio::task::spawn_blocking(move || {
                let answer = span.in_scope(|| handle.handle(&call));
                // Given back by the thread itself: it goes on, and needs its place, when nobody awaits it.
                drop((permit, turn));
                answer
            });
            let outcome = work.await;
            drop(running);
            match outcome {
                Ok(answer) => Outcome::Answered(Box::new(answer)),
                Err(error) => {
                    tracing::error!(panicked = error.is_panic(), "a handler failed");
                    Outcome::Failed
                }
            }
        }))
    }

    fn place(&self) -> Option<Permit> {
        // One too many is dropped at the end, which takes it off the count again.
        let place = Permit(self.waiting.clone());
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        (before < self.bounds.waiting).then_some(place)
    }
}

/// The result of the work; a task that was not allowed to end counts as failed.
fn outcome_of(ended: Result<Outcome, tokio::task::JoinError>) -> Outcome {
    ended.unwrap_or(Outcome::Failed)
}

fn nothing_to_suggest() -> Value {
    encode::response(&SlashReply::Suggest(vec![]), Emoji::NONE)
}

fn kind(what: &InteractionData) -> &'static str {
    match what {
        InteractionData::Command(_) => "command",
        InteractionData::Complete { .. } => "complete",
        InteractionData::Click { .. } => "click",
        InteractionData::Filled { .. } => "modal",
    }
}
