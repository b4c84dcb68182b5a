//! The commands as they are registered: within every limit, in both languages, and as they were.

use std::collections::BTreeSet;

use serde_json::Value;
use wardroom::app::registry::GAMES;
use wardroom::book::Book;
use wardroom::door::discord::commands::Meant;
use wardroom::door::discord::interaction::Command;
use wardroom::door::discord::limits::{
    CHOICE_TEXT, CHOICES, COMMAND_CHARACTERS, COMMANDS, DESCRIPTION, NAME, OPTIONS,
};

const LANGUAGES: [&str; 3] = ["en-US", "en-GB", "ja"];

fn all() -> Vec<Value> {
    GAMES.commands().unwrap().all()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

/// Discord's `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case.
fn is_name(name: &str) -> bool {
    let fits = |c: char| matches!(c, '-' | '_' | '\'') || (c.is_alphanumeric() && !c.is_uppercase());
    (1..=NAME).contains(&name.chars().count()) && name.chars().all(fits)
}

/// A field with its translations.
fn all_of<'a>(value: &'a Value, field: &str) -> Vec<&'a str> {
    let translated = value[format!("{field}_localizations")].as_object().unwrap();
    assert!(LANGUAGES.iter().all(|lang| translated.contains_key(*lang)), "{value}");
    [text(value, field)].into_iter().chain(translated.values().map(|text| text.as_str().unwrap())).collect()
}

fn longest(texts: &[&str]) -> usize {
    texts.iter().map(|text| text.chars().count()).max().unwrap()
}

/// The characters of a command or an option as Discord adds them up: of each text the longest language.
fn characters(value: &Value) -> usize {
    let own = longest(&all_of(value, "name")) + longest(&all_of(value, "description"));
    let choice = |choice: &Value| longest(&all_of(choice, "name")) + text(choice, "value").chars().count();
    own + list(value, "choices").iter().map(choice).sum::<usize>()
        + list(value, "options").iter().map(characters).sum::<usize>()
}

fn check(value: &Value, depth: usize) {
    for name in all_of(value, "name") {
        assert!(is_name(name), "{name}");
    }
    for about in all_of(value, "description") {
        assert!((1..=DESCRIPTION).contains(&about.chars().count()), "{about}");
        assert!(!about.contains('`') && about.trim() == about, "{about}");
    }
    let options = list(value, "options");
    assert!(options.len() <= OPTIONS && depth < 3, "{value}");
    for lang in LANGUAGES {
        let names: BTreeSet<&str> =
            options.iter().map(|option| text(&option["name_localizations"], lang)).collect();
        assert_eq!(names.len(), options.len(), "two options of one name in {lang}: {}", value["name"]);
    }
    let required: Vec<bool> = options.iter().map(|option| option["required"] == true).collect();
    assert!(required.is_sorted_by(|a, b| a >= b), "optional before required: {value}");
    let choices = list(value, "choices");
    assert!(choices.len() <= CHOICES, "{value}");
    assert!(choices.is_empty() || value["autocomplete"] != true, "{value}");
    for choice in choices {
        assert!(all_of(choice, "name").iter().all(|name| name.chars().count() <= CHOICE_TEXT), "{choice}");
        assert!(text(choice, "value").chars().count() <= CHOICE_TEXT, "{choice}");
    }
    options.iter().for_each(|option| check(option, depth + 1));
}

#[test]
fn every_command_is_within_discords_limits() {
    let all = all();
    assert!(all.len() <= COMMANDS && all.len() > 10, "{} commands", all.len());
    for lang in LANGUAGES {
        let names: BTreeSet<&str> =
            all.iter().map(|command| text(&command["name_localizations"], lang)).collect();
        assert_eq!(names.len(), all.len(), "two commands of one name in {lang}");
    }
    for command in &all {
        check(command, 0);
        let characters = characters(command);
        assert!(characters <= COMMAND_CHARACTERS, "{}: {characters} characters", command["name"]);
        assert_eq!(command["integration_types"], serde_json::json!([0, 1]), "{command}");
        assert_eq!(command["contexts"], serde_json::json!([0, 1, 2]), "{command}");
    }
}

#[test]
fn every_verb_of_every_game_is_a_subcommand_and_means_itself() {
    let all = all();
    for game in GAMES.all().map(|game| game.name()) {
        for verb in Book::of(game).unwrap().verbs().iter().filter(|verb| !verb.table) {
            let has = |command: &&Value| {
                text(command, "name").starts_with(&game.replace('_', "-"))
                    && list(command, "options").iter().any(|option| option["name"] == verb.name.as_str())
            };
            let command =
                all.iter().find(has).unwrap_or_else(|| panic!("{game} {} is no command", verb.name));
            let path = vec![text(command, "name").to_owned(), verb.name.to_string()];
            let name = |arg: &wardroom::book::ArgSpec| (arg.name.to_string(), " x; y ".to_owned());
            let command = Command { path, given: verb.args.iter().map(name).collect(), users: vec![] };
            let args = verb.args.iter().map(|arg| (arg.name, "x; y".to_owned())).collect();
            let meant = Meant::Order { game: game.to_owned(), verb: verb.name, args };
            assert_eq!(GAMES.commands().unwrap().meaning(&command), Some(meant));
        }
    }
}

#[test]
fn the_tables_own_commands_mean_their_verbs() {
    let command = |path: &[&str], given: &[(&str, &str)]| Command {
        path: path.iter().map(|step| (*step).to_owned()).collect(),
        given: given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        users: vec![],
    };
    let mut seen = BTreeSet::new();
    for own in all().iter().filter(|own| ["table", "time", "me", "show"].contains(&text(own, "name"))) {
        for verb in list(own, "options") {
            let (name, verb) = (text(own, "name"), text(verb, "name"));
            let meant = GAMES.commands().unwrap().meaning(&command(&[name, verb], &[]));
            if let Some(Meant::Moved { from, to }) = meant {
                let key = |command: &str| format!("command-{command}-{verb}");
                assert_eq!((from, to), (key(name), key("me")));
                continue;
            }
            assert_eq!(meant, Some(Meant::Table { verb: verb.to_owned() }));
            assert!(seen.insert(verb.to_owned()), "{verb} is there twice");
        }
    }
    for verb in [
        "new",
        "join",
        "start",
        "list",
        "status",
        "board",
        "map",
        "hand",
        "export",
        "why",
        "help",
        "dm",
        "forget-me",
    ] {
        assert!(seen.contains(verb), "{verb} is missing");
    }
    let typed = GAMES
        .commands()
        .unwrap()
        .meaning(&command(&["order"], &[("text", " move goeben; done "), ("table", "x")]));
    assert_eq!(typed, Some(Meant::Typed { text: "move goeben; done".into() }));
    for path in [&["nonsense"][..], &[], &["table"], &["table", "nonsense"], &["goeben-movement"]] {
        assert_eq!(GAMES.commands().unwrap().meaning(&command(path, &[])), None, "{path:?}");
    }
}

#[test]
fn the_commands_are_as_they_were() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/discord/commands.json");
    let now = format!("{}\n", serde_json::to_string_pretty(&Value::from(all())).unwrap());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == now, "tests/discord/commands.json is out of date: run the tests once with UPDATE=1");
}

/// The schema knows lengths and counts; it stands beside the repository and is not part of it.
#[test]
fn discords_own_description_accepts_every_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/discord-openapi.json");
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/discord-openapi.json");
    let Some(found) = [path, other].into_iter().find_map(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("SKIPPED: discord-openapi.json is not there, the commands were not held against it");
        return;
    };
    let api: Value = serde_json::from_str(&found).unwrap();
    let schema = serde_json::json!({
        "$ref": "#/components/schemas/ApplicationCommandCreateRequest",
        "components": api["components"],
    });
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    for command in all() {
        let errors: Vec<String> = schema.iter_errors(&command).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", command["name"]);
    }
}

/// Every kind of picture that a game draws can be chosen, by a name in the reader's language.
#[test]
fn the_kinds_of_pictures_are_choices_with_names() {
    use wardroom::games::{goeben, grand_fleet};
    let mut kinds = vec![goeben::picture::CLOSE, goeben::picture::WHOLE, goeben::picture::CARD];
    kinds.extend([grand_fleet::picture::MAP, grand_fleet::picture::CARD, grand_fleet::picture::FLEETS]);
    kinds.sort_unstable();
    kinds.dedup();
    let show = all().into_iter().find(|command| command["name"] == "show").unwrap();
    let map = list(&show, "options").iter().find(|verb| verb["name"] == "map").unwrap().clone();
    let what = list(&map, "options").iter().find(|option| option["name"] == "what").unwrap().clone();
    let mut offered: Vec<&str> = list(&what, "choices").iter().map(|choice| text(choice, "value")).collect();
    offered.sort_unstable();
    assert_eq!(offered, kinds);
    for choice in list(&what, "choices") {
        let ja = choice["name_localizations"]["ja"].as_str().unwrap();
        assert!(ja.chars().all(|c| !c.is_ascii()), "{choice}");
    }
}
