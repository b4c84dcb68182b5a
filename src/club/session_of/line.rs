//! What one typed line did, so that one `undo` takes it back: the entries of its orders, kept beside the log while it is the
//! last line of several orders that the player gave at the table.

use super::{Playable, SessionOf};
use crate::club::ClubError;

/// Whose notes these are.
const NOTES: &str = "lines";

/// What a line has done so far: of each of its orders the first and the last entry.
#[derive(Default)]
pub(super) struct LineDone(Vec<(u64, u64)>);

impl LineDone {
    fn read(text: &str) -> LineDone {
        let order = |order: &str| {
            let (first, last) = order.split_once('-')?;
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        LineDone(text.split(' ').filter_map(order).collect())
    }

    fn text(&self) -> String {
        self.0.iter().map(|(first, last)| format!("{first}-{last}")).collect::<Vec<_>>().join(" ")
    }

    /// How many of its orders there are up to `order`; `None` where that is none of its own.
    fn up_to(&self, order: u64) -> Option<usize> {
        let own = self.0.iter().any(|(first, last)| (first..=last).contains(&&order));
        own.then(|| self.0.iter().filter(|(first, _)| *first <= order).count())
    }
}

impl<G: Playable> SessionOf<G> {
    fn note_key(&self) -> String {
        format!("{} {}", self.context.table, self.context.caller.player)
    }

    /// Adds an order to what the line has done. One alone needs no note.
    pub(super) fn note_done(&mut self, first: u64, last: u64) -> Result<(), ClubError> {
        self.line.0.push((first, last));
        if self.line.0.len() < 2 {
            return Ok(());
        }
        let store = self.context.tables.store();
        Ok(store.put_note(NOTES, &self.note_key(), &self.line.text())?)
    }

    /// How many orders the last typed line has given that still stand.
    pub(super) fn last_line(&self) -> Result<usize, ClubError> {
        let Some(latest) = self.snapshot.takebacks.steps.first() else { return Ok(1) };
        let note = self.context.tables.store().note(NOTES, &self.note_key());
        let done = note?.map(|text| LineDone::read(&text));
        Ok(done.and_then(|done| done.up_to(latest.order)).unwrap_or(1))
    }
}
