//! What a click leads to.

use super::options_path::{OptionsPath, PathEnd, PathValue, steps};
use super::ways::{share_bounds, ways};
use super::{Pick, PickAction, PickerStep, Picking, digest};
use crate::door::discord::limits::CUSTOM_ID;
use crate::door::discord::outbound::paginate::length;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::game::{Node, Options, Walk, Word};

/// The picker at work on one click.
pub(super) struct Steps<'p> {
    pub on: &'p Picking<'p>,
    /// The digest of the options.
    pub tree: String,
}

/// A line of the first menu.
pub(super) enum Entry {
    /// An order, complete.
    Order(OptionsPath, String),
    /// A verb of more orders than are listed.
    Verb(usize),
}

impl<'p> Steps<'p> {
    pub fn of(on: &'p Picking<'p>) -> Steps<'p> {
        let tree = digest::of(on.seat.as_str(), on.prompt, on.position.options, &on.choices);
        Steps { on, tree }
    }

    pub fn options(&self) -> &'p Options {
        self.on.position.options
    }

    /// The `custom_id` of a component.
    pub fn id(&self, deed: PickAction, page: usize, path: Option<&OptionsPath>) -> String {
        let path = path.map_or_else(String::new, |path| path.write(self.options()));
        let pick = Pick { deed, page, tree: self.tree.clone(), path };
        let ticket = Ticket {
            table: self.on.table.to_owned(),
            seat: Some(self.on.seat),
            prompt: self.on.prompt,
            act: TicketAction::Pick(pick),
        };
        self.on.tickets.write(&ticket)
    }

    /// Whether components that carry this path are short enough.
    pub fn fits(&self, path: &OptionsPath) -> bool {
        length(&self.id(PickAction::Show, 0, Some(path))) <= CUSTOM_ID
    }

    /// The lines of the first menu: orders listed one by one, and verbs that have more.
    pub fn entries(&self) -> Vec<Entry> {
        let listed = self.on.choices.iter().filter_map(|choice| {
            let path = OptionsPath::of_form(self.options(), &choice.form).filter(|path| self.fits(path))?;
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
            entries.extend(orders.into_iter().map(|(path, text)| Entry::Order(path.clone(), text.clone())));
            if !is_whole {
                entries.push(Entry::Verb(verb));
            }
        }
        entries
    }

    /// What a click leads to; `None` when it fits nothing that may be ordered.
    pub fn click(&self, pick: &Pick, values: &[String]) -> Option<PickerStep> {
        if pick.deed == PickAction::Menu {
            return self.chosen_in_menu(pick.page, values);
        }
        let path = OptionsPath::read(self.options(), &pick.path)?;
        match pick.deed {
            PickAction::Menu | PickAction::Show => Some(self.show(&path, pick.page)),
            PickAction::Choose => self.choose(&path, pick.page, values),
            PickAction::Nothing => self.choose_nothing(&path),
            PickAction::Done => self.done(&path),
            PickAction::ByHand => self.by_hand(&path),
            PickAction::Bin => self.choose_bin(&path, values),
            PickAction::Rest => self.put_the_rest(&path),
            PickAction::Fill => self.number_modal(&path).map(PickerStep::Fill),
            PickAction::Type => self.typing_modal(&path).map(PickerStep::Fill),
            PickAction::Give => path.form(self.options()).map(PickerStep::Give),
        }
    }

    fn chosen_in_menu(&self, page: usize, values: &[String]) -> Option<PickerStep> {
        if values.is_empty() {
            let text = self.say("discord-pick-what", &[]);
            return Some(PickerStep::Show { text, rows: self.menu(page) });
        }
        let path = match self.entries().into_iter().nth(one(values)?)? {
            Entry::Order(path, _) => path,
            Entry::Verb(verb) => OptionsPath::of_verb(self.options(), verb)?,
        };
        Some(self.go(path))
    }

    /// On along `options_path`, if components can carry it; else the rest is typed.
    pub fn go(&self, path: OptionsPath) -> PickerStep {
        if self.fits(&path) {
            return self.show(&path, 0);
        }
        let without_end = OptionsPath { end: None, ..path.clone() };
        let verb_alone = OptionsPath { words: Vec::new(), ..without_end.clone() };
        self.to_type(if self.fits(&without_end) { &without_end } else { &verb_alone })
    }

    fn choose(&self, path: &OptionsPath, page: usize, values: &[String]) -> Option<PickerStep> {
        let place = path.place(self.options())?;
        let whole = |what: PathValue| Some(self.go(path.with_end(PathEnd::whole(what))));
        match place.node {
            Node::End | Node::Text { .. } => None,
            Node::OneOf { .. } => Some(self.go(path.clone().with_word(self.options(), one(values)?)?)),
            Node::SomeOf { of, .. } => self.choose_some(path, of, page, values),
            Node::Number { least, most, .. } => {
                let above = i64::try_from(one(values)?).ok()?;
                let number = least.checked_add(above).filter(|number| number <= most)?;
                whole(PathValue::Number(number))
            }
            Node::Split { bins, least, most, .. } => match ways(place.node, super::screens::FEW_WAYS) {
                Some(all) => whole(all.into_iter().nth(one(values)?)?),
                None => self.choose_share(path, bins, (*least, *most), one(values)?),
            },
            Node::Sort { sort, .. } => match &path.end {
                Some(end) => self.choose_things(path, sort, &end.what, page, values),
                None => whole(self.proposals(sort, place.node).into_iter().nth(one(values)?)?),
            },
            Node::Walk { walk, .. } => match path.end.as_ref().map(|end| &end.what) {
                Some(PathValue::Way(way)) => self.step_on(path, walk, way, one(values)?),
                _ => {
                    let (_, way) = routes(walk).into_iter().nth(one(values)?)?;
                    whole(PathValue::Way(steps(walk, &way)?))
                }
            },
        }
    }

    /// The words chosen on a page take the place of those chosen there before; those of other pages stay.
    fn choose_some(
        &self,
        path: &OptionsPath,
        of: &[(Word, u32)],
        page: usize,
        values: &[String],
    ) -> Option<PickerStep> {
        let mut chosen = chosen_of(path, of.len());
        let on_page = super::screens::page_of(of.len(), page);
        let values: Vec<usize> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
        values.iter().all(|at| on_page.contains(at)).then_some(())?;
        on_page.for_each(|at| chosen[at] = values.contains(&at));
        let end = PathEnd::part(PathValue::Chosen(chosen));
        let is_paged = of.len() > super::screens::page_of(of.len(), 0).len();
        if !is_paged && path.form_as_it_is(self.options(), &end).is_some() {
            return Some(self.go(path.with_end(PathEnd { done: true, ..end })));
        }
        Some(self.show(&path.with_end(end), page))
    }

    fn choose_nothing(&self, path: &OptionsPath) -> Option<PickerStep> {
        let Node::SomeOf { of, .. } = path.place(self.options())?.node else { return None };
        let end = PathEnd { done: true, ..PathEnd::part(PathValue::Chosen(vec![false; of.len()])) };
        path.form_as_it_is(self.options(), &end)?;
        Some(self.go(path.with_end(end)))
    }

    /// The next bin of those that share points gets `above` more than its fewest.
    fn choose_share(
        &self,
        path: &OptionsPath,
        bins: &[(Word, u32)],
        (least, most): (u32, u32),
        above: usize,
    ) -> Option<PickerStep> {
        let shares = shares_of(path);
        let (from, to) = share_bounds(bins, least, most, &shares);
        let share = from.checked_add(u32::try_from(above).ok()?).filter(|share| *share <= to)?;
        Some(self.share(path, bins, share))
    }

    /// The next bin gets `share` points, which is within its bounds.
    pub fn share(&self, path: &OptionsPath, bins: &[(Word, u32)], share: u32) -> PickerStep {
        let mut shares = shares_of(path);
        shares.push(share);
        let done = shares.len() == bins.len();
        self.go(path.with_end(PathEnd { done, ..PathEnd::part(PathValue::Shares(shares)) }))
    }

    /// One step further; where no other may follow, the way is complete.
    fn step_on(&self, path: &OptionsPath, walk: &Walk, way: &[usize], step: usize) -> Option<PickerStep> {
        let way: Vec<usize> = way.iter().copied().chain([step]).collect();
        let at = *super::options_path::places(walk, &way)?.last()?;
        let done = way.len() >= walk.most || walk.stops_at(at) || walk.steps_from(at).is_empty();
        Some(self.go(path.with_end(PathEnd { done, ..PathEnd::part(PathValue::Way(way)) })))
    }

    fn done(&self, path: &OptionsPath) -> Option<PickerStep> {
        let end = path.end.as_ref()?;
        path.form_as_it_is(self.options(), end)?;
        Some(self.go(path.with_end(PathEnd { done: true, ..end.clone() })))
    }

    /// From proposals to single things, from destinations to single steps; a complete value is the beginning.
    fn by_hand(&self, path: &OptionsPath) -> Option<PickerStep> {
        let what = match (path.place(self.options())?.node, &path.end) {
            (Node::Sort { .. }, Some(end)) => end.what.clone(),
            (Node::Sort { sort, .. }, None) => PathValue::Sorted { of: vec![0; sort.items.len()], bin: 0 },
            (Node::Walk { .. }, _) => PathValue::Way(Vec::new()),
            _ => return None,
        };
        Some(self.go(path.with_end(PathEnd::part(what))))
    }
}

/// The places of a walk that can be reached, the nearest first, each with a shortest way there.
pub(super) fn routes(walk: &Walk) -> Vec<(Word, Vec<Word>)> {
    let mut routes: Vec<(Word, Vec<Word>)> = walk.routes().into_iter().collect();
    routes.sort_by_key(|(_, way)| way.len());
    routes
}

/// Which words are chosen so far.
pub(super) fn chosen_of(path: &OptionsPath, words: usize) -> Vec<bool> {
    match path.end.as_ref().map(|end| &end.what) {
        Some(PathValue::Chosen(chosen)) => chosen.clone(),
        _ => vec![false; words],
    }
}

/// The points shared so far.
pub(super) fn shares_of(path: &OptionsPath) -> Vec<u32> {
    match path.end.as_ref().map(|end| &end.what) {
        Some(PathValue::Shares(shares)) => shares.clone(),
        _ => Vec::new(),
    }
}

/// The place in a list that the one value chosen in a menu names.
pub(super) fn one(values: &[String]) -> Option<usize> {
    match values {
        [value] => value.parse().ok(),
        _ => None,
    }
}

/// Every order of a verb, if there are at most `most`.
fn all_of(options: &Options, verb: usize, most: usize) -> Option<Vec<OptionsPath>> {
    let mut all = Vec::new();
    let mut open = vec![OptionsPath { verb, words: Vec::new(), end: None }];
    while let Some(path) = open.pop() {
        let node = path.place(options)?.node;
        match node {
            Node::OneOf { of, .. } => open.extend((0..of.len()).map(|at| {
                let words = path.words.iter().copied().chain([at]).collect();
                OptionsPath { words, ..path.clone() }
            })),
            _ => all.extend(ways(node, most)?.into_iter().map(|what| path.with_end(PathEnd::whole(what)))),
        }
        if all.len() > most || open.len() > most {
            return None;
        }
    }
    Some(all)
}
