//! Time: how long a table gives for a decision, what of it counts, and when a player is reminded. All of it is computed from
//! moments it is given; it knows no table and looks at no clock.
//!
//! What people agree on is one line of typed words, in the log as at every door: `36h`, `Mon,Wed,Fri 20:00 Asia/Tokyo`.
//! `docs/decisions/time.md` has the rules, and why.
//!
//! | file | what is in it |
//! |---|---|
//! | [`zone`] | time zones and their clocks: the only place that knows their database |
//! | [`zone_names`] | time zones as people name them |
//! | [`absence`] | absences that were booked, and what they take of a year |
//! | [`deadline`] | counting time, and when a decision is due |
//! | [`reminder`] | the ladder of a player's reminders, and quiet hours |
//! | [`stops`] | emergency stops of the clock: how many, and when the next |
//! | [`typed`] | all of these as people type them, in both languages |
//! | [`terms`] | terms as they are typed: what is not named stays as it is |
//! | [`when`] | days and moments as they are typed |
//! | [`suggest`] | what could be typed next of all these |
//! | [`error`] | why something typed is none of these |

pub mod absence;
pub mod deadline;
pub mod error;
pub mod reminder;
pub mod stops;
pub mod suggest;
pub mod terms;
pub mod typed;
pub mod when;
pub mod zone;
pub mod zone_names;

use chrono::{NaiveTime, TimeDelta, WeekdaySet};
use serde::{Deserialize, Serialize};

pub use absence::{Absences, Booking};
pub use deadline::Span;
pub use error::PaceError;
pub use reminder::{Ladder, LadderStep, Quiet, Rung, rungs};
pub use stops::{NoStop, Stops};
pub use zone::Zone;

/// A number of hours that pass, 0 to [`Hours::MOST`]; written as that number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Hours(u16);

impl Hours {
    /// The maximum: 30 days. Players who need longer play without a clock.
    pub const MOST: u16 = 30 * 24;

    /// So many hours; `None` over the most.
    pub const fn new(hours: u16) -> Option<Hours> {
        if hours <= Hours::MOST { Some(Hours(hours)) } else { None }
    }

    /// Their number.
    pub fn count(self) -> u16 {
        self.0
    }

    /// Its length.
    pub fn length(self) -> TimeDelta {
        TimeDelta::hours(self.0.into())
    }
}

impl From<Hours> for u16 {
    fn from(hours: Hours) -> u16 {
        hours.0
    }
}

impl TryFrom<u16> for Hours {
    type Error = String;

    fn try_from(hours: u16) -> Result<Hours, String> {
        Hours::new(hours).ok_or_else(|| format!("{hours} hours, at most {}", Hours::MOST))
    }
}

/// The time for a decision; written as typed in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pace {
    /// As long as it takes.
    #[default]
    None,
    /// So many hours for each decision, at least 1.
    Each(Hours),
    /// Until the next of fixed local times.
    Times(FixedTimes),
}

/// Local times at which decisions are due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedTimes {
    /// The days of the week; at least one.
    pub days: WeekdaySet,
    /// The times of each of these days, in whole minutes, sorted; at least one.
    pub at: Vec<NaiveTime>,
    /// Whose clocks show them.
    pub zone: Zone,
}

/// The size of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DecisionSize {
    /// One to think about.
    Big,
    /// An answer or a pass.
    Small,
}

impl DecisionSize {
    /// Small or big.
    pub fn of(is_small: bool) -> DecisionSize {
        if is_small { DecisionSize::Small } else { DecisionSize::Big }
    }
}

/// A table's agreement about time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The pace of big decisions.
    pub big: Pace,
    /// The pace of small ones.
    pub small: Pace,
    /// The zone in which Saturdays and Sundays do not count; absent where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekends_off: Option<Zone>,
    /// The grace after a deadline, in counted hours.
    pub grace_hours: Hours,
    /// The consequence when that is over too.
    pub overdue: Overdue,
    /// Days of a calendar year for which each player may be away while their clock stands.
    pub absence_days: u16,
    // Left out where usual, so that terms from before stops were counted have the same text.
    /// Stops of the clock that each player has in a game; absent if [`STOPS`].
    #[serde(default = "usual_stops", skip_serializing_if = "is_usual")]
    pub stops: u16,
}

/// Stops of the clock that each player has in a game by default.
pub const STOPS: u16 = 2;

fn usual_stops() -> u16 {
    STOPS
}

fn is_usual(stops: &u16) -> bool {
    *stops == STOPS
}

/// The consequence of an expired decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overdue {
    /// Nothing: everybody is told, and the game waits on.
    #[default]
    Wait,
    /// The others may end the game as won against the player, by vote.
    Claim,
    /// Whoever wants to may take the seat.
    Substitute,
    /// The seat goes to the player who stands in for it, in a game that knows who that is.
    StandIn,
    /// The player's own standing orders answer, also those for this case; if none does, the game waits on.
    StandingOrders,
    /// A computer player of this strength stands in, until the former player takes the seat back.
    Midshipman,
    /// The same.
    Lieutenant,
    /// The same.
    Captain,
}

impl Overdue {
    /// The strength of the computer player who stands in; `None` without one.
    pub fn computer(self) -> Option<&'static str> {
        match self {
            Overdue::Wait
            | Overdue::Claim
            | Overdue::Substitute
            | Overdue::StandIn
            | Overdue::StandingOrders => None,
            Overdue::Midshipman => Some("midshipman"),
            Overdue::Lieutenant => Some("lieutenant"),
            Overdue::Captain => Some("captain"),
        }
    }
}

impl Default for Terms {
    /// No pace. The grace is a day, so that a player who looks in once a day sees every deadline before it has consequences.
    fn default() -> Terms {
        Terms {
            big: Pace::None,
            small: Pace::None,
            weekends_off: None,
            grace_hours: Hours(24),
            overdue: Overdue::Wait,
            absence_days: 28,
            stops: STOPS,
        }
    }
}

impl Terms {
    /// The most emergency stops of a player in a game.
    pub const MOST_STOPS: u16 = 99;
    /// The most days of a year for which a player may be away: all of them.
    pub const MOST_ABSENCE: u16 = 366;

    /// Returns whether any decision has a pace.
    pub fn has_pace(&self) -> bool {
        [&self.big, &self.small].into_iter().any(|pace| *pace != Pace::None)
    }

    /// Returns whether deadlines of this size depend on the clocks of a zone.
    pub fn knows_zones(&self, size: DecisionSize) -> bool {
        // Where every hour counts, a deadline some hours ahead is the same moment in all zones.
        self.weekends_off.is_some() || matches!(self.pace(size), Pace::Times(_))
    }

    /// The pace of decisions of this size.
    pub fn pace(&self, size: DecisionSize) -> &Pace {
        match size {
            DecisionSize::Big => &self.big,
            DecisionSize::Small => &self.small,
        }
    }
}
