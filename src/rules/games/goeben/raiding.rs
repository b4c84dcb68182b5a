//! 15.0 Commerce raiding.

use super::austria;
use super::ids::{Incident, Marker, Phase, ShipId, SpaceId};
use super::play::{Done, Play, german};
use super::sequence;
use super::state::{State, unfit};
use super::victory;
use crate::game::{Chapter, Defect, FactPolicy};

crate::events! {
    /// Commerce raiding (15).
    pub enum RaidEvent {
        /// A merchantman is taken (15); its marker goes back to the pool.
        1 MerchantmanRaided {
            /// Where.
            space: SpaceId,
            /// The ship whose Leadership counts.
            ship: ShipId,
        } => FactPolicy::PUBLIC,
        /// A merchantman goes its way, its marker to the pool.
        1 MerchantmanLeft {
            /// From where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for RaidEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::MerchantmanRaided { space, .. } | Self::MerchantmanLeft { space } => {
                let at = state
                    .today
                    .merchantmen
                    .iter()
                    .position(|other| other == space)
                    .ok_or_else(|| unfit("Merchantman", format!("none waits at {space}")))?;
                state.today.merchantmen.remove(at);
                state.pool.push(Marker::Incident(Incident::AlliedMerchantman));
            }
        }
        Ok(())
    }
}

/// 15.0 Each merchantman met is taken by the ships at its space: a die, another with a Seebataillon, and the best
/// Leadership there are victory points. Where no ship is left it goes its way. Raiding costs nothing, so it is
/// not asked for.
///
/// # Errors
/// Chance that cannot answer.
pub fn raid(play: &mut Play<'_, '_>) -> Done {
    for space in play.state.today.merchantmen.clone() {
        let ships = play.state.fleet_at(space);
        let leadership = |id: &ShipId| austria::leadership(&play.state, *id);
        let Some(ship) = ships.iter().copied().max_by_key(|id| (leadership(id), std::cmp::Reverse(*id)))
        else {
            play.emit(RaidEvent::MerchantmanLeft { space })?;
            continue;
        };
        let more = ships
            .iter()
            .filter_map(|id| play.state.ship(*id))
            .flat_map(|ship| ship.cargo.values())
            .filter_map(|cargo| play.board.pack().cargo.get(cargo))
            .map(|spec| u32::from(spec.raid_dice))
            .max()
            .unwrap_or(0);
        let leadership = i32::from(leadership(&ship));
        let dice = play.dice(german("raiding", "15.0").about(ship), 1 + more)?;
        play.emit(RaidEvent::MerchantmanRaided { space, ship })?;
        let points = dice.iter().sum::<u32>() as i32 + leadership;
        victory::score(play, points, "merchantman", Some(space.0))?;
    }
    sequence::enter(play, Phase::Bombardment)
}
