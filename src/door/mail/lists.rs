//! Lists of tables: a player's own, and those that look for players.

use super::DOOR;
use super::answer::{LineResult, MailAnswer};
use super::letter::{Body, PieceStyle};
use crate::club::ClubError;

impl MailAnswer<'_> {
    pub(super) fn list_tables(&mut self) -> LineResult {
        let (tables, unreadable) = self.door.club.people().readable_tables_of(self.player)?;
        name_unreadable(self, &unreadable);
        if tables.is_empty() {
            self.body.put(PieceStyle::Plain, self.say("mail-no-table-yet", &[]));
        }
        for table in tables {
            let line = self.table_line(&table)?;
            self.body.put(PieceStyle::Plain, line);
            if let Some(readiness) = table.readiness.as_ref().filter(|_| !table.over) {
                let said = self.door.club.games().readiness_of(&table.table, readiness, self.lang)?;
                self.body.put(PieceStyle::Plain, said);
            }
        }
        Ok(())
    }

    /// Reminders of several tables, for a letter that answers no mail, with the player's tables that cannot be read.
    pub(super) fn digest(mut self, of: &[&str]) -> Result<Body, ClubError> {
        let (mut tables, unreadable) = self.door.club.people().readable_tables_of(self.player)?;
        tables.retain(|table| of.contains(&&*table.table));
        let heading = self.say("mail-digest", &[("count", tables.len().into())]);
        self.body.put(PieceStyle::Heading, heading);
        for table in &tables {
            let line = self.table_line(table)?;
            self.body.put(PieceStyle::Plain, line);
        }
        name_unreadable(&mut self, &unreadable);
        self.body.put(PieceStyle::Plain, self.say("mail-digest-how", &[]));
        Ok(self.body)
    }

    /// Tables that were opened by mail and look for players; other doors list their own.
    pub(super) fn open_seats(&mut self) -> LineResult {
        let club = &self.door.club;
        let open = club.vacancies().all(|table| club.records().is_opened_at(DOOR, table))?;
        if open.is_empty() {
            self.body.put(PieceStyle::Plain, self.say("open-none", &[]));
        }
        for open in open {
            let since = self.moment(open.vacancy.since.timestamp())?;
            let line = self.door.club.vacancies().line(&open, self.lang, since)?;
            self.body.put(PieceStyle::Plain, line);
        }
        Ok(())
    }
}

/// A line for each table that cannot be read.
fn name_unreadable(answer: &mut MailAnswer<'_>, unreadable: &[String]) {
    for table in unreadable {
        let said = answer.say("table-unreadable", &[("table", table.as_str().into())]);
        answer.body.put(PieceStyle::Plain, said);
    }
}
