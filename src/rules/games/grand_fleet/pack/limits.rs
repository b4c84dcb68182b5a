//! The size limits of a pack, each in one place.

pub use crate::games::pack::limits::{FILE_BYTES, NAME_CHARS, NOTICE_CHARS, SOURCE_CHARS};

/// The most hexes of the map.
pub const HEXES: usize = 200;
/// The last column of the drawn map.
pub const COLUMNS: u32 = 30;
/// The last row of the drawn map.
pub const ROWS: u32 = 30;
/// The most a hex scores, in halves of a victory point.
pub const VP_HALVES: u32 = 20;
/// The most ships of all nations together.
pub const SHIPS: usize = 200;
/// The most letters on a counter.
pub const LETTERS_CHARS: usize = 8;
/// The most gunnery of a type, in halves of a point.
pub const GUNNERY_HALVES: u32 = 20;
/// The most defence of a type, in points.
pub const DEFENCE: u32 = 20;
/// The most rows of the table of submarine war.
pub const SUBMARINE_ROWS: usize = 40;
/// The farthest modified die of that table from 0.
pub const SUBMARINE_DIE: i32 = 60;
/// The most that table adds to the die for a turn, either way.
pub const SUBMARINE_MODIFIER: i32 = 6;
/// The most victory points a row of that table gives either side.
pub const SUBMARINE_VP: i32 = 20;
