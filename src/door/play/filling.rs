//! Forms that were filled in: the half-made order with what they say.

use super::request::FormFields;
use crate::book::number;
use crate::club::picking::{OptionsPath, PathEnd, PathValue};
use crate::club::session::PlayerSession;
use crate::game::{Arg, Item, Node, Options, OrderForm, Word};

/// The field of a form: of a number or a text, or of the things that are chosen.
pub const FIELD: &str = "f";

/// The field of what was chosen before a form was filled in, as it is typed. It is read only where the form comes too late.
pub const BEGUN: &str = "b";

/// The fields with the names of a form's shares. They are read only where the form comes too late.
pub const NAMED: &str = "n";

/// The name of the field of a bin or of a thing, by its place.
pub fn field_of(at: usize) -> String {
    format!("{FIELD}{at}")
}

/// The name of the field of all things of a class: where it says a bin, those of the things say nothing.
pub fn field_of_class(class: Word) -> String {
    format!("{FIELD}-{class}")
}

/// The path with what a form says; `None` if it says nothing that fits.
pub fn filled(options: &Options, path: &OptionsPath, fields: &FormFields) -> Option<OptionsPath> {
    let node = path.place(options)?.node;
    let number_in = |name: &str| match fields.get(name).map(|text| text.trim()) {
        // Browsers send a blank field too: it counts as 0, like a missing one.
        None | Some("") => Some(0),
        Some(text) => number(text),
    };
    let what = match node {
        Node::SomeOf { of, .. } => {
            let mut chosen = vec![false; of.len()];
            for at in fields.all(FIELD) {
                *chosen.get_mut(at.parse::<usize>().ok()?)? = true;
            }
            PathValue::Chosen(chosen)
        }
        Node::Number { least, most, .. } => {
            let number = number(fields.get(FIELD)?)?;
            PathValue::Number(Some(number).filter(|number| (least..=most).contains(&number))?)
        }
        Node::Split { bins, .. } => {
            let share = |at: usize| u32::try_from(number_in(&field_of(at))?).ok();
            PathValue::Shares((0..bins.len()).map(share).collect::<Option<_>>()?)
        }
        Node::Sort { sort, .. } => {
            let bin = |(at, item): (usize, &Item)| {
                let of_class = field_of_class(item.class);
                let is_said = fields.get(&of_class).is_some_and(|said| !said.is_empty());
                let bin = number_in(&if is_said { of_class } else { field_of(at) })?;
                usize::try_from(bin).ok().filter(|bin| *bin <= sort.bins.len())
            };
            let of = sort.items.iter().enumerate().map(bin).collect::<Option<_>>()?;
            PathValue::Sorted { of, bin: 0 }
        }
        Node::End | Node::OneOf { .. } | Node::Text { .. } | Node::Walk { .. } => return None,
    };
    let end = PathEnd::part(what);
    let done = path.form_as_it_is(options, &end).is_some();
    match (node, done) {
        // These are kept only whole.
        (Node::Split { .. }, false) => None,
        _ => Some(path.with_end(PathEnd { done, ..end })),
    }
}

/// The order that a typed text completes; `None` where none is wanted.
pub fn with_text(options: &Options, path: &OptionsPath, text: &str) -> Option<OrderForm> {
    let Node::Text { arg, .. } = path.place(options)?.node else { return None };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(path.begun(options)?.with(arg, Arg::Text(text)))
}

/// A half-made order as it is typed.
pub fn typed_out(session: &PlayerSession, options: &Options, path: &OptionsPath) -> String {
    let form = path.form(options).or_else(|| path.begun(options));
    form.map(|form| session.book().type_out(&form)).unwrap_or_default()
}
