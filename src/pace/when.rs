//! Days and moments as people type them, in both languages: until when a pause lasts, when somebody is away.
//!
//! ```text
//! 2026-12-24   24 Dec 20:00   Dec 24, 2026   3d
//! 12月24日   2026年12月24日 20:00   3日
//! ```
//!
//! A day without a year is the next such day. A day without a time counts whole, from its first moment to its last.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

use super::typed::{clock, length, narrow};
use super::{PaceError, Zone};
use crate::book::clip;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Words before an end that say nothing more.
const BEFORE_END: [&str; 4] = ["until ", "till ", "to ", "for "];

/// The moment until which something lasts: `24 Dec`, `until 24 Dec 20:00`, `3d`.
///
/// # Errors
/// Something typed that is no date and no length.
pub fn until(typed: &str, now: DateTime<Utc>, zone: &Zone) -> Result<DateTime<Utc>, PaceError> {
    let text = narrow(typed).trim_end_matches("まで").trim().to_lowercase();
    let end = BEFORE_END.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text).trim();
    if let Some(length) = length(end) {
        return Ok(now + length?.length());
    }
    let (date, time) = moment(end, now, zone)?;
    match time {
        Some(time) => Ok(zone.instant(date, time)),
        None => {
            let next = date.succ_opt().ok_or_else(|| PaceError::NoDate { given: clip(typed) })?;
            Ok(zone.instant(next, NaiveTime::MIN))
        }
    }
}

/// From when until when: `20 Dec to 24 Dec`, `12月20日〜12月24日` with both days in full; from now on without a beginning.
///
/// # Errors
/// As [`until`]; an end that comes before the beginning.
pub fn span(
    typed: &str,
    now: DateTime<Utc>,
    zone: &Zone,
) -> Result<(DateTime<Utc>, DateTime<Utc>), PaceError> {
    let text =
        narrow(typed).to_lowercase().replace("から", " to ").replace("日-", "日 to ").replace(" - ", " to ");
    let text = format!(" {} ", text.trim_start_matches("from ").trim());
    let parted = [" to ", " until ", " till "].iter().find_map(|word| text.split_once(word));
    let Some((from, end)) = parted.filter(|(from, _)| !from.trim().is_empty()) else {
        return Ok((now, until(&text, now, zone)?));
    };
    let (date, time) = moment(from, now, zone)?;
    let from = zone.instant(date, time.unwrap_or(NaiveTime::MIN));
    // An end without a year is the next such day after the beginning.
    let until = until(end, from.max(now), zone)?;
    if until <= from {
        return Err(PaceError::Backwards { given: clip(typed.trim()) });
    }
    Ok((from, until))
}

/// A day, and the time of it where one is typed.
fn moment(text: &str, now: DateTime<Utc>, zone: &Zone) -> Result<(NaiveDate, Option<NaiveTime>), PaceError> {
    let no_date = || PaceError::NoDate { given: clip(text.trim()) };
    let spaced = text.replace('日', "日 ");
    let words: Vec<&str> = spaced.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let (date, rest) = day(&words, zone.local(now).date()).ok_or_else(no_date)?;
    match rest {
        [] => Ok((date, None)),
        [time] => Ok((date, Some(clock(time).ok_or_else(no_date)??))),
        _ => Err(no_date()),
    }
}

/// The day that words begin with, and the words after it.
fn day<'a, 'b>(words: &'a [&'b str], today: NaiveDate) -> Option<(NaiveDate, &'a [&'b str])> {
    let (first, rest) = words.split_first()?;
    if let Some((year, month, day)) = one_word(first) {
        return Some((dated(year, month, day, today)?, rest));
    }
    let (second, rest) = rest.split_first()?;
    let (month, day) = match (month(first), month(second)) {
        (Some(month), None) => (month, number(second)?),
        (None, Some(month)) => (month, number(first)?),
        _ => return None,
    };
    let year = rest.first().and_then(|word| year(word));
    Some((dated(year, month, day, today)?, &rest[usize::from(year.is_some())..]))
}

/// `2026-12-24`, `12月24日`: year, month and day.
fn one_word(word: &str) -> Option<(Option<i32>, u32, u32)> {
    if let Some(word) = word.strip_suffix('日') {
        let (of_year, rest) =
            word.split_once('年').map_or((None, word), |(of_year, rest)| (Some(of_year), rest));
        let (month, day) = rest.split_once('月')?;
        let of_year = of_year.map(|word| year(word).ok_or(())).transpose().ok()?;
        return Some((of_year, number(month)?, number(day)?));
    }
    let mut parts = word.split(['-', '/']);
    let read = (Some(year(parts.next()?)?), number(parts.next()?)?, number(parts.next()?)?);
    parts.next().is_none().then_some(read)
}

fn dated(year: Option<i32>, month: u32, day: u32, today: NaiveDate) -> Option<NaiveDate> {
    match year {
        Some(year) => NaiveDate::from_ymd_opt(year, month, day),
        None => (today.year()..)
            .take(2)
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
            .find(|date| *date >= today),
    }
}

fn year(word: &str) -> Option<i32> {
    word.parse().ok().filter(|_| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    digits.parse().ok().filter(|_| digits.len() <= 2 && ["", "st", "nd", "rd", "th"].contains(&ending))
}

/// The number of a month by its name or how that begins.
fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.');
    let at = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(word))?;
    u32::try_from(at + 1).ok()
}
