//! Faults in the form of a configuration, each with its key.

use std::fmt;

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use toml::de::{DeTable, DeValue};

use super::Language;
use super::mail::{Security, WhoMayStart};
use super::serving::{InboundModeName, LogFormat};
use crate::reason::Reason;

/// Most characters of a value that are shown.
const SHOWN: usize = 40;
/// Keys whose values are never shown.
const SECRETS: [&str; 2] = ["token", "password"];

/// Says what is wrong with a text: the line, the column, the key, and what would be right. It does not quote the line, which
/// may contain a token.
pub(super) fn fault(text: &str, error: &toml::de::Error) -> Reason {
    let Some(span) = error.span() else { return parser_reason(error) };
    // A text that is no TOML has no keys, and only the parser can say why.
    let path = DeTable::parse(text).map(|table| key_at(table.get_ref(), span.start)).unwrap_or_default();
    let what = match path.is_empty() {
        true => parser_reason(error),
        false => of_key(&path, text.get(span.clone()).unwrap_or_default(), error),
    };
    let Some(before) = text.get(..span.start) else { return what };
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    Reason::of("config-at").with("line", line).with("column", column).with("what", what)
}

/// The message of the parser.
fn parser_reason(error: &toml::de::Error) -> Reason {
    Reason::of("config-form").quoting("what", error.message().trim().replace('\n', "; "))
}

fn of_key(path: &[String], given: &str, error: &toml::de::Error) -> Reason {
    // A table may be in the place of a word.
    let depth = (1..=path.len()).find(|depth| !allowed(&path[..*depth]).is_empty());
    let path = &path[..depth.unwrap_or(path.len())];
    let (sections, key) = path.split_at(usize::from(path.len() > 1));
    let section = sections.iter().map(|section| format!("[{section}] "));
    let named = section.chain([key.join(" ")]).collect::<String>();
    if path.last().is_some_and(|key| SECRETS.contains(&&**key)) {
        return Reason::of("config-secret-form").quoting("key", named);
    }
    if depth.is_none() {
        return Reason::of("config-key-form").quoting("key", named).with("what", parser_reason(error));
    }
    let allowed: Vec<String> = allowed(path).iter().map(|name| format!("\"{name}\"")).collect();
    let given: String = given.chars().take(SHOWN).collect();
    let one_of = Reason::of("config-one-of").quoting("key", named).quoting("given", given);
    one_of.quoting("allowed", allowed.join(", "))
}

/// The values that a key takes, where they are counted.
fn allowed(path: &[String]) -> Vec<&'static str> {
    match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["language"] => names::<Language>(),
        ["serve", "log_format"] => names::<LogFormat>(),
        ["discord", "way"] => names::<InboundModeName>(),
        ["mail", "imap" | "smtp", "security"] => names::<Security>(),
        ["mail", "who_may_start"] => names::<WhoMayStart>(),
        _ => Vec::new(),
    }
}

/// The names of the values of a type, as they are written.
fn names<T: for<'de> Deserialize<'de>>() -> Vec<&'static str> {
    // No value has an empty name, so the type refuses it and lists the names that it has.
    match T::deserialize(StrDeserializer::<Names>::new("")) {
        Err(Names(names)) => names,
        Ok(_) => Vec::new(),
    }
}

/// The message of a type about a name that is none of its own.
#[derive(Debug)]
struct Names(Vec<&'static str>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Names {}

impl serde::de::Error for Names {
    fn custom<T: fmt::Display>(_: T) -> Names {
        Names(Vec::new())
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Names {
        Names(expected.to_vec())
    }
}

/// The key, with its parents, at a byte of the text, or whose value is there.
fn key_at(table: &DeTable<'_>, at: usize) -> Vec<String> {
    for (key, value) in table {
        let inside = match value.get_ref() {
            DeValue::Table(inner) => key_at(inner, at),
            _ => Vec::new(),
        };
        if !inside.is_empty() || key.span().contains(&at) || value.span().contains(&at) {
            return [vec![key.get_ref().to_string()], inside].concat();
        }
    }
    Vec::new()
}
