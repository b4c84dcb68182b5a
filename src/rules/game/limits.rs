//! Limits of the engine, each in one place.

/// The longest [`Word`](super::Word), in bytes.
pub const WORD_BYTES: usize = 28;
/// The most words one argument of an order may list.
pub const LIST_WORDS: usize = 64;
/// The most characters of a text that an order carries to other players.
pub const TEXT_CHARS: usize = 1000;
/// The most dice one roll may throw.
pub const DICE_IN_A_ROLL: u32 = 200;
/// The most positions one draw or shuffle may cover, and the most sides of a die.
pub const POSITIONS: u32 = 1000;
/// The most facts one order may lead to before the engine stops as at fault.
pub const FACTS_AN_ORDER: usize = 5000;
