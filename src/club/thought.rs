//! The thought of a computer player at a seat of a table: a function of the seat's view and of a key.

use super::{ClubError, GameWords};
use crate::bots::{Briefing, ComputerId, Strength, Thought, decide};
use crate::game::lesson::Past;
use crate::game::{Dice, Seat, Viewer};
use crate::games::Playable;
use crate::keys::{KEY_BYTES, sign};
use crate::seal::Seed;
use crate::table::{Table, Tables};
use crate::view;

/// A server's key, the source of all chance of computer players.
pub type ComputerKey = [u8; KEY_BYTES];

/// The key of the dice with which a seat of a table answers the prompt of entry `prompt`.
pub(super) fn dice_key(key: &ComputerKey, table: &str, seat: Seat, prompt: u64) -> [u8; KEY_BYTES] {
    sign(key, &[table, seat.as_str(), &prompt.to_string()])
}

/// The key of the dice with which `player` answers at a table as it is now: it follows from the table's seed, for a player who can be
/// thought again, else from the server's key.
pub(super) fn dice_of<G: Playable>(
    now: &Table<G>,
    seed: Option<&Seed>,
    (player, (seat, prompt)): (&str, (Seat, u64)),
    key: &ComputerKey,
) -> [u8; KEY_BYTES] {
    let of_seed = ComputerId::of(player).and(seed).and_then(|seed| now.thought_key(seed, seat));
    of_seed.unwrap_or_else(|| dice_key(key, now.id(), seat, prompt))
}

/// The answer of a computer player of this strength to `prompt`, with the dice of this key; `None` if the seat now has another
/// prompt.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn think<G: Playable>(
    tables: &Tables<G>,
    now: &Table<G>,
    game_words: &GameWords,
    (seat, prompt): (Seat, u64),
    (strength, key): (Strength, [u8; KEY_BYTES]),
) -> Result<Option<Thought>, ClubError> {
    let Some(asked) = now.waited_for_at(seat).filter(|asked| asked.number == prompt) else { return Ok(None) };
    let viewer = Viewer::Seat(seat);
    let lines = view::of_span::<G>(tables.store(), now.id(), 0, now.head().seq, viewer)?;
    let facts = |past| match past {
        Past::Happened(fact) => Some(fact),
        Past::Ordered(_) | Past::TookBack => None,
    };
    let past: Vec<_> = game_words.past_of(seat, &lines)?.into_iter().filter_map(facts).collect();
    let (view, options) = (now.view(viewer), now.options(seat));
    let briefing = Briefing { view: &view, prompt: &asked.prompt, options: &options, past: &past };
    Ok(decide(&**now.game(), strength, &briefing, &mut Dice::from_key(key)))
}
