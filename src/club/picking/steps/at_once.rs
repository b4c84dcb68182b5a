//! Orders that the last choice gives, because their seat can take them back at once; and the ways to change them before.

use super::{ChoicePlace, StepChoice, Steps, link};
use crate::club::picking::OptionsPath;
use crate::game::Node;

/// The codes that change a complete order: another word where one was taken without a choice, and thing by thing.
const OTHER: &str = "y0";
const BY_HAND: &str = "u0";

impl Steps<'_> {
    /// The choices, of which those that complete an order that can be taken back at once give it.
    pub(super) fn giving(&self, path: Option<&OptionsPath>, mut choices: Vec<StepChoice>) -> Vec<StepChoice> {
        for choice in &mut choices {
            if self.given_by(path, &choice.code).is_some() {
                choice.shown = ChoicePlace::Order;
            }
        }
        choices
    }

    /// The order that a choice completes, if it is given at once.
    fn given_by(&self, path: Option<&OptionsPath>, code: &str) -> Option<OptionsPath> {
        let verb = match path {
            Some(path) => path.verb,
            None => code.strip_prefix('v')?.split('/').next()?.parse().ok()?,
        };
        self.is_free(verb)
            .then(|| self.chosen(path, code))
            .flatten()
            .flatten()
            .filter(|path| self.is_given(path))
    }

    /// Returns whether a choice or a form that leads to this path gives its order: it is complete, and can be taken back at once.
    pub fn is_given(&self, path: &OptionsPath) -> bool {
        self.is_free(path.verb) && path.form(self.options()).is_some()
    }

    /// Returns whether the orders of a verb can be taken back at once.
    pub(super) fn is_free(&self, verb: usize) -> bool {
        self.options().verbs.get(verb).is_some_and(|(verb, _)| (self.can_take_back)(*verb))
    }

    /// The ways to change orders of these that are given at once, each with the label of the change as the line about it.
    pub(super) fn asides(&self, path: &OptionsPath, choices: &[StepChoice]) -> Vec<StepChoice> {
        let aside = |choice: &StepChoice| {
            let whole = self.given_by(Some(path), &choice.code)?;
            let is_behind = |code: &str| {
                let other = self.course.stood(&whole);
                code != OTHER || other.is_some_and(|other| other.words.len() > path.words.len())
            };
            let (other, about) = self.changes_of(&whole).into_iter().find(|(code, _)| is_behind(code))?;
            let code = format!("{}/{other}", choice.code);
            Some(StepChoice { about, shown: ChoicePlace::Aside, ..link(code, choice.label.clone(), None) })
        };
        choices.iter().filter(|choice| choice.shown == ChoicePlace::Order).filter_map(aside).collect()
    }

    /// The codes that change a complete order, with their labels.
    pub(super) fn changes_of(&self, path: &OptionsPath) -> Vec<(&'static str, String)> {
        let names = &self.course.names;
        let mut changes = Vec::new();
        let other = self.course.stood(path);
        if let Some(place) = other.as_ref().and_then(|other| other.place(self.options())) {
            let arg = names.arg(place.verb, place.node.arg().unwrap_or_default());
            changes.push((OTHER, names.say("pick-other", &[("arg", arg.into())])));
        }
        // What was proposed is a beginning: it can be changed thing by thing.
        let node = path.place(self.options()).map(|place| place.node);
        if matches!(node, Some(Node::Sort { .. } | Node::Split { .. })) {
            changes.push((BY_HAND, names.say("pick-by-hand", &[])));
        }
        changes
    }
}
