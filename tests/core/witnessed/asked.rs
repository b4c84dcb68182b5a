//! A server that asks its witness over HTTP: a stand-in that hangs, refuses, lies, loses a table and comes back.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

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
use wardroom::table::{Caller, Order, Reply, TableCommand, Tables};
use wardroom::words::Lang;

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
    last: Mutex<(u16, String)>,
    /// The opening in each question; the word `look` for other requests.
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
        let opening = body.lines().nth(2).unwrap_or("look").to_owned();
        self.asked.lock().unwrap().push(opening.clone());
        let mode = self.mode.lock().unwrap().clone();
        let (status, text) = match mode {
            Mode::Hangs => {
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
            Mode::Answers | Mode::Lost(_) if opening == "look" => (200, String::new()),
            Mode::Answers | Mode::Lost(_) => {
                let (status, _, text) = self.desk.answer(&body);
                *self.last.lock().unwrap() = (status, text.clone());
                (status, text)
            }
        };
        let head =
            format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", text.len());
        stream.write_all((head + &text).as_bytes())
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

#[test]
fn a_witness_that_hangs_holds_up_one_caller_once() {
    let patience = DiceTimeouts { usual: Duration::from_secs(2), after_a_fault: Duration::from_secs(60) };
    let server = Server::new(patience);
    let (one, other) = (server.begin(), server.begin());
    let before = server.stand.asked().len();
    let asked = || server.stand.asked()[before..].to_vec();
    server.stand.set(Mode::Hangs);
    assert_eq!(refused(Ok(server.chooses(&one, &caller(RED), 4))), "witness-silent");
    for _ in 0..50 {
        assert_eq!(refused(Ok(server.chooses(&one, &caller(BLUE), 4))), "witness-silent");
        assert_eq!(refused(Ok(server.chooses(&other, &caller(RED), 4))), "witness-silent");
    }
    assert_eq!(asked().len(), 1, "all others were refused at once");
    // Computer players and standing orders wait for nothing: somebody looks in the background.
    server.clock.pass(5);
    for door in ["computer", "standing-order/plan", "computer"] {
        let reply = server.chooses(&other, &Caller::new(RED, door), 4);
        assert_eq!(refused(Ok(reply)), "witness-silent");
    }
    until(|| asked().len() == 2);
    assert_eq!(asked()[1], "look");
    // Nor does the keeper of time, which lets nothing expire.
    pass(&server.clock, 25, &server.club);
    until(|| asked().len() > 2);
    assert_eq!((server.expired(&one), server.expired(&other)), (0, 0));
    // It comes back, and what still hangs is of no account.
    server.stand.set(Mode::Answers);
    server.clock.pass(6);
    accepted(Ok(server.chooses(&one, &caller(RED), 4)));
    accepted(Ok(server.chooses(&other, &Caller::new(RED, "computer"), 4)));
    server.stand.held.lock().unwrap().clear();
    accepted(Ok(server.chooses(&one, &caller(BLUE), 9)));
}

#[test]
fn a_computer_player_finds_the_witness_again() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    let computer = Caller::new(RED, "computer");
    server.stand.set(Mode::Cuts);
    assert_eq!(refused(Ok(server.chooses(&id, &computer, 4))), "witness-silent");
    server.stand.set(Mode::Answers);
    until(|| {
        server.clock.pass(5);
        server.chooses(&id, &computer, 4).is_accepted()
    });
}

/// It waits for no hour after a vain try, and no time expires meanwhile.
#[test]
fn a_standing_order_goes_out_within_seconds_once_the_witness_answers() {
    let server = Server::new(PATIENT);
    let id = server.begin();
    let door = Arc::new(AtTerminal { play: String::new() });
    let visitor = Visitor { player: RED.to_owned(), door, key: String::new(), receipts: None };
    let mut session = server.club.watch(&id, Lang::En).unwrap().sit(visitor, Some(seat(RED))).unwrap();
    let told = session.standing_order("quick when choose then choose 4").unwrap();
    assert!(matches!(told, OrderOutcome::Noted(_)));
    let given = || {
        let entries = server.store.read(&id, 1).unwrap();
        entries.iter().filter(|entry| entry.door.as_deref() == Some("standing-order/quick")).count()
    };
    server.stand.set(Mode::Cuts);
    for _ in 0..20 {
        server.clock.pass(10);
        keep(&server.club);
    }
    assert_eq!(given(), 0);
    server.stand.set(Mode::Answers);
    let rounds = Cell::new(0);
    until(|| {
        rounds.set(rounds.get() + 1);
        server.clock.pass(10);
        keep(&server.club);
        given() == 1
    });
    assert!(rounds.get() < 60, "{} rounds of ten seconds", rounds.get());
}

#[test]
fn each_fault_of_a_witness_is_named_and_stores_nothing() {
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
