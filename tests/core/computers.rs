//! Computer players at tables: told by deliveries, on the beat, in whole games, and after a restart.

use std::sync::Arc;

use serde_json::Value;

use crate::toy::Clock;
use wardroom::app::registry::GAMES;
use wardroom::bots::Strength;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::standing::ANSWER_BEAT;
use wardroom::club::strength::{COMPUTER, strength_called, strength_of};
use wardroom::club::{Club, Conclusion, NewTable, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::Dice;
use wardroom::log::{Entry, MemoryStore, Players, Store};
use wardroom::words::Lang;

/// A table of Grand Fleet where a person leads Britain and a computer Germany.
struct Against {
    store: MemoryStore,
    clock: Arc<Clock>,
    club: Arc<Club>,
    computers: ComputerPlayers,
    table: String,
    person: Dice,
    seconds: i64,
}

impl Against {
    fn of(strength: &str) -> Against {
        Against::opened(strength, false)
    }

    fn opened(strength: &str, ready: bool) -> Against {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let club = Arc::new(GAMES.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap());
        let new = NewTable {
            game: "grand_fleet".to_owned(),
            seat: None,
            options: vec![],
            practice: false,
            ready,
            opponent: Some(strength_called(strength).unwrap()),
            master: None,
        };
        let table = club.open(&visitor("open"), &new, Lang::En).unwrap();
        let computers = computers(&club, Haste::OnTheBeat);
        Against { store, clock, club, computers, table, person: Dice::from_key([9; 32]), seconds: 0 }
    }

    fn session(&self) -> Box<dyn PlayerSession> {
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
    fn person_orders(&mut self) -> bool {
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
        let done = session.order(prompt, form).unwrap();
        assert!(!matches!(done, OrderOutcome::Refused(_) | OrderOutcome::Stale));
        true
    }

    fn entries(&self) -> Vec<Entry> {
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

fn computers(club: &Arc<Club>, haste: Haste) -> ComputerPlayers {
    ComputerPlayers::new(club.clone(), Some([4; 32]), haste)
}

fn visitor(key: &str) -> Visitor {
    Visitor {
        player: "p-ann".to_owned(),
        key: format!("ann {key}"),
        door: Arc::new(AtTerminal { play: String::new() }),
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
                game.clock.pass(10);
            }
        }
        game.computers.attend().unwrap();
    }
    assert!(game.session().asked().unwrap().over, "the game comes to its end");
    let beats = game.beats();
    assert!(!beats.is_empty(), "it was asked in no game that comes to its end");
    let beat = ANSWER_BEAT.num_seconds();
    assert!(beats.iter().all(|after| (beat..beat + 10).contains(after)), "{beats:?}");
    assert_eq!(game.club.audit(&game.table, Lang::En).unwrap().0, Conclusion::Holds);
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
                game.computers = computers(&game.club, Haste::OnTheBeat);
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
    let other = Arc::new(GAMES.club(Arc::new(game.store.clone()), game.clock.clone(), None, None).unwrap());
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
    let mut game = Against::opened("midshipman", true);
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
