//! Events since an order of a returning player, or of a day.

use super::{Playable, Recap, SeatOf, SeatView, picture};
use crate::club::ClubError;
use crate::game::Viewer;
use crate::log::{PlayEvent, TableEvent};
use crate::report::GameReport;
use crate::table::history::Stride;
use crate::table::{EntryContent, TableFault};
use crate::words::Lang;

/// Characters of an entry's time up to the minute.
const MINUTES: usize = "2026-01-01T00:00".len();

/// The least number of lines in a recap, if the player's last orders fill that many.
const RECAP_LEAST: usize = 6;
/// Letters of an order in the heading of a recap, whose lines say what it did.
const ORDER_LETTERS: usize = 60;
/// Orders of the player that a recap goes back at most.
const RECAP_ORDERS: usize = 12;

impl<G: Playable> SeatOf<G> {
    /// Since the player's last order, or an earlier one.
    pub(super) fn recap_since_last_order(&self) -> Result<Recap, ClubError> {
        let viewer = self.facts.viewer;
        let (mut recap, mut lines, mut last) = (Recap::default(), Vec::new(), self.facts.head.seq);
        for _ in 0..RECAP_ORDERS {
            let before = |after| self.lines_between(after, last);
            let mut earlier = match picture::since_last_order(last, viewer, before) {
                Err(TableFault::Refused(_)) => break,
                earlier => earlier?,
            };
            let Some(first) = earlier.first().cloned() else { break };
            earlier.append(&mut lines);
            lines = earlier;
            let order = self.game_words.order_within(&*self.game, &first, ORDER_LETTERS)?;
            let Some(order) = order else { break };
            let at = first.entry().map(|entry| entry.at.replace('T', " ")).unwrap_or_default();
            let at = at.get(..MINUTES).unwrap_or(&at);
            let key = if matches!(viewer, Viewer::Seat(_)) { "recap-since" } else { "recap-since-last" };
            recap.heading = Some(self.phrases().say(key, &[("order", order.into()), ("at", at.into())]));
            recap.lines = self.news_of(&lines)?;
            recap.lines.retain(|piece| !piece.text.is_empty());
            if recap.lines.len() >= RECAP_LEAST {
                break;
            }
            last = first.seq() - 1;
        }
        recap.lines.iter_mut().for_each(|piece| piece.dice.clear());
        Ok(recap)
    }

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
        let mut lines = self.news_of(&history.lines(begun - 1)?)?;
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
