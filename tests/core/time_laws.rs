//! Laws of time over random habits: players who answer at once, late or never, are away, pause, stop, take back and change what was
//! agreed; timekeepers that are down, that are two, and whose clock is set back and ahead.

mod fair;

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use wardroom::app::registry::{GAMES, Games, registered};
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::PlayerSession;
use wardroom::club::{Club, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::{Game, Seat};
use wardroom::games::Playable;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::Officers;
use wardroom::games::goeben::{self, Goeben};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::players::{Player, QuietHours};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Players, Store, TimeChange};
use wardroom::pace::{Hours, Ladder, Overdue, Pace, Terms, Zone};
use wardroom::table::open::Opened;
use wardroom::table::platform::written;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, Platform, Table, Tables};
use wardroom::words::Lang;

use crate::common::commands::Commands;
use crate::common::laws::Lawful;
use crate::common::{Luck, few_and_many};
use crate::toy::{self, Clock, Toy, caller};
use fair::Expiries;

static TOY: Games = Games::new(&[registered::<Toy>()]);
/// How often time is kept, in seconds: more often than what counts as an outage.
const PULSE: i64 = 8 * 60;
/// Orders that are the defect of the toy, or talk.
const NO_ORDERS: [&str; 2] = ["defect", "message"];
/// Rounds after which a game that has a pace and somebody who looks after it should have ended.
const MOST_ROUNDS: usize = 4000;
/// People without a seat, of whom two look in before the end.
const SUBSTITUTES: usize = 6;

/// A game whose tables are played by random habits.
pub trait Habitual: Playable {
    const CLUB: Games;
    /// Whether computer players play it as it is meant: of the toy they would give the orders that are its defect.
    const COMPUTERS: bool;
    /// How many orders somebody gives at once, at most.
    const ORDERS: u32;
    /// A game for at most so many players.
    fn drawn(luck: &mut Luck, players: usize) -> (Self, Self::Setup);
}

impl Habitual for Toy {
    const CLUB: Games = TOY;
    const COMPUTERS: bool = false;
    const ORDERS: u32 = 1;

    fn drawn(_: &mut Luck, _: usize) -> (Toy, toy::Setup) {
        (Toy::default(), toy::Setup { seats: 2, talk: false })
    }
}

impl Habitual for GrandFleet {
    const CLUB: Games = GAMES;
    const COMPUTERS: bool = true;
    const ORDERS: u32 = 40;

    fn drawn(luck: &mut Luck, _: usize) -> (GrandFleet, <GrandFleet as Game>::Setup) {
        (GrandFleet::built_in(), <GrandFleet as Lawful>::setup(luck))
    }
}

impl Habitual for Goeben {
    const CLUB: Games = GAMES;
    const COMPUTERS: bool = true;
    const ORDERS: u32 = 20;

    fn drawn(luck: &mut Luck, _: usize) -> (Goeben, <Goeben as Game>::Setup) {
        let officers = Officers::ALL.get(luck.below(Officers::ALL.len() as u32) as usize).copied();
        (Goeben::new(SeaChart::builtin()), goeben::state::Setup { officers, ..Default::default() })
    }
}

/// Somebody with habits.
pub struct Person {
    pub name: String,
    /// Of how many occasions they take one.
    takes_one_of: u32,
    /// The round in which they are gone for good.
    gone: u32,
    quiet: Option<QuietHours>,
}

/// A table, its people, and those who keep its time.
pub struct Play<G: Habitual> {
    seed: u64,
    luck: Luck,
    pub store: MemoryStore,
    pub clock: Arc<Clock>,
    pub tables: Arc<Tables<G, MemoryStore>>,
    clubs: [Arc<Club>; 2],
    /// Those of the first club.
    computers: ComputerPlayers,
    /// How many visitors came.
    visits: u32,
    pub id: String,
    pub people: Vec<Person>,
    reminded: BTreeSet<(u64, String, String)>,
}

impl<G: Habitual> Play<G> {
    pub fn open(seed: u64) -> Play<G> {
        Play::open_with(seed, false)
    }

    /// The same, with a ready check where that is so.
    pub fn open_with(seed: u64, ready: bool) -> Play<G> {
        let mut luck = Luck::of(seed);
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let tables = Arc::new(Tables::new(Arc::new(store.clone()), clock.clone()));
        let wanted = 2 + luck.below(3) as usize;
        let (game, setup) = G::drawn(&mut luck, wanted);
        let seats = game.seats(&setup);
        let players = wanted.min(seats.len());
        let people = (0..players + SUBSTITUTES).map(|at| Person::drawn(at, &mut luck)).collect::<Vec<_>>();
        for person in &people {
            let mut player =
                Player { id: person.name.clone(), name: person.name.clone(), ..Player::default() };
            player.preferences.quiet = person.quiet;
            store.put_player(player).unwrap();
        }
        let taken = seats
            .iter()
            .enumerate()
            .map(|(at, seat)| OpeningSeat { seat: *seat, player: people[at % players].name.clone() })
            .collect();
        let opening = OpenTable {
            game: Arc::new(game),
            setup,
            practice: luck.below(4) == 0,
            ready,
            entropy: false,
            witness: false,
            seats: taken,
        };
        let Opened::Table { id, .. } = tables.open(&opening, &caller(&people[0].name)).unwrap() else {
            panic!("seed {seed}: not opened")
        };
        let club = || {
            let club = G::CLUB.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap();
            Arc::new(club.with_computers([seed as u8; 32]))
        };
        let clubs = [club(), club()];
        let computers = ComputerPlayers::new(clubs[0].clone(), Haste::Delayed);
        let (visits, reminded) = (0, BTreeSet::new());
        let mut play =
            Play { seed, luck, store, clock, tables, clubs, computers, visits, id, people, reminded };
        let terms = play.terms();
        play.agree(terms);
        play
    }

    /// The players agree on terms.
    pub fn agree(&mut self, terms: Terms) {
        let terms = TimeChange::Terms(terms);
        let seats = self.look(|table| {
            table
                .all_seats()
                .filter_map(|seat| Some((seat, table.player_of(seat)?.to_owned())))
                .collect::<Vec<_>>()
        });
        for (at, (seat, player)) in seats.iter().enumerate() {
            let by = caller(player);
            let reply = match self.look(Table::pending) {
                None if at > 0 => return,
                None => self.tables.change_time(&self.id, &by, *seat, &terms),
                Some(request) => self.tables.answer_request(&self.id, &by, *seat, request.number, true),
            };
            drop(reply.unwrap());
        }
    }

    pub fn look<T>(&self, read: impl FnOnce(&Table<G>) -> T) -> T {
        self.tables.look(&self.id, read).unwrap()
    }

    fn below(&mut self, n: u32) -> u32 {
        self.luck.below(n)
    }

    pub fn is_closed(&self) -> bool {
        self.look(|table| table.closed().is_some() || table.is_over())
    }

    fn soon(&mut self, hours: u32) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::minutes(30 + i64::from(self.below(hours * 60)))
    }

    /// Time goes on by so many minutes, kept by whoever of the two is up.
    pub fn pass(&mut self, minutes: u32, up: &[usize]) {
        for _ in 0..i64::from(minutes) * 60 / PULSE {
            self.clock.pass(PULSE);
            for at in up {
                while self.clubs[*at].time().keep().unwrap() > 0 {}
            }
            self.reminders_are_fair();
            if up.contains(&0) {
                self.computers.attend().unwrap();
            }
        }
    }

    /// What has been sent was not sent before, to somebody who is waited for, whose clock does not stand, at a time at which they may be
    /// spoken to.
    fn reminders_are_fair(&mut self) {
        let now = self.clock.now();
        let sent = self.store.unplanned_notices(10_000).unwrap();
        self.clubs[0].deliveries().plan().unwrap();
        for notice in sent.into_iter().filter(|notice| notice.why.starts_with("reminder-")) {
            let what = format!("seed {}: {now}: {notice:?}", self.seed);
            let wait = self.look(|table| {
                table
                    .waited_for()
                    .find(|asked| asked.prompt.seat.as_str() == notice.seat)
                    .map(|asked| table.wait(asked, now))
            });
            let wait = wait.unwrap_or_else(|| panic!("{what}: not waited for"));
            assert!(wait.prompt == notice.seq && wait.rests.is_none(), "{what}: {wait:?}");
            // Computer players want nothing.
            let Some(person) = self.people.iter().find(|person| Some(&person.name) == wait.player.as_ref())
            else {
                continue;
            };
            let minute = now.hour() * 60 + now.minute();
            let is_quiet = person.quiet.is_some_and(|QuietHours { from, to }| {
                let (from, to) = (u32::from(from), u32::from(to));
                if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to }
            });
            assert!(!is_quiet, "{what}: in quiet hours");
            assert!(self.reminded.insert((notice.seq, notice.seat, notice.why)), "{what}: twice");
        }
    }

    /// Gives up to so many orders for what a player is asked.
    pub fn orders(&mut self, by: &Caller, most: u32) {
        for _ in 0..most {
            let asked = self.look(|table| {
                let asked = table.held_by(&by.player).find_map(|seat| table.waited_for_at(seat))?;
                Some((asked.prompt.seat, asked.number, table.options(asked.prompt.seat)))
            });
            let Some((seat, prompt, options)) = asked else { return };
            let luck = &mut self.luck;
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            if !NO_ORDERS.contains(&form.verb.as_str()) {
                drop(self.tables.submit(&self.id, by, &Order { seat, prompt, form }).unwrap());
            }
        }
    }

    fn pace(&mut self) -> Pace {
        let times = ["daily 20:00 Asia/Kathmandu", "Mon,Wed,Fri 07:30,19:45 Asia/Tokyo"];
        match times.get(self.luck.below(8) as usize) {
            Some(times) => Pace::parse(times).unwrap(),
            None => Pace::Each(Hours::new(1 + self.luck.below(60) as u16).unwrap()),
        }
    }

    fn terms(&mut self) -> Terms {
        let (big, small) = (self.pace(), self.pace());
        let overdues = [
            Overdue::Wait,
            Overdue::Claim,
            Overdue::Substitute,
            Overdue::StandIn,
            Overdue::StandingOrders,
            Overdue::Midshipman,
        ];
        let overdues = if G::COMPUTERS { &overdues[..] } else { &overdues[..5] };
        let overdue = *self.luck.one_of(overdues).unwrap();
        let grace_hours = Hours::new(self.luck.below(30) as u16).unwrap();
        let weekends = ["Asia/Tokyo", "Asia/Kathmandu", "America/St_Johns", "UTC"];
        let weekends_off = weekends.get(self.luck.below(8) as usize).map(|zone| Zone::typed(zone).unwrap());
        Terms { big, small, weekends_off, grace_hours, overdue, ..Terms::default() }
    }

    /// Somebody does one thing or another, which the table may well refuse.
    fn does_something(&mut self, person: usize) {
        let by = caller(&self.people[person].name);
        let (tables, id) = (self.tables.clone(), self.id.clone());
        let (at, request, seats) = self.look(|table| {
            let request = table.pending().map(|pending| pending.number);
            (table.seat_to_play(&by.player), request, table.all_seats().collect::<Vec<Seat>>())
        });
        let other = *self.luck.one_of(&seats).unwrap();
        let Some(at) = at else {
            drop(tables.take_seat(&id, &by, other).unwrap());
            return;
        };
        let reply = match (self.below(20), request) {
            (0..5, _) => {
                let most = 1 + self.below(G::ORDERS);
                return self.orders(&by, most);
            }
            (5..9, Some(request)) => tables.answer_request(&id, &by, at, request, self.below(4) > 0),
            (9, _) => tables.change_time(&id, &by, at, &TimeChange::Terms(self.terms())),
            (10, _) => {
                let until = (self.below(3) > 0).then(|| written(self.soon(100)));
                tables.change_time(&id, &by, at, &TimeChange::Pause { until })
            }
            (11, _) => tables.change_time(&id, &by, at, &TimeChange::Resume),
            (12, _) => tables.stop_clock(&id, &by, at),
            (13, _) => {
                let from = if self.below(2) == 0 { self.clock.now() } else { self.soon(50) };
                let until = self.soon(150);
                tables.book_absence(&id, &by, at, (from, until))
            }
            (14, _) => {
                let booked = self.look(|table| table.away(&by.player, self.clock.now()));
                let booked = self.luck.one_of(&booked).map_or(0, |booking| booking.number);
                tables.end_absence(&id, &by, at, booked)
            }
            (15, _) => tables.undo(&id, &by, at, 1),
            (16, _) => tables.claim(&id, &by, at, other),
            (17..19, _) => return self.arms(&by, at),
            _ => {
                let ladders =
                    ["none", "1h, 5h, 1d", "1d, 6h before", "2h before", "1h, 6h before, digest 20:00"];
                let ladder = ladders[self.below(5) as usize];
                return self.clubs[0]
                    .people()
                    .set_ladder(&by.player, Some(&Ladder::parse(ladder).unwrap()))
                    .unwrap();
            }
        };
        drop(reply.unwrap());
    }

    /// A session of somebody at a seat.
    fn sits(&mut self, by: &Caller, at: Seat) -> PlayerSession {
        self.visits += 1;
        let door = Arc::new(AtTerminal { play: String::new() });
        let visitor =
            Visitor { player: by.player.clone(), door, key: format!("v{}", self.visits), receipts: None };
        self.clubs[0].watch(&self.id, Lang::En).unwrap().sit(visitor, Some(at)).unwrap()
    }

    /// Arms a standing order that passes by a question, at once or when time is up, or passes ahead.
    fn arms(&mut self, by: &Caller, at: Seat) {
        let questions = self.look(|table| table.game().questions(at));
        let Some(question) = self.luck.one_of(&questions) else { return };
        let (ask, pass) = (question.ask, question.pass);
        let mut session = self.sits(by, at);
        let outcome = match (pass, self.luck.below(4)) {
            (Some(verb), 0) => session.standing_order(&format!("quick when {ask} then {verb}")),
            (Some(verb), 1 | 2) => {
                session.standing_order(&format!("late when {ask} if time is up then {verb}"))
            }
            _ => session.pass_ahead(&format!("until {ask}")),
        };
        drop(outcome.unwrap());
    }

    /// A round of whatever may happen.
    fn round(&mut self, round: u32) {
        let minutes = self.below(900);
        match self.below(20) {
            0 => self.pass(minutes * 6, &[]),
            1 => self.clock.pass(-i64::from(minutes) * 10),
            2 => self.clock.pass(i64::from(minutes) * 600),
            3..7 => self.pass(minutes, &[0, 1]),
            7..10 => {
                self.clubs[0].time().leave().unwrap();
                self.pass(minutes, &[1]);
            }
            _ => self.pass(minutes, &[0]),
        }
        let person = self.below(self.people.len() as u32 - 4) as usize;
        let takes_one_of = self.people[person].takes_one_of;
        if self.people[person].gone > round && self.below(takes_one_of) == 0 {
            self.does_something(person);
        }
    }

    /// Those who are left see to it that the game goes on: one of the players, and whoever takes a seat that is left.
    fn goes_on(&mut self, person: usize) {
        let by = caller(&self.people[person].name);
        let (tables, id) = (self.tables.clone(), self.id.clone());
        let (at, request, seats, paused) = self.look(|table| {
            let request = table.pending().map(|pending| pending.number);
            let paused = table.time(self.clock.now()).pause.is_some();
            (table.seat_to_play(&by.player), request, table.all_seats().collect::<Vec<Seat>>(), paused)
        });
        let Some(at) = at else {
            let mut left = seats.into_iter();
            left.find(|seat| tables.take_seat(&id, &by, *seat).unwrap().is_accepted());
            return;
        };
        let is_agreed = |table: &Table<G>| {
            use wardroom::log::RequestEvent;
            let ask = table.pending().map(|pending| pending.ask);
            matches!(
                ask,
                Some(
                    RequestEvent::ClaimProposed { .. }
                        | RequestEvent::TimeProposed { change: TimeChange::Resume }
                )
            )
        };
        if let Some(request) = request {
            let agrees = self.look(is_agreed);
            drop(tables.answer_request(&id, &by, at, request, agrees).unwrap());
        }
        if paused {
            drop(tables.change_time(&id, &by, at, &TimeChange::Resume).unwrap());
        }
        for against in seats {
            drop(tables.claim(&id, &by, at, against).unwrap());
        }
        self.orders(&by, 60);
    }

    /// Plays on until the game ends, as it must where something follows when time is up. One player stays.
    fn ends(&mut self) {
        let staying = self.look(|table| {
            let held = |person: &&Person| table.held_by(&person.name).next().is_some();
            self.people.iter().filter(held).max_by_key(|person| person.gone).map(|it| it.name.clone())
        });
        // Two seats that let every question pass by, each by a standing order, would never end a game that has no last day.
        if let Some(by) = staying.as_deref().map(caller) {
            for at in self.look(|table| table.held_by(&by.player).collect::<Vec<_>>()) {
                let mut session = self.sits(&by, at);
                drop(session.pass_ahead("off").unwrap());
                for name in ["quick", "late"] {
                    drop(session.standing_order(&format!("drop {name}")).unwrap());
                }
            }
        }
        for _ in 0..MOST_ROUNDS {
            if self.is_closed() {
                return;
            }
            self.pass(480, &[0]);
            for person in 0..self.people.len() {
                let is_substitute = person + SUBSTITUTES >= self.people.len();
                if is_substitute || Some(&self.people[person].name) == staying.as_ref() {
                    self.goes_on(person);
                }
            }
        }
        let time = self.look(|table| table.time(self.clock.now()));
        panic!("seed {}: no end: {time:#?}", self.seed);
    }

    /// The log is sound, and the table is the same when it is folded anew.
    pub fn holds(&self) -> Expiries {
        let seed = self.seed;
        let now = self.clock.now();
        let anew: Tables<G, MemoryStore> = Tables::new(Arc::new(self.store.clone()), self.clock.clone());
        let stands = |table: &Table<G>| {
            (table.time(now), table.head(), table.places().collect::<Vec<_>>(), table.pending())
        };
        assert_eq!(self.look(stands), anew.look(&self.id, stands).unwrap(), "seed {seed}");
        let evidence = wardroom::audit::Evidence::from_store(&self.store, &self.id, None).unwrap();
        let found = wardroom::audit::audit(&evidence, &[], wardroom::audit::rules::check::<G>);
        for verdict in [&found.integrity, &found.dice, &found.rules] {
            assert!(!verdict.is_failed(), "seed {seed}: {found:#?}");
        }
        let mut file = Vec::new();
        wardroom::log::export::export(&self.store, &self.id, &LogViewer::Full, |_| false, &mut file).unwrap();
        crate::common::checker::passes(&file);
        Expiries::of(&self.store.read(&self.id, 1).unwrap(), seed)
    }
}

impl Person {
    fn drawn(at: usize, luck: &mut Luck) -> Person {
        let quiet = (luck.below(2) == 0).then(|| {
            let (from, long) = (luck.below(24) as u16, 1 + luck.below(12) as u16);
            QuietHours { from: from * 60, to: (from + long) % 24 * 60 }
        });
        Person {
            name: format!("p{at}"),
            takes_one_of: [1, 1, 2, 6][luck.below(4) as usize],
            gone: if luck.below(3) == 0 { luck.below(120) } else { u32::MAX },
            quiet,
        }
    }
}

/// How often time was up, a seat went to another then, and a standing order answered.
fn played<G: Habitual>(seeds: std::ops::Range<u64>, rounds: u32) -> [usize; 3] {
    let (mut happened, mut reminded, mut ended) = ([0; 3], 0, 0);
    for seed in seeds.clone() {
        let mut play = Play::<G>::open(seed);
        for round in 0..rounds {
            if play.is_closed() {
                break;
            }
            play.round(round);
        }
        let terms = play.look(Table::terms);
        let goes_on = [Overdue::Claim, Overdue::Substitute, Overdue::Midshipman];
        if terms.has_pace() && goes_on.contains(&terms.overdue) {
            play.ends();
            ended += 1;
        }
        let Expiries { count, stood_in, answered_for, .. } = play.holds();
        happened = [happened[0] + count, happened[1] + stood_in, happened[2] + answered_for];
        reminded += play.reminded.len();
    }
    println!(
        "{} seeds {seeds:?}: {happened:?} times up, seats taken then and standing orders; {reminded} reminders, {ended} that \
         had to end did",
        G::NAME
    );
    assert!(happened[0] > 0 && reminded > 0 && ended > 0, "some of each");
    happened
}

/// Of three players or more one vanishes where claims are agreed on, and another who is not asked.
#[test]
fn a_claim_to_which_nobody_says_no_is_made_good_by_asking_again() {
    let mut plays = (0..).map(Play::<Goeben>::open);
    let mut play = plays.find(|play| play.look(|table| table.time(play.clock.now()).players) > 2).unwrap();
    let hour = Pace::Each(Hours::new(1).unwrap());
    let terms = Terms { big: hour.clone(), small: hour, overdue: Overdue::Claim, ..Terms::default() };
    play.agree(terms);
    play.pass(40 * 60, &[0]);
    let time = play.look(|table| table.time(play.clock.now()));
    let late = time.waits.iter().find(|wait| wait.expired.is_some()).unwrap();
    let by = |other: &&Person| Some(&other.name) != late.player.as_ref();
    let by = caller(&play.people.iter().find(by).unwrap().name);
    let at = play.look(|table| table.held_by(&by.player).next()).unwrap();
    let claim = || play.tables.claim(&play.id, &by, at, late.seat).unwrap();
    assert!(claim().is_accepted() && !play.is_closed(), "the third is asked");
    play.clock.pass(72 * 3600 - 1);
    assert!(!claim().is_accepted());
    play.clock.pass(1);
    assert!(claim().is_accepted() && play.is_closed());
    play.holds();
}

few_and_many!(
    time_is_fair_at_tables_of_the_toy: 20, 300;
    time_is_fair_at_tables_of_goeben: 3, 60;
    time_is_fair_at_tables_of_grand_fleet: 3, 60;
);

fn time_is_fair_at_tables_of_the_toy(games: u64) {
    let happened = played::<Toy>(0..games, 120);
    assert!(happened[2] > 0, "standing orders answer");
}

fn time_is_fair_at_tables_of_goeben(games: u64) {
    let happened = played::<Goeben>(0..games, 120);
    assert!(games < 60 || happened[1] > 0, "somebody stands in");
}

fn time_is_fair_at_tables_of_grand_fleet(games: u64) {
    let happened = played::<GrandFleet>(0..games, 120);
    assert!(games < 60 || happened[1] > 0, "somebody stands in");
}
