//! The law by which a table counts time. A table goes on under this program's: an entry says so right before the first entry
//! that needs it, in the same append, so that what was agreed and done before is judged as it was.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::clock_watch::CLOCKS_APART;
use super::effect::{Effect, NoEffect};
use super::fold::Table;
use super::platform::{moment, written};
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::table_event::TIME_LAW;
use crate::log::{Store, TableEvent};

impl<G: Game> Table<G> {
    /// The law in force.
    pub fn law(&self) -> u32 {
        self.clock.law
    }

    /// When an entry is written at `now`: no earlier than the last one.
    pub(super) fn at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now.max(moment(self.written_at()))
    }

    /// When the last entry was written, where that is ahead of the clock: then nobody's time is up.
    pub fn ahead_of(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Some(moment(self.written_at())).filter(|last| *last > now + CLOCKS_APART)
    }

    /// Adds `LawChanged` before what follows, if another law is in force than this program's.
    pub(super) fn bring_law(&self, batch: &mut Batch<'_, G::Event>) -> Result<(), NoEffect> {
        if self.law() > TIME_LAW {
            let newer = Reply::refused("law-newer").about("theirs", self.law()).about("ours", TIME_LAW);
            return Err(newer.into());
        }
        // With the first entry of an append it was brought already, or is not needed.
        if self.law() < TIME_LAW && batch.head() == self.head {
            let change = TableEvent::LawChanged { law: TIME_LAW };
            batch.add(change, Origin::default())?;
        }
        Ok(())
    }
}

/// An entry that puts time at a table right.
#[derive(Clone, Debug)]
pub enum Correction {
    /// The log is ahead of the clock: the next entries follow the clock again, and nobody's time was up meanwhile.
    Clock(Caller),
    /// The rules of a zone changed since a deadline was told: the decision is due at this time.
    Deadline {
        /// Whose decision it is.
        seat: Seat,
        /// The number of its question.
        prompt: u64,
        /// When it is due.
        due: DateTime<Utc>,
    },
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// Writes an entry that puts time right.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn correct(&self, table: &str, correction: &Correction) -> Result<Reply, TableFault> {
        match correction {
            Correction::Clock(caller) => self.set_clock(table, caller),
            Correction::Deadline { seat, prompt, due } => self.move_deadline(table, (*seat, *prompt), *due),
        }
    }

    fn set_clock(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "set_clock": true }), |table, batch| {
            table.still_open()?;
            let now = self.platform().now();
            if table.ahead_of(now).is_none() {
                return Err(Reply::refused("not-ahead").about("last", table.written_at()).into());
            }
            // Another law would be brought at the time of the last entry, and is at the next.
            batch.write_at(written(now));
            batch.add(TableEvent::ClockSet, caller.origin())?;
            Ok(Effect::by_nobody())
        })
    }

    fn move_deadline(
        &self,
        table: &str,
        (seat, prompt): (Seat, u64),
        due: DateTime<Utc>,
    ) -> Result<Reply, TableFault> {
        let caller = Caller { player: String::new(), door: None, key: None };
        let content = json!({ "move_deadline": prompt, "seat": seat });
        self.command(table, &caller, content, |table, batch| {
            table.still_open()?;
            if table.waited_for_at(seat).is_none_or(|asked| asked.number != prompt) {
                return Err(NoEffect::Stale { prompt, now: None, since: vec![] });
            }
            table.bring_law(batch)?;
            let moved = TableEvent::DeadlineMoved { seat: seat.to_string(), prompt, deadline: written(due) };
            batch.add(moved, Origin::default())?;
            Ok(Effect::by_nobody())
        })
    }
}
