//! Messages, answers and modals as serenity's builders: the one place that turns our data into requests. Mentions ping exactly
//! the users a message names (<https://discord.com/developers/docs/resources/message#allowed-mentions-object>).

use std::num::NonZeroU64;

use serenity::builder::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditAttachments, EditInteractionResponse, EditMessage,
};
use serenity::model::application::{ButtonStyle, InputTextStyle};
use serenity::model::channel::{MessageFlags, Nonce};
use serenity::model::id::UserId;

use super::message::{Button, File, Message, Modal, Row, Select, SelectOption, SlashReply, Style, TextInput};

/// The first answer to an interaction.
pub fn response(answer: &SlashReply) -> CreateInteractionResponse {
    match answer {
        SlashReply::Say { public, messages } => {
            let first = messages.first().map(response_message).unwrap_or_default();
            CreateInteractionResponse::Message(first.ephemeral(!public))
        }
        SlashReply::Replace(new) => CreateInteractionResponse::UpdateMessage(response_message(new)),
        SlashReply::Suggest(suggestions) => {
            let choices =
                suggestions.iter().map(|(shown, sent)| AutocompleteChoice::new(shown, sent.as_str()));
            let choices = CreateAutocompleteResponse::new().set_choices(choices.collect());
            CreateInteractionResponse::Autocomplete(choices)
        }
        SlashReply::Ask(form) => CreateInteractionResponse::Modal(modal(form)),
    }
}

/// The first answer, changed to this message.
pub fn edit(message: &Message) -> EditInteractionResponse {
    EditInteractionResponse::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .attachments(attachments(message))
}

/// A message after the first answer.
pub fn followup(message: &Message, public: bool) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .add_files(message.files.iter().map(attachment))
        .ephemeral(!public)
}

/// A message in a channel. Without pings it is sent silently
/// (<https://discord.com/developers/docs/resources/message#message-object-message-flags>).
pub fn create_message(message: &Message) -> CreateMessage {
    let made = CreateMessage::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .files(message.files.iter().map(attachment));
    if message.pings.is_empty() { made.flags(MessageFlags::SUPPRESS_NOTIFICATIONS) } else { made }
}

/// A message in a channel that Discord creates only once for repeated requests within a few minutes; `nonce` has at most
/// [`crate::door::discord::limits::NONCE`] characters.
pub fn create_message_once(message: &Message, nonce: &str) -> CreateMessage {
    create_message(message).nonce(Nonce::String(nonce.to_owned())).enforce_nonce(true)
}

/// A message in a channel, changed to this one. Without files, those it has stay as they are.
pub fn edit_message(message: &Message) -> EditMessage {
    let edit = EditMessage::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message));
    if message.files.is_empty() { edit } else { edit.attachments(attachments(message)) }
}

/// Rows of components.
pub fn components(rows: &[Row]) -> Vec<CreateActionRow> {
    let row = |row: &Row| match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Select(menu) => CreateActionRow::SelectMenu(select(menu)),
    };
    rows.iter().map(row).collect()
}

/// A form to fill in.
pub fn modal(modal: &Modal) -> CreateModal {
    let rows = modal.fields.iter().map(field).map(CreateActionRow::InputText).collect();
    CreateModal::new(&modal.custom_id, &modal.title).components(rows)
}

fn response_message(message: &Message) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .add_files(message.files.iter().map(attachment))
}

fn mentions(message: &Message) -> CreateAllowedMentions {
    let users = message.pings.iter().filter_map(|id| NonZeroU64::new(id.0));
    CreateAllowedMentions::new().users(users.map(UserId::from))
}

fn attachments(message: &Message) -> EditAttachments {
    message.files.iter().map(attachment).fold(EditAttachments::new(), EditAttachments::add)
}

fn attachment(file: &File) -> CreateAttachment {
    CreateAttachment::bytes(file.bytes.clone(), &file.name).description(&file.description)
}

fn button(button: &Button) -> CreateButton {
    let style = match button.style {
        Style::Primary => ButtonStyle::Primary,
        Style::Secondary => ButtonStyle::Secondary,
        Style::Danger => ButtonStyle::Danger,
    };
    CreateButton::new(&button.custom_id).label(&button.label).style(style)
}

fn select(menu: &Select) -> CreateSelectMenu {
    let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    let options = menu.options.iter().map(select_option).collect();
    CreateSelectMenu::new(&menu.custom_id, CreateSelectMenuKind::String { options })
        .placeholder(&menu.placeholder)
        .min_values(count(menu.least))
        .max_values(count(menu.most))
}

fn select_option(option: &SelectOption) -> CreateSelectMenuOption {
    let made = CreateSelectMenuOption::new(&option.label, &option.value).default_selection(option.chosen);
    if option.description.is_empty() { made } else { made.description(&option.description) }
}

fn field(field: &TextInput) -> CreateInputText {
    let style = if field.long { InputTextStyle::Paragraph } else { InputTextStyle::Short };
    let made = CreateInputText::new(style, &field.label, &field.custom_id).required(field.required);
    let made = if field.placeholder.is_empty() { made } else { made.placeholder(&field.placeholder) };
    if field.value.is_empty() { made } else { made.value(&field.value) }
}
