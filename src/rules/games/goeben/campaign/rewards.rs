//! 24.1, Orders chart: what a mission won gives for the rest of the campaign. Where ships may begin is
//! [`stations`](super::stations); a ship that joins comes when the next mission is set up.

use crate::game::{Node, Options};
use crate::games::goeben::additional_ships;
use crate::games::goeben::board::Board;
use crate::games::goeben::event::{CampaignEvent, SequenceEvent};
use crate::games::goeben::ids::{Class, Mission, Nation, Power, ShipId};
use crate::games::goeben::pack::Boon;
use crate::games::goeben::play::{Done, Play, table};
use crate::games::goeben::state::{State, Task};

/// 24.1, 24.4 Powers that join, patrols that are withdrawn, orders that are removed; a choice, if there is one, is asked for.
///
/// # Errors
/// A fault of the engine.
pub fn grant(play: &mut Play<'_, '_>, mission: Mission) -> Done {
    let Some(reward) = play.board.pack().missions.get(&mission).and_then(|spec| spec.reward.as_ref()) else {
        return Ok(());
    };
    for nation in &reward.friends {
        play.emit(CampaignEvent::StandingChanged { nation: *nation, standing: Power::Friendly })?;
    }
    for space in &reward.open_seas {
        // No two built-in rewards open the same zone; those of a club's pack may.
        if !play.state.open_seas().contains(space) {
            play.emit(CampaignEvent::PatrolsWithdrawn { space: *space })?;
        }
    }
    for mission in &reward.removes {
        // 24.4: orders drawn before are in the ledger and stay there.
        if left(&play.state).contains(mission) {
            play.emit(CampaignEvent::OrdersRemoved { mission: *mission })?;
        }
    }
    let open = |boon: &Boon| match boon {
        Boon::Battlecruiser => !battlecruisers(play.board, &play.state).is_empty(),
        Boon::Reinforcements => !super::interval::reinforcements(play.board, &play.state).is_empty(),
    };
    let among: Vec<Boon> = reward.choice.iter().copied().filter(open).collect();
    // Both choices act on later missions: with none left there is nothing to ask.
    if among.is_empty() || left(&play.state).is_empty() {
        return Ok(());
    }
    play.emit(SequenceEvent::TaskBegan { task: Task::Reward { among } })
}

fn left(state: &State) -> &[Mission] {
    state.campaign.as_ref().map_or(&[], |campaign| &campaign.orders)
}

/// British battlecruisers that take part in the game still.
fn battlecruisers(board: &Board, state: &State) -> Vec<ShipId> {
    let ships = board.pack().ships.iter();
    ships
        .filter(|(_, spec)| spec.nation == Nation::British && spec.class == Class::Battlecruiser)
        .filter(|(id, spec)| additional_ships::is_in_play(state, **id, spec))
        .map(|(id, _)| *id)
        .collect()
}

/// Orders chart: one of the rewards.
pub fn options(among: &[Boon]) -> Options {
    let mut options = Options::default();
    options.push("reward", Node::one_of("reward", among.iter().map(|boon| boon.word())));
    options
}

/// Orders chart, Atlantic Breakout: a British battlecruiser leaves the game, or ships come from Germany (19.1).
///
/// # Errors
/// Chance that cannot answer.
pub fn choose(play: &mut Play<'_, '_>, boon: Boon) -> Done {
    play.emit(SequenceEvent::TaskEnded {})?;
    match boon {
        Boon::Reinforcements => play.emit(CampaignEvent::ReinforcementsPromised {}),
        Boon::Battlecruiser => {
            let ships = battlecruisers(play.board, &play.state);
            let ship = play.pick(table("battlecruiser-removed", "24.1"), &ships)?;
            play.emit(CampaignEvent::AlliedShipRemoved { ship })
        }
    }
}
