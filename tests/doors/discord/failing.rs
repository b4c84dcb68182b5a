//! Two built programs behind a balancer, over one database, while they are killed, stand still and wake, and, where the games are
//! on a PostgreSQL server, connections to it are cut and it is restarted. What players were answered, what stands in Discord and
//! what an audit finds are judged afterwards.

use std::time::{Duration, Instant};

use super::bot::*;
use super::duel::*;
use super::fake::*;
use super::process::*;
use crate::common::store;

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
const SENT: Duration = Duration::from_secs(120);
/// The longest wait for a moment at which something happens.
const MOMENT: Duration = Duration::from_millis(300);
/// Longer than a lease lasts.
const BEYOND: Duration = Duration::from_secs(35);

/// What befalls the workers.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Killed,
    /// Stands still, and is woken once this long has passed.
    Still(Duration),
    Cut,
    Restarted,
}

/// The workers, and whoever calls them.
struct Club {
    fake: Fake,
    folder: tempfile::TempDir,
    path: std::path::PathBuf,
    workers: [Process; 2],
    /// Until when each stands still.
    still: [Option<Instant>; 2],
    duel: Duel,
    /// The heads that were seen after an answer: what was acknowledged stays.
    seen: Vec<(u64, [u8; 32])>,
}

impl Club {
    async fn start(seed: u64) -> Club {
        let fake = Fake::start_with(Setup::in_real_time());
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path());
        store::alone(&path);
        let one = Process::start(&fake, Way::Endpoint, folder.path()).await;
        let workers = [one, Process::start(&fake, Way::Endpoint, folder.path()).await];
        let duel = Duel::open(&fake, &path, seed).await;
        Club { fake, folder, path, workers, still: [None; 2], duel, seen: Vec::new() }
    }

    fn head(&self) -> u64 {
        head(&self.path, &self.duel.table)
    }

    /// Gives an order as a balancer does, to one worker and then to the other, until one answers.
    async fn give(&mut self, prepared: &Prepared, told: &str) -> Answered {
        let until = Instant::now() + AT_LAST;
        for at in self.duel.luck.below(2).. {
            self.wake(false);
            self.fake.endpoint_transport(&self.workers[at % 2].calls());
            if let Some(answered) = prepared.deliver().try_answer(PATIENT).await {
                return answered;
            }
            assert!(Instant::now() < until, "{told}: nobody answers");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        unreachable!()
    }

    /// Wakes who has stood still for long enough, or everybody.
    fn wake(&mut self, all: bool) {
        for (worker, still) in self.workers.iter().zip(&mut self.still) {
            if still.take_if(|until| all || *until <= Instant::now()).is_some() {
                worker.signal("CONT");
            }
        }
    }

    async fn befalls(&mut self, trouble: Trouble) {
        let at = self.duel.luck.below(2);
        match trouble {
            Trouble::Killed => {
                self.still[at] = None;
                self.workers[at].kill_now();
                self.workers[at] = Process::start(&self.fake, Way::Endpoint, self.folder.path()).await;
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
        }
    }

    /// An order in whose middle something happens.
    async fn round(&mut self, number: usize, troubles: &[Trouble], seed: u64) {
        for _ in 0..self.duel.luck.below(4) {
            let (who, prepared) = self.duel.next();
            let answered = self.give(&prepared, &format!("seed {seed}, before round {number}")).await;
            self.duel.see(who, &answered);
        }
        let (who, prepared) = self.duel.next();
        let trouble = *self.duel.luck.one_of(troubles);
        let before = self.head();
        let told = format!("seed {seed}, round {number}, {trouble:?}, after entry {before}");
        self.fake.endpoint_transport(&self.workers[self.duel.luck.below(2)].calls());
        let pending = prepared.deliver();
        let more = self.duel.luck.below(7);
        let from = self.fake.look(|world| world.requests.len());
        self.fake.wait_for(MOMENT, |world| (world.requests.len() >= from + more).then_some(())).await;
        self.befalls(trouble).await;
        pending.try_answer(Duration::from_millis(50)).await;
        let mut done = None;
        let mut last = None;
        for again in 0..3 {
            last = Some(self.give(&prepared, &told).await);
            let now = self.head();
            let first = *done.get_or_insert(now);
            assert!(first == before || now == first, "{told}: done again, at the time {again}");
            done = Some(now);
        }
        self.duel.see(who, &last.unwrap());
        let (store, _) = look(&self.path);
        let head = store.head(&self.duel.table).unwrap();
        self.seen.push((head.seq, head.chain));
    }

    /// Nothing goes wrong any more: everything is told, and what was acknowledged is there.
    async fn judged(mut self) {
        self.wake(true);
        store::end_leases(&self.path);
        let (store, _) = look(&self.path);
        for (seq, chain) in &self.seen {
            let now = store.chain_at(&self.duel.table, *seq).unwrap();
            assert_eq!(now, Some(*chain), "entry {seq} was acknowledged");
        }
        assert!(settled(&self.fake, &self.path, &self.duel.table, SENT).await, "not everything is sent");
        holds(&self.fake, &self.path, &self.duel);
        println!("entries {}, {} heads seen", self.head(), self.seen.len());
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

async fn fails(seed: u64, lasts: Duration, stands: Duration) {
    println!("seed {seed}");
    let mut troubles = vec![Trouble::Killed, Trouble::Still(stands)];
    if store::is_on_server() {
        troubles.extend([Trouble::Cut, Trouble::Restarted]);
    }
    let mut club = Club::start(seed).await;
    let until = Instant::now() + lasts;
    let mut number = 0;
    while Instant::now() < until {
        club.round(number, &troubles, seed).await;
        number += 1;
    }
    println!("{number} rounds");
    club.judged().await;
}

fn seed() -> u64 {
    std::env::var("WARDROOM_SEED").map_or_else(|_| u64::from(std::process::id()), |it| it.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn while_machines_fail_nothing_is_lost_or_doubled() {
    fails(seed(), SHORT, Duration::from_secs(1)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: machines fail again and again, and leases come to their end by themselves"]
async fn while_machines_fail_for_long_nothing_is_lost_or_doubled() {
    let named = std::env::var(LASTS).ok().map(|it| Duration::from_secs(it.parse().unwrap()));
    fails(seed(), named.unwrap_or(LONG), BEYOND).await;
}
