//! The differences between the lists of two frames of a page.

use wardroom::page::frames::difference;

/// As the page's script does it.
fn applied(before: &[usize], difference: &[usize]) -> Vec<usize> {
    let (mut after, mut from, mut at) = (Vec::new(), 0, 0);
    while at < difference.len() {
        let [stay, go, come] = [difference[at], difference[at + 1], difference[at + 2]];
        after.extend(&before[from..from + stay]);
        from += stay + go;
        after.extend(&difference[at + 3..at + 3 + come]);
        at += 3 + come;
    }
    after.extend(&before[from..]);
    after
}

#[test]
fn a_difference_makes_the_one_list_of_the_other_and_is_short() {
    let lists: [&[usize]; 7] =
        [&[], &[1], &[1, 2, 3, 4, 5], &[1, 9, 3, 4], &[5, 4, 3, 2, 1], &[2, 3], &[1, 2, 3, 4, 5, 6]];
    for before in lists {
        for after in lists {
            assert_eq!(applied(before, &difference(before, after)), after, "{before:?} to {after:?}");
        }
    }
    assert_eq!(difference(&[1, 2, 3, 4, 5], &[1, 2, 7, 4, 5]), [2, 1, 1, 7]);
    assert_eq!(difference(&[1, 2, 3, 4, 5], &[8, 2, 3, 9, 5]), [0, 1, 1, 8, 2, 1, 1, 9]);
    assert_eq!(difference(&[1, 2], &[1, 2]), [0; 0]);
}

#[test]
fn a_list_too_long_to_compare_is_written_anew() {
    let (before, after): (Vec<usize>, Vec<usize>) = ((0..2000).collect(), (0..2000).rev().collect());
    assert_eq!(applied(&before, &difference(&before, &after)), after);
}
