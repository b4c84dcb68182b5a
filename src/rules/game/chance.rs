//! Chance: every random result, with its purpose, in three forms — seeded in play, recorded for audit,
//! scripted for tests and rehearsals.

use serde::{Deserialize, Serialize};

use super::dice::Dice;
use super::limits::{DICE_IN_A_ROLL, POSITIONS};
use super::word::Word;
use crate::word_enum;

word_enum! {
    /// The forms of random results.
    RollForm {
        /// `take` dice of `of` sides; values are faces from 1.
        Dice = "dice",
        /// `take` of `of` positions without return, in the order drawn; values count from 0.
        Draw = "draw",
        /// All `of` positions in a new order; values count from 0.
        Shuffle = "shuffle",
    }
}

/// A random result that the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollRequest {
    /// Its purpose, for example `contact`.
    pub purpose: Word,
    /// The rule that asks for it, for example `14.3`.
    pub rule: Word,
    /// For whom it is rolled: a side of the game, or `table`.
    pub side: Word,
    /// Its subjects.
    pub about: Vec<Word>,
    /// The kind of result.
    pub form: RollForm,
    /// Sides of each die, or positions.
    pub of: u32,
    /// The number of dice or positions; for a shuffle the same as `of`.
    pub take: u32,
}

/// The whole request: two different requests never read alike.
impl std::fmt::Display for RollRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RollRequest { purpose, rule, side, form, of, take, .. } = self;
        write!(f, "{purpose}, {form} {take} of {of}, rule {rule}, side {side}, about")?;
        self.about.iter().try_for_each(|about| write!(f, " {about}"))
    }
}

/// One random result, as in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Its subjects.
    pub about: Vec<Word>,
    /// The kind of result.
    pub form: RollForm,
    /// The number of the roll within its cause, from 0.
    pub number: u32,
    /// Sides of each die, or positions.
    pub of: u32,
    /// Its purpose.
    pub purpose: Word,
    /// The rule that asks for it.
    pub rule: Word,
    /// For whom it is rolled.
    pub side: Word,
    /// The number of dice or positions.
    pub take: u32,
    /// Faces from 1, or positions from 0.
    pub values: Vec<u32>,
}

impl Roll {
    /// The call that this roll answers.
    pub fn call(&self) -> RollRequest {
        RollRequest {
            purpose: self.purpose,
            rule: self.rule,
            side: self.side,
            about: self.about.clone(),
            form: self.form,
            of: self.of,
            take: self.take,
        }
    }

    /// The sum of the values.
    pub fn total(&self) -> u32 {
        self.values.iter().sum()
    }
}

/// Why chance could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChanceFault {
    /// The script has no value left.
    #[error("the script of dice ran out: roll {number} ({purpose}, rule {rule}) asked for {take} of {of}")]
    RanOut {
        /// Number of the roll.
        number: u32,
        /// The purpose of the roll.
        purpose: Word,
        /// Its rule.
        rule: Word,
        /// The number of values it needs.
        take: u32,
        /// The largest one of them.
        of: u32,
    },
    /// The script has a value that the roll cannot give.
    #[error(
        "the script of dice has {value} for roll {number} ({purpose}, rule {rule}), which takes 1 to {limit} once each or a face"
    )]
    Impossible {
        /// The value.
        value: u32,
        /// Number of the roll.
        number: u32,
        /// The purpose of the roll.
        purpose: Word,
        /// Its rule.
        rule: Word,
        /// The largest value that would do.
        limit: u32,
    },
    /// The log's next roll is not the one of the rules.
    #[error("the rules ask for roll {number}: {asked}; the log has {found}")]
    Differs {
        /// Number of the roll.
        number: u32,
        /// The roll of the rules.
        asked: String,
        /// The roll of the log.
        found: String,
    },
    /// A roll beyond the engine's limits: a fault of the rules or of a data pack.
    #[error("roll {number} ({purpose}) asks for {take} of {of}, beyond the limit")]
    TooLarge {
        /// Number of the roll.
        number: u32,
        /// The purpose of the roll.
        purpose: Word,
        /// The number taken.
        take: u32,
        /// The number to take from.
        of: u32,
    },
}

/// A source of random results.
pub enum Chance<'a> {
    /// Play: each roll has its own key, by its number within the cause.
    Seeded {
        /// The key of a roll.
        key: Box<dyn FnMut(u32) -> [u8; 32] + 'a>,
        /// The number of the next roll.
        next: u32,
    },
    /// Audit: the rolls that the log has for this cause, in order.
    Recorded {
        /// Rolls not yet used.
        rolls: std::collections::VecDeque<Roll>,
        /// The number of the next roll.
        next: u32,
    },
    /// Tests and rehearsals: faces, and positions counted from 1. A shuffle takes no value and leaves the order unchanged.
    Scripted {
        /// Values not yet used.
        values: std::collections::VecDeque<u32>,
        /// The number of the next roll.
        next: u32,
    },
}

impl<'a> Chance<'a> {
    /// Seeded chance: `key` gives the key of each roll by its number.
    pub fn seeded(key: impl FnMut(u32) -> [u8; 32] + 'a) -> Chance<'a> {
        Chance::Seeded { key: Box::new(key), next: 0 }
    }

    /// Recorded chance.
    pub fn recorded(rolls: impl IntoIterator<Item = Roll>) -> Chance<'a> {
        Chance::Recorded { rolls: rolls.into_iter().collect(), next: 0 }
    }

    /// Scripted chance.
    pub fn scripted(values: impl IntoIterator<Item = u32>) -> Chance<'a> {
        Chance::Scripted { values: values.into_iter().collect(), next: 0 }
    }

    /// The number of scripted values or recorded rolls left; 0 for seeded chance.
    pub fn left(&self) -> usize {
        match self {
            Chance::Seeded { .. } => 0,
            Chance::Recorded { rolls, .. } => rolls.len(),
            Chance::Scripted { values, .. } => values.len(),
        }
    }

    /// Answers `call` with a roll.
    ///
    /// # Errors
    /// A script or a log that cannot answer; a call beyond [`DICE_IN_A_ROLL`] or [`POSITIONS`].
    pub fn answer(&mut self, call: RollRequest) -> Result<Roll, ChanceFault> {
        let number = self.number();
        let fits = match call.form {
            RollForm::Dice => call.take <= DICE_IN_A_ROLL && (1..=POSITIONS).contains(&call.of),
            RollForm::Draw => call.take <= call.of && call.of <= POSITIONS,
            RollForm::Shuffle => call.take == call.of && call.of <= POSITIONS,
        };
        if !fits {
            return Err(ChanceFault::TooLarge {
                number,
                purpose: call.purpose,
                take: call.take,
                of: call.of,
            });
        }
        // Each roll has its own key, so words that one roll rejects never move the next (docs/log-format.md).
        let values = match self {
            Chance::Seeded { key, .. } => seeded(&mut Dice::from_key(key(number)), &call),
            Chance::Recorded { rolls, .. } => recorded(rolls, number, &call)?,
            Chance::Scripted { values, .. } => scripted(values, number, &call)?,
        };
        // Only answered calls count, as the log numbers the rolls of a cause without a gap.
        match self {
            Chance::Seeded { next, .. } | Chance::Recorded { next, .. } | Chance::Scripted { next, .. } => {
                *next += 1;
            }
        }
        Ok(Roll {
            about: call.about,
            form: call.form,
            number,
            of: call.of,
            purpose: call.purpose,
            rule: call.rule,
            side: call.side,
            take: call.take,
            values,
        })
    }

    fn number(&self) -> u32 {
        match self {
            Chance::Seeded { next, .. } | Chance::Recorded { next, .. } | Chance::Scripted { next, .. } => {
                *next
            }
        }
    }
}

fn seeded(dice: &mut Dice, call: &RollRequest) -> Vec<u32> {
    match call.form {
        RollForm::Dice => (0..call.take).map(|_| dice.below(call.of) + 1).collect(),
        RollForm::Draw => dice.draw(call.take, call.of),
        RollForm::Shuffle => dice.shuffle(call.of),
    }
}

fn recorded(
    rolls: &mut std::collections::VecDeque<Roll>,
    number: u32,
    call: &RollRequest,
) -> Result<Vec<u32>, ChanceFault> {
    let asked = || call.to_string();
    match rolls.pop_front() {
        // The whole call counts: the same dice rolled for another purpose are a roll that was moved.
        Some(roll) if roll.number == number && roll.call() == *call => Ok(roll.values),
        Some(roll) => {
            let found = format!("roll {}: {}", roll.number, roll.call());
            Err(ChanceFault::Differs { number, asked: asked(), found })
        }
        None => Err(ChanceFault::Differs { number, asked: asked(), found: "no further roll".into() }),
    }
}

fn scripted(
    script: &mut std::collections::VecDeque<u32>,
    number: u32,
    call: &RollRequest,
) -> Result<Vec<u32>, ChanceFault> {
    if call.form == RollForm::Shuffle {
        return Ok((0..call.of).collect());
    }
    let mut values: Vec<u32> = Vec::with_capacity(call.take as usize);
    for _ in 0..call.take {
        let value = script.pop_front().ok_or(ChanceFault::RanOut {
            number,
            purpose: call.purpose,
            rule: call.rule,
            take: call.take,
            of: call.of,
        })?;
        // A scripted 0 wraps far out of reach and is refused below.
        let position = value.wrapping_sub(1);
        let possible =
            (1..=call.of).contains(&value) && (call.form == RollForm::Dice || !values.contains(&position));
        if !possible {
            return Err(ChanceFault::Impossible {
                value,
                number,
                purpose: call.purpose,
                rule: call.rule,
                limit: call.of,
            });
        }
        values.push(if call.form == RollForm::Dice { value } else { position });
    }
    Ok(values)
}
