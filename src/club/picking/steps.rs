//! What there is to choose in a half-made order, with a code for each choice. A code is a letter and a number; it only means
//! something among the same options.

mod at_once;

use std::collections::BTreeMap;

use super::course::{chosen_of, shares_of};
use super::path_value::places;
use super::path_value::steps as steps_of;
use super::ways::ways;
use super::{MenuEntry, OptionsPath, OrderCourse, PathEnd, PathNode, PathValue};
use crate::game::{Bin, Item, Node, Options, OrderForm, Word};
use crate::report::Choice;

/// Most values of a node, and most orders of a verb, that are listed one by one.
pub const FEW: usize = 40;
/// Most orders of a verb that have a button each. More are lines of a menu.
const BUTTONS: usize = 16;
/// Most choices that one code stands for; a link has four at most.
const MOST_CODES: usize = 8;

/// Stands between the parts of an order in a label.
pub const THEN: &str = " – ";

/// The code that chooses no more.
pub const DONE: &str = "x0";

/// What is chosen by a link, or given by a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepChoice {
    /// Its code.
    pub code: String,
    /// Its name, or its sentence.
    pub label: String,
    /// A line about it; perhaps empty.
    pub about: String,
    /// The word of the options that it is, if it is one: the area of that word on the board is a link.
    pub word: Option<Word>,
    /// True if it is chosen already.
    pub chosen: bool,
    /// Where it is to be found.
    pub shown: ChoicePlace,
}

/// The look of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoicePlace {
    /// A link.
    Link,
    /// A button that gives an order.
    Order,
    /// On the board alone: it is in the form as well.
    OnBoard,
    /// A link after the others: done, back, by hand.
    Way,
    /// A link beside a button that gives an order at once: to the same order, which may be changed before it is given.
    Aside,
}

/// A form to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepForm {
    /// Several of these, each with a line about it and whether it is chosen.
    Some(Vec<(String, String, bool)>),
    /// A number.
    Number(i64, i64),
    /// Points for each of these, with the most and those shared so far.
    Shares(Vec<(String, u32, u32)>),
    /// Things, each with its bin; and the bins.
    Sort(Vec<SortedThing>, Vec<SortBin>),
    /// A text.
    Text(usize),
}

/// A thing in the form of a sorting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedThing {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Word,
    /// The name of its class.
    pub class_name: String,
    /// Its bin, from 1, or 0 for none.
    pub bin: usize,
}

/// A bin in the form of a sorting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortBin {
    /// Its name.
    pub name: String,
    /// The most things in it.
    most: usize,
    /// The classes it takes; every class when there are none.
    only: Vec<Word>,
}

impl SortBin {
    /// Returns whether it holds so many things of this class.
    pub fn holds(&self, class: Word, count: usize) -> bool {
        count <= self.most && (self.only.is_empty() || self.only.contains(&class))
    }
}

/// The orders of a verb that are too many for a button each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderMenu {
    /// The name of the verb.
    pub verb: String,
    /// The orders.
    pub choices: Vec<StepChoice>,
}

/// A step of a half-made order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderStep {
    /// The verb and what was chosen, a line each.
    pub given: Vec<String>,
    /// The question.
    pub question: Option<String>,
    /// More about it.
    pub more: Vec<String>,
    /// The choices.
    pub choices: Vec<StepChoice>,
    /// The orders that are chosen in a menu.
    pub menus: Vec<OrderMenu>,
    /// The form.
    pub form: Option<StepForm>,
    /// True if the form, once it completes the order, gives it.
    pub gives: bool,
    /// The order, once it is complete, in a sentence. Where there is a question, more may be chosen, and [`DONE`] completes it.
    pub order: Option<(OrderForm, String)>,
}

/// The options of a seat, with the orders that are listed one by one, and those that have odds.
pub struct Steps<'p> {
    /// The course through the options.
    pub course: OrderCourse<'p>,
    /// The orders that are listed one by one.
    pub listed: &'p [Choice],
    /// Sentences of orders, with their odds.
    pub sentences: &'p BTreeMap<OrderForm, String>,
    /// The effect of an order, in a sentence.
    pub sentence: &'p dyn Fn(&OrderForm) -> String,
    /// True for a verb whose orders can be taken back at once: the last choice gives them.
    pub can_take_back: &'p dyn Fn(Word) -> bool,
}

impl Steps<'_> {
    fn options(&self) -> &Options {
        self.course.options()
    }

    fn said(&self, form: &OrderForm) -> String {
        self.sentences.get(form).cloned().unwrap_or_else(|| (self.sentence)(form))
    }

    fn way(&self, code: &str, key: &str) -> StepChoice {
        way(code, self.course.names.say(key, &[]))
    }

    /// The step at a path; `None` for the first. A word of the board may be singled out.
    pub fn step(&self, path: Option<&OptionsPath>, word: Option<&str>) -> Option<OrderStep> {
        match (path, word) {
            (path, Some(word)) => {
                let (_, choices) =
                    self.on_board(path).into_iter().find(|(known, _)| known.as_str() == word)?;
                let question = Some(self.course.names.say("pick-what", &[]));
                Some(OrderStep { question, choices, ..OrderStep::default() })
            }
            (Some(path), None) => self.at(path),
            (None, None) => Some(self.first()),
        }
    }

    fn first(&self) -> OrderStep {
        let (entries, mut step) = (self.entries(), OrderStep::default());
        let has_menu = |verb: usize| {
            let of_verb = entries.iter().filter_map(MenuEntry::order).filter(|(path, _)| path.verb == verb);
            of_verb.count() > BUTTONS
        };
        for (at, entry) in entries.iter().enumerate() {
            let code = format!("m{at}");
            match entry {
                MenuEntry::Order(path, sentence) => {
                    // An order that the book has a name for is called so.
                    let (label, about) = match self.course.names.only_word(path) {
                        Some(name) => (name, sentence.clone()),
                        None => (sentence.clone(), String::new()),
                    };
                    let choice = StepChoice { about, shown: ChoicePlace::Order, ..link(code, label, None) };
                    if !has_menu(path.verb) {
                        step.choices.push(choice);
                        continue;
                    }
                    let verb = self.verb(path.verb);
                    match step.menus.last_mut().filter(|menu| menu.verb == verb) {
                        Some(menu) => menu.choices.push(choice),
                        None => {
                            // It is put together choice by choice as well.
                            if !entries.iter().any(|entry| entry.is_verb(path.verb)) {
                                step.choices.push(self.verb_link(format!("v{}", path.verb), path.verb));
                            }
                            step.menus.push(OrderMenu { verb, choices: vec![choice] });
                        }
                    }
                }
                MenuEntry::Verb(verb) => step.choices.push(self.verb_link(code, *verb)),
            }
        }
        step
    }

    /// The name of a verb, by its place.
    fn verb(&self, at: usize) -> String {
        self.course.position().verb(self.options().verbs[at].0)
    }

    fn verb_link(&self, code: String, verb: usize) -> StepChoice {
        let label = self.course.names.say("pick-verb", &[("verb", self.verb(verb).into())]);
        let about = self.course.names.verb_help(self.options().verbs[verb].0);
        StepChoice { about, ..link(code, label, None) }
    }

    fn entries(&self) -> Vec<MenuEntry> {
        self.course.entries(self.listed, &|_| true)
    }

    /// The words that may be clicked on a board, each with its choices; before any choice those that begin an order.
    pub fn on_board(&self, path: Option<&OptionsPath>) -> Vec<(Word, Vec<StepChoice>)> {
        let choices = match path {
            Some(path) => self.ahead(path),
            None => self.beginnings(),
        };
        let choices = self.giving(path, choices);
        let mut found: Vec<(Word, Vec<StepChoice>)> = Vec::new();
        for choice in choices {
            let Some(word) = choice.word else { continue };
            match found.iter_mut().find(|(known, _)| *known == word) {
                Some((_, choices)) => choices.push(choice),
                None => found.push((word, vec![choice])),
            }
        }
        found
    }

    fn beginnings(&self) -> Vec<StepChoice> {
        let mut beginnings = Vec::new();
        for verb in (0..self.options().verbs.len()).filter(|verb| self.options().verbs[*verb].1.is_open()) {
            let Some(path) = self.course.settled(OptionsPath::of_verb(verb)) else { continue };
            // An order without a choice stands whole in the list; a click on the board only begins orders.
            if path.form(self.options()).is_some() {
                continue;
            }
            // What is taken without a choice is clicked to begin, too.
            let taken = self.taken(&path);
            let begun = |upto: usize, label: Option<String>| {
                let parts = taken.iter().take(upto).map(|(_, name)| name.clone()).chain(label);
                let value = parts.collect::<Vec<_>>().join(THEN);
                self.course
                    .names
                    .say("pick-given", &[("arg", self.verb(verb).into()), ("value", value.into())])
            };
            beginnings.extend(
                taken
                    .iter()
                    .enumerate()
                    .map(|(at, (word, _))| link(format!("v{verb}"), begun(at + 1, None), Some(*word))),
            );
            for choice in self.ahead(&path) {
                // What the book has a sentence for says what it does; a name alone does not.
                let is_name = choice
                    .word
                    .is_some_and(|word| choice.label.starts_with(&self.course.names.plain_name(word)));
                let label = if is_name { begun(taken.len(), Some(choice.label)) } else { choice.label };
                let code = format!("v{verb}/{}", choice.code);
                beginnings.push(StepChoice { code, label, shown: ChoicePlace::Link, ..choice });
            }
        }
        beginnings
    }

    /// The words of a path that were the only ones, with their names.
    fn taken(&self, path: &OptionsPath) -> Vec<(Word, String)> {
        let Some(place) = path.place(self.options()) else { return Vec::new() };
        let of_level = |(level, (arg, word)): (usize, &(&'static str, Word))| {
            let node = path.up_to(level).place(self.options())?.node;
            let is_only = matches!(node, Node::OneOf { of, .. } if of.len() == 1);
            is_only.then(|| (*word, self.course.names.word(place.verb, arg, *word)))
        };
        place.given.iter().enumerate().filter_map(of_level).collect()
    }

    /// The choices at a path. Where a manner is chosen first, such as a speed, the ends of the ways behind it are among them.
    fn ahead(&self, path: &OptionsPath) -> Vec<StepChoice> {
        if path.form(self.options()).is_some() {
            return Vec::new();
        }
        let mut choices = self.choices(path);
        let Some(place) = path.place(self.options()) else { return choices };
        let Node::OneOf { arg, of } = place.node else { return choices };
        if self.course.names.is_thing(place.verb, arg) {
            return choices;
        }
        for (at, (word, _)) in of.iter().enumerate() {
            let next = self.course.settled(path.clone().with_words(at, vec![]));
            let Some(next) = next.filter(|next| next.end.is_none()) else { continue };
            if next.place(self.options()).is_some_and(|place| matches!(place.node, Node::Walk { .. })) {
                let manner = self.course.names.word(place.verb, arg, *word);
                choices.extend(self.choices(&next).into_iter().filter(|end| end.word.is_some()).map(|end| {
                    let label = format!("{}{THEN}{manner}", end.label);
                    StepChoice { code: format!("w{at}/{}", end.code), label, ..end }
                }));
            }
        }
        choices
    }

    fn at(&self, path: &OptionsPath) -> Option<OrderStep> {
        let place = path.place(self.options())?;
        let names = &self.course.names;
        let verb = self.course.position().verb(place.verb);
        let given = std::iter::once(verb).chain(names.given(path, &place)).collect();
        if let Some(form) = path.form(self.options()) {
            let sentence = self.said(&form);
            let changes = self.changes_of(path).into_iter();
            let mut choices: Vec<StepChoice> = changes.map(|(code, label)| way(code, label)).collect();
            choices.push(self.way("b0", "pick-back"));
            return Some(OrderStep { given, choices, order: Some((form, sentence)), ..OrderStep::default() });
        }
        let (form, more) = (self.form(path, &place), self.more(path, &place));
        let order = self.order_so_far(path, &place);
        let mut choices = self.giving(Some(path), self.choices(path));
        // The order as it is so far has a button of its own.
        let done = choices.iter_mut().filter(|choice| choice.code == DONE && order.is_some());
        done.for_each(|choice| choice.shown = ChoicePlace::Way);
        choices.extend(self.asides(path, &choices));
        choices.push(self.way("b0", "pick-back"));
        let (question, gives) = (names.question(&place), self.is_free(path.verb));
        Some(OrderStep { given, question, more, choices, form, gives, order, menus: Vec::new() })
    }

    /// The order that a path gives with [`DONE`], where more may be chosen.
    fn order_so_far(&self, path: &OptionsPath, place: &PathNode<'_>) -> Option<(OrderForm, String)> {
        let is_growing = matches!(place.node, Node::SomeOf { .. } | Node::Walk { .. });
        let end = path.end.as_ref().filter(|_| is_growing)?;
        let form = path.form_as_it_is(self.options(), end)?;
        let sentence = self.said(&form);
        Some((form, sentence))
    }

    /// What may be chosen at a path, without the way back.
    fn choices(&self, path: &OptionsPath) -> Vec<StepChoice> {
        let Some(place) = path.place(self.options()) else { return Vec::new() };
        let names = &self.course.names;
        let arg = place.node.arg().unwrap_or_default();
        let named = |word: Word| names.word(place.verb, arg, word);
        let mut choices = Vec::new();
        match place.node {
            Node::End | Node::Text { .. } => {}
            Node::OneOf { of, .. } => choices.extend(of.iter().enumerate().map(|(at, (word, _))| {
                let next = self.course.settled(path.clone().with_words(at, vec![]));
                let form = next.and_then(|next| next.form(self.options()));
                let about = form.and_then(|form| self.sentences.get(&form).cloned()).unwrap_or_default();
                StepChoice { about, ..link(format!("w{at}"), named(*word), Some(*word)) }
            })),
            Node::SomeOf { of, least, .. } => {
                let chosen = chosen_of(path, of.len());
                choices.extend(of.iter().enumerate().map(|(at, (word, _))| StepChoice {
                    chosen: chosen[at],
                    shown: ChoicePlace::OnBoard,
                    ..link(format!("t{at}"), named(*word), Some(*word))
                }));
                let end = PathEnd::part(PathValue::Chosen(chosen.clone()));
                let none = !chosen.contains(&true);
                if none && *least == 0 {
                    choices.push(self.way(DONE, "pick-nothing"));
                } else if !none && path.form_as_it_is(self.options(), &end).is_some() {
                    choices.push(self.way(DONE, "pick-done"));
                }
            }
            Node::Number { .. } | Node::Split { .. } => {
                let all = ways(place.node, FEW).unwrap_or_default();
                choices.extend(
                    all.iter()
                        .enumerate()
                        .map(|(at, value)| link(format!("s{at}"), names.value(&place, value), None)),
                );
            }
            Node::Sort { sort, .. } => {
                let is_whole = ways(place.node, FEW).is_some();
                let all = self.course.proposals(sort, place.node, FEW);
                choices.extend(all.iter().enumerate().map(|(at, value)| {
                    let code = format!("s{at}");
                    match is_whole {
                        true => link(code, names.value(&place, value), None),
                        false => StepChoice {
                            about: self.course.classes(&place, sort, value),
                            ..link(code, self.course.counts(&place, sort, value), None)
                        },
                    }
                }));
            }
            Node::Walk { walk, .. } => match path.end.as_ref().map(|end| &end.what) {
                Some(PathValue::Way(way)) => {
                    let at = places(walk, way).and_then(|places| places.last().copied()).unwrap_or(walk.from);
                    let next = walk.steps_from(at).into_iter().enumerate();
                    choices.extend(next.map(|(step, to)| link(format!("p{step}"), named(to), Some(to))));
                    if !way.is_empty() {
                        choices.push(self.way(DONE, "pick-stop"));
                    }
                }
                _ => {
                    let all = self.course.destinations(path, walk).into_iter().enumerate();
                    choices.extend(all.map(|(at, (to, way))| {
                        let list = names.list(way.iter().map(|space| names.plain_name(*space)));
                        let about =
                            names.say("pick-way", &[("steps", way.len().into()), ("way", list.into())]);
                        StepChoice { about, ..link(format!("d{at}"), named(to), Some(to)) }
                    }));
                    choices.push(self.way("h0", "pick-step-by-step"));
                }
            },
        }
        choices
    }

    fn more(&self, path: &OptionsPath, place: &PathNode<'_>) -> Vec<String> {
        let names = &self.course.names;
        match place.node {
            Node::SomeOf { of, least, most, budget, .. } => {
                let mut more = vec![names.say_range("pick-how-many", (*least, (*most).min(of.len())))];
                if let Some(budget) = budget {
                    let chosen = chosen_of(path, of.len());
                    let spent: u32 =
                        of.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|((_, cost), _)| cost).sum();
                    let args = [("spent", spent.into()), ("budget", (*budget).into())];
                    more.push(names.say("pick-budget", &args));
                }
                more
            }
            Node::Split { bins, least, most, .. } => {
                let room = bins.iter().map(|(_, limit)| limit).sum::<u32>().min(*most);
                vec![names.say_range("pick-points", (*least, room))]
            }
            Node::Sort { sort, .. } => {
                let mut more = self.course.bounds(place, sort);
                if let Some(PathValue::Sorted { of, .. }) = path.end.as_ref().map(|end| &end.what) {
                    more.extend(self.course.standing(place, sort, of));
                }
                more
            }
            Node::Walk { walk, .. } => match path.end.as_ref().map(|end| &end.what) {
                Some(PathValue::Way(way)) => {
                    let at = places(walk, way).and_then(|places| places.last().copied()).unwrap_or(walk.from);
                    let left = walk.most.saturating_sub(way.len());
                    vec![
                        names.say("pick-here", &[("place", names.plain_name(at).into())]),
                        names.say("pick-steps-left", &[("count", left.into())]),
                    ]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn form(&self, path: &OptionsPath, place: &PathNode<'_>) -> Option<StepForm> {
        let names = &self.course.names;
        let arg = place.node.arg()?;
        match place.node {
            Node::End | Node::OneOf { .. } | Node::Walk { .. } => None,
            Node::SomeOf { of, budget, .. } => {
                let items = of.iter().zip(chosen_of(path, of.len())).map(|((word, cost), chosen)| {
                    let about = budget.map(|_| names.say("pick-cost", &[("cost", (*cost).into())]));
                    (names.word(place.verb, arg, *word), about.unwrap_or_default(), chosen)
                });
                Some(StepForm::Some(items.collect()))
            }
            Node::Number { least, most, .. } => Some(StepForm::Number(*least, *most)),
            Node::Split { bins, most, .. } => {
                let shares = shares_of(path);
                let bin = |(at, (bin, limit)): (usize, &(Word, u32))| {
                    let shared = shares.get(at).copied().unwrap_or(0);
                    (names.word(place.verb, arg, *bin), (*limit).min(*most), shared)
                };
                Some(StepForm::Shares(bins.iter().enumerate().map(bin).collect()))
            }
            Node::Sort { sort, .. } => {
                let of = match path.end.as_ref().map(|end| &end.what) {
                    Some(PathValue::Sorted { of, .. }) => of.clone(),
                    _ => vec![0; sort.items.len()],
                };
                let thing = |(item, bin): (&Item, usize)| SortedThing {
                    name: names.plain_name(item.word),
                    class: item.class,
                    class_name: names.plain_name(item.class),
                    bin,
                };
                let bin = |bin: &Bin| SortBin {
                    name: names.bin(place, bin),
                    most: bin.most,
                    only: bin.only.clone(),
                };
                let bins = sort.bins.iter().map(bin).collect();
                Some(StepForm::Sort(sort.items.iter().zip(of).map(thing).collect(), bins))
            }
            Node::Text { most, .. } => Some(StepForm::Text(*most)),
        }
    }

    /// The path after a choice; `None` if it is none of those that may be chosen. The inner `None` is the first menu.
    pub fn chosen(&self, path: Option<&OptionsPath>, code: &str) -> Option<Option<OptionsPath>> {
        if let Some(rest) = code.strip_prefix('v') {
            let (verb, inner) = rest.split_once('/').map_or((rest, None), |(verb, rest)| (verb, Some(rest)));
            let verb: usize = verb.parse().ok().filter(|verb| *verb < self.options().verbs.len())?;
            let path = self.course.settled(OptionsPath::of_verb(verb))?;
            return inner.map_or_else(|| Some(Some(path.clone())), |inner| self.after(&path, inner));
        }
        let Some(path) = path else {
            let at: usize = code.strip_prefix('m')?.parse().ok()?;
            return Some(Some(match self.entries().into_iter().nth(at)? {
                MenuEntry::Order(path, _) => path,
                MenuEntry::Verb(verb) => self.course.settled(OptionsPath::of_verb(verb))?,
            }));
        };
        self.after(path, code)
    }

    /// The path after one choice, or after several.
    fn after(&self, path: &OptionsPath, code: &str) -> Option<Option<OptionsPath>> {
        if code.split('/').count() > MOST_CODES {
            return None;
        }
        code.split('/').try_fold(Some(path.clone()), |path, code| self.after_one(&path?, code))
    }

    fn after_one(&self, path: &OptionsPath, code: &str) -> Option<Option<OptionsPath>> {
        let letter = code.chars().next()?;
        let at: usize = code.get(1..)?.parse().ok()?;
        let place = path.place(self.options())?;
        let whole = |value: PathValue| Some(Some(path.with_end(PathEnd::whole(value))));
        let part = |value: PathValue, done: bool| {
            Some(Some(path.with_end(PathEnd { done, ..PathEnd::part(value) })))
        };
        let end = path.end.as_ref();
        match (letter, place.node) {
            ('b', _) => Some(self.course.back(path)),
            ('y', _) => self.course.stood(path).map(Some),
            ('u', Node::Sort { .. } | Node::Split { .. }) => part(end?.what.clone(), false),
            ('w', Node::OneOf { of, .. }) if at < of.len() => {
                self.course.settled(path.clone().with_words(at, vec![])).map(Some)
            }
            ('t', Node::SomeOf { of, .. }) => {
                let mut chosen = chosen_of(path, of.len());
                *chosen.get_mut(at)? ^= true;
                part(PathValue::Chosen(chosen), false)
            }
            ('x', Node::SomeOf { of, .. }) => part(PathValue::Chosen(chosen_of(path, of.len())), true),
            ('x', Node::Walk { .. }) => part(end?.what.clone(), true),
            ('s', Node::Sort { sort, .. }) => {
                whole(self.course.proposals(sort, place.node, FEW).into_iter().nth(at)?)
            }
            ('s', Node::Number { .. } | Node::Split { .. }) => {
                whole(ways(place.node, FEW)?.into_iter().nth(at)?)
            }
            ('d', Node::Walk { walk, .. }) => {
                let (_, way) = self.course.destinations(path, walk).into_iter().nth(at)?;
                whole(PathValue::Way(steps_of(walk, &way)?))
            }
            ('h', Node::Walk { .. }) => part(PathValue::Way(Vec::new()), false),
            ('p', Node::Walk { walk, .. }) => {
                let Some(PathValue::Way(way)) = end.map(|end| &end.what) else { return None };
                let way: Vec<usize> = way.iter().copied().chain([at]).collect();
                let at = *places(walk, &way)?.last()?;
                let done = way.len() >= walk.most || walk.stops_at(at) || walk.steps_from(at).is_empty();
                part(PathValue::Way(way), done)
            }
            _ => None,
        }
    }
}

fn link(code: String, label: String, word: Option<Word>) -> StepChoice {
    StepChoice { code, label, about: String::new(), word, chosen: false, shown: ChoicePlace::Link }
}

fn way(code: &str, label: String) -> StepChoice {
    StepChoice { shown: ChoicePlace::Way, ..link(code.to_owned(), label, None) }
}
