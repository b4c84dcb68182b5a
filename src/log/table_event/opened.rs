//! The opening of a table, as its entry holds it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::canonical::NotCanonical;
use crate::log::form::{check_hex, check_id, check_version};
use crate::log::limits::MAX_AUDIENCE_SEATS;

/// The format number in the first entry.
pub const LOG_FORMAT: u32 = 1;

/// The first entry of every table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOpened {
    /// [`LOG_FORMAT`].
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
        if self.format == LOG_FORMAT {
            return Ok(());
        }
        Err(NotCanonical::Field(format!("the log's format is {LOG_FORMAT}, not {}", self.format)))
    }
}
