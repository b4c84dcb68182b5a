//! A page as it is written: its fenced blocks, its inline commands, and what people do in it step by step.

use std::path::Path;

/// A page of the documentation, or the README.
pub struct Page {
    pub text: String,
}

/// What somebody does, and what they then see.
#[derive(Debug)]
pub struct Step {
    /// A player's name, or `Thread` for what appears there by itself.
    pub who: String,
    pub act: Act,
    /// Lines that must appear, in this order; `…` stands for anything.
    pub sees: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Act {
    /// A command: its name, its subcommand or nothing, its options.
    Command(String, String, Vec<(String, String)>),
    /// A click on the button of this label.
    Click(String),
    /// A choice in the menu of this label.
    Choose(String, String),
    /// Nothing: what is there is looked at.
    Look,
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

    /// The steps of all its blocks of play.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for line in self.blocks("discord").concat().lines().filter(|line| !line.trim().is_empty()) {
            match line.strip_prefix("  ") {
                Some(seen) => {
                    steps.last_mut().expect("a step before what is seen").sees.push(seen.trim().to_owned())
                }
                None => steps.push(step(line)),
            }
        }
        steps
    }
}

fn step(line: &str) -> Step {
    let (who, does) = line.split_once(':').unwrap_or_else(|| panic!("who does {line:?}?"));
    let does = does.trim();
    let act = if does.is_empty() {
        Act::Look
    } else if let Some(command) = does.strip_prefix('/') {
        command_of(command)
    } else {
        let (label, choice) = does
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
            .unwrap_or_else(|| panic!("neither a command nor a button: {line:?}"));
        match choice.trim() {
            "" => Act::Click(label.to_owned()),
            choice => Act::Choose(label.to_owned(), choice.to_owned()),
        }
    };
    Step { who: who.to_owned(), act, sees: vec![] }
}

/// A command as people read it: `table new game:goeben`, an option's value going on to the next option.
pub fn command_of(text: &str) -> Act {
    let mut path = Vec::new();
    let mut options: Vec<(String, String)> = Vec::new();
    for word in text.split_whitespace() {
        match word.split_once(':') {
            Some((name, value)) if !name.is_empty() => options.push((name.to_owned(), value.to_owned())),
            _ => match options.last_mut() {
                Some((_, value)) => *value = format!("{value} {word}"),
                None => path.push(word.to_owned()),
            },
        }
    }
    let mut path = path.into_iter();
    Act::Command(path.next().unwrap_or_default(), path.collect::<Vec<_>>().join(" "), options)
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
