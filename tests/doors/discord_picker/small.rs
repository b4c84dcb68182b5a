//! Small trees, looked through whole: every order can be reached, and nothing else.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use wardroom::book::{Book, Lexicon, pages_in};
use wardroom::door::discord::outbound::message::Row;
use wardroom::door::discord::outbound::message::{FormInput, Modal};
use wardroom::door::discord::picker::{PickerStep, Picking};
use wardroom::game::{Arg, Bin, Item, Lines, Node, Options, OrderForm, Seat, Sort, Walk, Word};
use wardroom::report::Choice;
use wardroom::words::{Lang, Words};

use super::client::{self, Touch};
use super::{Desk, alike};
use crate::common::few_and_many;

const PAGE: &str = "order = 1\n[group]\nen = 'G'\nja = 'G'\n[[verb]]\nname = 'do'\nja = 'する'\n\
     help = { en = 'Does.', ja = 'する。' }\nexamples = [{ text = 'do a', text_ja = 'する a', help = { en = 'A.', ja = 'A。' } }]\n\
     [[verb.arg]]\nname = 'x'\nja = 'エ'\nkind = 'choice'\nhelp = { en = 'What.', ja = '何を。' }\n\
     [[verb]]\nname = 'rest'\nja = '休む'\nhelp = { en = 'Rests.', ja = '休む。' }\nexamples = []\n";

pub(crate) fn desk() -> Desk {
    Desk::new(
        "toy-2345",
        Book::with(pages_in(&[("toy.toml".to_owned(), PAGE)]).unwrap()).unwrap(),
        Words::read().unwrap(),
        Lexicon::default(),
    )
}

pub(crate) fn seat() -> Seat {
    Seat(Word::literal("one"))
}

pub(crate) fn word(text: &str) -> Word {
    text.parse().unwrap()
}

pub(crate) fn sentence(form: &OrderForm) -> String {
    format!("The order: {form}.")
}

pub(crate) fn picking<'a>(desk: &'a Desk, options: &'a Options, choices: Vec<OrderForm>) -> Picking<'a> {
    let choices = choices.into_iter().map(|form| Choice { sentence: sentence(&form), form }).collect();
    desk.picking(Lang::En, (seat(), 7), options, choices, &sentence)
}

pub(crate) fn options(node: Node) -> Options {
    Options { verbs: vec![(word("do"), node), (word("rest"), Node::End)] }
}

/// Every touch a client can make at what is shown: each button, each choice within the bounds of each menu.
fn touches(rows: &[Row]) -> Vec<Touch> {
    let mut all = Vec::new();
    for row in rows {
        match row {
            Row::Buttons(buttons) => all.extend(
                buttons.iter().map(|b| Touch::Click { custom_id: b.custom_id.clone(), values: vec![] }),
            ),
            Row::Select(select) => {
                let values = |set: u32| {
                    let chosen = select.options.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                    chosen.map(|(_, option)| option.value.clone()).collect::<Vec<String>>()
                };
                let count = select.options.len();
                assert!(select.most == 1 || count <= 10, "too many to try all: {select:#?}");
                let sets: Vec<u32> = match select.most {
                    1 => [0].into_iter().chain((0..count).map(|at| 1 << at)).collect(),
                    _ => (0..1 << count).collect(),
                };
                let fits = |values: &Vec<String>| (select.least..=select.most).contains(&values.len());
                all.extend(
                    sets.into_iter()
                        .map(values)
                        .filter(fits)
                        .map(|values| Touch::Click { custom_id: select.custom_id.clone(), values }),
                );
            }
        }
    }
    all
}

/// Every way to fill a form in with numbers from 0 to 5; nothing is typed.
fn fillings(modal: &Modal) -> Vec<Touch> {
    let mut all = vec![vec![]];
    for field in &modal.fields {
        match &field.input {
            FormInput::Text(input) if !input.long => {}
            _ => return vec![],
        }
        let with = |before: &Vec<(String, String)>, n: u32| {
            let mut fields = before.clone();
            fields.push((field.custom_id.clone(), n.to_string()));
            fields
        };
        all = all.iter().flat_map(|before| (0..=5).map(move |n| with(before, n))).collect();
    }
    let filled = |fields| Touch::Filled { custom_id: modal.custom_id.clone(), fields };
    all.into_iter().map(filled).collect()
}

/// The orders that can be reached from the first menu.
fn reached(picking: &Picking<'_>, options: &Options) -> BTreeSet<OrderForm> {
    let mut given = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let rows = picking.open();
    client::check(&rows);
    let mut queue: VecDeque<Touch> = touches(&rows).into();
    while let Some(touch) = queue.pop_front() {
        if !seen.insert(format!("{touch:?}")) {
            continue;
        }
        assert!(seen.len() < 200_000, "there is no end to it");
        match client::touch(picking, &touch) {
            PickerStep::Show { rows, .. } => queue.extend(touches(&rows)),
            PickerStep::Fill(modal) => queue.extend(fillings(&modal)),
            PickerStep::Give { form, .. } => {
                assert_eq!(options.accept(&form), Ok(()));
                given.insert(alike(&form, options));
            }
            PickerStep::InputError(_) => {}
            PickerStep::Line(_) | PickerStep::Changed => panic!("{touch:?}"),
        }
    }
    given
}

/// Every order there is, by brute force over the values in `universe`.
fn legal(options: &Options, universe: &[Arg]) -> BTreeSet<OrderForm> {
    let forms = universe.iter().map(|arg| OrderForm::new(word("do")).with("x", arg.clone()));
    let forms = forms.chain([OrderForm::new(word("do")), OrderForm::new(word("rest"))]);
    forms.filter(|form| options.accept(form).is_ok()).map(|form| alike(&form, options)).collect()
}

fn universe() -> Vec<Arg> {
    let words = ["a", "b", "c", "d"].map(word);
    let mut all: Vec<Arg> = words.iter().map(|w| Arg::Word(*w)).collect();
    all.extend((-1..=5).map(Arg::Number));
    let mut lists: Vec<Vec<Word>> = vec![vec![]];
    for length in 0..4 {
        let longer: Vec<Vec<Word>> = lists
            .iter()
            .filter(|list| list.len() == length)
            .flat_map(|list| words.iter().map(move |w| list.iter().copied().chain([*w]).collect()))
            .collect();
        lists.extend(longer);
    }
    all.extend(lists.into_iter().map(Arg::Words));
    for shares in 0..6u32.pow(4) {
        let share = |at: usize| shares / 6u32.pow(at as u32) % 6;
        let present = words.iter().enumerate().filter(|(at, _)| share(*at) > 0);
        all.push(Arg::Shares(present.map(|(at, w)| (*w, share(at))).collect()));
        let mut sorted = BTreeMap::new();
        for (at, w) in words.iter().enumerate().filter(|(at, _)| (1..=3).contains(&share(*at))) {
            let bin: &mut Vec<Word> =
                sorted.entry(["p", "q", "r"].map(word)[share(at) as usize - 1]).or_default();
            bin.push(*w);
        }
        all.push(Arg::Sorted(sorted));
    }
    all
}

fn check(name: &str, node: Node) {
    let options = options(node);
    let desk = desk();
    let wanted = legal(&options, &universe());
    assert!(wanted.len() > 1, "{name}: nothing to reach");
    // Orders that can be taken back are given by the last choice.
    for (listed, free) in [(0, false), (1, false), (3, false), (1, true)] {
        let choices = options.propose(listed);
        let picking = Picking { can_take_back: &|_| free, ..picking(&desk, &options, choices) };
        let found = reached(&picking, &options);
        let missing: Vec<_> = wanted.difference(&found).map(OrderForm::to_string).collect();
        assert!(missing.is_empty(), "{name}, {listed} listed: out of reach: {missing:?}");
        assert_eq!(found, wanted, "{name}, {listed} listed");
    }
}

#[test]
fn a_choice_and_a_number_reach_every_order() {
    check("words", Node::one_of("x", ["a", "b", "c"].map(word)));
    check("one word", Node::one_of("x", [word("a")]));
    check("nothing", Node::End);
    check("numbers", Node::Number { arg: "x", least: -1, most: 4 });
    check("one number", Node::Number { arg: "x", least: 3, most: 3 });
}

#[test]
fn some_words_reach_every_order() {
    let of = [("a", 1), ("b", 2), ("c", 3), ("d", 1)].map(|(text, cost)| (word(text), cost)).to_vec();
    for (least, most, budget) in
        [(0, 4, None), (1, 2, None), (2, 3, Some(4)), (1, 3, Some(3)), (4, 4, None), (0, 2, Some(1))]
    {
        let name = format!("{least} to {most} for {budget:?}");
        check(&name, Node::SomeOf { arg: "x", of: of.clone(), least, most, budget });
    }
}

#[test]
fn shares_reach_every_order() {
    let bins =
        |limits: &[u32]| ["a", "b", "c", "d"].map(word).into_iter().zip(limits.iter().copied()).collect();
    for (limits, least, most) in [
        (&[1, 3][..], 0, 2),
        (&[3, 3], 2, 5),
        (&[2, 2, 2], 3, 3),
        (&[4, 4, 4], 0, 9),
        (&[5], 0, 5),
        (&[2], 2, 2),
    ] {
        let name = format!("{limits:?}: {least} to {most}");
        check(&name, Node::Split { arg: "x", bins: bins(limits), least, most });
    }
}

few_and_many!(sortings_reach_every_order: 1, 5;);

/// The first of some sortings.
fn sortings_reach_every_order(of: usize) {
    let item = |text: &str, class: &str, must| Item { word: word(text), class: word(class), must };
    let bin = |text: &str, least, most| Bin::new(word(text), least, most);
    let grouped = |bin: Bin| Bin { group: Some(1), ..bin };
    let only = |bin: Bin| Bin { only: vec![word("y")], ..bin };
    let counted = |bin: Bin| Bin { counts: true, ..bin };
    let cases = [
        (4, 0, vec![bin("p", 1, 4), bin("q", 2, 3)], &[][..]),
        (2, 0, vec![bin("p", 1, 1), bin("q", 1, 2), bin("r", 1, 1)], &["c"]),
        (3, 2, vec![counted(bin("p", 1, 2)), counted(bin("q", 1, 2)), bin("r", 1, 9)], &[]),
        (4, 0, vec![grouped(bin("p", 2, 4)), grouped(only(bin("q", 1, 2))), bin("r", 1, 4)], &[]),
        (0, 0, vec![bin("p", 1, 4)], &[]),
    ];
    for (number, (take, spread, bins, musts)) in cases.into_iter().enumerate().take(of) {
        let items = [("a", "x"), ("b", "x"), ("c", "y"), ("d", "y")];
        let items = items.map(|(text, class)| item(text, class, musts.contains(&text))).to_vec();
        check(
            &format!("sorting {number}"),
            Node::Sort { arg: "x", sort: Sort { items, bins, take, spread } },
        );
    }
}

#[test]
fn walks_reach_every_order() {
    let joined = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "c")];
    let mut lines: Lines = BTreeMap::new();
    for (one, other) in joined {
        lines.entry(word(one)).or_default().push(word(other));
        lines.entry(word(other)).or_default().push(word(one));
    }
    let lines = Arc::new(lines);
    for (most, stop, bar) in
        [(3, "d", "-"), (2, "c", "-"), (4, "b", "-"), (3, "-", "c"), (1, "-", "-"), (4, "-", "-")]
    {
        let stops = Arc::new([word(stop)].into_iter().collect());
        let barred = vec![word(bar)];
        let walk = Walk { lines: lines.clone(), from: word("a"), most, stops, stops_now: vec![], barred };
        check(&format!("walk of {most}"), Node::Walk { arg: "x", walk });
    }
}

/// Thirty words and their pages.
fn thirty() -> Vec<Word> {
    (0..60).map(|n| word(&format!("w{n:02}"))).collect()
}

#[test]
fn every_page_of_a_long_menu_can_be_reached() {
    let options = options(Node::one_of("x", thirty()));
    let desk = desk();
    let picking = picking(&desk, &options, vec![]);
    let rows = picking.open();
    let (_, mut rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["do"]));
    let mut labels = Vec::new();
    loop {
        let select = client::selects(&rows)[0];
        labels.extend(select.options.iter().map(|option| option.label.clone()));
        let last = select.options.last().unwrap().label.clone();
        let (text, _) = client::shown(client::choose(&picking, select, &[&last]));
        assert!(text.contains(&last), "{text}");
        if !client::buttons(&rows).iter().any(|(label, _)| label.starts_with("More")) {
            break;
        }
        rows = client::shown(client::press(&picking, &rows, "More")).1;
    }
    assert_eq!(labels, thirty().iter().map(Word::to_string).collect::<Vec<_>>());
    let (_, rows) = client::shown(client::press(&picking, &rows, "Earlier"));
    assert_eq!(client::selects(&rows)[0].options[0].label, "w25");
}

#[test]
fn a_long_first_menu_has_pages_too() {
    let verbs: Vec<(Word, Node)> =
        thirty().into_iter().map(|verb| (verb, Node::one_of("x", [word("a"), word("b")]))).collect();
    let options = Options { verbs };
    let desk = desk();
    let picking = picking(&desk, &options, vec![]);
    let rows = picking.open();
    let (_, rows) = client::shown(client::press(&picking, &rows, "More"));
    let (text, _) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["w49"]));
    assert!(text.contains("w49"), "{text}");
}

#[test]
fn what_is_chosen_on_other_pages_is_kept() {
    let of = thirty().into_iter().map(|word| (word, 1)).collect();
    let options = options(Node::SomeOf { arg: "x", of, least: 2, most: 5, budget: Some(3) });
    let desk = desk();
    let picking = picking(&desk, &options, vec![]);
    let rows = picking.open();
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["do"]));
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["w03", "w04"]));
    let (_, rows) = client::shown(client::press(&picking, &rows, "More"));
    let (text, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["w30", "w31"]));
    assert!(text.contains("4 of 3 points") && text.contains("w03, w04, w30, w31"), "{text}");
    assert!(!client::buttons(&rows).iter().any(|(label, _)| label == "Done"));
    let (_, rows) = client::shown(client::press(&picking, &rows, "Earlier"));
    let marked = client::selects(&rows)[0].options.iter().filter(|option| option.chosen);
    assert_eq!(marked.map(|option| option.label.as_str()).collect::<Vec<_>>(), ["w03", "w04"]);
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["w04"]));
    let (text, rows) = client::shown(client::press(&picking, &rows, "Done"));
    assert!(text.contains("w04,w30,w31"), "{text}");
    let (_, back) = client::shown(client::press(&picking, &rows, "Back"));
    assert!(client::buttons(&back).iter().any(|(label, _)| label == "Done"), "the choice is still there");
    let form = OrderForm::new(word("do")).with("x", ["w04", "w30", "w31"].map(word).to_vec());
    assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Give { form, anyway: false });
}

/// A number is no range: “Choose 2”, not “Choose 2 to 2”.
#[test]
fn bounds_that_are_one_number_are_told_as_one() {
    let of = || ["a", "b", "c"].map(|text| (word(text), 1)).to_vec();
    let bins = || vec![(word("a"), 2), (word("b"), 2)];
    for (node, en, ja) in [
        (Node::SomeOf { arg: "x", of: of(), least: 2, most: 2, budget: None }, "Choose 2.", "2個選んで"),
        (Node::SomeOf { arg: "x", of: of(), least: 2, most: 3, budget: None }, "Choose 2 to 3.", "2〜3個"),
        (Node::Split { arg: "x", bins: bins(), least: 3, most: 3 }, "Share out 3 in all.", "合計3を"),
        (Node::Split { arg: "x", bins: bins(), least: 1, most: 3 }, "Share out 1 to 3 in all.", "合計1〜3を"),
    ] {
        let (desk, options) = (desk(), options(node));
        for (lang, verb, part) in [(Lang::En, "do", en), (Lang::Ja, "する", ja)] {
            let picking = desk.picking(lang, (seat(), 7), &options, vec![], &sentence);
            let rows = picking.open();
            let (text, _) = client::shown(client::choose(&picking, client::selects(&rows)[0], &[verb]));
            assert!(text.contains(part) && !text.contains(&format!("〜{part}")), "{part} in {text}");
        }
    }
}

#[test]
fn a_pick_from_other_options_is_changed() {
    let desk = desk();
    let before = options(Node::one_of("x", ["a", "b"].map(word)));
    let rows = picking(&desk, &before, vec![]).open();
    let custom_id = client::selects(&rows)[0].custom_id.clone();
    let touch = Touch::Click { custom_id, values: vec!["0".into()] };
    assert!(matches!(client::touch(&picking(&desk, &before, vec![]), &touch), PickerStep::Show { .. }));
    let others = [
        options(Node::one_of("x", ["a", "c"].map(word))),
        options(Node::one_of("x", ["b", "a"].map(word))),
        options(Node::Number { arg: "x", least: 1, most: 2 }),
    ];
    for after in &others {
        assert_eq!(client::touch(&picking(&desk, after, vec![]), &touch), PickerStep::Changed);
    }
    let later = desk.picking(Lang::En, (seat(), 8), &before, vec![], &sentence);
    assert_eq!(client::touch(&later, &touch), PickerStep::Changed, "another prompt");
    let other = Seat(word("two"));
    let other = desk.picking(Lang::En, (other, 7), &before, vec![], &sentence);
    assert_eq!(client::touch(&other, &touch), PickerStep::Changed, "another seat");
}

#[test]
fn values_that_were_not_shown_change_nothing() {
    let desk = desk();
    let of = ["a", "b", "c"].map(|text| (word(text), 1)).to_vec();
    let nodes = [
        Node::one_of("x", ["a", "b"].map(word)),
        Node::SomeOf { arg: "x", of, least: 1, most: 2, budget: None },
        Node::Number { arg: "x", least: 1, most: 5 },
        Node::Split { arg: "x", bins: vec![(word("a"), 2), (word("b"), 2)], least: 1, most: 3 },
    ];
    for node in nodes {
        let options = options(node);
        let picking = picking(&desk, &options, vec![]);
        let rows = picking.open();
        let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["do"]));
        let custom_id = client::selects(&rows)[0].custom_id.clone();
        for values in [&["99"][..], &["x"], &["-1"], &["0", "99"]] {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            let touch = Touch::Click { custom_id: custom_id.clone(), values };
            assert_eq!(client::touch(&picking, &touch), PickerStep::Changed, "{touch:?}");
        }
    }
}

#[test]
fn few_orders_are_buttons_that_give_them_at_once() {
    let desk = desk();
    let options = options(Node::one_of("x", ["a", "b"].map(word)));
    let all = options.propose(9);
    let picking = picking(&desk, &options, all.clone());
    let rows = picking.open();
    assert!(client::selects(&rows).is_empty());
    for form in all {
        assert_eq!(
            client::press(&picking, &rows, &sentence(&form)),
            PickerStep::Give { form, anyway: false }
        );
    }
}

#[test]
fn an_order_too_long_for_a_button_is_shown_before_it_is_given() {
    let desk = desk();
    let options = options(Node::one_of("x", ["a", "b"].map(word)));
    let long = |form: &OrderForm| format!("{form} {}", "and so on ".repeat(12));
    let choices = options.propose(9).into_iter();
    let choices: Vec<Choice> = choices.map(|form| Choice { sentence: long(&form), form }).collect();
    let first = choices[0].clone();
    let picking = desk.picking(Lang::En, (seat(), 7), &options, choices, &long);
    let rows = picking.open();
    let (text, rows) = client::shown(client::press(&picking, &rows, &first.form.to_string()));
    assert!(text.starts_with(first.sentence.trim()), "{text}");
    assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Give { form: first.form, anyway: false });
}

#[test]
fn nothing_to_order_is_nothing_to_click() {
    let desk = desk();
    assert!(picking(&desk, &Options::default(), vec![]).open().is_empty());
}

/// A book in which one order may speak of several things, and a box stands by itself.
const SEVERAL: &str = "order = 1\n[group]\nen = 'G'\nja = 'G'\n[[verb]]\nname = 'load'\nja = '積む'\n\
     help = { en = 'Loads.', ja = '積む。' }\nexamples = []\n\
     [[verb.arg]]\nname = 'item'\nja = '物'\nkind = 'thing'\nseveral = true\nhelp = { en = 'What.', ja = '何を。' }\n\
     [[verb.arg]]\nname = 'box'\nja = '箱'\nkind = 'numeral'\ndefault = 'first'\nhelp = { en = 'Where.', ja = 'どこに。' }\n\
     [[verb]]\nname = 'sail'\nja = '進む'\nhelp = { en = 'Sails.', ja = '進む。' }\nexamples = []\n\
     [[verb.arg]]\nname = 'ship'\nja = '艦'\nkind = 'thing'\nseveral = true\nhelp = { en = 'Who.', ja = '誰が。' }\n\
     [[verb.arg]]\nname = 'speed'\nja = '速度'\nkind = 'choice'\n\
     words = [{ word = 'slow', ja = '低速', says = { en = 'Slowly.', ja = 'ゆっくり。' } }, { word = 'fast', ja = '高速' }]\n\
     help = { en = 'How fast.', ja = 'どの速さで。' }\n\
     [[verb.arg]]\nname = 'path'\nja = '経路'\nkind = 'path'\nhelp = { en = 'Where to.', ja = 'どこへ。' }\n";

/// Ships at `a` on a line of five places, slow for two steps and fast for four; one lies elsewhere.
pub(crate) fn sailing() -> Options {
    let lines: Vec<(Word, Vec<Word>)> = vec![
        (word("a"), vec![word("b")]),
        (word("b"), vec![word("a"), word("c")]),
        (word("c"), vec![word("b"), word("d")]),
        (word("d"), vec![word("c"), word("e")]),
        (word("e"), vec![word("d")]),
    ];
    let lines: Lines = lines.into_iter().collect();
    let lines = Arc::new(lines);
    let walk = |from: &str, most| Walk {
        lines: lines.clone(),
        from: word(from),
        most,
        stops: Arc::default(),
        stops_now: vec![],
        barred: vec![],
    };
    let speeds = |from: &str| {
        let way = |most| Node::Walk { arg: "path", walk: walk(from, most) };
        Node::choice("speed", [(word("slow"), way(2)), (word("fast"), way(4))])
    };
    let ships = [("one", "a"), ("two", "a"), ("three", "e")].map(|(ship, at)| (word(ship), speeds(at)));
    let items = ["crew", "gun", "net"].map(|item| (word(item), Node::one_of("box", ["1", "2"].map(word))));
    Options {
        verbs: vec![(word("load"), Node::choice("item", items)), (word("sail"), Node::choice("ship", ships))],
    }
}

pub(crate) fn several() -> Desk {
    let pages = pages_in(&[("toy.toml".to_owned(), SEVERAL)]).unwrap();
    Desk::new("toy-2345", Book::with(pages).unwrap(), Words::read().unwrap(), Lexicon::default())
}

#[test]
fn several_things_are_ordered_together_and_a_box_stands_by_itself() {
    let (desk, options) = (several(), sailing());
    let picking = picking(&desk, &options, vec![]);
    let load = |labels: &[&str]| {
        let (_, rows) =
            client::shown(client::choose(&picking, client::selects(&picking.open())[0], &["load"]));
        client::shown(client::choose(&picking, client::selects(&rows)[0], labels))
    };
    let (text, rows) = load(&["gun", "crew"]);
    assert!(text.contains("item: crew, gun") && !text.contains("box"), "{text}");
    let line = "load item=crew,gun".to_owned();
    assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Line(line));
    let (text, rows) = load(&["net"]);
    assert!(text.contains("box=1"), "{text}");
    let form = OrderForm::new(word("load")).with("item", word("net")).with("box", word("1"));
    assert_eq!(
        client::press(&picking, &rows, "Give"),
        PickerStep::Give { form: form.clone(), anyway: false }
    );
    let (_, boxes) = client::shown(client::press(&picking, &rows, "Choose box"));
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&boxes)[0], &["2"]));
    assert_eq!(
        client::press(&picking, &rows, "Give"),
        PickerStep::Give { form: form.with("box", word("2")), anyway: false }
    );
    let (_, rows) = client::shown(client::press(&picking, &rows, "Back"));
    assert_eq!(client::selects(&rows)[0].options[0].label, "crew", "over the box");
}

/// The last choice gives an order that can be taken back, also where a box stands by itself; another box is chosen before.
#[test]
fn what_can_be_taken_back_is_given_at_once_and_another_box_is_chosen_before() {
    let (desk, options) = (several(), sailing());
    let picking = Picking { can_take_back: &|verb| verb == word("load"), ..picking(&desk, &options, vec![]) };
    let menu = |rows: &[Row], label: &str| client::choose(&picking, client::selects(rows)[0], &[label]);
    let (_, items) = client::shown(menu(&picking.open(), "load"));
    let form = |item: &str, at: &str| {
        let form = OrderForm::new(word("load")).with("item", word(item)).with("box", word(at));
        PickerStep::Give { form, anyway: false }
    };
    assert_eq!(menu(&items, "net"), form("net", "1"));
    let (text, others) = client::shown(client::press(&picking, &items, "Choose box"));
    assert!(text.contains("Choose box"), "{text}");
    let (text, boxes) = client::shown(menu(&others, "gun"));
    assert!(text.contains("item: gun"), "{text}");
    assert_eq!(menu(&boxes, "2"), form("gun", "2"));
    assert_eq!(menu(&boxes, "1"), form("gun", "1"));
    let (_, back) = client::shown(client::press(&picking, &boxes, "Back"));
    assert_eq!(menu(&back, "crew"), form("crew", "1"), "back at the things");
    // Several at once have the first boxes.
    let several = client::choose(&picking, client::selects(&items)[0], &["gun", "crew"]);
    assert_eq!(several, PickerStep::Line("load item=crew,gun".to_owned()));
    // Every other order is shown first.
    let (_, ships) = client::shown(menu(&picking.open(), "sail"));
    let (_, speeds) = client::shown(menu(&ships, "one"));
    let (_, places) = client::shown(menu(&speeds, "Slowly."));
    let (_, rows) = client::shown(menu(&places, "c"));
    assert!(matches!(client::press(&picking, &rows, "Give"), PickerStep::Give { .. }));
}

#[test]
fn ships_go_together_where_they_may_go_alike_and_what_is_dear_shows_what_only_it_reaches() {
    let (desk, options) = (several(), sailing());
    let picking = picking(&desk, &options, vec![]);
    let (_, ships) = client::shown(client::choose(&picking, client::selects(&picking.open())[0], &["sail"]));
    let together = |labels: &[&str]| client::choose(&picking, client::selects(&ships)[0], labels);
    assert!(matches!(together(&["one", "three"]), PickerStep::InputError(_)), "they lie apart");
    let (_, speeds) = client::shown(together(&["one", "two"]));
    let labels: Vec<&str> = client::selects(&speeds)[0].options.iter().map(|option| &*option.label).collect();
    assert_eq!(labels, ["Slowly.", "fast"], "a sentence where the book has one");
    let places = |speed: &str| {
        let (_, rows) = client::shown(client::choose(&picking, client::selects(&speeds)[0], &[speed]));
        let labels = client::selects(&rows)[0].options.iter().map(|option| option.label.clone());
        (labels.collect::<Vec<_>>(), rows)
    };
    assert_eq!(places("Slowly.").0, ["b", "c"], "the nearest first");
    let (fast, rows) = places("fast");
    assert_eq!(fast, ["e", "d", "c", "b"], "the farthest first");
    let (text, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["e"]));
    assert!(text.contains("ship: one, two") && text.contains("path: b, c, d, e"), "{text}");
    let line = "sail speed=fast path=b,c,d,e ship=one,two".to_owned();
    assert_eq!(client::press(&picking, &rows, "Give"), PickerStep::Line(line));
}
