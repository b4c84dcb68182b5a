//! Time without a clock: zones, paces and their deadlines, reminders, what people type.

mod deadlines;
mod reminders;
mod terms;
mod typed;
mod when;
mod zones;

use chrono::{DateTime, NaiveDateTime, Utc};
use wardroom::pace::Zone;

/// A moment by its text: `2026-03-01 21:00`.
fn utc(text: &str) -> DateTime<Utc> {
    local(text).and_utc()
}

fn local(text: &str) -> NaiveDateTime {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
}

fn zone(name: &str) -> Zone {
    Zone::try_from(name.to_owned())
        .or_else(|_| Zone::typed(name))
        .unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Zones whose clocks are unlike others', and some that many live in.
const ZONES: [&str; 12] = [
    "UTC",
    "Asia/Tokyo",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "Asia/Kathmandu",
    "Asia/Beirut",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
];
