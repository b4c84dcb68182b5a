//! The Grand Fleet data pack: the facts of the rules, the map, and every way a club's pack can be wrong.

#![allow(clippy::unwrap_used)]

#[path = "grand_fleet_pack/facts.rs"]
mod facts;

use wardroom::games::grand_fleet::ids::HexId;

fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}
