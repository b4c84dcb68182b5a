//! Times when nobody keeps time, and clocks that jump.

use std::sync::Arc;

use crate::seats::{BLUE, RED, choose};
use crate::toy::*;
use chrono::TimeDelta;
use wardroom::log::players::Player;
use wardroom::log::{MemoryStore, Outbox, Players};
use wardroom::pace::Ladder;
use wardroom::table::{Platform, Tables};

use super::{DAY, HOUR, Kept, TOY, two_days};

#[test]
fn what_was_missed_is_told_once_and_an_outage_gives_a_fresh_grace() {
    let kept = Kept::under(two_days());
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("1d, 30h, 6h before").unwrap())).unwrap();
    kept.club.people().set_ladder(BLUE, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.told();
    kept.pass(1, Some(&kept.club));
    kept.pass(40, None);
    let told = kept.pass(2, Some(&kept.club));
    assert_eq!(
        told,
        ["0.1h red reminder-after30h", "1.0h red reminder-before6h"],
        "of the two steps missed only the last"
    );
    // Down over deadline and grace: six hours of grace from when time is kept again.
    kept.pass(20, None);
    let told = kept.pass(10, Some(&Kept::club(&kept.timed)));
    assert_eq!(told[0], "6.1h blue expired", "{told:?}");
    kept.timed.holds();
}

#[test]
fn who_was_due_in_an_outage_has_an_hour_at_least_after_it() {
    let kept = Kept::under(two_days());
    for who in [RED, BLUE] {
        kept.club.people().set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
    }
    kept.told();
    kept.pass(47, Some(&kept.club));
    // Due after 48 hours, with six of grace: ten minutes of it are left when time is kept again.
    kept.pass(6, None);
    kept.timed.clock.pass(HOUR * 5 / 6);
    let told = kept.pass(10, Some(&Kept::club(&kept.timed)));
    assert_eq!(told.first().map(String::as_str), Some("1.1h blue expired"), "{told:?}");
    kept.timed.holds();
}

#[test]
fn more_time_after_an_outage_is_what_everybody_is_shown_and_is_told_once() {
    // Due after 48 hours, with six of grace: over before time is kept again, or soon after that.
    for (keeps, down, until) in [(1, 60 * HOUR, 6), (46, 22 * HOUR / 3, 1)] {
        let kept = Kept::under(two_days());
        for who in [RED, BLUE] {
            kept.club.people().set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
        }
        kept.told();
        kept.pass(keeps, Some(&kept.club));
        choose(&kept.timed.tables, &kept.timed.id, BLUE, 3);
        kept.timed.clock.pass(down);
        let club = Kept::club(&kept.timed);
        while club.time().keep().unwrap() > 0 {}
        let at = kept.timed.clock.now() + TimeDelta::hours(until);
        let shown = kept.shown(RED, &format!("in {until}.0h"));
        assert!(shown.iter().all(|said| said.contains("later than the log says")), "{shown:?}");
        let at = format!("until {} (UTC)", at.format("%Y-%m-%d %H:%M"));
        let told = kept.told_personally();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("blue: Table ")
                && told[0].contains(": red has more time")
                && told[0].contains(&at),
            "{told:?}"
        );
        assert!(
            told[1].starts_with("red: Table ")
                && told[1].contains("you have more time")
                && told[1].contains(&at),
            "{told:?}"
        );
        let came = kept.pass(10, Some(&club));
        assert_eq!(came.first().map(String::as_str), Some(&*format!("{until}.0h blue expired")), "{came:?}");
        assert_eq!(kept.told_personally(), Vec::<String>::new(), "once");
        kept.timed.holds();
    }
}

#[test]
fn a_clock_that_jumped_ahead_expires_nothing_until_it_is_confirmed() {
    let kept = Kept::under(two_days());
    for who in [RED, BLUE] {
        kept.club.people().set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
    }
    kept.told();
    kept.pass(1, Some(&kept.club));
    kept.timed.clock.pass(365 * DAY);
    assert_eq!(kept.pass(5, Some(&kept.club)), Vec::<String>::new());
    kept.timed.clock.pass(-365 * DAY);
    assert_eq!(kept.pass(40, Some(&kept.club)), Vec::<String>::new(), "it was set right within the grace");
    let told = kept.pass(20, Some(&kept.club));
    assert_eq!(told[0], "8.0h blue expired", "{told:?}");
}

#[test]
fn by_a_clock_set_back_to_when_it_began_all_is_looked_at_once() {
    let kept = Kept::under(two_days());
    kept.told();
    while kept.club.time().keep().unwrap() > 0 {}
    kept.timed.clock.pass(2 * HOUR / 60);
    while kept.club.time().keep().unwrap() > 0 {}
    kept.timed.clock.pass(-2 * HOUR / 60);
    assert_eq!([0; 3].map(|_| kept.club.time().keep().unwrap()), [1, 0, 0]);
}

#[test]
fn one_process_keeps_time_and_alone_nobody_is_reminded() {
    let kept = Kept::under(two_days());
    kept.told();
    let other = Kept::club(&kept.timed);
    kept.timed.clock.pass(25 * HOUR);
    assert!(kept.club.time().keep().unwrap() > 0);
    assert_eq!(other.time().keep().unwrap(), 0, "the other has no right to");
    assert_eq!(kept.told(), ["red reminder-after24h", "blue reminder-after24h"]);
    kept.club.time().leave().unwrap();
    kept.timed.clock.pass(24 * HOUR);
    while other.time().keep().unwrap() > 0 {}
    assert_eq!(
        kept.told(),
        ["red reminder-before6h", "blue reminder-before6h"],
        "what the first process sent is not sent again"
    );
    // A table of one, without a pace.
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), clock.clone());
    open(&tables, 1, false);
    store.put_player(Player { id: RED.to_owned(), name: RED.to_owned(), ..Player::default() }).unwrap();
    let club = TOY.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap();
    clock.pass(100 * DAY);
    while club.time().keep().unwrap() > 0 {}
    let pending = store.unplanned_notices(10).unwrap();
    assert!(pending.iter().all(|notice| !notice.why.starts_with("reminder-")), "{pending:?}");
}
