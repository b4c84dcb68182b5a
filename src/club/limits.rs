//! Rate limits of one player and of one place, so that nobody uses the bot up for the others.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How long an order counts, in seconds.
const WINDOW_SECONDS: i64 = 60;
/// Most players that are remembered; past it, those whose orders no longer count are forgotten, then all are.
const PLAYERS: usize = 10_000;

/// The limits, and the recent orders of each player. Times are given by the caller, in seconds since 1970.
pub struct RateLimits {
    tables_a_place: u32,
    orders_a_minute: u32,
    orders: Mutex<BTreeMap<String, VecDeque<i64>>>,
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// The player gave too many orders in a minute.
    Orders {
        /// In how many seconds the next is taken, at least one.
        wait_seconds: u32,
    },
    /// The place, a server say, has as many open tables as it may have.
    Tables {
        /// How many that is.
        most: u32,
    },
}

impl RateLimits {
    /// At most so many open tables in a place, and so many orders of a player in a minute.
    pub fn new(tables_a_place: u32, orders_a_minute: u32) -> RateLimits {
        RateLimits { tables_a_place, orders_a_minute, orders: Mutex::default() }
    }

    /// Counts an order of `player` at `now`.
    ///
    /// # Errors
    /// [`TooMuch::Orders`], and the order does not count.
    pub fn order(&self, player: &str, now: i64) -> Result<(), TooMuch> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        if orders.len() >= PLAYERS && !orders.contains_key(player) {
            orders.retain(|_, given| given.back().is_some_and(|at| counts(*at, now)));
            if orders.len() >= PLAYERS {
                orders.clear();
            }
        }
        let given = orders.entry(player.to_owned()).or_default();
        // A clock that was set back must not lock anybody out.
        given.retain(|at| counts(*at, now));
        match given.front() {
            Some(first) if given.len() >= self.orders_a_minute as usize => {
                let wait_seconds = u32::try_from(first + WINDOW_SECONDS - now).unwrap_or(1).max(1);
                Err(TooMuch::Orders { wait_seconds })
            }
            _ => {
                given.push_back(now);
                Ok(())
            }
        }
    }

    /// True if a player has had all orders of the minute.
    pub fn is_used_up(&self, player: &str, now: i64) -> bool {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let given = orders.get(player).map_or(0, |given| given.iter().filter(|at| counts(**at, now)).count());
        given >= self.orders_a_minute as usize
    }

    /// Whether one more table may be opened in a place that has `open` of them.
    ///
    /// # Errors
    /// [`TooMuch::Tables`].
    pub fn table(&self, open: usize) -> Result<(), TooMuch> {
        let most = self.tables_a_place;
        if open >= most as usize { Err(TooMuch::Tables { most }) } else { Ok(()) }
    }
}

fn counts(at: i64, now: i64) -> bool {
    (0..WINDOW_SECONDS).contains(&(now - at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_takes_so_many_orders_of_each_player_and_says_how_long_to_wait() {
        let rate_limits = RateLimits::new(50, 3);
        for now in [100, 110, 130] {
            assert_eq!(rate_limits.order("p-1", now), Ok(()));
        }
        assert_eq!(rate_limits.order("p-1", 131), Err(TooMuch::Orders { wait_seconds: 29 }));
        assert_eq!(rate_limits.order("p-2", 131), Ok(()), "another player");
        assert!(rate_limits.is_used_up("p-1", 159) && !rate_limits.is_used_up("p-1", 160));
        assert!(!rate_limits.is_used_up("p-3", 131));
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
        assert!(rate_limits.orders.lock().unwrap().len() <= PLAYERS);
        for player in 0..PLAYERS as u64 * 3 {
            rate_limits.order(&format!("p-{player}"), 300).unwrap();
            assert!(rate_limits.orders.lock().unwrap().len() <= PLAYERS);
        }
    }

    #[test]
    fn a_server_has_so_many_tables() {
        let rate_limits = RateLimits::new(2, 1);
        assert_eq!(rate_limits.table(1), Ok(()));
        assert_eq!(rate_limits.table(2), Err(TooMuch::Tables { most: 2 }));
    }
}
