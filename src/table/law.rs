//! The law of time of a table. A table continues under this program's law: an entry says so directly before the first entry
//! that needs it, in the same append, so that earlier entries are judged as they were.

use chrono::{DateTime, Utc};

use super::batch::{Batch, Origin};
use super::clock_watch::CLOCKS_APART;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::platform::{moment, written};
use super::reply::Reply;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::table_event::TIME_LAW;
use crate::log::{TableEvent, TimeEvent};

impl<G: Game> Table<G> {
    /// The law in force.
    pub fn law(&self) -> u32 {
        self.clock.law
    }

    /// When an entry is written at `now`: no earlier than the last one.
    pub(super) fn at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now.max(moment(self.written_at()))
    }

    /// The time of the last entry, if that is ahead of the clock: then no time expires.
    pub fn ahead_of(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Some(moment(self.written_at())).filter(|last| *last > now + CLOCKS_APART)
    }

    /// Adds `LawChanged` before the next entries, if the table is not under this program's law.
    pub(super) fn bring_law(&self, batch: &mut Batch<'_, G::Event>) -> Result<(), NoEffect> {
        if self.law() > TIME_LAW {
            let newer = Reply::refused("law-newer").about("theirs", self.law()).about("ours", TIME_LAW);
            return Err(newer.into());
        }
        // With the first entry of an append it was brought already, or is not needed.
        if self.law() < TIME_LAW && batch.head() == self.head {
            let change = TableEvent::Time(TimeEvent::LawChanged { law: TIME_LAW });
            batch.add(change, Origin::default())?;
        }
        Ok(())
    }
}

impl<G: Packed> Table<G> {
    pub(super) fn set_clock(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.still_open()?;
        if self.ahead_of(draft.now).is_none() {
            return Err(Reply::refused("not-ahead").about("last", self.written_at()).into());
        }
        // Another law would be brought at the time of the last entry, and is at the next.
        draft.batch.write_at(written(draft.now));
        draft.batch.add(TableEvent::Time(TimeEvent::ClockSet), draft.caller.origin())?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn move_deadline(
        &self,
        (seat, prompt): (Seat, u64),
        due: DateTime<Utc>,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.still_open()?;
        if self.waited_for_at(seat).is_none_or(|asked| asked.number != prompt) {
            // Only the program moves deadlines, and it has no use for the entries since.
            return Err(NoEffect::Stale { prompt, now: None, since: vec![] });
        }
        self.bring_law(&mut draft.batch)?;
        let moved = TableEvent::Time(TimeEvent::DeadlineMoved {
            seat: seat.to_string(),
            prompt,
            deadline: written(due),
        });
        draft.batch.add(moved, Origin::default())?;
        Ok(Effect::by_nobody())
    }
}
