//! The settings of the connection that writes.

use wardroom::log::sqlite::schema::open;
use wardroom::private::Access;

#[test]
fn the_write_connection_loses_nothing_at_a_power_failure_and_trusts_no_schema() {
    let folder = tempfile::tempdir().unwrap();
    let conn = open(&folder.path().join("log.db"), Access::Owner).unwrap();
    let number = |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("synchronous"), 2, "FULL");
    assert_eq!((number("foreign_keys"), number("trusted_schema"), number("secure_delete")), (1, 0, 1));
    let mode: String = conn.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}
