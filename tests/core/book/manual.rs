//! The manual is the book, printed.

use wardroom::words::Lang;

use super::{Desk, desks};

#[test]
fn the_manual_is_up_to_date() {
    for desk in desks() {
        pages(&desk);
    }
}

fn pages(desk: &Desk) {
    let name = desk.name.replace('_', "-");
    for (lang, end) in [(Lang::En, "md"), (Lang::Ja, "ja.md")] {
        let file = format!("docs/{name}-orders.{end}");
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let now = desk.book.manual(&desk.words, lang);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{file} is out of date: run the tests once with UPDATE=1");
    }
}

#[test]
fn every_verb_is_described_in_both_languages() {
    for desk in desks() {
        for verb in desk.book.verbs() {
            for lang in Lang::ALL {
                let text = desk.book.describe(&desk.words, *lang, verb.name.as_str()).unwrap();
                assert!(text.lines().count() >= 3 && !text.contains('{'), "{text}");
            }
            assert!(verb.table || verb.rule.is_some(), "{} names no rule", verb.name);
        }
    }
}
