//! The way in over the gateway: a connection that the bot opens. Heartbeats, resuming and new sessions are serenity's.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::async_trait;
use serenity::builder::Builder;
use serenity::client::{Context, EventHandler, RawEventHandler};
use serenity::futures::StreamExt;
use serenity::gateway::{ConnectionStage, ShardManager, ShardManagerOptions};
use serenity::http::Http;
use serenity::model::application::Interaction;
use serenity::model::event::Event;
use serenity::model::gateway::{BotGateway, GatewayIntents};
use serenity::model::id::InteractionId;
use serenity::prelude::TypeMap;
use tokio::sync::{RwLock, watch};
use tokio::time::{interval, sleep, timeout};

use super::answering::Answering;
use super::call::Id;
use super::line::{self, Meaning};
use super::reading::{self, Read, Strange};
use crate::config::serving::Shards;
use crate::observe;

/// How long the shards may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(6);
/// How often it is looked how the shards are.
const LOOK: Duration = Duration::from_millis(500);
/// How long an interaction may wait before a first answer that failed is sent again; then Discord gives it up.
const ANSWER_AGAIN: Duration = Duration::from_millis(150);

/// The bot's token is wrong, or what it asks for is not granted: nothing that waiting would mend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The token.
    #[error(
        "Discord refuses the bot's token: copy it anew from the Developer Portal (your application, Bot, Reset Token)"
    )]
    Token,
    /// The shards.
    #[error("Discord refuses the connection; check `shards` in the [discord] section")]
    Connection,
}

/// How the shards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// How many are connected.
    pub connected: usize,
    /// How many should be.
    pub wanted: usize,
    /// When one was last seen connected, in seconds since 1970.
    pub last_connected: Option<i64>,
}

/// How the shards are, for whoever asks.
#[derive(Default)]
pub struct GatewayState(Mutex<Shape>);

impl GatewayState {
    /// How they are now.
    pub fn shape(&self) -> Shape {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, connected: usize, wanted: usize, now: i64) {
        let mut shape = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shape.connected != connected || shape.wanted != wanted {
            tracing::info!(connected, wanted, "shards of the gateway");
        }
        shape.last_connected = if connected > 0 { Some(now) } else { shape.last_connected };
        (shape.connected, shape.wanted) = (connected, wanted);
        observe::gateway(connected, wanted);
    }
}

/// The way in over the gateway.
pub struct Gateway {
    /// What answers the calls.
    pub answering: Arc<Answering>,
    /// The client of the REST API.
    pub http: Arc<Http>,
    /// The shards of this process; `None` for as many as Discord recommends.
    pub shards: Option<Shards>,
    /// Where it is noted how the shards are.
    pub state: Arc<GatewayState>,
    /// Now, in seconds since 1970.
    pub now: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl Gateway {
    /// Keeps connected until `stop` says so.
    ///
    /// # Errors
    /// [`Rejected`], which waiting would not mend. While Discord cannot be reached it says so in the log and tries again.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> Result<(), Rejected> {
        let found = tokio::select! {
            found = self.find() => found?,
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
        };
        let shards = self.shards.unwrap_or(Shards {
            first: 0,
            count: found.shards.max(1),
            total: found.shards.max(1),
        });
        let listener = Arc::new(Listener(self.answering.clone()));
        // Made here and not by serenity's client: that goes to Discord's own address where it hears of none.
        let (manager, mut ended) = ShardManager::new(ShardManagerOptions {
            data: Arc::new(RwLock::new(TypeMap::new())),
            event_handlers: vec![listener.clone()],
            raw_event_handlers: vec![listener],
            shard_index: shards.first,
            shard_init: shards.count,
            shard_total: shards.total,
            ws_url: Arc::new(tokio::sync::Mutex::new(found.url)),
            http: self.http.clone(),
            // Interactions come without any.
            intents: GatewayIntents::empty(),
            presence: None,
        });
        if manager.initialize().is_err() {
            return Err(Rejected::Connection);
        }
        let outcome = tokio::select! {
            ended = ended.next() => match ended {
                Some(Err(serenity::gateway::GatewayError::InvalidAuthentication)) => Err(Rejected::Token),
                _ => Err(Rejected::Connection),
            },
            () = self.watch(&manager, shards.count as usize) => Ok(()),
            _ = stop.wait_for(|stop| *stop) => Ok(()),
        };
        if timeout(GOODBYE, manager.shutdown_all()).await.is_err() {
            tracing::warn!("the shards did not say goodbye in time");
        }
        self.state.note(0, shards.count as usize, (self.now)());
        outcome
    }

    /// Asks where the gateway is, until Discord says so and lets the bot in.
    async fn find(&self) -> Result<BotGateway, Rejected> {
        loop {
            let found = line::until_reached(|| self.http.get_bot_gateway()).await;
            let found = found.map_err(|_| Rejected::Token)?;
            let limit = &found.session_start_limit;
            if limit.remaining > 0 {
                return Ok(found);
            }
            let wait = Duration::from_millis(limit.reset_after);
            tracing::warn!(seconds = wait.as_secs(), "Discord allows no more sessions for now; waiting");
            sleep(wait.max(LOOK)).await;
        }
    }

    /// Notes how the shards are, for ever.
    async fn watch(&self, manager: &ShardManager, wanted: usize) {
        let mut looks = interval(LOOK);
        loop {
            looks.tick().await;
            let runners = manager.runners.lock().await;
            let connected =
                runners.values().filter(|runner| runner.stage == ConnectionStage::Connected).count();
            drop(runners);
            self.state.note(connected, wanted, (self.now)());
        }
    }
}

/// Hears the events. serenity calls it in a task of its own for each.
struct Listener(Arc<Answering>);

#[async_trait]
impl EventHandler for Listener {
    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        match reading::read(&interaction) {
            Read::Ping => {}
            Read::Strange(strange) => self.answer_strange(&strange).await,
            Read::Call(came) => {
                let (id, token) = (came.call.id, came.token.clone());
                let reply = self.0.reply(*came).await;
                let arrived = self.answer(id, token.expose(), reply.first).await;
                if let Some(rest) = reply.rest.filter(|_| arrived) {
                    rest.send().await;
                }
            }
        }
    }
}

/// The name of the event that an interaction is.
const INTERACTION: &str = "INTERACTION_CREATE";

#[async_trait]
impl RawEventHandler for Listener {
    /// Hears what serenity cannot read.
    async fn raw_event(&self, _: Context, event: Event) {
        let Event::Unknown(unknown) = event else { return };
        if unknown.kind != INTERACTION {
            return;
        }
        match reading::salvage(&unknown.value) {
            Some(strange) => self.answer_strange(&strange).await,
            None => tracing::warn!("an interaction that cannot be answered: it has no id or no token"),
        }
    }
}

impl Listener {
    async fn answer_strange(&self, strange: &Strange) {
        let response = self.0.reply_to_strange(strange);
        self.answer(strange.id, strange.token.expose(), response).await;
    }

    /// Sends a first answer; says whether anything can follow it.
    async fn answer(
        &self,
        id: Id,
        token: &str,
        response: serenity::builder::CreateInteractionResponse,
    ) -> bool {
        let send = || response.clone().execute(&**self.0.http(), (InteractionId::new(id.0), token));
        let mut outcome = line::sent(send()).await;
        let again = [Meaning::TooFast, Meaning::Unreached, Meaning::Unsure];
        if outcome.as_ref().is_err_and(|failure| again.contains(&failure.meaning)) {
            sleep(ANSWER_AGAIN).await;
            outcome = line::sent(send()).await;
        }
        let Err(failure) = outcome else { return true };
        observe::refused("lost-answer");
        tracing::warn!(%id, trouble = %failure, "a first answer was lost; what it tells of stands");
        // It may have arrived all the same, and then the rest is waited for.
        failure.meaning == Meaning::Unsure
    }
}
