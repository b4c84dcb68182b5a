//! Messages, answers and modals as Discord's JSON: the one place that turns our data into bodies of requests. Mentions ping
//! exactly the users a message names (<https://discord.com/developers/docs/resources/message#allowed-mentions-object>).
//!
//! A card is a message of the newer components (<https://discord.com/developers/docs/components/reference>): a container with
//! the text, the pictures and the rows, in place of content, attachments and rows.

use serde_json::{Map, Value, json};

use super::emoji::{Emoji, length};
use super::message::{Button, Card, File, Message, Row, Select, SelectOption, SlashReply, Style};
use super::message::{FormChoices, FormField, FormInput, Modal, TextInput};
use crate::door::discord::limits::{CARD_PARTS, CARD_TEXT, CONTENT};

/// The components of a card beside its files and rows: the container, the text in a section, a gallery.
const AROUND: usize = 4;

/// The kinds of components.
mod kind {
    pub const ROW: u8 = 1;
    pub const BUTTON: u8 = 2;
    pub const MENU: u8 = 3;
    pub const TEXT_INPUT: u8 = 4;
    pub const SECTION: u8 = 9;
    pub const TEXT: u8 = 10;
    pub const GALLERY: u8 = 12;
    pub const FILE: u8 = 13;
    pub const CONTAINER: u8 = 17;
    pub const LABEL: u8 = 18;
    pub const RADIO_GROUP: u8 = 21;
    pub const CHECKBOX_GROUP: u8 = 22;
}

/// The kinds of first answers to an interaction.
mod callback {
    pub const MESSAGE: u8 = 4;
    pub const DEFERRED: u8 = 5;
    pub const DEFERRED_UPDATE: u8 = 6;
    pub const UPDATE: u8 = 7;
    pub const SUGGESTIONS: u8 = 8;
    pub const MODAL: u8 = 9;
    pub const LAUNCH_ACTIVITY: u8 = 12;
}

/// The flags of messages: <https://discord.com/developers/docs/resources/message#message-object-message-flags>.
pub mod flag {
    /// One user alone sees it.
    pub const EPHEMERAL: u64 = 1 << 6;
    /// It rings with nobody.
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    /// It is a card.
    pub const IS_COMPONENTS_V2: u64 = 1 << 15;
}

/// The first answer to an interaction.
pub fn response(answer: &SlashReply, emoji: &Emoji) -> Value {
    match answer {
        SlashReply::Say { public, messages } => {
            let message = messages.first().cloned().unwrap_or_default();
            let mut data = body(&message, private(*public), emoji);
            add_files(&mut data, &message);
            data.entry("flags").or_insert_with(|| 0.into());
            first(callback::MESSAGE, data)
        }
        SlashReply::Replace(message) => {
            let mut data = body(message, 0, emoji);
            replace_files(&mut data, message);
            first(callback::UPDATE, data)
        }
        SlashReply::Suggest(suggestions) => {
            let choice = |(shown, sent): &(String, String)| json!({ "name": shown, "value": sent });
            let choices: Value = suggestions.iter().map(choice).collect();
            json!({ "type": callback::SUGGESTIONS, "data": { "choices": choices } })
        }
        SlashReply::Ask(form) => json!({ "type": callback::MODAL, "data": modal(form) }),
        SlashReply::Launch => json!({ "type": callback::LAUNCH_ACTIVITY }),
    }
}

/// The first answer that says that another follows.
pub fn deferred(public: bool) -> Value {
    json!({ "type": callback::DEFERRED, "data": { "flags": private(public) } })
}

/// The first answer to a click whose message is changed later.
pub fn acknowledged() -> Value {
    json!({ "type": callback::DEFERRED_UPDATE })
}

/// The first answer, changed to this message.
pub fn edit(message: &Message, emoji: &Emoji) -> Value {
    let mut edit = body(message, 0, emoji);
    replace_files(&mut edit, message);
    edit.into()
}

/// A message after the first answer.
pub fn followup(message: &Message, public: bool, emoji: &Emoji) -> Value {
    let mut followup = body(message, private(public), emoji);
    add_files(&mut followup, message);
    followup.entry("flags").or_insert_with(|| 0.into());
    followup.into()
}

/// A message in a channel. Without pings it is sent silently.
pub fn create_message(message: &Message, emoji: &Emoji) -> Value {
    let flags = if message.pings.is_empty() { flag::SUPPRESS_NOTIFICATIONS } else { 0 };
    let mut made = body(message, flags, emoji);
    add_files(&mut made, message);
    made.into()
}

/// A message in a channel that Discord creates only once for repeated requests within a few minutes; `nonce` has at most
/// [`crate::door::discord::limits::NONCE`] characters.
pub fn create_message_once(message: &Message, nonce: &str, emoji: &Emoji) -> Value {
    let mut made = create_message(message, emoji);
    made["nonce"] = nonce.into();
    made["enforce_nonce"] = true.into();
    made
}

/// A message in a channel, changed to this one. Without files, those it has stay as they are.
pub fn edit_message(message: &Message, emoji: &Emoji) -> Value {
    let mut edit = body(message, 0, emoji);
    add_files(&mut edit, message);
    edit.into()
}

/// A form to fill in: its text, then a label for each field.
pub fn modal(modal: &Modal) -> Value {
    let text = (!modal.text.is_empty()).then(|| json!({ "type": kind::TEXT, "content": modal.text }));
    let parts: Value = text.into_iter().chain(modal.fields.iter().map(labelled)).collect();
    json!({ "custom_id": modal.custom_id, "title": modal.title, "components": parts })
}

/// The fields that all messages have. Flags that say nothing are left out.
fn body(message: &Message, flags: u64, emoji: &Emoji) -> Map<String, Value> {
    let mut body = Map::new();
    let flags = match &message.card {
        Some(card) => {
            body.insert("components".into(), json!([container(message, card, emoji)]));
            flags | flag::IS_COMPONENTS_V2
        }
        None => {
            body.insert("content".into(), emoji.shown(&message.text, CONTENT).into());
            body.insert("components".into(), message.rows.iter().map(row).collect());
            flags
        }
    };
    body.insert("allowed_mentions".into(), mentions(message));
    if flags != 0 {
        body.insert("flags".into(), flags.into());
    }
    body
}

fn first(kind: u8, data: Map<String, Value>) -> Value {
    json!({ "type": kind, "data": data })
}

fn private(public: bool) -> u64 {
    if public { 0 } else { flag::EPHEMERAL }
}

fn mentions(message: &Message) -> Value {
    let users = message.pings.iter().filter(|id| id.0 != 0).map(ToString::to_string);
    json!({ "parse": [], "users": users.collect::<Vec<_>>(), "roles": [] })
}

fn add_files(body: &mut Map<String, Value>, message: &Message) {
    if !message.files.is_empty() {
        body.insert("attachments".into(), attachments(&message.files));
    }
}

/// The files of a message that replaces another: a picture that stays is not named, so that Discord leaves it.
fn replace_files(body: &mut Map<String, Value>, message: &Message) {
    let is_kept = message.card.as_ref().is_some_and(|card| card.kept.is_some());
    if !(is_kept && message.files.is_empty()) {
        body.insert("attachments".into(), attachments(&message.files));
    }
}

fn attachments(files: &[File]) -> Value {
    let attachment = |(number, file): (usize, &File)| json!({ "id": number.to_string(), "filename": file.name, "description": file.description });
    files.iter().enumerate().map(attachment).collect()
}

/// A card's container. The last button of the usual choice stands beside the text, a button with a text of its own beside that;
/// neither is among the others.
fn container(message: &Message, card: &Card, emoji: &Emoji) -> Value {
    let rows = message.rows.iter().filter_map(|row| match row {
        Row::Buttons(row) => Some(row),
        Row::Select(_) => None,
    });
    let buttons: Vec<&Button> = rows.flatten().collect();
    let text = card.text.as_ref().unwrap_or(&message.text);
    let mut room = CARD_TEXT.saturating_sub(length(text));
    let mut own = Vec::new();
    let taken = AROUND + message.files.len() + message.rows.len() + count_in(message);
    // Each takes its button from a row, and adds a section with a text.
    let mut places = CARD_PARTS.saturating_sub(taken) / 2;
    for beside in &card.beside {
        let button = buttons.iter().find(|button| button.custom_id == beside.custom_id);
        if let Some(button) = button.filter(|_| places > 0 && length(&beside.text) <= room) {
            room -= length(&beside.text);
            places -= 1;
            own.push((*button, beside.text.as_str()));
        }
    }
    let has_own = |button: &Button| own.iter().any(|(other, _)| *other == button);
    let usual = |button: &&&Button| button.style == Style::Primary && !has_own(button);
    let beside = buttons.iter().rfind(usual).copied().filter(|_| !text.is_empty());
    // Every text may take some of the room that is left for longer emoji.
    let shown = |text: &str, room: usize| json!({ "type": kind::TEXT, "content": emoji.shown(text, length(text) + room) });
    let section = |text: Value, beside: &Button| json!({ "type": kind::SECTION, "components": [text], "accessory": button(beside) });
    let mut parts = Vec::new();
    match beside {
        Some(beside) => parts.push(section(shown(text, room), beside)),
        None if text.is_empty() => {}
        None => parts.push(shown(text, room)),
    }
    parts.extend(files_shown(message, card));
    parts.extend(own.iter().map(|(beside, text)| section(shown(text, 0), beside)));
    parts.extend(message.rows.iter().filter_map(|other| match other {
        Row::Buttons(buttons) => {
            let is_rest = |other: &&Button| Some(*other) != beside && !has_own(other);
            let rest: Vec<Value> = buttons.iter().filter(is_rest).map(button).collect();
            (!rest.is_empty()).then(|| json!({ "type": kind::ROW, "components": rest }))
        }
        Row::Select(_) => Some(row(other)),
    }));
    let mut container = json!({ "type": kind::CONTAINER, "components": parts });
    if let Some(accent) = card.accent {
        container["accent_color"] = accent.into();
    }
    container
}

/// The number of buttons and menus of a message.
fn count_in(message: &Message) -> usize {
    let count = |row: &Row| match row {
        Row::Buttons(buttons) => buttons.len(),
        Row::Select(_) => 1,
    };
    message.rows.iter().map(count).sum()
}

/// The pictures of a card in a gallery, and its other files: what a card does not name is not shown.
fn files_shown(message: &Message, card: &Card) -> Vec<Value> {
    let attached = |name: &str| format!("attachment://{name}");
    let (pictures, others): (Vec<&File>, Vec<&File>) =
        message.files.iter().partition(|file| file.is_picture());
    let mut items: Vec<Value> =
        pictures.iter().map(|file| picture(&attached(&file.name), &file.description)).collect();
    // Files of the request take the place of those that the message has.
    if message.files.is_empty() {
        items.extend(card.shown.iter().map(|shown| picture(&attached(&shown.name), &shown.description)));
        items.extend(card.kept.iter().map(|kept| picture(&kept.url, &kept.description)));
    }
    let gallery = (!items.is_empty()).then(|| json!({ "type": kind::GALLERY, "items": items }));
    let other = |file: &&File| json!({ "type": kind::FILE, "file": { "url": attached(&file.name) } });
    gallery.into_iter().chain(others.iter().map(other)).collect()
}

/// A picture of a gallery: a file of the request, or one that the message has already.
fn picture(url: &str, description: &str) -> Value {
    let mut picture = json!({ "media": { "url": url } });
    if !description.is_empty() {
        picture["description"] = description.into();
    }
    picture
}

fn row(row: &Row) -> Value {
    let components = match row {
        Row::Buttons(buttons) => buttons.iter().map(button).collect(),
        Row::Select(menu) => json!([select(menu)]),
    };
    json!({ "type": kind::ROW, "components": components })
}

fn button(button: &Button) -> Value {
    let style = match button.style {
        Style::Primary => 1,
        Style::Secondary => 2,
        Style::Danger => 4,
        Style::Link => {
            return json!({ "type": kind::BUTTON, "style": 5, "label": button.label, "url": button.custom_id });
        }
    };
    json!({ "type": kind::BUTTON, "style": style, "label": button.label, "custom_id": button.custom_id })
}

fn select(menu: &Select) -> Value {
    let options: Value = menu.options.iter().map(select_option).collect();
    json!({
        "type": kind::MENU,
        "custom_id": menu.custom_id,
        "placeholder": menu.placeholder,
        "min_values": menu.least,
        "max_values": menu.most,
        "options": options,
    })
}

fn select_option(option: &SelectOption) -> Value {
    let mut made = json!({ "label": option.label, "value": option.value, "default": option.chosen });
    if !option.description.is_empty() {
        made["description"] = option.description.as_str().into();
    }
    made
}

/// A field of a form below its label.
fn labelled(field: &FormField) -> Value {
    let mut made = match &field.input {
        FormInput::Text(text) => text_input(text),
        FormInput::Radio(options) => json!({
            "type": kind::RADIO_GROUP,
            "required": true,
            "options": options.iter().map(select_option).collect::<Value>(),
        }),
        FormInput::Checks(choices) => chosen_among(kind::CHECKBOX_GROUP, choices),
        FormInput::Menu(choices) => chosen_among(kind::MENU, choices),
    };
    made["custom_id"] = field.custom_id.as_str().into();
    let mut label = json!({ "type": kind::LABEL, "label": field.label, "component": made });
    if !field.description.is_empty() {
        label["description"] = field.description.as_str().into();
    }
    label
}

fn chosen_among(kind: u8, choices: &FormChoices) -> Value {
    json!({
        "type": kind,
        "required": choices.least > 0,
        "min_values": choices.least,
        "max_values": choices.most,
        "options": choices.options.iter().map(select_option).collect::<Value>(),
    })
}

fn text_input(input: &TextInput) -> Value {
    let style = if input.long { 2 } else { 1 };
    let mut made = json!({ "type": kind::TEXT_INPUT, "style": style, "required": input.required });
    for (name, text) in [("placeholder", &input.placeholder), ("value", &input.value)] {
        if !text.is_empty() {
            made[name] = text.as_str().into();
        }
    }
    made
}
