//! Rebuilding a finished game against just reading and parsing its rows, orders a second through the whole table
//! service, and the memory of 1,000 open tables.
//!
//! `cargo bench --bench table` prints one line a figure; ratios compare within the run. `--short` plays a fifth of the games, and
//! leaves the memory out.

mod figures;
mod processor;

use std::sync::Arc;
use std::time::Instant;

use figures::{median, resident_kib};
use wardroom::game::{Dice, Game, Viewer};
use wardroom::games::Packed;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::log::{MemoryStore, SqliteStore, Store};
use wardroom::table::limits::OPEN_TABLES;
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, System, TableCommand, Tables};

const GAMES: u8 = 40;
/// `--short` plays one of so many.
const SHORT: u8 = 5;
const ROUNDS: usize = 41;
const QUERY: &str =
    "SELECT text FROM entries WHERE table_id = (SELECT id FROM tables WHERE name = ?1) ORDER BY seq";
const ORDERS_EACH: u32 = 60;
/// Names the game whose memory a process measures.
const MEASURED: &str = "WARDROOM_BENCH_MEMORY";

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let goeben = Subject { game: Arc::new(Goeben::new(SeaChart::builtin())), setup: Default::default() };
    let grand_fleet =
        Subject { game: Arc::new(GrandFleet::new(Chart::builtin())), setup: Default::default() };
    match std::env::var(MEASURED).as_deref() {
        Ok(Goeben::NAME) => memory(&goeben),
        Ok(GrandFleet::NAME) => memory(&grand_fleet),
        _ => {
            rebuild(&goeben, &folder.path().join("goeben.db"));
            rebuild(&grand_fleet, &folder.path().join("grand_fleet.db"));
            if !is_short() {
                [Goeben::NAME, GrandFleet::NAME].iter().for_each(|game| apart(game));
            }
        }
    }
}

fn is_short() -> bool {
    std::env::args().any(|arg| arg == "--short")
}

/// Measures the memory of a game in a process of its own: what another left free would not count.
fn apart(game: &str) {
    let program = std::env::current_exe().expect("this program");
    let ended = std::process::Command::new(program).env(MEASURED, game).status().expect("a process");
    assert!(ended.success());
}

/// A game as it is played here: one player in all its seats.
struct Subject<G: Packed> {
    game: Arc<G>,
    setup: G::Setup,
}

type Shared<G, S> = Arc<Tables<G, S>>;

fn tables<G: Packed, S: Store>(store: S) -> Shared<G, S> {
    Arc::new(Tables::new(Arc::new(store), Arc::new(System)))
}

fn caller() -> Caller {
    Caller::new("p-1", "terminal")
}

fn open<G: Packed, S: Store>(subject: &Subject<G>, tables: &Shared<G, S>) -> String {
    let (game, setup) = (subject.game.clone(), subject.setup.clone());
    let seats = game.seats(&setup).into_iter();
    let taken = seats.map(|seat| OpeningSeat { seat, player: "p-1".into() }).collect();
    match tables
        .open(
            &OpenTable {
                game,
                setup,
                practice: false,
                ready: false,
                entropy: false,
                witness: false,
                seats: taken,
            },
            &caller(),
        )
        .expect("a table")
    {
        Opened::Table { id, .. } => id,
        Opened::Refused(refusal) => panic!("{refusal}"),
    }
}

fn play<G: Packed, S: Store>(tables: &Shared<G, S>, table: &str, luck: &mut Dice, most: u32) -> u32 {
    for orders in 0..most {
        let asked = tables.look(table, |table| {
            let asked = table.asked().first()?;
            let options = table.options(asked.prompt.seat);
            Some((asked.prompt.seat, asked.number, options))
        });
        let Some((seat, number, options)) = asked.expect("a table") else { return orders };
        let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
        let order = TableCommand::Order(Order { seat, prompt: number, form });
        tables.perform(table, &caller(), &order).expect("an answer");
    }
    most
}

/// The file is in the page cache for both, which take turns.
fn rebuild<G: Packed>(subject: &Subject<G>, path: &std::path::Path) {
    let store = SqliteStore::open(path).expect("a database");
    // Random games are short; of a few the longest comes nearest to a played one.
    let (begun, used) = (Instant::now(), processor::used());
    let games = (0..if is_short() { GAMES / SHORT } else { GAMES }).map(|seed| {
        let tables = tables(store.clone());
        let table = open(subject, &tables);
        (play(&tables, &table, &mut Dice::from_key([seed; 32]), u32::MAX), table)
    });
    let games: Vec<_> = games.collect();
    let (took, used) = (begun.elapsed(), processor::used() - used);
    let orders: u32 = games.iter().map(|(orders, _)| orders).sum();
    let (_, table) = games.iter().max_by_key(|(orders, _)| *orders).expect("a game");
    let entries = store.head(table).expect("a head").seq;
    println!(
        "{} through the table service: {orders} orders, {:.0} orders/s, processor of an order: {:.3} ms",
        G::NAME,
        f64::from(orders) / took.as_secs_f64(),
        used.as_secs_f64() * 1000.0 / f64::from(orders)
    );
    let bare = rusqlite::Connection::open(path).expect("the database");
    // The game itself is built from its data pack once a program, not once a table.
    let fresh = tables::<G, _>(store.clone());
    fresh.look(table, |_| ()).expect("a table");
    let (mut parsed, mut folded) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let mut rows = bare.prepare_cached(QUERY).expect("a query");
        let texts = rows.query_map([table], |row| row.get::<_, String>(0)).expect("rows");
        let values: Vec<serde_json::Value> =
            texts.map(|text| serde_json::from_str(&text.expect("a row")).expect("JSON")).collect();
        parsed.push(begun.elapsed());
        assert_eq!(values.len() as u64, entries);
        fresh.forget(table);
        let begun = Instant::now();
        fresh.look(table, |table| table.head()).expect("a table");
        folded.push(begun.elapsed());
    }
    let (parsed, folded) = (median(parsed), median(folded));
    let ratio = folded.as_secs_f64() / parsed.as_secs_f64();
    println!(
        "{} rebuilding {entries} entries: {folded:?}, reading and parsing them: {parsed:?}, ratio {ratio:.2}",
        G::NAME
    );
}

fn memory<G: Packed>(subject: &Subject<G>) {
    let store = MemoryStore::new();
    let writer = tables::<G, _>(store.clone());
    let ids: Vec<String> = (0..OPEN_TABLES)
        .map(|seed| {
            let table = open(subject, &writer);
            play(&writer, &table, &mut Dice::from_key([seed as u8; 32]), ORDERS_EACH);
            writer.forget(&table);
            table
        })
        .collect();
    drop(writer);
    let reader = tables::<G, _>(store);
    reader.look(&ids[0], |_| ()).expect("a table");
    let before = resident_kib();
    for id in &ids {
        reader.look(id, |table| table.view(Viewer::Spectator)).expect("a table");
    }
    let used = resident_kib().saturating_sub(before);
    println!("{} {} open tables: {:.1} MB resident", G::NAME, reader.open_tables(), used as f64 / 1024.0);
}
