//! Reports: what is shown to a player in words, the same for every door.

pub mod goeben;
mod misread;

pub use misread::misread;
