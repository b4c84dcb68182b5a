//! Every order of the options can be put together by links and forms: each choice on the way is one that a page shows.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::book::Book;
use wardroom::club::picking::path_value::steps as steps_of;
use wardroom::club::picking::steps::{ChoicePlace, FEW, OrderStep, StepChoice, StepForm, Steps};
use wardroom::club::picking::{OptionsPath, OrderCourse, Position};
use wardroom::door::play::filling::{FIELD, field_of, filled, with_text};
use wardroom::door::play::request::FormFields;
use wardroom::game::{Bin, Item, Node, OrderForm, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::report::{COLUMNS, GameReport, Phrases};
use wardroom::words::Lang;

use super::client::encoded;
use crate::common::Luck;
use crate::common::laws::{self, Lawful};

/// Orders that are looked for at each prompt.
const ORDERS: usize = 12;

/// The order that pages lead to if every choice is that of `form`, and what was chosen on the way.
fn reached(steps: &Steps<'_>, form: &OrderForm, met: &mut BTreeSet<&'static str>) -> OrderForm {
    let options = steps.course.options();
    let shown = |step: &OrderStep, code: &str| step.choices.iter().any(|choice| choice.code == code);
    let take = |path: Option<&OptionsPath>, code: &str| {
        let step = steps.step(path, None).unwrap();
        assert!(shown(&step, code), "{form}: {code} is not shown in {step:?}");
        steps.chosen(path, code).unwrap_or_else(|| panic!("{form}: {code} is no choice")).unwrap()
    };
    let first = steps.step(None, None).unwrap();
    let is_it = |choice: &&StepChoice| {
        let path = steps.chosen(None, &choice.code).unwrap().unwrap();
        path.form(options).as_ref() == Some(form)
    };
    let verb = |choice: &&StepChoice| {
        let path = steps.chosen(None, &choice.code).unwrap().unwrap();
        choice.shown == ChoicePlace::Link && options.verbs[path.verb].0 == form.verb
    };
    // A button of its own, else the link of the verb.
    let choice = first.choices.iter().find(is_it);
    let choice = choice.or_else(|| first.choices.iter().find(verb));
    let code = &choice.unwrap_or_else(|| panic!("{form}: {:?}", first.choices)).code;
    let mut path = take(None, code);
    for _ in 0..200 {
        if let Some(whole) = path.form(options) {
            if whole == *form {
                return whole;
            }
            // The first number of a box was taken without a choice.
            met.insert("another box");
            path = take(Some(&path), "y0");
            continue;
        }
        let node = path.place(options).unwrap().node;
        let fill = |fields: &[(String, String)]| {
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            filled(options, &path, &FormFields::read(&encoded(&fields)).unwrap()).unwrap()
        };
        let step = steps.step(Some(&path), None).unwrap();
        path = match (node, &step.form) {
            (Node::OneOf { arg, of }, _) => {
                met.insert("word");
                let at = of.iter().position(|(word, _)| form.word(arg) == Some(*word)).unwrap();
                let code = format!("w{at}");
                let next = take(Some(&path), &code);
                let is_given =
                    step.choices.iter().any(|it| it.code == code && it.shown == ChoicePlace::Order);
                assert_eq!(is_given, steps.is_given(&next), "{form}: {code}");
                match is_given && next.form(options).as_ref() != Some(form) {
                    // The button gives the order with the first number of a box; a link beside it leads to the others.
                    true => {
                        met.insert("beside");
                        take(Some(&path), &format!("{code}/y0"))
                    }
                    false => next,
                }
            }
            (Node::SomeOf { arg, of, .. }, Some(StepForm::Some(items))) => {
                met.insert("words");
                assert_eq!(items.len(), of.len());
                let words = form.words(arg).unwrap();
                let chosen = of.iter().enumerate().filter(|(_, (word, _))| words.contains(word));
                fill(&chosen.map(|(at, _)| (FIELD.to_owned(), at.to_string())).collect::<Vec<_>>())
            }
            (Node::Number { arg, .. }, Some(StepForm::Number(..))) => {
                met.insert("number");
                fill(&[(FIELD.to_owned(), form.number(arg).unwrap().to_string())])
            }
            (Node::Split { arg, bins, .. }, Some(StepForm::Shares(_))) => {
                met.insert("shares");
                let shares = form.shares(arg).unwrap();
                let share = |(at, (bin, _)): (usize, &(Word, u32))| {
                    (field_of(at), shares.get(bin).copied().unwrap_or(0).to_string())
                };
                fill(&bins.iter().enumerate().map(share).collect::<Vec<_>>())
            }
            (Node::Sort { arg, sort }, Some(StepForm::Sort(_, bins))) => {
                met.insert("sorting");
                // All of a class are offered together for those bins alone that hold them.
                for class in sort.items.iter().map(|item| item.class) {
                    let all: Vec<&Item> = sort.items.iter().filter(|item| item.class == class).collect();
                    let holds = |bin: &Bin| all.len() <= bin.most && all.iter().all(|item| bin.takes(item));
                    let offered: Vec<bool> = bins.iter().map(|bin| bin.holds(class, all.len())).collect();
                    assert_eq!(offered, sort.bins.iter().map(holds).collect::<Vec<_>>(), "{class}");
                    if !offered.contains(&true) {
                        met.insert("a class too large for a bin");
                    }
                }
                let sorted = form.sorted(arg).unwrap();
                let bin_of = |thing: Word| {
                    let bin = sort
                        .bins
                        .iter()
                        .position(|bin| sorted.get(&bin.word).is_some_and(|it| it.contains(&thing)));
                    bin.map_or(0, |at| at + 1)
                };
                let items = sort.items.iter().enumerate();
                fill(
                    &items
                        .map(|(at, item)| (field_of(at), bin_of(item.word).to_string()))
                        .collect::<Vec<_>>(),
                )
            }
            (Node::Walk { arg, walk }, _) => {
                met.insert("walk");
                let way = steps_of(walk, form.words(arg).unwrap()).unwrap();
                let mut path = take(Some(&path), "h0");
                for step in way {
                    path = take(Some(&path), &format!("p{step}"));
                }
                if path.form(options).is_some() { path } else { take(Some(&path), "x0") }
            }
            (Node::Text { arg, .. }, Some(StepForm::Text(_))) => {
                met.insert("text");
                return with_text(options, &path, form.text(arg).unwrap()).unwrap();
            }
            (node, shown) => panic!("{form}: {node:?} is shown as {shown:?}"),
        };
    }
    panic!("{form}: no end")
}

/// Every area of the board leads to a step, and every line of a menu to an order of its own.
fn leads_on(steps: &Steps<'_>, met: &mut BTreeSet<&'static str>) {
    let options = steps.course.options();
    let mut paths = vec![None];
    while let Some(path) = paths.pop() {
        for (word, choices) in steps.on_board(path.as_ref()) {
            for choice in choices {
                assert_eq!(choice.word, Some(word));
                let next = steps.chosen(path.as_ref(), &choice.code);
                let next = next.unwrap_or_else(|| panic!("{choice:?} is no choice")).unwrap();
                if choice.code.contains('w') && choice.code.contains("/d") {
                    met.insert("ahead");
                }
                assert!(next.form(options).is_some() || steps.step(Some(&next), None).is_some());
                if path.is_none() {
                    paths.push(Some(next));
                }
            }
        }
    }
    for menu in steps.step(None, None).unwrap().menus {
        met.insert("menu");
        let order = |choice: &StepChoice| steps.chosen(None, &choice.code).unwrap().unwrap().form(options);
        let orders: BTreeSet<OrderForm> = menu.choices.iter().map(|choice| order(choice).unwrap()).collect();
        assert_eq!(orders.len(), menu.choices.len(), "{}: an order twice", menu.verb);
    }
}

fn every_order<G: Playable + Lawful>(seed: u64) -> BTreeSet<&'static str> {
    println!("seed {seed}");
    let game = G::built_in();
    let (words, book) = (G::words().unwrap(), Book::of(G::NAME).unwrap());
    let lexicon = game.lexicon(&words);
    let (mut luck, mut met, mut looked) = (Luck::of(seed), BTreeSet::new(), 0);
    let mut state = game.beginning(&mut luck);
    while !game.is_over(&state) && looked < 400 {
        looked += 1;
        let seat = laws::asked(&game, &state, &mut luck);
        let options = game.options(&state, seat);
        let phrases =
            Phrases { words: &words, lang: Lang::En, book: &book, lexicon: &lexicon, columns: COLUMNS };
        let position = Position { options: &options, phrases };
        let listed = game.report(phrases).menu(&options, FEW).choices;
        let sentence = |form: &OrderForm| game.report(phrases).order(form);
        let view = game.view(&state, Viewer::Seat(seat));
        let steps = Steps {
            course: OrderCourse::of(&position),
            listed: &listed,
            sentences: &BTreeMap::new(),
            sentence: &sentence,
            can_take_back: &|verb| game.can_take_back(&view, verb),
        };
        leads_on(&steps, &mut met);
        for _ in 0..ORDERS {
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            let alike = crate::discord_picker::alike(&form, &options);
            let given = reached(&steps, &alike, &mut met);
            assert_eq!(crate::discord_picker::alike(&given, &options).to_string(), alike.to_string());
        }
        let order = options.sample(&mut |n| luck.below(n)).unwrap();
        let facts = laws::resolve(&game, &state, seat, &order, luck.key());
        laws::fold(&mut state, &facts.unwrap_or_else(|stop| panic!("seed {seed}: {order}: {stop}")));
    }
    met
}

#[test]
fn every_order_of_goeben_is_reached() {
    let met = every_order::<Goeben>(1914);
    assert!(["word", "walk", "ahead", "menu", "beside"].iter().all(|kind| met.contains(kind)), "{met:?}");
}

#[test]
fn every_order_of_grand_fleet_is_reached() {
    let met = every_order::<GrandFleet>(1916);
    assert!(met.contains("sorting") && met.contains("a class too large for a bin"), "{met:?}");
}
