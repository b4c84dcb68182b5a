//! Standing orders where it was agreed that they answer when time is up: which do and when, what is told, and twins from whom
//! nobody learns what was armed.

use super::{BEAT, Standing, seen_by_others};
use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, exported};
use crate::tamper::{Log, audited};
use crate::time::{Kept, daily};
use crate::toy::*;
use chrono::{DateTime, TimeDelta};
use serde_json::json;
use wardroom::log::TimeChange;
use wardroom::log::visibility::LogViewer;
use wardroom::pace::Overdue;
use wardroom::table::Platform;
use wardroom::words::Lang;

const HOUR: i64 = 3600;
/// The pace and the grace of [`daily`], in seconds.
const UP: i64 = 30 * HOUR;

/// Red has acted, and blue is asked; standing orders answer when time is up.
fn blue_is_asked() -> Standing {
    let standing = Standing(Kept::under(daily(Overdue::StandingOrders))).begun();
    standing.act(RED, "roll");
    standing
}

impl Standing {
    /// Time is kept for so many seconds, at least every five minutes.
    fn keep(&self, seconds: i64) {
        let whole = seconds / 300;
        (0..whole).for_each(|_| self.pass(300));
        self.pass(seconds - whole * 300);
    }

    /// Time is kept until that of blue is said to be up.
    fn until_up(&self) {
        let left: TimeDelta = self.timed().wait(BLUE).up.unwrap() - self.timed().clock.now();
        self.keep(left.num_seconds() - 1);
        assert!(self.timed().wait(BLUE).expired.is_none());
        self.pass(1);
        assert!(self.timed().wait(BLUE).expired.is_some());
    }

    fn due(&self, who: &'static str) -> String {
        self.sit(who).asked().unwrap().due.unwrap_or_default()
    }

    /// That time is up, as often as blue is told of it by mail.
    fn mailed(&self) -> Vec<String> {
        let club = &self.0.club;
        assert!(club.leases().take("mail").unwrap());
        let due = club.deliveries().pending("mail", 1).unwrap();
        due.iter().for_each(|it| club.deliveries().sent(it.id, "mail").unwrap());
        let of_blue = due.into_iter().filter(|it| it.notice.seat == BLUE && it.notice.why == "expired");
        of_blue.map(|it| it.notice.why).collect()
    }
}

#[test]
fn what_waits_for_the_end_of_ones_time_answers_then_by_the_beat() {
    let standing = blue_is_asked();
    let due = standing.due(BLUE);
    assert!(due.contains("your own standing orders answer"), "{due}");
    let told = standing.types(BLUE, "late when act if time is up and turn is at least 1 then pass");
    let line = "late: when asked about acting, if your time is up and turn is at least 1: pass.";
    assert!(told.starts_with(line) && told.contains("60 seconds after your time runs out"), "{told}");
    let begun = standing.orders().len();
    standing.keep(BEAT * 5);
    assert_eq!(standing.orders().len(), begun, "the question alone calls for nothing");
    standing.until_up();
    standing.pass(BEAT - 1);
    assert_eq!(standing.orders().len(), begun, "not before the beat");
    standing.pass(1);
    assert_eq!(standing.orders()[begun..], [r#"blue "pass" standing-order/late"#]);
    assert!(standing.state(BLUE).starts_with("late: "), "it stays armed");
    // The next question has time of its own.
    standing.act(RED, "roll");
    standing.keep(BEAT * 5);
    assert_eq!(standing.orders().len(), begun + 2);
    standing.until_up();
    standing.pass(BEAT);
    assert_eq!(standing.orders().len(), begun + 3);
    standing.timed().holds();
}

#[test]
fn what_was_armed_after_the_question_answers_it_when_time_is_up() {
    let standing = blue_is_asked();
    standing.pass(2 * BEAT);
    let told = standing.types(BLUE, "quick when act then pass");
    assert!(told.contains("For the present one, it is sent 60 seconds after your time"), "{told}");
    let begun = standing.orders().len();
    standing.until_up();
    standing.pass(BEAT);
    assert_eq!(standing.orders()[begun..], [r#"blue "pass" standing-order/quick"#]);
    standing.timed().holds();
    // Armed when it is too late for that as well, it waits for the next question.
    let standing = blue_is_asked();
    standing.until_up();
    standing.pass(BEAT);
    let told = standing.types(BLUE, "quick when act then pass");
    assert!(told.contains("seconds after a question, from the next one on, while"), "{told}");
    let told = standing.types(BLUE, "late when act if 時間切れ then pass");
    assert!(told.contains("runs out, from the next question on"), "{told}");
    let begun = standing.orders().len();
    standing.keep(10 * HOUR);
    assert_eq!(standing.orders().len(), begun);
    standing.timed().holds();
}

#[test]
fn passing_ahead_answers_when_time_is_up_too() {
    let standing = blue_is_asked();
    standing.pass(2 * BEAT);
    standing.types(BLUE, "pass-ahead until turn is at least 40");
    let begun = standing.orders().len();
    standing.until_up();
    standing.pass(BEAT);
    assert_eq!(standing.orders()[begun..], [r#"blue "pass" standing-order/pass-ahead"#]);
    standing.timed().holds();
}

#[test]
fn where_none_answers_the_game_waits_on_and_that_is_told() {
    let standing = blue_is_asked();
    standing.types(BLUE, "late when act if time is up and turn is at least 50 then pass");
    standing.types(BLUE, "wrong when act if time is up then flip");
    for _ in 0..6 {
        standing.act(BLUE, "flip");
        standing.act(RED, "pass");
    }
    standing.mailed();
    standing.until_up();
    standing.pass(BEAT - 1);
    assert_eq!(standing.mailed(), Vec::<String>::new(), "whether one answers is not known yet");
    let begun = standing.orders().len();
    standing.pass(1);
    assert_eq!(standing.orders().len(), begun, "the bag is empty, and the other waits for a later turn");
    assert_eq!(standing.mailed(), ["expired"]);
    let due = standing.due(BLUE);
    assert!(due.contains("No standing order of this seat has answered, so the game waits"), "{due}");
    let state = standing.state(BLUE);
    assert!(state.contains("wrong (disarmed)") && state.contains("late: "), "{state}");
    standing.act(BLUE, "pass");
    standing.timed().holds();
}

#[test]
fn a_pause_and_a_takeback_are_as_with_any_other() {
    let standing = blue_is_asked();
    standing.types(BLUE, "late when act if time is up then pass");
    standing.until_up();
    let ask = accepted(standing.timed().change(RED, TimeChange::Pause { until: None }));
    accepted(standing.timed().answer(BLUE, ask, true));
    let begun = standing.orders().len();
    standing.keep(HOUR);
    assert_eq!(standing.orders().len(), begun, "the clock stands");
    let ask = accepted(standing.timed().change(RED, TimeChange::Resume));
    accepted(standing.timed().answer(BLUE, ask, true));
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/late"));
    accepted(standing.timed().tables.undo(&standing.timed().id, &caller(BLUE), seat(BLUE), 1));
    let again = standing.orders().len();
    standing.until_up();
    standing.keep(HOUR);
    assert_eq!(standing.orders().len(), again);
    assert!(standing.state(BLUE).contains("late (disarmed)"));
    standing.timed().holds();
}

#[test]
fn where_it_was_not_agreed_nothing_can_wait_for_it() {
    let standing = Standing::new().begun();
    let said = standing.types(BLUE, "late when act if time is up then pass");
    assert!(said.starts_with("refused: ") && said.contains("`pace overdue standing-orders`"), "{said}");
    // What was armed under other terms rests.
    let standing = blue_is_asked();
    standing.types(BLUE, "late when act if time is up then pass");
    let ask = accepted(standing.timed().change(RED, TimeChange::Terms(daily(Overdue::Wait))));
    accepted(standing.timed().answer(BLUE, ask, true));
    standing.until_up();
    let begun = standing.orders().len();
    standing.keep(HOUR);
    assert_eq!(standing.orders().len(), begun);
    // Other terms give time anew to whose time was up, and it may be up again.
    let ask = accepted(standing.timed().change(RED, TimeChange::Terms(daily(Overdue::StandingOrders))));
    accepted(standing.timed().answer(BLUE, ask, true));
    assert_eq!(standing.timed().wait(BLUE).expired, None);
    assert_eq!(standing.timed().due_in(BLUE), Some(24 * HOUR));
    standing.until_up();
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/late"));
    standing.timed().holds();
}

#[test]
fn it_is_agreed_on_by_its_name_in_both_languages() {
    for typed in ["2d overdue standing-orders", "2日 時間切れ 予約命令"] {
        let standing = Standing(Kept::of(crate::time::Timed::under(daily(Overdue::Wait))));
        standing.sit(RED).change_pace(typed).unwrap();
        let ask = standing.timed().tables.look(&standing.timed().id, |table| table.pending().unwrap().number);
        accepted(standing.timed().answer(BLUE, ask.unwrap(), true));
        let terms = standing.timed().time().terms;
        assert_eq!(terms.overdue, Overdue::StandingOrders, "{typed}");
        for (lang, words) in [(Lang::En, "own standing orders answer"), (Lang::Ja, "自身の予約命令で答え")]
        {
            let reader = standing.0.club.watch(&standing.timed().id, lang).unwrap();
            let told = reader.time(&|at| at.to_string()).unwrap().join("\n");
            assert!(told.contains(words), "{told}");
        }
    }
}

/// Tables that differ in nothing but what blue has armed, of which nothing goes out, are the same to everybody else, in bytes and times.
#[test]
fn what_did_not_go_out_when_time_was_up_leaves_no_trace() {
    let armed: &[(&[&str], i64)] = &[
        (&[], 0),
        (&["a when act if time is up and turn is at least 900 then roll"], 0),
        (&["a when act if time is up and turn is at least 900 then roll"], 20 * HOUR),
        (&["a when choose if time is up then choose 3", "pass-ahead until act"], UP - 1),
        (&["a when act if time is up then pass", "disarm a"], UP),
        (&["a when act if time is up then pass"], UP + BEAT),
    ];
    let play = |(armed, at): &(&[&str], i64)| {
        let standing = blue_is_asked();
        let mut seen = vec![seen_by_others(&standing)];
        let mut passed = 0;
        for until in [0, BEAT, 20 * HOUR, UP - 1, UP, UP + BEAT - 1, UP + BEAT, UP + HOUR] {
            standing.keep(until - passed);
            passed = until;
            for typed in armed.iter().filter(|_| *at == until) {
                let said = standing.types(BLUE, typed);
                assert!(!said.starts_with("refused"), "{typed}: {said}");
            }
            seen.push(seen_by_others(&standing));
        }
        assert!(standing.timed().wait(BLUE).expired.is_some(), "it waits on");
        standing.timed().holds();
        seen
    };
    let plain = play(&armed[0]);
    for more in &armed[1..] {
        assert_eq!(play(more), plain, "{more:?}");
    }
}

/// Of one that goes out nobody learns by when it was armed, what else there was, and on what conditions.
#[test]
fn when_it_goes_out_depends_on_the_expiry_alone() {
    let play = |armed: &[&str], at: i64| {
        let standing = blue_is_asked();
        let (mut moments, mut passed) = ([at, UP, UP + BEAT], 0);
        moments.sort_unstable();
        for until in moments {
            standing.keep(until - passed);
            passed = until;
            for typed in armed.iter().filter(|_| until == at) {
                standing.types(BLUE, typed);
            }
        }
        assert!(standing.orders().last().unwrap().ends_with("standing-order/a"));
        standing.keep(100);
        seen_by_others(&standing)
    };
    let plain = play(&["a when act if time is up then pass"], 0);
    assert_eq!(play(&["a when act then pass"], 2 * BEAT), plain);
    assert_eq!(play(&["a when act if time is up then pass"], UP + BEAT - 1), plain);
    let more = [
        "x when act if turn above 90 then roll",
        "y when act if time is up and turn above 90 then flip",
        "a when act if turn at most 50 and time is up and score below 50 then pass",
    ];
    assert_eq!(play(&more, 7 * HOUR), plain);
}

/// What a log says of it is held to what was agreed: the answer is an order as any other, and the time was up.
#[test]
fn a_log_that_says_otherwise_is_named() {
    let standing = blue_is_asked();
    standing.types(BLUE, "late when act if time is up then pass");
    standing.until_up();
    standing.pass(BEAT);
    let whole = || Log::of(&exported(&standing.timed().store, &standing.timed().id, &LogViewer::Full));
    assert!(!audited::<Toy>(&whole().text()).rules.is_failed());
    let fails = |what: &str, tamper: &dyn Fn(&mut Log, usize)| {
        let mut log = whole();
        let at = log.at("TimeExpired", 0);
        tamper(&mut log, at);
        let found = audited::<Toy>(&log.text());
        assert!(found.integrity.is_failed() || found.rules.is_failed(), "{what}: {found:#?}");
    };
    fails("a computer stood in", &|log, at| {
        let mut taken = like(log, at, "SeatTaken", json!({ "seat": BLUE }));
        taken["by"] = json!({ "player": "hal", "seat": BLUE });
        taken["cause"] = log.entries[at]["seq"].clone();
        log.entries.insert(at + 1, taken);
    });
    fails("it was up before its time", &|log, at| {
        let said: DateTime<chrono::Utc> = log.entries[at]["at"].as_str().unwrap().parse().unwrap();
        let early = wardroom::table::platform::written(said - TimeDelta::seconds(1));
        log.entries[at]["at"] = early.into();
    });
    fails("it was up twice", &|log, at| {
        let again = log.entries[at].clone();
        log.entries.insert(at + 1, again);
    });
    fails("terms that there are not", &|log, _| {
        for kind in ["TimeProposed", "TimeChanged"] {
            let agreed = log.at(kind, 0);
            log.entries[agreed]["body"]["change"]["terms"]["overdue"] = "standing".into();
        }
    });
    fails("claimed", &|log, at| {
        let mut closed = like(log, at, "TableClosed", json!({ "why": "claimed" }));
        closed["by"] = json!({ "player": RED, "seat": RED });
        log.entries.insert(at + 1, closed);
    });
}
