//! The plan of what is sent at a table, from plain facts.

use std::collections::BTreeSet;

use wardroom::door::discord::courier::plan::{
    CALLS_CHARACTERS, DueCall, EDITED_SECONDS, News, PICTURE_SECONDS, PictureTime, REPORT_CHARACTERS,
    ShownReports, TableStep, picture_time, plan,
};
use wardroom::door::discord::courier::retry_state::TouchUp;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::table_thread::{LastReport, Reporting};

const NOW: i64 = 1_800_000_000;

fn last() -> LastReport {
    let (asked, calls) = (vec!["red".to_owned()], String::new());
    LastReport { message: Id(7), sent: NOW - 5, lease: 3, after: 10, asked, over: false, calls, card: false }
}

fn shown(last: Option<&LastReport>) -> ShownReports<'_> {
    ShownReports { reporting: None, last, reported: 20, now: NOW, lease: 3, cards: true }
}

fn news(asked: &[String]) -> News<'_> {
    News { to: 24, asked, over: false, joined: Some(REPORT_CHARACTERS) }
}

fn call(id: u64, seq: u64) -> DueCall {
    DueCall { id, seq, carried: Some(60) }
}

fn report(steps: &[TableStep]) -> Option<&Reporting> {
    steps.iter().find_map(|step| match step {
        TableStep::Report(reporting) => Some(reporting),
        _ => None,
    })
}

#[test]
fn notices_come_first_then_the_report_and_the_status_is_the_last() {
    let touch_ups = TouchUp::ALL.map(TableStep::TouchUp);
    assert_eq!(touch_ups.last(), Some(&TableStep::TouchUp(TouchUp::Status)));
    let silent = DueCall { id: 1, seq: 21, carried: None };
    let steps = plan(&shown(None), Some(&news(&[])), &[silent, call(2, 22)]);
    let alone = TableStep::Notices(BTreeSet::from([1]));
    let told = TableStep::Report(Reporting { to: 24, sent: 0, into: None, calls: vec![2], card: true });
    assert_eq!(steps[..2], [alone, told]);
    assert_eq!(steps[2..], touch_ups);
    let steps = plan(&shown(None), None, &[silent, call(2, 22)]);
    assert_eq!(
        steps[0],
        TableStep::Notices(BTreeSet::from([1, 2])),
        "without a report each goes out by itself"
    );
    assert_eq!(steps[1..], touch_ups, "and nothing public is sent or edited");
}

#[test]
fn news_is_added_to_the_last_report_while_the_same_player_goes_on() {
    let (last, red) = (last(), ["red".to_owned()]);
    let into = |shown: &ShownReports<'_>, news: &News<'_>, due: &[DueCall]| {
        report(&plan(shown, Some(news), due)).unwrap().into
    };
    let (shown, news) = (shown(Some(&last)), news(&red));
    assert_eq!(into(&shown, &news, &[]), Some(Id(7)));
    assert_eq!(into(&shown, &News { asked: &[], ..news }, &[]), Some(Id(7)), "nobody new has to decide");
    let both = ["red".to_owned(), "blue".to_owned()];
    assert_eq!(into(&shown, &News { asked: &both, ..news }, &[]), None, "somebody new has to decide");
    assert_eq!(into(&shown, &news, &[call(1, 22)]), None, "an edit does not ring");
    assert_eq!(
        into(&shown, &news, &[call(1, 15)]),
        Some(Id(7)),
        "what was reported before is told by itself"
    );
    assert_eq!(into(&shown, &News { joined: Some(REPORT_CHARACTERS + 1), ..news }, &[]), None);
    assert_eq!(into(&shown, &News { over: true, ..news }, &[]), None, "the end has a message of its own");
    assert_eq!(
        into(&ShownReports { lease: 4, ..shown }, &news, &[]),
        None,
        "another process may still edit it"
    );
    for (now, same) in [(NOW + EDITED_SECONDS - 6, true), (NOW + EDITED_SECONDS - 5, false), (NOW - 6, false)]
    {
        assert_eq!(into(&ShownReports { now, ..shown }, &news, &[]).is_some(), same, "{now}");
    }
}

#[test]
fn a_report_carries_as_many_calls_as_have_room() {
    let due = |id, characters| DueCall { id, seq: 22, carried: Some(characters) };
    let all = [due(1, CALLS_CHARACTERS - 100), due(2, 101), due(3, 100), due(4, 1)];
    let steps = plan(&shown(None), Some(&news(&[])), &all);
    assert_eq!(report(&steps).unwrap().calls, [1, 3]);
    assert_eq!(steps[0], TableStep::Notices(BTreeSet::from([2, 4])));
}

#[test]
fn a_report_that_was_begun_is_finished_as_it_was_and_what_is_new_does_not_wait_for_it() {
    let begun = Reporting { to: 22, sent: 1, into: None, calls: vec![2], card: false };
    let shown = ShownReports { reporting: Some(&begun), ..shown(None) };
    let steps = plan(&shown, None, &[call(2, 22), call(3, 24)]);
    let alone = TableStep::Notices(BTreeSet::from([3]));
    assert_eq!(steps, [alone, TableStep::Report(begun.clone()), TableStep::PlanAgain]);
}

#[test]
fn a_picture_comes_with_a_new_phase_and_no_two_within_a_minute_until_the_end() {
    let at = |shown: &str, at: Option<i64>, over| picture_time(shown, at, "second", over, NOW);
    assert_eq!(at("second", None, true), PictureTime::Never);
    assert_eq!(at("first", None, false), PictureTime::Now);
    assert_eq!(at("first", Some(NOW - PICTURE_SECONDS), false), PictureTime::Now);
    assert_eq!(at("first", Some(NOW - 10), false), PictureTime::In(PICTURE_SECONDS.unsigned_abs() - 10));
    assert_eq!(at("first", Some(NOW - 10), true), PictureTime::Now);
    assert_eq!(at("first", Some(NOW + 10), false), PictureTime::Now, "the clock was set back");
}
