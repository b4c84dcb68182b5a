//! Every rule and every row of a chart has a case and code; a page in `docs/` says which.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::reader::{chapters, read_all, root};

/// The rules of a game: where their list, their cases and their code stand, and the page that shows all three.
pub struct Rulebook {
    /// The folder of the cases, in which each chapter has its `rules.txt`.
    pub cases: &'static str,
    /// The folder of the rules code.
    pub code: &'static str,
    /// The page.
    pub page: &'static str,
    /// How the page begins.
    pub head: &'static str,
    /// What rows of charts begin with; their numbers are data, which no code cites.
    pub row: &'static str,
}

/// A rule as `rules.txt` lists it: `RULE | subject`, and, where its number alone does not say so, ` | file.rs name, …`:
/// the code that carries it out.
struct Listed {
    rule: String,
    subject: String,
    code: Option<String>,
}

impl Rulebook {
    /// Checks the list against the cases, the code and the page (rewritten when UPDATE is set).
    pub fn check(&self) {
        let rules = self.rules();
        let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for case in read_all(&root(self.cases)) {
            for rule in &case.rules {
                let title = case.title().split(' ').next().unwrap_or("").into();
                cases.entry(rule.clone()).or_default().push(title);
            }
        }
        let missing: Vec<&str> = rules
            .iter()
            .map(|listed| listed.rule.as_str())
            .filter(|rule| !cases.contains_key(*rule))
            .collect();
        assert!(
            missing.is_empty(),
            "{} of {} rules and rows without a case: {missing:?}",
            missing.len(),
            rules.len()
        );
        let unlisted: Vec<&String> =
            cases.keys().filter(|rule| !rules.iter().any(|listed| listed.rule == **rule)).collect();
        assert!(unlisted.is_empty(), "cases for rules that rules.txt does not list: {unlisted:?}");
        let page = self.written(&rules, &cases);
        let file = root(self.page);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &page).expect("the page is written");
        }
        assert!(
            fs::read_to_string(&file).unwrap_or_default() == page,
            "{} is out of date: run the tests once with UPDATE=1",
            self.page
        );
        println!("{} rules and rows", rules.len());
    }

    /// The lists of all chapters, in the order of the book.
    fn rules(&self) -> Vec<Listed> {
        let read = |chapter: &Path| {
            fs::read_to_string(chapter.join("rules.txt"))
                .unwrap_or_else(|_| panic!("{} has no rules.txt", chapter.display()))
        };
        let texts: Vec<String> = chapters(&root(self.cases)).iter().map(|chapter| read(chapter)).collect();
        let lines = texts.iter().flat_map(|text| text.lines());
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(listed).collect()
    }

    fn written(&self, rules: &[Listed], cases: &BTreeMap<String, Vec<String>>) -> String {
        let code = citations(&root(self.code));
        let mut page = format!("{}\n| rule | subject | code | cases |\n|---|---|---|---|\n", self.head);
        let mut uncited = Vec::new();
        for Listed { rule, subject, code: named } in rules {
            let files = match named {
                Some(named) => named_code(&root(self.code), named).unwrap_or_else(|why| {
                    uncited.push(format!("{rule}: {why}"));
                    String::new()
                }),
                None if rule.starts_with(self.row) => "data and its chapter".to_string(),
                None => code.get(rule).map(|files| files.join(", ")).unwrap_or_else(|| {
                    uncited.push(rule.clone());
                    String::new()
                }),
            };
            let cases = cases.get(rule).map_or(String::new(), |titles| titles.join(", "));
            writeln!(page, "| {rule} | {subject} | {files} | {cases} |").expect("text");
        }
        assert!(uncited.is_empty(), "no code for {uncited:#?}");
        page
    }
}

fn listed(line: &str) -> Listed {
    let mut parts = line.split(" | ").map(str::to_string);
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(rule), Some(subject), code, None) => Listed { rule, subject, code },
        _ => panic!("`{line}`: a rule, ` | `, its subject and, if need be, ` | ` and its code"),
    }
}

/// `file.rs name, file.rs name`, once each file is seen to have the name.
fn named_code(folder: &Path, named: &str) -> Result<String, String> {
    for place in named.split(", ") {
        let (file, name) = place.split_once(' ').ok_or(format!("{place}: a file and a name in it"))?;
        let text = fs::read_to_string(folder.join(file)).map_err(|_| format!("there is no {file}"))?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if !text.split(|c: char| !is_word(c)).any(|word| word == name) {
            return Err(format!("{file} has no {name}"));
        }
    }
    Ok(named.split(", ").map(|place| place.replacen(' ', " `", 1) + "`").collect::<Vec<_>>().join(", "))
}

/// What of a source text cites rules: its comments, and the rule that each refusal names. A number of a table, a message
/// or a version is no citation.
fn citing(text: &str) -> impl Iterator<Item = &str> {
    let comments = text.lines().filter_map(|line| line.split_once("//").map(|(_, comment)| comment));
    let refusals = text.split("Refusal::new(").skip(1).filter_map(|rest| rest.split('"').nth(3));
    comments.chain(refusals)
}

fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit() && !".()".contains(c))
}

/// For each rule number, the files below `folder` that cite it.
fn citations(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // What is said of a rule to readers carries out none.
    let is_rules = |file: &PathBuf| {
        !["report", "report.rs", "playable.rs"].iter().any(|part| file.starts_with(folder.join(part)))
    };
    for file in files(folder).into_iter().filter(is_rules) {
        let text = fs::read_to_string(&file).expect("a source file");
        let name = file.strip_prefix(folder).expect("below").display().to_string();
        for number in citing(&text).flat_map(words_in).flat_map(numbers_in) {
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

/// The source files below a folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn only_comments_and_refusals_cite() {
    let text = r#"
        /// Ships move (12.1). Ammunition burns as in 3.0(4).
        const SHARE: f64 = 14.2; // of the coal, 15.3
        let why = Refusal::new("too-far", "16.4").about("most", "17.5");
        let version = "18.6";
    "#;
    let cited: Vec<String> = citing(text).flat_map(words_in).flat_map(numbers_in).collect();
    assert_eq!(cited, ["12.1", "3.0", "3.0(4)", "15.3", "16.4"]);
}
