//! 14.3 Contact.

use super::{break_off, open_fire, outcome};
use crate::game::odds::{self, Odds};
use crate::game::{Node, Options, OrderForm, Word};
use crate::games::goeben::austria;
use crate::games::goeben::board::Board;
use crate::games::goeben::event::NavalCombatEvent;
use crate::games::goeben::ids::{Cargo, ShipId, Speed, Track};
use crate::games::goeben::movement;
use crate::games::goeben::pack::ContactResult;
use crate::games::goeben::play::{Done, Play, german};
use crate::games::goeben::ports;
use crate::games::goeben::seaplanes;
use crate::games::goeben::squadron;
use crate::games::goeben::state::State;
use crate::games::goeben::state::battle::{BattleStep, Side};

/// For ground the Allies know: patrol zones, ports and bases.
const ALLIED_GROUND: i32 = 1;

/// Ships that could make the squadron faster by burning a point of coal.
pub fn burners(board: &Board, state: &State) -> Vec<ShipId> {
    let Some(battle) = state.battle() else { return vec![] };
    let cruise = fastest_cruise(board, state);
    super::german_ships(state, battle)
        .into_iter()
        .filter(|id| {
            movement::spaces_at(board, state, *id, Speed::Maximum).is_some_and(|speed| speed > cruise)
        })
        .collect()
}

fn fastest_cruise(board: &Board, state: &State) -> u8 {
    let Some(battle) = state.battle() else { return 0 };
    super::fleet(state, battle)
        .into_iter()
        .filter_map(|id| movement::spaces_at(board, state, id, Speed::Cruise))
        .max()
        .unwrap_or(0)
}

/// 14.3(1) Cruise, or maximum speed of one ship for a point of coal.
pub fn options(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    let ships = burners(board, state).into_iter().map(|id| id.0);
    options.push(
        "contact",
        Node::choice(
            "speed",
            [
                (Speed::Cruise.word(), Node::End),
                (Speed::Maximum.word(), Node::one_of("ship", ships.collect::<Vec<_>>())),
            ],
        ),
    );
    options
}

/// 14.3(1) The German rating: the best Leadership, the speed, Optics, Wireless on two ships, a seaplane that can fly.
pub fn german_rating(board: &Board, state: &State, burner: Option<ShipId>) -> i32 {
    let Some(battle) = state.battle() else { return 0 };
    let ids = super::german_ships(state, battle);
    let ships: Vec<_> = ids.iter().filter_map(|id| state.ship(*id)).collect();
    let leadership = super::fleet(state, battle).into_iter().map(|id| austria::leadership(state, id)).max();
    let leadership = leadership.unwrap_or(0);
    let speed = burner
        .and_then(|id| movement::spaces_at(board, state, id, Speed::Maximum))
        .unwrap_or_else(|| fastest_cruise(board, state));
    let carriers = |cargo: Cargo| ships.iter().filter(|ship| ship.carries(cargo) > 0).count();
    let gear: i32 = board
        .pack()
        .cargo
        .iter()
        .filter(|(cargo, _)| carriers(**cargo) >= carriers_needed(**cargo))
        .filter(|(cargo, _)| **cargo != Cargo::Seaplane || seaplanes::can_fly(state, battle))
        .map(|(_, spec)| i32::from(spec.contact))
        .sum();
    i32::from(leadership) + i32::from(speed) + gear
}

/// Contact table: Wireless counts on two ships, other gear on one.
fn carriers_needed(cargo: Cargo) -> usize {
    if cargo == Cargo::Wireless { 2 } else { 1 }
}

/// 14.3(1) The Allied rating: the alert level, the fastest ship, the ground; 0 for the coast (16).
pub fn allied_rating(board: &Board, state: &State) -> i32 {
    let Some(battle) = state.battle().filter(|battle| !battle.coast) else { return 0 };
    let speed = battle
        .fighting()
        .filter_map(|enemy| board.ship(enemy.ship).ok())
        .map(|spec| spec.speed)
        .max()
        .unwrap_or(0);
    let ground = if ports::is_allied_ground(board, state, battle.space) { ALLIED_GROUND } else { 0 };
    i32::from(state.alert) + i32::from(speed) + ground
}

/// 14.3(2) The result that the Contact table gives for a total; no contact at the edge of sight in limited visibility or by
/// night.
fn result_of(board: &Board, state: &State, total: i32) -> ContactResult {
    let murky = state
        .battle()
        .is_some_and(|battle| battle.night || state.today.visibility.contains_key(&battle.space));
    match board.pack().charts.contact.at(total).unwrap_or(ContactResult::None) {
        ContactResult::Allied1 | ContactResult::German1 if murky => ContactResult::None,
        result => result,
    }
}

/// The side that fires first; `None` without contact.
fn first_of(result: ContactResult) -> Option<Side> {
    match result {
        ContactResult::None => None,
        ContactResult::Allied1 | ContactResult::Allied2 => Some(Side::Allied),
        ContactResult::German1 | ContactResult::German2 => Some(Side::German),
    }
}

/// 14.3 The odds of firing first, at cruising speed and with each ship that could burn coal for it.
pub fn odds(board: &Board, state: &State) -> Vec<Odds> {
    let cruise = std::iter::once((Speed::Cruise, None));
    let speeds = cruise.chain(burners(board, state).into_iter().map(|ship| (Speed::Maximum, Some(ship))));
    let of = |(speed, burner): (Speed, Option<ShipId>)| {
        let rating = german_rating(board, state, burner) - allied_rating(board, state);
        let first = odds::die().map(|face| first_of(result_of(board, state, face as i32 + rating)));
        let order = OrderForm::new(Word::literal("contact")).with("speed", speed.word());
        let order = burner.into_iter().fold(order, |order, ship| order.with("ship", ship.0));
        let likely = |side| first.likelihood(|first| *first == side);
        Odds::of(
            order,
            [
                ("german-first", likely(Some(Side::German))),
                ("allied-first", likely(Some(Side::Allied))),
                ("no-contact", likely(None)),
            ],
        )
    };
    speeds.map(of).collect()
}

/// 14.3(2), 14.3(3) Rolls for contact and takes the battle on from its result.
///
/// # Errors
/// Chance that cannot answer.
pub fn make(play: &mut Play<'_, '_>, burner: Option<ShipId>) -> Done {
    // Before the coal is burnt: a ship without any left has no maximum speed to count.
    let ours = german_rating(play.board, &play.state, burner);
    if let Some(ship) = burner {
        squadron::change_track(play, ship, Track::Coal, -1, u8::MAX, "contact")?;
    }
    let theirs = allied_rating(play.board, &play.state);
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let (space, coast) = (battle.space, battle.coast);
    let die = play.die(german("contact", "14.3").about(space))? as i32;
    let total = die + ours - theirs;
    let result = result_of(play.board, &play.state, total);
    let first = first_of(result);
    play.emit(NavalCombatEvent::ContactMade { german: ours, allied: theirs, total, result, first })?;
    match first {
        None => outcome::part(play, "no-contact"),
        // 16.0: from contact a bombardment goes straight to its rounds; neither side breaks off.
        Some(_) if coast => open_fire(play),
        Some(Side::Allied) => break_off::allies_decide(play),
        Some(Side::German) if break_off::is_possible(play.board, &play.state) => {
            play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::BreakOff {} })
        }
        // 14.4: with no space to go to, or without engines, nobody breaks off, and nothing is asked.
        Some(Side::German) => open_fire(play),
    }
}
