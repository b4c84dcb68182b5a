//! Which entries an audience may see.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::canonical::NotCanonical;
use super::entry::{Entry, EntryAudience};
use super::frame::Frame;

/// Who looks at a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Onlooker {
    /// Somebody who may see all: whoever holds the file and says so, or anyone once the seed is revealed.
    Full,
    /// Somebody without a seat.
    Everyone,
    /// The holder of these seats, ascending, never none.
    Seats(Vec<String>),
}

impl Onlooker {
    /// The holder of one seat.
    pub fn seat(seat: &str) -> Onlooker {
        Onlooker::Seats(vec![seat.to_owned()])
    }

    /// As JSON: `"full"`, `"everyone"` or an array of seats.
    pub fn to_value(&self) -> Value {
        match self {
            Onlooker::Full => json!("full"),
            Onlooker::Everyone => json!("everyone"),
            Onlooker::Seats(seats) => json!(seats),
        }
    }

    /// From JSON.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] when it is none of the three.
    pub fn from_value(value: &Value) -> Result<Onlooker, NotCanonical> {
        if value.as_str() == Some("full") {
            return Ok(Onlooker::Full);
        }
        match EntryAudience::from_value(value)? {
            EntryAudience::Everyone => Ok(Onlooker::Everyone),
            EntryAudience::Seats(seats) => Ok(Onlooker::Seats(seats)),
            EntryAudience::Nobody => Err(NotCanonical::Field("nobody does not look at a log".to_owned())),
        }
    }

    /// Whether something for `audience` is for this onlooker.
    pub fn sees(&self, audience: &EntryAudience) -> bool {
        match (self, audience) {
            (Onlooker::Full, _) | (_, EntryAudience::Everyone) => true,
            (Onlooker::Seats(mine), EntryAudience::Seats(theirs)) => {
                mine.iter().any(|seat| theirs.contains(seat))
            }
            _ => false,
        }
    }
}

/// The seqs of the entries `onlooker` may see, given the log of one table from its first entry on, as of its last.
///
/// An entry is seen by its own audience and by those an `Opened` entry on the current line names. Openings that
/// were taken back count no longer. Once the seed is revealed, everything is open to everyone.
///
/// # Errors
/// [`NotCanonical`] when the body of an entry of the frame does not fit its kind.
pub fn visible(entries: &[Entry], onlooker: &Onlooker) -> Result<BTreeSet<u64>, NotCanonical> {
    let mut seen: BTreeSet<u64> =
        entries.iter().filter(|e| onlooker.sees(&e.audience)).map(|e| e.seq).collect();
    let line = current_line(entries)?;
    for entry in entries {
        match entry.frame()? {
            Some(Frame::SeedRevealed { .. }) => return Ok(entries.iter().map(|e| e.seq).collect()),
            Some(Frame::Opened { entries: opened, to })
                if line.contains(&entry.seq) && onlooker.sees(&to) =>
            {
                seen.extend(opened.into_iter().filter(|seq| *seq < entry.seq));
            }
            _ => {}
        }
    }
    Ok(seen)
}

/// The seqs of the entries that count at the last one: all but those that were taken back.
///
/// What stands before an entry is the entry before it, except for a `TakenBack`: there it is the entry it names.
///
/// # Errors
/// [`NotCanonical`] when the body of an entry of the frame does not fit its kind.
pub fn current_line(entries: &[Entry]) -> Result<BTreeSet<u64>, NotCanonical> {
    let step = |entry: &Entry| match entry.frame()? {
        Some(Frame::TakenBack { to }) => Ok((entry.seq, Some(to))),
        _ => Ok((entry.seq, None)),
    };
    let steps = entries.iter().map(step).collect::<Result<Vec<_>, NotCanonical>>()?;
    Ok(line_of(steps.into_iter()))
}

/// As [`current_line`], of entries that are read already: each with its seq and, where it takes the table back, the entry
/// it goes back to.
pub fn line_of(entries: impl DoubleEndedIterator<Item = (u64, Option<u64>)>) -> BTreeSet<u64> {
    let mut line = BTreeSet::new();
    let mut next = None;
    for (seq, back_to) in entries.rev() {
        if next.is_none_or(|next| next == seq) {
            line.insert(seq);
            next = Some(back_to.unwrap_or(seq - 1));
        }
    }
    line
}
