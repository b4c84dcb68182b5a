//! A community at play: `wardroom serve`, as it is built, under signed interactions and mails of 10,000 players at 2,000 open
//! tables of *Goeben, 1914*, a day's rhythm compressed. Everything is started here and reached over the loopback alone: the
//! program's processes, a Discord that takes what they send, a maildir, and with `--postgres` a server.
//!
//! `cargo bench --bench load -- [--players 10000] [--tables 2000] [--seconds 240] [--actions 10] [--clients 32] [--workers 1]
//! [--postgres]`, the last with `--features postgres`. Two thirds of the seconds are the day, in which everybody does
//! `--actions` things: an open loop, at moments that do not wait for answers, each measured from its moment on. In the last third
//! `--clients` ask as fast as they are answered: a closed loop, whose times are corrected for what was not asked meanwhile. An
//! order is typed first, so before it come four requests for suggestions, 50 ms apart. The clients run on the same cores.
//! [docs/scale.md](../docs/scale.md) has the figures.

#[cfg(feature = "postgres")]
#[path = "../tests/common/postgres.rs"]
mod postgres;
mod signed;

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, Uri};
use axum::{Json, Router};
use ed25519_dalek::SigningKey;
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::Instant;

use signed::{APPLICATION, FIRST_USER, GIVEN, Line, TYPED, request};
use wardroom::book::Book;
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::log::players::{Address, DISCORD, MAIL, Player};
use wardroom::log::{SqliteStore, Store};
use wardroom::table::{System, Tables};

/// How much of an average hour's is done in each hour of the day, in hundredths.
const DAY: [u64; 24] = [
    45, 30, 20, 20, 20, 30, 45, 65, 85, 90, 90, 100, 110, 110, 100, 100, 110, 130, 175, 215, 235, 215, 160,
    100,
];
/// What is done, in parts of a hundred.
const KINDS: [(Kind, u32); 7] = [
    (Kind::Order, 15),
    (Kind::Status, 25),
    (Kind::Board, 20),
    (Kind::Log, 20),
    (Kind::List, 13),
    (Kind::Map, 5),
    (Kind::Mail, 2),
];
/// Suggestions that are asked for while an order is typed, and the time between them.
const TYPING: u64 = 4;
const STROKE: Duration = Duration::from_millis(50);
/// How long before its moment a request is made ready.
const AHEAD: Duration = Duration::from_millis(400);
/// Players who are put down at once.
const TOGETHER: u64 = 64;
const BOT_ADDRESS: &str = "wardroom@club.example";
/// How long is waited for the last mail.
const LAST_MAIL: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Open,
    Order,
    Suggestion,
    Status,
    Board,
    Log,
    List,
    Map,
    Mail,
}

struct Asked {
    players: u64,
    tables: usize,
    seconds: u64,
    actions: u64,
    clients: usize,
    workers: usize,
    postgres: bool,
}

fn asked() -> Asked {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.map_or(usual, |at| args[at + 1].parse().expect("a number"))
    };
    let bounded = |name: &str, usual: u64, most: u64| number(name, usual).clamp(1, most);
    Asked {
        players: bounded("--players", 10_000, 100_000),
        tables: bounded("--tables", 2_000, 20_000) as usize,
        seconds: bounded("--seconds", 240, 7_200),
        actions: bounded("--actions", 10, 1_000),
        clients: bounded("--clients", 32, 256) as usize,
        workers: bounded("--workers", 1, 16) as usize,
        postgres: args.iter().any(|arg| arg == "--postgres"),
    }
}

fn main() {
    let asked = asked();
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    #[cfg(feature = "postgres")]
    if asked.postgres {
        let server = postgres::Server::durable();
        let database = server.migrated();
        let (store, url) = (Arc::new(database.store()), database.url(postgres::PLAYING));
        return run(&asked, folder.path(), store, &url);
    }
    assert!(!asked.postgres, "--postgres needs --features postgres");
    let path = folder.path().join("wardroom.db");
    let store = Arc::new(SqliteStore::open(&path).expect("a database"));
    run(&asked, folder.path(), store, &path.display().to_string());
}

fn run(asked: &Asked, folder: &Path, store: Arc<dyn Store>, database: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure(asked, folder, store, database));
}

async fn measure(asked: &Asked, folder: &Path, store: Arc<dyn Store>, database: &str) {
    let discord = Discord::start().await;
    // Those who wait for the disk wait together.
    std::thread::scope(|scope| {
        let store = &*store;
        for first in 0..TOGETHER {
            let numbers = (first..asked.players).step_by(TOGETHER as usize);
            scope.spawn(move || {
                numbers.for_each(|number| store.put_player(player(number)).expect("a player"))
            });
        }
    });
    let workers: Vec<Worker> =
        (0..asked.workers).map(|number| Worker::start(folder, number, database, &discord)).collect();
    for worker in &workers {
        worker.ready().await;
    }
    println!(
        "{} players, {} tables, {} worker(s), {}",
        asked.players,
        asked.tables,
        asked.workers,
        if asked.postgres { "PostgreSQL" } else { "SQLite" }
    );
    let community = Arc::new(Community::new(folder, store, workers.iter().map(|it| it.address).collect()));

    let begun = Instant::now();
    community.open(asked.tables).await;
    told("opened", &community, begun.elapsed());
    let before = counted(&workers).await;

    let begun = Instant::now();
    community.day(asked, Duration::from_secs(asked.seconds * 2 / 3)).await;
    let took = begun.elapsed();
    community.last_mails().await;
    told("open loop, a day's rhythm", &community, took);
    let after = counted(&workers).await;
    println!("  {} commits for {} interactions", after.0 - before.0, after.1 - before.1);

    let begun = Instant::now();
    community.as_fast_as_answered(asked, Duration::from_secs(asked.seconds / 3)).await;
    told("closed loop", &community, begun.elapsed());

    for (number, worker) in workers.iter().enumerate() {
        println!("worker {number}: {} MiB of memory at most", worker.peak_kib() / 1024);
    }
    if !asked.postgres {
        println!("the database has {:.1} MiB", size(Path::new(database)) as f64 / 1048576.0);
    }
    println!("sent to Discord meanwhile: {} requests, {:.1} MiB", discord.requests(), discord.mib());
}

fn size(path: &Path) -> u64 {
    ["", "-wal"]
        .iter()
        .filter_map(|end| fs::metadata(format!("{}{end}", path.display())).ok())
        .map(|it| it.len())
        .sum()
}

fn player(number: u64) -> Player {
    let addresses = vec![
        Address::new(DISCORD, &(FIRST_USER + number).to_string()),
        Address::new(MAIL, &format!("captain{number}@home.example")),
    ];
    Player { id: format!("p-{number}"), name: "Captain".to_owned(), addresses, ..Player::default() }
}

/// A Discord that takes whatever it is sent.
#[derive(Clone, Default)]
struct Discord(Arc<Taken>);

#[derive(Default)]
struct Taken {
    address: Mutex<Option<SocketAddr>>,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Discord {
    async fn start() -> Discord {
        let discord = Discord::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        *discord.0.address.lock().expect("a lock") = listener.local_addr().ok();
        let routes = Router::new().fallback(Discord::take).with_state(discord.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.expect("a server") });
        discord
    }

    async fn take(State(discord): State<Discord>, method: Method, uri: Uri, body: Bytes) -> Json<Value> {
        let number = discord.0.requests.fetch_add(1, Ordering::Relaxed);
        discord.0.bytes.fetch_add(body.len() as u64, Ordering::Relaxed);
        let id = (900_000_000_000_000_000 + number).to_string();
        let path = uri.path().strip_prefix("/api/v10").unwrap_or(uri.path()).to_owned();
        Json(match path.as_str() {
            "/oauth2/applications/@me" => json!({
                "id": APPLICATION.to_string(), "name": "Wardroom", "icon": null, "description": "", "bot_public": true,
                "bot_require_code_grant": false, "verify_key": "00"
            }),
            path if path.ends_with("/commands") && method == Method::GET => json!([]),
            path if path.ends_with("/members") && method == Method::GET => json!([]),
            _ => {
                json!({ "id": id, "channel_id": id, "type": 11, "content": "", "attachments": [], "flags": 0 })
            }
        })
    }

    fn url(&self) -> String {
        format!("http://{}", self.0.address.lock().expect("a lock").expect("an address"))
    }

    fn requests(&self) -> u64 {
        self.0.requests.load(Ordering::Relaxed)
    }

    fn mib(&self) -> f64 {
        self.0.bytes.load(Ordering::Relaxed) as f64 / 1048576.0
    }
}

/// A process of the program, which ends with this.
struct Worker {
    child: Child,
    address: SocketAddr,
}

impl Worker {
    fn start(folder: &Path, number: usize, database: &str, discord: &Discord) -> Worker {
        // Free now; nobody else is told of it.
        let address =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port");
        let key = hex::encode(signed::key().verifying_key().to_bytes());
        let mut config = format!(
            "[serve]\nlisten = \"{address}\"\nlog = \"error\"\n[discord]\nway = \"endpoint\"\npublic_key = \"{key}\"\n\
             application_id = \"{APPLICATION}\"\napi = \"{}\"\ntables_a_guild = 1000000\norders_a_minute = 1000000\n",
            discord.url()
        );
        // One process reads mail.
        if number == 0 {
            config += &format!(
                "[mail]\naddress = \"{BOT_ADDRESS}\"\nplus_addresses = true\nmaildir = {folder:?}\nanswers_an_hour = 1000000\n"
            );
        }
        let file = folder.join(format!("worker-{number}.toml"));
        fs::write(&file, config).expect("a configuration");
        let child = Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(["serve", "--db", database, "--config"])
            .arg(&file)
            .env_clear()
            .env("HOME", folder)
            .env("WARDROOM_SECRET", "07".repeat(32))
            .env("WARDROOM_DISCORD_TOKEN", "MTExMTExMTExMTExMTExMTExMQ.of-the.bench")
            .stdin(Stdio::null())
            .spawn()
            .expect("the program");
        Worker { child, address }
    }

    async fn ready(&self) {
        for _ in 0..600 {
            if self.get("/healthz").await.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("a worker does not listen");
    }

    async fn get(&self, path: &str) -> Option<String> {
        let answer = reqwest::get(format!("http://{}{path}", self.address)).await.ok()?;
        answer.error_for_status().ok()?.text().await.ok()
    }

    fn peak_kib(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many commits all workers made, and how many interactions they answered.
async fn counted(workers: &[Worker]) -> (u64, u64) {
    let mut counted = (0, 0);
    for worker in workers {
        let text = worker.get("/metrics").await.unwrap_or_default();
        let sum = |name: &str| -> u64 {
            let lines = text.lines().filter(|line| line.starts_with(name));
            lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum::<f64>() as u64
        };
        counted.0 += sum("wardroom_commit_seconds_count");
        counted.1 += sum("wardroom_interactions_total");
    }
    counted
}

/// The players and what they do.
struct Community {
    tables: Tables<Goeben, dyn Store>,
    book: Book,
    key: SigningKey,
    workers: Vec<SocketAddr>,
    /// Connections that nobody uses now, of each worker.
    idle: Vec<Mutex<Vec<Line>>>,
    /// The tables; the place of one is its player's number.
    open: Mutex<Vec<String>>,
    /// Orders at one table wait for one another, as its player does.
    turns: Mutex<BTreeMap<u64, Arc<tokio::sync::Mutex<()>>>>,
    luck: Mutex<Dice>,
    last_id: AtomicU64,
    turn: AtomicUsize,
    measured: Mutex<BTreeMap<Kind, Measured>>,
    inbox: PathBuf,
    outbox: PathBuf,
    /// Mails that are not answered yet, by who sent them: when.
    mails: Mutex<BTreeMap<String, Instant>>,
}

struct Measured {
    micros: Histogram<u64>,
    deferred: u64,
    refused: u64,
}

impl Community {
    fn new(folder: &Path, store: Arc<dyn Store>, workers: Vec<SocketAddr>) -> Community {
        Community {
            tables: Tables::new(store, Arc::new(System)),
            book: Book::of(Goeben::NAME).expect("the book"),
            key: signed::key(),
            idle: workers.iter().map(|_| Mutex::default()).collect(),
            workers,
            open: Mutex::default(),
            turns: Mutex::default(),
            luck: Mutex::new(Dice::from_key([7; 32])),
            last_id: AtomicU64::new(800_000_000_000_000_000),
            turn: AtomicUsize::new(0),
            measured: Mutex::default(),
            inbox: folder.join("in/new"),
            outbox: folder.join("out/new"),
            mails: Mutex::default(),
        }
    }

    fn below(&self, n: u64) -> u64 {
        let mut luck = self.luck.lock().expect("a lock");
        (u64::from(luck.below(u32::MAX)) * n) / u64::from(u32::MAX)
    }

    fn signed(&self, kind: u8, player: u64, command: &str, options: &Value) -> Vec<u8> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed);
        request(&self.key, id, kind, FIRST_USER + player, command, options)
    }

    /// Sends a request to a worker, each in turn, at its moment or as soon as it may; measured from its moment on.
    async fn ask(&self, kind: Kind, request: &[u8], moment: Instant) -> Vec<u8> {
        tokio::time::sleep_until(moment).await;
        let at = self.turn.fetch_add(1, Ordering::Relaxed) % self.workers.len();
        let kept = self.idle[at].lock().expect("a lock").pop();
        let mut line = match kept {
            Some(line) => line,
            None => Line::to(self.workers[at]).await,
        };
        let (status, body) = line.answer(request).await;
        let took = moment.elapsed();
        self.idle[at].lock().expect("a lock").push(line);
        self.note(kind, took, status != 200, body.starts_with(br#"{"type":5"#));
        body
    }

    fn note(&self, kind: Kind, took: Duration, refused: bool, deferred: bool) {
        let mut measured = self.measured.lock().expect("a lock");
        let of_kind = measured.entry(kind).or_insert_with(|| Measured {
            micros: Histogram::new(3).expect("a histogram"),
            deferred: 0,
            refused: 0,
        });
        of_kind.micros.record(took.as_micros() as u64).expect("a time");
        of_kind.deferred += u64::from(deferred);
        of_kind.refused += u64::from(refused);
    }

    /// Every table is opened by its player, a few at once.
    async fn open(self: &Arc<Self>, tables: usize) {
        let next = Arc::new(AtomicUsize::new(0));
        self.open.lock().expect("a lock").resize(tables, String::new());
        let opening = (0..16).map(|_| {
            let (community, next) = (Arc::clone(self), Arc::clone(&next));
            tokio::spawn(async move {
                while let number @ 0.. = next.fetch_add(1, Ordering::Relaxed)
                    && number < tables
                {
                    community.open_one(number as u64).await;
                }
            })
        });
        for opening in opening.collect::<Vec<_>>() {
            opening.await.expect("tables");
        }
    }

    async fn open_one(&self, player: u64) {
        let options = json!([{ "name": "game", "type": 3, "value": Goeben::NAME }]);
        let request =
            self.signed(GIVEN, player, "table", &json!([{ "name": "new", "type": 1, "options": options }]));
        let id = format!("p-{player}");
        let theirs = || self.tables.store().tables_of_player(&id).expect("tables");
        let before = theirs();
        self.ask(Kind::Open, &request, Instant::now()).await;
        // An answer that is put off does not name it.
        let id = loop {
            if let Some(new) = theirs().into_iter().find(|table| !before.contains(table)) {
                break new;
            }
            tokio::time::sleep(STROKE).await;
        };
        self.open.lock().expect("a lock")[player as usize] = id;
    }

    fn table_of(&self, player: u64) -> (u64, String) {
        let open = self.open.lock().expect("a lock");
        let seat = player % open.len() as u64;
        (seat, open[seat as usize].clone())
    }

    /// What a player does at a moment.
    async fn act(self: Arc<Self>, kind: Kind, player: u64, moment: Instant) {
        tokio::time::sleep_until(moment - AHEAD).await;
        let (seat, table) = self.table_of(player);
        let at = |name: &str, mut more: Vec<Value>| {
            more.push(json!({ "name": "table", "type": 3, "value": table }));
            json!([{ "name": name, "type": 1, "options": more }])
        };
        let request = match kind {
            Kind::Order => return self.order(seat, table, moment).await,
            Kind::Mail => return self.mail(player, moment).await,
            Kind::Status => self.signed(GIVEN, player, "show", &at("status", vec![])),
            Kind::Board => self.signed(GIVEN, player, "show", &at("board", vec![])),
            Kind::Log => self.signed(GIVEN, player, "show", &at("log", vec![])),
            Kind::Map => self.signed(GIVEN, player, "show", &at("map", vec![])),
            _ => self.signed(GIVEN, player, "table", &json!([{ "name": "list", "type": 1, "options": [] }])),
        };
        self.ask(kind, &request, moment).await;
    }

    /// An order that is legal at its table now, picked at random, and the suggestions before it; a new table once the game is over.
    async fn order(self: &Arc<Self>, player: u64, table: String, moment: Instant) {
        let turn = self.turns.lock().expect("a lock").entry(player).or_default().clone();
        let _turn = turn.lock_owned().await;
        let community = Arc::clone(self);
        let of = table.clone();
        let typed = tokio::task::spawn_blocking(move || {
            let looked = community.tables.look(&of, |table| {
                let asked = table.asked().first()?;
                Some(table.options(asked.prompt.seat))
            });
            let options = looked.expect("a table")?;
            let mut luck = community.luck.lock().expect("a lock");
            let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
            Some(community.book.type_out(&form))
        });
        let Some(typed) = typed.await.expect("an order") else { return self.open_one(player).await };
        // It was the table's own turn that was waited for, not the program's.
        let moment = moment.max(Instant::now());
        let letters: Vec<char> = typed.chars().collect();
        for stroke in 1..=TYPING {
            let part: String =
                letters.iter().take(letters.len() * stroke as usize / (TYPING as usize + 1)).collect();
            let options = json!([{ "name": "text", "type": 3, "value": part, "focused": true },
                { "name": "table", "type": 3, "value": table }]);
            let request = self.signed(TYPED, player, "order", &options);
            let community = Arc::clone(self);
            let moment = moment + STROKE * stroke as u32;
            tokio::spawn(async move { community.ask(Kind::Suggestion, &request, moment).await });
        }
        let options = json!([{ "name": "text", "type": 3, "value": typed }, { "name": "table", "type": 3, "value": table }]);
        let request = self.signed(GIVEN, player, "order", &options);
        self.ask(Kind::Order, &request, moment + STROKE * (TYPING as u32 + 1)).await;
    }

    /// A mail that asks for the player's tables. Its answer is looked for by [`Community::look_for_mails`].
    async fn mail(&self, player: u64, moment: Instant) {
        tokio::time::sleep_until(moment).await;
        let from = format!("captain{player}@home.example");
        if self.mails.lock().expect("a lock").contains_key(&from) {
            return;
        }
        let number = self.last_id.fetch_add(1, Ordering::Relaxed);
        let mail = format!(
            "From: Captain <{from}>\r\nTo: {BOT_ADDRESS}\r\nMessage-ID: <{number}.{from}>\r\nSubject: Wardroom\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ntables\r\n"
        );
        self.mails.lock().expect("a lock").insert(from, moment);
        // As a mail server does: it is there whole or not at all.
        let part = self.inbox.with_file_name("tmp").join(number.to_string());
        fs::write(&part, mail).expect("a mail");
        fs::rename(part, self.inbox.join(number.to_string())).expect("a mail");
    }

    /// Takes answers out of the maildir, and measures each.
    fn look_for_mails(&self) {
        for file in fs::read_dir(&self.outbox).into_iter().flatten().flatten() {
            let text = fs::read(file.path()).unwrap_or_default();
            let head = String::from_utf8_lossy(&text[..text.len().min(4096)]).into_owned();
            let to = head.lines().find(|line| line.to_lowercase().starts_with("to:")).unwrap_or_default();
            let mut mails = self.mails.lock().expect("a lock");
            let from = mails.keys().find(|from| to.contains(from.as_str())).cloned();
            if let Some(sent) = from.and_then(|from| mails.remove(&from)) {
                drop(mails);
                self.note(Kind::Mail, sent.elapsed(), false, false);
            }
            let _ = fs::remove_file(file.path());
        }
    }

    async fn last_mails(&self) {
        let begun = Instant::now();
        while !self.mails.lock().expect("a lock").is_empty() && begun.elapsed() < LAST_MAIL {
            self.look_for_mails();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn kind(&self) -> Kind {
        let mut at = self.below(KINDS.iter().map(|(_, parts)| u64::from(*parts)).sum());
        for (kind, parts) in KINDS {
            match at.checked_sub(parts.into()) {
                Some(left) => at = left,
                None => return kind,
            }
        }
        Kind::Status
    }

    /// Everybody's actions of a day, at moments of a Poisson process that follows the hours.
    async fn day(self: &Arc<Self>, asked: &Asked, length: Duration) {
        let actions = asked.players * asked.actions;
        let begun = Instant::now() + AHEAD;
        let community = Arc::clone(self);
        let looking = tokio::spawn(async move {
            loop {
                community.look_for_mails();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let weight: u64 = DAY.iter().sum();
        let mut acting = tokio::task::JoinSet::new();
        for (hour, part) in DAY.iter().enumerate() {
            let rate = actions as f64 * *part as f64 / weight as f64 / (length.as_secs_f64() / 24.0);
            let ends = length.mul_f64((hour + 1) as f64 / 24.0);
            let mut moment = length.mul_f64(hour as f64 / 24.0);
            loop {
                let luck = (self.below(u64::from(u32::MAX)) + 1) as f64 / u32::MAX as f64;
                moment += Duration::from_secs_f64(-luck.min(1.0).ln() / rate);
                if moment >= ends {
                    break;
                }
                let (kind, player) = (self.kind(), self.below(asked.players));
                // No more is kept ready than what comes in the next seconds.
                tokio::time::sleep_until(begun + moment - AHEAD * 2).await;
                acting.spawn(Arc::clone(self).act(kind, player, begun + moment));
                while acting.try_join_next().is_some() {}
            }
        }
        while acting.join_next().await.is_some() {}
        looking.abort();
    }

    /// So many clients, each of whom asks again as soon as they are answered.
    async fn as_fast_as_answered(self: &Arc<Self>, asked: &Asked, length: Duration) {
        let ends = Instant::now() + length;
        let clients = (0..asked.clients as u64).map(|client| {
            let (community, clients, players) = (Arc::clone(self), asked.clients as u64, asked.players);
            tokio::spawn(async move {
                while Instant::now() < ends {
                    let kind = community.kind();
                    if kind != Kind::Mail {
                        let player = community.below(players / clients) * clients + client;
                        Arc::clone(&community).act(kind, player, Instant::now()).await;
                    }
                }
            })
        });
        for client in clients.collect::<Vec<_>>() {
            client.await.expect("a client");
        }
    }
}

/// Prints what was measured and forgets it. A closed loop is corrected by its own mean time between two questions.
fn told(what: &str, community: &Community, took: Duration) {
    let measured = std::mem::take(&mut *community.measured.lock().expect("a lock"));
    let count: u64 = measured.values().map(|it| it.micros.len()).sum();
    println!("{what}: {count} answers in {took:.0?}, {:.0} a second", count as f64 / took.as_secs_f64());
    let ms = |micros: u64| micros as f64 / 1000.0;
    for (kind, Measured { micros, deferred, refused }) in measured {
        let line = |histogram: &Histogram<u64>| {
            let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| ms(histogram.value_at_quantile(share)));
            format!(
                "p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms, most {:.1} ms",
                ms(histogram.max())
            )
        };
        println!(
            "  {kind:?}: {} answers, {}; {deferred} deferred, {refused} refused",
            micros.len(),
            line(&micros)
        );
        if what.starts_with("closed") {
            let corrected = micros.clone_correct(micros.mean() as u64);
            println!("    corrected: {}", line(&corrected));
        }
    }
}
