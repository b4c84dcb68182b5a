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
//! | `kept` | when time was kept last, and since when without a break |
//! | `seen/TABLE/SEAT` | question, its beginning by the log, and when it was first seen, where that is later |
//! | `told/TABLE/SEAT` | what a deadline follows from, and the deadline, where it depends on the rules of a zone |
//! | `extended/TABLE/SEAT` | the last extension of which the players were told |
//! | `zones` | the database of time zones that was read last |
//! | `lease` | the number of the lease under which time was kept last |

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::kept_time::{first_seen, key, name_of};
use super::leases::Leases;
use super::notes::DoorNotes;
use super::personal::{PersonalNotices, Tells};
use super::zone::lang_of;
use super::{ClubError, PlayedGames};
use crate::game::Seat;
use crate::log::{Store, outbox};
use crate::pace::Terms;
use crate::pace::zone::{ZoneDatabase, database};
use crate::table::clock_watch::{CLOCKS_APART, TIMEKEEPER};
use crate::table::platform::{moment, written};
use crate::table::time::{TableTime, WaitedFor};
use crate::table::{Caller, Platform, TableCommand};
use crate::words::Lang;

/// The note of the database of time zones.
const ZONES: &str = "zones";
/// The note of the lease under which time was last kept.
const LEASE: &str = "lease";

/// What this process observed since it began to keep time.
#[derive(Default)]
pub(super) struct Keeper {
    /// The start of the unbroken timekeeping known to it.
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
        // A question from before this process kept time was seen by the previous timekeeper, or gets the grace of an outage.
        let is_new = known.is_some() || wait.begun >= self.began - CLOCKS_APART;
        let is_slow = self.round.is_some_and(|round| wait.begun < round - CLOCKS_APART);
        is_new.then_some(if is_slow { now } else { wait.begun })
    }
}

/// The inputs of a deadline besides the rules of zones.
fn source_of(terms: &Terms, wait: &WaitedFor) -> String {
    let WaitedFor { prompt, begun, off, moves, size, .. } = wait;
    let terms = serde_json::to_string(terms).unwrap_or_default();
    hex::encode(&Sha256::digest(format!("{prompt} {begun} {off:?} {moves} {size:?} {terms}"))[..16])
}

/// Time at the tables: rounds of timekeeping, and logs ahead of the clock.
#[derive(Clone, Copy)]
pub struct TimeKeeping<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) leases: Leases<'a>,
    pub(super) notes: DoorNotes<'a>,
    pub(super) personal: PersonalNotices<'a>,
    pub(super) keeper: &'a Mutex<Keeper>,
}

impl TimeKeeping<'_> {
    fn keeper(&self) -> std::sync::MutexGuard<'_, Keeper> {
        self.keeper.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Forgets what this process saw of questions, as one that starts.
    pub fn forget_questions(&self) {
        *self.keeper() = Keeper::default();
    }

    /// Begins a round of timekeeping under the lease of this number; `since` is the start of the unbroken stretch. The first
    /// round of a process looks at all tables if the rules of zones have changed.
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
            // A question raised during a break gets the grace of an outage; the process that kept time before has seen one
            // raised under it.
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
            self.notes.put_under(TIMEKEEPER, lease, ZONES, &zones)?;
        }
        Ok(())
    }

    /// Returns whether `held` is the lease under which time was last kept; records `lease` as the present one.
    fn kept_last_under(&self, held: Option<u64>, lease: u64) -> Result<bool, ClubError> {
        let last = self.store.note(TIMEKEEPER, LEASE)?;
        self.notes.put_under(TIMEKEEPER, lease, LEASE, &lease.to_string())?;
        Ok(last.is_some() && last == held.map(|held| held.to_string()))
    }

    /// A round that began at `began` ended, and left nothing to look at.
    pub(super) fn end_round(&self, began: DateTime<Utc>) {
        self.keeper().round = Some(began);
    }

    /// Notes when each question of a table was first seen, where the log says otherwise. Returns whether it noted something.
    pub(super) fn note_first_seen<'t>(
        &self,
        table: &str,
        waits: impl Iterator<Item = &'t WaitedFor>,
        now: DateTime<Utc>,
    ) -> Result<bool, ClubError> {
        let (mut questions, mut is_noted) = (Vec::new(), false);
        for wait in waits {
            let WaitedFor { seat, prompt, begun, .. } = *wait;
            let known = self.keeper().seen(table, wait, now);
            let seen = match known {
                Some(seen) => seen,
                None => first_seen(self.store, table, wait)?.unwrap_or(begun),
            };
            if seen == now && seen > begun + CLOCKS_APART {
                tracing::warn!(table, %seat, %begun, "a question was written by a clock that is slow");
                let noted = format!("{}{}", name_of(wait), written(seen));
                self.store.put_note(TIMEKEEPER, &key("seen", table, seat), &noted)?;
                is_noted = true;
            }
            questions.push(Question { seat, prompt, begun, seen });
        }
        let mut keeper = self.keeper();
        match questions.is_empty() {
            true => drop(keeper.tables.remove(table)),
            false => drop(keeper.tables.insert(table.to_owned(), questions)),
        }
        Ok(is_noted)
    }

    /// Tells the players of a table, once, that the keeper of time gives a decision more time than the log does.
    pub(super) fn tell_of_extension(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
        (now, since): (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<(), ClubError> {
        let is_extended = wait.extended_from.is_some() && wait.expired.is_none();
        let Some(due) = wait.due.filter(|due| is_extended && *due > now) else { return Ok(()) };
        let subject = key("extended", table, wait.seat);
        let seen = first_seen(self.store, table, wait)?.map(written).unwrap_or_default();
        let extension = format!("{}{} {seen}", name_of(wait), written(since));
        if self.store.note(TIMEKEEPER, &subject)?.as_deref() == Some(&*extension) {
            return Ok(());
        }
        if time.is_awaited_by_others() {
            let (game, watched) = (self.games.of_table(table)?, self.games.watch(table, Lang::En, None)?);
            let places = watched.around().seats.iter();
            let holders: BTreeSet<&String> = places.filter_map(|place| place.player.as_ref()).collect();
            for id in holders {
                let Some(player) = self.store.player(id)? else { continue };
                let is_theirs =
                    wait.player.as_ref().is_some_and(|holder| player.ids().any(|id| id == holder));
                let seat = (!is_theirs).then(|| self.games.seat_name(game, wait.seat, lang_of(&player)));
                let tells = Tells::Extended { table: table.to_owned(), seat, until: due.timestamp() };
                for address in outbox::plan(&player) {
                    self.personal.tell(&address.kind, (&player.id, &subject), tells.clone())?;
                }
            }
        }
        Ok(self.store.put_note(TIMEKEEPER, &subject, &extension)?)
    }

    /// Keeps a table to an announced deadline: if the rules of a zone changed since, the later one counts, and an entry records
    /// it. Returns whether there is such an entry.
    pub(super) fn hold_to_what_was_told(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
    ) -> Result<bool, ClubError> {
        let depends = time.terms.knows_zones(wait.size) && wait.expired.is_none();
        // An extension by the timekeeper is no deadline of the log's.
        let Some(due) = wait.extended_from.or(wait.due).filter(|_| depends) else { return Ok(false) };
        let (key, source) = (key("told", table, wait.seat), source_of(&time.terms, wait));
        let note = self.store.note(TIMEKEEPER, &key)?;
        let told =
            note.as_deref().and_then(|note| note.strip_prefix(&*source)).map(|told| moment(told.trim()));
        match told {
            Some(told) if told == due => Ok(false),
            Some(told) => {
                let due = due.max(told);
                let moved = TableCommand::MoveDeadline { seat: wait.seat, prompt: wait.prompt, due };
                Ok(self.games.with(table)?.perform(table, &Caller::program(), &moved)?.is_accepted())
            }
            None => {
                self.store.put_note(TIMEKEEPER, &key, &format!("{source} {}", written(due)))?;
                Ok(false)
            }
        }
    }
}
