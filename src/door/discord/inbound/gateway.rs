//! The way in over the gateway: a connection that the bot opens. Heartbeats and the first words of a connection are
//! twilight's; when there is a next connection, and whether it asks for a session, is decided here, so that a bad day at
//! Discord stays a calm one here.
//!
//! | part | what it does |
//! |---|---|
//! | [`division`] | which shards are this process's |
//! | `lines` | keeps those of this process, for as long as they are its |
//! | [`shard`] | keeps one shard connected, one connection after another |
//! | [`backoff`] | how long to wait before the next connection |
//! | [`sessions`] | whether a new session may be asked for, and the count of those that were |
//! | [`state`] | how the shards are, for whoever asks |
//! | [`listener`] | what comes in, read and answered |

pub mod backoff;
pub mod division;
mod lines;
mod listener;
pub mod sessions;
mod shard;
mod state;

use std::sync::Arc;

use tokio::sync::watch;
use twilight_gateway::{Config, Intents};

use super::answering::Responder;
use crate::config::serving::Shards;
use crate::door::discord::api::post::rest::Rest;
use crate::door::discord::api::sign_on;
use crate::reason::Reason;
use crate::waits::Waits;
use crate::words::english;
use division::Division;
use lines::Lines;
use listener::Listener;
use sessions::{SessionNotes, Sessions};
use shard::Means;
pub use state::{GatewayState, Shape};

/// The bot's token is wrong, or lacks a right that it requests: waiting does not help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", english(&self.reason()))]
pub enum Rejected {
    /// The token.
    Token,
    /// The shards.
    Shards(u16),
    /// Another error of the bot's login.
    Connection(u16),
}

impl Rejected {
    /// The sentence about it.
    pub fn reason(&self) -> Reason {
        match self {
            Rejected::Token => Reason::of("rejected-token"),
            Rejected::Shards(code) => Reason::of("rejected-shards").quoting("code", code),
            Rejected::Connection(code) => Reason::of("rejected-connection").quoting("code", code),
        }
    }

    /// The reason a connection closed with `code` was rejected; `None` if the next one may be accepted.
    /// <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>
    fn of_code(code: u16) -> Option<Rejected> {
        match code {
            4004 => Some(Rejected::Token),
            4010 | 4011 => Some(Rejected::Shards(code)),
            4012..=4014 => Some(Rejected::Connection(code)),
            _ => None,
        }
    }
}

/// The way in over the gateway.
pub struct Gateway {
    /// The responder to the calls.
    pub responder: Arc<Responder>,
    /// The client of the REST API.
    pub rest: Arc<Rest>,
    /// The shards that this process shares with those that are configured alike; `None` for as many as Discord recommends.
    pub shards: Option<Shards>,
    /// The state of the shards, for others to read.
    pub state: Arc<GatewayState>,
    /// The clock, and how to wait.
    pub waits: Waits,
    /// The counter of requested sessions.
    pub notes: Arc<dyn SessionNotes>,
    /// The division of the shards among processes.
    pub division: Division,
}

impl Gateway {
    /// Keeps the shards connected until `stop`.
    ///
    /// # Errors
    /// [`Rejected`], for which waiting does not help. While Discord cannot be reached it logs that and retries.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> Result<(), Rejected> {
        // The tree has one provider. Naming it here keeps another one, brought by a library, from changing anything.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let found = tokio::select! {
            found = self.shards() => found?,
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
        };
        // Interactions come without any intent, and the bot reads nothing else.
        let config = Config::new(format!("Bot {}", self.rest.token()), Intents::empty());
        let sessions = Arc::new(Sessions::new(self.rest, self.notes, self.waits.clone(), self.state.clone()));
        let listener = Arc::new(Listener(self.responder));
        let means = Means { config, sessions, listener, state: self.state, waits: self.waits };
        Lines::new(found, self.division, means).keep(stop).await
    }

    async fn shards(&self) -> Result<Shards, Rejected> {
        if let Some(shards) = self.shards {
            return Ok(shards);
        }
        let asked = sign_on::until_reached(&self.waits, || sign_on::entrance(&self.rest)).await;
        // It asks until there is an answer, and gives up on a rejected token alone.
        let total = asked.map_err(|_| Rejected::Token)?.shards;
        Ok(Shards { first: 0, count: total, total })
    }
}
