//! A whole order in one form: a field for each of its arguments, in place of a menu for each.
//!
//! A verb has a form where every order of it has the same arguments, each of few enough values. The form offers what any of
//! those orders could take; what does not go together is found when it comes back, and what could be read is kept.

use super::modals::text;
use super::screens::go_on;
use super::steps::{Steps, give};
use super::{PickAction, PickerStep};
use crate::club::picking::{OptionsPath, PathEnd, PathNode, PathValue, path_value};
use crate::door::discord::limits::{
    FIELD_DESCRIPTION, FIELD_LABEL, GROUP_OPTIONS, MODAL_FIELDS, MODAL_TITLE, SELECT_OPTIONS, SELECT_TEXT,
};
use crate::door::discord::outbound::message::{FormChoices, FormField, FormInput, Modal, TextInput};
use crate::door::discord::outbound::message::{Message, SelectOption};
use crate::door::discord::outbound::paginate::shorten;
use crate::game::{Node, Walk, Word};

/// Most nodes of the options that are looked at for one argument.
const MOST_NODES: usize = 400;
/// The fewest fields for which a form is worth while: one is a menu.
const FEWEST: usize = 2;

/// An argument of an order, as a form asks for it.
struct FormLevel {
    arg: &'static str,
    asks: Asks,
}

/// The values that an argument may have.
enum Asks {
    /// No choice: there is one value, or a default.
    Nothing,
    /// One of these words, or several of them.
    Words { words: Vec<Word>, several: bool },
    /// A number of these words.
    Some { of: Vec<(Word, u32)>, least: usize, most: usize },
    /// A number.
    Number { least: i64, most: i64 },
    /// A place to go to.
    Goal(Vec<Goal>),
    /// A text.
    Text,
}

/// A place that can be reached.
struct Goal {
    to: Word,
    /// The least of the words before it that leads there, by its rank: the lowest speed.
    rank: usize,
    /// That word.
    by: Option<(&'static str, Word)>,
    /// A shortest way.
    way: Vec<Word>,
}

impl Asks {
    /// The number of fields that ask for it.
    fn fields(&self) -> usize {
        match self {
            Asks::Nothing => 0,
            Asks::Goal(goals) => goals.len().div_ceil(SELECT_OPTIONS),
            Asks::Words { .. } | Asks::Some { .. } | Asks::Number { .. } | Asks::Text => 1,
        }
    }
}

impl Steps<'_> {
    /// Returns whether the orders of a verb can be given by one form.
    pub fn has_form(&self, verb: usize) -> bool {
        self.levels(verb).is_some()
    }

    /// The form of a verb's orders; where Discord does not open it, the first step takes its place.
    pub fn order_form(&self, verb: usize) -> Option<Modal> {
        let levels = self.levels(verb)?;
        let path = OptionsPath::of_verb(verb);
        let of = path.place(self.options())?.verb;
        let fields = levels.iter().enumerate().flat_map(|(at, level)| self.fields_of(of, at, level, &path));
        let otherwise = match go_on(self, self.settled(path.clone())?) {
            PickerStep::Show { text, rows } => Some(Box::new(Message { text, rows, ..Message::default() })),
            _ => None,
        };
        Some(Modal {
            custom_id: self.id(PickAction::Form, 0, Some(&path)),
            title: shorten(&self.on.position.verb(of), MODAL_TITLE),
            text: String::new(),
            fields: fields.collect(),
            otherwise,
        })
    }

    /// The arguments of a verb's orders, where a form has room for them.
    fn levels(&self, verb: usize) -> Option<Vec<FormLevel>> {
        let mut levels = Vec::new();
        let mut open = vec![OptionsPath::of_verb(verb)];
        loop {
            let places: Vec<PathNode<'_>> =
                open.iter().map(|path| path.place(self.options())).collect::<Option<_>>()?;
            let (level, next) = self.level(&open, &places, &levels)?;
            levels.extend(level);
            if next.is_empty() {
                break;
            }
            open = next;
        }
        let count: usize = levels.iter().map(|level| level.asks.fields()).sum();
        (FEWEST..=MODAL_FIELDS).contains(&count).then_some(levels)
    }

    /// The argument at these places, of which all are alike, and the places after it; `None` where a form cannot ask for it.
    fn level(
        &self,
        open: &[OptionsPath],
        places: &[PathNode<'_>],
        before: &[FormLevel],
    ) -> Option<(Option<FormLevel>, Vec<OptionsPath>)> {
        let first = places.first()?;
        let Some(arg) = first.node.arg() else {
            return places.iter().all(|place| matches!(place.node, Node::End)).then(|| (None, vec![]));
        };
        places.iter().all(|place| place.node.arg() == Some(arg)).then_some(())?;
        if let Node::OneOf { .. } = first.node {
            return self.words_at_level(arg, open, places, before);
        }
        let asks = match first.node {
            Node::End | Node::OneOf { .. } | Node::Split { .. } | Node::Sort { .. } => return None,
            Node::Text { .. } => Asks::Text,
            Node::Number { .. } => {
                let bounds = |place: &PathNode<'_>| match place.node {
                    Node::Number { least, most, .. } => Some((*least, *most)),
                    _ => None,
                };
                let bounds: Vec<(i64, i64)> = places.iter().map(bounds).collect::<Option<_>>()?;
                let least = bounds.iter().map(|(least, _)| *least).min()?;
                Asks::Number { least, most: bounds.iter().map(|(_, most)| *most).max()? }
            }
            Node::SomeOf { of, least, most, .. } => {
                let is_same = |place: &PathNode<'_>| matches!(place.node, Node::SomeOf { of: other, .. } if other == of);
                (places.iter().all(is_same) && of.len() <= SELECT_OPTIONS).then_some(())?;
                Asks::Some { of: of.clone(), least: *least, most: (*most).min(of.len()) }
            }
            Node::Walk { .. } => Asks::Goal(self.goals(places, before)?),
        };
        Some((Some(FormLevel { arg, asks }), vec![]))
    }

    fn words_at_level(
        &self,
        arg: &'static str,
        open: &[OptionsPath],
        places: &[PathNode<'_>],
        before: &[FormLevel],
    ) -> Option<(Option<FormLevel>, Vec<OptionsPath>)> {
        let (mut words, mut next) = (Vec::new(), Vec::new());
        for (path, place) in open.iter().zip(places) {
            let Node::OneOf { of, .. } = place.node else { return None };
            // As in the menus, a place that takes its first without a choice offers that one alone.
            let count = if self.stands(place) { 1 } else { of.len() };
            for (at, (word, _)) in of.iter().enumerate().take(count) {
                if !words.contains(word) {
                    words.push(*word);
                }
                next.push(path.clone().with_words(at, vec![]));
            }
        }
        let verb = places.first()?.verb;
        (next.len() <= MOST_NODES && words.len() <= SELECT_OPTIONS).then_some(())?;
        let is_one_of_several = |level: &FormLevel| matches!(level.asks, Asks::Words { several: true, .. });
        let asks = match words.len() == 1 || self.names.is_first(verb, arg) {
            true => Asks::Nothing,
            false => {
                let several = self.names.takes_several(verb, arg) && !before.iter().any(is_one_of_several);
                Asks::Words { words, several }
            }
        };
        Some((Some(FormLevel { arg, asks }), next))
    }

    /// The places that can be reached: those that the lowest speed reaches before those that take more, and the farthest
    /// of them first.
    fn goals(&self, places: &[PathNode<'_>], before: &[FormLevel]) -> Option<Vec<Goal>> {
        let ranks: &[Word] = match before.last().map(|level| &level.asks) {
            Some(Asks::Words { words, .. }) => words,
            _ => &[],
        };
        let mut goals: Vec<Goal> = Vec::new();
        for place in places {
            let Node::Walk { walk, .. } = place.node else { return None };
            let by = place.given.last().copied();
            let rank = by.and_then(|(_, word)| ranks.iter().position(|ranked| *ranked == word)).unwrap_or(0);
            for (to, way) in walk.routes() {
                let goal = Goal { to, rank, by: by.filter(|_| rank > 0), way };
                match goals.iter_mut().find(|known| known.to == to) {
                    Some(known) if (known.rank, known.way.len()) > (rank, goal.way.len()) => *known = goal,
                    Some(_) => {}
                    None => goals.push(goal),
                }
            }
        }
        goals.sort_by_key(|goal| (goal.rank, std::cmp::Reverse(goal.way.len()), goal.to));
        Some(goals)
    }

    /// The fields that ask for an argument.
    fn fields_of(&self, verb: Word, at: usize, level: &FormLevel, path: &OptionsPath) -> Vec<FormField> {
        let FormLevel { arg, asks } = level;
        let name = |word: Word| self.names.word(verb, arg, word);
        let choices = |least, most, options| FormChoices { least, most, options };
        let (description, input) = match asks {
            Asks::Nothing => return vec![],
            Asks::Goal(goals) => return self.goal_fields(verb, at, arg, goals),
            Asks::Words { words, several } => {
                let marked = if *several && at == 0 { self.marked(verb, arg, words, path) } else { vec![] };
                let option = |(at, word): (usize, &Word)| SelectOption {
                    chosen: marked.contains(&at),
                    ..choice(at, &name(*word), "")
                };
                let options: Vec<SelectOption> = words.iter().enumerate().map(option).collect();
                let count = options.len();
                match (several, count <= GROUP_OPTIONS) {
                    (false, true) => (String::new(), FormInput::Radio(options)),
                    (false, false) => (String::new(), FormInput::Menu(choices(1, 1, options))),
                    (true, few) => {
                        let all = choices(1, count, options);
                        let input = if few { FormInput::Checks(all) } else { FormInput::Menu(all) };
                        (self.names.say("pick-several", &[]), input)
                    }
                }
            }
            Asks::Some { of, least, most } => {
                let option = |(at, (word, _)): (usize, &(Word, u32))| choice(at, &name(*word), "");
                let all = choices(*least, *most, of.iter().enumerate().map(option).collect());
                let few = of.len() <= GROUP_OPTIONS;
                let input = if few { FormInput::Checks(all) } else { FormInput::Menu(all) };
                (self.names.say_range("pick-how-many", (*least, *most)), input)
            }
            Asks::Number { least, most } => {
                let label = self.names.arg(verb, arg);
                return vec![self.field(&at.to_string(), &label, *least, *most, true)];
            }
            Asks::Text => {
                let input = TextInput { long: true, required: true, ..TextInput::default() };
                (String::new(), FormInput::Text(input))
            }
        };
        let label = shorten(&self.names.arg(verb, arg), FIELD_LABEL);
        let description = shorten(&description, FIELD_DESCRIPTION);
        vec![FormField { custom_id: at.to_string(), label, description, input }]
    }

    /// A menu of places; further menus where there are more of them, of which one is chosen in.
    fn goal_fields(&self, verb: Word, at: usize, arg: &str, goals: &[Goal]) -> Vec<FormField> {
        let option = |(number, goal): (usize, &Goal)| {
            let list = self.names.list(goal.way.iter().map(|space| self.names.plain_name(*space)));
            let way = self.names.say("pick-way", &[("steps", goal.way.len().into()), ("way", list.into())]);
            let by = goal.by.map(|(arg, word)| self.names.word(verb, arg, word));
            let about: Vec<String> = by.into_iter().chain([way]).collect();
            choice(number, &self.names.word(verb, arg, goal.to), &about.join(" "))
        };
        let options: Vec<SelectOption> = goals.iter().enumerate().map(option).collect();
        let is_alone = options.len() <= SELECT_OPTIONS;
        let field = |(part, options): (usize, &[SelectOption])| {
            let key = if part == 0 { "pick-where" } else { "pick-where-more" };
            let description = if is_alone { String::new() } else { self.names.say("pick-where-one", &[]) };
            let choices = FormChoices { least: usize::from(is_alone), most: 1, options: options.to_vec() };
            FormField {
                custom_id: format!("{at}.{part}"),
                label: shorten(&self.names.say(key, &[]), FIELD_LABEL),
                description: shorten(&description, FIELD_DESCRIPTION),
                input: FormInput::Menu(choices),
            }
        };
        options.chunks(SELECT_OPTIONS).enumerate().map(field).collect()
    }

    /// The words that are chosen beforehand: where an order may be of all, all that can go with the first.
    fn marked(&self, verb: Word, arg: &str, words: &[Word], path: &OptionsPath) -> Vec<usize> {
        if !self.names.takes_all(verb, arg) {
            return vec![];
        }
        (0..words.len()).filter(|at| *at == 0 || self.goes_with(path, 0, *at)).collect()
    }

    /// The step after a form that came back: the order, unless a part of the form is missing; else the next choice.
    pub fn formed(&self, verb: usize, fields: &[(String, String)], is_whole: bool) -> PickerStep {
        let Some(levels) = self.levels(verb) else { return PickerStep::Changed };
        let mut path = OptionsPath::of_verb(verb);
        for (at, level) in levels.iter().enumerate() {
            match self.taken(path, at, level, fields) {
                Ok((next, true)) => path = next,
                // A path stops at no place that needs no choice.
                Ok((reached, false)) => {
                    return self.settled(reached).map_or(PickerStep::Changed, |path| go_on(self, path));
                }
                Err(step) => return step,
            }
        }
        let Some(path) = (if path.end.is_some() { Some(path) } else { self.settled(path) }) else {
            return PickerStep::Changed;
        };
        let given = if is_whole { give(self, &path) } else { None };
        given.unwrap_or_else(|| go_on(self, path))
    }

    /// Adds a value of a form for one argument, and returns true; false, with the path as it was, where the form has none.
    fn taken(
        &self,
        path: OptionsPath,
        at: usize,
        level: &FormLevel,
        fields: &[(String, String)],
    ) -> Result<(OptionsPath, bool), PickerStep> {
        let Some(place) = path.place(self.options()) else { return Err(PickerStep::Changed) };
        let key = at.to_string();
        // The menus of one list of places are named `3.0`, `3.1`.
        let is_its = |name: &str| name.split('.').next() == Some(key.as_str());
        let chosen: Vec<usize> = fields
            .iter()
            .filter(|(name, value)| is_its(name) && !value.is_empty())
            .filter_map(|(_, value)| value.parse().ok())
            .collect();
        match (&level.asks, place.node) {
            (Asks::Nothing, Node::OneOf { .. }) => Ok((path.with_words(0, vec![]), true)),
            (Asks::Words { words, several }, Node::OneOf { of, .. }) => {
                let chosen: Vec<Word> = chosen.iter().filter_map(|at| words.get(*at).copied()).collect();
                let place_of = |word: &Word| of.iter().position(|(legal, _)| legal == word);
                let mut at: Vec<usize> = chosen.iter().filter_map(place_of).collect();
                at.sort_unstable();
                at.dedup();
                let is_legal = at.len() == chosen.len() && (*several || at.len() <= 1);
                let Some((first, beside)) = at.split_first().filter(|_| is_legal) else {
                    return Ok((path, false));
                };
                if !beside.iter().all(|other| self.goes_with(&path, *first, *other)) {
                    let text = self.names.say("pick-not-together", &[]);
                    return Err(PickerStep::InputError(text));
                }
                Ok((path.with_words(*first, beside.to_vec()), true))
            }
            (Asks::Goal(goals), Node::Walk { walk, .. }) => {
                let [chosen] = chosen[..] else { return Ok((path, false)) };
                Ok(goals
                    .get(chosen)
                    .and_then(|goal| self.way_to(&path, walk, goal.to))
                    .map_or((path, false), |p| (p, true)))
            }
            (Asks::Some { of, .. }, Node::SomeOf { .. }) => {
                let marks = (0..of.len()).map(|at| chosen.contains(&at)).collect();
                let end = PathEnd { done: true, ..PathEnd::part(PathValue::Chosen(marks)) };
                match path.form_as_it_is(self.options(), &end) {
                    Some(_) => Ok((path.with_end(end), true)),
                    None => Ok((path, false)),
                }
            }
            (Asks::Number { .. }, Node::Number { least, most, .. }) => {
                let typed = text(fields, &key).unwrap_or_default();
                let number = self.number_in(typed, *least, *most)?;
                Ok((path.with_end(PathEnd::whole(PathValue::Number(number))), true))
            }
            (Asks::Text, Node::Text { .. }) => {
                let typed = text(fields, &key).unwrap_or_default();
                // A text completes the order, so no path goes on after it.
                Err(self.typed_in(&path, typed).unwrap_or(PickerStep::Changed))
            }
            _ => Err(PickerStep::Changed),
        }
    }

    /// The path with a shortest way to a place, if there is one.
    fn way_to(&self, path: &OptionsPath, walk: &Walk, to: Word) -> Option<OptionsPath> {
        let way = walk.routes().remove(&to)?;
        let way = PathValue::Way(path_value::steps(walk, &way)?);
        Some(path.with_end(PathEnd::whole(way)))
    }
}

/// An option of a form; its value is its place.
fn choice(at: usize, label: &str, description: &str) -> SelectOption {
    SelectOption {
        label: shorten(label, SELECT_TEXT),
        value: at.to_string(),
        description: shorten(description, SELECT_TEXT),
        chosen: false,
    }
}
