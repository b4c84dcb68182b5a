//! What goes out: plain data, kept within Discord's limits where it is made and turned into requests in one place.

use crate::club::picture::Picture;
use crate::door::discord::id::Id;

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Its text, in Discord's Markdown, at most [`crate::door::discord::limits::CONTENT`] characters.
    pub text: String,
    /// Its rows of components, at most [`crate::door::discord::limits::ROWS`].
    pub rows: Vec<Row>,
    /// Its files.
    pub files: Vec<File>,
    /// What an answer says in its place where Discord refuses the files; nothing for the same without them.
    pub otherwise: Vec<Message>,
    /// The users who are pinged; nobody else is, whatever the text says. Without any it is sent without a sound.
    pub pings: Vec<Id>,
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
    /// What it says.
    pub label: String,
    /// What a click on it means.
    pub custom_id: String,
    /// How it looks. Its meaning is in its label.
    pub style: Style,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// What is usually meant.
    Primary,
    /// Anything else.
    Secondary,
    /// What cannot be taken back.
    Danger,
}

/// A select menu of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// What choosing in it means.
    pub custom_id: String,
    /// What it says before anything is chosen.
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
    /// What it says.
    pub label: String,
    /// What it sends.
    pub value: String,
    /// A line below its label; empty for none.
    pub description: String,
    /// Whether it is chosen beforehand.
    pub chosen: bool,
}

/// A file.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What it is, for those who do not see it.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    /// What filling it in means.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// Its text inputs, at most [`crate::door::discord::limits::MODAL_FIELDS`].
    pub fields: Vec<Field>,
}

/// A text input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Its name in the answer.
    pub custom_id: String,
    /// What it asks for.
    pub label: String,
    /// An example, shown while it is empty.
    pub placeholder: String,
    /// What it holds beforehand.
    pub value: String,
    /// Whether it has several lines.
    pub long: bool,
    /// Whether it may not be left empty.
    pub required: bool,
}

/// The answer to an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// New messages, the first as the answer itself, the others after it. Seen by the asker only, unless `public`.
    Say {
        /// Whether everybody in the channel sees them.
        public: bool,
        /// At least one.
        messages: Vec<Message>,
    },
    /// The message the component stands on now reads so.
    Replace(Message),
    /// What could be typed: what is shown, and what is sent for it.
    Suggest(Vec<(String, String)>),
    /// A form to fill in.
    Ask(Modal),
}

impl Answer {
    /// A private answer of one message.
    pub fn private(message: Message) -> Answer {
        Answer::Say { public: false, messages: vec![message] }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, ..Message::default() }
    }
}
