//! The picker: an order put together with menus, buttons and forms to fill in, one step of the options tree after
//! another. What was chosen so far is in the components themselves, so nothing is kept between two clicks.
//!
//! | part | what it does |
//! |---|---|
//! | [`ticket`] | what a click means, written into a component |
//! | `steps` | the base of a step: its `custom_id`, its text |
//! | `choosing` | what a click leads to |
//! | `screens` | what is shown at a node |
//! | `others` | what is taken without a choice, chosen all the same |
//! | `sorting` | things sorted into bins by hand |
//! | `form` | a whole order in one form |
//! | `modals` | forms for numbers, and typed words |
//!
//! What there is to choose, and what it is called, is the club's ([`crate::club::picking`]), as is the notation of a path.

mod choosing;
mod form;
mod modals;
mod others;
mod screens;
mod sorting;
mod steps;
pub mod ticket;

use super::outbound::message::Modal;
use super::outbound::message::Row;
use crate::club::picking::{Position, digest, packing};
use crate::game::{OrderForm, Seat, Word};
use crate::report::Choice;
use steps::Steps;
use ticket::Tickets;

/// Most pages of a menu.
const PAGES: usize = 64;

/// The input of the picker.
pub struct Picking<'a> {
    /// The table.
    pub table: &'a str,
    /// The seat with the prompt.
    pub seat: Seat,
    /// The prompt that is answered.
    pub prompt: u64,
    /// The legal orders, and what to speak with.
    pub position: Position<'a>,
    /// Orders that are listed one by one: those of [`crate::report::Menu::choices`].
    pub choices: Vec<Choice>,
    /// The writer of the components' tickets.
    pub tickets: &'a Tickets,
    /// The effect of an order, in a sentence.
    pub sentence: &'a dyn Fn(&OrderForm) -> String,
    /// True for a verb whose orders can be taken back at once: the last choice gives them.
    pub can_take_back: &'a dyn Fn(Word) -> bool,
}

/// A step towards an order, as the component carries it: the action of a click, and the path so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    deed: PickAction,
    page: usize,
    /// The digest of the options it was made from.
    tree: String,
    /// The way, as letters.
    path: String,
}

/// The result of a click or of a filled form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickerStep {
    /// The message now reads so.
    Show {
        /// Its text, in Discord's Markdown.
        text: String,
        /// Its components.
        rows: Vec<Row>,
    },
    /// A form to fill in.
    Fill(Modal),
    /// The order is given. One that was typed may be against the rules: they say why.
    Give {
        /// The order.
        form: OrderForm,
        /// True if it is confirmed.
        anyway: bool,
    },
    /// These orders are given one after another, as they are typed on a line.
    Line(String),
    /// The options have changed since this component was shown.
    Changed,
    /// The choice or text does not work, with the reason; the message stays as it is.
    InputError(String),
}

/// The action of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickAction {
    /// Shows the first menu, or chooses in it.
    Menu,
    /// Shows the next step.
    Show,
    /// Chooses among the shown values.
    Choose,
    /// Chooses nothing of it.
    Nothing,
    /// Has chosen enough.
    Done,
    /// Shows the menu again, or chooses in it, to choose what is taken without a choice otherwise.
    Other,
    /// Puts it together piece by piece.
    ByHand,
    /// Chooses the bin that is filled next.
    Bin,
    /// Puts all that remain into the bin.
    Rest,
    /// Fills in numbers.
    Fill,
    /// Fills in a whole order.
    Form,
    /// Types the rest of the order.
    Type,
    /// Gives the order.
    Give,
    /// Gives it, confirmed.
    Anyway,
}

impl PickAction {
    const ALL: [(PickAction, char); 14] = [
        (PickAction::Menu, 'm'),
        (PickAction::Show, 's'),
        (PickAction::Choose, 'c'),
        (PickAction::Nothing, 'n'),
        (PickAction::Done, 'd'),
        (PickAction::Other, 'o'),
        (PickAction::ByHand, 'h'),
        (PickAction::Bin, 'b'),
        (PickAction::Rest, 'r'),
        (PickAction::Fill, 'f'),
        (PickAction::Form, 'F'),
        (PickAction::Type, 't'),
        (PickAction::Give, 'g'),
        (PickAction::Anyway, 'a'),
    ];
}

impl Pick {
    /// The pick as letters, at least seven of them.
    pub(super) fn write(&self) -> String {
        // Every action is in ALL, so the space is never written; it would be read as no pick.
        let letter =
            PickAction::ALL.iter().find(|(deed, _)| *deed == self.deed).map_or(' ', |(_, letter)| *letter);
        format!("{letter}{}{}{}", packing::digit(self.page), self.tree, self.path)
    }

    /// The pick that `text` is, whether or not its way is one; `None` when it is no pick.
    pub fn read(text: &str) -> Option<Pick> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let (deed, _) = PickAction::ALL.into_iter().find(|(_, letter)| *letter == first)?;
        let page = packing::number(chars.next()?)?;
        let rest = chars.as_str();
        let (tree, path) = rest.split_at_checked(digest::DIGITS)?;
        rest.chars().all(|c| packing::number(c).is_some()).then(|| Pick {
            deed,
            page,
            tree: tree.to_owned(),
            path: path.to_owned(),
        })
    }
}

impl Picking<'_> {
    /// The first components: a button for each order if there are only a few, else a menu. None if nothing may be ordered.
    pub fn open(&self) -> Vec<Row> {
        Steps::of(self).menu(0)
    }

    /// The orders that have a button of their own, each with its `custom_id`.
    pub fn at_once(&self) -> Vec<(OrderForm, String)> {
        Steps::of(self).ids_at_once()
    }

    /// The components that confirm an order, or leave it; `None` where none can carry it.
    pub fn confirming(&self, form: &OrderForm) -> Option<Vec<Row>> {
        Steps::of(self).confirming(form)
    }

    /// The step after a click on a component of the picker; `values` are those chosen in a menu.
    pub fn click(&self, pick: &Pick, values: &[String]) -> PickerStep {
        let steps = Steps::of(self);
        match steps.tree == pick.tree {
            true => choosing::click(&steps, pick, values).unwrap_or(PickerStep::Changed),
            false => PickerStep::Changed,
        }
    }

    /// The step after a filled form of the picker; `fields` are its values by `custom_id`, and `is_whole` is false where some
    /// of them could not be read.
    pub fn filled(&self, pick: &Pick, fields: &[(String, String)], is_whole: bool) -> PickerStep {
        let steps = Steps::of(self);
        match steps.tree == pick.tree {
            true => steps.filled(pick, fields, is_whole).unwrap_or(PickerStep::Changed),
            false => PickerStep::Changed,
        }
    }
}
