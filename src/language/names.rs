//! The names of each game's data pack, for typing and for reading.

pub mod goeben;
pub mod grand_fleet;
