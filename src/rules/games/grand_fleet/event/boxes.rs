//! Ships that go to damage and detachment boxes (6).

use serde::{Deserialize, Serialize};

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{ShipId, Side};
use crate::games::grand_fleet::state::{Berth, State};

/// The ships of one damage and detachment box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boxed {
    /// The box, 0 to 6.
    pub number: u32,
    /// Ships put into it.
    pub ships: Vec<ShipId>,
}

crate::word_enum! {
    /// Why ships go to damage and detachment boxes.
    Boxing {
        /// They join there.
        Reinforcement = "reinforcement",
        /// Their owner transfers them out.
        Transfer = "transfer",
        /// The submarine war sends American ships there.
        Detachment = "detachment",
        /// They are more than the fleets can hold.
        Overflow = "overflow",
        /// They are damaged.
        Damage = "damage",
    }
}

crate::events! {
    /// Ships that go to damage and detachment boxes (6).
    pub enum BoxEvent {
        /// Ships go to damage and detachment boxes.
        1 ShipsBoxed {
            /// The side.
            side: Side,
            /// The reason.
            why: Boxing,
            /// The boxes.
            boxes: Vec<Boxed>,
        } => FactPolicy::PUBLIC,
        /// All ships in damage and detachment boxes are put into boxes anew (6).
        1 ShipsRespread {
            /// The side.
            side: Side,
            /// All of them.
            boxes: Vec<Boxed>,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for BoxEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ShipsBoxed { boxes, .. } | Self::ShipsRespread { boxes, .. } => {
                boxes.iter().try_for_each(|boxed| state.moor(&boxed.ships, Berth::Box(boxed.number)))
            }
        }
    }
}
