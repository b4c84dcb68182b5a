//! Options: the legal ways on from a prompt, as a lazy tree. A node accepts, samples and proposes, so a walk
//! of six spaces or a share of twelve points needs no list.

mod form;
mod several;
mod sort;
mod text;
mod walk;

use std::collections::BTreeSet;

use super::word::Word;
pub use form::{Arg, OrderForm};
use several::{sample_some, sample_split, splits, subsets};
pub use sort::{Bin, Item, Sort, Sorted};
pub use text::{read_text, steers};
pub use walk::{Lines, Walk};

/// A seat's options: verbs, each with its arguments.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The verbs, in the order they are shown.
    pub verbs: Vec<(Word, Node)>,
}

/// A node of the options: the argument that must follow in an order.
#[derive(Clone, Debug)]
pub enum Node {
    /// Nothing.
    End,
    /// One of some words, each with its next node.
    OneOf {
        /// The argument's name.
        arg: &'static str,
        /// The words.
        of: Vec<(Word, Node)>,
    },
    /// Several different words; their order does not matter.
    SomeOf {
        /// The argument's name.
        arg: &'static str,
        /// The words, each with its cost.
        of: Vec<(Word, u32)>,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
        /// The limit for the sum of the costs.
        budget: Option<u32>,
    },
    /// Points shared out among bins with limits.
    Split {
        /// The argument's name.
        arg: &'static str,
        /// The bins, each with its limit.
        bins: Vec<(Word, u32)>,
        /// The fewest points in all.
        least: u32,
        /// The most points in all.
        most: u32,
    },
    /// A number.
    Number {
        /// The argument's name.
        arg: &'static str,
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// Things sorted into bins.
    Sort {
        /// The argument's name.
        arg: &'static str,
        /// The things and the bins.
        sort: Sort,
    },
    /// A text for other players to read.
    Text {
        /// The argument's name.
        arg: &'static str,
        /// The most characters, at most [`TEXT_CHARS`](super::limits::TEXT_CHARS).
        most: usize,
    },
    /// A walk along the lines of a map.
    Walk {
        /// The argument's name.
        arg: &'static str,
        /// The ways it may take.
        walk: Walk,
    },
}

/// Why an order is not among the options: the argument, its value, and the legal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The argument, or `verb`.
    pub arg: Word,
    /// The value; `None` if it is missing.
    pub given: Option<Arg>,
    /// Words that would do there, if they can be listed.
    pub legal: Vec<Word>,
}

impl Options {
    /// The node behind a verb.
    pub fn verb(&self, verb: &str) -> Option<&Node> {
        self.verbs.iter().find(|(word, _)| word.as_str() == verb).map(|(_, node)| node)
    }

    /// Adds a verb, unless nothing could follow it.
    pub fn push(&mut self, verb: &'static str, node: Node) {
        if node.is_open() {
            self.verbs.push((Word::literal(verb), node));
        }
    }

    /// Checks that `form` is one of the orders of this tree.
    ///
    /// # Errors
    /// The first argument that does not fit.
    pub fn accept(&self, form: &OrderForm) -> Result<(), Mismatch> {
        let Some(node) = self.verb(form.verb.as_str()) else {
            return Err(Mismatch {
                arg: Word::literal("verb"),
                given: Some(Arg::Word(form.verb)),
                legal: self.verbs.iter().map(|(verb, _)| *verb).collect(),
            });
        };
        let mut used = Vec::new();
        node.accept(form, &mut used)?;
        // The dice follow from an order's form (docs/log-format.md): an argument that nothing asks for would
        // be a free choice among rolls.
        match form.args.iter().find(|(name, _)| !used.contains(&name.as_str())) {
            Some((name, value)) => Err(Mismatch { arg: *name, given: Some(value.clone()), legal: vec![] }),
            None => Ok(()),
        }
    }

    /// A random order of this tree; `below(n)` gives a number from 0 to n - 1. `None` if there is none.
    pub fn sample(&self, below: &mut impl FnMut(u32) -> u32) -> Option<OrderForm> {
        let open: Vec<&(Word, Node)> = self.verbs.iter().filter(|(_, node)| node.is_open()).collect();
        if open.is_empty() {
            return None;
        }
        let (verb, node) = open[below(open.len() as u32) as usize];
        let mut form = OrderForm::new(*verb);
        node.sample(&mut form, below);
        Some(form)
    }

    /// Orders of this tree, at most `limit` of them for each verb: all of a small tree, examples of a large one.
    pub fn propose(&self, limit: usize) -> Vec<OrderForm> {
        self.verbs.iter().flat_map(|(verb, node)| node.propose(OrderForm::new(*verb), limit)).collect()
    }
}

impl Node {
    /// One of `words`, after which nothing follows.
    pub fn one_of(arg: &'static str, words: impl IntoIterator<Item = Word>) -> Node {
        Node::OneOf { arg, of: words.into_iter().map(|word| (word, Node::End)).collect() }
    }

    /// One of some words, each with its node; words whose node holds nothing are left out.
    pub fn choice(arg: &'static str, of: impl IntoIterator<Item = (Word, Node)>) -> Node {
        Node::OneOf { arg, of: of.into_iter().filter(|(_, node)| node.is_open()).collect() }
    }

    /// Returns whether any order passes here.
    pub fn is_open(&self) -> bool {
        match self {
            Node::End => true,
            Node::OneOf { of, .. } => !of.is_empty(),
            Node::SomeOf { of, least, most, .. } => least <= most && of.len() >= *least,
            Node::Split { bins, least, most, .. } => {
                least <= most && bins.iter().map(|(_, limit)| limit).sum::<u32>() >= *least
            }
            Node::Number { least, most, .. } => least <= most,
            Node::Sort { sort, .. } => sort.is_open(),
            Node::Text { most, .. } => *most > 0,
            Node::Walk { walk, .. } => !walk.steps_from(walk.from).is_empty() && walk.most > 0,
        }
    }

    /// The name of the argument this node asks for.
    pub fn arg(&self) -> Option<&'static str> {
        match self {
            Node::End => None,
            Node::OneOf { arg, .. }
            | Node::SomeOf { arg, .. }
            | Node::Split { arg, .. }
            | Node::Number { arg, .. }
            | Node::Sort { arg, .. }
            | Node::Text { arg, .. }
            | Node::Walk { arg, .. } => Some(arg),
        }
    }

    /// Returns whether what `form` holds for this node and those below it fits.
    pub fn accepts(&self, form: &OrderForm) -> bool {
        self.accept(form, &mut Vec::new()).is_ok()
    }

    fn accept(&self, form: &OrderForm, used: &mut Vec<&'static str>) -> Result<(), Mismatch> {
        let Some(arg) = self.arg() else { return Ok(()) };
        used.push(arg);
        let given = form.get(arg);
        let refuse =
            |legal: Vec<Word>| Err(Mismatch { arg: Word::literal(arg), given: given.cloned(), legal });
        match (self, given) {
            (Node::OneOf { of, .. }, Some(Arg::Word(word))) => match of.iter().find(|(w, _)| w == word) {
                Some((_, node)) => node.accept(form, used),
                None => refuse(of.iter().map(|(w, _)| *w).collect()),
            },
            (Node::SomeOf { of, least, most, budget, .. }, Some(Arg::Words(words))) => {
                let distinct: BTreeSet<_> = words.iter().collect();
                let costs: Option<u32> =
                    words.iter().map(|word| of.iter().find(|(w, _)| w == word).map(|(_, cost)| cost)).sum();
                let fits = distinct.len() == words.len()
                    && (*least..=*most).contains(&words.len())
                    && costs.is_some_and(|cost| budget.is_none_or(|budget| cost <= budget));
                if fits { Ok(()) } else { refuse(of.iter().map(|(w, _)| *w).collect()) }
            }
            (Node::Split { bins, least, most, .. }, Some(Arg::Shares(shares))) => {
                let fits = shares.iter().all(|(bin, share)| {
                    // A bin without points is left out, so that each way of sharing has one form.
                    *share > 0 && bins.iter().any(|(word, limit)| word == bin && share <= limit)
                }) && (*least..=*most).contains(&shares.values().sum());
                if fits { Ok(()) } else { refuse(bins.iter().map(|(w, _)| *w).collect()) }
            }
            (Node::Number { least, most, .. }, Some(Arg::Number(number)))
                if (*least..=*most).contains(number) =>
            {
                Ok(())
            }
            // As JSON, an empty sorting looks like empty shares, and a text of one word like a word.
            (Node::Sort { sort, .. }, Some(Arg::Sorted(_) | Arg::Shares(_)))
                if form.sorted(arg).is_some_and(|sorted| sort.accepts(&sorted)) =>
            {
                Ok(())
            }
            (Node::Text { most, .. }, Some(Arg::Text(_) | Arg::Word(_)))
                if form.text(arg).is_some_and(|given| text::accepts(given, *most)) =>
            {
                Ok(())
            }
            (Node::Walk { walk, .. }, Some(Arg::Words(path))) if walk.accepts(path) => Ok(()),
            (Node::OneOf { of, .. }, _) => refuse(of.iter().map(|(w, _)| *w).collect()),
            (Node::Walk { walk, .. }, _) => refuse(walk.steps_from(walk.from)),
            _ => refuse(vec![]),
        }
    }

    fn sample(&self, form: &mut OrderForm, below: &mut impl FnMut(u32) -> u32) {
        match self {
            Node::End => {}
            Node::OneOf { arg, of } => {
                let (word, node) = &of[below(of.len() as u32) as usize];
                form.set(Word::literal(arg), Arg::Word(*word));
                node.sample(form, below);
            }
            Node::SomeOf { arg, of, least, most, budget } => {
                form.set(Word::literal(arg), Arg::Words(sample_some(of, *least, *most, *budget, below)));
            }
            Node::Split { arg, bins, least, most } => {
                let room = bins.iter().map(|(_, limit)| limit).sum::<u32>().min(*most);
                let points = least + below(room - least + 1);
                form.set(Word::literal(arg), Arg::Shares(sample_split(bins, points, below)));
            }
            Node::Number { arg, least, most } => {
                // One below the highest, because 1 is added to it.
                let span = u32::try_from(most - least).unwrap_or(u32::MAX - 1);
                form.set(Word::literal(arg), Arg::Number(least + i64::from(below(span + 1))));
            }
            Node::Sort { arg, sort } => {
                form.set(Word::literal(arg), Arg::Sorted(sort.sample(below)));
            }
            Node::Text { arg, most } => {
                form.set(Word::literal(arg), Arg::Text(text::sample(*most, below)));
            }
            Node::Walk { arg, walk } => {
                form.set(Word::literal(arg), Arg::Words(walk.sample(below)));
            }
        }
    }

    /// Orders that complete `form` here, at most `limit`: every one if there are no more.
    pub fn propose(&self, form: OrderForm, limit: usize) -> Vec<OrderForm> {
        let Some(arg) = self.arg() else { return vec![form] };
        let set = |value: Arg| {
            let mut form = form.clone();
            form.set(Word::literal(arg), value);
            form
        };
        match self {
            Node::End => vec![form],
            Node::OneOf { of, .. } => {
                fair(of.iter().map(|(word, node)| node.propose(set(Arg::Word(*word)), limit)), limit)
            }
            Node::SomeOf { of, least, most, budget, .. } => {
                subsets(of, *least, *most, *budget, limit).into_iter().map(Arg::Words).map(set).collect()
            }
            Node::Split { bins, least, most, .. } => {
                splits(bins, *least, *most, limit).into_iter().map(Arg::Shares).map(set).collect()
            }
            Node::Number { least, most, .. } => {
                (*least..=*most).take(limit).map(Arg::Number).map(set).collect()
            }
            Node::Sort { sort, .. } => sort.propose(limit).into_iter().map(Arg::Sorted).map(set).collect(),
            // Free text cannot be proposed.
            Node::Text { .. } => vec![],
            Node::Walk { walk, .. } => {
                walk.routes().into_values().take(limit).map(Arg::Words).map(set).collect()
            }
        }
    }
}

/// At most `limit` of several lists: one of each before a second of any, in their order.
fn fair(lists: impl Iterator<Item = Vec<OrderForm>>, limit: usize) -> Vec<OrderForm> {
    let lists: Vec<Vec<OrderForm>> = lists.collect();
    let mut taken = vec![0; lists.len()];
    let mut left = limit;
    while left > 0 {
        let before = left;
        for (list, taken) in lists.iter().zip(&mut taken) {
            if left > 0 && *taken < list.len() {
                *taken += 1;
                left -= 1;
            }
        }
        // Every list is used up.
        if left == before {
            break;
        }
    }
    lists.into_iter().zip(taken).flat_map(|(list, taken)| list.into_iter().take(taken)).collect()
}
