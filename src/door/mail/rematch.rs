//! The game of a table that is over, once more.

use super::DOOR;
use super::answer::{LineResult, MailAnswer};
use super::commands::begin_by_mail;
use super::letter::PieceStyle;
use crate::club::ClubError;
use crate::club::session::PlayerSession;

impl MailAnswer<'_> {
    /// Opens a rematch, or joins the one that another player opened; the mail is then about that table.
    pub(super) fn rematch(&mut self, session: &mut PlayerSession) -> LineResult {
        let (table, opened) = session.rematch()?.map_err(ClubError::Refused)?;
        if self.door.club.records().is_opened_at(DOOR, &table)? {
            begin_by_mail(&self.door.club, &table)?;
        }
        self.body.put(PieceStyle::Plain, opened);
        self.turn_to(table)
    }
}
