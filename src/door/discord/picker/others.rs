//! Words that the picker takes by itself, such as the first free box, and their change before the last choice gives the order.

use super::PickAction;
use super::steps::Steps;
use crate::club::picking::{OptionsPath, PathNode};
use crate::door::discord::outbound::message::Button;
use crate::game::{Node, Word};

/// The label of the button that leads to the choice at a place.
pub(super) fn label(picker: &Steps<'_>, other: &OptionsPath) -> Option<String> {
    let place = other.place(picker.options())?;
    let arg = picker.names.arg(place.verb, place.node.arg().unwrap_or_default());
    Some(picker.names.say("pick-other", &[("arg", arg.into())]))
}

/// A button below a menu in which a choice gives the order at once, and something in it is taken without a choice.
pub(super) fn button(
    picker: &Steps<'_>,
    path: &OptionsPath,
    place: &PathNode<'_>,
    of: &[(Word, Node)],
) -> Option<Button> {
    if !(picker.on.can_take_back)(place.verb) || path.beside.is_some() {
        return None;
    }
    let other = (0..of.len()).find_map(|at| taken_behind(picker, path, at))?;
    Some(picker.button(label(picker, &other)?, PickAction::Other, path))
}

/// The place where something is taken without a choice in the order that a word completes.
pub(super) fn taken_behind(picker: &Steps<'_>, path: &OptionsPath, at: usize) -> Option<OptionsPath> {
    let whole = picker.settled(path.clone().with_words(at, vec![]))?;
    whole.form(picker.options())?;
    picker.stood(&whole).filter(|other| other.words.len() > path.words.len())
}
