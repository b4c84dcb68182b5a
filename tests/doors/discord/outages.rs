//! Bad days at Discord's gateway: the bot stays alive, comes back by itself, tells how it is, and asks for little.

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use wardroom::app::error::CliError;
use wardroom::app::registry::GAMES;
use wardroom::app::serve::services::{OpenDoors, for_club};
use wardroom::app::serve::{listen, run_with};
use wardroom::config::Config;
use wardroom::config::serving::LogFormat;
use wardroom::table::System;
use wardroom::waits::Waits;

use super::bot::{Way, config, database};
use super::fake::*;
use crate::common::logs::Heard;
use crate::common::store;

/// What the tests begin at, in milliseconds since 1970.
const BEGIN: i64 = 1_763_760_000_000;

/// Time that passes when the bot waits, and only then, up to an hour that the test says.
#[derive(Clone)]
struct Hours(Arc<Kept>);

struct Kept {
    now: AtomicI64,
    end: watch::Sender<i64>,
    /// Until when those wait who wait.
    waiting: watch::Sender<Vec<i64>>,
}

/// Somebody who waits, until dropped.
struct Waiting(Arc<Kept>, i64);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.send_modify(|all| {
            let own = all.iter().position(|then| *then == self.1).unwrap();
            all.remove(own);
        });
    }
}

impl Hours {
    fn new() -> Hours {
        let (end, waiting) = (watch::Sender::new(BEGIN), watch::Sender::new(Vec::new()));
        Hours(Arc::new(Kept { now: AtomicI64::new(BEGIN), end, waiting }))
    }

    fn waits(&self) -> Waits {
        let (clock, passed, hours) = (self.clone(), self.clone(), self.clone());
        Waits::with(
            Arc::new(move || clock.now().div_euclid(1000)),
            Arc::new(move || Duration::from_millis(u64::try_from(passed.now() - BEGIN).unwrap())),
            Arc::new(move |pause| Box::pin(hours.clone().pass(pause))),
        )
    }

    fn now(&self) -> i64 {
        self.0.now.load(Ordering::SeqCst)
    }

    async fn pass(self, pause: Duration) {
        let then = self.now() + i64::try_from(pause.as_millis()).unwrap();
        self.0.waiting.send_modify(|all| all.push(then));
        let _waiting = Waiting(self.0.clone(), then);
        self.0.end.subscribe().wait_for(|end| *end >= then).await.unwrap();
        self.0.now.fetch_max(then, Ordering::SeqCst);
    }

    /// Gives the bot so many seconds more, and waits until it has waited them away.
    async fn give(&self, seconds: i64) {
        self.lend(seconds);
        let end = *self.0.end.borrow();
        let mut waiting = self.0.waiting.subscribe();
        let used = waiting.wait_for(|all| all.iter().any(|then| *then > end));
        drop(tokio::time::timeout(PATIENCE, used).await.expect("it waits for nothing").unwrap());
        self.0.now.store(end, Ordering::SeqCst);
    }

    /// Gives the bot so many seconds more.
    fn lend(&self, seconds: i64) {
        self.0.end.send_modify(|end| *end += seconds * 1000);
    }
}

/// A bot whose time is the test's.
struct Watched {
    url: String,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), CliError>>,
}

impl Watched {
    async fn start(fake: &Fake, path: &Path, hours: &Hours) -> Watched {
        let serving = Config::parse(&config(fake, Way::Gateway)).unwrap().serving(&|_| None).unwrap();
        let store = store::open(path);
        let (world, clock) = (Arc::new(System) as _, fake.clock());
        let doors = OpenDoors { bot: serving.discord.as_ref(), ..OpenDoors::default() };
        let mut services = for_club(GAMES, &store, &world, clock.waits(&world), None, doors).unwrap();
        // What the courier waits for is not counted among these hours.
        services.waits = hours.waits();
        let listener = listen(serving.listen).await.unwrap();
        let url = format!("http://{}/healthz", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move {
            run_with(&serving, (listener, None), services, async { drop(stopped.await) }).await
        });
        Watched { url, stop, ended }
    }

    async fn health(&self) -> (u16, Value) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.get(&self.url).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    async fn until_well(&self) {
        let well = async {
            while self.health().await.0 != 200 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, well).await.expect("it is well again");
    }

    /// Waits until it knows of its session.
    async fn until_connected(&self) {
        let connected = async {
            while self.health().await.1["gateway"]["connected"] != 1 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, connected).await.expect("it is connected");
    }

    async fn stop(self) {
        drop(self.stop);
        self.ended.await.unwrap().unwrap();
    }
}

fn counts(fake: &Fake) -> (u64, u64, u64) {
    fake.look(|world| (world.gateway.opened, world.gateway.identifies, world.gateway.resumes))
}

fn behave(fake: &Fake, manner: Manner) {
    fake.with(|world| world.gateway.manner = manner);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_takes_no_connection_to_a_session_is_tried_ever_less_often() {
    let manners = [
        Manner::Away,
        Manner::Closing(1011),
        Manner::Closing(4000),
        Manner::HelloAndClosing(4000),
        Manner::Refusing(None),
        Manner::Refusing(Some(4000)),
        Manner::Refusing(Some(4008)),
        Manner::Hasty,
    ];
    for manner in manners {
        let fake = Fake::start();
        behave(&fake, manner);
        let ((_folder, path), hours) = (database(), Hours::new());
        let bot = Watched::start(&fake, &path, &hours).await;
        hours.give(20).await;
        let (opened, identified, _) = counts(&fake);
        assert!((3..=20).contains(&opened), "{manner:?}: {opened} connections in 20 seconds");
        assert!(identified <= 4, "{manner:?}: {identified} sessions asked for in 20 seconds");
        let (status, health) = bot.health().await;
        assert_eq!((status, &health["gateway"]["connected"]), (200, &Value::from(0)), "{manner:?}: {health}");
        hours.give(3600).await;
        let (opened, identified, _) = counts(&fake);
        assert!((15..=90).contains(&opened), "{manner:?}: {opened} connections in an hour");
        assert!(identified <= 20, "{manner:?}: {identified} sessions asked for in an hour");
        let (status, health) = bot.health().await;
        assert_eq!((status, &health["status"]), (503, &Value::from("unhealthy")), "{manner:?}: {health}");
        // When it is over the bot comes back by itself, within the longest wait of all.
        behave(&fake, Manner::Well);
        hours.lend(2 * 3600);
        fake.ready(1).await;
        bot.until_well().await;
        bot.stop().await;
        fake.faults();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_are_given_and_taken_back_are_asked_for_ever_less_often_too() {
    let fake = Fake::start();
    behave(&fake, Manner::Fickle);
    let ((_folder, path), hours) = (database(), Hours::new());
    let bot = Watched::start(&fake, &path, &hours).await;
    hours.give(20).await;
    let opened = counts(&fake).0;
    assert!(opened <= 20, "{opened} connections in 20 seconds");
    hours.give(5 * 3600).await;
    let identified = counts(&fake).1;
    assert!((50..=120).contains(&identified), "{identified} sessions in five hours");
    bot.stop().await;
    fake.faults();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_loop_asks_for_no_more_sessions_than_one_process() {
    let fake = Fake::start();
    behave(&fake, Manner::Refusing(None));
    let ((_folder, path), hours) = (database(), Hours::new());
    for _ in 0..20 {
        let bot = Watched::start(&fake, &path, &hours).await;
        hours.give(6).await;
        bot.stop().await;
    }
    let (opened, identified, _) = counts(&fake);
    println!("{opened} connections, {identified} sessions asked for by 20 processes in two minutes");
    assert!((3..=6).contains(&identified), "{identified} sessions in two minutes");
    let noted = store::open(&path).notes("discord", "sessions/").unwrap();
    assert_eq!(noted.len(), 1, "{noted:?}");
    fake.faults();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_asked_for_counts_among_the_sessions_of_five_seconds() {
    let fake = Fake::start();
    fake.with(|world| world.gateway.one_at_a_time = true);
    let ((_folder, path), hours) = (database(), Hours::new());
    let asked = format!(r#"{{"at":[{}],"refused":0}}"#, BEGIN / 1000);
    store::open(&path).put_note("discord", "sessions/3", &asked).unwrap();
    let bot = Watched::start(&fake, &path, &hours).await;
    hours.give(4).await;
    assert_eq!(counts(&fake), (0, 0, 0));
    hours.lend(10);
    fake.ready(1).await;
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn with_few_sessions_left_none_is_asked_for_and_health_says_until_when() {
    let fake = Fake::start();
    fake.with(|world| world.gateway.left = Some((49, 3_600_000)));
    let ((_folder, path), hours) = (database(), Hours::new());
    for _ in 0..3 {
        let bot = Watched::start(&fake, &path, &hours).await;
        hours.give(100).await;
        let (status, health) = bot.health().await;
        let told = &health["gateway"]["no_session_before"];
        let until = told.as_i64().unwrap_or_else(|| panic!("no time is told: {health}"));
        let now = hours.now() / 1000;
        assert!(status == 503 && (3500..=3600).contains(&(until - now)), "{status} {health} at {now}");
        bot.stop().await;
    }
    assert_eq!(counts(&fake), (0, 0, 0));
    let bot = Watched::start(&fake, &path, &hours).await;
    fake.with(|world| world.gateway.left = Some((50, 3_600_000)));
    hours.lend(3700);
    fake.ready(1).await;
    bot.until_well().await;
    assert!(bot.health().await.1["gateway"].get("no_session_before").is_none());
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn heartbeats_that_nobody_hears_lead_to_a_resume_and_not_to_a_new_session() {
    let setup = Setup { heartbeat: Duration::from_millis(200), ..Setup::default() };
    let fake = Fake::start_with(setup);
    let ((_folder, path), hours) = (database(), Hours::new());
    hours.lend(3600);
    let bot = Watched::start(&fake, &path, &hours).await;
    bot.until_connected().await;
    let sessions = counts(&fake).1;
    behave(&fake, Manner::Deaf);
    fake.wait("three resumes", |world| (world.gateway.resumes >= 3).then_some(())).await;
    assert_eq!(counts(&fake).1, sessions, "one session all the time");
    assert_eq!(bot.health().await.1["status"], "ok");
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_and_refused_shards_end_it_and_nothing_else_does() {
    let ends = [
        (4004, "rejects the bot's token"),
        (4010, "rejects the shards"),
        (4011, "rejects the shards"),
        (4012, "4012"),
        (4013, "4013"),
        (4014, "4014"),
    ];
    for (code, says) in ends {
        let fake = Fake::start();
        behave(&fake, Manner::Refusing(Some(code)));
        let ((_folder, path), hours) = (database(), Hours::new());
        // The commands are registered meanwhile, forty requests a second, and whoever asks for the gateway may come behind them.
        hours.lend(3600);
        let bot = Watched::start(&fake, &path, &hours).await;
        let ended = tokio::time::timeout(PATIENCE, bot.ended).await.expect("it ends").unwrap();
        let trouble = ended.unwrap_err();
        assert!(trouble.status() == 1 && trouble.to_string().contains(says), "{code}: {trouble}");
        assert_eq!(counts(&fake), (1, 1, 0));
        fake.verdict();
    }
    let stay = [1000, 1001, 1006, 1011, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 4015, 4999];
    for code in stay.into_iter().filter(|code| *code != 1006) {
        let fake = Fake::start();
        let ((_folder, path), hours) = (database(), Hours::new());
        hours.lend(3600);
        let bot = Watched::start(&fake, &path, &hours).await;
        fake.ready(1).await;
        let (opened, ..) = counts(&fake);
        fake.with(|world| world.gateway.close(None, code));
        fake.wait("another connection", |world| (world.gateway.opened > opened).then_some(())).await;
        fake.ready(1).await;
        bot.stop().await;
        fake.verdict();
    }
}

/// What is logged on this thread.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Logged {
    fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.0.lock().unwrap()).lines().map(str::to_owned).collect()
    }
}

/// On one thread, so that all that the bot logs is heard here.
#[tokio::test]
async fn an_outage_fills_no_log() {
    for manner in
        [Manner::Closing(4000), Manner::HelloAndClosing(1011), Manner::Refusing(None), Manner::Fickle]
    {
        let logged = Logged::default();
        let writer = logged.clone();
        let logs = wardroom::observe::logs("info", LogFormat::Text, move || writer.clone()).unwrap();
        let heard = Heard::by(logs);
        let fake = Fake::start();
        behave(&fake, manner);
        let ((_folder, path), hours) = (database(), Hours::new());
        let bot = Watched::start(&fake, &path, &hours).await;
        hours.give(20).await;
        let lines = logged.lines();
        assert!((5..=60).contains(&lines.len()), "{manner:?}: {lines:#?}");
        assert!(lines.iter().any(|line| line.contains("again_in_seconds")), "{manner:?}: {lines:#?}");
        hours.give(2 * 3600).await;
        let lines = logged.lines();
        println!("{manner:?}: {} lines in two hours", lines.len());
        assert!(lines.len() <= 200, "{manner:?}: {} lines in two hours", lines.len());
        let counted = lines.iter().any(|line| line.contains("muted=") && !line.contains("muted=0"));
        assert!(counted || matches!(manner, Manner::Refusing(_)), "{manner:?}: some were only counted");
        bot.stop().await;
        drop(heard);
        fake.faults();
    }
}
