//! The arguments of an order, read as what they name: `None` where one is missing or names nothing of its kind.

use super::event::Boxed;
use super::ids::{HexId, ShipId};
use crate::game::{OrderForm, Sorted, Word};

/// An order as it was given: a verb and named arguments.
pub struct Arguments<'a>(pub &'a OrderForm);

impl Arguments<'_> {
    /// The verb.
    pub fn verb(&self) -> &str {
        self.0.verb.as_str()
    }

    /// A word out of a closed set, which `named` looks up.
    pub fn one_of<T>(&self, name: &str, named: impl Fn(&str) -> Option<T>) -> Option<T> {
        named(self.0.word(name)?.as_str())
    }

    /// Several words out of a closed set; none of them may be unknown.
    pub fn several<T>(&self, name: &str, named: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
        // An unknown word voids the list: without that word it would be another order.
        self.0.words(name)?.iter().map(|word| named(word.as_str())).collect()
    }

    /// A number from 0.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.0.number(name).and_then(|number| u32::try_from(number).ok())
    }

    /// The number of a fleet, written as a word.
    pub fn fleet(&self, name: &str) -> Option<u32> {
        self.0.word(name)?.as_str().parse().ok()
    }

    /// A hex of the map.
    pub fn hex(&self, name: &str) -> Option<HexId> {
        self.0.word(name).map(HexId)
    }

    /// Several ships.
    pub fn ships(&self, name: &str) -> Option<Vec<ShipId>> {
        self.0.words(name).map(|words| words.iter().copied().map(ShipId).collect())
    }

    /// Things sorted into bins.
    pub fn sorted(&self, name: &str) -> Option<Sorted> {
        self.0.sorted(name)
    }

    /// Ships sorted into damage and detachment boxes.
    pub fn boxes(&self, name: &str) -> Option<Vec<Boxed>> {
        let boxed = |(number, ships): (&Word, &Vec<Word>)| {
            let number = number.as_str().parse().ok()?;
            Some(Boxed { number, ships: ships.iter().copied().map(ShipId).collect() })
        };
        self.sorted(name)?.iter().map(boxed).collect()
    }
}
