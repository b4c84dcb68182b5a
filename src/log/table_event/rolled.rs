//! One seeded random result, as its entry holds it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::log::canonical::NotCanonical;
use crate::log::form::check_id;
use crate::log::limits::{MAX_ROLL_OF, MAX_ROLL_TAKE};

/// The kind of random result a roll is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollForm {
    /// `take` dice of `of` sides: each value is 1 to `of`.
    Dice,
    /// `take` of `of` things: the positions drawn, each 0 to `of`-1, in the order drawn.
    Draw,
    /// All `of` things in a new order: the positions 0 to `of`-1; `take` is `of`.
    Shuffle,
}

/// One seeded random result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    /// Its number within its cause, from 0.
    pub number: u32,
    /// Its purpose, like `gunnery`.
    pub purpose: String,
    /// The rule that asks for it, like `14.3`.
    pub rule: String,
    /// The side that rolls it, if it is anyone's.
    pub side: Option<String>,
    /// Its subjects: ids of ships, forces, spaces.
    pub about: Vec<String>,
    /// Dice, a draw or a shuffle.
    pub form: RollForm,
    /// Sides of a die, or the number of things.
    pub of: u32,
    /// The number rolled or drawn.
    pub take: u32,
    /// The results.
    pub values: Vec<u32>,
}

impl Rolled {
    /// Checks that the values are possible for such a roll; not that they follow from the seed.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] that names the impossible value.
    pub fn check(&self) -> Result<(), NotCanonical> {
        let wrong = |what: &str| Err(NotCanonical::Field(format!("the roll {:?}: {what}", self.purpose)));
        if self.of == 0 || self.values.len() != self.take as usize {
            return wrong("of must be over 0 and there must be take values");
        }
        if self.form == RollForm::Dice && self.of < 2 {
            return wrong("a die has two sides at least");
        }
        if self.of > MAX_ROLL_OF || self.take > MAX_ROLL_TAKE {
            return wrong("of or take is over the limit");
        }
        check_id(&self.purpose, "Rolled: purpose")?;
        check_id(&self.rule, "Rolled: rule")?;
        self.side.iter().try_for_each(|side| check_id(side, "Rolled: side"))?;
        self.about.iter().try_for_each(|about| check_id(about, "Rolled: about"))?;
        let lowest = u32::from(self.form == RollForm::Dice);
        // In this order: after the first comparison the difference cannot fall below zero.
        if self.values.iter().any(|v| *v < lowest || *v - lowest >= self.of) {
            return wrong("a value is out of range");
        }
        if self.form == RollForm::Dice {
            return Ok(());
        }
        let distinct: BTreeSet<u32> = self.values.iter().copied().collect();
        if distinct.len() != self.values.len() {
            return wrong("a position came up twice");
        }
        if self.form == RollForm::Shuffle && self.take != self.of {
            return wrong("a shuffle takes all");
        }
        Ok(())
    }
}
