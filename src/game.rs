//! The engine: what any game must offer, and chance, options and audiences. It knows no game and does no IO.

pub mod limits;
mod word;

pub use word::{NotAWord, Word};
