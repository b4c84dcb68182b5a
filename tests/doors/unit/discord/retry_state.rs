//! Tables and messages that the courier tries later.

use wardroom::door::discord::courier::retry_state::{LONGEST_WAIT_SECONDS, Mending, RetryState, TouchUp};

#[test]
fn a_wait_doubles_up_to_a_bound_and_is_never_shorter_than_discord_asks() {
    let memory = RetryState::default();
    let waits: Vec<u64> = (0..12).map(|_| memory.back_off("a", 0, None)).collect();
    assert_eq!(waits, [2, 4, 8, 16, 32, 40, 40, 40, 40, 40, 40, 40]);
    assert_eq!(memory.back_off("a", 0, Some(4000)), 4000);
    assert!((0..100).all(|_| memory.back_off("b", 0, None) <= LONGEST_WAIT_SECONDS));
    memory.well("a");
    assert_eq!(memory.back_off("a", 0, Some(1)), 2);
}

#[test]
fn what_is_put_off_at_a_table_waits_alone_and_calls_when_that_is_over() {
    let memory = RetryState::default();
    assert_eq!(memory.put_off("a", TouchUp::Status, 0, Some(600)), 600);
    assert_eq!(memory.put_off("a", TouchUp::Pings, 0, None), 2);
    assert!(!memory.waits("a", 1) && !memory.is_put_off("a", TouchUp::Invitation, 1));
    assert!(memory.is_put_off("a", TouchUp::Status, 599) && memory.called(1).is_empty());
    assert_eq!(memory.called(2).into_iter().collect::<Vec<_>>(), ["a"]);
    memory.touched_up("a", TouchUp::Pings);
    assert!(memory.called(599).is_empty() && memory.called(600).contains("a"));
    memory.back_off("a", 600, Some(60));
    assert!(memory.called(601).is_empty(), "the table itself waits");
}

#[test]
fn a_wait_is_over_by_a_clock_that_was_set_back() {
    let memory = RetryState::default();
    memory.back_off("a", 1000, None);
    memory.try_later("a", Mending::Pin, 1000);
    memory.note_lease(Some((1000, 7)));
    assert!(memory.waits("a", 1001) && !memory.may_try("a", Mending::Pin, 1001));
    assert_eq!(memory.leased_since(1001, 10), Some(7));
    assert!(!memory.waits("a", 999) && memory.may_try("a", Mending::Pin, 999));
    assert_eq!(memory.leased_since(999, 10), None);
    assert_eq!(memory.called(999).into_iter().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn a_table_is_called_when_stirred_or_when_its_wait_is_over_and_never_while_it_is_busy() {
    let memory = RetryState::default();
    let called = |now| memory.called(now).into_iter().collect::<Vec<_>>();
    memory.wake("a");
    assert_eq!(called(0), ["a"]);
    let place = memory.occupy("a");
    assert!(called(0).is_empty());
    memory.wake("a");
    assert!(called(0).is_empty());
    memory.back_off("a", 0, None);
    drop(place);
    assert!(called(1).is_empty(), "it waits though it was woken");
    assert_eq!(called(2), ["a"]);
    memory.rest("b");
    memory.wake("b");
    assert!(!memory.rests("b"));
}
