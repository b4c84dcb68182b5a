//! The opening of a table, as its entry holds it.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::canonical::NotCanonical;
use crate::log::form::{check_hex, check_id, check_version};
use crate::log::limits::MAX_AUDIENCE_SEATS;

/// The format number in the first entry of a new table, and in the header of its export.
pub const LOG_FORMAT: u32 = 2;
/// The formats that this program reads, checks and plays on. In format 1 the rolls follow from the chain, from format 2 on from
/// the orders alone.
pub const LOG_FORMATS: RangeInclusive<u32> = 1..=LOG_FORMAT;
// Fixed for all games: a checker without rules, or a page without letters, computes the order digest too.
/// The verbs of orders that are texts between players, in every game. From format 2 on no roll follows from their content.
pub const TALK: [&str; 2] = ["letter", "message"];

/// The first entry of every table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOpened {
    /// One of [`LOG_FORMATS`].
    pub format: u32,
    /// The game, like `chess`.
    pub game: String,
    /// The version of its rules code.
    pub rules_version: String,
    /// The options it is played with.
    pub options: Value,
    /// The hash of its data pack, 64 lower-case hexadecimal digits.
    pub pack: String,
    /// [`crate::seal::Seed::commitment`], 64 lower-case hexadecimal digits.
    pub seed_commitment: String,
    /// True if it may go back past rolls.
    pub practice: bool,
    /// The seats.
    pub seats: Vec<String>,
}

impl TableOpened {
    /// Rejects what no table can be opened with.
    pub(super) fn check(&self) -> Result<(), NotCanonical> {
        check_hex(&self.pack, 64, "TableOpened: pack")?;
        check_hex(&self.seed_commitment, 64, "TableOpened: seed_commitment")?;
        check_id(&self.game, "TableOpened: game")?;
        check_version(&self.rules_version, "TableOpened: rules_version")?;
        self.seats.iter().try_for_each(|seat| check_id(seat, "TableOpened: a seat"))?;
        let distinct: BTreeSet<&String> = self.seats.iter().collect();
        if !(1..=MAX_AUDIENCE_SEATS).contains(&self.seats.len()) || distinct.len() < self.seats.len() {
            let what = format!("TableOpened: a table has 1 to {MAX_AUDIENCE_SEATS} seats, each once");
            return Err(NotCanonical::Field(what));
        }
        if LOG_FORMATS.contains(&self.format) {
            return Ok(());
        }
        Err(NotCanonical::Field(format!("the log's format is 1 to {LOG_FORMAT}, not {}", self.format)))
    }
}
