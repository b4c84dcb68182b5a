//! What the page of a table says: what a spectator saw of it at the end of a day.

use std::sync::Arc;

use super::Reader;
use crate::club::page::{PageDay, PageSeat, SpectatorPage};
use crate::club::picture::{self, Picture, Sitter, Wanted};
use crate::club::{ClubError, TableReader, seconds};
use crate::dice_page;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::report::{GameReport, ReportLine};
use crate::table::history::Stride;
use crate::table::{History, SeatHolding, Table};

/// Rolls on the page: of a whole game.
const ROLLS: usize = 2000;

impl<G: Playable> Reader<G> {
    /// What everybody's page of the table says, at the end of the day at this place among its days; without one, or beyond
    /// them, now.
    pub(super) fn page_of(&self, day: Option<usize>, wanted: Wanted<'_>) -> Result<SpectatorPage, ClubError> {
        let (mut history, days, day) = self.at_day(day)?;
        let PageDay { first, last, .. } = days[day];
        let report = self.day_report(&mut history, first, last)?;
        let then = history.then();
        let (seats, over) = (self.page_seats(then), then.is_over());
        let phrases = self.game_words.phrases();
        let closed = then.closed().map(|why| phrases.named("closing", why));
        let (practice, peeks, written) = (then.opened().practice, then.peeks(), seconds(then.written_at())?);
        let picture = self.painted(&history, wanted)?.map(|picture| picture.alternative.clone());
        let notice = history.game().report(phrases).notice();
        let board = history.game().report(phrases).written(&history.view());
        let page = dice_page::page(&history.lines(0)?)?;
        let dice = self.game_words.dice(history.game(), self.now.id(), &page, ROLLS)?;
        Ok(SpectatorPage {
            table: self.now.id().to_owned(),
            game: phrases.game(G::NAME),
            part: self.game_words.part(),
            notice,
            practice,
            peeks,
            seats,
            delay: u32::try_from(self.now.head().seq - self.now.shown_to_spectators()).unwrap_or(u32::MAX),
            over,
            closed,
            head: self.head_at(last)?,
            written,
            report,
            board,
            dice,
            picture,
            days,
            day,
        })
    }

    /// The picture of such a page.
    pub(super) fn page_picture_of(
        &self,
        day: Option<usize>,
        wanted: Wanted<'_>,
    ) -> Result<Option<Arc<Picture>>, ClubError> {
        let (history, ..) = self.at_day(day)?;
        self.painted(&history, wanted)
    }

    /// The table's past, at the last entry of a day that may be shown.
    fn at_day(&self, day: Option<usize>) -> Result<(History<G>, Vec<PageDay>, usize), ClubError> {
        // To strangers nothing but what a spectator saw, whatever was opened when the table closed.
        let past = || self.tables.history(self.now.id(), Viewer::Spectator);
        let days = days_until(past()?, self.now.shown_to_spectators())?;
        // Stepped through entry by entry, a table asks in the midst of what follows from an order.
        let mut history = past()?;
        let latest = days.len() - 1;
        let day = day.map_or(latest, |day| day.min(latest));
        history.go(days[day].last)?;
        Ok((history, days, day))
    }

    /// What happened from entry `first` to `last`, as it was told then: when a table closes, everything is open, what
    /// players wrote to each other too, and none of that is for strangers.
    fn day_report(
        &self,
        history: &mut History<G>,
        first: u64,
        last: u64,
    ) -> Result<Vec<ReportLine>, ClubError> {
        let closed =
            history.lines(first - 1)?.iter().find(|line| line.is_of("TableClosed")).map(|it| it.seq());
        let end = closed.map_or(vec![], |closed| vec![closed]);
        let mut told = Vec::new();
        let mut after = first - 1;
        for to in end.into_iter().map(|closed| closed - 1).chain([last]).filter(|to| *to >= first) {
            history.go(to)?;
            let past = || self.tables.history(self.now.id(), Viewer::Spectator);
            told.extend(self.game_words.news(history.game(), &history.lines(after)?, past)?);
            after = to;
        }
        Ok(told)
    }

    fn painted(&self, history: &History<G>, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError> {
        let (at, viewer) = (history.at(), Viewer::Spectator);
        let sitter = Sitter {
            table: self.now.id(),
            head: self.head_at(at)?,
            game: history.game(),
            game_words: &self.game_words,
            viewer,
            view: &history.view(),
            awaited: &history.seats_awaited(),
        };
        picture::drawn(&sitter, wanted, |after| {
            let lines = match after {
                Some(after) => history.lines(after)?,
                None => picture::since_last_order(at, viewer, |after| history.lines(after))?,
            };
            Ok(self.game_words.facts(&lines)?)
        })
    }

    fn page_seats(&self, then: &Table<G>) -> Vec<PageSeat> {
        let asked = |seat: Seat| then.closed().is_none() && then.waited_for_at(seat).is_some();
        let seat = |place: SeatHolding| PageSeat {
            name: self.game_words.phrases().seat(place.seat),
            taken: place.player.is_some(),
            asked: asked(place.seat),
        };
        then.places().map(seat).collect()
    }
}

/// The days of a table up to an entry.
fn days_until<G: Playable>(mut history: History<G>, shown: u64) -> Result<Vec<PageDay>, ClubError> {
    let mut days = Vec::new();
    history.go(1)?;
    loop {
        let (first, part, (day, _)) = (history.at(), history.part(), history.moment());
        let more = history.forward(Stride::Day)? && history.at() <= shown;
        days.push(PageDay { part, day, first, last: if more { history.at() - 1 } else { shown } });
        if !more {
            return Ok(days);
        }
    }
}
