//! The Grand Fleet data pack: the facts of the rules, the map, and every way a club's pack can be wrong.

mod facts;
mod faults;
mod fuzz;
mod map;

use wardroom::games::grand_fleet::ids::HexId;

fn hex(id: &str) -> HexId {
    id.parse().unwrap()
}
