//! Waits between connections to the gateway.

use std::time::Duration;

use wardroom::door::discord::inbound::gateway::backoff::{APART, Backoff, GOOD, JITTER};

/// The waits after such connections, in whole steps: jitter keeps within a quarter of them.
fn waits(of: &mut Backoff, had_session: bool, times: usize) -> Vec<f64> {
    (0..times).map(|_| of.after(had_session, Duration::ZERO).as_secs_f64()).collect()
}

#[test]
fn waits_double_up_to_a_minute_until_there_is_a_session() {
    let mut backoff = Backoff::default();
    for (wait, step) in waits(&mut backoff, false, 9).into_iter().zip([1, 2, 4, 8, 16, 32, 60, 60, 60]) {
        assert!((wait / f64::from(step) - 1.0).abs() <= JITTER, "{wait} for {step}");
    }
    assert_eq!(backoff.after(true, Duration::ZERO), APART);
    assert!(waits(&mut backoff, false, 1)[0] <= 1.25, "it begins anew");
    assert_eq!(Backoff::default().after(true, GOOD), Duration::ZERO);
}

#[test]
fn sessions_that_are_lost_soon_are_slowed_down_too() {
    let mut backoff = Backoff::default();
    let brief = waits(&mut backoff, true, 17);
    assert!(brief[..10].iter().all(|wait| *wait == 1.0), "{brief:?}");
    assert!(brief[16] >= 45.0, "{brief:?}");
    assert_eq!(backoff.after(true, GOOD), Duration::ZERO);
    assert_eq!(backoff.after(true, Duration::ZERO), APART);
}
