//! The board: a checked data pack with what the rules look up in it all the time.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ids::{Incident, Nation, ShipId, SpaceId, SpaceKind, Zone};
use super::pack::{GermanSpec, Pack, SeaChart, ShipSpec, SpaceSpec};
use crate::game::{Defect, Lines, Word};

/// A checked data pack with its map as lines. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Board {
    chart: SeaChart,
    lines: Arc<Lines>,
    stops: Arc<BTreeSet<Word>>,
    closed: Arc<[(SpaceId, SpaceKind)]>,
}

impl Board {
    /// The board of a checked pack.
    pub fn new(chart: SeaChart) -> Board {
        let pack = chart.pack();
        let lines = pack
            .spaces
            .keys()
            .map(|space| (space.0, chart.neighbours(*space).iter().map(|next| next.0).collect()))
            .collect();
        let stops = pack
            .spaces
            .iter()
            .filter(|(_, spec)| {
                matches!(spec.kind, SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase)
            })
            .map(|(space, _)| space.0)
            .collect();
        let closed = pack
            .spaces
            .iter()
            // 12.5: lines lead to both; the Black Sea is never entered, the Atlantic for one mission alone.
            .filter(|(_, spec)| matches!(spec.kind, SpaceKind::BlackSea | SpaceKind::AtlanticExit))
            .map(|(space, spec)| (*space, spec.kind))
            .collect();
        // Shared, not copied: the options of the movement phase hold the map for each ship and speed.
        Board { lines: Arc::new(lines), stops: Arc::new(stops), closed, chart }
    }

    /// The checked data pack.
    pub fn chart(&self) -> &SeaChart {
        &self.chart
    }

    /// The data pack.
    pub fn pack(&self) -> &Pack {
        self.chart.pack()
    }

    /// The lines of the map.
    pub fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// Spaces that end every move: patrol zones, ports and bases (12.5).
    pub fn stops(&self) -> &Arc<BTreeSet<Word>> {
        &self.stops
    }

    /// The Black Sea, and the Atlantic exit, which only a mission opens (12.5).
    pub fn closed(&self) -> &[(SpaceId, SpaceKind)] {
        &self.closed
    }

    /// Spaces one line away.
    pub fn neighbours(&self, space: SpaceId) -> &[SpaceId] {
        self.chart.neighbours(space)
    }

    /// A space of the map.
    ///
    /// # Errors
    /// An id the map has not: a position or a log of another pack.
    pub fn space(&self, space: SpaceId) -> Result<&SpaceSpec, Defect> {
        self.pack().spaces.get(&space).ok_or_else(|| Defect(format!("the map has no space {space}")))
    }

    /// The kind of a space; high seas for one the map has not.
    pub fn kind(&self, space: SpaceId) -> SpaceKind {
        self.space(space).map_or(SpaceKind::HighSeas, |spec| spec.kind)
    }

    /// The sea zone of a space; the Eastern Mediterranean for one the map has not.
    pub fn zone(&self, space: SpaceId) -> Zone {
        self.space(space).map_or(Zone::Eastern, |spec| spec.zone)
    }

    /// Returns whether a space is a port or a naval base.
    pub fn is_harbour(&self, space: SpaceId) -> bool {
        matches!(self.kind(space), SpaceKind::Port | SpaceKind::NavalBase)
    }

    /// The counter of an Allied or Austro-Hungarian ship.
    ///
    /// # Errors
    /// An id the pack has not.
    pub fn ship(&self, ship: ShipId) -> Result<&ShipSpec, Defect> {
        self.pack().ships.get(&ship).ok_or_else(|| Defect(format!("the pack has no ship {ship}")))
    }

    /// The display of a German ship.
    ///
    /// # Errors
    /// An id the pack has not.
    pub fn german(&self, ship: ShipId) -> Result<&GermanSpec, Defect> {
        self.pack().german.get(&ship).ok_or_else(|| Defect(format!("the pack has no German ship {ship}")))
    }

    /// Returns whether a ship counter is French, convoys included (13).
    pub fn is_french(&self, ship: ShipId) -> bool {
        self.ship(ship).is_ok_and(|spec| spec.nation == Nation::French)
    }

    /// The spaces a marker's text names.
    pub fn named_by(&self, incident: Incident) -> &[SpaceId] {
        self.pack().incidents.get(&incident).map_or(&[], |spec| &spec.spaces)
    }
}
