//! The state of a campaign from mission to mission (24).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::games::goeben::ids::{Mission, ShipId, SpaceId};
use crate::word_enum;

/// A campaign (24.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Orders that may still be drawn.
    pub orders: Vec<Mission>,
    /// The missions so far, in their order; the one in hand is not among them.
    pub ledger: Vec<Deed>,
    /// Patrol zones that are high seas (Orders chart).
    #[serde(default)]
    pub open_seas: Vec<SpaceId>,
    /// Allied ships that have left the game without being sunk (Orders chart).
    #[serde(default)]
    pub removed: Vec<ShipId>,
    /// Ships from Germany have been asked for (19.1).
    #[serde(default)]
    pub reinforced: bool,
    /// Hull boxes whose cargo is aboard since an earlier mission, by ship (24.1).
    #[serde(default)]
    pub kept: BTreeMap<ShipId, BTreeSet<u8>>,
    /// The verdict, once it is over (24.5).
    #[serde(default)]
    pub verdict: Option<Verdict>,
}

/// A mission that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The mission.
    pub mission: Mission,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its victory points.
    pub victory_points: i32,
}

word_enum! {
    /// The verdicts on a campaign (24.1, 24.5).
    Verdict {
        /// Two missions won or fewer.
        Failure = "failure",
        /// Three.
        Draw = "draw",
        /// Four or more.
        Victory = "victory",
        /// Four or more, and no German ship left.
        MoralVictory = "moral-victory",
        /// A mission ended with fewer than 0 points.
        Dismissed = "dismissed",
    }
}

impl Campaign {
    /// Missions won.
    pub fn successes(&self) -> u8 {
        self.ledger.iter().filter(|deed| deed.outcome == Outcome::Won).count() as u8
    }

    /// 24.1 Returns whether the counter in a hull box is aboard since an earlier mission.
    pub fn is_kept(&self, ship: ShipId, hull_box: u8) -> bool {
        self.kept.get(&ship).is_some_and(|boxes| boxes.contains(&hull_box))
    }
}
