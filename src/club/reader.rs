//! Read access to a table's public side: the view of a spectator, or of the seat at a table with one seat.

mod page_of;

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::browser::ServerLinks;
use super::clock::QuestionTime;
use super::door::Door;
use super::kept_time::kept_time;
use super::known::{computers_at, known_as, name_of};
use super::master;
use super::page::{self, PageStatus, SpectatorPage};
use super::picture::{self, Picture, Sitter, Wanted};
use super::seat_view::TableFacts;
use super::session::{PlayerSession, SessionContext};
use super::sought::Sought;
use super::status::Holder;
use super::table_records::written;
use super::thought::ComputerKey;
use super::trust::{Trust, checkpoint_in};
use super::visitor::Visitor;
use super::wording::{RequestReader, Undone};
use super::{
    ClubError, GameWords, SeatStatus, TableStatus, board, clock, decided, ending, ready, reasons, seconds,
};
use crate::dice_page;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::log::players::Player;
use crate::log::stored::StoredLine as Stored;
use crate::log::{EntryAudience, Head, RequestEvent};
use crate::report::{GameReport, ReportLine, Weight};
use crate::table::history::Stride;
use crate::table::platform;
use crate::table::{Caller, OpenConsent, Platform, Publication, SeatHolding, Table, Tables};
use crate::view;

/// Read access to a table's public side: the view of a spectator, or of the seat at a table with one seat. It shows the table
/// as it was when the reader was made and does not change when play goes on.
pub trait TableReader {
    /// From now on sentences name what is typed at this door; without one, the commands of the program.
    fn at_door(&mut self, door: Arc<dyn Door>);
    /// The public facts of the table.
    fn around(&self) -> &TableFacts;
    /// The seats of a player, under any of their ids.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn seats_of(&self, player: &str) -> Result<PlayerSeats, ClubError>;
    /// The opaque id of the player who offered a seat; `None` if it is not offered.
    fn offered_by(&self, seat: Seat) -> Option<String>;
    /// The seats with their players as everybody may know them.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn seats(&self) -> Result<Vec<SeatStatus>, ClubError>;
    /// Opens the visitor's session at a seat; without a seat, at the one of theirs with the oldest prompt.
    ///
    /// # Errors
    /// [`ClubError::Refused`] when they hold none or not that one; a table that cannot be read.
    fn sit(&self, visitor: Visitor, seat: Option<Seat>) -> Result<PlayerSession, ClubError>;
    /// The status of the table, with moments in UTC.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn status(&self) -> Result<TableStatus, ClubError>;
    /// The status with moments formatted by `moment`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn status_by(&self, moment: clock::ByClock<'_>) -> Result<TableStatus, ClubError>;
    /// The state of time at the table, a line each, with moments formatted by `moment`.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn time(&self, moment: &dyn Fn(DateTime<Utc>) -> String) -> Result<Vec<String>, ClubError>;
    /// The report of the entries after `after` up to `to`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn report_lines(&self, after: u64, to: u64) -> Result<Vec<ReportLine>, ClubError>;
    /// The head after entry `to`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn head_at(&self, to: u64) -> Result<Head, ClubError>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError>;
    /// The kinds of picture that the position has, the best first; none for a game that draws none.
    fn pictures(&self) -> Vec<&'static str>;
    /// As [`SeatView::picture`](super::seat_view::SeatView::picture), of what everybody may see.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError>;
    /// The table's publication, if there is one.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn published(&self) -> Result<Option<Publication>, ClubError>;
    /// Its page, at the end of a day by its place among the days, or now. The picture is drawn in the theme that
    /// is wanted.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn page(&self, day: Option<usize>, wanted: Wanted<'_>) -> Result<SpectatorPage, ClubError>;
    /// The picture with this index on that page; `None` beyond the last.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn page_picture(
        &self,
        day: Option<usize>,
        place: usize,
        wanted: Wanted<'_>,
    ) -> Result<Option<Arc<Picture>>, ClubError>;
    /// The board as it was after entry `at`, with the report of that entry.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, ClubError>;
    /// The last entry of a part of the log, counted from 1, at a table that plays several; `None` for a part that does not
    /// exist.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn part_end(&self, part: u32) -> Result<Option<u64>, ClubError>;
    /// The last `count` rows of the log, in words.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The last `count` rolls, and the tallies.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The reasons for a computer player's order at this entry, or for the last order that may be explained, a line each. It
    /// takes as long as the thought took.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError>;
}

/// The seats of a player at a table.
pub struct PlayerSeats {
    /// Those that they hold.
    pub held: Vec<Seat>,
    /// Those that are kept for them.
    pub offered: Vec<Seat>,
}

/// Entries read at once in the search for messages between players.
const WORDS_AT_ONCE: u64 = 7;

/// The reader of a table of game `G`.
pub(super) struct Reader<G: Playable> {
    pub(super) tables: Arc<Tables<G>>,
    pub(super) platform: Arc<dyn Platform>,
    pub(super) links: ServerLinks,
    pub(super) computers: Option<ComputerKey>,
    pub(super) now: Arc<Table<G>>,
    pub(super) around: TableFacts,
    pub(super) game_words: Arc<GameWords>,
    /// The door in whose words it speaks; `None` for the program's.
    pub(super) door: Option<Arc<dyn Door>>,
}

/// A refusal in the asker's words.
fn refused(why: String) -> ClubError {
    ClubError::Refused(why)
}

impl<G: Playable> Reader<G> {
    /// The viewer of today's position: once the table is closed, everyone sees everything.
    fn viewer(&self) -> Viewer {
        if self.around.closed { Viewer::All } else { self.around.viewer }
    }

    fn known_as(&self, player: &str) -> Result<String, ClubError> {
        known_as(self.tables.store(), &self.now, player)
    }

    /// The last entry that everybody may read, and its time. Others must not learn that somebody wrote, or decided in secret.
    fn shown(&self) -> Result<(Head, i64), ClubError> {
        let (store, table, head) = (self.tables.store(), self.now.id(), self.now.head());
        let mut last = head.seq;
        while last > 1 {
            let from = last.saturating_sub(WORDS_AT_ONCE).max(1);
            let rows = store.read_line_range(table, from..=last)?;
            let sealed = |row: &&Stored| matches!(row, Stored::Entry(entry) if entry.audience != EntryAudience::Everyone);
            match rows.iter().rev().take_while(sealed).count() as u64 {
                0 => break,
                sealed => last = last.saturating_sub(sealed).max(1),
            }
        }
        if last == head.seq {
            return Ok((head, seconds(self.now.written_at())?));
        }
        Ok((self.head_at(last)?, written(store, table, last)?))
    }

    fn lines(&self, after: u64, to: u64, viewer: Viewer) -> Result<Vec<view::VisibleEntry>, ClubError> {
        Ok(view::of_span::<G>(self.tables.store(), self.now.id(), after, to, viewer)?)
    }

    /// The seat for a player who names none: the one with the oldest prompt, else their first; a refusal if they hold none.
    fn seat_to_play(&self, player: &str, wanted: Option<Seat>) -> Result<Seat, ClubError> {
        let phrases = self.game_words.phrases();
        let holder = wanted.and_then(|seat| self.now.player_of(seat));
        match (wanted, self.now.seat_to_play(player)) {
            (Some(seat), _) if holder == Some(player) => Ok(seat),
            (Some(seat), Some(_)) if holder.is_some() => {
                Err(refused(phrases.say("refusal-not-your-seat", &[("seat", phrases.seat(seat).into())])))
            }
            (None, Some(seat)) => Ok(seat),
            _ => Err(refused(phrases.say("table-not-seated", &[("table", self.now.id().into())]))),
        }
    }

    fn request(
        &self,
        pending: OpenConsent,
        moment: clock::ByClock<'_>,
    ) -> Result<(u64, String, Vec<Seat>), ClubError> {
        let mut undone = None;
        if let RequestEvent::TakeBackAsked { to } = &pending.ask {
            undone = Some(Undone { before: self.before(*to, pending.seat)?, orders: None });
        }
        let phrases = self.game_words.phrases();
        let name = |id: &str| name_of(self.tables.store(), &phrases, id).unwrap_or_default();
        let moment = |at: &str| moment(platform::moment(at));
        let reader = RequestReader { phrases, moment: &moment, name: &name };
        Ok((pending.number, reader.asked(&pending, undone.as_ref()), pending.awaited))
    }

    /// The absences of players, present and booked, a line each.
    fn absences(&self, moment: clock::ByClock<'_>) -> Result<Vec<String>, ClubError> {
        let now = self.platform.now();
        let time = kept_time(self.tables.store(), &self.now, now)?;
        Ok(clock::absences(&self.around.seats, &self.game_words.phrases(), (&time, now), moment))
    }

    /// In words, the order that a takeback to entry `to` would undo first; the player at `asker` asked for it.
    fn before(&self, to: u64, asker: Seat) -> Result<String, ClubError> {
        let asked = self.now.player_of(asker).map(|player| self.now.takebacks(player).by_consent);
        let step = asked.into_iter().flatten().find(|step| step.to == to);
        let line = self.lines(to, to + 1, self.around.viewer)?.into_iter().next();
        self.game_words.before(&**self.now.game(), line.as_ref(), step.map(|step| step.seat))
    }
}

impl<G: Playable> TableReader for Reader<G> {
    fn at_door(&mut self, door: Arc<dyn Door>) {
        self.door = Some(door);
    }

    fn around(&self) -> &TableFacts {
        &self.around
    }

    fn seats_of(&self, player: &str) -> Result<PlayerSeats, ClubError> {
        let player = self.known_as(player)?;
        let offered = self.now.offers().filter(|(_, to)| *to == player).map(|(seat, _)| seat);
        Ok(PlayerSeats { held: self.now.held_by(&player).collect(), offered: offered.collect() })
    }

    fn offered_by(&self, seat: Seat) -> Option<String> {
        self.now.offered_by(seat).map(str::to_owned)
    }

    fn seats(&self) -> Result<Vec<SeatStatus>, ClubError> {
        let store = self.tables.store();
        let holder = |id: Option<String>| -> Result<Option<Holder>, ClubError> {
            let Some(id) = id else { return Ok(None) };
            let unknown = Player { id, ..Player::default() };
            let Player { id, addresses, .. } = store.player(&unknown.id)?.unwrap_or(unknown);
            Ok(Some(Holder { player: id, addresses }))
        };
        let now = self.platform.now();
        let time = kept_time(store, &self.now, now)?;
        let waited = |seat: Seat| time.waits.iter().find(|wait| wait.seat == seat);
        let computers = computers_at(store, &self.around.seats)?;
        let delay = |at: Seat| computers.iter().find(|(seat, ..)| *seat == at).map(|(_, _, delay)| *delay);
        let it = |place: SeatHolding| {
            let asked = self.now.waited_for_at(place.seat).filter(|_| self.around.is_asked(place.seat));
            let thinks = asked.as_ref().and_then(|_| delay(place.seat));
            let report = self.now.game().report(self.game_words.phrases());
            Ok(SeatStatus {
                seat: place.seat,
                name: self.game_words.phrases().seat(place.seat),
                player: holder(place.player)?,
                offered_to: holder(place.offered_to)?,
                asked: asked.is_some(),
                question: asked.map_or_else(String::new, |asked| report.asked(&asked.prompt)),
                time: waited(place.seat).and_then(|wait| QuestionTime::of(&time, wait)),
                thinks,
            })
        };
        self.now.places().map(it).collect()
    }

    fn sit(&self, visitor: Visitor, seat: Option<Seat>) -> Result<PlayerSession, ClubError> {
        let Visitor { player, door, key, receipts } = visitor;
        let player = self.known_as(&player)?;
        let seat = self.seat_to_play(&player, seat)?;
        let context = SessionContext {
            caller: Caller::new(&player, door.name()).proven(receipts),
            platform: self.platform.clone(),
            links: self.links.pages.clone(),
            browser: self.links.browser.clone(),
            computers: self.computers,
            door,
            key: Some(key),
        };
        PlayerSession::as_of(&self.tables, &Arc::new(context), (seat, &self.now), &self.game_words)
    }

    fn status(&self) -> Result<TableStatus, ClubError> {
        self.status_by(&|at| self.game_words.phrases().utc(&platform::written(at)))
    }

    fn status_by(&self, moment: clock::ByClock<'_>) -> Result<TableStatus, ClubError> {
        let (now, phrases) = (&*self.now, self.game_words.phrases());
        let headline = now.game().report(phrases).glance(&now.view(self.viewer()));
        let headline = headline.into_iter().map(|(_, line)| line).find(|line| !line.trim().is_empty());
        let (head, since) = self.shown()?;
        let begins = kept_time(self.tables.store(), now, self.platform.now())?.begins();
        Ok(TableStatus {
            table: now.id().to_owned(),
            label: now.label(),
            game: phrases.game(G::NAME),
            notice: now.game().report(phrases).notice(),
            headline: headline.unwrap_or_default(),
            seats: self.seats()?,
            sought: now.vacancy().map(|vacancy| Sought::of(&phrases, &vacancy, &now.terms())),
            seeks_players: now.seeks_players(),
            master: master::master_line(self.tables.store(), now.master(), &phrases)?,
            page: PageStatus::of(
                self.tables.store(),
                (now.id(), now.published(), now.closed().is_some()),
                self.links.pages.as_deref(),
            )?,
            readiness: now
                .readiness()
                .map(|readiness| ready::readiness_line(&phrases, &readiness, begins.map(moment))),
            absences: self.absences(moment)?,
            request: now.pending().map(|pending| self.request(pending, moment)).transpose()?,
            practice: now.opened().practice,
            peeks: now.peeks(),
            over: now.is_over(),
            closed: now.closed().is_some(),
            since,
            last: now.head().seq,
            head,
            trust: Trust {
                format: now.opened().format,
                entropy: now.entropy().as_ref(),
                witness: now.witness(),
                checkpoint: checkpoint_in(self.tables.store())?,
            }
            .line(&phrases),
        })
    }

    fn time(&self, moment: &dyn Fn(DateTime<Utc>) -> String) -> Result<Vec<String>, ClubError> {
        let time = kept_time(self.tables.store(), &self.now, self.platform.now())?;
        let now = (&time, self.platform.now());
        Ok(clock::lines((&self.around.seats, self.around.over), &self.game_words.phrases(), now, moment))
    }

    fn report_lines(&self, after: u64, to: u64) -> Result<Vec<ReportLine>, ClubError> {
        // As it was at entry `to`, whatever was opened since, so that a repeated report reads the same.
        let viewer = self.around.viewer;
        let lines = self.lines(after, to, viewer)?;
        let past = |viewer| self.tables.history(self.now.id(), viewer);
        let mut told = self.game_words.news(&**self.now.game(), &lines, || past(viewer))?;
        told.extend(ending::after(&self.game_words, &lines, (viewer, self.door.as_deref()), past)?);
        Ok(told)
    }

    fn head_at(&self, to: u64) -> Result<Head, ClubError> {
        let chain = self.tables.store().chain_at(self.now.id(), to)?;
        let no_entry = || ClubError::Failed(format!("table {} has no entry {to}", self.now.id()));
        let chain = chain.ok_or_else(no_entry)?;
        Ok(Head { seq: to, chain })
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        if board::is_ending(&self.game_words, what) {
            let past = || self.tables.history(self.now.id(), self.viewer());
            return ending::shown(&self.game_words, (self.around.over, self.door.as_deref()), past);
        }
        if board::is_decided(&self.game_words, what) {
            let past = || self.tables.history(self.now.id(), self.viewer());
            let bound = decided::Bound::of(&*self.platform, 0, what);
            return decided::shown(&self.game_words, None, past, (&bound, &mut |_| true));
        }
        Ok(board::part(&self.game_words, &**self.now.game(), &self.now.seen_by(self.viewer()), what))
    }

    fn pictures(&self) -> Vec<&'static str> {
        self.now.game().pictures(&self.now.seen_by(self.viewer()))
    }

    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError> {
        let (last, viewer) = (self.around.last, self.viewer());
        let sitter = Sitter {
            table: self.now.id(),
            head: self.now.head(),
            game: &**self.now.game(),
            game_words: &self.game_words,
            viewer,
            view: &self.now.seen_by(viewer),
            awaited: &self.now.seats_awaited(viewer),
        };
        let lines = |after| self.lines(after, last, viewer);
        picture::drawn(&sitter, wanted, |after| sitter.facts_after(after, lines))
    }

    fn published(&self) -> Result<Option<Publication>, ClubError> {
        Ok(page::published(self.tables.store(), self.now.id(), self.now.published())?)
    }

    fn page(&self, day: Option<usize>, wanted: Wanted<'_>) -> Result<SpectatorPage, ClubError> {
        self.page_of(day, wanted)
    }

    fn page_picture(
        &self,
        day: Option<usize>,
        place: usize,
        wanted: Wanted<'_>,
    ) -> Result<Option<Arc<Picture>>, ClubError> {
        self.page_picture_of(day, place, wanted)
    }

    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, ClubError> {
        let mut history = self.tables.history(self.now.id(), self.viewer())?;
        history.go(at)?;
        let lines = history.lines(history.at().saturating_sub(1))?;
        let row = |row: String| (Weight::Plain, row);
        let mut shown: Vec<_> = self.game_words.past_rows(&history, &lines)?.into_iter().map(row).collect();
        shown.extend(history.game().report(self.game_words.phrases()).board(&history.view()));
        Ok(shown)
    }

    fn part_end(&self, part: u32) -> Result<Option<u64>, ClubError> {
        let mut history = self.tables.history(self.now.id(), self.viewer())?;
        if !history.go_to_part(part)? {
            return Ok(None);
        }
        let ended = history.forward(Stride::Part)?;
        Ok(Some(if ended { history.at() - 1 } else { history.last() }))
    }

    fn log(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let last = self.around.last;
        self.game_words
            .last_rows(&**self.now.game(), last, count, |after| self.lines(after, last, self.viewer()))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let mut page = dice_page::page(&self.lines(0, self.around.last, self.viewer())?)?;
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.game_words.dice(&**self.now.game(), self.now.id(), &page, count)?)
    }

    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError> {
        reasons::reasons_in_words(&self.tables, &self.now, &self.game_words, self.computers.as_ref(), entry)
    }
}
