//! The base of a step: the `custom_id` that carries it, and the text above its components.

use std::ops::Deref;

use super::{Pick, PickAction, PickerStep, Picking};
use crate::club::picking::{MenuEntry, OptionsPath, OrderCourse, PathNode, digest};
use crate::door::discord::limits::{CONTENT, CUSTOM_ID};
use crate::door::discord::outbound::markdown::{bold, plain};
use crate::door::discord::outbound::paginate::{length, pages};
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::game::{OrderForm, Word};

/// The picker at work on one click.
pub(super) struct Steps<'p> {
    pub on: &'p Picking<'p>,
    course: OrderCourse<'p>,
    /// The digest of the options.
    pub tree: String,
}

impl<'p> Deref for Steps<'p> {
    type Target = OrderCourse<'p>;
    fn deref(&self) -> &OrderCourse<'p> {
        &self.course
    }
}

impl<'p> Steps<'p> {
    pub fn of(on: &'p Picking<'p>) -> Steps<'p> {
        let tree = digest::of(on.seat.as_str(), on.prompt, on.position.options, &on.choices);
        Steps { on, course: OrderCourse::of(&on.position), tree }
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

    /// The lines of the first menu whose components are short enough.
    pub fn entries(&self) -> Vec<MenuEntry> {
        self.course.entries(&self.on.choices, &|path| self.fits(path))
    }

    /// The text above the components of a step: the verb, the chosen values, the question, and `more` lines of plain text.
    pub fn text(&self, path: &OptionsPath, more: &[String]) -> String {
        let Some(place) = path.place(self.options()) else { return String::new() };
        let lines = self.names.given(path, &place).into_iter().chain(self.names.question(&place));
        self.under(&place, lines.chain(more.iter().cloned()))
    }

    /// All that a path gives, where it is several orders.
    pub fn all_given(&self, path: &OptionsPath) -> String {
        let Some(place) = path.place(self.options()) else { return String::new() };
        self.under(&place, self.names.all_given(path))
    }

    /// Lines of plain text under the verb.
    fn under(&self, place: &PathNode<'_>, lines: impl IntoIterator<Item = String>) -> String {
        let verb = bold(&self.on.position.verb(place.verb));
        let lines = lines.into_iter().map(|line| plain(&line));
        fitted(&std::iter::once(verb).chain(lines).collect::<Vec<_>>().join("\n"))
    }
}

/// The order of a path; several as a line of orders, each carried out against what is legal by then.
pub(super) fn give(steps: &Steps<'_>, path: &OptionsPath) -> Option<PickerStep> {
    let form = path.form(steps.options())?;
    let Some(beside) = &path.beside else { return Some(PickerStep::Give { form, anyway: false }) };
    let arg = path.up_to(beside.level).place(steps.options())?.node.arg()?;
    let words: Vec<String> =
        path.words_at(steps.options(), beside.level).iter().map(Word::to_string).collect();
    // The number of a box is left out: each order of the line takes the first box that is free by then.
    let stays = |name: &Word| name.as_str() != arg && !steps.names.is_first(form.verb, name.as_str());
    let args = form.args().filter(|(name, _)| stays(name));
    let one = args.fold(OrderForm::new(form.verb), |mut one, (name, value)| {
        one.set(*name, value.clone());
        one
    });
    let typed = steps.on.position.phrases.book.type_out(&one);
    Some(PickerStep::Line(format!("{typed} {arg}={}", words.join(","))))
}

/// As much of a text as one message holds.
pub(super) fn fitted(text: &str) -> String {
    pages(text, CONTENT).into_iter().next().unwrap_or_default()
}

/// The index of the one value chosen in a menu.
pub(super) fn one(values: &[String]) -> Option<usize> {
    match values {
        [value] => value.parse().ok(),
        _ => None,
    }
}
