//! What a click leads to.

use super::options_path::{OptionsPath, PathEnd, PathNode, PathValue, steps};
use super::ways::{share_bounds, ways};
use super::{Pick, PickAction, PickerStep, Picking, digest};
use crate::door::discord::limits::CUSTOM_ID;
use crate::door::discord::outbound::paginate::length;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::game::{Node, Options, OrderForm, Walk, Word};

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

    /// Returns whether components that carry this path are short enough.
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

    /// The step after a click; `None` if it fits no legal order.
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
            PickAction::Give => self.give(&path),
            PickAction::Anyway => Some(PickerStep::Give { form: path.form(self.options())?, anyway: true }),
        }
    }

    fn chosen_in_menu(&self, page: usize, values: &[String]) -> Option<PickerStep> {
        if values.is_empty() {
            let text = self.say("discord-pick-what", &[]);
            return Some(PickerStep::Show { text, rows: self.menu(page) });
        }
        let path = match self.entries().into_iter().nth(one(values)?)? {
            Entry::Order(path, _) => path,
            Entry::Verb(verb) => self.settled(OptionsPath::of_verb(verb))?,
        };
        Some(self.go(path))
    }

    /// On along `options_path`, if components can carry it; else the rest is typed.
    pub fn go(&self, path: OptionsPath) -> PickerStep {
        if self.fits(&path) {
            return self.show(&path, 0);
        }
        let without_end = OptionsPath { end: None, ..path.clone() };
        // What is typed is one order: those beside it are typed too.
        let goes_on = path.beside.is_none() && self.fits(&without_end);
        self.to_type(&if goes_on { without_end } else { OptionsPath::of_verb(path.verb) })
    }

    fn choose(&self, path: &OptionsPath, page: usize, values: &[String]) -> Option<PickerStep> {
        let place = path.place(self.options())?;
        let whole = |what: PathValue| Some(self.go(path.with_end(PathEnd::whole(what))));
        match place.node {
            Node::End | Node::Text { .. } => None,
            Node::OneOf { .. } => self.choose_words(path, &place, page, values),
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
                    let (_, way) = self.destinations(path, walk).into_iter().nth(one(values)?)?;
                    whole(PathValue::Way(steps(walk, &way)?))
                }
            },
        }
    }

    /// Returns whether the first word at a place stands by itself: it is the only one, or the number of a box that is given where
    /// it matters.
    pub fn stands(&self, place: &PathNode<'_>) -> bool {
        match place.node {
            Node::OneOf { arg, of } => of.len() == 1 || of.len() > 1 && self.is_first(place.verb, arg),
            _ => false,
        }
    }

    /// A path as far as nothing has to be chosen.
    pub fn settled(&self, path: OptionsPath) -> Option<OptionsPath> {
        path.settled(self.options(), &|place| self.stands(place))
    }

    /// One step back.
    pub fn back(&self, path: &OptionsPath) -> Option<OptionsPath> {
        path.back(self.options(), &|place| self.stands(place))
    }

    /// The last place at which one of several words stood by itself.
    pub fn stood(&self, path: &OptionsPath) -> Option<OptionsPath> {
        let places = (0..path.words.len()).rev().map(|level| path.up_to(level));
        let stood = |path: &OptionsPath| {
            let place = path.place(self.options())?;
            let is_one_of = matches!(place.node, Node::OneOf { of, .. } if of.len() > 1);
            Some(is_one_of && self.stands(&place))
        };
        places.into_iter().find(|path| stood(path).unwrap_or_default())
    }

    /// Returns whether another word can be given beside the first, in an order of its own: what follows both is the same, or stands
    /// by itself.
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

    /// One word at a place, or several where the book lets one order speak of several.
    fn choose_words(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        page: usize,
        values: &[String],
    ) -> Option<PickerStep> {
        let Node::OneOf { arg, of } = place.node else { return None };
        let on_page = super::screens::page_of(of.len(), page);
        let mut at: Vec<usize> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
        at.sort_unstable();
        at.dedup();
        let (first, beside) = at.split_first()?;
        let may = beside.is_empty() || self.takes_several(place.verb, arg) && path.beside.is_none();
        (may && at.iter().all(|at| on_page.contains(at))).then_some(())?;
        if !beside.iter().all(|other| self.goes_with(path, *first, *other)) {
            return Some(PickerStep::InputError(self.say("discord-pick-not-together", &[])));
        }
        Some(self.go(self.settled(path.clone().with_words(*first, beside.to_vec()))?))
    }

    /// The order that a path gives; several as a line of orders, so that each is carried out as it is then legal.
    fn give(&self, path: &OptionsPath) -> Option<PickerStep> {
        let form = path.form(self.options())?;
        let Some(beside) = &path.beside else { return Some(PickerStep::Give { form, anyway: false }) };
        let arg = path.up_to(beside.level).place(self.options())?.node.arg()?;
        let words: Vec<String> =
            path.words_at(self.options(), beside.level).iter().map(Word::to_string).collect();
        let stays = |name: &Word| name.as_str() != arg && !self.is_first(form.verb, name.as_str());
        let args = form.args().filter(|(name, _)| stays(name));
        let one = args.fold(OrderForm::new(form.verb), |mut one, (name, value)| {
            one.set(*name, value.clone());
            one
        });
        let typed = self.on.position.phrases.book.type_out(&one);
        Some(PickerStep::Line(format!("{typed} {arg}={}", words.join(","))))
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

    /// The places that can be reached, each with a shortest way there, the nearest first. Where a way that goes less far could
    /// be had instead, at a lower speed, whoever chose this one wants to go far: the farthest come first.
    pub fn destinations(&self, path: &OptionsPath, walk: &Walk) -> Vec<(Word, Vec<Word>)> {
        let mut routes: Vec<(Word, Vec<Word>)> = walk.routes().into_iter().collect();
        routes.sort_by_key(|(_, way)| way.len());
        if self.is_dear(path, walk) {
            routes.sort_by_key(|(_, way)| std::cmp::Reverse(way.len()));
        }
        routes
    }

    /// Returns whether the last word before a walk stands behind another that leads to a shorter one.
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
