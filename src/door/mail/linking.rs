//! One person, two doors, from the mail door's side: showing a code, taking a code from elsewhere, undoing the link, and where
//! notifications go.

use super::DOOR;
use super::answer::{LineResult, MailAnswer};
use super::letter::PieceStyle;
use crate::club::linking::Link;

impl MailAnswer<'_> {
    /// `link`, with the code that was shown elsewhere or without one.
    pub(super) fn link(&mut self, words: &[String]) -> LineResult {
        let Some(code) = words.first() else {
            let code = self.door.club.linking().new_code(self.player)?;
            self.body.put(PieceStyle::Plain, self.say("mail-link-code", &[("code", code.into())]));
            return Ok(());
        };
        let link = self.allowed(self.door.club.linking().link_of(code, self.player)?)?;
        if !link.made && !self.confirmed((&self.door.book, "link"), words) {
            return self.sides("link-would", &link);
        }
        self.allowed(self.door.club.linking().link(&link, self.player)?)?;
        self.sides("link-done", &link)
    }

    /// `unlink`.
    pub(super) fn unlink(&mut self, words: &[String]) -> LineResult {
        let link = self.allowed(self.door.club.linking().unlink_of(self.player)?)?;
        if !self.confirmed((&self.door.book, "unlink"), words) {
            return self.sides("link-would-part", &link);
        }
        self.allowed(self.door.club.linking().unlink(&link, DOOR)?)?;
        self.sides("link-parted", &link)
    }

    /// `notices`: the doors by which the player gets notifications.
    pub(super) fn notices(&mut self, words: &[String]) -> LineResult {
        let named = words.first().and_then(|word| self.door.book.verb("notices")?.choice(word));
        let Some(choice) = named else { return self.input_error("link-notices-which", &[]) };
        self.allowed(self.door.club.linking().tell_by(self.player, choice.word.as_str())?)?;
        self.body.put(PieceStyle::Plain, self.say("link-notices-set", &[]));
        Ok(())
    }

    fn sides(&mut self, key: &str, link: &Link) -> LineResult {
        let args = link.args(&self.door.words, self.lang);
        self.body.put(PieceStyle::Plain, self.say(key, &args));
        Ok(())
    }
}
