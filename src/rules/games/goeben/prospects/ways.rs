//! The ways that a ship may have taken, one a day.

use std::collections::BTreeMap;

use crate::games::goeben::ids::SpaceId;

/// A way that a ship may have taken up to the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub at: SpaceId,
    /// The places with guns to silence where it has been, a bit each.
    pub coast: u8,
    pub coal: u8,
    pub engines: u8,
}

/// The ways found, without those that another makes needless: one to the same place with as many guns silenced, as much coal
/// and engines as good. A ship that is there sooner may wait.
#[derive(Default)]
pub(super) struct Seen(BTreeMap<SpaceId, Vec<Way>>);

impl Seen {
    /// Adds a way. Returns whether it was needed.
    pub fn is_new(&mut self, way: Way) -> bool {
        let here = self.0.entry(way.at).or_default();
        let beats = |other: &Way| {
            other.coast & way.coast == way.coast && other.coal >= way.coal && other.engines >= way.engines
        };
        let is_new = !here.iter().any(beats);
        if is_new {
            here.push(way);
        }
        is_new
    }

    pub fn all(&self) -> Vec<Way> {
        self.0.values().flatten().copied().collect()
    }
}
