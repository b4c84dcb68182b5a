//! Rate limits per player and per place, so that nobody uses up the bot for the others.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Seconds for which an order counts.
const WINDOW_SECONDS: i64 = 60;
/// Most players that are remembered; past it, those whose orders no longer count are forgotten, then all are.
pub const PLAYERS: usize = 10_000;

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
        /// Seconds until the next order is accepted, at least one.
        wait_seconds: u32,
    },
    /// The place, a server say, has as many open tables as it may have.
    Tables {
        /// The limit.
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

    /// The number of players remembered.
    pub fn remembered(&self) -> usize {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Checks that one more table may be opened in a place that has `open` of them.
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
