//! Sessions of the gateway: how many may be asked for, and when.

use wardroom::door::discord::inbound::gateway::sessions::{AskedSessions, MOST};

#[test]
fn sessions_that_are_refused_are_asked_for_ever_less_often() {
    let (mut asked, mut now) = (AskedSessions::default(), 1000);
    let mut pauses = Vec::new();
    for _ in 0..9 {
        let next = asked.next(now);
        pauses.push(next - now);
        now = next;
        asked.ask(now);
    }
    assert_eq!(pauses, [0, 5, 10, 20, 40, 80, 160, 300, 300]);
    asked.refused = 0;
    assert_eq!(asked.next(now), now, "one that was given makes up for them");
    asked.refused = 3;
    assert_eq!(asked.next(now - 500), now - 480, "a clock that was set back");
}

#[test]
fn no_more_than_so_many_are_asked_for_whatever_becomes_of_them() {
    let (mut asked, mut now, mut count) = (AskedSessions::default(), 0, 0);
    while now < 24 * 60 * 60 {
        now = asked.next(now + 1);
        asked.ask(now);
        asked.refused = 0;
        count += 1;
    }
    assert!((460..=500).contains(&count), "{count} in a day");
    assert_eq!(asked.at.len(), MOST.0);
}
