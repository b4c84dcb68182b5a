//! Lists of tables: a player's own, and those that look for players.

use super::DOOR;
use super::answer::{LineResult, MailAnswer};
use super::letter::{Body, PieceStyle, shown};
use crate::club::{ClubError, PlayerTable};

impl MailAnswer<'_> {
    pub(super) fn list_tables(&mut self) -> LineResult {
        let tables = self.tables()?;
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

    /// One of the player's tables in a line.
    fn table_line(&self, table: &PlayerTable) -> Result<String, ClubError> {
        let key = format!("mail-line-{}", table.stands());
        let seats = if table.seats.is_empty() { &table.offered } else { &table.seats };
        let seats = self.door.seat_names(&table.table, seats, self.lang)?;
        let since = self.moment(table.since)?;
        let args = [
            ("table", table.table.as_str().into()),
            ("label", shown(&table.label).into()),
            ("seats", seats.into()),
            ("since", since.into()),
        ];
        let line = self.say(&key, &args);
        let due = table.due_by().map(|due| self.moment(due)).transpose()?;
        Ok(match due {
            Some(due) => self.say("time-line-due", &[("line", line.into()), ("due", due.into())]),
            None => line,
        })
    }

    /// Reminders of several tables, for a letter that answers no mail.
    pub(super) fn digest(mut self, of: &[&str]) -> Result<Body, ClubError> {
        let tables = self.door.club.tables_of(self.player, |table| Ok(of.contains(&table)))?;
        let heading = self.say("mail-digest", &[("count", tables.len().into())]);
        self.body.put(PieceStyle::Heading, heading);
        for table in &tables {
            let line = self.table_line(table)?;
            self.body.put(PieceStyle::Plain, line);
        }
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
