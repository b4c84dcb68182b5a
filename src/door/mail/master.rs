//! The game master of a table: by mail players name one, and one acts.

use super::answer::{LineResult, MailAnswer};
use super::letter::PieceStyle;
use crate::book::{is_no, is_yes};
use crate::club::ClubError;
use crate::club::master::MasterDeed;
use crate::club::session::PlayerSession;
use crate::club::table_words::{TableAction, TableVerb};

impl MailAnswer<'_> {
    /// Proposes the person at a mail address as game master, or nobody.
    pub(super) fn master(&mut self, session: &mut PlayerSession, typed: &str) -> LineResult {
        let names_nobody = typed.is_empty() || is_no(typed) || MasterDeed::of(typed).is_some();
        let named = if names_nobody { typed.to_owned() } else { self.counted_address(typed)? };
        let answer = TableAction::Master(named).perform(session)?;
        self.answers_told(session, vec![answer])
    }

    /// A game master acts at the table that is named first, or that the mail is about.
    pub(super) fn act_as_master(&mut self, words: &[String]) -> LineResult {
        let (table, words) = match words.split_first() {
            Some((first, rest)) => match self.own_table(Some(first)) {
                // The first word is no table of theirs, so it belongs to the deed.
                Err(ClubError::Refused(_)) => (self.own_table(None)?, words),
                named => (named?, rest),
            },
            None => (self.own_table(None)?, words),
        };
        self.table = Some(table.clone());
        let mut words = words.to_vec();
        match MasterDeed::of(&words.join(" ")) {
            // A further word is refused below.
            Some((MasterDeed::Close, rest)) if rest.is_empty() || is_yes(rest) => {
                let line = [words[0].clone(), "yes".to_owned()];
                if !self.confirmed((&self.door.book, TableVerb::Master.as_str()), &line) {
                    return Ok(());
                }
                words = line.to_vec();
            }
            Some((MasterDeed::Replace, _)) => {
                if let Some(named) = words.pop_if(|word| word.contains('@')) {
                    words.push(self.counted_address(&named)?);
                }
            }
            _ => {}
        }
        let told = self.door.club.act_as_master(&table, &self.visitor(), &words.join(" "), self.lang)?;
        told.into_iter().for_each(|line| self.body.put(PieceStyle::Plain, line));
        Ok(())
    }
}
