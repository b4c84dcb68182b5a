//! The statements that both databases share.

use rusqlite::Connection;
use wardroom::log::SqliteStore;
use wardroom::log::sql::statements;

#[test]
fn every_statement_is_one_that_sqlite_takes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    drop(SqliteStore::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    let statements = statements();
    assert!(statements.len() > 100, "{}", statements.len());
    for (name, sqlite, postgres) in statements {
        assert!(sqlite.is_some() || postgres.is_some(), "{name} does nothing anywhere");
        let Some(text) = sqlite else { continue };
        let prepared = conn.prepare(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        // What is left out between two numbers would be a place that nobody fills.
        let places: Vec<usize> =
            (1..=prepared.parameter_count()).filter(|number| !text.contains(&format!("?{number}"))).collect();
        assert!(places.is_empty(), "{name} has no {places:?}");
    }
}

#[test]
fn both_databases_are_sent_as_many_values() {
    let clocks = ["LEASE_CHANNEL", "LEASE_NUMBER", "BEGIN_SENDING", "PENDING_DELIVERIES"];
    let places = |text: &str, mark: char| {
        (1..10).filter(|number| text.contains(&format!("{mark}{number}"))).max().unwrap_or_default()
    };
    for (name, sqlite, postgres) in statements() {
        let (Some(sqlite), Some(postgres)) = (sqlite, postgres) else { continue };
        let clock = usize::from(clocks.contains(&name.as_str()));
        assert_eq!(places(&sqlite, '?') + clock, places(&postgres, '$'), "{name}\n{sqlite}\n{postgres}");
        assert!(!sqlite.contains("wardroom.") && !sqlite.contains("_time("), "{name}: {sqlite}");
    }
}
