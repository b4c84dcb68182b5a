//! Clocks of zones through years: what they skip and what they show twice.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use wardroom::pace::zone::database;
use wardroom::pace::{Pace, PaceError, Quiet, Terms, Zone};
use wardroom::words::Lang;

use super::{local, utc, zone};
use crate::common::few_and_many;

#[test]
fn zones_are_found_as_people_write_them() {
    for (typed, name) in [
        ("Asia/Tokyo", "Asia/Tokyo"),
        ("asia/tokyo", "Asia/Tokyo"),
        ("Ａｓｉａ／Ｔｏｋｙｏ", "Asia/Tokyo"),
        ("Tokyo", "Asia/Tokyo"),
        ("東京", "Asia/Tokyo"),
        ("日本時間", "Asia/Tokyo"),
        ("america/new york", "America/New_York"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
        ("Etc/GMT-9", "Etc/GMT-9"),
        ("US/Pacific", "US/Pacific"),
    ] {
        assert_eq!(Zone::typed(typed).as_ref().map(Zone::name), Ok(name), "{typed}");
    }
    for name in database().names() {
        assert_eq!(Zone::try_from(name.to_owned()).as_ref().map(Zone::name), Ok(name));
    }
    for wrong in ["", "Asia", "/", "Mars/Olympus", "UTC+25", "localtime", "posixrules", "Factory", "../UTC"] {
        assert!(matches!(Zone::typed(wrong), Err(PaceError::NoSuchZone { .. })), "{wrong}");
    }
    for (typed, near) in
        [("Asia/Tokio", Some("Asia/Tokyo")), ("Londn", Some("Europe/London")), ("xyzzy", None), ("XST", None)]
    {
        let none = Zone::typed(typed);
        assert!(
            matches!(none, Err(PaceError::NoSuchZone { nearest, .. }) if nearest == near),
            "{typed}: {none:?}"
        );
    }
    for wrong in ["asia/tokyo", "Asia/tokyo", "Tokyo", "localtime"] {
        assert!(Zone::try_from(wrong.to_owned()).is_err(), "{wrong}: a zone is written by its own name only");
    }
}

#[test]
fn offsets_count_eastward_and_abbreviations_are_what_people_mean() {
    for (typed, name, read) in [
        ("GMT+9", "Etc/GMT-9", "UTC+9"),
        ("gmt-3", "Etc/GMT+3", "UTC-3"),
        ("UTC+9", "Etc/GMT-9", "UTC+9"),
        ("utc +09:00", "Etc/GMT-9", "UTC+9"),
        ("+0900", "Etc/GMT-9", "UTC+9"),
        ("ＧＭＴ＋９", "Etc/GMT-9", "UTC+9"),
        ("GMT−5", "Etc/GMT+5", "UTC-5"),
        ("UTC+14", "Etc/GMT-14", "UTC+14"),
        ("GMT+0", "UTC", "UTC"),
        ("Etc/GMT+9", "Etc/GMT+9", "UTC-9"),
        ("JST", "Asia/Tokyo", "Asia/Tokyo"),
        ("jst", "Asia/Tokyo", "Asia/Tokyo"),
        ("EST", "America/New_York", "America/New_York"),
        ("ET", "America/New_York", "America/New_York"),
        ("CEST", "Europe/Berlin", "Europe/Berlin"),
        ("EST5EDT", "EST5EDT", "EST5EDT"),
    ] {
        let zone = Zone::typed(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        assert_eq!((zone.name(), &*zone.named_in(Lang::En)), (name, read), "{typed}");
    }
    for (typed, one_of_them) in [
        ("IST", "Asia/Kolkata"),
        ("BST", "Europe/London"),
        ("PST", "America/Los_Angeles"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("gmt-330", ""),
        ("GMT-03:30", "America/St_Johns"),
    ] {
        match Zone::typed(typed) {
            Err(PaceError::SeveralZones { zones, .. }) => assert!(zones.contains(&one_of_them), "{typed}"),
            Err(PaceError::NoSuchZone { .. }) => assert_eq!(one_of_them, "", "{typed}"),
            other => panic!("{typed}: {other:?}"),
        }
    }
    for wrong in ["GMT+15", "UTC-13", "GMT 9", "+", "UTC+9:3x", "GMT++9", "-99"] {
        assert!(Zone::typed(wrong).is_err(), "{wrong}");
    }
    // Every zone is read back from how people read it, and keeps its own name where it is stored.
    for name in database().names() {
        let zone = Zone::try_from(name.to_owned()).unwrap();
        let read = Zone::typed(&zone.named_in(Lang::En));
        let renamed = ["EST", "MST", "HST", "GMT+0", "GMT-0", "Etc/GMT+0", "Etc/GMT-0"].contains(&name);
        assert!(renamed || read.as_ref() == Ok(&zone), "{name}: {read:?}");
        let pace = format!("daily 20:00 {name}");
        assert_eq!(Pace::try_from(pace.clone()).map(String::from), Ok(pace));
    }
    assert_eq!(Pace::parse("daily 21:00 GMT+9").unwrap().to_string(), "daily 21:00 Etc/GMT-9");
    assert_eq!(Quiet::parse("22:00-08:00 GMT+9", None).unwrap().unwrap().zone.name(), "Etc/GMT-9");
    let off = Terms::default().changed("1d weekends off GMT+9", None).unwrap();
    assert_eq!(off.weekends_off.as_ref().map(Zone::name), Some("Etc/GMT-9"));
}

#[test]
fn a_moment_is_told_by_the_clock_of_its_zone_in_summer_and_in_winter() {
    for (at, name, shown) in [
        ("2023-11-14 22:13", "UTC", "2023-11-14 22:13"),
        ("2023-11-14 22:13", "Tokyo", "2023-11-15 07:13"),
        ("2023-11-14 22:13", "London", "2023-11-14 22:13"),
        ("2023-07-22 04:26", "London", "2023-07-22 05:26"),
        ("2026-06-01 00:00", "Asia/Kathmandu", "2026-06-01 05:45"),
        ("2026-06-01 00:00", "Australia/Lord_Howe", "2026-06-01 10:30"),
        ("2026-12-01 00:00", "Australia/Lord_Howe", "2026-12-01 11:00"),
        ("2026-06-01 00:00", "Pacific/Chatham", "2026-06-01 12:45"),
    ] {
        assert_eq!(zone(name).local(utc(at)), local(shown), "{at} in {name}");
    }
}

#[test]
fn a_time_that_is_skipped_is_the_change_of_the_clocks_and_one_shown_twice_is_the_first() {
    for (name, shown, moment) in [
        // Forward by an hour at 2:00, back at 3:00.
        ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29 01:00"),
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25 00:30"),
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25 02:00"),
        // By half an hour only.
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03 15:30"),
        ("Australia/Lord_Howe", "2026-10-04 02:30", "2026-10-03 15:30"),
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04 14:45"),
        // At a quarter to three.
        ("Pacific/Chatham", "2026-09-27 03:00", "2026-09-26 14:00"),
        // Days that begin at one.
        ("America/Santiago", "2026-09-06 00:00", "2026-09-06 04:00"),
        // A day that never was.
        ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30 10:00"),
        ("Pacific/Apia", "2011-12-31 00:00", "2011-12-30 10:00"),
        ("Asia/Tokyo", "2028-02-29 20:00", "2028-02-29 11:00"),
    ] {
        let shown = local(shown);
        assert_eq!(zone(name).instant(shown.date(), shown.time()), utc(moment), "{shown} in {name}");
    }
}

few_and_many! {
    every_night_of_every_zone_goes_by_the_clocks: 2026..=2026, 2024..=2030;
}

fn every_night_of_every_zone_goes_by_the_clocks(years: std::ops::RangeInclusive<i32>) {
    let first = NaiveDate::from_ymd_opt(*years.start(), 1, 1).unwrap();
    let end = NaiveDate::from_ymd_opt(years.end() + 1, 1, 1).unwrap();
    let half_past_two = NaiveTime::from_hms_opt(2, 30, 0).unwrap();
    for name in database().names() {
        let zone = zone(name);
        for day in first.iter_days().take_while(|day| *day < end) {
            let shown = day.and_time(half_past_two);
            assert_eq!(zone.instant(day, half_past_two), first_showing(&zone, shown), "{shown} in {name}");
        }
    }
}

/// The first moment at which the clocks of a zone show this or more, found by looking at them.
fn first_showing(zone: &Zone, shown: NaiveDateTime) -> DateTime<Utc> {
    let ahead = |at: DateTime<Utc>| zone.local(at) - at.naive_utc();
    let (before, after) =
        ((shown - TimeDelta::hours(40)).and_utc(), (shown + TimeDelta::hours(40)).and_utc());
    let offset = ahead(before);
    if offset == ahead(after) && offset == ahead(shown.and_utc()) {
        return (shown - offset).and_utc();
    }
    let minutes = (0..80 * 60).map(|minute| before + TimeDelta::minutes(minute));
    minutes.into_iter().find(|at| zone.local(*at) >= shown).unwrap()
}

#[test]
fn the_days_of_a_zone_follow_each_other_even_where_one_is_missing() {
    let apia = zone("Pacific/Apia");
    let day = NaiveDate::from_ymd_opt(2011, 12, 28).unwrap();
    let midnights: Vec<_> = (0..5).map(|days| apia.instant(day + Days::new(days), NaiveTime::MIN)).collect();
    assert!(midnights.is_sorted());
    assert_eq!(midnights[2], midnights[3], "the 30th took no time");
}
