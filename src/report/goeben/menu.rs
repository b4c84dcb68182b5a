//! What may be ordered, short enough to read: few orders by number, many in outline.

use std::collections::{BTreeMap, BTreeSet};

use super::Teller;
use crate::book::{Fallback, Kind, Verb};
use crate::game::{Arg, Form, Node, Options, Word};
use crate::report::{Choice, Listing, Menu};
use crate::words::Value;

/// Orders of one verb that are looked at before those that differ in little are dropped.
const ORDERS_WEIGHED: usize = 600;
/// Words that an outline lists after a verb.
const WORDS_IN_OUTLINE: usize = 24;

impl Teller<'_> {
    /// Orders that may be given now, at most `limit` of each verb, as they are numbered in a list: `2` picks the second.
    /// Of orders that differ only in a hull box the first stands for all; a place within reach of a slow speed is not
    /// listed again for a faster one.
    pub fn choices(&self, options: &Options, limit: usize) -> Vec<Choice> {
        let forms = options.verbs.iter().flat_map(|verb| self.forms(verb).into_iter().take(limit));
        forms.map(|form| self.choice(form, options)).collect()
    }

    /// Orders of one verb that speak of everything in `about`, at most `limit`.
    pub fn choices_about(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        let mut forms: Vec<Form> = options.verbs.iter().flat_map(|verb| self.forms(verb)).collect();
        for typed in about {
            forms.retain(|form| self.speaks_of(form, typed));
        }
        let more = forms.len().saturating_sub(limit);
        forms.truncate(limit);
        Listing { choices: forms.into_iter().map(|form| self.choice(form, options)).collect(), more }
    }

    /// Whether an argument of `form` answers to `typed`, or begins so; of a walk its end.
    fn speaks_of(&self, form: &Form, typed: &str) -> bool {
        let key = crate::book::fold(typed);
        let named = self.lexicon.named(typed);
        let spec = self.book.verb(form.verb.as_str());
        let fits = |word: &Word| {
            let choice = spec.iter().flat_map(|spec| &spec.args).flat_map(|arg| &arg.words);
            let mut names = choice.filter(|choice| choice.word == *word).flat_map(|choice| {
                [choice.ja.as_str()].into_iter().chain(choice.aliases.iter().map(String::as_str))
            });
            let parts: Vec<&str> = word.as_str().split(['@', '.']).collect();
            crate::book::fold(word.as_str()).starts_with(&key)
                || parts.iter().any(|part| named.iter().any(|word| word.as_str() == *part))
                || names.any(|name| crate::book::fold(name).starts_with(&key))
        };
        form.args().any(|(_, value)| match value {
            Arg::Word(word) => fits(word),
            Arg::Words(words) => words.last().is_some_and(fits),
            Arg::Shares(shares) => shares.keys().any(fits),
            Arg::Sorted(sorted) => sorted.keys().any(fits),
            Arg::Number(number) => number.to_string() == key,
        })
    }

    /// What may be ordered: verbs of at most `few` orders by number, the others in outline.
    pub fn menu(&self, options: &Options, few: usize) -> Menu {
        let mut menu = Menu::default();
        for (verb, node) in &options.verbs {
            let forms = self.forms(&(*verb, node.clone()));
            if forms.len() <= few {
                menu.choices.extend(forms.into_iter().map(|form| self.choice(form, options)));
            } else {
                menu.outlines.extend(self.outline(*verb, node, forms.len()));
            }
        }
        menu
    }

    fn choice(&self, form: Form, options: &Options) -> Choice {
        let typed = self.book.type_short_in(self.lang, &form, options, self.lexicon);
        Choice { typed, sentence: self.order(&form), form }
    }

    /// The orders of a verb without those that differ in little.
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

    /// A verb of many orders: where each ship can get to, a list of words, or how the order is typed.
    fn outline(&self, verb: Word, node: &Node, count: usize) -> Vec<String> {
        let spec = self.book.verb(verb.as_str());
        let usage = spec.map_or_else(|| verb.to_string(), |spec| spec.usage(self.lang));
        let Node::OneOf { of, .. } = node else { return vec![self.many(verb, usage, count)] };
        if let Some(reaches) = of.iter().map(|(ship, node)| Some((*ship, reach_of(node)?))).collect() {
            let mut lines = vec![usage];
            lines.extend(self.reach_lines(reaches));
            return lines;
        }
        let plain = of.iter().all(|(_, node)| matches!(node, Node::End));
        if !plain || of.len() > WORDS_IN_OUTLINE {
            return vec![self.many(verb, usage, count)];
        }
        let words: Vec<&str> = of.iter().map(|(word, _)| word.as_str()).collect();
        vec![self.say("menu-words", &[("usage", usage.into()), ("words", words.join(" ").into())])]
    }

    fn many(&self, verb: Word, usage: String, count: usize) -> String {
        let label = self.book.verb(verb.as_str()).map_or(verb.as_str(), |verb| verb.label(self.lang));
        self.say("menu-many", &[("usage", usage.into()), ("verb", label.into()), ("count", count.into())])
    }

    /// Where ships can get to, ships of the same reach together.
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

/// Where a ship can get to.
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
fn first_boxes(node: &Node, spec: Option<&Verb>) -> Node {
    let Node::OneOf { arg, of } = node else { return node.clone() };
    let is_box = spec
        .and_then(|verb| verb.arg(arg))
        .is_some_and(|arg| arg.kind == Kind::Place && arg.default == Fallback::First);
    let kept = of.iter().take(if is_box { 1 } else { of.len() });
    Node::OneOf { arg, of: kept.map(|(word, node)| (*word, first_boxes(node, spec))).collect() }
}
