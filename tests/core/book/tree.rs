//! Options trees written as text, one order's shape a line:
//!
//! `load ship(goeben breslau) item(wireless optics) box(1 2 3)` words to choose from, `ships*(goeben breslau)` some of
//! them, `points{goeben.coal:3 breslau.coal:2}1..4` points by bin, `count[1..2]` a number, `path~(MES 4)` a walk on the
//! built-in map, `fleets#(bc:lion,tiger b:hercules)(1 2 1-up:bc)` things by class sorted into bins, all of them or as many
//! as a number behind it says, into a bin of a class only that class. Several lines of one verb are one tree.

use std::collections::BTreeSet;
use std::sync::Arc;

use wardroom::game::{Bin, Item, Lines, Node, Options, Sort, Walk, Word};
use wardroom::games::goeben::ids::SpaceKind;
use wardroom::games::goeben::pack::SeaChart;

pub fn options(text: &str, chart: &SeaChart) -> Options {
    let mut options = Options::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (verb, node) = (word(verb), node(rest.trim(), chart));
        match options.verbs.iter_mut().find(|(other, _)| *other == verb) {
            Some((_, Node::OneOf { of, .. })) => {
                let Node::OneOf { of: more, .. } = node else { panic!("{line}") };
                of.extend(more);
            }
            _ => options.verbs.push((verb, node)),
        }
    }
    options
}

pub fn walk(chart: &SeaChart, from: Word, most: usize) -> Walk {
    let spaces = &chart.pack().spaces;
    let lines: Lines = spaces
        .keys()
        .map(|space| (space.0, chart.neighbours(*space).iter().map(|next| next.0).collect()))
        .collect();
    let stops: BTreeSet<Word> = spaces
        .iter()
        .filter(|(_, spec)| !matches!(spec.kind, SpaceKind::HighSeas | SpaceKind::Transit))
        .map(|(space, _)| space.0)
        .collect();
    Walk { lines: Arc::new(lines), from, most, stops: Arc::new(stops), stops_now: vec![], barred: vec![] }
}

fn node(text: &str, chart: &SeaChart) -> Node {
    if text.is_empty() {
        return Node::End;
    }
    let (arg, shape) = text.split_at(text.find(['(', '*', '{', '[', '~', '#']).unwrap());
    let arg: &'static str = arg.to_string().leak();
    let inside = |open: char, close: char| {
        let start = text.find(open).unwrap() + 1;
        let end = text.find(close).unwrap();
        (&text[start..end], text[end + 1..].trim())
    };
    let range = |text: &str| -> (i64, i64) {
        let (least, most) = text.split_once("..").unwrap();
        (least.parse().unwrap(), most.parse().unwrap())
    };
    match shape.chars().next() {
        Some('(') => {
            let (words, rest) = inside('(', ')');
            let below = node(rest, chart);
            let of = words.split_whitespace().map(|w| (word(w), below.clone())).collect();
            Node::OneOf { arg, of }
        }
        Some('*') => {
            let (words, _) = inside('(', ')');
            let of: Vec<(Word, u32)> = words.split_whitespace().map(|w| (word(w), 1)).collect();
            Node::SomeOf { arg, least: 1, most: of.len(), of, budget: None }
        }
        Some('{') => {
            let (bins, points) = inside('{', '}');
            let bins = bins.split_whitespace().map(|bin| bin.split_once(':').unwrap());
            let bins = bins.map(|(bin, limit)| (word(bin), limit.parse().unwrap())).collect();
            let (least, most) = range(points);
            Node::Split { arg, bins, least: least as u32, most: most as u32 }
        }
        Some('#') => {
            let mut parts = shape[1..].split(['(', ')']).map(str::trim).filter(|part| !part.is_empty());
            let mut items = Vec::new();
            for (class, things) in parts.next().unwrap().split(' ').map(|of| of.split_once(':').unwrap()) {
                let item = |thing| Item { word: word(thing), class: word(class), must: false };
                items.extend(things.split(',').map(item));
            }
            let bins = parts.next().unwrap().split(' ').map(|bin| match bin.split_once(':') {
                Some((bin, class)) => Bin { only: vec![word(class)], ..Bin::new(word(bin), 1, 99) },
                None => Bin::new(word(bin), 1, 99),
            });
            let bins = bins.collect();
            let take = parts.next().map_or(items.len(), |take| take.parse().unwrap());
            Node::Sort { arg, sort: Sort { items, bins, take, spread: 0 } }
        }
        Some('[') => {
            let (least, most) = range(inside('[', ']').0);
            Node::Number { arg, least, most }
        }
        _ => {
            let (from, _) = inside('(', ')');
            let (from, most) = from.split_once(' ').unwrap();
            Node::Walk { arg, walk: walk(chart, word(from), most.parse().unwrap()) }
        }
    }
}

pub fn word(text: &str) -> Word {
    text.parse().unwrap()
}
