//! When decisions are due: by hand, and laws by random paces, moments and spans off.

use chrono::{DateTime, Datelike, NaiveTime, TimeDelta, Timelike, Utc, Weekday};
use proptest::prelude::*;
use wardroom::pace::deadline::{MIN_NOTICE, counting};
use wardroom::pace::{DecisionSize, FixedTimes, Hours, Overdue, Pace, PaceError, Span, Terms, Zone};

use super::{ZONES, utc, zone};

fn pace(typed: &str) -> Pace {
    Pace::parse(typed).unwrap()
}

fn span(from: &str, until: &str) -> Span {
    Span { from: utc(from), until: (!until.is_empty()).then(|| utc(until)) }
}

#[test]
fn hours_are_elapsed_time() {
    let berlin = zone("Europe/Berlin");
    let due = |typed: &str, asked: &str, off: &[Span], weekends: Option<&Zone>| {
        pace(typed).deadline(utc(asked), off, weekends)
    };
    assert_eq!(due("none", "2026-03-01 12:00", &[], None), None);
    assert_eq!(due("36h", "2026-03-01 12:00", &[], None), Some(utc("2026-03-03 00:00")));
    // A day is 24 hours, also where the clocks change.
    assert_eq!(due("1d", "2026-03-28 12:00", &[], None), Some(utc("2026-03-29 12:00")));
    // Over a pause; out of one; while one lasts.
    let pause = span("2026-03-01 18:00", "2026-03-05 18:00");
    assert_eq!(due("36h", "2026-03-01 12:00", &[pause], None), Some(utc("2026-03-07 00:00")));
    assert_eq!(due("36h", "2026-03-02 12:00", &[pause], None), Some(utc("2026-03-07 06:00")));
    assert_eq!(due("6h", "2026-03-01 12:00", &[pause], None), Some(utc("2026-03-01 18:00")));
    let minute_before = span("2026-03-01 17:59", "2026-03-05 18:00");
    assert_eq!(due("6h", "2026-03-01 12:00", &[minute_before], None), Some(utc("2026-03-05 18:01")));
    assert_eq!(due("36h", "2026-03-01 12:00", &[span("2026-03-02 00:00", "")], None), None);
    assert_eq!(
        due("12h", "2026-03-01 12:00", &[span("2026-03-02 00:00", "")], None),
        Some(utc("2026-03-02 00:00"))
    );
    // A pause that was over before it was agreed to is none.
    let over = span("2026-03-01 18:00", "2026-03-01 15:00");
    assert_eq!(due("6h", "2026-03-01 12:00", &[over], None), Some(utc("2026-03-01 18:00")));
    assert_eq!(due("36h", "2026-03-01 12:00", &[over], None), Some(utc("2026-03-03 00:00")));
    // From a Friday noon over a weekend, which is an hour short where the clocks go forward, and long where they go back.
    assert_eq!(due("36h", "2026-03-20 11:00", &[], Some(&berlin)), Some(utc("2026-03-23 23:00")));
    assert_eq!(due("36h", "2026-03-27 11:00", &[], Some(&berlin)), Some(utc("2026-03-30 22:00")));
    assert_eq!(due("36h", "2026-10-23 10:00", &[], Some(&berlin)), Some(utc("2026-10-26 23:00")));
    // Asked on a Sunday.
    assert_eq!(due("10h", "2026-03-22 12:00", &[], Some(&berlin)), Some(utc("2026-03-23 09:00")));
    // Over a leap day.
    assert_eq!(due("2d", "2028-02-28 12:00", &[], None), Some(utc("2028-03-01 12:00")));
}

#[test]
fn fixed_times_leave_notice_and_keep_out_of_what_is_off() {
    let tokyo = zone("Asia/Tokyo");
    let evenings = "Mon,Wed,Fri 20:00 Asia/Tokyo";
    let due = |typed: &str, asked: &str, off: &[Span], weekends: Option<&Zone>| {
        pace(typed).deadline(utc(asked), off, weekends)
    };
    // 2026-03-02 is a Monday; 20:00 in Tokyo is 11:00.
    assert_eq!(due(evenings, "2026-03-01 23:00", &[], None), Some(utc("2026-03-02 11:00")));
    assert_eq!(due(evenings, "2026-03-01 23:01", &[], None), Some(utc("2026-03-04 11:00")));
    let pause = span("2026-03-02 10:00", "2026-03-02 12:00");
    assert_eq!(due(evenings, "2026-03-01 20:00", &[pause], None), Some(utc("2026-03-04 11:00")));
    // A time at which a pause ends counts, one at which it begins does not.
    let ends = span("2026-03-02 00:00", "2026-03-02 11:00");
    assert_eq!(due(evenings, "2026-03-01 11:00", &[ends], None), Some(utc("2026-03-02 11:00")));
    let begins = span("2026-03-02 11:00", "2026-03-02 11:30");
    assert_eq!(due(evenings, "2026-03-01 11:00", &[begins], None), Some(utc("2026-03-04 11:00")));
    // The pause takes the notice away.
    let long = span("2026-03-01 12:00", "2026-03-02 09:00");
    assert_eq!(due(evenings, "2026-03-01 11:00", &[long], None), Some(utc("2026-03-04 11:00")));
    assert_eq!(due(evenings, "2026-03-01 11:00", &[span("2026-03-01 12:00", "")], None), None);
    assert_eq!(
        due("daily 20:00 Asia/Tokyo", "2026-03-06 12:00", &[], Some(&tokyo)),
        Some(utc("2026-03-09 11:00"))
    );
    // A pause of years.
    let years = span("2026-03-01 12:00", "2031-01-01 00:00");
    assert_eq!(due(evenings, "2026-03-01 11:00", &[years], None), Some(utc("2031-01-01 11:00")));
    // Skipped times are due when the clocks change, those of a day that never was too.
    assert_eq!(due("daily 2:30 Europe/Berlin", "2026-03-28 12:00", &[], None), Some(utc("2026-03-29 01:00")));
    let samoa = |days: &str, asked: &str| due(&format!("{days} 12:00 Pacific/Apia"), asked, &[], None);
    assert_eq!(samoa("Fri", "2011-12-29 22:00"), Some(utc("2011-12-30 10:00")));
    assert_eq!(samoa("daily", "2011-12-29 22:01"), Some(utc("2011-12-30 22:00")));
    assert_eq!(samoa("Fri", "2011-12-29 22:01"), Some(utc("2012-01-05 22:00")));
}

#[test]
fn each_size_of_decision_has_its_pace_and_one_that_is_never_due_is_refused() {
    let terms = Terms { big: pace("2d"), small: pace("6h"), ..Terms::default() };
    let due = |size| terms.deadline(size, utc("2026-03-01 12:00"), &[]);
    assert_eq!(due(DecisionSize::Big), Some(utc("2026-03-03 12:00")));
    assert_eq!(due(DecisionSize::Small), Some(utc("2026-03-01 18:00")));
    assert_eq!(terms.check(), Ok(()));
    let weekends = |typed: &str, of: &str| {
        Terms { small: pace(typed), weekends_off: Some(zone(of)), ..Terms::default() }.check()
    };
    let never = "Sat,Sun 20:00 Asia/Tokyo";
    assert_eq!(weekends(never, "Asia/Tokyo"), Err(PaceError::NeverDue { pace: never.into() }));
    // Saturday in Tokyo is still Friday in New York, in winter only where it is an hour.
    assert_eq!(weekends("Sat 10:00 Asia/Tokyo", "America/New_York"), Ok(()));
    assert_eq!(weekends("Sat 13:30 Asia/Tokyo", "America/New_York"), Ok(()));
    assert!(weekends("Sat 14:30 Asia/Tokyo", "America/New_York").is_err());
    assert_eq!(weekends("36h", "Asia/Tokyo"), Ok(()));
}

#[test]
fn terms_are_written_in_whole_numbers_and_texts_and_read_only_so() {
    let terms = Terms {
        big: pace("Mon,Wed,Fri 20:00 東京"),
        small: pace("36h"),
        weekends_off: Some(zone("Europe/Berlin")),
        grace_hours: Hours::new(12).unwrap(),
        overdue: Overdue::Claim,
        absence_days: 14,
        stops: wardroom::pace::STOPS,
    };
    let text = serde_json::to_value(&terms).unwrap().to_string();
    let written = r#"{"absence_days":14,"big":"Mon,Wed,Fri 20:00 Asia/Tokyo","grace_hours":12,"overdue":"claim","small":"36h","weekends_off":"Europe/Berlin"}"#;
    assert_eq!(text, written);
    assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms);
    assert_eq!(
        serde_json::to_string(&Terms::default()).unwrap(),
        r#"{"big":"none","small":"none","grace_hours":24,"overdue":"wait","absence_days":28}"#
    );
    for (good, bad) in [
        ("\"36h\"", "\"36 h\""),
        ("\"36h\"", "\"24h\""),
        ("\"36h\"", "\"0h\""),
        ("\"36h\"", "36"),
        ("20:00 Asia/Tokyo", "20:00 Tokyo"),
        ("Mon,Wed", "Wed,Mon"),
        ("Europe/Berlin", "Mars/Olympus"),
        (":12,", ":721,"),
        (":12,", ":1.5,"),
        ("\"small\"", "\"tiny\""),
    ] {
        let changed = written.replacen(good, bad, 1);
        assert_ne!(changed, written);
        assert!(serde_json::from_str::<Terms>(&changed).is_err(), "{changed}");
    }
}

fn moment() -> impl Strategy<Value = DateTime<Utc>> {
    // 2024 to 2030, in minutes.
    (0..7 * 365 * 24 * 60i64).prop_map(|minute| utc("2024-01-01 00:00") + TimeDelta::minutes(minute))
}

fn spans() -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((0..4000i64, 1..4000i64), 0..4)
}

/// Spans one after the other from `asked`, or from a little before: gaps and lengths in minutes.
fn off(asked: DateTime<Utc>, spans: &[(i64, i64)]) -> Vec<Span> {
    let mut at = asked - TimeDelta::minutes(2000);
    let next = |(gap, length): &(i64, i64)| {
        let from = at + TimeDelta::minutes(*gap);
        at = from + TimeDelta::minutes(*length);
        Span { from, until: Some(at) }
    };
    spans.iter().map(next).collect()
}

fn some_zone() -> impl Strategy<Value = Zone> {
    prop::sample::select(&ZONES[..]).prop_map(zone)
}

fn weekends() -> impl Strategy<Value = Option<Zone>> {
    prop::option::of(some_zone())
}

fn each() -> impl Strategy<Value = Pace> {
    (1..=200u16).prop_map(|hours| Pace::Each(Hours::new(hours).unwrap()))
}

fn times() -> impl Strategy<Value = Pace> {
    let minutes = prop::collection::btree_set(0..24 * 60u32, 1..4);
    // One day at least that is no weekend anywhere.
    (1..32u8, 0..4u8, minutes, some_zone()).prop_map(|(days, ends, minutes, zone)| {
        let listed = |day: &Weekday| (days | 4 | ends << 5) >> day.num_days_from_monday() & 1 == 1;
        let week = std::iter::successors(Some(Weekday::Mon), |day| Some(day.succ())).take(7);
        let time = |minute| NaiveTime::from_num_seconds_from_midnight_opt(minute * 60, 0).unwrap();
        let (days, at) = (week.filter(listed).collect(), minutes.into_iter().map(time).collect());
        Pace::Times(FixedTimes { days, at, zone })
    })
}

/// Whether a moment is off, by looking at it.
fn is_off(at: DateTime<Utc>, off: &[Span], weekends: Option<&Zone>) -> bool {
    let weekend = |zone: &Zone| matches!(zone.local(at).weekday(), Weekday::Sat | Weekday::Sun);
    weekends.is_some_and(weekend)
        || off.iter().any(|span| span.from <= at && span.until.is_none_or(|until| at < until))
}

/// How much time counts, minute by minute.
fn counted(from: DateTime<Utc>, until: DateTime<Utc>, off: &[Span], weekends: Option<&Zone>) -> TimeDelta {
    let minutes = (0..(until - from).num_minutes()).map(|minute| from + TimeDelta::minutes(minute));
    TimeDelta::minutes(minutes.filter(|at| !is_off(*at, off, weekends)).count() as i64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exactly_the_hours_agreed_on_count_until_a_deadline(
        (asked, spans, weekends, pace) in (moment(), spans(), weekends(), each()),
    ) {
        let Pace::Each(hours) = &pace else { unreachable!() };
        let off = off(asked, &spans);
        let due = pace.deadline(asked, &off, weekends.as_ref()).unwrap();
        prop_assert!(due > asked);
        prop_assert_eq!(counted(asked, due, &off, weekends.as_ref()), hours.length());
        prop_assert_eq!(counting(asked, due, &off, weekends.as_ref()), hours.length());
        // The moment before is one that counts: the deadline is the first with all of the hours behind it.
        prop_assert!(!is_off(due - TimeDelta::minutes(1), &off, weekends.as_ref()));
    }

    #[test]
    fn a_fixed_time_is_the_first_that_leaves_notice_and_counts(
        (asked, spans, weekends, pace) in (moment(), spans(), weekends(), times()),
    ) {
        let Pace::Times(times) = &pace else { unreachable!() };
        let off = off(asked, &spans);
        let due = pace.deadline(asked, &off, weekends.as_ref()).unwrap();
        let counts = |at: DateTime<Utc>| {
            counted(asked, at, &off, weekends.as_ref()) >= MIN_NOTICE && !is_off(at, &off, weekends.as_ref())
        };
        prop_assert!(counts(due));
        let listed = |at: &DateTime<Utc>| {
            let shown = times.zone.local(*at);
            times.days.contains(shown.weekday()) && times.at.contains(&shown.time())
        };
        let minutes = (1..(due - asked).num_minutes()).map(|minute| asked + TimeDelta::minutes(minute));
        // What is shown twice is due the first time only.
        let again = |at: &DateTime<Utc>| {
            let shown = times.zone.local(*at);
            times.zone.instant(shown.date(), shown.time()) != *at
        };
        let earlier = minutes.filter(|at| listed(at) && !again(at)).find(|at| counts(*at));
        prop_assert_eq!(earlier, None);
        let skipped = times.zone.local(due - TimeDelta::minutes(1)) + TimeDelta::minutes(1) != times.zone.local(due);
        prop_assert!(listed(&due) || skipped);
        prop_assert_eq!(due.second(), 0);
    }

    #[test]
    fn who_is_asked_later_is_not_due_earlier(
        (asked, later, spans, weekends) in (moment(), 0..5000i64, spans(), weekends()),
        pace in prop_oneof![each(), times()],
    ) {
        let off = off(asked, &spans);
        let due = |at: DateTime<Utc>| pace.deadline(at, &off, weekends.as_ref()).unwrap();
        prop_assert!(due(asked) <= due(asked + TimeDelta::minutes(later)));
    }

    #[test]
    fn time_off_makes_nothing_due_earlier(
        (asked, spans, weekends) in (moment(), spans(), weekends()),
        pace in prop_oneof![each(), times()],
    ) {
        let off = off(asked, &spans);
        let mut last = pace.deadline(asked, &[], None);
        for some in 1..=off.len() {
            let due = pace.deadline(asked, &off[..some], None);
            prop_assert!(due >= last);
            last = due;
        }
        prop_assert!(pace.deadline(asked, &off, weekends.as_ref()) >= last);
        let open = Span { from: asked + TimeDelta::minutes(1), until: None };
        prop_assert_eq!(pace.deadline(asked, &[open], None), None);
    }
}
