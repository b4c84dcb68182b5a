//! Couriers by the schedule of a seed: processes that die, stand still beyond their lease and wake, clocks that are off, and a
//! Discord that takes what it never answers. The judge knows what players were acknowledged, what was sent and under which nonce,
//! and asks neither courier nor store how it came about.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::runtime::Builder;
use wardroom::club::Club;
use wardroom::door::discord::api::post::{ApiResult, DiscordApi};
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::inbound::interaction::Id;
use wardroom::door::discord::outbound::message::{Message, Row};
use wardroom::log::{Fault, Store};
use wardroom::table::Platform;
use wardroom::words::Words;

use super::discord::{Discord, later};
use super::table::{CHANNEL, TOY, Table};
use super::{Plain, waits};
use crate::common::few_and_many;
use crate::common::interposed::{Between, Interposed};
use crate::common::store;
use crate::common::turns::{PLAYERS, Skewed, Steps, World};

/// For how long Discord knows a nonce, in seconds: a few minutes, it says.
const NONCE_KNOWN: i64 = 120;
/// Of so many requests one is refused for now, and one is done without an answer.
const AMISS: u32 = 12;
/// How many lives a process has before it comes back as one that it was.
const LIVES: usize = 8;
/// Rounds in which all has to be told once nothing goes wrong any more.
const CALM_ROUNDS: usize = 200;

/// A message that was made.
struct Post {
    id: Id,
    place: Id,
    nonce: String,
    text: String,
    /// The seqs of the notices it is for, as its buttons name them, with whom it calls.
    notice: Option<(String, Vec<Id>)>,
    /// When who sent it, and knew that, noted it.
    noted: Option<u64>,
}

/// What the judge knows.
#[derive(Default)]
struct Book {
    posts: Vec<Post>,
    /// Counts what is done, one after the other.
    count: u64,
    /// When the store has let each process send, since its last request.
    let_through: [Option<u64>; 4],
    /// When it let the request through that is on its way.
    on_its_way: [u64; 4],
    /// What each process knows it has sent, and has not noted.
    unnoted: [Option<usize>; 4],
    nonces: Vec<(i64, Id, String)>,
    wrong: Vec<String>,
}

#[derive(Clone)]
struct Seen(Arc<Mutex<Book>>);

impl Seen {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap()
    }
}

/// A process's way to the store.
struct Watched {
    steps: Steps,
    seen: Seen,
}

impl Between for Watched {
    fn reads(&self) -> Result<(), Fault> {
        self.steps.reads()
    }

    fn writes(&self, call: &'static str) -> Result<(), Fault> {
        self.steps.writes(call)
    }

    fn wrote(&self, call: &'static str, done: bool) {
        {
            let (mut book, me) = (self.seen.book(), self.steps.me);
            book.count += 1;
            let count = book.count;
            match call {
                "begin_sending" => book.let_through[me] = done.then_some(count),
                "put_note_under" | "mark_delivered" if done => {
                    if let Some(post) = book.unnoted[me].take() {
                        book.posts[post].noted.get_or_insert(count);
                    }
                }
                // Another has the lease: what this one knew is not noted, and it begins anew from what is.
                "put_note_under" => book.unnoted[me] = None,
                _ => {}
            }
        }
        self.steps.wrote(call, done);
    }
}

/// What becomes of a request.
enum Fate {
    Done,
    Refused,
    /// It is done, and nobody hears of it.
    Lost,
}

/// A process's line to Discord.
struct Line {
    discord: Discord,
    world: Arc<World>,
    me: usize,
    seen: Seen,
}

impl Line {
    /// A request on its way, done, and its answer on its way. Who dies meanwhile hears nothing, nor does Discord of a request
    /// that was not sent yet.
    async fn request<T>(
        &self,
        what: String,
        done: impl Future<Output = ApiResult<T>> + Send,
    ) -> ApiResult<T> {
        let (world, me, seen) = (self.world.clone(), self.me, self.seen.clone());
        let step = move || {
            {
                let mut book = seen.book();
                match book.let_through[me].take() {
                    Some(at) => book.on_its_way[me] = at,
                    None if world.died(me) => {}
                    None => book.wrong.push(format!("{me} was not let send: {what}")),
                }
            }
            if !world.step(me) {
                return Fate::Refused;
            }
            let fate = match world.below(AMISS) {
                0 if !world.is_calm() => Fate::Refused,
                1 if !world.is_calm() => Fate::Lost,
                _ => Fate::Done,
            };
            let how = match fate {
                Fate::Done => "",
                Fate::Refused => ", refused",
                Fate::Lost => ", answer lost",
            };
            world.note(format!("{what}{how}"));
            fate
        };
        let fate = tokio::task::spawn_blocking(step).await.unwrap();
        let answer = match fate {
            Fate::Done => done.await,
            Fate::Refused => return Err(later()),
            Fate::Lost => done.await.and(Err(later())),
        };
        let (world, me) = (self.world.clone(), self.me);
        match tokio::task::spawn_blocking(move || world.step(me)).await.unwrap() {
            true => answer,
            false => Err(later()),
        }
    }

    /// Sends as Discord does: under a nonce that it knows it gives the message it has.
    async fn post(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<Id> {
        let now = self.world.now();
        let old: Vec<_> =
            self.seen.book().nonces.extract_if(.., |(at, ..)| now - *at >= NONCE_KNOWN).collect();
        old.iter().for_each(|(_, place, nonce)| self.discord.world().forget_nonce(*place, nonce));
        let id = self.discord.send(channel, nonce, message).await?;
        let mut book = self.seen.book();
        let at = match book.posts.iter().position(|post| post.id == id) {
            Some(at) => at,
            None => {
                // One that was on its way already when the other was noted cannot be called back.
                let let_through = book.on_its_way[self.me];
                let again = |post: &Post| {
                    (post.place, &*post.nonce) == (channel, nonce)
                        && post.noted.is_some_and(|at| at < let_through)
                };
                if book.posts.iter().any(again) {
                    book.wrong.push(format!("{} sends again what was noted: {}", self.me, message.text));
                }
                book.nonces.push((now, channel, nonce.to_owned()));
                let notice = notice_of(message).map(|notice| (notice, message.pings.clone()));
                let (nonce, text) = (nonce.to_owned(), message.text.clone());
                book.posts.push(Post { id, place: channel, nonce, text, notice, noted: None });
                book.posts.len() - 1
            }
        };
        book.unnoted[self.me] = Some(at);
        Ok(id)
    }
}

/// What the button of a notice names: table and entry.
fn notice_of(message: &Message) -> Option<String> {
    let Some(Row::Buttons(buttons)) = message.rows.first() else { return None };
    let of_entry = |id: &&str| id.starts_with("orders ") && id.split(' ').count() == 3;
    buttons.iter().map(|button| &*button.custom_id).find(of_entry).map(str::to_owned)
}

impl DiscordApi for Line {
    async fn open_thread(&self, channel: Id, message: Id, name: &str) -> ApiResult<Id> {
        self.request("a thread".to_owned(), self.discord.open_thread(channel, message, name)).await
    }

    async fn add_member(&self, thread: Id, user: Id) -> ApiResult<()> {
        self.request("a member".to_owned(), self.discord.add_member(thread, user)).await
    }

    async fn unarchive(&self, thread: Id) -> ApiResult<()> {
        self.request("the archive".to_owned(), self.discord.unarchive(thread)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<Id> {
        let what = format!("send {} {nonce} {:?}", channel.0, message.text);
        let sent = self.request(what, self.post(channel, nonce, message)).await;
        if sent.is_err() {
            self.seen.book().unnoted[self.me] = None;
        }
        sent
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> ApiResult<()> {
        self.request(format!("edit {}", message.0), self.discord.edit(channel, message, to)).await
    }

    async fn pin(&self, channel: Id, message: Id) -> ApiResult<()> {
        self.request(format!("pin {}", message.0), self.discord.pin(channel, message)).await
    }

    async fn open_dm(&self, user: Id) -> ApiResult<Id> {
        self.request(format!("dm {}", user.0), self.discord.open_dm(user)).await
    }
}

/// A process at the store.
type Reach = Interposed<Watched>;

/// Where schedules are played, one after the other. Of the clubs only what they know of tables outlives a schedule, for making
/// one takes longer than a schedule does.
struct Stage {
    world: Arc<World>,
    seen: Seen,
    table: Table,
    /// The store as the players reach it.
    players: Arc<Interposed<Open>>,
    /// The lives of each process.
    lives: Vec<Vec<(Arc<Reach>, Arc<Club>)>>,
    words: Arc<Words>,
}

/// Nobody stands in between.
struct Open;

impl Between for Open {
    fn reads(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn wrote(&self, _: &'static str, _: bool) {}
}

/// One schedule.
struct Schedule<'a> {
    stage: &'a Stage,
    world: &'a Arc<World>,
    seen: &'a Seen,
    table: Table,
    discord: Discord,
    seed: u64,
}

impl Stage {
    fn new(processes: usize) -> Stage {
        let (world, seen) = (World::new(processes), Seen(Arc::default()));
        let players = Arc::new(Interposed::over(store::new(), Open));
        let table = Table::over(&(players.clone() as Arc<dyn Store>));
        let life = |me: usize, life: usize| {
            let steps = Steps { world: world.clone(), me };
            let reach = Arc::new(Interposed::over(store::new(), Watched { steps, seen: seen.clone() }));
            let platform = Skewed::new(&world, me, life as u64);
            (reach.clone(), Arc::new(TOY.club(reach, platform, None, None).unwrap()))
        };
        let lives = (1..=processes).map(|me| (0..LIVES).map(|at| life(me, at)).collect()).collect();
        Stage { world, seen, table, players, lives, words: Arc::new(Words::read().unwrap()) }
    }

    /// Plays one schedule; says what is wrong, and what happened.
    fn play(&self, seed: u64) -> (Result<(), String>, Vec<String>) {
        let store = store::new();
        self.players.replace(store.clone());
        self.lives.iter().flatten().for_each(|(reach, _)| reach.replace(store.clone()));
        *self.seen.book() = Book::default();
        self.world.begin(seed, self.table.clock.now().timestamp());
        let (world, seen, table) = (&self.world, &self.seen, self.table.another(CHANNEL));
        let schedule = Schedule { stage: self, world, seen, table, discord: Discord::new(), seed };
        let judged = std::thread::scope(|scope| {
            let _ending = self.world.ending();
            for me in 1..=self.lives.len() {
                let schedule = &schedule;
                scope.spawn(move || schedule.process(me));
            }
            schedule.judged()
        });
        (judged, self.world.trace())
    }
}

impl Schedule<'_> {
    /// A process: rounds of a courier, a new one after each death.
    fn process(&self, me: usize) {
        let _ending = self.world.ending();
        let runtime = Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        if !self.world.first_turn(me) {
            return;
        }
        let mut lives = self.stage.lives[me - 1].iter().cycle().skip(self.seed as usize % LIVES);
        let mut courier = None;
        loop {
            let alive = courier.get_or_insert_with(|| self.courier(me, lives.next()));
            // What it could not do is done by the next round.
            let _ = runtime.block_on(alive.tick());
            if self.world.died(me) {
                courier = None;
                let mut book = self.seen.book();
                (book.unnoted[me], book.let_through[me]) = (None, None);
            }
            if !self.world.end_round(me) {
                return;
            }
        }
    }

    fn courier(&self, me: usize, life: Option<&(Arc<Reach>, Arc<Club>)>) -> Courier<Line> {
        let (world, seen) = (self.world.clone(), self.seen.clone());
        let line = Line { discord: self.discord.clone(), world, me, seen };
        let (club, words) = (life.unwrap().1.clone(), self.stage.words.clone());
        Courier::new(club, Arc::new(line), words, Arc::new(Plain), waits(), false)
    }

    /// Plays by this seed, and judges; says what is wrong.
    fn judged(&self) -> Result<(), String> {
        let table = &self.table;
        if (self.seed / 2).is_multiple_of(2) {
            table.by_dm("blue");
        }
        let (mut at, mut events) = (self.world.now(), 0);
        // By the right clock.
        let mut order = |what: u32| {
            let now = self.world.now();
            table.pass(now - std::mem::replace(&mut at, now));
            match what {
                0..3 => {
                    self.world.note(format!("acknowledged: event {events}"));
                    table.signal(&format!("Event {events}."));
                    events += 1;
                }
                3 => table.nudge(),
                _ => table.turn(),
            }
        };
        for _ in 0..6 {
            order(self.world.below(5));
            if !self.world.leave(PLAYERS) {
                return Err("a process failed".to_owned());
            }
        }
        self.world.calm();
        for _ in 0..CALM_ROUNDS {
            if self.world.all_rest() {
                break;
            }
            self.world.leave(PLAYERS);
        }
        order(0);
        let mut told = false;
        for _ in 0..CALM_ROUNDS {
            self.world.pass(10);
            self.world.leave(PLAYERS);
            let room = table.room();
            let status = room.status.filter(|_| room.reported == table.head().0 && room.reporting.is_none());
            told = table.all_told() && status.is_some_and(|status| self.shows(status, &table.head().1));
            if told {
                break;
            }
        }
        let wrong = |what: String| Err(format!("{what}; room: {:?}", table.room()));
        if let Some(what) = self.seen.book().wrong.first() {
            return wrong(what.clone());
        }
        if !told {
            return wrong(format!(
                "the table does not move: {:?} {:?}",
                table.outcomes("red"),
                table.outcomes("blue")
            ));
        }
        self.judge(events).or_else(wrong)
    }

    fn shows(&self, message: Id, head: &str) -> bool {
        let world = self.discord.world();
        world.messages.iter().any(|it| it.id == message && it.text.contains(&format!("\n{head}\n")))
    }

    fn judge(&self, events: usize) -> Result<(), String> {
        let (book, table) = (self.seen.book(), &self.table);
        let thread = table.room().thread;
        let reports: Vec<&Post> =
            book.posts.iter().filter(|post| Some(post.place) == thread && post.notice.is_none()).collect();
        let mut first = 0;
        for event in 0..events {
            let line = format!("Event {event}.");
            let of: Vec<usize> = (0..reports.len()).filter(|at| reports[*at].text.contains(&line)).collect();
            let nonces: BTreeSet<&str> = of.iter().map(|at| &*reports[*at].nonce).collect();
            match (nonces.len(), of.first()) {
                (1, Some(at)) if *at >= first => first = *at,
                (1, _) => return Err(format!("{line} is told too late")),
                (found, _) => return Err(format!("{line} is told {found} times")),
            }
        }
        let notices: Vec<_> = ["red", "blue"].into_iter().flat_map(|seat| table.notices(seat)).collect();
        for notice in &notices {
            let outcome = notice.outcome.as_deref().unwrap_or_default();
            let went = outcome.starts_with("place") || outcome.starts_with("dm");
            if notice.why == "nudge" && !notice.delivered {
                return Err(format!("a nudge is not told: {notice:?}"));
            }
            let button = format!("orders {} {}", table.id, notice.seq);
            let there = |post: &Post| post.notice.as_ref().is_some_and(|(of, _)| *of == button);
            if went && !book.posts.iter().any(there) {
                return Err(format!("it was never sent: {notice:?}"));
            }
        }
        for post in book.posts.iter().filter(|post| post.notice.is_some()) {
            let twin =
                |it: &&Post| (it.place, &it.notice) == (post.place, &post.notice) && it.nonce != post.nonce;
            if let Some(twin) = book.posts.iter().find(twin) {
                return Err(format!("told twice: {:?} and {:?}", post.text, twin.text));
            }
        }
        let statuses: BTreeSet<&str> =
            reports.iter().filter(|post| post.text.starts_with("**Toy**")).map(|post| &*post.nonce).collect();
        if statuses.len() != 1 {
            return Err(format!("{} status messages", statuses.len()));
        }
        Ok(())
    }
}

few_and_many! {
    by_any_schedule_what_was_acknowledged_is_told_once: 100, 5000;
}

/// So many on each of two stages, or the one whose seed the environment names.
fn by_any_schedule_what_was_acknowledged_is_told_once(count: u64) {
    let named = std::env::var("WARDROOM_SEED").ok().map(|seed| seed.parse::<u64>().unwrap());
    let first = named.unwrap_or(0);
    let seeds = first..first + named.map_or(2 * count, |_| 1);
    println!("seeds {seeds:?}");
    std::thread::scope(|scope| {
        for (nth, processes) in [(0, 2), (1, 3)] {
            let theirs = seeds.clone().filter(move |seed| seed % 2 == nth);
            scope.spawn(move || {
                let stage = Stage::new(processes);
                for seed in theirs {
                    let (judged, trace) = stage.play(seed);
                    if let Err(wrong) = judged {
                        panic!("WARDROOM_SEED={seed}: {wrong}\n{}", trace.join("\n"));
                    }
                }
            });
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_schedule() {
    let stages = [Stage::new(2), Stage::new(2)];
    for seed in 0..50 {
        let [one, other] = stages.each_ref().map(|stage| stage.play(seed).1);
        assert_eq!(one, other, "seed {seed}");
    }
}
