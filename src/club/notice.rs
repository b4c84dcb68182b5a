//! Notices against the present log: their recipient, whether their request is still open, its answer, and their words.

use std::sync::Arc;

use super::{ClubError, GameWords, picture};
use crate::game::{OwnNotice, Seat, Viewer};
use crate::games::Playable;
use crate::log::outbox::PendingNotice;
use crate::log::{ConsentEvent, PlayEvent, ReadyEvent, SeatEvent, Store, TableEvent};
use crate::table::{Table, Tables, notices};
use crate::view::{self, VisibleEntry};

/// The end of the request of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Its player answered, by this entry.
    Answered(u64),
    /// It is no longer open: a takeback, or the table closed.
    Lapsed,
}

/// The text of a message about a notice.
#[derive(Default)]
pub struct NoticeText {
    /// The game's own kind of notice, if it is one.
    pub own: Option<OwnNotice>,
    /// The entry of such a notice in words, as its seat may see it.
    pub words: Option<String>,
    /// For a question, the events since the seat's last order in a few lines, as it may see them; none before its first.
    pub recap: Vec<String>,
}

/// The opaque id of a notice's recipient, if there is one, and whether its request is still open.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn addressee<G: Playable>(
    tables: &Tables<G>,
    notice: &PendingNotice,
) -> Result<(Option<String>, bool), ClubError> {
    let player = tables.addressee(notice)?;
    let current = tables.look(&notice.table, |table| match notice.why.as_str() {
        why if notices::is_of_question(why) => table.waited_for().any(|asked| {
            let is_it = asked.number == notice.seq && asked.prompt.seat.as_str() == notice.seat;
            is_it && (!notices::is_reminder(why) || notices::reminds_since(why, table.taken_since(asked)))
        }),
        notices::REQUEST => table.pending().is_some_and(|pending| {
            let awaited = pending.awaited.iter().any(|seat| seat.as_str() == notice.seat);
            pending.number == notice.seq && awaited
        }),
        why if notices::is_of_readiness(why) => {
            player.as_deref().is_some_and(|player| table.has_to_get_ready(player))
        }
        notices::INVITED => player.is_some(),
        _ => true,
    });
    Ok((player, current?))
}

/// The words of the entry that a notice reports, as its seat may see it.
///
/// # Errors
/// A log that cannot be read.
pub(super) fn entry_in_words<G: Playable>(
    tables: &Tables<G>,
    now: &Table<G>,
    game_words: &GameWords,
    notice: &PendingNotice,
) -> Result<String, ClubError> {
    let viewer = Viewer::Seat(notice.seat.parse().map(Seat).map_err(ClubError::failed)?);
    let (table, before) = (notice.table.as_str(), notice.seq.saturating_sub(1));
    let lines = view::of_span::<G>(tables.store(), table, before, notice.seq, viewer)?;
    let news = game_words.news(&**now.game(), &lines, || tables.history(table, viewer))?;
    let pieces: Vec<String> = news.iter().map(ToString::to_string).collect();
    Ok(pieces.join("\n"))
}

/// The events since the last order of a notice's seat, in a few lines, as it may see it; nothing before its first.
///
/// # Errors
/// A log that cannot be read.
pub(super) fn recap<G: Playable>(
    tables: &Tables<G>,
    now: &Table<G>,
    game_words: impl FnOnce() -> Result<Arc<GameWords>, ClubError>,
    notice: &PendingNotice,
) -> Result<Vec<String>, ClubError> {
    let viewer = Viewer::Seat(notice.seat.parse().map(Seat).map_err(ClubError::failed)?);
    let last = now.head().seq;
    let lines = picture::since_last_order(last, viewer, |after| {
        view::of_span::<G>(tables.store(), &notice.table, after, last, viewer)
    })?;
    match lines.split_first() {
        Some((order, since)) if order.is_of("OrderGiven") => {
            Ok(game_words()?.in_short(&**now.game(), since)?)
        }
        _ => Ok(vec![]),
    }
}

/// The number of the entry that answered a notice; `None` while nothing has.
///
/// # Errors
/// A log that cannot be read.
pub(super) fn answer_to<G: Playable>(
    store: &dyn Store,
    notice: &PendingNotice,
) -> Result<Option<u64>, ClubError> {
    // A seat may see its own secret decisions.
    let viewer = Viewer::Seat(notice.seat.parse().map(Seat).map_err(ClubError::failed)?);
    let lines = view::of_span::<G>(store, &notice.table, notice.seq, u64::MAX, viewer)?;
    let answers = |line: &&VisibleEntry| {
        let by_its_seat = line.by().is_some_and(|by| by.seat == notice.seat);
        let Some(event) = line.entry().and_then(|entry| entry.table_event().ok().flatten()) else {
            return false;
        };
        match notice.why.as_str() {
            why if notices::is_of_question(why) => {
                by_its_seat
                    && matches!(event, TableEvent::Play(PlayEvent::OrderGiven { prompt, .. }) if prompt == notice.seq)
            }
            why if notices::is_of_readiness(why) => {
                by_its_seat && event == TableEvent::Ready(ReadyEvent::ReadySaid { ready: true })
            }
            notices::REQUEST => {
                by_its_seat
                    && matches!(event, TableEvent::Consent(ConsentEvent::Answered { request, .. }) if request == notice.seq)
            }
            notices::INVITED => matches!(
                event,
                TableEvent::Seats(SeatEvent::SeatTaken { seat }) | TableEvent::Seats(SeatEvent::OfferWithdrawn { seat }) if seat == notice.seat
            ),
            _ => false,
        }
    };
    // A prompt may stay open after an order in answer to it, such as a message: the last one settled it.
    let answer = match notice.why.as_str() {
        why if notices::is_of_question(why) => lines.iter().rfind(answers),
        _ => lines.iter().find(answers),
    };
    Ok(answer.map(VisibleEntry::seq))
}
