//! Computer players who stand in for those whose time is up: who has the seat then and may have it back, what they agree to in
//! another's place, whole games, and logs that say otherwise.

use std::sync::Arc;

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, choose, exported, refused};
use crate::tamper::{Log, audited};
use crate::time::{Timed, daily};
use crate::toy::*;
use chrono::DateTime;
use serde_json::json;
use wardroom::app::registry::GAMES;
use wardroom::bots::Strength;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::club::strength::{COMPUTER, strength_of};
use wardroom::club::{Club, Conclusion, NewTable, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::{Dice, Viewer};
use wardroom::log::players::Player;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Players, Store, TimeChange};
use wardroom::pace::Overdue;
use wardroom::table::{Caller, notices};
use wardroom::words::Lang;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const HAL: &str = "hal";

/// Blue's time is up at a table of two that agreed on a computer player then, `hal`.
fn late() -> Timed {
    let timed = Timed::under(daily(Overdue::Lieutenant));
    timed.clock.pass(2 * DAY);
    assert!(expire(&timed, BLUE, Some(HAL)));
    timed
}

fn expire(timed: &Timed, who: &'static str, computer: Option<&str>) -> bool {
    let prompt = timed.wait(who).prompt;
    timed.tables.expire(&timed.id, seat(who), prompt, DateTime::UNIX_EPOCH, computer).unwrap()
}

/// The player of blue's seat and for whom it is kept, as it is played and as it is folded anew.
fn of_blue(timed: &Timed) -> (Option<String>, Option<String>) {
    let read = |tables: &Toys<MemoryStore>| {
        let places = tables.look(&timed.id, |table| table.places().collect::<Vec<_>>()).unwrap();
        let place = places.into_iter().find(|place| place.seat == seat(BLUE)).unwrap();
        (place.player, place.offered_to)
    };
    assert_eq!(read(&timed.tables), read(&toys(&timed.store, 9)));
    read(&timed.tables)
}

fn told(timed: &Timed, why: &str) -> Vec<String> {
    let notices = timed.store.unplanned_notices(1000).unwrap().into_iter().filter(|it| it.why == why);
    notices.filter_map(|notice| timed.tables.addressee(&notice).unwrap()).collect()
}

fn some(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[test]
fn a_computer_player_has_the_seat_until_its_player_takes_it_back() {
    let timed = late();
    assert_eq!(timed.kinds_from(1).last_chunk(), Some(&["TimeExpired".to_owned(), "SeatTaken".to_owned()]));
    assert_eq!(of_blue(&timed), (some(HAL), some(BLUE)));
    assert_eq!(
        (told(&timed, notices::STOOD_IN), told(&timed, notices::LOST)),
        (vec![BLUE.to_owned()], vec![])
    );
    assert!(told(&timed, notices::SEATED).contains(&RED.to_owned()), "the others are told");
    assert_eq!(refused(timed.tables.take_seat(&timed.id, &caller("eve"), seat(BLUE))), "seat-taken");
    let looks = timed.tables.viewer_for(&timed.id, Some(BLUE), Viewer::Seat(seat(BLUE)));
    assert!(looks.is_err(), "who is away sees nothing of it meanwhile");
    assert_eq!(timed.due_in(BLUE), Some(DAY), "whoever stands in has the whole time");
    // A takeback undoes none of it.
    choose(&timed.tables, &timed.id, RED, 4);
    accepted(timed.tables.undo(&timed.id, &caller(RED), seat(RED), 1));
    assert_eq!(of_blue(&timed), (some(HAL), some(BLUE)));
    accepted(timed.tables.take_seat(&timed.id, &caller(BLUE), seat(BLUE)));
    assert_eq!(of_blue(&timed), (some(BLUE), None));
    assert_eq!(timed.due_in(BLUE), Some(DAY));
    choose(&timed.tables, &timed.id, BLUE, 4);
    timed.holds();
}

#[test]
fn the_seat_stays_kept_for_its_player_whatever_follows() {
    let timed = late();
    // Another one, by other terms.
    let ask = accepted(timed.change(RED, TimeChange::Terms(daily(Overdue::Captain))));
    accepted(timed.tables.answer_request(&timed.id, &Caller::new(HAL, COMPUTER), seat(BLUE), ask, true));
    timed.clock.pass(2 * DAY);
    assert!(expire(&timed, BLUE, Some("deep")));
    assert_eq!(of_blue(&timed), (some("deep"), some(BLUE)));
    // It has the seat already, so the game waits on.
    timed.clock.pass(2 * DAY);
    assert!(expire(&timed, BLUE, Some("deep")));
    assert_eq!(of_blue(&timed), (some("deep"), some(BLUE)));
    // None any more, by others again.
    let ask = accepted(timed.change(RED, TimeChange::Terms(daily(Overdue::Wait))));
    accepted(timed.tables.answer_request(&timed.id, &Caller::new("deep", COMPUTER), seat(BLUE), ask, true));
    accepted(timed.tables.take_seat(&timed.id, &caller(BLUE), seat(BLUE)));
    assert_eq!(of_blue(&timed), (some(BLUE), None));
    timed.holds();
}

#[test]
fn a_seat_that_was_kept_for_another_stays_so_and_may_be_declined() {
    let timed = Timed::under(daily(Overdue::Midshipman));
    accepted(timed.tables.offer_seat(&timed.id, &caller(BLUE), seat(BLUE), seat(BLUE), "eve"));
    timed.clock.pass(2 * DAY);
    assert!(expire(&timed, BLUE, Some(HAL)));
    assert_eq!(of_blue(&timed), (some(HAL), some("eve")));
    assert_eq!(told(&timed, notices::LOST), [BLUE], "it is not kept for who had it");
    assert_eq!(refused(timed.tables.take_seat(&timed.id, &caller(BLUE), seat(BLUE))), "seat-taken");
    accepted(timed.tables.decline_seat(&timed.id, &caller("eve"), seat(BLUE)));
    assert_eq!(of_blue(&timed), (some(HAL), None));
    timed.holds();
}

#[test]
fn where_no_computer_was_agreed_on_none_sits_down() {
    for overdue in [Overdue::Wait, Overdue::Claim, Overdue::Substitute] {
        let timed = Timed::under(daily(overdue));
        timed.clock.pass(2 * DAY);
        assert!(expire(&timed, BLUE, Some(HAL)));
        assert_eq!(of_blue(&timed), (some(BLUE), None));
        timed.holds();
    }
}

#[test]
fn a_computer_player_that_nobody_agreed_on_is_named() {
    let timed = late();
    accepted(timed.tables.take_seat(&timed.id, &caller(BLUE), seat(BLUE)));
    choose(&timed.tables, &timed.id, BLUE, 4);
    accepted(timed.tables.resign(&timed.id, &caller(BLUE), seat(BLUE)));
    timed.holds();
    let fails = |what: &str, tamper: &dyn Fn(&mut Log, usize)| {
        let mut log = Log::of(&exported(&timed.store, &timed.id, &LogViewer::Full));
        let at = log.at("TimeExpired", 0) + 1;
        assert_eq!(log.entries[at]["kind"], "SeatTaken");
        tamper(&mut log, at);
        let found = audited::<Toy>(&log.text());
        assert!(found.integrity.is_failed() || found.rules.is_failed(), "{what}: {found:#?}");
    };
    fails("nobody stood in", &|log, at| drop(log.entries.remove(at)));
    fails("who had the seat", &|log, at| log.entries[at]["by"]["player"] = BLUE.into());
    fails("another seat", &|log, at| {
        log.entries[at]["by"]["seat"] = RED.into();
        log.entries[at]["body"]["seat"] = RED.into();
    });
    fails("by a door", &|log, at| log.entries[at]["door"] = COMPUTER.into());
    fails("later", &|log, at| {
        let since = log.entries[at + 1]["at"].as_str().unwrap().parse::<DateTime<chrono::Utc>>().unwrap();
        let late = wardroom::table::platform::written(since + chrono::TimeDelta::seconds(1));
        log.entries[at]["at"] = late.into();
    });
    fails("by other terms", &|log, _| {
        for kind in ["TimeProposed", "TimeChanged"] {
            let agreed = log.at(kind, 0);
            log.entries[agreed]["body"]["change"]["terms"]["overdue"] = "wait".into();
        }
    });
    fails("unknown terms", &|log, _| {
        for kind in ["TimeProposed", "TimeChanged"] {
            let agreed = log.at(kind, 0);
            log.entries[agreed]["body"]["change"]["terms"]["overdue"] = "admiral".into();
        }
    });
    fails("somebody else came back", &|log, _| {
        let at = log.at("SeatTaken", 3);
        log.entries[at]["by"]["player"] = "eve".into();
    });
    fails("nobody was late", &|log, at| drop(log.entries.remove(at - 1)));
    fails("two stood in", &|log, at| {
        let mut again = like(log, at, "SeatTaken", json!({ "seat": BLUE }));
        again["by"] = json!({ "player": "deep", "seat": BLUE });
        again["cause"] = log.entries[at]["cause"].clone();
        log.entries.insert(at + 1, again);
    });
}

/// A table of Grand Fleet by a club that keeps time and plays for computers: Ann against a midshipman or Bob, a lieutenant for whose
/// time is up.
struct Vanished {
    store: MemoryStore,
    clock: Arc<Clock>,
    club: Arc<Club>,
    computers: ComputerPlayers,
    table: String,
    calls: u32,
}

const ANN: &str = "p-ann";
const BOB: &str = "p-bob";

fn visitor(who: &str, key: u32) -> Visitor {
    let key = format!("{who} {key}");
    Visitor {
        player: who.to_owned(),
        key,
        door: Arc::new(AtTerminal { play: String::new() }),
        receipts: None,
    }
}

impl Vanished {
    fn new(opponent: Option<Strength>) -> Vanished {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let club = Arc::new(
            GAMES.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap().with_computers([4; 32]),
        );
        let new = NewTable { game: "grand_fleet".to_owned(), opponent, ..NewTable::default() };
        let table = club.open(&visitor(ANN, 0), &new, Lang::En).unwrap();
        let computers = ComputerPlayers::new(club.clone(), Haste::Delayed);
        let mut game = Vanished { store, clock, club, computers, table, calls: 0 };
        if opponent.is_none() {
            game.club.join(&game.table, &visitor(BOB, 0), None, Lang::En).unwrap();
        }
        accepted_by(&game.session(ANN).unwrap().change_pace("1d grace 6h overdue computer").unwrap());
        if opponent.is_none() {
            game.answers(BOB);
        }
        game.pass(60);
        let due = game.session(ANN).unwrap().asked().unwrap().due.unwrap_or_default();
        assert!(due.contains("a computer player (lieutenant) stands in"), "{due}");
        game
    }

    fn session(&mut self, who: &str) -> Result<PlayerSession, wardroom::club::ClubError> {
        self.calls += 1;
        self.club.watch(&self.table, Lang::En).unwrap().sit(visitor(who, self.calls), None)
    }

    fn answers(&mut self, who: &str) {
        let mut session = self.session(who).unwrap();
        accepted_by(&session.answer_request(true).unwrap());
    }

    fn closed(&self) -> bool {
        self.store.read(&self.table, 1).unwrap().iter().any(|entry| entry.kind == "TableClosed")
    }

    fn pass(&mut self, seconds: i64) {
        self.clock.pass(seconds);
        while self.club.time().keep().unwrap() > 0 {}
        self.computers.attend().unwrap();
    }

    /// A player orders anything, where they are asked.
    fn orders(&mut self, who: &str, dice: &mut Dice) {
        let mut session = self.session(who).unwrap();
        let asked = session.asked().unwrap();
        let Some(prompt) = asked.prompt else { return };
        let form = asked.options.sample(&mut |n| dice.below(n)).unwrap();
        accepted_by(&session.order(prompt, form, true).unwrap());
    }

    /// Time passes until a lieutenant has the seat of `who`.
    fn vanish(&mut self, who: &str) {
        let mut waited = 0;
        while self.session(who).is_ok() {
            self.pass(300);
            waited += 300;
            assert!(waited <= 31 * HOUR, "nobody stands in");
        }
        assert!(waited >= 24 * HOUR, "too early");
    }

    fn orders_of(&self, strength: &str) -> usize {
        let players = self.store.players().unwrap();
        let is_it = |player: &&Player| strength_of(player).is_some_and(|it| it.to_string() == strength);
        let player = players.iter().find(is_it).unwrap();
        let entries = self.store.read(&self.table, 1).unwrap().into_iter();
        let by = |entry: &wardroom::log::Entry| entry.by.as_ref().is_some_and(|by| by.player == player.id);
        entries.filter(|entry| entry.kind == "OrderGiven" && by(entry)).count()
    }
}

fn accepted_by(outcome: &OrderOutcome) {
    if let OrderOutcome::Refused(why) = outcome {
        panic!("{why}");
    }
}

#[test]
fn a_player_vanishes_and_a_computer_stands_in_until_the_end() {
    let (mut game, mut dice) = (Vanished::new(Some(Strength::Midshipman)), Dice::from_key([9; 32]));
    for _ in 0..20 {
        game.orders(ANN, &mut dice);
        game.pass(60);
    }
    game.vanish(ANN);
    let mut steps = 0;
    while !game.closed() {
        game.pass(60);
        steps += 1;
        assert!(steps < 20_000, "the game comes to no end");
    }
    assert!(game.orders_of("lieutenant") > 10, "{} orders", game.orders_of("lieutenant"));
    assert_eq!(game.club.evidence().audit(&game.table, Lang::En).unwrap().0, Conclusion::Holds);
}

#[test]
fn who_comes_back_plays_on() {
    let (mut game, mut dice) = (Vanished::new(Some(Strength::Midshipman)), Dice::from_key([9; 32]));
    game.vanish(ANN);
    for _ in 0..10 {
        game.pass(60);
    }
    let before = game.orders_of("lieutenant");
    assert!(before > 0);
    game.calls += 1;
    game.club.join(&game.table, &visitor(ANN, game.calls), None, Lang::En).unwrap();
    for _ in 0..10 {
        game.orders(ANN, &mut dice);
        game.pass(60);
    }
    assert_eq!(game.orders_of("lieutenant"), before);
    assert_eq!(game.club.evidence().audit(&game.table, Lang::En).unwrap().0, Conclusion::Holds);
}

#[test]
fn in_anothers_place_it_agrees_to_no_more_than_changes_of_time() {
    let (mut game, mut dice) = (Vanished::new(None), Dice::from_key([9; 32]));
    for _ in 0..400 {
        game.orders(ANN, &mut dice);
        let asked = game.session(ANN).unwrap().asked().unwrap();
        if asked.prompt.is_none() {
            break;
        }
    }
    game.vanish(BOB);
    accepted_by(&game.session(ANN).unwrap().propose_close().unwrap());
    game.pass(1);
    assert!(!game.closed(), "not in another's place");
    let request = |game: &mut Vanished| game.session(ANN).unwrap().asked().unwrap().request_number;
    assert_eq!(request(&mut game), None, "it says no at once");
    // Its answers come after a minute: somebody has yet to come back.
    let delays = game.club.watch(&game.table, Lang::En).unwrap().seats().unwrap().into_iter();
    assert_eq!(delays.filter_map(|it| it.thinks).collect::<Vec<_>>(), [ANSWER_DELAY]);
    accepted_by(&game.session(ANN).unwrap().pause("").unwrap());
    game.pass(1);
    let changed =
        game.store.read(&game.table, 1).unwrap().into_iter().rfind(|entry| entry.kind == "TimeChanged");
    assert_eq!(changed.unwrap().body["change"], json!({ "pause": { "until": null } }));
}
