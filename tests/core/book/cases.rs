//! The cases of `tests/core/book/*.txt`: a tree of options, then `> line` with the orders it means (`= order`, `# n/m` for
//! one of several) or what is said about it (`! message`, `!ja message`). `UPDATE=1` writes what is said now.

use wardroom::book::{Book, Parsed};
use wardroom::report::parse_error;
use wardroom::words::Lang;

use super::{Desk, desk, desk_of_grand_fleet, tree};

#[test]
fn typed_lines_mean_what_the_case_files_say() {
    let mut files: Vec<_> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core/book"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let desk = if ["grand-fleet.txt", "every-word.txt"].iter().any(|name| path.ends_with(name)) {
            desk_of_grand_fleet()
        } else {
            desk()
        };
        let now = play(&desk, &text);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        for (number, (then, now)) in text.lines().zip(now.lines()).enumerate() {
            assert_eq!(then, now, "{} line {}", path.display(), number + 1);
        }
        assert_eq!(text.lines().count(), now.lines().count(), "{}", path.display());
    }
}

fn play(desk: &Desk, text: &str) -> String {
    let mut now = String::new();
    let mut options = wardroom::game::Options::default();
    let mut tree = String::new();
    for line in text.lines() {
        if let Some(shape) = line.strip_prefix("| ") {
            tree.push_str(shape);
            tree.push('\n');
        } else if !tree.is_empty() {
            options = tree::options(&tree, &desk.chart);
            tree.clear();
        }
        if line.starts_with("= ") || line.starts_with("! ") || line.starts_with("!ja ") {
            continue;
        }
        now.push_str(line);
        now.push('\n');
        if let Some(typed) = line.strip_prefix("> ") {
            now.push_str(&said(desk, &desk.book, &options, typed));
        }
    }
    now
}

fn said(desk: &Desk, book: &Book, options: &wardroom::game::Options, typed: &str) -> String {
    let mut said = String::new();
    let mut tell = |error| {
        for (mark, lang) in [("! ", Lang::En), ("!ja ", Lang::Ja)] {
            said.push_str(&format!(
                "{mark}{}\n",
                parse_error(&desk.words, lang, book, &desk.lexicon, &error)
            ));
        }
    };
    let mut line = match book.line(typed, options) {
        Ok(line) => line,
        Err(error) => {
            tell(error);
            return said;
        }
    };
    while let Some(parsed) = book.next(&mut line, options, &desk.lexicon) {
        match parsed {
            Ok(Parsed::Order { form, part, .. }) => {
                let part = part.map(|part| format!(" # {}/{}", part.number, part.of)).unwrap_or_default();
                let legal = if options.accept(&form).is_ok() { "" } else { " (against the rules)" };
                said.push_str(&format!("= {form}{legal}{part}\n"));
            }
            Ok(Parsed::Table { verb, words }) => said.push_str(&format!("= table {verb} {words:?}\n")),
            Ok(Parsed::Pick { number, .. }) => said.push_str(&format!("= pick {number}\n")),
            Err(error) => {
                for (mark, lang) in [("! ", Lang::En), ("!ja ", Lang::Ja)] {
                    let text = parse_error(&desk.words, lang, book, &desk.lexicon, &error);
                    said.push_str(&format!("{mark}{text}\n"));
                }
            }
        }
    }
    said
}
