//! Bounds of the table service, in one place.

/// Most folded tables in memory; beyond them the least recently used one is dropped and folded again when needed.
pub const OPEN_TABLES: usize = 1000;
/// Most games kept built from their data packs.
pub const BUILT_GAMES: usize = 16;
/// Retries of a command after another process appended first.
pub const CONFLICT_RETRIES: u32 = 16;
/// Tries to find a free id for a new table.
pub const ID_TRIES: u32 = 16;
/// Random characters of a table id.
pub const ID_LETTERS: usize = 4;
/// Most bytes of an order in canonical form.
pub const ORDER_BYTES: usize = 16 * 1024;
/// Most entries reported after a stale order: the newest.
pub const SINCE_ENTRIES: usize = 64;
/// Most orders that a player is shown to ask to go back to before.
pub const ORDERS_TO_ASK: usize = 32;

/// Every roll the engine allows fits the log.
const _: () = {
    use crate::game::limits::{DICE_IN_A_ROLL, POSITIONS};
    use crate::log::limits::{MAX_ROLL_OF, MAX_ROLL_TAKE};
    assert!(POSITIONS <= MAX_ROLL_OF && POSITIONS <= MAX_ROLL_TAKE && DICE_IN_A_ROLL <= MAX_ROLL_TAKE);
};
