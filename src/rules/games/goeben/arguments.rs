//! The arguments of an order, read as what they name: `None` where one is missing or names nothing of its kind.

use std::collections::BTreeMap;

use super::ids::{Cargo, Phase, ShipId, SpaceId, Speed};
use super::state::State;
use crate::game::{OrderForm, Seat, Word};

/// An order as it was given: a verb and named arguments.
pub struct Arguments<'a>(pub &'a OrderForm);

impl<'a> Arguments<'a> {
    /// The verb.
    pub fn verb(&self) -> &'a str {
        self.0.verb.as_str()
    }

    /// The same order if it has this verb, in this phase with nothing in hand.
    pub fn when(&self, verb: &str, state: &State, phase: Phase) -> Option<&Self> {
        // A task in hand asks a question of its own: the reasons of a phase would name the wrong rule then.
        Some(self).filter(|_| self.verb() == verb && state.phase == phase && state.task().is_none())
    }

    /// A word.
    pub fn word(&self, name: &str) -> Option<Word> {
        self.0.word(name)
    }

    /// A list of words.
    pub fn words(&self, name: &str) -> Option<&'a [Word]> {
        self.0.words(name)
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<u8> {
        self.0.number(name).and_then(|number| u8::try_from(number).ok())
    }

    /// Shares of a total, by the ship or bin that gets them.
    pub fn shares(&self, name: &str) -> Option<&'a BTreeMap<Word, u32>> {
        self.0.shares(name)
    }

    /// A ship.
    pub fn ship(&self, name: &str) -> Option<ShipId> {
        self.word(name).map(ShipId)
    }

    /// Several ships.
    pub fn ships(&self, name: &str) -> Option<Vec<ShipId>> {
        self.words(name).map(|words| words.iter().copied().map(ShipId).collect())
    }

    /// The ships that the order is for.
    pub fn every_ship(&self) -> Vec<ShipId> {
        // 7.1, 7.3: `rearm` and `coal` name several `ships`, other orders one `ship` or none.
        self.ship("ship").into_iter().chain(self.ships("ships").into_iter().flatten()).collect()
    }

    /// A space of the map.
    pub fn space(&self, name: &str) -> Option<SpaceId> {
        self.word(name).map(SpaceId)
    }

    /// Several spaces, one after the other.
    pub fn spaces(&self, name: &str) -> Option<Vec<SpaceId>> {
        self.words(name).map(|words| words.iter().copied().map(SpaceId).collect())
    }

    /// A kind of counter in the box.
    pub fn cargo(&self, name: &str) -> Option<Cargo> {
        Cargo::named(self.word(name)?.as_str())
    }

    /// A counter aboard: its kind and its hull box, `wireless@3`.
    pub fn aboard(&self, name: &str) -> Option<(Cargo, u8)> {
        let word = self.word(name)?;
        let (item, hull_box) = word.as_str().split_once('@')?;
        Some((Cargo::named(item)?, hull_box.parse().ok()?))
    }

    /// A hull box.
    pub fn hull_box(&self, name: &str) -> Option<u8> {
        self.word(name)?.as_str().parse().ok()
    }

    /// A seat of the table.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.word(name).map(Seat)
    }

    /// A text of the player's own.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.text(name).map(str::to_owned)
    }

    /// A speed.
    pub fn speed(&self, name: &str) -> Option<Speed> {
        Speed::named(self.word(name)?.as_str())
    }
}
