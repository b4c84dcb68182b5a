//! The shape of the source: who imports whom, what rules code may not touch, how long a file may grow. Every check
//! is shown to fail on a small example below.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// The most lines of a source file.
const FILE_LINES: usize = 600;
/// How far the arms of a chapter's `apply` are indented.
const ARM: &str = "            ";
/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["Manager", "Helper", "Util", "Utils", "helper", "helpers", "util", "utils"];
/// Names of other people's that say nothing, and where they are used.
const NAMES_OF_OTHERS: &[(&str, &[&str])] = &[
    ("src/app/lines.rs", &["Helper", "set_helper"]),
    ("src/log/postgres/address.rs", &["Manager", "ManagerConfig"]),
];
/// What rules code may not touch: clock, files, network, environment, chance orders, floats, output, waiting.
const NOT_IN_RULES: &[&str] = &[
    "std::time",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "HashMap",
    "HashSet",
    "f32",
    "f64",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "async",
    "SystemTime",
    "Instant",
];

/// The only source file that makes files and folders, and decides who may use them.
const MAKES_FILES: &str = "src/private.rs";
/// What makes a file or a folder, or changes who may use one: the last three make a database.
const MAKING_FILES: &[&str] = &[
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions",
    "DirBuilder",
    "create_dir",
    "create_dir_all",
    "hard_link",
    "set_permissions",
    "chown",
    "fchown",
    "lchown",
    "symlink",
    "fs::write",
    "fs::copy",
    "Connection::open",
    "SQLITE_OPEN_CREATE",
    "OpenFlags::default",
];

/// What a painter does not name.
const HIDDEN_FROM_PAINTERS: &[&str] =
    &["State", "Board", "Play", "concealed", "Concealed", "shuffled", "Viewer", "unsafe"];

/// A part of the source and the parts of ours it may import. A part is a folder or a file of `src/`, without `.rs`.
struct Part {
    path: &'static str,
    may: May,
}

enum May {
    /// These and itself, nothing else of ours.
    Only(&'static [&'static str]),
    /// Anything of ours but these.
    AllBut(&'static [&'static str]),
}

const PARTS: &[Part] = &[
    Part { path: "rules/game", may: May::Only(&["game"]) },
    Part { path: "rules/games", may: May::Only(&["game", "games", "reason"]) },
    Part { path: "rules/reason", may: May::Only(&[]) },
    Part { path: "games/report", may: May::Only(&["book", "game", "games", "picture", "report", "words"]) },
    Part { path: "log", may: May::Only(&["pace", "private", "reason", "seal", "words"]) },
    Part { path: "mail", may: May::Only(&["config", "private", "reason", "words"]) },
    Part { path: "pace", may: May::Only(&["book", "reason", "words"]) },
    Part { path: "page", may: May::Only(&["picture", "reason", "report", "words"]) },
    Part { path: "picture", may: May::Only(&[]) },
    Part { path: "private", may: May::Only(&[]) },
    Part { path: "seal", may: May::Only(&[]) },
    Part { path: "standing", may: May::Only(&["book", "game", "games", "words"]) },
    Part { path: "words", may: May::Only(&["reason"]) },
    Part { path: "bots", may: May::Only(&["game", "games"]) },
    Part { path: "book", may: May::Only(&["game", "words"]) },
    Part { path: "lab", may: May::Only(&["bots", "game", "games", "private"]) },
    Part {
        path: "report",
        may: May::Only(&[
            "audit",
            "book",
            "dice_page",
            "game",
            "games/pack",
            "log",
            "pace",
            "reason",
            "view",
            "words",
        ]),
    },
    Part { path: "view", may: May::AllBut(&["table", "audit", "door", "app"]) },
    Part { path: "table", may: May::AllBut(&["audit", "door", "app", "report"]) },
    Part { path: "audit", may: May::AllBut(&["table", "door", "app", "report"]) },
    Part {
        path: "club",
        may: May::Only(&[
            "audit",
            "book",
            "bots",
            "dice_page",
            "game",
            "games",
            "keys",
            "log",
            "pace",
            "page",
            "picture",
            "reason",
            "report",
            "seal",
            "standing",
            "table",
            "view",
            "words",
        ]),
    },
    Part {
        path: "door/discord",
        may: May::AllBut(&["app", "audit", "log", "games", "door/mail", "door/web", "door/terminal"]),
    },
    Part {
        path: "door/mail",
        may: May::AllBut(&["app", "audit", "log", "games", "door/discord", "door/web", "door/terminal"]),
    },
    Part {
        path: "door/web",
        may: May::AllBut(&["app", "audit", "log", "games", "door/discord", "door/mail", "door/terminal"]),
    },
    Part {
        path: "door/terminal",
        may: May::AllBut(&["app", "audit", "log", "games", "door/discord", "door/mail", "door/web"]),
    },
    Part { path: "door", may: May::AllBut(&["app", "audit", "log", "games"]) },
];
/// All that the crate of the rules depends on. Nothing here has a clock, a file or a network.
const RULES_DEPEND_ON: &[&str] =
    &["arrayvec", "rand_chacha", "serde", "serde_json", "strsim", "thiserror", "toml"];
/// The games: each in a file and a folder of this name in `src/rules/games/`, its rules, and in `src/games/`, its face. What else
/// is there serves them all.
const GAMES: &[&str] = &["goeben", "grand_fleet"];
/// Notions that a game has and shared code has not. A word that stands here never comes back: not in code, texts and
/// comments of `src` outside of the games, nor in what all games share of `locales/` and `commands/`. `letter` and
/// `cargo` are not among them, as names have letters and what builds the program is called so, and neither is `ship`, of
/// which comments of these parts tell.
const OF_A_GAME: &[&str] =
    &["mission", "missions", "collier", "colliers", "hull", "officer", "officers", "campaign", "campaigns"];
/// The only places that may know both the games and the log: play, its independent check, what every
/// door calls, and the one that starts them.
const JOINERS: &[&str] = &["table", "audit", "club", "app", "view", "main"];

#[test]
fn every_part_imports_only_what_it_may() {
    report(each("src", imports_amiss));
}

#[test]
fn only_the_table_joins_games_and_log() {
    report(each("src", joins_amiss));
}

#[test]
fn games_know_nothing_of_each_other() {
    report(each("src/games", other_games));
    report(each("src/rules/games", other_games));
}

/// No side, game or ship: in code and in texts, comments apart; and no game in these either.
#[test]
fn only_a_games_own_folder_and_the_registry_name_it_or_its_ships() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ships = wardroom::games::goeben::pack::Pack::builtin().ships.into_keys().map(|id| id.to_string());
    let more = wardroom::games::grand_fleet::pack::Pack::builtin().ships.into_keys().map(|id| id.to_string());
    let sides = ["british", "german", "commander", "breslau", "cargo-in-box"].map(str::to_owned);
    let names: Vec<String> =
        ships.chain(more).chain(sides).chain(GAMES.iter().map(|game| (*game).to_owned())).collect();
    let mut amiss = Vec::new();
    for path in sources(&root.join("src")) {
        let name = path.strip_prefix(root.join("src")).unwrap().display().to_string();
        if is_of_games(&name) || name == "app/registry.rs" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        amiss.extend(GAMES.iter().filter(|game| text.contains(**game)).map(|game| format!("{name}: {game}")));
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            let named: Vec<&str> =
                words.filter(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word))).collect();
            amiss.extend(named.into_iter().map(|word| format!("{name}: {word} in {}", line.trim())));
        }
    }
    report(amiss);
}

/// The words of what a game alone has: in all of a file of code, and in the texts and commands that every game shares.
#[test]
fn what_only_a_game_has_is_spoken_of_in_its_folders_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in sources(&root.join("src")) {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if !is_of_games(name.trim_start_matches("src/")) {
            texts.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    for folder in ["locales/en", "locales/ja", "commands/discord", "commands/table"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                texts.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    report(texts.iter().flat_map(|(name, text)| notions(name, text)).collect());
}

/// Where a text has a word of a game alone, or what all share the name of a game.
fn notions(name: &str, text: &str) -> Vec<String> {
    let amiss = |(at, line): (usize, &str)| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        let notions = words.filter(|word| OF_A_GAME.iter().any(|notion| notion.eq_ignore_ascii_case(word)));
        let games = GAMES.iter().copied().filter(|game| !name.starts_with("src/") && line.contains(game));
        notions.chain(games).map(|word| format!("{name}:{}: {word}", at + 1)).collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(amiss).collect()
}

/// The standard library has them all; other crates are kept away by the next check.
#[test]
fn rules_have_no_clock_no_files_no_floats_and_no_chance_order() {
    report(each("src/rules", |_, code| words_amiss(code, NOT_IN_RULES)));
}

#[test]
fn the_rules_depend_on_nothing_else() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/Cargo.toml");
    let manifest: toml::Table = std::fs::read_to_string(manifest).unwrap().parse().unwrap();
    let depends: Vec<&str> =
        manifest["dependencies"].as_table().unwrap().keys().map(String::as_str).collect();
    assert_eq!(depends, RULES_DEPEND_ON);
}

/// A painter has what its viewer sees, and no way to anything else: a state, the rules' working state, what lies face
/// down in a view that shows everything.
#[test]
fn painters_reach_nothing_hidden() {
    report(each("src/games", |path, code| {
        let painter = path.split('/').nth(3).is_some_and(|step| step.trim_end_matches(".rs") == "picture");
        if painter { words_amiss(code, HIDDEN_FROM_PAINTERS) } else { vec![] }
    }));
}

#[test]
fn files_are_made_in_one_place() {
    report(each(
        "src",
        |path, code| if path == MAKES_FILES { vec![] } else { words_amiss(code, MAKING_FILES) },
    ));
}

#[test]
fn every_kind_of_event_is_applied_by_name() {
    report(each("src/rules/games", |_, code| catch_alls(code)));
}

/// What only a test needs stands in `tests/`: so the library is compiled once, for the program and all its tests.
#[test]
fn no_test_stands_in_the_source() {
    report(each("src", |_, code| tests_amiss(code)));
}

#[test]
fn nothing_is_unwrapped_outside_tests() {
    report(each("src", |_, code| unwraps(code)));
}

#[test]
fn names_say_something() {
    report(each("src", |path, code| {
        let mut amiss = names_amiss(code);
        let theirs = NAMES_OF_OTHERS.iter().filter(|(file, _)| path == *file).flat_map(|(_, names)| *names);
        let theirs: Vec<&&str> = theirs.collect();
        amiss.retain(|said| !theirs.iter().any(|name| said.ends_with(&format!(" {name}"))));
        amiss.extend(path.split(['/', '.']).filter(|name| EMPTY_NAMES.contains(name)).map(str::to_string));
        amiss
    }));
}

#[test]
fn files_stay_readable() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut amiss = Vec::new();
    for path in sources(&root.join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().display();
        amiss.extend(too_long(&text).map(|lines| format!("{name}: {lines} lines")));
    }
    report(amiss);
}

fn report(amiss: Vec<String>) {
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

/// What `check` finds amiss in each file below `folder`, given its path and its code without comments and texts.
fn each(folder: &str, check: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut amiss = Vec::new();
    for path in sources(&root.join(folder)) {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let code = bare(&std::fs::read_to_string(&path).unwrap());
        amiss.extend(check(&name, &code).into_iter().map(|what| format!("{name}: {what}")));
    }
    amiss
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns whether a path below `src/` is of the games: their rules or their faces.
fn is_of_games(path: &str) -> bool {
    path.trim_start_matches("rules/").starts_with("games")
}

/// The part of the source a file belongs to: `src/door/web/page.rs` is of `door/web`, `src/log/store.rs` of `log`. The faces of
/// the games are `games/report`.
fn part(path: &str) -> String {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut steps = inner.split('/');
    let first = steps.next().unwrap_or_default();
    let rest: Vec<&str> = steps.collect();
    match (first, rest.first()) {
        ("door" | "rules", Some(inner)) => format!("{first}/{inner}"),
        ("games", Some(_)) => "games/report".to_owned(),
        _ => first.to_string(),
    }
}

/// The parts of ours that `code` names: after `crate::` or `wardroom::`, alone or in a group.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for root in ["crate::", "wardroom::"] {
        for (at, _) in code.match_indices(root) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let rest = &code[at + root.len()..];
            for path in heads(rest) {
                let mut steps = path.split("::").map(str::trim);
                let first = steps.next().unwrap_or_default().to_string();
                match (first.as_str(), steps.next()) {
                    ("door", Some(door)) if !door.is_empty() => found.push(format!("door/{door}")),
                    ("games", Some("pack")) => found.push("games/pack".to_owned()),
                    _ => found.push(first),
                }
            }
        }
    }
    // Macros of the engine live at the root.
    found.retain(|name| {
        !name.is_empty() && !["word_ids", "word_enum", "events", "chapters"].contains(&name.as_str())
    });
    found
}

/// `game::Word` gives itself; `{game::Word, log::{Entry, Kind}}` gives `game::Word` and `log::`.
fn heads(rest: &str) -> Vec<String> {
    let path = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect()
    };
    if !rest.starts_with('{') {
        return vec![path(rest)];
    }
    let (mut depth, mut heads, mut item) = (0, Vec::new(), String::new());
    for c in rest.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => heads.push(path(&std::mem::take(&mut item))),
            _ if depth == 1 => item.push(c),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads.push(path(&item));
    heads.retain(|head| !head.is_empty());
    heads
}

fn imports_amiss(path: &str, code: &str) -> Vec<String> {
    let part = part(path);
    let Some(rule) = PARTS.iter().find(|rule| rule.path == part) else { return vec![] };
    let within = |name: &str, other: &str| name == other || name.starts_with(&format!("{other}/"));
    imports(code)
        .into_iter()
        .filter(|name| !within(name, &part) && *name != part)
        .filter(|name| match &rule.may {
            May::Only(parts) => !parts.iter().any(|part| within(name, part)),
            May::AllBut(parts) => parts.iter().any(|part| within(name, part)),
        })
        .map(|name| format!("imports {name}"))
        .collect()
}

fn joins_amiss(path: &str, code: &str) -> Vec<String> {
    let names = imports(code);
    let both = names.iter().any(|name| name.starts_with("games")) && names.iter().any(|name| name == "log");
    let may = JOINERS.contains(&part(path).as_str());
    if both && !may { vec!["imports games and log".into()] } else { vec![] }
}

/// Games that the code of a game, or what serves all of them, names and that are not its own.
fn other_games(path: &str, code: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_start_matches("rules/").trim_start_matches("games/");
    let own = inner.split(['/', '.']).next().unwrap_or_default();
    let others: Vec<&str> = GAMES.iter().copied().filter(|game| *game != own).collect();
    words_amiss(code, &others)
}

fn words_amiss(code: &str, words: &[&str]) -> Vec<String> {
    words.iter().filter(|word| has_word(code, word)).map(|word| format!("has {word}")).collect()
}

fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(part_of_name) && !code[at + word.len()..].starts_with(part_of_name)
    })
}

/// Chapters whose `apply` has an arm for whatever it does not name: one that matches anything, at the depth of the kinds.
fn catch_alls(code: &str) -> Vec<String> {
    let chapters = code.match_indices("impl Chapter<").map(|(at, _)| &code[at..at + block(&code[at..])]);
    let any = |line: &&str| {
        let pattern = line.trim_start().split("=>").next().unwrap().trim();
        let name = pattern.split(" if ").next().unwrap();
        line.starts_with(ARM)
            && !line[ARM.len()..].starts_with(' ')
            && line.contains("=>")
            && name.chars().all(|c| c.is_lowercase() || c == '_')
    };
    chapters
        .flat_map(|chapter| chapter.lines().filter(any))
        .map(|line| format!("applies anything: {}", line.trim()))
        .collect()
}

fn unwraps(code: &str) -> Vec<String> {
    [".unwrap()", ".expect("]
        .iter()
        .filter(|call| code.contains(**call))
        .map(|call| format!("has {call}"))
        .collect()
}

/// Tests in `code`, and what is compiled for tests only.
fn tests_amiss(code: &str) -> Vec<String> {
    let attributes = code.match_indices("#[").chain(code.match_indices("#![")).map(|(at, _)| &code[at..]);
    let named = attributes.filter_map(|rest| rest.split_once(']')).map(|(attribute, _)| attribute);
    let of_tests = named.filter(|attribute| has_word(attribute, "test"));
    of_tests.map(|attribute| format!("has {attribute}]")).collect()
}

/// Names in `code` with an empty word in them: `TableManager`, `mail_util`.
fn names_amiss(code: &str) -> Vec<String> {
    let mut amiss: Vec<String> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|name| parts_of(name).iter().any(|part| EMPTY_NAMES.contains(&part.as_str())))
        .map(|name| format!("has the name {name}"))
        .collect();
    amiss.dedup();
    amiss
}

/// The words of a name: `TableManager` has `Table` and `Manager`, `mail_util` has `mail` and `util`.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in name.chars() {
        if c == '_' || c.is_uppercase() {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().unwrap().push(c);
        }
    }
    parts
}

fn too_long(text: &str) -> Option<usize> {
    Some(text.lines().count()).filter(|lines| *lines > FILE_LINES)
}

/// `text` with comments and the contents of texts and characters blanked out.
fn bare(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let here = &chars[at..];
        let end = match here {
            ['/', '/', ..] => here.iter().position(|c| *c == '\n').unwrap_or(here.len()),
            ['/', '*', ..] => block_comment(here),
            ['"', ..] => quoted(here, 1, '"'),
            ['r', '"' | '#', ..] if !code.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                raw_text(here)
            }
            ['\'', '\\', ..] => quoted(here, 1, '\''),
            ['\'', _, '\'', ..] => 3,
            _ => 0,
        };
        if end == 0 {
            code.push(chars[at]);
            at += 1;
        } else {
            code.extend(here[..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at += end;
        }
    }
    code
}

fn block_comment(here: &[char]) -> usize {
    here.windows(2).position(|two| two == ['*', '/']).map_or(here.len(), |at| at + 2)
}

fn quoted(here: &[char], from: usize, close: char) -> usize {
    let mut at = from;
    while at < here.len() && here[at] != close {
        at += if here[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(here.len())
}

fn raw_text(here: &[char]) -> usize {
    let hashes = here[1..].iter().take_while(|c| **c == '#').count();
    if here.get(1 + hashes) != Some(&'"') {
        return 0;
    }
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let body = 2 + hashes;
    here[body..]
        .windows(close.len())
        .position(|end| end == close)
        .map_or(here.len(), |at| body + at + close.len())
}

fn block(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

mod the_checks_can_fail {
    use super::*;

    #[test]
    fn imports_are_found_alone_and_in_groups() {
        assert_eq!(imports("use crate::log::Entry;"), ["log"]);
        assert_eq!(
            imports("use crate::{game::{Word, OrderForm}, door::web::Page, seal};"),
            ["game", "door/web", "seal"]
        );
        assert_eq!(imports("fn f() { crate::table::open() }"), ["table"]);
        assert_eq!(imports("use crate::word_enum; use mycrate::log;"), Vec::<String>::new());
    }

    #[test]
    fn a_painter_that_names_what_is_hidden_is_found() {
        for code in ["view.concealed.iter()", "fn draw(state: &State)", "battle.shuffled"] {
            assert_eq!(words_amiss(code, HIDDEN_FROM_PAINTERS).len(), 1, "{code}");
        }
        assert!(words_amiss("fn state_card(view: &View) {}", HIDDEN_FROM_PAINTERS).is_empty());
    }

    #[test]
    fn a_wrong_import_is_found() {
        for (path, code) in [
            ("src/rules/game/options.rs", "use crate::games::goeben::State;"),
            ("src/rules/games/goeben/movement.rs", "use crate::log::Entry;"),
            ("src/log/store.rs", "use crate::games::AnyGame;"),
            ("src/seal.rs", "use crate::log::Entry;"),
            ("src/audit/dice.rs", "use crate::table::Table;"),
            ("src/door/web/page.rs", "use crate::door::discord::Reply;"),
            ("src/door/web.rs", "use crate::{games, words};"),
            ("src/door/terminal/ask.rs", "let log = crate::log::open();"),
            ("src/door/discord.rs", "use crate::games::AnyGame;"),
            ("src/door/discord/handlers/orders.rs", "use crate::log::Entry;"),
            ("src/door/discord/courier/text.rs", "use crate::{door::terminal::Source, words};"),
            ("src/door/discord/inbound/gateway.rs", "use crate::app::serve::services::Services;"),
            ("src/club/session.rs", "use crate::door::terminal::Source;"),
            ("src/club/delivery.rs", "use crate::app::App;"),
            ("src/report/parse_error.rs", "use crate::table::Table;"),
            ("src/report/parse_error.rs", "use crate::games::goeben::Goeben;"),
            ("src/games/goeben/report/board.rs", "use crate::log::Entry;"),
            ("src/rules/games/goeben/movement.rs", "use crate::report::Phrases;"),
        ] {
            assert_eq!(imports_amiss(path, code).len(), 1, "{path}: {code}");
        }
        for (path, code) in [
            (
                "src/rules/games/goeben/movement.rs",
                "use crate::game::Word; use crate::games::goeben::ids::ShipId;",
            ),
            ("src/door/web/page.rs", "use crate::door::web::style; use crate::report::board;"),
            ("src/table/fold.rs", "use crate::{games, log, seal};"),
            ("src/report/phrases.rs", "use crate::games::pack::Name;"),
            ("src/games/goeben/report.rs", "use crate::report::Phrases;"),
            ("src/games/goeben/playable.rs", "use crate::{book::Lexicon, words::Words};"),
        ] {
            assert_eq!(imports_amiss(path, code), Vec::<String>::new(), "{path}: {code}");
        }
    }

    #[test]
    fn a_second_joiner_is_found() {
        let code = "use crate::games::AnyGame;\nuse crate::log::Entry;";
        assert!(joins_amiss("src/table.rs", code).is_empty());
        assert_eq!(joins_amiss("src/replay/page.rs", code).len(), 1);
    }

    #[test]
    fn another_game_is_found() {
        let code = "use crate::games::{goeben::ids::ShipId, pack};";
        assert!(other_games("src/rules/games/goeben/movement.rs", code).is_empty());
        assert!(other_games("src/rules/games/goeben.rs", code).is_empty());
        assert_eq!(other_games("src/games/grand_fleet/report/battle.rs", code), ["has goeben"]);
        assert_eq!(other_games("src/rules/games/pack/check.rs", code), ["has goeben"]);
    }

    #[test]
    fn forbidden_words_are_found_as_words_only() {
        assert_eq!(words_amiss("use std::time::Instant;", NOT_IN_RULES).len(), 2);
        assert_eq!(words_amiss("let x: f64 = 1.0; println!(\"\");", NOT_IN_RULES).len(), 2);
        assert!(words_amiss("let f641 = asynchronous;", NOT_IN_RULES).is_empty());
    }

    #[test]
    fn comments_and_texts_do_not_count() {
        let text = "// x.unwrap()\nlet a = \"y.unwrap()\"; let b = r#\"z.unwrap()\"#; /* .expect( */ let c = '\"';\n";
        assert!(unwraps(&bare(text)).is_empty());
        assert_eq!(unwraps(&bare(&format!("{text} h().unwrap()"))).len(), 1);
    }

    #[test]
    fn a_test_in_the_source_is_found() {
        for code in [
            "#[cfg(test)]\nmod tests;",
            "#[test]\nfn it_is_so() {}",
            "#[tokio::test]\nasync fn it_is_so() {}",
            "#[cfg(any(test, unix))]\nfn f() {}",
            "#![cfg_attr(test, allow(unused))]",
        ] {
            assert_eq!(tests_amiss(code).len(), 1, "{code}");
        }
        assert!(tests_amiss("#[cfg(unix)]\nfn test(latest: &[u8]) -> [u8; 2] {}").is_empty());
    }

    #[test]
    fn a_notion_of_a_game_is_found_in_code_comments_and_texts() {
        let amiss = notions(
            "src/table/x.rs",
            "// An officer asks.\nlet go_to_mission = Stride::Mission; // permission",
        );
        assert_eq!(
            amiss,
            ["src/table/x.rs:1: officer", "src/table/x.rs:2: mission", "src/table/x.rs:2: Mission"]
        );
        assert_eq!(notions("locales/en/x.ftl", "game-goeben = A hull").len(), 2);
        assert!(notions("src/app/registry.rs", "use crate::games::goeben::Goeben;").is_empty());
    }

    #[test]
    fn a_file_that_is_made_elsewhere_is_found() {
        for code in [
            "File::create_new(path)?",
            "std::fs::write(path, text)?",
            "use std::fs::{self, OpenOptions};",
            "Connection::open(path)",
            "fs::create_dir_all(folder)",
        ] {
            assert_eq!(words_amiss(code, MAKING_FILES).len(), 1, "{code}");
        }
        for code in ["File::open(path)?", "Connection::open_with_flags(path, flags)", "fs::rename(a, b)"] {
            assert!(words_amiss(code, MAKING_FILES).is_empty(), "{code}");
        }
    }

    #[test]
    fn empty_names_are_found_in_names() {
        assert_eq!(names_amiss("struct TableManager; fn mail_util() {} fn utility() {}").len(), 2);
    }

    #[test]
    fn a_kind_that_is_not_named_is_found() {
        let chapter = |arm: &str| {
            format!(
                "impl Chapter<State> for E {{\n    fn apply(&self) {{\n        match self {{\n            {arm}\n        }}\n    }}\n}}\n"
            )
        };
        for arm in ["_ => {}", "_ if late => {}", "other => drop(other),"] {
            assert_eq!(catch_alls(&chapter(arm)).len(), 1, "{arm}");
        }
        for arm in [
            "Self::Sunk { .. } => {}",
            "Self::Sunk { ship } => match ship {\n                _ => {}\n            },",
        ] {
            assert_eq!(catch_alls(&chapter(arm)), Vec::<String>::new(), "{arm}");
        }
        assert_eq!(catch_alls("fn f() { match g {\n            _ => {}\n } }"), Vec::<String>::new());
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES)), None);
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES + 1)), Some(FILE_LINES + 1));
    }
}

/// Lists that only shrink: import circles between the files of a folder, public types that share a name, tests that
/// wait or look at the clock. What grows fails, and so does an entry that is no longer needed.
mod ratchets {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use super::{bare, report, sources};

    /// Folders and how many of their files and subfolders import each other in a circle.
    const CIRCLES: &[(&str, usize)] = &[
        ("src", 3),
        ("src/app", 6),
        ("src/audit", 2),
        ("src/book", 2),
        ("src/door/discord", 6),
        ("src/door/discord/courier", 2),
        ("src/door/discord/handlers", 2),
        ("src/door/discord/picker", 5),
        ("src/rules/game", 3),
        ("src/rules/games/goeben", 30),
        ("src/rules/games/goeben/officers", 2),
        ("src/rules/games/grand_fleet", 14),
        ("src/log", 13),
        ("src/table", 12),
    ];
    /// Names that several public types have, and how many have it.
    const SHARED_NAMES: &[(&str, usize)] = &[("Command", 2), ("Field", 2), ("Message", 2), ("Reply", 2)];
    /// The longest that a test may sleep, in milliseconds.
    const LONGEST_SLEEP: u64 = 100;
    /// Tests' files that look at the clock all the same, how often, and why.
    const CLOCKS: &[(&str, usize, &str)] = &[(
        "tests/doors/discord_post.rs",
        1,
        "a lower bound of a wait that Discord asks for: no busy machine breaks it",
    )];

    /// A source file: its module path and its code without comments and texts.
    struct File {
        path: Vec<String>,
        code: String,
    }

    fn files() -> Vec<File> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let read = |file: std::path::PathBuf| {
            let name = file.strip_prefix(&root).unwrap().with_extension("").display().to_string();
            let path: Vec<String> = name.split('/').map(str::to_owned).collect();
            File { path, code: bare(&std::fs::read_to_string(&file).unwrap()) }
        };
        sources(&root).into_iter().map(read).collect()
    }

    #[test]
    fn the_files_of_a_folder_import_each_other_in_no_circle() {
        let mut found = BTreeMap::new();
        for (folder, circles) in circles(&files()) {
            println!("{folder}: {}", circles.iter().cloned().collect::<Vec<_>>().join(" "));
            found.insert(folder, circles.len());
        }
        report(ratchet("files of ", &found, CIRCLES));
    }

    #[test]
    fn no_two_public_types_have_one_name() {
        let files = files();
        let types = files.iter().flat_map(|file| {
            let game = game_of(&file.path);
            public_types(&file.code).into_iter().map(move |name| (name, game))
        });
        report(ratchet("public types named ", &shared(types), SHARED_NAMES));
    }

    /// The game in whose folder a file lies.
    fn game_of(path: &[String]) -> Option<&'static str> {
        let inner = if path.first()? == "rules" { &path[1..] } else { path };
        let (games, game) = inner.first().zip(inner.get(1))?;
        super::GAMES.iter().copied().find(|known| games == "games" && game == known)
    }

    /// The names that several types have, each type given with the game it is of, and how many have it. Types of two games
    /// that have one name are siblings, and count as those of one game.
    fn shared(types: impl Iterator<Item = (String, Option<&'static str>)>) -> BTreeMap<String, usize> {
        let mut found: BTreeMap<String, BTreeMap<Option<&str>, usize>> = BTreeMap::new();
        types.for_each(|(name, game)| *found.entry(name).or_default().entry(game).or_default() += 1);
        let count = |mut times: BTreeMap<Option<&str>, usize>| {
            times.remove(&None).unwrap_or_default() + times.into_values().max().unwrap_or_default()
        };
        let counted = found.into_iter().map(|(name, times)| (name, count(times)));
        counted.filter(|(_, times)| *times > 1).collect()
    }

    #[test]
    fn no_test_sleeps_long_or_asserts_on_the_clock() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for file in sources(&root.join("tests")) {
            let name = file.strip_prefix(root).unwrap().display().to_string();
            let times = clock_in_tests(&bare(&std::fs::read_to_string(&file).unwrap())).len();
            if times > 0 {
                found.insert(name, times);
            }
        }
        let listed: Vec<(&str, usize)> = CLOCKS.iter().map(|(file, times, _)| (*file, *times)).collect();
        report(ratchet("sleeps over 100 ms and assertions on the clock in ", &found, &listed));
    }

    /// What differs from a list that only shrinks.
    fn ratchet(what: &str, found: &BTreeMap<String, usize>, listed: &[(&str, usize)]) -> Vec<String> {
        let listed: BTreeMap<&str, usize> = listed.iter().copied().collect();
        let names: BTreeSet<&str> = found.keys().map(String::as_str).chain(listed.keys().copied()).collect();
        let compare = |name: &str| {
            let (is, was) = (found.get(name).copied().unwrap_or(0), listed.get(name).copied().unwrap_or(0));
            match is.cmp(&was) {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(format!("{what}{name}: {is}, and there may be {was}")),
                std::cmp::Ordering::Less => {
                    Some(format!("{what}{name}: {is} now; write that into the list for {was}"))
                }
            }
        };
        names.into_iter().filter_map(compare).collect()
    }

    /// For each folder, what lies in it and is part of an import circle.
    fn circles(files: &[File]) -> BTreeMap<String, BTreeSet<String>> {
        let modules: BTreeSet<&[String]> = files.iter().map(|file| file.path.as_slice()).collect();
        let mut edges: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for file in files {
            for target in imported(file, &modules) {
                let same = file.path.iter().zip(&target).take_while(|(one, other)| one == other).count();
                if let (Some(from), Some(to)) = (file.path.get(same), target.get(same)) {
                    edges
                        .entry(
                            ["src"]
                                .into_iter()
                                .chain(file.path[..same].iter().map(String::as_str))
                                .collect::<Vec<_>>()
                                .join("/"),
                        )
                        .or_default()
                        .insert((from.clone(), to.clone()));
                }
            }
        }
        let mut found = BTreeMap::new();
        for (folder, edges) in edges {
            let reach = |from: &str| {
                let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
                while let Some(at) = next.pop() {
                    for (_, to) in edges.iter().filter(|(one, _)| *one == at) {
                        if seen.insert(to.clone()) {
                            next.push(to.clone());
                        }
                    }
                }
                seen
            };
            let round: BTreeSet<String> = edges
                .iter()
                .map(|(from, _)| from.clone())
                .filter(|from| reach(from).contains(from))
                .collect();
            if !round.is_empty() {
                found.insert(folder, round);
            }
        }
        found
    }

    /// The modules that a file names, by `crate::`, `super::` and `self::`.
    fn imported(file: &File, modules: &BTreeSet<&[String]>) -> BTreeSet<Vec<String>> {
        let mut found = BTreeSet::new();
        // The rules are a crate of their own.
        let crate_root = usize::from(file.path[0] == "rules");
        for (root, base) in
            [("crate::", crate_root), ("super::", file.path.len() - 1), ("self::", file.path.len())]
        {
            for (at, _) in file.code.match_indices(root) {
                if file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                    continue;
                }
                let mut rest = &file.code[at + root.len()..];
                let mut base = base;
                while let Some(above) = rest.strip_prefix("super::") {
                    (rest, base) = (above, base.saturating_sub(1));
                }
                for path in paths(rest) {
                    let mut target: Vec<String> = file.path[..base.min(file.path.len())].to_vec();
                    target.extend(path.split("::").map(str::to_owned));
                    while !target.is_empty() && !modules.contains(target.as_slice()) {
                        target.pop();
                    }
                    if !target.is_empty() && target != file.path {
                        found.insert(target);
                    }
                }
            }
        }
        found
    }

    /// All paths that begin here: `a::{b, c::{d, e}}` gives `a::b`, `a::c::d` and `a::c::e`.
    fn paths(rest: &str) -> Vec<String> {
        let (mut found, mut before, mut word) = (Vec::new(), Vec::<String>::new(), String::new());
        for c in rest.chars() {
            match c {
                _ if c.is_alphanumeric() || c == '_' || c == ':' => word.push(c),
                '{' => before.push(std::mem::take(&mut word)),
                ',' | '}' if !before.is_empty() => {
                    if !word.is_empty() {
                        found.push(before.concat() + &std::mem::take(&mut word));
                    }
                    if c == '}' {
                        before.pop();
                        if before.is_empty() {
                            break;
                        }
                    }
                }
                _ if c.is_whitespace() && !before.is_empty() => {}
                _ => {
                    if before.is_empty() {
                        found.push(word.clone());
                        break;
                    }
                }
            }
        }
        found
    }

    /// The names of the types that anybody may use.
    fn public_types(code: &str) -> Vec<String> {
        let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
        let name = |line: &str| {
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
            Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        };
        code.lines().filter_map(name).collect()
    }

    /// Where code of a test sleeps longer than it may, by a number or a constant of its file, or asserts on time that went by.
    fn clock_in_tests(code: &str) -> Vec<String> {
        let millis = |text: &str| -> Option<u64> {
            let number = |unit: &str| {
                let rest = text.split(unit).nth(1)?;
                rest.chars()
                    .take_while(|c| c.is_ascii_digit() || *c == '_')
                    .filter(|c| *c != '_')
                    .collect::<String>()
                    .parse()
                    .ok()
            };
            number("from_millis(").or(number("from_secs(").map(|seconds: u64| seconds * 1000))
        };
        let constant = |name: &str| {
            let declared = format!("const {name}: ");
            code.lines().find(|line| line.contains(&declared)).and_then(millis)
        };
        let too_long = |line: &&str| {
            let Some((_, rest)) = line.split_once("sleep(") else { return false };
            let name: String = rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            millis(rest).or_else(|| constant(&name)).is_some_and(|time| time > LONGEST_SLEEP)
        };
        let on_the_clock = |line: &&str| {
            line.contains("assert") && (line.contains("elapsed()") || line.contains("slowest_answer()"))
        };
        code.lines()
            .filter(|line| too_long(line) || on_the_clock(line))
            .map(|line| line.trim().to_owned())
            .collect()
    }

    mod the_ratchets_can_fail {
        use super::*;

        fn file(path: &str, code: &str) -> File {
            File { path: path.split('/').map(str::to_owned).collect(), code: code.to_owned() }
        }

        #[test]
        fn circles_are_found() {
            let files = [
                file("a", "use crate::b::c;"),
                file("b/c", "use super::d::X; use crate::e;"),
                file("b/d", "fn f() { crate::b::{e, c::Y}::z() }"),
                file("b/e", ""),
                file("b", ""),
                file("e", "use crate::{e::Own, a::{self, Q}};"),
            ];
            let all: Vec<String> = circles(&files).into_iter().map(|(k, v)| format!("{k}: {v:?}")).collect();
            assert_eq!(all, [r#"src: {"a", "b", "e"}"#, r#"src/b: {"c", "d"}"#]);
            assert!(circles(&files[..1]).is_empty());
        }

        #[test]
        fn a_list_only_shrinks() {
            let found: BTreeMap<String, usize> = [("a".to_owned(), 2)].into();
            assert!(ratchet("", &found, &[("a", 2)]).is_empty());
            for listed in [&[("a", 1)][..], &[("a", 3)], &[], &[("a", 2), ("b", 2)]] {
                assert_eq!(ratchet("", &found, listed).len(), 1, "{listed:?}");
            }
        }

        #[test]
        fn types_of_two_games_are_siblings() {
            let types = [
                ("A", Some("x")),
                ("A", Some("y")),
                ("B", Some("x")),
                ("B", None),
                ("C", Some("x")),
                ("C", Some("x")),
            ];
            let found = shared(types.into_iter().map(|(name, game)| (name.to_owned(), game)));
            assert_eq!(found, [("B".to_owned(), 2), ("C".to_owned(), 2)].into());
        }

        #[test]
        fn types_and_clocks_are_found() {
            assert_eq!(
                public_types("pub struct A<T> {\n    pub enum No\npub(crate) struct No;\npub trait B: C {}"),
                ["A", "B"]
            );
            let amiss = "sleep(Duration::from_millis(101))\nconst SOON: Duration = Duration::from_secs(2);\nsleep(SOON)\n\
                     assert!(start.elapsed() < SOON)";
            assert_eq!(clock_in_tests(amiss).len(), 3);
            assert!(clock_in_tests("sleep(Duration::from_millis(100)); until.elapsed()").is_empty());
        }
    }
}
