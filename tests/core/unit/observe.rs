//! Log lines that repeat are muted and counted.

use wardroom::observe::{AGAIN_AFTER, MUTED_LINES, Muted};

#[test]
fn a_line_that_repeats_is_muted_and_counted() {
    let mut muted = Muted::default();
    let told: Vec<Option<u32>> = (0..100).map(|second| muted.hear("away", second)).collect();
    assert_eq!(told.iter().flatten().collect::<Vec<_>>(), [&0, &0, &0]);
    assert_eq!((muted.hear("closed", 100), muted.hear("away", AGAIN_AFTER)), (Some(0), Some(97)));
    for line in 0..10_000 {
        muted.hear(&line.to_string(), 0);
    }
    assert!(muted.counted() <= MUTED_LINES);
}
