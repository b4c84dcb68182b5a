//! The price of proofs, all in one run: orders a second with the club's log off and on, an order without a witness of the dice and with
//! one 5 ms away, and the bytes of proofs.
//!
//! `cargo bench --bench witness`; `--short` takes a fifth of the time. Aims: the club's log costs 2 % at most; the 99th percentile of an
//! order grows by the round trip and nothing else; a proof has 2 KB at most.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use wardroom::app::dice_witness::{DiceTimeouts, WitnessedPlatform};
use wardroom::app::witness::dice::DiceDesk;
use wardroom::club::Club;
use wardroom::club::club_log::{Checkpoint, Checkpointer, LeafProof, LogSigner};
use wardroom::config::witness::ListedDice;
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::log::{SqliteStore, Store};
use wardroom::table::open::Opened;
use wardroom::table::{
    Caller, Entropy, OpenTable, OpeningSeat, Order, Platform, System, TableCommand, Tables,
};
use wardroom::transparency::dice::{DiceAnswer, DiceAsk};
use wardroom::transparency::leaf::{LeafMoment, TableLeaf};
use wardroom::transparency::merkle::{leaf_hash, root};

/// The time that the witness takes beside its own work.
const AWAY: Duration = Duration::from_millis(5);
const WRITERS: usize = 8;
/// Orders of each writer in a round.
const ORDERS_EACH: usize = 100;
const ROUNDS: usize = 25;
/// Orders at each table, without a witness and with one.
const WITNESSED_ORDERS: usize = 1500;
/// `--short` divides the counts by this.
const SHORT: usize = 5;
/// Leaves of a large club.
const LEAVES: u64 = 100_000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let part = if std::env::args().any(|arg| arg == "--short") { SHORT } else { 1 };
    club_log(folder.path(), ROUNDS / part);
    witness(folder.path(), WITNESSED_ORDERS / part);
    proofs();
}

fn club_key() -> LogSigner {
    LogSigner::new("club.example/log", [7; 32]).expect("a key")
}

fn percent(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// The same games into two databases in turn: one notes for the club's log which tables went on, the other does not. After each round
/// the first has its checkpoint signed, which `serve` does every ten minutes.
fn club_log(folder: &Path, rounds: usize) {
    let stores = ["off.db", "on.db"].map(|name| {
        let path = folder.join(name);
        let store = SqliteStore::open(&path).expect("a database");
        if name == "off.db" {
            let bare = rusqlite::Connection::open(&path).expect("the database");
            let ignored = "CREATE TRIGGER off BEFORE INSERT ON unlogged BEGIN SELECT RAISE(IGNORE); END";
            bare.execute_batch(ignored).expect("a trigger");
        }
        store
    });
    let shared: Arc<dyn Store> = Arc::new(stores[1].clone());
    let club = Arc::new(Club::new(vec![], shared, Arc::new(System), None).expect("a club"));
    let mut checkpointer = Checkpointer::new(club, club_key(), None, None);
    let desks = stores.map(|store| Games::new(Arc::new(store), Arc::new(System)));
    let mut players = [0, 1].map(|at| {
        let player = |writer| (open(&desks[at], false), Dice::from_key([writer as u8; 32]));
        (0..WRITERS).map(player).collect::<Vec<_>>()
    });
    let (mut waited, mut signed) = ([Duration::ZERO; 2], Vec::new());
    for round in 0..rounds {
        // Each goes first in turn, so that other work on the machine slows both alike.
        for at in [round % 2, (round + 1) % 2] {
            waited[at] += played(&desks[at], &mut players[at]);
        }
        let begun = Instant::now();
        checkpointer.sign_next().expect("a checkpoint");
        signed.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let [off, on] =
        waited.map(|waited| (rounds * WRITERS * ORDERS_EACH * WRITERS) as f64 / waited.as_secs_f64());
    println!(
        "club's log off: {off:.0} orders/s, on: {on:.0} orders/s, on / off {:.3}; a checkpoint of {WRITERS} tables {:.1} ms (median)",
        on / off,
        middle(signed)
    );
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The time that all writers together wait for their orders, who give them at the same time.
fn played(desk: &Games, players: &mut [(String, Dice)]) -> Duration {
    std::thread::scope(|scope| {
        let writers = players.iter_mut().map(|(table, luck)| {
            scope.spawn(move || {
                (0..ORDERS_EACH).map(|_| next_order(desk, table, luck, false)).sum::<Duration>()
            })
        });
        writers.collect::<Vec<_>>().into_iter().map(|writer| writer.join().expect("a writer")).sum()
    })
}

/// The time of the next order at a table, or at a new one if its game is over.
fn next_order(desk: &Games, table: &mut String, luck: &mut Dice, witness: bool) -> Duration {
    loop {
        match order(desk, table, luck) {
            Some(took) => return took,
            None => *table = open(desk, witness),
        }
    }
}

/// A witness on a port of this machine that takes its time. Returns its address.
fn stand(desk: Arc<DiceDesk>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let desk = desk.clone();
            // The connection ends with its client.
            std::thread::spawn(move || drop(serve(stream, &desk)));
        }
    });
    url
}

fn serve(mut stream: TcpStream, desk: &DiceDesk) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let (mut length, mut line) = (0, String::new());
        while reader.read_line(&mut line)? > 2 {
            if let Some(size) = line.to_lowercase().strip_prefix("content-length:") {
                length = size.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        if length == 0 {
            return Ok(());
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        std::thread::sleep(AWAY);
        let (status, _, text) = desk.answer(&String::from_utf8_lossy(&body));
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", text.len());
        stream.write_all((head + &text).as_bytes())?;
    }
}

type Games = Tables<Goeben, SqliteStore>;

/// Orders at a table without a witness and at one with, in turn, and bare questions to the witness between them.
fn witness(folder: &Path, orders: usize) {
    let its = LogSigner::witness("witness.example/w1", [9; 32]).expect("a key");
    let club = club_key();
    let desk = DiceDesk::new(&its, vec![club.verifier().clone()], folder.join("witness"));
    let (desk, key) = (Arc::new(desk), club.verifier().clone());
    let dice = ListedDice { url: stand(desk.clone()), key: desk.key().clone() };
    let platform = WitnessedPlatform::new(Arc::new(System), club, dice, DiceTimeouts::default());
    let platform: Arc<dyn Platform> = Arc::new(platform);
    let store = SqliteStore::open(&folder.join("witnessed.db")).expect("a database");
    let tables = Games::new(Arc::new(store), platform.clone());
    let mut luck = Dice::from_key([7; 32]);
    let mut tables_now = [open(&tables, false), open(&tables, true)];
    let (mut plain, mut witnessed, mut trips) = (Vec::new(), Vec::new(), Vec::new());
    for number in 1..=orders as u64 {
        for (at, times) in [(0, &mut plain), (1, &mut witnessed)] {
            let took = next_order(&tables, &mut tables_now[at], &mut luck, at == 1);
            times.push(took);
        }
        let ask = DiceAsk { opening: [3; 32], counter: number, value: [number as u8; 32] };
        let asks = platform.dice_witness().expect("a witness");
        let begun = Instant::now();
        let answers = asks.ask(&ask, None, false).expect("an answer");
        trips.push(begun.elapsed());
        if number == 1 {
            answer_size(&answers[0], &ask, (&key.to_string(), &desk));
        }
    }
    for (what, times) in [
        ("an order without a witness", &mut plain),
        ("an order with one", &mut witnessed),
        ("a round trip to it", &mut trips),
    ] {
        println!("{what}: p50 {:.2?}, p99 {:.2?}", percent(times, 50), percent(times, 99));
    }
    let grew = percent(&mut witnessed, 99).as_secs_f64() - percent(&mut plain, 99).as_secs_f64();
    let trip = percent(&mut trips, 50).as_secs_f64();
    println!(
        "p99 of an order grows by {:.2} ms with a witness, {:.2} times the median round trip",
        grew * 1000.0,
        grew / trip
    );
}

fn answer_size(answer: &DiceAnswer, ask: &DiceAsk, (log, desk): (&str, &DiceDesk)) {
    assert!(answer.holds(desk.key(), log, ask.opening), "the proof holds");
    println!("an answer of the witness with its proof: {} bytes", answer.to_string().len());
}

/// A table of the game; with a witness, after both players have added luck.
fn open(tables: &Games, witness: bool) -> String {
    let (game, setup) = (Arc::new(Goeben::new(SeaChart::builtin())), Default::default());
    let seats = game.seats(&setup);
    let player = |seat: &str| Caller::new(&format!("p-{seat}"), "terminal");
    let taken = seats.iter().map(|seat| OpeningSeat { seat: *seat, player: player(seat.as_str()).player });
    let opening = OpenTable {
        game,
        setup,
        practice: false,
        ready: false,
        entropy: false,
        witness,
        seats: taken.collect(),
    };
    let Opened::Table { id, .. } = tables.open(&opening, &player(seats[0].as_str())).expect("a table") else {
        panic!("the club has a witness");
    };
    for seat in seats.iter().filter(|_| witness) {
        let hash = Sha256::digest(seat.as_str()).into();
        let entropy = Entropy { hash, source: Some("words") };
        let luck = TableCommand::GiveEntropy { seat: *seat, entropy };
        let reply = tables.perform(&id, &player(seat.as_str()), &luck).expect("an answer");
        assert!(reply.is_accepted(), "{reply:?}");
    }
    id
}

/// The time of the next order at a table; `None` if its game is over.
fn order(tables: &Games, table: &str, luck: &mut Dice) -> Option<Duration> {
    let asked = tables.look(table, |table| {
        let asked = table.asked().first()?;
        Some((asked.prompt.seat, asked.number, table.options(asked.prompt.seat)))
    });
    let (seat, prompt, options) = asked.expect("a table")?;
    let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
    let (caller, order) = (Caller::new(&format!("p-{seat}"), "terminal"), Order { seat, prompt, form });
    let command = TableCommand::Order(order);
    let begun = Instant::now();
    let reply = tables.perform(table, &caller, &command).expect("an answer");
    let took = begun.elapsed();
    assert!(reply.is_accepted(), "{reply:?}");
    Some(took)
}

/// The proof that a leaf is in the log of a large club.
fn proofs() {
    let leaf = |seq: u64| TableLeaf {
        moment: LeafMoment::Head,
        opening: [1; 32],
        seq,
        chain: Sha256::digest(seq.to_be_bytes()).into(),
    };
    let hashes: Vec<_> = (0..LEAVES).map(|at| leaf_hash(leaf(at + 1).to_string().as_bytes())).collect();
    let checkpoint = Checkpoint::sign(&club_key(), LEAVES, root(&hashes));
    let at = LEAVES / 3;
    let proof = LeafProof::new(leaf(at + 1), at, &hashes, checkpoint).expect("a proof");
    proof.check(Some(club_key().verifier())).expect("a proof that holds");
    println!("a proof among {LEAVES} leaves: {} bytes", proof.to_string().len());
}
