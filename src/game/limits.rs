//! Limits of the engine, each in one place.

/// The longest [`Word`](super::Word), in bytes.
pub const WORD_BYTES: usize = 28;
/// The most words one argument of an order may list.
pub const LIST_WORDS: usize = 64;
/// The most dice one roll may throw.
pub const DICE_IN_A_ROLL: u32 = 200;
/// The most positions one draw or shuffle may cover.
pub const POSITIONS: u32 = 1000;
/// The most facts one order may lead to before the engine stops as at fault.
pub const FACTS_AN_ORDER: usize = 5000;
