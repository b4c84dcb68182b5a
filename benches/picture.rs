//! Pictures of random positions of both games: layout and SVG, and pixels, the first and with the ground kept.
//!
//! `cargo bench --bench picture` prints one line a figure; `--short` draws a tenth of the positions.

use std::time::{Duration, Instant};

use wardroom::book::{Book, Lexicon};
use wardroom::game::{Chance, Dice, Events, Fact, Seat, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::{Playable, Subject};
use wardroom::picture::{self, Scene, Theme};
use wardroom::report::{COLUMNS, Phrases};
use wardroom::words::{Lang, Words};

/// Positions that are drawn of each game.
const POSITIONS: usize = 2000;
/// `--short` draws one of so many.
const SHORT: usize = 10;
/// One of so many of them becomes pixels, at even distances.
const PIXELS_OF: usize = 10;
/// One of so many positions is drawn.
const ONE_OF: u32 = 25;

fn main() {
    drawn(&Goeben::new(SeaChart::builtin()), "whole", &[]);
    drawn(&Goeben::new(SeaChart::builtin()), "close", &[]);
    drawn(&GrandFleet::new(Chart::builtin()), "map", &[]);
}

fn drawn<G: Playable>(game: &G, kind: &str, options: &[(String, String)]) {
    let (words, book) = (G::words().expect("words"), G::book().expect("a book"));
    let lexicon: Lexicon = game.lexicon(&words);
    let (mut drawing, mut svgs, mut scenes) = (Vec::new(), Vec::new(), Vec::new());
    for (at, view) in positions(game, options).iter().enumerate() {
        if !game.pictures(view).contains(&kind) {
            continue;
        }
        let begun = Instant::now();
        let scene = scene(game, kind, view, (&words, &book, &lexicon));
        let svg = picture::svg(&scene);
        drawing.push(begun.elapsed());
        svgs.push(svg.len());
        if at % PIXELS_OF == 0 {
            scenes.push(scene);
        }
    }
    let (mut painting, mut pngs) = (Vec::new(), Vec::new());
    for scene in &scenes {
        let begun = Instant::now();
        pngs.push(picture::png(scene).expect("a picture").len());
        painting.push(begun.elapsed());
    }
    let first = ms(painting.remove(0));
    let [p50, p99] = parts(&mut drawing, [50, 99]).map(ms);
    println!("{} {kind}: {} positions, layout and SVG p50 {p50:.1} ms, p99 {p99:.1} ms", G::NAME, svgs.len());
    let [p50, p99] = parts(&mut painting, [50, 99]).map(ms);
    println!(
        "{} {kind}: PNG first {first:.0} ms, with the ground kept p50 {p50:.0} ms, p99 {p99:.0} ms",
        G::NAME
    );
    let ([svg, svg_most], [png, png_most]) = (parts(&mut svgs, [50, 100]), parts(&mut pngs, [50, 100]));
    println!("{} {kind}: SVG p50 {} KB, at most {} KB", G::NAME, svg / 1024, svg_most / 1024);
    println!("{} {kind}: PNG p50 {} KB, at most {} KB", G::NAME, png / 1024, png_most / 1024);
}

/// What so many of a hundred are at most.
fn parts<T: Ord + Copy>(all: &mut [T], parts: [usize; 2]) -> [T; 2] {
    all.sort();
    parts.map(|part| all[(all.len() - 1) * part / 100])
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn scene<G: Playable>(
    game: &G,
    kind: &str,
    view: &G::View,
    (words, book, lexicon): (&Words, &Book, &Lexicon),
) -> Scene {
    let phrases = Phrases { words, lang: Lang::En, book, lexicon, columns: COLUMNS };
    game.picture(kind, &Subject { reader: None, view, facts: &[], awaited: &[] }, phrases, Theme::light())
        .expect("a picture")
}

/// Views of random games.
fn positions<G: Playable>(game: &G, options: &[(String, String)]) -> Vec<G::View> {
    let setup = G::setup(options).expect("a set-up");
    let most = if std::env::args().any(|arg| arg == "--short") { POSITIONS / SHORT } else { POSITIONS };
    let mut views = Vec::new();
    for seed in 0.. {
        let mut luck = Dice::from_key(key(seed, 0));
        let mut state = game.blank();
        for fact in game.start(&setup, &mut Chance::seeded(|number| key(seed, number + 1))).expect("set-up") {
            if let Fact::Event(event) = fact {
                event.apply(&mut state).expect("fits");
            }
        }
        let mut cause = 0;
        while !game.is_over(&state) {
            cause += 1;
            let seat: Seat = game.prompts(&state)[0].seat;
            let order = game.options(&state, seat).sample(&mut |n| luck.below(n)).expect("an order");
            let mut chance = Chance::seeded(|number| key(seed * 10_000 + cause, number));
            state = game.resolve(&state, seat, &order, &mut chance).expect("legal").state;
            if luck.below(ONE_OF) == 0 {
                views.push(game.view(&state, Viewer::Seat(seat)));
            }
            if views.len() == most {
                return views;
            }
        }
    }
    views
}

fn key(seed: u64, number: u32) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&number.to_le_bytes());
    key
}
