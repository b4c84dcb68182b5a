//! The verbs of the table are read in one place, `club::table_words`: no door has one as a text.

use std::collections::BTreeSet;
use std::path::Path;

use crate::code::{report, sources};

/// Texts in a door that are spelled as a verb and are something else.
const SOMETHING_ELSE: &[(&str, &str, &str)] = &[
    ("src/door/discord/api/register.rs", "options", "a field of Discord's"),
    ("src/door/discord/commands/definition.rs", "options", "a field of Discord's"),
    ("src/door/discord/handlers/complete.rs", "options", "an option of `/table new`"),
    ("src/door/discord/courier/digest.rs", "reminders", "the name of a note"),
    ("src/door/web/answer.rs", "calendar", "a path of the web server"),
    ("src/door/play/wording.rs", "browser", "the name of the door"),
];
/// What stands before a text that names a field or an option, of whatever command.
const FIELDS: &[&str] = &["field(", "is_on(", "option(", "person(", "person_in("];

#[test]
fn no_door_has_a_verb_of_the_table() {
    let (verbs, root) = (verbs(), Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(verbs.len() > 70, "{verbs:?}");
    let (mut amiss, mut used) = (Vec::new(), BTreeSet::new());
    for path in sources(&root.join("src/door")) {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        for verb in found(&std::fs::read_to_string(&path).unwrap(), &verbs) {
            let other = SOMETHING_ELSE.iter().position(|(file, word, _)| *file == name && *word == verb);
            match other {
                Some(at) => drop(used.insert(at)),
                None => amiss.push(format!("{name}: `{verb}` is a verb of the table")),
            }
        }
    }
    let unused = (0..SOMETHING_ELSE.len()).filter(|at| !used.contains(at)).map(|at| SOMETHING_ELSE[at]);
    amiss.extend(unused.map(|(file, word, _)| format!("{file}: `{word}` is there no more")));
    report(amiss);
}

/// The verbs of `commands/table/`, in English and in Japanese.
fn verbs() -> BTreeSet<String> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("commands/table");
    let texts = std::fs::read_dir(pages).unwrap().map(|page| std::fs::read_to_string(page.unwrap().path()));
    let verbs = texts.flat_map(|text| {
        let page: toml::Table = text.unwrap().parse().unwrap();
        page["verb"].as_array().unwrap().clone()
    });
    verbs.flat_map(|verb| ["name", "ja"].map(|name| verb[name].as_str().unwrap().to_owned())).collect()
}

/// The verbs in a source: as a text that is no argument of a message, field or attribute, or as the name of a constant word.
fn found(source: &str, verbs: &BTreeSet<String>) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let is_code = |verb: &&String| {
        let constant = format!("{}: Word", verb.to_uppercase().replace('-', "_"));
        let text = format!("\"{verb}\"");
        let mut texts = code.match_indices(&text);
        code.contains(&constant)
            || texts.any(|(at, _)| !names_something_else(&code[..at], &code[at + text.len()..]))
    };
    verbs.iter().filter(is_code).cloned().collect()
}

fn names_something_else(before: &str, after: &str) -> bool {
    let pair = before.trim_end().strip_suffix('(').is_some_and(|callee| {
        !callee.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '!')
            && after.trim_start().starts_with(',')
            && !after.trim_start_matches([',', ' ']).starts_with("\"")
    });
    let attribute = before.ends_with('=') && !before.ends_with("==");
    pair || attribute || after.starts_with(':') || FIELDS.iter().any(|field| before.ends_with(field))
}

#[test]
fn a_verb_in_a_door_is_found() {
    let verbs: BTreeSet<String> = ["undo", "why", "options", "stop-clock", "終了"].map(str::to_owned).into();
    let amiss = |source: &str| found(source, &verbs);
    assert_eq!(amiss("match verb { \"undo\" => self.undo(), _ => {} }"), ["undo"]);
    assert_eq!(amiss("if verb == \"why\" { }"), ["why"]);
    assert_eq!(amiss("const ACTING: &[&str] = &[\"stop-clock\", \"undo\"];"), ["stop-clock", "undo"]);
    assert_eq!(amiss("self.confirmed((book, \"undo\"), words)"), ["undo"]);
    assert_eq!(amiss("book.verb(\"undo\")"), ["undo"]);
    assert_eq!(amiss("match (verb, word) { (\"undo\", \"1\") => {} }"), ["undo"]);
    assert_eq!(amiss("const STOP_CLOCK: Word = literal();"), ["stop-clock"]);
    assert_eq!(amiss("[\"quit\", \"終了\"]"), ["終了"]);
    assert!(amiss("say(\"terminal-unread\", &[(\"why\", why.into())])").is_empty());
    assert!(amiss("self.option(\"options\"); data.field(\"options\")").is_empty());
    assert!(amiss("json!({ \"options\": options }); section id=\"why\" {}").is_empty());
    assert!(amiss("// \"undo\" => is a comment\n").is_empty());
}
