//! Things sorted into bins: proposals first, and by hand one bin after another.

use super::screens::{FEW_WAYS, keep_marks_within, option, page_of};
use super::steps::{Steps, one};
use super::{PickAction, PickerStep};
use crate::club::picking::names::range;
use crate::club::picking::sorting::{candidates, left};
use crate::club::picking::ways::ways;
use crate::club::picking::{OptionsPath, PathEnd, PathNode, PathValue};
use crate::door::discord::limits::SELECT_OPTIONS;
use crate::door::discord::outbound::message::{Row, Select, SelectOption};
use crate::game::{Bin, Node, Sort};
use crate::words::Value;

impl Steps<'_> {
    pub fn show_proposals(&self, path: &OptionsPath, place: &PathNode<'_>, sort: &Sort) -> PickerStep {
        let proposals = self.proposals(sort, place.node, FEW_WAYS);
        let is_whole = ways(place.node, FEW_WAYS).is_some();
        let (last, things) = (sort.bins.len(), sort.items.len());
        // The longest path that a proposal can lead to.
        let longest = PathValue::Sorted { of: vec![last; things], bin: last.saturating_sub(1) };
        if !self.fits(&path.with_end(PathEnd::whole(longest))) {
            return self.to_type(path);
        }
        let mut row = Vec::new();
        let line = |(at, what): (usize, &PathValue)| match is_whole {
            true => option(at, &self.names.value(place, what), String::new()),
            false => option(at, &self.counts(place, sort, what), self.classes(place, sort, what)),
        };
        let lines = proposals.iter().enumerate().map(line).collect();
        if !is_whole {
            row.push(self.button(self.names.say("pick-by-hand", &[]), PickAction::ByHand, path));
            row.push(self.typing(path));
        }
        self.screen(path, &[], vec![self.menu_of(path, place, lines, 0)], row)
    }

    /// Shows one bin being filled, with its things.
    pub fn show_bin(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        sort: &Sort,
        (of, at): (&[usize], usize),
        page: usize,
    ) -> PickerStep {
        let Some(bin) = sort.bins.get(at) else { return PickerStep::Changed };
        let things = candidates(sort, of, at);
        let mut menus = vec![self.bins_menu(path, place, sort, (of, at))];
        menus.push(Row::Select(self.things_menu(path, place, sort, (&things, of, at), page)));
        let mut row = self.turning(things.len(), page, PickAction::Show, Some(path));
        let is_left = things.iter().any(|thing| of[*thing] == 0) && left(sort, of) > 0;
        if is_left && of.iter().filter(|other| **other == at + 1).count() < bin.most {
            row.push(self.button(self.names.say("pick-rest", &[]), PickAction::Rest, path));
        }
        if path.end.as_ref().is_some_and(|end| path.form_as_it_is(self.options(), end).is_some()) {
            row.push(self.button(self.names.say("pick-done", &[]), PickAction::Done, path));
        }
        self.screen(path, &self.standing(place, sort, of), menus, row)
    }

    fn bins_menu(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        sort: &Sort,
        (of, at): (&[usize], usize),
    ) -> Row {
        // Of very many bins, show those around the current one, and a way to the others.
        let whole = sort.bins.len() <= SELECT_OPTIONS;
        let window = if whole { sort.bins.len().max(1) } else { SELECT_OPTIONS - 1 };
        let from = at / window * window;
        let next = if from + window < sort.bins.len() { from + window } else { 0 };
        let line = |(number, bin): (usize, &Bin)| {
            let count = of.iter().filter(|other| **other == number + 1).count();
            let bounds = (bin.least.max(1), bin.most.min(sort.items.len()));
            let range = range(&|key, args| self.names.say(key, args), bounds);
            let args = [("count", Value::from(count)), ("range", range.into())];
            let label = self.names.bin(place, bin);
            let about = self.names.say("pick-bin", &args);
            SelectOption { chosen: number == at, ..option(number, &label, about) }
        };
        let mut options: Vec<SelectOption> =
            sort.bins.iter().enumerate().skip(from).take(window).map(line).collect();
        if !whole {
            options.push(option(next, &self.names.say("pick-bins-more", &[]), String::new()));
        }
        let placeholder = self.names.say("pick-which-bin", &[]);
        let custom_id = self.id(PickAction::Bin, 0, Some(path));
        Row::Select(Select { custom_id, placeholder, least: 1, most: 1, options })
    }

    fn things_menu(
        &self,
        path: &OptionsPath,
        place: &PathNode<'_>,
        sort: &Sort,
        (things, of, at): (&[usize], &[usize], usize),
        page: usize,
    ) -> Select {
        let phrases = &self.on.position.phrases;
        let on_page = &things[page_of(things.len(), page)];
        let line = |thing: &usize| {
            let item = sort.items[*thing];
            let class = phrases.name(item.class);
            SelectOption { chosen: of[*thing] == at + 1, ..option(*thing, &phrases.name(item.word), class) }
        };
        let bin = sort.bins.get(at).map_or_else(String::new, |bin| self.names.bin(place, bin));
        let mut menu = Select {
            custom_id: self.id(PickAction::Choose, page, Some(path)),
            placeholder: self.names.say("pick-things", &[("bin", bin.into())]),
            least: 0,
            most: sort.bins.get(at).map_or(1, |bin| bin.most).clamp(1, on_page.len().max(1)),
            options: on_page.iter().map(line).collect(),
        };
        keep_marks_within(&mut menu);
        menu
    }

    pub fn choose_bin(&self, path: &OptionsPath, values: &[String]) -> Option<PickerStep> {
        let Node::Sort { sort, .. } = path.place(self.options())?.node else { return None };
        let PathValue::Sorted { of, .. } = &path.end.as_ref()?.what else { return None };
        let bin = one(values).filter(|bin| *bin < sort.bins.len())?;
        Some(self.go(path.with_end(PathEnd::part(PathValue::Sorted { of: of.clone(), bin }))))
    }

    /// Puts the things chosen on a page into the current bin, and takes out the others of that page.
    pub fn choose_things(
        &self,
        path: &OptionsPath,
        sort: &Sort,
        what: &PathValue,
        page: usize,
        values: &[String],
    ) -> Option<PickerStep> {
        let PathValue::Sorted { of, bin } = what else { return None };
        let values: Vec<usize> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
        let things = candidates(sort, of, *bin);
        let on_page = &things[page_of(things.len(), page)];
        values.iter().all(|thing| on_page.contains(thing)).then_some(())?;
        let mut of = of.clone();
        for thing in on_page {
            of[*thing] = if values.contains(thing) { bin + 1 } else { 0 };
        }
        Some(self.placed(path, of, *bin))
    }

    /// All that remain go into the bin being filled, those that must be sorted first, as far as it takes them.
    pub fn put_the_rest(&self, path: &OptionsPath) -> Option<PickerStep> {
        let Node::Sort { sort, .. } = path.place(self.options())?.node else { return None };
        let PathValue::Sorted { of, bin } = &path.end.as_ref()?.what else { return None };
        let mut of = of.clone();
        let mut things = candidates(sort, &of, *bin);
        things.retain(|thing| of[*thing] == 0);
        things.sort_by_key(|thing| !sort.items[*thing].must);
        let held = of.iter().filter(|other| **other == bin + 1).count();
        let room = sort.bins.get(*bin)?.most.saturating_sub(held).min(left(sort, &of));
        things.into_iter().take(room).for_each(|thing| of[thing] = bin + 1);
        Some(self.placed(path, of, *bin))
    }

    /// Continues if the sorting is complete, else shows the bin again.
    fn placed(&self, path: &OptionsPath, of: Vec<usize>, bin: usize) -> PickerStep {
        let end = PathEnd::part(PathValue::Sorted { of, bin });
        let done = path.form_as_it_is(self.options(), &end).is_some();
        self.go(path.with_end(PathEnd { done, ..end }))
    }
}
