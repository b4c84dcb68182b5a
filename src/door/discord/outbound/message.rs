//! Outgoing messages: plain data, limited to Discord's sizes when built and turned into requests in one place.

use serde::{Deserialize, Serialize};

use crate::club::picture::Picture;
use crate::door::discord::id::Id;

/// A message.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// Its text, in Discord's Markdown, at most [`crate::door::discord::limits::CONTENT`] characters.
    pub text: String,
    /// Its rows of components, at most [`crate::door::discord::limits::ROWS`].
    pub rows: Vec<Row>,
    /// Its files.
    pub files: Vec<File>,
    /// The messages in its place if Discord refuses the files; empty for the same without them.
    pub otherwise: Vec<Message>,
    /// The users who are pinged; nobody else is, whatever the text says. Without any, the message is silent.
    pub pings: Vec<Id>,
    /// Its form as a card; `None` for the form of all others, which every place takes.
    pub card: Option<Card>,
}

/// The stored hashes of messages are made of this: a field that a message does without is left out.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Message { text, rows, files, otherwise, pings, card } = self;
        let mut message = f.debug_struct("Message");
        message.field("text", text).field("rows", rows).field("files", files);
        message.field("otherwise", otherwise).field("pings", pings);
        if let Some(card) = card {
            message.field("card", card);
        }
        message.finish()
    }
}

/// A message's form as a card: one container with its text, its pictures and its rows.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Card {
    /// The colour of its edge, as `0xRRGGBB`.
    pub accent: Option<u32>,
    /// The picture that the message has already. It stays where the card comes without files.
    pub shown: Option<ShownPicture>,
    /// The same of an answer, by its address.
    pub kept: Option<KeptPicture>,
    /// Its text without the lines that are beside buttons; `None` for the text of the message.
    pub text: Option<String>,
    /// Texts beside single buttons of the rows.
    pub beside: Vec<BesideButton>,
}

/// As with [`Message`]: what a card does without is left out.
impl std::fmt::Debug for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Card { accent, shown, kept, text, beside } = self;
        let mut card = f.debug_struct("Card");
        card.field("accent", accent).field("shown", shown);
        if let Some(kept) = kept {
            card.field("kept", kept);
        }
        if let Some(text) = text {
            card.field("text", text);
        }
        if !beside.is_empty() {
            card.field("beside", beside);
        }
        card.finish()
    }
}

/// A text beside a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideButton {
    /// The button's `custom_id`.
    pub custom_id: String,
    /// The text, in Discord's Markdown.
    pub text: String,
}

/// A picture of a message that an answer replaces, which stays on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptPicture {
    /// Its address.
    pub url: String,
    /// The text alternative.
    pub description: String,
}

/// A picture that a message has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShownPicture {
    /// The name of its file.
    pub name: String,
    /// The text alternative.
    pub description: String,
}

/// A row of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// At most [`crate::door::discord::limits::BUTTONS_A_ROW`] buttons.
    Buttons(Vec<Button>),
    /// A select menu.
    Select(Select),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its text.
    pub label: String,
    /// The meaning of a click on it; the address of a link.
    pub custom_id: String,
    /// Its colour. The label has the meaning.
    pub style: Style,
}

/// The style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For the usual choice.
    Primary,
    /// For any other.
    Secondary,
    /// An action that cannot be taken back.
    Danger,
    /// A link.
    Link,
}

/// A select menu of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// The ticket of a choice in it.
    pub custom_id: String,
    /// The text before a choice.
    pub placeholder: String,
    /// The fewest values that are chosen.
    pub least: usize,
    /// The most values that are chosen.
    pub most: usize,
    /// The options.
    pub options: Vec<SelectOption>,
}

/// An option of a select menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectOption {
    /// Its text.
    pub label: String,
    /// The value that it sends.
    pub value: String,
    /// A line below its label; empty for none.
    pub description: String,
    /// True if it is chosen beforehand.
    pub chosen: bool,
}

/// A file.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The text alternative.
    pub description: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} bytes: {}", self.name, self.bytes.len(), self.description)
    }
}

impl File {
    /// Returns whether it is a picture, by its name.
    pub fn is_picture(&self) -> bool {
        self.name.ends_with(".png")
    }

    /// A picture as a file.
    pub fn of(picture: &Picture) -> File {
        File {
            name: picture.name.clone(),
            description: picture.alternative.clone(),
            bytes: picture.png.clone(),
        }
    }
}

/// A form to fill in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modal {
    /// The ticket of filling it in.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// The text above its fields; empty for none.
    pub text: String,
    /// Its fields, at most [`crate::door::discord::limits::MODAL_FIELDS`].
    pub fields: Vec<FormField>,
    /// The message in its place where Discord does not open it; `None` where there is no other way.
    pub otherwise: Option<Box<Message>>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// Its name in the answer.
    pub custom_id: String,
    /// Its label.
    pub label: String,
    /// A line beside the label; empty for none.
    pub description: String,
    /// The input below the label.
    pub input: FormInput,
}

/// The input of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormInput {
    /// A text.
    Text(TextInput),
    /// One of a few options, all of them in view.
    Radio(Vec<SelectOption>),
    /// Several of a few options, all of them in view.
    Checks(FormChoices),
    /// A menu that opens.
    Menu(FormChoices),
}

/// Options of which some are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormChoices {
    /// The fewest.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// The options.
    pub options: Vec<SelectOption>,
}

/// A text input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextInput {
    /// An example, shown while it is empty.
    pub placeholder: String,
    /// Its initial value.
    pub value: String,
    /// True if it has several lines.
    pub long: bool,
    /// True if it may not be left empty.
    pub required: bool,
}

/// The answer to an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlashReply {
    /// New messages, the first as the answer itself, the others after it. Seen by the asker only, unless `public`.
    Say {
        /// True if everybody in the channel sees them.
        public: bool,
        /// At least one.
        messages: Vec<Message>,
    },
    /// Replaces the message with the component.
    Replace(Message),
    /// Suggestions: labels and the values that are sent.
    Suggest(Vec<(String, String)>),
    /// A form to fill in.
    Ask(Modal),
    /// Opens the board in Discord.
    Launch,
}

impl Message {
    /// The same in the form of all other messages.
    #[must_use]
    pub fn without_card(mut self) -> Message {
        self.card = None;
        self
    }
}

impl SlashReply {
    /// A private answer of one message.
    pub fn private(message: Message) -> SlashReply {
        SlashReply::Say { public: false, messages: vec![message] }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, ..Message::default() }
    }
}
