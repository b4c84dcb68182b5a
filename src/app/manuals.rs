//! `completions` and `man`: the command line as shells complete it, and as manual pages.

use std::io::Write;
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::CommandResult;
use super::cli::{CompletionsAsk, ManAsk};
use super::error::CliError;
use super::process::ProcessContext;
use super::registry::Games;
use super::usage::spoken;
use crate::private::{self, Access};
use crate::words::{Lang, Words};

/// The name that is typed.
const PROGRAM: &str = "wardroom";
/// The arguments that a table's id is typed for.
const TABLE_ARGUMENTS: [&str; 3] = ["table", "tables", "what"];
/// Prints the ids of tables for a shell, of the database that the configuration names.
const LIST_TABLES: &str = r#"wardroom --json tables 2>/dev/null | sed -n 's/.*"table":"\([^"]*\)".*/\1/p'"#;

/// Prints a script for a shell.
pub(super) fn completions(
    ask: &CompletionsAsk,
    games: Games,
    lang: Lang,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let words = Words::read()?;
    let script = script(ask.shell, spoken(&words, lang, games));
    process.out.data().write_all(script.as_bytes())?;
    Ok(true)
}

/// The script for a shell: what the library writes, and the ids of tables where one is typed.
pub fn script(shell: Shell, mut command: Command) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, PROGRAM, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let with_tables: Vec<&str> = command
        .get_subcommands()
        .filter(|inner| table_argument(inner).is_some())
        .map(Command::get_name)
        .collect();
    match shell {
        Shell::Bash => script + &of_bash(&with_tables),
        Shell::Zsh => of_zsh(&script),
        Shell::Fish => script + &of_fish(&with_tables),
        // Others complete commands and options.
        _ => script,
    }
}

/// The argument of a command for which the id of a table is typed.
fn table_argument(command: &Command) -> Option<&Arg> {
    command.get_positionals().find(|arg| TABLE_ARGUMENTS.contains(&arg.get_id().as_str()))
}

fn of_bash(commands: &[&str]) -> String {
    let commands = commands.join("|");
    format!(
        r#"
_wardroom_with_tables() {{
    _wardroom "$@"
    local word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$word" in
            {commands})
                case "${{COMP_WORDS[COMP_CWORD]}}" in
                    -*) ;;
                    *) COMPREPLY+=($(compgen -W "$({LIST_TABLES})" -- "${{COMP_WORDS[COMP_CWORD]}}")) ;;
                esac
                return
                ;;
        esac
    done
}}
complete -F _wardroom_with_tables -o nosort -o bashdefault -o default wardroom
"#
    )
}

/// In zsh the place of an argument names what completes it.
fn of_zsh(script: &str) -> String {
    let is_table = |line: &str| {
        let name = line.trim_start_matches(['\'', '*', ':']).split([':', ' ']).next().unwrap_or_default();
        line.starts_with('\'') && TABLE_ARGUMENTS.contains(&name)
    };
    let named = |line: &str| match is_table(line) {
        true => line.replace(":_default'", ":_wardroom_tables'"),
        false => line.to_owned(),
    };
    let lines: Vec<String> = script.lines().map(named).collect();
    let tables = format!("_wardroom_tables() {{\n    compadd -- $({LIST_TABLES})\n    _files\n}}\n");
    let (first, rest) = lines.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    format!("{first}\n\n{tables}{}\n", rest.join("\n"))
}

fn of_fish(commands: &[&str]) -> String {
    let commands = commands.join(" ");
    format!(
        "\ncomplete -c wardroom -n \"__fish_seen_subcommand_from {commands}\" -a '({})'\n",
        // In fish's single quotes a quote is written `\'`.
        LIST_TABLES.replace('\'', "\\'")
    )
}

/// Writes a manual page of the program and one of each command, in every language.
pub(super) fn man(ask: &ManAsk, games: Games) -> CommandResult {
    let words = Words::read()?;
    for lang in Lang::ALL {
        let folder = match lang {
            Lang::En => ask.folder.join("man1"),
            // `man` looks for pages of a language in a folder of its code.
            Lang::Ja => ask.folder.join(lang.code()).join("man1"),
        };
        private::create_folders(&folder).map_err(|error| CliError::file(&folder, &error))?;
        let program = spoken(&words, *lang, games);
        let version = program.get_version().unwrap_or_default().to_owned();
        for inner in
            program.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
        {
            let name = format!("{PROGRAM}-{}", inner.get_name());
            let inner = inner.clone().version(version.clone()).display_name(name.clone());
            write(&folder, &name, inner.disable_help_subcommand(true))?;
        }
        write(&folder, PROGRAM, program)?;
    }
    Ok(true)
}

fn write(folder: &Path, name: &str, command: Command) -> Result<(), CliError> {
    let path = folder.join(format!("{name}.1"));
    let trouble = |error: std::io::Error| CliError::file(&path, &error);
    let mut page = Vec::new();
    Man::new(command).title(name.to_uppercase()).render(&mut page).map_err(trouble)?;
    let mut file = private::create(&path, Access::Owner).map_err(|error| CliError::unmade(&path, &error))?;
    private::whole_or_none(&path, file.write_all(&page)).map_err(trouble)
}
