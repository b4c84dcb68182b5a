//! Intervals of shares and Elo numbers.

use wardroom::lab::figures::{Share, elo};

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.0005
}

/// The figures of Newcombe (1998), table I, method 3.
#[test]
fn intervals_are_those_of_the_literature() {
    for (won, games, low, high) in [
        (81.0, 263, 0.2553, 0.3662),
        (15.0, 148, 0.0624, 0.1605),
        (0.0, 20, 0.0, 0.1611),
        (1.0, 29, 0.0061, 0.1718),
    ] {
        let share = Share::of(won, games);
        assert!(near(share.low, low) && near(share.high, high), "{won} of {games}: {share:?}");
    }
}

#[test]
fn elo_is_even_at_a_half_and_has_no_number_for_everything() {
    assert_eq!(elo(0.5), Some(0.0));
    assert!(elo(10.0 / 11.0).is_some_and(|elo| near(elo, 400.0)));
    assert_eq!([elo(0.0), elo(1.0)], [None, None]);
}
