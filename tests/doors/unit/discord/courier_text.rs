//! The nonce of a message of the courier.

use wardroom::door::discord::courier::text::nonce;

#[test]
fn a_nonce_is_short_and_follows_from_what_it_names() {
    assert_eq!(nonce(&["report", "a", "12"]), nonce(&["report", "a", "12"]));
    assert_ne!(nonce(&["report", "a", "12"]), nonce(&["report", "a1", "2"]));
    assert_eq!(nonce(&["x"]).len(), 25);
}
