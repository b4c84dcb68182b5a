//! Reads what Discord sends into calls.

use std::fmt;

use serde_json::Value;
use serenity::model::Permissions;
use serenity::model::application::{
    ActionRowComponent, CommandDataOption, CommandDataOptionValue, CommandInteraction, CommandType,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, InteractionType, ModalInteraction,
};
use serenity::model::channel::{ChannelType, Message, MessageFlags, PartialChannel};
use serenity::model::guild::Member;

use super::call::{Call, Command, Id, User, What};
use crate::words::Lang;

/// What an interaction is answered with. Whoever has it can speak as the bot for a quarter of an hour: it is not logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyToken(String);

impl ReplyToken {
    /// The token itself, for the address of a request.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ReplyToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// A call, and what it takes to answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Came {
    /// The call.
    pub call: Call,
    /// The application.
    pub application: Id,
    /// What it is answered with.
    pub token: ReplyToken,
}

/// Something the bot does not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strange {
    /// Its id.
    pub id: Id,
    /// What it is answered with.
    pub token: ReplyToken,
    /// The language of whoever sent it.
    pub lang: Lang,
    /// Whether it asks for suggestions, which cannot be answered with a message.
    pub completes: bool,
    /// What is strange about it, for the log.
    pub why: &'static str,
}

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// Discord asks whether anybody is there.
    Ping,
    /// A call.
    Call(Box<Came>),
    /// Something else.
    Strange(Strange),
}

/// Reads an interaction.
pub fn read(interaction: &Interaction) -> Read {
    let (head, what) = match interaction {
        Interaction::Ping(_) => return Read::Ping,
        Interaction::Command(command) => (Head::of_command(command), slash(command).map(What::Command)),
        Interaction::Autocomplete(command) => (Head::of_command(command), completion(command)),
        Interaction::Component(click) => (Head::of_click(click), clicked(click)),
        Interaction::Modal(modal) => (Head::of_modal(modal), filled(modal)),
        _ => return Read::Strange(strange(interaction, Lang::default(), "an interaction of a new kind")),
    };
    match (what, head.user()) {
        (Ok(what), Some(user)) => Read::Call(Box::new(Came {
            application: Id(interaction.application_id().get()),
            token: ReplyToken(interaction.token().to_owned()),
            call: head.call(Id(interaction.id().get()), user, what),
        })),
        (Ok(_), None) => Read::Strange(strange(interaction, head.lang, "nobody sent it")),
        (Err(why), _) => Read::Strange(strange(interaction, head.lang, why)),
    }
}

/// What can be made of something that is not an interaction as we know it: enough to answer it, or nothing.
pub fn salvage(body: &Value) -> Option<Strange> {
    let text = |key| body.get(key).and_then(Value::as_str);
    let kind = u8::try_from(body.get("type")?.as_u64()?).ok()?;
    Some(Strange {
        id: text("id")?.parse().ok()?,
        token: ReplyToken(text("token")?.to_owned()),
        lang: Lang::of_locale(text("locale").unwrap_or_default()),
        completes: InteractionType::from(kind) == InteractionType::Autocomplete,
        why: "an interaction of another shape",
    })
}

fn strange(interaction: &Interaction, lang: Lang, why: &'static str) -> Strange {
    Strange {
        id: Id(interaction.id().get()),
        token: ReplyToken(interaction.token().to_owned()),
        lang,
        completes: matches!(interaction, Interaction::Autocomplete(_)),
        why,
    }
}

/// What all interactions have, and serenity keeps in each kind of them apart.
struct Head<'a> {
    user: &'a serenity::model::user::User,
    member: Option<&'a Member>,
    guild: Option<Id>,
    channel: Id,
    parent: Option<Id>,
    lang: Lang,
    guild_lang: Option<Lang>,
    file_bytes: u32,
}

/// A head from an interaction of any kind.
macro_rules! head {
    ($from:expr, $member:expr) => {
        Head {
            user: &$from.user,
            member: $member,
            guild: $from.guild_id.map(|id| Id(id.get())),
            channel: Id($from.channel_id.get()),
            parent: $from.channel.as_ref().and_then(parent_of),
            lang: Lang::of_locale(&$from.locale),
            guild_lang: $from.guild_locale.as_deref().map(Lang::of_locale),
            file_bytes: $from.attachment_size_limit,
        }
    };
}

impl<'a> Head<'a> {
    fn of_command(command: &'a CommandInteraction) -> Head<'a> {
        head!(command, command.member.as_deref())
    }

    fn of_click(click: &'a ComponentInteraction) -> Head<'a> {
        head!(click, click.member.as_ref())
    }

    fn of_modal(modal: &'a ModalInteraction) -> Head<'a> {
        head!(modal, modal.member.as_ref())
    }

    /// Who sent it; `None` where serenity filled in its nobody.
    fn user(&self) -> Option<User> {
        let user = self.user;
        if user.id == serenity::model::id::UserId::default() && user.name.is_empty() {
            return None;
        }
        let nick = self.member.and_then(|member| member.nick.as_ref());
        let name = nick.or(user.global_name.as_ref()).unwrap_or(&user.name);
        let may = self.member.and_then(|member| member.permissions).unwrap_or_default();
        Some(User {
            id: Id(user.id.get()),
            name: name.clone(),
            lang: self.lang,
            manager: may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR),
        })
    }

    fn call(&self, id: Id, user: User, what: What) -> Call {
        Call {
            id,
            user,
            guild: self.guild,
            channel: self.channel,
            parent: self.parent,
            guild_lang: self.guild_lang.unwrap_or(self.lang),
            file_bytes: u64::from(self.file_bytes),
            what,
        }
    }
}

/// The channel that a thread belongs to; of a channel `parent_id` is its category.
fn parent_of(channel: &PartialChannel) -> Option<Id> {
    use ChannelType::{NewsThread, PrivateThread, PublicThread};
    let is_thread = matches!(channel.kind, NewsThread | PrivateThread | PublicThread);
    channel.parent_id.filter(|_| is_thread).map(|parent| Id(parent.get()))
}

fn slash(command: &CommandInteraction) -> Result<Command, &'static str> {
    if command.data.kind != CommandType::ChatInput {
        return Err("a command of a user's or a message's menu");
    }
    let mut read = Command { path: vec![command.data.name.clone()], given: Vec::new() };
    take_options(&command.data.options, &mut read)?;
    Ok(read)
}

fn take_options(options: &[CommandDataOption], read: &mut Command) -> Result<(), &'static str> {
    for option in options {
        use CommandDataOptionValue as Given;
        let text = match &option.value {
            Given::SubCommand(inner) | Given::SubCommandGroup(inner) => {
                read.path.push(option.name.clone());
                take_options(inner, read)?;
                continue;
            }
            Given::String(text) | Given::Autocomplete { value: text, .. } => text.clone(),
            Given::Boolean(value) => value.to_string(),
            Given::Integer(value) => value.to_string(),
            Given::Number(value) => value.to_string(),
            Given::User(id) => id.get().to_string(),
            Given::Role(id) => id.get().to_string(),
            Given::Channel(id) => id.get().to_string(),
            Given::Mentionable(id) => id.get().to_string(),
            Given::Attachment(id) => id.get().to_string(),
            _ => return Err("an option of a new kind"),
        };
        read.given.push((option.name.clone(), text));
    }
    Ok(())
}

fn completion(command: &CommandInteraction) -> Result<What, &'static str> {
    let option = command.data.autocomplete().ok_or("suggestions for no option")?.name.to_owned();
    Ok(What::Complete { command: slash(command)?, option })
}

fn clicked(click: &ComponentInteraction) -> Result<What, &'static str> {
    use ComponentInteractionDataKind as Kind;
    let values = match &click.data.kind {
        Kind::Button => Vec::new(),
        Kind::StringSelect { values } => values.clone(),
        Kind::UserSelect { values } => values.iter().map(|id| id.get().to_string()).collect(),
        _ => return Err("a component of a kind that the bot never sends"),
    };
    Ok(What::Click { custom_id: click.data.custom_id.clone(), values, private: is_private(&click.message) })
}

fn filled(modal: &ModalInteraction) -> Result<What, &'static str> {
    let mut fields = Vec::new();
    for component in modal.data.components.iter().flat_map(|row| &row.components) {
        let ActionRowComponent::InputText(field) = component else {
            return Err("a modal with a field of a kind that the bot never sends");
        };
        fields.push((field.custom_id.clone(), field.value.clone().unwrap_or_default()));
    }
    Ok(What::Filled {
        custom_id: modal.data.custom_id.clone(),
        fields,
        private: modal.message.as_deref().is_some_and(is_private),
    })
}

fn is_private(message: &Message) -> bool {
    message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}
