//! Time at a table, typed at a terminal: a pace, pauses, absences, a claim.

use std::sync::atomic::Ordering;

use wardroom::app::App;
use wardroom::words::Lang;

use super::other_players::passed;
use super::{Ship, lines, play_at};

/// In seconds, by which the clock of a test goes on.
const MINUTE: u64 = 60;

/// What `user` reads from when they type this on; nothing of it is refused.
fn typed(ship: &Ship, user: &str, script: &str) -> String {
    ship.runs.fetch_add(MINUTE, Ordering::Relaxed);
    let (ending, said) = ship.play(user, &[&ship.table()], lines(script), false);
    assert_eq!(ending.refused, 0, "{said}");
    said[said.find("\n> ").unwrap()..].to_owned()
}

fn refused(ship: &Ship, user: &str, script: &str, why: &str) {
    let (ending, said) = ship.play(user, &[&ship.table()], lines(script), false);
    assert!(ending.refused == 1 && said.contains(why), "{script}: {said}");
}

fn prefers_zone(ship: &Ship, user: &str, zone: &str) {
    let app = ship.app(user);
    let mut player = app.store.player(&app.local_player().unwrap()).unwrap().unwrap();
    player.preferences.zone = Some(zone.to_owned());
    app.store.put_player(player).unwrap();
}

#[test]
fn a_pace_is_agreed_on_and_the_question_says_until_when_and_what_then() {
    let (ship, _) = passed();
    assert!(typed(&ship, "ada", "time").contains("No pace is agreed"));
    let said = typed(&ship, "ada", "pace 2d grace 12h overdue claim");
    assert!(said.contains("red proposes, about time: pace of decisions: 2d"), "{said}");
    prefers_zone(&ship, "bob", "Asia/Tokyo");
    let said = typed(&ship, "bob", "agree");
    assert!(
        said.contains("Due by 2027-01-17 17:03 (Asia/Tokyo). If you have not decided by 2027-01-18 05:03"),
        "{said}"
    );
    assert!(said.contains("the other players may claim the game, by vote"), "{said}");
    let said = typed(&ship, "ada", "pace");
    assert!(
        said.contains("12 hours of grace after a deadline") && said.contains("due by 2027-01-17 08:03 (UTC)"),
        "{said}"
    );
    // What is not named stays as it is.
    assert!(typed(&ship, "ada", "pace small 12h").contains("2d, of small ones 12h; 12 hours of grace"));
    typed(&ship, "ada", "object");
    refused(&ship, "ada", "pace 2d", "Those terms are agreed already");
}

#[test]
fn a_pause_ends_on_its_day_and_by_consent() {
    let (ship, _) = passed();
    let said = typed(&ship, "ada", "pause until 20 Jan");
    assert!(said.contains("Until 2027-01-21 00:00 (UTC). Days and times are in UTC"), "{said}");
    prefers_zone(&ship, "bob", "Asia/Tokyo");
    assert!(typed(&ship, "bob", "who").contains("a pause until 2027-01-21 09:00 (Asia/Tokyo)"));
    for yes in ["Yes, I would love to!", "sure", "承知"] {
        let said = ship.play("bob", &[&ship.table()], lines(yes), false).1;
        // As it is asked, and once more.
        assert_eq!(said.matches("a pause until 2027-01-21 09:00 (Asia/Tokyo)").count(), 2, "{yes}: {said}");
    }
    typed(&ship, "bob", "agree");
    assert!(typed(&ship, "ada", "time").contains("The clock is stopped until 2027-01-21 00:00 (UTC)"));
    refused(&ship, "ada", "pause", "The clock is stopped already");
    typed(&ship, "ada", "resume");
    typed(&ship, "bob", "agree");
    assert!(!typed(&ship, "ada", "time").contains("The clock is stopped"));
}

#[test]
fn who_is_away_says_so_and_is_back() {
    let (ship, _) = passed();
    prefers_zone(&ship, "bob", "Europe/Berlin");
    let said = typed(&ship, "bob", "absent 20 Jan to 24 Jan 18:00");
    assert!(
        said.contains("From 2027-01-20 00:00 (Europe/Berlin) to 2027-01-24 18:00 (Europe/Berlin)"),
        "{said}"
    );
    assert!(said.contains("in the time zone Europe/Berlin"), "{said}");
    let told = typed(&ship, "ada", "time");
    assert!(
        told.contains("blue will be away from 2027-01-19 23:00 (UTC) to 2027-01-24 17:00 (UTC)"),
        "{told}"
    );
    refused(&ship, "bob", "absent", "From when, and until when?");
    refused(
        &ship,
        "bob",
        "absent 1 Feb to 28 Feb",
        "absences at this table may take 28 days a year, and in 2027 this would be 5 more",
    );
    typed(&ship, "bob", "end-absence");
    assert!(!typed(&ship, "ada", "time").contains("absent"));
}

#[test]
fn absences_that_overlap_become_one_and_it_says_so() {
    let (ship, _) = passed();
    for (line, joins) in [("absent until 16 Jan", false), ("absent 4d", true)] {
        let now = typed(&ship, "ada", line);
        assert_eq!(now.contains("one absence"), joins, "{line}: {now}");
    }
    let first = typed(&ship, "bob", "absent 20 Jan to 22 Jan");
    assert!(!first.contains("one absence"), "{first}");
    let second = typed(&ship, "bob", "absent 22 Jan to 24 Jan");
    let whole = "you are away from 2027-01-20 00:00 (UTC) to 2027-01-25 00:00 (UTC): one absence";
    assert!(second.contains(whole), "{second}");
    let apart = typed(&ship, "bob", "absent 2 Feb to 3 Feb");
    assert!(!apart.contains("one absence"), "{apart}");
    // An absence that has not begun is not one to come back from.
    typed(&ship, "bob", "end-absence 2 Feb");
    let told = typed(&ship, "ada", "log 3");
    assert!(told.contains("blue is back, or has cancelled an absence"), "{told}");
}

#[test]
fn a_pace_that_is_agreed_while_the_clock_stands_counts_from_its_end() {
    let (ship, _) = passed();
    typed(&ship, "ada", "pause until 20 Jan");
    typed(&ship, "bob", "agree");
    let said = typed(&ship, "ada", "pace 2d");
    assert!(said.contains("would be due by 2027-01-23 00:00 (UTC)"), "{said}");
    assert!(said.contains("The clock is stopped until 2027-01-21 00:00 (UTC) at the latest"), "{said}");
}

#[test]
fn quiet_hours_in_another_zone_say_that_the_zone_is_changed() {
    let (ship, _) = passed();
    prefers_zone(&ship, "bob", "Europe/Berlin");
    let said = typed(&ship, "bob", "quiet 22:00-08:00 Asia/Tokyo");
    assert!(said.contains("Your time zone: it is") && said.contains("(Asia/Tokyo)."), "{said}");
    let said = typed(&ship, "bob", "quiet 23:00-08:00");
    assert!(!said.contains("Your time zone"), "{said}");
}

#[test]
fn stopping_the_clock_says_that_it_ends_a_request() {
    let (ship, _) = passed();
    typed(&ship, "ada", "pace 2d");
    let said = typed(&ship, "ada", "stop-clock");
    assert!(said.contains("any open request has lapsed"), "{said}");
}

#[test]
fn a_japanese_player_types_all_of_it_in_japanese() {
    let (ship, _) = passed();
    prefers_zone(&ship, "bob", "Asia/Tokyo");
    let said = |user: &str, script: &str| {
        let (ending, said) = ship.play_in(Lang::Ja, user, &[&ship.table()], lines(script), false);
        assert_eq!(ending.refused, 0, "{said}");
        said
    };
    let read = said(
        "bob",
        "ペース 月木 20:00 東京 小さな決定 12時間 週末 除く 東京 猶予 6時間 時間切れ 交代 不在 14",
    );
    assert!(read.contains("決定の期限：月木 20:00 東京、小さな決定は12時間"), "{read}");
    assert!(read.contains("別のプレイヤーがその席に着ける"), "{read}");
    said("ada", "同意");
    let read = said("bob", "不在届 1月20日から1月24日 18:00まで");
    assert!(read.contains("2027-01-20 00:00（東京）から2027-01-24 18:00（東京）まで"), "{read}");
    said("bob", "不在終了");
    said("ada", "休止 3日");
    said("bob", "同意\n時間\n時計再開");
    said("ada", "同意");
    let (ending, read) =
        ship.play_in(Lang::Ja, "ada", &[&ship.table()], lines("不在届 いつか\n勝ち宣言"), false);
    assert!(ending.refused == 2 && read.contains("「いつか」は日付として読み取れません"), "{read}");
}

#[test]
fn the_link_of_a_calendar_where_there_are_pages() {
    let (ship, _) = passed();
    let said = typed(&ship, "bob", "calendar\ncalendar new\ncalendar off");
    assert_eq!(said.matches("https://tables.example/calendar/").count(), 2, "{said}");
    assert!(said.contains(".ics") && said.contains("Your calendar is off"), "{said}");
    refused(&ship, "bob", "calendar soon", "“soon” is not a calendar command");
    let app = App { links: None, ..ship.app("bob") };
    let (ending, said) = play_at(&app, &[&ship.table()], lines("calendar"), false).unwrap();
    assert!(ending.refused == 1 && said.contains("must add `[pages]` for `wardroom serve`"), "{said}");
}

#[test]
fn a_player_sets_zone_reminders_and_quiet_hours() {
    let (ship, _) = passed();
    let said =
        typed(&ship, "bob", "zone tokyo\nreminders 2d, 4d, 3h before\nquiet 22:30-8:00\nreminders\nquiet");
    assert!(said.contains("Your time zone: it is now 2027-01-15 17:"), "{said}");
    assert_eq!(said.matches("4d after the question: 2027-01-19 17:").count(), 2, "{said}");
    assert_eq!(
        said.matches(
            "22:30-08:00 Asia/Tokyo. The next are from 2027-01-15 22:30 (Asia/Tokyo) to 2027-01-16 08:00"
        )
        .count(),
        2,
        "{said}"
    );
    assert!(typed(&ship, "bob", "reminders default").contains("; 6h before the deadline. These times"));
    assert!(typed(&ship, "bob", "reminders none\nquiet none").contains("You have no quiet hours"));
    let said = typed(&ship, "bob", "reminders 1d, 6h before, digest 20:00");
    assert!(
        said.contains("1d after the question: 2027-01-16 20:00") && said.contains("at 20:00 (Asia/Tokyo)"),
        "{said}"
    );
    refused(&ship, "bob", "reminders 1d, digest", "“digest” has no time");
    refused(&ship, "bob", "zone Asia/Tokio", "Did you mean `Asia/Tokyo`?");
    refused(&ship, "bob", "reminders soon", "“soon” is not a reminder");
    refused(&ship, "bob", "quiet always", "not understood as quiet hours");
    // Who has named no zone names one with their quiet hours.
    refused(&ship, "ada", "quiet 22:00-8:00", "Add the zone, such as");
    let said = typed(&ship, "ada", "quiet 22:00-8:00 Europe/Berlin\nzone");
    assert!(said.contains("22:00-08:00 Europe/Berlin") && said.contains("(Europe/Berlin)."), "{said}");
}
