//! What the courier remembers between its turns. All of it can be lost: it is found out again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::room::Room;
use crate::door::discord::inbound::interaction::Id;

/// The first wait after trouble that may pass by itself, in seconds; it doubles from there.
const FIRST_WAIT_SECONDS: u64 = 2;
/// The longest such wait, unless Discord asks for a longer one.
const LONGEST_WAIT_SECONDS: u64 = 40;
/// The wait before what the owner has to mend is tried again, in seconds.
const MENDING_WAIT_SECONDS: u64 = 300;

#[derive(Default)]
pub(super) struct RetryState {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    woken: BTreeSet<String>,
    busy: BTreeSet<String>,
    resting: BTreeSet<String>,
    /// The room and the last entry with which all was told at a table.
    told: BTreeMap<String, (Room, u64)>,
    waits: BTreeMap<String, Wait>,
    starters: BTreeMap<String, (Option<Id>, Id)>,
    members: BTreeMap<Id, BTreeSet<Id>>,
    alone: BTreeSet<String>,
    again: BTreeMap<(String, Mending), Range<i64>>,
    /// The touch-ups that Discord put off, each by itself.
    put_off: BTreeMap<(String, TouchUp), Wait>,
    lost_pages: u64,
    /// When it was taken or renewed last, and its number.
    lease: Option<(i64, u64)>,
}

/// What a table does without until the owner mends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mending {
    /// A thread.
    Thread,
    /// A pin.
    Pin,
}

/// What is brought up to date at a table once everything new has been sent. Nothing waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TouchUp {
    /// The members of the thread.
    Members,
    /// Pings that were answered.
    Pings,
    /// The buttons of the message that the thread hangs on.
    Invitation,
    /// The status message.
    Status,
}

impl TouchUp {
    /// In their order.
    pub(super) const ALL: [TouchUp; 4] =
        [TouchUp::Members, TouchUp::Pings, TouchUp::Invitation, TouchUp::Status];
}

/// How long a table, or something at it, has to wait.
#[derive(Default)]
struct Wait {
    failures: u32,
    span: Range<i64>,
}

impl Wait {
    /// Waits longer each time, and `least` seconds at least; for how many seconds.
    fn back_off(&mut self, now: i64, least: Option<u64>) -> u64 {
        let seconds = wait_after(self.failures, least);
        *self = Wait { failures: self.failures.saturating_add(1), span: span(now, seconds) };
        seconds
    }
}

/// So many seconds from `now` on. By a clock that is set back to before it began it is over: nothing waits for as long as that was.
fn span(now: i64, seconds: u64) -> Range<i64> {
    now..now.saturating_add_unsigned(seconds)
}

/// How many seconds what failed so often before waits, `least` at least.
pub(super) fn wait_after(failures: u32, least: Option<u64>) -> u64 {
    let longer = FIRST_WAIT_SECONDS.saturating_mul(1_u64.checked_shl(failures).unwrap_or(u64::MAX));
    longer.min(LONGEST_WAIT_SECONDS).max(least.unwrap_or_default())
}

/// A table that is being served; dropped, it is not any more.
pub(super) struct Serving {
    kept: Arc<Mutex<Kept>>,
    table: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        open(&self.kept).busy.remove(&self.table);
    }
}

fn open(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RetryState {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        open(&self.kept)
    }

    /// Something happened at a table.
    pub(super) fn wake(&self, table: &str) {
        let mut kept = self.kept();
        kept.resting.remove(table);
        kept.woken.insert(table.to_owned());
    }

    /// The tables that are to be looked at now: something happened there, or their wait is over; none that is busy.
    pub(super) fn called(&self, now: i64) -> BTreeSet<String> {
        let kept = self.kept();
        let is_over = |wait: &Wait| !wait.span.contains(&now);
        let over = kept.waits.iter().filter(|(_, wait)| is_over(wait)).map(|(table, _)| table);
        let woken = kept.woken.iter().filter(|table| kept.waits.get(*table).is_none_or(is_over));
        let put_off = kept.put_off.iter().filter(|(_, wait)| is_over(wait)).map(|((table, _), _)| table);
        let put_off = put_off.filter(|table| kept.waits.get(*table).is_none_or(is_over));
        woken.chain(over).chain(put_off).filter(|table| !kept.busy.contains(*table)).cloned().collect()
    }

    pub(super) fn busy(&self) -> BTreeSet<String> {
        self.kept().busy.clone()
    }

    /// Marks a table as being served; what happens there from now on calls again.
    pub(super) fn occupy(&self, table: &str) -> Serving {
        let mut kept = self.kept();
        kept.woken.remove(table);
        kept.busy.insert(table.to_owned());
        Serving { kept: Arc::clone(&self.kept), table: table.to_owned() }
    }

    /// What would be told together is told at each table from now on.
    pub(super) fn alone(&self, digest: &str) {
        self.kept().alone.insert(digest.to_owned());
    }

    pub(super) fn is_alone(&self, digest: &str) -> bool {
        self.kept().alone.contains(digest)
    }

    /// A table where nothing will happen any more, unless it is woken.
    pub(super) fn rest(&self, table: &str) {
        self.kept().resting.insert(table.to_owned());
    }

    pub(super) fn rests(&self, table: &str) -> bool {
        self.kept().resting.contains(table)
    }

    /// All is told at a table, up to an entry, and its room is like this.
    pub(super) fn tell(&self, room: &Room, last: u64) {
        self.kept().told.insert(room.table.clone(), (room.clone(), last));
    }

    /// Whether all was told at a table when its room and its last entry were these.
    pub(super) fn is_told(&self, room: &Room, last: Option<&u64>) -> bool {
        let kept = self.kept();
        kept.told.get(&room.table).is_some_and(|(told, to)| told == room && Some(to) == last)
    }

    /// Whether a table still has to wait.
    pub(super) fn waits(&self, table: &str, now: i64) -> bool {
        self.kept().waits.get(table).is_some_and(|wait| wait.span.contains(&now))
    }

    /// All went well at a table.
    pub(super) fn well(&self, table: &str) {
        self.kept().waits.remove(table);
    }

    /// Lets a table wait longer each time, and `least` seconds at least; for how many seconds.
    pub(super) fn back_off(&self, table: &str, now: i64, least: Option<u64>) -> u64 {
        self.kept().waits.entry(table.to_owned()).or_default().back_off(now, least)
    }

    /// True if something at a table still has to wait, while everything else there goes on.
    pub(super) fn is_put_off(&self, table: &str, what: TouchUp, now: i64) -> bool {
        self.kept().put_off.get(&(table.to_owned(), what)).is_some_and(|wait| wait.span.contains(&now))
    }

    /// Lets that wait, as [`RetryState::back_off`] does a table; for how many seconds.
    pub(super) fn put_off(&self, table: &str, what: TouchUp, now: i64, least: Option<u64>) -> u64 {
        self.kept().put_off.entry((table.to_owned(), what)).or_default().back_off(now, least)
    }

    /// That was done.
    pub(super) fn touched_up(&self, table: &str, what: TouchUp) {
        self.kept().put_off.remove(&(table.to_owned(), what));
    }

    /// Lets a table wait until the owner may have mended something; for how many seconds.
    pub(super) fn wait_for_mending(&self, table: &str, now: i64) -> u64 {
        let wait = Wait { failures: 0, span: span(now, MENDING_WAIT_SECONDS) };
        self.kept().waits.insert(table.to_owned(), wait);
        MENDING_WAIT_SECONDS
    }

    /// The message made for the thread that is to take the place of `old`, if it was made already.
    pub(super) fn starter(&self, table: &str, old: Option<Id>) -> Option<Id> {
        self.kept().starters.get(table).filter(|(of, _)| *of == old).map(|(_, message)| *message)
    }

    /// Keeps that message; `None` forgets it.
    pub(super) fn keep_starter(&self, table: &str, old: Option<Id>, message: Option<Id>) {
        let mut kept = self.kept();
        match message {
            Some(message) => drop(kept.starters.insert(table.to_owned(), (old, message))),
            None => drop(kept.starters.remove(table)),
        }
    }

    /// Who of those who sit at a table was not added to its thread. Of a thread that was not made by this
    /// process everybody was who sits when it is first seen.
    pub(super) fn not_added(&self, thread: Id, seated: &BTreeSet<Id>) -> Vec<Id> {
        let mut kept = self.kept();
        let members = kept.members.entry(thread).or_insert_with(|| seated.clone());
        members.retain(|user| seated.contains(user));
        seated.difference(members).copied().collect()
    }

    /// A thread that was made just now has no members.
    pub(super) fn new_thread(&self, thread: Id) {
        self.kept().members.insert(thread, BTreeSet::new());
    }

    /// Whoever was added to a thread.
    pub(super) fn add(&self, thread: Id, user: Id) {
        self.kept().members.entry(thread).or_default().insert(user);
    }

    /// Whether it is worth trying what a table does without.
    pub(super) fn may_try(&self, table: &str, what: Mending, now: i64) -> bool {
        self.kept().again.get(&(table.to_owned(), what)).is_none_or(|again| !again.contains(&now))
    }

    /// Lets that wait until the owner may have mended it.
    pub(super) fn try_later(&self, table: &str, what: Mending, now: i64) {
        self.kept().again.insert((table.to_owned(), what), span(now, MENDING_WAIT_SECONDS));
    }

    /// A page of a report was refused for good.
    pub(super) fn lose_page(&self) {
        self.kept().lost_pages += 1;
    }

    pub(super) fn lost_pages(&self) -> u64 {
        self.kept().lost_pages
    }

    /// The lease that was taken or renewed at `now`, or less than so many seconds before.
    pub(super) fn leased_since(&self, now: i64, seconds: u64) -> Option<u64> {
        self.kept().lease.filter(|(at, _)| span(*at, seconds).contains(&now)).map(|(_, number)| number)
    }

    pub(super) fn note_lease(&self, lease: Option<(i64, u64)>) {
        self.kept().lease = lease;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_doubles_up_to_a_bound_and_is_never_shorter_than_discord_asks() {
        let memory = RetryState::default();
        let waits: Vec<u64> = (0..12).map(|_| memory.back_off("a", 0, None)).collect();
        assert_eq!(waits, [2, 4, 8, 16, 32, 40, 40, 40, 40, 40, 40, 40]);
        assert_eq!(memory.back_off("a", 0, Some(4000)), 4000);
        assert!((0..100).all(|_| memory.back_off("b", 0, None) <= LONGEST_WAIT_SECONDS));
        memory.well("a");
        assert_eq!(memory.back_off("a", 0, Some(1)), 2);
    }

    #[test]
    fn what_is_put_off_at_a_table_waits_alone_and_calls_when_that_is_over() {
        let memory = RetryState::default();
        assert_eq!(memory.put_off("a", TouchUp::Status, 0, Some(600)), 600);
        assert_eq!(memory.put_off("a", TouchUp::Pings, 0, None), 2);
        assert!(!memory.waits("a", 1) && !memory.is_put_off("a", TouchUp::Invitation, 1));
        assert!(memory.is_put_off("a", TouchUp::Status, 599) && memory.called(1).is_empty());
        assert_eq!(memory.called(2).into_iter().collect::<Vec<_>>(), ["a"]);
        memory.touched_up("a", TouchUp::Pings);
        assert!(memory.called(599).is_empty() && memory.called(600).contains("a"));
        memory.back_off("a", 600, Some(60));
        assert!(memory.called(601).is_empty(), "the table itself waits");
    }

    #[test]
    fn a_wait_is_over_by_a_clock_that_was_set_back() {
        let memory = RetryState::default();
        memory.back_off("a", 1000, None);
        memory.try_later("a", Mending::Pin, 1000);
        memory.note_lease(Some((1000, 7)));
        assert!(memory.waits("a", 1001) && !memory.may_try("a", Mending::Pin, 1001));
        assert_eq!(memory.leased_since(1001, 10), Some(7));
        assert!(!memory.waits("a", 999) && memory.may_try("a", Mending::Pin, 999));
        assert_eq!(memory.leased_since(999, 10), None);
        assert_eq!(memory.called(999).into_iter().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn a_table_is_called_when_stirred_or_when_its_wait_is_over_and_never_while_it_is_busy() {
        let memory = RetryState::default();
        let called = |now| memory.called(now).into_iter().collect::<Vec<_>>();
        memory.wake("a");
        assert_eq!(called(0), ["a"]);
        let place = memory.occupy("a");
        assert!(called(0).is_empty());
        memory.wake("a");
        assert!(called(0).is_empty());
        memory.back_off("a", 0, None);
        drop(place);
        assert!(called(1).is_empty(), "it waits though it was woken");
        assert_eq!(called(2), ["a"]);
        memory.rest("b");
        memory.wake("b");
        assert!(!memory.rests("b"));
    }
}
