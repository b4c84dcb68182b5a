//! Processes that keep time, send and play for computer players, for several tables of the same players.

use std::collections::BTreeSet;
use std::sync::Arc;

use wardroom::club::session::OrderOutcome;
use wardroom::door::discord::inbound::interaction::Id;
use wardroom::pace::Ladder;

use super::CALM_ROUNDS;
use super::judge::{Events, signal};
use super::stage::Schedule;
use crate::common::turns::World;
use crate::discord_courier::table::{CHANNEL, Table};

/// What may be agreed about time.
const TERMS: [&str; 6] = [
    "1h grace 1h",
    "2h",
    "3h grace 1h",
    "2h grace 1h overdue claim",
    "1h overdue standing-orders",
    "2h overdue standing-orders",
];
/// What reminders a player may want: some together with those of other tables, at a time after the beginning of every schedule.
const LADDERS: [&str; 4] = ["1h", "1h before", "1h, 1h before", "1h, digest 9:20"];
/// Seconds that pass between two acts of players: the last is an outage, unless somebody keeps time meanwhile.
const BETWEEN: [i64; 6] = [0, 10, 100, 300, 590, 1500];
/// How often the players act.
const ACTS: usize = 16;
/// For how long nothing goes wrong at the end, in seconds: longer than the grace after an outage lasts.
pub const CALM: i64 = 3 * 3600;

/// What players were promised besides what is in the log.
#[derive(Default)]
pub struct Promised {
    /// By seat: its player's reminders.
    pub ladders: Vec<(&'static str, Ladder)>,
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
            first.club.set_ladder(&first.person(seat).player, Some(&ladder)).unwrap();
            promised.ladders.push((seat, ladder));
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
        OrderOutcome::Stale => panic!("stale"),
    }
}

impl Schedule<'_> {
    /// Plays by this seed, and judges; says what is wrong.
    pub fn clocks(&self) -> Result<(), String> {
        let mut events = vec![Events::new(); self.tables.len()];
        for number in 0..ACTS {
            let between = BETWEEN[self.world.below(BETWEEN.len() as u32) as usize];
            self.world.pass(between);
            self.clock();
            let at = self.world.below(self.tables.len() as u32) as usize;
            let (table, what) = (&self.tables[at], self.world.below(9));
            match what {
                _ if !table.awaits_person() => {}
                0..2 => signal(self, table, &mut events[at], number),
                2 if table.id != self.promised.computer => table.nudge(),
                3..6 => {
                    self.world.note(format!("acknowledged: a turn at {}", table.id));
                    table.turn();
                }
                6 => drop(table.session("red").claim(None).unwrap()),
                _ => {}
            }
            self.leave()?;
        }
        self.world.calm();
        let calm = self.world.now();
        let mut rounds = 0;
        while self.world.now() < calm + CALM || !self.tables.iter().all(|table| self.is_all_told(table)) {
            self.world.pass(300);
            self.leave()?;
            rounds += 1;
            if rounds > CALM_ROUNDS {
                break;
            }
        }
        self.clock();
        for (table, events) in self.tables.iter().zip(&events) {
            let wrong = |what: String| Err(format!("{}: {what}; room: {:?}", table.id, table.room()));
            self.judge_sent(table, events).or_else(wrong)?;
            self.judge_time(table).or_else(wrong)?;
            if !self.is_all_told(table) {
                wrong(format!("not told: {:?} {:?}", table.outcomes("red"), table.outcomes("blue")))?;
            }
        }
        let tables: BTreeSet<&str> = self.tables.iter().map(|table| &*table.id).collect();
        let book = self.seen.book();
        let strange = |told: &&super::line::Told| !tables.contains(&*told.table);
        match book.posts.iter().filter_map(|post| post.notice.as_ref()).find(strange) {
            Some(told) => Err(format!("a table that there is not: {told:?}")),
            None => Ok(()),
        }
    }

    /// The players' clock is right.
    fn clock(&self) {
        use wardroom::table::Platform;
        let clock = &self.tables[0].clock;
        clock.pass(self.world.now() - clock.now().timestamp());
    }
}
