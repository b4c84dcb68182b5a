//! 20.0 Damage to the Austro-Hungarian ships outside battle: the rows of the hit tables for Allied ships. A damaged ship goes
//! home.

use crate::game::Word;
use crate::games::goeben::event::AustrianEvent;
use crate::games::goeben::ids::ShipId;
use crate::games::goeben::pack::{AlliedHit, ShipScore};
use crate::games::goeben::play::{Done, Play, allied};
use crate::games::goeben::state::austrian::Loss;
use crate::games::goeben::state::battle::Counter;
use crate::games::goeben::victory;

/// 13.1 Hits by sea, weather, mines or a submarine: more damage than armour sinks the ship, less sends it home.
///
/// # Errors
/// A ship the pack has not.
pub fn suffer(play: &mut Play<'_, '_>, ship: ShipId, rows: &[AlliedHit], why: &'static str) -> Done {
    // 20.0: a damaged ship leaves the map at once, so one that is still on it has no older hits to count.
    let mut counter = Counter::fresh(ship);
    let armour = play.board.ship(ship)?.armour;
    for row in rows {
        counter.mark(*row, armour);
    }
    match counter {
        Counter { sunk: true, .. } => lose(play, ship, Loss::Sunk, why),
        // A dud, the only row that leaves no mark on the ship.
        Counter { damage: 0, withdrawn: false, .. } => Ok(()),
        _ => lose(play, ship, Loss::Damaged, why),
    }
}

/// 13.1, 14.6 A submarine's torpedo finds the ship: one row of the Torpedo Hit table.
///
/// # Errors
/// Chance that cannot answer.
pub fn torpedoed(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let row = play.die(allied("torpedo-hit", "14.6").about(ship))?;
    match play.board.pack().charts.torpedo_allied.at(row) {
        Some(hit) => suffer(play, ship, &[hit], "submarine"),
        None => Ok(()),
    }
}

/// 20.0, Victory Point chart: a ship leaves the map, sunk or damaged, and its class costs points.
///
/// # Errors
/// A ship the pack has not.
pub fn lose(play: &mut Play<'_, '_>, ship: ShipId, loss: Loss, why: &'static str) -> Done {
    let Some(space) = play.state.whereabouts(ship) else { return Ok(()) };
    play.emit(AustrianEvent::AustrianLost { ship, space, loss, why: Word::literal(why) })?;
    let class = play.board.ship(ship)?.class;
    let score = play.board.pack().charts.victory.austro_hungarian.get(&class);
    let (points, why) = match loss {
        Loss::Sunk => (score.map_or(0, |ShipScore { sunk, .. }| *sunk), "austrian-sunk"),
        Loss::Damaged => (score.map_or(0, |ShipScore { damaged, .. }| *damaged), "austrian-damaged"),
    };
    victory::score(play, points, why, Some(ship.0))
}
