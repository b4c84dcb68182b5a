//! A database after years: a thousand finished campaigns of *Goeben, 1914*, and what a club that has them waits for.
//!
//! `cargo bench --bench years -- FOLDER [CAMPAIGNS]` makes `FOLDER/years.db` where there is none, by random play through the
//! table service, and then prints one line a figure: sizes, start-up, lists, one table looked at, an audit, backup, archive
//! and VACUUM. What changes the database works on a copy. [docs/scale.md](../docs/scale.md) has the figures.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use wardroom::app::registry::GAMES;
use wardroom::game::{Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::log::export::export;
use wardroom::log::import::ImportError;
use wardroom::log::players::{Address, LOCAL, Player};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Fault, MemoryStore, Players, SqliteStore, import};
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, System, TableCommand, Tables};

const CAMPAIGNS: usize = 1000;
/// Whose campaigns they are: every one of them is on this player's list.
const PLAYER: &str = "p-years";
const USER: &str = "years";

fn main() {
    // `cargo bench` hands a flag of its own on.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let Some(folder) = args.first().map(PathBuf::from) else {
        println!("years: needs a folder; see the top of benches/years.rs");
        return;
    };
    let campaigns = args.get(1).map_or(CAMPAIGNS, |count| count.parse().expect("a number of campaigns"));
    fs::create_dir_all(&folder).expect("the folder");
    let path = folder.join("years.db");
    if !path.exists() {
        made(&folder, &path, campaigns);
    }
    sizes(&path);
    opened(&path);
    let table = first_table(&path);
    program("start-up and one position: show", &path, &["show", &table]);
    program("the list of all tables: tables", &path, &["tables"]);
    program("one audit: audit", &path, &["audit", &table]);
    let copy = folder.join("copy.db");
    for leftover in ["", "-wal", "-shm", ".head", ".head.lock"] {
        let _ = fs::remove_file(folder.join(format!("copy.db{leftover}")));
    }
    program("backup", &path, &["backup", &copy.display().to_string()]);
    println!("the backup has {}", mib(bytes(&copy)));
    let kept = folder.join("kept");
    let _ = fs::remove_dir_all(&kept);
    program("archive of all", &copy, &["archive", "--to", &kept.display().to_string()]);
    let files: Vec<PathBuf> =
        fs::read_dir(&kept).expect("files").map(|it| it.expect("a file").path()).collect();
    let total: u64 = files.iter().map(|file| bytes(file)).sum();
    println!(
        "the archive has {} files of {} in all; the database still {}",
        files.len(),
        mib(total),
        mib(bytes(&copy))
    );
    program("VACUUM after it", &copy, &["archive", "--to", &kept.display().to_string(), "--vacuum"]);
    println!("the database has {}", mib(bytes(&copy)));
    program("start-up with all archived: tables", &copy, &["tables"]);
    let file = kept.join(format!("{table}.jsonl")).display().to_string();
    program("a replay of one file: replay --list", &copy, &["replay", &file, "--list"]);
}

/// Plays the campaigns, each in memory, and stores them as an import would.
fn made(folder: &Path, path: &Path, campaigns: usize) {
    let part = folder.join("part.db");
    for leftover in ["", "-wal", "-shm", ".head", ".head.lock"] {
        let _ = fs::remove_file(folder.join(format!("part.db{leftover}")));
    }
    let begun = Instant::now();
    let store = SqliteStore::open(&part).expect("a database");
    let addresses = vec![Address::new(LOCAL, USER)];
    let player = Player { id: PLAYER.to_owned(), name: USER.to_owned(), addresses, ..Player::default() };
    store.put_player(player).expect("a player");
    let (next, orders) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let number @ 0.. = next.fetch_add(1, Ordering::Relaxed)
                    && number < campaigns
                {
                    // Each is named in a store of its own, so that two of a thousand may have the same name.
                    loop {
                        let (file, given) = campaign(number);
                        match import::import(&mut file.as_slice(), &store) {
                            Ok(_) => {
                                orders.fetch_add(given, Ordering::Relaxed);
                                break;
                            }
                            Err(ImportError::Fault(Fault::TableExists { .. })) => {}
                            Err(other) => panic!("an import: {other}"),
                        }
                    }
                }
            });
        }
    });
    drop(store);
    fs::rename(&part, path).expect("the database");
    let _ = fs::rename(folder.join("part.db.head"), folder.join("years.db.head"));
    println!("made {campaigns} campaigns of {} orders in {:.0?}", orders.into_inner(), begun.elapsed());
}

/// A campaign played at random to its end, as it is exported, and how many orders that took.
fn campaign(number: usize) -> (Vec<u8>, usize) {
    let store = Arc::new(MemoryStore::new());
    let tables = Arc::new(Tables::<Goeben, MemoryStore>::new(store.clone(), Arc::new(System)));
    let game = Arc::new(Goeben::new(SeaChart::builtin()));
    let setup = wardroom::games::goeben::state::Setup { campaign: true, ..Default::default() };
    let taken =
        game.seats(&setup).into_iter().map(|seat| OpeningSeat { seat, player: PLAYER.into() }).collect();
    let caller = || Caller::new(PLAYER, "terminal");
    let open = OpenTable {
        game,
        setup,
        practice: false,
        ready: false,
        entropy: false,
        witness: false,
        seats: taken,
    };
    let Opened::Table { id, .. } = tables.open(&open, &caller()).expect("a table") else {
        panic!("a table is opened")
    };
    let mut key = [0; 32];
    key[..8].copy_from_slice(&(number as u64).to_be_bytes());
    let (mut luck, mut orders) = (Dice::from_key(key), 0);
    loop {
        let asked = tables.look(&id, |table| {
            let asked = table.asked().first()?;
            Some((asked.prompt.seat, asked.number, table.options(asked.prompt.seat)))
        });
        let Some((seat, prompt, options)) = asked.expect("a table") else { break };
        let form = options.sample(&mut |n| luck.below(n)).expect("a way on");
        let order = TableCommand::Order(Order { seat, prompt, form });
        tables.perform(&id, &caller(), &order).expect("an answer");
        orders += 1;
    }
    let mut file = Vec::new();
    export(&*store, &id, &LogViewer::Full, |_| true, &mut file).expect("an export");
    (file, orders)
}

fn sizes(path: &Path) {
    let conn = rusqlite::Connection::open(path).expect("the database");
    let ask = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a count");
    let tables = ask("SELECT count(*) FROM tables");
    let (entries, text) =
        (ask("SELECT count(*) FROM entries"), ask("SELECT sum(length(CAST(text AS BLOB))) FROM entries"));
    let longest = ask("SELECT max(n) FROM (SELECT count(*) n FROM entries GROUP BY table_id)");
    println!(
        "{tables} campaigns, {entries} entries ({} a campaign, {longest} the longest), {} of text; the file has {}, {:.0} KiB a campaign, {:.0} bytes an entry",
        entries / tables.max(1),
        mib(text as u64),
        mib(bytes(path)),
        bytes(path) as f64 / 1024.0 / tables.max(1) as f64,
        bytes(path) as f64 / entries.max(1) as f64,
    );
}

/// What `serve` does with the database before it plays, and what a player's list takes.
fn opened(path: &Path) {
    let begun = Instant::now();
    let store = SqliteStore::open(path).expect("the database");
    println!("opening the database, with every head against the head file: {:.1?}", begun.elapsed());
    let platform: Arc<dyn wardroom::table::Platform> = Arc::new(System);
    let begun = Instant::now();
    let club = GAMES.club(Arc::new(store), platform, None, None).expect("a club");
    println!("the club: {:.1?}", begun.elapsed());
    for what in ["first", "again"] {
        let begun = Instant::now();
        let tables = club.tables_of(PLAYER, |_| Ok(true)).expect("the list");
        println!("one player's list of {} finished campaigns, {what}: {:.1?}", tables.len(), begun.elapsed());
    }
}

fn first_table(path: &Path) -> String {
    let conn = rusqlite::Connection::open(path).expect("the database");
    conn.query_row("SELECT name FROM tables ORDER BY name LIMIT 1", [], |row| row.get(0)).expect("a table")
}

/// Runs the program on a database: how long it took, and how much memory it had at most.
fn program(what: &str, db: &Path, args: &[&str]) {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wardroom"))
        .args(["--player", USER, "--db"])
        .arg(db)
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let status = format!("/proc/{}/status", child.id());
    let lines = std::thread::spawn({
        let output = child.stdout.take().expect("its output");
        move || std::io::BufReader::new(output).lines().map_while(Result::ok).count()
    });
    let mut most = 0;
    let ended = loop {
        most = most.max(peak_kib(&status));
        match child.try_wait().expect("the program") {
            Some(ended) => break ended,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let took = begun.elapsed();
    let lines = lines.join().expect("its output");
    assert!(ended.success(), "{what}: {ended}");
    println!("{what}: {took:.2?}, {} MiB at most, {lines} lines", most / 1024);
}

/// The most memory a process ever had, in KiB; 0 where the kernel does not say.
fn peak_kib(status: &str) -> u64 {
    let status = fs::read_to_string(status).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

fn bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / 1048576.0)
}
