//! One person, two doors, as it is done by mail: the code to give elsewhere, the code from elsewhere, undoing it, and where to be
//! told.

use super::DOOR;
use super::answer::{Answering, InputError, LineResult};
use super::courier::MailCourier;
use super::courier::blocking;
use super::desk::{Addressed, MailDesk};
use super::letter::{Body, MailLetter, PieceStyle};
use crate::book::fold;
use crate::club::delivery::lang_of;
use crate::club::linking::{Link, LinkNotice, LinkRefusal};
use crate::club::{ClubError, Player};

impl Answering<'_> {
    /// `link`, with the code that was shown elsewhere or without one.
    pub(super) fn link(&mut self, words: &[String]) -> LineResult {
        let Some(code) = words.first() else {
            let code = self.desk.club.link_code(self.player)?;
            self.body.put(PieceStyle::Plain, self.say("mail-link-code", &[("code", code.into())]));
            return Ok(Ok(()));
        };
        let link = match self.desk.club.link_of(code, self.player)? {
            Ok(link) if link.made => return self.sides("link-done", &link),
            Ok(link) => link,
            Err(refused) => return self.not_linked(&refused),
        };
        let done = match self.confirmed((&self.desk.book, "link"), words)? {
            Some(_) => self.desk.club.link(code, self.player)?,
            None => return self.sides("link-would", &link),
        };
        match done {
            Ok(link) => self.sides("link-done", &link),
            Err(refused) => self.not_linked(&refused),
        }
    }

    /// `unlink`.
    pub(super) fn unlink(&mut self, words: &[String]) -> LineResult {
        let link = match self.desk.club.unlink_of(self.player)? {
            Ok(link) => link,
            Err(refused) => return self.not_linked(&refused),
        };
        let done = match self.confirmed((&self.desk.book, "unlink"), words)? {
            Some(_) => self.desk.club.unlink(self.player, DOOR)?,
            None => return self.sides("link-would-part", &link),
        };
        match done {
            Ok(link) => self.sides("link-parted", &link),
            Err(refused) => self.not_linked(&refused),
        }
    }

    /// `notices`: by which doors the player is told what happens.
    pub(super) fn notices(&mut self, words: &[String]) -> LineResult {
        let key = fold(words.first().map_or("", String::as_str));
        let choices = self.desk.book.verb("notices").map(|verb| verb.choices()).into_iter().flatten();
        let named = choices.into_iter().find(|choice| choice.names().any(|name| fold(name) == key));
        let told = match named {
            Some(choice) => self.desk.club.tell_by(self.player, choice.word.as_str())?,
            None => return self.slip("link-notices-which", &[]),
        };
        match told {
            Ok(()) => self.body.put(PieceStyle::Plain, self.say("link-notices-set", &[])),
            Err(refused) => return self.not_linked(&refused),
        }
        Ok(Ok(()))
    }

    fn sides(&mut self, key: &str, link: &Link) -> LineResult {
        let args = link.args(&self.desk.words, self.lang);
        self.body.put(PieceStyle::Plain, self.say(key, &args));
        Ok(Ok(()))
    }

    fn not_linked(&self, refused: &LinkRefusal) -> LineResult {
        Ok(Err(InputError(refused.said(&self.desk.words, self.lang))))
    }
}

impl MailDesk {
    /// A notice of a link as a letter to the address it concerns.
    fn letter_of_link(&self, id: &str, player: &Player, notice: &LinkNotice) -> Option<Addressed> {
        let (address, lang) = (player.address(DOOR)?.to_owned(), lang_of(player));
        let mut body = Body::default();
        let undo = self.words.say(lang, "mail-unlink", &[]);
        body.put(PieceStyle::Plain, notice.said(&self.words, lang, &undo));
        let id = self.tokens.id(&["link", id, &notice.at.to_string()]);
        let subject = self.subject(None, lang);
        let letter = MailLetter { id, table: None, subject, body, answers: None, export: None };
        Some(Addressed { player: player.id.clone(), address, lang, letter })
    }
}

impl MailCourier {
    /// Tells the addresses concerned of links made and undone in other doors.
    pub(super) async fn tell_of_links(&self) -> Result<(), ClubError> {
        let desk = self.desk.clone();
        for (id, player, mut notice) in blocking(move || desk.club.link_notices(DOOR)).await? {
            let sent = match self.desk.letter_of_link(&id, &player, &notice) {
                Some(letter) => self.send(&letter).await?,
                None => Ok(()),
            };
            let again = match sent {
                Err(trouble) if !trouble.kind.is_permanent() => {
                    notice.attempts += 1;
                    let pause = trouble.kind.pause(notice.attempts).as_secs().max(1);
                    notice.due = self.desk.club.now().saturating_add_unsigned(pause);
                    Some(notice)
                }
                _ => None,
            };
            let desk = self.desk.clone();
            blocking(move || desk.club.put_link_notice(DOOR, &id, again.as_ref())).await?;
        }
        Ok(())
    }
}
