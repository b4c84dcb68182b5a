//! The book of orders and the way from typed words to orders.

mod cases;
mod examples;
mod manual;
mod round_trip;
mod tree;

use wardroom::book::{Book, Lexicon};
use wardroom::game::Word;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::words::Words;

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
        lexicon: wardroom::games::goeben::report::lexicon(&words, pack),
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
        lexicon: wardroom::games::grand_fleet::report::lexicon(&words, pack),
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
