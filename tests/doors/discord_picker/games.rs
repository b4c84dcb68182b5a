//! Whole games of both kinds by thumb only, in both languages.

use std::fs::{self, DirEntry};
use std::path::Path;

use wardroom::book::{Book, Parsed};
use wardroom::door::discord::limits::CUSTOM_ID;
use wardroom::door::discord::picker::{PickerStep, Picking};
use wardroom::game::{Bin, Game, Item, Node, Options, OrderForm, Seat, Sort, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::pack::limits::NAME_CHARS;
use wardroom::report::{Choice, GameReport, Menu};
use wardroom::words::Lang;

use super::client::{self, Given, Met, Touch};
use super::{Desk, alike};
use crate::common::laws::{self, Lawful};
use crate::common::{Luck, few_and_many};

/// Orders of a verb that are listed one by one.
const FEW: usize = 8;
/// A prompt of a log longer than any game's.
const PROMPT: u64 = 99_999;
/// The letters that names are filled up with, in English and in Japanese.
const FILLED_WITH: [char; 2] = ['W', '鬱'];

fn desk<G: Playable>(game: &G, table: &'static str) -> Desk {
    let words = G::words().unwrap();
    let lexicon = game.lexicon(&words);
    Desk::new(table, Book::of(G::NAME).unwrap(), words, lexicon)
}

fn menu<G: Playable>(game: &G, desk: &Desk, lang: Lang, options: &Options) -> Menu {
    game.report(desk.phrases(lang)).menu(options, FEW)
}

/// The game with names as long as a pack may have them, in both languages.
fn with_long_names<G: Playable>() -> G {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/games").join(G::NAME).join("data");
    let file = |entry: std::io::Result<DirEntry>| {
        let entry = entry.unwrap();
        let text = fs::read_to_string(entry.path()).unwrap();
        let lines = text.lines().map(|line| match line.starts_with("name = {") {
            true => filled_up(line),
            false => line.to_owned(),
        });
        (entry.file_name().into_string().unwrap(), lines.collect::<Vec<_>>().join("\n"))
    };
    G::from_files(fs::read_dir(folder).unwrap().map(file).collect()).unwrap()
}

/// The line of a name in both languages, each filled up to its limit.
fn filled_up(line: &str) -> String {
    let mut parts: Vec<String> = line.split('"').map(str::to_owned).collect();
    for (at, letter) in [1, 3].into_iter().zip(FILLED_WITH) {
        let missing = NAME_CHARS - parts[at].chars().count();
        parts[at].extend(std::iter::repeat_n(letter, missing));
    }
    parts.join("\"")
}

/// Plays a whole game; every order is put together by touches made by chance.
fn play<G: Playable + Lawful>(table: &'static str, seed: u64, met: &mut Met) {
    println!("seed {seed}");
    let game = G::built_in();
    let desk = desk(&game, table);
    let mut luck = Luck::of(seed);
    let mut state = game.beginning(&mut luck);
    let mut orders = 0u64;
    while !game.is_over(&state) {
        let seat = laws::asked(&game, &state, &mut luck);
        let options = game.options(&state, seat);
        let lang = *luck.one_of(Lang::ALL).unwrap();
        match given(&game, &desk, (lang, seat, orders), &options, &mut luck, met) {
            Given::Order(order) => {
                assert_eq!(options.accept(&order), Ok(()), "seed {seed}: {order}");
                resolved(&game, &mut state, (seat, &order), &mut luck, seed);
                orders += 1;
            }
            Given::Line(line) => orders += line_of(&game, &desk, &mut state, (seat, &line), &mut luck, seed),
        }
        assert!(orders < G::ORDERS_LIMIT as u64, "seed {seed}: no end after {orders} orders");
    }
}

fn resolved<G: Playable + Lawful>(
    game: &G,
    state: &mut G::State,
    (seat, order): (Seat, &OrderForm),
    luck: &mut Luck,
    seed: u64,
) {
    let facts = laws::resolve(game, state, seat, order, luck.key())
        .unwrap_or_else(|stop| panic!("seed {seed}: {order} was offered and stopped: {stop}"));
    laws::fold(state, &facts);
}

/// Several orders at once: the first is legal, and each of the others where what came of those before it lets it be. Gives
/// how many were carried out.
fn line_of<G: Playable + Lawful>(
    game: &G,
    desk: &Desk,
    state: &mut G::State,
    (seat, line): (Seat, &str),
    luck: &mut Luck,
    seed: u64,
) -> u64 {
    let mut parsed = desk.book.line(line, &game.options(state, seat)).unwrap();
    let mut orders = 0;
    while let Some(next) = desk.book.next(&mut parsed, &game.options(state, seat), &desk.lexicon) {
        let order = match next {
            Ok(Parsed::Order { form, .. }) if game.options(state, seat).accept(&form).is_ok() => form,
            _ if orders > 0 => break,
            other => panic!("seed {seed}: {line}: {other:?}"),
        };
        resolved(game, state, (seat, &order), luck, seed);
        orders += 1;
    }
    orders
}

fn given<G: Playable>(
    game: &G,
    desk: &Desk,
    (lang, seat, prompt): (Lang, Seat, u64),
    options: &Options,
    luck: &mut Luck,
    met: &mut Met,
) -> Given {
    let sentence = |form: &OrderForm| game.report(desk.phrases(lang)).order(form);
    let choices = menu(game, desk, lang, options).choices;
    // At every other question the last choice gives the order.
    let picking = Picking {
        can_take_back: &|_| prompt % 2 == 1,
        ..desk.picking(lang, (seat, prompt), options, choices, &sentence)
    };
    let mut typed = vec!["nonsense".to_owned(), String::new()];
    for _ in 0..2 {
        let form = options.sample(&mut |n| luck.below(n)).unwrap();
        typed.push(desk.book.type_short_in(lang, &form, options, &desk.lexicon));
    }
    loop {
        // Typed words are the only way to an order that is against the rules.
        let given = client::play(&picking, &typed, luck, met);
        met.lines += usize::from(matches!(given, Given::Line(_)));
        match &given {
            Given::Order(form) if options.accept(form).is_err() => met.slips += 1,
            _ => {
                met.orders += 1;
                return given;
            }
        }
    }
}

few_and_many!(
    whole_games_of_goeben_are_played_by_thumb: 5, 24;
    whole_games_of_grand_fleet_are_played_by_thumb: 4, 8;
);

fn whole_games_of_goeben_are_played_by_thumb(games: u64) {
    let mut met = Met::default();
    for seed in 0..games {
        play::<Goeben>("goeben-7kq2", seed, &mut met);
    }
    println!("{met:?}");
    assert!(met.orders as u64 > 8 * games && (games < 8 || met.modals > 0), "{met:?}");
    assert!(met.lines > 0, "several things are loaded at once: {met:?}");
}

fn whole_games_of_grand_fleet_are_played_by_thumb(games: u64) {
    let mut met = Met::default();
    for seed in 0..games {
        play::<GrandFleet>("grand_fleet-7kq2", seed, &mut met);
    }
    println!("{met:?}");
    assert!(met.orders as u64 > 8 * games && (games < 8 || met.modals > 0), "{met:?}");
}

/// Orders by chance, listed in the menu and given from there, in both languages, with names as usual and with the longest: each must
/// fit into a component. Gives the longest `custom_id` that carried one.
fn everything_fits<G: Playable + Lawful>(table: &'static str, games: u64) -> usize {
    let named = [G::built_in(), with_long_names::<G>()];
    let desks: Vec<(&G, Desk)> = named.iter().map(|game| (game, desk(game, table))).collect();
    let (mut longest, mut forms) = (0, 0);
    for seed in 0..games {
        laws::play::<G>(seed, |moment, luck| {
            if luck.below(4) > 0 {
                return;
            }
            let (options, order) = (moment.options, moment.order);
            for ((game, desk), lang) in
                desks.iter().flat_map(|of| Lang::ALL.iter().map(move |lang| (of, *lang)))
            {
                let sentence = |form: &OrderForm| game.report(desk.phrases(lang)).order(form);
                let sentence: &dyn Fn(&OrderForm) -> String = &sentence;
                let choices = vec![Choice { form: order.clone(), sentence: sentence(order) }];
                let picking = desk.picking(lang, (moment.seat, PROMPT), options, choices, sentence);
                let (given, length) = give_first(&picking, order, sentence).unwrap_or_else(|| {
                    panic!("seed {seed}: {order} is not listed: it does not fit ({lang:?})")
                });
                assert_eq!(alike(&given, options), alike(order, options), "seed {seed}, {lang:?}");
                longest = longest.max(length);
            }
            forms += 1;
        });
    }
    println!("{forms} orders, the longest custom_id {longest}");
    assert!(forms > 100);
    longest
}

/// Gives the listed order, with the length of the longest `custom_id` on the way; `None` when it is not listed.
fn give_first(
    picking: &Picking<'_>,
    order: &OrderForm,
    sentence: &dyn Fn(&OrderForm) -> String,
) -> Option<(OrderForm, usize)> {
    let rows = picking.open();
    client::check(&rows);
    let label: String = sentence(order).chars().take(20).collect();
    let (_, custom_id) = client::buttons(&rows).into_iter().find(|(has, _)| has.starts_with(&label))?;
    let touched = Touch::Click { custom_id, values: vec![] };
    match client::touch(picking, &touched) {
        PickerStep::Give { form, .. } => Some((form, client::longest(&rows))),
        turn => {
            let (_, rows) = client::shown(turn);
            let give = client::buttons(&rows)[0].1.clone();
            match client::touch(picking, &Touch::Click { custom_id: give, values: vec![] }) {
                PickerStep::Give { form, .. } => Some((form, client::longest(&rows))),
                turn => panic!("{order}: {turn:?}"),
            }
        }
    }
}

#[test]
fn every_order_of_both_games_fits_into_a_component() {
    assert!(everything_fits::<Goeben>("goeben-7kq2", 10) <= CUSTOM_ID);
    assert!(everything_fits::<GrandFleet>("grand_fleet-7kq2", 40) <= CUSTOM_ID);
}

/// The most ships that eight fleets hold, each fleet face down or face up.
#[test]
fn the_largest_formation_fits_into_a_component() {
    let game = GrandFleet::built_in();
    let desk = desk(&game, "grand_fleet-7kq2");
    let item = |n| Item { word: format!("ship-{n}").parse().unwrap(), class: Word::literal("b"), must: true };
    let items: Vec<Item> = (0..64).map(item).collect();
    let words = ["1", "2", "3", "4", "5", "6", "7", "8"].map(Word::literal).into_iter();
    let up = ["1-up", "2-up", "3-up", "4-up", "5-up", "6-up", "7-up", "8-up"].map(Word::literal);
    let bins: Vec<Bin> = words.chain(up).map(|word| Bin::new(word, 3, 8)).collect();
    let sort = Sort { take: items.len(), items, bins, spread: 0 };
    let options = Options { verbs: vec![(Word::literal("form"), Node::Sort { arg: "fleets", sort })] };
    let sentence = |form: &OrderForm| form.to_string();
    let seat = Seat(Word::literal("british"));
    let picking = desk.picking(Lang::En, (seat, PROMPT), &options, vec![], &sentence);
    let rows = picking.open();
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["form …"]));
    let (_, rows) = client::shown(client::press(&picking, &rows, "By hand"));
    let (_, rows) = client::shown(client::choose(&picking, client::selects(&rows)[0], &["8-up"]));
    client::shown(client::press(&picking, &rows, "The rest here"));
}

/// No name of the rules stands where there is one for people.
#[test]
fn names_are_those_of_the_reader() {
    let game = GrandFleet::built_in();
    let desk = desk(&game, "grand_fleet-7kq2");
    let mut luck = Luck::of(1);
    let state = game.beginning(&mut luck);
    let seat = laws::asked(&game, &state, &mut luck);
    let options = game.options(&state, seat);
    for (lang, verb, ship) in [(Lang::En, "stow …", "Tiger"), (Lang::Ja, "収容…", "タイガー")] {
        let sentence = |form: &OrderForm| game.report(desk.phrases(lang)).order(form);
        let choices = menu(&game, &desk, lang, &options).choices;
        let picking = desk.picking(lang, (seat, 3), &options, choices, &sentence);
        let rows = picking.open();
        let select = client::selects(&rows)[0];
        let (_, rows) = client::shown(client::choose(&picking, select, &[verb]));
        let by_hand = picking.position.phrases.say("pick-by-hand", &[]);
        let (_, rows) = client::shown(client::press(&picking, &rows, &by_hand));
        let things = client::selects(&rows)[1];
        assert!(things.options.iter().any(|option| option.label == ship), "{things:#?}");
    }
}
