//! A player's actions at the table beside orders: takebacks, closing, and the seats.

use std::io;

use super::{LineOutcome, Session, broken};
use crate::club::session::OrderOutcome;
use crate::club::table_words::TableAction;

impl Session<'_> {
    /// Does something at the table; what ends it is confirmed first.
    pub(super) fn act(&mut self, action: &TableAction) -> io::Result<LineOutcome> {
        let answer = match action {
            // The request came after the line was typed.
            TableAction::Answer { .. } if self.unseen => {
                Ok(OrderOutcome::Refused(self.say("terminal-stale", &[])))
            }
            TableAction::Resign { sure } => return self.resign(*sure),
            TableAction::Close => return self.close(),
            // The seat whose order is taken back plays on.
            TableAction::Undo(count) => self.table.undo(*count),
            action => action.perform(&mut self.table),
        };
        self.answered(answer)
    }

    /// It ends the table for everybody: a single word, perhaps a slip, does not do it.
    fn resign(&mut self, sure: bool) -> io::Result<LineOutcome> {
        if broken(self.table.asked())?.over {
            return self.nothing_asked();
        }
        if !sure {
            self.page.line(&self.say("terminal-resign-sure", &[]))?;
            return Ok(LineOutcome::Shown);
        }
        let answer = self.table.resign();
        self.answered(answer)
    }

    /// Ends the table: alone after a confirmation, with others when they agree.
    fn close(&mut self) -> io::Result<LineOutcome> {
        if broken(self.table.asked())?.over {
            return self.nothing_asked();
        }
        if self.table.accompanied() {
            let answer = self.table.propose_close();
            return self.answered(answer);
        }
        self.closing = true;
        self.page.line(&self.say("terminal-close-sure", &[]))?;
        Ok(LineOutcome::Shown)
    }
}
