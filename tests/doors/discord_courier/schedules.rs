//! Processes by the schedule of a seed: they die, stand still beyond their leases and wake, their clocks are off, and Discord
//! takes what it never answers. The judge knows what players were acknowledged, what was promised them of time, what was sent
//! and under which nonce, and asks neither couriers nor timekeepers nor their alarms how it came about.
//!
//! | part | what it does |
//! |---|---|
//! | `line` | what goes between processes, their store and Discord, as the judge sees it |
//! | `stage` | the processes and what they run |
//! | `judge` | what is judged of what was sent |
//! | `couriers` | schedules of couriers and one table |
//! | `clocks` | schedules of couriers, timekeepers and computer players, and several tables with a pace |
//! | `rests` | when time does not count |
//! | `time` | what is judged of time |

mod clocks;
mod couriers;
mod judge;
mod line;
mod rests;
mod stage;
mod time;

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::common::few_and_many;
use crate::common::turns::seeds;
use stage::{Kind, Stage};

/// Rounds in which all has to be told once nothing goes wrong any more.
const CALM_ROUNDS: usize = 200;

few_and_many! {
    by_any_schedule_what_was_acknowledged_is_told_once: 60, 4000;
    by_any_schedule_time_is_kept_and_told_once: 40, 1000;
}

fn by_any_schedule_what_was_acknowledged_is_told_once(count: u64) {
    by_any_schedule(Kind::Couriers, count);
}

fn by_any_schedule_time_is_kept_and_told_once(count: u64) {
    by_any_schedule(Kind::Clocks, count);
}

/// So many on each of two stages, or the one whose seed the environment names.
fn by_any_schedule(kind: Kind, count: u64) {
    let (seeds, is_named) = seeds(2 * count);
    let counts = Mutex::new(BTreeMap::<&str, usize>::new());
    std::thread::scope(|scope| {
        let counts = &counts;
        for (nth, processes) in [(0, 2), (1, 3)] {
            let theirs = seeds.clone().filter(move |seed| seed % 2 == nth);
            scope.spawn(move || {
                let stage = Stage::new(kind, processes);
                for seed in theirs {
                    let (judged, trace) = stage.play(seed);
                    if let Err(wrong) = judged {
                        panic!("WARDROOM_SCHEDULE={seed}: {wrong}\n{}", trace.join("\n"));
                    }
                }
                for (what, count) in stage.counts.into_inner().unwrap() {
                    *counts.lock().unwrap().entry(what).or_default() += count;
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap();
    println!("{counts:?}");
    assert!(is_named || counts.values().all(|count| *count > 0), "some of each: {counts:?}");
}

#[test]
fn the_same_seed_gives_the_same_schedule() {
    for (kind, seeds) in [(Kind::Couriers, 0..12), (Kind::Clocks, 0..5)] {
        let stages = [Stage::new(kind, 2), Stage::new(kind, 2)];
        // Also one that was not preceded by the others.
        let last = seeds.end - 1;
        for seed in seeds {
            let [one, other] = stages.each_ref().map(|stage| stage.play(seed).1);
            same(&one, &other, seed);
            if seed == last {
                same(&one, &Stage::new(kind, 2).play(seed).1, seed);
            }
        }
    }
}

fn same(one: &[String], other: &[String], seed: u64) {
    let differs = (0..one.len().max(other.len())).find(|at| one.get(*at) != other.get(*at));
    if let Some(at) = differs {
        panic!("seed {seed}, line {at}: {:?}, and else {:?}", one.get(at), other.get(at));
    }
}
