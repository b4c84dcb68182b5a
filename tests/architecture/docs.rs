//! Docs of functions begin with what the thing is or does, and not with a question.

use std::path::Path;

use crate::code::sources;

/// First words of a doc that asks in place of naming the thing.
const ASKING: &[&str] =
    &["What", "How", "Whether", "Where", "Who", "Whom", "Whose", "Whoever", "Whatever", "Whichever"];
/// The most docs in a hundred, over the functions of `src`, that may begin with such a word.
const ASKING_OF_HUNDRED: usize = 2;

#[test]
fn docs_of_functions_say_what_the_thing_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut all, mut asking) = (0, Vec::new());
    for path in sources(&root) {
        let text = std::fs::read_to_string(&path).unwrap();
        let docs = docs_of_functions(&text);
        all += docs.len();
        asking.extend(docs.iter().filter(|doc| asks(doc)).map(|doc| format!("{}: {doc}", path.display())));
    }
    assert!(all > 1000, "{all} docs were found");
    assert!(asking.len() * 100 <= all * ASKING_OF_HUNDRED, "{} of {all}: {asking:#?}", asking.len());
}

#[test]
fn a_doc_that_asks_is_found() {
    let code = "/// Whether it is.\n#[must_use]\npub(in crate::a) fn is() {}\n/// The name.\nfn name() {}\n/// What.\nstruct It;\n";
    assert_eq!(docs_of_functions(code), ["Whether it is.", "The name."]);
    assert_eq!(docs_of_functions(code).iter().filter(|doc| asks(doc)).count(), 1);
}

/// The first lines of the docs of functions in `text`.
fn docs_of_functions(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let belongs = |line: &str| line.starts_with("///") || line.starts_with("#[");
    let begins = |at: &usize| lines[*at].starts_with("/// ") && (*at == 0 || !belongs(lines[*at - 1]));
    let of_function =
        |at: &usize| lines[*at..].iter().find(|line| !belongs(line)).is_some_and(|line| is_function(line));
    (0..lines.len()).filter(begins).filter(of_function).map(|at| &lines[at][4..]).collect()
}

/// Returns whether a line begins a function: `pub(in crate::a) async fn name`.
fn is_function(line: &str) -> bool {
    let Some((before, _)) = line.split_once("fn ") else { return false };
    let qualifies = |word: &str| {
        word.starts_with("pub") || word.ends_with(')') || ["const", "async", "unsafe"].contains(&word)
    };
    before.split_whitespace().all(qualifies)
}

/// Returns whether a doc begins with a word of [`ASKING`].
fn asks(doc: &str) -> bool {
    let first = doc.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    ASKING.contains(&first)
}
