//! Two built programs behind a balancer, over one database, while they are killed, stand still and wake, their clocks are off, and the
//! disk is full; where the games are on a PostgreSQL server, connections to it are cut, it is restarted, and its standby takes its
//! place. Games are played in Discord and by mail. What players were answered, what stands in Discord and in their mailboxes, and what
//! an audit finds are judged afterwards.

mod judge;
mod post;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use wardroom::log::limits::MAX_NOTE_BYTES;
use wardroom::words::Lang;

use super::bot::*;
use super::duel::*;
use super::fake::*;
use super::process::*;
use crate::common::{disk, seed, store};
use judge::{Referee, Told, acknowledges};
use post::{Carrier, Post};

/// Names for how many seconds the long form lasts.
const LASTS: &str = "WARDROOM_FAILURE_SECONDS";
/// For how long, where nothing is said.
const LONG: Duration = Duration::from_secs(60);
/// For how long the short form lasts.
const SHORT: Duration = Duration::from_secs(6);
/// How long a worker may take before the balancer asks the other.
const PATIENT: Duration = Duration::from_secs(3);
/// How long an order may take altogether, whatever befalls the workers meanwhile.
const AT_LAST: Duration = Duration::from_secs(90);
/// How long everything that waits may take to be sent.
const SENT: Duration = Duration::from_secs(300);
/// The longest wait for a moment at which something happens.
const MOMENT: Duration = Duration::from_millis(300);
/// For how long a worker stands still whose leases come to their end meanwhile as if it were longer.
const SECOND: Duration = Duration::from_secs(1);
/// Longer than a lease lasts.
const BEYOND: Duration = Duration::from_secs(35);
/// How often it is looked for what comes by itself.
const LOOK: Duration = Duration::from_millis(20);
/// Most orders between one trouble and the next.
const CALM: usize = 12;
/// Most orders that are given until the table has moved, or until one cannot be stored.
const MOVES: usize = 400;
/// The door of notes that fill a database.
const FILLING: &str = "filling";
/// How large the disk is that may be full.
const DISK: &str = "400m";
/// By how many seconds a machine's clock is off at most; where the workers are on one machine, whose leases go by that clock, by fewer: a
/// clock that jumps by more than half a minute is not followed for ten minutes.
const OFF: usize = 150;
const OFF_TOGETHER: usize = 14;

/// What befalls the workers, or what they are on.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Killed,
    /// All of them are killed at once.
    AllKilled,
    /// Stands still, and is woken once this long has passed.
    Still(Duration),
    Cut,
    Restarted,
    /// The database's server is gone for good, and its standby takes its place.
    Promoted,
    /// The clock of its machine is set, fast or slow.
    Skewed,
    /// The database's disk is full for a while.
    Full,
}

/// What befalls them in the long form besides.
const FOR_LONG: [Trouble; 2] = [Trouble::Still(BEYOND), Trouble::Skewed];

/// The workers, and whoever calls them.
struct Club {
    fake: Fake,
    folder: tempfile::TempDir,
    path: std::path::PathBuf,
    config: String,
    workers: [Process; 2],
    /// What each has for a clock, where it is not the machine's.
    clocks: Option<[SkewedClock; 2]>,
    /// Until when each stands still.
    still: [Option<Instant>; 2],
    /// Whom the balancer asks first: who answered last.
    first: usize,
    duel: Duel,
    /// Those that were played to their end.
    over: Vec<Duel>,
    post: Option<Post>,
    referee: Referee,
    /// How many notes were written to fill the database.
    fillings: usize,
    /// How often each trouble befell them.
    befell: BTreeMap<String, usize>,
}

impl Club {
    async fn start(seed: u64, long: bool) -> Club {
        let fake = Fake::start_with(Setup::in_real_time());
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path());
        store::alone(&path, &disk::large());
        let carrier = if long { Carrier::servers() } else { Carrier::Maildir(folder.path().join("mails")) };
        std::fs::create_dir(folder.path().join("mails")).unwrap();
        let config = config(&fake, Way::Endpoint) + &carrier.section();
        let clocks = long.then(|| ["a", "b"].map(|name| SkewedClock::right(folder.path().join(name))));
        let start = async |at: usize| {
            let clock = clocks.as_ref().map(|clocks| &clocks[at]);
            Process::start_by(&fake, Way::Endpoint, folder.path(), &config, clock).await
        };
        let workers = [start(0).await, start(1).await];
        let mut duel = Duel::open(&fake, &path, seed).await;
        duel.play_to_a_secret(&path);
        let post = Some(Post::open(folder.path(), carrier, seed).await);
        let (still, over, referee, befell) = ([None; 2], Vec::new(), Referee::default(), BTreeMap::new());
        Club {
            fake,
            folder,
            path,
            config,
            workers,
            clocks,
            still,
            first: 0,
            duel,
            over,
            post,
            referee,
            fillings: 0,
            befell,
        }
    }

    fn head(&self) -> u64 {
        head(&self.path, &self.duel.table)
    }

    /// Gives an order as a balancer does, to one worker and then to the other, until one does it: first to who answered last, but for
    /// now and then.
    async fn give(&mut self, prepared: &Prepared, told: &str) -> Answered {
        let until = Instant::now() + AT_LAST;
        let other = usize::from(self.duel.luck.below(4) == 0 && self.still.iter().all(Option::is_none));
        for at in self.first + other.. {
            self.wake(false);
            self.fake.endpoint_transport(&self.workers[at % 2].calls());
            let answered = prepared.deliver().try_answer(PATIENT).await;
            // What could not be done may be done yet: whoever went on without asking again would not know where the table stands.
            if let Some(answered) = answered.filter(acknowledges) {
                self.first = at % 2;
                self.referee.note(&self.path, &self.duel.table);
                return answered;
            }
            assert!(Instant::now() < until, "{told}: nobody does it");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        unreachable!()
    }

    /// Gives an order three times more, which was given already and may have been answered: it is done once.
    async fn give_again(&mut self, prepared: &Prepared, mut known: Told, told: &str) -> Answered {
        let mut last = None;
        for _ in 0..3 {
            let answered = self.give(prepared, told).await;
            known.again(self.head(), &answered, told);
            last = Some(answered);
        }
        last.unwrap()
    }

    /// Wakes who has stood still for long enough, or everybody.
    fn wake(&mut self, all: bool) {
        for (worker, still) in self.workers.iter().zip(&mut self.still) {
            if still.take_if(|until| all || *until <= Instant::now()).is_some() {
                worker.signal("CONT");
            }
        }
    }

    /// Starts a worker that was killed. It had its leases for some seconds more; now and then they are waited for.
    async fn start_again(&mut self, at: usize) {
        self.still[at] = None;
        if self.duel.luck.below(8) > 0 {
            store::end_leases(&self.path);
        }
        let (fake, folder) = (&self.fake, self.folder.path());
        let clock = self.clocks.as_ref().map(|clocks| &clocks[at]);
        self.workers[at] = Process::start_by(fake, Way::Endpoint, folder, &self.config, clock).await;
    }

    /// Waits for a moment at which something happens: after some requests more, just as a message is sent that nobody waits for, or at any.
    async fn moment(&mut self) {
        let (kind, more) = (self.duel.luck.below(3), self.duel.luck.below(7));
        let from = self.fake.look(|world| world.requests.len());
        let sent = |request: &Request| request.method == "POST" && request.path.ends_with("/messages");
        let came = |world: &World| match kind {
            0 => world.requests.len() >= from + more,
            1 => world.requests[from..].iter().any(sent),
            _ => false,
        };
        let longest = if kind < 2 { MOMENT } else { MOMENT * u32::try_from(more).unwrap() / 7 };
        self.fake.wait_for(longest, |world| came(world).then_some(())).await;
    }

    async fn befalls(&mut self, trouble: Trouble) {
        let at = self.duel.luck.below(2);
        match trouble {
            Trouble::Killed => {
                self.workers[at].kill_now();
                self.start_again(at).await;
            }
            Trouble::AllKilled => {
                self.workers.iter_mut().for_each(Process::kill_now);
                for at in 0..2 {
                    self.start_again(at).await;
                }
            }
            Trouble::Still(so_long) if self.still.iter().all(Option::is_none) => {
                if so_long < BEYOND {
                    // As if its leases came to their end meanwhile. Before it stops, for it may lock a file as it does.
                    store::end_leases(&self.path);
                }
                self.workers[at].signal("STOP");
                self.still[at] = Some(Instant::now() + so_long);
            }
            Trouble::Still(_) => self.wake(true),
            Trouble::Cut => store::cut(&self.path),
            Trouble::Restarted => store::restart(&self.path),
            Trouble::Promoted => store::promote(&self.path, || ()),
            Trouble::Skewed => {
                let most = if store::is_on_server() { OFF } else { OFF_TOGETHER };
                let off =
                    i64::try_from(self.duel.luck.below(2 * most + 1)).unwrap() - i64::try_from(most).unwrap();
                let clocks = self.clocks.as_ref().expect("clocks of their own");
                match store::is_on_server() {
                    // Who is far off does nothing, so the other one is put right.
                    true => {
                        clocks[at].set(off);
                        clocks[1 - at].set(0);
                    }
                    false => clocks.iter().for_each(|clock| clock.set(off)),
                }
            }
            Trouble::Full => unreachable!("it lasts for more than a moment"),
        }
    }

    /// An order in whose middle something happens, and a mail; says what.
    async fn round(&mut self, number: usize, troubles: &[Trouble], seed: u64) -> Trouble {
        // Mostly something is just to be told of when it happens.
        let stood = self.head();
        for at in 0..CALM {
            if self.head() > stood || (at > 0 && self.duel.luck.below(CALM) == 0) {
                break;
            }
            let (who, prepared) = self.duel.next();
            let answered = self.give(&prepared, &format!("seed {seed}, before round {number}")).await;
            self.duel.see(who, &answered);
        }
        self.next_game(seed + number as u64).await;
        let trouble = *self.duel.luck.one_of(troubles);
        *self.befell.entry(format!("{trouble:?}")).or_default() += 1;
        let before = self.head();
        let told = format!("seed {seed}, round {number}, {trouble:?}, after entry {before}");
        let mut post = self.post.take().expect("mail is played");
        if let Trouble::Full = trouble {
            self.without_room(&mut post, &told).await;
        } else {
            if self.duel.luck.below(2) == 0 {
                post.next(&told, || self.wake(false)).await;
            }
            let (who, prepared) = self.duel.next();
            self.fake.endpoint_transport(&self.workers[self.duel.luck.below(2)].calls());
            let pending = prepared.deliver();
            self.moment().await;
            self.befalls(trouble).await;
            let mut known = Told::before(before);
            if let Some(early) = pending.try_answer(Duration::from_millis(50)).await {
                known.again(self.head(), &early, &told);
            }
            let last = self.give_again(&prepared, known, &told).await;
            self.duel.see(who, &last);
        }
        post.answered(&told, || self.wake(false)).await;
        post.nobody_pries();
        self.post = Some(post);
        self.referee.nobody_pries(&self.fake, &self.path, &self.duel);
        self.next_game(seed + number as u64).await;
        trouble
    }

    fn is_over(&self) -> bool {
        look(&self.path).1.watch(&self.duel.table, Lang::En).unwrap().around().over
    }

    /// Who has played a game to its end begins another: in one that is over nothing is left to be stored.
    async fn next_game(&mut self, seed: u64) {
        if self.is_over() {
            self.wake(true);
            let Duel { guild, channel, players, .. } = &self.duel;
            let (place, players) = ((*guild, *channel), players.clone());
            let next = Duel::open_with(&self.fake, &self.path, seed, place, players).await;
            self.over.push(std::mem::replace(&mut self.duel, next));
        }
    }

    /// Orders while nothing can be stored, also one by mail, and when there is room again.
    async fn without_room(&mut self, post: &mut Post, told: &str) {
        self.wake(true);
        if let Some(clocks) = &self.clocks {
            // Nobody is asked whose clock is far from the database's: nothing would be stored even with room.
            clocks.iter().for_each(|clock| clock.set(0));
            tokio::time::sleep(2 * SECOND).await;
        }
        if !store::is_at_home(&self.path) {
            store::promote(&self.path, || ());
        }
        let (mut acknowledged, mut refused) = (Vec::new(), Vec::new());
        for at in 0..2 {
            if at > 0 {
                post.order().await;
            }
            // Much of what players do is only looked at.
            for step in 0.. {
                self.use_up();
                if self.is_over() {
                    // In the little room that the database had of its own: nothing is left to be stored.
                    return self.room_again(told).await;
                }
                let (who, prepared) = self.duel.next();
                let answered = self.ask_one(at, &prepared, told).await;
                let head = self.head();
                assert!(step < MOVES, "{told}: nothing is refused, by now after entry {head}: {answered:?}");
                if !acknowledges(&answered) {
                    refused.push((who, prepared));
                    break;
                }
                self.duel.see(who, &answered);
                acknowledged.push(prepared);
            }
            let said = self.says_ready(at, 503, told).await;
            let (_, numbers) = self.get(at, "/metrics").await;
            assert!(numbers.contains("wardroom_refusals_total{reason=\"broken\"}"), "{told}: {numbers}");
            let is_a_sentence = said.trim_end().lines().count() == 1;
            assert!(said.starts_with("not ready: the store is un") && is_a_sentence, "{said}");
        }
        self.room_again(told).await;
        // What was refused may have been begun, so that it is done as soon as there is room.
        for (who, prepared) in refused {
            let answered = self.give(&prepared, told).await;
            self.duel.see(who, &answered);
            acknowledged.push(prepared);
        }
        let stored = self.head();
        for prepared in acknowledged {
            self.give(&prepared, told).await;
            assert_eq!(self.head(), stored, "{told}: acknowledged, and done again");
        }
    }

    /// There is room again.
    async fn room_again(&mut self, told: &str) {
        if store::is_on_server() && self.duel.luck.below(2) == 0 {
            // The standby's disk has room.
            store::promote(&self.path, disk::make_room);
        } else {
            disk::make_room();
            store::start_again(&self.path);
        }
        for at in 0..2 {
            self.says_ready(at, 200, told).await;
        }
        // What fills the database stays within it: by and by it would be as large as the disk.
        let (store, _) = look(&self.path);
        for number in 0..std::mem::take(&mut self.fillings) {
            store.drop_note(FILLING, &number.to_string()).unwrap();
        }
    }

    /// Leaves no room on the disk, nor within the database, which has some of its own that it fills first.
    fn use_up(&mut self) {
        disk::fill();
        let (store, _) = look(&self.path);
        // No text that a database could make smaller.
        let mut luck = crate::common::Luck::of(1);
        let letter = || char::from(b'a' + u8::try_from(luck.below(26)).unwrap());
        let filling: String = std::iter::repeat_with(letter).take(MAX_NOTE_BYTES).collect();
        // Ever smaller pieces, each a new one: what is written over takes no more room.
        for size in [MAX_NOTE_BYTES, 1 << 12, 1 << 8] {
            for number in self.fillings.. {
                self.fillings = number + 1;
                disk::fill();
                if store.put_note(FILLING, &number.to_string(), &filling[..size]).is_err() {
                    break;
                }
            }
        }
    }

    /// Gives an order to one worker until it is answered.
    async fn ask_one(&self, at: usize, prepared: &Prepared, told: &str) -> Answered {
        let until = Instant::now() + AT_LAST;
        self.fake.endpoint_transport(&self.workers[at].calls());
        loop {
            if let Some(answered) = prepared.deliver().try_answer(PATIENT).await {
                return answered;
            }
            assert!(Instant::now() < until, "{told}: worker {at} does not answer");
        }
    }

    /// Waits until a worker answers so when it is asked whether it is ready; gives what it says. A server that is to have no room may
    /// find some by itself, as by what it needs no more of its log.
    async fn says_ready(&mut self, at: usize, status: u16, told: &str) -> String {
        let until = Instant::now() + AT_LAST;
        loop {
            if status == 503 {
                self.use_up();
            }
            let (now, said) = self.get(at, "/healthz/ready").await;
            if now == status {
                return said;
            }
            assert!(Instant::now() < until, "{told}: {now} {said}");
            tokio::time::sleep(5 * LOOK).await;
        }
    }

    /// What a worker says there.
    async fn get(&self, at: usize, path: &str) -> (u16, String) {
        let url = self.workers[at].calls().replace("/interactions", path);
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.get(&url).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Nothing goes wrong any more: everything is told, what was acknowledged is there, and the table moves.
    async fn judged(mut self, told: &str) {
        self.wake(true);
        self.clocks.iter().flatten().for_each(|clock| clock.set(0));
        store::end_leases(&self.path);
        let stood = self.head();
        for _ in 0..MOVES {
            if self.head() > stood {
                break;
            }
            let (who, prepared) = self.duel.next();
            let answered = self.give(&prepared, told).await;
            self.duel.see(who, &answered);
        }
        assert!(self.head() > stood, "{told}: the table stands still at entry {stood}");
        self.referee.nobody_pries(&self.fake, &self.path, &self.duel);
        self.post.take().expect("mail is played").judged().await;
        for duel in self.over.iter().chain([&self.duel]) {
            assert!(
                settled(&self.fake, &self.path, &duel.table, SENT).await,
                "{told}: not everything is sent"
            );
            holds(&self.fake, &self.path, duel);
        }
        self.referee.judges(&self.fake, &self.path);
        println!("entries {}, {} tables over", self.head(), self.over.len());
        let Club { workers, fake, .. } = self;
        for worker in workers {
            worker.terminate();
            let (status, said) = worker.ended().await;
            assert_eq!(status.code(), Some(0), "{said}");
            assert!(!said.contains(TOKEN));
        }
        fake.verdict();
    }
}

/// Plays for so long while these troubles befall it; says how many messages were sent again under their nonces meanwhile. The long form
/// has mail servers, and clocks that can be set.
async fn fails(seed: u64, lasts: Duration, long: bool, troubles: Vec<Trouble>) -> usize {
    println!("seed {seed}");
    let mut club = Club::start(seed, long).await;
    let until = Instant::now() + lasts;
    let mut number = 0;
    while Instant::now() < until {
        let began = Instant::now();
        let trouble = club.round(number, &troubles, seed).await;
        println!("round {number}: {trouble:?}, {:.1?}", began.elapsed());
        number += 1;
    }
    println!("{number} rounds: {:?}", club.befell);
    let again = club.fake.look(|world| world.repeated);
    println!("{again} messages were sent again");
    club.judged(&format!("seed {seed}, after {number} rounds")).await;
    again
}

/// What may befall any of them, and servers of a database besides.
fn troubles(more: &[Trouble]) -> Vec<Trouble> {
    let on_server = [Trouble::Cut, Trouble::Restarted, Trouble::Promoted];
    let on_server = if store::is_on_server() { &on_server[..] } else { &[] };
    [&[Trouble::Killed, Trouble::AllKilled, Trouble::Still(SECOND)], on_server, more].concat()
}

/// How long the long form lasts.
fn long() -> Duration {
    std::env::var(LASTS).map_or(LONG, |it| Duration::from_secs(it.parse().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn while_machines_fail_nothing_is_lost_or_doubled() {
    fails(seed(), SHORT, false, troubles(&[])).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes minutes, starts Dovecot and Exim, sets clocks: machines fail again and again, and leases come to their end by themselves"]
async fn soak_while_machines_fail_for_long_nothing_is_lost_or_doubled() {
    fails(seed(), long(), true, troubles(&FOR_LONG)).await;
}

/// Whom a lease keeps from sending, no nonce has to stop: nothing is sent twice where no process ends and none stands still. Over a file
/// a lease goes by the clock that is set.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes a minute, starts Dovecot and Exim, sets clocks"]
async fn soak_while_clocks_are_off_nothing_is_even_sent_twice() {
    let again = fails(seed(), long().min(LONG), true, vec![Trouble::Skewed]).await;
    assert!(again == 0 || !store::is_on_server(), "{again} messages were sent again");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: as that, and takes a disk of its own: on a system that lets an ordinary user, or root, mount one"]
async fn soak_while_the_disk_is_full_nothing_is_lost_or_doubled() {
    let name = "discord::failing::soak_while_the_disk_is_full_nothing_is_lost_or_doubled";
    if disk::on_small_disk(name, DISK) {
        fails(seed(), long(), true, troubles(&[&FOR_LONG[..], &[Trouble::Full]].concat())).await;
    }
}
