//! The games.

pub mod goeben;
