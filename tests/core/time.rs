//! Time at a table, by a clock that goes as the test says: terms, pauses, absences, deadlines that pass, and reminders.

mod clock;
mod forged;
mod outages;
mod reminders;

use std::sync::Arc;

use crate::seats::{BLUE, RED, accepted, exported, kinds, passes, table};
use crate::tamper::Log;
use crate::toy::*;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use wardroom::app::registry::{Games, registered};
use wardroom::club::{Club, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::log::players::{Address, Player, Preferences};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Players, Store, TimeChange};
use wardroom::pace::{Hours, Ladder, Overdue, Pace, Terms, Zone};
use wardroom::table::time::{TableTime, WaitedFor};
use wardroom::table::{Platform, Reply, TableFault, Tables};
use wardroom::words::Lang;

static TOY: Games = Games::new(&[registered::<Toy>()]);

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A table of two, whose clock goes as told.
pub struct Timed {
    pub store: MemoryStore,
    pub clock: Arc<Clock>,
    pub tables: Toys<MemoryStore>,
    pub id: String,
}

impl Timed {
    fn new() -> Timed {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let tables = Tables::new(Arc::new(store.clone()), clock.clone());
        let id = table(&tables, true, false);
        Timed { store, clock, tables, id }
    }

    /// The same with these terms, which both agreed to.
    pub fn under(terms: Terms) -> Timed {
        let timed = Timed::new();
        let ask = accepted(timed.change(RED, TimeChange::Terms(terms)));
        accepted(timed.answer(BLUE, ask, true));
        timed
    }

    pub fn change(&self, who: &'static str, change: TimeChange) -> Result<Reply, TableFault> {
        self.tables.change_time(&self.id, &caller(who), seat(who), &change)
    }

    pub fn answer(&self, who: &'static str, request: u64, agrees: bool) -> Result<Reply, TableFault> {
        self.tables.answer_request(&self.id, &caller(who), seat(who), request, agrees)
    }

    fn stop(&self, who: &'static str) -> Result<Reply, TableFault> {
        self.tables.stop_clock(&self.id, &caller(who), seat(who))
    }

    fn away(&self, who: &'static str, from: i64, until: i64) -> Result<Reply, TableFault> {
        let at = |seconds| self.clock.now() + TimeDelta::seconds(seconds);
        self.tables.book_absence(&self.id, &caller(who), seat(who), (at(from), at(until)))
    }

    /// The entries by which somebody has booked absences that are not over.
    pub fn booked(&self, who: &str) -> Vec<u64> {
        let now = self.clock.now();
        let away = self.tables.look(&self.id, |table| table.away(who, now)).unwrap();
        away.into_iter().map(|booking| booking.number).collect()
    }

    fn claim(&self, who: &'static str, against: &'static str) -> Result<Reply, TableFault> {
        self.tables.claim(&self.id, &caller(who), seat(who), seat(against))
    }

    pub fn time(&self) -> TableTime {
        let now = self.clock.now();
        let read = |tables: &Toys<MemoryStore>| tables.look(&self.id, |table| table.time(now)).unwrap();
        assert_eq!(
            read(&self.tables),
            read(&toys(&self.store, 9)),
            "as it is played and as it is folded anew"
        );
        read(&self.tables)
    }

    pub fn wait(&self, who: &'static str) -> WaitedFor {
        self.time().waits.into_iter().find(|wait| wait.seat == seat(who)).unwrap()
    }

    /// In how many seconds the decision of a seat is due.
    pub fn due_in(&self, who: &'static str) -> Option<i64> {
        self.wait(who).due.map(|due| (due - self.clock.now()).num_seconds())
    }

    fn expire(&self, who: &'static str) -> bool {
        self.tables.expire(&self.id, seat(who), self.wait(who).prompt, DateTime::UNIX_EPOCH, None).unwrap()
    }

    pub fn kinds_from(&self, seq: u64) -> Vec<String> {
        kinds(&self.store.read(&self.id, seq).unwrap()).into_iter().map(str::to_owned).collect()
    }

    /// The log is sound, by the audit and by the independent checker.
    pub fn holds(&self) {
        passes(&self.store, &self.id);
        crate::common::checker::passes(exported(&self.store, &self.id, &LogViewer::Full).as_bytes());
    }
}

fn hours(count: u16) -> Hours {
    Hours::new(count).unwrap()
}

pub fn daily(overdue: Overdue) -> Terms {
    Terms {
        big: Pace::Each(hours(24)),
        small: Pace::Each(hours(24)),
        grace_hours: hours(6),
        overdue,
        ..Terms::default()
    }
}

/// A table of two that a club keeps time for. Both of them have a mail address.
pub struct Kept {
    pub timed: Timed,
    pub club: Club,
}

impl Kept {
    pub fn under(terms: Terms) -> Kept {
        Kept::of(Timed::under(terms))
    }

    pub fn of(timed: Timed) -> Kept {
        for name in [RED, BLUE] {
            let addresses = vec![Address::new("mail", &format!("{name}@home.example"))];
            let (id, name) = (name.to_owned(), name.to_owned());
            timed.store.put_player(Player { id, name, addresses, ..Player::default() }).unwrap();
        }
        let club = Kept::club(&timed);
        Kept { timed, club }
    }

    pub fn club(timed: &Timed) -> Club {
        TOY.club(Arc::new(timed.store.clone()), timed.clock.clone(), None, None).unwrap()
    }

    /// The reminders and expiries that come while so much time passes, each with the hours since the start, by a club that
    /// keeps time every five minutes, or `None` while none runs.
    pub fn pass(&self, hours: i64, club: Option<&Club>) -> Vec<String> {
        let start = self.timed.clock.now();
        let mut told = Vec::new();
        for _ in 0..hours * 12 {
            self.timed.clock.pass(HOUR / 12);
            let Some(club) = club else { continue };
            while club.time().keep().unwrap() > 0 {}
            told.extend(self.told().into_iter().map(|what| {
                let passed = (self.timed.clock.now() - start).num_minutes();
                format!("{:.1}h {what}", passed as f64 / 60.0)
            }));
        }
        told
    }

    fn told(&self) -> Vec<String> {
        let pending = self.timed.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        self.timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        let of_time =
            pending.iter().filter(|notice| notice.why == "expired" || notice.why.starts_with("reminder-"));
        of_time.map(|notice| format!("{} {}", notice.seat, notice.why)).collect()
    }

    fn prefers(&self, who: &str, change: impl FnOnce(&mut Preferences)) {
        let mut player = self.timed.store.player(who).unwrap().unwrap();
        change(&mut player.preferences);
        self.timed.store.put_player(player).unwrap();
        self.club.people().set_ladder(who, Some(&Ladder::parse("1d, 6h before").unwrap())).unwrap();
    }
}

pub fn two_days() -> Terms {
    Terms { big: Pace::Each(hours(48)), small: Pace::Each(hours(48)), ..daily(Overdue::Wait) }
}

impl Kept {
    /// In how many hours the time of a seat is up, as every place says that shows it: when it is due, and when something happens.
    pub fn shown(&self, who: &'static str, up: &str) -> Vec<String> {
        let now = self.timed.clock.now();
        let hours = |at: DateTime<Utc>| format!("in {:.1}h", (at - now).num_minutes() as f64 / 60.0);
        let reader = self.club.watch(&self.timed.id, Lang::En).unwrap();
        let seats = reader.seats().unwrap();
        let time = seats.iter().find(|it| it.seat == seat(who)).unwrap().time.clone().unwrap();
        let words = self.club.games().words("toy", Lang::En).unwrap();
        let said = time.in_words(&|key, args| words.words.say(Lang::En, key, args), &hours);
        assert!(said.contains(&format!("decided by {up},")), "{said}");
        let lines = reader.time(&hours).unwrap();
        let name = &seats.iter().find(|it| it.seat == seat(who)).unwrap().name;
        let line = lines
            .iter()
            .find(|line| line.starts_with(&format!("{name} has had a decision to make")))
            .unwrap();
        let due = hours(time.due().unwrap());
        assert!(line.contains(&format!("due by {due}.")), "{line}");
        let mine = self.club.tables_of(who, |_| Ok(true)).unwrap();
        let listed = DateTime::from_timestamp(mine[0].due_by().unwrap(), 0).unwrap();
        assert_eq!(hours(listed), due, "the list of tables");
        let visitor = Visitor {
            player: who.to_owned(),
            door: Arc::new(AtTerminal { play: String::new() }),
            key: String::new(),
            receipts: None,
        };
        let asked = reader.sit(visitor, None).unwrap().asked().unwrap();
        let (with_question, at) =
            (asked.due.unwrap(), |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M").to_string());
        assert!(with_question.contains(&at(time.due().unwrap())), "{with_question}");
        [Some(said), Some(line.clone())].into_iter().flatten().collect()
    }

    /// What players are told by mail that no log tells.
    pub fn told_personally(&self) -> Vec<String> {
        let words = self.club.games().words("toy", Lang::En).unwrap();
        let told = self.club.personal().due("mail").unwrap();
        let said = told.into_iter().map(|(id, player, notice)| {
            self.club.personal().put("mail", &id, None).unwrap();
            format!("{}: {}", player.id, notice.in_words(&words.words, Lang::En, "", &Zone::UTC))
        });
        said.collect()
    }
}

fn later(log: &Log, at: usize, key: &str, by: i64) -> Value {
    let text = if key == "at" { &log.entries[at]["at"] } else { &log.entries[at]["body"][key] };
    let time: DateTime<Utc> = text.as_str().unwrap().parse().unwrap();
    (time + TimeDelta::seconds(by)).to_rfc3339_opts(chrono::SecondsFormat::Millis, true).into()
}
