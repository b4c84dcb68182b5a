//! Names that say something, and files that are not too long to read.

use std::collections::BTreeMap;
use std::path::Path;

use crate::code::{bare, each, report, sources};

/// The most lines of a file of code: of the source, and of its tests.
const FILE_LINES: usize = 600;
/// The most methods of a type of a door, over all its own `impl` blocks: what a handler needs it is given.
const METHODS_IN_DOORS: usize = 60;
/// Types of doors that have more still, and at most how many. An entry that is no longer needed fails.
const MORE_METHODS: &[(&str, &str, usize)] = &[];
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

#[test]
fn no_type_of_a_door_has_many_methods() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/door");
    let mut amiss = Vec::new();
    for door in std::fs::read_dir(&root).unwrap().map(|door| door.unwrap().path()).filter(|it| it.is_dir()) {
        let mut methods: BTreeMap<String, usize> = BTreeMap::new();
        for file in sources(&door).into_iter().chain([door.with_extension("rs")]) {
            let code = bare(&std::fs::read_to_string(file).unwrap());
            methods_of(&code)
                .into_iter()
                .for_each(|(name, count)| *methods.entry(name).or_default() += count);
        }
        let door = door.strip_prefix(&root).unwrap().display().to_string();
        let listed = MORE_METHODS.iter().filter(|(at, ..)| *at == door);
        let allowed: BTreeMap<&str, usize> = listed.map(|(_, name, most)| (*name, *most)).collect();
        for (name, count) in methods {
            match allowed.get(name.as_str()) {
                Some(_) if count <= METHODS_IN_DOORS => amiss.push(format!("{door}: {name} needs no entry")),
                Some(most) if count <= *most => {}
                None if count <= METHODS_IN_DOORS => {}
                _ => amiss.push(format!("{door}: {name} has {count} methods")),
            }
        }
    }
    report(amiss);
}

/// The types with `impl` blocks of their own in `code`, each with the number of methods there.
fn methods_of(code: &str) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut is_inside = false;
    for line in code.lines() {
        if let Some(rest) = line.strip_prefix("impl").filter(|_| !line.contains(" for ")) {
            let rest = match rest.strip_prefix('<') {
                Some(generics) => generics.split_once("> ").map_or("", |(_, rest)| rest),
                None => rest.trim_start(),
            };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            is_inside = !name.is_empty();
            found.extend(is_inside.then_some((name, 0)));
        } else if line == "}" {
            is_inside = false;
        } else if let Some((_, count)) = found.last_mut().filter(|_| is_inside) {
            let declared = line.strip_prefix("    ").filter(|it| !it.starts_with(' '));
            *count += usize::from(declared.is_some_and(|it| it.starts_with("fn ") || it.contains(" fn ")));
        }
    }
    found
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
    fn methods_are_counted() {
        let code = "impl<P: Api> Sender<P> {\n    pub(super) async fn a(\n        &self,\n    ) {\n        let f = 1;\n    }\n\n    \
                    fn b() {}\n}\nimpl From<u8> for Sender {\n    fn from() {}\n}\nfn free() {}\nimpl Sender {\n    const fn c() {}\n}";
        let counted = [("Sender".to_owned(), 2), ("Sender".to_owned(), 1)];
        assert_eq!(methods_of(code), counted);
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES)), None);
        assert_eq!(too_long(&"x\n".repeat(FILE_LINES + 1)), Some(FILE_LINES + 1));
    }
}
