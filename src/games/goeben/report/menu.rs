//! The options in a readable length: few orders by number, many in outline.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::GoebenReport;
use crate::book::{ArgKind, ArgSpec, Fallback, Verb};
use crate::game::{Node, Options, OrderForm, Word};
use crate::report::GameReport;
use crate::words::Value;

/// Orders of one verb that are looked at before those that differ in little are dropped.
pub(super) const ORDERS_WEIGHED: usize = 600;
/// Words that an outline lists after a verb.
const WORDS_IN_OUTLINE: usize = 24;

impl GoebenReport<'_> {
    /// A verb with many orders: each ship's destinations, a list of words, or the form to type.
    pub(super) fn outline_of(&self, verb: Word, node: &Node, count: usize) -> Vec<String> {
        let spec = self.book.verb(verb.as_str());
        let usage = spec.map_or_else(|| verb.to_string(), |spec| spec.usage(self.lang));
        let Node::OneOf { of, .. } = node else { return vec![self.many(verb, usage, count)] };
        if let Some(lines) = self.cargo_on_offer(verb, node) {
            return lines;
        }
        if let Some(reaches) = of.iter().map(|(ship, node)| Some((*ship, reach_of(node)?))).collect() {
            let mut lines = vec![usage];
            lines.extend(self.reach_lines(reaches));
            let options = Options { verbs: vec![(verb, node.clone())] };
            lines.extend(node.propose(OrderForm::new(verb), 1).first().map(|form| {
                let typed = self.book.type_short_in(self.lang, form, &options, self.lexicon);
                self.say("menu-example", &[("typed", typed.into())])
            }));
            return lines;
        }
        let words = self.words_outline(verb, node, WORDS_IN_OUTLINE);
        vec![words.unwrap_or_else(|| self.many(verb, usage, count))]
    }

    /// The reach of ships, ships of the same reach together.
    pub(super) fn reach_lines(&self, reaches: Vec<(Word, Reach)>) -> Vec<String> {
        let mut groups: Vec<(Vec<Word>, Reach)> = Vec::new();
        for (ship, reach) in reaches {
            match groups.iter_mut().find(|(_, other)| *other == reach) {
                Some((ships, _)) => ships.push(ship),
                None => groups.push((vec![ship], reach)),
            }
        }
        groups.iter().flat_map(|(ships, reach)| self.reach_of_group(ships, reach)).collect()
    }

    fn reach_of_group(&self, ships: &[Word], reach: &Reach) -> Vec<String> {
        let names = self.list(ships.iter().map(|ship| self.name(*ship)));
        let mut from = 0;
        let mut lines = Vec::new();
        for (speed, most) in &reach.speeds {
            let to = usize::from(*most).min(reach.spaces.len());
            let steps: Vec<String> = (from..to)
                .map(|at| {
                    let words: Vec<&str> = reach.spaces[at].iter().map(Word::as_str).collect();
                    let args = [("spaces", Value::from(at + 1)), ("words", words.join(" ").into())];
                    self.say("reach-step", &args)
                })
                .collect();
            if !steps.is_empty() {
                let args = [
                    ("ships", Value::from(names.as_str())),
                    ("speed", speed.as_str().into()),
                    ("steps", steps.join(&self.say("reach-between", &[])).into()),
                ];
                lines.push(self.say("reach-line", &args));
            }
            from = from.max(to);
        }
        lines
    }
}

/// The spaces that a ship can reach.
#[derive(PartialEq, Eq)]
pub(super) struct Reach {
    /// The speeds it can use, slowest first, with the spaces each of them goes.
    pub speeds: Vec<(Word, u8)>,
    /// The spaces one space away, two away and so on.
    pub spaces: Vec<Vec<Word>>,
}

/// The reach that the options of a ship's move give; `None` for a node that is no move.
fn reach_of(node: &Node) -> Option<Reach> {
    let Node::OneOf { of, .. } = node else { return None };
    let mut by_distance: BTreeMap<usize, BTreeSet<Word>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut speeds = Vec::new();
    for (speed, node) in of {
        let Node::Walk { walk, .. } = node else { return None };
        speeds.push((*speed, u8::try_from(walk.most).unwrap_or(u8::MAX)));
        for (space, path) in walk.routes() {
            // Speeds come slowest first, so a space belongs to the slowest that reaches it.
            if seen.insert(space) {
                by_distance.entry(path.len()).or_default().insert(space);
            }
        }
    }
    let furthest = by_distance.keys().last().copied().unwrap_or(0);
    let spaces =
        (1..=furthest).map(|at| by_distance.remove(&at).unwrap_or_default().into_iter().collect()).collect();
    Some(Reach { speeds, spaces })
}

/// The node with the first word alone where a hull box is chosen.
pub(super) fn first_boxes<'n>(node: &'n Node, spec: Option<&Verb>) -> Cow<'n, Node> {
    let is_box = |arg: &ArgSpec| arg.kind == ArgKind::Numeral && arg.default == Fallback::First;
    let boxes: Vec<&str> = spec
        .iter()
        .flat_map(|spec| &spec.args)
        .filter(|arg| is_box(arg))
        .map(|arg| arg.name.as_str())
        .collect();
    if boxes.is_empty() { Cow::Borrowed(node) } else { Cow::Owned(first_of(node, &boxes)) }
}

fn first_of(node: &Node, boxes: &[&str]) -> Node {
    let Node::OneOf { arg, of } = node else { return node.clone() };
    let kept = of.iter().take(if boxes.contains(arg) { 1 } else { of.len() });
    Node::OneOf { arg, of: kept.map(|(word, node)| (*word, first_of(node, boxes))).collect() }
}
