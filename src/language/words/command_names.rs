//! What a client of Discord calls the commands and their options, as messages: `command-time-pace`, `option-time-pace-terms`.
//! Other messages name a command by them.

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::{Lang, WordsFault};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../commands/discord");

/// The names on a page of commands.
#[derive(Deserialize)]
struct CommandPage {
    command: Option<CommandName>,
    #[serde(default)]
    verb: Vec<VerbNames>,
}

#[derive(Deserialize)]
struct CommandName {
    en: String,
    ja: String,
}

#[derive(Deserialize)]
struct VerbNames {
    name: String,
    ja: String,
    #[serde(default)]
    arg: Vec<ArgName>,
}

#[derive(Deserialize)]
struct ArgName {
    name: String,
    ja: String,
}

/// The messages of a language, in the form of a locale file.
///
/// # Errors
/// A page that cannot be read.
pub(super) fn messages(lang: Lang) -> Result<String, WordsFault> {
    let mut all = String::new();
    for file in PAGES.files() {
        let name = format!("../commands/discord/{}", file.path().display());
        let page: CommandPage = toml::from_str(file.contents_utf8().unwrap_or_default())
            .map_err(|error| WordsFault { file: name, why: error.to_string() })?;
        if let Some(command) = &page.command {
            page.put(command, lang, &mut all);
        }
    }
    Ok(all)
}

impl CommandPage {
    fn put(&self, command: &CommandName, lang: Lang, all: &mut String) {
        let shown = in_lang(lang, &command.en, &command.ja);
        let mut put = |key: String, name: String| all.push_str(&format!("{key} = {name}\n"));
        put(format!("command-{}", command.en), format!("/{shown}"));
        for verb in &self.verb {
            // A page whose only verb is called as its command has no subcommands.
            let alone = self.verb.len() == 1 && verb.name == command.en;
            let key = if alone { command.en.clone() } else { format!("{}-{}", command.en, verb.name) };
            if !alone {
                put(format!("command-{key}"), format!("/{shown} {}", in_lang(lang, &verb.name, &verb.ja)));
            }
            for arg in &verb.arg {
                put(format!("option-{key}-{}", arg.name), in_lang(lang, &arg.name, &arg.ja).to_owned());
            }
        }
    }
}

fn in_lang<'n>(lang: Lang, en: &'n str, ja: &'n str) -> &'n str {
    match lang {
        Lang::En => en,
        Lang::Ja => ja,
    }
}
