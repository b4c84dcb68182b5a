//! Expected sixes, rounded.

use wardroom::report::luck::Sixes;

#[test]
fn a_sixth_is_told_to_the_nearest_tenth() {
    let expected = |dice| Sixes { dice, sixes: 0 }.expected();
    assert_eq!([0, 1, 3, 6, 112].map(expected), ["0.0", "0.2", "0.5", "1.0", "18.7"]);
}
