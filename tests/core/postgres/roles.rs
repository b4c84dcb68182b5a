//! Roles, the schema and its migrations.

use std::collections::BTreeSet;

use crate::common::postgres::{OWNER, PLAYING, Server, database};
use crate::log_support::ORDER_ENTRIES;
use wardroom::log::{Fault, Migrated, PostgresStore, Store};

use super::with_a_table;

#[test]
#[ignore = "needs PostgreSQL"]
fn the_role_that_plays_may_change_nothing_of_the_log() {
    let database = with_a_table();
    for table in ["entries", "tables", "packs"] {
        for change in [
            format!("DELETE FROM wardroom.{table}"),
            format!("TRUNCATE wardroom.{table} CASCADE"),
            format!("DROP TABLE wardroom.{table} CASCADE"),
            format!("ALTER TABLE wardroom.{table} DISABLE TRIGGER ALL"),
            format!("UPDATE wardroom.{table} SET {} = NULL", if table == "tables" { "seed" } else { "text" }),
        ] {
            let refused = database.sql(PLAYING, &change).unwrap_err();
            assert!(
                refused.contains("permission denied") || refused.contains("owner"),
                "{change}: {refused}"
            );
        }
    }
    for create in ["CREATE TABLE wardroom.more (n int)", "UPDATE wardroom.schema SET version = 99"] {
        assert!(database.sql(PLAYING, create).unwrap_err().contains("permission denied"), "{create}");
    }
    assert_eq!(database.store().read("goeben-1", 1).unwrap().len() as u64, 1 + ORDER_ENTRIES);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn triggers_keep_the_owner_from_changing_the_log_by_mistake() {
    let database = with_a_table();
    for table in ["entries", "tables", "packs"] {
        let column = if table == "tables" { "seed" } else { "text" };
        for change in [
            format!("DELETE FROM wardroom.{table}"),
            format!("TRUNCATE wardroom.{table} CASCADE"),
            format!("UPDATE wardroom.{table} SET {column} = NULL"),
        ] {
            let refused = database.sql(OWNER, &change).unwrap_err();
            assert!(refused.contains("never changed"), "{change}: {refused}");
        }
    }
    let gap = "INSERT INTO wardroom.entries SELECT table_id, seq + 10, text, kind, at, cause, digest, chain
               FROM wardroom.entries";
    assert!(database.sql(PLAYING, gap).unwrap_err().contains("without gaps"));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn no_role_plays_that_owns_the_log_or_may_change_it_unless_it_is_the_only_one() {
    let database = with_a_table();
    for role in [OWNER, "postgres"] {
        let mut address = database.address(role);
        let refused = PostgresStore::open(&address).unwrap_err();
        assert!(matches!(&refused, Fault::Powerful { role: named, .. } if named == role), "{refused}");
        address.single_role = true;
        assert!(PostgresStore::open(&address).unwrap().table("goeben-1").unwrap().is_some());
    }
    for right in ["TRUNCATE", "UPDATE", "DELETE", "TRIGGER"] {
        database.sql(OWNER, &format!("GRANT {right} ON wardroom.entries TO {PLAYING}")).unwrap();
        let refused = PostgresStore::open(&database.address(PLAYING)).unwrap_err();
        assert!(matches!(refused, Fault::Powerful { .. }), "{right}: {refused}");
        database.sql(OWNER, &format!("REVOKE {right} ON wardroom.entries FROM {PLAYING}")).unwrap();
    }
    assert!(PostgresStore::open(&database.address(PLAYING)).is_ok());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_schema_is_made_once_by_however_many_and_fits_the_program() {
    let server = Server::start();
    let database = server.empty();
    let error = PostgresStore::open(&database.address(PLAYING)).unwrap_err();
    assert!(matches!(error, Fault::NotMigrated { found: 0, .. }), "{error}");
    assert!(error.to_string().contains("wardroom migrate"), "{error}");
    let owner = database.address(OWNER);
    let mut made: Vec<Migrated> = std::thread::scope(|scope| {
        let migrate = || PostgresStore::migrate(&owner, Some(PLAYING)).unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(migrate)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    made.sort_unstable_by_key(|it| it.before);
    let known = made[0].now;
    let oldest = made[0].oldest;
    let is_so = format!("DO $$ BEGIN ASSERT (SELECT max(oldest) FROM wardroom.schema) = {oldest}; END $$");
    database.sql(OWNER, &is_so).unwrap();
    assert_eq!(made, [0, known, known, known].map(|before| Migrated { before, now: known, oldest }));
    assert!(PostgresStore::open(&database.address(PLAYING)).is_ok());
    // A newer schema that this program still fits, and one that it does not.
    let newer = |version: i32, oldest: i32| {
        database.sql(OWNER, &format!("INSERT INTO wardroom.schema VALUES ({version}, {oldest})")).unwrap();
        PostgresStore::open(&database.address(PLAYING))
    };
    assert!(newer(known + 1, known).is_ok());
    let error = newer(known + 2, known + 1).unwrap_err();
    assert!(matches!(error, Fault::NewerSchema { .. }), "{error}");
    assert!(matches!(PostgresStore::migrate(&owner, None), Err(Fault::NewerSchema { .. })));
    let nobody =
        PostgresStore::migrate(&server.migrated().address(OWNER), Some("no such \"role\"")).unwrap_err();
    assert!(nobody.to_string().contains("there is no role"), "{nobody}");
    let elsewhere = PostgresStore::migrate(&server.empty().address(PLAYING), None).unwrap_err().to_string();
    assert!(elsewhere.contains("permission denied"), "{elsewhere}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_released_migration_is_never_edited() {
    // Add a line for each new migration; never change one.
    let released = [
        ("001-log.sql", "7ec5b8e7c705bfb7789c9dca9ef8adf876488fac79ad1d95f728d27502514b1e"),
        ("002-moving.sql", "013620e10d6b67d73435fd1537b45e593b41fd2e4e8f12acf52a177a1ef85de2"),
        ("003-leases.sql", "c5c18b87da150d2ceb1c9adfedb896432c8a91ee48d32c166f515390484cc679"),
        ("004-club-log.sql", "df30c3daadb586140f03451e1e31f956af7c06db5cdfcb4e01fcde8f7ed2ff22"),
        ("005-log-format.sql", "30a862ce6203b1530da85df665ae2aa71fe06a0ae5e9d0d73c24a40d2245c5c7"),
        ("006-cards.sql", "03f5e8787d47c9d76407f6fd88202d05edcf12a8f75c25f6c6f107fb9e2b72af"),
        ("007-receipts.sql", "e6023b84ba412434c05d8af220af03b02af6903a19a0aad80d224489b7731075"),
        ("008-unlogged.sql", "29991418533e9e66b7bcc9638d95ea22b09830b67f4d225aaffb499e2648f1c8"),
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let files = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = files.filter(|name| name != "rights.sql").collect();
    assert_eq!(found, released.iter().map(|(name, _)| (*name).to_owned()).collect());
    for (name, hash) in released {
        let sql = std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(hex::encode(wardroom::log::chain::digest(&sql)), hash, "{name} was edited");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_role_that_owns_a_database_is_given_no_rights() {
    let database = database();
    let error = PostgresStore::migrate(&database.address(OWNER), Some(OWNER)).unwrap_err().to_string();
    assert!(error.contains("single_role = true"), "{error}");
    assert!(database.store().tables().unwrap().is_empty());
}
