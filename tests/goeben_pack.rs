//! The Goeben data pack: the facts of the rules, the map, and every way a club's pack can be wrong.

#![allow(clippy::unwrap_used)]

#[path = "goeben_pack/facts.rs"]
mod facts;
#[path = "goeben_pack/faults.rs"]
mod faults;
#[path = "goeben_pack/fuzz.rs"]
mod fuzz;
#[path = "goeben_pack/map.rs"]
mod map;
mod pack_support;

use wardroom::games::goeben::ids::SpaceId;

fn space(id: &str) -> SpaceId {
    id.parse().unwrap()
}
