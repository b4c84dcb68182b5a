//! What *Goeben, 1914* adds to the way orders are told.

use std::collections::BTreeSet;

use super::Teller;
use super::menu::{ORDERS_WEIGHED, first_boxes};
use crate::game::{Arg, Form, Node, Options, Word};
use crate::report::{Phrases, Tells};

impl Tells for Teller<'_> {
    const PREFIX: &'static str = "";

    fn phrases(&self) -> &Phrases<'_> {
        &self.phrases
    }

    /// A space with its letters, anything else by name.
    fn concern(&self, word: Word) -> String {
        let space = crate::games::goeben::ids::SpaceId(word);
        if self.chart.space(space).is_some() { self.space(space) } else { self.name(word) }
    }

    fn chosen(&self, name: &str, value: &str) -> Option<String> {
        matches!(name, "speed" | "source").then(|| value.to_owned())
    }

    /// Of orders that differ only in a hull box the first stands for all; a place within reach of a slow speed is not
    /// listed again for a faster one.
    fn forms(&self, (verb, node): &(Word, Node)) -> Vec<Form> {
        let spec = self.book.verb(verb.as_str());
        let one = Options { verbs: vec![(*verb, first_boxes(node, spec))] };
        let mut reached = BTreeSet::new();
        let is_new = |form: &Form| match (form.words("path").and_then(<[Word]>::last), form.word("ship")) {
            (Some(end), ship) => reached.insert((ship, *end)),
            _ => true,
        };
        let forms: Vec<Form> = one.propose(ORDERS_WEIGHED).into_iter().filter(is_new).collect();
        // Sharing out less than there is differs little from sharing out all of it.
        let total = |form: &Form| {
            form.args()
                .filter_map(|(_, value)| match value {
                    Arg::Shares(shares) => Some(shares.values().sum::<u32>()),
                    _ => None,
                })
                .sum::<u32>()
        };
        let most = |ship| forms.iter().filter(|form| form.word("ship") == ship).map(total).max();
        forms.iter().filter(|form| Some(total(form)) == most(form.word("ship"))).cloned().collect()
    }

    fn outline(&self, verb: Word, node: &Node, count: usize) -> Vec<String> {
        self.outline_of(verb, node, count)
    }
}
