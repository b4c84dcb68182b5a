//! Days and moments as they are typed for pauses and absences.

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::pace::{PaceError, Zone, when};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn tokyo() -> Zone {
    Zone::typed("Tokyo").unwrap()
}

/// It is the evening of 20 December in London, and the morning of the 21st in Tokyo.
fn now() -> DateTime<Utc> {
    at("2026-12-20T20:00:00Z")
}

#[test]
fn a_day_is_typed_in_many_ways_and_counts_whole() {
    for typed in [
        "2026-12-24",
        "2026/12/24",
        "until 24 Dec",
        "24 dec 2026",
        "Dec 24th, 2026",
        "december 24",
        "till Dec. 24",
        "12月24日まで",
        "２０２６年１２月２４日",
        "to 24 DEC",
    ] {
        assert_eq!(when::until(typed, now(), &Zone::UTC), Ok(at("2026-12-25T00:00:00Z")), "{typed}");
        assert_eq!(when::until(typed, now(), &tokyo()), Ok(at("2026-12-24T15:00:00Z")), "{typed}");
    }
    for typed in ["24 Dec 18:30", "2026-12-24 18:30", "12月24日18時30分", "12月24日 18:30まで"] {
        assert_eq!(when::until(typed, now(), &Zone::UTC), Ok(at("2026-12-24T18:30:00Z")), "{typed}");
    }
    for typed in ["3d", "for 3 days", "72h", "3日", "3日間"] {
        assert_eq!(when::until(typed, now(), &tokyo()), Ok(now() + TimeDelta::days(3)), "{typed}");
    }
}

#[test]
fn a_day_without_a_year_is_the_next_by_the_clocks_of_the_zone() {
    let until = |typed: &str, zone: &Zone| when::until(typed, now(), zone).unwrap();
    assert_eq!(until("20 Dec", &Zone::UTC), at("2026-12-21T00:00:00Z"), "today is not over");
    assert_eq!(until("3 Jan", &Zone::UTC), at("2027-01-04T00:00:00Z"));
}

#[test]
fn a_span_has_two_ends_or_begins_now() {
    let span = |typed: &str| when::span(typed, now(), &tokyo());
    let both = Ok((at("2026-12-22T15:00:00Z"), at("2027-01-02T15:00:00Z")));
    for typed in [
        "23 Dec to 2 Jan",
        "from 23 Dec until 2 Jan",
        "2026-12-23 to 2027-01-02",
        "12月23日から1月2日まで",
        "12月23日〜1月2日",
        "23 Dec - 2 Jan",
    ] {
        assert_eq!(span(typed), both, "{typed}");
    }
    assert_eq!(span("23 Dec 9:00 to 12h"), Ok((at("2026-12-23T00:00:00Z"), at("2026-12-23T12:00:00Z"))));
    for typed in ["until 2 Jan", "2 Jan", " to 2 Jan", "1月2日まで"] {
        assert_eq!(span(typed), Ok((now(), at("2027-01-02T15:00:00Z"))), "{typed}");
    }
    for backwards in ["2026-12-24 to 2026-12-21", "24 Dec to 22 Dec", "12月24日から12月22日まで"] {
        assert!(matches!(span(backwards), Err(PaceError::Backwards { .. })), "{backwards}");
    }
}

#[test]
fn words_around_a_date_say_which_end_of_a_span_it_is() {
    let span = |typed: &str| when::span(typed, now(), &Zone::UTC);
    let (christmas, third) = (at("2026-12-25T00:00:00Z"), at("2026-12-28T00:00:00Z"));
    for typed in [
        "from 25 Dec for 3d",
        "25 Dec for 3 days",
        "12月25日から3日間",
        "from 25 dec until 27 Dec",
        "25 Dec to 27",
    ] {
        assert_eq!(span(typed), Ok((christmas, third)), "{typed}");
    }
    for typed in
        ["between 25 Dec and 27 Dec", "12月25日から27日まで", "12月25日〜27日の間", "25 Dec through the 27th"]
    {
        assert_eq!(span(typed), Ok((christmas, third)), "{typed}");
    }
    for typed in [
        "until the 30th",
        "30日まで",
        "３０日まで",
        "by 30 Dec",
        "now until 30 Dec",
        "今から30日まで",
        "今日から30日",
    ] {
        assert_eq!(span(typed).map(|(_, until)| until), Ok(at("2026-12-31T00:00:00Z")), "{typed}");
    }
    assert_eq!(span("2日まで"), Ok((now(), at("2027-01-03T00:00:00Z"))), "the second of January");
    assert_eq!(span("30日間"), Ok((now(), now() + TimeDelta::days(30))));
    assert_eq!(span("tomorrow to 24 Dec").map(|(from, _)| from), Ok(at("2026-12-21T00:00:00Z")));
    for typed in ["from 1 Jan", "since 1 Jan", "1月1日から", "1 Jan from"] {
        assert!(span(typed).is_err(), "{typed}: {:?}", span(typed));
    }
    for typed in ["from 1 Jan", "1月1日から"] {
        assert!(matches!(span(typed), Err(PaceError::NoEnd { .. })), "{typed}");
        assert!(when::until(typed, now(), &Zone::UTC).is_err(), "{typed}: a pause has no beginning");
    }
}

#[test]
fn a_day_that_has_just_passed_is_asked_about() {
    let until = |typed: &str, zone: &Zone| when::until(typed, now(), zone);
    for (typed, next) in
        [("19 Dec", "2027-12-19"), ("12月1日まで", "2027-12-01"), ("until 1 Jul", "2027-07-01")]
    {
        let next = next.parse().unwrap();
        let past = until(typed, &Zone::UTC);
        assert!(
            matches!(past, Err(PaceError::DayIsPast { next: found, .. }) if found == next),
            "{typed}: {past:?}"
        );
    }
    assert!(matches!(until("20 Dec", &tokyo()), Err(PaceError::DayIsPast { .. })), "it is over there");
    assert_eq!(until("2027-12-19", &Zone::UTC), Ok(at("2027-12-20T00:00:00Z")));
    assert_eq!(
        until("1 Jun", &Zone::UTC),
        Ok(at("2027-06-02T00:00:00Z")),
        "nobody means the summer that was"
    );
}

#[test]
fn what_is_no_day_is_said_so() {
    for typed in [
        "soon",
        "30 Feb",
        "2026-13-01",
        "24",
        "Dec",
        "24 Smarch",
        "24 Dec 20:00 21:00",
        "12/24",
        "",
        "日",
        "24 Dec x",
    ] {
        assert!(matches!(when::until(typed, now(), &Zone::UTC), Err(PaceError::NoDate { .. })), "{typed}");
    }
    assert!(matches!(when::until("24 Dec 25:00", now(), &Zone::UTC), Err(PaceError::NoSuchTime { .. })));
    assert!(matches!(when::until("99d", now(), &Zone::UTC), Err(PaceError::TooLong { .. })));
}
