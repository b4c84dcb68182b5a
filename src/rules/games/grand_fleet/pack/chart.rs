//! A checked pack with the lookups the rules need.

use std::sync::Arc;

use super::{HexSpec, Pack, PackFileFault, ShipSpec, TypeSpec, check};
use crate::games::grand_fleet::ids::{Both, Damage, HexId, Outbreak, ShipId, ShipType, Side, Speed};
use crate::games::pack::checked_pack;

/// A pack that passed every check; a clone shares it.
#[derive(Clone)]
pub struct Chart(Arc<Looked>);

struct Looked {
    pack: Pack,
    homes: Both<HexId>,
    /// By the ships' names: for each of them it is asked many times an order.
    values: Vec<(ShipId, ShipValues)>,
}

/// The figures of a ship that the rules need most often, with the values of its type (8, 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipValues {
    /// The side it fights on (9).
    pub side: Side,
    /// True if it is a pre-dreadnought, whose losses count together (11).
    pub is_old: bool,
    /// Its gunnery, in halves of a point.
    pub gunnery_halves: u32,
    /// Its defence, in points.
    pub defence: u32,
    /// Its effect on the speed of its fleet.
    pub speed: Speed,
}

impl ShipValues {
    fn of(ship: &ShipSpec, kind: &TypeSpec) -> ShipValues {
        ShipValues {
            side: ship.nation.side(),
            is_old: ship.kind == ShipType::PreDreadnought,
            gunnery_halves: kind.gunnery_halves,
            defence: kind.defence,
            speed: kind.speed,
        }
    }
}

checked_pack!(Chart);

impl Chart {
    /// Checks `pack` and looks it up.
    ///
    /// # Errors
    /// The first thing found wrong with it.
    pub fn new(pack: Pack) -> Result<Chart, PackFileFault> {
        pack.check()?;
        let homes =
            Both { british: check::home(&pack, Side::British)?, german: check::home(&pack, Side::German)? };
        let known =
            |(id, ship): (&ShipId, &ShipSpec)| Some((*id, ShipValues::of(ship, pack.types.get(&ship.kind)?)));
        // `ships` is sorted by id, so the list is too, as `binary_search_by` needs. The checks demand every
        // type, so no ship is left out.
        let values = pack.ships.iter().filter_map(known).collect();
        Ok(Chart(Arc::new(Looked { pack, homes, values })))
    }

    /// A ship, if there is one of that id (2-1).
    pub fn ship(&self, ship: ShipId) -> Option<&ShipSpec> {
        self.0.pack.ships.get(&ship)
    }

    /// The values of a ship that the rules use most, if there is a ship of that id.
    pub fn values(&self, ship: ShipId) -> Option<&ShipValues> {
        let at = self.0.values.binary_search_by(|(known, _)| known.cmp(&ship)).ok()?;
        Some(&self.0.values[at].1)
    }

    /// A ship's type, if there is a ship of that id (8).
    pub fn type_of(&self, ship: ShipId) -> Option<&TypeSpec> {
        self.0.pack.types.get(&self.ship(ship)?.kind)
    }

    /// A hex, if the map has it (2-2).
    pub fn hex(&self, hex: HexId) -> Option<&HexSpec> {
        self.0.pack.hexes.get(&hex)
    }

    /// The hexes beside one that a fleet may enter from it; none for a hex the map lacks or a forbidden one (2-2).
    pub fn neighbours(&self, hex: HexId) -> &[HexId] {
        self.hex(hex).map_or(&[], |spec| spec.neighbours.as_slice())
    }

    /// A side's home hex (2-2).
    pub fn home(&self, side: Side) -> HexId {
        self.0.homes[side]
    }

    /// The result for the modified sum of two dice; beyond the table its nearest row (8).
    pub fn damage(&self, sum: i32) -> Damage {
        let rows = &self.0.pack.damage;
        // The checks let rows only follow one another without a gap, so the first that reaches is the right
        // one.
        let row = rows.iter().find(|row| sum <= row.most).or(rows.last());
        row.map_or(Damage::None, |row| row.result)
    }

    /// The result for a turn and a die; none before the table begins (7a).
    pub fn outbreak(&self, turn: u32, die: u8) -> Outbreak {
        let row = self.0.pack.outbreak.iter().find(|row| row.turn == turn);
        let face = usize::from(die).checked_sub(1);
        row.zip(face).and_then(|(row, face)| row.results.get(face)).copied().unwrap_or(Outbreak::None)
    }

    /// Germany's score for a modified die; below 0 it is Great Britain that scores (9).
    pub fn submarine_war(&self, die: i32) -> i32 {
        let rows = &self.0.pack.submarine_war.rows;
        let row = rows.iter().find(|row| row.most.is_none_or(|most| die <= most));
        row.map_or(0, |row| row.german_vp)
    }
}
