//! The size limits of a pack, each in one place.

pub use crate::games::pack::limits::{FILE_BYTES, NAME_CHARS, NOTICE_CHARS, SOURCE_CHARS};

/// The most spaces on the map.
pub const SPACES: usize = 200;
/// The most navigation lines.
pub const LINES: usize = 1000;
/// The most German ship displays.
pub const GERMAN_SHIPS: usize = 12;
/// The most ships of all other powers together.
pub const SHIPS: usize = 200;
// This many rows of `COUNTERS` units fit into the one shuffle of the coasts (3.0(4), `POSITIONS`).
/// The most rows of coastal defence units.
pub const COASTAL_ROWS: usize = 20;
// Seventeen kinds of Incident marker and every ship then fit into one shuffle of the pool (`POSITIONS`).
/// The most counters of one kind.
pub const COUNTERS: u8 = 40;
/// The most markers dealt to one patrol zone.
pub const ZONE_MARKERS: u8 = 40;
/// The highest Leadership (6.2, 11.1).
pub const LEADERSHIP: u8 = 6;
/// The last box of any other track of a ship display.
pub const TRACK: u8 = 20;
/// The most gun dice or torpedoes of a ship, and the highest fire value of a coastal unit.
pub const GUNS: u8 = 20;
/// The highest armour.
pub const ARMOUR: u8 = 12;
/// The highest speed.
pub const SPEED: u8 = 12;
/// The most dice one row of a chart adds.
pub const CHART_DICE: u8 = 12;
/// The most one cargo counter adds to a die roll or a number of dice.
pub const CARGO_BONUS: u8 = 4;
/// The most cargo points a counter costs.
pub const CARGO_POINTS: u8 = 20;
/// The highest alert level (5.2).
pub const ALERT: u8 = 6;
/// The most colliers.
pub const COLLIERS: u8 = 10;
/// The most days of a mission.
pub const DAYS: u8 = 30;
/// The most victory points, won or lost, one chart row gives.
pub const POINTS: i32 = 1000;
/// The farthest total of the Contact table from 0.
pub const CONTACT: i32 = 30;
