//! Processes that keep time, send and play for computer players, for several tables of the same players.

use std::collections::BTreeSet;
use std::sync::Arc;

use wardroom::club::session::OrderOutcome;
use wardroom::club::standing_orders::StandingOrders;
use wardroom::door::discord::id::Id;
use wardroom::log::players::QuietHours;
use wardroom::pace::{Ladder, Quiet, Zone};

use super::CALM_ROUNDS;
use super::judge::{Events, signal};
use super::stage::Schedule;
use crate::common::turns::World;
use crate::discord_courier::table::{CHANNEL, Table};
use crate::toy::seat;

const SEATS: [&str; 2] = ["red", "blue"];
/// What may be agreed about time.
const TERMS: [&str; 8] = [
    "1h grace none",
    "1h grace 1h overdue claim",
    "3h grace none",
    "3h grace 1h overdue claim",
    "1h grace none overdue standing-orders",
    "3h grace none overdue standing-orders",
    "1h grace none overdue computer",
    "2h grace 1h overdue midshipman",
];
/// What reminders a player may want: some together with those of other tables, at a time after the beginning of every schedule.
const LADDERS: [&str; 5] =
    ["1h, digest 9:30", "1h before, digest 9:10", "1h", "1h, 1h before", "2h before, 1h before, digest 9:30"];
/// Minutes of the day within which a player may want to be left alone: some of them while others act.
const QUIET: [(u16, u16); 4] =
    [(8 * 60 + 20, 10 * 60 + 40), (9 * 60, 11 * 60), (10 * 60, 12 * 60), (11 * 60 + 30, 20 * 60)];
/// For how long a player says they are away.
const AWAY: [&str; 3] = ["1h", "2h", "3h"];
/// Seconds that pass between two acts of players: the last is an outage, unless somebody keeps time meanwhile.
const BETWEEN: [i64; 8] = [0, 20, 100, 200, 300, 400, 590, 1500];
/// How often the players act.
const ACTS: usize = 24;
/// For how long nothing goes wrong at the end, in seconds: longer than the grace after an outage lasts.
pub const CALM: i64 = 3 * 3600;

/// What players were promised besides what is in the log.
#[derive(Default)]
pub struct Promised {
    /// By seat: its player's reminders.
    pub ladders: Vec<(&'static str, Ladder)>,
    /// By seat: when its player wants to be left alone.
    pub quiet: Vec<(&'static str, Quiet)>,
    /// Standing orders that answer every question of a seat at once, by table.
    pub quick: Vec<(String, &'static str)>,
    /// Those that answer once its time is up, where that was agreed.
    pub late: Vec<(String, &'static str)>,
    /// The table where blue is a computer player.
    pub computer: String,
}

impl Promised {
    /// Opens tables for a schedule.
    pub fn tables(first: &Table, world: &Arc<World>) -> (Vec<Table>, Promised) {
        let one_of = |among: &[&'static str]| among[world.below(among.len() as u32) as usize];
        let channel = |nth: u64| Id(CHANNEL.0 + nth);
        let mut tables = vec![first.against_computer(channel(0))];
        tables.extend((0..=world.below(2)).map(|nth| first.another(channel(1 + u64::from(nth)))));
        let mut promised = Promised { computer: tables[0].id.clone(), ..Promised::default() };
        for seat in ["red", "blue"] {
            let ladder = Ladder::parse(one_of(&LADDERS)).unwrap();
            first.club.people().set_ladder(&first.person(seat).player, Some(&ladder)).unwrap();
            promised.ladders.push((seat, ladder));
            if world.below(2) == 0 {
                let (from, to) = QUIET[world.below(QUIET.len() as u32) as usize];
                first
                    .club
                    .people()
                    .set_quiet(&first.person(seat).player, Some(QuietHours { from, to }))
                    .unwrap();
                promised.quiet.push((seat, Quiet::of_minutes(from, to, Zone::UTC).unwrap()));
            }
            if world.below(2) == 0 {
                first.by_dm(seat);
            }
        }
        for table in &tables {
            let typed = one_of(&TERMS);
            world.note(format!("{}: {typed}", table.id));
            done(table.session("red").change_pace(typed));
            if table.id == promised.computer {
                continue;
            }
            done(table.session("blue").answer_request(true));
            for (seat, of) in [("red", 6), ("blue", 3)] {
                match world.below(of) {
                    0 => {
                        promised.quick.push((table.id.clone(), seat));
                        done(table.session(seat).standing_order("quick when act then pass"));
                    }
                    1 if typed.ends_with("standing-orders") => {
                        promised.late.push((table.id.clone(), seat));
                        done(table.session(seat).standing_order("late when act if time is up then pass"));
                    }
                    _ => {}
                }
            }
        }
        (tables, promised)
    }
}

fn done<E: std::fmt::Debug>(outcome: Result<OrderOutcome, E>) {
    match outcome.unwrap() {
        OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_) => {}
        OrderOutcome::Refused(why) => panic!("{why}"),
        OrderOutcome::Stale | OrderOutcome::Unconfirmed(_) => panic!("stale, or to be confirmed"),
    }
}

impl Schedule<'_> {
    /// Plays by this seed, and judges; says what is wrong.
    pub fn clocks(&self) -> Result<(), String> {
        let mut events = vec![Events::new(); self.tables.len()];
        // Who only talks is reminded.
        let only_talks = self.world.below(3) == 0;
        for number in 0..ACTS {
            let between = BETWEEN[self.world.below(BETWEEN.len() as u32) as usize];
            self.world.pass(between);
            self.clock();
            let at = self.world.below(self.tables.len() as u32) as usize;
            let (table, what) = (&self.tables[at], self.world.below(13));
            match what {
                7..9 => self.tables.iter().for_each(|table| self.come_back(table)),
                _ if !table.awaits_person() => {}
                0..2 => signal(self, table, &mut events[at], number),
                2 if SEATS.iter().all(|seat| table.is_persons(seat)) => table.nudge(),
                3..5 if !only_talks => {
                    self.world.note(format!("acknowledged: a turn at {}", table.id));
                    table.turn();
                }
                5 if table.is_persons("red") => drop(table.session("red").claim(None).unwrap()),
                6 if table.is_persons("red") => self.arm(table, number),
                9..12 => self.rest(table, what),
                _ => {}
            }
            self.leave()?;
        }
        for table in self.tables.iter().filter(|_| self.world.below(4) > 0) {
            if self.world.below(2) == 0 {
                self.come_back(table);
            }
            if let Some(seat) = SEATS.iter().find(|seat| table.is_persons(seat)) {
                drop(table.session(seat).resume().unwrap());
            }
        }
        self.calm()?;
        let calm = self.world.now();
        self.clock();
        let mut changed = Vec::new();
        for (at, table) in self.tables.iter().enumerate() {
            changed.push(table.awaits_person());
            if changed[at] {
                signal(self, table, &mut events[at], ACTS + at);
            }
        }
        let is_up_to_date = |at: usize| self.is_all_told(&self.tables[at], changed[at]);
        let mut rounds = 0;
        while self.world.now() < calm + CALM || !(0..self.tables.len()).all(is_up_to_date) {
            self.world.pass(300);
            self.leave()?;
            rounds += 1;
            if rounds > CALM_ROUNDS {
                break;
            }
        }
        self.clock();
        for (at, (table, events)) in self.tables.iter().zip(&events).enumerate() {
            let wrong = |what: String| Err(format!("{}: {what}; room: {:?}", table.id, table.room()));
            self.judge_sent(table, events).or_else(wrong)?;
            self.judge_time(table).or_else(wrong)?;
            self.judge_armed(table).or_else(wrong)?;
            if !is_up_to_date(at) {
                wrong(format!("not told: {:?} {:?}", table.outcomes("red"), table.outcomes("blue")))?;
            }
        }
        let tables: BTreeSet<&str> = self.tables.iter().map(|table| &*table.id).collect();
        let book = self.seen.book();
        let strange = |told: &&super::line::Told| !tables.contains(&*told.table);
        match book.posts.iter().flat_map(|post| &post.notices).find(strange) {
            Some(told) => Err(format!("a table that there is not: {told:?}")),
            None => Ok(()),
        }
    }

    /// What red prepared is there.
    fn judge_armed(&self, table: &Table) -> Result<(), String> {
        let player = table.person("red").player;
        let kept = StandingOrders::read(&*self.store, &player, &table.id, seat("red")).unwrap();
        let is_kept = |name: &String| kept.all().iter().any(|kept| kept.order.name == *name);
        let book = self.seen.book();
        match book.armed.iter().find(|(of, name)| *of == table.id && !is_kept(name)) {
            Some((_, name)) => Err(format!("{name} is gone: {kept:?}")),
            None => Ok(()),
        }
    }

    /// Red prepares for what is asked no more.
    fn arm(&self, table: &Table, number: usize) {
        self.world.note(format!("acknowledged: n{number} at {}", table.id));
        done(table.session("red").standing_order(&format!("n{number} when choose then choose 5")));
        self.seen.book().armed.push((table.id.clone(), format!("n{number}")));
    }

    /// Whoever a computer player stands in for takes their seat back.
    fn come_back(&self, table: &Table) {
        if table.id == self.promised.computer {
            return;
        }
        for seat in SEATS.into_iter().filter(|seat| !table.is_persons(seat)) {
            self.world.note(format!("{seat} is back at {}", table.id));
            table.take_back(seat);
            self.stage.happened("back", 1);
        }
    }

    /// Time begins or ceases not to count, where that may be.
    fn rest(&self, table: &Table, what: u32) {
        let seat = SEATS[self.world.below(2) as usize];
        if !table.is_persons(seat) {
            return;
        }
        let mut session = table.session(seat);
        let outcome = match (what, self.world.below(3)) {
            (9, 0) => session.stop_clock(),
            (9, _) => session.resume(),
            (10, long) => session.book_absence(AWAY[long as usize]),
            _ => session.end_absence(""),
        };
        let is_so = matches!(outcome.unwrap(), OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_));
        self.world.note(format!("{seat} at {}: rest {what}, {is_so}", table.id));
    }

    /// The players' clock is right.
    fn clock(&self) {
        use wardroom::table::Platform;
        let clock = &self.tables[0].clock;
        clock.pass(self.world.now() - clock.now().timestamp());
    }
}
