//! A community at play: `wardroom serve`, as it is built, under signed interactions and mails of 10,000 players at 2,000 open
//! tables of *Goeben, 1914*, a day's rhythm compressed. Everything is started here and reached over the loopback alone: the
//! program's processes, a Discord that takes what they send, a maildir, and with `--postgres` a server.
//!
//! `cargo bench --bench load -- [--players 10000] [--tables 2000] [--seconds 240] [--actions 10] [--storm 200] [--clients 32]
//! [--workers 1] [--postgres]`, the last with `--features postgres`. Two thirds of the seconds are the day, in which everybody
//! does `--actions` things: an open loop, at moments that do not wait for answers, each measured from its moment on. Then
//! `--storm` players type an order, twelve suggestions each, all within a second: likewise. In the last third
//! `--clients` ask as fast as they are answered: a closed loop, whose times are corrected for what was not asked meanwhile. An
//! order is typed first, so before it come four requests for suggestions, 50 ms apart. The clients run on the same cores.
//! [docs/scale.md](../../docs/scale.md) has the figures.

mod community;
mod measured;
#[cfg(feature = "postgres")]
#[path = "../../tests/common/postgres.rs"]
mod postgres;
mod processes;
#[path = "../signed/mod.rs"]
mod signed;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use community::{Community, put_down};
use measured::mib;
use processes::{Database, Discord, Used, Worker, tell_memory};
use wardroom::log::SqliteStore;

struct Asked {
    players: u64,
    tables: usize,
    seconds: u64,
    actions: u64,
    storm: usize,
    clients: usize,
    workers: usize,
    postgres: bool,
}

fn asked() -> Asked {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.map_or(usual, |at| args[at + 1].parse().expect("a number"))
    };
    let bounded = |name: &str, usual: u64, most: u64| number(name, usual).clamp(1, most);
    Asked {
        players: bounded("--players", 10_000, 100_000),
        tables: bounded("--tables", 2_000, 20_000) as usize,
        seconds: bounded("--seconds", 240, 7_200),
        actions: bounded("--actions", 10, 1_000),
        storm: bounded("--storm", 200, 10_000) as usize,
        clients: bounded("--clients", 32, 256) as usize,
        workers: bounded("--workers", 1, 16) as usize,
        postgres: args.iter().any(|arg| arg == "--postgres"),
    }
}

fn main() {
    let asked = asked();
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    #[cfg(feature = "postgres")]
    if asked.postgres {
        let server = postgres::Server::durable();
        let database = server.migrated();
        let database = Database {
            store: Arc::new(database.store()),
            address: database.url(postgres::PLAYING),
            files: vec![server.data().join("base")],
            server: Some(server.process()),
        };
        return run(&asked, folder.path(), &database);
    }
    assert!(!asked.postgres, "--postgres needs --features postgres");
    let path = folder.path().join("wardroom.db");
    let database = Database {
        store: Arc::new(SqliteStore::open(&path).expect("a database")),
        address: path.display().to_string(),
        files: ["", "-wal"].map(|end| format!("{}{end}", path.display()).into()).to_vec(),
        server: None,
    };
    run(&asked, folder.path(), &database);
}

fn run(asked: &Asked, folder: &Path, database: &Database) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure(asked, folder, database));
}

async fn measure(asked: &Asked, folder: &Path, database: &Database) {
    let discord = Discord::start().await;
    put_down(&*database.store, asked.players);
    let workers: Vec<Worker> =
        (0..asked.workers).map(|number| Worker::start(folder, number, database, &discord)).collect();
    for worker in &workers {
        worker.ready().await;
    }
    println!(
        "{} players, {} tables, {} worker(s), {}",
        asked.players,
        asked.tables,
        asked.workers,
        if asked.postgres { "PostgreSQL" } else { "SQLite" }
    );
    let addresses = workers.iter().map(|it| it.address).collect();
    let community = Arc::new(Community::new(folder, database.store.clone(), addresses));
    let used = || Used::so_far(&workers, database);

    let (begun, before) = (Instant::now(), used().await);
    community.open(asked.tables).await;
    community.measured.tell("opened", begun.elapsed(), false);
    let opened = used().await;
    opened.tell_since(&before);

    let begun = Instant::now();
    community.day(asked, Duration::from_secs(asked.seconds * 2 / 3)).await;
    let took = begun.elapsed();
    community.last_mails().await;
    community.measured.tell("open loop, a day's rhythm", took, false);
    let after_the_day = used().await;
    after_the_day.tell_since(&opened);

    let begun = Instant::now();
    community.storm(asked).await;
    community.measured.tell("open loop, a storm of suggestions", begun.elapsed(), false);
    let after_the_storm = used().await;
    after_the_storm.tell_since(&after_the_day);

    let begun = Instant::now();
    community.as_fast_as_answered(asked, Duration::from_secs(asked.seconds / 3)).await;
    community.measured.tell("closed loop", begun.elapsed(), true);
    used().await.tell_since(&after_the_storm);

    tell_memory(&workers, database);
    println!("sent to Discord: {} requests, {:.1} MiB", discord.requests(), mib(discord.bytes()));
}
