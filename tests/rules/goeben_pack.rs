//! The Goeben data pack: the facts of the rules, the map, and every way a club's pack can be wrong.

mod facts;
mod faults;
mod fuzz;
mod map;

use wardroom::games::goeben::ids::SpaceId;

fn space(id: &str) -> SpaceId {
    id.parse().unwrap()
}
