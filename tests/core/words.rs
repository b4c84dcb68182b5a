//! Every sentence exists in every language, with the same variables, and every sentence the code asks for exists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wardroom::app::registry::GAMES;
use wardroom::club::GameWords;
use wardroom::game::Game;
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::words::{Lang, Value, Words, locale_files};

/// The games, and none: whose messages are read together with those that all have in common.
fn folders() -> impl Iterator<Item = Option<&'static str>> {
    [None].into_iter().chain(GAMES.all().map(|game| Some(game.name())))
}

/// The messages of `lang` for a game: key and the variables it speaks of.
fn messages(lang: Lang, game: Option<&str>) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages = BTreeMap::new();
    let own = game.map(|game| locale_files(lang, Some(game)));
    assert!(own.as_ref().is_none_or(|own| !own.is_empty()), "{game:?} has no messages");
    for (file, text) in locale_files(lang, None).into_iter().chain(own.into_iter().flatten()) {
        let mut key = String::new();
        for line in text.lines() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                key = line.split('=').next().unwrap_or_default().trim().to_string();
                let before = messages.insert(key.clone(), BTreeSet::new());
                assert!(before.is_none(), "{file}: {key} is there twice");
            }
            messages.get_mut(&key).unwrap().extend(variables(line));
        }
    }
    messages
}

fn variables(line: &str) -> Vec<String> {
    line.split('$')
        .skip(1)
        .map(|rest| {
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
        })
        .collect()
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_variables() {
    for game in folders() {
        let (en, ja) = (messages(Lang::En, game), messages(Lang::Ja, game));
        let keys =
            |messages: &BTreeMap<String, BTreeSet<String>>| messages.keys().cloned().collect::<BTreeSet<_>>();
        let only: Vec<_> = keys(&en).symmetric_difference(&keys(&ja)).cloned().collect();
        assert!(only.is_empty(), "in one language only: {only:?}");
        for (key, variables) in &en {
            assert_eq!(variables, &ja[key], "variables of {key}");
        }
    }
}

#[test]
fn every_message_can_be_said() {
    for (game, lang) in folders().flat_map(|game| Lang::ALL.iter().map(move |lang| (game, lang))) {
        let words = GAMES.words(game).unwrap();
        for (key, variables) in messages(*lang, game) {
            for value in [Value::from(1), Value::from(7), Value::from("x")] {
                let args: Vec<(&str, Value<'_>)> =
                    variables.iter().map(|name| (name.as_str(), value.clone())).collect();
                let said = words.say(*lang, &key, &args);
                assert!(
                    !said.contains("{$") && !said.contains(&format!("{{{key}}}")),
                    "{lang:?} {key}: {said}"
                );
                assert!(!said.contains(['\u{2068}', '\u{2069}']), "{lang:?} {key}: invisible marks");
                assert!(!said.is_empty(), "{lang:?} {key} is empty");
            }
        }
    }
}

#[test]
fn a_message_that_one_language_lacks_is_said_in_english_and_an_unknown_one_names_its_key() {
    let words = Words::read().unwrap();
    assert_eq!(words.say(Lang::Ja, "no-such-key", &[]), "{no-such-key}");
}

#[test]
fn a_locale_names_its_language() {
    for (locale, lang) in [
        ("ja_JP.UTF-8", Lang::Ja),
        ("ja", Lang::Ja),
        ("JA-jp", Lang::Ja),
        ("en_GB.UTF-8", Lang::En),
        ("C", Lang::En),
        ("", Lang::En),
        ("jam_JM", Lang::En),
    ] {
        assert_eq!(Lang::of_locale(locale), lang, "{locale}");
    }
}

/// A stored notice is named by what it was called when it was written.
#[test]
fn every_notice_of_a_games_own_has_its_words_and_keeps_its_name() {
    let names = ["message", "letter", "proposal", "proposal-declined", "proposal-lapsed"];
    assert_eq!(Goeben::NOTICES.iter().map(|notice| notice.name).collect::<Vec<_>>(), names);
    for lang in Lang::ALL {
        let words = GameWords::of(&Goeben::from_files(vec![]).unwrap(), *lang).unwrap();
        assert!(names.iter().all(|name| words.notice(name).is_some_and(|said| !said.contains('{'))));
        assert_eq!(words.notice("prompt"), None);
    }
    let private: Vec<&str> = Goeben::NOTICES.iter().filter(|own| own.private).map(|own| own.name).collect();
    assert_eq!(private, ["message", "letter"]);
}

#[test]
fn every_key_in_the_code_has_a_message() {
    let known: Vec<_> = folders().map(|game| (game, messages(Lang::En, game))).collect();
    let mut missing = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in sources(&root.join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(root).unwrap().to_string_lossy().to_string();
        let mut keys = keys_after(&text, "say(");
        keys.extend(keys_after(&text, "Reason::of("));
        if inside.contains("/report") {
            keys.extend(keys_like(&text));
        }
        if inside.contains("/games/") {
            let reasons = keys_after(&text, "Refusal::new(").into_iter().chain(keys_after(&text, "refusal("));
            let named = reasons.filter(|reason| !reason.starts_with(|c: char| c.is_ascii_digit()));
            keys.extend(named.map(|reason| format!("refusal-{reason}")));
        }
        if inside.contains("/table/") {
            keys.extend(
                keys_after(&text, "Reply::refused(").iter().map(|reason| format!("refusal-{reason}")),
            );
        }
        let folders = ["src/games/", "src/rules/games/", "src/language/names/"];
        let of_games = folders.iter().find_map(|folder| inside.strip_prefix(folder));
        let game = of_games.and_then(|rest| rest.split(['/', '.']).next());
        let of_game = known.iter().find(|(of, _)| of.is_some() && *of == game);
        let (_, known) = of_game.unwrap_or(&known[0]);
        for key in keys {
            if !known.contains_key(&key) {
                missing.push(format!("{}: {key}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "without a message: {missing:#?}");
}

/// The first text literal after each `mark`, if it stands in the same call's first arguments.
fn keys_after(text: &str, mark: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for (at, _) in text.match_indices(mark) {
        let rest = &text[at + mark.len()..];
        let before = rest.split('"').next().unwrap_or_default();
        let plain = |c: char| {
            c.is_ascii_alphanumeric() || c.is_whitespace() || matches!(c, '.' | '*' | ',' | '_' | ':')
        };
        if before.len() < 60 && before.chars().all(plain) {
            keys.extend(rest.split('"').nth(1).filter(|key| !key.contains(['{', ' '])).map(str::to_string));
        }
    }
    keys
}

/// Texts in the code that look like keys: `event-ship-moved`.
fn keys_like(text: &str) -> Vec<String> {
    let like = |text: &&str| {
        text.contains('-')
            && text.split('-').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase()))
    };
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        line.split('"').skip(1).step_by(2).filter(like).map(str::to_string).collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn the_scan_finds_keys() {
    assert_eq!(
        keys_like("let key = if a { \"event-day-began\" } else { \"x\" }; // \"y-z\""),
        ["event-day-began", "y-z"]
    );
    assert_eq!(keys_after("self.say(\"a-key\", &[])", "say("), ["a-key"]);
    assert_eq!(keys_after("words.say(lang,\n    \"b-key\",", "say("), ["b-key"]);
    assert_eq!(keys_after("say(lang, &key, &[(\"x\", 1)])", "say("), Vec::<String>::new());
    assert_eq!(keys_after("Refusal::new(\"no-coal\", \"12.2\")", "Refusal::new("), ["no-coal"]);
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}
