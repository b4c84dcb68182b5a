//! Pages that change by themselves: a stream of events tells a session that what its page shows of a table has changed, and
//! nothing else.
//!
//! An event follows from the page's *mark*, a digest of what the seat sees, and not from the log: an entry that the seat may not
//! see leaves the mark as it is. Tables are looked at once a second, so the moment of an event tells nothing either. Heartbeats
//! come at fixed times after the beginning of their stream.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use futures::future::BoxFuture;
use futures::stream::{BoxStream, unfold};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::mark::mark;
use super::table::{AtBoard, LOG_ROWS};
use crate::club::{Club, ClubError};
use crate::door::listener::Lasting;
use crate::game::Seat;
use crate::observe::{self, Muted};
use crate::waits::Waits;
use crate::words::Lang;

/// Most streams at once.
pub const STREAMS: usize = 1024;
/// Most of them of one session. Browsers open six connections to a host without HTTP/2; one is left for pages.
pub const STREAMS_OF_SESSION: usize = 5;
/// The time between two looks at the tables.
pub const PULSE: Duration = Duration::from_secs(1);
/// Looks after which all tables are looked at, where the store reports changes.
const PULSES_A_SWEEP: u64 = 10;
/// The time between two heartbeats of a stream.
pub const BEAT: Duration = Duration::from_secs(20);
/// Heartbeats after which a stream ends; its browser opens another.
const BEATS: u32 = 90;
/// Seconds after which a session and its page are looked at although nothing was written.
const LOOKED_AGAIN: i64 = 20;

/// A stream of events.
type EventStream = BoxStream<'static, Result<Event, Infallible>>;

/// The page that a stream follows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FollowedPage {
    /// The cookie of the session.
    pub cookie: String,
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The language.
    pub lang: Lang,
}

/// The state of a followed page.
struct Watched {
    /// The last entry of the table when it was looked at.
    last: u64,
    /// When it was last due to be looked at, in seconds since 1970.
    looked: i64,
    /// The page's mark; `None` once there is no such page for the session.
    mark: watch::Sender<Option<String>>,
}

/// The pages that are followed in this process.
pub struct LivePages {
    club: Arc<Club>,
    address_kind: &'static str,
    waits: Waits,
    /// `None` once streams have ended for good.
    watched: Mutex<Option<BTreeMap<FollowedPage, Watched>>>,
    room: Arc<Semaphore>,
    woken: Notify,
}

impl LivePages {
    /// Follows no page yet.
    pub fn new(club: Arc<Club>, address_kind: &'static str, waits: Waits) -> LivePages {
        let (watched, room) = (Mutex::new(Some(BTreeMap::new())), Arc::new(Semaphore::new(STREAMS)));
        LivePages { club, address_kind, waits, watched, room, woken: Notify::new() }
    }

    /// A stream for a page that has the mark `at`: an event each time the mark is another; if `once`, it ends after the first, or after
    /// the first heartbeat. Refused with a status where the session has no such page, or too many streams, or where there is no room.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn follow(
        &self,
        page: FollowedPage,
        (at, once): (&str, bool),
    ) -> Result<Result<Response<Body>, StatusCode>, ClubError> {
        // Read before the mark: an entry in between lets the next look work the mark out again.
        let last = self.club.records().last_entry(&page.table)?;
        let mark = self.mark_of(&page, None)?;
        if mark.is_none() {
            return Ok(Err(StatusCode::NOT_FOUND));
        }
        let mut watched = self.watched();
        let Some(pages) = &mut *watched else { return Ok(Err(StatusCode::SERVICE_UNAVAILABLE)) };
        let of_session = pages.iter().filter(|(other, _)| other.cookie == page.cookie);
        if of_session.map(|(_, it)| it.mark.receiver_count()).sum::<usize>() >= STREAMS_OF_SESSION {
            return Ok(Err(StatusCode::TOO_MANY_REQUESTS));
        }
        let Ok(place) = self.room.clone().try_acquire_owned() else {
            observe::refused("board-streams");
            return Ok(Err(StatusCode::SERVICE_UNAVAILABLE));
        };
        let looked = self.waits.now();
        // Another stream of the page may hold an older mark, unless a look was faster.
        let known = pages.entry(page).and_modify(|its| {
            if last >= its.last {
                its.last = last;
                its.mark.send_if_modified(|old| std::mem::replace(old, mark.clone()) != mark);
            }
        });
        let its = known.or_insert_with(|| Watched { last, looked, mark: watch::Sender::new(mark.clone()) });
        let line = Line {
            mark: its.mark.subscribe(),
            at: at.to_owned(),
            beat: paused(&self.waits, BEAT),
            beats: 0,
            lines: if once { 1 } else { usize::MAX },
            waits: self.waits.clone(),
            _place: place,
        };
        drop(watched);
        self.woken.notify_one();
        Ok(Ok(response(Box::pin(unfold(line, Line::next)))))
    }

    /// Looks at the tables once a second until `closing` is `true`, then ends all streams.
    pub async fn watch(self: Arc<Self>, mut closing: watch::Receiver<bool>) {
        let (mut changes, mut muted) = (self.club.changes(), Muted::default());
        let (mut named, mut is_told, mut pulses) = (Some(BTreeSet::new()), false, 0_u64);
        let mut pulse = self.pulse();
        loop {
            tokio::select! {
                _ = closing.wait_for(|close| *close) => break,
                tables = changes.next() => {
                    is_told = true;
                    match (tables, &mut named) {
                        (Some(tables), Some(named)) => named.extend(tables),
                        _ => named = None,
                    }
                    continue;
                }
                () = &mut pulse => {}
            }
            pulses += 1;
            let is_sweep = !is_told || pulses.is_multiple_of(PULSES_A_SWEEP);
            let named = named.replace(BTreeSet::new()).filter(|_| !is_sweep);
            let live = self.clone();
            let looked = tokio::task::spawn_blocking(move || live.look(named.as_ref())).await;
            if let Err(trouble) = looked.map_err(ClubError::failed).and_then(|looked| looked)
                && let Some(muted) = muted.hear(&trouble.to_string(), self.waits.now())
            {
                tracing::warn!(%trouble, muted, "whether a page of the board has changed cannot be told");
            }
            pulse = self.pulse();
        }
        *self.watched() = None;
    }

    /// Looks at these tables, or at all, and tells the streams of each page that has changed or is no more.
    ///
    /// # Errors
    /// The last fault of a table that cannot be read. The others are looked at all the same.
    pub fn look(&self, named: Option<&BTreeSet<String>>) -> Result<(), ClubError> {
        let now = self.waits.now();
        let mut followed: Vec<(FollowedPage, (u64, Option<String>), bool)> = Vec::new();
        if let Some(pages) = &mut *self.watched() {
            pages.retain(|_, its| its.mark.receiver_count() > 0);
            for (page, its) in &*pages {
                let is_due = now.abs_diff(its.looked) >= LOOKED_AGAIN.unsigned_abs();
                if is_due || named.is_none_or(|named| named.contains(&page.table)) {
                    followed.push((page.clone(), (its.last, its.mark.borrow().clone()), is_due));
                }
            }
        }
        let (mut lasts, mut outcome) = (BTreeMap::new(), Ok(()));
        for (page, (seen, known), is_due) in followed {
            let last = match lasts.get(&page.table) {
                Some(last) => Ok(*last),
                None => self.club.records().last_entry(&page.table),
            };
            let mark = last.and_then(|last| {
                lasts.insert(page.table.clone(), last);
                // Nothing in a mark depends on the clock.
                let known = known.filter(|_| last == seen);
                (is_due || last != seen).then(|| Ok((last, self.mark_of(&page, known)?))).transpose()
            });
            match mark {
                Ok(Some((last, mark))) => self.tell(&page, last, is_due.then_some(now), mark),
                Ok(None) => {}
                Err(trouble) => outcome = Err(trouble),
            }
        }
        outcome
    }

    /// Tells the streams of a page its mark. Streams end at looks that are `due` alone, whose times no entry changes.
    fn tell(&self, page: &FollowedPage, last: u64, due: Option<i64>, mark: Option<String>) {
        if let Some(its) = self.watched().as_mut().and_then(|pages| pages.get_mut(page)) {
            (its.last, its.looked) = (last, due.unwrap_or(its.looked));
            if due.is_some() || mark.is_some() {
                its.mark.send_if_modified(|old| std::mem::replace(old, mark.clone()) != mark);
            }
        }
    }

    /// The mark of a page, which is worked out if it is not `known`; `None` if there is no such page for the session.
    fn mark_of(&self, page: &FollowedPage, known: Option<String>) -> Result<Option<String>, ClubError> {
        let Some((session, _)) = self.club.people().browsers().session(&page.cookie)? else {
            return Ok(None);
        };
        let (club, seat) = ((&*self.club, self.address_kind), (page.table.as_str(), page.seat));
        let Some(at) = AtBoard::of(club, &session, seat, (page.lang, None)) else { return Ok(None) };
        let Some(player) = at.look()? else { return Ok(None) };
        if known.is_some() {
            return Ok(known);
        }
        mark(&player, &player.asked()?, &player.told_rows(LOG_ROWS)?).map(Some)
    }

    /// The next pulse; while nobody follows anything, there is none.
    fn pulse(self: &Arc<Self>) -> BoxFuture<'static, ()> {
        let live = self.clone();
        Box::pin(async move {
            if live.is_idle() {
                live.woken.notified().await;
            }
            live.waits.pause(PULSE).await;
        })
    }

    /// True if no page is followed.
    pub fn is_idle(&self) -> bool {
        self.watched().as_ref().is_none_or(BTreeMap::is_empty)
    }

    /// The streams that there is room for.
    pub fn room(&self) -> usize {
        self.room.available_permits()
    }

    fn watched(&self) -> MutexGuard<'_, Option<BTreeMap<FollowedPage, Watched>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn response(stream: EventStream) -> Response<Body> {
    let mut response = Sse::new(stream).into_response();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        // nginx passes events on at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.extensions_mut().insert(Lasting);
    response
}

/// A wait that is begun now.
fn paused(waits: &Waits, pause: Duration) -> BoxFuture<'static, ()> {
    let waits = waits.clone();
    Box::pin(async move { waits.pause(pause).await })
}

/// A stream, as far as it has come.
struct Line {
    mark: watch::Receiver<Option<String>>,
    /// The mark that the browser has.
    at: String,
    beat: BoxFuture<'static, ()>,
    beats: u32,
    /// The events and heartbeats that it still has.
    lines: usize,
    waits: Waits,
    _place: OwnedSemaphorePermit,
}

impl Line {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Line)> {
        self.lines = self.lines.checked_sub(1)?;
        let changed = tokio::select! {
            // A change that is there already goes before a heartbeat.
            biased;
            mark = other(&mut self.mark, &self.at) => Some(mark?),
            () = &mut self.beat => None,
        };
        let event = match changed {
            Some(mark) => {
                let event = Event::default().data(&mark);
                self.at = mark;
                event
            }
            None if self.beats == BEATS => return None,
            None => {
                (self.beats, self.beat) = (self.beats + 1, paused(&self.waits, BEAT));
                Event::default().comment("")
            }
        };
        Some((Ok(event), self))
    }
}

/// The mark, once it is another than `at`; `None` if there is none any more.
async fn other(mark: &mut watch::Receiver<Option<String>>, at: &str) -> Option<String> {
    mark.wait_for(|mark| mark.as_deref() != Some(at)).await.ok()?.clone()
}
