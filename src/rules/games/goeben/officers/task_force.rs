//! 25.0(1) The officers of a task force: the decisions and proposals of each. The commander decides in the end.

use super::precedence::acting_commander;
use super::{engineer, first_officer, gunnery};
use crate::game::{Node, Options, Seat, Word};
use crate::games::goeben::ids::{Phase, ShipId};
use crate::games::goeben::state::State;

/// The order that sets the rate of fire of a ship.
pub const RATE: &str = "rate";
/// The order that proposes the speed of a ship.
pub const SPEED: &str = "speed";

/// An officer's part in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Say {
    /// His order is carried out.
    Decides,
    /// His order waits for the commander.
    Proposes,
    /// His order waits for all officers, or for the commander: the course.
    Course,
}

/// 25.0(1) The part of an officer who is there in a verb; `None` if it is not his business.
pub fn say(state: &State, seat: Seat, verb: &str) -> Option<Say> {
    if seat == acting_commander(state) {
        return Some(Say::Decides);
    }
    let incidents = state.phase == Phase::Incidents && state.task().is_none();
    match verb {
        "move" | "retreat" => Some(Say::Course),
        // `attend` names the next battle too, which 25.0(1) gives to nobody: that is the commander's.
        "attend" if seat == first_officer() && incidents => Some(Say::Decides),
        "load" | "discard" | "trade" | "swap" | "collier" | "rearm" | "coal" | "share" | "intelligence"
        | "choose" | "examine" | "scout"
            if seat == first_officer() =>
        {
            Some(Say::Proposes)
        }
        "fire" | "torpedo" | "hold" | "bombard" if seat == gunnery() => Some(Say::Proposes),
        RATE if seat == gunnery() => Some(Say::Decides),
        "contact" if seat == engineer() => Some(Say::Proposes),
        "repair" | SPEED if seat == engineer() => Some(Say::Decides),
        _ => None,
    }
}

/// The options of the game for the task force, with those of its officers: the rate of fire that is set binds every shot until
/// another is set.
pub fn extended(state: &State, all: &Options) -> Options {
    let Some(company) = &state.company else { return all.clone() };
    let mut options = Options::default();
    for (verb, node) in &all.verbs {
        let node = match verb.as_str() {
            "fire" => at_rates(node, |ship| company.rates.get(&ShipId(ship)).copied()),
            _ => node.clone(),
        };
        options.verbs.push((*verb, node));
    }
    options.push(RATE, all.verb("fire").map_or_else(nothing, rate_options));
    options.push(SPEED, all.verb("move").map_or_else(nothing, speed_options));
    options
}

fn nothing() -> Node {
    Node::one_of("ship", [])
}

/// Ships that could fire at more than one rate.
fn rate_options(fire: &Node) -> Node {
    let Node::OneOf { of: ships, .. } = fire else { return nothing() };
    Node::choice(
        "ship",
        ships.iter().filter_map(|(ship, targets)| {
            let Node::OneOf { of: targets, .. } = targets else { return None };
            let Some((_, Node::OneOf { of: rates, .. })) = targets.first() else { return None };
            (rates.len() > 1).then(|| (*ship, Node::one_of("rate", rates.iter().map(|(rate, _)| *rate))))
        }),
    )
}

/// Ships that can still move, with the speeds they can make.
fn speed_options(moves: &Node) -> Node {
    let Node::OneOf { of: ships, .. } = moves else { return nothing() };
    Node::choice(
        "ship",
        ships.iter().filter_map(|(ship, speeds)| {
            let Node::OneOf { of: speeds, .. } = speeds else { return None };
            Some((*ship, Node::one_of("speed", speeds.iter().map(|(speed, _)| *speed))))
        }),
    )
}

/// The fire options with only the rate that is set, where it can still be fired at.
fn at_rates(fire: &Node, set: impl Fn(Word) -> Option<Word>) -> Node {
    let Node::OneOf { arg, of } = fire else { return fire.clone() };
    let ships = of.iter().map(|(ship, targets)| match set(*ship) {
        Some(rate) => (*ship, at_rate(targets, rate)),
        None => (*ship, targets.clone()),
    });
    Node::OneOf { arg, of: ships.collect() }
}

fn at_rate(targets: &Node, rate: Word) -> Node {
    let Node::OneOf { arg, of } = targets else { return targets.clone() };
    let targets = of.iter().map(|(target, rates)| {
        let narrowed = match rates {
            Node::OneOf { arg, of } if of.iter().any(|(word, _)| *word == rate) => {
                Node::OneOf { arg, of: of.iter().filter(|(word, _)| *word == rate).cloned().collect() }
            }
            rates => rates.clone(),
        };
        (*target, narrowed)
    });
    Node::OneOf { arg, of: targets.collect() }
}

/// 25.0(1) The options of the task force that an officer may order or propose.
pub fn options(state: &State, seat: Seat, team: &Options) -> Options {
    let acting = acting_commander(state);
    if state.is_away(seat) && seat != acting {
        return Options::default();
    }
    let mut options = Options::default();
    for (verb, node) in &team.verbs {
        if say(state, seat, verb.as_str()).is_some() {
            let node = match verb.as_str() {
                // 25.0(1): the engineer names the speeds, and neither he nor the commander is bound by them.
                "move" if seat != acting && seat != engineer() => at_speeds(state, node),
                _ => node.clone(),
            };
            options.verbs.push((*verb, node));
        }
    }
    options.verbs.retain(|(_, node)| node.is_open());
    options
}

/// 25.0(1) The moves at the speed that the engineer proposes for each ship, at cruise speed where he proposes none; all of
/// them while he is away.
fn at_speeds(state: &State, moves: &Node) -> Node {
    let (Node::OneOf { arg, of }, Some(company)) = (moves, &state.company) else { return moves.clone() };
    if state.is_away(engineer()) {
        return moves.clone();
    }
    let ships = of.iter().map(|(ship, speeds)| {
        let Node::OneOf { arg, of } = speeds else { return (*ship, speeds.clone()) };
        let proposed = company.speeds.get(&ShipId(*ship));
        let wanted = proposed.map_or_else(|| Word::literal("cruise"), |speed| speed.word());
        (*ship, Node::OneOf { arg, of: of.iter().filter(|(speed, _)| *speed == wanted).cloned().collect() })
    });
    Node::choice(arg, ships.collect::<Vec<_>>())
}

/// Returns whether the game waits for this officer, whose options these are: for the commander if there is a decision, for the
/// others if they have a part in it.
pub fn is_awaited(options: &Options) -> bool {
    options.verbs.iter().any(|(verb, _)| !matches!(verb.as_str(), "reload" | SPEED | RATE))
}
