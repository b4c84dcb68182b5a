//! The manual is the book, printed.

use wardroom::games::goeben::ids::{Cargo, Incident, Mission, Track};
use wardroom::games::goeben::pack::{AlliedHit, ContactResult, GermanHit, IntelligenceResult, ShoreHit};
use wardroom::games::grand_fleet::ids::{Damage, ShipType, Speed};
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

/// Every counter, marker, track, order and row of a chart is explained, in both languages, by what it is called in either.
#[test]
fn whatever_a_player_meets_is_explained() {
    fn words<T: ToString>(all: &[T]) -> impl Iterator<Item = String> {
        all.iter().map(ToString::to_string)
    }
    let goeben =
        words(Incident::ALL).chain(words(Cargo::ALL)).chain(words(Mission::ALL)).chain(words(Track::ALL));
    let charts = words(AlliedHit::ALL).chain(words(GermanHit::ALL)).chain(words(ShoreHit::ALL));
    let charts = charts.chain(words(ContactResult::ALL)).chain(words(IntelligenceResult::ALL));
    // What is nothing, and what is one of two others.
    let nothing = ["N", "-", "nothing", "none", "JE/IB"];
    let fleet = words(ShipType::ALL).chain(words(Speed::ALL)).chain(words(Damage::ALL));
    for (name, met) in
        [("goeben", goeben.chain(charts).collect::<Vec<_>>()), ("grand_fleet", fleet.collect())]
    {
        let desk = desks().into_iter().find(|desk| desk.name == name).unwrap();
        for word in met.iter().filter(|word| !nothing.contains(&word.as_str()) && *word != "normal") {
            for lang in Lang::ALL {
                let explain = |typed: &str| desk.book.explain(&desk.words, *lang, &desk.lexicon, typed);
                let text = explain(word).unwrap_or_else(|| panic!("{name}: {word} is not explained"));
                let called = desk.lexicon.name(*lang, word.parse().unwrap());
                assert_eq!(explain(&called).as_ref(), Some(&text), "{name}: {word} by its name, {called}");
            }
        }
    }
}
