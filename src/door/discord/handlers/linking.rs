//! One person, two doors, from Discord's side: showing a code, taking a code from elsewhere, undoing the link, and where
//! notifications go.

use super::HandlerResult;
use super::reply_builder::ReplyBuilder;
use super::request::Request;
use crate::club::MAIL;
use crate::club::door::Door;
use crate::club::linking::{Link, LinkRefusal};
use crate::club::settings::Setting;
use crate::door::discord::DOOR;
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::Answer;
use crate::door::discord::outbound::wording::AtDiscord;

/// The note of the code whose two sides a player was last shown: nobody confirms what they have not read.
const SHOWN: &str = "link-shown";

impl Request<'_> {
    /// `/table link`: a code to give elsewhere, or the code that was shown there.
    pub(super) fn link(&self) -> HandlerResult<Answer> {
        let player = &*self.person()?.player;
        let Some(code) = self.option("code") else {
            let code = self.club().link_code(player)?;
            let Some(address) = self.club().door_address(MAIL)? else {
                return Err(self.refuse("discord-link-nowhere", &[]));
            };
            let args = [("code", code.into()), ("address", plain(&address).into())];
            return Ok(self.sentence(&self.say("discord-link-code", &args)));
        };
        let link = self.allowed(self.club().link_of(code, player)?)?;
        let shown = self.club().note_of(DOOR, player, SHOWN)?;
        if link.made || self.option("sure").is_some() && shown.as_deref() == Some(code) {
            self.allowed(self.club().link(&link, player)?)?;
            return Ok(self.sentence(&self.sides("link-done", &link)));
        }
        self.club().put_note_of(DOOR, player, SHOWN, Some(code))?;
        let how = self.say("discord-link-sure", &[("code", plain(code).into())]);
        Ok(self.sentence(&format!("{}\n{how}", self.sides("link-would", &link))))
    }

    /// `/table unlink`.
    pub(super) fn unlink(&self) -> HandlerResult<Answer> {
        let player = &*self.person()?.player;
        let link = self.allowed(self.club().unlink_of(player)?)?;
        if self.option("sure").is_none() {
            let how = self.say("discord-unlink-sure", &[]);
            return Ok(self.sentence(&format!("{}\n{how}", self.sides("link-would-part", &link))));
        }
        self.allowed(self.club().unlink(&link, DOOR)?)?;
        Ok(self.sentence(&self.sides("link-parted", &link)))
    }

    /// `/table notices`: the doors by which the caller gets notifications.
    pub(super) fn notices(&self) -> HandlerResult<Answer> {
        let Some(by) = self.option("by") else { return Err(self.refuse("link-notices-which", &[])) };
        self.allowed(self.club().tell_by(&self.person()?.player, by)?)?;
        Ok(self.sentence(&self.say("link-notices-set", &[])))
    }

    /// Sets the typed value of a setting, and shows the present one.
    pub(super) fn set(&self, setting: Setting, typed: &str) -> HandlerResult<Answer> {
        let words: (_, _, &dyn Door) = (&self.handlers.words, self.lang(), &AtDiscord);
        let told = self.done(self.club().set(words, (&self.person()?.player, setting), typed))?;
        Ok(self.sentence(&plain(&told)))
    }

    /// The value, if the club allows it; otherwise its refusal.
    fn allowed<T>(&self, done: Result<T, LinkRefusal>) -> HandlerResult<T> {
        done.map_err(|refused| self.refuse_because(&refused.said(&self.handlers.words, self.lang())))
    }

    fn sides(&self, key: &str, link: &Link) -> String {
        plain(&self.say(key, &link.args(&self.handlers.words, self.lang())))
    }

    /// A private answer of Markdown.
    fn sentence(&self, markdown: &str) -> Answer {
        let mut reply = ReplyBuilder::default();
        reply.markdown(markdown);
        self.private(reply, vec![])
    }
}
