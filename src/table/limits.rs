//! Bounds of the table service, in one place.

/// Tables kept folded in memory; beyond them the one unused for longest is dropped and folded again when needed.
pub const OPEN_TABLES: usize = 1000;
/// Games kept built from their data packs.
pub const BUILT_GAMES: usize = 16;
/// How often a command is tried again when somebody else appended first.
pub const CONFLICT_RETRIES: u32 = 16;
/// How many ids are tried for a new table.
pub const ID_TRIES: u32 = 16;
/// Random characters of a table id.
pub const ID_LETTERS: usize = 4;
/// Most bytes of an order in canonical form.
pub const ORDER_BYTES: usize = 16 * 1024;
/// Most entries that a stale order is told of.
pub const SINCE_ENTRIES: usize = 64;
/// Most orders that a player is shown to ask to go back to before.
pub const ORDERS_TO_ASK: usize = 32;

/// Every roll the engine allows fits the log.
const _: () = {
    use crate::game::limits::{DICE_IN_A_ROLL, POSITIONS};
    use crate::log::limits::{MAX_ROLL_OF, MAX_ROLL_TAKE};
    assert!(POSITIONS <= MAX_ROLL_OF && POSITIONS <= MAX_ROLL_TAKE && DICE_IN_A_ROLL <= MAX_ROLL_TAKE);
};
