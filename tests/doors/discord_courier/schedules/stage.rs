//! Where schedules are played, one after the other, and the processes that are killed there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::runtime::Runtime;
use wardroom::club::Club;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::door::discord::courier::Courier;
use wardroom::log::{Fault, Store};
use wardroom::table::Platform;
use wardroom::words::Words;

use super::CALM_ROUNDS;
use super::clocks::Promised;
use super::line::{Line, Named, Seen, Watched};
use crate::common::interposed::{Between, Interposed};
use crate::common::store;
use crate::common::turns::{PLAYERS, Skewed, Steps, World};
use crate::discord_courier::discord::Discord;
use crate::discord_courier::table::{CHANNEL, TOY, Table};
use crate::discord_courier::waits;

/// How many lives a process has before it comes back as one that it was.
const LIVES: usize = 8;
/// What computer players leave to chance follows from this.
const COMPUTERS: [u8; 32] = [4; 32];

/// What processes do, and what players have of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// They send, for one table.
    Couriers,
    /// They send, keep time and play for computer players, for several tables of the same players.
    Clocks,
}

impl Kind {
    /// The most seconds between two rounds of a process.
    fn rest(self) -> u32 {
        match self {
            Kind::Couriers => 20,
            Kind::Clocks => 150,
        }
    }
}

/// A process at the store.
type Reach = Interposed<Watched>;

/// A process from its start to its death: its store and its club, of which only what it knows of tables outlives a schedule, for
/// making one takes longer than a schedule does.
struct Life {
    reach: Arc<Reach>,
    club: Arc<Club>,
}

/// What a process runs.
struct Alive {
    club: Arc<Club>,
    courier: Courier<Line>,
    computers: ComputerPlayers,
}

/// Where schedules are played, one after the other.
pub struct Stage {
    pub kind: Kind,
    world: Arc<World>,
    seen: Seen,
    table: Table,
    /// The store as the players reach it.
    players: Arc<Interposed<Open>>,
    /// The lives of each process.
    lives: Vec<Vec<Life>>,
    words: Arc<Words>,
    /// What happened in all schedules, and how often.
    pub counts: Mutex<BTreeMap<&'static str, usize>>,
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
pub struct Schedule<'a> {
    pub stage: &'a Stage,
    pub world: &'a Arc<World>,
    pub seen: &'a Seen,
    pub store: Arc<dyn Store>,
    pub tables: Vec<Table>,
    pub promised: Promised,
    pub discord: Discord,
    pub seed: u64,
}

impl Stage {
    pub fn new(kind: Kind, processes: usize) -> Stage {
        let (world, seen) = (World::new(processes, kind.rest()), Seen::default());
        let players = Arc::new(Interposed::over(store::new(), Open));
        let table = Table::over(&(players.clone() as Arc<dyn Store>));
        let life = |me: usize, life: usize| {
            let steps = Steps { world: world.clone(), me };
            let watched = Watched { steps, seen: seen.clone(), in_turn: kind == Kind::Couriers };
            let reach = Arc::new(Interposed::over(store::new(), watched));
            let platform = Skewed::new(&world, me, life as u64);
            let club = TOY.club(reach.clone(), platform, None, None).unwrap();
            Life { reach, club: Arc::new(club.with_computers(COMPUTERS)) }
        };
        let lives = (1..=processes).map(|me| (0..LIVES).map(|at| life(me, at)).collect()).collect();
        let words = Arc::new(Words::read().unwrap());
        Stage { kind, world, seen, table, players, lives, words, counts: Mutex::default() }
    }

    /// Counts what happened.
    pub fn happened(&self, what: &'static str, times: usize) {
        *self.counts.lock().unwrap().entry(what).or_default() += times;
    }

    /// Plays one schedule; says what is wrong, and what happened.
    pub fn play(&self, seed: u64) -> (Result<(), String>, Vec<String>) {
        let store = store::new();
        self.players.replace(store.clone());
        self.lives.iter().flatten().for_each(|life| {
            life.reach.replace(store.clone());
            life.club.time().forget_questions();
        });
        *self.seen.book() = Default::default();
        self.table.begin(seed + 1);
        self.world.begin(seed, self.table.clock.now().timestamp());
        let (tables, promised) = match self.kind {
            Kind::Couriers => (vec![self.table.another(CHANNEL)], Promised::default()),
            Kind::Clocks => Promised::tables(&self.table, &self.world),
        };
        let (world, seen, discord) = (&self.world, &self.seen, Discord::new());
        let schedule = Schedule { stage: self, world, seen, store, tables, promised, discord, seed };
        let judged = std::thread::scope(|scope| {
            let _ending = self.world.ending();
            for me in 1..=self.lives.len() {
                let schedule = &schedule;
                scope.spawn(move || schedule.process(me));
            }
            match self.kind {
                Kind::Couriers => schedule.couriers(),
                Kind::Clocks => schedule.clocks(),
            }
        });
        (judged, self.world.trace())
    }
}

impl Schedule<'_> {
    /// A process: rounds of what it does, a new one after each death.
    fn process(&self, me: usize) {
        let _ending = self.world.ending();
        let runtime = self.world.runtime(me);
        if !self.world.first_turn(me) {
            return;
        }
        let mut lives = self.stage.lives[me - 1].iter().cycle().skip(self.seed as usize % LIVES);
        let mut alive = None;
        loop {
            let process = alive.get_or_insert_with(|| self.alive(me, lives.next()));
            self.round(me, process, &runtime);
            if self.world.died(me) {
                alive = None;
                self.seen.died(me);
            }
            if !self.world.end_round(me) {
                return;
            }
        }
    }

    /// What it cannot do is done by the next round.
    fn round(&self, me: usize, Alive { club, courier, computers }: &mut Alive, runtime: &Runtime) {
        let first = match self.stage.kind {
            Kind::Couriers => 0,
            Kind::Clocks => self.world.below(3),
        };
        for chore in 0..3 {
            if self.world.died(me) || self.stage.kind == Kind::Couriers && chore > 0 {
                return;
            }
            match (first + chore) % 3 {
                0 => {
                    self.seen.looks(me);
                    let courier = courier.clone();
                    let round = async { tokio::spawn(async move { courier.tick().await }).await };
                    drop(runtime.block_on(round).unwrap());
                    // What was asked for and is not waited for any more is over too.
                    runtime.block_on(async { tokio::task::spawn_blocking(|| {}).await }).unwrap();
                }
                1 => while club.time().keep().is_ok_and(|looked| looked > 0) {},
                _ => drop(computers.attend()),
            }
        }
    }

    fn alive(&self, me: usize, life: Option<&Life>) -> Alive {
        let (world, seen) = (self.world.clone(), self.seen.clone());
        let line = Line { discord: self.discord.clone(), world, me, seen };
        let (club, words) = (life.unwrap().club.clone(), self.stage.words.clone());
        let courier = Courier::new(club.clone(), Arc::new(line), words, Arc::new(Named), waits(), false);
        Alive { courier, computers: ComputerPlayers::new(club.clone(), Haste::Delayed), club }
    }

    /// From now on nothing goes wrong; waits until nothing is on its way.
    ///
    /// # Errors
    /// What is wrong where that is over.
    pub fn calm(&self) -> Result<(), String> {
        self.world.calm();
        for _ in 0..CALM_ROUNDS {
            if self.world.all_rest() {
                break;
            }
            self.leave()?;
        }
        Ok(())
    }

    /// Whose turn it is now; what is wrong where that is over.
    pub fn leave(&self) -> Result<(), String> {
        self.world.leave(PLAYERS).then_some(()).ok_or_else(|| "a process failed".to_owned())
    }
}
