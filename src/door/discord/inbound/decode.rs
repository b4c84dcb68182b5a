//! Reads Discord's payloads into calls. It reads only the fields of a call, and optional ones may have any form: a change by
//! Discord to profiles, servers or messages locks nobody out.

use crate::door::discord::id::Id;
use crate::door::discord::interaction::{
    Command, Interaction, InteractionData, NamedUser, ReplyToken, UsedMessage, User,
};
use crate::door::discord::limits::FILE_BYTES;
use crate::door::discord::outbound::encode::flag;
use crate::door::discord::outbound::message::KeptPicture;
use crate::door::discord::raw::{Field, Fields, Odd};
use crate::words::Lang;

/// Discord's numbers for what an interaction is:
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>.
mod kind {
    pub const PING: u64 = 1;
    pub const COMMAND: u64 = 2;
    pub const COMPONENT: u64 = 3;
    pub const AUTOCOMPLETE: u64 = 4;
    pub const MODAL: u64 = 5;
}

/// The kind of a slash command, not of a user's or a message's menu.
const CHAT_INPUT: u64 = 1;
/// Options that hold options: subcommands and their groups.
const BRANCHES: [u64; 2] = [1, 2];
/// The last kind of option there is: an attachment.
const LAST_OPTION: u64 = 11;
/// Components of messages and modals.
const BUTTON: u64 = 2;
/// Menus of texts and of users.
const MENUS: [u64; 2] = [3, 5];
const TEXT_INPUT: u64 = 4;
/// Parts of modals: a row of inputs, as forms of the version before have them; a text; an input below its label.
const ROW: u64 = 1;
const TEXT: u64 = 10;
const LABEL: u64 = 18;
/// Inputs with one value, and with a list of them.
const WITH_VALUE: [u64; 2] = [TEXT_INPUT, 21];
const WITH_VALUES: [u64; 2] = [3, 22];
/// A gallery of pictures on a card, and the most components that one is looked for in.
const GALLERY: u64 = 12;
const LOOKED_AT: usize = 64;
/// Kinds of channels that are threads.
const THREADS: [u64; 3] = [10, 11, 12];
/// The installation that authorizes an interaction: that in its server, or that of its user.
const IN_SERVER: &str = "0";
const TO_USER: &str = "1";
/// The permissions of members who may manage the server: ADMINISTRATOR, MANAGE_GUILD.
const MANAGES: u64 = 1 << 3 | 1 << 5;

/// A call, with the token for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answerable {
    /// The call.
    pub call: Interaction,
    /// The application, where that can be read.
    pub application: Option<Id>,
    /// The token for the answer.
    pub token: ReplyToken,
}

/// Something the bot does not understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Its id.
    pub id: Id,
    /// The token for the answer.
    pub token: ReplyToken,
    /// The sender's language.
    pub lang: Lang,
    /// True if it asks for suggestions, which cannot be answered with a message.
    pub completes: bool,
    /// The strange field.
    pub field: Odd,
}

/// A received interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// Discord's check whether anybody is there.
    Ping,
    /// A call.
    Interaction(Box<Answerable>),
    /// Any other interaction.
    Unsupported(Unsupported),
    /// One without the fields needed to answer it.
    Unanswerable(Odd),
}

/// Reads an interaction.
pub fn decode(it: &Fields<'_>) -> Decoded {
    let kind = it.field("type").number();
    if kind == Some(kind::PING) {
        return Decoded::Ping;
    }
    let Some(id) = it.field("id").id() else { return Decoded::Unanswerable(it.field("id").odd()) };
    let Some(token) = it.field("token").text() else {
        return Decoded::Unanswerable(it.field("token").odd());
    };
    let (token, lang) = (ReplyToken::new(token), lang(&it.field("locale")).unwrap_or_default());
    match what(it, kind).and_then(|what| call(it, id, lang, what)) {
        Ok(call) => Decoded::Interaction(Box::new(Answerable {
            call,
            application: it.field("application_id").id(),
            token,
        })),
        Err(field) => {
            // Only where suggestions are wanted is an option being typed.
            let typed = options(&it.field("data").fields()).is_ok_and(|read| read.focused.is_some());
            let completes = kind == Some(kind::AUTOCOMPLETE) || typed;
            Decoded::Unsupported(Unsupported { id, token, lang, completes, field })
        }
    }
}

fn lang(locale: &Field<'_>) -> Option<Lang> {
    locale.text().map(|locale| Lang::of_locale(&locale))
}

/// The data of the interaction.
fn what(it: &Fields<'_>, kind: Option<u64>) -> Result<InteractionData, Odd> {
    let data = it.field("data").fields();
    match kind {
        Some(kind::COMMAND) => Ok(InteractionData::Command(slash(&data)?.command)),
        Some(kind::AUTOCOMPLETE) => {
            let read = slash(&data)?;
            let option = read.focused.ok_or_else(|| data.field("options").odd())?;
            Ok(InteractionData::Complete { command: read.command, option })
        }
        Some(kind::COMPONENT) => clicked(&data, is_private(it)),
        Some(kind::MODAL) => filled(&data, is_private(it)),
        _ => Err(it.field("type").odd()),
    }
}

/// The interaction: its user and its place.
fn call(it: &Fields<'_>, id: Id, lang: Lang, what: InteractionData) -> Result<Interaction, Odd> {
    let channel = it.field("channel").fields();
    let here = it.field("channel_id");
    // A thread belongs to its parent channel; for a channel, `parent_id` is its category.
    let is_thread = channel.field("type").number().is_some_and(|kind| THREADS.contains(&kind));
    Ok(Interaction {
        id,
        user: user(it, lang)?,
        guild: guild(it)?,
        channel: here.id().or_else(|| channel.field("id").id()).ok_or_else(|| here.odd())?,
        parent: channel.field("parent_id").id().filter(|_| is_thread),
        guild_lang: self::lang(&it.field("guild_locale")).unwrap_or(lang),
        bot_rights: it.field("app_permissions").number(),
        file_bytes: it.field("attachment_size_limit").number().unwrap_or(FILE_BYTES),
        on: used(&it.field("message").fields()),
        what,
        proof: None,
    })
}

fn user(it: &Fields<'_>, lang: Lang) -> Result<User, Odd> {
    let member = it.field("member");
    let of_member = member.fields();
    let user = if member.is_there() { of_member.field("user") } else { it.field("user") }.fields();
    let id = user.field("id").id().ok_or_else(|| user.field("id").odd())?;
    let names = [of_member.field("nick"), user.field("global_name"), user.field("username")];
    let name = names.iter().filter_map(Field::text).find(|name| !name.is_empty());
    // Permissions beyond 64 bits may exist one day; those needed here are among the lowest.
    let may = of_member.field("permissions").value().and_then(|bits| bits.parse::<u128>().ok());
    let manager = may.is_some_and(|may| may & u128::from(MANAGES) != 0);
    Ok(User { id, name: name.unwrap_or_else(|| id.to_string()), lang, manager })
}

/// The server, if the bot is in it. Only what says nothing of one comes from a direct message: there more is shown. A user who
/// installed the bot calls it in any server, and is answered as in a direct message.
fn guild(it: &Fields<'_>) -> Result<Option<Id>, Odd> {
    let (id, guild) = (it.field("guild_id"), it.field("guild"));
    let found = id.id().or_else(|| guild.fields().field("id").id());
    let in_one = [&id, &guild, &it.field("member")].iter().any(|field| field.is_there());
    let owners = it.field("authorizing_integration_owners");
    let of_user = owners.is_there()
        && !owners.fields().field(IN_SERVER).is_there()
        && owners.fields().field(TO_USER).is_there();
    match found {
        _ if of_user => Ok(None),
        None if in_one => Err(id.odd()),
        found => Ok(found),
    }
}

/// A command, and the option that is being typed.
#[derive(Default)]
struct Given {
    command: Command,
    focused: Option<String>,
}

fn slash(data: &Fields<'_>) -> Result<Given, Odd> {
    if data.field("type").number().is_some_and(|kind| kind != CHAT_INPUT) {
        return Err(data.field("type").odd());
    }
    let mut read = options(data)?;
    let name = data.field("name");
    read.command.path.insert(0, name.text().ok_or_else(|| name.odd())?);
    read.command.users = named_users(data, &read.command.given);
    Ok(read)
}

/// The users that Discord resolves beside the options, those of the given options.
fn named_users(data: &Fields<'_>, given: &[(String, String)]) -> Vec<NamedUser> {
    let resolved = data.field("resolved").fields();
    let (users, members) = (resolved.field("users").fields(), resolved.field("members").fields());
    let named = |(_, value): &(String, String)| {
        let (id, user) = (value.parse().ok()?, users.field(value));
        let member = members.field(value).is_there();
        let bot = user.fields().field("bot").flag() == Some(true);
        (user.is_there() || member).then_some(NamedUser { id, bot, member })
    };
    given.iter().filter_map(named).collect()
}

fn options(data: &Fields<'_>) -> Result<Given, Odd> {
    let mut read = Given::default();
    take_options(&data.field("options"), &mut read)?;
    Ok(read)
}

fn take_options(options: &Field<'_>, read: &mut Given) -> Result<(), Odd> {
    if !options.is_there() {
        return Ok(());
    }
    for option in options.items()? {
        let option = option.fields();
        let (kind, name, value) = (option.field("type"), option.field("name"), option.field("value"));
        let name = name.text().ok_or_else(|| name.odd())?;
        let branches = match kind.number() {
            Some(number) if number > LAST_OPTION => return Err(kind.odd()),
            Some(number) => BRANCHES.contains(&number),
            None => !value.is_there(),
        };
        if branches {
            read.command.path.push(name);
            take_options(&option.field("options"), read)?;
            continue;
        }
        if option.field("focused").flag() == Some(true) {
            read.focused = Some(name.clone());
        }
        read.command.given.push((name, value.value().ok_or_else(|| value.odd())?));
    }
    Ok(())
}

fn clicked(data: &Fields<'_>, private: bool) -> Result<InteractionData, Odd> {
    let (kind, list) = (data.field("component_type"), data.field("values"));
    let has_values = match kind.number() {
        Some(BUTTON) => false,
        Some(number) if MENUS.contains(&number) => true,
        Some(_) => return Err(kind.odd()),
        None => list.is_there(),
    };
    let mut values = Vec::new();
    if has_values {
        for value in list.items()? {
            values.push(value.value().ok_or_else(|| value.odd())?);
        }
    }
    Ok(InteractionData::Click { custom_id: custom_id(data)?, values, private })
}

/// A form that was filled in. A part that is not known is named, and the others are read.
fn filled(data: &Fields<'_>, private: bool) -> Result<InteractionData, Odd> {
    let (mut fields, mut odd) = (Vec::new(), Vec::new());
    for part in data.field("components").items()? {
        let part = part.fields();
        let kind = part.field("type");
        match kind.number() {
            Some(TEXT) => {}
            Some(LABEL) => take_input(&part.field("component"), &mut fields, &mut odd),
            Some(ROW) | None => {
                for input in part.field("components").items()? {
                    take_input(&input, &mut fields, &mut odd);
                }
            }
            Some(_) => odd.push(kind.odd().to_string()),
        }
    }
    Ok(InteractionData::Filled { custom_id: custom_id(data)?, fields, odd, private })
}

/// Reads the input of a form: an empty text where it has no value, nothing where no option is chosen.
fn take_input(input: &Field<'_>, fields: &mut Vec<(String, String)>, odd: &mut Vec<String>) {
    let it = input.fields();
    let (kind, value, values) = (it.field("type"), it.field("value"), it.field("values"));
    let number = kind.number();
    let is_list = number.map_or(values.is_there(), |number| WITH_VALUES.contains(&number));
    let read = match it.field("custom_id").text() {
        None => Err(it.field("custom_id").odd()),
        Some(id) if is_list => list_of(&values).map(|all| (id, all)),
        Some(id) if number.is_none_or(|number| WITH_VALUE.contains(&number)) => match value.value() {
            Some(text) => Ok((id, vec![text])),
            None if value.is_there() => Err(value.odd()),
            None if number.is_none_or(|number| number == TEXT_INPUT) => Ok((id, vec![String::new()])),
            None => Ok((id, vec![])),
        },
        Some(_) => Err(kind.odd()),
    };
    match read {
        Ok((id, values)) => fields.extend(values.into_iter().map(|value| (id.clone(), value))),
        Err(field) => odd.push(field.to_string()),
    }
}

/// A list of texts; empty where there is none.
fn list_of(values: &Field<'_>) -> Result<Vec<String>, Odd> {
    if !values.is_there() {
        return Ok(vec![]);
    }
    values.items()?.iter().map(|value| value.value().ok_or_else(|| value.odd())).collect()
}

/// The form of the message with the component.
fn used(message: &Fields<'_>) -> UsedMessage {
    let card = message.field("flags").number().is_some_and(|flags| flags & flag::IS_COMPONENTS_V2 != 0);
    if !card {
        return UsedMessage::default();
    }
    let first = message.field("components").items().ok().and_then(|all| all.into_iter().next());
    let accent = first.and_then(|first| first.fields().field("accent_color").number());
    UsedMessage {
        card,
        accent: accent.and_then(|accent| accent.try_into().ok()),
        picture: picture_of(message),
    }
}

/// The first picture of a card.
fn picture_of(message: &Fields<'_>) -> Option<KeptPicture> {
    let mut open = message.field("components").items().ok()?;
    // A stack, with the first part on top: pictures are looked for in the order in which they are shown.
    open.reverse();
    // A card has at most CARD_PARTS parts, fewer than LOOKED_AT, so its search never ends too early.
    for _ in 0..LOOKED_AT {
        let part = open.pop()?.fields();
        if part.field("type").number() == Some(GALLERY) {
            let first = part.field("items").items().ok()?.into_iter().next()?.fields();
            let url = first.field("media").fields().field("url").text()?;
            let description = first.field("description").text().unwrap_or_default();
            return Some(KeptPicture { url, description });
        }
        let inner = part.field("components").items().unwrap_or_default();
        open.extend(inner.into_iter().rev());
    }
    None
}

fn custom_id(of: &Fields<'_>) -> Result<String, Odd> {
    let id = of.field("custom_id");
    id.text().ok_or_else(|| id.odd())
}

/// Returns whether only its user sees the component's message. If that is unclear, no: then the answer is a message of its own.
fn is_private(it: &Fields<'_>) -> bool {
    let flags = it.field("message").fields().field("flags").number();
    flags.is_some_and(|flags| flags & flag::EPHEMERAL != 0)
}
