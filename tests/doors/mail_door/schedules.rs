//! Processes that attend to one mailbox by the schedule of a seed: they die, stand still beyond their leases and wake, their clocks are
//! off, and what goes out is refused for a while. The judge knows what players wrote, what went out, by whom and in which order, and
//! the log.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::runtime::Runtime;
use wardroom::door::mail::intake::Intake;
use wardroom::log::{Fault, Store};
use wardroom::table::Platform;
use wardroom::waits::Waits;
use wardroom::words::Lang;

use super::{Got, MailRoom, Sent, Setting};
use crate::common::few_and_many;
use crate::common::interposed::{Between, Interposed};
use crate::common::store;
use crate::common::turns::{PLAYERS, Skewed, Steps, World, seeds};
use crate::discord_courier::table::TOY;

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
/// Most seconds between two rounds of a process.
const REST: u32 = 20;
/// What players do before nothing goes wrong any more.
const ACTS: usize = 12;
/// Rounds in which all has to be answered and told then.
const CALM_ROUNDS: usize = 200;
/// What an answer says of an order that is not carried out.
const NOT_DONE: [&str; 2] = [
    "It is not your turn, so this was not carried out.",
    "Nothing was carried out: an earlier mail of yours has already answered that question",
];
/// Of so many readings of the store one is where its process may die or stand still.
const READS: u32 = 8;
/// Longer than a lease lasts, in seconds.
const LEASE: i64 = 60;

/// A mail that went out.
struct Post {
    got: Got,
    /// When the store let its process send it, as the judge counts.
    let_through: u64,
    /// When its process noted what it tells.
    noted: Option<u64>,
}

/// What the judge knows.
#[derive(Default)]
struct Book {
    posts: Vec<Post>,
    files: BTreeSet<String>,
    count: u64,
    /// When the store has let each process send what it has not sent yet, and what it sent last.
    processes: BTreeMap<usize, (Option<u64>, Option<usize>)>,
    wrong: Vec<String>,
}

#[derive(Clone)]
struct Seen {
    out: PathBuf,
    book: Arc<Mutex<Book>>,
}

impl Seen {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap()
    }

    /// What a process has sent since this was last looked at.
    fn look(&self, me: usize) {
        let mut book = self.book();
        let Ok(files) = fs::read_dir(&self.out) else { return };
        for file in files.map(Result::unwrap) {
            let name = file.file_name().into_string().unwrap();
            if !book.files.insert(name) {
                continue;
            }
            let got = Got::read(&fs::read(file.path()).unwrap());
            let (at, told) = (book.posts.len(), format!("{} to {}", got.id, got.to));
            let (let_through, last) = book.processes.entry(me).or_default();
            *last = Some(at);
            match let_through.take() {
                Some(let_through) => book.posts.push(Post { got, let_through, noted: None }),
                None => book.wrong.push(format!("{me} was not let send {told}")),
            }
        }
    }

    fn died(&self, me: usize) {
        self.book().processes.remove(&me);
    }
}

/// A process's way to the store.
struct Watched {
    steps: Steps,
    seen: Seen,
    /// Whether it has begun: nothing befalls it before.
    begun: Arc<AtomicBool>,
}

impl Between for Watched {
    fn reads(&self) -> Result<(), Fault> {
        if !self.begun.load(Ordering::SeqCst) {
            return Ok(());
        }
        // Between one write and the next there is much to do.
        match self.steps.world.below(READS) {
            0 => self.writes("read"),
            _ => self.steps.reads(),
        }
    }

    fn writes(&self, call: &'static str) -> Result<(), Fault> {
        if !self.begun.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.seen.look(self.steps.me);
        self.steps.writes(call)
    }

    fn wrote(&self, call: &'static str, done: bool) {
        if !self.begun.load(Ordering::SeqCst) {
            return;
        }
        {
            let mut book = self.seen.book();
            book.count += 1;
            let count = book.count;
            let (let_through, last) = book.processes.entry(self.steps.me).or_default();
            match call {
                "begin_sending" => *let_through = done.then_some(count),
                "mark_delivered" if done => {
                    if let Some(last) = *last {
                        book.posts[last].noted.get_or_insert(count);
                    }
                }
                _ => {}
            }
        }
        self.steps.wrote(call, done);
    }
}

/// One schedule.
struct Schedule {
    world: Arc<World>,
    store: Arc<dyn Store>,
    seen: Seen,
    room: Mutex<MailRoom>,
    root: PathBuf,
    table: String,
    /// The mails that players had before.
    had: Vec<Got>,
}

/// A mail that was written.
struct Written {
    id: String,
    sent: Sent,
    who: &'static str,
    /// What it says to all, if anything.
    event: Option<String>,
}

/// Plays one schedule; says what is wrong, and what happened.
fn play(seed: u64, processes: usize) -> (Result<usize, String>, Vec<String>) {
    let store = store::new();
    let mut room = MailRoom::on(Setting { games: &TOY, ..Setting::default() }, store.clone(), store.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let table = runtime.block_on(begin(&mut room));
    let (root, world) = (room.root.clone(), World::new(processes, REST));
    let seen = Seen { out: root.join("out/new"), book: Arc::default() };
    seen.book().files =
        fs::read_dir(&seen.out).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    let had = room.all_out();
    world.begin(seed, room.clock.now().timestamp() + LEASE);
    let schedule = Schedule { world: world.clone(), store, seen, room: Mutex::new(room), root, table, had };
    let judged = std::thread::scope(|scope| {
        let _ending = world.ending();
        for me in 1..=processes {
            let schedule = &schedule;
            scope.spawn(move || schedule.process(me));
        }
        schedule.players()
    });
    (judged, world.trace())
}

/// Two begin to play, and everything so far is told.
pub(super) async fn begin(room: &mut MailRoom) -> String {
    let opened = room.start(ANN, "new toy talk").await.remove(0);
    let table = room.table_of(ANN);
    let invited = room.answer(ANN, &opened, &format!("invite {BOB}")).await;
    let joined = room.answer(BOB, &invited[1], "join").await;
    let last = |who: &str| joined.iter().rfind(|got| got.to == who).unwrap().clone();
    room.answer(ANN, &last(ANN), "choose 3").await;
    room.answer(BOB, &last(BOB), "choose 3").await;
    table
}

impl Schedule {
    /// A process: rounds of what it does, a new one after each death.
    fn process(&self, me: usize) {
        let _ending = self.world.ending();
        let runtime = self.world.runtime(me);
        if !self.world.first_turn(me) {
            return;
        }
        let (mut life, mut alive) = (0, None);
        loop {
            let intake = alive.take().unwrap_or_else(|| {
                life += 1;
                self.alive(me, life)
            });
            alive = Some(round(&runtime, intake));
            self.seen.look(me);
            if self.world.died(me) {
                alive = None;
                self.seen.died(me);
            }
            if !self.world.end_round(me) {
                return;
            }
        }
    }

    fn alive(&self, me: usize, life: u64) -> Intake {
        let steps = Steps { world: self.world.clone(), me };
        let begun = Arc::new(AtomicBool::new(false));
        let watched = Watched { steps, seen: self.seen.clone(), begun: begun.clone() };
        let reached: Arc<dyn Store> = Arc::new(Interposed::over(self.store.clone(), watched));
        let platform = Skewed::new(&self.world, me, life);
        let clock = platform.clone();
        let clock = Arc::new(move || clock.now().timestamp());
        let at_once = Arc::new(|_| Box::pin(std::future::ready(())) as _);
        let waits = Waits::with(clock, Arc::new(|| Duration::ZERO), at_once);
        let setting = Setting { games: &TOY, ..Setting::default() };
        let (_, mut intake) = super::process(&self.root, setting, &reached, platform, waits);
        // Only what is done decides on what comes next, not how long that takes.
        intake.beside = Duration::MAX;
        begun.store(true, Ordering::SeqCst);
        intake
    }

    fn room(&self) -> MutexGuard<'_, MailRoom> {
        self.room.lock().unwrap()
    }

    /// Whose turn it is now; what is wrong where that is over.
    fn leave(&self) -> Result<(), String> {
        self.world.leave(PLAYERS).then_some(()).ok_or_else(|| "a process failed".to_owned())
    }

    /// What the players do, and the judge; gives how many mails went out again.
    fn players(&self) -> Result<usize, String> {
        let (mut written, mut is_broken) = (Vec::new(), false);
        for number in 0..ACTS {
            match self.world.below(9) {
                0 => {
                    is_broken = !is_broken;
                    self.world.note(format!("what goes out is refused: {is_broken}"));
                    self.room().break_out(is_broken);
                }
                1..5 => self.write(&mut written, &format!("Event {number}.")),
                5 => self.write_line(&mut written, "nudge", None),
                6 => self.comes_again(&written),
                _ => self.write_line(&mut written, "pass", None),
            }
            self.leave()?;
        }
        if is_broken {
            self.room().break_out(false);
        }
        self.world.calm();
        // Whoever has not been told of something is told with what concerns them.
        let mut last = 0;
        for _ in 0..CALM_ROUNDS {
            self.world.pass(10);
            self.leave()?;
            let lies = self.room().lies();
            if self.world.all_rest() && !lies && self.is_all_told() {
                if last == 2 {
                    return self.judge(&written);
                }
                last += 1;
                self.write_line(&mut written, "pass", None);
            }
        }
        Err("not everything is answered and told".to_owned())
    }

    fn is_all_told(&self) -> bool {
        let told = |seat: &&str| {
            let notices = self.store.notices_of(&self.table, seat, usize::MAX).unwrap();
            notices.iter().all(|notice| notice.ended_at.is_some())
        };
        ["red", "blue"].iter().all(told)
    }

    fn write(&self, written: &mut Vec<Written>, event: &str) {
        self.write_line(written, &format!("signal {event}"), Some(event));
    }

    /// Whoever is asked writes a line, as an answer to the last mail they have.
    fn write_line(&self, written: &mut Vec<Written>, line: &str, event: Option<&str>) {
        let mut room = self.room();
        let seats = room.club.watch(&self.table, Lang::En).unwrap().seats().unwrap();
        let who = match seats.iter().find(|seat| seat.asked).map(|seat| seat.seat.as_str()) {
            Some("red") => ANN,
            _ => BOB,
        };
        let book = self.seen.book();
        let mut all = self.had.iter().chain(book.posts.iter().map(|post| &post.got));
        let last = all.rfind(|got| got.to == who).unwrap();
        let id = room.id();
        self.world.note(format!("{who} writes {id}: {line}"));
        let sent = Sent::answer(who, last, &id, line);
        room.put(&sent);
        written.push(Written { id, sent, who, event: event.map(str::to_owned) });
    }

    /// A mail is delivered once more.
    fn comes_again(&self, written: &[Written]) {
        if written.is_empty() {
            return;
        }
        let mail = &written[self.world.below(written.len() as u32) as usize];
        self.world.note(format!("{} is delivered again", mail.id));
        self.room().put(&mail.sent);
    }

    fn judge(&self, written: &[Written]) -> Result<usize, String> {
        let book = self.seen.book();
        if let Some(wrong) = book.wrong.first() {
            return Err(wrong.clone());
        }
        let mut by_id: BTreeMap<&str, Vec<&Post>> = BTreeMap::new();
        for post in &book.posts {
            by_id.entry(&post.got.id).or_default().push(post);
        }
        for (id, posts) in &by_id {
            if posts.iter().any(|post| post.got.text != posts[0].got.text) {
                let texts: Vec<&str> = posts.iter().map(|post| &*post.got.text).collect();
                return Err(format!("{id} is two mails: {texts:#?}"));
            }
        }
        let log: Vec<String> =
            self.store.read_raw(&self.table, 1).unwrap().into_iter().map(|it| it.text).collect();
        let is_to_written =
            |post: &Post| written.iter().any(|mail| post.got.references.last() == Some(&mail.id));
        for mail in written {
            let is_answer = |post: &&Post| post.got.references.last() == Some(&mail.id);
            if !book.posts.iter().any(|post| is_answer(&post)) {
                return Err(format!("{} of {} has no answer", mail.id, mail.who));
            }
            let Some(event) = &mail.event else { continue };
            let refused = |post: &Post| {
                let says = |why: &str| post.got.text.contains(&format!("> signal {event}\n{why}"));
                NOT_DONE.iter().any(|why| says(why))
            };
            let done = log
                .iter()
                .filter(|entry| entry.contains("Signalled") && entry.contains(event.as_str()))
                .count();
            if done > 1 {
                return Err(format!("{event} is done {done} times"));
            }
            if book.posts.iter().filter(is_answer).any(|post| refused(post) == (done == 1)) {
                return Err(format!("{event} is done {done} times, and the answer says something else"));
            }
            for who in [ANN, BOB] {
                let telling: Vec<&Post> = book
                    .posts
                    .iter()
                    .filter(|post| post.got.to == who && says(&post.got.text, event))
                    .collect();
                match telling.first() {
                    None if done == 1 => {
                        let had = book.posts.iter().filter(|post| post.got.to == who);
                        let had: Vec<_> =
                            had.map(|post| (&post.got.id, &post.got.references, &post.got.text)).collect();
                        return Err(format!("{event} is not told to {who}: {had:#?}"));
                    }
                    Some(_) if done == 0 => return Err(format!("{event} is told to {who}, and not done")),
                    _ => {}
                }
                // One that was on its way already when another was noted cannot be called back; and an answer is given again
                // where its mail is delivered again.
                let again = |post: &&&Post| {
                    !is_to_written(post)
                        && telling
                            .iter()
                            .any(|other| other.noted.is_some_and(|noted| noted < post.let_through))
                };
                if let Some(again) = telling.iter().find(again) {
                    return Err(format!("{event} is told to {who} again: {}", again.got.id));
                }
            }
        }
        Ok(book.posts.len() - by_id.len())
    }
}

/// Whether a mail tells of something that was said, and does not only quote it.
fn says(text: &str, event: &str) -> bool {
    text.lines().any(|line| !line.starts_with('>') && line.contains(event))
}

/// A round: the mailbox is looked into where something lies there, and what is due is sent. What it cannot do is done by the next.
fn round(runtime: &Runtime, mut intake: Intake) -> Intake {
    let round = async {
        let worked = tokio::spawn(async move {
            drop(intake.round().await);
            drop(intake.courier.tick().await);
            intake
        });
        worked.await
    };
    let intake = runtime.block_on(round).unwrap();
    runtime.block_on(async { tokio::task::spawn_blocking(|| {}).await }).unwrap();
    intake
}

few_and_many! {
    by_any_schedule_each_mail_is_done_and_answered_once: 20, 500;
}

fn by_any_schedule_each_mail_is_done_and_answered_once(count: u64) {
    let (seeds, is_named) = seeds(2 * count);
    let mut again = 0;
    for seed in seeds {
        match play(seed, 2 + (seed % 2) as usize) {
            (Ok(mails), _) => again += mails,
            (Err(wrong), trace) => panic!("WARDROOM_SCHEDULE={seed}: {wrong}\n{}", trace.join("\n")),
        }
    }
    println!("{again} mails went out again");
    assert!(is_named || again > 0);
}
