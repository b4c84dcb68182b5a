//! What happened on a day, for a player who comes back.

use super::{Playable, Recap, SeatOf, SeatView};
use crate::club::ClubError;
use crate::log::{PlayEvent, TableEvent};
use crate::report::GameReport;
use crate::table::EntryContent;
use crate::table::history::Stride;
use crate::words::Lang;

impl<G: Playable> SeatOf<G> {
    /// On a day; of several of that number, on the last. A day that was come back to by a takeback goes on.
    pub(super) fn recap_of_day(&self, day: u32) -> Result<Recap, ClubError> {
        let mut history = self.tables.history(&self.around.table, self.facts.viewer)?;
        history.go(1)?;
        let mut found: Option<(u64, u64, bool)> = None;
        loop {
            let (begun, number) = (history.at(), history.moment().0);
            let goes_on = history.forward(Stride::Day)?;
            if number == day {
                let back = matches!(
                    history.content(begun),
                    Some(EntryContent::TableEvent(TableEvent::Play(PlayEvent::TakenBack { .. })))
                );
                let begun = found.filter(|_| back).map_or(begun, |(first, ..)| first);
                // The entry with which the next begins closes it.
                found = Some((begun, history.at(), goes_on));
            }
            if !goes_on {
                break;
            }
        }
        let args = [("day", day.into())];
        let Some((begun, end, over)) = found else {
            return Ok(Recap { heading: Some(self.phrases().say("recap-no-day", &args)), lines: vec![] });
        };
        history.go(end)?;
        let mut lines = self.telling(&history.lines(begun - 1)?)?;
        lines.retain(|piece| !piece.text.is_empty());
        lines.iter_mut().for_each(|piece| piece.dice.clear());
        if over && lines.last().is_some_and(|last| !last.weight.is_sentence()) {
            lines.pop();
        }
        let own = format!("{}recap-day", G::Report::PREFIX);
        let key = if self.words_have(&own) { own.as_str() } else { "recap-day" };
        Ok(Recap { heading: Some(self.phrases().say(key, &args)), lines })
    }

    fn words_have(&self, key: &str) -> bool {
        self.game_words.words.has(Lang::En, key)
    }
}
