//! A page of the command book as a slash command.

use serde_json::{Map, Value, json};

use crate::book::{ArgKind, ArgSpec, Bilingual, CommandGroup, Fallback, Verb};
use crate::door::discord::limits::{CHOICES, DESCRIPTION};
use crate::words::Lang;

/// Types of options: <https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type>.
const SUBCOMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
const USER: u8 = 6;
/// Installed to a server, or to a user who takes the commands along.
pub const INSTALLED_TO: [u8; 2] = [0, 1];
/// Used in a server, in a direct message to the bot, and in conversations of others.
pub const CONTEXTS: [u8; 3] = [0, 1, 2];
/// The least of a number that counts something.
const LEAST_COUNT: u8 = 1;

/// The command of a page; `None` for a page that makes none. A page whose only verb is called as its command has no
/// subcommands.
pub(super) fn of(page: &CommandGroup) -> Option<Value> {
    let name = page.command.as_ref()?;
    let (help, options) = match &page.verbs[..] {
        [only] if only.name.as_str() == name.en => (&only.help, options_of(only)),
        verbs => (&page.group, verbs.iter().map(subcommand).collect()),
    };
    let mut command = described(&name.en, &name.ja, help);
    command.insert("type".into(), 1.into());
    command.insert("options".into(), options);
    command.insert("integration_types".into(), json!(INSTALLED_TO));
    command.insert("contexts".into(), json!(CONTEXTS));
    Some(command.into())
}

fn subcommand(verb: &Verb) -> Value {
    let mut command = described(verb.name.as_str(), &verb.ja, &verb.help);
    command.insert("type".into(), SUBCOMMAND.into());
    command.insert("options".into(), options_of(verb));
    command.into()
}

/// The arguments of a verb, required ones first as Discord wants them.
fn options_of(verb: &Verb) -> Value {
    let mut args: Vec<&ArgSpec> = verb.args.iter().collect();
    args.sort_by_key(|arg| !required(arg));
    args.into_iter().map(option).collect()
}

fn required(arg: &ArgSpec) -> bool {
    !arg.optional && arg.default == Fallback::None
}

fn option(arg: &ArgSpec) -> Value {
    let mut option = described(arg.name.as_str(), &arg.ja, &arg.help);
    let of_type = match arg.kind {
        ArgKind::Number | ArgKind::Count | ArgKind::Part => INTEGER,
        ArgKind::Switch => BOOLEAN,
        ArgKind::User => USER,
        _ => STRING,
    };
    option.insert("type".into(), of_type.into());
    option.insert("required".into(), required(arg).into());
    if matches!(arg.kind, ArgKind::Count | ArgKind::Part) {
        option.insert("min_value".into(), LEAST_COUNT.into());
    }
    if of_type == STRING {
        // From a fixed list Discord lets people take one choice, so an argument of several words is suggested
        // instead.
        let listed = arg.kind == ArgKind::Choice && !arg.several && arg.words.len() <= CHOICES;
        match listed {
            true => option.insert("choices".into(), arg.words.iter().map(choice).collect()),
            false => (!arg.free).then(|| option.insert("autocomplete".into(), true.into())).flatten(),
        };
    }
    option.into()
}

fn choice(choice: &crate::book::Keyword) -> Value {
    let word = choice.word.as_str();
    json!({ "name": word, "name_localizations": localized(word, &choice.ja), "value": word })
}

fn described(en: &str, ja: &str, help: &Bilingual) -> Map<String, Value> {
    let [help_en, help_ja] = [Lang::En, Lang::Ja].map(|lang| description(help.of(lang)));
    let mut described = Map::new();
    described.insert("name".into(), en.into());
    described.insert("name_localizations".into(), localized(en, ja));
    described.insert("description_localizations".into(), localized(&help_en, &help_ja));
    described.insert("description".into(), help_en.into());
    described
}

/// Includes English as a localisation: a client in another English might otherwise show a different one.
fn localized(en: &str, ja: &str) -> Value {
    json!({ "en-US": en, "en-GB": en, "ja": ja })
}

/// A help text as a description: whole sentences if one fits, otherwise cut after a word.
fn description(help: &str) -> String {
    // Descriptions have no Markdown. Every second part was between backticks.
    let parts = help.split('`').enumerate();
    let plain: String =
        parts.map(|(at, part)| if at % 2 == 1 { format!("“{part}”") } else { part.into() }).collect();
    if plain.chars().count() <= DESCRIPTION {
        return plain;
    }
    let head: String = plain.chars().take(DESCRIPTION).collect();
    let sentences =
        head.rfind('。').map(|at| at + '。'.len_utf8()).or_else(|| head.rfind(". ").map(|at| at + 1));
    if let Some(end) = sentences {
        return head[..end].to_owned();
    }
    // One character less, for the ellipsis.
    let head: String = plain.chars().take(DESCRIPTION - 1).collect();
    // A clause that ends in the first half would drop most of the text.
    let clause = head.rfind([';', '；']).filter(|at| at * 2 > head.len());
    let end = clause.or_else(|| head.rfind([' ', '、', '。', '：'])).unwrap_or(head.len());
    format!("{}…", head[..end].trim_end_matches([',', ';', ':', ' ']))
}
