//! Who plays: the players of a community, what they do, and when.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ed25519_dalek::SigningKey;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::Asked;
use crate::measured::{Answer, Kind, Measured};
use crate::processes::{BOT_ADDRESS, MAIL_SERVER};
use crate::signed::{self, FIRST_USER, GIVEN, Line, TYPED, request};
use wardroom::book::Book;
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::log::Store;
use wardroom::log::players::{Address, DISCORD, MAIL, Player};
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
/// Within how long everybody in a storm begins to type, and the suggestions each asks for.
const STORM: Duration = Duration::from_secs(1);
const STORM_TYPING: u64 = 12;
/// How long before its moment a request is made ready.
const AHEAD: Duration = Duration::from_millis(400);
/// Players who are put down at once.
const TOGETHER: u64 = 64;
/// How long is waited for the last mail.
const LAST_MAIL: Duration = Duration::from_secs(60);

/// Puts the players down in a store.
pub fn put_down(store: &dyn Store, players: u64) {
    // Those who wait for the disk wait together.
    std::thread::scope(|scope| {
        for first in 0..TOGETHER {
            let numbers = (first..players).step_by(TOGETHER as usize);
            scope.spawn(move || {
                numbers.for_each(|number| store.put_player(player(number)).expect("a player"))
            });
        }
    });
}

fn player(number: u64) -> Player {
    let addresses = vec![
        Address::new(DISCORD, &(FIRST_USER + number).to_string()),
        Address::new(MAIL, &format!("captain{number}@home.example")),
    ];
    Player { id: format!("p-{number}"), name: "Captain".to_owned(), addresses, ..Player::default() }
}

/// The players and what they do.
pub struct Community {
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
    pub measured: Measured,
    inbox: PathBuf,
    outbox: PathBuf,
    /// Mails that are not answered yet, by their ids: when they were sent.
    mails: Mutex<BTreeMap<String, Instant>>,
}

impl Community {
    pub fn new(folder: &Path, store: Arc<dyn Store>, workers: Vec<SocketAddr>) -> Community {
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
            measured: Measured::default(),
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
        let late = moment.elapsed();
        let at = self.turn.fetch_add(1, Ordering::Relaxed) % self.workers.len();
        let kept = self.idle[at].lock().expect("a lock").pop();
        let mut line = match kept {
            Some(line) => line,
            None => Line::to(self.workers[at]).await,
        };
        let (status, body) = line.answer(request).await;
        let took = moment.elapsed();
        self.idle[at].lock().expect("a lock").push(line);
        let (refused, deferred) = (status != 200, body.starts_with(br#"{"type":5"#));
        let (sent, received) = (request.len(), body.len());
        self.measured.note(kind, Answer { took, late, refused, deferred, sent, received });
        body
    }

    /// Every table is opened by its player, a few at once.
    pub async fn open(self: &Arc<Self>, tables: usize) {
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

    /// What a player does at a moment, or as soon as it is ready.
    async fn act(self: Arc<Self>, kind: Kind, player: u64, moment: Option<Instant>) {
        if let Some(moment) = moment {
            tokio::time::sleep_until(moment - AHEAD).await;
        }
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
        self.ask(kind, &request, moment.unwrap_or_else(Instant::now)).await;
    }

    /// An order that is legal at its table now, picked at random, and the suggestions before it; a new table once the game is over.
    async fn order(self: &Arc<Self>, player: u64, table: String, moment: Option<Instant>) {
        let turn = self.turns.lock().expect("a lock").entry(player).or_default().clone();
        let (_turn, waited) = match turn.clone().try_lock_owned() {
            Ok(free) => (free, false),
            Err(_) => (turn.lock_owned().await, true),
        };
        let Some(typed) = self.typed(&table).await else { return self.open_one(player).await };
        // Who waits for their own order before it does not type the next meanwhile.
        let moment = moment.filter(|_| !waited).unwrap_or_else(Instant::now);
        self.type_at(player, &table, &typed, TYPING, moment).detach_all();
        let options = json!([{ "name": "text", "type": 3, "value": typed }, { "name": "table", "type": 3, "value": table }]);
        let request = self.signed(GIVEN, player, "order", &options);
        self.ask(Kind::Order, &request, moment + STROKE * (TYPING as u32 + 1)).await;
    }

    /// The words of an order that is legal at a table now, picked at random; none once the game is over.
    async fn typed(self: &Arc<Self>, table: &str) -> Option<String> {
        let (community, of) = (Arc::clone(self), table.to_owned());
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
        typed.await.expect("an order")
    }

    /// The suggestions that are asked for while something is typed in so many strokes, from a moment on.
    fn type_at(
        self: &Arc<Self>,
        player: u64,
        table: &str,
        typed: &str,
        strokes: u64,
        moment: Instant,
    ) -> tokio::task::JoinSet<()> {
        let letters: Vec<char> = typed.chars().collect();
        let mut asking = tokio::task::JoinSet::new();
        for stroke in 1..=strokes {
            let part: String =
                letters.iter().take(letters.len() * stroke as usize / (strokes as usize + 1)).collect();
            let options = json!([{ "name": "text", "type": 3, "value": part, "focused": true },
                { "name": "table", "type": 3, "value": table }]);
            let request = self.signed(TYPED, player, "order", &options);
            let community = Arc::clone(self);
            let moment = moment + STROKE * stroke as u32;
            asking.spawn(async move {
                community.ask(Kind::Suggestion, &request, moment).await;
            });
        }
        asking
    }

    /// A mail that asks for the player's tables. Its answer is looked for by [`Community::look_for_mails`].
    async fn mail(&self, player: u64, moment: Option<Instant>) {
        let moment = moment.unwrap_or_else(Instant::now);
        tokio::time::sleep_until(moment).await;
        let from = format!("captain{player}@home.example");
        if self.mails.lock().expect("a lock").keys().any(|id| id.ends_with(&format!(".{from}"))) {
            return;
        }
        let number = self.last_id.fetch_add(1, Ordering::Relaxed);
        let id = format!("{number}.{from}");
        let mail = format!(
            "Authentication-Results: {MAIL_SERVER}; dkim=pass header.d=home.example\r\nFrom: Captain <{from}>\r\nTo: {BOT_ADDRESS}\r\nMessage-ID: <{id}>\r\nSubject: Wardroom\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ntables\r\n"
        );
        self.mails.lock().expect("a lock").insert(id, moment);
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
            let mut mails = self.mails.lock().expect("a lock");
            // What is told unasked answers none.
            let answered = mails.keys().find(|id| head.contains(&format!("<{id}>"))).cloned();
            if let Some(sent) = answered.and_then(|id| mails.remove(&id)) {
                drop(mails);
                self.measured.note(
                    Kind::Mail,
                    Answer { took: sent.elapsed(), received: text.len(), ..Answer::default() },
                );
            }
            let _ = fs::remove_file(file.path());
        }
    }

    pub async fn last_mails(&self) {
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
    pub async fn day(self: &Arc<Self>, asked: &Asked, length: Duration) {
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
                acting.spawn(Arc::clone(self).act(kind, player, Some(begun + moment)));
                while acting.try_join_next().is_some() {}
            }
        }
        while acting.join_next().await.is_some() {}
        looking.abort();
    }

    /// A storm of suggestions: so many players type an order, all within [`STORM`].
    pub async fn storm(self: &Arc<Self>, asked: &Asked) {
        let mut typing = Vec::new();
        for player in (0..asked.players).take(asked.storm) {
            let (_, table) = self.table_of(player);
            if let Some(typed) = self.typed(&table).await {
                typing.push((player, table, typed));
            }
        }
        let begun = Instant::now() + AHEAD;
        let storming = typing.iter().map(|(player, table, typed)| {
            let moment = begun + STORM.mul_f64(self.below(1_000) as f64 / 1_000.0);
            self.type_at(*player, table, typed, STORM_TYPING, moment)
        });
        for asking in storming.collect::<Vec<_>>() {
            asking.join_all().await;
        }
    }

    /// So many clients, each of whom asks again as soon as they are answered.
    pub async fn as_fast_as_answered(self: &Arc<Self>, asked: &Asked, length: Duration) {
        let ends = Instant::now() + length;
        let clients = (0..asked.clients as u64).map(|client| {
            let (community, clients, players) = (Arc::clone(self), asked.clients as u64, asked.players);
            tokio::spawn(async move {
                while Instant::now() < ends {
                    let kind = community.kind();
                    if kind != Kind::Mail {
                        let player = community.below(players / clients) * clients + client;
                        Arc::clone(&community).act(kind, player, None).await;
                    }
                }
            })
        });
        for client in clients.collect::<Vec<_>>() {
            client.await.expect("a client");
        }
    }
}
