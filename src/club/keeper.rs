//! What the keeper of time saw of questions, by its own clock, and which deadlines were told.
//!
//! The log says when a question was asked by the clock of whoever wrote it. The keeper looks at every table within a round of an
//! entry; a question that the log says is older than the round before was written by a clock that is slow, and counts from when
//! the keeper first saw it.
//!
//! Beside the log it notes, under the channel of whoever keeps time:
//!
//! | note | what it says |
//! |---|---|
//! | `seen/TABLE/SEAT` | question, its beginning by the log, and when it was first seen, where that is later |
//! | `told/TABLE/SEAT` | what a deadline follows from, and the deadline, where it depends on the rules of a zone |
//! | `zones` | the database of time zones that was read last |
//! | `lease` | the number of the lease under which time was kept last |

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::{Club, ClubError};
use crate::game::Seat;
use crate::pace::Terms;
use crate::pace::zone::{ZoneDatabase, database};
use crate::table::Correction;
use crate::table::clock_watch::{CLOCKS_APART, TIMEKEEPER};
use crate::table::platform::{moment, written};
use crate::table::time::{TableTime, WaitedFor};

/// The note of the database of time zones.
const ZONES: &str = "zones";
/// The note of the lease under which time was kept last.
const LEASE: &str = "lease";

/// What this process saw since it keeps time.
#[derive(Default)]
pub(super) struct Keeper {
    /// Since when time has been kept without a break, as far as it knows.
    since: Option<DateTime<Utc>>,
    /// The number of the lease under which it does.
    lease: Option<u64>,
    /// When it began to keep time.
    began: DateTime<Utc>,
    /// When the last round ended that left nothing to look at.
    round: Option<DateTime<Utc>>,
    /// The questions that it saw at each table.
    tables: BTreeMap<String, Vec<Question>>,
}

/// A question, and when it was first seen.
#[derive(Clone)]
struct Question {
    seat: Seat,
    prompt: u64,
    begun: DateTime<Utc>,
    seen: DateTime<Utc>,
}

impl Question {
    fn is(&self, wait: &WaitedFor) -> bool {
        (self.seat, self.prompt, self.begun) == (wait.seat, wait.prompt, wait.begun)
    }
}

impl Keeper {
    /// When a question was first seen, where that is known: no earlier than it was asked by the log.
    fn seen(&self, table: &str, wait: &WaitedFor, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let known = self.tables.get(table);
        if let Some(question) = known.into_iter().flatten().find(|question| question.is(wait)) {
            return Some(question.seen);
        }
        // What was asked before this process kept time was seen by the one before it, or is given the grace of an outage.
        let is_new = known.is_some() || wait.begun >= self.began - CLOCKS_APART;
        let is_slow = self.round.is_some_and(|round| wait.begun < round - CLOCKS_APART);
        is_new.then_some(if is_slow { now } else { wait.begun })
    }
}

/// The key of a note about a seat of a table.
fn key(what: &str, table: &str, seat: Seat) -> String {
    format!("{what}/{table}/{seat}")
}

/// What a deadline follows from besides the rules of zones.
fn source_of(terms: &Terms, wait: &WaitedFor) -> String {
    let WaitedFor { prompt, begun, off, moves, size, .. } = wait;
    let terms = serde_json::to_string(terms).unwrap_or_default();
    hex::encode(&Sha256::digest(format!("{prompt} {begun} {off:?} {moves} {size:?} {terms}"))[..16])
}

impl Club {
    fn keeper(&self) -> std::sync::MutexGuard<'_, Keeper> {
        self.keeper.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Forgets what this process saw of questions, as one that starts.
    pub fn forget_questions(&self) {
        *self.keeper() = Keeper::default();
    }

    /// A round of keeping time begins under the lease of this number; it has been kept since `since` without a break. The first of a
    /// process has all tables looked at where the rules of zones are others than before.
    pub(super) fn begin_round(
        &self,
        lease: u64,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(), ClubError> {
        let held = self.keeper().lease;
        let nobody_between = held == Some(lease) || self.kept_last_under(held, lease)?;
        {
            let mut keeper = self.keeper();
            let before = keeper.since.replace(since);
            keeper.lease = Some(lease);
            if before == Some(since) && nobody_between {
                return Ok(());
            }
            // What was asked during a break is given the grace of an outage; what was asked while another process kept time
            // was seen by that one.
            *keeper = Keeper { since: Some(since), lease: Some(lease), began: now, ..Keeper::default() };
            if before.is_some() {
                return Ok(());
            }
        }
        let ZoneDatabase { source, version, .. } = database();
        let zones = format!("{source} {}", version.as_deref().unwrap_or_default());
        let before = self.store.note(TIMEKEEPER, ZONES)?;
        if before.as_deref() != Some(&*zones) {
            if before.is_some() {
                self.store.wake_all(&written(now))?;
            }
            self.put_note_under(TIMEKEEPER, lease, ZONES, &zones)?;
        }
        Ok(())
    }

    /// Whether `held` is the lease under which time was kept last; notes that it is kept under `lease` now.
    fn kept_last_under(&self, held: Option<u64>, lease: u64) -> Result<bool, ClubError> {
        let last = self.store.note(TIMEKEEPER, LEASE)?;
        self.put_note_under(TIMEKEEPER, lease, LEASE, &lease.to_string())?;
        Ok(last.is_some() && last == held.map(|held| held.to_string()))
    }

    /// A round that began at `began` ended, and left nothing to look at.
    pub(super) fn end_round(&self, began: DateTime<Utc>) {
        self.keeper().round = Some(began);
    }

    /// When each question of a table was first seen; notes it where the log says otherwise.
    pub(super) fn first_seen(
        &self,
        table: &str,
        waits: &[WaitedFor],
        now: DateTime<Utc>,
    ) -> Result<Vec<DateTime<Utc>>, ClubError> {
        let mut questions = Vec::with_capacity(waits.len());
        for wait in waits {
            let WaitedFor { seat, prompt, begun, .. } = *wait;
            let name = format!("{prompt} {} ", written(begun));
            let known = self.keeper().seen(table, wait, now);
            let seen = match known {
                Some(seen) => seen,
                None => {
                    let note = self.store.note(TIMEKEEPER, &key("seen", table, seat))?;
                    note.as_deref().and_then(|note| note.strip_prefix(&*name)).map_or(begun, moment)
                }
            };
            if seen == now && seen > begun + CLOCKS_APART {
                tracing::warn!(table, %seat, %begun, "a question was written by a clock that is slow");
                self.store.put_note(
                    TIMEKEEPER,
                    &key("seen", table, seat),
                    &format!("{name}{}", written(seen)),
                )?;
            }
            questions.push(Question { seat, prompt, begun, seen });
        }
        let seen = questions.iter().map(|question| question.seen).collect();
        let mut keeper = self.keeper();
        match questions.is_empty() {
            true => drop(keeper.tables.remove(table)),
            false => drop(keeper.tables.insert(table.to_owned(), questions)),
        }
        Ok(seen)
    }

    /// Holds a table to the deadline that was told of a question: where the rules of a zone changed since, the later counts, and an
    /// entry tells it. Returns whether there is such an entry.
    pub(super) fn hold_to_what_was_told(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
    ) -> Result<bool, ClubError> {
        let depends = time.terms.knows_zones(wait.size) && wait.expired.is_none();
        let Some(due) = wait.due.filter(|_| depends) else { return Ok(false) };
        let (key, source) = (key("told", table, wait.seat), source_of(&time.terms, wait));
        let note = self.store.note(TIMEKEEPER, &key)?;
        let told =
            note.as_deref().and_then(|note| note.strip_prefix(&*source)).map(|told| moment(told.trim()));
        match told {
            Some(told) if told == due => Ok(false),
            Some(told) => {
                let due = due.max(told);
                let moved = Correction::Deadline { seat: wait.seat, prompt: wait.prompt, due };
                Ok(self.tables_with(table)?.correct(table, &moved)?.is_accepted())
            }
            None => {
                self.store.put_note(TIMEKEEPER, &key, &format!("{source} {}", written(due)))?;
                Ok(false)
            }
        }
    }
}
