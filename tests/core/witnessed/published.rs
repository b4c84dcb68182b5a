//! The club's log while a sealed order is answered: what is published, and when.

use std::sync::Arc;

use wardroom::app::log_key::LogKey;
use wardroom::app::serve::club_log::LogKeeper;
use wardroom::club::Club;
use wardroom::club::club_log::PublicLog;
use wardroom::config::club_log::SignedLog;
use wardroom::table::Platform;

use super::{House, Way, club};
use crate::seats::{BLUE, RED, accepted, refused};
use crate::toy::*;

/// Seconds between two checkpoints.
const EVERY: i64 = 600;
/// Seconds of a test: two checkpoints and more.
const WATCHED: i64 = 1800;

/// The files of the club's log, with the time from which on they were shown.
type Shown = (i64, String);

/// All that is published in half an hour, looked at every second, while the players do something.
fn published(does: impl Fn(&House, i64)) -> Vec<Shown> {
    let clock = Clock::new();
    // A table of a club that has run for a minute.
    clock.pass(EVERY - clock.now().timestamp().rem_euclid(EVERY) + 60);
    let house = House::by(clock.clone()).begin();
    let its = Club::new(vec![], Arc::new(house.store.clone()), clock.clone(), None).unwrap();
    let settings = SignedLog { name: None, every: EVERY, replaces: None, witnesses: vec![], dice: None };
    let mut keeper = LogKeeper::new(Arc::new(its), LogKey::without_files(club()), &settings);
    let mut shown: Vec<Shown> = Vec::new();
    for second in 0..WATCHED {
        does(&house, second);
        keeper.sign_when_due().unwrap();
        let log = PublicLog::new(&house.store);
        let files =
            [log.checkpoint().unwrap().unwrap().note().to_string(), log.part(0).unwrap().unwrap_or_default()];
        let files = files.concat();
        if shown.last().is_none_or(|(_, last)| *last != files) {
            shown.push((clock.now().timestamp(), files));
        }
        clock.pass(1);
    }
    house.log();
    shown
}

/// Not in a leaf, not in a checkpoint, and not in the time of one, although the witness's answer is an entry that everyone sees.
#[test]
fn an_answer_to_a_sealed_order_does_not_show_in_the_clubs_log() {
    let quiet = published(|_, _| ());
    assert_eq!(quiet.len(), 1, "the same files, and the same bytes, while nothing public happens");
    for second in [0, 300, 700, 1199] {
        let sealed = published(|house, now| {
            if now == second {
                accepted(house.chooses(RED, 4));
                assert!(house.full().contains("DiceWitnessed"));
            }
        });
        assert_eq!(sealed, quiet, "{second}");
    }
    // Nor whether an order before it was never stored.
    let abandoned = published(|house, now| {
        if now == 300 {
            house.near.set(Way::Withheld);
            assert_eq!(refused(house.chooses(RED, 4)), "witness-silent");
            house.near.set(Way::Open);
            accepted(house.chooses(RED, 5));
            assert!(house.full().contains("DiceAbandoned"));
        }
    });
    assert_eq!(abandoned, quiet);
}

#[test]
fn what_is_public_is_published_at_fixed_times_only() {
    for second in [1, 299, 541, 700, 1100] {
        let shown = published(|house, now| {
            if now == second {
                accepted(house.chooses(RED, 4));
                accepted(house.chooses(BLUE, 9));
            }
        });
        let [(start, _), (time, files)] = &shown[..] else { panic!("{shown:?}") };
        assert_eq!(time % EVERY, 0, "at a multiple of the interval");
        assert!((start + second + 1..=start + second + EVERY).contains(time), "the next one");
        assert!(files.lines().last().unwrap().contains("\"moment\":\"head\""), "{files}");
    }
}
