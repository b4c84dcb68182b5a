//! What is suggested: legal values only, in the reader's language, narrowed by what is given and by what is typed.

use wardroom::app::registry::GAMES;
use wardroom::book::{Draft, Suggestion};
use wardroom::club::picking::Position;
use wardroom::door::discord::commands;
use wardroom::door::discord::interaction::Command;
use wardroom::game::{Game, Options, OrderForm, Word};
use wardroom::report::{COLUMNS, Choice, Listing, Phrases};
use wardroom::words::Lang;

use super::named::{self, NASTY, options};
use super::play::{asked_in_order, complete, first, goeben, grand_fleet, play, within_limits};
use super::{Desk, given, word};
use crate::common::{Luck, few_and_many};

const TREE: &str = "load ship(goeben breslau) item(wireless optics reserve-crew) box(1 2 3)
    rearm space(POL) ships*(goeben breslau)
    share points{goeben.coal:3 breslau.coal:4}0..5
    move ship(goeben) speed(cruise maximum) path~(MES 4)
    move ship(breslau) speed(cruise) path~(POL 2)
    fire ship(goeben) target(dublin black-prince) rate(normal maximum)
    fire ship(breslau) target(gloucester) rate(normal)
    contact speed(cruise)
    contact speed(maximum) ship(goeben breslau)
    examine space(ADZ MPZ GPZ MLT)
    throw number[1..2]";

fn suggest(
    desk: &Desk,
    tree: &Options,
    lang: Lang,
    verb: &str,
    args: &[(&str, &str)],
    arg: &str,
    typed: &str,
) -> Vec<Suggestion> {
    let found = desk.draft(tree, lang, word(verb), &given(args)).suggest(word(arg), typed);
    within_limits(&found);
    found
}

fn values(found: &[Suggestion]) -> Vec<&str> {
    found.iter().map(|one| one.value.as_str()).collect()
}

fn labels(found: &[Suggestion]) -> Vec<&str> {
    found.iter().map(|one| one.label.as_str()).collect()
}

#[test]
fn what_is_given_narrows_what_is_suggested() {
    let (desk, tree) = (Desk::goeben(), options(TREE));
    let ask = |verb: &str, args: &[(&str, &str)], arg: &str| -> Vec<String> {
        let found = suggest(&desk, &tree, Lang::En, verb, args, arg, "");
        found.into_iter().map(|one| one.value).collect()
    };
    assert_eq!(ask("move", &[], "speed"), ["cruise", "maximum"]);
    assert_eq!(ask("move", &[("ship", "breslau")], "speed"), ["cruise"]);
    assert_eq!(ask("move", &[("ship", "ブレスラウ")], "speed"), ["cruise"]);
    assert_eq!(ask("move", &[("speed", "maximum")], "ship"), ["goeben"]);
    assert_eq!(ask("move", &[("path", "NSI"), ("speed", "cruise")], "ship"), ["goeben"]);
    assert_eq!(ask("move", &[("speed", "cruise")], "ship"), ["goeben", "breslau", "all"]);
    assert_eq!(ask("fire", &[("target", "gloucester")], "ship"), ["breslau"]);
    assert_eq!(ask("fire", &[("target", "gloucester")], "rate"), ["normal"]);
    assert_eq!(ask("fire", &[("rate", "maximum")], "target"), ["dublin", "black-prince"]);
    assert_eq!(ask("contact", &[("speed", "cruise")], "ship"), Vec::<String>::new());
    assert_eq!(ask("contact", &[("ship", "goeben")], "speed"), ["maximum"]);
    // What cannot be met by anything legal leaves nothing to suggest; blank values count as not given.
    assert_eq!(ask("move", &[("ship", "dublin")], "speed"), Vec::<String>::new());
    assert_eq!(ask("move", &[("ship", " ")], "speed"), ["cruise", "maximum"]);
    assert_eq!(ask("ram", &[], "ship"), Vec::<String>::new());
    assert_eq!(ask("move", &[], "nonsense"), Vec::<String>::new());
    assert_eq!(ask("throw", &[], "number"), Vec::<String>::new());
    let fleet = Desk::grand_fleet();
    assert_eq!(values(&suggest(&fleet, &tree, Lang::En, "throw", &[], "number", "")), ["1", "2"]);
    assert_eq!(values(&suggest(&fleet, &tree, Lang::En, "throw", &[], "number", "2")), ["2"]);
}

#[test]
fn what_is_typed_finds_names_of_both_languages() {
    let (desk, tree) = (Desk::goeben(), options(TREE));
    for (lang, typed, first, label) in [
        (Lang::En, "gib", "GPZ", "Gibraltar"),
        (Lang::Ja, "gib", "GPZ", "ジブラルタル"),
        (Lang::Ja, "じぶら", "GPZ", "ジブラルタル"),
        (Lang::En, "マルタ", "MPZ", "Malta"),
        (Lang::En, "adz", "ADZ", "Adriatic"),
    ] {
        let found = suggest(&desk, &tree, lang, "examine", &[], "space", typed);
        assert!(found[0].label.contains(label), "{typed}: {found:?}");
        assert_eq!(found[0].value, first, "{typed}: {found:?}");
        assert!(found.len() < 4, "{typed}: {found:?}");
    }
    // A slip of the pen shows everything rather than nothing.
    assert_eq!(suggest(&desk, &tree, Lang::En, "examine", &[], "space", "zzz").len(), 4);
    let ships = suggest(&desk, &tree, Lang::Ja, "move", &[], "ship", "");
    assert_eq!(labels(&ships), ["ゲーベン", "ブレスラウ", "全部"]);
    assert_eq!(values(&ships), ["goeben", "breslau", "all"]);
    let item = suggest(&desk, &tree, Lang::En, "load", &[], "item", "wireless, o");
    assert_eq!(values(&item), ["wireless optics"]);
}

#[test]
fn all_takes_the_last_place_only_where_it_is_suggested() {
    let (desk, tree) = (Desk::goeben(), options(TREE));
    for (verb, arg) in [("move", "ship"), ("rearm", "ships")] {
        let two = Draft { most: 2, ..desk.draft(&tree, Lang::En, word(verb), &[]) };
        assert_eq!(values(&two.suggest(word(arg), "")), ["goeben", "all"], "{verb}");
        let mut with_e = two.suggest(word(arg), "e");
        with_e.sort_by(|one, other| one.value.cmp(&other.value));
        assert_eq!(values(&with_e), ["breslau", "goeben"], "{verb}");
    }
}

#[test]
fn lists_and_ways_go_on_from_what_is_typed() {
    let (desk, tree) = (Desk::goeben(), options(TREE));
    let ships = |typed: &str| suggest(&desk, &tree, Lang::En, "rearm", &[], "ships", typed);
    assert_eq!(values(&ships("")), ["goeben", "breslau", "all"]);
    assert_eq!(values(&ships("br")), ["breslau"]);
    assert_eq!(values(&ships("breslau ")), ["breslau", "breslau goeben"]);
    assert_eq!(labels(&ships("breslau ")), ["Breslau", "Breslau, Goeben"]);
    assert_eq!(values(&ships("Breslau, G")), ["breslau goeben"]);
    let way = |typed: &str| {
        let args = [("ship", "goeben"), ("speed", "cruise")];
        suggest(&desk, &tree, Lang::Ja, "move", &args, "path", typed)
    };
    let all = way("");
    assert_eq!(all[0].value.len(), 3, "{all:?}");
    let further = way("STY ");
    assert_eq!(further[0].value, "STY");
    assert!(
        further[1..].iter().all(|one| one.value.starts_with("STY ") && one.value.len() == 7),
        "{further:?}"
    );
    assert!(values(&further).contains(&"STY NSI"), "{further:?}");
    // What Discord shows after a choice is the label: typing goes on behind it.
    let label = further.iter().find(|one| one.value == "STY NSI").unwrap().label.clone();
    assert!(label.ends_with("：STY NSI"), "{label}");
    assert!(values(&way(&format!("{label} "))).contains(&"STY NSI"));
    assert!(values(&way(&format!("{label} w"))).iter().all(|value| value.starts_with("STY NSI ")));
}

#[test]
fn shares_and_sortings_are_proposed_in_the_short_form() {
    let (desk, tree) = (Desk::goeben(), options(TREE));
    let points = |typed: &str| suggest(&desk, &tree, Lang::Ja, "share", &[], "points", typed);
    assert_eq!(labels(&points(""))[0], "ブレスラウ.石炭=2 ゲーベン.石炭=3");
    assert_eq!(values(&points(""))[0], "breslau.coal=2 goeben.coal=3");
    assert!(values(&points("goeben.coal=2 ")).iter().all(|value| value.contains("goeben.coal=2")));
    assert!(values(&points("goeben.coal=2 br")).contains(&"breslau.coal=3 goeben.coal=2"));
    assert!(values(&points("ゲーベン.石炭=1 ブレスラウ.石炭=4")).contains(&"breslau.coal=4 goeben.coal=1"));
    let fleet = Desk::grand_fleet();
    let tree = options("form fleets#(bc:lion,tiger,queen-mary b:bellerophon,temeraire,superb)(1 2 3)");
    let fleets = |typed: &str| suggest(&fleet, &tree, Lang::Ja, "form", &[], "fleets", typed);
    assert!(values(&fleets("")).contains(&"1=BC*3 2=rest"), "{:?}", fleets(""));
    assert!(labels(&fleets("")).contains(&"1=BC*3 2=残り"), "{:?}", fleets(""));
    assert!(values(&fleets("1=lion ")).contains(&"1=lion 2=rest"), "{:?}", fleets("1=lion "));
    assert!(values(&fleets("1=BC 2=")).contains(&"1=BC 2=B"), "{:?}", fleets("1=BC 2="));
    assert!(values(&fleets("1=BC 2=rest")).contains(&"1=BC 2=rest"));
}

few_and_many!(whatever_is_typed_does_no_harm: &[90, 399], &[90, 399, 6000];);

fn whatever_is_typed_does_no_harm(lengths: &[usize]) {
    let (desk, tree) = (Desk::goeben(), options(named::TREE));
    let units = ["goeben ", "x", "x ", "「", "=", "hull=1 ", "STY ", "げ", ";", "a="];
    let long = units.iter().flat_map(|unit| lengths.iter().map(|n| unit.chars().cycle().take(*n).collect()));
    let typed: Vec<String> = NASTY.iter().map(|nasty| (*nasty).to_owned()).chain(long).collect();
    for (verb, _) in &tree.verbs {
        for (arg, _) in asked_in_order(&desk, *verb) {
            for typed in &typed {
                within_limits(&desk.draft(&tree, Lang::Ja, *verb, &[]).suggest(arg, typed));
                for (other, _) in asked_in_order(&desk, *verb).iter().filter(|(other, _)| *other != arg) {
                    let given = [(*other, typed.clone())];
                    within_limits(&desk.draft(&tree, Lang::En, *verb, &given).suggest(arg, ""));
                }
            }
        }
    }
}

#[test]
fn orders_are_suggested_as_they_are_typed() {
    let (desk, tree) = (Desk::goeben(), options(named::TREE));
    let phrases = Phrases {
        words: &desk.words,
        lang: Lang::Ja,
        book: &desk.book,
        lexicon: &desk.lexicon,
        columns: COLUMNS,
    };
    let position = Position { options: &tree, phrases };
    let asked = std::cell::RefCell::new(Vec::new());
    let choices = |options: &Options, about: &[String], limit: usize| {
        asked.borrow_mut().push((options.verbs[0].0.to_string(), about.to_vec()));
        let forms = options.propose(limit).into_iter().take(limit);
        let choice = |form| Choice { sentence: "文".repeat(120), form };
        Listing { choices: forms.map(choice).collect(), more: 0 }
    };
    let suggest = |typed: &str| {
        let typed_short = |options: &Options, form: &OrderForm| {
            desk.book.type_short_in(Lang::Ja, form, options, &desk.lexicon)
        };
        let found = commands::suggest_orders(&position, &choices, &typed_short, typed);
        assert!(found.len() <= 25, "{found:?}");
        for (label, value) in &found {
            assert!(label.starts_with(value.as_str()) && label.chars().count() <= 100, "{label}");
            let last = value.rsplit("; ").next().unwrap();
            assert!(desk.book.one(last, &tree, &desk.lexicon).is_ok(), "{value}");
        }
        (found.len(), std::mem::take(&mut *asked.borrow_mut()))
    };
    let verbs =
        |asked: &[(String, Vec<String>)]| asked.iter().map(|(verb, _)| verb.clone()).collect::<Vec<_>>();
    let (count, all) = suggest("");
    assert_eq!(verbs(&all).len(), tree.verbs.len());
    assert!(count >= tree.verbs.len(), "{count}");
    assert_eq!(verbs(&suggest("move").1), ["move"]);
    assert_eq!(verbs(&suggest("re").1), ["rearm", "repair"]);
    let about = vec!["ゲーベン".to_owned(), "巡".to_owned()];
    assert_eq!(suggest("移動 ゲーベン 巡").1, [("move".to_owned(), about)]);
    assert_eq!(suggest("ゲーベン").1[0].1, ["ゲーベン"]);
    assert!(suggest("move goeben cruise STY; ").0 > 0, "what comes of it is not known");
    assert_eq!(verbs(&suggest("move goeben cruise STY; re").1), ["rearm", "repair"]);
    assert_eq!(suggest(&"x".repeat(6000)).0, 0);
}

#[test]
fn options_of_commands_are_completed_in_the_readers_language() {
    let (desk, tree) = (Desk::goeben(), options(named::TREE));
    let phrases = Phrases {
        words: &desk.words,
        lang: Lang::Ja,
        book: &desk.book,
        lexicon: &desk.lexicon,
        columns: COLUMNS,
    };
    let position = Position { options: &tree, phrases };
    let command = |given: &[(&str, &str)]| Command {
        path: vec!["goeben-combat".into(), "fire".into()],
        given: given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        users: vec![],
    };
    let found = GAMES.commands().unwrap().suggest(
        &position,
        &command(&[("ship", "goeben"), ("target", "ぶら")]),
        "target",
    );
    assert_eq!(found, [("ブラック・プリンス".to_owned(), "black-prince".to_owned())]);
    assert_eq!(GAMES.commands().unwrap().suggest(&position, &Command::default(), "target"), []);
    let known = ["ルール", "ルーマニア", "甲ルー"].map(|name| (name.to_owned(), name.to_owned()));
    let found = commands::matching(known, "るー");
    assert_eq!(
        found.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(),
        ["ルール", "ルーマニア", "甲ルー"]
    );
    assert_eq!(commands::matching([("x".into(), "y".repeat(101))], ""), []);
}

/// Every value of an argument, put in with some of a sampled order's other arguments and completed by suggestions, makes
/// a legal order; and the same with the label in its place, where the label is typed text.
fn every_value_does(desk: &Desk, options: &Options, luck: &mut Luck) -> usize {
    let verbs: Vec<Word> = options.verbs.iter().map(|(verb, _)| *verb).collect();
    let verb = *luck.one_of(&verbs).unwrap();
    let args = asked_in_order(desk, verb);
    let Some((arg, _)) = luck.one_of(&args).copied() else { return 0 };
    let mut before = complete(desk, options, verb, vec![], luck);
    before.retain(|(name, _)| *name != arg && luck.below(2) == 0);
    let lang = *luck.one_of(Lang::ALL).unwrap();
    let all = desk.draft(options, lang, verb, &before).suggest(arg, "");
    let typed: String = luck.one_of(&all).map_or(String::new(), |one| {
        let chars = luck.below(one.label.chars().count() as u32 + 1) as usize;
        one.label.chars().take(chars).collect()
    });
    let begun = desk.draft(options, lang, verb, &before).suggest(arg, &typed);
    within_limits(&begun);
    assert!(all.is_empty() || !begun.is_empty(), "nothing goes on from {typed:?} for {arg} of {verb}");
    for one in all.iter().chain(&begun) {
        let mut given = before.clone();
        given.push((arg, one.value.clone()));
        let given = complete(desk, options, verb, given, luck);
        first(desk, options, verb, &given);
    }
    all.len() + begun.len()
}

fn in_games<G: Game>(desk: &Desk, game: &G, setup: &G::Setup, seeds: u64, orders: usize) -> usize {
    let mut tried = 0;
    for seed in 0..seeds {
        println!("seed {seed}");
        play(game, setup, seed, orders, |options, luck| {
            tried += every_value_does(desk, options, luck);
            options.sample(&mut |n| luck.below(n)).unwrap()
        });
    }
    tried
}

few_and_many!(every_suggested_value_makes_a_legal_order: 1, 4;);

fn every_suggested_value_makes_a_legal_order(games: u64) {
    let goebens = in_games(&Desk::goeben(), &goeben(), &Default::default(), games, 150);
    let fleets = in_games(&Desk::grand_fleet(), &grand_fleet(), &Default::default(), games, 250);
    assert!(
        goebens as u64 > 20 * games && fleets as u64 > 20 * games,
        "{goebens} and {fleets} values tried: too few"
    );
}
