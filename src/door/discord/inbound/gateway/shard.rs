//! Keeps one shard connected, one connection after another. twilight would open the next by itself; so each is given a
//! shard of its own, which is dropped with it.

use std::sync::Arc;
use std::time::Duration;

use serenity::futures::StreamExt;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use twilight_gateway::error::{ReceiveMessageError, ReceiveMessageErrorType};
use twilight_gateway::{CloseFrame, Config, ConfigBuilder, Message, Session, Shard, ShardId, ShardState};

use super::backoff::Backoff;
use super::listener::Listener;
use super::sessions::{Right, Sessions};
use super::{GatewayState, Rejected};
use crate::door::discord::api::sign_on;
use crate::observe::Muted;
use crate::waits::Waits;

/// Timeout for a connection to get a session.
const REACH: Duration = Duration::from_secs(60);
/// Timeout for Discord's goodbye.
const GOODBYE: Duration = Duration::from_secs(3);
/// Close codes after which a session cannot be taken up again: its number was wrong, or it is too old.
const SESSION_OVER: [u16; 2] = [4007, 4009];

/// One shard.
pub(super) struct Line {
    pub(super) id: ShardId,
    pub(super) means: Means,
}

/// The parts shared by all shards.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) config: Config,
    pub(super) sessions: Arc<Sessions>,
    pub(super) listener: Arc<Listener>,
    pub(super) state: Arc<GatewayState>,
    pub(super) waits: Waits,
}

/// A session to take up again, and where.
type Held = (Session, Option<String>);

/// The end of a connection.
struct Ended {
    /// True if there was a session.
    had_session: bool,
    /// The session that can be taken up again.
    held: Option<Held>,
    why: Why,
}

enum Why {
    Stopped,
    Rejected(Rejected),
    Trouble(String),
}

impl Line {
    /// Keeps the shard connected until `stop`.
    pub(super) async fn keep(self, mut stop: watch::Receiver<bool>) -> Result<(), Rejected> {
        let (mut url, mut held) = (String::new(), None::<Held>);
        let (mut backoff, mut muted) = (Backoff::default(), Muted::default());
        let number = self.id.number();
        loop {
            if held.is_none() {
                let Some(entrance) = unless(&mut stop, self.means.sessions.turn(number)).await else {
                    return Ok(());
                };
                url = entrance?.url;
            }
            let began = self.means.waits.passed();
            let ended = self.connect(url.clone(), held.take(), stop.clone()).await;
            self.means.state.note(number, false, self.means.waits.now());
            let trouble = match ended.why {
                Why::Stopped => return Ok(()),
                Why::Rejected(rejected) => return Err(rejected),
                Why::Trouble(trouble) => trouble,
            };
            held = ended.held;
            let pause = backoff.after(ended.had_session, self.means.waits.passed().saturating_sub(began));
            if let Some(muted) = muted.hear(&trouble, self.means.waits.now()) {
                let (had_session, seconds) = (ended.had_session, pause.as_secs());
                tracing::warn!(
                    shard = number,
                    trouble,
                    had_session,
                    again_in_seconds = seconds,
                    muted,
                    "a connection to the gateway ended"
                );
            }
            if unless(&mut stop, self.means.waits.pause(pause)).await.is_none() {
                return Ok(());
            }
        }
    }

    /// One connection, from its opening to its end. It runs in a task of its own, because twilight panics on some messages,
    /// such as a heartbeat interval of 0.
    async fn connect(&self, url: String, held: Option<Held>, stop: watch::Receiver<bool>) -> Ended {
        // A resumption may ask for no new session: Discord rations them, so a refused one goes back to the loop of the shard.
        let right = if held.is_some() { Right::default() } else { self.means.sessions.one(self.id.number()) };
        // The door sends nothing but heartbeats, so there are no messages to hold back.
        let mut config =
            ConfigBuilder::from(self.means.config.clone()).proxy_url(url).ratelimit_messages(false);
        let is_new = held.is_none();
        if let Some((session, at)) = held {
            config = config.session(session);
            config = match at {
                Some(at) => config.resume_url(at),
                None => config,
            };
        }
        let connection = Connection {
            shard: Shard::with_config(self.id, config.queue(right).build()),
            had_session: false,
            is_new,
            sessions: self.means.sessions.clone(),
            listener: self.means.listener.clone(),
            state: self.means.state.clone(),
            waits: self.means.waits.clone(),
        };
        // In a set, which ends the connection when this future is dropped.
        let mut alone = JoinSet::new();
        alone.spawn(connection.run(stop));
        match alone.join_next().await {
            Some(Ok(ended)) => ended,
            _ => Ended {
                had_session: false,
                held: None,
                why: Why::Trouble("what the gateway sent cannot be dealt with".to_owned()),
            },
        }
    }
}

/// A connection.
struct Connection {
    shard: Shard<Right>,
    had_session: bool,
    /// True if it needs a new session.
    is_new: bool,
    sessions: Arc<Sessions>,
    listener: Arc<Listener>,
    state: Arc<GatewayState>,
    waits: Waits,
}

impl Connection {
    async fn run(mut self, mut stop: watch::Receiver<bool>) -> Ended {
        let mut code = None;
        let why = loop {
            // Once there is a session, twilight's heartbeats notice a dead connection.
            let patience = if self.had_session { Duration::MAX } else { REACH };
            let Some(heard) = unless(&mut stop, timeout(patience, self.shard.next())).await else {
                self.say_goodbye().await;
                break Why::Stopped;
            };
            match heard {
                Ok(Some(Ok(Message::Text(text)))) => self.listener.hear(&text),
                Ok(Some(Ok(Message::Close(frame)))) => {
                    code = frame.map(|frame| frame.code);
                    break closed(code);
                }
                Ok(Some(Err(error))) => {
                    if let Some(trouble) = self.trouble(error) {
                        break Why::Trouble(trouble);
                    }
                }
                Ok(None) => break closed(None),
                Err(_) => break Why::Trouble(format!("no session within {} seconds", REACH.as_secs())),
            }
            match self.shard.state() {
                ShardState::Active if !self.had_session => self.has_session().await,
                ShardState::Disconnected { .. } => {
                    break Why::Trouble("Discord asked to connect again".to_owned());
                }
                _ => {}
            }
        };
        let held =
            self.shard.session().cloned().filter(|_| code.is_none_or(|code| !SESSION_OVER.contains(&code)));
        let at = self.shard.resume_url().filter(|url| sign_on::is_address(url)).map(str::to_owned);
        Ended { had_session: self.had_session, held: held.map(|session| (session, at)), why }
    }

    async fn has_session(&mut self) {
        self.had_session = true;
        let shard = self.shard.id().number();
        self.state.note(shard, true, self.waits.now());
        if self.is_new {
            self.sessions.given(shard).await;
        }
    }

    /// The meaning of an error for the connection; `None` where it goes on.
    fn trouble(&self, error: ReceiveMessageError) -> Option<String> {
        // twilight reads more strictly than this door. Its error may quote what somebody wrote, so it is not logged.
        if let ReceiveMessageErrorType::Deserializing { event } = error.kind() {
            self.listener.hear(event);
            return None;
        }
        let what = error.to_string();
        Some(error.into_source().map_or_else(|| what.clone(), |cause| format!("{what}: {cause}")))
    }

    /// Ends the session, so that Discord shows the bot as away. Later events wait for the next start.
    async fn say_goodbye(&mut self) {
        if !self.had_session {
            return;
        }
        self.shard.close(CloseFrame::NORMAL);
        let closed = async {
            while let Some(Ok(Message::Text(_))) = self.shard.next().await {
                if !matches!(self.shard.state(), ShardState::Disconnected { .. }) {
                    return;
                }
            }
        };
        if timeout(GOODBYE, closed).await.is_err() {
            tracing::warn!("the gateway did not say goodbye in time");
        }
    }
}

fn closed(code: Option<u16>) -> Why {
    match (code, code.and_then(Rejected::of_code)) {
        (_, Some(rejected)) => Why::Rejected(rejected),
        (Some(code), None) => Why::Trouble(format!("closed with code {code}")),
        (None, None) => Why::Trouble("closed".to_owned()),
    }
}

/// Awaits `future`; `None` if it is stopped before.
async fn unless<T>(stop: &mut watch::Receiver<bool>, future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        done = future => Some(done),
        _ = stop.wait_for(|stop| *stop) => None,
    }
}
