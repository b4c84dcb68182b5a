//! What entries say of time. Takebacks undo none of it.

use chrono::{DateTime, Utc};

use super::Table;
use crate::games::Packed;
use crate::log::{TableEvent, TimeChange};
use crate::pace::Booking;
use crate::table::clock::Expiry;
use crate::table::consent::Ask;
use crate::table::known::Known;
use crate::table::platform::{moment, written};
use crate::table::reply::TableFault;

impl<G: Packed> Table<G> {
    /// Folds a table event that has to do with time; all others change nothing.
    pub(super) fn time_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        table_event: &TableEvent,
    ) -> Result<(), TableFault> {
        let (seq, at) = (entry.seq, moment(&entry.at));
        match table_event {
            TableEvent::TimeProposed { change } => self.ask(entry, Ask::Time { change: change.clone() })?,
            TableEvent::TimeChanged { change } => {
                self.request = None;
                self.clock.change(at, entry.player(), change);
                if let (Some(check), TimeChange::Terms(_)) = (&mut self.ready, change) {
                    check.withdraw((seq, at));
                }
            }
            TableEvent::TimeExtended { seat, prompt, hours } => {
                let seat = self.seat(seq, seat)?;
                self.clock.extend((seat, *prompt), at, *hours);
            }
            TableEvent::TimeStopped => {
                self.ask(entry, Ask::Stop)?;
                let (_, player) = self.by(entry)?;
                self.clock.stop(seq, &player, at);
            }
            TableEvent::TimeExpired { seat, prompt, .. } => {
                let seat = self.seat(seq, seat)?;
                self.clock.expire((seat, *prompt), Expiry { seq, at });
            }
            TableEvent::DeadlineMoved { seat, prompt, deadline } => {
                let seat = self.seat(seq, seat)?;
                self.clock.told((seat, *prompt), at, moment(deadline));
            }
            TableEvent::AbsenceBooked { from, until } => {
                let (_, player) = self.by(entry)?;
                let booking = Booking { number: seq, from: moment(from), until: moment(until) };
                self.clock.away(&player, booking);
            }
            TableEvent::AbsenceEnded { booked } => {
                let (_, player) = self.by(entry)?;
                self.clock.back(&player, *booked, at);
            }
            TableEvent::LawChanged { law } => self.clock.law = *law,
            _ => {}
        }
        Ok(())
    }

    /// The clock was set back from `before` to `at`: nothing that the log tells was later.
    pub(super) fn set_back(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) {
        // Questions that were raised and not asked for yet have their time.
        self.settle();
        self.clock.set_back(before, at);
        self.asked.iter_mut().for_each(|asked| asked.raised_at = asked.raised_at.min(at));
        self.seats.values_mut().for_each(|holder| holder.at = holder.at.min(at));
        self.request.iter_mut().for_each(|request| request.at = request.at.min(at));
        self.sought.iter_mut().for_each(|since| *since = (*since).min(at));
        self.ready.iter_mut().for_each(|check| check.at = check.at.min(at));
        self.raised_at = written(moment(&self.raised_at).min(at));
    }
}
