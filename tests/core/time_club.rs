//! A club that plays for months, simulated: players of random habits, a third of whom vanish for good at some time, at tables of
//! both games with paces, where all that may follow when time is up was agreed on at some: substitutes, claims, computer players,
//! officers who stand in for each other, standing orders. They look in by a rhythm of their
//! own, and sooner when they are told; order at random; are away, pause, stop the clock. They read what a player may read, through the
//! club. What became of the games is read from the logs.

mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::app::registry::GAMES;
use wardroom::club::clock::QuestionTime;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::strength::COMPUTER;
use wardroom::club::{Club, ClubError, NewTable, SeatStatus, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::Seat;
use wardroom::game::standing::Question;
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::log::players::{Player, QuietHours};
use wardroom::log::{MemoryStore, Outbox, Players};
use wardroom::table::Platform;
use wardroom::words::Lang;

use crate::common::{Luck, few_and_many};
use crate::toy::Clock;
use figures::Figures;

/// How often time is kept, in seconds.
const PULSE: i64 = 8 * 60;
/// Paces that tables are opened with, each with the hours of a decision.
const PACES: [(&str, i64); 5] = [
    ("1d", 24),
    ("36h", 36),
    ("2d weekends off Europe/Berlin", 48),
    ("3d", 72),
    ("Mon,Wed,Fri 20:00 Asia/Tokyo", 48),
];
/// How many hours lie between two looks of a player who has nothing else to do, at most.
const RHYTHMS: [i64; 4] = [12, 24, 36, 48];
/// Most tables that a player plays at by choice; whoever is asked to step in has room for one more.
const TABLES_EACH: usize = 3;
/// Most orders that somebody gives at one table before they turn to something else.
const ORDERS_A_VISIT: u32 = 6;
/// What is agreed on for when time is up, each by as many tables as another.
const OVERDUES: [&str; 10] = [
    "computer",
    "claim",
    "substitute",
    "stand-in",
    "substitute",
    "computer",
    "standing-orders",
    "substitute",
    "claim",
    "computer",
];
/// Orders that say something and do nothing.
const TALK: &str = "message";

/// The size of a simulation.
#[derive(Clone, Copy)]
struct Size {
    players: usize,
    tables: usize,
    /// For how many days tables are opened, and for how many all is played.
    opening_days: i64,
    days: i64,
}

/// A player with habits.
struct Member {
    id: String,
    rhythm: i64,
    /// When they vanish for good; `None` for those who stay.
    vanishes: Option<DateTime<Utc>>,
    looks_in: DateTime<Utc>,
}

/// A table as the club speaks of it: what its pace is, and what follows when time is up.
struct Offered {
    id: String,
    hours: i64,
    overdue: &'static str,
}

struct Simulated {
    size: Size,
    store: MemoryStore,
    clock: Arc<Clock>,
    club: Arc<Club>,
    computers: ComputerPlayers,
    luck: Luck,
    members: Vec<Member>,
    tables: Vec<Offered>,
    /// Tables at which somebody's time was said to be up.
    late: BTreeSet<String>,
    /// Seats that whoever wants may take, each with the hours of a decision there.
    sought: Vec<(String, Seat, i64)>,
    /// Who has armed standing orders where.
    armed: BTreeSet<(usize, String, Seat)>,
    /// What was sent, by the first letters of why.
    notices: BTreeMap<&'static str, u64>,
    /// How many days players sat at an open table, summed up.
    player_days: u64,
    visits: u64,
}

impl Simulated {
    fn new(size: Size, seed: u64) -> Simulated {
        // The figures of this club are those of games with the dice of format 1.
        let (store, clock, mut luck) = (MemoryStore::new(), Clock::of_format(1), Luck::of(seed));
        let start = clock.now();
        let club = GAMES.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap();
        let club = Arc::new(club.with_computers([seed as u8; 32]));
        let computers = ComputerPlayers::new(club.clone(), Haste::Delayed);
        let members =
            (0..size.players).map(|at| Member::drawn(at, start, size, &mut luck)).collect::<Vec<_>>();
        for member in &members {
            let mut player = Player { id: member.id.clone(), name: member.id.clone(), ..Player::default() };
            let zones = ["Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Adelaide"];
            player.preferences.zone = luck.one_of(&zones).map(|zone| (*zone).to_owned());
            player.preferences.quiet =
                (luck.below(3) > 0).then_some(QuietHours { from: 22 * 60, to: 7 * 60 });
            let ladders = ["none", "1d", "12h, 2d, 6h before"];
            player.preferences.ladder = ladders.get(luck.below(6) as usize).map(|it| (*it).to_owned());
            store.put_player(player).unwrap();
        }
        Simulated {
            size,
            store,
            clock,
            club,
            computers,
            luck,
            members,
            tables: vec![],
            late: BTreeSet::new(),
            sought: vec![],
            armed: BTreeSet::new(),
            notices: BTreeMap::new(),
            player_days: 0,
            visits: 0,
        }
    }

    fn run(&mut self) {
        for pulse in 0..self.size.days * 86_400 / PULSE {
            self.clock.pass(PULSE);
            while self.club.time().keep().unwrap() > 0 {}
            self.tell();
            self.computers.attend().unwrap();
            if pulse % (43_200 / PULSE) == 0 {
                self.sought = self.seeking();
                self.player_days += self.sitting() * u64::from(pulse % (86_400 / PULSE) == 0);
            }
            let now = self.clock.now();
            for at in 0..self.members.len() {
                if self.members[at].looks_in <= now && !self.members[at].is_gone(now) {
                    self.visit(at);
                }
            }
        }
    }

    /// Whoever is sent something looks in sooner, one time in three.
    fn tell(&mut self) {
        let now = self.clock.now();
        let sent = self.store.unplanned_notices(10_000).unwrap();
        self.club.deliveries().plan().unwrap();
        for notice in sent {
            if notice.why == "expired" {
                self.late.insert(notice.table.clone());
            }
            let places = self.club.watch(&notice.table, Lang::En).unwrap().around().seats.clone();
            let player =
                places.into_iter().find(|place| place.seat.as_str() == notice.seat).and_then(|it| it.player);
            let known = player.as_ref().and_then(|id| self.store.player(id).unwrap());
            if known.is_some_and(|player| player.address(COMPUTER).is_some()) {
                continue;
            }
            let is_reminder = notice.why.starts_with("reminder-");
            *self.notices.entry(if is_reminder { "reminders" } else { "others" }).or_default() += 1;
            let told = self.members.iter_mut().find(|member| Some(&member.id) == player.as_ref());
            if let Some(member) = told.filter(|_| self.luck.below(3) == 0) {
                let soon = now + TimeDelta::minutes(20 + i64::from(self.luck.below(8 * 60)));
                member.looks_in = member.looks_in.min(soon);
            }
        }
    }

    /// The seats that are free, or left because their time is up.
    fn seeking(&mut self) -> Vec<(String, Seat, i64)> {
        let mut found = Vec::new();
        for table in &self.tables {
            let reader = self.club.watch(&table.id, Lang::En).unwrap();
            if reader.around().over {
                continue;
            }
            let free = reader
                .around()
                .seats
                .clone()
                .into_iter()
                .filter(|place| place.player.is_none())
                .map(|place| place.seat);
            found.extend(free.map(|seat| (table.id.clone(), seat, table.hours)));
            if !self.late.contains(&table.id) {
                continue;
            }
            let seats = reader.seats().unwrap();
            let is_late =
                |time: &Option<QuestionTime>| matches!(time, Some(QuestionTime::Runs { expired: true, .. }));
            if !seats.iter().any(|seat| is_late(&seat.time)) {
                self.late.remove(&table.id);
            }
            let left = seats.into_iter().filter(SeatStatus::is_left).map(|seat| seat.seat);
            found.extend(left.map(|seat| (table.id.clone(), seat, table.hours)));
        }
        found
    }

    /// How many players sit at open tables.
    fn sitting(&self) -> u64 {
        let open = self.tables.iter().map(|table| self.club.watch(&table.id, Lang::En).unwrap());
        let open = open.filter(|reader| !reader.around().over);
        let players = open
            .flat_map(|reader| reader.around().seats.clone().into_iter().filter_map(|place| place.player));
        players.collect::<BTreeSet<_>>().len() as u64
    }

    fn visitor(&mut self, at: usize) -> Visitor {
        self.visits += 1;
        let door = Arc::new(AtTerminal { play: "wardroom play".to_owned() });
        Visitor {
            player: self.members[at].id.clone(),
            door,
            key: format!("m{}", self.visits),
            receipts: None,
        }
    }

    fn visit(&mut self, at: usize) {
        let now = self.clock.now();
        let id = self.members[at].id.clone();
        let mine = self.club.tables_of(&id, |_| Ok(true)).unwrap();
        let mine: Vec<_> = mine.into_iter().filter(|table| !table.over).collect();
        let mut away = None;
        for table in &mine {
            if !table.offered.is_empty() {
                let visitor = self.visitor(at);
                drop(self.club.join(&table.table, &visitor, None, Lang::En));
            }
            away = away.or(self.plays(at, &table.table));
        }
        self.sits_down(at, mine.len());
        let busy = if self.luck.below(60) == 0 { 5 } else { 1 };
        let minutes = 60 + i64::from(self.luck.below(self.members[at].rhythm as u32 * 60)) * busy;
        self.members[at].looks_in = now + away.unwrap_or(TimeDelta::minutes(minutes));
    }

    /// A player answers what is asked at a table, and gives what orders there are to give. For how long they are away, where
    /// they say that they will be.
    fn plays(&mut self, at: usize, table: &str) -> Option<TimeDelta> {
        let visitor = self.visitor(at);
        let reader = self.club.watch(table, Lang::En).unwrap();
        let mut session = match reader.sit(visitor, None) {
            Ok(session) => session,
            // The seat went to somebody else.
            Err(ClubError::Refused(_)) => return None,
            Err(fault) => panic!("{fault}"),
        };
        self.arms(at, &mut session);
        self.orders(&mut session);
        if self.luck.below(2) == 0 {
            session.claim(None).unwrap();
        }
        if self.luck.below(3) == 0 {
            session.resume().unwrap();
        }
        match self.luck.below(400) {
            0 => drop(session.pause(["", "4d", "9d"][self.luck.below(3) as usize]).unwrap()),
            1 => drop(session.stop_clock().unwrap()),
            2 => {
                let days = 3 + i64::from(self.luck.below(11));
                let booked = session.book_absence(&format!("{days}d")).unwrap();
                return matches!(booked, OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_))
                    .then(|| TimeDelta::days(days));
            }
            _ => {}
        }
        None
    }

    /// Where standing orders answer when time is up, a player has what can be passed by passed by then.
    fn arms(&mut self, at: usize, session: &mut PlayerSession) {
        let table = session.table().to_owned();
        let is_agreed = |it: &Offered| it.id == table && it.overdue == "standing-orders";
        let seat = session.seat();
        if !self.tables.iter().any(is_agreed) || !self.armed.insert((at, table.clone(), seat)) {
            return;
        }
        for Question { ask, pass, .. } in questions(&table, seat) {
            let Some(verb) = pass else { continue };
            // What is no answer just now is refused.
            drop(session.standing_order(&format!("{ask} when {ask} if time is up then {verb}")).unwrap());
        }
    }

    fn orders(&mut self, session: &mut PlayerSession) {
        let (mut talk, mut left) = (0, 1 + self.luck.below(ORDERS_A_VISIT));
        while talk < 8 && left > 0 {
            session.refresh().unwrap();
            session.to_asked_seat().unwrap();
            let asked = session.asked().unwrap();
            if asked.over || asked.gone {
                return;
            }
            if asked.has_to_answer {
                session.answer_request(self.luck.below(8) > 0).unwrap();
                continue;
            }
            let Some(prompt) = asked.prompt.filter(|_| !asked.waiting) else { return };
            let luck = &mut self.luck;
            let Some(form) = asked.options.sample(&mut |n| luck.below(n)) else { return };
            if form.verb.as_str() == TALK {
                talk += 1;
                continue;
            }
            left -= 1;
            let outcome = session.order(prompt, form, true).unwrap();
            assert!(matches!(outcome, OrderOutcome::Accepted { .. }), "a legal order is refused");
        }
    }

    /// A player takes a seat, or opens a table, if they want to play more.
    fn sits_down(&mut self, at: usize, tables: usize) {
        if tables > TABLES_EACH {
            return;
        }
        let rhythm = self.members[at].rhythm;
        let fits: Vec<usize> =
            (0..self.sought.len()).filter(|seat| self.sought[*seat].2 * 2 >= rhythm * 3).collect();
        if let Some(wanted) = self.luck.one_of(&fits).copied() {
            let (table, seat, _) = self.sought.swap_remove(wanted);
            let visitor = self.visitor(at);
            drop(self.club.join(&table, &visitor, Some(seat), Lang::En));
            return;
        }
        let today = (self.clock.now() - Clock::new().now()).num_days();
        let due = self.size.tables as i64 * (today + 1) / self.size.opening_days;
        if tables < TABLES_EACH && self.tables.len() < self.size.tables.min(due as usize) {
            self.opens(at);
        }
    }

    fn opens(&mut self, at: usize) {
        let rhythm = self.members[at].rhythm;
        let paces: Vec<_> = PACES.iter().filter(|(_, hours)| hours * 2 >= rhythm * 3).collect();
        let (pace, hours) = **self.luck.one_of(&paces).unwrap();
        // A club has people and computers: most tables leave a seat to them rather than end the game.
        let overdue = OVERDUES[self.tables.len() / 2 % OVERDUES.len()];
        let is_of_officers = overdue == "stand-in" && self.tables.len() % 2 == 1;
        // Only where officers serve one task force is there somebody else for each.
        let overdue = if overdue == "stand-in" && !is_of_officers { "computer" } else { overdue };
        let officers =
            if is_of_officers { "task-force" } else { ["task-force", "ships"][self.luck.below(2) as usize] };
        let (game, options) = match self.tables.len() % 2 {
            0 => ("grand_fleet", vec![]),
            _ => ("goeben", vec![("officers", officers), ("campaign", "")]),
        };
        // Half of those tables play one mission, the others a campaign.
        let options = options.into_iter().take(1 + self.luck.below(2) as usize);
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let new = NewTable { game: game.to_owned(), options, ..NewTable::default() };
        let visitor = self.visitor(at);
        let id = self.club.open(&visitor, &new, Lang::En).unwrap();
        let visitor = self.visitor(at);
        let mut session = self.club.watch(&id, Lang::En).unwrap().sit(visitor, None).unwrap();
        let agreed = session.change_pace(&format!("{pace} overdue {overdue}")).unwrap();
        assert!(!matches!(agreed, OrderOutcome::Refused(_)), "{pace}");
        self.tables.push(Offered { id, hours, overdue });
    }
}

/// The questions that a seat of a table may be asked.
fn questions(table: &str, seat: Seat) -> Vec<Question> {
    match table.starts_with("goeben") {
        true => Goeben::new(SeaChart::builtin()).questions(seat),
        false => GrandFleet::new(Chart::builtin()).questions(seat),
    }
}

impl Member {
    fn drawn(at: usize, start: DateTime<Utc>, size: Size, luck: &mut Luck) -> Member {
        let minutes = |luck: &mut Luck, days: i64| TimeDelta::minutes(luck.below(days as u32 * 1440).into());
        Member {
            id: format!("p-{at}"),
            rhythm: *luck.one_of(&RHYTHMS).unwrap(),
            vanishes: at.is_multiple_of(3).then(|| start + minutes(luck, size.opening_days * 2)),
            looks_in: start + minutes(luck, 1),
        }
    }

    fn is_gone(&self, now: DateTime<Utc>) -> bool {
        self.vanishes.is_some_and(|vanishes| vanishes <= now)
    }
}

few_and_many!(
    games_do_not_die_with_their_players:
        (16, 8, 10, 150), (200, 160, 90, 365);
);

fn games_do_not_die_with_their_players((players, tables, opening_days, days): (usize, usize, i64, i64)) {
    let size = Size { players, tables, opening_days, days };
    let seed = 15;
    let mut simulated = Simulated::new(size, seed);
    simulated.run();
    let of = |counts: &dyn Fn(&&Offered) -> bool| {
        let tables = simulated.tables.iter().filter(counts).map(|table| &*table.id);
        Figures::of(&simulated.store, tables, simulated.clock.now())
    };
    println!("seed {seed}, {} players, {} days", size.players, size.days);
    print!("{}", of(&|_| true));
    for overdue in OVERDUES.into_iter().collect::<BTreeSet<_>>() {
        print!("{overdue}: {}", of(&|table| table.overdue == overdue));
    }
    for (why, count) in &simulated.notices {
        println!("{why}: {:.2} a player and day", *count as f64 / simulated.player_days as f64);
    }
    assert_eq!(simulated.tables.len(), size.tables, "all tables were opened");
    for game in ["goeben", "grand_fleet"] {
        let figures = of(&|table| table.id.starts_with(game));
        print!("of {game} {figures}");
        assert!(figures.ended() >= 0.95, "games die");
        // A few games are too few for shares.
        assert!(figures.share(figures.claimed) <= 0.10 || size.tables < 20, "too many are claimed");
    }
}
