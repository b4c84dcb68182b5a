//! What a computer player thinks at a seat of a table: a function of what the seat sees there and of a key.

use super::{ClubError, GameWords};
use crate::bots::{Briefing, Strength, Thought, decide};
use crate::game::lesson::Past;
use crate::game::{Dice, Seat, Viewer};
use crate::games::Playable;
use crate::keys::{KEY_BYTES, sign};
use crate::table::{Table, Tables};
use crate::view;

/// A server's key, from which follows whatever computer players leave to chance.
pub type ComputerKey = [u8; KEY_BYTES];

/// The key of the dice by which a seat of a table answers what entry `prompt` asks.
pub(super) fn dice_key(key: &ComputerKey, table: &str, seat: Seat, prompt: u64) -> [u8; KEY_BYTES] {
    sign(key, &[table, seat.as_str(), &prompt.to_string()])
}

/// The answer of a computer player of this strength to `prompt`, by dice of this key; `None` where the
/// seat is asked something else by now.
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
