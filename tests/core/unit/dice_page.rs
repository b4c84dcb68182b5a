//! The figures of the dice page.

use wardroom::dice_page::{p_of, tally};

/// The quantiles of a table of the chi-square distribution, 5 degrees of freedom.
#[test]
fn p_values_are_those_of_the_tables() {
    for (x, p) in [(0.0, 1.0), (1.145, 0.95), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (20.515, 0.001)] {
        assert!((p_of(x) - p).abs() < 1e-4, "{x}: {}", p_of(x));
    }
}

#[test]
fn a_loaded_die_shows_and_a_few_dice_mean_nothing() {
    let loaded = tally(None, None, [0, 0, 0, 0, 0, 60]);
    assert_eq!((loaded.chi_square, loaded.n, loaded.enough), (300.0, 60, true));
    assert!(loaded.p < 1e-9);
    let few = tally(None, None, [1, 0, 2, 0, 0, 1]);
    assert!(!few.enough);
    let fair = tally(None, None, [10; 6]);
    assert_eq!((fair.chi_square, fair.mean), (0.0, Some(3.5)));
    assert!((fair.p - 1.0).abs() < 1e-6);
}
