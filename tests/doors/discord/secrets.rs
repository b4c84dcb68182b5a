//! Non-interference over the wire: two tables that differ only in one sealed order of one seat show everybody else the
//! same, whatever they ask for: messages, components with their `custom_id`s, suggestions, files, refusals, and how many.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use wardroom::app::database::Database;
use wardroom::book::Book;
use wardroom::game::{Arg, Options, OrderForm, Seat, Word};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::players::DISCORD;
use wardroom::log::{EntryAudience, Head};
use wardroom::seal::SealError;
use wardroom::table::{Caller, OpenPrompt, Platform, Reply, SeatSession, Tables};

use super::bot::*;
use super::fake::*;
use crate::common::commands::SeatCommands;

/// Orders given at most before the secret that is looked for.
const ORDERS: usize = 2000;
/// Entries among which is one that everybody may know.
const ENTRIES_AT_ONCE: u64 = 100;
/// How many games are tried until one comes to a decision.
const SEEDS: u64 = 30;
/// How often another form of the secret order is looked for.
const TRIES: usize = 60;

/// A clock that stands still and randomness that is the same each time.
struct Steady {
    seed: u64,
    drawn: AtomicU64,
}

impl Steady {
    /// How much the bot has drawn and numbered so far depends on the machine; what it draws from here on must not.
    fn steady(&self, fake: &Fake, step: u64) {
        self.drawn.store(step << 32, Ordering::Relaxed);
        fake.with(|world| world.number_from((1 << 60) + (step << 40)));
    }
}

impl Platform for Steady {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000, 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        for chunk in bytes.chunks_mut(32) {
            let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
            let hash = Sha256::digest([self.seed.to_le_bytes(), drawn.to_le_bytes()].concat());
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
        Ok(())
    }
}

struct Luck(Steady);

impl Luck {
    fn of(seed: u64) -> Luck {
        Luck(Steady { seed: !seed, drawn: AtomicU64::new(0) })
    }

    fn below(&self, n: u32) -> u32 {
        let mut four = [0; 4];
        self.0.fill(&mut four).unwrap();
        u32::from_le_bytes(four) % n.max(1)
    }

    fn order(&self, options: &Options) -> OrderForm {
        options.sample(&mut |n| self.below(n)).expect("an order")
    }

    /// Another order of the same verb that shows the same of itself: the markers that lie face up stay.
    fn otherwise(&self, order: &OrderForm, options: &Options) -> Option<OrderForm> {
        (0..TRIES).find_map(|_| {
            let other = match order.sorted("fleets") {
                Some(_) => self.exchanged(order)?,
                None if order.verb.as_str().starts_with("form") => return None,
                None => self.order(options),
            };
            (other != *order && options.accept(&other).is_ok()).then_some(other)
        })
    }

    fn exchanged(&self, order: &OrderForm) -> Option<OrderForm> {
        let mut sorted = order.sorted("fleets")?;
        let down = |bin: &&Word| !bin.as_str().ends_with("-up");
        let bins: Vec<Word> = sorted.keys().filter(down).copied().collect();
        let pick = |of: usize| self.below(u32::try_from(of).unwrap()) as usize;
        let (from, to) = (*bins.get(pick(bins.len()))?, *bins.get(pick(bins.len()))?);
        let (at, other_at) = (pick(sorted[&from].len()), pick(sorted[&to].len()));
        let (ship, other) = (sorted[&from][at], sorted[&to][other_at]);
        sorted.get_mut(&from)?[at] = other;
        sorted.get_mut(&to)?[other_at] = ship;
        let mut changed = order.clone();
        changed.set(Word::literal("fleets"), Arg::Sorted(sorted));
        Some(changed)
    }
}

/// Everything that one run showed to everybody but whoever decided in secret, and what it showed to them.
struct Run {
    others: Vec<String>,
    own: Vec<String>,
    prompt: String,
}

/// A table of two, with two who watch it.
struct Scene {
    fake: Fake,
    bot: Option<Bot>,
    store: Database,
    tables: Arc<Tables<GrandFleet>>,
    table: String,
    channel: u64,
    thread: u64,
    players: [(Seat, Player); 2],
    spectators: [Player; 2],
}

impl Scene {
    async fn stop(&mut self) {
        self.bot.take().expect("a running bot").stop().await;
    }

    async fn set(world: Arc<Steady>, path: &std::path::Path) -> Scene {
        let fake = Fake::start();
        world.steady(&fake, 0);
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let [ann, bob, eve, max] =
            ["Ann", "Bob", "Eve", "Max"].map(|name| fake.add_member(name, "en-US", channel));
        fake.change_member(max.id, |max| max.manager = true);
        let config = config(&fake, Way::Gateway).replace("pictures = false", "pictures = true");
        let bot = Bot::start_as(&fake, Way::Gateway, path, world.clone(), &config).await;
        world.steady(&fake, 1);
        ann.slash("table", "new", &[("game", "grand_fleet"), ("seat", "british")]).await;
        let thread = fake
            .wait("a thread with a pinned message", |world| {
                world.channels.values().find(|it| !it.pins.is_empty()).map(|it| it.id)
            })
            .await;
        world.steady(&fake, 2);
        bob.inside(thread).slash("table", "join", &[]).await;
        let outside: Arc<dyn Platform> = world;
        let tables = Arc::new(Tables::new(bot.store.shared(), outside));
        let rooms = bot.store.notes("discord", "room/").unwrap();
        let table = rooms[0].0.strip_prefix("room/").unwrap().to_owned();
        let players = [("british", ann), ("german", bob)]
            .map(|(seat, player)| (Seat(seat.parse().unwrap()), player.inside(thread)));
        let spectators = [eve.inside(thread), max.inside(thread)];
        let store = bot.store.clone();
        Scene { fake, bot: Some(bot), store, tables, table, channel, thread, players, spectators }
    }

    fn asked(&self) -> Vec<OpenPrompt> {
        self.tables.look(&self.table, |table| table.asked().to_vec()).unwrap()
    }

    fn options(&self, seat: Seat) -> Arc<Options> {
        self.tables.look(&self.table, |table| table.options(seat)).unwrap()
    }

    /// Plays on, without anybody being told, until somebody is to decide `kind` in secret. Gives who; none if nobody is.
    fn play_to(&self, kind: &str, luck: &Luck) -> Option<Seat> {
        for _ in 0..ORDERS {
            let asked = self.asked();
            let Some(first) = asked.get(luck.below(u32::try_from(asked.len()).unwrap()) as usize) else {
                break;
            };
            let (seat, number) = (first.prompt.seat, first.number);
            // Where both decide at once, the other has still to decide: with their decision both are opened.
            let alone = asked.len() == 1 && kind != "formation";
            if first.prompt.ask.as_str() == kind
                && !alone
                && luck.otherwise(&luck.order(&self.options(seat)), &self.options(seat)).is_some()
            {
                return Some(seat);
            }
            let player = self.tables.look(&self.table, |table| table.player_of(seat).unwrap().to_owned());
            // An order through another door would have the ping wait.
            let caller = Caller::new(&player.unwrap(), DISCORD);
            let session = SeatSession::new(self.tables.clone(), &self.table, seat, caller);
            let reply = session.submit(number, luck.order(&self.options(seat))).unwrap();
            assert!(matches!(reply, Reply::Accepted { .. }), "{reply:?}");
        }
        None
    }

    /// Waits until everything that happened was told.
    async fn settle(&self) {
        let deadline = std::time::Instant::now() + PATIENCE;
        while !self.is_settled() {
            assert!(std::time::Instant::now() < deadline, "not everything was told");
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }

    fn is_settled(&self) -> bool {
        let head = self.tables.look(&self.table, |table| table.head()).unwrap();
        let room = self.store.note("discord", &format!("room/{}", self.table)).unwrap().unwrap();
        let room: serde_json::Value = serde_json::from_str(&room).unwrap();
        let told = room["reported"] == head.seq && room["reporting"].is_null() && room["status_hash"] != "";
        let sent = self.players.iter().all(|(seat, _)| {
            let kept = self.store.notices_of(&self.table, seat.as_str(), 500).unwrap();
            kept.iter().all(|notice| notice.ended_at.is_some())
        });
        // The status does not go on to what not everybody may know.
        let from = head.seq.saturating_sub(ENTRIES_AT_ONCE).max(1);
        let entries = self.store.read(&self.table, from).unwrap();
        let public = entries.iter().rfind(|entry| entry.audience == EntryAudience::Everyone).unwrap().seq;
        let chain = self.store.chain_at(&self.table, public).unwrap().unwrap();
        let public = Head { seq: public, chain };
        let shown = self.fake.pinned(self.thread).iter().any(|it| it.text.contains(&public.short()));
        told && sent && shown
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.players.iter().find(|(held, _)| *held == seat).unwrap().1
    }

    fn is_asked(&self, player: &Player) -> bool {
        let asked = self.asked();
        self.players
            .iter()
            .any(|(seat, it)| it.id == player.id && asked.iter().any(|asked| asked.prompt.seat == *seat))
    }

    fn others(&self, seat: Seat) -> Vec<&Player> {
        let opponent = self.players.iter().filter(|(held, _)| *held != seat).map(|(_, player)| player);
        opponent.chain(&self.spectators).collect()
    }

    /// Everybody else asks for everything there is to ask for; `typed` is an order, `ids` components of whoever decided.
    async fn pry(&self, seat: Seat, typed: &str, ids: &[(String, Vec<String>)]) {
        let last = self.tables.look(&self.table, |table| table.head().seq).unwrap();
        for other in self.others(seat) {
            self.look_around(other, seat, last).await;
            // Where the opponent decides the same, the order would be their own.
            let attempt = if self.is_asked(other) { "throw 9" } else { typed };
            for text in [attempt, "commit all", "nonsense @everyone"] {
                other.slash("order", "", &[("text", text)]).await;
            }
            self.type_everything(other).await;
            for message in self.fake.messages(self.thread) {
                for button in message.buttons().filter(|button| harmless(&button.label)) {
                    other.click(&message, &button.custom_id).await;
                }
            }
            let status = self.fake.pinned(self.thread).remove(0);
            for (id, values) in ids {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let answer = other.forge(&status, id, &values).answer().await;
                assert!(answer.ephemeral && answer.text.contains("Nothing was changed"), "{answer:?}");
            }
        }
    }

    async fn look_around(&self, other: &Player, seat: Seat, last: u64) {
        for what in ["status", "log", "dice", "board", "map", "audit", "export", "why", "help", "hand"] {
            other.slash("show", what, &[]).await;
        }
        other.slash("show", "hand", &[("seat", seat.as_str())]).await;
        for at in last.saturating_sub(2)..=last + 1 {
            other.slash("show", "replay", &[("at", &at.to_string())]).await;
        }
        let parts = other.type_in(("show", "board"), "what", "", &[]).await;
        for part in parts.iter().map(|part| part.value.as_str()).chain([seat.as_str(), "fleets", "lion"]) {
            other.slash("show", "board", &[("what", part)]).await;
        }
        for what in ["list", "undo"] {
            other.slash("table", what, &[]).await;
        }
        let direct = other.in_dm();
        for what in ["status", "board", "hand", "log", "export", "why"] {
            direct.slash("show", what, &[("table", &self.table)]).await;
        }
    }

    /// Every option of the game's commands that is completed while it is typed.
    async fn type_everything(&self, other: &Player) {
        let paths = self.fake.look(|world| {
            let mut paths = Vec::new();
            for command in &world.commands[&None] {
                let name = command["name"].as_str().unwrap().to_owned();
                if name.starts_with("goeben") {
                    continue;
                }
                for sub in command["options"].as_array().into_iter().flatten() {
                    if sub["autocomplete"] == true {
                        paths.push((name.clone(), String::new(), sub["name"].as_str().unwrap().to_owned()));
                    }
                    for option in sub["options"].as_array().into_iter().flatten() {
                        if option["autocomplete"] == true {
                            let text = |value: &serde_json::Value| value["name"].as_str().unwrap().to_owned();
                            paths.push((name.clone(), text(sub), text(option)));
                        }
                    }
                }
            }
            paths
        });
        assert!(paths.len() > 20, "{paths:?}");
        for (command, sub, option) in paths {
            if let Ok(typing) = other.prepare_typing((&command, &sub), &option, "", &[]) {
                typing.answer().await;
            }
        }
    }
}

/// Buttons that only show something.
fn harmless(label: &str) -> bool {
    !["Agree", "Object", "Close", "resign", "free seat", "Take", "Decline"]
        .iter()
        .any(|act| label.contains(act))
}

/// Ids of Discord and hashes, whose values say nothing, as placeholders of the same length.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            run.push(c);
            continue;
        }
        let hidden = run.len() >= 12;
        out.push_str(&if hidden { "#".repeat(run.len()) } else { std::mem::take(&mut run) });
        run.clear();
        out.push(c);
    }
    out
}

/// What was seen from sight `from` on: of whom and where, in order.
fn seen(scene: &Scene, from: usize, who: impl Fn(Eyes) -> bool) -> Vec<String> {
    let mut rows: BTreeMap<(u64, u64), Vec<String>> = BTreeMap::new();
    scene.fake.look(|world| {
        for sight in world.sights[from..].iter().filter(|sight| who(sight.eyes)) {
            let eyes = match sight.eyes {
                Eyes::Everyone => 0,
                Eyes::Only(user) => user,
            };
            // That the bot is thinking depends on the machine.
            if !sight.text.trim().is_empty() {
                rows.entry((eyes, sight.channel)).or_default().push(masked(&sight.text));
            }
        }
    });
    // The last page of one answer may come after the first of the next.
    let sorted = |((_, _), mut texts): ((u64, u64), Vec<String>)| {
        texts.sort();
        texts.into_iter().chain(["— next".to_owned()])
    };
    rows.into_iter().flat_map(sorted).collect()
}

/// One run: the secret decision is made as the luck has it, or `otherwise`; then everybody pries. None where nobody is to decide.
async fn run(kind: &str, seed: u64, otherwise: bool) -> Option<Run> {
    eprintln!("{kind}, seed {seed}");
    let (_folder, path) = database();
    let world = Arc::new(Steady { seed, drawn: AtomicU64::new(0) });
    let mut scene = Scene::set(world.clone(), &path).await;
    scene.settle().await;
    scene.stop().await;
    world.steady(&scene.fake, 3);
    let luck = Luck::of(seed);
    let seat = scene.play_to(kind, &luck)?;
    scene.bot = Some(Bot::start_in(&scene.fake, Way::Gateway, &path, world.clone()).await);
    scene.settle().await;
    world.steady(&scene.fake, 4);

    let options = scene.options(seat);
    let (order, other) = (0..TRIES)
        .find_map(|_| {
            let order = luck.order(&options);
            luck.otherwise(&order, &options).map(|other| (order, other))
        })
        .expect("two orders");
    let book = Book::of("grand_fleet").unwrap();
    let [typed, given] = [&order, if otherwise { &other } else { &order }].map(|form| book.type_out(form));
    let from = scene.fake.look(|world| world.sights.len());
    let player = scene.player(seat).clone();
    let question = player.click(&scene.fake.pinned(scene.thread)[0], "Give orders").await;
    let ids: Vec<(String, Vec<String>)> = question
        .shown()
        .parts()
        .map(|part| {
            let values = part.options.iter().take(part.least.max(1)).map(|option| option.value.clone());
            (part.custom_id.clone(), values.collect())
        })
        .collect();
    assert!(!ids.is_empty());
    let done = player.slash("order", "", &[("text", &given)]).await;
    scene.settle().await;
    let still =
        scene.asked().iter().any(|asked| asked.prompt.seat == seat && asked.prompt.ask.as_str() == kind);
    assert!(!still, "{given}: {done:?}");
    scene.pry(seat, &typed, &ids).await;
    // Taken back by consent, nothing of it is shown either.
    player.slash("table", "ask-undo", &[]).await;
    scene.settle().await;
    let opponent = scene.players.iter().find(|(held, _)| *held != seat).map(|(_, player)| player).unwrap();
    opponent.slash("table", "agree", &[]).await;
    scene.settle().await;
    for other in scene.others(seat) {
        for what in ["status", "log", "board", "export", "audit"] {
            other.slash("show", what, &[]).await;
        }
    }
    scene.settle().await;
    assert_eq!(scene.fake.threads(scene.channel).len(), 1);
    // It ends when every answer has its last page.
    scene.stop().await;
    let others = seen(&scene, from, |eyes| eyes != Eyes::Only(player.id));
    let own = seen(&scene, from, |eyes| eyes == Eyes::Only(player.id));
    scene.fake.verdict();
    Some(Run { others, own, prompt: given })
}

/// Compares two runs of the first seed from this one on whose game comes to the decision.
async fn compare(kind: &str, first: u64) {
    for seed in first..first + SEEDS {
        if let Some(one) = run(kind, seed, false).await {
            return compare_to(one, kind, seed).await;
        }
    }
    panic!("nobody was asked for {kind}");
}

async fn compare_to(one: Run, kind: &str, seed: u64) {
    let other = run(kind, seed, true).await.expect("the same game");
    assert_ne!(one.prompt, other.prompt);
    assert_ne!(one.own, other.own, "whoever decides sees the difference, so it can be seen");
    assert!(one.others.len() > 200, "only {} sights", one.others.len());
    for (at, (one, other)) in one.others.iter().zip(&other.others).enumerate() {
        assert_eq!(one, other, "{kind}, seed {seed}: sight {at} tells them apart");
    }
    assert_eq!(one.others.len(), other.others.len(), "{kind}, seed {seed}: another number of sights");
    println!("{kind}, seed {seed}: {} sights alike", one.others.len());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "plays a game twice on the wire; gunnery, the dearest of the three secrets, is always tried"]
async fn the_number_of_initiative_dice_is_not_shown_7b() {
    compare("dice", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "plays a game twice on the wire; gunnery, the dearest of the three secrets, is always tried"]
async fn fleets_are_not_shown_8() {
    compare("formation", 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gunnery_is_not_shown_8() {
    compare("gunnery", 4).await;
}
