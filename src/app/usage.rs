//! The command line in the reader's language: its help, and errors in what was typed.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches, ValueEnum};

use super::about::About;
use super::cli::Cli;
use super::process::ProcessContext;
use super::registry::Games;
use super::values::{UsageFault, seat, stride};
use super::{CommandResult, config, config_path, language};
use crate::config::Language;
use crate::words::{Lang, Value, Words};

/// The message of the program itself; those of its commands begin with it.
const ROOT: &str = "cli";

/// The commands by who needs them: the heading of each group, and its commands.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("cli-group-play", &["play", "decline", "master", "tables", "show", "picture", "log", "dice", "replay"]),
    ("cli-group-verify", &["audit", "export", "import", "club-log"]),
    ("cli-group-try", &["rehearse", "lab"]),
    (
        "cli-group-serve",
        &["serve", "witness", "check", "health", "deliver", "people", "forget", "set-clock", "rotate-secret"],
    ),
    ("cli-group-store", &["backup", "restore", "archive", "migrate", "copy"]),
    ("cli-group-shell", &["completions", "help"]),
];
/// How wide the help is, as the library has it.
const HELP_COLUMNS: usize = 100;

/// The text instead of running a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageText {
    /// The text, with line ends.
    pub text: String,
    /// The exit status: 0 for requested help, 2 for bad usage.
    pub status: u8,
}

/// Reads the command line of a program that plays these games, the program's own name first.
///
/// # Errors
/// The text and the status to end with: help, the version, an error.
pub fn read(args: &[OsString], games: Games, process: &ProcessContext<'_>) -> Result<Cli, UsageText> {
    let words = Words::read().map_err(|fault| UsageText { text: format!("{fault}\n"), status: 1 })?;
    let lang = language_of(args, process);
    let matches = spoken(&words, lang, games).try_get_matches_from(args);
    matches
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map_err(|error| Voice { words: &words, lang }.usage_text(&error))
}

/// The language for the user who typed this, understood or not.
pub fn language_of(args: &[OsString], process: &ProcessContext<'_>) -> Lang {
    let given = value_after(args, "--lang").and_then(|code| Language::from_str(&code, true).ok());
    let path = config_path(value_after(args, "--config").map(Into::into), process);
    // A configuration that cannot be read is told of later; the locale is enough for that.
    let config = config(path, false).unwrap_or_default();
    language(given.or(config.language), process)
}

fn value_after(args: &[OsString], flag: &str) -> Option<String> {
    let args: Vec<&str> =
        // Behind `--` nothing is a flag.
        args.iter().map(|arg| arg.to_str().unwrap_or_default()).take_while(|arg| *arg != "--").collect();
    let joined = args.iter().find_map(|arg| arg.strip_prefix(flag)?.strip_prefix('='));
    let behind = args.iter().position(|arg| *arg == flag).and_then(|at| args.get(at + 1).copied());
    joined.or(behind).map(str::to_owned)
}

/// The command line with its help in a language.
pub fn spoken(words: &Words, lang: Lang, games: Games) -> Command {
    let mut command = knowing(games, Cli::command()).long_version(About::of(games).lines());
    // The library adds `help` and `--help` only when it builds; then they can be worded.
    command.build();
    let voice = Voice { words, lang };
    voice.speak(command, ROOT)
}

/// The message of an argument: that of its command, else the one that all commands share.
pub fn message_of(words: &Words, command: &str, arg: &str) -> String {
    let own = format!("{command}-{arg}").replace('_', "-");
    if command != ROOT && words.has(Lang::En, &own) {
        own
    } else {
        format!("cli-any-{arg}").replace('_', "-")
    }
}

struct Voice<'a> {
    words: &'a Words,
    lang: Lang,
}

impl Voice<'_> {
    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    fn speak(&self, command: Command, key: &str) -> Command {
        let arguments = match key {
            ROOT => format!("{}{}:\n{{options}}", self.groups(), self.say("cli-options", &[])),
            _ => "{all-args}".to_owned(),
        };
        let template = format!("{{about-with-newline}}\n{}\n\n{arguments}", self.usage("{usage}"));
        command
            .about(self.say(key, &[]))
            .help_template(template)
            .subcommand_help_heading(self.say("cli-commands", &[]))
            .mut_args(|arg| self.speak_of(arg, key))
            .mut_subcommands(|inner| {
                // `help show` is `show`, spoken of under another name.
                let name = format!("cli-{}", inner.get_name());
                self.speak(inner, &name)
            })
    }

    /// The commands in their groups, a command a line.
    fn groups(&self) -> String {
        let longest = GROUPS.iter().flat_map(|(_, commands)| *commands).map(|name| name.len()).max();
        let indent = longest.unwrap_or_default() + 4;
        let row = |name: &&str| {
            let about = self.say(&format!("{ROOT}-{name}"), &[]);
            let lines = textwrap::wrap(&about, HELP_COLUMNS - indent);
            let lines = lines.join(&format!("\n{}", " ".repeat(indent)));
            format!("  {name:<width$}{lines}\n", width = indent - 2)
        };
        let group = |(heading, commands): &(&str, &[&str])| {
            format!("{}:\n{}\n", self.say(heading, &[]), commands.iter().map(row).collect::<String>())
        };
        GROUPS.iter().map(group).collect()
    }

    fn speak_of(&self, arg: Arg, command: &str) -> Arg {
        let help = self.say(&message_of(self.words, command, arg.get_id().as_str()), &[]);
        let heading = if arg.is_positional() { "cli-arguments" } else { "cli-options" };
        arg.help(help).long_help(None::<&str>).help_heading(self.say(heading, &[]))
    }

    fn usage(&self, usage: &str) -> String {
        self.say("cli-usage", &[("usage", usage.into())])
    }

    fn usage_text(&self, error: &clap::Error) -> UsageText {
        let status = u8::try_from(error.exit_code()).unwrap_or(2);
        let text = match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                error.render().to_string().trim_end().to_owned() + "\n"
            }
            _ => self.amiss(error),
        };
        UsageText { text, status }
    }

    /// The fault of a command line, a suggestion, and the usage.
    fn amiss(&self, error: &clap::Error) -> String {
        let mut lines = vec![format!("wardroom: {}", self.fault(error))];
        let meant =
            [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
        let meant = meant.into_iter().map(|kind| texts(error, kind)).find(|meant| !meant.is_empty());
        if let Some(meant) = meant {
            lines.push(self.say("cli-meant", &[("meant", quoted(&meant).into())]));
        }
        let usage = match error.get(ContextKind::Usage) {
            Some(ContextValue::StyledStr(usage)) => usage.to_string(),
            _ => String::new(),
        };
        // The library puts its own word before it.
        if let Some((_, usage)) = usage.split_once(": ") {
            lines.push(self.usage(usage.trim_end()));
        }
        lines.push(self.say("cli-more", &[]));
        lines.join("\n") + "\n"
    }

    fn fault(&self, error: &clap::Error) -> String {
        let text = |kind: ContextKind| texts(error, kind).join(" ");
        let argument = text(ContextKind::InvalidArg);
        let argument = ("argument", Value::from(argument));
        match error.kind() {
            ErrorKind::UnknownArgument => self.say("cli-unknown-argument", &[argument]),
            ErrorKind::InvalidSubcommand => {
                self.say("cli-unknown-command", &[("command", text(ContextKind::InvalidSubcommand).into())])
            }
            ErrorKind::MissingSubcommand => self.say("cli-no-command", &[]),
            ErrorKind::MissingRequiredArgument => self.say("cli-missing", &[argument]),
            ErrorKind::ArgumentConflict => {
                let others = texts(error, ContextKind::PriorArg);
                if others == texts(error, ContextKind::InvalidArg) {
                    return self.say("cli-twice", &[argument]);
                }
                self.say("cli-conflict", &[argument, ("others", quoted(&others).into())])
            }
            ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_empty() => {
                self.say("cli-no-value", &[argument])
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                let given = ("given", text(ContextKind::InvalidValue).into());
                self.say("cli-bad-value", &[argument, given, ("why", self.why(error).into())])
            }
            ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
                self.say("cli-values", &[argument])
            }
            ErrorKind::InvalidUtf8 => self.say("cli-not-utf-8", &[]),
            _ => self.say("cli-amiss", &[]),
        }
    }

    /// Why a value is none.
    fn why(&self, error: &clap::Error) -> String {
        let known = texts(error, ContextKind::ValidValue);
        if !known.is_empty() {
            return self.say("cli-bad-one-of", &[("known", known.join(", ").into())]);
        }
        let source = std::error::Error::source(error);
        match source.and_then(|source| source.downcast_ref::<UsageFault>()) {
            Some(amiss) => self.say(amiss.key, &[("known", amiss.known.as_str().into())]),
            // All other values are numbers.
            None => self.say("cli-bad-number", &[]),
        }
    }
}

/// The library's texts of one kind, without style.
fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => vec![],
    }
}

fn quoted(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    texts.join(", ")
}

/// A command line on which the games of a program are known by name.
fn knowing(games: Games, command: clap::Command) -> clap::Command {
    let what = move |text: &str| match games.named(text).is_some() || games.begin(text) {
        true => Ok(text.to_owned()),
        false => Err(UsageFault::of("cli-bad-what", &games.names())),
    };
    let game = move |text: &str| match games.named(text) {
        Some(game) => Ok(game.name().to_owned()),
        None => Err(UsageFault::of("cli-bad-game", &games.names())),
    };
    let named_seat = move |text: &str| games.seat_called(text).map_or_else(|| seat(text), Ok);
    let parts = games.parts();
    let called = parts.clone();
    let step = move |text: &str| stride(text, &called);
    let replay = |replay: clap::Command| {
        let replay = replay.mut_arg("step", |arg| arg.value_parser(step));
        replay.mut_arg("part", |arg| match parts.split_first() {
            Some((first, others)) => arg.long(first.clone()).visible_aliases(others.to_vec()),
            None => arg.hide(true),
        })
    };
    let of_seat = move |arg: clap::Arg| match arg.get_long() {
        Some("as") => arg.value_parser(named_seat),
        _ => arg,
    };
    command
        .mut_subcommands(|inner| inner.mut_args(of_seat))
        .mut_subcommand("replay", replay)
        .mut_subcommand("play", |play| play.mut_arg("what", |arg| arg.value_parser(what)))
        .mut_subcommand("rehearse", |rehearse| rehearse.mut_arg("game", |arg| arg.value_parser(game)))
        .mut_subcommand("lab", |lab| lab.mut_arg("game", |arg| arg.value_parser(game)))
}

/// The help without a command: how to begin a game, and where to read more.
pub(super) fn how_to_begin(
    games: Games,
    lang: Lang,
    json: bool,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if !json {
        let words = Words::read()?;
        process.line(&words.say(lang, "cli-begin", &[("games", games.names().into())]))?;
    }
    Ok(true)
}
