//! Docs begin with what the thing is or does, and not with a question.

use std::path::Path;

use crate::code::sources;

/// First words of a doc that asks in place of naming the thing.
const ASKING: &[&str] =
    &["What", "How", "Whether", "Where", "Who", "Whom", "Whose", "Whoever", "Whatever", "Whichever"];
/// The most docs in a hundred, over `src`, that may begin with such a word.
const ASKING_OF_HUNDRED: usize = 2;

#[test]
fn docs_say_what_the_thing_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut all, mut asking) = (0, Vec::new());
    for path in sources(&root) {
        let text = std::fs::read_to_string(&path).unwrap();
        let docs = docs(&text);
        all += docs.len();
        asking.extend(docs.iter().filter(|doc| asks(doc)).map(|doc| format!("{}: {doc}", path.display())));
    }
    assert!(all > 10_000, "{all} docs were found");
    assert!(asking.len() * 100 <= all * ASKING_OF_HUNDRED, "{} of {all}: {asking:#?}", asking.len());
}

#[test]
fn a_doc_that_asks_is_found() {
    let code = "//! The module.\n//! More.\n\n/// Whether it is.\n/// More.\n#[must_use]\nfn is() {}\n/// What.\nstruct It;\n";
    assert_eq!(docs(code), ["The module.", "Whether it is.", "What."]);
    assert_eq!(docs(code).iter().filter(|doc| asks(doc)).count(), 2);
}

/// The first lines of the docs in `text`.
fn docs(text: &str) -> Vec<&str> {
    let mut before = "";
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let sign = ["///", "//!"].into_iter().find(|sign| line.starts_with(sign)).unwrap_or_default();
        if !sign.is_empty() && sign != before {
            found.push(line[3..].trim_start());
        }
        before = sign;
    }
    found
}

/// Returns whether a doc begins with a word of [`ASKING`].
fn asks(doc: &str) -> bool {
    let first = doc.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    ASKING.contains(&first)
}
