//! 24.1 to 24.3 From one mission to the next: ships are sorted and repaired, the sea is set up anew.

use std::collections::BTreeMap;

use crate::game::Stop;
use crate::games::goeben::additional_ships;
use crate::games::goeben::alert;
use crate::games::goeben::austria::{self};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::CampaignEvent;
use crate::games::goeben::ids::{Class, ShipId, Track};
use crate::games::goeben::play::{Done, Play, Transition, table};
use crate::games::goeben::squadron;
use crate::games::goeben::state::austrian::{Austrian, Loss};
use crate::games::goeben::state::{Outcome, Ship, State};
use crate::games::goeben::victory;

/// 19.1 Victory points for Moltke and Stralsund.
const REINFORCEMENTS_COST: i32 = -30;
/// Why tracks change between missions.
pub const BETWEEN_MISSIONS: &str = "between-missions";
/// 24.1(1) The tracks that are repaired between missions.
const REPAIRED: [Track; 5] = [Track::Hull, Track::Engines, Track::Primary, Track::Secondary, Track::Tertiary];

/// 24.1 The next mission begins, to be set up as the first was (3.0), with what the campaign has changed: the alert level by
/// the successes, 24.1(5), every coast manned again, 24.1(4).
///
/// # Errors
/// Chance that cannot answer.
pub fn next_mission(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    // First, since MissionBegan holds the ships with their tracks as the mission starts.
    repair(play)?;
    let joining = joining(play)?;
    let (board, state) = (play.board, &play.state);
    let Some(campaign) = &state.campaign else { return Ok(Transition::Wait) };
    // The flag stays set. Ships that have been in the squadron are not offered twice, so none is paid twice.
    let reinforcements = if campaign.reinforced { reinforcements(board, state) } else { vec![] };
    let bought = !reinforcements.is_empty();
    let ships = ships(board, state, &reinforcements);
    play.emit(CampaignEvent::MissionBegan {
        number: campaign.ledger.len() as u8 + 1,
        alert: (campaign.successes() + 1).clamp(alert::LOWEST, alert::HIGHEST),
        colliers: additional_ships::colliers(board, &ships),
        ships,
        austrians: austrians(state, joining),
        sunk: state.sunk.iter().copied().filter(|ship| is_capital(board, *ship)).collect(),
    })?;
    // After MissionBegan, which sets the points to 0 (24.1).
    if bought {
        victory::score(play, REINFORCEMENTS_COST, "reinforcements", None)?;
    }
    Ok(Transition::NextMission)
}

/// 24.1(1) Damaged ships get back their hull, engines and guns, as at the start (3.0); all else stays as it is.
fn repair(play: &mut Play<'_, '_>) -> Done {
    let afloat: Vec<ShipId> = play.state.afloat().map(|(id, _, _)| id).collect();
    for ship in afloat {
        for track in REPAIRED {
            let to = play.board.german(ship)?.limit(track);
            squadron::set_track(play, ship, track, to, BETWEEN_MISSIONS)?;
        }
    }
    Ok(())
}

/// 19.1 German ships that may still come from home: those that were never in the squadron.
pub fn reinforcements(board: &Board, state: &State) -> Vec<ShipId> {
    let ships = board.pack().german.iter();
    ships.filter(|(id, spec)| !spec.standard && state.ship(**id).is_none()).map(|(id, _)| *id).collect()
}

/// 24.1(2), 24.2 The squadron at the campaign's base, with those who join it; ships sunk stay so.
fn ships(board: &Board, state: &State, joining: &[ShipId]) -> BTreeMap<ShipId, Ship> {
    let base = super::base(board);
    let mut ships = (*state.ships).clone();
    for ship in ships.values_mut() {
        ship.at = ship.at.map(|_| base);
        // 17.1: what has been repaired may be brought to 0 again, and costs its points again.
        ship.silenced.clear();
    }
    let specs = joining.iter().filter_map(|id| board.pack().german.get_key_value(id));
    ships.extend(specs.map(|(id, spec)| (*id, Ship::at_start(spec, base))));
    ships
}

/// 24.1(3) Ships of the line and battlecruisers: those that were sunk never come back.
fn is_capital(board: &Board, ship: ShipId) -> bool {
    board.ship(ship).is_ok_and(|spec| {
        matches!(spec.class, Class::Battleship | Class::Battlecruiser | Class::PreDreadnought)
    })
}

/// 24.1, Orders chart: the ship that joins, by chance, when the mission just won says so.
fn joining(play: &mut Play<'_, '_>) -> Result<Option<ShipId>, Stop> {
    let last = play.state.campaign.as_ref().and_then(|campaign| campaign.ledger.last());
    let won = last.filter(|deed| deed.outcome == Outcome::Won).map(|deed| deed.mission);
    let reward = won.and_then(|won| play.board.pack().missions.get(&won)?.reward.as_ref());
    let Some(reward) = reward.filter(|reward| !reward.joins.is_empty()) else { return Ok(None) };
    let joins = |id: &ShipId| play.board.ship(*id).is_ok_and(|spec| reward.joins.contains(&spec.class));
    let ships: Vec<ShipId> = austria::in_box(play.board, &play.state).into_iter().filter(joins).collect();
    if ships.is_empty() {
        return Ok(None);
    }
    play.pick(table("cruiser-joins", "24.1"), &ships).map(Some)
}

/// 20.0, 24.2 Austro-Hungarian ships at Pola: also those that were damaged, and the one that joins. Those that were
/// not there when the mission ended are gone for ever, as are those sunk.
fn austrians(state: &State, joining: Option<ShipId>) -> BTreeMap<ShipId, Austrian> {
    let base = austria::pola();
    let stands = |ship: &Austrian| match ship {
        Austrian::At(space) if *space != base => Austrian::Withdrawn,
        Austrian::At(_) | Austrian::Lost(Loss::Damaged) => Austrian::At(base),
        Austrian::Lost(Loss::Sunk) | Austrian::Withdrawn => *ship,
    };
    let mut ships: BTreeMap<ShipId, Austrian> =
        state.austrians.iter().map(|(id, ship)| (*id, stands(ship))).collect();
    ships.extend(joining.map(|id| (id, Austrian::At(base))));
    ships
}
