//! The facts about a mail while it is carried out: its writer, its table, and the line that is read.

use std::sync::Arc;

use super::body::shown;
use super::mail_door::MailDoor;
use super::wording::AtMail;
use crate::book::{ArgKind, ParseError, is_yes};
use crate::club::linking::LinkRefusal;
use crate::club::session::PlayerSession;
use crate::club::table_words::TableVerb;
use crate::club::zone::{zone_of, zoned};
use crate::club::{ClubError, PlayerTable, Visitor};
use crate::game::Word;
use crate::mail::reading::Incoming;
use crate::pace::Zone;
use crate::words::{Lang, Value};

/// A mail while it is carried out.
pub(super) struct MailContext<'a> {
    pub(super) door: &'a MailDoor,
    /// The mail; `None` for a letter that answers none.
    pub(super) mail: Option<&'a Incoming>,
    pub(super) player: &'a str,
    pub(super) lang: Lang,
    /// The table the mail was written to.
    pub(super) written_to: Option<String>,
    /// The table the mail is about by now.
    pub(super) table: Option<String>,
    /// The key of the mail, and the line that is carried out.
    pub(super) key: &'a str,
    pub(super) line: usize,
    /// The code at the end of that line, which confirms it.
    pub(super) code: Option<String>,
    /// Something was done: numbers of an earlier list mean nothing any more.
    pub(super) changed: bool,
}

impl<'a> MailContext<'a> {
    pub(super) fn new(
        door: &'a MailDoor,
        mail: Option<&'a Incoming>,
        (player, lang): (&'a str, Lang),
        table: Option<String>,
        key: &'a str,
    ) -> MailContext<'a> {
        let written_to = table.clone();
        MailContext { door, mail, player, lang, written_to, table, key, line: 0, code: None, changed: false }
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.door.words.say(self.lang, key, args)
    }

    /// A moment in seconds since 1970, as the player's clock shows it, with its zone.
    pub(super) fn moment(&self, at: i64) -> Result<String, ClubError> {
        let zone = self.door.club.people().player(self.player)?.as_ref().map_or(Zone::UTC, zone_of);
        Ok(zoned(&self.door.words, self.lang, at, &zone))
    }

    /// Refuses a line for this reason.
    pub(super) fn input_error<T>(&self, key: &str, args: &[(&str, Value<'_>)]) -> Result<T, ClubError> {
        Err(ClubError::Refused(self.say(key, args)))
    }

    /// Returns whether a command of this door is also a verb at the player's table: of its game, as `decline` may be, or one
    /// that this door only extends. Then the verb is meant, unless the command names a table, which no verb at a table does.
    pub(super) fn is_of_session(
        &self,
        verb: Word,
        words: &Result<Vec<String>, ParseError>,
    ) -> Result<bool, ClubError> {
        let Some(session) = self.seated()? else { return Ok(false) };
        let own = self.door.book.verb(verb.as_str());
        let takes_table = own.is_some_and(|own| own.args.iter().any(|arg| arg.kind == ArgKind::Table));
        let names_table = takes_table && words.as_ref().is_ok_and(|words| !words.is_empty());
        let known = session.book().verb(verb.as_str());
        Ok(known.is_some_and(|known| !known.table || !names_table))
    }

    /// The visitor for the current line.
    pub(super) fn visitor(&self) -> Visitor {
        // Each line has its own key, so a mail that is read again does only the lines that are left.
        let key = format!("{}.{}", self.key, self.line);
        let proof = self.mail.and_then(|mail| mail.proof.as_ref());
        let receipts = proof.and_then(|proof| self.door.club.evidence().receipts_of(proof));
        Visitor { player: self.player.to_owned(), door: Arc::new(AtMail), key, receipts }
    }

    /// The player at the table the mail is about.
    pub(super) fn session(&self) -> Result<PlayerSession, ClubError> {
        let table = self.table.as_deref().unwrap_or_default();
        self.door.club.watch(table, self.lang)?.sit(self.visitor(), None)
    }

    /// The same; `None` where the mail is about no table, or the player holds no seat there.
    pub(super) fn seated(&self) -> Result<Option<PlayerSession>, ClubError> {
        match self.table {
            None => Ok(None),
            Some(_) => match self.session() {
                Err(ClubError::Refused(_)) => Ok(None),
                session => session.map(Some),
            },
        }
    }

    pub(super) fn tables(&self) -> Result<Vec<PlayerTable>, ClubError> {
        Ok(self.door.club.people().readable_tables_of(self.player)?.0)
    }

    pub(super) fn listed(&self, items: Vec<String>) -> String {
        items.join(&self.say("list-separator", &[]))
    }

    /// The named table, or the mail's, among those of the player.
    pub(super) fn own_table(&self, named: Option<&String>) -> Result<String, ClubError> {
        let named = match (named, &self.table) {
            (Some(named), _) => named.trim().to_lowercase(),
            (None, Some(table)) => return Ok(table.clone()),
            (None, None) => return self.input_error("mail-name-table", &[]),
        };
        match self.tables()?.into_iter().find(|table| table.table == named) {
            Some(table) => Ok(table.table),
            None => self.input_error("mail-no-table", &[("given", named.as_str().into())]),
        }
    }

    pub(super) fn deed(&self, verb: &str, words: &[String]) -> String {
        format!("{verb} {} {}", self.table.as_deref().unwrap_or_default(), words.join(" "))
    }

    pub(super) fn is_code(&self, code: &str, deed: &str) -> bool {
        self.door.tokens.is_code(code, self.player, deed, self.door.now())
    }

    /// Takes the code off the end of a line that confirms an action, and keeps it; the rest is read like any line. Only a code
    /// is taken off, so any other word there is one too many.
    pub(super) fn without_code<'t>(&mut self, text: &'t str) -> Result<&'t str, ClubError> {
        self.code = None;
        let Some((line, code)) = text.trim_end().rsplit_once(char::is_whitespace) else { return Ok(text) };
        // A phone may end a line with a full stop.
        let code = code.trim_end_matches(['.', '。']);
        let at_table = self.seated()?;
        let named = self.door.book.command(line).or_else(|| at_table.as_ref()?.book().command(line));
        let Some((verb, Ok(words))) = named else { return Ok(text) };
        // `resign yes CODE`: the terminal asks for this word.
        let is_resign = TableVerb::named(verb.name.as_str()) == Some(TableVerb::Resign);
        let words: Vec<String> = words.into_iter().skip_while(|word| is_resign && is_yes(word)).collect();
        if !self.is_code(code, &self.deed(verb.name.as_str(), &words)) {
            return Ok(text);
        }
        self.code = Some(code.to_owned());
        Ok(line)
    }

    /// One of the player's tables in a line.
    pub(super) fn table_line(&self, table: &PlayerTable) -> Result<String, ClubError> {
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

    /// The value, if the club allows it; otherwise its refusal.
    pub(super) fn allowed<T>(&self, done: Result<T, LinkRefusal>) -> Result<T, ClubError> {
        done.map_err(|refused| ClubError::Refused(refused.in_words(&self.door.words, self.lang)))
    }
}
