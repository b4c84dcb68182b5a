//! The results of clicks.

use super::screens::{FEW_WAYS, option, page_of, select};
use super::steps::{Steps, give, one};
use super::{Pick, PickAction, PickerStep, others};
use crate::club::picking::course::{chosen_of, shares_of};
use crate::club::picking::path_value::{places, share_bounds, steps};
use crate::club::picking::ways::ways;
use crate::club::picking::{MenuEntry, OptionsPath, PathEnd, PathNode, PathValue};
use crate::game::{Node, Walk, Word};

/// The step after a click; `None` if it fits no legal order.
pub(super) fn click(picker: &Steps<'_>, pick: &Pick, values: &[String]) -> Option<PickerStep> {
    if pick.deed == PickAction::Menu {
        return chosen_in_menu(picker, pick.page, values);
    }
    let path = OptionsPath::read(picker.options(), &pick.path)?;
    match pick.deed {
        PickAction::Menu | PickAction::Show => Some(picker.show(&path, pick.page)),
        PickAction::Choose => choose(picker, &path, pick.page, values),
        PickAction::Nothing => choose_nothing(picker, &path),
        PickAction::Done => done(picker, &path),
        PickAction::Other => choose_other(picker, &path, pick.page, values),
        PickAction::ByHand => by_hand(picker, &path),
        PickAction::Bin => picker.choose_bin(&path, values),
        PickAction::Rest => picker.put_the_rest(&path),
        PickAction::Fill => picker.number_modal(&path).map(PickerStep::Fill),
        PickAction::Form => picker.order_form(path.verb).map(PickerStep::Fill),
        PickAction::Type => picker.typing_modal(&path).map(PickerStep::Fill),
        PickAction::Give => give(picker, &path),
        PickAction::Anyway => Some(PickerStep::Give { form: path.form(picker.options())?, anyway: true }),
    }
}

fn chosen_in_menu(picker: &Steps<'_>, page: usize, values: &[String]) -> Option<PickerStep> {
    if values.is_empty() {
        let text = picker.names.say("pick-what", &[]);
        return Some(PickerStep::Show { text, rows: picker.menu(page) });
    }
    let path = match picker.entries().into_iter().nth(one(values)?)? {
        MenuEntry::Order(path, _) => path,
        MenuEntry::Verb(verb) => picker.settled(OptionsPath::of_verb(verb))?,
    };
    Some(picker.go(path))
}

fn choose(picker: &Steps<'_>, path: &OptionsPath, page: usize, values: &[String]) -> Option<PickerStep> {
    let place = path.place(picker.options())?;
    let whole = |what: PathValue| Some(picker.go(path.with_end(PathEnd::whole(what))));
    match place.node {
        Node::End | Node::Text { .. } => None,
        Node::OneOf { .. } => choose_words(picker, path, &place, page, values),
        Node::SomeOf { of, .. } => choose_some(picker, path, of, page, values),
        Node::Number { least, most, .. } => {
            let above = i64::try_from(one(values)?).ok()?;
            let number = least.checked_add(above).filter(|number| number <= most)?;
            whole(PathValue::Number(number))
        }
        Node::Split { bins, least, most, .. } => match ways(place.node, FEW_WAYS) {
            Some(all) => whole(all.into_iter().nth(one(values)?)?),
            None => choose_share(picker, path, bins, (*least, *most), one(values)?),
        },
        Node::Sort { sort, .. } => match &path.end {
            Some(end) => picker.choose_things(path, sort, &end.what, page, values),
            None => whole(picker.proposals(sort, place.node, FEW_WAYS).into_iter().nth(one(values)?)?),
        },
        Node::Walk { walk, .. } => match path.end.as_ref().map(|end| &end.what) {
            Some(PathValue::Way(way)) => step_on(picker, path, walk, way, one(values)?),
            _ => {
                let (_, way) = picker.destinations(path, walk).into_iter().nth(one(values)?)?;
                whole(PathValue::Way(steps(walk, &way)?))
            }
        },
    }
}

/// Chooses one word at a place, or several if the book lets one order take several.
fn choose_words(
    picker: &Steps<'_>,
    path: &OptionsPath,
    place: &PathNode<'_>,
    page: usize,
    values: &[String],
) -> Option<PickerStep> {
    let Node::OneOf { arg, of } = place.node else { return None };
    let on_page = page_of(of.len(), page);
    let mut at: Vec<usize> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    at.sort_unstable();
    at.dedup();
    let (first, beside) = at.split_first()?;
    let may = beside.is_empty() || picker.names.takes_several(place.verb, arg) && path.beside.is_none();
    (may && at.iter().all(|at| on_page.contains(at))).then_some(())?;
    if !beside.iter().all(|other| picker.goes_with(path, *first, *other)) {
        return Some(PickerStep::InputError(picker.names.say("pick-not-together", &[])));
    }
    Some(picker.go(picker.settled(path.clone().with_words(*first, beside.to_vec()))?))
}

/// Replaces the words chosen earlier on this page; those of other pages stay.
fn choose_some(
    picker: &Steps<'_>,
    path: &OptionsPath,
    of: &[(Word, u32)],
    page: usize,
    values: &[String],
) -> Option<PickerStep> {
    let mut chosen = chosen_of(path, of.len());
    let on_page = page_of(of.len(), page);
    let values: Vec<usize> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    values.iter().all(|at| on_page.contains(at)).then_some(())?;
    on_page.for_each(|at| chosen[at] = values.contains(&at));
    let end = PathEnd::part(PathValue::Chosen(chosen));
    // With several pages the player may want more from another; a button says that it is enough.
    let is_paged = of.len() > page_of(of.len(), 0).len();
    if !is_paged && path.form_as_it_is(picker.options(), &end).is_some() {
        return Some(picker.go(path.with_end(PathEnd { done: true, ..end })));
    }
    Some(picker.show(&path.with_end(end), page))
}

fn choose_nothing(picker: &Steps<'_>, path: &OptionsPath) -> Option<PickerStep> {
    let Node::SomeOf { of, .. } = path.place(picker.options())?.node else { return None };
    let end = PathEnd { done: true, ..PathEnd::part(PathValue::Chosen(vec![false; of.len()])) };
    path.form_as_it_is(picker.options(), &end)?;
    Some(picker.go(path.with_end(end)))
}

/// The next bin of those that share points gets `above` more than its fewest.
fn choose_share(
    picker: &Steps<'_>,
    path: &OptionsPath,
    bins: &[(Word, u32)],
    (least, most): (u32, u32),
    above: usize,
) -> Option<PickerStep> {
    let shares = shares_of(path);
    let (from, to) = share_bounds(bins, least, most, &shares);
    let share = from.checked_add(u32::try_from(above).ok()?).filter(|share| *share <= to)?;
    Some(picker.share(path, bins, share))
}

/// One step further; where no other may follow, the way is complete.
fn step_on(
    picker: &Steps<'_>,
    path: &OptionsPath,
    walk: &Walk,
    way: &[usize],
    step: usize,
) -> Option<PickerStep> {
    let way: Vec<usize> = way.iter().copied().chain([step]).collect();
    let at = *places(walk, &way)?.last()?;
    let done = way.len() >= walk.most || walk.stops_at(at) || walk.steps_from(at).is_empty();
    Some(picker.go(path.with_end(PathEnd { done, ..PathEnd::part(PathValue::Way(way)) })))
}

fn done(picker: &Steps<'_>, path: &OptionsPath) -> Option<PickerStep> {
    let end = path.end.as_ref()?;
    path.form_as_it_is(picker.options(), end)?;
    Some(picker.go(path.with_end(PathEnd { done: true, ..end.clone() })))
}

/// Switches from proposals to single things, or from destinations to single steps; a complete value is the starting point.
fn by_hand(picker: &Steps<'_>, path: &OptionsPath) -> Option<PickerStep> {
    let what = match (path.place(picker.options())?.node, &path.end) {
        (Node::Sort { .. }, Some(end)) => end.what.clone(),
        (Node::Sort { sort, .. }, None) => PathValue::Sorted { of: vec![0; sort.items.len()], bin: 0 },
        (Node::Walk { .. }, _) => PathValue::Way(Vec::new()),
        _ => return None,
    };
    Some(picker.go(path.with_end(PathEnd::part(what))))
}

/// The menu at a path again; or, once a word is chosen in it, what is taken without a choice behind that.
fn choose_other(
    picker: &Steps<'_>,
    path: &OptionsPath,
    page: usize,
    values: &[String],
) -> Option<PickerStep> {
    let place = path.place(picker.options())?;
    let Node::OneOf { arg, of } = place.node else { return None };
    if values.is_empty() {
        let other = (0..of.len()).find_map(|at| others::taken_behind(picker, path, at))?;
        let line = |at: usize| option(at, &picker.names.word(place.verb, arg, of[at].0), String::new());
        let asks = picker.names.question(&place).unwrap_or_default();
        let lines = page_of(of.len(), page).map(line).collect();
        let menu = select(picker.id(PickAction::Other, page, Some(path)), &asks, lines);
        let turning = picker.turning(of.len(), page, PickAction::Other, Some(path));
        return Some(picker.screen(path, &[others::label(picker, &other)?], vec![menu], turning));
    }
    let at = one(values).filter(|at| *at < of.len())?;
    match others::taken_behind(picker, path, at) {
        Some(other) => Some(picker.show(&other, 0)),
        None => Some(picker.go(picker.settled(path.clone().with_words(at, vec![]))?)),
    }
}
