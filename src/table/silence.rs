//! The silence of a witness of the dice at one table, noted beside the log: it outlives a restart, and every process knows of it.
//!
//! A silence begins when the witness does not answer for an order of the table, or is found not to serve it. Until it is over, and
//! then for as long again, no time expires at the table; at other tables of the same witness it does.

use chrono::{DateTime, TimeDelta, Utc};

use super::platform::{moment, written};
use crate::log::{Fault, Store};

/// The owner of the notes; the key is the table.
const NOTES: &str = "dice-witness";
/// The sign for no value in a note.
const NONE: &str = "-";
/// The sign in a note that the witness was reached.
const REACHED: &str = "reached";
/// The longest time that a witness has to answer again before time expires.
const LONGEST_DEBT: TimeDelta = TimeDelta::days(1);

/// The silence of a witness at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Silence {
    /// When it began; `None` while the witness answers.
    since: Option<DateTime<Utc>>,
    /// When an order was last tried in vain since then.
    tried: Option<DateTime<Utc>>,
    /// The witness was reached then, or took too long: that it answers other questions says nothing of that order.
    reached: bool,
    /// The end of the time for which it owes answers after earlier silences.
    owed_until: Option<DateTime<Utc>>,
}

impl Silence {
    /// The noted silence at a table.
    pub(super) fn noted(store: &(impl Store + ?Sized), table: &str) -> Result<Silence, Fault> {
        let note = store.note(NOTES, table)?.unwrap_or_default();
        let parts: Vec<&str> = note.split(' ').collect();
        // Without a note the text is empty, which is one part: the witness counts as answering.
        let [since, tried, reached, owed_until] = parts[..] else { return Ok(Silence::default()) };
        let time = |text: &str| (text != NONE).then(|| moment(text));
        let (since, tried, owed_until) = (time(since), time(tried), time(owed_until));
        Ok(Silence { since, tried, reached: reached == REACHED, owed_until })
    }

    /// When it began; `None` while the witness answers.
    pub(super) fn since(self) -> Option<DateTime<Utc>> {
        self.since
    }

    /// Notes it, if that is not noted already.
    pub(super) fn note(self, store: &(impl Store + ?Sized), table: &str) -> Result<(), Fault> {
        if self == Silence::noted(store, table)? {
            return Ok(());
        }
        if self == Silence::default() {
            return store.drop_note(NOTES, table).map(drop);
        }
        let time = |time: Option<DateTime<Utc>>| time.map_or_else(|| NONE.to_owned(), written);
        let reached = if self.reached { REACHED } else { NONE };
        let parts = [&*time(self.since), &*time(self.tried), reached, &*time(self.owed_until)];
        store.put_note(NOTES, table, &parts.join(" "))
    }

    /// The same after an order was tried in vain.
    pub(super) fn tried_in_vain(self, now: DateTime<Utc>, reached: bool) -> Silence {
        Silence { tried: Some(now), reached, ..self.began(now) }
    }

    /// The same once the witness is known not to serve the table.
    pub(super) fn began(self, now: DateTime<Utc>) -> Silence {
        Silence { since: self.since.or(Some(now)), ..self }
    }

    /// The same once the witness has answered for an order.
    pub(super) fn ended(self, now: DateTime<Utc>) -> Silence {
        let owed = self.owed_until.filter(|until| *until > now);
        let Some(since) = self.since else { return Silence { owed_until: owed, ..Silence::default() } };
        // The rest of what it owed when it fell silent again is owed still.
        let before = self.owed_until.map_or(TimeDelta::zero(), |until| until - since);
        let debt = (now - since).max(TimeDelta::zero()) + before.max(TimeDelta::zero());
        Silence { owed_until: Some(now + debt.min(LONGEST_DEBT)), ..Silence::default() }
    }

    /// The same once the witness has answered an earlier question again, at `at`.
    pub(super) fn ended_unless_tried_since(self, at: DateTime<Utc>, now: DateTime<Utc>) -> Silence {
        // A time more than a day ahead is that of a clock that was wrong.
        match self.tried.filter(|tried| *tried <= now + LONGEST_DEBT) {
            Some(tried) if at <= tried => self,
            // It may refuse that order all the same, so the order's player has this long to try it again.
            Some(tried) if self.reached && at <= tried + LONGEST_DEBT => self,
            Some(_) if self.reached => Silence::default(),
            _ => self.ended(now),
        }
    }

    /// Returns whether time may expire at the table.
    pub(super) fn lets_time_expire(self, now: DateTime<Utc>) -> bool {
        // At most a day is owed: an end more than two days off was noted by a wrong clock.
        let is_over = |until: DateTime<Utc>| until <= now || until > now + LONGEST_DEBT * 2;
        self.since.is_none() && self.owed_until.is_none_or(is_over)
    }
}
