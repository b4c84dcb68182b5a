//! Shards that several processes divide among themselves, by leases and a clock that the test lets pass.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use wardroom::app::error::CliError;
use wardroom::app::registry::GAMES;
use wardroom::app::serve::services::{OpenDoors, for_club};
use wardroom::app::serve::{listen, run_with};
use wardroom::config::Config;
use wardroom::config::serving::Shards;
use wardroom::door::discord::inbound::gateway::division::ShardLeases;
use wardroom::seal::SealError;
use wardroom::table::{Platform, System};
use wardroom::waits::Waits;

use super::bot::{Way, config, database};
use super::fake::*;
use crate::common::store;

/// Between two looks at the division, in milliseconds.
const ROUND: i64 = 3000;
/// So many rounds after the last renewal the shards of a process that is no more are another's: within twelve seconds.
const TAKEN_AFTER: usize = 4;
/// More rounds than the gateway may be without any shard.
const LONG: usize = 150;

/// Time that the test lets pass, for all processes alike.
#[derive(Clone)]
struct Time(Arc<watch::Sender<i64>>);

impl Time {
    fn new() -> Time {
        Time(Arc::new(watch::Sender::new(1_763_760_000_000)))
    }

    /// Lets the processes have so many rounds, and waits until they have had them.
    async fn rounds(&self, number: usize, processes: &[&Process]) {
        for _ in 0..number {
            let before: Vec<u64> = processes.iter().map(|process| *process.rounds.borrow()).collect();
            self.0.send_modify(|now| *now += ROUND);
            for (process, before) in processes.iter().zip(before) {
                let mut rounds = process.rounds.subscribe();
                let had = rounds.wait_for(|rounds| *rounds > before);
                drop(tokio::time::timeout(PATIENCE, had).await.expect("it looks no more").unwrap());
            }
        }
    }
}

impl Platform for Time {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(*self.0.borrow()).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        System.fill(bytes)
    }
}

/// Leases over a store that fails when the test says so.
struct Failing(Arc<dyn ShardLeases>, Arc<AtomicBool>);

impl ShardLeases for Failing {
    fn share(&self, of: Shards, held: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String> {
        match self.1.load(Ordering::SeqCst) {
            true => Err("the disk is gone".to_owned()),
            false => self.0.share(of, held),
        }
    }

    fn give_back(&self, of: Shards, shard: u32) -> Result<(), String> {
        self.0.give_back(of, shard)
    }

    fn leave(&self, of: Shards) -> Result<(), String> {
        self.0.leave(of)
    }
}

/// The threads of a process, which end with it and without a word.
struct Threads(Option<Runtime>);

impl Drop for Threads {
    fn drop(&mut self) {
        // Where it is dropped nothing may block.
        self.0.take().unwrap().shutdown_background();
    }
}

/// A process of the bot, with threads of its own: it is no more when this is dropped.
struct Process {
    _threads: Threads,
    health: String,
    /// How often it has looked at the division.
    rounds: Arc<watch::Sender<u64>>,
    /// Whether it stands still: what has begun goes on, and it does nothing more.
    still: watch::Sender<bool>,
    fails: Arc<AtomicBool>,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), CliError>>,
}

impl Process {
    async fn start(fake: &Fake, path: &Path, time: &Time) -> Process {
        let serving = Config::parse(&config(fake, Way::Gateway)).unwrap().serving(&|_| None).unwrap();
        let (store, world) = (store::open(path), Arc::new(time.clone()) as Arc<dyn Platform>);
        let doors = OpenDoors { bot: serving.discord.as_ref(), ..OpenDoors::default() };
        let waits = fake.clock().waits(&world);
        let mut services = for_club(GAMES, &store, &world, waits, None, doors).unwrap();
        let (rounds, still) = (Arc::new(watch::Sender::new(0)), watch::Sender::new(false));
        let fails: Arc<AtomicBool> = Arc::default();
        let division = &mut services.discord.as_mut().unwrap().division;
        let (passes, looks, stands) = (time.clone(), rounds.clone(), still.clone());
        division.leases = Arc::new(Failing(division.leases.clone(), fails.clone()));
        division.waits = Waits::with(
            Arc::new(|| 0),
            Arc::new(|| Duration::ZERO),
            Arc::new(move |pause| {
                let (mut time, mut still) = (passes.0.subscribe(), stands.subscribe());
                let then = *time.borrow() + i64::try_from(pause.as_millis()).unwrap();
                looks.send_modify(|rounds| *rounds += 1);
                Box::pin(async move {
                    time.wait_for(|now| *now >= then).await.unwrap();
                    still.wait_for(|still| !still).await.unwrap();
                })
            }),
        );
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let (told, health) = oneshot::channel();
        let ended = runtime.spawn(async move {
            let listener = listen(serving.listen).await.unwrap();
            told.send(format!("http://{}/healthz", listener.local_addr().unwrap())).unwrap();
            run_with(&serving, (listener, None), services, async { drop(stopped.await) }).await
        });
        let health = health.await.unwrap();
        let _threads = Threads(Some(runtime));
        let process = Process { _threads, health, rounds, still, fails, stop, ended };
        // It has begun with what is its.
        let mut rounds = process.rounds.subscribe();
        let looked = rounds.wait_for(|rounds| *rounds > 0);
        drop(tokio::time::timeout(PATIENCE, looked).await.expect("it looks at the division").unwrap());
        process
    }

    async fn health(&self) -> (u16, Value) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.get(&self.health).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// How many shards are its.
    async fn wanted(&self) -> u64 {
        self.health().await.1["gateway"]["wanted"].as_u64().unwrap()
    }

    /// Waits until it has so many shards, and a session for each.
    async fn has(&self, shards: u64) {
        let has = async {
            loop {
                let gateway = self.health().await.1["gateway"].clone();
                if gateway["wanted"] == shards && gateway["connected"] == shards {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        if tokio::time::timeout(PATIENCE, has).await.is_err() {
            panic!("it has not {shards} shards: {:?}", self.health().await);
        }
    }

    async fn stop(self) {
        drop(self.stop);
        self.ended.await.unwrap().unwrap();
    }
}

/// Two processes that have two of four shards each.
async fn two(fake: &Fake, path: &Path, time: &Time) -> (Process, Process) {
    let first = Process::start(fake, path, time).await;
    // One that is alone has all of them, from its first look on.
    first.has(4).await;
    assert_eq!(*first.rounds.borrow(), 1);
    let second = Process::start(fake, path, time).await;
    assert_eq!(second.wanted().await, 0, "the other has not given anything back");
    let divided = async {
        while second.wanted().await < 2 {
            time.rounds(1, &[&first, &second]).await;
        }
    };
    tokio::time::timeout(PATIENCE, divided).await.expect("the shards are divided");
    first.has(2).await;
    second.has(2).await;
    time.rounds(3, &[&first, &second]).await;
    assert_eq!((first.wanted().await, second.wanted().await), (2, 2));
    each_once(fake).await;
    (first, second)
}

/// Waits until every shard has one connection.
async fn each_once(fake: &Fake) {
    fake.wait("one connection for each shard", |world| {
        let mut ready = world.gateway.ready_shards();
        ready.sort_unstable();
        (ready == [0, 1, 2, 3]).then_some(())
    })
    .await;
}

fn four() -> Fake {
    Fake::start_with(Setup { shards: 4, ..Setup::default() })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shards_of_a_process_that_was_killed_are_taken_within_seconds() {
    let (fake, (_folder, path), time) = (four(), database(), Time::new());
    let (first, second) = two(&fake, &path, &time).await;
    drop(first);
    time.rounds(TAKEN_AFTER, &[&second]).await;
    second.has(4).await;
    each_once(&fake).await;
    // One that is told to stop gives them back, and they are taken at the next look.
    let third = Process::start(&fake, &path, &time).await;
    second.stop().await;
    time.rounds(1, &[&third]).await;
    third.has(4).await;
    each_once(&fake).await;
    third.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stood_still_and_wakes_up_ends_its_shards() {
    let (fake, (_folder, path), time) = (four(), database(), Time::new());
    let (first, second) = two(&fake, &path, &time).await;
    first.still.send_replace(true);
    time.rounds(TAKEN_AFTER, &[&second]).await;
    second.has(4).await;
    assert_eq!(first.wanted().await, 2, "it does not know yet");
    first.still.send_replace(false);
    first.has(0).await;
    each_once(&fake).await;
    // It is there again, and has its share.
    let divided = async {
        while first.wanted().await < 2 {
            time.rounds(1, &[&first, &second]).await;
        }
    };
    tokio::time::timeout(PATIENCE, divided).await.expect("the shards are divided");
    first.has(2).await;
    second.has(2).await;
    each_once(&fake).await;
    first.stop().await;
    second.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_shard_is_not_divided_and_who_waits_for_it_is_well() {
    let (fake, (_folder, path), time) = (Fake::start(), database(), Time::new());
    let first = Process::start(&fake, &path, &time).await;
    first.has(1).await;
    let second = Process::start(&fake, &path, &time).await;
    time.rounds(LONG, &[&first, &second]).await;
    for (process, shards) in [(&first, 1), (&second, 0)] {
        let (status, health) = process.health().await;
        assert_eq!((status, &health["gateway"]["wanted"]), (200, &Value::from(shards)), "{health}");
    }
    first.stop().await;
    time.rounds(1, &[&second]).await;
    second.has(1).await;
    second.stop().await;
    assert_eq!(fake.look(|world| world.gateway.identifies), 2);
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_store_fails_the_shards_stay() {
    let (fake, (_folder, path), time) = (four(), database(), Time::new());
    let alone = Process::start(&fake, &path, &time).await;
    alone.has(4).await;
    alone.fails.store(true, Ordering::SeqCst);
    time.rounds(LONG, &[&alone]).await;
    alone.fails.store(false, Ordering::SeqCst);
    time.rounds(1, &[&alone]).await;
    alone.has(4).await;
    assert_eq!(fake.look(|world| world.gateway.opened), 4);
    alone.stop().await;
    fake.verdict();
}
