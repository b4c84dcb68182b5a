//! The mark of a page: what tells whether it has changed.

use sha2::{Digest, Sha256};

use crate::club::ClubError;
use crate::club::session::{Asked, PlayerSession};
use crate::game::Seat;

/// Bytes of a mark.
const MARK_BYTES: usize = 16;

/// The mark of what the page of a seat shows of its table: a digest of the seat's view and of what is said about it.
///
/// Nothing in it counts entries: the numbers of prompts and of the head would tell of what the seat may not see. Nothing in it depends
/// on the clock either, such as the time that is left: it would be noticed when some entry was written, also a secret one.
///
/// # Errors
/// A view that cannot be written.
pub fn mark(session: &PlayerSession, asked: &Asked, log: &[(u64, String)]) -> Result<String, ClubError> {
    let held: Vec<(Seat, bool)> =
        session.held().into_iter().map(|(seat, asked)| (seat, asked.is_some())).collect();
    let shown = (
        (&asked.question, asked.request.is_some(), asked.prompt.is_some()),
        (asked.has_to_answer, asked.has_to_get_ready, asked.awaits, asked.over, asked.gone),
        (&session.around().label, session.facts().takebacks.steps.is_empty(), session.brief()),
        (held, log.iter().map(|(_, line)| line).collect::<Vec<_>>(), session.view_digest()?),
    );
    let text = serde_json::to_vec(&shown).map_err(ClubError::failed)?;
    Ok(hex::encode(&Sha256::digest(text)[..MARK_BYTES]))
}
