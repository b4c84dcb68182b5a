//! Time zones as people name them: `Tokyo`, `JST`, `UTC+9`. An offset counts eastward, as every clock shows it; only the
//! database's own `Etc/GMT+9` counts westward, as POSIX does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::zone::{Zone, database};
use super::{PaceError, typed::narrow};
use crate::book::{clip, fold, nearest};
use crate::words::Lang;

/// Japanese names of Japan's zone.
const TOKYO: [&str; 3] = ["東京", "日本", "日本時間"];
/// The folder of the database whose zones are offsets and no places.
const OFFSETS: &str = "Etc/";
/// The fewest letters of a name that another is suggested for: nearly every word of three is like some abbreviation.
const LEAST_LETTERS: usize = 4;

/// Abbreviations and odd offsets, folded, each with the zones that it may mean, at least one.
static ABBREVIATIONS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("zone_names.txt").lines().filter(|line| !line.starts_with('#'));
    let entry = |line: &'static str| {
        let mut words = line.split(' ');
        Some((words.next()?, words.collect()))
    };
    lines.filter_map(entry).collect()
});

impl Zone {
    /// The zone that people mean by a name: one of the database, in upper or lower case, with spaces or without, or its city
    /// alone; an abbreviation (`JST`); hours ahead of UTC (`UTC+9`, `GMT-3`, `+09:00`).
    ///
    /// # Errors
    /// No zone, or a name that people use for several.
    pub fn typed(typed: &str) -> Result<Zone, PaceError> {
        let typed = narrow(typed);
        let key = fold(&typed);
        let offset = offset(&typed);
        if let Some(zone) = offset.filter(|(_, minutes)| *minutes == 0).and_then(|(hours, _)| ahead(hours)) {
            return Ok(zone);
        }
        let key = match offset {
            Some((hours, minutes)) if minutes > 0 => format!("{hours:+}:{minutes:02}"),
            _ => key,
        };
        let found = match ABBREVIATIONS.get(&*key).map(Vec::as_slice) {
            // An offset with minutes is that of places, whose clocks may change: the player names the place.
            Some([one]) if offset.is_none() => database().zone(one),
            Some(zones) => {
                return Err(PaceError::SeveralZones { given: clip(&typed), zones: zones.to_vec() });
            }
            None => in_database(&typed, &key),
        };
        found.ok_or_else(|| none(&typed))
    }

    /// As people read it in a language, and may type it: `UTC+9` where the database says `Etc/GMT-9`.
    pub fn named_in(&self, lang: Lang) -> String {
        let name = self.name();
        let signed = name.strip_prefix("Etc/GMT").filter(|rest| rest.starts_with(['+', '-']));
        let westward = signed.and_then(|rest| rest.parse::<i64>().ok()).filter(|hours| *hours != 0);
        match (lang, westward) {
            (_, Some(hours)) => format!("UTC{:+}", -hours),
            (Lang::Ja, None) if name == "Asia/Tokyo" => "東京".to_owned(),
            _ => name.to_owned(),
        }
    }
}

fn none(typed: &str) -> PaceError {
    let names = || database().names().filter(|name| name.contains('/') && !name.starts_with(OFFSETS));
    let city = |name: &'static str| name.rsplit_once('/').map(|(_, city)| city);
    let of_city = |near: &str| names().find(|name| city(name) == Some(near));
    let near =
        || nearest(names(), typed).or_else(|| nearest(names().filter_map(city), typed).and_then(of_city));
    let near = if typed.chars().count() < LEAST_LETTERS { None } else { near() };
    PaceError::NoSuchZone { given: clip(typed), nearest: near }
}

/// The zone of the database that has this name, or whose city does.
fn in_database(typed: &str, key: &str) -> Option<Zone> {
    if let Some(zone) = database().zone(typed) {
        return Some(zone);
    }
    if TOKYO.contains(&key) {
        return database().zone("Asia/Tokyo");
    }
    let place = |name: &&str| !name.starts_with(OFFSETS);
    let city = |name: &&str| name.rsplit_once('/').is_some_and(|(_, city)| fold(city) == key);
    let whole = database().names().find(|name| fold(name) == key);
    whole.or_else(|| database().names().filter(place).find(city)).and_then(|name| database().zone(name))
}

/// Hours and minutes ahead of UTC in a text such as `UTC+9`, `gmt -3`, `+0530`. The hours have the sign.
fn offset(typed: &str) -> Option<(i64, i64)> {
    let text = typed.to_lowercase();
    let text = ["utc", "gmt"].iter().find_map(|name| text.strip_prefix(name)).unwrap_or(&text).trim_start();
    let (sign, digits) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(digits), _) => (1, digits.trim()),
        (_, Some(digits)) => (-1, digits.trim()),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(parted) => parted,
        None if digits.len() == 4 && digits.is_ascii() => digits.split_at(2),
        None => (digits, "0"),
    };
    let number = |text: &str| {
        let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i64>().ok().filter(|_| is_number)
    };
    Some((sign * number(hours)?, number(minutes)?))
}

/// The zone whose clocks are so many hours ahead of UTC all year.
fn ahead(hours: i64) -> Option<Zone> {
    if hours == 0 { Some(Zone::UTC) } else { database().zone(&format!("{OFFSETS}GMT{:+}", -hours)) }
}
