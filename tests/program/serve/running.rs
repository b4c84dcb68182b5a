//! The whole of `serve` in this process: both ways in, health, numbers, stopping, and what is never logged.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use wardroom::app::about::About;
use wardroom::app::error::CliError;
use wardroom::app::registry::GAMES;
use wardroom::app::serve::notify::Supervisor;
use wardroom::app::serve::services::{DiscordServices, Services, WitnessState};
use wardroom::app::serve::{listen, run_with};
use wardroom::config::serving::{Bot, InboundMode, LogFormat, Serving, Shards};
use wardroom::door::discord::api::post::Cause;
use wardroom::door::discord::api::post::rest::Rest;
use wardroom::door::discord::inbound::answering::Handle;
use wardroom::door::discord::inbound::decode::{self, Decoded};
use wardroom::door::discord::inbound::gateway::division::{Division, ShardLeases};
use wardroom::door::discord::inbound::gateway::sessions::SessionNotes;
use wardroom::door::discord::outbound::message::{Message, SlashReply};
use wardroom::door::discord::raw::Fields;
use wardroom::pace::zone;
use wardroom::waits::Waits;

use super::bench::{BOT_TOKEN, Bench, Forged, NOW, QUICK, bot, send_to};
use super::calls::{Double, REPLY_TOKEN, ping, slash};
use super::stand_in::{APPLICATION, BOUND, StandIn};

/// What a player wrote; it must not be found in any log.
const WRITTEN: &str = "attack-at-dawn";

/// Keeps nothing.
struct Forgetful;

/// One process alone.
impl ShardLeases for Forgetful {
    fn share(&self, of: Shards, _: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String> {
        Ok((of.first..of.first + of.count).collect())
    }

    fn give_back(&self, _: Shards, _: u32) -> Result<(), String> {
        Ok(())
    }

    fn leave(&self, _: Shards) -> Result<(), String> {
        Ok(())
    }
}

fn alone() -> Division {
    Division { leases: Arc::new(Forgetful), waits: Waits::new(Arc::new(|| NOW)) }
}

impl SessionNotes for Forgetful {
    fn read(&self, _: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn read_all(&self, _: &str) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }

    fn write(&self, _: &str, _: &str) -> Result<(), String> {
        Ok(())
    }
}

struct Running {
    url: String,
    client: reqwest::Client,
    clock: Arc<AtomicI64>,
    store_is_well: Arc<AtomicBool>,
    store_is_open: Arc<AtomicBool>,
    lost_pages: Arc<AtomicU64>,
    witness: Arc<Mutex<WitnessState>>,
    registered: Arc<Mutex<Vec<Option<u64>>>>,
    courier_stopped: Arc<AtomicBool>,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), CliError>>,
}

impl Running {
    async fn start(bot: Bot, handle: Arc<dyn Handle>) -> Running {
        super::logs();
        let clock = Arc::new(AtomicI64::new(NOW));
        let store_is_well = Arc::new(AtomicBool::new(true));
        let store_is_open = Arc::new(AtomicBool::new(true));
        let open = store_is_open.clone();
        let lost_pages = Arc::new(AtomicU64::new(0));
        let lost = lost_pages.clone();
        let registered = Arc::new(Mutex::new(Vec::new()));
        let witness = Arc::new(Mutex::new(WitnessState::default()));
        let seen = witness.clone();
        let courier_stopped = Arc::new(AtomicBool::new(false));
        let (now, well, list, stopped) =
            (clock.clone(), store_is_well.clone(), registered.clone(), courier_stopped.clone());
        let bot_services = DiscordServices {
            handle,
            notes: Arc::new(Forgetful),
            division: alone(),
            courier: Box::new(move |_, mut stop| {
                Box::pin(async move {
                    let _ = stop.wait_for(|stop| *stop).await;
                    stopped.store(true, Ordering::SeqCst);
                })
            }),
            lost: Arc::new(move || lost.load(Ordering::SeqCst)),
            register: Arc::new(move |http| {
                list.lock().unwrap().push(http.application().map(|id| id.0));
                Box::pin(async { Ok(()) })
            }),
        };
        let services = Services {
            about: About::of(GAMES),
            measuring: Arc::new(|| None),
            manager: Supervisor::default(),
            alive: Arc::new(move || {
                if well.load(Ordering::SeqCst) { Ok(()) } else { Err("the disk is gone".to_owned()) }
            }),
            writable: Arc::new(move || match open.load(Ordering::SeqCst) {
                true => Ok(()),
                false => Err("the disk is full".to_owned()),
            }),
            witnessed: Arc::new(move || seen.lock().unwrap().clone()),
            waits: Waits::new(Arc::new(move || now.load(Ordering::SeqCst))),
            chores: None,
            discord: Some(bot_services),
            mail: None,
            pages: None,
            board: None,
        };
        let listen_on = "127.0.0.1:0".parse().unwrap();
        let serving = Serving {
            listen: listen_on,
            log: "info".into(),
            log_format: LogFormat::Text,
            backups: None,
            discord: Some(bot),
            mail: None,
            pages: None,
            play: None,
        };
        let listener = listen(listen_on).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(async move {
            run_with(&serving, (listener, None), services, async { drop(stopped.await) }).await
        });
        let client = reqwest::Client::new();
        Running {
            url,
            client,
            clock,
            store_is_well,
            store_is_open,
            lost_pages,
            witness,
            registered,
            courier_stopped,
            stop,
            ended,
        }
    }

    async fn health(&self) -> (u16, Value) {
        let response = self.client.get(format!("{}/healthz", self.url)).send().await.unwrap();
        let (status, mut health) = (response.status().as_u16(), response.json::<Value>().await.unwrap());
        let build = health.as_object_mut().unwrap().remove("build");
        assert_eq!(build, Some(serde_json::to_value(About::of(GAMES)).unwrap()));
        (status, health)
    }

    /// What it says to whoever shares out calls, or restarts what hangs.
    async fn says(&self, path: &str) -> (u16, String) {
        let response = self.client.get(format!("{}/healthz/{path}", self.url)).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    async fn until_health(&self, what: impl Fn(u16, &Value) -> bool) {
        let waiting = async {
            loop {
                let (status, health) = self.health().await;
                if what(status, &health) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(30)).await;
            }
        };
        timeout(BOUND, waiting).await.expect("its health never came to that");
    }

    async fn numbers(&self) -> String {
        self.client.get(format!("{}/metrics", self.url)).send().await.unwrap().text().await.unwrap()
    }

    async fn call(&self, interaction: &Value) -> reqwest::Response {
        let url = format!("{}/interactions", self.url);
        send_to(&self.client, &url, interaction.to_string().into_bytes(), Forged::default()).await
    }

    async fn stop(self) -> Result<(), CliError> {
        self.stop.send(()).unwrap();
        timeout(BOUND, self.ended).await.expect("it does not stop").unwrap()
    }
}

fn hello() -> Arc<Double> {
    Double::saying(|_| SlashReply::private(Message::from("hello".to_owned())))
}

fn over_gateway(url: &str) -> Bot {
    Bot { way: InboundMode::Gateway(None), ..bot(url) }
}

/// Where nobody listens.
async fn nobody() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

async fn until(what: impl Fn() -> bool) {
    let waiting = async {
        while !what() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    timeout(BOUND, waiting).await.expect("it never came to that");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_the_endpoint_it_answers_tells_how_it_is_and_stops() {
    let discord = StandIn::start().await;
    let running = Running::start(bot(&discord.url()), hello()).await;
    let zones = serde_json::to_value(zone::database()).unwrap();
    assert!(["system", "built-in"].contains(&zones["source"].as_str().unwrap()), "{zones}");
    let well = json!({ "status": "ok", "store": "ok", "time_zones": zones });
    assert_eq!(running.health().await, (200, well));
    assert_eq!(running.call(&ping()).await.json::<Value>().await.unwrap()["type"], 1);
    let answer = running.call(&slash(1, WRITTEN)).await.json::<Value>().await.unwrap();
    assert_eq!(answer["data"]["content"], "hello");
    let numbers = running.numbers().await;
    for part in [
        "wardroom_interactions_total{kind=\"command\",outcome=\"answered\"}",
        "wardroom_first_answer_seconds_bucket{kind=\"command\",le=\"1\"}",
        "# HELP wardroom_interactions_total",
    ] {
        assert!(numbers.contains(part), "{part} in\n{numbers}");
    }
    running.store_is_well.store(false, Ordering::SeqCst);
    let unhealthy = json!({ "status": "unhealthy", "store": "unreadable", "store_trouble": "the disk is gone", "time_zones": zones });
    assert_eq!(running.health().await, (503, unhealthy));
    running.store_is_well.store(true, Ordering::SeqCst);
    running.lost_pages.store(2, Ordering::SeqCst);
    let told = json!({ "status": "ok", "store": "ok", "lost_pages": 2, "time_zones": zones });
    assert_eq!(running.health().await, (200, told), "it is told, and no illness");

    until(|| !running.registered.lock().unwrap().is_empty()).await;
    assert_eq!(*running.registered.lock().unwrap(), [Some(APPLICATION.parse().unwrap())]);
    let courier_stopped = running.courier_stopped.clone();
    running.stop().await.unwrap();
    assert!(courier_stopped.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread")]
async fn health_says_what_is_amiss_with_the_witness_of_the_heads() {
    let discord = StandIn::start().await;
    let running = Running::start(bot(&discord.url()), hello()).await;
    let health = running.health().await.1;
    assert!(health.get("witness_missing_since").is_none() && health.get("head_file_trouble").is_none());
    let since = "1914-08-04T09:30:00.000Z";
    let trouble = Some("no right to write it".to_owned());
    *running.witness.lock().unwrap() = WitnessState {
        missing_since: Some(since.to_owned()),
        trouble,
        exposed: vec!["chmod 600 /srv/w.db".to_owned()],
        ..WitnessState::default()
    };
    let (status, health) = running.health().await;
    assert_eq!(health["witness_missing_since"], since, "{health}");
    assert_eq!(health["head_file_trouble"], "no right to write it", "{health}");
    assert_eq!(health["files_open_to_others"], json!(["chmod 600 /srv/w.db"]), "{health}");
    assert_eq!((status, &health["status"]), (200, &json!("ok")), "nobody is kept from playing by it");
    running.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_ready_while_the_store_can_be_read_and_written_and_lives_whatever_becomes_of_it() {
    // What Discord does is no reason to send calls elsewhere.
    let running = Running::start(over_gateway(&nobody().await), hello()).await;
    let ready = (200, "ready\n".to_owned());
    assert_eq!(running.says("ready").await, ready);
    running.clock.fetch_add(301, Ordering::SeqCst);
    assert_eq!((running.health().await.0, running.says("ready").await), (503, ready.clone()));
    for (is_well, said, why) in [
        (&running.store_is_well, "unreadable", "the disk is gone"),
        (&running.store_is_open, "unwritable", "the disk is full"),
    ] {
        is_well.store(false, Ordering::SeqCst);
        let not_ready = format!("not ready: the store is {said}: {why}\n");
        assert_eq!(running.says("ready").await, (503, not_ready));
        let health = running.health().await.1;
        assert_eq!((&health["store"], &health["store_trouble"]), (&json!(said), &json!(why)));
        assert_eq!(running.says("live").await, (200, "live\n".to_owned()));
        is_well.store(true, Ordering::SeqCst);
        assert_eq!(running.says("ready").await, ready, "the next is asked anew");
    }
    running.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_waits_for_what_runs_and_takes_nothing_new() {
    let discord = StandIn::start().await;
    let (double, open) = Double::gated(|_| SlashReply::private(Message::from("done".to_owned())));
    let running = Running::start(bot(&discord.url()), double.clone()).await;
    let deferred = running.call(&slash(1, WRITTEN)).await.json::<Value>().await.unwrap();
    assert_eq!(deferred["type"], 5);
    let Running { url, client, stop, ended, .. } = running;
    stop.send(()).unwrap();
    let refusing = async {
        loop {
            let url = format!("{url}/interactions");
            let status =
                send_to(&client, &url, ping().to_string().into_bytes(), Forged::default()).await.status();
            if status == 503 {
                return;
            }
        }
    };
    timeout(BOUND, refusing).await.expect("new calls are still taken");
    let health = client.get(format!("{url}/healthz")).send().await.unwrap();
    assert_eq!(health.status(), 503);
    assert_eq!(health.json::<Value>().await.unwrap()["status"], "stopping");
    for (path, status) in [("ready", 503), ("live", 200)] {
        let said = client.get(format!("{url}/healthz/{path}")).send().await.unwrap();
        assert_eq!(said.status(), status, "{path}");
    }
    assert!(!ended.is_finished(), "it waits for what runs");
    open.send(()).unwrap();
    timeout(BOUND, ended).await.unwrap().unwrap().unwrap();
    let answers = discord.answers();
    assert_eq!((answers.len(), answers[0].text()), (1, "done"), "what ran was answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_the_gateway_it_signs_on_answers_and_says_goodbye() {
    let discord = StandIn::start().await;
    let handle = hello();
    let running = Running::start(over_gateway(&discord.url()), handle.clone()).await;
    running.until_health(|status, health| status == 200 && health["gateway"]["connected"] == 1).await;
    assert!(running.numbers().await.contains("wardroom_gateway_shards{state=\"connected\"}"));
    let identified = discord.identified();
    assert_eq!((identified.len(), &identified[0]["intents"]), (1, &json!(0)));
    let authorization = format!("Bot {BOT_TOKEN}");
    assert_eq!((&identified[0]["token"], &identified[0]["shard"]), (&json!(authorization), &json!([0, 1])));
    assert_eq!(discord.sent()[0].authorization, authorization);
    discord.dispatch("INTERACTION_CREATE", slash(31, WRITTEN)).await;
    let answers = discord.until_count(1).await;
    assert_eq!(answers[0].path, format!("/api/v10/interactions/31/{REPLY_TOKEN}/callback"));
    assert_eq!(answers[0].json["data"]["content"], "hello");
    assert_eq!(running.call(&ping()).await.status(), 404, "nobody is let in by the other way");
    discord.dispatch("INTERACTION_CREATE", super::calls::user_menu(32)).await;
    let answers = discord.until_count(2).await;
    assert!(answers[1].json["data"]["content"].as_str().unwrap().contains("32"), "{answers:?}");
    let mut unreadable = slash(34, WRITTEN);
    unreadable["data"] = json!([WRITTEN]);
    discord.dispatch("INTERACTION_CREATE", unreadable).await;
    discord.dispatch("INTERACTION_CREATE", json!({ "id": "35", "type": 2, "data": WRITTEN })).await;
    discord.dispatch("SOMETHING_NEW", json!({ "id": "35", "token": "t", "type": 2 })).await;
    let answers = discord.until_count(3).await;
    let data = &answers[2].json["data"];
    let said = data["content"].as_str().unwrap();
    assert!(said.contains("34") && said.contains("`data.name`") && data["flags"] == 64, "{answers:?}");
    // The one without a token is answered by nobody, so that only the log shows when it was read.
    for field in ["data.name", "token"] {
        until(|| super::logs().text().contains(&format!(r#""field":"{field}""#))).await;
    }
    assert_eq!(handle.calls.lock().unwrap().len(), 1, "only what was understood reached the handler");
    running.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn over_the_gateway_what_follows_waits_for_the_first_answer() {
    let discord = StandIn::start().await;
    let messages = || ["one", "two"].map(|text| Message::from(text.to_owned())).to_vec();
    let handle = Double::saying(move |_| SlashReply::Say { public: false, messages: messages() });
    let running = Running::start(over_gateway(&discord.url()), handle).await;
    // The first answer is not taken at once; nothing may come before it.
    discord.fail("/callback", 503, json!({ "code": 0, "message": "busy" }));
    discord.dispatch("INTERACTION_CREATE", slash(33, WRITTEN)).await;
    let answers = discord.until_count(3).await;
    assert_eq!(answers.iter().map(|sent| sent.short()).collect::<Vec<_>>(), ["callback", "callback", "POST"]);
    // One that is lost harms nobody, and nothing follows it.
    discord.fail("/callback", 404, json!({ "code": 10062, "message": "Unknown interaction" }));
    discord.dispatch("INTERACTION_CREATE", slash(34, WRITTEN)).await;
    discord.dispatch("INTERACTION_CREATE", slash(35, WRITTEN)).await;
    let answers =
        discord.until(|answers| answers.iter().filter(|sent| sent.short() == "POST").count() == 2).await;
    let lost: Vec<_> = answers.iter().filter(|sent| sent.path.contains("/34/")).collect();
    assert_eq!(lost.len(), 1);
    running.stop().await.unwrap();
    let followed = discord.answers().iter().filter(|sent| sent.short() == "POST").count();
    assert_eq!(followed, 2, "only what arrived was followed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shards_of_the_configuration_are_run() {
    let discord = StandIn::start().await;
    let way = InboundMode::Gateway(Some(Shards { first: 3, count: 1, total: 5 }));
    let running = Running::start(Bot { way, ..bot(&discord.url()) }, hello()).await;
    until(|| !discord.identified().is_empty()).await;
    assert_eq!(discord.identified()[0]["shard"], json!([3, 5]));
    running.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_it_with_a_sentence() {
    for bot in [bot, over_gateway] {
        let discord = StandIn::start().await;
        discord.fail("/oauth2/applications/@me", 401, json!({ "code": 0, "message": "401: Unauthorized" }));
        let running = Running::start(bot(&discord.url()), hello()).await;
        let trouble = timeout(BOUND, running.ended).await.unwrap().unwrap().unwrap_err();
        assert_eq!(trouble.status(), 1);
        let said = trouble.to_string();
        assert!(said.contains("rejects the bot's token") && said.contains("Developer Portal"), "{said}");
    }
    let discord = StandIn::start().await;
    let bot = Bot { application_id: Some(42), ..bot(&discord.url()) };
    let running = Running::start(bot, hello()).await;
    let said = timeout(BOUND, running.ended).await.unwrap().unwrap().unwrap_err().to_string();
    assert!(said.contains("42") && said.contains(APPLICATION), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_discord_cannot_be_reached_it_says_so_and_tries_again() {
    let discord = StandIn::start().await;
    discord.fail("/oauth2/applications/@me", 503, json!({ "code": 0, "message": "away" }));
    discord.fail("/gateway/bot", 500, json!({ "code": 0, "message": "away" }));
    let running = Running::start(over_gateway(&discord.url()), hello()).await;
    running.until_health(|_, health| health["gateway"]["connected"] == 1).await;
    running.stop().await.unwrap();
    let said = super::logs().text();
    assert!(said.contains("Discord cannot be reached; trying again") && said.contains("status 503"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_at_the_start_is_not_called_out_of_reach() {
    let discord = StandIn::start().await;
    discord.fail(
        "/oauth2/applications/@me",
        403,
        json!({ "code": 40333, "message": "internal network error" }),
    );
    let running = Running::start(over_gateway(&discord.url()), hello()).await;
    running.until_health(|_, health| health["gateway"]["connected"] == 1).await;
    running.stop().await.unwrap();
    let said = super::logs().text();
    let line = said.lines().find(|line| line.contains("40333 internal network error")).unwrap();
    assert!(line.contains("Discord refuses to answer; trying again"), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_shard_for_long_it_is_ill() {
    let running = Running::start(over_gateway(&nobody().await), hello()).await;
    assert_eq!(running.health().await.0, 200, "it has just begun");
    running.clock.fetch_add(301, Ordering::SeqCst);
    let (status, health) = running.health().await;
    assert_eq!(
        (status, &health["status"], &health["gateway"]["connected"]),
        (503, &json!("unhealthy"), &json!(0))
    );
    running.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_cannot_be_registered_are_tried_again_and_calls_are_answered_meanwhile() {
    // Registration fails for ever here; the bot goes on with the commands of before.
    let discord = StandIn::start().await;
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = tries.clone();
    let bot_services = DiscordServices {
        handle: hello(),
        notes: Arc::new(Forgetful),
        division: alone(),
        courier: Box::new(|_, mut stop| Box::pin(async move { drop(stop.wait_for(|stop| *stop).await) })),
        lost: Arc::new(|| 0),
        register: Arc::new(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Err("one description is too long".to_owned()) })
        }),
    };
    let services = Services {
        about: About::of(GAMES),
        measuring: Arc::new(|| None),
        manager: Supervisor::default(),
        alive: Arc::new(|| Ok(())),
        writable: Arc::new(|| Ok(())),
        witnessed: Arc::new(WitnessState::default),
        waits: Waits::new(Arc::new(|| NOW)),
        chores: None,
        discord: Some(bot_services),
        mail: None,
        pages: None,
        board: None,
    };
    let listen_on = "127.0.0.1:0".parse().unwrap();
    let discord_bot = bot(&discord.url());
    let serving = Serving {
        listen: listen_on,
        log: "info".into(),
        log_format: LogFormat::Text,
        backups: None,
        discord: Some(discord_bot),
        mail: None,
        pages: None,
        play: None,
    };
    let listener = listen(listen_on).await.unwrap();
    let url = format!("http://{}/interactions", listener.local_addr().unwrap());
    let (stop, stopped) = oneshot::channel::<()>();
    let ended = tokio::spawn(async move {
        run_with(&serving, (listener, None), services, async { drop(stopped.await) }).await
    });
    until(|| tries.load(Ordering::SeqCst) > 0).await;
    let body = slash(1, WRITTEN).to_string().into_bytes();
    let answered = send_to(&reqwest::Client::new(), &url, body, Forged::default()).await;
    assert_eq!(answered.status(), 200);
    stop.send(()).unwrap();
    timeout(BOUND, ended).await.unwrap().unwrap().unwrap();
}

/// With the most telling filter there is, over both ways, with answers lost and payloads that cannot be read.
#[tokio::test(flavor = "multi_thread")]
async fn no_token_and_nothing_that_was_written_is_ever_logged() {
    let discord = StandIn::start().await;
    let running = Running::start(over_gateway(&discord.url()), hello()).await;
    discord.fail("/callback", 400, json!({ "code": 50035, "message": "Invalid Form Body" }));
    discord.dispatch("INTERACTION_CREATE", slash(41, WRITTEN)).await;
    discord.until_count(1).await;
    let mut unreadable = slash(42, WRITTEN);
    unreadable["locale"] = json!(["no", WRITTEN]);
    discord.dispatch("INTERACTION_CREATE", unreadable).await;
    discord.dispatch("INTERACTION_CREATE", slash(43, WRITTEN)).await;
    discord.until_count(3).await;
    running.stop().await.unwrap();

    let discord = StandIn::start().await;
    let running = Running::start(bot(&discord.url()), hello()).await;
    running.call(&slash(44, WRITTEN)).await;
    let mut strange = slash(45, WRITTEN);
    strange["type"] = json!(99);
    running.call(&strange).await;
    running.stop().await.unwrap();

    // The errors of the client name addresses: here nobody is there to take what follows.
    let (nobody, messages) = (nobody().await, || vec![Message::default(), Message::default()]);
    let handle = Double::saying(move |_| SlashReply::Say { public: false, messages: messages() });
    let bench = Bench::new(handle, QUICK).await;
    let rest = Rest::new(&Bot { application_id: Some(1), ..bot(&nobody) }, Waits::new(Arc::new(|| NOW)));
    let text = slash(47, WRITTEN).to_string();
    let Decoded::Interaction(came) = decode::decode(&Fields::of(&text).unwrap()) else {
        panic!("it is a call")
    };
    let trouble = rest.change_answer(&came.token, &Message::default()).await.unwrap_err();
    assert_eq!(trouble.cause(), Some(Cause::Unreached));
    tracing::warn!(target: "wardroom::test", %trouble, "unreached");
    bench.discord.fail(REPLY_TOKEN, 403, json!({ "code": 50013, "message": "Missing Permissions" }));
    bench.call(&slash(46, WRITTEN)).await;
    timeout(BOUND, bench.responder.idle()).await.unwrap();

    let said = super::logs().text();
    assert!(said.contains("\"id\":\"44\"") && said.contains("first answer"), "calls are logged by their ids");
    for secret in [BOT_TOKEN, REPLY_TOKEN, WRITTEN] {
        let line = said.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} was logged");
    }
}
