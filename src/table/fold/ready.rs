//! Who is ready, at a table whose game has not begun.

use super::Table;
use crate::game::{Game, Seat};
use crate::table::ready_check::{Readiness, Unready};

impl<G: Game> Table<G> {
    /// Who is ready; `None` where the game has begun, at once or since, and once the table is closed.
    pub fn readiness(&self) -> Option<Readiness> {
        let check = self.ready.as_ref().filter(|check| check.holds() && self.closed.is_none())?;
        let seats = |state: Option<bool>| {
            let is = |seat: &Seat| self.player_of(*seat).map(|player| check.said.contains(player)) == state;
            self.all_seats().filter(is).collect()
        };
        Some(Readiness { ready: seats(Some(true)), unready: seats(Some(false)), free: seats(None) })
    }

    /// Whether the table was opened with a ready check.
    pub fn has_ready_check(&self) -> bool {
        self.ready.is_some()
    }

    /// Whether the game waits for `player` to say that they are ready.
    pub fn has_to_get_ready(&self, player: &str) -> bool {
        let unready = self.readiness().map(|readiness| readiness.unready).unwrap_or_default();
        unready.into_iter().any(|seat| self.player_of(seat) == Some(player))
    }

    /// The players for whom the game waits, once every seat is taken.
    pub(in crate::table) fn unready(&self) -> Vec<Unready> {
        let full = self.readiness().filter(|readiness| readiness.free.is_empty());
        let Some((readiness, check)) = full.zip(self.ready.as_ref()) else { return vec![] };
        let players = self.players().into_iter().filter(|(_, seat)| readiness.unready.contains(seat));
        let (since, at) = (check.since, check.at);
        players.map(|(player, seat)| Unready { player: player.to_owned(), seat, since, at }).collect()
    }

    /// Whether the game begins once `player` is ready.
    pub(in crate::table) fn begins_with(&self, player: &str) -> bool {
        self.readiness().is_some_and(|readiness| {
            let others = |seat: &Seat| self.player_of(*seat) != Some(player);
            readiness.free.is_empty() && !readiness.unready.iter().any(others)
        })
    }
}
