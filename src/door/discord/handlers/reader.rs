//! The reader of an answer, and refusals in their words.

use super::{EarlyReply, HandlerResult};
use crate::club::ClubError;
use crate::club::limits::TooMuch;
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::{Message, SlashReply};
use crate::door::discord::outbound::paginate::shorten;
use crate::observe;
use crate::words::{Lang, Value, Words};

/// Most characters of a user's text that an answer repeats.
const REPEATED: usize = 60;

/// The reader of an answer: the texts, and the language they are read in.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) words: &'a Words,
    pub(super) lang: Lang,
}

impl Reader<'_> {
    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    /// Words one after another.
    pub(super) fn list_of(&self, items: impl Iterator<Item = String>) -> String {
        items.collect::<Vec<_>>().join(&self.say("list-separator", &[]))
    }

    /// A private answer of one sentence, which may hold mentions and times but nothing of a user's that is not escaped.
    pub(super) fn refuse(&self, key: &str, args: &[(&str, Value<'_>)]) -> EarlyReply {
        observe::refused("asker");
        EarlyReply::Answer(Box::new(SlashReply::private(Message::from(self.say(key, args)))))
    }

    /// Why that is too much.
    pub(super) fn too_much(&self, too_much: TooMuch) -> String {
        match too_much {
            TooMuch::Orders { wait_seconds } => {
                self.say("discord-serve-orders", &[("seconds", wait_seconds.into())])
            }
            TooMuch::Tables { most } => self.say("discord-serve-tables", &[("most", most.into())]),
        }
    }
}

/// A private answer in words that were made elsewhere.
pub(super) fn refuse_because(why: &str) -> EarlyReply {
    observe::refused("asker");
    EarlyReply::Answer(Box::new(SlashReply::private(Message::from(plain(why)))))
}

/// Turns the club's refusal into a handler's.
pub(super) fn or_refuse<T>(done: Result<T, ClubError>) -> HandlerResult<T> {
    match done {
        Err(ClubError::Refused(why)) => Err(refuse_because(&why)),
        done => Ok(done?),
    }
}

/// A user's text as an answer repeats it: short and escaped.
pub(super) fn repeated(typed: &str) -> String {
    plain(&shorten(typed, REPEATED))
}
