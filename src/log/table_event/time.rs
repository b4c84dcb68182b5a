//! Changes of how time passes, as entries hold them.

use serde::{Deserialize, Serialize};

use crate::log::canonical::NotCanonical;
use crate::log::form::check_time;
use crate::pace::Terms;

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
        /// The end of the pause, in the form of [`crate::log::Entry::at`]; without one it lasts until the clock is restarted,
        /// at most for as long as the table allows.
        until: Option<String>,
    },
    /// The clock goes on.
    Resume,
}

impl TimeChange {
    /// The end of the pause, if this is a pause with an end.
    pub fn paused_until(&self) -> Option<&str> {
        if let TimeChange::Pause { until } = self { until.as_deref() } else { None }
    }

    /// Rejects a change that cannot be agreed on.
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
