//! Absences: joined where they overlap, counted by year.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use wardroom::pace::absence::{Absences, Booking};

fn day(month: u32, day: u32) -> DateTime<Utc> {
    let year = if month == 1 { 2028 } else { 2027 };
    Utc.with_ymd_and_hms(year, month, day, 0, 0, 0).unwrap()
}

fn booking(number: u64, from: DateTime<Utc>, until: DateTime<Utc>) -> Booking {
    Booking { number, from, until }
}

/// All of them: none is over by the beginning of December.
fn booked(away: &Absences) -> Vec<Booking> {
    away.ahead(day(12, 1)).copied().collect()
}

#[test]
fn overlapping_absences_are_one_and_each_year_has_its_own_days() {
    let mut away = Absences::default();
    away.book(booking(5, day(12, 20), day(12, 30)));
    let over = booking(6, day(12, 28), day(1, 3));
    let taken = away.taken_with(&over);
    assert_eq!(taken, BTreeMap::from([(2027, TimeDelta::days(12)), (2028, TimeDelta::days(2))]));
    away.book(over);
    assert_eq!(booked(&away), [booking(6, day(12, 20), day(1, 3))], "one that is longer");
    assert!(away.holds(&booking(7, day(12, 21), day(12, 22))).is_some());
    assert!(!away.end(5, day(12, 22)), "it is another by now");
    assert!(away.end(6, day(12, 22)));
    assert_eq!(booked(&away), [booking(6, day(12, 20), day(12, 22))], "the rest is given back");
    assert!(!away.end(6, day(12, 23)), "it is over");
}
