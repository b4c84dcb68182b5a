//! Reminders: once, by the ladder of each player, outside of quiet hours.

use crate::seats::{BLUE, RED, accepted, choose};
use crate::toy::*;
use wardroom::log::players::{Address, Player, QuietHours};
use wardroom::log::{Outbox, Players};
use wardroom::pace::{Ladder, Overdue, Pace, Terms};

use super::{HOUR, Kept, Timed, daily, hours, two_days};

#[test]
fn whoever_loses_a_seat_because_time_is_up_is_told_once() {
    let timed = Timed::under(daily(Overdue::Substitute));
    timed.clock.pass(31 * HOUR);
    assert!(timed.expire(BLUE));
    let lost = || {
        let pending = timed.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        let lost = pending.into_iter().filter(|notice| notice.why == "lost");
        lost.map(|notice| (notice.seat.clone(), timed.tables.addressee(&notice).unwrap())).collect::<Vec<_>>()
    };
    assert!(lost().is_empty(), "the seat is still theirs");
    accepted(timed.tables.take_seat(&timed.id, &caller("ann"), seat(BLUE)));
    assert_eq!(lost(), [(BLUE.to_owned(), Some(BLUE.to_owned()))]);
    // Who passes a seat on has done so themselves.
    accepted(timed.tables.offer_seat(&timed.id, &caller("ann"), seat(BLUE), seat(BLUE), "bob"));
    accepted(timed.tables.take_seat(&timed.id, &caller("bob"), seat(BLUE)));
    assert!(lost().is_empty());
    timed.holds();
}

#[test]
fn reminders_come_once_by_the_ladder_of_each_player_and_end_with_the_answer() {
    let kept = Kept::under(two_days());
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.club.people().set_ladder(BLUE, Some(&Ladder::parse("1d, 6h before").unwrap())).unwrap();
    kept.told();
    assert_eq!(
        kept.pass(60, Some(&kept.club)),
        [
            "24.0h blue reminder-after24h",
            "42.0h blue reminder-before6h",
            "54.0h blue expired",
            "54.0h red expired",
            "54.0h blue expired",
            "54.0h red expired"
        ],
    );
    choose(&kept.timed.tables, &kept.timed.id, RED, 4);
    assert_eq!(kept.pass(60, Some(&kept.club)), Vec::<String>::new(), "what is said is not said again");
    kept.timed.holds();
}

#[test]
fn who_takes_a_seat_over_is_reminded_by_steps_of_their_own() {
    let kept = Kept::under(Terms { overdue: Overdue::Substitute, ..two_days() });
    let (tables, id) = (&kept.timed.tables, &kept.timed.id);
    for (name, ladder) in [(RED, "none"), (BLUE, "1d, 6h before"), ("eve", "1d, 6h before"), ("dan", "1d")] {
        let addresses = vec![Address::new("mail", &format!("{name}@home.example"))];
        let player = Player { id: name.to_owned(), name: name.to_owned(), addresses, ..Player::default() };
        kept.timed.store.put_player(player).unwrap();
        kept.club.people().set_ladder(name, Some(&Ladder::parse(ladder).unwrap())).unwrap();
    }
    kept.keep(55);
    assert_eq!(
        kept.mailed(),
        [
            "blue reminder-after24h",
            "blue reminder-before6h",
            "blue expired",
            "red expired",
            "blue expired",
            "red expired"
        ]
    );
    accepted(tables.take_seat(id, &caller("eve"), seat(BLUE)));
    let taken = kept.timed.wait(BLUE).taken.unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), [format!("blue reminder-after24h-{taken}")]);
    // The last of hers was not sent before the seat was passed on, and is not for whoever has it now.
    kept.keep(18);
    accepted(tables.offer_seat(id, &caller("eve"), seat(BLUE), seat(BLUE), "dan"));
    accepted(tables.take_seat(id, &caller("dan"), seat(BLUE)));
    assert_eq!(kept.mailed(), Vec::<String>::new());
    let taken = kept.timed.wait(BLUE).taken.unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), [format!("blue reminder-after24h-{taken}")]);
    kept.timed.holds();
}

#[test]
fn whoever_answers_in_time_is_not_reminded() {
    let kept = Kept::under(two_days());
    kept.told();
    assert_eq!(kept.pass(20, Some(&kept.club)), Vec::<String>::new());
    for who in [RED, BLUE] {
        kept.club.people().set_ladder(who, Some(&Ladder::parse("1d").unwrap())).unwrap();
    }
    choose(&kept.timed.tables, &kept.timed.id, RED, 4);
    assert_eq!(kept.pass(10, Some(&kept.club)), ["4.0h blue reminder-after24h"]);
}

#[test]
fn a_step_is_known_by_what_it_says_whatever_else_its_ladder_says() {
    let kept = Kept::under(two_days());
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    let prefer =
        |ladder: &str| kept.club.people().set_ladder(BLUE, Some(&Ladder::parse(ladder).unwrap())).unwrap();
    prefer("1d, 6h before");
    kept.told();
    assert_eq!(kept.pass(25, Some(&kept.club)), ["24.0h blue reminder-after24h"]);
    // The same steps in another order: what was sent is not sent again, and the other is.
    prefer("6h before, 1d");
    assert_eq!(kept.pass(18, Some(&kept.club)), ["17.0h blue reminder-before6h"]);
    // Another ladder: its only step stands where one that was sent stood.
    prefer("2h before");
    assert_eq!(kept.pass(4, Some(&kept.club)), ["3.0h blue reminder-before2h"]);
}

#[test]
fn quiet_hours_are_kept_in_the_players_zone() {
    let kept = Kept::under(two_days());
    // The clock begins on 15 January 2027 at 8:00 in UTC, which is 17:00 in Tokyo.
    kept.prefers(BLUE, |it| {
        it.zone = Some("Asia/Tokyo".to_owned());
        it.quiet = Some(QuietHours { from: 16 * 60, to: 20 * 60 });
    });
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.told();
    assert_eq!(
        kept.pass(48, Some(&kept.club)),
        ["27.0h blue reminder-after24h", "42.0h blue reminder-before6h"]
    );
}

#[test]
fn what_was_missed_waits_for_the_end_of_quiet_hours_too() {
    let kept = Kept::under(two_days());
    // From 8:00 to 20:00 in UTC; the clock begins at 8:00.
    kept.prefers(BLUE, |it| it.quiet = Some(QuietHours { from: 8 * 60, to: 20 * 60 }));
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.club.people().set_ladder(BLUE, Some(&Ladder::parse("20h").unwrap())).unwrap();
    kept.told();
    kept.pass(26, None);
    assert_eq!(kept.pass(12, Some(&kept.club)), ["10.0h blue reminder-after20h"]);
}

impl Kept {
    /// Time is kept for so many hours, every five minutes.
    fn keep(&self, hours: i64) {
        for _ in 0..hours * 12 {
            self.timed.clock.pass(HOUR / 12);
            while self.club.time().keep().unwrap() > 0 {}
        }
    }

    /// The reminders and expiries that are due by mail now, which then are sent.
    fn mailed(&self) -> Vec<String> {
        assert!(self.club.leases().take("mail").unwrap());
        let mut due = self.club.deliveries().pending("mail", 1).unwrap();
        due.retain(|it| {
            self.club.deliveries().to_send(it.clone()).unwrap().is_some_and(|due| due.settled.is_none())
        });
        due.iter().for_each(|it| self.club.deliveries().sent(it.id, "mail").unwrap());
        let of_time =
            due.iter().filter(|it| it.notice.why == "expired" || it.notice.why.starts_with("reminder-"));
        of_time.map(|it| format!("{} {}", it.notice.seat, it.notice.why)).collect()
    }
}

#[test]
fn that_time_is_up_waits_for_the_end_of_quiet_hours_unless_something_may_be_lost() {
    for (overdue, at_once) in [
        (Overdue::Wait, vec![]),
        (Overdue::Claim, vec!["blue expired"]),
        (Overdue::Substitute, vec!["blue expired"]),
    ] {
        let kept = Kept::under(Terms { overdue, ..two_days() });
        for who in [RED, BLUE] {
            // From noon to 18:00 in UTC; time is up at 14:00.
            kept.prefers(who, |it| it.quiet = Some(QuietHours { from: 12 * 60, to: 18 * 60 }));
            kept.club.people().set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
        }
        choose(&kept.timed.tables, &kept.timed.id, RED, 4);
        kept.keep(55);
        assert_eq!(kept.mailed(), at_once, "{overdue:?}");
        kept.keep(2);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{overdue:?}");
        kept.keep(1);
        let others = ["red expired", "blue expired"].into_iter().filter(|it| !at_once.contains(it));
        let mut later = kept.mailed();
        later.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(later, others.collect::<Vec<_>>(), "{overdue:?}: at their end");
    }
}

#[test]
fn a_reminder_that_was_not_sent_before_quiet_hours_waits_for_their_end() {
    for ladder in ["4h", "4h, digest 12:00"] {
        let kept = Kept::under(two_days());
        // From 13:00 to 18:00 in UTC; the reminder is due at noon, four hours after the clock begins.
        kept.prefers(BLUE, |it| it.quiet = Some(QuietHours { from: 13 * 60, to: 18 * 60 }));
        kept.club.people().set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
        kept.club.people().set_ladder(BLUE, Some(&Ladder::parse(ladder).unwrap())).unwrap();
        kept.told();
        kept.keep(4);
        // Looked at, so that what is told with others begins to wait for them, and not sent by whoever looked.
        assert!(kept.club.leases().take("mail").unwrap());
        drop(kept.club.deliveries().pending("mail", 1).unwrap());
        kept.keep(2);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{ladder}: at two in the afternoon");
        kept.keep(3);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{ladder}: at five");
        kept.keep(1);
        assert_eq!(kept.mailed(), ["blue reminder-after4h"], "{ladder}: at their end");
    }
}

#[test]
fn a_digest_gathers_for_five_minutes_and_no_step_is_told_twice() {
    let kept = Kept::under(Terms { big: Pace::Each(hours(96)), small: Pace::Each(hours(96)), ..two_days() });
    kept.club
        .people()
        .set_ladder(RED, Some(&Ladder::parse("1d, 2d, 6h before, digest 20:00").unwrap()))
        .unwrap();
    kept.club.people().set_ladder(BLUE, Some(&Ladder::parse("1d").unwrap())).unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), ["blue reminder-after24h"]);
    // 20:00 on the next day, as the clock begins at 8:00.
    kept.keep(11);
    assert_eq!(kept.mailed(), Vec::<String>::new(), "it waits for the others");
    kept.timed.clock.pass(299);
    assert_eq!(kept.mailed(), Vec::<String>::new());
    kept.timed.clock.pass(1);
    assert_eq!(kept.mailed(), ["red reminder-after24h"]);
    // Who wants no digest any more has the rest as it comes.
    kept.club.people().set_ladder(RED, Some(&Ladder::parse("1d, 2d, 6h before").unwrap())).unwrap();
    kept.keep(13);
    assert_eq!(kept.mailed(), ["red reminder-after48h"]);
    kept.keep(41);
    assert_eq!(kept.mailed(), ["red reminder-before6h"]);
}
