//! 15.0 Commerce raiding.

use super::austria;
use super::event::RaidEvent;
use super::ids::{Phase, ShipId};
use super::play::{Play, Transition, german};
use super::victory;
use crate::game::Stop;

/// 15.0 Raids each merchantman met, with the ships at its space: a die, another with a Seebataillon, and the best Leadership
/// there are victory points. If no ship is left it sails on. Raiding costs nothing, so no order is needed.
///
/// # Errors
/// Chance that cannot answer.
pub fn raid(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    // A copy, because each merchantman leaves the list, raided or not.
    for space in play.state.today.merchantmen.clone() {
        let ships = play.state.fleet_at(space);
        let leadership = |id: &ShipId| austria::leadership(&play.state, *id);
        let Some(ship) = ships.iter().copied().max_by_key(|id| (leadership(id), std::cmp::Reverse(*id)))
        else {
            play.emit(RaidEvent::MerchantmanLeft { space })?;
            continue;
        };
        // The best counter and not the sum: several Seebataillons are one die more as well (ruling on 15.0).
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
    Ok(Transition::Enter(Phase::Bombardment))
}
