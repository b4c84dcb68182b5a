//! Hints: the orders that advisers of different tempers suggest, from a seat's view and options. They contain no words: a
//! reason is the key of a message of the game.

use super::options::{Options, OrderForm};
use super::word::Word;
use crate::word_enum;

/// Orders that are weighed at most.
const WEIGHED: usize = 1_000;

word_enum! {
    /// A temper in which to command.
    Adviser {
        /// Keeps what there is.
        Cautious = "cautious",
        /// Takes every gain.
        Bold = "bold",
        /// Does as those did who were there.
        Historical = "historical",
    }
}

/// An order that an adviser would give now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The adviser.
    pub adviser: Adviser,
    /// The order, one that the options accept.
    pub order: OrderForm,
    /// Why: `hint-…`.
    pub why: Word,
}

/// An adviser's suggestion: the reason, and the order if there is one.
pub type Advice = (Adviser, &'static str, Option<OrderForm>);

/// The hints among some advice: of each adviser the first order that may be given.
pub fn hints(options: &Options, advice: impl IntoIterator<Item = Advice>) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    for (adviser, why, order) in advice {
        // Advice knows the position, not every rule: what the options do not accept is passed over.
        let Some(order) = order.filter(|order| options.accept(order).is_ok()) else { continue };
        if hints.iter().all(|hint| hint.adviser != adviser) {
            hints.push(Hint { adviser, order, why: Word::literal(why) });
        }
    }
    hints
}

/// The hints that do not throw the game away, as `loses` says; where all of them do, an order that does not; and as they are
/// where every order does.
pub fn sparing(hints: Vec<Hint>, options: &Options, loses: impl Fn(&OrderForm) -> bool) -> Vec<Hint> {
    let spared: Vec<Hint> = hints.iter().filter(|hint| !loses(&hint.order)).cloned().collect();
    if !spared.is_empty() || hints.is_empty() {
        return spared;
    }
    let other = options.propose(WEIGHED).into_iter().find(|order| !loses(order));
    match other {
        Some(order) => {
            vec![Hint { adviser: Adviser::Cautious, order, why: Word::literal("hint-last-chance") }]
        }
        None => hints,
    }
}

impl Options {
    /// The order of a verb that rates highest, of equals the first; those without a rating are left out.
    pub fn best<R: Ord>(&self, verb: &str, rating: impl Fn(&OrderForm) -> Option<R>) -> Option<OrderForm> {
        let (verb, node) = self.verbs.iter().find(|(open, _)| open.as_str() == verb)?;
        let orders = node.propose(OrderForm::new(*verb), WEIGHED).into_iter();
        // `max_by` keeps the last of equals, so the orders come backwards.
        let rated = orders.rev().filter_map(|order| Some((rating(&order)?, order)));
        rated.max_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, order)| order)
    }

    /// The first order of a verb.
    pub fn first(&self, verb: &str) -> Option<OrderForm> {
        self.best(verb, |_| Some(()))
    }

    /// The first order of a verb in which an argument is this word.
    pub fn with(&self, verb: &str, arg: &str, word: &str) -> Option<OrderForm> {
        self.best(verb, |order| order.is(arg, word).then_some(()))
    }
}

impl OrderForm {
    /// Returns whether an argument is this word.
    pub fn is(&self, arg: &str, word: &str) -> bool {
        self.word(arg).is_some_and(|it| it.as_str() == word)
    }
}
