//! The course of an order through the options: what there is to choose, and what needs no choosing.

use super::digest;
use super::names::Names;
use super::options_path::{OptionsPath, PathEnd, PathNode};
use super::path_value::PathValue;
use super::position::Position;
use super::ways::ways;
use crate::game::{Node, Options, Walk, Word};
use crate::report::Choice;

/// The options of a seat, as an order is put together from them.
#[derive(Clone, Copy)]
pub struct OrderCourse<'p> {
    position: &'p Position<'p>,
    /// The names of everything.
    pub names: Names<'p>,
}

/// A line of the first menu.
pub enum MenuEntry {
    /// An order, complete, with its sentence.
    Order(OptionsPath, String),
    /// A verb of more orders than are listed.
    Verb(usize),
}

impl MenuEntry {
    /// The order, with its sentence, if it is one.
    pub fn order(&self) -> Option<(&OptionsPath, &String)> {
        match self {
            MenuEntry::Order(path, text) => Some((path, text)),
            MenuEntry::Verb(_) => None,
        }
    }

    /// True if it is this verb.
    pub fn is_verb(&self, verb: usize) -> bool {
        matches!(self, MenuEntry::Verb(other) if *other == verb)
    }
}

impl<'p> OrderCourse<'p> {
    /// The course through these options.
    pub fn of(position: &'p Position<'p>) -> OrderCourse<'p> {
        OrderCourse { position, names: Names::of(position) }
    }

    /// The options, with the words to show them.
    pub fn position(&self) -> &'p Position<'p> {
        self.position
    }

    /// The options.
    pub fn options(&self) -> &'p Options {
        self.position.options
    }

    /// The lines of the first menu: those of `choices` that fit, and verbs that have more orders.
    pub fn entries(&self, choices: &[Choice], fits: &dyn Fn(&OptionsPath) -> bool) -> Vec<MenuEntry> {
        let listed = choices.iter().filter_map(|choice| {
            let path = OptionsPath::of_form(self.options(), &choice.form).filter(fits)?;
            Some((path, choice.sentence.clone()))
        });
        let listed: Vec<(OptionsPath, String)> = listed.collect();
        let mut entries = Vec::new();
        for verb in (0..self.options().verbs.len()).filter(|verb| self.options().verbs[*verb].1.is_open()) {
            let orders: Vec<&(OptionsPath, String)> =
                listed.iter().filter(|(path, _)| path.verb == verb).collect();
            let all = all_of(self.options(), verb, orders.len());
            let is_whole =
                all.is_some_and(|all| all.iter().all(|path| orders.iter().any(|(o, _)| o == path)));
            entries
                .extend(orders.into_iter().map(|(path, text)| MenuEntry::Order(path.clone(), text.clone())));
            if !is_whole {
                entries.push(MenuEntry::Verb(verb));
            }
        }
        entries
    }

    /// Returns whether the first word at a place is taken without a choice: it is the only one, or the default number of a box.
    pub fn stands(&self, place: &PathNode<'_>) -> bool {
        match place.node {
            Node::OneOf { arg, of } => of.len() == 1 || of.len() > 1 && self.names.is_first(place.verb, arg),
            _ => false,
        }
    }

    /// A path extended as far as no choice is needed.
    pub fn settled(&self, path: OptionsPath) -> Option<OptionsPath> {
        path.settled(self.options(), &|place| self.stands(place))
    }

    /// One step back.
    pub fn back(&self, path: &OptionsPath) -> Option<OptionsPath> {
        path.back(self.options(), &|place| self.stands(place))
    }

    /// The last place at which one of several words was taken without a choice.
    pub fn stood(&self, path: &OptionsPath) -> Option<OptionsPath> {
        let places = (0..path.words.len()).rev().map(|level| path.up_to(level));
        let stood = |path: &OptionsPath| {
            let place = path.place(self.options())?;
            let is_one_of = matches!(place.node, Node::OneOf { of, .. } if of.len() > 1);
            Some(is_one_of && self.stands(&place))
        };
        places.into_iter().find(|path| stood(path).unwrap_or_default())
    }

    /// Returns whether another word can go beside the first, in an order of its own: the same follows both, without a choice.
    pub fn goes_with(&self, path: &OptionsPath, first: usize, other: usize) -> bool {
        let after = |at: usize| {
            let next = path.clone().with_words(at, vec![]);
            let whole = self.settled(next.clone()).is_some_and(|path| path.form(self.options()).is_some());
            let node = next.place(self.options()).map(|place| place.node);
            (whole, node)
        };
        match (after(first), after(other)) {
            ((true, _), (true, _)) => true,
            ((_, Some(one)), (_, Some(another))) => digest::same(one, another),
            _ => false,
        }
    }

    /// The reachable places, each with a shortest way, the nearest first. If a lower speed would reach less far, a player who
    /// chose this one wants to go far: the farthest come first.
    pub fn destinations(&self, path: &OptionsPath, walk: &Walk) -> Vec<(Word, Vec<Word>)> {
        let mut routes: Vec<(Word, Vec<Word>)> = walk.routes().into_iter().collect();
        routes.sort_by_key(|(_, way)| way.len());
        if self.is_dear(path, walk) {
            routes.sort_by_key(|(_, way)| std::cmp::Reverse(way.len()));
        }
        routes
    }

    /// Returns whether another last word before the walk would lead to a shorter one.
    fn is_dear(&self, path: &OptionsPath, walk: &Walk) -> bool {
        let Some((last, level)) = path.words.last().zip(path.words.len().checked_sub(1)) else {
            return false;
        };
        let Some(Node::OneOf { of, .. }) = path.up_to(level).place(self.options()).map(|place| place.node)
        else {
            return false;
        };
        let shorter = |(_, node): &(Word, Node)| matches!(node, Node::Walk { walk: other, .. } if other.most < walk.most);
        of.iter().take(*last).any(shorter)
    }
}

/// Which words are chosen so far.
pub fn chosen_of(path: &OptionsPath, words: usize) -> Vec<bool> {
    match path.end.as_ref().map(|end| &end.what) {
        Some(PathValue::Chosen(chosen)) => chosen.clone(),
        _ => vec![false; words],
    }
}

/// The points shared so far.
pub fn shares_of(path: &OptionsPath) -> Vec<u32> {
    match path.end.as_ref().map(|end| &end.what) {
        Some(PathValue::Shares(shares)) => shares.clone(),
        _ => Vec::new(),
    }
}

/// Every order of a verb, if there are at most `most`.
fn all_of(options: &Options, verb: usize, most: usize) -> Option<Vec<OptionsPath>> {
    let mut all = Vec::new();
    let mut open = vec![OptionsPath::of_verb(verb)];
    while let Some(path) = open.pop() {
        let node = path.place(options)?.node;
        match node {
            Node::OneOf { of, .. } => {
                open.extend((0..of.len()).map(|at| path.clone().with_words(at, vec![])))
            }
            _ => all.extend(ways(node, most)?.into_iter().map(|what| path.with_end(PathEnd::whole(what)))),
        }
        if all.len() > most || open.len() > most {
            return None;
        }
    }
    Some(all)
}
