//! The bodies of the kinds that have to do with time.

use serde::{Deserialize, Serialize};

use crate::log::canonical::NotCanonical;
use crate::log::entry::check_time;
use crate::pace::{Hours, Terms};

/// The law by which this program counts time: the entries say which is in force, [`super::TableEvent::LawChanged`].
///
/// | law | what is new |
/// |---|---|
/// | 1 | tables whose entries name none |
/// | 2 | no entry is earlier than the one before it; emergency stops are counted; an absence ends by its number |
pub const TIME_LAW: u32 = 2;

/// A change of how time passes at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeChange {
    /// Decisions have other paces, or other consequences when their time is up.
    Terms(Terms),
    /// The clock stands.
    Pause {
        /// Until when, in the form of [`crate::log::Entry::at`]; until the clock is set going again where it is none,
        /// for [`crate::table::time::PAUSE_DAYS`] at most.
        until: Option<String>,
    },
    /// The clock goes on.
    Resume,
}

impl TimeChange {
    /// What is no change that could be agreed on.
    pub(super) fn check(&self, kind: &str) -> Result<(), NotCanonical> {
        match self {
            TimeChange::Terms(terms) => {
                terms.check().map_err(|error| NotCanonical::Field(format!("{kind}: terms: {error}")))
            }
            TimeChange::Pause { until: Some(until) } => check_time(until, &format!("{kind}: until")),
            TimeChange::Pause { until: None } | TimeChange::Resume => Ok(()),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    pub(super) change: TimeChange,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expiry {
    pub(super) seat: String,
    pub(super) prompt: u64,
    pub(super) deadline: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Absence {
    pub(super) from: String,
    pub(super) until: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub(super) seat: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Extension {
    pub(super) seat: String,
    pub(super) prompt: u64,
    pub(super) hours: Hours,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AbsenceEnd {
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) booked: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Law {
    pub(super) law: u32,
}
