//! Messages, answers and modals as Discord's JSON: the one place that turns our data into bodies of requests. Mentions ping
//! exactly the users a message names (<https://discord.com/developers/docs/resources/message#allowed-mentions-object>).
//!
//! A card is a message of the newer components (<https://discord.com/developers/docs/components/reference>): a container with
//! the text, the pictures and the rows, in place of content, attachments and rows.

use serde_json::{Map, Value, json};

use super::emoji::Emoji;
use super::message::{
    Button, Card, File, Message, Modal, Row, Select, SelectOption, SlashReply, Style, TextInput,
};
use crate::door::discord::limits::{CARD_TEXT, CONTENT};

/// The kinds of components.
mod kind {
    pub const ROW: u8 = 1;
    pub const BUTTON: u8 = 2;
    pub const MENU: u8 = 3;
    pub const TEXT_INPUT: u8 = 4;
    pub const SECTION: u8 = 9;
    pub const TEXT: u8 = 10;
    pub const GALLERY: u8 = 12;
    pub const CONTAINER: u8 = 17;
}

/// The kinds of first answers to an interaction.
mod callback {
    pub const MESSAGE: u8 = 4;
    pub const DEFERRED: u8 = 5;
    pub const DEFERRED_UPDATE: u8 = 6;
    pub const UPDATE: u8 = 7;
    pub const SUGGESTIONS: u8 = 8;
    pub const MODAL: u8 = 9;
}

/// The flags of messages: <https://discord.com/developers/docs/resources/message#message-object-message-flags>.
mod flag {
    pub const EPHEMERAL: u64 = 1 << 6;
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
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
            data.insert("attachments".into(), attachments(&message.files));
            first(callback::UPDATE, data)
        }
        SlashReply::Suggest(suggestions) => {
            let choice = |(shown, sent): &(String, String)| json!({ "name": shown, "value": sent });
            let choices: Value = suggestions.iter().map(choice).collect();
            json!({ "type": callback::SUGGESTIONS, "data": { "choices": choices } })
        }
        SlashReply::Ask(form) => json!({ "type": callback::MODAL, "data": modal(form) }),
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
    edit.insert("attachments".into(), attachments(&message.files));
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

/// A form to fill in.
pub fn modal(modal: &Modal) -> Value {
    let rows: Value =
        modal.fields.iter().map(|input| json!({ "type": kind::ROW, "components": [field(input)] })).collect();
    json!({ "custom_id": modal.custom_id, "title": modal.title, "components": rows })
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

fn attachments(files: &[File]) -> Value {
    let attachment = |(number, file): (usize, &File)| json!({ "id": number, "filename": file.name, "description": file.description });
    files.iter().enumerate().map(attachment).collect()
}

/// A card's container. The last button of the usual choice stands beside the text, and not among the others.
fn container(message: &Message, card: &Card, emoji: &Emoji) -> Value {
    let buttons = message.rows.iter().filter_map(|row| match row {
        Row::Buttons(row) => Some(row),
        Row::Select(_) => None,
    });
    let beside = buttons.flatten().rfind(|button| button.style == Style::Primary);
    let text = json!({ "type": kind::TEXT, "content": emoji.shown(&message.text, CARD_TEXT) });
    let mut parts = vec![match beside {
        Some(beside) => json!({ "type": kind::SECTION, "components": [text], "accessory": button(beside) }),
        None => text,
    }];
    let new = message.files.iter().map(|file| (file.name.as_str(), file.description.as_str()));
    let shown = card.shown.iter().filter(|_| message.files.is_empty());
    let pictures = new.chain(shown.map(|shown| (shown.name.as_str(), shown.description.as_str())));
    let pictures: Vec<Value> = pictures.map(|(name, description)| picture(name, description)).collect();
    if !pictures.is_empty() {
        parts.push(json!({ "type": kind::GALLERY, "items": pictures }));
    }
    parts.extend(message.rows.iter().filter_map(|other| match other {
        Row::Buttons(buttons) => {
            let rest: Vec<Value> =
                buttons.iter().filter(|other| Some(*other) != beside).map(button).collect();
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

/// A picture of a gallery: a file of the request, or one that the message has already.
fn picture(name: &str, description: &str) -> Value {
    let mut picture = json!({ "media": { "url": format!("attachment://{name}") } });
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

fn field(field: &TextInput) -> Value {
    let style = if field.long { 2 } else { 1 };
    let mut made = json!({
        "type": kind::TEXT_INPUT,
        "custom_id": field.custom_id,
        "label": field.label,
        "style": style,
        "required": field.required,
    });
    for (name, text) in [("placeholder", &field.placeholder), ("value", &field.value)] {
        if !text.is_empty() {
            made[name] = text.as_str().into();
        }
    }
    made
}
