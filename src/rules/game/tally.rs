//! The result of a finished game, for statistics.

use serde::{Deserialize, Serialize};

use super::word::Word;

/// The result of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameTally {
    /// The objective, if it is drawn.
    pub kind: Option<Word>,
    /// The ending.
    pub ending: Option<Word>,
    /// Points, each cause of a side once.
    pub points: Vec<TalliedPoints>,
}

/// Points of a side for a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TalliedPoints {
    /// The side.
    pub side: Word,
    /// The cause.
    pub cause: Word,
    /// The points; negative if lost.
    pub points: i64,
}

impl GameTally {
    /// Adds points of a side for a cause to those there are.
    pub fn score(&mut self, side: Word, cause: Word, points: i64) {
        match self.points.iter_mut().find(|known| (known.side, known.cause) == (side, cause)) {
            Some(known) => known.points += points,
            None => self.points.push(TalliedPoints { side, cause, points }),
        }
    }
}
