//! Time at a table, by slash commands: a pace, pauses, absences, a claim.

use chrono::TimeDelta;

use super::{ANN, BOB, Club, EVE, at, text};

/// The seconds of the moment that a text tells after `before`, as Discord writes it.
fn told(text: &str, before: &str) -> i64 {
    let rest = &text[text.find(before).unwrap_or_else(|| panic!("{before}: {text}")) + before.len()..];
    let seconds = rest.strip_prefix("<t:").and_then(|rest| rest.split_once(":F>")).unwrap().0;
    assert!(rest.contains(&format!("(<t:{seconds}:R>)")), "{text}");
    seconds.parse().unwrap()
}

#[test]
fn a_pace_is_agreed_on_and_everybody_sees_the_deadline_by_their_own_clock() {
    let club = Club::new();
    let table = club.table_in_play();
    assert!(text(&club.slash(at(EVE), "show time", &[("table", &table)])).contains("No pace is agreed"));
    let asked = text(&club.slash(at(ANN), "time pace", &[("terms", "2d grace 12h overdue claim")]));
    assert!(asked.contains("red proposes, about time: pace of decisions: 2d"), "{asked}");
    club.slash(at(BOB), "table agree", &[]);
    let shown = text(&club.slash(at(ANN), "show hand", &[]));
    let (due, up) = (told(&shown, "Due by "), told(&shown, "If you have not decided by "));
    assert_eq!(up - due, TimeDelta::hours(12).num_seconds(), "{shown}");
    assert!(shown.contains("the other players may claim the game, by vote"), "{shown}");
    let seen = text(&club.slash(at(EVE), "show time", &[("table", &table)]));
    assert_eq!(told(&seen, ", due by "), due);
    let status = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert_eq!(told(&status, "; due "), due, "{status}");
    let wrong = text(&club.slash(at(ANN), "time pace", &[("terms", "2d overdue explode")]));
    assert!(wrong.contains("“explode” is not an agreement for when time is up"), "{wrong}");
}

#[test]
fn pauses_stops_and_absences() {
    let club = Club::new();
    let table = club.table_in_play();
    let time = || text(&club.slash(at(EVE), "show time", &[("table", &table)]));
    let read = text(&club.slash(at(ANN), "time pause", &[("until", "3d")]));
    let until = told(&read, "Until ");
    assert!(read.contains("you have not set a time zone"), "{read}");
    let status = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert_eq!(
        told(&status, "a pause until "),
        until,
        "what is asked is told by each reader's clock: {status}"
    );
    club.slash(at(BOB), "table agree", &[]);
    assert_eq!(told(&time(), "The clock is stopped until "), until);
    club.slash(at(BOB), "time resume", &[]);
    club.slash(at(ANN), "table agree", &[]);
    assert!(!time().contains("clock is stopped"));
    club.slash(at(BOB), "time stop-clock", &[]);
    assert!(time().contains("A player has stopped the clock"));
    club.slash(at(ANN), "time resume", &[]);
    assert!(!time().contains("stopped the clock"));
    let away = text(&club.slash(at(BOB), "time absent", &[("until", "3d")]));
    let until = told(&away, "Until ");
    let seen = time();
    assert!(seen.contains("blue is away from ") && seen.contains(&format!(" to <t:{until}:F>")), "{seen}");
    club.slash(at(BOB), "time end-absence", &[]);
    assert!(!time().contains("is away"));
    let wrong = text(&club.slash(at(BOB), "time absent", &[("from", "2030-01-09"), ("until", "2030-01-02")]));
    assert!(wrong.contains("ends before it begins"), "{wrong}");
    assert!(text(&club.slash(at(BOB), "time claim", &[])).contains("No other player’s time is up"));
}

/// It stands as code, so that Discord does not look at it.
#[test]
fn a_player_is_told_the_link_of_their_calendar_alone() {
    let club = Club::new();
    let told = text(&club.slash(at(ANN), "me calendar", &[]));
    let link = |told: &str| {
        let from = told.find("`https://").unwrap_or_else(|| panic!("{told}"));
        told[from + 1..].split('`').next().unwrap().to_owned()
    };
    assert!(link(&told).ends_with(".ics") && !told.contains("<t:"), "{told}");
    let anew = text(&club.slash(at(ANN), "me calendar", &[("link", "new")]));
    assert_ne!(link(&anew), link(&told));
    let other = text(&club.slash(at(BOB).ja(), "me calendar", &[]));
    assert!(other.contains("自分のカレンダーです") && link(&other) != link(&anew), "{other}");
    let off = text(&club.slash(at(ANN), "me calendar", &[("link", "off")]));
    assert!(off.contains("Your calendar is off"), "{off}");
}

#[test]
fn the_list_of_tables_says_what_is_due_first() {
    let club = Club::new();
    let slow = club.table_of_two();
    club.clock.pass(60);
    let fast = club.table_of_two();
    let mut due = vec![];
    for (table, pace) in [(&slow, "3d"), (&fast, "2d")] {
        club.slash(at(ANN), "time pace", &[("terms", pace), ("table", table)]);
        club.slash(at(BOB), "table agree", &[("table", table)]);
        let seen = text(&club.slash(at(EVE), "show time", &[("table", table)]));
        due.push((table, told(&seen, ", due by ")));
    }
    let list = text(&club.slash(at(ANN), "table list", &[]));
    let place = |table: &str| list.find(table).unwrap_or_else(|| panic!("{list}"));
    assert!(place(&fast) < place(&slow), "{list}");
    for (table, due) in due {
        let line = list.lines().find(|line| line.contains(table.as_str())).unwrap();
        assert_eq!(told(line, "; due "), due, "{list}");
    }
}
