//! A short digest of the options, which shows that a pick was made from other ones.

use sha2::{Digest, Sha256};

use super::packing::digit;
use crate::game::{Node, Options, Sort, Walk, Word};
use crate::report::Choice;

/// Digits of the digest, six bits each.
pub const DIGITS: usize = 5;
/// The version of the notation of a path: a path in another notation counts as one of other options.
const WRITTEN: u64 = 2;

/// The digest of a seat's options for a prompt, and of the orders its menu lists.
pub fn of(seat: &str, prompt: u64, options: &Options, choices: &[Choice]) -> String {
    let mut hashing = Hashing(Sha256::new());
    hashing.number(WRITTEN);
    hashing.text(seat);
    hashing.number(prompt);
    hashing.number(options.verbs.len() as u64);
    for (verb, node) in &options.verbs {
        hashing.text(verb.as_str());
        hashing.node(node);
    }
    choices.iter().for_each(|choice| hashing.text(&choice.form.to_string()));
    let hash = hashing.0.finalize();
    hash.iter().take(DIGITS).map(|byte| digit(usize::from(*byte))).collect()
}

/// Returns whether two nodes take the same.
pub fn same(one: &Node, another: &Node) -> bool {
    let digest = |node: &Node| {
        let mut hashing = Hashing(Sha256::new());
        hashing.node(node);
        hashing.0.finalize()
    };
    digest(one) == digest(another)
}

struct Hashing(Sha256);

impl Hashing {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn words<'w>(&mut self, words: impl ExactSizeIterator<Item = &'w Word>) {
        self.number(words.len() as u64);
        words.for_each(|word| self.text(word.as_str()));
    }

    fn counted(&mut self, words: &[(Word, u32)]) {
        self.words(words.iter().map(|(word, _)| word));
        words.iter().for_each(|(_, count)| self.number(u64::from(*count)));
    }

    fn node(&mut self, node: &Node) {
        self.text(node.arg().unwrap_or_default());
        match node {
            Node::End => self.number(0),
            Node::OneOf { of, .. } => {
                self.number(1);
                self.words(of.iter().map(|(word, _)| word));
                of.iter().for_each(|(_, node)| self.node(node));
            }
            Node::SomeOf { of, least, most, budget, .. } => {
                self.number(2);
                self.counted(of);
                self.number(*least as u64);
                self.number(*most as u64);
                self.number(budget.map_or(u64::MAX, u64::from));
            }
            Node::Split { bins, least, most, .. } => {
                self.number(3);
                self.counted(bins);
                self.number(u64::from(*least));
                self.number(u64::from(*most));
            }
            Node::Number { least, most, .. } => {
                self.number(4);
                self.0.update(least.to_be_bytes());
                self.0.update(most.to_be_bytes());
            }
            Node::Sort { sort, .. } => self.sort(sort),
            Node::Text { most, .. } => {
                self.number(7);
                self.number(*most as u64);
            }
            Node::Walk { walk, .. } => self.walk(walk),
        }
    }

    fn sort(&mut self, sort: &Sort) {
        self.number(5);
        self.number(sort.take as u64);
        self.number(sort.spread as u64);
        self.number(sort.items.len() as u64);
        for item in &sort.items {
            self.words([item.word, item.class].iter());
            self.number(u64::from(item.must));
        }
        for bin in &sort.bins {
            self.text(bin.word.as_str());
            self.number(bin.least as u64);
            self.number(bin.most as u64);
            self.number(bin.group.map_or(u64::MAX, u64::from));
            self.words(bin.only.iter());
            self.number(u64::from(bin.counts));
        }
    }

    fn walk(&mut self, walk: &Walk) {
        self.number(6);
        self.text(walk.from.as_str());
        self.number(walk.most as u64);
        self.words(walk.stops.iter().collect::<Vec<_>>().into_iter());
        self.words(walk.stops_now.iter());
        self.words(walk.barred.iter());
        for (place, next) in walk.lines.iter() {
            self.text(place.as_str());
            self.words(next.iter());
        }
    }
}
