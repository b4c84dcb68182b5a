//! The courier's memory between its turns. All of it can be lost and is rebuilt.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::door::discord::id::Id;
use crate::door::discord::table_thread::TableThread;

/// The first wait after trouble that may pass by itself, in seconds; it doubles from there.
const FIRST_WAIT_SECONDS: u64 = 2;
/// The longest such wait, unless Discord asks for a longer one.
pub const LONGEST_WAIT_SECONDS: u64 = 40;
/// Seconds before the next try at something that the owner has to fix.
const MENDING_WAIT_SECONDS: u64 = 300;

/// Seconds between two questions whether a player is a member of a server.
const ASKED_SECONDS: i64 = 6 * 60 * 60;

/// Tables that wait or are delayed, and what was done there.
#[derive(Default)]
pub struct RetryState {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    woken: BTreeSet<String>,
    busy: BTreeSet<String>,
    resting: BTreeSet<String>,
    /// The thread and the last entry for which everything was sent at a table.
    told: BTreeMap<String, (TableThread, u64)>,
    waits: BTreeMap<String, Wait>,
    starters: BTreeMap<String, (Option<Id>, Id)>,
    members: BTreeMap<Id, BTreeSet<Id>>,
    alone: BTreeSet<String>,
    again: BTreeMap<(String, Mending), Range<i64>>,
    /// The touch-ups that Discord put off, each by itself.
    put_off: BTreeMap<(String, TouchUp), Wait>,
    lost_pages: u64,
    /// When it was last asked whether a player of a table is a member of its server.
    looked_up: BTreeMap<(String, Id), i64>,
    /// When it was taken or renewed last, and its number.
    lease: Option<(i64, u64)>,
}

/// A thing that a table lacks until the owner fixes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mending {
    /// A thread.
    Thread,
    /// A pin.
    Pin,
}

/// An update at a table once everything new has been sent. Nothing waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TouchUp {
    /// The members of the thread.
    Members,
    /// Players who have left the server.
    Left,
    /// Pings that were answered.
    Pings,
    /// Hands in direct messages.
    Hands,
    /// The buttons of the message that the thread hangs on.
    Invitation,
    /// The name of the thread.
    Name,
    /// The tags of the forum post that the table is played in.
    Tags,
    /// The status message.
    Status,
    /// The picture on it, of a phase that began soon after the last picture.
    Picture,
}

impl TouchUp {
    /// In their order. The picture comes with the status.
    pub const ALL: [TouchUp; 8] = [
        TouchUp::Members,
        TouchUp::Left,
        TouchUp::Pings,
        TouchUp::Hands,
        TouchUp::Invitation,
        TouchUp::Name,
        TouchUp::Tags,
        TouchUp::Status,
    ];
}

/// The wait of a table, or of something at it.
#[derive(Default)]
struct Wait {
    failures: u32,
    span: Range<i64>,
}

impl Wait {
    /// Doubles the wait, to at least `least` seconds; returns the seconds.
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

/// The wait in seconds after so many failures, `least` at least.
pub fn wait_after(failures: u32, least: Option<u64>) -> u64 {
    let longer = FIRST_WAIT_SECONDS.saturating_mul(1_u64.checked_shl(failures).unwrap_or(u64::MAX));
    longer.min(LONGEST_WAIT_SECONDS).max(least.unwrap_or_default())
}

/// A table that is being served; dropped, it is not any more.
pub struct ServedTable {
    kept: Arc<Mutex<Kept>>,
    table: String,
}

impl Drop for ServedTable {
    fn drop(&mut self) {
        open(&self.kept).busy.remove(&self.table);
    }
}

fn open(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    // After a panic too: all of this can be lost, so none of it is relied on.
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RetryState {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        open(&self.kept)
    }

    /// Something happened at a table.
    pub fn wake(&self, table: &str) {
        let mut kept = self.lock();
        kept.resting.remove(table);
        kept.woken.insert(table.to_owned());
    }

    /// The tables to look at now: something happened there, or their wait is over; no busy ones.
    pub fn called(&self, now: i64) -> BTreeSet<String> {
        let kept = self.lock();
        let is_over = |wait: &Wait| !wait.span.contains(&now);
        let over = kept.waits.iter().filter(|(_, wait)| is_over(wait)).map(|(table, _)| table);
        let woken = kept.woken.iter().filter(|table| kept.waits.get(*table).is_none_or(is_over));
        let put_off = kept.put_off.iter().filter(|(_, wait)| is_over(wait)).map(|((table, _), _)| table);
        let put_off = put_off.filter(|table| kept.waits.get(*table).is_none_or(is_over));
        woken.chain(over).chain(put_off).filter(|table| !kept.busy.contains(*table)).cloned().collect()
    }

    /// The tables that are being served.
    pub fn busy(&self) -> BTreeSet<String> {
        self.lock().busy.clone()
    }

    /// Marks a table as being served; what happens there from now on calls again.
    pub fn occupy(&self, table: &str) -> ServedTable {
        let mut kept = self.lock();
        kept.woken.remove(table);
        kept.busy.insert(table.to_owned());
        ServedTable { kept: Arc::clone(&self.kept), table: table.to_owned() }
    }

    /// Sends each notice of a digest at its own table from now on.
    pub fn alone(&self, digest: &str) {
        self.lock().alone.insert(digest.to_owned());
    }

    /// True if the digest's reminders now go out alone.
    pub fn is_alone(&self, digest: &str) -> bool {
        self.lock().alone.contains(digest)
    }

    /// A table where nothing will happen any more, unless it is woken.
    pub fn rest(&self, table: &str) {
        self.lock().resting.insert(table.to_owned());
    }

    /// True if it is such a table.
    pub fn rests(&self, table: &str) -> bool {
        self.lock().resting.contains(table)
    }

    /// Records that everything was sent at a table, up to an entry, with its thread in this state.
    pub fn tell(&self, thread: &TableThread, last: u64) {
        self.lock().told.insert(thread.table.clone(), (thread.clone(), last));
    }

    /// Returns whether everything was sent at a table with this thread and last entry.
    pub fn is_up_to_date(&self, thread: &TableThread, last: Option<&u64>) -> bool {
        let kept = self.lock();
        kept.told.get(&thread.table).is_some_and(|(told, to)| told == thread && Some(to) == last)
    }

    /// Returns whether a table still has to wait.
    pub fn waits(&self, table: &str, now: i64) -> bool {
        self.lock().waits.get(table).is_some_and(|wait| wait.span.contains(&now))
    }

    /// All went well at a table.
    pub fn well(&self, table: &str) {
        self.lock().waits.remove(table);
    }

    /// Lets a table wait longer each time, and at least `least` seconds; returns the seconds.
    pub fn back_off(&self, table: &str, now: i64, least: Option<u64>) -> u64 {
        self.lock().waits.entry(table.to_owned()).or_default().back_off(now, least)
    }

    /// True if something at a table still has to wait, while everything else there goes on.
    pub fn is_put_off(&self, table: &str, what: TouchUp, now: i64) -> bool {
        self.lock().put_off.get(&(table.to_owned(), what)).is_some_and(|wait| wait.span.contains(&now))
    }

    /// Delays that, like [`RetryState::back_off`] a table; returns the seconds.
    pub fn put_off(&self, table: &str, what: TouchUp, now: i64, least: Option<u64>) -> u64 {
        self.lock().put_off.entry((table.to_owned(), what)).or_default().back_off(now, least)
    }

    /// That was done.
    pub fn touched_up(&self, table: &str, what: TouchUp) {
        self.lock().put_off.remove(&(table.to_owned(), what));
    }

    /// Returns whether it may be asked again if a player of a table is a member of its server.
    pub fn may_look_up(&self, table: &str, user: Id, now: i64) -> bool {
        let last = self.lock().looked_up.get(&(table.to_owned(), user)).copied();
        // A negative age means that the clock was set back: then it is asked again.
        last.is_none_or(|last| !(0..ASKED_SECONDS).contains(&now.saturating_sub(last)))
    }

    /// Records the time of a membership lookup.
    pub fn looked_up(&self, table: &str, user: Id, now: i64) {
        self.lock().looked_up.insert((table.to_owned(), user), now);
    }

    /// Lets a table wait until the owner may have fixed something; returns the seconds.
    pub fn wait_for_mending(&self, table: &str, now: i64) -> u64 {
        let wait = Wait { failures: 0, span: span(now, MENDING_WAIT_SECONDS) };
        self.lock().waits.insert(table.to_owned(), wait);
        MENDING_WAIT_SECONDS
    }

    /// The message for the thread that replaces `old`, if it was already made.
    pub fn starter(&self, table: &str, old: Option<Id>) -> Option<Id> {
        self.lock().starters.get(table).filter(|(of, _)| *of == old).map(|(_, message)| *message)
    }

    /// Keeps that message; `None` forgets it.
    pub fn keep_starter(&self, table: &str, old: Option<Id>, message: Option<Id>) {
        let mut kept = self.lock();
        match message {
            Some(message) => drop(kept.starters.insert(table.to_owned(), (old, message))),
            None => drop(kept.starters.remove(table)),
        }
    }

    /// The players at a table who were not added to its thread. In a thread that another process made, everybody at the table
    /// at the first look counts as added.
    pub fn not_added(&self, thread: Id, seated: &BTreeSet<Id>) -> Vec<Id> {
        let mut kept = self.lock();
        let members = kept.members.entry(thread).or_insert_with(|| seated.clone());
        // A player who gave a seat up and sits down again may have left the thread meanwhile, and is added
        // anew.
        members.retain(|user| seated.contains(user));
        seated.difference(members).copied().collect()
    }

    /// A thread that was made just now has no members.
    pub fn new_thread(&self, thread: Id) {
        self.lock().members.insert(thread, BTreeSet::new());
    }

    /// Records a player who was added to a thread.
    pub fn add(&self, thread: Id, user: Id) {
        self.lock().members.entry(thread).or_default().insert(user);
    }

    /// Returns whether to try again something that a table lacks.
    pub fn may_try(&self, table: &str, what: Mending, now: i64) -> bool {
        self.lock().again.get(&(table.to_owned(), what)).is_none_or(|again| !again.contains(&now))
    }

    /// Lets that wait until the owner may have mended it.
    pub fn try_later(&self, table: &str, what: Mending, now: i64) {
        self.lock().again.insert((table.to_owned(), what), span(now, MENDING_WAIT_SECONDS));
    }

    /// A page of a report was refused for good.
    pub fn lose_page(&self) {
        self.lock().lost_pages += 1;
    }

    /// The number of pages refused for good.
    pub fn lost_pages(&self) -> u64 {
        self.lock().lost_pages
    }

    /// The lease that was taken or renewed at `now`, or less than so many seconds before.
    pub fn leased_since(&self, now: i64, seconds: u64) -> Option<u64> {
        self.lock().lease.filter(|(at, _)| span(*at, seconds).contains(&now)).map(|(_, number)| number)
    }

    /// Keeps when the lease was taken or renewed, and its number; `None` when it is lost.
    pub fn note_lease(&self, lease: Option<(i64, u64)>) {
        self.lock().lease = lease;
    }
}
