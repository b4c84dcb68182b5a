//! Everything moved between files and databases on a server.

use wardroom::log::moving::Portable;
use wardroom::log::{Fault, PostgresStore, SqliteStore};

use crate::common::postgres::{Database, OWNER, PLAYING, database};
use crate::moving::{
    Pair, a_move_killed_anywhere_goes_on, a_move_killed_anywhere_is_given_up, a_target_in_use_is_refused,
    another_move_changes_nothing, everything_is_moved, leases_are_waited_for,
};

fn owned(database: &Database<'_>) -> PostgresStore {
    PostgresStore::open_to_move(&database.address(OWNER)).unwrap()
}

/// A new database, as its owner has it.
fn server() -> PostgresStore {
    owned(&database())
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_server_is_moved_to_a_file_and_a_file_to_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let number = std::cell::Cell::new(0);
    let file = || {
        number.set(number.get() + 1);
        SqliteStore::open(&folder.path().join(format!("{}.db", number.get()))).unwrap()
    };
    everything_is_moved(Pair::new(file(), server()));
    everything_is_moved(Pair::new(server(), file()));
    everything_is_moved(Pair::new(server(), server()));
    leases_are_waited_for(Pair::new(server(), file()));
    a_target_in_use_is_refused(Pair::new(file(), server()));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_move_to_a_server_goes_on_or_is_given_up_wherever_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let number = std::cell::Cell::new(0);
    let file = || {
        number.set(number.get() + 1);
        SqliteStore::open(&folder.path().join(format!("{}.db", number.get()))).unwrap()
    };
    a_move_killed_anywhere_goes_on(|| Pair::new(file(), server()));
    a_move_killed_anywhere_is_given_up(|| Pair::new(server(), server()), server);
    another_move_changes_nothing(|| Pair::new(file(), server()), server);
    another_move_changes_nothing(|| Pair::new(server(), file()), file);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn who_plays_cannot_say_where_a_database_is() {
    let database = database();
    let playing = database.store();
    assert_eq!(playing.migration().unwrap(), None);
    let refused = database
        .sql(PLAYING, "INSERT INTO wardroom.whereabouts VALUES (1, 'moved', 'n', 'elsewhere')")
        .unwrap_err();
    assert!(refused.contains("permission denied"), "{refused}");
    database.sql(OWNER, "INSERT INTO wardroom.whereabouts VALUES (1, 'moved', 'n', 'elsewhere')").unwrap();
    for change in [
        "INSERT INTO wardroom.entries SELECT * FROM wardroom.entries",
        "INSERT INTO wardroom.answers SELECT * FROM wardroom.answers",
        "INSERT INTO wardroom.leases (channel, owner, until) VALUES ('mail', 'me', '9999')",
        "UPDATE wardroom.deliveries SET delivered = true",
        "DELETE FROM wardroom.players",
        "DELETE FROM wardroom.notes",
    ] {
        let refused = database.sql(PLAYING, change);
        assert!(refused.clone().is_err_and(|said| said.contains("not played on")), "{change}: {refused:?}");
    }
    let refused = wardroom::log::Notes::put_note(&playing, "discord", "key", "body");
    assert_eq!(refused, Err(Fault::NotPlayedOn { state: "moved".into(), other: "elsewhere".into() }));
}
