//! Every rule and every chart row has a case and, for rules, a citation in the code; the page in `docs/` says which.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::reader::{folder, read_all};

/// The `rules.txt` of every chapter against the cases, the code and `docs/goeben-rules.md` (rewritten when UPDATE is set).
pub fn check() {
    let text = rules();
    let rules: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(" | ").unwrap_or_else(|| panic!("`{line}`: a rule, ` | `, its subject")))
        .collect();
    let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in read_all() {
        for rule in &case.rules {
            cases.entry(rule.clone()).or_default().push(case.title().split(' ').next().unwrap_or("").into());
        }
    }
    let missing: Vec<&str> =
        rules.iter().filter(|(rule, _)| !cases.contains_key(*rule)).map(|(rule, _)| *rule).collect();
    assert!(
        missing.is_empty(),
        "{} of {} rules and rows without a case: {missing:?}",
        missing.len(),
        rules.len()
    );
    let unlisted: Vec<&String> =
        cases.keys().filter(|rule| !rules.iter().any(|(listed, _)| listed == rule)).collect();
    assert!(unlisted.is_empty(), "cases for rules that rules.txt does not list: {unlisted:?}");
    let page = page(&rules, &cases);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/goeben-rules.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).expect("the page is written");
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap_or_default(),
        page,
        "docs/goeben-rules.md is out of date: run the tests once with UPDATE=1"
    );
}

/// The lists of all chapters, in the order of the book.
fn rules() -> String {
    let mut chapters: Vec<_> =
        fs::read_dir(folder()).expect("tests/goeben").map(|entry| entry.expect("an entry").path()).collect();
    chapters.retain(|path| path.is_dir());
    chapters.sort();
    chapters
        .iter()
        .map(|chapter| {
            fs::read_to_string(chapter.join("rules.txt"))
                .unwrap_or_else(|_| panic!("{} has no rules.txt", chapter.display()))
        })
        .collect()
}

fn page(rules: &[(&str, &str)], cases: &BTreeMap<String, Vec<String>>) -> String {
    let code = citations();
    let mut page = String::from(
        "# Goeben, 1914: rule, code, case\n\n\
         Every numbered rule of chapters 3 to 17 and every row of every chart, with the code that cites it and the cases\n\
         that show it. Cases are text files under `tests/goeben/`; the tests rewrite this page with `UPDATE=1` and fail when\n\
         a rule has no case or no code.\n\n| rule | subject | code | cases |\n|---|---|---|---|\n",
    );
    let mut uncited = Vec::new();
    for (rule, subject) in rules {
        let files = if rule.starts_with("chart ") {
            "data and its chapter".to_string()
        } else {
            let files = code.get(*rule).cloned().unwrap_or_default();
            if files.is_empty() {
                uncited.push(*rule);
            }
            files.join(", ")
        };
        let cases = cases.get(*rule).map_or(String::new(), |titles| titles.join(", "));
        writeln!(page, "| {rule} | {subject} | {files} | {cases} |").expect("text");
    }
    assert!(uncited.is_empty(), "no code cites {uncited:?}");
    page
}

/// For each rule number, the files of `src/games/goeben` that cite it.
fn citations() -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/goeben");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let name = file.strip_prefix(&root).expect("below").display().to_string();
        for number in text.split(|c: char| !c.is_ascii_digit() && !".()".contains(c)).flat_map(numbers_in) {
            let files = found.entry(number).or_default();
            if files.last() != Some(&name) {
                files.push(name.clone());
            }
        }
    }
    found
}

/// The rule that a word names, and its step if it names one: `3.0(4)` cites `3.0` and `3.0(4)`.
fn numbers_in(word: &str) -> Vec<String> {
    let word = word.trim_matches(['.', '(']);
    let (number, step) = word.split_once('(').unwrap_or((word.trim_end_matches(')'), ""));
    if !number.contains('.') {
        return vec![];
    }
    let step = step.split_once(')').map(|(step, _)| format!("{number}({step})"));
    [number.to_string()].into_iter().chain(step).collect()
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}
