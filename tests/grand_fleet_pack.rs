//! The Grand Fleet data pack: the facts of the rules, the map, and every way a club's pack can be wrong.

#![allow(clippy::unwrap_used)]

#[path = "grand_fleet_pack/facts.rs"]
mod facts;
#[path = "grand_fleet_pack/faults.rs"]
mod faults;
#[path = "grand_fleet_pack/fuzz.rs"]
mod fuzz;
#[path = "grand_fleet_pack/map.rs"]
mod map;
mod pack_support;

use wardroom::games::grand_fleet::ids::HexId;

fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}
