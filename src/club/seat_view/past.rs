//! A table's past, as the player of a seat looks back at it: from order to order, as far as the seat may read them.

use super::{Playable, SeatOf};
use crate::club::ClubError;
use crate::club::page::PageDay;
use crate::club::page::days_until;
use crate::club::picture::{self, Sitter};
use crate::picture::PageScene;
use crate::report::{GameReport, Weight};
use crate::view::VisibleEntry;

/// A table as a seat saw it after a step: an order, with all that it led to before the next.
pub struct PastPosition {
    /// The last entry of each step.
    pub steps: Vec<u64>,
    /// The place of the step among them.
    pub step: usize,
    /// The days of the table.
    pub days: Vec<PageDay>,
    /// The events of the step, a row each.
    pub rows: Vec<String>,
    /// The board.
    pub board: Vec<(Weight, String)>,
    /// The kinds of picture that the position has.
    pub kinds: Vec<&'static str>,
    /// The picture, with its kind.
    pub scene: Option<(&'static str, PageScene)>,
}

impl<G: Playable> SeatOf<G> {
    pub(super) fn past_position(
        &self,
        at: u64,
        kind: Option<&str>,
    ) -> Result<Option<PastPosition>, ClubError> {
        if self.around.gone {
            return Ok(None);
        }
        let viewer = self.facts.viewer;
        let mut history = self.tables.history(&self.around.table, viewer)?;
        let last = history.last();
        let orders = history.lines(0)?.into_iter().filter(|line| line.is_of("OrderGiven"));
        // An order that the seat may not read makes no step: it belongs to the one before.
        let mut steps: Vec<u64> = orders.map(|order| order.seq() - 1).chain([last]).collect();
        steps.dedup();
        let step = steps.partition_point(|end| *end < at).min(steps.len() - 1);
        let (from, end) = (step.checked_sub(1).map_or(0, |before| steps[before]), steps[step]);
        let days = days_until(&mut history, last)?;
        history.go(end)?;
        let lines: Vec<VisibleEntry> = history.lines(from)?;
        let rows = self.game_words.past_rows(&history, &lines)?;
        let (game, view) = (history.game(), history.view());
        let kinds = game.pictures(&view);
        let kind = kinds.iter().copied().find(|known| Some(*known) == kind).or(kinds.first().copied());
        let sitter = Sitter {
            table: &self.around.table,
            head: self.facts.head,
            game,
            game_words: &self.game_words,
            viewer,
            view: &view,
            awaited: &history.seats_awaited(),
        };
        let facts = |after: Option<u64>| Ok(self.game_words.facts(&history.lines(after.unwrap_or(from))?)?);
        let scene = kind.map(|kind| picture::scene_of(&sitter, kind, facts)).transpose()?.flatten();
        let board = game.report(self.phrases()).written(&view);
        Ok(Some(PastPosition { steps, step, days, rows, board, scene: kind.zip(scene), kinds }))
    }
}
