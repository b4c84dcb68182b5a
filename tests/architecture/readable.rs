//! Names that say something, and files that are not too long to read.

use std::path::Path;

use crate::code::{each, report, sources};

/// The most lines of a file of code: of the source, and of its tests.
const FILE_LINES: usize = 600;
/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &["Manager", "Helper", "Util", "Utils", "helper", "helpers", "util", "utils"];
/// Names of other people's that say nothing, and where they are used.
const NAMES_OF_OTHERS: &[(&str, &[&str])] = &[
    ("src/app/lines.rs", &["Helper", "set_helper"]),
    ("src/log/postgres/address.rs", &["Manager", "ManagerConfig"]),
];

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
    let folders = ["src", "tests", "benches", "fuzz/fuzz_targets"];
    for path in folders.iter().flat_map(|folder| sources(&root.join(folder))) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().display();
        amiss.extend(too_long(&text).map(|lines| format!("{name}: {lines} lines")));
    }
    report(amiss);
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

mod can_fail {
    use super::*;

    #[test]
    fn empty_names_are_found_in_names() {
        assert_eq!(names_amiss("struct TableManager; fn mail_util() {} fn utility() {}").len(), 2);
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES)), None);
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES + 1)), Some(FILE_LINES + 1));
    }
}
