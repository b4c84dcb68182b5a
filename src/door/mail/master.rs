//! The game master of a table: by mail players name one, and one acts.

use super::answer::{Answering, InputError, LineResult};
use super::letter::PieceStyle;
use crate::book::{is_no, is_yes};
use crate::club::ClubError;
use crate::club::master::MasterDeed;
use crate::club::session::PlayerSession;

impl Answering<'_> {
    /// A player would have somebody at a mail address as game master, or nobody.
    pub(super) fn master(&mut self, session: &mut dyn PlayerSession, words: &[String]) -> LineResult {
        let typed = words.join(" ");
        let typed = match typed.is_empty() || is_no(&typed) || MasterDeed::of(&typed).is_some() {
            true => typed,
            false => match self.addressed(words)? {
                Ok((_, rest)) if !rest.is_empty() => {
                    return self.slip("mail-not-an-address", &[("given", typed.into())]);
                }
                Ok((address, _)) => match self.count_stranger()? {
                    Ok(()) => address,
                    Err(slip) => return Ok(Err(slip)),
                },
                Err(slip) => return Ok(Err(slip)),
            },
        };
        let answer = session.master(&typed)?;
        self.answers_told(session, vec![answer])
    }

    /// A game master acts at the table that is named first, or that the mail is about.
    pub(super) fn act_as_master(&mut self, words: &[String]) -> LineResult {
        let named = match words.split_first() {
            Some((first, rest)) => self.own_table(Some(first))?.ok().map(|table| (table, rest)),
            None => None,
        };
        let (table, words) = match named {
            Some(named) => named,
            None => match self.own_table(None)? {
                Ok(table) => (table, words),
                Err(slip) => return Ok(Err(slip)),
            },
        };
        self.table = Some(table.clone());
        let mut words = words.to_vec();
        match MasterDeed::of(&words.join(" ")) {
            // Another word behind it is refused below.
            Some((MasterDeed::Close, rest)) if rest.is_empty() || is_yes(rest) => {
                let line = [words[0].clone(), "yes".to_owned()];
                if !self.confirmed((&self.desk.book, "master"), &line) {
                    return Ok(Ok(()));
                }
                words = line.to_vec();
            }
            Some((MasterDeed::Replace, _)) => {
                if let Some(named) = words.pop_if(|word| word.contains('@')) {
                    match self.addressed(&[named])? {
                        Ok((address, _)) => words.push(address),
                        Err(slip) => return Ok(Err(slip)),
                    }
                    if let Err(slip) = self.count_stranger()? {
                        return Ok(Err(slip));
                    }
                }
            }
            _ => {}
        }
        match self.desk.club.act_as_master(&table, &self.visitor(), &words.join(" "), self.lang) {
            Err(ClubError::Refused(why)) => Ok(Err(InputError(why))),
            told => {
                told?.into_iter().for_each(|line| self.body.put(PieceStyle::Plain, line));
                Ok(Ok(()))
            }
        }
    }
}
