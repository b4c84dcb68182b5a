//! Every example of the book works, in both languages alike.

use wardroom::book::{ArgKind, Fallback, Parsed, Verb};
use wardroom::game::{Arg, Bin, Item, Node, Options, OrderForm, Sort, Word};

use super::tree::{walk, word};
use super::{Desk, desks};

#[test]
fn every_example_is_understood_alike_in_both_languages() {
    for desk in desks() {
        examples(&desk);
    }
}

fn examples(desk: &Desk) {
    let mut options = Options::default();
    for verb in desk.book.verbs().iter().filter(|verb| !verb.table) {
        options.verbs.push((verb.name, wide(desk, verb, 0, true)));
    }
    let mut narrow = Options::default();
    for verb in desk.book.verbs().iter().filter(|verb| !verb.table) {
        narrow.verbs.push((verb.name, wide(desk, verb, 0, false)));
    }
    for verb in desk.book.verbs() {
        assert!(!verb.examples.is_empty(), "{} has no example", verb.name);
        for example in &verb.examples {
            let forms = |text: &str| -> Vec<OrderForm> {
                read(desk, &options, text).or_else(|_| read(desk, &narrow, text)).unwrap()
            };
            let en = forms(&example.text);
            // What is said in an example is said in its language.
            let plain = |forms: Vec<OrderForm>| forms.into_iter().map(without_text).collect::<Vec<_>>();
            assert_eq!(plain(en.clone()), plain(forms(&example.text_ja)), "{}", example.text);
            assert!(en.iter().all(|form| form.verb == verb.name), "{}", example.text);
        }
    }
}

/// The officers whom examples name.
const SEATS: [&str; 5] = ["commander", "first-officer", "gunnery", "engineer", "breslau"];

fn without_text(form: OrderForm) -> OrderForm {
    let args = form.args().filter(|(name, _)| name.as_str() != "text").cloned();
    let mut plain = OrderForm::new(form.verb);
    args.for_each(|(name, value)| plain.set(name, value));
    plain
}

fn read(desk: &Desk, options: &Options, text: &str) -> Result<Vec<OrderForm>, String> {
    let mut forms = Vec::new();
    let mut line = desk.book.line(text, options).map_err(|error| format!("{text}: {error}"))?;
    while let Some(parsed) = desk.book.next(&mut line, options, &desk.lexicon) {
        match parsed.map_err(|error| format!("{text}: {error}"))? {
            Parsed::Order { form, .. } => {
                // How many things are to be sorted depends on the position.
                if !form.args().any(|(_, value)| matches!(value, Arg::Sorted(_))) {
                    options.accept(&form).map_err(|why| format!("{text}: {form}: {why:?}"))?;
                }
                forms.push(form);
            }
            Parsed::Table { verb, .. } => forms.push(OrderForm::new(verb)),
            Parsed::Pick { .. } => panic!("{text} is a number"),
        }
    }
    Ok(forms)
}

/// A tree that takes anything the book says the verb takes: any ship, or the first alone when `any` is not wanted.
fn wide(desk: &Desk, verb: &Verb, at: usize, any: bool) -> Node {
    let Some(spec) = verb.args.get(at) else { return Node::End };
    let arg: &'static str = spec.name.to_string().leak();
    let ships = desk.ships.clone();
    let of = spec.of.map(|of| of.to_string()).unwrap_or_default();
    let words: Vec<Word> = match spec.kind {
        ArgKind::Thing if of == "ship" && (any || spec.name != word("ship")) => ships,
        ArgKind::Thing if of == "ship" => ships[..2].to_vec(),
        ArgKind::Thing if of == "space" && any => desk.spaces.clone(),
        ArgKind::Thing if of == "space" => vec![word("POL")],
        ArgKind::Thing if spec.name == word("item") => desk.items.clone(),
        ArgKind::Thing => desk
            .items
            .iter()
            .flat_map(|cargo| (1..=4).map(move |hull_box| word(&format!("{cargo}@{hull_box}"))))
            .collect(),
        ArgKind::Numeral => (1..=12).map(|number| word(&number.to_string())).collect(),
        ArgKind::Choice if spec.optional && spec.default == Fallback::None => {
            let of = spec.words.iter().map(|choice| (choice.word, 1)).collect();
            return Node::SomeOf { arg, of, least: 0, most: 3, budget: None };
        }
        ArgKind::Choice if any => spec.words.iter().map(|choice| choice.word).collect(),
        ArgKind::Choice => vec![spec.words[0].word],
        ArgKind::Things => {
            let two = ["goeben", "breslau"].map(word).to_vec();
            let ships = if desk.classes.is_empty() { two } else { ships };
            let of: Vec<(Word, u32)> = ships.into_iter().map(|ship| (ship, 1)).collect();
            return Node::SomeOf { arg, least: 1, most: of.len(), of, budget: None };
        }
        ArgKind::Sort => {
            let item = |(word, class): &(Word, Word)| Item { word: *word, class: *class, must: false };
            let items: Vec<Item> = desk.classes.iter().map(item).collect();
            let bin = |word: Word| Bin::new(word, 0, items.len());
            let named = spec.words.iter().map(|choice| bin(choice.word));
            let bins = (0..=8).map(|number| bin(word(&number.to_string()))).chain(named).collect();
            return Node::Sort { arg, sort: Sort { take: items.len(), items, bins, spread: 0 } };
        }
        ArgKind::Shares => {
            let ships = ["goeben.", "breslau."];
            let prefixes: &[&str] = if verb.name == word("share") { &ships } else { &[""] };
            let bins = prefixes
                .iter()
                .flat_map(|ship| {
                    spec.words.iter().map(move |track| (word(&format!("{ship}{}", track.word)), 4))
                })
                .collect();
            return Node::Split { arg, bins, least: 1, most: 9 };
        }
        ArgKind::Number => return Node::Number { arg, least: 0, most: 2 },
        ArgKind::Path => return Node::Walk { arg, walk: walk(&desk.chart, word("MES"), 8) },
        ArgKind::Text => return Node::Text { arg, most: 200 },
        ArgKind::Seat => SEATS.map(word).to_vec(),
        ArgKind::Game | ArgKind::Table | ArgKind::User | ArgKind::Switch | ArgKind::Count | ArgKind::Part => {
            return Node::End;
        }
    };
    let below = |word: Word| match verb.args.get(at + 1) {
        Some(next) if next.optional && (word.as_str() == "cruise" || verb.name.as_str() == "swap") => {
            Node::End
        }
        _ => wide(desk, verb, at + 1, any),
    };
    Node::OneOf { arg, of: words.into_iter().map(|word| (word, below(word))).collect() }
}
