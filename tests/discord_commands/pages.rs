//! The pages that list every slash command, in both languages, made from what is registered.

use serde_json::Value;
use wardroom::door::discord::commands;

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
               made from the commands: `UPDATE=1 cargo test --test discord_commands` writes it anew.\n",
        columns: "| command | what it does | options |\n|---|---|---|\n",
    },
    Page {
        file: "docs/discord-commands.ja.md",
        lang: "ja",
        head: "# スラッシュコマンド\n\nDiscordのボットのコマンドの一覧です。`[ ]`の中の項目は省けます。項目を打つあいだ、\
               いまの局面で選べるものが候補に出ます。卓の開き方と遊び方は[discord.ja.md](discord.ja.md)、命令の意味は\
               [goeben-orders.ja.md](goeben-orders.ja.md)と[grand-fleet-orders.ja.md](grand-fleet-orders.ja.md)にあります。\
               \n\nこのページはコマンドから作られます：`UPDATE=1 cargo test --test discord_commands`。\n",
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

#[test]
fn the_pages_list_every_command() {
    let all = commands::all().unwrap();
    for page in PAGES {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(page.file);
        let sections: String = all.iter().map(|command| section(command, &page)).collect();
        let now = format!("{}{sections}", page.head);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{} is out of date: run the tests once with UPDATE=1", page.file);
    }
}
