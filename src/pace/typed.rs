//! Paces, ladders and quiet hours as people type them, in both languages, and as they are written.
//!
//! ```text
//! none   36h   2d   Mon,Wed,Fri 20:00 Asia/Tokyo   daily 21:00 Europe/Berlin
//! none   1d, 3d, 6h before   1d, 3d, 6h before, digest 20:00
//! none   22:00-8:00 Asia/Tokyo
//!
//! なし   36時間   2日   月水金 20:00 東京   毎日 21:00 Europe/Berlin
//! なし   1日、3日、締切の6時間前   1日、3日、締切の6時間前、まとめて20:00
//! なし   22:00〜8:00 東京
//! ```
//!
//! Whichever language is typed, both are read: a table has players of two.

use std::fmt;

use chrono::{NaiveTime, Weekday, WeekdaySet};

use super::{FixedTimes, Hours, Ladder, LadderStep, Pace, PaceError, Quiet, Zone};
use crate::book::{clip, is_no, nearest};
use crate::words::Lang;

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAYS_JA: [char; 7] = ['月', '火', '水', '木', '金', '土', '日'];
const DAILY: [&str; 4] = ["daily", "everyday", "day", "毎日"];
const WEEKDAYS: [&str; 2] = ["weekdays", "平日"];
/// Words without a meaning of their own.
const FILLERS: [&str; 6] = ["every", "each", "on", "at", "and", "毎週"];
const HOURS: [&str; 6] = ["h", "hr", "hrs", "hour", "hours", "時間"];
const WHOLE_DAYS: [&str; 5] = ["d", "day", "days", "日", "日間"];
/// The words before the time of a digest.
const DIGEST: [&str; 5] = ["digest at", "digest", "毎日まとめて", "まとめて", "まとめ"];
/// The words after a step before the deadline, and after one after the question.
const BEFORE_WHAT: [&str; 4] = ["", "deadline", "the deadline", "it is due"];
const AFTER_WHAT: [&str; 4] = ["", "question", "the question", "it is asked"];
/// The words before such steps in Japanese.
const BEFORE_WHAT_JA: [&str; 6] = ["締切の", "締切", "締め切りの", "締め切り", "期限の", "期限"];
const AFTER_WHAT_JA: [&str; 2] = ["質問の", "質問"];
/// Units that are too small.
const MINUTES: [&str; 6] = ["m", "min", "mins", "minutes", "分", "分間"];
/// Most bytes of a typed text: more than any valid one needs.
const MOST_BYTES: usize = 300;

/// Parses the name of a zone: as people mean it, or as stored.
type ReadZone = fn(&str) -> Result<Zone, PaceError>;
/// Writes a zone: for people, or as stored.
type WriteZone<'a> = &'a dyn Fn(&Zone) -> String;

impl Pace {
    /// The pace that is typed, in either language.
    ///
    /// # Errors
    /// Something typed that is none, or beyond the limits.
    pub fn parse(typed: &str) -> Result<Pace, PaceError> {
        Pace::read(typed, Zone::typed)
    }

    /// The pace that is typed, with zones read by `zone`.
    fn read(typed: &str, zone: ReadZone) -> Result<Pace, PaceError> {
        let text = narrow(typed);
        if is_no(&text) {
            return Ok(Pace::None);
        }
        if let Some(hours) = length(&text) {
            return hours.map(Pace::Each);
        }
        FixedTimes::read(&text, zone).map(Pace::Times)
    }

    /// As it is typed in a language.
    pub fn typed(&self, lang: Lang) -> String {
        self.written(lang, &|zone| zone.named_in(lang))
    }

    fn written(&self, lang: Lang, zone: WriteZone<'_>) -> String {
        match self {
            Pace::None => none(lang).to_owned(),
            Pace::Each(hours) => hours.typed(lang),
            Pace::Times(times) => {
                format!("{} {} {}", days_typed(times.days, lang), times_typed(&times.at), zone(&times.zone))
            }
        }
    }
}

impl Hours {
    /// Parses typed hours, at least 1: `36h`, `2日`.
    ///
    /// # Errors
    /// No length, zero, no whole hours, or more than the maximum.
    pub fn parse(typed: &str) -> Result<Hours, PaceError> {
        length(&narrow(typed)).unwrap_or_else(|| Err(PaceError::NoWholeHours { given: clip(typed) }))
    }

    /// The hours as typed in a language: in days if they are whole ones.
    pub fn typed(self, lang: Lang) -> String {
        let days = self.count() > 0 && self.count().is_multiple_of(24);
        let unit = match (lang, days) {
            (Lang::En, false) => "h",
            (Lang::En, true) => "d",
            (Lang::Ja, false) => "時間",
            (Lang::Ja, true) => "日",
        };
        format!("{}{unit}", if days { self.count() / 24 } else { self.count() })
    }
}

impl FixedTimes {
    /// Days, times and a zone, in that order; without days, every day.
    fn read(text: &str, read_zone: ReadZone) -> Result<FixedTimes, PaceError> {
        let text = apart(text);
        let words: Vec<&str> = words(&text).collect();
        let times = words.iter().position(|word| clock(word).is_some());
        let (before, after) = words.split_at(times.unwrap_or(words.len()));
        let lang = lang_of(&text);
        let Some(days) = days(before, times.is_some())? else {
            return Err(PaceError::NoPace { given: clip(&text) });
        };
        if times.is_none() {
            return Err(PaceError::NoTime { read: days_typed(days, lang) });
        }
        let mut at =
            after.iter().map_while(|word| clock(word)).collect::<Result<Vec<NaiveTime>, PaceError>>()?;
        let zone = after[at.len()..].join(" ");
        at.sort_unstable();
        at.dedup();
        let read = || format!("{} {}", days_typed(days, lang), times_typed(&at));
        let zone = zone_read(&zone, read_zone, read)?;
        Ok(FixedTimes { days, at, zone })
    }
}

impl Ladder {
    /// The ladder that is typed, in either language; a step that is typed twice is one. With a digest alone the steps are the
    /// usual ones.
    ///
    /// # Errors
    /// Something typed that is no step, or beyond the limits.
    pub fn parse(typed: &str) -> Result<Ladder, PaceError> {
        let text = narrow(typed);
        let (mut steps, mut digest): (Vec<LadderStep>, _) = (Vec::new(), None);
        if is_no(&text) {
            return Ok(Ladder { steps, digest });
        }
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            if let Some(time) = digest_typed(item) {
                digest = Some(time?);
                continue;
            }
            let step = LadderStep::parse(item)?;
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        match steps.len() {
            0 if digest.is_some() => Ok(Ladder { digest, ..Ladder::default() }),
            0 => Err(PaceError::NoStep { given: clip(typed) }),
            count if count > Ladder::MOST => Err(PaceError::TooManySteps { steps: count }),
            _ => Ok(Ladder { steps, digest }),
        }
    }

    /// True if a word says that the time of a digest follows.
    pub fn names_digest(word: &str) -> bool {
        DIGEST.contains(&&*narrow(word).to_lowercase())
    }

    /// True if a word begins a digest, with or without its time: `digest`, `まとめて20:00`.
    pub fn begins_digest(word: &str) -> bool {
        let word = narrow(word).to_lowercase();
        let rest = DIGEST.iter().find_map(|name| word.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// As it is typed in a language.
    pub fn typed(&self, lang: Lang) -> String {
        let digest = |time| match lang {
            Lang::En => format!("digest {}", time_typed(time)),
            Lang::Ja => format!("まとめて{}", time_typed(time)),
        };
        let steps = self.steps.iter().map(|step| step.typed(lang));
        let items: Vec<String> = steps.chain(self.digest.map(digest)).collect();
        match lang {
            _ if items.is_empty() => none(lang).to_owned(),
            Lang::En => items.join(", "),
            Lang::Ja => items.join("、"),
        }
    }
}

/// The time of a digest, where an item of a ladder is one.
fn digest_typed(item: &str) -> Option<Result<NaiveTime, PaceError>> {
    let text = item.to_lowercase();
    let time = DIGEST.iter().find_map(|word| text.strip_prefix(word))?.trim();
    Some(clock(time).unwrap_or_else(|| Err(PaceError::NoDigest { given: clip(item) })))
}

impl LadderStep {
    fn parse(item: &str) -> Result<LadderStep, PaceError> {
        let text = item.to_lowercase();
        // Nothing around it is dropped: a step before the deadline says nothing of the question, nor the other way round.
        let cut = |mark: &str, behind: &[&str], ahead: &[&str]| {
            let (long, _) = text.split_once(mark).filter(|(_, rest)| behind.contains(&rest.trim()))?;
            Some(ahead.iter().find_map(|what| long.strip_prefix(what)).unwrap_or(long).to_owned())
        };
        let before = cut("before", &BEFORE_WHAT, &[]).or_else(|| cut("前", &[""], &BEFORE_WHAT_JA));
        let is_before = before.is_some();
        let after = || cut("after", &AFTER_WHAT, &[]).or_else(|| cut("後", &[""], &AFTER_WHAT_JA));
        let long = before.or_else(after).unwrap_or(text.clone());
        let hours = length(&long).unwrap_or_else(|| Err(PaceError::NoStep { given: clip(item) }))?;
        Ok(if is_before { LadderStep::Before(hours) } else { LadderStep::After(hours) })
    }

    fn typed(self, lang: Lang) -> String {
        match (self, lang) {
            (LadderStep::After(hours), _) => hours.typed(lang),
            (LadderStep::Before(hours), Lang::En) => format!("{} before", hours.typed(lang)),
            (LadderStep::Before(hours), Lang::Ja) => format!("締切の{}前", hours.typed(lang)),
        }
    }
}

impl Quiet {
    /// The quiet hours that are typed, in either language, or none; without a zone they are in `home`.
    ///
    /// # Errors
    /// Something typed that is none, or beyond the limits.
    pub fn parse(typed: &str, home: Option<&Zone>) -> Result<Option<Quiet>, PaceError> {
        Quiet::read(typed, home, Zone::typed)
    }

    fn read(typed: &str, home: Option<&Zone>, read_zone: ReadZone) -> Result<Option<Quiet>, PaceError> {
        // The hours alone say on which day the quiet ends, so the word for the next day is dropped.
        let text =
            narrow(typed).replace("から", "-").replace(" to ", "-").replace('翌', "").replace("まで", "");
        if is_no(&text) {
            return Ok(None);
        }
        let none_such = || PaceError::NoQuietHours { given: clip(typed) };
        let (from, rest) = text.split_once('-').ok_or_else(none_such)?;
        let (to, zone) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let hour = |text: &str| clock(text).or_else(|| clock(&format!("{text}:00"))).ok_or_else(none_such)?;
        let (from, to) = (hour(from.trim())?, hour(to)?);
        let zone = match home.filter(|_| zone.trim().is_empty()) {
            Some(home) => home.clone(),
            None => zone_read(zone, read_zone, || format!("{}-{}", time_typed(from), time_typed(to)))?,
        };
        Quiet::new(from, to, zone).map(Some).ok_or_else(|| PaceError::TooQuiet { given: clip(typed) })
    }

    /// As they are typed in a language.
    pub fn typed(&self, lang: Lang) -> String {
        self.written(lang, &|zone| zone.named_in(lang))
    }

    fn written(&self, lang: Lang, zone: WriteZone<'_>) -> String {
        let to = if lang == Lang::Ja { '〜' } else { '-' };
        format!("{}{to}{} {}", time_typed(self.from), time_typed(self.to), zone(&self.zone))
    }
}

/// Replaces full-width signs by narrow ones, all separators by one, and all range signs by one.
pub(super) fn narrow(typed: &str) -> String {
    let sign = |c: char| match c {
        '\u{3000}' | '\t' => ' ',
        '、' | '・' => ',',
        '〜' | '～' | '–' | '—' | '−' => '-',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    let read = if typed.len() > MOST_BYTES { clip(typed) } else { typed.to_owned() };
    read.chars().map(sign).collect::<String>().trim().to_owned()
}

/// Separates a day from the text written together with it: `月水金20:00`.
fn apart(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if c.is_ascii_digit() && spaced.ends_with(['月', '火', '水', '木', '金', '土', '日', '曜']) {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    spaced
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.filter(|word| !FILLERS.iter().any(|filler| word.eq_ignore_ascii_case(filler)))
}

fn none(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "none",
        Lang::Ja => "なし",
    }
}

/// The language that something is typed in.
fn lang_of(text: &str) -> Lang {
    if text.is_ascii() { Lang::En } else { Lang::Ja }
}

/// Numbers with units, the largest first; `None` for anything else.
pub(super) fn length(text: &str) -> Option<Result<Hours, PaceError>> {
    let (mut rest, mut hours, mut last) = (text.trim(), 0u64, u64::MAX);
    let mut whole = true;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
        let (number, after) = rest.split_at(digits);
        let end = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, next) = after.split_at(end);
        // The largest unit first and each once: `2h 1d` and `1h 1h` are slips.
        let size = unit_hours(&unit.trim().to_lowercase()).filter(|size| *size < last)?;
        // A number with too many digits is too long in any case.
        let number: u64 = number.parse().unwrap_or(u32::MAX.into());
        hours = hours.saturating_add(number.saturating_mul(size));
        whole &= size > 0;
        (rest, last) = (next, size);
    }
    let given = || clip(text);
    let of = |hours| u16::try_from(hours).ok().and_then(Hours::new);
    Some(match of(hours) {
        _ if last == u64::MAX => return None,
        _ if !whole => Err(PaceError::NoWholeHours { given: given() }),
        Some(Hours(0)) => Err(PaceError::Zero),
        hours => hours.ok_or_else(|| PaceError::TooLong { given: given() }),
    })
}

/// The hours of a unit; none of one that is too small.
fn unit_hours(unit: &str) -> Option<u64> {
    let sizes = [(24, &WHOLE_DAYS[..]), (1, &HOURS), (0, &MINUTES)];
    sizes.into_iter().find(|(_, names)| names.contains(&unit)).map(|(hours, _)| hours)
}

/// A time of day: `20:00`, `20時30分`; `None` for a text that does not look like one.
pub(super) fn clock(word: &str) -> Option<Result<NaiveTime, PaceError>> {
    let word = word.replace('時', ":").replace("半", "30").replace('分', "");
    let (hour, minute) = word.split_once(':')?;
    let minute = if minute.is_empty() { "0" } else { minute };
    // `parse` takes `+9` too, and `+9:00` is a zone.
    let is_number = |text: &str| text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| is_number(text));
    let (hour, minute) = (number(hour)?, number(minute)?);
    Some(
        NaiveTime::from_hms_opt(hour, minute, 0).ok_or_else(|| PaceError::NoSuchTime { given: word.clone() }),
    )
}

/// The days of these words, all of them without words; a word that is no day counts as misspelt only if days are required.
fn days(words: &[&str], must: bool) -> Result<Option<WeekdaySet>, PaceError> {
    let mut all = WeekdaySet::EMPTY;
    for word in words {
        match (days_of(word), must) {
            (Some(days), _) => all = all.union(days),
            (None, true) => {
                return Err(PaceError::NoSuchDay { given: clip(word), nearest: nearest(DAYS, word) });
            }
            // No time follows, and the first word is no day: it may be a misspelt length instead.
            (None, false) if all.is_empty() => return Ok(None),
            (None, false) => break,
        }
    }
    Ok(match (words.is_empty(), must) {
        (true, true) => Some(WeekdaySet::ALL),
        (true, false) => None,
        _ => Some(all),
    })
}

/// Reads a day, a range (`mon-fri`) or several Japanese days (`月水金`).
fn days_of(word: &str) -> Option<WeekdaySet> {
    let word = word.to_lowercase().replace("曜日", "").replace('曜', "");
    let word = word.trim_start_matches("毎週").trim_end_matches('.');
    if DAILY.contains(&word) {
        return Some(WeekdaySet::ALL);
    }
    if WEEKDAYS.contains(&word) {
        return Some(WEEK[..5].iter().copied().collect());
    }
    if let Some((first, last)) = word.split_once('-') {
        let (first, last) = (day_of(first)?, day_of(last)?);
        // A range may go over the end of the week, as `fri-mon` does.
        let days = WEEK.iter().cycle().skip(first).take((last + 7 - first) % 7 + 1);
        return Some(days.copied().collect());
    }
    let single = |c: char| day_of(c.encode_utf8(&mut [0; 4])).map(|day| WEEK[day]);
    day_of(word).map(|day| WeekdaySet::single(WEEK[day])).or_else(|| {
        let days: Option<WeekdaySet> = word.chars().map(single).collect();
        days.filter(|days| !days.is_empty())
    })
}

/// The number of a day, from Monday, 0, by its name or how that begins.
fn day_of(word: &str) -> Option<usize> {
    // `Mondays` is Monday.
    let word = word.trim_end_matches('s');
    let ja = DAYS_JA.iter().position(|day| word.chars().eq([*day]));
    ja.or_else(|| DAYS.iter().position(|day| word.len() >= 3 && day.starts_with(word)))
}

pub(super) fn zone_typed(typed: &str, read: impl FnOnce() -> String) -> Result<Zone, PaceError> {
    zone_read(typed, Zone::typed, read)
}

fn zone_read(typed: &str, zone: ReadZone, read: impl FnOnce() -> String) -> Result<Zone, PaceError> {
    match typed.trim() {
        "" => Err(PaceError::NoZone { read: read() }),
        typed => zone(typed),
    }
}

/// A stored zone, which has its own name only.
fn stored_zone(name: &str) -> Result<Zone, PaceError> {
    Zone::try_from(name.to_owned()).map_err(|_| PaceError::NoSuchZone { given: clip(name), nearest: None })
}

fn days_typed(days: WeekdaySet, lang: Lang) -> String {
    let named = WEEK.iter().zip(DAYS_JA).filter(|(day, _)| days.contains(**day));
    match lang {
        Lang::En if days == WeekdaySet::ALL => "daily".to_owned(),
        Lang::Ja if days == WeekdaySet::ALL => "毎日".to_owned(),
        Lang::En => named.map(|(day, _)| day.to_string()).collect::<Vec<_>>().join(","),
        Lang::Ja => named.map(|(_, day)| day).collect(),
    }
}

fn times_typed(times: &[NaiveTime]) -> String {
    times.iter().map(|time| time_typed(*time)).collect::<Vec<_>>().join(",")
}

fn time_typed(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

/// Stores a value as typed in English, with zones by their own names, and reads only that form: one value, one text.
macro_rules! stored {
    ($($kind:ident: $write:expr, $read:expr;)*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let write: fn(&$kind) -> String = $write;
                f.write_str(&write(self))
            }
        }

        impl From<$kind> for String {
            fn from(value: $kind) -> String {
                value.to_string()
            }
        }

        impl TryFrom<String> for $kind {
            type Error = String;

            fn try_from(text: String) -> Result<$kind, String> {
                let read: Result<Option<$kind>, PaceError> = $read(&text);
                let same = read.map_err(|why| why.to_string())?.filter(|value| value.to_string() == text);
                same.ok_or_else(|| format!("not written so: {text}"))
            }
        }
    )*};
}

stored! {
    Pace: |it| it.written(Lang::En, &|zone| zone.name().to_owned()), |text: &str| Pace::read(text, stored_zone).map(Some);
    Ladder: |it| it.typed(Lang::En), |text: &str| Ladder::parse(text).map(Some);
    Quiet: |it| it.written(Lang::En, &|zone| zone.name().to_owned()), |text: &str| Quiet::read(text, None, stored_zone);
}
