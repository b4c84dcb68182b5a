//! The content of a table's page: a spectator's view at the end of a day.

use std::sync::Arc;

use super::Reader;
use crate::club::known::to_answer;
use crate::club::page::{PageDay, PagePicture, PageSeat, SpectatorPage, days_until};
use crate::club::picture::{self, Picture, Sitter, Wanted};
use crate::club::{ClubError, TableReader, seconds};
use crate::dice_page;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::report::{GameReport, ReportLine};
use crate::table::{History, SeatHolding, Table, TableFault};

/// Rolls on the page: enough for a whole game.
const ROLLS: usize = 2000;

impl<G: Playable> Reader<G> {
    /// Everybody's page of the table, at the end of the day at this place among its days; without one, or beyond
    /// them, now.
    pub(super) fn page_of(&self, day: Option<usize>, wanted: Wanted<'_>) -> Result<SpectatorPage, ClubError> {
        let (mut history, days, day) = self.at_day(day)?;
        let PageDay { first, last, .. } = days[day];
        let mut pictures = Vec::new();
        for (at, kind) in self.depicted(&history, first)? {
            let picture = self.painted_at(at, Wanted { kind: Some(kind), ..wanted })?;
            let earlier = (at < last).then_some(at);
            let with_words =
                |picture: Arc<Picture>| PagePicture { alternative: picture.alternative.clone(), earlier };
            pictures.extend(picture.map(with_words));
        }
        let report = self.day_report(&mut history, first, last)?;
        let then = history.then();
        let (seats, over) = (self.page_seats(then), then.is_over());
        let phrases = self.game_words.phrases();
        let closed = then.closed().map(|why| phrases.named("closing", why));
        let (practice, peeks, written) = (then.opened().practice, then.peeks(), seconds(then.written_at())?);
        let notice = history.game().report(phrases).notice();
        let board = history.game().report(phrases).written(&history.view());
        let page = dice_page::page(&history.lines(0)?)?;
        let dice = self.game_words.dice(history.game(), self.now.id(), &page, ROLLS)?;
        Ok(SpectatorPage {
            table: self.now.label(),
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
            pictures,
            days,
            day,
        })
    }

    /// The picture with this index on such a page.
    pub(super) fn page_picture_of(
        &self,
        day: Option<usize>,
        place: usize,
        wanted: Wanted<'_>,
    ) -> Result<Option<Arc<Picture>>, ClubError> {
        let (history, days, day) = self.at_day(day)?;
        let shown = self.depicted(&history, days[day].first)?.into_iter().nth(place);
        let Some((at, kind)) = shown else { return Ok(None) };
        self.painted_at(at, Wanted { kind: Some(kind), ..wanted })
    }

    /// The pictures for a day that begins with entry `first`, from the history at its end, each with its entry: the best one,
    /// and the map. If the map shows nothing, it is an earlier map of this day, in a combat if there was one.
    fn depicted(&self, history: &History<G>, first: u64) -> Result<Vec<(u64, &'static str)>, ClubError> {
        let (last, view) = (history.at(), history.view());
        let kinds = history.game().pictures(&view);
        let best = kinds.first().copied();
        let map = G::MAP.filter(|map| kinds.contains(map));
        let beside = map.filter(|map| Some(*map) != best).or(kinds.get(1).copied());
        let mut shown: Vec<(u64, &'static str)> =
            best.into_iter().chain(beside).map(|kind| (last, kind)).collect();
        if history.game().is_on_map(&view) {
            return Ok(shown);
        }
        let (mut on_map, mut fought) = (None, None);
        let mut then = self.past()?;
        for at in first..last {
            then.go(at)?;
            let view = then.view();
            on_map = then.game().is_on_map(&view).then_some(at).or(on_map);
            let fights = G::CARD.is_some_and(|card| then.game().pictures(&view).contains(&card));
            fought = fights.then_some(at).or(fought);
        }
        if let Some(earlier) = fought.or(on_map) {
            let is_map = |(_, kind): &&mut (u64, &str)| Some(*kind) == map;
            shown.iter_mut().filter(is_map).for_each(|(at, _)| *at = earlier);
        }
        Ok(shown)
    }

    /// The table's past as a spectator saw it, even if everything was opened when the table closed.
    fn past(&self) -> Result<History<G>, TableFault> {
        self.tables.history(self.now.id(), Viewer::Spectator)
    }

    /// The table's past, at the last entry of a day that may be shown.
    fn at_day(&self, day: Option<usize>) -> Result<(History<G>, Vec<PageDay>, usize), ClubError> {
        let days = days_until(&mut self.past()?, self.now.shown_to_spectators())?;
        // Between an order and its consequences a table would show a prompt too early.
        let mut history = self.past()?;
        let latest = days.len() - 1;
        let day = day.map_or(latest, |day| day.min(latest));
        history.go(days[day].last)?;
        Ok((history, days, day))
    }

    /// The events from entry `first` to `last`, as they were reported then. A closed table opens everything, texts between
    /// players too, and strangers must not read those.
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
            told.extend(self.game_words.news(history.game(), &history.lines(after)?, || self.past())?);
            after = to;
        }
        Ok(told)
    }

    fn painted_at(&self, at: u64, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError> {
        let mut history = self.past()?;
        history.go(at)?;
        let viewer = history.viewer();
        let sitter = Sitter {
            table: self.now.id(),
            head: self.head_at(at)?,
            game: history.game(),
            game_words: &self.game_words,
            viewer,
            view: &history.view(),
            awaited: &history.seats_awaited(),
        };
        picture::drawn(&sitter, wanted, |after| sitter.facts_after(after, |after| history.lines(after)))
    }

    fn page_seats(&self, then: &Table<G>) -> Vec<PageSeat> {
        let asked =
            |seat: Seat| then.closed().is_none() && to_answer(then).any(|asked| asked.prompt.seat == seat);
        let seat = |place: SeatHolding| PageSeat {
            name: self.game_words.phrases().seat(place.seat),
            taken: place.player.is_some(),
            asked: asked(place.seat),
        };
        then.places().map(seat).collect()
    }
}
