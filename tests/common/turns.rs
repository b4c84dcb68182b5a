//! Processes over one store that take turns by a seeded scheduler: one goes on at a time, and at any step of its it may die,
//! stand still, or leave the turn to another. Their clocks are apart.
//!
//! A step is whatever goes out of a process: a call that writes to the store, before and after, and what the test's own
//! transport says is one. The others wait for their turn meanwhile, in threads of their own, so the same seed gives the
//! same schedule. Time is the one number of this world; nothing waits by a real clock.

#![allow(clippy::unwrap_used)]

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use chrono::{DateTime, TimeZone, Utc};
use tokio::runtime::{Builder, Handle, Runtime};
use wardroom::log::Fault;
use wardroom::seal::SealError;
use wardroom::table::Platform;

use super::Luck;
use super::interposed::Between;

/// Who acts besides the processes: whoever runs the test, at the turn first.
pub const PLAYERS: usize = 0;
/// Of so many steps one kills.
const DEADLY: u32 = 120;
/// Of so many steps one leaves the turn to another.
const LEFT: u32 = 9;
/// Of so many of these one stands still for a while.
const STILL: u32 = 3;
/// For how long one stands still, in seconds: some less than a lease lasts, some longer than Discord knows a nonce.
const STANDS: [u32; 5] = [5, 35, 70, 130, 400];
/// How far a clock may be off, in seconds, to either side.
const SKEWS: [i64; 5] = [0, 1, 7, 40, MOST_SKEW];
/// The most that one is off.
pub const MOST_SKEW: i64 = 300;

/// The seeds of so many schedules, printed: from 0, or from `WARDROOM_SEED`. `WARDROOM_SCHEDULE` names a single one, and then the
/// second value is true.
pub fn seeds(count: u64) -> (Range<u64>, bool) {
    let number = |name| std::env::var(name).ok().map(|number| number.parse::<u64>().unwrap());
    let named = number("WARDROOM_SCHEDULE");
    let first = number("WARDROOM_SEED").unwrap_or(0);
    let seeds = named.map_or(first..first + count, |seed| seed..seed + 1);
    println!("seeds {seeds:?}");
    (seeds, named.is_some())
}

struct Process {
    skew: i64,
    dead: bool,
    still_until: i64,
    /// Whether it is in the middle of a round.
    midway: bool,
}

struct Inner {
    luck: Luck,
    /// Most seconds between two rounds of a process.
    rest: u32,
    began: i64,
    now: i64,
    turn: usize,
    processes: Vec<Process>,
    /// Nothing goes wrong any more.
    calm: bool,
    over: bool,
    trace: Vec<String>,
}

/// What all share.
pub struct World {
    inner: Mutex<Inner>,
    bell: Condvar,
    /// Whether the runtime of each process has nothing to do before what may block is done.
    idle: Vec<AtomicBool>,
}

/// Ends the world, however the test ends: nobody is waited for.
pub struct Ending<'a>(&'a World);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.inner().over = true;
        self.0.bell.notify_all();
    }
}

impl World {
    /// One where `processes` take turns besides the players, with at most so many seconds between two rounds of one.
    pub fn new(processes: usize, rest: u32) -> Arc<World> {
        let idle = (0..=processes).map(|_| AtomicBool::new(false)).collect();
        let inner = Mutex::new(Inner::of((0, 0), processes, rest));
        Arc::new(World { inner, bell: Condvar::new(), idle })
    }

    /// A runtime for a process, whose jobs go on in one order by the same seed: what may block is done by one thread, in the
    /// order in which it was asked for, and begins when nothing else can go on.
    pub fn runtime(self: &Arc<Self>, me: usize) -> Runtime {
        let becomes = |idle| {
            let world = self.clone();
            move || world.idle[me].store(idle, Ordering::SeqCst)
        };
        let mut builder = Builder::new_current_thread();
        builder.max_blocking_threads(1).global_queue_interval(u32::MAX);
        builder.on_thread_park(becomes(true)).on_thread_unpark(becomes(false)).enable_time().build().unwrap()
    }

    /// Begins what may block, where the process has a runtime. Once all is over that runtime waits for the call, and is never
    /// idle again.
    fn begin_call(&self, me: usize) {
        let is_busy = || !self.idle[me].load(Ordering::SeqCst) && !self.inner().over;
        while Handle::try_current().is_ok() && is_busy() {
            std::thread::yield_now();
        }
    }

    /// Begins anew by another seed, at `now`, in seconds since 1970.
    pub fn begin(&self, seed: u64, now: i64) {
        let mut inner = self.inner();
        *inner = Inner::of((seed, now), inner.processes.len() - 1, inner.rest);
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Ends it when dropped.
    pub fn ending(&self) -> Ending<'_> {
        Ending(self)
    }

    pub fn now(&self) -> i64 {
        self.inner().now
    }

    pub fn pass(&self, seconds: i64) {
        self.inner().now += seconds;
    }

    pub fn below(&self, n: u32) -> u32 {
        self.inner().luck.below(n)
    }

    /// From now on nothing goes wrong: who stands still goes on, and all clocks are right.
    pub fn calm(&self) {
        let mut inner = self.inner();
        inner.calm = true;
        inner.processes.iter_mut().for_each(|it| it.skew = 0);
    }

    pub fn is_calm(&self) -> bool {
        self.inner().calm
    }

    /// Notes what a reader of a failed schedule wants to know.
    pub fn note(&self, what: String) {
        let mut inner = self.inner();
        let line = format!("{:>4} {}: {what}", inner.now - inner.began, inner.turn);
        inner.trace.push(line);
    }

    pub fn trace(&self) -> Vec<String> {
        self.inner().trace.clone()
    }

    /// Leaves the turn to one of the others and waits for the next; `false` when all is over.
    pub fn leave(&self, me: usize) -> bool {
        let mut inner = self.inner();
        if inner.over {
            return false;
        }
        inner.leave(me);
        self.wait(inner, me)
    }

    fn wait(&self, mut inner: MutexGuard<'_, Inner>, me: usize) -> bool {
        self.bell.notify_all();
        while !inner.over && inner.turn != me {
            inner = self.bell.wait(inner).unwrap();
        }
        !inner.over
    }

    /// A process as it is started the first time: waits for its turn; `false` when all is over.
    pub fn first_turn(&self, me: usize) -> bool {
        self.wait(self.inner(), me)
    }

    /// After a round: what died is started anew, and another has its turn.
    pub fn end_round(&self, me: usize) -> bool {
        {
            let mut inner = self.inner();
            inner.processes[me].dead = false;
            inner.processes[me].midway = false;
            let most = inner.rest;
            inner.now += i64::from(inner.luck.below(most));
        }
        self.leave(me)
    }

    /// Whether nobody is in the middle of a round.
    pub fn all_rest(&self) -> bool {
        self.inner().processes.iter().all(|it| !it.midway)
    }

    /// Whether it died in this round.
    pub fn died(&self, me: usize) -> bool {
        self.inner().processes[me].dead
    }

    /// Has it die.
    pub fn kill(&self, me: usize) {
        self.inner().processes[me].dead = true;
    }

    /// A step: whether the process lives on after it.
    pub fn step(&self, me: usize) -> bool {
        self.begin_call(me);
        let mut inner = self.inner();
        if inner.over || inner.processes[me].dead {
            return false;
        }
        inner.processes[me].midway = true;
        if inner.calm {
            return true;
        }
        if inner.luck.below(DEADLY) == 0 {
            inner.processes[me].dead = true;
            inner.note(me, "dies");
            return false;
        }
        if inner.luck.below(LEFT) > 0 {
            return true;
        }
        if inner.luck.below(STILL) == 0 {
            let stands = STANDS[inner.luck.below(STANDS.len() as u32) as usize];
            inner.processes[me].still_until = inner.now + i64::from(stands);
            inner.note(me, &format!("stands still for {stands}"));
            if inner.luck.below(4) == 0 {
                inner.processes[me].skew = skew(&mut inner.luck);
            }
        }
        drop(inner);
        settle();
        self.leave(me)
    }
}

/// Waits until all the jobs of a process that has a runtime have come to their next calls: what they do before that is done
/// before time goes on.
fn settle() {
    if let Ok(runtime) = Handle::try_current() {
        drop(runtime.block_on(runtime.spawn(async {})));
    }
}

impl Inner {
    fn of((seed, began): (u64, i64), processes: usize, rest: u32) -> Inner {
        let mut luck = Luck::of(seed);
        let process = |_| Process { skew: skew(&mut luck), dead: false, still_until: 0, midway: false };
        let processes = (0..=processes).map(process).collect();
        let (turn, trace) = (PLAYERS, Vec::new());
        Inner { luck, rest, began, now: began, turn, processes, calm: false, over: false, trace }
    }

    fn leave(&mut self, me: usize) {
        let may = |inner: &Inner, it: usize| {
            it != me && (inner.calm || inner.processes[it].still_until <= inner.now)
        };
        loop {
            let others: Vec<usize> = (0..self.processes.len()).filter(|it| may(self, *it)).collect();
            match self.luck.one_of(&others) {
                Some(next) => return self.turn = *next,
                // All the others stand still.
                None => self.now += 10,
            }
        }
    }

    fn note(&mut self, me: usize, what: &str) {
        let line = format!("{:>4} {me} {what}", self.now - self.began);
        self.trace.push(line);
    }
}

fn skew(luck: &mut Luck) -> i64 {
    let skew = SKEWS[luck.below(SKEWS.len() as u32) as usize];
    if luck.below(2) == 0 { skew } else { -skew }
}

/// The clock of a process, which is off, and randomness that no other has.
pub struct Skewed {
    world: Arc<World>,
    me: usize,
    count: Mutex<u64>,
}

impl Skewed {
    /// Of a process as it is started for the time of this number.
    pub fn new(world: &Arc<World>, me: usize, time: u64) -> Arc<Skewed> {
        Arc::new(Skewed { world: world.clone(), me, count: Mutex::new((me as u64) << 48 | time << 32) })
    }
}

impl Platform for Skewed {
    fn now(&self) -> DateTime<Utc> {
        let inner = self.world.inner();
        Utc.timestamp_opt(inner.now + inner.processes[self.me].skew, 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        let mut count = self.count.lock().unwrap();
        *count += 1;
        let mut mixed = Luck::of(*count);
        bytes.iter_mut().for_each(|byte| *byte = mixed.below(256) as u8);
        Ok(())
    }
}

/// A process between its code and the store: every write is a step before and one after, and the dead reach nothing.
pub struct Steps {
    pub world: Arc<World>,
    pub me: usize,
}

impl Between for Steps {
    fn reads(&self) -> Result<(), Fault> {
        self.world.begin_call(self.me);
        match self.world.died(self.me) {
            true => Err(killed()),
            false => Ok(()),
        }
    }

    fn writes(&self, _: &'static str) -> Result<(), Fault> {
        match self.world.step(self.me) {
            true => Ok(()),
            false => Err(killed()),
        }
    }

    fn wrote(&self, _: &'static str, _: bool) {
        self.world.step(self.me);
    }
}

fn killed() -> Fault {
    Fault::Busy { what: "killed".to_owned() }
}
