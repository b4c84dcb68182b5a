//! The last column of the Orders chart: what a mission won gives in a campaign (24.1).

use serde::{Deserialize, Serialize};

use crate::games::goeben::ids::{Class, Mission, Nation, SpaceId};
use crate::word_enum;

word_enum! {
    /// Rewards of which the player takes one (Orders chart, Atlantic Breakout).
    Boon {
        /// A British battlecruiser, by chance, leaves the game for good.
        Battlecruiser = "battlecruiser",
        /// Moltke and Stralsund come for victory points (19.1).
        Reinforcements = "reinforcements",
    }
}

/// The reward of a mission won, for the rest of the campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RewardSpec {
    /// One of these, as the player likes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<Boon>,
    /// An Austro-Hungarian ship of one of these classes joins when the next mission begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<Class>,
    /// Powers whose ports and bases are friendly from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub friends: Vec<Nation>,
    /// Orders that leave the game (24.4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removes: Vec<Mission>,
    /// Patrol zones that are high seas from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_seas: Vec<SpaceId>,
    /// Spaces where German ships may begin later missions (24.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<SpaceId>,
    /// Powers in whose ports and bases they may begin them (24.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts_in: Vec<Nation>,
    /// The source of the values.
    pub source: String,
}
