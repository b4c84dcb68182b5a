//! Pictures of mails while many wait to be drawn.

use wardroom::door::mail::pictures::is_left_out;

#[test]
fn while_many_wait_a_mail_has_no_picture_unless_it_had_it_when_it_was_sent_before() {
    for (before, letter, left_out) in
        [(None, "1", true), (Some("0123 7"), "1", true), (Some("0123 1"), "1", false), (Some("1"), "1", true)]
    {
        assert_eq!(is_left_out(true, before, letter), left_out, "{before:?}");
        assert!(!is_left_out(false, before, letter), "{before:?}");
    }
}
