//! Reading source: its files, and its code without comments and texts.

use std::path::{Path, PathBuf};

pub fn report(amiss: Vec<String>) {
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

/// What `check` finds amiss in each file below `folder`, given its path and its code without comments and texts.
pub fn each(folder: &str, check: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut amiss = Vec::new();
    for path in sources(&root.join(folder)) {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        let code = bare(&std::fs::read_to_string(&path).unwrap());
        amiss.extend(check(&name, &code).into_iter().map(|what| format!("{name}: {what}")));
    }
    amiss
}

pub fn sources(folder: &Path) -> Vec<PathBuf> {
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

pub fn words_amiss(code: &str, words: &[&str]) -> Vec<String> {
    words.iter().filter(|word| has_word(code, word)).map(|word| format!("has {word}")).collect()
}

pub fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(part_of_name) && !code[at + word.len()..].starts_with(part_of_name)
    })
}

/// `text` with comments and the contents of texts and characters blanked out.
pub fn bare(text: &str) -> String {
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

pub fn block(text: &str) -> usize {
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
