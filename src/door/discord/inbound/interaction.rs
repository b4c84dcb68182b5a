//! What came in: one interaction, by the gateway or by the endpoint, in the few facts that handlers need.

use std::fmt;

use crate::words::Lang;

/// A Discord id: a snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Id, Self::Err> {
        text.parse().map(Id)
    }
}

impl serde::Serialize for Id {
    /// As text: JSON numbers lose digits above 2^53.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// One interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Its id: the idempotency key of whatever it does.
    pub id: Id,
    /// Who it is from.
    pub user: User,
    /// The server; `None` in a direct message.
    pub guild: Option<Id>,
    /// The channel or thread.
    pub channel: Id,
    /// The channel that a thread belongs to; `None` in a channel.
    pub parent: Option<Id>,
    /// The language of the server.
    pub guild_lang: Lang,
    /// Most bytes of a file in the answer.
    pub file_bytes: u64,
    /// What is asked for.
    pub what: InteractionData,
}

/// Who an interaction is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: Id,
    /// What they are called here.
    pub name: String,
    /// The language their Discord speaks.
    pub lang: Lang,
    /// Whether they may manage the server.
    pub manager: bool,
}

/// What an interaction asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InteractionData {
    /// A slash command.
    Command(Command),
    /// What could stand for the option that is being typed.
    Complete {
        /// The command so far; the option being typed is among [`Command::given`] too.
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
        /// Whether the message it stands on is seen by this user only.
        private: bool,
    },
    /// A modal that was filled in.
    Filled {
        /// The modal's.
        custom_id: String,
        /// The text inputs by `custom_id`.
        fields: Vec<(String, String)>,
        /// Whether it was opened from a message that is seen by this user only.
        private: bool,
    },
}

/// A slash command as it is given.
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
    /// True if they are a member of the server; nobody is where a command is given in a direct message.
    pub member: bool,
}

impl Command {
    /// The option called `name`, if it was given and is not blank.
    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.given.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }
}
