//! The Austro-Hungarian ships that have come out (20.0), and the fleet that they form with the German ships.

use serde::{Deserialize, Serialize};

use super::State;
use crate::games::goeben::ids::{ShipId, SpaceId};
use crate::word_enum;

/// An Austro-Hungarian ship that has come out of its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Austrian {
    /// On the map.
    At(SpaceId),
    /// Off it.
    Lost(Loss),
    /// Not at Pola when a mission of a campaign ended: away for ever.
    Withdrawn,
}

word_enum! {
    /// The loss of an Austro-Hungarian ship to the player (20.0).
    Loss {
        /// Damaged or withdrawn: away for the rest of the scenario.
        Damaged = "damaged",
        /// Sunk: away for ever.
        Sunk = "sunk",
    }
}

impl Austrian {
    /// Its space; `None` once it has left the map.
    pub fn at(self) -> Option<SpaceId> {
        match self {
            Austrian::At(space) => Some(space),
            Austrian::Lost(_) | Austrian::Withdrawn => None,
        }
    }
}

impl State {
    /// Austro-Hungarian ships on the map, with their spaces.
    pub fn austrians_afloat(&self) -> impl Iterator<Item = (ShipId, SpaceId)> + '_ {
        self.austrians.iter().filter_map(|(id, ship)| Some((*id, ship.at()?)))
    }

    /// Austro-Hungarian ships at a space.
    pub fn austrians_at(&self, space: SpaceId) -> Vec<ShipId> {
        self.austrians_afloat().filter(|(_, at)| *at == space).map(|(id, _)| id).collect()
    }

    /// German and Austro-Hungarian ships at a space, the German first.
    pub fn fleet_at(&self, space: SpaceId) -> Vec<ShipId> {
        let mut ships = self.ships_at(space);
        ships.extend(self.austrians_at(space));
        ships
    }

    /// Spaces with German or Austro-Hungarian ships, each once, in the order of their ids.
    pub fn fleet_spaces(&self) -> Vec<SpaceId> {
        let mut spaces = self.squadron_spaces();
        spaces.extend(self.austrians_afloat().map(|(_, at)| at));
        spaces.sort();
        spaces.dedup();
        spaces
    }

    /// The space of a ship of either power; `None` when it is off the map or neither's.
    pub fn whereabouts(&self, id: ShipId) -> Option<SpaceId> {
        match self.ship(id) {
            Some(ship) => ship.at,
            None => self.austrians.get(&id)?.at(),
        }
    }
}
