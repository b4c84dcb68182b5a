//! Days and moments as people type them, in both languages: until when a pause lasts, when somebody is away.
//!
//! ```text
//! 2026-12-24   24 Dec 20:00   Dec 24, 2026   3d
//! 12月24日   2026年12月24日 20:00   3日
//! ```
//!
//! A day without a year is the next such day. A day without a time counts whole, from its first moment to its last.

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, TimeDelta, Utc};

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
/// Days named by their distance from today.
const NEAR_DAYS: [(&[&str], i64); 2] = [(&["today", "今日", "本日"], 0), (&["tomorrow", "明日"], 1)];
/// Words before a beginning, and before an end.
const BEFORE_BEGINNING: [&str; 4] = ["from ", "since ", "starting ", "between "];
const BEFORE_END: [&str; 5] = ["until ", "till ", "to ", "by ", "through "];
/// Words between a beginning and an end; a Japanese dash is one after a day or a time.
const BETWEEN: [&str; 7] = [" to ", " until ", " till ", " by ", " through ", " and ", " - "];
/// The Japanese word that marks the text before it as an end, and the whole as a span.
const END_JA: &str = "まで";
const SPAN_JA: &str = "の間";
/// Beginnings that need no date.
const NOW: [&str; 3] = ["now", "今", "いま"];
/// A day without a year that passed at most so many days ago is more likely a slip than one of next year.
const LATELY: i64 = 183;

/// The typed parts of a span: its beginning, if any, and its end.
struct Parted<'a> {
    from: Option<&'a str>,
    end: &'a str,
    /// True if a word says that the end is a day and no length: `30日まで` is not `30日間`.
    by: bool,
}

/// The moment until which something lasts: `24 Dec`, `until 24 Dec 20:00`, `3d`, `30日まで`.
///
/// # Errors
/// Something typed that is no date and no length, or that has a beginning.
pub fn until(typed: &str, now: DateTime<Utc>, zone: &Zone) -> Result<DateTime<Utc>, PaceError> {
    let text = spaced(typed);
    match parted(&text) {
        Parted { from: None, end, by } => end_of((end, by), now, zone, None),
        Parted { from: Some(_), .. } => Err(PaceError::NoDate { given: clip(typed.trim()) }),
    }
}

/// From when until when: `20 Dec to 24 Dec`, `12月20日〜12月24日` with both days in full, `from 20 Dec for 3d`; from now on
/// without a beginning.
///
/// # Errors
/// As [`until`]; a beginning without an end, and an end that comes before the beginning.
pub fn span(
    typed: &str,
    now: DateTime<Utc>,
    zone: &Zone,
) -> Result<(DateTime<Utc>, DateTime<Utc>), PaceError> {
    let text = spaced(typed);
    let Parted { from, end, by } = parted(text.strip_suffix(SPAN_JA).unwrap_or(&text));
    let Some(from) = from else { return Ok((now, end_of((end, by), now, zone, None)?)) };
    let from = match NOW.contains(&from) {
        true => now,
        false => {
            let (date, time) = moment(from, now, zone)?;
            zone.instant(date, time.unwrap_or(NaiveTime::MIN))
        }
    };
    if end.is_empty() {
        return Err(PaceError::NoEnd { given: clip(typed.trim()) });
    }
    // An end without a year is the next such day after the beginning.
    let base = from.max(now);
    match end_of((end, by), base, zone, Some(zone.local(base).date())) {
        Ok(until) if until > from => Ok((from, until)),
        Ok(_) | Err(PaceError::DayIsPast { .. }) => Err(PaceError::Backwards { given: clip(typed.trim()) }),
        Err(error) => Err(error),
    }
}

/// Narrow, in lower case, one space between words, with spaces around a Japanese dash after a day or a time.
fn spaced(typed: &str) -> String {
    let text = narrow(typed).to_lowercase().replace("日-", "日 - ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a line into its beginning and its end.
fn parted(text: &str) -> Parted<'_> {
    let begins = BEFORE_BEGINNING.iter().find_map(|word| text.strip_prefix(word));
    let rest = begins.unwrap_or(text);
    let length = rest.split_once(" for ").map(|(from, end)| (from, end, false));
    let day = BETWEEN.iter().find_map(|word| rest.split_once(word)).map(|(from, end)| (from, end, true));
    let ja = rest.split_once("から").map(|(from, end)| (from, end, true));
    let (from, end, by) = match ja.or(length).or(day) {
        Some((from, end, by)) => (Some(from.trim()), end.trim(), by),
        None if begins.is_some() => (Some(rest), "", true),
        None => (None, rest, false),
    };
    let named = BEFORE_END.iter().find_map(|word| end.strip_prefix(word));
    let end = named.or_else(|| end.strip_prefix("for ")).unwrap_or(end);
    let ends = end.strip_suffix(END_JA);
    Parted { from, end: ends.unwrap_or(end).trim(), by: by || named.is_some() || ends.is_some() }
}

/// The end of something that begins at `base`; `begun` is its first day, if one is typed.
fn end_of(
    (text, by): (&str, bool),
    base: DateTime<Utc>,
    zone: &Zone,
    begun: Option<NaiveDate>,
) -> Result<DateTime<Utc>, PaceError> {
    let today = zone.local(base).date();
    let day = day_of_month(text, by, begun.is_some()).and_then(|day| next_day(day, today));
    let (date, time) = match day {
        Some(date) => (date, None),
        None => {
            if let Some(length) = length(text) {
                return Ok(base + length?.length());
            }
            moment(text, base, zone)?
        }
    };
    match time {
        Some(time) => Ok(zone.instant(date, time)),
        None => {
            let next = date.succ_opt().ok_or_else(|| PaceError::NoDate { given: clip(text) })?;
            Ok(zone.instant(next, NaiveTime::MIN))
        }
    }
}

/// The number of a day of some month: `30日`, if a word marks it as a day; `the 30th`; `30` after a beginning.
fn day_of_month(text: &str, by: bool, begun: bool) -> Option<u32> {
    let text = text.strip_prefix("the ").unwrap_or(text);
    let ja = text.strip_suffix('日').filter(|_| by);
    let bare = text.bytes().all(|byte| byte.is_ascii_digit());
    match ja {
        Some(day) => number(day),
        None if !bare || (begun && by) => number(text),
        None => None,
    }
}

/// The next day of this number in its month, `today` among them.
fn next_day(day: u32, today: NaiveDate) -> Option<NaiveDate> {
    // A day past in this month may be missing in the next, as the 30th in February, but not in the one after.
    let months = (0..3).filter_map(|month| today.with_day(1)?.checked_add_months(Months::new(month)));
    months.filter_map(|first| first.with_day(day)).find(|date| *date >= today)
}

/// A day, and the time of it where one is typed.
fn moment(text: &str, now: DateTime<Utc>, zone: &Zone) -> Result<(NaiveDate, Option<NaiveTime>), PaceError> {
    let no_date = || PaceError::NoDate { given: clip(text.trim()) };
    let spaced = text.replace('日', "日 ");
    let words: Vec<&str> = spaced.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let today = zone.local(now).date();
    let (date, rest) = day(&words, today).ok_or_else(no_date)?;
    let date = date.map_err(|next| PaceError::DayIsPast { given: clip(text.trim()), next })?;
    match rest {
        [] => Ok((date, None)),
        [time] => Ok((date, Some(clock(time).ok_or_else(no_date)??))),
        _ => Err(no_date()),
    }
}

/// A day; the next of its kind, where that is far ahead because one has just passed.
type Day = Result<NaiveDate, NaiveDate>;

/// The day that words begin with, and the words after it.
fn day<'a, 'b>(words: &'a [&'b str], today: NaiveDate) -> Option<(Day, &'a [&'b str])> {
    let (first, rest) = words.split_first()?;
    if let Some((_, days)) = NEAR_DAYS.iter().find(|(names, _)| names.contains(first)) {
        return Some((Ok(today.checked_add_signed(TimeDelta::days(*days))?), rest));
    }
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

fn dated(year: Option<i32>, month: u32, day: u32, today: NaiveDate) -> Option<Day> {
    let date = |year| NaiveDate::from_ymd_opt(year, month, day);
    let Some(year) = year else {
        // A date without a year is this year's or the next; 29 February may be in neither.
        let next = (today.year()..).take(2).filter_map(date).find(|date| *date >= today)?;
        let passed = date(today.year()).filter(|date| *date < today);
        let lately = passed.is_some_and(|date| today - date <= TimeDelta::days(LATELY));
        return Some(if lately { Err(next) } else { Ok(next) });
    };
    date(year).map(Ok)
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
