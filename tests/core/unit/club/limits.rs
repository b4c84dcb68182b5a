//! Limits of orders a minute and of tables.

use wardroom::club::limits::{PLAYERS, RateLimits, TooMuch};

#[test]
fn a_minute_takes_so_many_orders_of_each_player_and_says_how_long_to_wait() {
    let rate_limits = RateLimits::new(50, 3);
    for now in [100, 110, 130] {
        assert_eq!(rate_limits.order("p-1", now), Ok(()));
    }
    assert_eq!(rate_limits.order("p-1", 131), Err(TooMuch::Orders { wait_seconds: 29 }));
    assert_eq!(rate_limits.order("p-2", 131), Ok(()), "another player");
    assert_eq!(
        rate_limits.order("p-1", 159),
        Err(TooMuch::Orders { wait_seconds: 1 }),
        "refused ones do not count"
    );
    assert_eq!(rate_limits.order("p-1", 160), Ok(()));
    assert_eq!(rate_limits.order("p-1", 161), Err(TooMuch::Orders { wait_seconds: 9 }));
    assert_eq!(rate_limits.order("p-1", 50), Ok(()), "the clock was set back");
}

#[test]
fn players_are_forgotten_when_there_are_too_many() {
    let rate_limits = RateLimits::new(50, 1);
    for player in 0..PLAYERS as u64 {
        assert_eq!(rate_limits.order(&format!("p-{player}"), 100), Ok(()));
    }
    assert!(rate_limits.order("p-0", 101).is_err());
    assert_eq!(rate_limits.order("p-new", 159), Ok(()));
    assert!(rate_limits.remembered() <= PLAYERS);
    for player in 0..PLAYERS as u64 * 3 {
        rate_limits.order(&format!("p-{player}"), 300).unwrap();
        assert!(rate_limits.remembered() <= PLAYERS);
    }
}

#[test]
fn a_server_has_so_many_tables() {
    let rate_limits = RateLimits::new(2, 1);
    assert_eq!(rate_limits.table(1), Ok(()));
    assert_eq!(rate_limits.table(2), Err(TooMuch::Tables { most: 2 }));
}
