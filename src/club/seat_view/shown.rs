//! The costly parts of a page of a table, made once for each viewer and language until the next entry.

use std::any::Any;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Playable, Recap, SeatOf, SeatView};
use crate::club::picture;
use crate::club::{ClubError, board, ending};
use crate::game::{Options, Viewer};
use crate::picture::PageScene;
use crate::report::{GameReport, Menu, Weight};
use crate::table::TableFault;

/// The last rows of the log, each with its entry.
struct Rows(Vec<(u64, String)>);

struct SinceLastOrder(Recap);

struct WholeBoard(Vec<(Weight, String)>);

struct ViewDigest(String);

struct ListedOrders(Menu);

struct Brief(Vec<String>);

struct Odds(Vec<String>);

impl<G: Playable> SeatOf<G> {
    /// Makes a part of the page once for each measure. A player who has lost the seat is told no
    /// more than what they knew, and a closed table has readers who see everything from different seats: for them it is made anew.
    fn shown_once<T: Any + Send + Sync>(
        &self,
        measure: usize,
        make: impl FnOnce() -> Result<T, ClubError>,
    ) -> Result<Arc<T>, ClubError> {
        match self.facts.viewer {
            Viewer::Seat(_) if !self.around.gone => {
                self.view.try_remembered((self.phrases().lang, measure), make)
            }
            _ => make().map(Arc::new),
        }
    }

    pub(super) fn rows_shown(&self, count: usize) -> Result<Vec<(u64, String)>, ClubError> {
        let last = self.facts.head.seq;
        let make = || {
            let lines = |after| self.lines_between(after, last);
            match self.game_words.last_pieces(&*self.game, (last, count), lines) {
                Err(TableFault::Refused(refusal)) => Ok(Rows(vec![(last, self.refusal(&refusal))])),
                told => Ok(Rows(told?.into_iter().map(|(seq, line)| (seq, line.to_string())).collect())),
            }
        };
        Ok(self.shown_once(count, make)?.0.clone())
    }

    pub(super) fn recap_shown(&self) -> Result<Recap, ClubError> {
        Ok(self.shown_once(0, || self.recap_since_last_order().map(SinceLastOrder))?.0.clone())
    }

    pub(super) fn board_shown(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        let part = || board::part(&self.game_words, &*self.game, &self.view, what);
        if what.is_empty() {
            return Ok(self.shown_once(self.phrases().columns, || Ok(WholeBoard(part())))?.0.clone());
        }
        if board::is_ending(&self.game_words, what) {
            let past = || self.tables.history(&self.around.table, self.facts.viewer);
            let over = self.facts.over || self.facts.closed.is_some();
            return ending::shown(&self.game_words, (over, Some(&*self.context.door)), past);
        }
        Ok(self.decided(what, &mut |_| true)?.unwrap_or_else(part))
    }

    pub(super) fn digest_shown(&self) -> Result<String, ClubError> {
        let make = || {
            let view = serde_json::to_vec(&*self.view).map_err(ClubError::failed)?;
            Ok(ViewDigest(hex::encode(Sha256::digest(view))))
        };
        Ok(self.shown_once(0, make)?.0.clone())
    }

    pub(super) fn scene_shown(&self, kind: &str) -> Result<Option<Arc<PageScene>>, ClubError> {
        let awaited = self.now.seats_awaited(self.facts.viewer);
        let (sitter, last) = (self.sitter(&awaited), self.facts.head.seq);
        let lines = |after| self.lines_between(after, last);
        let facts = |after| sitter.facts_after(after, lines);
        match self.around.gone {
            true => Ok(picture::scene_of(&sitter, kind, facts)?.map(Arc::new)),
            false => picture::scene_now(&sitter, kind, facts),
        }
    }

    pub(super) fn menu_shown(&self, options: &Options, few: usize) -> Menu {
        let make = || {
            let menu = self.report().with_odds(&self.view, options, self.report().menu(options, few));
            Menu { choices: self.in_full(menu.choices), ..menu }
        };
        // Other options than the seat's own are a part of them.
        if !std::ptr::eq(options, &*self.options) {
            return make();
        }
        let made = self.shown_once(few, || Ok(ListedOrders(make())));
        made.map_or_else(|_| make(), |menu| menu.0.clone())
    }

    pub(super) fn brief_shown(&self) -> Vec<String> {
        let made = self.shown_once(0, || Ok(Brief(self.brief_lines())));
        made.map_or_else(|_| self.brief_lines(), |brief| brief.0.clone())
    }

    pub(super) fn odds_shown(&self) -> Vec<String> {
        let make = || match self.asked() {
            Some(_) => self.report().odds_lines(self.report().odds(&self.view).iter()),
            None => vec![],
        };
        self.shown_once(0, || Ok(Odds(make()))).map_or_else(|_| make(), |odds| odds.0.clone())
    }
}
