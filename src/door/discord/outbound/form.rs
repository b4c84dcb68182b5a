//! Forms to fill in, which Discord calls modals: a text, and fields with a label each
//! (<https://discord.com/developers/docs/components/reference#label>).

use super::message::{Message, SelectOption};

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
