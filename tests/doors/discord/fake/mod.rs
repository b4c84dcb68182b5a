//! A Discord that speaks the wire, in this process: REST, gateway, signed interactions, and a judge of what it is sent.
//!
//! | part | what it does |
//! |---|---|
//! | `clock` | time, for it and for the bot |
//! | `world` | what it knows: guilds, channels, members, messages, interactions |
//! | `scene` | what a test arranges and switches in it |
//! | `wire`, `body`, `reply`, `storm` | HTTP: parsing, recording, faults on purpose, rate limits |
//! | `routes`, `rooms`, `posts`, `callbacks`, `registry` | the REST API |
//! | `limits`, `names` | what Discord refuses and its OpenAPI file does not say |
//! | `gateway` | the socket: hello, identify, ready, resume |
//! | `payload`, `delivery` | interactions as Discord sends them, by socket or signed by HTTP |
//! | `player`, `screen` | what a player does, and what they then see |
//! | `judge`, `trap` | the OpenAPI file, and the way to any other address |
#![allow(dead_code, unused_imports, clippy::unwrap_used)]

mod body;
mod callbacks;
mod clock;
mod delivery;
mod gateway;
mod judge;
mod limits;
mod names;
mod payload;
mod player;
mod posts;
mod registry;
mod reply;
mod rooms;
mod routes;
mod scene;
mod screen;
mod storm;
mod trap;
mod wire;
mod world;

pub use body::FilePart;
pub use clock::Clock;
pub use delivery::{Pending, Prepared};
pub use gateway::{Manner, guild_create};
pub use judge::Judge;
pub use limits::{message as message_limits, modal as modal_limits};
pub use names::commands as command_limits;
pub use player::Player;
pub use screen::{Answered, Choice, Field, Kind, Modal, Part, Shown, Suggestion};
pub use storm::{Fate, Route, Storm, When};
pub use wire::Request;
pub use world::{Denied, Eyes, Place, Post, Sight, World};

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ed25519_dalek::SigningKey;
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// How long a test waits for a condition before it fails.
pub const PATIENCE: Duration = Duration::from_secs(120);
/// How many times as fast time passes in most tests.
const SPEED: u32 = 20;
/// The application's id, which is its bot user's too.
pub const APPLICATION: u64 = 1_111_111_111_111_111_111;
/// The bot's token, of the shape that Discord's have.
pub const TOKEN: &str = "MTExMTExMTExMTExMTExMTExMQ.GfAkEt.not-a-token-of-anybody-0123456789abcdef";
/// Who asks, where a test asks itself.
pub const AGENT: &str = "DiscordBot (https://club.example, 1.0)";
/// The secret half of the key that interactions are signed with.
const SIGNING: [u8; 32] = [9; 32];

/// What can be chosen when a fake starts.
pub struct Setup {
    /// How long an interaction waits for its first answer. Discord waits three seconds, by a clock that no busy machine stops.
    pub first_answer: Duration,
    /// How often clients are told to send a heartbeat.
    pub heartbeat: Duration,
    /// How many shards `/gateway/bot` recommends.
    pub shards: u64,
    /// How many times as fast time passes for it, and for a bot that shares its clock.
    pub speed: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        let (first_answer, heartbeat) = (PATIENCE, Duration::from_secs(5));
        Setup { first_answer, heartbeat, shards: 1, speed: SPEED }
    }
}

impl Setup {
    /// For the built program, which knows no other time than the machine's.
    pub fn in_real_time() -> Setup {
        Setup { speed: 1, ..Setup::default() }
    }
}

/// A fake Discord. Clones are the same one; it stops with the last. Faults that nobody asked for fail the test then.
#[derive(Clone)]
pub struct Fake {
    shared: Arc<Shared>,
    server: Arc<Server>,
}

/// What its tasks share.
struct Shared {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    key: SigningKey,
    address: SocketAddr,
    setup: Setup,
    clock: Arc<Clock>,
    trap: trap::Trap,
}

/// Its own threads, so that it outlives the runtime of no test and blocks none.
struct Server {
    runtime: Option<Runtime>,
    shared: Arc<Shared>,
    client: reqwest::Client,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the world and wakes those who wait for a change.
    fn with<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let value = change(&mut self.world());
        self.changed.send_modify(|version| *version += 1);
        value
    }

    /// Everything that was wrong so far; asked once, it is forgotten.
    fn take_faults(&self) -> Vec<String> {
        let (mut faults, requests) = {
            let mut world = self.world();
            let heard = world.requests.len();
            let from = std::mem::replace(&mut world.judged, heard);
            (std::mem::take(&mut world.faults), world.requests[from..].to_vec())
        };
        faults.extend(
            self.trap.take().into_iter().map(|contact| format!("another address was tried: {contact}")),
        );
        faults.extend(judge::all(&requests));
        faults
    }
}

impl Fake {
    /// Starts one.
    pub fn start() -> Fake {
        Fake::start_with(Setup::default())
    }

    /// Starts one with other settings.
    pub fn start_with(setup: Setup) -> Fake {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build().unwrap();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (trap, snare) = trap::Trap::set();
        let clock = Clock::new(setup.speed);
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(clock.clone())),
            changed: watch::Sender::new(0),
            key: SigningKey::from_bytes(&SIGNING),
            address,
            setup,
            clock,
            trap,
        });
        runtime.spawn(wire::serve(listener, Arc::clone(&shared)));
        runtime.spawn(trap::listen(snare, Arc::clone(&shared)));
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let server = Server { runtime: Some(runtime), shared: Arc::clone(&shared), client };
        Fake { shared, server: Arc::new(server) }
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// What time it is there.
    pub fn clock(&self) -> Arc<Clock> {
        self.shared.clock.clone()
    }

    /// The public half of the key that interactions are signed with, in hexadecimal.
    pub fn public_key(&self) -> String {
        hex::encode(self.shared.key.verifying_key().to_bytes())
    }

    /// The environment that keeps a child process from any other address, or catches it there.
    pub fn trap(&self) -> Vec<(&'static str, String)> {
        self.shared.trap.environment()
    }

    /// Looks at the world.
    pub fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.shared.world())
    }

    /// Changes the world and wakes those who wait for a change.
    pub fn with<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        self.shared.with(change)
    }

    /// Waits until `look` finds something; fails the test when it does not within [`PATIENCE`].
    pub async fn wait<T>(&self, what: &str, look: impl Fn(&World) -> Option<T>) -> T {
        self.wait_for(PATIENCE, look).await.unwrap_or_else(|| panic!("waited in vain for {what}"))
    }

    /// Waits until `look` finds something, `bound` at most.
    pub async fn wait_for<T>(&self, bound: Duration, look: impl Fn(&World) -> Option<T>) -> Option<T> {
        let mut changes = self.shared.changed.subscribe();
        let found = async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = self.look(&look) {
                    return found;
                }
                changes.changed().await.expect("the fake holds the sender");
            }
        };
        tokio::time::timeout(bound, found).await.ok()
    }

    /// Everything that was wrong since this was last asked: unexpected requests, broken limits, what the judge refuses,
    /// other addresses.
    pub fn faults(&self) -> Vec<String> {
        self.shared.take_faults()
    }

    /// Fails the test when anything was wrong.
    pub fn verdict(&self) {
        let faults = self.faults();
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        if !std::thread::panicking() {
            let faults = self.shared.take_faults();
            assert!(faults.is_empty(), "{} faults nobody asked for:\n{}", faults.len(), faults.join("\n"));
        }
    }
}
