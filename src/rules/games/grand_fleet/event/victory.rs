//! 10, 11 The end of the game, and points.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::Side;
use crate::games::grand_fleet::state::{Ending, Outcome, State};

crate::word_enum! {
    /// Why a side scores victory points (11).
    Score {
        /// The other side threw two initiative dice of one parity.
        Parity = "parity",
        /// The defender refused battle.
        Refusal = "refusal",
        /// Ships of the other side were sunk.
        Sinking = "sinking",
        /// Hexes on the other side's coast are controlled.
        Control = "control",
        /// The submarine war.
        SubmarineWar = "submarine-war",
    }
}

crate::events! {
    /// The end of the game, and points (10, 11).
    pub enum VictoryEvent {
        /// A side scores (11).
        1 VictoryPointsScored {
            /// The side.
            side: Side,
            /// The points.
            points: u32,
            /// The reason.
            why: Score,
            /// The British lead then.
            lead: i32,
        } => FactPolicy::PUBLIC,
        /// The game is over (10).
        1 GameEnded {
            /// The winner; `None` for a draw.
            winner: Option<Side>,
            /// The reason.
            why: Ending,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for VictoryEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::VictoryPointsScored { lead, .. } => state.lead = *lead,
            Self::GameEnded { winner, why } => {
                state.outcome = Some(Outcome { winner: *winner, why: *why });
            }
        }
        Ok(())
    }
}
