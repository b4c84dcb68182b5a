//! The game of a table that is over, once more.

use super::answer::{Answering, InputError, LineResult};
use super::letter::PieceStyle;
use crate::club::session::PlayerSession;
use crate::words::Lang;

impl Answering<'_> {
    /// A rematch, or the one that another player asked for; the mail is about that table then.
    pub(super) fn rematch(&mut self, session: &mut dyn PlayerSession) -> LineResult {
        let (table, said) = match session.rematch()? {
            Ok(opened) => opened,
            Err(why) => return Ok(Err(InputError(why))),
        };
        if self.desk.club.settings(&table)?.is_none() {
            let lang = self.desk.club.settings(session.table())?.map(|old| Lang::of_locale(&old.lang));
            self.furnish(&table, lang.unwrap_or(self.lang))?;
        }
        self.body.put(PieceStyle::Plain, said);
        self.turn_to(table)
    }
}
