//! 25.0(2), 25.0(3) The orders of a commander: those for his own ships, and those of the whole squadron where he takes
//! precedence.

use super::precedence::{concerned, deciding, fleet, heads, lead};
use crate::game::{Node, Options, Seat, Word};
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::{Phase, ShipId, SpaceId};
use crate::games::goeben::movement;
use crate::games::goeben::naval_combat::gunnery;
use crate::games::goeben::state::{State, Task};

/// The verb that ends a phase, for each commander separately.
pub const DONE: &str = "done";
/// The verb that ends the fire of a step, for each commander separately.
pub const HOLD: &str = "hold";
/// A verb that a ship may use at any time and that nobody waits for (14.10).
const AT_ANY_TIME: &str = "reload";

/// The orders that `head` may give, among the options of the game.
pub fn options(board: &Board, state: &State, head: Seat, all: &Options) -> Options {
    let mut options = Options::default();
    // Who is done with a phase still answers for what others begin in it.
    let is_done = state.is_done(head) && state.task().is_none();
    if is_done || !concerned(board, state).contains(&head) {
        return options;
    }
    for (verb, node) in &all.verbs {
        if verb.as_str() != DONE {
            let narrowed = narrowed(board, state, head, verb.as_str(), node);
            options.verbs.extend(narrowed.filter(Node::is_open).map(|node| (*verb, node)));
        }
    }
    if may_leave(board, state, head, all) {
        options.push(DONE, Node::End);
    }
    options
}

/// Returns whether the game waits for `head`, whose options these are: it can act in the present task, or must say that it is
/// done with the phase.
pub fn is_awaited(board: &Board, state: &State, head: Seat, options: &Options) -> bool {
    let acts = |verb: &Word| !matches!(verb.as_str(), DONE | AT_ANY_TIME);
    let leaves = options.verb(DONE).is_some() && leader(board, state) == Some(head);
    leaves || options.verbs.iter().any(|(verb, _)| acts(verb))
}

/// The head that decides where no ship is concerned more than another: that of the first German ship.
fn leader(board: &Board, state: &State) -> Option<Seat> {
    let german: Vec<ShipId> = state.afloat().map(|(id, _, _)| id).collect();
    lead(board, state, &german).or_else(|| concerned(board, state).first().copied())
}

/// The ships of commanders who are not done with the phase.
fn open(board: &Board, state: &State, ships: Vec<ShipId>) -> Vec<ShipId> {
    let is_open = |ship: &ShipId| deciding(board, state, *ship).is_some_and(|head| !state.is_done(head));
    ships.into_iter().filter(is_open).collect()
}

/// The head that comes first among those who are not done with the phase.
pub fn next_to_decide(board: &Board, state: &State) -> Option<Seat> {
    let open = open(board, state, fleet(state));
    open.iter().filter_map(|ship| deciding(board, state, *ship)).min_by_key(|head| place(board, state, *head))
}

/// The position of a head in the order of precedence.
fn place(board: &Board, state: &State, head: Seat) -> usize {
    heads(board, state).iter().position(|other| *other == head).unwrap_or(usize::MAX)
}

/// The part of a verb's options that belongs to `head`.
fn narrowed(board: &Board, state: &State, head: Seat, verb: &str, node: &Node) -> Option<Node> {
    let has_say = |ships: &[ShipId]| lead(board, state, ships).or_else(|| leader(board, state)) == Some(head);
    let whole = |mine: bool| mine.then(|| node.clone());
    let open = |ships: Vec<ShipId>| open(board, state, ships);
    match (verb, state.task()) {
        (HOLD, _) => match firers(board, state) {
            none if none.is_empty() => whole(has_say(&[])),
            firers => whole(!own(board, state, head, firers).is_empty()),
        },
        ("ram", Some(Task::Ram { ships })) => whole(has_say(ships)),
        ("evade", Some(Task::Evade { ships })) => {
            // 13.1: ships evade one after the other, and the first of the list is the one that is asked.
            whole(ships.first().and_then(|ship| deciding(board, state, *ship)) == Some(head))
        }
        ("share", Some(Task::Share { ships, .. })) => whole(has_say(ships)),
        ("attend", _) => {
            let ships = state.todo.iter().flat_map(|space| state.fleet_at(*space)).collect::<Vec<_>>();
            whole(has_say(&ships))
        }
        ("rearm" | "coal", _) => {
            narrow(node, "space", |space| has_say(&open(state.ships_at(SpaceId(space)))))
        }
        ("bombard", _) => narrow(node, "space", |space| has_say(&open(state.fleet_at(SpaceId(space))))),
        // 11.1: there is one attempt for all. The first in precedence makes it, or is done with the phase and
        // so leaves it to the next.
        ("intelligence", _) => match has_say(&open(words(node))) {
            true => narrow(node, "ship", |ship| deciding(board, state, ShipId(ship)) == Some(head)),
            false => None,
        },
        ("swap", _) => narrow(node, "ship", |ship| {
            let at = state.whereabouts(ShipId(ship));
            deciding(board, state, ShipId(ship)) == Some(head)
                && at.is_some_and(|at| has_say(&state.ships_at(at)))
        }),
        (_, Some(Task::Battle(_))) if !is_by_ship(node) => whole(has_say(&crews(state))),
        _ if is_by_ship(node) => {
            narrow(node, "ship", |ship| deciding(board, state, ShipId(ship)) == Some(head))
        }
        _ => whole(leader(board, state) == Some(head)),
    }
}

/// Returns whether an order begins with the ship it is for.
fn is_by_ship(node: &Node) -> bool {
    matches!(node, Node::OneOf { arg: "ship", .. })
}

fn narrow(node: &Node, by: &str, keep: impl Fn(Word) -> bool) -> Option<Node> {
    match node {
        Node::OneOf { arg, of } if *arg == by => {
            let of = of.iter().filter(|(word, _)| keep(*word)).cloned().collect();
            Some(Node::OneOf { arg, of })
        }
        _ => None,
    }
}

/// The ships that a choice is among.
fn words(node: &Node) -> Vec<ShipId> {
    match node {
        Node::OneOf { of, .. } => of.iter().map(|(word, _)| ShipId(*word)).collect(),
        _ => vec![],
    }
}

/// The ships of the battle in hand that are still there.
fn crews(state: &State) -> Vec<ShipId> {
    let Some(battle) = state.battle() else { return vec![] };
    let there = |ship: &ShipId| state.whereabouts(*ship) == Some(battle.space);
    let austrians = battle.austrians.iter().map(|counter| counter.ship);
    battle.german.iter().copied().chain(austrians).filter(there).collect()
}

/// The ships that can fire in this step.
pub fn firers(board: &Board, state: &State) -> Vec<ShipId> {
    gunnery::firers(board, state).into_iter().map(|(ship, _)| ship).collect()
}

/// Those of `ships` for which `head` decides.
pub fn own(board: &Board, state: &State, head: Seat, mut ships: Vec<ShipId>) -> Vec<ShipId> {
    ships.retain(|ship| deciding(board, state, *ship) == Some(head));
    ships
}

/// Returns whether `head` may say that it is done with the phase: not while a ship of its own has to leave a port (9.1).
fn may_leave(board: &Board, state: &State, head: Seat, all: &Options) -> bool {
    if state.task().is_some() {
        return false;
    }
    match state.phase {
        Phase::Movement => overstaying(board, state, head).is_none(),
        _ => all.verb(DONE).is_some(),
    }
}

/// 9.1 A ship of `head` that must leave a port.
pub fn overstaying(board: &Board, state: &State, head: Seat) -> Option<ShipId> {
    let overstays = |ship: &ShipId| movement::is_overstaying(board, state, *ship);
    own(board, state, head, fleet(state)).into_iter().find(overstays)
}

/// Returns whether a phase is over because every commander who has something left to do in it is done.
pub fn is_finished(board: &Board, state: &State, all: &Options) -> bool {
    let some_done = state.company.as_ref().is_some_and(|company| !company.done.is_empty());
    let waits = |head: &Seat| is_awaited(board, state, *head, &options(board, state, *head, all));
    some_done && all.verb(DONE).is_some() && !concerned(board, state).iter().any(waits)
}
