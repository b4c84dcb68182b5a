//! Whole games, the same by every byte as in memory.

use std::sync::Arc;

use crate::common::Luck;
use crate::common::commands::Commands;
use crate::common::postgres::database;
use crate::toy::TestPlatform;
use wardroom::games::Packed;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::{self, Goeben};
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::{self, GrandFleet};
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, Tables};

/// A whole game of a seed, by random orders: its export.
fn played<G: Packed>(store: Arc<dyn Store>, game: G, setup: G::Setup, seed: u64) -> String {
    let tables: Tables<G> = Tables::new(store.clone(), TestPlatform::new(1000 * seed));
    let mut luck = Luck::of(seed);
    let caller = |seat: &str| Caller::new(&format!("p-{seat}"), "terminal");
    let seats = game.seats(&setup);
    let taken =
        seats.iter().map(|seat| OpeningSeat { seat: *seat, player: caller(seat.as_str()).player }).collect();
    let opening = OpenTable {
        game: Arc::new(game),
        setup,
        practice: false,
        ready: false,
        entropy: false,
        witness: false,
        seats: taken,
    };
    let Opened::Table { id, .. } = tables.open(&opening, &caller(seats[0].as_str())).unwrap() else {
        panic!("seed {seed}: not opened")
    };
    loop {
        let asked: Vec<_> = tables
            .look(&id, |table| table.asked().iter().map(|asked| (asked.prompt.seat, asked.number)).collect())
            .unwrap();
        let Some((seat, prompt)) = luck.one_of(&asked).copied() else { break };
        let options = tables.look(&id, |table| table.options(seat)).unwrap();
        let form = options.sample(&mut |n| luck.below(n)).expect("an order");
        let reply = tables.submit(&id, &caller(seat.as_str()), &Order { seat, prompt, form }).unwrap();
        assert!(reply.is_accepted(), "seed {seed}: {reply:?}");
    }
    let mut file = Vec::new();
    export(&*store, &id, &LogViewer::Full, |_| false, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn the_same_as_in_memory<G: Packed>(game: impl Fn() -> G, setup: &G::Setup) {
    const SEED: u64 = 1;
    let database = database();
    let here = played(Arc::new(MemoryStore::new()), game(), setup.clone(), SEED);
    assert!(here == played(Arc::new(database.store()), game(), setup.clone(), SEED), "seed {SEED}");
    assert!(here.lines().count() > 50, "seed {SEED}: a game of {} lines", here.lines().count());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_whole_game_of_goeben_is_the_same_as_in_memory_by_every_byte() {
    the_same_as_in_memory(|| Goeben::new(SeaChart::builtin()), &goeben::state::Setup::default());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_whole_game_of_grand_fleet_is_the_same_as_in_memory_by_every_byte() {
    the_same_as_in_memory(|| GrandFleet::new(Chart::builtin()), &grand_fleet::state::Setup::default());
}
