//! The book of orders and the way from typed words to orders.

mod cases;
mod complete;
mod examples;
mod last_word;
mod manual;
mod round_trip;
mod tree;

use std::collections::BTreeSet;

use wardroom::book::{Book, Joint, Lexicon, NameKind, Parsed, Second, pages_in};
use wardroom::game::{Node, Options, Word};
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::words::{Lang, Words, locale_files};

/// A game's book and names, and what its orders can speak of.
struct Desk {
    name: &'static str,
    book: Book,
    words: Words,
    lexicon: Lexicon,
    chart: SeaChart,
    ships: Vec<Word>,
    spaces: Vec<Word>,
    items: Vec<Word>,
    /// Ships with their classes.
    classes: Vec<(Word, Word)>,
}

fn desk() -> Desk {
    let words = Words::of_game("goeben").unwrap();
    let chart = SeaChart::builtin();
    let pack = chart.pack();
    Desk {
        name: "goeben",
        book: Book::of("goeben").unwrap(),
        lexicon: wardroom::names::goeben::lexicon(&words, pack),
        ships: pack.german.keys().chain(pack.ships.keys()).map(|ship| ship.0).collect(),
        spaces: pack.spaces.keys().map(|space| space.0).collect(),
        items: pack.cargo.keys().map(|cargo| cargo.word()).collect(),
        classes: vec![],
        words,
        chart,
    }
}

fn desk_of_grand_fleet() -> Desk {
    let words = Words::of_game("grand_fleet").unwrap();
    let chart = Chart::builtin();
    let pack = chart.pack();
    Desk {
        name: "grand_fleet",
        book: Book::of("grand_fleet").unwrap(),
        lexicon: wardroom::names::grand_fleet::lexicon(&words, pack),
        ships: pack.ships.keys().map(|ship| ship.0).collect(),
        spaces: pack.hexes.keys().map(|hex| hex.0).collect(),
        items: vec![],
        classes: pack.ships.iter().map(|(ship, spec)| (ship.0, spec.kind.word())).collect(),
        words,
        chart: SeaChart::builtin(),
    }
}

fn desks() -> [Desk; 2] {
    [desk(), desk_of_grand_fleet()]
}

/// What an argument takes is one of the kinds that the game's own names are of.
#[test]
fn every_kind_that_the_book_names_has_names() {
    for desk in desks() {
        for spec in desk.book.verbs().iter().flat_map(|verb| &verb.args) {
            let Some(of) = spec.of else { continue };
            let words = desk.lexicon.words(|kind| kind.name == of.as_str());
            assert!(words.count() > 1, "{}: {} is of {of}", desk.name, spec.name);
        }
    }
}

/// A game whose things are no ships: towns with short words, goods in numbered sheds.
#[test]
fn a_game_has_kinds_of_things_of_its_own() {
    const TOWN: NameKind = NameKind::new("town").short().shown();
    const GOODS: NameKind = NameKind::new("goods");
    let word = Word::literal;
    let arg = |name: &str, of: &str| {
        format!(
            "[[verb.arg]]\nname = '{name}'\nja = '{name}'\nkind = 'thing'\nof = '{of}'\nhelp = {{ en = 'H.', ja = 'H。' }}\n"
        )
    };
    let page = format!(
        "order = 1\n[group]\nen = 'G'\nja = 'G'\n[[verb]]\nname = 'cart'\nja = '運ぶ'\n\
         help = {{ en = 'Carts.', ja = '運ぶ。' }}\nexamples = []\n{}{}",
        arg("goods", "goods"),
        arg("town", "town")
    );
    let book = Book::with(pages_in(&[("carts.toml".to_owned(), &page)]).unwrap()).unwrap();
    let mut lexicon = Lexicon::default();
    lexicon.join(Joint { first: "goods", sign: '@', shown: " @", message: None, second: Second::Number });
    for (kind, word_, en, ja) in [
        (TOWN, "KYO", "Kyoto", "京都"),
        (TOWN, "OSA", "Osaka", "大阪"),
        (GOODS, "rice", "Rice", "米"),
        (GOODS, "salt", "Salt", "塩"),
    ] {
        lexicon.add(kind, word(word_), en, ja);
    }
    let town = ["KYO", "OSA"].map(|town| (word(town), Node::End)).to_vec();
    let town = Node::OneOf { arg: "town", of: town };
    let goods = ["rice@1", "rice@2", "salt@1"].map(|goods| (word(goods), town.clone())).to_vec();
    let mut options = Options::default();
    options.push("cart", Node::OneOf { arg: "goods", of: goods });
    for typed in ["cart rice@2 kyoto", "cart rice@2 KYO", "運ぶ 米@2 京都", "cart goods=rice@2 town=kyo"]
    {
        let mut line = book.line(typed, &options).unwrap();
        let order = book.next(&mut line, &options, &lexicon).unwrap();
        let Ok(Parsed::Order { form, .. }) = order else { panic!("{typed}: {order:?}") };
        assert_eq!(form.to_string(), "cart goods=rice@2 town=KYO", "{typed}");
    }
    // Goods that exist and are not there are told from words that mean nothing.
    let legal = |typed: &str| {
        let mut line = book.line(typed, &options).unwrap();
        book.next(&mut line, &options, &lexicon).unwrap()
    };
    assert!(matches!(legal("cart rice@3 kyoto"), Ok(Parsed::Order { .. })), "its rules say why not");
    assert!(legal("cart tea@3 kyoto").is_err());
    assert_eq!(lexicon.nearest("osakka"), Some(word("OSA")));
    assert_eq!(lexicon.nearest("ryce"), None, "goods are no part of the board");
}

/// What the sentences of a game abbreviate, in capitals, with the word that belongs to it.
fn abbreviations(game: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // What is said of data files is said to whoever writes them.
    let files = locale_files(Lang::En, Some(game));
    for (_, text) in files.into_iter().filter(|(file, _)| !file.contains("pack")) {
        let texts = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let keyed = line.split_once(" = ").filter(|_| !line.starts_with(' '));
            keyed.map_or(line, |(_, said)| said)
        });
        for line in texts {
            // What is typed stands between backquotes, and what is put in between braces.
            let said = line.split('`').step_by(2).flat_map(|part| part.split(['{', '}']));
            for part in said.filter(|part| !part.contains('$')) {
                let words: Vec<&str> = part.split(|c: char| !c.is_ascii_alphanumeric()).collect();
                for (at, word) in words.iter().enumerate() {
                    if word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase()) {
                        let more = words.get(at + 1).filter(|next| next.starts_with("box"));
                        found.insert(more.map_or((*word).to_owned(), |next| format!("{word} {next}")));
                    }
                }
            }
        }
    }
    found
}

/// `help` knows whatever a report abbreviates, and the types of ships as a report prints them.
#[test]
fn help_explains_what_reports_abbreviate() {
    for desk in [desk(), desk_of_grand_fleet()] {
        let mut asked = abbreviations(desk.name);
        // A ship's title is no term of the game.
        asked.remove("HMS");
        asked.extend(desk.classes.iter().map(|(_, class)| desk.lexicon.name(Lang::En, *class)));
        assert!(asked.contains("VP"), "{asked:?}");
        for lang in Lang::ALL {
            let known = |word: &str| desk.book.explain(&desk.words, *lang, &desk.lexicon, word).is_some();
            let unknown: Vec<&String> = asked.iter().filter(|word| !known(word)).collect();
            assert!(unknown.is_empty(), "{}, {lang:?}: {unknown:?}", desk.name);
        }
    }
}
