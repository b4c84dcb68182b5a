//! Discord's limits on commands, of which its OpenAPI file tells few.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::body::number;
use super::limits::Complaints;

/// Names of commands and options.
const NAME: &str = r"^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$";
/// The languages that Discord speaks.
const LOCALES: [&str; 32] = [
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN",
    "zh-TW",
];
/// Most characters of a command, of each field its longest language.
const COMMAND_CHARACTERS: usize = 8000;

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// What is wrong with the commands of one scope.
pub fn commands(commands: &[Value]) -> Vec<String> {
    let mut wrong = Complaints::default();
    let slash = |command: &&Value| number(&command["type"]).unwrap_or(1) == 1;
    let slashes: Vec<&Value> = commands.iter().filter(slash).collect();
    wrong.count("commands", slashes.len(), 0, 100);
    unique(&mut wrong, "commands", &slashes);
    for command in slashes {
        let name = command["name"].as_str().unwrap_or_default();
        named(&mut wrong, name, command);
        wrong.count(&format!("/{name}: characters in all"), characters(command), 0, COMMAND_CHARACTERS);
        options(&mut wrong, name, command, 0);
    }
    wrong.0
}

fn options(wrong: &mut Complaints, at: &str, parent: &Value, depth: usize) {
    let options = list(&parent["options"]);
    wrong.count(&format!("/{at}: options"), options.len(), 0, 25);
    unique(wrong, at, &options.iter().collect::<Vec<_>>());
    let is_branch = |option: &Value| matches!(number(&option["type"]), Some(1 | 2));
    let branches = options.iter().filter(|option| is_branch(option)).count();
    wrong.unless(branches == 0 || branches == options.len(), || format!("/{at}: subcommands beside options"));
    let required: Vec<bool> = options.iter().map(|option| option["required"] == json!(true)).collect();
    wrong
        .unless(required.is_sorted_by(|one, next| one >= next), || format!("/{at}: required after optional"));
    for option in options {
        let name = format!("{at} {}", option["name"].as_str().unwrap_or_default());
        named(wrong, &name, option);
        match number(&option["type"]) {
            Some(2) => {
                wrong.unless(depth == 0, || format!("/{name}: a group within a branch"));
                wrong.unless(!list(&option["options"]).is_empty(), || format!("/{name}: an empty group"));
                options_of_branch(wrong, &name, option, depth);
            }
            Some(1) => {
                let under_group = number(&parent["type"]) == Some(2) && depth == 1;
                wrong.unless(depth == 0 || under_group, || format!("/{name}: a subcommand too deep"));
                options_of_branch(wrong, &name, option, depth);
            }
            Some(3..=11) => value_option(wrong, &name, option),
            kind => wrong.0.push(format!("/{name}: option of type {kind:?}")),
        }
    }
}

fn options_of_branch(wrong: &mut Complaints, name: &str, branch: &Value, depth: usize) {
    wrong.unless(branch["required"] != json!(true), || format!("/{name}: a branch cannot be required"));
    options(wrong, name, branch, depth + 1);
}

fn value_option(wrong: &mut Complaints, name: &str, option: &Value) {
    let choices = list(&option["choices"]);
    wrong.count(&format!("/{name}: choices"), choices.len(), 0, 25);
    let (completes, kind) = (option["autocomplete"] == json!(true), number(&option["type"]).unwrap_or(0));
    wrong.unless(!completes || choices.is_empty(), || format!("/{name}: choices and autocomplete"));
    let typed = matches!(kind, 3 | 4 | 10);
    wrong.unless(typed || (choices.is_empty() && !completes), || format!("/{name}: choices of type {kind}"));
    let (mut names, mut values) = (BTreeSet::new(), BTreeSet::new());
    for choice in choices {
        let (label, value) = (&choice["name"], &choice["value"]);
        for text in [label].into_iter().chain(localized(choice, "name_localizations").map(|(_, text)| text)) {
            wrong.text(&format!("/{name}: choice"), text, 1, 100);
        }
        if kind == 3 {
            wrong.text(&format!("/{name}: value of a choice"), value, 1, 100);
        } else {
            wrong.unless(value.is_number(), || format!("/{name}: choice {value} is no number"));
        }
        wrong.unless(names.insert(label.to_string()), || format!("/{name}: choice {label} twice"));
        wrong.unless(values.insert(value.to_string()), || format!("/{name}: value {value} twice"));
    }
    let (least, most) = (number(&option["min_length"]), number(&option["max_length"]));
    wrong.unless(least.unwrap_or(0) <= most.unwrap_or(6000).min(6000), || format!("/{name}: lengths"));
}

/// A name and a description in every language.
fn named(wrong: &mut Complaints, at: &str, item: &Value) {
    for (locale, name) in texts(item, "name") {
        wrong.unless(is_name(name), || format!("/{at}: name {name} ({locale})"));
    }
    for (locale, description) in texts(item, "description") {
        wrong.text(&format!("/{at}: description ({locale})"), description, 1, 100);
    }
    for field in ["name_localizations", "description_localizations"] {
        for (locale, _) in localized(item, field) {
            wrong.unless(LOCALES.contains(&locale.as_str()), || format!("/{at}: no language {locale:?}"));
        }
    }
}

/// Whether a text may be a name: of letters and digits, in lower case where the script has case.
pub fn is_name(name: &Value) -> bool {
    static PATTERN: OnceLock<Validator> = OnceLock::new();
    let pattern = PATTERN
        .get_or_init(|| jsonschema::validator_for(&json!({ "type": "string", "pattern": NAME })).unwrap());
    pattern.is_valid(name) && name.as_str().is_some_and(|name| name.to_lowercase() == name)
}

/// Siblings differ in every language.
fn unique(wrong: &mut Complaints, at: &str, items: &[&Value]) {
    let used: BTreeSet<String> =
        items.iter().flat_map(|item| texts(item, "name")).map(|(locale, _)| locale).collect();
    for locale in used {
        let mut seen = BTreeSet::new();
        for item in items {
            let name = item["name_localizations"].get(&locale).unwrap_or(&item["name"]);
            wrong.unless(seen.insert(name.to_string()), || format!("/{at}: {name} stands twice ({locale})"));
        }
    }
}

fn localized<'a>(item: &'a Value, field: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    item[field].as_object().into_iter().flatten()
}

/// A field in every language that it is given in; `default` is what Discord falls back to.
fn texts<'a>(item: &'a Value, field: &str) -> Vec<(String, &'a Value)> {
    let field_localized = format!("{field}_localizations");
    let others = localized(item, &field_localized).map(|(locale, text)| (locale.clone(), text));
    std::iter::once(("default".to_owned(), &item[field])).chain(others).collect()
}

/// The characters of a command: names, descriptions and values, of each the longest language.
pub fn characters(item: &Value) -> usize {
    let length = |text: &Value| text.as_str().map_or(0, |text| text.chars().count());
    let longest = |item: &Value, field: &str| {
        texts(item, field).into_iter().map(|(_, text)| length(text)).max().unwrap_or(0)
    };
    let own = longest(item, "name") + longest(item, "description");
    let choices =
        list(&item["choices"]).iter().map(|choice| longest(choice, "name") + length(&choice["value"]));
    own + choices.sum::<usize>() + list(&item["options"]).iter().map(characters).sum::<usize>()
}
