//! The game of a table that is over, once more.

use super::answer::{LineResult, MailAnswer};
use super::letter::PieceStyle;
use crate::club::ClubError;
use crate::club::session::PlayerSession;
use crate::words::Lang;

impl MailAnswer<'_> {
    /// Opens a rematch, or joins the one that another player opened; the mail is then about that table.
    pub(super) fn rematch(&mut self, session: &mut PlayerSession) -> LineResult {
        let (table, opened) = session.rematch()?.map_err(ClubError::Refused)?;
        // A table without settings was opened by this rematch, or at a door that notes none.
        if self.door.club.records().settings(&table)?.is_none() {
            let lang =
                self.door.club.records().settings(session.table())?.map(|old| Lang::of_locale(&old.lang));
            self.note_opened(&table, lang.unwrap_or(self.lang))?;
        }
        self.body.put(PieceStyle::Plain, opened);
        self.turn_to(table)
    }
}
