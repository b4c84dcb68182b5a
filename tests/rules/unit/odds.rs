//! Odds of throws, against all throws counted one by one.

use wardroom::game::odds::{FACES, Likelihood, successes};

/// Every throw of so many dice, counted one by one.
fn throws(dice: u32) -> Vec<Vec<u32>> {
    (0..dice).fold(vec![vec![]], |throws, _| {
        let with =
            |throw: &Vec<u32>| (1..=FACES).map(|face| [&throw[..], &[face]].concat()).collect::<Vec<_>>();
        throws.iter().flat_map(with).collect()
    })
}

#[test]
fn successes_are_those_of_all_throws_counted_one_by_one() {
    for dice in 0..=5 {
        for lowest in 1..=7 {
            let all = throws(dice);
            let hits = |throw: &Vec<u32>| throw.iter().filter(|face| **face >= lowest).count() as u32;
            for wanted in 0..=dice {
                let ways = all.iter().filter(|throw| hits(throw) == wanted).count();
                let counted = (2 * 1_000_000 * ways + all.len()) / (2 * all.len());
                let likely = successes(dice, lowest).likelihood(|count| *count == wanted);
                assert_eq!(likely.millionths() as usize, counted, "{wanted} of {dice} dice from {lowest}");
            }
        }
    }
}

#[test]
fn only_what_is_certain_is_told_as_such() {
    let percent = |millionths| Likelihood::of(millionths).percent();
    assert_eq!(
        [0, 100, 4_000, 305_600, 995_000, 999_900, 1_000_000].map(percent),
        [0, 1, 1, 31, 99, 99, 100]
    );
}
