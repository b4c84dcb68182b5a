//! Emergency stops of the clock: the number a player has left in a game, and when the next is possible.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

/// Hours that a stopped clock stands without everybody's consent.
pub const STOP_HOURS: i64 = 72;
/// The time after a refusal in which a player cannot stop the clock again.
pub const AFTER_REFUSAL: TimeDelta = TimeDelta::days(3);

/// The emergency stops of a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    used: BTreeMap<String, u16>,
    /// The stop that the others have not agreed to: its entry, its player and its time.
    open: Option<(u64, String, DateTime<Utc>)>,
    /// When the others last refused a stop of each player.
    refused: BTreeMap<String, DateTime<Utc>>,
}

/// Why a player cannot stop the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStop {
    /// The player has used all that the table agreed on.
    NoneLeft,
    /// The others refused the last one: the next is possible from this moment on.
    Before(DateTime<Utc>),
}

impl Stops {
    /// The number of `most` that a player has left.
    pub fn left(&self, player: &str, most: u16) -> u16 {
        most.saturating_sub(self.used.get(player).copied().unwrap_or_default())
    }

    /// Checks that a player may stop the clock at `at`, at a table that agreed on `most` stops.
    ///
    /// # Errors
    /// [`NoStop`].
    pub fn may(&self, player: &str, at: DateTime<Utc>, most: u16) -> Result<(), NoStop> {
        if self.left(player, most) == 0 {
            return Err(NoStop::NoneLeft);
        }
        match self.refused.get(player).map(|refused| *refused + AFTER_REFUSAL) {
            Some(next) if at < next => Err(NoStop::Before(next)),
            _ => Ok(()),
        }
    }

    /// Counts a stop.
    pub fn stop(&mut self, seq: u64, player: &str, at: DateTime<Utc>) {
        *self.used.entry(player.to_owned()).or_default() += 1;
        self.open = Some((seq, player.to_owned(), at));
    }

    /// The answer `no` of a player to the request of entry `request`.
    pub fn refuse(&mut self, request: u64, by: &str, at: DateTime<Utc>) {
        if self.open.as_ref().is_some_and(|(seq, ..)| *seq == request) {
            self.go_on(Some(by), at);
        }
    }

    /// The clock runs again, or stands by consent; `by` is the player who restarted it alone.
    pub fn go_on(&mut self, by: Option<&str>, at: DateTime<Utc>) {
        let Some((_, player, since)) = self.open.take() else { return };
        // Withdrawing one's own stop is no refusal, nor is anything after it has ended by itself.
        if by.is_some_and(|by| by != player) && at < since + TimeDelta::hours(STOP_HOURS) {
            self.refused.insert(player, at);
        }
    }

    /// The clock was set back to `at`: nothing is later.
    pub fn set_back(&mut self, at: DateTime<Utc>) {
        self.refused.values_mut().for_each(|refused| *refused = (*refused).min(at));
        self.open.iter_mut().for_each(|(.., since)| *since = (*since).min(at));
    }
}
