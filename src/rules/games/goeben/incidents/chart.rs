//! The Incident chart: one function a marker (13.1).

use crate::game::{Node, Options, Word};
use crate::games::goeben::alert;
use crate::games::goeben::arguments::Arguments;
use crate::games::goeben::austria::{self, harm};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::{IncidentEvent, OutfittingEvent, SequenceEvent};
use crate::games::goeben::ids::{Cargo, Incident, Mission, Power, ShipId, SpaceId, Track, Zone};
use crate::games::goeben::pack::AlliedHit;
use crate::games::goeben::play::{Done, Play, allied, german, table};
use crate::games::goeben::ports;
use crate::games::goeben::readings;
use crate::games::goeben::squadron::{self, Agent};
use crate::games::goeben::state::{Optional, State, Task};
use crate::games::goeben::victory;
use crate::games::orders::orders;
use crate::word_enum;

/// The face that harms a ship or a collier in most rows of the chart.
const HARM: u32 = 6;
/// The lowest face with which a submarine's torpedo finds a ship.
const TORPEDO_FINDS: u32 = 5;
/// Victory points a turn that morale expects.
const MORALE_PER_TURN: i32 = 5;

word_enum! {
    /// Ways to meet a submarine (Allied Submarine 3-4).
    Evasion {
        /// For a point of coal.
        Coal = "coal",
        /// By taking the chance of its torpedo.
        Risk = "risk",
    }
}

orders! {
    /// The orders that an incident asks for (13.1).
    pub enum IncidentOrder from order: Arguments<'_> {
        /// Allied Submarine 3-4: the first ship of the task evades.
        "evade" => Evade { by: Evasion = Evasion::named(order.word("by")?.as_str())? },
        /// Allied Submarine 6: a ship takes the damage of ramming.
        "ram" => Ram { ship: ShipId = order.ship("ship")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: IncidentOrder) -> Done {
    match order {
        IncidentOrder::Evade { by } => evade(play, by),
        IncidentOrder::Ram { ship } => ram(play, ship),
    }
}

/// Returns whether the chart lets a marker act where and when it is drawn; otherwise it counts as Quiet Seas. One that acts
/// may find nothing to act on, as a minefield whose last ship is lost.
pub fn applies(board: &Board, state: &State, space: SpaceId, incident: Incident) -> bool {
    match incident {
        // 15.0: merchantmen are set aside when markers are sorted and never stand in line.
        Incident::QuietSeas | Incident::AlliedMerchantman => false,
        Incident::AlliedPatrol => {
            let meets = !state.fleet_at(space).is_empty() || !state.reads(&readings::PATROL_ALONE);
            ports::is_allied_ground(board, state, space) && meets
        }
        Incident::AustroHungarianFleetSorties => {
            state.fleet_spaces().into_iter().any(|at| board.zone(at) == Zone::Adriatic)
        }
        Incident::CentralPowersFleetSortie => {
            state.won.iter().any(|won| matches!(won, Mission::OttomanAlliance | Mission::ItalianAlliance))
        }
        Incident::CollierAttacked => !state.colliers.is_empty(),
        Incident::FrenchNavySortie => board.zone(space) == Zone::Western,
        Incident::Minefield => ports::power(board, state, space) == Some(Power::Allied),
        Incident::MoraleCheck => state.turn > 1,
        // What reaches the Admiralty or Berlin does not hang on the ships at this space being still afloat.
        Incident::ConflictingOrders | Incident::Pursue => true,
        Incident::IntelligenceFromBerlin => state.afloat().next().is_some(),
        // Perhaps no ship is here: the last was sunk meanwhile, or intelligence found the marker (24.3).
        _ => !state.fleet_at(space).is_empty(),
    }
}

/// Returns whether a marker handled goes back to the pool when all are handled: not one that leaves play, lies on the
/// map or stays by the ships.
pub fn returns(incident: Incident) -> bool {
    !matches!(
        incident,
        Incident::AustroHungarianFleetSorties
            | Incident::CentralPowersFleetSortie
            | Incident::FrenchNavySortie
            | Incident::FriendlyShip
    )
}

/// The effect of a marker.
///
/// # Errors
/// Chance that cannot answer.
pub fn happen(play: &mut Play<'_, '_>, space: SpaceId, incident: Incident) -> Done {
    match incident {
        Incident::QuietSeas | Incident::AlliedMerchantman => Ok(()),
        Incident::AlliedPatrol => alert::change(play, 1, "allied-patrol"),
        Incident::AlliedSubmarine => submarine(play, space),
        Incident::AustroHungarianFleetSorties => austro_hungarian_sorties(play),
        Incident::CollierAttacked => collier_attacked(play),
        Incident::CentralPowersFleetSortie => central_powers_sortie(play),
        Incident::FrenchNavySortie => french_navy_sortie(play),
        Incident::FriendlyShip => play.emit(IncidentEvent::FriendlyShipMet { space }),
        Incident::IntelligenceFromBerlin => play.emit(SequenceEvent::TaskBegan { task: Task::Choose {} }),
        Incident::LimitedVisibility => play.emit(IncidentEvent::VisibilityLimited { space }),
        Incident::MechanicalBreakdown => mechanical_breakdown(play, space),
        Incident::Minefield => minefield(play, space),
        Incident::ConflictingOrders => alert::change(play, -1, "conflicting-orders"),
        Incident::Pursue => alert::change(play, 1, "pursue"),
        Incident::MoraleCheck => morale_check(play),
        Incident::Storm => storm(play, space),
    }
}

fn submarine(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    let ships = play.state.fleet_at(space);
    match play.die(allied("submarine", "13.1").about(space))? {
        1 | 2 => Ok(()),
        3 | 4 => begin_evading(play, ships),
        5 => {
            for ship in ships {
                torpedo_check(play, ship)?;
            }
            Ok(())
        }
        _ => {
            let points = play.board.pack().charts.victory.submarine;
            victory::score(play, points, "submarine-rammed", None)?;
            match ships.as_slice() {
                // `applies` has seen to it that a ship is here, so the list is never empty.
                [ship] => ram(play, *ship),
                _ => play.emit(SequenceEvent::TaskBegan { task: Task::Ram { ships } }),
            }
        }
    }
}

/// Ships without coal, the Austro-Hungarians among them (20.0), have no choice and are tried at once.
fn begin_evading(play: &mut Play<'_, '_>, ships: Vec<ShipId>) -> Done {
    let mut choosing = vec![];
    for ship in ships {
        if play.state.ship(ship).is_some_and(|ship| ship.track(Track::Coal) > 0) {
            choosing.push(ship);
        } else {
            torpedo_check(play, ship)?;
        }
    }
    if choosing.is_empty() {
        return Ok(());
    }
    play.emit(SequenceEvent::TaskBegan { task: Task::Evade { ships: choosing } })
}

/// Allied Submarine 3-4: a point of coal, or the torpedo's chance.
pub fn evade_options() -> Options {
    let mut options = Options::default();
    options.push("evade", Node::one_of("by", Evasion::ALL.iter().map(|way| way.word())));
    options
}

/// The first ship of the task evades or takes its chance.
fn evade(play: &mut Play<'_, '_>, by: Evasion) -> Done {
    let Some(Task::Evade { ships }) = play.state.task().cloned() else { return Ok(()) };
    let Some((ship, rest)) = ships.split_first() else { return play.emit(SequenceEvent::TaskEnded {}) };
    // Off the list first: if the torpedo sinks her, no question may name her.
    if rest.is_empty() {
        play.emit(SequenceEvent::TaskEnded {})?;
    } else {
        play.emit(SequenceEvent::TaskChanged { task: Task::Evade { ships: rest.to_vec() } })?;
    }
    if by == Evasion::Coal {
        squadron::change_track(play, *ship, Track::Coal, -1, u8::MAX, "evasion")
    } else {
        torpedo_check(play, *ship)
    }
}

/// A die for a ship under a submarine's torpedoes; nets help in harbour as in the Firing table.
fn torpedo_check(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let die = play.die(allied("submarine-torpedo", "13.1").about(ship))?;
    let firing = &play.board.pack().charts.firing;
    let netted = has_nets_out(play.board, &play.state, ship);
    let lowest =
        if netted { TORPEDO_FINDS.max(u32::from(firing.torpedo_against_nets)) } else { TORPEDO_FINDS };
    if die < lowest {
        return Ok(());
    }
    if play.state.ship(ship).is_none() {
        return harm::torpedoed(play, ship);
    }
    let row = play.die(allied("torpedo-hit", "14.6").about(ship))?;
    match play.board.pack().charts.torpedo_german.at(row) {
        Some(hit) => squadron::suffer(play, ship, hit, Agent::Allies, "14.6"),
        None => Ok(()),
    }
}

/// Firing table: Torpedo Nets work in a port or base.
pub fn has_nets_out(board: &Board, state: &State, ship: ShipId) -> bool {
    state.ship(ship).is_some_and(|display| {
        display.carries(Cargo::TorpedoNets) > 0 && display.at.is_some_and(|at| board.is_harbour(at))
    })
}

/// Allied Submarine 6: which ship rams.
pub fn ram_options(ships: &[ShipId]) -> Options {
    let mut options = Options::default();
    options.push("ram", Node::one_of("ship", ships.iter().map(|ship| ship.0)));
    options
}

/// A ship takes the damage of ramming.
fn ram(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    // A single ship rams without a question, and then there is no task to end.
    if matches!(play.state.task(), Some(Task::Ram { .. })) {
        play.emit(SequenceEvent::TaskEnded {})?;
    }
    match play.state.ship(ship) {
        Some(_) => squadron::lose_hull(play, ship, 1, "ramming"),
        None => harm::suffer(play, ship, &[AlliedHit::Hull], "ramming"),
    }
}

/// Standard rule: warships drawn this phase in the Adriatic go back. With the option Austro-Hungarian ships come out
/// instead (20.0). The marker leaves play.
fn austro_hungarian_sorties(play: &mut Play<'_, '_>) -> Done {
    match play.state.plays(Optional::AustriaHungary) {
        true => austria::come_out(play)?,
        false => send_back(play, lies_in(Zone::Adriatic), "fleet-sortie")?,
    }
    play.emit(IncidentEvent::MarkerRemovedFromPlay { marker: Incident::AustroHungarianFleetSorties })
}

/// With an alliance won before: warships drawn this phase in the Adriatic or the west go back.
fn central_powers_sortie(play: &mut Play<'_, '_>) -> Done {
    if play.state.won.contains(&Mission::OttomanAlliance) {
        send_back(play, lies_in(Zone::Adriatic), "fleet-sortie")?;
    }
    if play.state.won.contains(&Mission::ItalianAlliance) {
        send_back(play, lies_in(Zone::Western), "fleet-sortie")?;
    }
    play.emit(IncidentEvent::MarkerRemovedFromPlay { marker: Incident::CentralPowersFleetSortie })
}

fn lies_in(zone: Zone) -> impl Fn(&Play<'_, '_>, SpaceId) -> bool {
    move |play, space| play.board.zone(space) == zone
}

/// Warships and convoys drawn in this phase for certain spaces go back to the pool.
///
/// # Errors
/// A fault of the engine.
pub fn send_back(
    play: &mut Play<'_, '_>,
    from: impl Fn(&Play<'_, '_>, SpaceId) -> bool,
    why: &'static str,
) -> Done {
    // A copy: each `AlliesLeft` takes its ships off the list.
    let drawn = play.state.today.drawn.clone();
    let mut spaces: Vec<SpaceId> = drawn.iter().map(|(space, _)| *space).collect();
    spaces.sort();
    spaces.dedup();
    spaces.retain(|space| from(play, *space));
    for space in spaces {
        let ships: Vec<ShipId> = drawn.iter().filter(|(at, _)| *at == space).map(|(_, ship)| *ship).collect();
        play.emit(IncidentEvent::AlliesLeft { space, ships, why: Word::literal(why) })?;
    }
    Ok(())
}

fn collier_attacked(play: &mut Play<'_, '_>) -> Done {
    for space in play.state.colliers.clone() {
        if play.die(allied("collier-attacked", "13.1").about(space))? == HARM {
            play.emit(OutfittingEvent::CollierRemoved { space, why: Word::literal("attacked") })?;
            let points = play.board.pack().charts.victory.collier;
            victory::score(play, points, "collier-lost", Some(space.0))?;
        }
    }
    Ok(())
}

/// Colliers in or beside the zones go; the fleet is out in the next movement phase, the next turn's.
fn french_navy_sortie(play: &mut Play<'_, '_>) -> Done {
    let zones = ports::french_zones(play.board, &play.state);
    let near = |space: &SpaceId| {
        zones.contains(space) || zones.iter().any(|zone| play.board.neighbours(*zone).contains(space))
    };
    let caught: Vec<SpaceId> = play.state.colliers.iter().copied().filter(near).collect();
    // The chart takes a point for a collier lost to an attack, none for those that this fleet drives off.
    for space in caught {
        play.emit(OutfittingEvent::CollierRemoved { space, why: Word::literal("french-fleet") })?;
    }
    play.emit(IncidentEvent::FrenchFleetSailed { turn: play.state.turn + 1 })
}

fn mechanical_breakdown(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    for ship in play.state.fleet_at(space) {
        if play.die(german("mechanical-breakdown", "13.1").about(ship))? == HARM {
            match play.state.ship(ship) {
                Some(_) => squadron::lose_engines(play, ship, 1, Agent::Accident, "breakdown")?,
                None => harm::suffer(play, ship, &[AlliedHit::Engines], "breakdown")?,
            }
        }
    }
    Ok(())
}

fn minefield(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    for ship in play.state.fleet_at(space) {
        if play.die(allied("minefield", "13.1").about(ship))? == HARM {
            if play.state.ship(ship).is_none() {
                harm::suffer(play, ship, &[AlliedHit::Hull, AlliedHit::Engines], "minefield")?;
                continue;
            }
            // The hull first: a ship that sinks by it loses nothing else (6.3).
            squadron::lose_hull(play, ship, 1, "minefield")?;
            squadron::lose_engines(play, ship, 1, Agent::Accident, "minefield")?;
        }
    }
    Ok(())
}

/// Five points for every turn so far: no more than that won steadies the gunners, more makes them careless.
fn morale_check(play: &mut Play<'_, '_>) -> Done {
    let expected = i32::from(play.state.turn) * MORALE_PER_TURN;
    let dice = if expected >= play.state.victory_points { 1 } else { -1 };
    play.emit(IncidentEvent::MoraleChanged { dice })
}

fn storm(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    for ship in play.state.fleet_at(space) {
        if play.die(table("storm", "13.1").about(ship))? == HARM {
            match play.state.ship(ship) {
                Some(_) => squadron::lose_hull(play, ship, 1, "storm")?,
                None => harm::suffer(play, ship, &[AlliedHit::Engines], "storm")?,
            }
        }
    }
    // Whatever the dice did: the second effect of the chart does not hang on them.
    play.emit(IncidentEvent::StormBroke { space })
}
