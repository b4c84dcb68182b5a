//! Suggestions while typing the languages of time: examples that continue the typed text, in the reader's language. Each is
//! parsed before it is shown, so every suggestion is valid.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Utc, Weekday, WeekdaySet};

use super::{FixedTimes, Hours, Ladder, LadderStep, Pace, Quiet, Terms, Zone, terms, when, zone};
use crate::book::{MOST_SUGGESTED, fold, going_on};
use crate::words::Lang;

/// Days ahead for which dates are suggested.
const DAYS_AHEAD: u64 = 60;
/// Zones that are suggested before anything is typed.
const ZONES: [&str; 12] = [
    "Europe/Rome",
    "Europe/Berlin",
    "Europe/Paris",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "UTC",
];
/// Zones by their distance from UTC, whose names say it the other way round.
const TURNED_AROUND: &str = "Etc/";

/// The zone of examples: the reader's, where it is known.
fn example_zone(home: Option<&Zone>, lang: Lang) -> Zone {
    let tokyo = || Zone::typed("Asia/Tokyo").ok().filter(|_| lang == Lang::Ja);
    home.cloned().or_else(tokyo).unwrap_or(Zone::UTC)
}

fn hours(counts: &[u16]) -> Vec<Hours> {
    counts.iter().filter_map(|count| Hours::new(*count)).collect()
}

fn time(hour: u32) -> NaiveTime {
    NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default()
}

/// Terms that could be typed to change `now`.
pub fn terms(typed: &str, now: &Terms, home: Option<&Zone>, lang: Lang) -> Vec<String> {
    let zone = example_zone(home, lang);
    let fixed = |days: WeekdaySet| FixedTimes { days, at: vec![time(20)], zone: zone.clone() };
    let weekdays = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri];
    let days =
        [WeekdaySet::ALL, weekdays.into_iter().collect(), [Weekday::Mon, Weekday::Thu].into_iter().collect()];
    let each = hours(&[48, 24, 72, 168, 12]).into_iter().map(Pace::Each);
    let paces = each.chain(days.map(fixed).map(Pace::Times)).chain([Pace::None]);
    let mut parts: Vec<String> = paces.map(|pace| pace.typed(lang)).collect();
    parts.extend(terms::parts_typed(lang, &zone));
    going_on(typed, " ", &parts, &|text| now.changed(text, home).is_ok())
}

/// Moments until which something could last.
pub fn untils(typed: &str, now: DateTime<Utc>, zone: &Zone, lang: Lang) -> Vec<String> {
    let lengths = hours(&[24, 48, 72, 168, 336]).into_iter().map(|length| length.typed(lang));
    let parts: Vec<String> = lengths.chain(dates(now, zone, lang)).chain(times()).collect();
    going_on(typed, " ", &parts, &|text| when::until(text, now, zone).is_ok())
}

/// Moments from which something could be so.
pub fn froms(typed: &str, now: DateTime<Utc>, zone: &Zone, lang: Lang) -> Vec<String> {
    let parts: Vec<String> = dates(now, zone, lang).chain(times()).collect();
    // A beginning alone is no span, so each is tried with an end behind all of them.
    let last = zone.local(now).date().checked_add_days(Days::new(2 * DAYS_AHEAD)).unwrap_or_default();
    going_on(typed, " ", &parts, &|text| when::span(&format!("{text} to {last}"), now, zone).is_ok())
}

/// The days that begin with tomorrow, as they are typed.
fn dates(now: DateTime<Utc>, zone: &Zone, lang: Lang) -> impl Iterator<Item = String> {
    let today = zone.local(now).date();
    let typed = move |day: NaiveDate| match lang {
        Lang::En => day.format("%-d %b").to_string(),
        Lang::Ja => format!("{}月{}日", day.month(), day.day()),
    };
    (1..=DAYS_AHEAD).filter_map(move |days| today.checked_add_days(Days::new(days))).map(typed)
}

/// Times of a day, after a day.
fn times() -> impl Iterator<Item = String> {
    [8, 12, 18, 20, 22].into_iter().map(|hour| time(hour).format("%H:%M").to_string())
}

/// Zones whose city, or whole name, begins with the typed text, or contains it; if none does, the most common ones.
pub fn zones(typed: &str) -> Vec<String> {
    let key = fold(typed.trim());
    let usual = || ZONES.into_iter().filter(|name| Zone::typed(name).is_ok());
    if key.is_empty() {
        return usual().map(str::to_owned).collect();
    }
    let named = Zone::typed(typed.trim()).ok().map(|zone| zone.named_in(Lang::En));
    let names =
        || zone::database().names().filter(|name| name.contains('/') && !name.starts_with(TURNED_AROUND));
    let city = |name: &str| fold(name.rsplit_once('/').map_or(name, |(_, city)| city));
    let begun = names().filter(|name| city(name).starts_with(&key));
    let held = names().filter(|name| fold(name).contains(&key));
    let mut found: Vec<String> = named.into_iter().collect();
    for name in begun.chain(held) {
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    if found.is_empty() {
        found.extend(usual().map(str::to_owned));
    }
    found.truncate(MOST_SUGGESTED);
    found
}

/// Ladders of reminders.
pub fn ladders(typed: &str, lang: Lang) -> Vec<String> {
    let step = |step: LadderStep| Ladder { steps: vec![step], digest: None };
    let after = hours(&[8, 24, 48, 72]).into_iter().map(LadderStep::After);
    let before = hours(&[2, 6, 12, 24]).into_iter().map(LadderStep::Before);
    let steps = after.chain(before).map(|it| step(it).typed(lang));
    let digests = [20, 8].map(|hour| Ladder { steps: vec![], digest: Some(time(hour)) }.typed(lang));
    let none = Ladder { steps: vec![], digest: None }.typed(lang);
    let parts: Vec<String> = steps.chain(digests).chain([none]).collect();
    let between = if lang == Lang::Ja { "、" } else { ", " };
    going_on(typed, between, &parts, &|text| Ladder::parse(text).is_ok())
}

/// Quiet hours.
pub fn quiets(typed: &str, home: Option<&Zone>, lang: Lang) -> Vec<String> {
    let zone = example_zone(home, lang);
    let nights = [(22, 8), (23, 7), (0, 8), (21, 9)];
    let quiet = |(from, to)| Quiet::new(time(from), time(to), zone.clone());
    let mut parts: Vec<String> =
        nights.into_iter().filter_map(quiet).map(|quiet| quiet.typed(lang)).collect();
    parts.push(Pace::None.typed(lang));
    going_on(typed, " ", &parts, &|text| Quiet::parse(text, home).is_ok())
}
