//! The pages that list every slash command, in both languages, made from what is registered.

use serde_json::Value;
use wardroom::app::registry::GAMES;
use wardroom::door::discord::commands::Commands;
use wardroom::words::{Lang, Words, locale_files};

/// A language's page: its file, Discord's name of the language, its head, and the heads of its columns.
struct Page {
    file: &'static str,
    lang: &'static str,
    head: &'static str,
    columns: &'static str,
}

const PAGES: [Page; 2] = [
    Page {
        file: "docs/discord-commands.md",
        lang: "en-US",
        head: "# Slash commands\n\nEvery command of the Discord bot, as Discord lists it. Words in `[brackets]` are \
               options that may be left out. While you type an option, what the position allows is suggested. How a \
               table is opened and played is told in [discord.md](discord.md); what the orders mean, in \
               [goeben-orders.md](goeben-orders.md) and [grand-fleet-orders.md](grand-fleet-orders.md).\n\nThis page is \
               made from the commands: `UPDATE=1 cargo test --test doors discord_commands` writes it anew.\n",
        columns: "| command | what it does | options |\n|---|---|---|\n",
    },
    Page {
        file: "docs/discord-commands.ja.md",
        lang: "ja",
        head: "# スラッシュコマンド\n\nDiscordのボットのコマンドの一覧です。`[ ]`の中の項目は省けます。項目を打つあいだ、\
               いまの局面で選べるものが候補に出ます。卓の開き方と遊び方は[discord.ja.md](discord.ja.md)、命令の意味は\
               [goeben-orders.ja.md](goeben-orders.ja.md)と[grand-fleet-orders.ja.md](grand-fleet-orders.ja.md)にあります。\
               \n\nこのページはコマンドから作られます：`UPDATE=1 cargo test --test doors discord_commands`。\n",
        columns: "| コマンド | 内容 | 項目 |\n|---|---|---|\n",
    },
];
/// Discord's types of options that hold further options.
const SUBCOMMAND: u64 = 1;

fn said<'a>(value: &'a Value, field: &str, lang: &str) -> &'a str {
    let translated = value[format!("{field}_localizations")][lang].as_str();
    translated.or(value[field].as_str()).unwrap()
}

fn options(value: &Value) -> &[Value] {
    value["options"].as_array().map_or(&[], Vec::as_slice)
}

fn row(path: &str, of: &Value, lang: &str) -> String {
    let named = |option: &Value| match (said(option, "name", lang), option["required"] == true) {
        (name, true) => format!("`{name}`"),
        (name, false) => format!("`[{name}]`"),
    };
    let given: Vec<String> = options(of).iter().map(named).collect();
    let what = said(of, "description", lang).replace('|', "\\|");
    format!("| `{path}` | {what} | {} |\n", given.join(" "))
}

fn section(command: &Value, page: &Page) -> String {
    let (name, what) = (said(command, "name", page.lang), said(command, "description", page.lang));
    let subcommands: Vec<&Value> =
        options(command).iter().filter(|option| option["type"] == SUBCOMMAND).collect();
    let rows: String = if subcommands.is_empty() {
        row(&format!("/{name}"), command, page.lang)
    } else {
        let path = |sub: &Value| format!("/{name} {}", said(sub, "name", page.lang));
        subcommands.iter().map(|sub| row(&path(sub), sub, page.lang)).collect()
    };
    let title = if subcommands.is_empty() { format!("/{name}") } else { format!("/{name}: {what}") };
    format!("\n## {title}\n\n{}{rows}", page.columns)
}

/// Writes a file anew where that is asked for, and fails where it is not as it should be.
fn is_as_made(file: &str, now: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, now).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == now, "{file} is out of date: run the tests once with UPDATE=1");
}

/// What a client of a language calls the table's own commands and their options, as messages that others refer to.
fn names(lang: &str) -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut name = |key: &str, name: &str| names.push((key.to_owned(), name.to_owned()));
    let of = |value: &Value| value["name"].as_str().unwrap().to_owned();
    for command in &Commands::new([]).unwrap().all() {
        let (key, shown) = (of(command), said(command, "name", lang));
        name(&format!("command-{key}"), &format!("/{shown}"));
        for option in options(command) {
            if option["type"] != SUBCOMMAND {
                name(&format!("option-{key}-{}", of(option)), said(option, "name", lang));
                continue;
            }
            let key = format!("{key}-{}", of(option));
            name(&format!("command-{key}"), &format!("/{shown} {}", said(option, "name", lang)));
            for inner in options(option) {
                name(&format!("option-{key}-{}", of(inner)), said(inner, "name", lang));
            }
        }
    }
    names
}

#[test]
fn the_names_of_commands_in_messages_are_those_of_the_client() {
    let words = Words::read().unwrap();
    for (lang, locale) in [(Lang::En, "en-US"), (Lang::Ja, "ja")] {
        for (key, name) in names(locale) {
            assert!(words.has(lang, &key) && words.say(lang, &key, &[]) == name, "{key} is {name}");
        }
    }
}

/// No sentence names a command by hand, as a client of another language shows it.
#[test]
fn no_message_names_a_command_as_another_client_shows_it() {
    let all = GAMES.commands().unwrap().all();
    for game in [None].into_iter().chain(GAMES.all().map(|game| Some(game.name()))) {
        let words = GAMES.words(game).unwrap();
        let keys = locale_files(Lang::Ja, game).into_iter().flat_map(|(file, text)| {
            let named = text
                .split('$')
                .skip(1)
                .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '-').next());
            let args: Vec<(&str, wardroom::words::Value<'_>)> = named.map(|name| (name, 1.into())).collect();
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(move |line| (file.clone(), line.split('=').next().unwrap().trim(), args.clone()))
        });
        for (file, key, args) in keys {
            let said = words.say(Lang::Ja, key, &args);
            for code in said.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix('/')) {
                let shown = |command: &&Value| only_word(command, code);
                assert!(all.iter().any(|command| shown(&command)), "{file}: {key} names `/{code}`");
            }
        }
    }
}

#[test]
fn the_japanese_page_for_players_names_commands_as_their_client_shows_them() {
    let page = include_str!("../../../docs/discord.ja.md");
    let all = GAMES.commands().unwrap().all();
    let code = page.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix('/'));
    for code in code {
        assert!(all.iter().any(|command| only_word(command, code)), "`/{code}`");
    }
}

/// Whether a client that speaks Japanese shows a command so, with or without its subcommand.
fn only_word(command: &Value, code: &str) -> bool {
    let mut steps = code.split(' ');
    let name = said(command, "name", "ja");
    let subs: Vec<&str> = options(command).iter().map(|option| said(option, "name", "ja")).collect();
    steps.next() == Some(name) && steps.next().is_none_or(|sub| subs.contains(&sub))
}

#[test]
fn the_pages_list_every_command() {
    let all = GAMES.commands().unwrap().all();
    for page in PAGES {
        let sections: String = all.iter().map(|command| section(command, &page)).collect();
        is_as_made(page.file, &format!("{}{sections}", page.head));
    }
}
