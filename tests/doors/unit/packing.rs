//! Numbers packed into the letters of a button’s id.

use proptest::prelude::*;
use wardroom::club::picking::packing::{Packing, Unpacking};

fn numbers() -> impl Strategy<Value = Vec<(u64, u64)>> {
    let one = (any::<u64>(), 1u64..=u64::MAX, 0u32..63).prop_map(|(number, of, less)| {
        let of = (of >> less).max(1);
        (number % of, of)
    });
    proptest::collection::vec(one, 0..40)
}

proptest! {
    #[test]
    fn what_is_packed_is_unpacked(numbers in numbers()) {
        let mut packing = Packing::default();
        numbers.iter().for_each(|(number, of)| packing.put(*number, *of));
        let mut packed = Unpacking::of(&packing.text()).unwrap();
        for (number, of) in numbers {
            prop_assert_eq!(packed.take(of), number);
        }
        prop_assert!(packed.is_used_up());
    }
}

#[test]
fn packed_numbers_take_no_more_room_than_they_need() {
    let mut packing = Packing::default();
    (0..64).for_each(|_| packing.put_at(16, 17));
    // 64 numbers below 17 are 262 bits, 6 to a digit.
    assert_eq!(packing.text().len(), 44);
    assert_eq!(Packing::default().text(), "");
}

#[test]
fn what_is_no_packing_is_none() {
    assert!(Unpacking::of("a b").is_none());
    assert_eq!(Unpacking::of("").unwrap().take_at(0), None);
    assert!(!Unpacking::of("B").unwrap().is_used_up());
}
