//! Discord's limits, as of August 2026. Sources: <https://discord.com/developers/docs/reference>,
//! <https://discord.com/developers/docs/interactions/application-commands>,
//! <https://discord.com/developers/docs/components/reference>,
//! <https://discord.com/developers/docs/resources/message>.

use std::time::Duration;

/// Most characters of a message's content, as Discord counts them: Unicode scalar values.
pub const CONTENT: usize = 2000;
/// Most characters of all texts of a card.
pub const CARD_TEXT: usize = 4000;
/// Most components of a card, those within others among them.
pub const CARD_PARTS: usize = 40;
/// Most rows of components on a message.
pub const ROWS: usize = 5;
/// Most buttons in a row.
pub const BUTTONS_A_ROW: usize = 5;
/// Most characters of a button's label.
pub const BUTTON_LABEL: usize = 80;
/// Most options of a select menu.
pub const SELECT_OPTIONS: usize = 25;
/// Most characters of a select option's label, value or description.
pub const SELECT_TEXT: usize = 100;
/// Most characters of a select menu's placeholder.
pub const PLACEHOLDER: usize = 150;
/// Most characters of a component's `custom_id`.
pub const CUSTOM_ID: usize = 100;
/// Most characters of a modal's title.
pub const MODAL_TITLE: usize = 45;
/// Most parts of a modal: fields, and a text.
pub const MODAL_FIELDS: usize = 5;
/// Most options of a radio group or of check boxes.
pub const GROUP_OPTIONS: usize = 10;
/// Most characters of a field's label.
pub const FIELD_LABEL: usize = 45;
/// Most characters of the line beside a field's label.
pub const FIELD_DESCRIPTION: usize = 100;
/// Most characters of a text input's placeholder.
pub const FIELD_PLACEHOLDER: usize = 100;
/// Most slash commands of an application.
pub const COMMANDS: usize = 100;
/// Most options of a command, subcommands and groups among them.
pub const OPTIONS: usize = 25;
/// Most choices of an option, and most suggestions of an autocomplete.
pub const CHOICES: usize = 25;
/// Most characters of a choice's name or text value.
pub const CHOICE_TEXT: usize = 100;
/// Most characters of the name of a command or an option.
pub const NAME: usize = 32;
/// Most characters of the description of a command or an option.
pub const DESCRIPTION: usize = 100;
/// Most characters of a command in all: names, descriptions and choice values, of each the longest language.
pub const COMMAND_CHARACTERS: usize = 8000;
/// Most characters of a nonce.
pub const NONCE: usize = 25;
/// Most characters of a thread's name.
pub const THREAD_NAME: usize = 100;
/// Most bytes of a file where the interaction does not say.
pub const FILE_BYTES: u64 = 10 * 1024 * 1024;
/// Discord's time limit for the first answer to an interaction.
pub const FIRST_ANSWER: Duration = Duration::from_secs(3);
/// The lifetime of an interaction's token.
pub const TOKEN_LIVES: Duration = Duration::from_secs(15 * 60);
