//! The components at a node: a menu of the next words, and the ways back.

use std::ops::Range;

use super::steps::{Steps, fitted, give};
use super::{PAGES, PickAction, PickerStep, others};
use crate::club::picking::course::{chosen_of, shares_of};
use crate::club::picking::names::range;
use crate::club::picking::path_value::{places, share_bounds};
use crate::club::picking::ways::ways;
use crate::club::picking::{MenuEntry, OptionsPath, PathEnd, PathNode, PathValue};
use crate::door::discord::limits::{BUTTON_LABEL, BUTTONS_A_ROW, PLACEHOLDER, SELECT_OPTIONS, SELECT_TEXT};
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::{Button, Row, Select, SelectOption, Style};
use crate::door::discord::outbound::paginate::{length, shorten};
use crate::game::{Node, OrderForm, Walk, Word};
use crate::words::Value;

/// Most ways of sharing or sorting that are listed one by one.
pub(super) const FEW_WAYS: usize = SELECT_OPTIONS;
/// Most bins that are filled in at once.
pub(super) const BINS_AT_ONCE: usize = crate::door::discord::limits::MODAL_FIELDS;

impl Steps<'_> {
    /// The components to begin with: a menu, and below it a button for each order that is listed by itself, where those are
    /// few.
    pub fn menu(&self, page: usize) -> Vec<Row> {
        let entries = self.entries();
        let buttons_of = self.buttoned(&entries);
        let is_button = |entry: &MenuEntry| {
            entry.order().is_some_and(|(path, _)| buttons_of.iter().any(|(other, _)| *other == path))
        };
        let in_menu: Vec<usize> = (0..entries.len()).filter(|at| !is_button(&entries[*at])).collect();
        let line = |at: &usize| match &entries[*at] {
            MenuEntry::Order(_, text) => option(*at, text, String::new()),
            MenuEntry::Verb(verb) => {
                let verb = self.options().verbs[*verb].0;
                let label = self.names.say("pick-verb", &[("verb", self.on.position.verb(verb).into())]);
                option(*at, &label, self.names.verb_help(verb))
            }
        };
        let lines: Vec<SelectOption> = in_menu[page_of(in_menu.len(), page)].iter().map(line).collect();
        let mut rows = Vec::new();
        if !lines.is_empty() {
            let asks = self.names.say("pick-what", &[]);
            rows.push(select(self.id(PickAction::Menu, page, None), &asks, lines));
            rows.extend(buttons(self.turning(in_menu.len(), page, PickAction::Menu, None)));
        }
        let verbs = entries.iter().filter_map(|entry| match entry {
            MenuEntry::Verb(verb) => Some(*verb),
            MenuEntry::Order(..) => None,
        });
        let forms = verbs.filter(|verb| self.has_form(*verb)).take(BUTTONS_A_ROW);
        rows.extend(buttons(forms.map(|verb| self.form_button(verb)).collect()));
        rows.extend(buttons(buttons_of.into_iter().map(|(path, text)| self.at_once(path, text)).collect()));
        rows
    }

    /// The orders that have a button each: all where they are few, of many those that are a word alone, so that what ends a
    /// phase is always at hand.
    fn buttoned<'e>(&self, entries: &'e [MenuEntry]) -> Vec<(&'e OptionsPath, &'e String)> {
        let orders: Vec<(&OptionsPath, &String)> = entries.iter().filter_map(MenuEntry::order).collect();
        let are_few = orders.len() <= BUTTONS_A_ROW;
        let is_alone = |path: &OptionsPath| matches!(self.options().verbs[path.verb].1, Node::End);
        let has_one = |(path, _): &(&OptionsPath, &String)| are_few || is_alone(path);
        orders.into_iter().filter(has_one).take(BUTTONS_A_ROW).collect()
    }

    /// The orders that have a button each, with its `custom_id`.
    pub fn ids_at_once(&self) -> Vec<(OrderForm, String)> {
        let entries = self.entries();
        let id = |(path, text): (&OptionsPath, &String)| {
            Some((path.form(self.options())?, self.at_once(path, text).custom_id))
        };
        self.buttoned(&entries).into_iter().filter_map(id).collect()
    }

    /// A button that opens the form of a verb.
    fn form_button(&self, verb: usize) -> Button {
        let name = self.on.position.verb(self.options().verbs[verb].0);
        let label = self.names.say("pick-form", &[("verb", name.into())]);
        self.button(label, PickAction::Form, &OptionsPath::of_verb(verb))
    }

    /// A button with a whole sentence gives the order; one that had to be shortened shows it first.
    fn at_once(&self, path: &OptionsPath, text: &str) -> Button {
        let fits = |text: &str| length(text) <= BUTTON_LABEL;
        let text =
            if fits(text) { text.to_owned() } else { self.names.only_word(path).unwrap_or(text.to_owned()) };
        let deed = if fits(&text) { PickAction::Give } else { PickAction::Show };
        self.button(shorten(&text, BUTTON_LABEL), deed, path)
    }

    /// The step at `path`: the next question, or the order to give.
    pub fn show(&self, path: &OptionsPath, page: usize) -> PickerStep {
        let Some(place) = path.place(self.options()) else { return PickerStep::Changed };
        if let Some(form) = path.form(self.options()) {
            return match path.beside {
                Some(_) => self.confirm(path, self.all_given(path)),
                None => self.confirm(path, fitted(&plain(&(self.on.sentence)(&form)))),
            };
        }
        let part = path.end.as_ref().map(|end| &end.what);
        match (place.node, part) {
            (Node::End, _) => PickerStep::Changed,
            (Node::OneOf { arg, of }, _) => self.show_words(path, &place, arg, of, page),
            (Node::SomeOf { .. }, _) => self.show_some(path, &place, page),
            (Node::Number { least, most, .. }, _) => self.show_number(path, &place, *least, *most),
            (Node::Split { bins, least, most, .. }, _) => {
                self.show_split(path, &place, bins, (*least, *most), page)
            }
            (Node::Sort { sort, .. }, Some(PathValue::Sorted { of, bin })) => {
                self.show_bin(path, &place, sort, (of, *bin), page)
            }
            (Node::Sort { sort, .. }, _) => self.show_proposals(path, &place, sort),
            (Node::Text { .. }, _) => self.to_type(path),
            (Node::Walk { walk, .. }, Some(PathValue::Way(way))) => self.show_step(path, &place, walk, way),
            (Node::Walk { walk, .. }, _) => self.show_destinations(path, &place, walk, page),
        }
    }

    /// The step after a choice. The last choice gives an order that can be taken back at once.
    pub fn go(&self, path: OptionsPath) -> PickerStep {
        let is_free = path.place(self.options()).is_some_and(|place| (self.on.can_take_back)(place.verb));
        let given = if is_free { give(self, &path) } else { None };
        given.unwrap_or_else(|| go_on(self, path))
    }

    /// The next bin gets `share` points, which is within its bounds.
    pub fn share(&self, path: &OptionsPath, bins: &[(Word, u32)], share: u32) -> PickerStep {
        let mut shares = shares_of(path);
        shares.push(share);
        let done = shares.len() == bins.len();
        self.go(path.with_end(PathEnd { done, ..PathEnd::part(PathValue::Shares(shares)) }))
    }

    fn confirm(&self, path: &OptionsPath, text: String) -> PickerStep {
        let give = Button {
            label: self.names.say("pick-give", &[]),
            custom_id: self.id(PickAction::Give, 0, Some(path)),
            style: Style::Primary,
        };
        let mut row = vec![give];
        let by_hand =
            path.end.as_ref().filter(|end| !end.by_hand && matches!(end.what, PathValue::Sorted { .. }));
        // The words are the same one step back where the program sorted; else this is the only legal way to sort.
        let is_sole = self.back(path).is_none_or(|back| back.words != path.words);
        if by_hand.is_some() && !is_sole {
            row.push(self.button(self.names.say("pick-by-hand", &[]), PickAction::ByHand, path));
        }
        if path.beside.is_none()
            && let Some(other) = self.stood(path)
            && let Some(label) = others::label(self, &other)
        {
            row.push(self.button(label, PickAction::Show, &other));
        }
        row.extend(self.ways_back(path));
        PickerStep::Show { text, rows: vec![Row::Buttons(row)] }
    }

    fn show_words(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        arg: &str,
        of: &[(Word, Node)],
        page: usize,
    ) -> PickerStep {
        let on_page = page_of(of.len(), page);
        let line = |at: usize| option(at, &self.names.word(place.verb, arg, of[at].0), String::new());
        let mut menu = self.menu_of(path, place, on_page.clone().map(line).collect(), page);
        let together = |at: usize| at != on_page.start && self.goes_with(path, on_page.start, at);
        let several = path.beside.is_none() && self.names.takes_several(place.verb, arg);
        let mut more = vec![];
        if several
            && on_page.clone().any(together)
            && let Row::Select(menu) = &mut menu
        {
            menu.most = on_page.len();
            more.push(self.names.say("pick-several", &[]));
        }
        let mut row = self.turning(of.len(), page, PickAction::Show, Some(path));
        row.extend(others::button(self, path, place, of));
        self.screen(path, &more, vec![menu], row)
    }

    fn show_some(&self, path: &OptionsPath, place: &PathNode<'_>, page: usize) -> PickerStep {
        let Node::SomeOf { arg, of, least, most, budget } = place.node else { return PickerStep::Changed };
        let chosen = chosen_of(path, of.len());
        // The longest custom id that this menu can lead to.
        if !self.fits(&path.with_end(PathEnd::part(PathValue::Chosen(vec![true; of.len()])))) {
            return self.to_type(path);
        }
        let end = PathEnd::part(PathValue::Chosen(chosen.clone()));
        let on_page = page_of(of.len(), page);
        let is_paged = on_page.len() < of.len();
        let line = |at: usize| {
            let (word, cost) = of[at];
            let about = match budget {
                Some(_) => self.names.say("pick-cost", &[("cost", cost.into())]),
                None => String::new(),
            };
            SelectOption { chosen: chosen[at], ..option(at, &self.names.word(place.verb, arg, word), about) }
        };
        let mut menu = Select {
            custom_id: self.id(PickAction::Choose, page, Some(path)),
            placeholder: shorten(&self.names.question(place).unwrap_or_default(), PLACEHOLDER),
            // The player may have chosen enough on the other pages.
            least: if is_paged { 0 } else { (*least).min(on_page.len()) },
            most: (*most).clamp(1, on_page.len().max(1)),
            options: on_page.map(line).collect(),
        };
        keep_marks_within(&mut menu);
        let count = chosen.iter().filter(|chosen| **chosen).count();
        let mut more = vec![self.names.say_range("pick-how-many", (*least, (*most).min(of.len())))];
        if let Some(budget) = budget {
            let spent: u32 = of.iter().zip(&chosen).filter(|(_, c)| **c).map(|((_, cost), _)| cost).sum();
            let args = [("spent", Value::from(spent)), ("budget", (*budget).into())];
            more.push(self.names.say("pick-budget", &args));
        }
        if count > 0 {
            let list = self.names.value(place, &end.what);
            more.push(self.names.say("pick-chosen", &[("list", list.into())]));
        }
        let mut row = self.turning(of.len(), page, PickAction::Show, Some(path));
        if count == 0 && *least == 0 {
            row.push(self.button(self.names.say("pick-nothing", &[]), PickAction::Nothing, path));
        } else if path.form_as_it_is(self.options(), &end).is_some() {
            row.push(self.button(self.names.say("pick-done", &[]), PickAction::Done, &path.with_end(end)));
        }
        self.screen(path, &more, vec![Row::Select(menu)], row)
    }

    fn show_number(&self, path: &OptionsPath, place: &PathNode<'_>, least: i64, most: i64) -> PickerStep {
        // Not by subtraction: the span may be wider than an `i64`.
        let count = usize::try_from(most.abs_diff(least)).map_or(usize::MAX, |span| span.saturating_add(1));
        if count > SELECT_OPTIONS {
            return self.screen(path, &[], Vec::new(), vec![self.fill(path)]);
        }
        let lines = (least..=most).enumerate().map(|(at, n)| option(at, &n.to_string(), String::new()));
        let menu = self.menu_of(path, place, lines.collect(), 0);
        self.screen(path, &[], vec![menu], Vec::new())
    }

    fn show_split(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        bins: &[(Word, u32)],
        (least, most): (u32, u32),
        page: usize,
    ) -> PickerStep {
        let room = bins.iter().map(|(_, limit)| limit).sum::<u32>().min(most);
        let mut more = vec![self.names.say_range("pick-points", (least, room))];
        if let Some(all) = ways(place.node, FEW_WAYS) {
            let line =
                |(at, way): (usize, &PathValue)| option(at, &self.names.value(place, way), String::new());
            let menu = self.menu_of(path, place, all.iter().enumerate().map(line).collect(), page);
            return self.screen(path, &more, vec![menu], Vec::new());
        }
        if bins.len() <= BINS_AT_ONCE {
            return self.screen(path, &more, Vec::new(), vec![self.fill(path)]);
        }
        let shares = shares_of(path);
        let Some((bin, _)) = bins.get(shares.len()) else { return PickerStep::Changed };
        let bin = self.names.word(place.verb, place.node.arg().unwrap_or_default(), *bin);
        if !shares.is_empty() {
            let list = self.names.value(place, &PathValue::Shares(shares.clone()));
            more.push(self.names.say("pick-chosen", &[("list", list.into())]));
        }
        let (from, to) = share_bounds(bins, least, most, &shares);
        let range = range(&|key, args| self.names.say(key, args), (from, to));
        let asks = self.names.say("pick-share", &[("bin", bin.into()), ("range", range.into())]);
        more.push(asks.clone());
        if (to - from) as usize >= SELECT_OPTIONS {
            return self.screen(path, &more, Vec::new(), vec![self.fill(path)]);
        }
        let lines = (from..=to).enumerate().map(|(at, share)| option(at, &share.to_string(), String::new()));
        let menu = select(self.id(PickAction::Choose, page, Some(path)), &asks, lines.collect());
        self.screen(path, &more, vec![menu], Vec::new())
    }

    fn show_destinations(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        walk: &Walk,
        page: usize,
    ) -> PickerStep {
        let arg = place.node.arg().unwrap_or_default();
        let routes = self.destinations(path, walk);
        let line = |at: usize| {
            let (to, way) = &routes[at];
            let list = self.names.list(way.iter().map(|space| self.on.position.phrases.name(*space)));
            let about = self.names.say("pick-way", &[("steps", way.len().into()), ("way", list.into())]);
            option(at, &self.names.word(place.verb, arg, *to), about)
        };
        let menu = self.menu_of(path, place, page_of(routes.len(), page).map(line).collect(), page);
        let mut row = self.turning(routes.len(), page, PickAction::Show, Some(path));
        row.push(self.button(self.names.say("pick-step-by-step", &[]), PickAction::ByHand, path));
        self.screen(path, &[], vec![menu], row)
    }

    fn show_step(&self, path: &OptionsPath, place: &PathNode<'_>, walk: &Walk, way: &[usize]) -> PickerStep {
        let arg = place.node.arg().unwrap_or_default();
        let at = places(walk, way).and_then(|places| places.last().copied()).unwrap_or(walk.from);
        let here = self.names.word(place.verb, arg, at);
        let mut more = vec![self.names.say("pick-here", &[("place", here.into())])];
        if !way.is_empty() {
            let list = self.names.value(place, &PathValue::Way(way.to_vec()));
            more.push(self.names.say("pick-way-so-far", &[("way", list.into())]));
        }
        let left = walk.most.saturating_sub(way.len());
        more.push(self.names.say("pick-steps-left", &[("count", left.into())]));
        let next = walk.steps_from(at).into_iter().enumerate().take(SELECT_OPTIONS);
        let lines = next.map(|(step, to)| option(step, &self.names.word(place.verb, arg, to), String::new()));
        let menu = self.menu_of(path, place, lines.collect(), 0);
        let mut row = Vec::new();
        if !way.is_empty() {
            row.push(self.button(self.names.say("pick-stop", &[]), PickAction::Done, path));
        }
        self.screen(path, &more, vec![menu], row)
    }

    /// The form for typing what cannot be picked any further.
    pub fn to_type(&self, path: &OptionsPath) -> PickerStep {
        self.screen(path, &[self.names.say("pick-typed", &[])], Vec::new(), vec![self.typing(path)])
    }

    /// A step: its text, its menus, its own buttons, and the ways back.
    pub fn screen(
        &self,
        path: &OptionsPath,
        more: &[String],
        mut menus: Vec<Row>,
        own: Vec<Button>,
    ) -> PickerStep {
        let mut row = own;
        let back = self.ways_back(path);
        if row.len() + back.len() > BUTTONS_A_ROW {
            menus.extend(buttons(std::mem::take(&mut row)));
        }
        row.extend(back);
        menus.extend(buttons(row));
        menus.retain(|row| !matches!(row, Row::Select(select) if select.options.is_empty()));
        PickerStep::Show { text: self.text(path, more), rows: menus }
    }

    /// One step back, and back to the first menu where that is not the same.
    fn ways_back(&self, path: &OptionsPath) -> Vec<Button> {
        let plain = |key: &str, custom_id: String| Button {
            label: self.names.say(key, &[]),
            custom_id,
            style: Style::Secondary,
        };
        let over = self.id(PickAction::Menu, 0, None);
        match self.back(path) {
            Some(back) => {
                vec![plain("pick-back", self.id(PickAction::Show, 0, Some(&back))), plain("pick-over", over)]
            }
            None => vec![plain("pick-back", over)],
        }
    }

    /// Buttons to the pages before and after.
    pub fn turning(
        &self,
        of: usize,
        page: usize,
        deed: PickAction,
        path: Option<&OptionsPath>,
    ) -> Vec<Button> {
        let page = page.min(pages_of(of) - 1);
        let to = |key: &str, page: usize| Button {
            label: self.names.say(key, &[("page", (page + 1).into()), ("pages", pages_of(of).into())]),
            custom_id: self.id(deed, page, path),
            style: Style::Secondary,
        };
        let earlier = page.checked_sub(1).map(|page| to("pick-earlier", page));
        let more = (page + 1 < pages_of(of)).then(|| to("pick-more", page + 1));
        earlier.into_iter().chain(more).collect()
    }

    pub fn button(&self, label: String, deed: PickAction, path: &OptionsPath) -> Button {
        let label = shorten(&label, BUTTON_LABEL);
        Button { label, custom_id: self.id(deed, 0, Some(path)), style: Style::Secondary }
    }

    /// A button that gives an order, confirmed, and one that leads back to the first menu.
    pub fn confirming(&self, form: &OrderForm) -> Option<Vec<Row>> {
        let path = OptionsPath::of_form(self.options(), form).filter(|path| self.fits(path))?;
        let label = self.names.say("pick-anyway", &[]);
        let anyway = Button { style: Style::Danger, ..self.button(label, PickAction::Anyway, &path) };
        let back = self.id(PickAction::Menu, 0, None);
        let back =
            Button { label: self.names.say("pick-over", &[]), custom_id: back, style: Style::Secondary };
        Some(vec![Row::Buttons(vec![anyway, back])])
    }

    fn fill(&self, path: &OptionsPath) -> Button {
        Button {
            style: Style::Primary,
            ..self.button(self.names.say("pick-fill", &[]), PickAction::Fill, path)
        }
    }

    pub fn typing(&self, path: &OptionsPath) -> Button {
        self.button(self.names.say("pick-type", &[]), PickAction::Type, path)
    }

    /// The menu of the words at `place`.
    pub fn menu_of(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        lines: Vec<SelectOption>,
        page: usize,
    ) -> Row {
        let asks = self.names.question(place).unwrap_or_default();
        select(self.id(PickAction::Choose, page, Some(path)), &asks, lines)
    }
}

/// Continues along `options_path`, if components can carry it; else the player types the rest.
pub(super) fn go_on(steps: &Steps<'_>, path: OptionsPath) -> PickerStep {
    if steps.fits(&path) {
        return steps.show(&path, 0);
    }
    let without_end = OptionsPath { end: None, ..path.clone() };
    // The form takes one order, so words beside the path are typed too.
    let goes_on = path.beside.is_none() && steps.fits(&without_end);
    steps.to_type(&if goes_on { without_end } else { OptionsPath::of_verb(path.verb) })
}

/// The number of pages of a menu of so many lines, at least one.
pub(super) fn pages_of(lines: usize) -> usize {
    lines.div_ceil(SELECT_OPTIONS).clamp(1, PAGES)
}

/// The lines of a page; of the last one beyond the end.
pub(super) fn page_of(lines: usize, page: usize) -> Range<usize> {
    let from = page.min(pages_of(lines) - 1) * SELECT_OPTIONS;
    from..lines.min(from + SELECT_OPTIONS)
}

/// A line of a menu; its value is its place.
pub(super) fn option(at: usize, label: &str, description: String) -> SelectOption {
    SelectOption {
        label: shorten(label, SELECT_TEXT),
        value: at.to_string(),
        description: shorten(&description, SELECT_TEXT),
        chosen: false,
    }
}

/// A menu in which one line is chosen.
pub(super) fn select(custom_id: String, asks: &str, options: Vec<SelectOption>) -> Row {
    Row::Select(Select { custom_id, placeholder: shorten(asks, PLACEHOLDER), least: 1, most: 1, options })
}

/// Marks at most the allowed number of lines, or none: Discord refuses any other menu.
pub(super) fn keep_marks_within(menu: &mut Select) {
    let marked = menu.options.iter().filter(|option| option.chosen).count();
    if marked > menu.most {
        menu.most = marked;
    }
    if marked < menu.least {
        menu.options.iter_mut().for_each(|option| option.chosen = false);
    }
}

/// A row of these buttons, if there are any.
pub(super) fn buttons(row: Vec<Button>) -> Option<Row> {
    (!row.is_empty()).then_some(Row::Buttons(row))
}
