//! 7b The initiative phase.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{Both, Side};
use crate::games::grand_fleet::state::{Battle, State};

crate::events! {
    /// The initiative phase (7b).
    pub enum InitiativeEvent {
        /// A side has chosen how many initiative dice it throws (7b).
        1 DiceChosen {
            /// The side.
            side: Side,
            /// 1 or 2.
            dice: u32,
        } => FactPolicy::only([side.seat()]),
        /// Both sides have (7b).
        1 DiceShown {
            /// The dice of each side.
            dice: Both<u32>,
        } => FactPolicy::OPENS,
        /// The initiative is settled (7b).
        1 InitiativeSettled {
            /// The die that counts for each.
            best: Both<u32>,
            /// The attacker; `None` if the dice are too close.
            attacker: Option<Side>,
            /// True if the attacker must seek battle.
            forced: bool,
        } => FactPolicy::PUBLIC,
        /// The attacker seeks battle (7b).
        1 BattleSought {
            /// The side.
            side: Side,
            /// True if the dice forced it.
            forced: bool,
        } => FactPolicy::PUBLIC,
        /// A side does not want battle (7b).
        1 BattleDeclined {
            /// The side.
            side: Side,
        } => FactPolicy::PUBLIC,
        /// There is a decisive battle (8).
        1 BattleJoined {
            /// The attacker.
            attacker: Side,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for InitiativeEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::DiceChosen { side, dice } => state.dice[*side] = Some(*dice),
            // The next turn asks anew; a number left here would count as already chosen.
            Self::InitiativeSettled { .. } => state.dice = Both::default(),
            Self::DiceShown { .. } | Self::BattleSought { .. } | Self::BattleDeclined { .. } => {}
            Self::BattleJoined { attacker } => state.battle = Some(Battle::joined(*attacker)),
        }
        Ok(())
    }
}
