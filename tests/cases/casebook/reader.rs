//! Reading case files.

use std::fs;
use std::path::{Path, PathBuf};

/// One case.
pub struct Case {
    /// Its file, below the folder of cases.
    pub file: String,
    line: usize,
    /// The rules it covers: numbers, or `chart NAME ROW`.
    pub rules: Vec<String>,
    about: String,
    /// Its lines with their numbers.
    pub lines: Vec<(usize, String)>,
}

impl Case {
    /// Where it stands and what it says.
    pub fn title(&self) -> String {
        format!("{}:{} {} {}", self.file, self.line, self.rules.join(", "), self.about)
    }

    /// Whether it expects anything.
    pub fn expects(&self) -> bool {
        self.lines.iter().any(|(_, line)| {
            ["then", "refused", "legal", "can", "cannot"]
                .contains(&line.split(' ').next().unwrap_or_default())
        })
    }

    /// Reads the cases of a text.
    pub fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
        let mut cases: Vec<Case> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split(" # ").next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(head) = line.strip_prefix("case ") {
                let (rules, about) = head_of(head);
                if rules.is_empty() {
                    return Err(format!("{file}:{}: a case begins with the rules it covers", at + 1));
                }
                cases.push(Case { file: file.into(), line: at + 1, rules, about, lines: vec![] });
            } else {
                let case = cases.last_mut().ok_or(format!("{file}:{}: no case begun", at + 1))?;
                case.lines.push((at + 1, line.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        Ok(cases)
    }
}

/// `12.3, chart gunnery-german 1: what it shows`, or `12.3 what it shows`.
fn head_of(head: &str) -> (Vec<String>, String) {
    if let Some((rules, about)) = head.split_once(": ") {
        return (rules.split(", ").map(str::to_string).collect(), about.to_string());
    }
    let (rule, about) = head.split_once(' ').unwrap_or((head, ""));
    (vec![rule.to_string()], about.to_string())
}

/// A folder or file of the project.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The chapters below a folder of cases, in the order of their names.
pub fn chapters(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|why| panic!("the cases in {}: {why}", folder.display()));
    let mut chapters: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    chapters.retain(|path| path.is_dir());
    chapters.sort();
    chapters
}

/// The variable of the environment that names another folder of cases.
const ELSEWHERE: &str = "WARDROOM_CASES";

/// Every case of a game: of its folder, or of the one that the environment names.
pub fn cases_of(folder: &str) -> Vec<Case> {
    // A relative path is meant from where the command is typed, and tests run in the folder of their own package.
    let elsewhere = std::env::var_os(ELSEWHERE)
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder));
    read_all(&elsewhere.unwrap_or_else(|| root(folder)))
}

/// Returns whether the cases are those of the project: the environment names no others.
pub fn are_the_projects() -> bool {
    std::env::var_os(ELSEWHERE).is_none()
}

/// Every case of every file in a folder of cases and in its chapters, in the order of their names.
pub fn read_all(folder: &Path) -> Vec<Case> {
    let folders = chapters(folder).into_iter().chain([folder.to_owned()]);
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder).expect("a folder").map(|file| file.expect("an entry").path()))
        .collect();
    files.retain(|file| {
        file.extension().is_some_and(|ending| ending == "txt") && !file.ends_with("rules.txt")
    });
    files.sort();
    files
        .iter()
        .flat_map(|file| {
            let name = file.strip_prefix(folder).expect("below").display().to_string();
            Case::read(&name, &fs::read_to_string(file).expect("a text"))
                .unwrap_or_else(|why| panic!("{why}"))
        })
        .collect()
}
