//! Values shared between clones.

use wardroom::game::Shared;

#[test]
fn a_change_is_seen_in_no_other_clone() {
    let one = Shared::from(vec![1, 2]);
    let mut other = one.clone();
    other.push(3);
    assert_eq!((&*one, &*other), (&vec![1, 2], &vec![1, 2, 3]));
    assert_eq!(serde_json::to_value(&other).ok(), serde_json::to_value([1, 2, 3]).ok());
}
