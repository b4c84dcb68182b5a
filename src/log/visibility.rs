//! Visibility: which entries a viewer may see.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::canonical::NotCanonical;
use super::entry::{Entry, EntryAudience};
use super::table_event::{EndEvent, PlayEvent, TableEvent};

/// The viewer of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogViewer {
    /// May see everything: a person with the file who asks for it (a peek), or anyone once the seed is revealed.
    Full,
    /// Somebody without a seat.
    Everyone,
    /// The holder of these seats, ascending, never none.
    Seats(Vec<String>),
}

impl LogViewer {
    /// The holder of one seat.
    pub fn seat(seat: &str) -> LogViewer {
        LogViewer::Seats(vec![seat.to_owned()])
    }

    /// As JSON: `"full"`, `"everyone"` or an array of seats.
    pub fn to_value(&self) -> Value {
        match self {
            LogViewer::Full => json!("full"),
            LogViewer::Everyone => json!("everyone"),
            LogViewer::Seats(seats) => json!(seats),
        }
    }

    /// From JSON.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] when it is none of the three.
    pub fn from_value(value: &Value) -> Result<LogViewer, NotCanonical> {
        if value.as_str() == Some("full") {
            return Ok(LogViewer::Full);
        }
        match EntryAudience::from_value(value)? {
            EntryAudience::Everyone => Ok(LogViewer::Everyone),
            EntryAudience::Seats(seats) => Ok(LogViewer::Seats(seats)),
            EntryAudience::Nobody => Err(NotCanonical::Field("nobody does not look at a log".to_owned())),
        }
    }

    /// True if an entry for `audience` is visible to this viewer.
    pub fn sees(&self, audience: &EntryAudience) -> bool {
        self.sees_at(audience, |_| true)
    }

    /// As [`LogViewer::sees`], where of the viewer's seats only those count that `counts`.
    fn sees_at(&self, audience: &EntryAudience, counts: impl Fn(&str) -> bool) -> bool {
        match (self, audience) {
            (LogViewer::Full, _) | (_, EntryAudience::Everyone) => true,
            (LogViewer::Seats(mine), EntryAudience::Seats(theirs)) => {
                mine.iter().any(|seat| theirs.contains(seat) && counts(seat))
            }
            _ => false,
        }
    }
}

/// Texts between players, which are only for the holders of their seats at that time.
pub struct Personal<W> {
    /// The test for an entry with a text between players.
    pub is_written: W,
    /// The entry by which each seat was last taken.
    pub taken: BTreeMap<String, u64>,
}

impl<W: Fn(&Entry) -> bool> Personal<W> {
    /// At a table whose last entries, from the requested ones on, are these.
    pub fn of(entries: &[Entry], is_written: W) -> Personal<W> {
        let taken = entries.iter().filter(|entry| entry.kind == "SeatTaken");
        let taken = taken.filter_map(|entry| Some((entry.body.get("seat")?.as_str()?.to_owned(), entry.seq)));
        // In the order of the log, so the last taking of a seat replaces those before it.
        Personal { is_written, taken: taken.collect() }
    }

    /// True if an entry is visible to `viewer` by its audience.
    pub fn shows(&self, entry: &Entry, viewer: &LogViewer) -> bool {
        let sat_there = |seat: &str| self.taken.get(seat).is_none_or(|taken| *taken < entry.seq);
        viewer.sees(&entry.audience)
            && (!(self.is_written)(entry) || viewer.sees_at(&entry.audience, sat_there))
    }
}

/// The seqs of the entries `viewer` may see, given the log of one table from its first entry on, as of its last.
///
/// An entry is visible to its own audience and to those for whom an `Opened` entry on the current line names it. Openings that
/// were taken back no longer count. Texts between players are hidden by audience at a seat that was taken later. Once the seed
/// is revealed, everything is open to everyone.
///
/// # Errors
/// [`NotCanonical`] if the body of a table event does not fit its kind.
pub fn visible(
    entries: &[Entry],
    viewer: &LogViewer,
    personal: &Personal<impl Fn(&Entry) -> bool>,
) -> Result<BTreeSet<u64>, NotCanonical> {
    let mut seen: BTreeSet<u64> =
        entries.iter().filter(|e| personal.shows(e, viewer)).map(|e| e.seq).collect();
    let line = current_line(entries)?;
    for entry in entries {
        let event = entry.table_event()?;
        if let Some(TableEvent::End(EndEvent::SeedRevealed { .. })) = event {
            return Ok(entries.iter().map(|e| e.seq).collect());
        }
        if let Some(TableEvent::Play(PlayEvent::Opened { entries: opened, to })) = event
            && line.contains(&entry.seq)
            && viewer.sees(&to)
        {
            // Only a forged log names a later entry here; it is not shown.
            seen.extend(opened.into_iter().filter(|seq| *seq < entry.seq));
        }
    }
    Ok(seen)
}

/// The seqs of the current line: all entries but those that were taken back.
///
/// It is walked from the last entry back; from a `TakenBack` it goes on at the entry that this one names.
///
/// # Errors
/// [`NotCanonical`] when the body of a table event does not fit its kind.
pub fn current_line(entries: &[Entry]) -> Result<BTreeSet<u64>, NotCanonical> {
    let step = |entry: &Entry| Ok((entry.seq, entry.table_event()?.and_then(|event| event.back_to())));
    let steps = entries.iter().map(step).collect::<Result<Vec<_>, NotCanonical>>()?;
    Ok(line_of(steps.into_iter()))
}

/// As [`current_line`], of entries that are read already: each with its seq and, where it takes the table back, the entry
/// it goes back to.
pub fn line_of(entries: impl DoubleEndedIterator<Item = (u64, Option<u64>)>) -> BTreeSet<u64> {
    let mut line = BTreeSet::new();
    let mut next = None;
    for (seq, back_to) in entries.rev() {
        // The last entry is always on the line.
        if next.is_none_or(|next| next == seq) {
            line.insert(seq);
            next = Some(back_to.unwrap_or(seq - 1));
        }
    }
    line
}
