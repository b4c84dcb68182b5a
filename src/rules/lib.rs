//! The rules of the games: the engine, both rulebooks, and the data packs they are played on.
//!
//! A rule is a function of a state, an order and dice that are handed to it. This crate depends on nothing that has a clock, a
//! file or a network; words, pictures, tables and doors are built on it.

pub mod game;
pub mod games;
pub mod reason;
