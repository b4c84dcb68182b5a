//! One interaction, from the gateway or the endpoint, with only the facts that handlers need.

use std::fmt;
use std::sync::Arc;

use super::id::Id;
use super::outbound::message::KeptPicture;
use crate::receipt::SenderProof;
use crate::words::Lang;

/// One interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Its id: the idempotency key of its effects.
    pub id: Id,
    /// The sender.
    pub user: User,
    /// The server; `None` in a direct message, and where the bot is in no server.
    pub guild: Option<Id>,
    /// The channel or thread.
    pub channel: Id,
    /// The channel that a thread belongs to; `None` in a channel.
    pub parent: Option<Id>,
    /// The language of the server.
    pub guild_lang: Lang,
    /// The permissions of the bot in the channel, as Discord's bits; `None` where Discord does not say.
    pub bot_rights: Option<u64>,
    /// Most bytes of a file in the answer.
    pub file_bytes: u64,
    /// The form of the message with the component that was used.
    pub on: UsedMessage,
    /// The request.
    pub what: InteractionData,
    /// Discord's signature; none through the gateway.
    pub proof: Option<Arc<SenderProof>>,
}

/// The message with a component that was used; nothing of it where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedMessage {
    /// True if it is a card: it stays one.
    pub card: bool,
    /// The colour of that card.
    pub accent: Option<u32>,
    /// Its first picture.
    pub picture: Option<KeptPicture>,
}

/// The sender of an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: Id,
    /// Their name here.
    pub name: String,
    /// The language their Discord speaks.
    pub lang: Lang,
    /// True if they may manage the server.
    pub manager: bool,
}

/// The request of an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionData {
    /// A slash command.
    Command(Command),
    /// A request for suggestions for the option being typed.
    Complete {
        /// The command so far; [`Command::given`] includes the option being typed.
        command: Command,
        /// The name of that option.
        option: String,
    },
    /// A button or a select menu.
    Click {
        /// The component's.
        custom_id: String,
        /// The values chosen in a select menu; none for a button.
        values: Vec<String>,
        /// True if only this user sees the component's message.
        private: bool,
    },
    /// A modal that was filled in.
    Filled {
        /// The modal's.
        custom_id: String,
        /// The values of its fields by `custom_id`: one for each text and each chosen option.
        fields: Vec<(String, String)>,
        /// The names of parts that this program does not know: what they held is not among the fields.
        odd: Vec<String>,
        /// True if it was opened from a message that is seen by this user only.
        private: bool,
    },
}

/// A slash command with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The command, then its subcommand: `["chess-opening", "castle"]`.
    pub path: Vec<String>,
    /// The options that were given, by name. Numbers, users and booleans as their text: a user as the decimal id.
    pub given: Vec<(String, String)>,
    /// The users among them whom Discord knows.
    pub users: Vec<NamedUser>,
}

/// A user whom an option names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedUser {
    /// Their id.
    pub id: Id,
    /// True if that is no person.
    pub bot: bool,
    /// True if they are a member of the server; always false in a direct message.
    pub member: bool,
}

impl Command {
    /// The option called `name`, if it was given and is not blank.
    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.given.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }
}

/// The token to answer an interaction with. Its holder can speak as the bot for a quarter of an hour: it is not logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyToken(String);

impl ReplyToken {
    /// The token that came with an interaction.
    pub fn new(token: String) -> ReplyToken {
        ReplyToken(token)
    }

    /// The token itself, for the address of a request.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ReplyToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}
