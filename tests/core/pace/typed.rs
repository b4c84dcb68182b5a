//! Paces, ladders and quiet hours as they are typed, and what bad ones get.

use chrono::{NaiveTime, TimeDelta, Weekday, WeekdaySet};
use proptest::prelude::*;
use wardroom::pace::{FixedTimes, Hours, Ladder, LadderStep, Pace, PaceError, Quiet};
use wardroom::words::{Lang, Words};

use super::{ZONES, zone};

#[test]
fn paces_are_read_as_people_type_them() {
    for (typed, en, ja) in [
        ("none", "none", "なし"),
        ("なし", "none", "なし"),
        ("OFF", "none", "なし"),
        ("36h", "36h", "36時間"),
        ("36 hours", "36h", "36時間"),
        ("３６時間", "36h", "36時間"),
        ("2d", "2d", "2日"),
        ("２日", "2d", "2日"),
        ("48h", "2d", "2日"),
        ("1d 12h", "36h", "36時間"),
        ("1日12時間", "36h", "36時間"),
        ("Mon,Wed,Fri 20:00 Asia/Tokyo", "Mon,Wed,Fri 20:00 Asia/Tokyo", "月水金 20:00 東京"),
        ("mon wednesday FRI 20:00 tokyo", "Mon,Wed,Fri 20:00 Asia/Tokyo", "月水金 20:00 東京"),
        (
            "every Monday, Wednesday and Friday at 20:00 Tokyo",
            "Mon,Wed,Fri 20:00 Asia/Tokyo",
            "月水金 20:00 東京",
        ),
        ("金・月・水　２０：００　東京", "Mon,Wed,Fri 20:00 Asia/Tokyo", "月水金 20:00 東京"),
        ("毎週月曜日、水曜日、金曜日 20時 日本時間", "Mon,Wed,Fri 20:00 Asia/Tokyo", "月水金 20:00 東京"),
        ("月水金20時半 東京", "Mon,Wed,Fri 20:30 Asia/Tokyo", "月水金 20:30 東京"),
        ("daily 21:00 Europe/Berlin", "daily 21:00 Europe/Berlin", "毎日 21:00 Europe/Berlin"),
        ("毎日 ２１：００ Europe/Berlin", "daily 21:00 Europe/Berlin", "毎日 21:00 Europe/Berlin"),
        ("21:00 9:00 New York", "daily 09:00,21:00 America/New_York", "毎日 09:00,21:00 America/New_York"),
        ("Mon-Fri 8:05 utc", "Mon,Tue,Wed,Thu,Fri 08:05 UTC", "月火水木金 08:05 UTC"),
        ("金〜月 8時5分 東京", "Mon,Fri,Sat,Sun 08:05 Asia/Tokyo", "月金土日 08:05 東京"),
        ("平日 8:05 東京", "Mon,Tue,Wed,Thu,Fri 08:05 Asia/Tokyo", "月火水木金 08:05 東京"),
        ("日 20:00 東京", "Sun 20:00 Asia/Tokyo", "日 20:00 東京"),
        ("Sundays 20:00 Etc/GMT-9", "Sun 20:00 UTC+9", "日 20:00 UTC+9"),
        ("Sun 20:00 +9:00", "Sun 20:00 UTC+9", "日 20:00 UTC+9"),
    ] {
        let pace = Pace::parse(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        assert_eq!((pace.typed(Lang::En), pace.typed(Lang::Ja)), (en.to_owned(), ja.to_owned()), "{typed}");
    }
}

#[test]
fn ladders_and_quiet_hours_are_read_as_people_type_them() {
    for (typed, en, ja) in [
        ("none", "none", "なし"),
        ("1d, 3d, 6h before", "1d, 3d, 6h before", "1日、3日、締切の6時間前"),
        ("1日、３日、締切の６時間前", "1d, 3d, 6h before", "1日、3日、締切の6時間前"),
        ("1 day after, 6 hours before the deadline, 24h", "1d, 6h before", "1日、締切の6時間前"),
        ("1日後、6時間前", "1d, 6h before", "1日、締切の6時間前"),
        ("質問の1日後、期限の6時間前", "1d, 6h before", "1日、締切の6時間前"),
        ("1d, 6h before, digest 20:00", "1d, 6h before, digest 20:00", "1日、締切の6時間前、まとめて20:00"),
        ("毎日まとめて20時、1日", "1d, digest 20:00", "1日、まとめて20:00"),
        ("digest at 7:30", "1d, 3d, 6h before, digest 07:30", "1日、3日、締切の6時間前、まとめて07:30"),
    ] {
        let ladder = Ladder::parse(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
        assert_eq!(
            (ladder.typed(Lang::En), ladder.typed(Lang::Ja)),
            (en.to_owned(), ja.to_owned()),
            "{typed}"
        );
    }
    // What is before one is not after the other.
    for typed in
        ["2h after the deadline", "8h before the question", "締切の3日後", "質問の6時間前", "6h before lunch"]
    {
        assert!(matches!(Ladder::parse(typed), Err(PaceError::NoStep { .. })), "{typed}");
    }
    let home = zone("Europe/Berlin");
    for (typed, en, ja) in [
        ("22:00-8:00 Tokyo", "22:00-08:00 Asia/Tokyo", "22:00〜08:00 東京"),
        ("22時から翌8時 東京", "22:00-08:00 Asia/Tokyo", "22:00〜08:00 東京"),
        ("２２：００〜８：００", "22:00-08:00 Europe/Berlin", "22:00〜08:00 Europe/Berlin"),
        ("22 to 8 New York", "22:00-08:00 America/New_York", "22:00〜08:00 America/New_York"),
        ("9:30 - 17:00 Etc/GMT-9", "09:30-17:00 UTC+9", "09:30〜17:00 UTC+9"),
    ] {
        let quiet = Quiet::parse(typed, Some(&home)).unwrap_or_else(|why| panic!("{typed}: {why}")).unwrap();
        assert_eq!((quiet.typed(Lang::En), quiet.typed(Lang::Ja)), (en.to_owned(), ja.to_owned()), "{typed}");
    }
    assert_eq!(Quiet::parse("なし", None), Ok(None));
    assert_eq!(Ladder::default(), Ladder::parse("1d, 3d, 6h before").unwrap());
}

#[test]
fn bad_input_is_told_what_was_understood_and_what_would_be_right() {
    let words = Words::read().unwrap();
    let pace = |typed: &str| Pace::parse(typed).err();
    let ladder = |typed: &str| Ladder::parse(typed).err();
    let quiet = |typed: &str| Quiet::parse(typed, None).err();
    let cases: [(Option<PaceError>, &str, &str); 30] = [
        (pace(""), "is not a pace", "Mon,Wed,Fri 20:00 Asia/Tokyo"),
        (pace("whenever"), "“whenever” is not a pace", "36h"),
        (pace("36"), "“36” is not a pace", "36h"),
        (pace("3d 1d"), "is not a pace", "36h"),
        (pace("0h"), "no time at all", "1h"),
        (pace("0d"), "no time at all", "1h"),
        (pace("30m"), "“30m” is not a length in whole hours", "1h"),
        (pace("1h 30m"), "is not a length in whole hours", "1h"),
        (pace("31d"), "“31d” is too long; the limit is 30 days", "30 days"),
        (pace("99999999999999999999h"), "is too long; the limit is 30 days", "30 days"),
        (pace("Munday 20:00 Tokyo"), "“Munday” is not a day", "monday"),
        (pace("xyz 20:00 Tokyo"), "“xyz” is not a day", "Mon-Fri"),
        (pace("Mon 25:00 Tokyo"), "25:00” is not a time of day", "23:59"),
        (pace("Mon 20:60 Tokyo"), "20:60” is not a time of day", "23:59"),
        (pace("Mon,Wed"), "The days are Mon,Wed", "Mon,Wed 20:00 Asia/Tokyo"),
        (pace("Mon 20:00"), "Mon 20:00 is understood", "Mon 20:00 Asia/Tokyo"),
        (pace("Mon 20:00 Asia/Tokio"), "no time zone “Asia/Tokio”", "Asia/Tokyo"),
        (pace("Mon 20:00 xyzzy"), "no time zone “xyzzy”", "Europe/London"),
        (pace("Mon 20:00 IST"), "“IST” names more than one time zone", "`Asia/Kolkata`"),
        (quiet("22:00-8:00 bst"), "“bst” names more than one time zone", "`Europe/London`"),
        (ladder("1d, soon"), "“soon” is not a reminder", "6h before"),
        (ladder("締切の6時間前 まとめて20:00"), "is not a reminder", "6h before"),
        (ladder("1d 3d"), "“1d 3d” is not a reminder", "6h before"),
        (ladder("1h, 2h, 3h, 4h, 5h, 6h, 7h"), "7 reminders", "6"),
        (ladder("1d, digest"), "“digest” has no time", "digest 20:00"),
        (ladder("1d, digest 25:00"), "25:00” is not a time of day", "23:59"),
        (quiet("at night"), "“at night” is not understood", "22:00-08:00"),
        (quiet("22:00-22:00 Tokyo"), "is too long", "20 hours"),
        (quiet("22:00-21:00 Tokyo"), "is too long", "20 hours"),
        (quiet("22:00-8:00"), "22:00-08:00 is understood", "22:00-08:00 Asia/Tokyo"),
    ];
    for (why, understood, right) in cases {
        let why = why.unwrap_or_else(|| panic!("no error: {understood}"));
        let said = words.reason(Lang::En, &why.reason());
        assert!(said.contains(understood) && said.contains(right), "{said}");
        let ja = words.reason(Lang::Ja, &why.reason());
        assert!(ja.contains(|c| ('ぁ'..='ん').contains(&c)) && !ja.contains('{'), "{ja}");
    }
    let long = "x".repeat(100_000);
    assert!(matches!(pace(&long), Some(PaceError::NoPace { given }) if given.len() < 100));
}

fn hours() -> impl Strategy<Value = Hours> {
    (1..=Hours::MOST).prop_map(|hours| Hours::new(hours).unwrap())
}

fn time(minute: i64) -> NaiveTime {
    NaiveTime::MIN + TimeDelta::minutes(minute)
}

fn any_pace() -> impl Strategy<Value = Pace> {
    let minutes = prop::collection::btree_set(0..24 * 60i64, 1..4);
    let times = (1..128u8, minutes, prop::sample::select(&ZONES[..])).prop_map(|(days, minutes, name)| {
        let week = std::iter::successors(Some(Weekday::Mon), |day| Some(day.succ())).take(7);
        let days: WeekdaySet = week.filter(|day| days >> day.num_days_from_monday() & 1 == 1).collect();
        let at = minutes.into_iter().map(time).collect();
        Pace::Times(FixedTimes { days, at, zone: zone(name) })
    });
    prop_oneof![Just(Pace::None), hours().prop_map(Pace::Each), times]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same_in_both_languages(
        pace in any_pace(),
        steps in prop::collection::vec((hours(), any::<bool>()), 0..6),
        (from, length, name) in (0..24 * 60i64, 1..=20 * 60i64, prop::sample::select(&ZONES[..])),
    ) {
        let mut ladder = Ladder { steps: vec![], digest: None };
        for (hours, after) in steps {
            let step = if after { LadderStep::After(hours) } else { LadderStep::Before(hours) };
            if !ladder.steps.contains(&step) {
                ladder.steps.push(step);
            }
        }
        ladder.digest = Some(time(from)).filter(|_| !ladder.steps.is_empty());
        let quiet = Quiet { from: time(from), to: time((from + length) % (24 * 60)), zone: zone(name) };
        for lang in Lang::ALL {
            prop_assert_eq!(Pace::parse(&pace.typed(*lang)), Ok(pace.clone()));
            prop_assert_eq!(Ladder::parse(&ladder.typed(*lang)), Ok(ladder.clone()));
            prop_assert_eq!(Quiet::parse(&quiet.typed(*lang), None), Ok(Some(quiet.clone())));
        }
        let json = serde_json::to_string(&(&pace, &ladder, &quiet)).unwrap();
        prop_assert!(json.is_ascii());
        prop_assert_eq!(serde_json::from_str::<(Pace, Ladder, Quiet)>(&json).unwrap(), (pace, ladder, quiet));
    }

    #[test]
    fn nothing_typed_makes_the_reader_panic(
        typed in "\\PC{0,60}",
        soup in prop::collection::vec(prop::sample::select(vec![
            "Mon", "月", "日", "1", "９９", "h", "d", "日", "時", "半", "分", "時間", ":", "：", "-", "〜", ",", "、", " ", "　",
            "before", "前", "digest", "まとめて", "Tokyo", "none", "20:00",
        ]), 0..12),
    ) {
        for text in [typed, soup.concat()] {
            let _ = (Pace::parse(&text), Hours::parse(&text), Ladder::parse(&text), Quiet::parse(&text, None));
        }
    }
}
