//! What happened since an order of a player who comes back.

use super::{PlayerSession, picture};
use crate::club::ClubError;
use crate::club::session::Recap;
use crate::game::Viewer;
use crate::table::TableFault;

/// Characters of an entry's time up to the minute.
const MINUTES: usize = "2026-01-01T00:00".len();

/// The least number of lines in a recap, if the player's last orders fill that many.
const RECAP_LEAST: usize = 6;
/// Orders of the player that a recap goes back at most.
const RECAP_ORDERS: usize = 12;

impl PlayerSession {
    /// The events since the player's last order at this seat; if they fill only a few lines, since an earlier order.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn recap(&self) -> Result<Recap, ClubError> {
        let viewer = self.facts().viewer;
        let (mut recap, mut lines, mut last) = (Recap::default(), Vec::new(), self.facts().head.seq);
        for _ in 0..RECAP_ORDERS {
            let before = |after| self.view.lines_between(after, last);
            let mut earlier = match picture::since_last_order(last, viewer, before) {
                Err(TableFault::Refused(_)) => break,
                earlier => earlier?,
            };
            let Some(first) = earlier.first().cloned() else { break };
            earlier.append(&mut lines);
            lines = earlier;
            let Some(order) = self.view.order_of(&first)? else { break };
            let at = first.entry().map(|entry| entry.at.replace('T', " ")).unwrap_or_default();
            let at = at.get(..MINUTES).unwrap_or(&at);
            let key = if matches!(viewer, Viewer::Seat(_)) { "recap-since" } else { "recap-since-last" };
            recap.heading = Some(self.phrases().say(key, &[("order", order.into()), ("at", at.into())]));
            recap.lines = self.view.telling(&lines)?;
            recap.lines.retain(|piece| !piece.text.is_empty());
            if recap.lines.len() >= RECAP_LEAST {
                break;
            }
            last = first.seq() - 1;
        }
        recap.lines.iter_mut().for_each(|piece| piece.dice.clear());
        Ok(recap)
    }
}
