//! 11.0 Intelligence.

use super::alert;
use super::arguments::Arguments;
use super::board::Board;
use super::event::{IntelligenceEvent, SequenceEvent};
use super::ids::{Cargo, Marker, ShipId, SpaceId, SpaceKind, Track};
use super::incidents;
use super::mines;
use super::pack::IntelligenceResult;
use super::play::{Done, Play, german, table};
use super::state::{State, Task};
use crate::game::odds::{self, Odds};
use crate::game::{Node, Options, OrderForm, Refusal, Word};
use crate::games::orders::orders;

/// Units that IR shows (11.2).
const RECEIVED_UNITS: u32 = 2;

orders! {
    /// The orders of intelligence (11).
    pub enum IntelligenceOrder from order: Arguments<'_> {
        /// 11.1 A ship makes the attempt.
        "intelligence" => Attempt { ship: ShipId = order.ship("ship")? },
        /// 11.2 One result of two is taken.
        "choose" => Choose { result: IntelligenceResult = chosen(order)? },
        /// 11.2 A place is looked into.
        "examine" => Examine { space: SpaceId = order.space("space")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: IntelligenceOrder) -> Done {
    match order {
        IntelligenceOrder::Attempt { ship } => attempt(play, ship),
        IntelligenceOrder::Choose { result } => choose(play, result),
        IntelligenceOrder::Examine { space } => examine(play, space),
    }
}

/// 11.1 One attempt a turn, by one ship, or none.
pub fn options(state: &State) -> Node {
    let ships = state.afloat().map(|(id, _, _)| id.0).filter(|_| !state.today.intelligence);
    Node::one_of("ship", ships)
}

/// 11.1 The intelligence value of a ship: its Leadership bracket, and Wireless.
pub fn value(board: &Board, state: &State, id: ShipId) -> u8 {
    let table = &board.pack().charts.intelligence;
    let Some(ship) = state.ship(id) else { return 0 };
    let leadership = usize::from(ship.track(Track::Leadership));
    let bracket = table.value_by_leadership.get(leadership).or(table.value_by_leadership.last());
    let wireless = if ship.carries(Cargo::Wireless) > 0 { table.wireless } else { 0 };
    bracket.copied().unwrap_or(0) + wireless
}

/// 11.1 The result that the Intelligence table gives.
fn result_of(board: &Board, value: u8, die: u32) -> IntelligenceResult {
    let row = board.pack().charts.intelligence.rows.iter().find(|row| u32::from(row.die) == die);
    let result = row.and_then(|row| row.results.get(usize::from(value)).or(row.results.last()));
    result.copied().unwrap_or(IntelligenceResult::Nothing)
}

/// 11.1 The odds of each ship's attempt.
pub fn odds(board: &Board, state: &State) -> Vec<Odds> {
    if state.today.intelligence {
        return vec![];
    }
    let of = |ship: ShipId| {
        let results = odds::die().map(|face| result_of(board, value(board, state, ship), face));
        let order = OrderForm::new(Word::literal("intelligence")).with("ship", ship.0);
        let likely = |result: &IntelligenceResult| results.likelihood(|it| it == result);
        let outcomes = IntelligenceResult::ALL.iter().map(|result| (result.outcome(), likely(result)));
        Odds::of(order, outcomes.filter(|(_, likely)| likely.millionths() > 0))
    };
    state.afloat().map(|(ship, _, _)| of(ship)).collect()
}

/// 11.1 Makes the attempt.
fn attempt(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let value = value(play.board, &play.state, ship);
    let die = play.die(german("intelligence", "11.1").about(ship))?;
    let result = result_of(play.board, value, die);
    play.emit(IntelligenceEvent::IntelligenceAttempted { ship, value, result })?;
    apply(play, result)
}

/// 11.2 Applies a result at once.
fn apply(play: &mut Play<'_, '_>, result: IntelligenceResult) -> Done {
    let chart = &play.board.pack().charts.alert;
    match result {
        IntelligenceResult::Nothing => Ok(()),
        IntelligenceResult::SignalsIntercepted => {
            alert::change(play, chart.signals_intercepted, "signals-intercepted")
        }
        IntelligenceResult::Jamming => alert::change(play, chart.jamming, "jamming"),
        IntelligenceResult::Outwitted => alert::change(play, chart.outwitted, "outwitted"),
        IntelligenceResult::Received => begin_examining(play, false),
        IntelligenceResult::Breakthrough => begin_examining(play, true),
        IntelligenceResult::JammingOrBreakthrough => {
            play.emit(SequenceEvent::TaskBegan { task: Task::Choose {} })
        }
    }
}

fn begin_examining(play: &mut Play<'_, '_>, all: bool) -> Done {
    // 11.2: with nothing face down the result is lost; a question without an answer would stop the game.
    if examinable(play.board, &play.state).next().is_none() {
        return Ok(());
    }
    play.emit(SequenceEvent::TaskBegan { task: Task::Examine { all } })
}

/// 11.2 Patrol zones, ports and bases with units face down.
fn examinable<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = SpaceId> + 'a {
    state.places.iter().filter_map(move |(space, place)| {
        let kind = board.kind(*space);
        let right_kind = matches!(kind, SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase);
        let unseen = !place.hidden.is_empty() || place.coast.iter().any(|unit| !unit.shown);
        (right_kind && unseen).then_some(*space)
    })
}

/// 11.2 Jamming or a breakthrough.
const EITHER: [(&str, IntelligenceResult); 2] =
    [("jamming", IntelligenceResult::Jamming), ("breakthrough", IntelligenceResult::Breakthrough)];

/// 11.2 Jamming or a breakthrough.
pub fn choose_options() -> Options {
    let mut options = Options::default();
    options.push("choose", Node::one_of("result", EITHER.map(|(word, _)| Word::literal(word))));
    options
}

fn chosen(order: &Arguments<'_>) -> Option<IntelligenceResult> {
    let result = order.word("result")?;
    EITHER.iter().find(|(word, _)| *word == result.as_str()).map(|(_, result)| *result)
}

/// 11.2 Takes the result chosen.
fn choose(play: &mut Play<'_, '_>, result: IntelligenceResult) -> Done {
    play.emit(SequenceEvent::TaskEnded {})?;
    apply(play, result)
}

/// 11.2 Places that may be looked into.
pub fn examine_options(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("examine", Node::one_of("space", examinable(board, state).map(|space| space.0)));
    options
}

/// Why a place may not be looked into.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let examines = order.verb() == "examine" && matches!(state.task(), Some(Task::Examine { .. }));
    let space = order.space("space").filter(|_| examines)?;
    let seen = examinable(board, state).all(|other| other != space);
    seen.then(|| Refusal::new("nothing-face-down", "11.2").about("space", space))
}

/// 11.2 Turns up all units of a place, or two of them by chance.
fn examine(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    let all = matches!(play.state.task(), Some(Task::Examine { all: true }));
    // Ended first: an incident that comes to light (24.3) begins a task of its own.
    play.emit(SequenceEvent::TaskEnded {})?;
    reveal(play, space, if all { None } else { Some(RECEIVED_UNITS) })
}

/// 11.2, 21.2 Turns up `most` units of a place by chance, or all of them; enemies that come to light among mines run onto
/// them (23.0).
///
/// # Errors
/// Chance that cannot answer.
pub fn reveal(play: &mut Play<'_, '_>, space: SpaceId, most: Option<u32>) -> Done {
    let Some(place) = play.state.place(space) else { return Ok(()) };
    let hidden = place.hidden.clone();
    let coast: Vec<(u8, u8)> = place
        .coast
        .iter()
        .enumerate()
        .filter(|(_, unit)| !unit.shown)
        .map(|(position, unit)| (position as u8, unit.value))
        .collect();
    // 11.2: markers and coastal units are units alike, so both are in one draw.
    let of = (hidden.len() + coast.len()) as u32;
    if of == 0 {
        return Ok(());
    }
    let positions: Vec<u32> = match most.filter(|most| *most < of) {
        Some(most) => play.draw(table("units-shown", "11.2").about(space), most, of)?,
        None => (0..of).collect(),
    };
    let shown = |at: usize| positions.contains(&(at as u32));
    let markers: Vec<Marker> =
        hidden.iter().enumerate().filter(|(at, _)| shown(*at)).map(|(_, marker)| *marker).collect();
    let coast: Vec<(u8, u8)> = coast
        .into_iter()
        .enumerate()
        .filter(|(at, _)| shown(hidden.len() + at))
        .map(|(_, unit)| unit)
        .collect();
    play.emit(IntelligenceEvent::UnitsRevealed { space, markers: markers.clone(), coast })?;
    mines::strike(play, space)?;
    incidents::come_up(play, space, &markers)
}
