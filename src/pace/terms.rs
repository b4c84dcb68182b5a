//! Terms as people type them, in both languages: parts in any order, each after its word. What is not named stays as it is.
//!
//! ```text
//! 2d   Mon,Thu 20:00 Asia/Tokyo small 12h   none
//! weekends off Europe/Berlin grace 12h overdue claim absence 14 stops 2
//!
//! 2日   月木 20:00 東京 小さな決定 12時間   なし
//! 週末 除く 東京 猶予 12時間 時間切れ 宣言 不在 14 緊急停止 2
//! ```

use super::typed::{narrow, zone_typed};
use super::{Hours, Overdue, Pace, PaceError, Terms, Zone};
use crate::book::{clip, is_no, is_one_of, is_yes, off_in};
use crate::words::Lang;

/// A part of the terms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The pace of all decisions; where small ones have one of their own, of the others.
    Pace,
    Big,
    Small,
    Weekends,
    Grace,
    Overdue,
    Absence,
    Stops,
}

const PARTS: [(Part, &[&str]); 8] = [
    (Part::Pace, &["pace", "ペース"]),
    (Part::Big, &["big", "大", "大きな決定"]),
    (Part::Small, &["small", "小", "小さな決定"]),
    (Part::Weekends, &["weekends", "weekend", "週末"]),
    (Part::Grace, &["grace", "猶予"]),
    (Part::Overdue, &["overdue", "時間切れ"]),
    (Part::Absence, &["absence", "absences", "不在"]),
    (Part::Stops, &["stops", "緊急停止"]),
];
/// Words of weekends beside those for no and yes: that they do not count, and that they do.
const OFF: [&str; 2] = ["除く", "休み"];
const ON: [&str; 3] = ["count", "数える", "含む"];
const OVERDUE: [(Overdue, &[&str]); 8] = [
    (Overdue::Wait, &["wait", "待つ"]),
    (Overdue::Claim, &["claim", "宣言"]),
    (Overdue::Substitute, &["substitute", "交代", "代わり"]),
    (Overdue::StandIn, &["stand-in", "代行"]),
    (Overdue::StandingOrders, &["standing-orders", "standing", "予約命令"]),
    (Overdue::Midshipman, &["midshipman", "候補生"]),
    (Overdue::Lieutenant, &["computer", "lieutenant", "コンピューター", "大尉"]),
    (Overdue::Captain, &["captain", "艦長"]),
];

impl Terms {
    /// These terms with the typed parts replaced. Weekends are those of `home` if no zone is named.
    ///
    /// # Errors
    /// Typed text that is no part of terms, or terms under which nothing would ever be due.
    pub fn changed(&self, typed: &str, home: Option<&Zone>) -> Result<Terms, PaceError> {
        let text = narrow(typed);
        let mut terms = self.clone();
        let (mut part, mut words) = (Part::Pace, Vec::new());
        for word in text.split_whitespace() {
            match called(&PARTS, word) {
                Some(next) => {
                    terms.set(part, &std::mem::take(&mut words), home)?;
                    part = next;
                }
                None => words.push(word),
            }
        }
        terms.set(part, &words, home)?;
        // Only at the end: a pace and weekends off may exclude each other halfway through the line.
        terms.check()?;
        Ok(terms)
    }

    fn set(&mut self, part: Part, words: &[&str], home: Option<&Zone>) -> Result<(), PaceError> {
        let text = words.join(" ");
        match part {
            // There is no text before the first named part.
            Part::Pace if words.is_empty() => {}
            Part::Pace => {
                let pace = Pace::parse(&text)?;
                // Small decisions go with the others until they have a pace of their own; `none` is for both.
                if pace == Pace::None || self.small == self.big {
                    self.small = pace.clone();
                }
                self.big = pace;
            }
            Part::Big => self.big = Pace::parse(&text)?,
            Part::Small => self.small = Pace::parse(&text)?,
            Part::Weekends => self.weekends_off = weekends(words, home)?,
            Part::Grace if is_no(&text) => self.grace_hours = Hours::default(),
            Part::Grace => self.grace_hours = Hours::parse(&text)?,
            Part::Overdue => {
                self.overdue =
                    called(&OVERDUE, &text).ok_or_else(|| PaceError::NoOverdue { given: clip(&text) })?;
            }
            Part::Absence => self.absence_days = days(&text)?,
            Part::Stops => self.stops = stops(&text)?,
        }
        Ok(())
    }
}

fn called<T: Copy>(known: &[(T, &[&str])], word: &str) -> Option<T> {
    known.iter().find(|(_, names)| is_one_of(names, word)).map(|(it, _)| *it)
}

fn is_off(word: &str) -> bool {
    is_no(word) || is_one_of(&OFF, word)
}

fn weekends(words: &[&str], home: Option<&Zone>) -> Result<Option<Zone>, PaceError> {
    match (words, home) {
        ([off], Some(home)) if is_off(off) => Ok(Some(home.clone())),
        ([off, zone @ ..], _) if is_off(off) => {
            zone_typed(&zone.join(" "), || format!("weekends {off}")).map(Some)
        }
        ([on], _) if (is_yes(on) || is_one_of(&ON, on)) => Ok(None),
        _ => Err(PaceError::NoWeekends { given: clip(&words.join(" ")) }),
    }
}

fn days(text: &str) -> Result<u16, PaceError> {
    let number = text.trim_end_matches(['d', '日']).trim_end_matches(" days").trim();
    let days = if is_no(text) { Some(0) } else { number.parse().ok() };
    days.filter(|days| *days <= Terms::MOST_ABSENCE).ok_or_else(|| PaceError::NoAbsence { given: clip(text) })
}

/// The parts of terms besides a pace, each with a possible value, as typed in a language.
pub(super) fn parts_typed(lang: Lang, zone: &Zone) -> Vec<String> {
    let in_lang = |names: &[&'static str]| match lang {
        Lang::En => names.first().copied().unwrap_or_default(),
        Lang::Ja => names.last().copied().unwrap_or_default(),
    };
    let named = |part: Part| PARTS.iter().find(|(it, _)| *it == part).map_or("", |(_, names)| in_lang(names));
    let hours = |counts: &[u16]| -> Vec<String> {
        counts.iter().filter_map(|count| Hours::new(*count)).map(|hours| hours.typed(lang)).collect()
    };
    let off = if lang == Lang::En { off_in(lang) } else { OFF[0] };
    let overdue = OVERDUE.iter().map(|(_, names)| in_lang(names).to_owned());
    let of_part = [
        (Part::Small, hours(&[12, 24])),
        (Part::Overdue, overdue.collect()),
        (Part::Grace, hours(&[24, 12])),
        (Part::Weekends, vec![format!("{off} {}", zone.named_in(lang))]),
        (Part::Stops, vec!["3".to_owned(), "1".to_owned()]),
        (Part::Absence, vec!["14".to_owned(), "28".to_owned()]),
    ];
    of_part
        .into_iter()
        .flat_map(|(part, all)| all.into_iter().map(move |it| format!("{} {it}", named(part))))
        .collect()
}

fn stops(text: &str) -> Result<u16, PaceError> {
    let number = text.trim_end_matches('回').trim();
    let stops = if is_no(text) { Some(0) } else { number.parse().ok() };
    stops.filter(|stops| *stops <= Terms::MOST_STOPS).ok_or_else(|| PaceError::NoStops { given: clip(text) })
}
