//! 25.0(2), 25.0(3) Messages between officers whose ships are together or both have Wireless, and letters in ports for the
//! next ship that calls.

use super::precedence::{head_of_seat, owner};
use super::seats;
use crate::game::limits::TEXT_CHARS;
use crate::game::{Node, Options, Refusal, Seat, Word};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::ids::{Cargo, Power, ShipId, SpaceId};
use crate::games::goeben::play::{Done, Play};
use crate::games::goeben::ports;
use crate::games::goeben::state::State;
use crate::games::goeben::state::company::Letter;

/// The messages and letters that `seat` may send now.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    let mut options = Options::default();
    let text = || Node::Text { arg: "text", most: TEXT_CHARS };
    let heard = seats(board, &state.setup).into_iter().filter(|to| may_pass(board, state, seat, *to));
    options.push("message", Node::choice("to", heard.map(|to| (to.0, text()))));
    let places = letter_boxes(board, state, seat).into_iter();
    options.push("letter", Node::choice("space", places.map(|space| (space.0, text()))));
    options
}

/// 25.0(2), 25.0(3) Returns whether a message passes: officers of one task force stand on one bridge; commanders need ships in
/// one space, or a ship with Wireless each. Every Austro-Hungarian ship has Wireless.
pub fn may_pass(board: &Board, state: &State, from: Seat, to: Seat) -> bool {
    if from == to {
        return false;
    }
    let (here, there) = (head_of_seat(state, from), head_of_seat(state, to));
    if here == there {
        return true;
    }
    let (ours, theirs) = (ships_of(board, state, here), ships_of(board, state, there));
    let together = ours.iter().any(|(_, at)| theirs.iter().any(|(_, other)| at == other));
    let wired = |ships: &[(ShipId, SpaceId)]| ships.iter().any(|(ship, _)| has_wireless(state, *ship));
    together || (wired(&ours) && wired(&theirs))
}

fn has_wireless(state: &State, ship: ShipId) -> bool {
    // 25.0(3): a ship without a display is Austro-Hungarian, and those all have Wireless.
    state.ship(ship).is_none_or(|ship| ship.carries(Cargo::Wireless) > 0)
}

/// The ships of a head itself, with their spaces: a head that stands in for another carries no messages.
fn ships_of(board: &Board, state: &State, head: Seat) -> Vec<(ShipId, SpaceId)> {
    let german = state.afloat().map(|(id, at, _)| (id, at));
    let all = german.chain(state.austrians_afloat());
    all.filter(|(id, _)| owner(board, state, *id) == Some(head)).collect()
}

/// 25.0(2) Friendly and neutral ports and bases where a ship of `seat` lies. A task force leaves no letters to itself.
fn letter_boxes(board: &Board, state: &State, seat: Seat) -> Vec<SpaceId> {
    let head = head_of_seat(state, seat);
    let readers = seats(board, &state.setup).into_iter().any(|other| head_of_seat(state, other) != head);
    if !readers {
        return vec![];
    }
    let open = |space: &SpaceId| {
        matches!(ports::power(board, state, *space), Some(Power::Friendly | Power::Neutral))
    };
    let mut spaces: Vec<SpaceId> = ships_of(board, state, head).into_iter().map(|(_, at)| at).collect();
    spaces.retain(open);
    spaces.sort();
    spaces.dedup();
    spaces
}

/// A message goes out.
///
/// # Errors
/// A fault of the engine.
pub fn send(play: &mut Play<'_, '_>, from: Seat, to: Seat, text: &str) -> Done {
    play.emit(OfficerEvent::MessageSent { from, to, text: text.to_owned() })
}

/// Leaves a letter: everybody sees that it lies there, only its reader sees the text.
///
/// # Errors
/// A fault of the engine.
pub fn write(play: &mut Play<'_, '_>, by: Seat, space: SpaceId, text: &str) -> Done {
    play.emit(OfficerEvent::LetterLeft { by, space })?;
    play.emit(OfficerEvent::LetterWritten { by, space, text: text.to_owned() })
}

/// 25.0(2) Letters are read by the other commanders who have a ship where they lie, each once.
///
/// # Errors
/// A fault of the engine.
pub fn read(play: &mut Play<'_, '_>) -> Done {
    let Some(company) = &play.state.company else { return Ok(()) };
    let (board, state) = (play.board, &play.state);
    let mut readings = Vec::new();
    for Letter { space, by, text, read_by, .. } in &company.letters {
        let writer = head_of_seat(state, *by);
        for reader in seats(board, &state.setup) {
            let head = head_of_seat(state, reader);
            let there = ships_of(board, state, head).iter().any(|(_, at)| at == space);
            if head != writer && there && !read_by.contains(&reader) {
                // In play each letter has its text by now; only a position from outside may hold one without.
                let text = text.clone().unwrap_or_default();
                readings.push(OfficerEvent::LetterRead { space: *space, by: *by, reader, text });
            }
        }
    }
    readings.into_iter().try_for_each(|reading| play.emit(reading))
}

/// Why a message does not pass, or a letter cannot be left.
pub fn refuse(board: &Board, state: &State, seat: Seat, verb: &str, whom: Option<Word>) -> Option<Refusal> {
    let all = seats(board, &state.setup);
    match verb {
        "message" => {
            let heard = || all.iter().copied().filter(|to| may_pass(board, state, seat, *to));
            let to = whom.map(Seat)?;
            let refusal = match all.contains(&to) && to != seat {
                true => Refusal::new("message-cannot-pass", "25.0").about("to", to),
                false => Refusal::new("no-such-officer", "25.0"),
            };
            (!may_pass(board, state, seat, to)).then(|| refusal.legal(heard()))
        }
        "letter" => {
            let open = letter_boxes(board, state, seat);
            let space = whom.map(SpaceId)?;
            let refusal = Refusal::new("no-port-for-letters", "25.0").about("space", space);
            (!open.contains(&space)).then(|| refusal.legal(open))
        }
        _ => None,
    }
}
