//! The bot as `serve` runs it, in this process, against the fake.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use wardroom::app::database::Database;
use wardroom::app::error::CliError;
use wardroom::app::registry::{GAMES, Games};
use wardroom::app::serve::services::{OpenDoors, for_club};
use wardroom::app::serve::{listen, run_with};
use wardroom::config::Config;
use wardroom::config::serving::Serving;
use wardroom::door::discord::inbound::answering::Handle;
use wardroom::door::discord::interaction::Interaction;
use wardroom::door::discord::outbound::message::SlashReply;
use wardroom::keys::Keys;
use wardroom::table::Platform;

use super::fake::*;
use crate::common::store;

/// The way interactions come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Gateway,
    Endpoint,
}

/// The secret that seals the keys of receipts.
pub const RECEIPT_SECRET: [u8; 32] = [7; 32];

pub const WAYS: [Way; 2] = [Way::Gateway, Way::Endpoint];

/// The bot's handler; the fake hears how many messages it answers with, so that nobody waits for more.
struct Overheard(Arc<dyn Handle>, Fake);

impl Handle for Overheard {
    fn handle(&self, call: &Interaction) -> SlashReply {
        let answer = self.0.handle(call);
        let pages = if let SlashReply::Say { messages, .. } = &answer { messages.len() } else { 1 };
        self.1.with(|world| world.pages.insert(call.id.0, pages));
        answer
    }
}

/// A running bot.
pub struct Bot {
    pub store: Database,
    /// Where it tells how it is.
    pub health: String,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<Result<(), CliError>>,
}

/// The configuration of a bot for this fake.
pub fn config(fake: &Fake, way: Way) -> String {
    let way = match way {
        Way::Gateway => "way = \"gateway\"".to_owned(),
        Way::Endpoint => format!(
            "way = \"endpoint\"\napplication_id = {APPLICATION}\npublic_key = \"{}\"",
            fake.public_key()
        ),
    };
    // Tests give orders faster than people do.
    format!(
        "[serve]\nlisten = \"127.0.0.1:0\"\n[discord]\n{way}\ntoken = \"{TOKEN}\"\napi = \"{}\"\norders_a_minute = 100000\npictures = false\nemoji = false\n",
        fake.url()
    )
}

impl Bot {
    /// Starts a bot on the database in `path` that shares the fake's clock, and waits until it takes calls.
    pub async fn start(fake: &Fake, way: Way, path: &std::path::Path) -> Bot {
        Bot::start_in(fake, way, path, fake.clock()).await
    }

    /// Starts a bot that has the day's time from `world`.
    pub async fn start_in(fake: &Fake, way: Way, path: &std::path::Path, world: Arc<dyn Platform>) -> Bot {
        Bot::start_as(fake, way, path, world, &config(fake, way)).await
    }

    /// Starts a bot that is configured so.
    pub async fn start_as(
        fake: &Fake,
        way: Way,
        path: &std::path::Path,
        world: Arc<dyn Platform>,
        config: &str,
    ) -> Bot {
        Bot::start_playing(GAMES, fake, way, path, world, config).await
    }

    /// Starts a bot that plays these games.
    pub async fn start_playing(
        games: Games,
        fake: &Fake,
        way: Way,
        path: &std::path::Path,
        world: Arc<dyn Platform>,
        config: &str,
    ) -> Bot {
        let parsed = Config::parse(config).unwrap();
        let serving: Serving = parsed.serving(&|_| None).unwrap();
        // Their digests are random, so that heads would be too: only where a test says so.
        let receipts = parsed.serve.receipts.filter(|kept| *kept);
        let store = store::open(path);
        let mut services = for_club(
            games,
            &store,
            &world,
            fake.clock().waits(&world),
            None,
            OpenDoors {
                bot: serving.discord.as_ref(),
                receipts: receipts.map(|_| Keys::new(RECEIPT_SECRET, None)),
                ..OpenDoors::default()
            },
        )
        .unwrap();
        let bot = services.discord.as_mut().unwrap();
        bot.handle = Arc::new(Overheard(bot.handle.clone(), fake.clone()));
        let (registered, mut is_registered) = watch::channel(false);
        let register = bot.register.clone();
        bot.register = Arc::new(move |rest| {
            let (registering, registered) = (register(rest), registered.clone());
            Box::pin(async move {
                let done = registering.await;
                registered.send_replace(true);
                done
            })
        });
        let listener = listen(serving.listen).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move {
            run_with(&serving, (listener, None), services, async { drop(stopped.await) }).await
        });
        match way {
            Way::Gateway => {
                fake.gateway_transport();
                fake.ready(1).await;
            }
            Way::Endpoint => fake.endpoint_transport(&format!("http://{address}/interactions")),
        }
        let all = games.commands().unwrap();
        let all =
            if config.contains("game_commands = false") { all.without_games() } else { all }.all().len();
        fake.wait("the commands are registered", |world| {
            world.commands.values().any(|registered| registered.len() == all).then_some(())
        })
        .await;
        // The emoji come after the commands.
        if config.contains("emoji = true") {
            is_registered.wait_for(|done| *done).await.unwrap();
        }
        Bot { store, health: format!("http://{address}/healthz"), stop: Some(stop), ended }
    }

    /// Stops it as SIGTERM does.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        (&mut self.ended).await.unwrap().unwrap();
    }
}

/// A folder with a database that does not exist yet.
pub fn database() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wardroom.db");
    (folder, path)
}
