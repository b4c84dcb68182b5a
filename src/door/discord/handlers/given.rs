//! The options that a slash command was given.

use super::HandlerResult;
use super::reader::Reader;
use crate::book::is_on;
use crate::door::discord::id::Id;
use crate::door::discord::interaction::{Command, Interaction, InteractionData};
use crate::door::discord::outbound::markdown::mention;

/// The options of a call; a click has none.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// The command, where the call is one or is about to be one.
    command: Option<&'a Command>,
    /// True if the command may act: it is given, not still being typed.
    is_whole: bool,
    in_server: bool,
    reader: Reader<'a>,
}

impl<'a> Given<'a> {
    pub(super) fn new(call: &'a Interaction, reader: Reader<'a>) -> Given<'a> {
        let (command, is_whole) = match &call.what {
            InteractionData::Command(command) => (Some(command), true),
            InteractionData::Complete { command, .. } => (Some(command), false),
            InteractionData::Click { .. } | InteractionData::Filled { .. } => (None, false),
        };
        Given { command, is_whole, in_server: call.guild.is_some(), reader }
    }

    /// An option that is given and not blank.
    pub(super) fn option(&self, name: &str) -> Option<&'a str> {
        self.command?.option(name)
    }

    /// Returns whether an option that is on or off is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.option(name).is_some_and(is_on)
    }

    /// The user in the option `player`.
    pub(super) fn player(&self) -> HandlerResult<Id> {
        self.person("player")?.ok_or_else(|| self.reader.refuse("discord-player-missing", &[]))
    }

    /// The user in an option: a member of this server. Discord does not know others, and nobody in a foreign server could tell
    /// them; a bot plays nowhere.
    pub(super) fn person(&self, option: &str) -> HandlerResult<Option<Id>> {
        let command = self.command.filter(|_| self.is_whole);
        let (Some(command), Some(given)) = (command, self.option(option)) else { return Ok(None) };
        let Ok(id) = given.parse() else { return Err(self.reader.refuse("discord-player-missing", &[])) };
        let named = ("player", mention(id).into());
        match command.users.iter().find(|user| user.id == id) {
            None => Err(self.reader.refuse("discord-player-unknown", &[named])),
            Some(user) if user.bot => Err(self.reader.refuse("discord-player-bot", &[named])),
            // In a direct message nobody counts as a member.
            Some(user) if !user.member && self.in_server => {
                Err(self.reader.refuse("discord-player-no-member", &[named]))
            }
            Some(_) => Ok(Some(id)),
        }
    }
}
