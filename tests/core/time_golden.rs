//! Golden logs of tables with time: whatever the program becomes, they load, fold and check.

use std::path::PathBuf;
use std::sync::Arc;

use wardroom::audit::{self, Evidence};
use wardroom::game::Seat;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::export::export;
use wardroom::log::import::import;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store, TimeChange};
use wardroom::pace::{Hours, Overdue, Terms};
use wardroom::table::platform::written;
use wardroom::table::{Caller, Platform, Reply, Tables};

use crate::common::commands::Commands;
use crate::seats;
use crate::time_laws::{Habitual, Play};
use crate::toy::{Clock, caller};

fn accepted(reply: Reply) -> u64 {
    seats::accepted(Ok(reply))
}

const DAY: u32 = 24 * 60;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"))
}

/// A table of two that is not for practice, whose players have agreed on these terms; with a ready check where that is so.
fn of_two<G: Habitual>(overdue: Overdue, ready: bool) -> (Play<G>, [(Caller, Seat); 2]) {
    let fits = |play: &Play<G>| play.look(|table| table.players().len() == 2 && !table.opened().practice);
    let mut play = (0..).map(|seed| Play::open_with(seed, ready)).find(fits).unwrap();
    let pace =
        Terms::default().changed("36h small Mon,Wed,Fri 20:00 Asia/Tokyo weekends off Europe/Berlin", None);
    play.agree(Terms { overdue, ..pace.unwrap() });
    let players = play.look(|table| {
        let players = table.players();
        players.into_iter().map(|(player, seat)| (caller(player), seat)).collect::<Vec<_>>()
    });
    (play, players.try_into().unwrap())
}

/// Time that both agree to pause, that one stops, and absences.
fn rests<G: Habitual>(play: &mut Play<G>, [(one, at), (other, beside)]: &[(Caller, Seat); 2]) {
    let (tables, id) = (play.tables.clone(), play.id.clone());
    let agree =
        |ask: Reply| accepted(tables.answer_request(&id, other, *beside, accepted(ask), true).unwrap());
    let change = |change: TimeChange| tables.change_time(&id, one, *at, &change).unwrap();
    let in_days = |play: &Play<G>, days: i64| play.clock.now() + chrono::TimeDelta::days(days);
    agree(change(TimeChange::Pause { until: Some(written(in_days(play, 2))) }));
    play.pass(3 * DAY, &[0]);
    agree(change(TimeChange::Pause { until: None }));
    play.pass(2 * DAY, &[0]);
    agree(change(TimeChange::Resume));
    let ask = accepted(tables.stop_clock(&id, one, *at).unwrap());
    play.pass(DAY, &[0]);
    accepted(tables.answer_request(&id, other, *beside, ask, false).unwrap());
    accepted(tables.stop_clock(&id, other, *beside).unwrap());
    accepted(change(TimeChange::Resume));
    let away = (in_days(play, 1), in_days(play, 5));
    accepted(tables.book_absence(&id, one, *at, away).unwrap());
    play.pass(2 * DAY, &[0]);
    let booked = play.look(|table| table.away(&one.player, play.clock.now()))[0].number;
    accepted(tables.end_absence(&id, one, *at, booked).unwrap());
}

/// Both play on, until the game waits for the second.
fn play_on<G: Habitual>(play: &mut Play<G>, [(one, _), (other, beside)]: &[(Caller, Seat); 2]) {
    for _ in 0..20 {
        play.orders(other, 6);
        play.orders(one, 400);
        if play.look(|table| table.waited_for_at(*beside).is_some()) {
            return;
        }
    }
    panic!("the second is never waited for");
}

fn claimed() -> Play<GrandFleet> {
    let (mut play, players) = of_two::<GrandFleet>(Overdue::Claim, false);
    play_on(&mut play, &players);
    rests(&mut play, &players);
    play_on(&mut play, &players);
    play.pass(12 * DAY, &[0]);
    let [(one, at), (_, beside)] = players;
    accepted(play.tables.claim(&play.id, &one, at, beside).unwrap());
    play
}

fn substituted() -> Play<Goeben> {
    let (mut play, players) = of_two::<Goeben>(Overdue::Substitute, false);
    play_on(&mut play, &players);
    rests(&mut play, &players);
    play_on(&mut play, &players);
    play.pass(12 * DAY, &[0]);
    let [(one, _), (_, beside)] = players;
    let substitute = caller(&play.people[2].name);
    accepted(play.tables.take_seat(&play.id, &substitute, beside).unwrap());
    while !play.is_closed() {
        for seat in play.look(|table| table.waited_for().map(|asked| asked.prompt.seat).collect::<Vec<_>>()) {
            let player = play.look(|table| table.player_of(seat).map(caller)).unwrap();
            play.orders(&player, 10);
        }
        play.orders(&one, 1);
        play.pass(60, &[0]);
    }
    play
}

/// Both are ready, one after the other, and one thinks better of it meanwhile.
fn checked() -> Play<GrandFleet> {
    let (mut play, players) = of_two::<GrandFleet>(Overdue::Wait, true);
    let [(one, at), (other, beside)] = players.clone();
    let (tables, id) = (play.tables.clone(), play.id.clone());
    let says = |who: &Caller, seat, ready| accepted(tables.say_ready(&id, who, seat, ready).unwrap());
    says(&one, at, true);
    play.pass(DAY, &[0]);
    says(&one, at, false);
    says(&other, beside, true);
    play.pass(2 * DAY, &[0]);
    says(&one, at, true);
    play_on(&mut play, &players);
    accepted(tables.resign(&id, &other, beside).unwrap());
    play
}

/// One whom both named pauses, gives more time, replaces a player and closes the table.
fn mastered() -> Play<GrandFleet> {
    let (mut play, players) = of_two::<GrandFleet>(Overdue::Claim, false);
    let [(one, at), (other, beside)] = players.clone();
    let (tables, id, master) = (play.tables.clone(), play.id.clone(), caller("mia"));
    let ask = accepted(tables.change_master(&id, &one, at, Some("mia")).unwrap());
    accepted(tables.answer_request(&id, &other, beside, ask, true).unwrap());
    play_on(&mut play, &players);
    let change = |change| accepted(tables.change_time_as_master(&id, &master, &change).unwrap());
    change(TimeChange::Pause { until: None });
    play.pass(2 * DAY, &[0]);
    change(TimeChange::Resume);
    play.pass(12 * DAY, &[0]);
    accepted(tables.extend(&id, &master, beside, Hours::new(48).unwrap()).unwrap());
    play.pass(DAY, &[0]);
    let substitute = caller(&play.people[2].name);
    accepted(tables.replace(&id, &master, beside, Some(&substitute.player)).unwrap());
    accepted(tables.take_seat(&id, &substitute, beside).unwrap());
    play_on(&mut play, &[(one, at), (substitute, beside)]);
    accepted(tables.close_as_master(&id, &master).unwrap());
    play
}

/// A computer player stands in for whose time is up, who comes back and vanishes again.
fn stood_in() -> Play<GrandFleet> {
    let (mut play, players) = of_two::<GrandFleet>(Overdue::Midshipman, false);
    let [(one, _), (other, beside)] = players.clone();
    let vanishes = |play: &mut Play<GrandFleet>| {
        play_on(play, &players);
        while play.look(|table| table.player_of(beside) == Some(&*other.player)) {
            play.pass(60, &[0]);
        }
    };
    vanishes(&mut play);
    for _ in 0..4 {
        play.orders(&one, 10);
        play.pass(60, &[0]);
    }
    accepted(play.tables.take_seat(&play.id, &other, beside).unwrap());
    vanishes(&mut play);
    while !play.is_closed() {
        play.orders(&one, 10);
        play.pass(60, &[0]);
    }
    play
}

/// The golden log of this name, which `made` writes where there is none, holds; it has entries of these kinds, and ends so.
fn holds<G: Habitual>(name: &str, kinds: &[&str], ends: &str, made: fn() -> Play<G>) {
    let path = path(name);
    if !path.exists() && std::env::var_os("UPDATE_GOLDEN").is_some() {
        let play = made();
        play.holds();
        let mut file = std::fs::File::create(&path).unwrap();
        export(&play.store, &play.id, &LogViewer::Full, |_| false, &mut file).unwrap();
    }
    let text = std::fs::read_to_string(&path).expect("the golden log");
    let store = MemoryStore::new();
    let id = import(&mut text.as_bytes(), &store).unwrap().table;
    let entries = store.read(&id, 1).unwrap();
    for kind in kinds {
        assert!(entries.iter().any(|entry| entry.kind == *kind), "{name}: {kind}");
    }
    let closed = entries.iter().find(|entry| entry.kind == "TableClosed").unwrap();
    assert_eq!(closed.body["why"], ends);
    let folded =
        Tables::<G, _>::new(Arc::new(store.clone()), Clock::new()).look(&id, |table| table.head()).unwrap();
    assert_eq!(folded, store.head(&id).unwrap());
    let findings =
        audit::audit(&Evidence::from_store(&store, &id, None).unwrap(), &[], audit::rules::check::<G>);
    assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{findings:#?}");
    // Under this program's version the rules agree as well; those of an earlier one may differ and are reported.
    let ours = findings.rules_version == Some(G::RULES_VERSION.to_string());
    assert!(!findings.rules.is_failed() && (findings.rules.is_ok() || !ours), "{findings:#?}");
    crate::common::checker::passes(text.as_bytes());
    let mut again = Vec::new();
    export(&store, &id, &LogViewer::Full, |_| false, &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text, "import and export give the same bytes");
}

const RESTS: [&str; 6] =
    ["TimeProposed", "TimeChanged", "TimeStopped", "AbsenceBooked", "AbsenceEnded", "TimeExpired"];

#[test]
fn a_golden_log_of_a_game_that_was_claimed() {
    holds("grand_fleet-claimed-rules-2", &RESTS, "claimed", claimed);
}

#[test]
fn a_golden_log_of_a_game_that_waited_for_its_players() {
    holds("grand_fleet-ready-rules-2", &["ReadyAsked", "ReadySaid", "PlayBegan"], "resigned", checked);
}

#[test]
fn a_golden_log_of_a_game_that_a_game_master_ended() {
    let kinds =
        ["MasterProposed", "MasterChanged", "TimeExpired", "TimeExtended", "SeatVacated", "SeatOffered"];
    holds("grand_fleet-master-rules-2", &kinds, "master", mastered);
}

#[test]
fn a_golden_log_of_a_game_that_a_computer_ended() {
    holds("grand_fleet-stand-in-rules-2", &["TimeExpired", "SeatTaken"], "over", stood_in);
}

#[test]
fn a_golden_log_of_a_game_that_a_substitute_ended() {
    holds("goeben-substitute-rules-2", &RESTS, "over", substituted);
}
