//! The book of orders and the way from typed words to orders.

#![allow(clippy::unwrap_used)]

mod cases;
mod examples;
mod manual;
mod round_trip;
mod tree;

use wardroom::book::{Book, Lexicon};
use wardroom::games::goeben::pack::SeaChart;
use wardroom::words::Words;

struct Desk {
    book: Book,
    words: Words,
    lexicon: Lexicon,
    chart: SeaChart,
}

fn desk() -> Desk {
    let words = Words::read().unwrap();
    let chart = SeaChart::builtin();
    let lexicon = wardroom::report::goeben::lexicon(&words, chart.pack());
    Desk { book: Book::of("goeben").unwrap(), words, lexicon, chart }
}
