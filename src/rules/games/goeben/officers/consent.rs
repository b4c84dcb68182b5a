//! 25.0(2), 25.0(3) Consent: a ship's own commander must grant what an order costs her, such as the coal that makes contact,
//! taking part in coaling or rearming, goods handed over to her. Precedence settles who speaks first; it disposes of nobody's
//! bunkers.

use super::precedence::deciding;
use crate::game::{OrderForm, Seat};
use crate::games::goeben::board::Board;
use crate::games::goeben::cargo::{self, CargoOrder};
use crate::games::goeben::ids::ShipId;
use crate::games::goeben::naval_combat::NavalCombatOrder;
use crate::games::goeben::orders::ChapterOrder;
use crate::games::goeben::outfitting::OutfittingOrder;
use crate::games::goeben::readings;
use crate::games::goeben::state::State;

/// The ships that an order costs something.
fn payers(board: &Board, state: &State, order: &OrderForm) -> Vec<ShipId> {
    match ChapterOrder::read(state, order) {
        Some(ChapterOrder::NavalCombat(NavalCombatOrder::Contact { burner })) => burner.into_iter().collect(),
        Some(ChapterOrder::Outfitting(
            OutfittingOrder::Rearm { ships, .. } | OutfittingOrder::Coal { ships, .. },
        )) => ships,
        // The giver is the head's own ship. The taker gives a hull box, and her move for the day (7.0).
        Some(ChapterOrder::Cargo(CargoOrder::Trade { to, .. })) => vec![to],
        Some(ChapterOrder::Cargo(CargoOrder::Swap { ship, other, taken, .. })) => {
            cargo::partner(board, state, ship, other, taken).into_iter().collect()
        }
        // Sharing points that were rolled costs no ship anything, so 25.0(2) leaves it to precedence.
        _ => vec![],
    }
}

/// 25.0(2) The heads but `head` that have to grant what an order costs their ships, by precedence of the ships named.
pub fn grantors(board: &Board, state: &State, head: Seat, order: &OrderForm) -> Vec<Seat> {
    let mut heads: Vec<Seat> = Vec::new();
    if !state.reads(&readings::OTHERS_COSTS) {
        return heads;
    }
    for ship in payers(board, state, order) {
        match deciding(board, state, ship) {
            Some(other) if other != head && !heads.contains(&other) => heads.push(other),
            _ => {}
        }
    }
    heads
}
