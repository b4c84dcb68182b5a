//! Lists of a player's tables: a finished one is read by its card alone, and is listed as if it were read whole.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use wardroom::app::registry::GAMES;
use wardroom::club::{Club, PlayerTable};
use wardroom::game::Game;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::log::import::{ImportError, import};
use wardroom::log::{Fault, MemoryStore, SeatEvent, Store, TableEvent};
use wardroom::table::{Caller, OpenTable, OpeningSeat, System, TableCommand, Tables};
use wardroom::words::Lang;

/// Every golden log in one store.
fn golden() -> MemoryStore {
    let store = MemoryStore::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    // Two of them may be of one table: the first counts.
    files.sort();
    for file in files {
        if file.extension().is_some_and(|it| it == "jsonl") {
            match import(&mut BufReader::new(File::open(file).unwrap()), &store) {
                Ok(_) | Err(ImportError::Fault(Fault::TableExists { .. })) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
    store
}

fn club(store: &MemoryStore) -> Club {
    GAMES.club(Arc::new(store.clone()), Arc::new(System), None, None).unwrap()
}

fn list(club: &Club, player: &str) -> Vec<PlayerTable> {
    club.tables_of(player, |_| Ok(true)).unwrap()
}

/// Everybody who ever had a part in one of the tables.
fn people(store: &MemoryStore) -> Vec<String> {
    let mut people = Vec::new();
    for table in store.tables().unwrap() {
        for entry in store.read(&table.table, 1).unwrap() {
            people.extend(entry.by.map(|by| by.player));
            if let Ok(Some(TableEvent::Seats(SeatEvent::SeatOffered { player, .. }))) =
                TableEvent::of(&entry.kind, entry.v, &entry.body)
            {
                people.push(player);
            }
        }
    }
    people.sort();
    people.dedup();
    people
}

#[test]
fn a_finished_table_is_listed_by_its_card_as_by_its_whole_log() {
    let store = golden();
    let (mut lists, mut over) = (0, 0);
    for player in people(&store) {
        let by_cards = list(&club(&store), &player);
        let whole = club(&store);
        for table in store.tables().unwrap() {
            // Known before it is listed, it is listed as one in play.
            whole.watch(&table.table, Lang::En).unwrap();
        }
        assert_eq!(by_cards, list(&whole, &player), "{player}");
        assert_eq!(by_cards, list(&whole, &player), "{player}, again");
        lists += 1;
        over += by_cards.iter().filter(|it| it.over).count();
    }
    assert!(lists > 3 && over > 8, "{lists} lists, {over} tables");
}

#[test]
fn the_list_of_a_player_reads_no_orders_of_finished_tables() {
    let store = golden();
    let entries_of = |player: &String| -> u64 {
        let finished: Vec<String> =
            list(&club(&store), player).into_iter().filter(|it| it.over).map(|it| it.table).collect();
        store.tables().unwrap().iter().filter(|it| finished.contains(&it.table)).map(|it| it.head.seq).sum()
    };
    let player = people(&store).into_iter().max_by_key(entries_of).unwrap();
    let entries = entries_of(&player);
    let club = club(&store);
    let read = |club: &Club| {
        let before = store.reads()[1];
        list(club, &player);
        store.reads()[1] - before
    };
    let first = read(&club);
    assert!(entries > 1000 && first < entries / 4, "{first} of {entries}");
    assert_eq!(read(&club), 0, "their cards are remembered");
}

#[test]
fn a_table_that_ends_is_listed_as_over_at_once() {
    let store = MemoryStore::new();
    let tables = Tables::<Goeben, MemoryStore>::new(Arc::new(store.clone()), Arc::new(System));
    let game = Arc::new(Goeben::new(SeaChart::builtin()));
    let seats = game.seats(&Default::default());
    let seats = seats.into_iter().map(|seat| OpeningSeat { seat, player: "ann".into() }).collect();
    let caller = Caller::new("ann", "terminal");
    let setup = Default::default();
    let open =
        OpenTable { game, setup, practice: false, ready: false, entropy: false, witness: false, seats };
    let wardroom::table::open::Opened::Table { id, .. } = tables.open(&open, &caller).unwrap() else {
        panic!("a table is opened")
    };
    let club = club(&store);
    assert!(list(&club, "ann")[0].asked && !list(&club, "ann")[0].over);
    tables.perform(&id, &caller, &TableCommand::CloseFromOutside).unwrap();
    for _ in 0..2 {
        let listed = &list(&club, "ann")[0];
        assert!(listed.over && !listed.asked && listed.waiting_for.is_empty());
    }
}
