//! Computer players at tables: told by deliveries, on the beat, in whole games, and after a restart.

mod officers;
mod thoughts;

use std::sync::Arc;

use serde_json::Value;

use crate::toy::Clock;
use wardroom::app::registry::GAMES;
use wardroom::audit::Verdict;
use wardroom::bots::{Briefing, ComputerId, Strength, decide};
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::club::strength::{
    COMPUTER, DELAY_AGAINST_COMPUTERS, answer_delay, strength_called, strength_of,
};
use wardroom::club::{Club, Conclusion, NewTable, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::{Dice, OrderForm, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::{Entry, MemoryStore, Players, Store};
use wardroom::table::{Caller, Order, Reply, TableCommand, Tables};
use wardroom::words::Lang;

/// A table of Grand Fleet where a person leads Britain and a computer Germany.
pub struct Against {
    pub store: MemoryStore,
    pub clock: Arc<Clock>,
    club: Arc<Club>,
    computers: ComputerPlayers,
    table: String,
    person: Dice,
    seconds: i64,
}

impl Against {
    pub fn of(strength: &str) -> Against {
        Against::opened(strength, false, Clock::new())
    }

    fn opened(strength: &str, ready: bool, clock: Arc<Clock>) -> Against {
        let store = MemoryStore::new();
        let club = club(&store, &clock, 4);
        let new = NewTable {
            game: "grand_fleet".to_owned(),
            ready,
            opponent: Some(strength_called(strength).unwrap()),
            ..NewTable::default()
        };
        let table = club.open(&visitor("open"), &new, Lang::En).unwrap();
        let computers = computers(&club, Haste::Delayed);
        Against { store, clock, club, computers, table, person: Dice::from_key([9; 32]), seconds: 0 }
    }

    fn session(&self) -> PlayerSession {
        self.club.watch(&self.table, Lang::En).unwrap().sit(visitor(&self.seconds.to_string()), None).unwrap()
    }

    fn computer_is_asked(&self) -> bool {
        let players = self.store.players().unwrap();
        let computer = players.iter().find(|player| strength_of(player).is_some()).unwrap();
        self.club.tables_of(&computer.id, |_| Ok(true)).unwrap()[0].asked
    }

    /// Plays until both are asked at once, where the person decides this way or `otherwise`. Tells what they decided, what the
    /// computer orders then, not knowing it, and after how many seconds; `None` where it does not come to that.
    fn answer_beside_a_secret(mut self, otherwise: bool) -> Option<(Value, Value, i64)> {
        for _ in 0..150 {
            let asked = self.session().asked().unwrap();
            if asked.over {
                return None;
            }
            let both = asked.prompt.is_some() && self.computer_is_asked();
            let (head, answered) = (self.entries().len(), self.beats().len());
            self.person_decides(both && otherwise);
            // Until both are asked the computer comes only after the person.
            if both || self.session().asked().unwrap().prompt.is_none() {
                for _ in 0..2 {
                    self.clock.pass(60);
                    self.computers.attend().unwrap();
                }
            }
            if both {
                let entries = &self.entries()[head..];
                let order_of = |door: &str| {
                    let orders = entries.iter().filter(|entry| entry.kind == "OrderGiven");
                    Some(orders.into_iter().find(|entry| entry.door.as_deref() == Some(door))?.body.clone())
                };
                return Some((order_of("terminal")?, order_of(COMPUTER)?, *self.beats().get(answered)?));
            }
        }
        None
    }

    /// The person orders anything, where they are asked; says whether they were.
    pub fn person_orders(&mut self) -> bool {
        self.person_decides(false)
    }

    /// The person orders anything, or else what they would not have: the next thing that comes to their mind.
    fn person_decides(&mut self, otherwise: bool) -> bool {
        self.seconds += 1;
        let mut session = self.session();
        let asked = session.asked().unwrap();
        let Some(prompt) = asked.prompt else { return false };
        let mut sample = || asked.options.sample(&mut |n| self.person.below(n)).unwrap();
        let mut form = sample();
        if otherwise {
            let first = form.clone();
            form = (0..50).map(|_| sample()).find(|form| *form != first).unwrap_or(first);
        }
        let done = session.order(prompt, form, true).unwrap();
        assert!(!matches!(done, OrderOutcome::Refused(_) | OrderOutcome::Stale));
        true
    }

    /// Both go on until the game is over, or `until` holds after an answer of the computer's.
    fn go_on(&mut self, until: impl Fn(&Against) -> bool) {
        for _ in 0..20_000 {
            if self.session().asked().unwrap().over || until(self) {
                return;
            }
            if !self.person_orders() {
                self.clock.pass(60);
            }
            self.computers.attend().unwrap();
        }
        panic!("the game does not come to its end");
    }

    /// Gives an order in the computer's name, if it is asked: the last of a few hundred that it might have given by chance. Returns its
    /// entry.
    fn orders_in_its_name(&mut self) -> Option<(u64, OrderForm)> {
        let tables: Tables<GrandFleet> = Tables::new(Arc::new(self.store.clone()), self.clock.clone());
        let now = tables.now(&self.table).unwrap();
        let (seat, prompt) = now.waited_for().next().map(|asked| (asked.prompt.seat, asked.number))?;
        let player = now.player_of(seat)?.to_owned();
        ComputerId::of(&player)?;
        let options = now.options(seat);
        let seed = self.store.seed(&self.table).unwrap().unwrap();
        let key = now.thought_key(&seed, seat).unwrap();
        let mut dice = Dice::from_key(key);
        let prompted = now.waited_for_at(seat).unwrap().prompt.clone();
        let view = now.view(Viewer::Seat(seat));
        let briefing = Briefing { view: &view, prompt: &prompted, options: &options, past: &[] };
        let its = decide(&**now.game(), Strength::Lieutenant, &briefing, &mut dice)?.order;
        let mut chance = Dice::from_key([5; 32]);
        let mut sample = || options.sample(&mut |n| chance.below(n)).unwrap();
        let other = (0..300).map(|_| sample()).find(|form| *form != its)?;
        let order = Order { seat, prompt, form: other.clone() };
        let reply = tables
            .perform(&self.table, &Caller::new(&player, COMPUTER), &TableCommand::Order(order))
            .unwrap();
        match reply {
            Reply::Accepted { first, .. } => Some((first, other)),
            _ => None,
        }
    }

    /// What is told of the reasons of each entry, and of the last order that may be explained.
    fn reasons(&self) -> Vec<Vec<String>> {
        let watched = self.club.watch(&self.table, Lang::En).unwrap();
        let of = |entry| watched.reasons(entry).unwrap();
        (1..=watched.around().last).map(|entry| of(Some(entry))).chain([of(None)]).collect()
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.store.read(&self.table, 1).unwrap()
    }

    /// Those orders that came through the computer's door, with the seconds since what they answer was asked.
    fn beats(&self) -> Vec<i64> {
        let entries = self.entries();
        let at = |seq: u64| entries[seq as usize - 1].at.parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        let orders = entries.iter().filter(|entry| entry.door.as_deref() == Some(COMPUTER));
        orders
            .map(|entry| (at(entry.seq) - at(entry.body["prompt"].as_u64().unwrap())).num_seconds())
            .collect()
    }
}

/// A club whose computer players' chance follows from a key.
pub fn club(store: &MemoryStore, clock: &Arc<Clock>, key: u8) -> Arc<Club> {
    let club = GAMES.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap();
    Arc::new(club.with_computers([key; 32]))
}

fn computers(club: &Arc<Club>, haste: Haste) -> ComputerPlayers {
    ComputerPlayers::new(club.clone(), haste)
}

fn visitor(key: &str) -> Visitor {
    Visitor {
        player: "p-ann".to_owned(),
        key: format!("ann {key}"),
        door: Arc::new(AtTerminal { play: String::new() }),
        receipts: None,
    }
}

#[test]
fn a_whole_game_is_played_against_a_computer_whose_orders_come_on_the_beat() {
    let mut game = Against::of("midshipman");
    let mut idle = 0;
    for _ in 0..20_000 {
        if game.session().asked().unwrap().over {
            break;
        }
        match game.person_orders() {
            true => idle = 0,
            false => {
                idle += 1;
                assert!(
                    idle < 30,
                    "the computer does not answer: {:?}",
                    game.session().asked().unwrap().question
                );
                game.clock.pass(1);
            }
        }
        game.computers.attend().unwrap();
    }
    assert!(game.session().asked().unwrap().over, "the game comes to its end");
    let beats = game.beats();
    assert!(!beats.is_empty(), "it was asked in no game that comes to its end");
    let beat = DELAY_AGAINST_COMPUTERS.num_seconds();
    assert!((3..=5).contains(&beat) && beats.iter().all(|after| *after == beat), "{beats:?}");
    assert_eq!(game.club.evidence().audit(&game.table, Lang::En).unwrap().0, Conclusion::Holds);
}

#[test]
fn nothing_of_an_answer_shows_before_its_beat_and_a_restart_changes_nothing() {
    let orders = |restarted: bool| {
        let mut game = Against::of("lieutenant");
        for _ in 0..60 {
            let head = game.entries().len();
            game.computers.attend().unwrap();
            assert_eq!(game.entries().len(), head, "before its beat");
            if restarted {
                game.computers = computers(&game.club, Haste::Delayed);
            }
            game.clock.pass(60);
            game.computers.attend().unwrap();
            game.person_orders();
        }
        game.entries().into_iter().map(|entry| (entry.kind, entry.body)).collect::<Vec<_>>()
    };
    assert_eq!(orders(false), orders(true));
}

#[test]
fn only_against_computers_alone_is_the_delay_short_and_none_thinks_longer_than_it() {
    for (strength, short) in
        [("midshipman", true), ("lieutenant", true), ("captain", true), ("captain:2001", false)]
    {
        let strength = strength_called(strength).unwrap();
        let delays = [true, false].map(|alone| answer_delay(strength, alone));
        let against = if short { DELAY_AGAINST_COMPUTERS } else { ANSWER_DELAY };
        assert_eq!(delays, [against, ANSWER_DELAY], "{strength}");
    }
}

#[test]
fn at_a_terminal_of_ones_own_it_answers_at_once() {
    let mut game = Against::of("midshipman");
    game.computers = computers(&game.club, Haste::AtOnce);
    while game.person_orders() {}
    assert!(game.computers.attend().unwrap() > 0);
    assert!(game.beats().iter().all(|after| *after == 0));
}

#[test]
fn two_processes_do_not_both_play_for_them() {
    let mut game = Against::of("midshipman");
    let other = club(&game.store, &game.clock, 4);
    let mut others = computers(&other, Haste::AtOnce);
    while game.person_orders() {}
    game.computers.attend().unwrap();
    assert_eq!(others.attend().unwrap(), 0, "the right to play is another's");
    game.computers.leave().unwrap();
    assert!(others.attend().unwrap() > 0);
}

#[test]
fn a_request_is_agreed_to() {
    let mut game = Against::of("midshipman");
    assert!(game.person_orders());
    game.seconds += 1;
    let mut session = game.session();
    let asked = session.propose_close().unwrap();
    if let OrderOutcome::Refused(why) = asked {
        panic!("{why}");
    }
    drop(session);
    assert!(!game.session().asked().unwrap().over);
    game.computers.attend().unwrap();
    assert!(game.session().asked().unwrap().over, "it agrees");
}

#[test]
fn it_is_ready_when_all_are_asked_whether_they_are() {
    let mut game = Against::opened("midshipman", true, Clock::new());
    game.computers.attend().unwrap();
    assert!(!game.person_orders(), "the person is not ready yet");
    game.seconds += 1;
    let said = game.session().say_ready(true).unwrap();
    assert!(!matches!(said, OrderOutcome::Refused(_)));
    game.seconds += 1;
    assert!(game.person_orders(), "the game has begun");
}

#[test]
fn what_it_answers_and_when_does_not_depend_on_what_is_decided_beside_it_in_secret() {
    let mut differed = 0;
    for person in 0..8 {
        let decided = |otherwise| {
            let mut game = Against::of("lieutenant");
            game.person = Dice::from_key([person; 32]);
            game.answer_beside_a_secret(otherwise)
        };
        let (Some((one, answer, beat)), Some((other, its_answer, its_beat))) =
            (decided(false), decided(true))
        else {
            continue;
        };
        differed += usize::from(one != other);
        assert_eq!((answer, beat), (its_answer, its_beat), "person {person}, beside {one} and {other}");
    }
    assert!(differed > 2, "{differed} secrets");
}

#[test]
fn strengths_are_called_by_name_in_both_languages() {
    for (named, is) in
        [("captain", "captain"), (" Captain:50 ", "captain:50"), ("艦長", "captain"), ("大尉", "lieutenant")]
    {
        assert_eq!(strength_called(named).map(|it: Strength| it.to_string()).as_deref(), Some(is), "{named}");
    }
    for named in ["admiral", "captain:0", "captain:many", "lieutenant:5", "random", ""] {
        assert_eq!(strength_called(named), None, "{named}");
    }
}

/// Whether these lines explain an order; otherwise it is one sentence that says why they do not.
fn explain(lines: &[String]) -> bool {
    lines.len() > 1
}

#[test]
fn every_order_of_a_game_that_is_over_is_explained_as_it_was_thought_of() {
    // A captain thinks long: another server works only some of his orders out.
    for (strength, step) in [("lieutenant", 1), ("captain:3", 7)] {
        let mut game = Against::of(strength);
        assert!(game.club.tables_of_computers().unwrap().contains(&game.table));
        game.go_on(|_| false);
        assert!(game.club.tables_of_computers().unwrap().is_empty(), "a table that is over is looked at");
        let (entries, reasons) = (game.entries(), game.reasons());
        let mut explained = 0;
        for (entry, lines) in entries.iter().zip(&reasons) {
            let ordered = entry.kind == "OrderGiven" && entry.door.as_deref() == Some(COMPUTER);
            assert_eq!(explain(lines), ordered, "{strength}, entry {}: {lines:?}", entry.seq);
            if !ordered {
                continue;
            }
            explained += 1;
            assert!(lines[0].contains(strength.split(':').next().unwrap()), "{lines:?}");
            let shares: u32 =
                lines[1..].iter().map(|line| line.split(" %").next().unwrap().parse::<u32>().unwrap()).sum();
            assert!((95..=105).contains(&shares), "{strength}, entry {}: {lines:?}", entry.seq);
            let played_out = lines.iter().any(|line| line.contains("playouts win"));
            assert!(!played_out || strength.starts_with("captain"), "{lines:?}");
        }
        assert!(explained > 5, "{strength}: {explained} orders");
        assert!(explain(reasons.last().unwrap()), "the last order of all");

        let watched = club(&game.store, &game.clock, 5).watch(&game.table, Lang::En).unwrap();
        for (entry, lines) in entries.iter().zip(&reasons).step_by(step) {
            assert_eq!(watched.reasons(Some(entry.seq)).unwrap(), *lines, "another server knows as much");
        }
    }
}

#[test]
fn in_a_log_of_format_1_thoughts_hang_on_the_servers_secret() {
    let mut game = Against::opened("lieutenant", false, Clock::of_format(1));
    game.go_on(|_| false);
    let entries = game.entries();
    let by = |key| {
        let watched = club(&game.store, &game.clock, key).watch(&game.table, Lang::En).unwrap();
        let orders = entries.iter().filter(|entry| entry.door.as_deref() == Some(COMPUTER));
        let lines = orders.map(|entry| watched.reasons(Some(entry.seq)).unwrap());
        lines.filter(|lines| lines.last().unwrap().contains("can no longer be worked out")).count()
    };
    assert_eq!(by(4), 0);
    assert!(by(5) > 0, "another server's secret explains all");
    assert_eq!(thoughts::again(&game), Verdict::ok(thoughts::checked(&game)));
}

#[test]
fn the_id_of_a_computer_player_has_one_spelling() {
    for id in
        ["computer-random-v1", "computer-midshipman-v1", "computer-lieutenant-v2", "computer-captain-400-v1"]
    {
        assert_eq!(ComputerId::of(id).expect(id).to_string(), id);
    }
    let others = [
        "p-1",
        "computer-captain-v1",
        "computer-captain-0400-v1",
        "computer-captain-0-v1",
        "computer-random-v01",
    ];
    for id in
        others.into_iter().chain(["computer-admiral-v1", "computer-random", "computer-captain-100001-v1"])
    {
        assert_eq!(ComputerId::of(id), None, "{id}");
    }
}

/// What decided the game, as the person is told.
fn decided(game: &Against) -> String {
    let lines = game.session().board(&["decided".to_owned()]).unwrap();
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "soak: takes a minute: every position of a game is played out"]
fn soak_a_game_that_is_over_says_on_request_what_decided_it() {
    let mut game = Against::of("midshipman");
    game.go_on(|_| false);
    let told = decided(&game);
    assert!(told.starts_with("Britain: from ") && told.contains("Own choices"), "{told}");
    assert_eq!(told, decided(&game), "the same every time");
}

#[test]
fn the_news_of_the_end_say_how_to_ask_what_decided_it() {
    let mut game = Against::of("midshipman");
    assert!(decided(&game).contains("once it is over"), "before its end");
    game.go_on(|_| false);
    let watched = game.club.watch(&game.table, Lang::En).unwrap();
    let news = watched.report_lines(0, watched.around().last).unwrap();
    let news: Vec<String> = news.into_iter().map(|line| line.text).collect();
    assert!(news.iter().any(|line| line.contains("--post-mortem`")), "the news of the end name the command");
    assert!(!news.iter().any(|line| line.contains("Own choices")), "and wait for no playout: {news:?}");
}

#[test]
fn an_order_is_explained_once_everybody_may_see_what_was_seen_then() {
    let mut game = Against::of("lieutenant");
    // The computer has formed its fleets in secret and placed a marker, which everybody sees.
    game.go_on(|game| {
        let entries = game.entries();
        let placed = |entry: &&Entry| entry.kind == "MarkerPlaced" && entry.body["side"] == "german";
        entries.iter().any(|entry| placed(&entry))
    });
    let entries = game.entries();
    let last = |verb: &str| {
        let given = |it: &&Entry| {
            let order = it.body["order"]["verb"].as_str().unwrap_or_default();
            it.door.as_deref() == Some(COMPUTER) && order.starts_with(verb)
        };
        entries.iter().rfind(given).map(|entry| entry.seq as usize)
    };
    let (formed, placed) = (last("form").expect("formed"), last("place").expect("placed"));
    let hidden = game.reasons();
    assert!(!explain(&hidden[formed - 1]) && !explain(&hidden[placed - 1]), "{hidden:?}");
    let before = entries.iter().find(|entry| entry.door.as_deref() == Some(COMPUTER)).expect("ordered").seq;
    assert!(explain(&hidden[before as usize - 1]), "what it saw in the armament phase everybody sees");
    assert!(explain(hidden.last().unwrap()), "there is an order that may be explained");
    game.go_on(|game| game.entries().iter().any(|entry| entry.kind == "MarkersRevealed"));
    let open = game.reasons();
    assert!(explain(&open[formed - 1]) && explain(&open[placed - 1]), "{open:?}");
}

#[test]
fn what_is_explained_tells_nothing_of_what_is_decided_in_secret() {
    let mut differed = 0;
    for person in 0..6 {
        let decided = |key| {
            // In format 1 its dice follow from the server's key.
            let mut game = Against::opened("lieutenant", false, Clock::of_format(1));
            game.person = Dice::from_key([person; 32]);
            let dice = |game: &Against| game.session().asked().unwrap().options.verb("throw").is_some();
            game.go_on(|game| dice(game) && game.computer_is_asked());
            // The computer decides in secret, by one key or another; the person has not decided yet.
            let head = game.entries().len();
            let mut computers = computers(&club(&game.store, &game.clock, key), Haste::AtOnce);
            game.computers.leave().unwrap();
            computers.attend().unwrap();
            let order =
                game.entries()[head..].iter().find(|it| it.kind == "OrderGiven").map(|it| it.body.clone());
            (order, game.reasons())
        };
        let (one, told) = decided(4);
        assert!(one.is_some(), "it decides");
        // By some keys it decides alike; one by which it does not is enough.
        for key in 7..if differed == 0 { 19 } else { 8 } {
            let (other, also_told) = decided(key);
            assert_eq!(told, also_told, "person {person}, by {one:?} and {other:?}");
            if one != other {
                differed += 1;
                break;
            }
        }
    }
    assert!(differed > 0, "the same secret each time");
}
