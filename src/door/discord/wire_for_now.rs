//! Messages as serenity's builders. Mentions ping exactly the users a message names.

use serenity::builder::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateInputText, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditAttachments, EditInteractionResponse,
};
use serenity::model::application::{ButtonStyle, InputTextStyle};

use super::message::{Answer, Button, Field, File, Message, Modal, Row, Select, SelectOption, Style};

/// The first answer to an interaction.
pub fn response(answer: &Answer) -> CreateInteractionResponse {
    match answer {
        Answer::Say { public, messages } => {
            let first = messages.first().map(message).unwrap_or_default();
            CreateInteractionResponse::Message(first.ephemeral(!public))
        }
        Answer::Replace(new) => CreateInteractionResponse::UpdateMessage(message(new)),
        Answer::Suggest(suggestions) => {
            let choices =
                suggestions.iter().map(|(shown, sent)| AutocompleteChoice::new(shown, sent.as_str()));
            let choices = CreateAutocompleteResponse::new().set_choices(choices.collect());
            CreateInteractionResponse::Autocomplete(choices)
        }
        Answer::Ask(form) => CreateInteractionResponse::Modal(modal(form)),
    }
}

/// The original answer, changed to this message.
pub fn edit(message: &Message) -> EditInteractionResponse {
    let files = message.files.iter().map(attachment).fold(EditAttachments::new(), EditAttachments::add);
    EditInteractionResponse::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .attachments(files)
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

/// Rows of components.
pub fn components(rows: &[Row]) -> Vec<CreateActionRow> {
    let row = |row: &Row| match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Select(menu) => CreateActionRow::SelectMenu(select(menu)),
    };
    rows.iter().map(row).collect()
}

fn message(message: &Message) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
        .content(&message.text)
        .components(components(&message.rows))
        .allowed_mentions(mentions(message))
        .add_files(message.files.iter().map(attachment))
}

fn mentions(message: &Message) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(message.pings.iter().map(|id| id.0))
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

fn modal(modal: &Modal) -> CreateModal {
    let rows = modal.fields.iter().map(field).map(CreateActionRow::InputText).collect();
    CreateModal::new(&modal.custom_id, &modal.title).components(rows)
}

fn field(field: &Field) -> CreateInputText {
    let style = if field.long { InputTextStyle::Paragraph } else { InputTextStyle::Short };
    let made = CreateInputText::new(style, &field.label, &field.custom_id).required(field.required);
    let made = if field.placeholder.is_empty() { made } else { made.placeholder(&field.placeholder) };
    if field.value.is_empty() { made } else { made.value(&field.value) }
}
