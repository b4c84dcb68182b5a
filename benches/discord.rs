//! Orders through the interactions endpoint, from the signed request to the durable answer, against the same server with
//! the same check of signatures that answers a constant.
//!
//! `cargo bench --bench discord` prints one line a figure. Every player has a table of *Goeben, 1914* of their own in one
//! SQLite file; in each round all of them give an order at once, over connections that stay open, first to the constant,
//! then to the bot. After that all ask at once what could complete their order, and at last orders arrive at random, as
//! often as [`ARRIVALS`] says. What the bot would send by itself is not part of it. The clients run on the same cores; the
//! processor time of a request is given less that of a constant answer, which is theirs. `--short` takes a third of the rounds.

mod processor;
mod signed;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use ed25519_dalek::SigningKey;
use serde_json::{Value, json};
use serenity::interactions_endpoint::Verifier;
use tokio::net::TcpListener;

use wardroom::app::registry::GAMES;
use wardroom::app::serve::services::{OpenDoors, for_club};
use wardroom::book::Book;
use wardroom::config::serving::{Bot, InboundMode};
use wardroom::config::value::Token;
use wardroom::door::discord::api::post::rest::Rest;
use wardroom::door::discord::inbound::answering::{Bounds, Responder};
use wardroom::door::discord::inbound::endpoint::{Endpoint, PATH};
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::log::SqliteStore;
use wardroom::table::limits::ID_LETTERS;
use wardroom::table::{Platform, System, Tables};
use wardroom::waits::Waits;
use wardroom::words::Words;

use signed::{APPLICATION, FIRST_USER, GIVEN, Line, TYPED, request};

const PLAYERS: usize = 64;
/// Rounds before those that are measured.
const WARM: usize = 2;
const ROUNDS: usize = 24;
/// As long as the bot's usual answer.
const CONSTANT: usize = 1500;
const AIM_P99: Duration = Duration::from_millis(40);
const AIM_SHARE: f64 = 0.15;
/// Orders a second that arrive at random, and how many rounds of one for each player.
const ARRIVALS: f64 = 200.0;
const ARRIVING: usize = 15;
/// `--short` takes one of so many rounds.
const SHORT: usize = 3;
const AIM_ARRIVING: Duration = Duration::from_millis(10);

#[tokio::main]
async fn main() {
    let share = if std::env::args().any(|arg| arg == "--short") { SHORT } else { 1 };
    let (rounds, arriving_rounds) = (ROUNDS / share, ARRIVING / share);
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let store = SqliteStore::open(&folder.path().join("wardroom.db")).expect("a database");
    let key = signed::key();
    let verifier = || Verifier::try_new(key.verifying_key().to_bytes()).expect("a key");
    let discord = start(Router::new().fallback(|| async { axum::Json(json!({})) })).await;
    let constant = Router::new().route(PATH, post(answer)).with_state(Arc::new(verifier()));
    let bot = bot(&store, &key, verifier(), discord);
    let (constant, bot) = (start(constant).await, start(bot).await);

    let mut players = Vec::new();
    for number in 0..PLAYERS {
        let lines = [Line::to(constant).await, Line::to(bot).await];
        players.push(Player { user: FIRST_USER + number as u64, table: String::new(), lines });
    }
    let mut game = Play {
        tables: Tables::new(Arc::new(store), Arc::new(System)),
        luck: Dice::from_key([7; 32]),
        book: Book::of(Goeben::NAME).expect("the book"),
        key,
        last_id: 800_000_000_000_000_000,
    };
    for player in &mut players {
        game.open(player).await;
    }
    let mut measured = [Measured::default(), Measured::default()];
    for round in 0..WARM + rounds {
        let mut requests = Vec::new();
        for player in &mut players {
            requests.push(game.order(player).await);
        }
        for (at, measured) in measured.iter_mut().enumerate() {
            let used = processor::used();
            let (back, took, each) = together(players, &requests, at).await;
            players = back;
            if round >= WARM {
                measured.used += processor::used() - used;
                measured.took += took;
                measured.each.extend(each);
            }
        }
    }
    let [constant, bot] = measured;
    constant.print("a constant");
    bot.print("orders");
    println!("processor of an order: {:.2} ms", bot.processor_ms() - constant.processor_ms());
    let share = bot.a_second() / constant.a_second();
    println!("share of the constant's throughput: {:.1} % (aim: {:.0} %)", share * 100.0, AIM_SHARE * 100.0);
    println!("p99 of orders at {PLAYERS} players: {:?} (aim: {AIM_P99:?})", bot.at(0.99));
    let mut completed = Measured::default();
    for _ in 0..rounds {
        let requests: Vec<_> = players.iter().map(|player| game.completion(player)).collect();
        let used = processor::used();
        let (back, took, each) = together(players, &requests, 1).await;
        players = back;
        completed.used += processor::used() - used;
        completed.took += took;
        completed.each.extend(each);
    }
    completed.print("autocomplete (aim: faster than orders)");
    println!("processor of a suggestion: {:.2} ms", completed.processor_ms() - constant.processor_ms());
    let mut arrived = Measured::default();
    for _ in 0..arriving_rounds {
        let mut requests = Vec::new();
        for player in &mut players {
            requests.push(game.order(player).await);
        }
        let (back, took, each) = arriving(players, requests, &mut game.luck).await;
        players = back;
        arrived.took += took;
        arrived.each.extend(each);
    }
    arrived.print("orders arriving at random");
    println!("p99 of orders at {ARRIVALS}/s: {:?} (aim: {AIM_ARRIVING:?})", arrived.at(0.99));
}

/// One request of each player, at moments of a Poisson process; each is measured from its moment on.
async fn arriving(
    players: Vec<Player>,
    requests: Vec<Vec<u8>>,
    luck: &mut Dice,
) -> (Vec<Player>, Duration, Vec<Duration>) {
    let begun = tokio::time::Instant::now();
    let mut moment = begun;
    let mut asked = Vec::new();
    for (mut player, request) in players.into_iter().zip(requests) {
        let share = f64::from(luck.below(u32::MAX) + 1) / f64::from(u32::MAX);
        moment += Duration::from_secs_f64(-share.ln() / ARRIVALS);
        asked.push(tokio::spawn(async move {
            tokio::time::sleep_until(moment).await;
            let body = player.lines[1].ask(&request).await;
            let took = moment.elapsed();
            at_once(&body);
            (player, took)
        }));
    }
    let (mut players, mut each) = (Vec::new(), Vec::new());
    for asked in asked {
        let (player, took) = asked.await.expect("an answer");
        players.push(player);
        each.push(took);
    }
    (players, begun.elapsed(), each)
}

/// The bot answered, and not that it would answer later.
fn at_once(body: &[u8]) {
    let shown: Value = serde_json::from_slice(body).expect("JSON");
    assert!([4, 8].contains(&shown["type"].as_u64().unwrap_or_default()), "no deferral: {shown}");
}

/// The bot's endpoint as `serve` builds it.
fn bot(store: &SqliteStore, key: &SigningKey, verifier: Verifier, discord: SocketAddr) -> Router {
    let bot = Bot {
        emoji: false,
        way: InboundMode::Endpoint { public_key: key.verifying_key().to_bytes() },
        token: Token::from("a.token.of-the-bench"),
        application_id: Some(APPLICATION),
        guild: None,
        tables_a_guild: u32::MAX,
        orders_a_minute: u32::MAX,
        game_commands: true,
        pictures: true,
        contact_url: None,
        api: Some(format!("http://{discord}")),
    };
    let platform: Arc<dyn Platform> = Arc::new(System);
    let clock = platform.clone();
    let waits = Waits::new(Arc::new(move || clock.now().timestamp()));
    let services = for_club(
        GAMES,
        &store.clone().into(),
        &platform,
        waits.clone(),
        None,
        OpenDoors { bot: Some(&bot), ..OpenDoors::default() },
    )
    .expect("the services");
    let http = Arc::new(Rest::new(&bot, waits));
    let responder = Responder::new(
        services.discord.expect("a bot").handle,
        Arc::new(Words::read().expect("words")),
        http,
        Bounds::default(),
    );
    let now = Arc::new(move || platform.now().timestamp());
    Endpoint { responder: Arc::new(responder), verifier, now }.routes()
}

async fn start(routes: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    tokio::spawn(async move { axum::serve(listener, routes).await.expect("a server") });
    address
}

/// The constant: signed requests only.
async fn answer(State(verifier): State<Arc<Verifier>>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let signed = verifier.verify(header("x-signature-ed25519"), header("x-signature-timestamp"), &body);
    if signed.is_err() {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    ([(header::CONTENT_TYPE, "application/json")], "x".repeat(CONSTANT)).into_response()
}

/// Everybody's request at once to one of the two servers: how long all took, and each.
async fn together(
    players: Vec<Player>,
    requests: &[Vec<u8>],
    at: usize,
) -> (Vec<Player>, Duration, Vec<Duration>) {
    let begun = Instant::now();
    let asked = players.into_iter().zip(requests.to_vec()).map(|(mut player, request)| {
        tokio::spawn(async move {
            let begun = Instant::now();
            let body = player.lines[at].ask(&request).await;
            let took = begun.elapsed();
            if at == 1 {
                at_once(&body);
            }
            (player, took)
        })
    });
    let asked: Vec<_> = asked.collect();
    let (mut players, mut each) = (Vec::new(), Vec::new());
    for asked in asked {
        let (player, took) = asked.await.expect("an answer");
        players.push(player);
        each.push(took);
    }
    (players, begun.elapsed(), each)
}

/// One player with their table, and their lines to the constant and to the bot.
struct Player {
    user: u64,
    table: String,
    lines: [Line; 2],
}

/// What the players do next.
struct Play {
    tables: Tables<Goeben, SqliteStore>,
    luck: Dice,
    book: Book,
    key: SigningKey,
    last_id: u64,
}

impl Play {
    /// The player opens a table of their own.
    async fn open(&mut self, player: &mut Player) {
        let options = json!([{ "name": "game", "type": 3, "value": Goeben::NAME }]);
        let data = json!([{ "name": "new", "type": 1, "options": options }]);
        let request = self.request(player.user, "table", data);
        let shown = player.lines[1].ask(&request).await;
        let shown = String::from_utf8_lossy(&shown);
        // In the id of a button more follows without a space.
        let begins = shown.find("goeben-").expect("a table") + "goeben-".len();
        let letters = shown[begins..].chars().take(ID_LETTERS);
        player.table = format!("goeben-{}", letters.collect::<String>());
    }

    /// The request of an order that is legal now, picked at random; at a new table once the game is over.
    async fn order(&mut self, player: &mut Player) -> Vec<u8> {
        loop {
            let looked = self.tables.look(&player.table, |table| {
                let asked = table.asked().first()?;
                Some(table.options(asked.prompt.seat))
            });
            let Some(options) = looked.expect("a table") else {
                self.open(player).await;
                continue;
            };
            let luck = &mut self.luck;
            let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
            let typed = self.book.type_out(&form);
            let data = json!([{ "name": "text", "type": 3, "value": typed },
                { "name": "table", "type": 3, "value": player.table }]);
            return self.request(player.user, "order", data);
        }
    }

    /// What Discord sends while an order is typed: a verb that is legal now, or part of it.
    fn completion(&mut self, player: &Player) -> Vec<u8> {
        let verb = self.tables.look(&player.table, |table| {
            let asked = table.asked().first()?;
            Some(table.options(asked.prompt.seat).verbs[0].0.to_string())
        });
        let verb = verb.expect("a table").unwrap_or_default();
        let typed = &verb[..verb.len().min(self.luck.below(8) as usize)];
        let data = json!([{ "name": "text", "type": 3, "value": typed, "focused": true },
            { "name": "table", "type": 3, "value": player.table }]);
        self.interaction(TYPED, player.user, "order", data)
    }

    /// A signed slash command.
    fn request(&mut self, user: u64, command: &str, options: Value) -> Vec<u8> {
        self.interaction(GIVEN, user, command, options)
    }

    fn interaction(&mut self, kind: u8, user: u64, command: &str, options: Value) -> Vec<u8> {
        self.last_id += 1;
        request(&self.key, self.last_id, kind, user, command, &options)
    }
}

/// Requests that were answered.
#[derive(Default)]
struct Measured {
    /// All rounds together.
    took: Duration,
    /// The processor time, that of the clients included.
    used: Duration,
    each: Vec<Duration>,
}

impl Measured {
    fn a_second(&self) -> f64 {
        self.each.len() as f64 / self.took.as_secs_f64()
    }

    fn processor_ms(&self) -> f64 {
        self.used.as_secs_f64() * 1000.0 / self.each.len() as f64
    }

    fn at(&self, share: f64) -> Duration {
        let mut each = self.each.clone();
        each.sort_unstable();
        each[((each.len() - 1) as f64 * share) as usize]
    }

    fn print(&self, what: &str) {
        let (p50, p99) = (self.at(0.5), self.at(0.99));
        println!("{what}: {} requests, {:.0}/s, p50 {p50:?}, p99 {p99:?}", self.each.len(), self.a_second());
    }
}
