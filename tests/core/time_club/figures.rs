//! What became of the games of a club, read from their logs.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::log::{EndEvent, MemoryStore, PlayEvent, SeatEvent, Store, TableEvent, TimeEvent};
use wardroom::standing::STANDING_DOOR;

/// How many games ended how, and how long they took.
#[derive(Default)]
pub struct Figures {
    /// By the rules, with the players who began, or who sat down at free seats.
    pub rules: u32,
    /// By the rules, with the help of a substitute.
    pub substitute: u32,
    /// By the rules, after a computer player or another officer stood in.
    pub stood_in: u32,
    pub claimed: u32,
    /// Closed before the end otherwise: by agreement.
    pub otherwise: u32,
    pub open: u32,
    /// How often a time was up.
    pub expired: u32,
    /// How many orders standing orders gave.
    pub answered_for: u32,
    /// The longest time between two orders.
    pub longest_wait: TimeDelta,
    /// How long each game took that ended.
    took: Vec<TimeDelta>,
}

impl Figures {
    pub fn of<'a>(store: &MemoryStore, tables: impl Iterator<Item = &'a str>, now: DateTime<Utc>) -> Figures {
        let mut figures = Figures::default();
        for table in tables {
            figures.add(store, table, now);
        }
        figures.took.sort();
        figures
    }

    /// The share of the games that ended by the rules, whoever helped, or were claimed.
    pub fn ended(&self) -> f64 {
        self.share(self.rules + self.substitute + self.stood_in + self.claimed)
    }

    /// So many of the games, as a share.
    pub fn share(&self, ends: u32) -> f64 {
        f64::from(ends) / f64::from(self.games().max(1))
    }

    fn games(&self) -> u32 {
        self.rules + self.substitute + self.stood_in + self.claimed + self.otherwise + self.open
    }

    fn add(&mut self, store: &MemoryStore, table: &str, now: DateTime<Utc>) {
        let entries = store.read(table, 1).unwrap();
        let mut holders: BTreeMap<String, String> = BTreeMap::new();
        let (mut why, mut helped, mut stood_in) = (None, false, false);
        let mut begun = None;
        let mut last: Option<DateTime<Utc>> = None;
        for entry in &entries {
            let at: DateTime<Utc> = entry.at.parse().unwrap();
            match entry.table_event().unwrap() {
                Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })) => {
                    let player = entry.by.as_ref().unwrap().player.clone();
                    helped |= holders.insert(seat, player).is_some();
                    stood_in |= entry.cause.is_some_and(|cause| cause > 1);
                }
                Some(TableEvent::Play(PlayEvent::OrderGiven { .. })) => {
                    let door = entry.door.as_deref().unwrap_or_default();
                    self.answered_for += u32::from(door.starts_with(STANDING_DOOR));
                    self.longest_wait =
                        self.longest_wait.max(last.map_or(TimeDelta::zero(), |last| at - last));
                    begun.get_or_insert(at);
                    last = Some(at);
                }
                Some(TableEvent::Time(TimeEvent::TimeExpired { .. })) => self.expired += 1,
                Some(TableEvent::End(EndEvent::TableClosed { why: closed })) => {
                    why = Some(closed);
                    self.took.push(at - begun.unwrap_or(at));
                }
                _ => {}
            }
        }
        if why.is_none() {
            self.longest_wait = self.longest_wait.max(last.map_or(TimeDelta::zero(), |last| now - last));
        }
        *match why.as_deref() {
            Some("over") if stood_in => &mut self.stood_in,
            Some("over") if helped => &mut self.substitute,
            Some("over") => &mut self.rules,
            Some("claimed") => &mut self.claimed,
            Some(_) => &mut self.otherwise,
            None => &mut self.open,
        } += 1;
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures {
            rules,
            substitute,
            stood_in,
            claimed,
            otherwise,
            open,
            expired,
            answered_for,
            longest_wait,
            took,
        } = self;
        let games = self.games();
        let share = |ends: &u32| self.share(*ends) * 100.0;
        writeln!(
            f,
            "{games} games: {:.1} % ended by the rules, {:.1} % by them with a substitute, {:.1} % after somebody stood in",
            share(rules),
            share(substitute),
            share(stood_in)
        )?;
        writeln!(
            f,
            "{:.1} % claimed, {:.1} % closed otherwise, {:.1} % open",
            share(claimed),
            share(otherwise),
            share(open)
        )?;
        let days = |time: &TimeDelta| time.num_hours() as f64 / 24.0;
        let median = took.get(took.len() / 2).map(days).unwrap_or_default();
        writeln!(
            f,
            "times up: {expired}; answers by standing orders: {answered_for}; longest wait {:.1} days; games took {median:.1} days (median), {:.1} at most",
            days(longest_wait),
            took.last().map(days).unwrap_or_default()
        )
    }
}
