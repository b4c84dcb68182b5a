//! What code may not touch: in the rules, in a painter, in the library as a whole.

use std::path::Path;

use crate::code::{bare, block, each, has_word, report, words_amiss};

/// How far the arms of a chapter's `apply` are indented.
const ARM: &str = "            ";
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
/// All that the crate of the rules depends on. Nothing here has a clock, a file or a network.
const RULES_DEPEND_ON: &[&str] =
    &["arrayvec", "bit-set", "rand_chacha", "serde", "serde_json", "strsim", "thiserror", "toml"];
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

mod can_fail {
    use super::*;

    #[test]
    fn a_painter_that_names_what_is_hidden_is_found() {
        for code in ["view.concealed.iter()", "fn draw(state: &State)", "battle.shuffled"] {
            assert_eq!(words_amiss(code, HIDDEN_FROM_PAINTERS).len(), 1, "{code}");
        }
        assert!(words_amiss("fn state_card(view: &View) {}", HIDDEN_FROM_PAINTERS).is_empty());
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
}
