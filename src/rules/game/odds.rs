//! Odds: the possible results of an order, computed from the charts that the rules read.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Arg, OrderForm, Word};

/// The faces of a die.
pub const FACES: u32 = 6;
/// A certainty, in millionths.
const CERTAIN: u32 = 1_000_000;
/// A certainty in a [`Spread`]: products of two fit, and rounding errors are far below a millionth.
const WHOLE: u128 = 1 << 62;

/// The possible results of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// The order, with only those of its arguments that matter.
    pub order: OrderForm,
    /// Outcomes, in words of the game, with how likely each is. They need not exclude one another.
    pub outcomes: Vec<(Word, Likelihood)>,
}

impl Odds {
    /// Odds of an order.
    pub fn of(order: OrderForm, outcomes: impl IntoIterator<Item = (&'static str, Likelihood)>) -> Odds {
        let outcomes = outcomes.into_iter().map(|(what, likely)| (Word::literal(what), likely));
        Odds { order, outcomes: outcomes.collect() }
    }

    /// Returns whether these are odds of `form`: it agrees with them in every argument they name.
    pub fn are_of(&self, form: &OrderForm) -> bool {
        let given = |own: &(Word, Arg)| form.args().any(|its| its == own);
        self.order.verb == form.verb && self.order.args().all(given)
    }
}

/// A likelihood in millionths, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Likelihood(u32);

impl Likelihood {
    /// So many millionths, at most all of them.
    pub fn of(millionths: u32) -> Likelihood {
        Likelihood(millionths.min(CERTAIN))
    }

    /// In millionths.
    pub fn millionths(self) -> u32 {
        self.0
    }

    /// In per cent, rounded; 0 and 100 only if it is impossible or certain, otherwise 1 and 99.
    pub fn percent(self) -> u32 {
        match (self.0 + 5_000) / 10_000 {
            0 if self.0 > 0 => 1,
            100 if self.0 < CERTAIN => 99,
            percent => percent,
        }
    }
}

/// The possible values, each with its probability: a binary fraction, since rules know no floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread<T: Ord>(BTreeMap<T, u128>);

impl<T: Ord> Spread<T> {
    /// A certain outcome.
    pub fn certain(what: T) -> Spread<T> {
        Spread(BTreeMap::from([(what, WHOLE)]))
    }

    /// The consequences of each, all together.
    pub fn then<U: Ord>(self, next: impl Fn(T) -> Spread<U>) -> Spread<U> {
        let mut all = BTreeMap::new();
        for (what, probability) in self.0 {
            for (follows, likely) in next(what).0 {
                // Rounded: if every product were cut, a long row of dice would lose part of the whole.
                *all.entry(follows).or_insert(0) += (probability * likely + WHOLE / 2) / WHOLE;
            }
        }
        Spread(all)
    }

    /// The same seen otherwise.
    pub fn map<U: Ord>(self, see: impl Fn(T) -> U) -> Spread<U> {
        self.then(|what| Spread::certain(see(what)))
    }

    /// The likelihood that this holds.
    pub fn likelihood(&self, holds: impl Fn(&T) -> bool) -> Likelihood {
        let sum: u128 = self.0.iter().filter(|(what, _)| holds(what)).map(|(_, p)| p).sum();
        let millionths = (sum * u128::from(CERTAIN) + WHOLE / 2) / WHOLE;
        Likelihood::of(u32::try_from(millionths).unwrap_or(CERTAIN))
    }
}

/// A die: its faces.
pub fn die() -> Spread<u32> {
    Spread((1..=FACES).map(|face| (face, WHOLE / u128::from(FACES))).collect())
}

/// The distribution of the number of `dice` dice that show `lowest` or more.
pub fn successes(dice: u32, lowest: u32) -> Spread<u32> {
    (0..dice).fold(Spread::certain(0), |so_far, _| {
        so_far.then(|count| die().map(|face| count + u32::from(face >= lowest)))
    })
}
