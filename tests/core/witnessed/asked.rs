//! A server that asks its witness over HTTP: a stand-in that hangs, refuses, lies, loses a table and comes back.

mod computers;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, Utc};
use wardroom::app::dice_witness::{DiceTimeouts, WitnessedPlatform};
use wardroom::app::witness::dice::DiceDesk;
use wardroom::club::club_log::LogSigner;
use wardroom::club::session::OrderOutcome;
use wardroom::club::{Club, Visitor};
use wardroom::config::witness::ListedDice;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::log::players::Player;
use wardroom::log::{MemoryStore, Players, Store, TimeChange};
use wardroom::pace::{Overdue, Terms};
use wardroom::table::{Caller, NoDice, Order, Platform, Reply, TableCommand, Tables};
use wardroom::transparency::dice::DiceAsk;
use wardroom::words::{Lang, Words};

use super::{club, desk, open, other_club};
use crate::common::commands::Commands;
use crate::entropy::words;
use crate::seats::{BLUE, RED, accepted, refused};
use crate::time_faults::{TOY, keep, pass};
use crate::toy::*;

/// The behaviour of the stand-in at a request.
#[derive(Clone, PartialEq, Eq)]
enum Mode {
    Answers,
    /// It takes connections and says nothing.
    Hangs,
    /// It answers what it answered before, and anything that is no question, and says nothing else: as with a disk that hangs.
    HangsAtNew,
    /// Its memory is another's: it answered for other values.
    Forked,
    /// It ends connections at once.
    Cuts,
    Says(u16, &'static str),
    /// It answers with the dice of another key.
    OtherKey,
    /// It answers with what it answered last.
    Replays,
    /// It knows nothing of the table with this opening.
    Lost(String),
}

/// A stand-in for the server of a witness.
struct Stand {
    mode: Mutex<Mode>,
    desk: Arc<DiceDesk>,
    other: DiceDesk,
    /// The same witness with a memory of its own.
    fork: Arc<DiceDesk>,
    /// The questions that were answered, and the number of answers to one of them once more.
    answered: Mutex<BTreeSet<String>>,
    repeated: AtomicUsize,
    last: Mutex<(u16, String)>,
    /// The opening in each question.
    asked: Mutex<Vec<String>>,
    held: Mutex<Vec<TcpStream>>,
    url: String,
    _folder: tempfile::TempDir,
}

impl Stand {
    fn new() -> Arc<Stand> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let again = LogSigner::witness("witness.example/w1", [5; 32]).unwrap();
        let other = DiceDesk::new(&again, vec![club().verifier().clone()], folder.path().join("other"));
        let desk = desk(folder.path());
        let stand = Arc::new(Stand {
            mode: Mutex::new(Mode::Answers),
            desk,
            other,
            fork: super::desk(&folder.path().join("fork")),
            answered: Mutex::default(),
            repeated: AtomicUsize::new(0),
            last: Mutex::default(),
            asked: Mutex::default(),
            held: Mutex::default(),
            url,
            _folder: folder,
        });
        let serving = stand.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let serving = serving.clone();
                // A connection that the client ends is no fault.
                thread::spawn(move || drop(serving.serve(stream)));
            }
        });
        stand
    }

    fn set(&self, mode: Mode) {
        *self.mode.lock().unwrap() = mode;
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// The questions that it holds open.
    fn held(&self) -> usize {
        self.held.lock().unwrap().len()
    }

    /// Gives the fork a memory of other values, for the first numbers of the table with this opening.
    fn fork_from(&self, opening: &str, numbers: u64) {
        let opening = hex::decode(opening).unwrap().try_into().unwrap();
        for counter in 1..=numbers {
            let ask = DiceAsk { opening, counter, value: [9; 32] };
            assert_eq!(self.fork.answer(&ask.signed(&club())).0, 200);
        }
        self.set(Mode::Forked);
    }

    fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let (mut reader, mut length, mut line) = (BufReader::new(stream.try_clone()?), 0, String::new());
        while reader.read_line(&mut line)? > 2 {
            if let Some(size) = line.to_lowercase().strip_prefix("content-length:") {
                length = size.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let body = String::from_utf8(body).unwrap();
        let opening = body.lines().nth(2).unwrap_or_default().to_owned();
        self.asked.lock().unwrap().push(opening.clone());
        let is_known = self.answered.lock().unwrap().contains(&body);
        let mode = self.mode.lock().unwrap().clone();
        let (status, text) = match mode {
            Mode::HangsAtNew if is_known || body.is_empty() => self.answers(&body),
            Mode::Hangs | Mode::HangsAtNew => {
                self.held.lock().unwrap().push(stream);
                return Ok(());
            }
            Mode::Cuts => return Ok(()),
            Mode::Says(status, text) => (status, text.to_owned()),
            Mode::Lost(lost) if lost == opening => (422, "0\n".to_owned()),
            Mode::Replays => self.last.lock().unwrap().clone(),
            Mode::OtherKey => {
                let (status, _, text) = self.other.answer(&body);
                (status, text)
            }
            Mode::Forked => {
                let (status, _, text) = self.fork.answer(&body);
                (status, text)
            }
            Mode::Answers | Mode::Lost(_) => self.answers(&body),
        };
        let head =
            format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", text.len());
        stream.write_all((head + &text).as_bytes())
    }

    fn answers(&self, body: &str) -> (u16, String) {
        let (status, _, text) = self.desk.answer(body);
        if !self.answered.lock().unwrap().insert(body.to_owned()) {
            self.repeated.fetch_add(1, Ordering::SeqCst);
        }
        *self.last.lock().unwrap() = (status, text.clone());
        (status, text)
    }
}

/// A club whose server asks the stand-in, by a clock that goes as the test says.
struct Server {
    stand: Arc<Stand>,
    clock: Arc<Clock>,
    store: MemoryStore,
    tables: Toys<MemoryStore>,
    club: Club,
}

/// Timeouts that no busy machine reaches, but for a witness that hangs.
const PATIENT: DiceTimeouts =
    DiceTimeouts { usual: Duration::from_secs(60), after_a_fault: Duration::from_secs(60) };

impl Server {
    fn new(patience: DiceTimeouts) -> Server {
        Server::over(Stand::new(), MemoryStore::new(), Clock::new(), (club(), patience))
    }

    fn over(
        stand: Arc<Stand>,
        store: MemoryStore,
        clock: Arc<Clock>,
        (signer, patience): (LogSigner, DiceTimeouts),
    ) -> Server {
        let dice = ListedDice { url: stand.url.clone(), key: stand.desk.key().clone() };
        let platform = Arc::new(WitnessedPlatform::new(clock.clone(), signer, dice, patience));
        for name in [RED, BLUE] {
            let player = Player { id: name.to_owned(), name: name.to_owned(), ..Player::default() };
            store.put_player(player).unwrap();
        }
        let tables = Tables::new(Arc::new(store.clone()), platform.clone());
        let club = TOY.club(Arc::new(store.clone()), platform, None, None).unwrap();
        Server { stand, clock, store, tables, club }
    }

    /// The same after a restart.
    fn anew(&self) -> Server {
        Server::over(self.stand.clone(), self.store.clone(), self.clock.clone(), (club(), PATIENT))
    }

    /// Opens a table with a day for a decision, whose game has begun.
    fn begin(&self) -> String {
        let id = open(&self.tables).unwrap();
        for (who, typed) in [(RED, "seven grey cats"), (BLUE, "a dog")] {
            accepted(self.tables.gives(&id, &caller(who), words(who, typed, false)));
        }
        let terms =
            Terms { overdue: Overdue::Claim, ..Terms::default().changed("1d grace none", None).unwrap() };
        let ask = accepted(self.tables.change_time(&id, &caller(RED), seat(RED), &TimeChange::Terms(terms)));
        accepted(self.tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
        id
    }

    fn chooses(&self, id: &str, by: &Caller, number: i64) -> Reply {
        let asked = asked(&self.tables, id);
        let at = seat(if by.player == BLUE { BLUE } else { RED });
        let prompt = asked.iter().find(|asked| asked.prompt.seat == at).unwrap().number;
        let form = wardroom::game::OrderForm::new(word("choose")).with("number", number);
        self.tables.gives(id, by, TableCommand::Order(Order { seat: at, prompt, form })).unwrap()
    }

    /// Keeps time for some minutes; between two rounds what was asked in the background is answered.
    fn keeps_time(&self, minutes: u64) {
        for _ in 0..minutes {
            keep(&self.club);
            thread::sleep(Duration::from_millis(50));
            self.clock.pass(60);
        }
    }

    fn expired(&self, id: &str) -> usize {
        let entries = self.store.read(id, 1).unwrap();
        entries.iter().filter(|entry| entry.kind == "TimeExpired").count()
    }
}

/// Waits until it is so.
fn until(is_so: impl Fn() -> bool) {
    for _ in 0..1200 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("it never was");
}

/// A witness that hangs is late for the first who asks.
const HANGING: DiceTimeouts =
    DiceTimeouts { usual: Duration::from_secs(2), after_a_fault: Duration::from_secs(60) };

#[test]
fn a_witness_that_answers_late_is_named_and_holds_up_one_caller_once() {
    let server = Server::new(HANGING);
    let (one, other) = (server.begin(), server.begin());
    let heads = || [&one, &other].map(|id| server.store.stored_head(id).unwrap());
    let (before, stored) = (server.stand.asked().len(), heads());
    let asked = || server.stand.asked().len() - before;
    server.stand.set(Mode::Hangs);
    assert_eq!(refused(Ok(server.chooses(&one, &caller(RED), 4))), "witness-late");
    for _ in 0..50 {
        assert_eq!(refused(Ok(server.chooses(&one, &caller(BLUE), 4))), "witness-late");
        assert_eq!(refused(Ok(server.chooses(&other, &caller(RED), 4))), "witness-late");
    }
    assert_eq!(asked(), 1, "all others were refused at once");
    // Computer players and standing orders wait for nothing: the question goes out in the background.
    server.clock.pass(5);
    for door in ["computer", "standing-order/plan", "computer"] {
        let reply = server.chooses(&other, &Caller::new(RED, door), 4);
        assert_eq!(refused(Ok(reply)), "witness-late");
    }
    until(|| asked() == 2);
    // Nor does the keeper of time, which lets nothing expire.
    pass(&server.clock, 25, &server.club);
    until(|| asked() > 2);
    assert_eq!((server.expired(&one), server.expired(&other)), (0, 0));
    assert_eq!(heads(), stored);
    // It comes back, and what still hangs is of no account.
    server.stand.set(Mode::Answers);
    server.clock.pass(6);
    accepted(Ok(server.chooses(&one, &caller(RED), 4)));
    let computer = Caller::new(RED, "computer");
    until(|| server.chooses(&other, &computer, 4).is_accepted());
    server.stand.held.lock().unwrap().clear();
    accepted(Ok(server.chooses(&one, &caller(BLUE), 9)));
}

#[test]
fn a_computer_player_finds_the_witness_again() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    let computer = Caller::new(RED, "computer");
    server.stand.set(Mode::Cuts);
    assert_eq!(refused(Ok(server.chooses(&id, &computer, 4))), "witness-asked");
    until(|| refused(Ok(server.chooses(&id, &computer, 4))) == "witness-silent");
    server.stand.set(Mode::Answers);
    until(|| {
        server.clock.pass(5);
        server.chooses(&id, &computer, 4).is_accepted()
    });
}

/// A standing order of a player at a table, for the question that is open.
fn stands(server: &Server, id: &str, who: &'static str) {
    let door = Arc::new(AtTerminal { play: String::new() });
    let visitor = Visitor { player: who.to_owned(), door, key: String::new(), receipts: None };
    let mut session = server.club.watch(id, Lang::En).unwrap().sit(visitor, Some(seat(who))).unwrap();
    let told = session.standing_order("quick when choose then choose 4").unwrap();
    assert!(matches!(told, OrderOutcome::Noted(_)));
}

/// The standing orders that went out at a table.
fn given(server: &Server, id: &str) -> usize {
    let entries = server.store.read(id, 1).unwrap();
    entries.iter().filter(|entry| entry.door.as_deref() == Some("standing-order/quick")).count()
}

/// The witness has the questions of all tables at once, so the keeper of time waited for none.
#[test]
fn the_keeper_of_time_asks_for_all_tables_and_waits_for_none() {
    let server = Server::new(PATIENT);
    let tables: Vec<String> = (0..12).map(|_| server.begin()).collect();
    tables.iter().for_each(|id| stands(&server, id, RED));
    server.stand.set(Mode::Hangs);
    server.clock.pass(60);
    keep(&server.club);
    until(|| server.stand.held() == tables.len());
    assert!(tables.iter().all(|id| given(&server, id) == 0));
    server.stand.set(Mode::Answers);
    server.stand.held.lock().unwrap().clear();
    until(|| {
        server.clock.pass(10);
        keep(&server.club);
        tables.iter().all(|id| given(&server, id) == 1)
    });
}

/// That it answers what it wrote long ago says nothing of what it has to write now.
#[test]
fn only_an_answer_to_a_new_question_says_that_new_questions_are_answered() {
    let server = Server::new(HANGING);
    let id = server.begin();
    server.stand.set(Mode::HangsAtNew);
    assert_eq!(refused(Ok(server.chooses(&id, &caller(RED), 4))), "witness-late");
    let prompt = asked(&server.tables, &id).iter().find(|it| it.prompt.seat == seat(RED)).unwrap().number;
    for round in 1..=20 {
        server.clock.pass(200);
        // Before time expires the keeper asks for what is known, and that is answered.
        let expired = server.tables.expire(&id, seat(RED), prompt, DateTime::<Utc>::UNIX_EPOCH, None);
        assert!(!expired.unwrap(), "an order was tried in vain");
        until(|| server.stand.repeated.load(Ordering::SeqCst) == round);
        // A new question goes out in the background, and nobody else's: each that waited would take a minute.
        let computer = server.chooses(&id, &Caller::new(BLUE, "computer"), 9);
        assert_eq!(refused(Ok(computer)), "witness-late");
        assert_eq!(refused(Ok(server.chooses(&id, &caller(RED), 4))), "witness-late");
        until(|| server.stand.held() == 1 + round);
    }
    server.stand.set(Mode::Answers);
    until(|| {
        server.clock.pass(200);
        server.chooses(&id, &Caller::new(BLUE, "computer"), 9).is_accepted()
    });
    accepted(Ok(server.chooses(&id, &caller(RED), 4)));
    assert_eq!(server.stand.held(), 21);
}

/// It waits for no hour after a vain try, and no time expires meanwhile.
#[test]
fn a_standing_order_goes_out_within_seconds_once_the_witness_answers() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    stands(&server, &id, RED);
    server.stand.set(Mode::Cuts);
    for _ in 0..20 {
        server.clock.pass(10);
        keep(&server.club);
    }
    assert_eq!(given(&server, &id), 0);
    server.stand.set(Mode::Answers);
    let rounds = Cell::new(0);
    until(|| {
        rounds.set(rounds.get() + 1);
        server.clock.pass(10);
        keep(&server.club);
        given(&server, &id) == 1
    });
    assert!(rounds.get() < 60, "{} rounds of ten seconds", rounds.get());
}

#[test]
fn standing_orders_of_two_seats_at_one_table_go_out() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    [RED, BLUE].into_iter().for_each(|who| stands(&server, &id, who));
    until(|| {
        server.clock.pass(10);
        keep(&server.club);
        given(&server, &id) >= 2
    });
}

#[test]
fn a_standing_order_is_tried_less_and_less_often_at_a_witness_that_never_answers() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    stands(&server, &id, RED);
    server.stand.set(Mode::Cuts);
    let before = server.stand.asked().len();
    for _ in 0..12 * 360 {
        server.clock.pass(10);
        keep(&server.club);
    }
    // Every ten seconds would be 4,320 times. From forty minutes on it is every ten minutes.
    let tries = server.stand.asked().len() - before;
    assert!((10..150).contains(&tries), "{tries} tries in twelve hours");
    server.stand.set(Mode::Answers);
    until(|| {
        server.clock.pass(600);
        keep(&server.club);
        given(&server, &id) == 1
    });
}

#[test]
fn a_witness_that_answers_twice_differently_is_named_and_nothing_is_stored() {
    let server = Server::new(PATIENT);
    let (id, other) = (server.begin(), server.begin());
    accepted(Ok(server.chooses(&id, &caller(RED), 4)));
    let opening = server.stand.asked().pop().unwrap();
    let head = server.store.stored_head(&id).unwrap();
    server.stand.fork_from(&opening, 2);
    // The keeper of time asks for number 2, which the log holds, before a deadline.
    pass(&server.clock, 25, &server.club);
    server.keeps_time(5);
    let computer = server.chooses(&id, &Caller::new(BLUE, "computer"), 9);
    assert_eq!(refused(Ok(computer)), "witness-twice");
    assert_eq!(refused(Ok(server.chooses(&id, &caller(BLUE), 9))), "witness-twice");
    pass(&server.clock, 50, &server.club);
    assert_eq!((server.expired(&id), server.store.stored_head(&id).unwrap()), (0, head));
    // Whatever it answers from here on: the players have to agree to do without it, and then they do.
    server.stand.set(Mode::Answers);
    assert_eq!(refused(Ok(server.chooses(&id, &caller(BLUE), 9))), "witness-twice");
    let own = |who| TableCommand::UseOwnDice { seat: seat(who) };
    let number = accepted(server.tables.gives(&id, &caller(RED), own(RED)));
    let answer = TableCommand::AnswerRequest { seat: seat(BLUE), number, agrees: true };
    accepted(server.tables.gives(&id, &caller(BLUE), answer));
    accepted(Ok(server.chooses(&id, &caller(BLUE), 9)));
    // Another table of the same witness goes on meanwhile.
    accepted(Ok(server.chooses(&other, &caller(RED), 4)));
}

/// Also where the first answer is in no log yet.
#[test]
fn a_second_answer_is_found_before_the_first_is_stored() {
    let server = Server::new(PATIENT);
    let dice = ListedDice { url: server.stand.url.clone(), key: server.stand.desk.key().clone() };
    let platform = WitnessedPlatform::new(server.clock.clone(), club(), dice, PATIENT);
    let asks = |value: u8, last: Option<&DiceAsk>| {
        let ask = DiceAsk { opening: [7; 32], counter: 1, value: [value; 32] };
        platform.dice_witness().unwrap().ask(&ask, last, false)
    };
    assert_eq!(asks(1, None).unwrap()[0].value, [1; 32]);
    assert_eq!(asks(2, None).unwrap()[0].value, [1; 32], "the answer for the number");
    server.stand.set(Mode::Forked);
    assert_eq!(asks(2, None), Err(NoDice::Twice(1)));
    server.stand.set(Mode::Answers);
    assert_eq!(asks(1, None), Err(NoDice::Twice(1)), "and it stays found");
    // Another process stored another answer than the one that this process heard.
    let last = DiceAsk { opening: [8; 32], counter: 1, value: [4; 32] };
    let ask = DiceAsk { counter: 2, value: [5; 32], ..last };
    let first = DiceAsk { value: [3; 32], ..last };
    let dice = platform.dice_witness().unwrap();
    dice.ask(&first, None, false).unwrap();
    assert_eq!(dice.ask(&ask, Some(&last), false), Err(NoDice::Twice(1)));
}

#[test]
fn each_bad_answer_has_a_sentence_of_its_own_in_both_languages() {
    let words = Words::read().unwrap();
    for lang in [Lang::En, Lang::Ja] {
        let said = [
            "silent",
            "late",
            "wrong",
            "forged",
            "unlisted",
            "forgot",
            "twice",
            "other-key-of-club",
            "elsewhere",
        ]
        .map(|why| {
            let args = ["witness", "known", "ours", "counter"].map(|name| (name, "w-1".into()));
            words.say(lang, &format!("refusal-witness-{why}"), &args)
        });
        assert!(said.iter().all(|text| text.contains("w-1") && !text.contains("refusal-")), "{said:#?}");
        assert_eq!(said.iter().collect::<BTreeSet<_>>().len(), said.len(), "{said:#?}");
    }
}

#[test]
fn a_witness_that_answers_wrongly_or_with_another_key_is_named_and_stores_nothing() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    let head = server.store.stored_head(&id).unwrap();
    let lost = server.stand.asked().pop().unwrap();
    let (long, line) = ("x\n", "2 00 00 00\n");
    for (mode, why) in [
        (Mode::Says(500, ""), "witness-wrong"),
        (Mode::Says(200, ""), "witness-wrong"),
        (Mode::Says(200, long), "witness-wrong"),
        (Mode::Says(200, line), "witness-wrong"),
        (Mode::Says(409, line), "witness-wrong"),
        (Mode::Says(422, "many"), "witness-wrong"),
        (Mode::Says(301, ""), "witness-wrong"),
        (Mode::Replays, "witness-wrong"),
        (Mode::Says(403, ""), "witness-unlisted"),
        (Mode::Says(404, ""), "witness-unlisted"),
        (Mode::Says(422, "0\n"), "witness-forgot"),
        (Mode::Lost(lost), "witness-forgot"),
        (Mode::Cuts, "witness-silent"),
    ] {
        server.stand.set(mode);
        assert_eq!(refused(Ok(server.chooses(&id, &caller(RED), 4))), why);
        server.clock.pass(6);
    }
    // With another key it answers for a number that it was not asked for yet there: as if it had lost the table.
    server.stand.set(Mode::OtherKey);
    let fresh = open(&server.tables).unwrap();
    accepted(server.tables.gives(&fresh, &caller(RED), words(RED, "a cat", false)));
    let ready = server.tables.gives(&fresh, &caller(BLUE), words(BLUE, "a dog", false));
    assert_eq!(refused(ready), "witness-forged");
    assert_eq!(server.store.stored_head(&id).unwrap(), head);
    // A club whose log has another key now says that.
    let signer = LogSigner::new("tables.example/log", [3; 32]).unwrap();
    let rekeyed =
        Server::over(server.stand.clone(), server.store.clone(), server.clock.clone(), (signer, PATIENT));
    assert_eq!(refused(Ok(rekeyed.chooses(&id, &caller(RED), 4))), "witness-other-key-of-club");
    server.stand.set(Mode::Answers);
    accepted(Ok(server.chooses(&id, &caller(RED), 4)));
    assert_ne!(club().verifier(), other_club().verifier());
}

/// Other tables of the same witness go on, and the time of the lost one stands still, across a restart too.
#[test]
fn a_witness_that_loses_one_table_stops_the_clock_of_that_table_alone() {
    let server = Server::new(PATIENT);
    let (lost, other) = (server.begin(), server.begin());
    accepted(Ok(server.chooses(&lost, &caller(RED), 4)));
    let opening = server.stand.asked().pop().unwrap();
    server.stand.set(Mode::Lost(opening));
    assert_eq!(refused(Ok(server.chooses(&lost, &caller(BLUE), 9))), "witness-forgot");
    accepted(Ok(server.chooses(&other, &caller(RED), 4)));
    pass(&server.clock, 25, &server.club);
    server.keeps_time(5);
    assert_eq!((server.expired(&lost), server.expired(&other)), (0, 1));
    let anew = server.anew();
    pass(&anew.clock, 25, &anew.club);
    anew.keeps_time(5);
    assert_eq!(anew.expired(&lost), 0);
    // It finds the table again, and owes its time.
    anew.stand.set(Mode::Answers);
    accepted(Ok(anew.chooses(&lost, &caller(BLUE), 9)));
}

#[test]
fn nothing_expires_after_a_restart_before_the_witness_was_asked() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    pass(&server.clock, 23, &server.club);
    server.stand.set(Mode::Cuts);
    let anew = server.anew();
    pass(&anew.clock, 2, &anew.club);
    anew.keeps_time(5);
    assert_eq!(anew.expired(&id), 0);
    anew.stand.set(Mode::Answers);
    anew.keeps_time(3);
    pass(&anew.clock, 4, &anew.club);
    anew.keeps_time(5);
    assert!(anew.expired(&id) > 0, "what was owed is over");
}
