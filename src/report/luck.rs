//! Luck in words: the number of sixes among the dice.

use super::Phrases;
use crate::game::{Roll, RollForm};

/// Sixes among six-sided dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sixes {
    /// The number of dice.
    pub dice: u32,
    /// The number of sixes.
    pub sixes: u32,
}

impl Sixes {
    /// Those among these rolls.
    pub fn among<'r>(rolls: impl IntoIterator<Item = &'r Roll>) -> Sixes {
        let of_six = rolls.into_iter().filter(|roll| roll.form == RollForm::Dice && roll.of == 6);
        let faces = of_six.flat_map(|roll| &roll.values);
        faces.fold(Sixes::default(), |sum, face| Sixes {
            dice: sum.dice + 1,
            sixes: sum.sixes + u32::from(*face == 6),
        })
    }

    /// The expected number, to a tenth: `18.7`.
    pub fn expected(self) -> String {
        // Half of the divisor is added, so that the division rounds.
        let tenths = (self.dice * 10 + 3) / 6;
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

impl Phrases<'_> {
    /// Somebody's luck with dice: `Your gunnery: 20 sixes in 112 dice, 18.7 expected`; `None` without dice.
    pub fn luck(&self, whose: String, luck: Sixes) -> Option<String> {
        let args = [
            ("whose", whose.into()),
            ("sixes", luck.sixes.into()),
            ("dice", luck.dice.into()),
            ("expected", luck.expected().into()),
        ];
        (luck.dice > 0).then(|| self.say("luck", &args))
    }
}
