//! Pages of the documentation that are followed word by word, so that they stay true: what is in them, and a machine on which
//! they are followed.

pub mod machine;

use std::path::Path;

pub use machine::{Machine, Running};

/// A page of the documentation, or the README.
pub struct Page {
    pub text: String,
}

/// What somebody does, and what they then see.
#[derive(Debug)]
pub struct Step {
    /// Their name.
    pub who: String,
    /// What they do; nothing where they only look.
    pub does: String,
    /// Lines that must appear, in this order; `…` stands for anything.
    pub sees: Vec<String>,
}

impl Page {
    pub fn read(file: &str) -> Page {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        Page { text: std::fs::read_to_string(path).unwrap() }
    }

    /// The fenced blocks of a language, first to last.
    pub fn blocks(&self, language: &str) -> Vec<String> {
        let mut blocks = Vec::new();
        for (at, part) in self.text.split("\n```").enumerate().filter(|(at, _)| at % 2 == 1) {
            let (head, body) = part.split_once('\n').unwrap_or_else(|| panic!("block {at} is empty"));
            if head.trim() == language {
                blocks.push(format!("{body}\n"));
            }
        }
        blocks
    }

    /// The code in running text, outside blocks.
    pub fn spans(&self) -> Vec<String> {
        let outside = self.text.split("\n```").step_by(2);
        outside
            .flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    /// The lines of its shell blocks that run this program, without the program's name.
    pub fn runs(&self) -> Vec<Vec<String>> {
        let shell = self.blocks("sh").concat();
        let ours = shell.lines().filter_map(|line| line.strip_prefix("wardroom "));
        ours.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    }

    /// The steps of its blocks of play, which are of this language.
    pub fn steps(&self, language: &str) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for line in self.blocks(language).concat().lines().filter(|line| !line.trim().is_empty()) {
            match line.strip_prefix("  ") {
                Some(seen) => {
                    steps.last_mut().expect("a step before what is seen").sees.push(seen.trim().to_owned())
                }
                None => {
                    let (who, does) = line.split_once(':').unwrap_or_else(|| panic!("who does {line:?}?"));
                    let (who, does) = (who.to_owned(), does.trim().to_owned());
                    steps.push(Step { who, does, sees: vec![] });
                }
            }
        }
        steps
    }

    /// Asks the listener at this address for its health, as the page does; it must be well.
    pub async fn asks_for_health(&self, address: &str) {
        let shell = self.blocks("sh").concat();
        let health =
            shell.lines().find_map(|line| line.strip_prefix("curl ")).expect("the page asks for health");
        let answer = reqwest::get(health.trim().replace("127.0.0.1:8080", address)).await.unwrap();
        assert_eq!(answer.status(), 200, "{health}");
    }
}

/// Whether `said` has all of these lines in this order, `…` standing for anything, marks of Markdown left out.
pub fn shows(said: &str, lines: &[String]) -> bool {
    let said = plain(said);
    let mut rest = said.as_str();
    lines.iter().all(|line| {
        plain(line).split('…').filter(|part| !part.trim().is_empty()).all(|part| {
            match rest.find(part.trim()) {
                Some(at) => {
                    rest = &rest[at + part.trim().len()..];
                    true
                }
                None => false,
            }
        })
    })
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '*' | '\\')).collect()
}
