//! A checked pack with its map looked up.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Pack, PackFileFault, SpaceSpec};
use crate::games::goeben::ids::{SpaceId, SpaceKind};
use crate::games::pack::checked_pack;

/// A pack that passed every check, with the lookups the rules need; a clone shares it.
#[derive(Clone)]
pub struct SeaChart(Arc<Looked>);

struct Looked {
    pack: Pack,
    neighbours: BTreeMap<SpaceId, Vec<SpaceId>>,
    /// All spaces, sorted; and for each the places of its neighbours in that list.
    numbered: Vec<SpaceId>,
    around: Vec<Vec<usize>>,
    patrol_zones: Vec<SpaceId>,
}

checked_pack!(SeaChart);

impl SeaChart {
    /// Checks `pack` and looks its map up.
    ///
    /// # Errors
    /// The first thing found wrong with it.
    pub fn new(pack: Pack) -> Result<SeaChart, PackFileFault> {
        pack.check()?;
        let mut neighbours: BTreeMap<SpaceId, Vec<SpaceId>> =
            pack.spaces.keys().map(|space| (*space, Vec::new())).collect();
        for line in &pack.lines {
            // Both are spaces of the map, which the check has made sure of, so no line adds one.
            let [a, b] = line.between;
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        neighbours.values_mut().for_each(|spaces| spaces.sort_unstable());
        let numbered: Vec<SpaceId> = neighbours.keys().copied().collect();
        let number = |space: &SpaceId| numbered.binary_search(space).ok();
        let around = neighbours.values().map(|spaces| spaces.iter().filter_map(number).collect()).collect();
        let zones = pack.spaces.iter().filter(|(_, spec)| spec.kind == SpaceKind::PatrolZone);
        let patrol_zones = zones.map(|(space, _)| *space).collect();
        Ok(SeaChart(Arc::new(Looked { pack, neighbours, numbered, around, patrol_zones })))
    }

    /// A space of the map, if there is one of that id (2.1).
    pub fn space(&self, space: SpaceId) -> Option<&SpaceSpec> {
        self.0.pack.spaces.get(&space)
    }

    /// The spaces one navigation line away, sorted; none for a space the map lacks (2.1).
    pub fn neighbours(&self, space: SpaceId) -> &[SpaceId] {
        self.0.neighbours.get(&space).map_or(&[], Vec::as_slice)
    }

    /// The place of a space among all spaces in the order of their ids: its number in a search over the map.
    pub fn number(&self, space: SpaceId) -> Option<usize> {
        self.0.numbered.binary_search(&space).ok()
    }

    /// All spaces in that order.
    pub fn numbered(&self) -> &[SpaceId] {
        &self.0.numbered
    }

    /// As [`SeaChart::neighbours`], by numbers.
    pub fn around(&self, number: usize) -> &[usize] {
        self.0.around.get(number).map_or(&[], Vec::as_slice)
    }

    /// The Allied patrol zones, sorted (12.5).
    pub fn patrol_zones(&self) -> &[SpaceId] {
        &self.0.patrol_zones
    }
}
