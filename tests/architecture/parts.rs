//! The parts of the source and which others each of them may import.

use crate::code::{each, report};

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
    Part {
        path: "games/report",
        may: May::Only(&["book", "game", "games", "names", "picture", "report", "words"]),
    },
    Part { path: "log", may: May::Only(&["pace", "private", "reason", "seal", "words"]) },
    Part { path: "mail", may: May::Only(&["config", "private", "reason", "receipt", "words"]) },
    Part { path: "pace", may: May::Only(&["book", "reason", "words"]) },
    Part { path: "page", may: May::Only(&["picture", "reason", "report", "words"]) },
    Part { path: "picture", may: May::Only(&[]) },
    Part { path: "private", may: May::Only(&[]) },
    Part { path: "receipt", may: May::Only(&["keys"]) },
    Part { path: "seal", may: May::Only(&[]) },
    Part { path: "standing", may: May::Only(&["book", "game", "games", "words"]) },
    Part { path: "language/book", may: May::Only(&["book", "game", "words"]) },
    Part { path: "language/names", may: May::Only(&["book", "game", "games", "words"]) },
    Part { path: "language/words", may: May::Only(&["reason", "words"]) },
    Part { path: "bots", may: May::Only(&["game", "games"]) },
    Part { path: "lab", may: May::Only(&["bots", "game", "games", "private"]) },
    Part {
        path: "report",
        may: May::Only(&["book", "dice_page", "game", "log", "pace", "reason", "view", "words"]),
    },
    Part { path: "transparency", may: May::Only(&["reason"]) },
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
            "receipt",
            "report",
            "seal",
            "standing",
            "table",
            "transparency",
            "view",
            "words",
        ]),
    },
    Part { path: "app", may: May::AllBut(&["table"]) },
    Part {
        path: "door/discord",
        may: May::AllBut(&[
            "app",
            "audit",
            "log",
            "games",
            "door/mail",
            "door/web",
            "door/terminal",
            "door/play",
        ]),
    },
    Part {
        path: "door/mail",
        may: May::AllBut(&[
            "app",
            "audit",
            "log",
            "games",
            "door/discord",
            "door/web",
            "door/terminal",
            "door/play",
        ]),
    },
    Part { path: "door/html", may: May::Only(&["report", "words"]) },
    Part { path: "door/listener", may: May::Only(&["observe"]) },
    Part {
        path: "door/play",
        may: May::AllBut(&[
            "app",
            "audit",
            "log",
            "games",
            "door/discord",
            "door/mail",
            "door/terminal",
            "door/web",
        ]),
    },
    Part {
        path: "door/web",
        may: May::AllBut(&[
            "app",
            "audit",
            "log",
            "games",
            "door/discord",
            "door/mail",
            "door/terminal",
            "door/play",
        ]),
    },
    Part {
        path: "door/terminal",
        may: May::AllBut(&[
            "app",
            "audit",
            "log",
            "games",
            "door/discord",
            "door/mail",
            "door/web",
            "door/play",
        ]),
    },
    Part { path: "door", may: May::AllBut(&["app", "audit", "log", "games"]) },
];
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

/// The part of the source a file belongs to: `src/door/web/page.rs` is of `door/web`, `src/log/store.rs` of `log`. The faces of
/// the games are `games/report`.
fn part(path: &str) -> String {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut steps = inner.split('/');
    let first = steps.next().unwrap_or_default();
    let rest: Vec<&str> = steps.collect();
    match (first, rest.first()) {
        ("door" | "language" | "rules", Some(inner)) => format!("{first}/{inner}"),
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

mod can_fail {
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
            ("src/app/play.rs", "use crate::table::Tables;"),
            ("src/app.rs", "use crate::{club::Club, table::Tables};"),
            ("src/report/parse_error.rs", "use crate::table::Table;"),
            ("src/report/parse_error.rs", "use crate::games::goeben::Goeben;"),
            ("src/games/goeben/report/board.rs", "use crate::log::Entry;"),
            ("src/rules/games/goeben/movement.rs", "use crate::report::Phrases;"),
            ("src/language/words.rs", "use crate::book::Book;"),
            ("src/language/book/walk.rs", "use crate::games::goeben::State;"),
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
            ("src/report/phrases.rs", "use crate::game::Word;"),
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
}
