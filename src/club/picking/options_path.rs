//! A player's progress in the options tree, and its notation in a few letters.

use super::packing::{Packing, Unpacking};
use super::path_value::PathValue;
use super::ways::ways;
use crate::game::{Arg, Node, Options, OrderForm, Word};

/// The path so far: a verb, words after it, and a value where no further word follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsPath {
    /// The verb's index among the options.
    pub verb: usize,
    /// The indices of the words after it.
    pub words: Vec<usize>,
    /// Words beside one of those, for an order each.
    pub beside: Option<Beside>,
    /// The value at the last node.
    pub end: Option<PathEnd>,
}

/// Words chosen beside one of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The word of the path they are beside.
    pub level: usize,
    /// Their places, ascending.
    pub words: Vec<usize>,
}

/// The value at the last node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathEnd {
    /// The value, perhaps in part.
    pub what: PathValue,
    /// True if it is built piece by piece, rather than chosen whole.
    pub by_hand: bool,
    /// True if it is complete.
    pub done: bool,
}

/// The node that a path leads to.
pub struct PathNode<'o> {
    /// The verb.
    pub verb: Word,
    /// The words given, with the arguments they are for.
    pub given: Vec<(&'static str, Word)>,
    /// The node that asks next.
    pub node: &'o Node,
}

impl PathEnd {
    /// A complete value.
    pub fn whole(what: PathValue) -> PathEnd {
        PathEnd { what, by_hand: false, done: true }
    }

    /// A value in the making.
    pub fn part(what: PathValue) -> PathEnd {
        PathEnd { what, by_hand: true, done: false }
    }
}

impl OptionsPath {
    /// The path to a verb.
    pub fn of_verb(verb: usize) -> OptionsPath {
        OptionsPath { verb, words: Vec::new(), beside: None, end: None }
    }

    /// The path that gives `form`; `None` when it is not among the options.
    pub fn of_form(options: &Options, form: &OrderForm) -> Option<OptionsPath> {
        options.accept(form).ok()?;
        let verb = options.verbs.iter().position(|(verb, _)| *verb == form.verb)?;
        let mut path = OptionsPath::of_verb(verb);
        let mut node = &options.verbs[verb].1;
        while let Node::OneOf { arg, of } = node {
            let word = form.word(arg)?;
            let at = of.iter().position(|(legal, _)| *legal == word)?;
            path.words.push(at);
            node = &of[at].1;
        }
        path.end = Some(PathEnd::whole(PathValue::of(node, form)?));
        Some(path)
    }

    /// The same with this word more, and others beside it.
    pub fn with_words(mut self, at: usize, beside: Vec<usize>) -> OptionsPath {
        if !beside.is_empty() {
            self.beside = Some(Beside { level: self.words.len(), words: beside });
        }
        self.words.push(at);
        self
    }

    /// The same up to a word that others are beside.
    pub fn up_to(&self, level: usize) -> OptionsPath {
        let beside = self.beside.clone().filter(|beside| beside.level < level);
        OptionsPath { verb: self.verb, words: self.words[..level].to_vec(), beside, end: None }
    }

    /// The same with this end.
    pub fn with_end(&self, end: PathEnd) -> OptionsPath {
        OptionsPath { end: Some(end), ..self.clone() }
    }

    /// The same, extended as far as no choice is needed: if `stands` says so, the first word is taken.
    pub fn settled(
        mut self,
        options: &Options,
        stands: &dyn Fn(&PathNode<'_>) -> bool,
    ) -> Option<OptionsPath> {
        while stands(&self.place(options)?) {
            self.words.push(0);
        }
        self.end = sole(self.place(options)?.node).map(PathEnd::whole);
        Some(self)
    }

    /// The node it leads to; `None` if these options have no such way.
    pub fn place<'o>(&self, options: &'o Options) -> Option<PathNode<'o>> {
        let (verb, mut node) = options.verbs.get(self.verb).map(|(verb, node)| (*verb, node))?;
        let mut given = Vec::new();
        for at in &self.words {
            let Node::OneOf { arg, of } = node else { return None };
            let (word, next) = of.get(*at)?;
            given.push((*arg, *word));
            node = next;
        }
        Some(PathNode { verb, given, node })
    }

    /// The words given at a level: one, and those beside it.
    pub fn words_at(&self, options: &Options, level: usize) -> Vec<Word> {
        let Some(Node::OneOf { of, .. }) = self.up_to(level).place(options).map(|place| place.node) else {
            return vec![];
        };
        let beside = self.beside.iter().filter(|beside| beside.level == level);
        let all = self.words[level..].iter().take(1).chain(beside.flat_map(|beside| &beside.words));
        all.filter_map(|at| Some(of.get(*at)?.0)).collect()
    }

    /// The order so far: the verb and the words after it.
    pub fn begun(&self, options: &Options) -> Option<OrderForm> {
        let place = self.place(options)?;
        let mut form = OrderForm::new(place.verb);
        place.given.iter().for_each(|(arg, word)| form.set(Word::literal(arg), Arg::Word(*word)));
        Some(form)
    }

    /// The order it gives; `None` when it is not complete or not among the options.
    pub fn form(&self, options: &Options) -> Option<OrderForm> {
        let end = self.end.as_ref().filter(|end| end.done)?;
        self.form_as_it_is(options, end)
    }

    /// The order if nothing were added to `end`; `None` when that is not among the options.
    pub fn form_as_it_is(&self, options: &Options, end: &PathEnd) -> Option<OrderForm> {
        let mut form = self.begun(options)?;
        let node = self.place(options)?.node;
        if let Some(arg) = node.arg() {
            form.set(Word::literal(arg), end.what.arg(node)?);
        }
        options.accept(&form).is_ok().then_some(form)
    }

    /// One step back, over the words that were taken without a choice; `None` before the verb.
    pub fn back(&self, options: &Options, stands: &dyn Fn(&PathNode<'_>) -> bool) -> Option<OptionsPath> {
        let node = self.place(options)?.node;
        let chosen = self.end.as_ref().filter(|_| sole(node).is_none());
        if let Some(end) = chosen {
            let end = end.back();
            return Some(OptionsPath { end, ..self.clone() });
        }
        for level in (0..self.words.len()).rev() {
            let path = self.up_to(level);
            if !stands(&path.place(options)?) {
                return Some(path);
            }
        }
        None
    }

    /// The path as letters that [`OptionsPath::read`] understands among the same options.
    pub fn write(&self, options: &Options) -> String {
        let mut packing = Packing::default();
        packing.put_at(self.verb, options.verbs.len());
        let Some(mut node) = options.verbs.get(self.verb).map(|(_, node)| node) else {
            return packing.text();
        };
        let mut words = self.words.iter().enumerate();
        while let Node::OneOf { of, .. } = node {
            let word = words.next();
            if of.len() > 1 {
                packing.put_flag(word.is_some());
            }
            let Some((level, at, (_, next))) = word.and_then(|(level, at)| Some((level, *at, of.get(*at)?)))
            else {
                return packing.text();
            };
            packing.put_at(at, of.len());
            if of.len() > 1 {
                let beside = self.beside.as_ref().filter(|beside| beside.level == level);
                packing.put_flag(beside.is_some());
                let has = |other: usize| beside.is_some_and(|beside| beside.words.contains(&other));
                (0..of.len()).filter(|_| beside.is_some()).for_each(|other| packing.put_flag(has(other)));
            }
            node = next;
        }
        if sole(node).is_none() {
            packing.put_flag(self.end.is_some());
            if let Some(end) = &self.end {
                packing.put_flag(end.by_hand);
                packing.put_flag(end.done);
                end.what.write(node, &mut packing);
            }
        }
        packing.text()
    }

    /// The path with the notation `text` among these options; `None` if it is none.
    pub fn read(options: &Options, text: &str) -> Option<OptionsPath> {
        let mut packed = Unpacking::of(text)?;
        let verb = packed.take_at(options.verbs.len())?;
        let mut path = OptionsPath::of_verb(verb);
        let mut node = &options.verbs[verb].1;
        while let Node::OneOf { of, .. } = node {
            if of.len() > 1 && !packed.take_flag() {
                return packed.is_used_up().then_some(path);
            }
            let at = packed.take_at(of.len())?;
            let mut beside = Vec::new();
            if of.len() > 1 && packed.take_flag() {
                beside.extend((0..of.len()).filter(|_| packed.take_flag()));
            }
            path = path.with_words(at, beside);
            node = &of[at].1;
        }
        path.end = match sole(node) {
            Some(what) => Some(PathEnd::whole(what)),
            None if packed.take_flag() => {
                let (by_hand, done) = (packed.take_flag(), packed.take_flag());
                Some(PathEnd { what: PathValue::read(node, &mut packed)?, by_hand, done })
            }
            None => None,
        };
        packed.is_used_up().then_some(path)
    }
}

impl PathEnd {
    /// One piece less; `None` when nothing is left.
    fn back(&self) -> Option<PathEnd> {
        if !self.by_hand {
            return None;
        }
        let what = match &self.what {
            PathValue::Way(way) if !way.is_empty() => PathValue::Way(way[..way.len() - 1].to_vec()),
            PathValue::Shares(shares) if shares.len() > 1 => {
                PathValue::Shares(shares[..shares.len() - 1].to_vec())
            }
            PathValue::Chosen(_) | PathValue::Sorted { .. } if self.done => self.what.clone(),
            _ => return None,
        };
        Some(PathEnd::part(what))
    }
}

/// The only value a node takes, if there is only one.
fn sole(node: &Node) -> Option<PathValue> {
    let ways = ways(node, 1)?;
    ways.into_iter().next()
}
