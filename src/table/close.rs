//! Closing: an entry with the reason, the opening of everything sealed, and the seed, so that everyone can check the dice.
//!
//! A finished game closes its table in the same append as the order that ended it. A practice table stays open then, so that
//! the last orders can still be taken back; its owner closes it.

use super::batch::{Batch, Origin};
use super::effect::{Decision, Draft, Effect};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{By, EndEvent, EntryAudience, PlayEvent, TableEvent};

/// The reason in `TableClosed` for a table closed by a manager of the place where it is played (of a Discord server, for
/// example), and the seat of a manager in the log.
pub const MANAGER: &str = "manager";

impl<G: Packed> Table<G> {
    /// Folds an event of this matter: a closed table has no more prompts.
    pub(super) fn end_event(&mut self, event: &EndEvent) {
        match event {
            EndEvent::TableClosed { why } => {
                self.closed = Some(why.as_str().into());
                self.request = None;
                self.questions.asked.clear();
            }
            // Resigning closes the table by the entry after it.
            EndEvent::Resigned { .. } | EndEvent::SeedRevealed { .. } => {}
        }
    }

    pub(super) fn close(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.still_open()?;
        let players = self.players();
        let Some(seat) = players.get(&*draft.caller.player) else {
            return Err(Reply::refused("not-the-owner").into());
        };
        if players.len() > 1 {
            return Err(Reply::refused("close-needs-agreement").into());
        }
        let why = if self.is_over() { "over" } else { "abandoned" };
        ending(&mut draft.batch, self, why, draft.caller.at(*seat))?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn close_as_manager(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.still_open()?;
        let why = if self.is_over() { "over" } else { MANAGER };
        let by = Some(By { seat: MANAGER.to_owned(), player: draft.caller.player.clone() });
        ending(&mut draft.batch, self, why, Origin { by, ..draft.caller.origin() })?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn resign(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        if self.is_over() {
            return Err(Reply::refused("game-is-over").into());
        }
        draft.batch.add(TableEvent::End(EndEvent::Resigned { seat: seat.to_string() }), origin)?;
        ending(&mut draft.batch, self, "resigned", Origin::default())?;
        Ok(Effect::by(seat))
    }
}

/// Adds the entries that end a table. `origin` is who closed it, if that is no other entry's business.
pub(super) fn ending<G: Game>(
    batch: &mut Batch<'_, G::Event>,
    table: &Table<G>,
    why: &str,
    origin: Origin,
) -> Result<(), TableFault> {
    // Read before the closing is added: without another lead the closing would be its own cause.
    let cause = batch.lead();
    let everyone = || EntryAudience::Everyone;
    batch.table_event(
        TableEvent::End(EndEvent::TableClosed { why: why.to_owned() }),
        origin,
        everyone(),
        cause,
    )?;
    let sealed = table.still_sealed();
    if !sealed.is_empty() {
        let opened = TableEvent::Play(PlayEvent::Opened { entries: sealed, to: everyone() });
        batch.table_event(opened, Origin::default(), everyone(), cause)?;
    }
    // Last of all: nothing may be rolled once the seed is known.
    let seed = batch.seed().expose_hex();
    batch.table_event(
        TableEvent::End(EndEvent::SeedRevealed { seed }),
        Origin::default(),
        everyone(),
        cause,
    )?;
    Ok(())
}
