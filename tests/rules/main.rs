//! The rules of both games beside their cases: laws by random play, data packs, odds, and that nothing hidden shows.
#![allow(clippy::unwrap_used)]

mod cautions;
#[path = "../common/mod.rs"]
mod common;
mod goeben_imagined;
mod goeben_laws;
mod goeben_lieutenant;
mod goeben_officers;
mod goeben_pack;
mod goeben_positions;
mod goeben_voyage;
mod grand_fleet_hiding;
mod grand_fleet_imagined;
mod grand_fleet_laws;
mod grand_fleet_pack;
mod grand_fleet_players;
mod lessons;
mod odds;
mod pack_support;
mod pictures;
mod standing;
mod unit;
