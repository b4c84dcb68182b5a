//! A seat of a table as its player sees it, whichever game is played there: the one place where a session needs the
//! game's types. What a player does there is their session's.

mod advice;
mod context;
mod facts;
mod past;
mod recap;
mod shorthand;
mod shown;

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::picture::{self, Picture, Sitter, Wanted};
use super::{ending, reasons};
use crate::club::consent::{self, Unconfirmed};
use crate::club::{ClubError, GameWords};
use crate::game::{Options, OrderForm, Refusal, Seat, Word};
use crate::games::{AskedSeat, Playable};
use crate::log::Store;
use crate::pace::Booking;
use crate::picture::PageScene;
use crate::report::{Choice, GameReport, Listing, Menu, Phrases, ReportLine, Shorthand, Weight};
pub use crate::table::SeatFacts;
use crate::table::seat_session::Seen;
use crate::table::time::TableTime;
use crate::table::{
    Caller, OpenPrompt, Rematch, Reply, SeatSession, Table, TableCommand, TableFault, Tables,
};
use crate::view::VisibleEntry;
pub use context::SessionContext;
pub use facts::{Recap, StandingFacts, TableFacts, Watch};
pub use past::PastPosition;

/// As it is when.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// As it was when the session last turned to it.
    Kept,
    /// As this process last knew it: at least up to its own last command.
    Cached,
    /// As it is now, whoever wrote last.
    Now,
}

/// A seat of a table of some game, with the table as it was when it was last turned to.
pub trait SeatView {
    /// The store.
    fn store(&self) -> &dyn Store;
    /// What everybody may know of the table.
    fn around(&self) -> &TableFacts;
    /// What the seat may know, as of when its player last held it.
    fn facts(&self) -> &SeatFacts;
    /// The possible input: the legal orders, and shorthands for several of them, in the order of the book.
    fn options(&self) -> &Arc<Options>;
    /// Turns to a seat of the player's, at the table as it is at some time.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn turn(&mut self, seat: Seat, to: Turn) -> Result<(), TableFault>;
    /// Carries out a command of the table.
    ///
    /// # Errors
    /// [`TableFault`].
    fn perform(&mut self, caller: &Caller, command: &TableCommand) -> Result<Reply, TableFault>;
    /// The stored reply to the caller's key; `None` if that is new.
    ///
    /// # Errors
    /// [`TableFault`].
    fn answered(&self, caller: &Caller) -> Result<Option<Reply>, TableFault>;
    /// Opens a rematch, or joins the one that another player opened.
    ///
    /// # Errors
    /// [`TableFault`].
    fn open_rematch(&mut self, caller: &Caller) -> Result<Result<Rematch, Refusal>, TableFault>;
    /// The state of time by the log.
    fn time_at(&self, now: DateTime<Utc>) -> TableTime;
    /// The absences of a player that are not over.
    fn absences(&self, player: &str, now: DateTime<Utc>) -> Vec<Booking>;
    /// Why an order would be refused now; `None` where it would be carried out.
    fn refusal_of(&self, form: &OrderForm) -> Option<Refusal>;
    /// The same of the first of several orders that would be refused; see [`Table::foresee`].
    fn foresee(&self, next: &mut dyn FnMut(&Options) -> Option<OrderForm>) -> Option<Refusal>;
    /// The lines of the log after entry `after` up to entry `to`, as the seat may see them.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    fn lines_between(&self, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault>;
    /// The report of these lines, and the page that follows them if they end the game.
    ///
    /// # Errors
    /// [`TableFault`].
    fn report_of(&self, lines: &[VisibleEntry]) -> Result<[Vec<ReportLine>; 2], TableFault>;
    /// The order of a line, in words; `None` where it is none.
    ///
    /// # Errors
    /// [`TableFault`].
    fn order_of(&self, line: &VisibleEntry) -> Result<Option<String>, TableFault>;
    /// In words, the order that an undo begins with: the one after entry `to`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn before(&self, to: u64) -> Result<String, ClubError>;
    /// The events on a day, counted from 1: where the table plays several parts, the last day of that number. Without a day,
    /// those since the player's last order at this seat; if they fill only a few lines, since an earlier order.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn recap(&self, day: Option<usize>) -> Result<Recap, ClubError>;
    /// The last `count` rows of the log, in words.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The same, each row by itself with its entry.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn told_rows(&self, count: usize) -> Result<Vec<(u64, String)>, ClubError>;
    /// The table as it was after the step with entry `at`, with a picture of this kind where it has one; `None` if the player holds
    /// the seat no more.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn past(&self, at: u64, kind: Option<&str>) -> Result<Option<PastPosition>, ClubError>;
    /// The last `count` rolls, and the tallies.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError>;
    /// What decided the game, if `what` asks for it. It may take a while: `watch` sees the progress and may end it.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn decided(&self, what: &[String], watch: Watch<'_>) -> Result<Option<Vec<(Weight, String)>>, ClubError>;
    /// A digest of the seat's view: equal for equal views.
    ///
    /// # Errors
    /// A view that cannot be written: a fault of the game.
    fn view_digest(&self) -> Result<String, ClubError>;
    /// The kinds of picture that the position has, the best first; none for a game that draws none.
    fn pictures(&self) -> Vec<&'static str>;
    /// A picture of the position as the seat may see it; `None` if there is none of the kind, or if it cannot be drawn. It
    /// takes some tenths of a second.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError>;
    /// The scene of a picture of this kind, for a page with the colours; `None` as for [`SeatView::picture`].
    ///
    /// # Errors
    /// A table that cannot be read.
    fn scene(&self, kind: &str) -> Result<Option<Arc<PageScene>>, ClubError>;
    /// The game's notice, from its pack.
    fn notice(&self) -> String;
    /// What the seat is asked, in words; empty where it is asked nothing.
    fn prompt(&self) -> String;
    /// A refusal in words.
    fn refusal(&self, refusal: &Refusal) -> String;
    /// An order as a sentence, or as it is typed if the game has no sentence for it.
    fn sentence(&self, form: &OrderForm) -> String;
    /// The menu: the orders of a verb that has at most `few` are listed to be numbered, other verbs are outlined.
    fn menu(&self, options: &Options, few: usize) -> Menu;
    /// The choices of [`SeatView::menu`] without the outlines.
    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice>;
    /// The orders that contain every word in `about`, at most `limit`.
    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing;
    /// An order as it is typed, in short; `options` has its verb.
    fn typed_short(&self, options: &Options, form: &OrderForm) -> String;
    /// The shorthand that `form` stands for now.
    fn shorthand(&self, form: &OrderForm) -> Option<Shorthand>;
    /// That these orders, typed as `form`, wait to be confirmed; `None` where they need not be.
    fn unconfirmed(&self, asked: &OpenPrompt, form: &OrderForm, orders: &[OrderForm]) -> Option<Unconfirmed>;
    /// A few lines of the position that matter for the prompt.
    fn brief(&self) -> Vec<String>;
    /// Returns whether an order of this verb rolls and shows nothing, so that it can be taken back.
    fn can_take_back(&self, verb: Word) -> bool;
    /// The odds of the possible orders, a line each, if charts decide.
    fn odds(&self) -> Vec<String>;
    /// Returns whether the table teaches now, so that its player sees the secrets of both sides.
    fn teaches(&self) -> bool;
    /// At a table that teaches: the results of the last order, the reason for the prompt and an advice.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn lesson(&self) -> Result<LessonText, ClubError>;
    /// At a table for practice, what advisers of different tempers would order now, a line each; elsewhere, why not.
    fn hints(&self) -> Vec<String>;
    /// As [`TableReader::reasons`](super::TableReader::reasons).
    ///
    /// # Errors
    /// A table that cannot be read.
    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError>;
    /// The part of the game that standing orders of this seat refer to.
    fn standing_facts(&self) -> StandingFacts;
}

/// The text for a learner.
#[derive(Default)]
pub struct LessonText {
    /// Its lines.
    pub lines: Vec<String>,
    /// The order that the last of them says to try, as typed; `None` if there is none.
    pub order: Option<String>,
    /// True if it says to try an undo.
    pub undo: bool,
}

/// [`SeatView`] at a table of game `G`.
pub(super) struct SeatOf<G: Playable> {
    tables: Arc<Tables<G>>,
    context: Arc<SessionContext>,
    seat: Seat,
    session: SeatSession<G>,
    /// The table as of the last refresh; everything that is shown comes from it.
    now: Arc<Table<G>>,
    around: TableFacts,
    facts: SeatFacts,
    options: Arc<Options>,
    game: Arc<G>,
    view: Seen<G>,
    game_words: Arc<GameWords>,
}

impl<G: Playable> SeatOf<G> {
    /// A seat of a table as it was when `now` was taken.
    ///
    /// # Errors
    /// A table that cannot be read, a seat that the player does not hold.
    pub(super) fn new(
        tables: &Arc<Tables<G>>,
        context: &Arc<SessionContext>,
        (seat, now): (Seat, &Arc<Table<G>>),
        game_words: &Arc<GameWords>,
    ) -> Result<SeatOf<G>, ClubError> {
        let session = SeatSession::new(tables.clone(), now.id(), seat, context.caller.clone());
        let snapshot = session.snapshot_at(now)?;
        let options = shorthand::arranged(&snapshot, game_words.phrases());
        Ok(SeatOf {
            tables: tables.clone(),
            around: TableFacts::of(now, Some((context.caller.player.as_str(), seat))),
            context: context.clone(),
            seat,
            session,
            now: now.clone(),
            facts: snapshot.facts,
            options,
            game: now.game().clone(),
            view: snapshot.view,
            game_words: game_words.clone(),
        })
    }

    fn phrases(&self) -> Phrases<'_> {
        self.game_words.phrases()
    }

    fn report(&self) -> G::Report<'_> {
        self.game.report(self.phrases())
    }

    /// What the seat is asked, while the player has it.
    fn asked(&self) -> Option<&OpenPrompt> {
        self.facts.asked.as_ref().filter(|_| !self.around.gone)
    }

    /// The rows; or, if the player has just lost the seat, the sentence that says so.
    fn seen(&self, rows: Result<Vec<String>, TableFault>) -> Result<Vec<String>, ClubError> {
        match rows {
            Err(TableFault::Refused(refusal)) => Ok(vec![self.refusal(&refusal)]),
            rows => Ok(rows?),
        }
    }

    /// The report of these lines.
    fn news_of(&self, lines: &[VisibleEntry]) -> Result<Vec<ReportLine>, TableFault> {
        let past = || self.tables.history(&self.around.table, self.facts.viewer);
        self.game_words.news(&*self.game, lines, past)
    }

    fn sitter<'s>(&'s self, awaited: &'s [AskedSeat]) -> Sitter<'s, G> {
        Sitter {
            table: &self.around.table,
            head: self.now.head(),
            game: &*self.game,
            game_words: &self.game_words,
            viewer: self.facts.viewer,
            view: &self.view,
            awaited,
        }
    }

    /// The session of another seat of the player's.
    fn session_at(&self, seat: Seat) -> SeatSession<G> {
        SeatSession::new(self.tables.clone(), self.now.id(), seat, self.context.caller.clone())
    }
}

impl<G: Playable> SeatView for SeatOf<G> {
    fn store(&self) -> &dyn Store {
        self.tables.store()
    }

    fn around(&self) -> &TableFacts {
        &self.around
    }

    fn facts(&self) -> &SeatFacts {
        &self.facts
    }

    fn options(&self) -> &Arc<Options> {
        &self.options
    }

    fn turn(&mut self, seat: Seat, to: Turn) -> Result<(), TableFault> {
        match to {
            Turn::Kept => {}
            Turn::Cached => self.now = self.tables.cached(&self.around.table)?,
            Turn::Now => self.now = self.tables.now(&self.around.table)?,
        }
        if seat != self.seat {
            (self.seat, self.session) = (seat, self.session_at(seat));
        }
        self.around = TableFacts::of(&self.now, Some((self.context.caller.player.as_str(), seat)));
        if !self.around.gone {
            let snapshot = self.session.snapshot_at(&self.now)?;
            self.options = shorthand::arranged(&snapshot, self.game_words.phrases());
            (self.facts, self.view) = (snapshot.facts, snapshot.view);
        }
        Ok(())
    }

    fn perform(&mut self, caller: &Caller, command: &TableCommand) -> Result<Reply, TableFault> {
        self.tables.perform(&self.around.table, caller, command)
    }

    fn answered(&self, caller: &Caller) -> Result<Option<Reply>, TableFault> {
        self.tables.reply_under_key(caller)
    }

    fn open_rematch(&mut self, caller: &Caller) -> Result<Result<Rematch, Refusal>, TableFault> {
        self.tables.open_rematch(&self.now, caller)
    }

    fn time_at(&self, now: DateTime<Utc>) -> TableTime {
        self.now.time(now)
    }

    fn absences(&self, player: &str, now: DateTime<Utc>) -> Vec<Booking> {
        self.now.away(player, now)
    }

    fn refusal_of(&self, form: &OrderForm) -> Option<Refusal> {
        self.now.refusal_of(self.seat, form)
    }

    fn foresee(&self, next: &mut dyn FnMut(&Options) -> Option<OrderForm>) -> Option<Refusal> {
        self.now.foresee(self.seat, next)
    }

    fn lines_between(&self, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        self.session.lines_between(&self.now, after, to)
    }

    fn report_of(&self, lines: &[VisibleEntry]) -> Result<[Vec<ReportLine>; 2], TableFault> {
        let past = |viewer| self.tables.history(&self.around.table, viewer);
        let reader = (self.facts.viewer, Some(&*self.context.door));
        Ok([self.news_of(lines)?, ending::after(&self.game_words, lines, reader, past)?])
    }

    fn order_of(&self, line: &VisibleEntry) -> Result<Option<String>, TableFault> {
        self.game_words.order(&*self.game, line)
    }

    fn before(&self, to: u64) -> Result<String, ClubError> {
        let lines = self.lines_between(to, to + 1)?;
        let steps = &self.facts.takebacks.by_consent;
        let seat = steps.iter().find(|step| step.to == to).map(|step| step.seat);
        self.game_words.before(&*self.game, lines.first(), seat)
    }

    fn recap(&self, day: Option<usize>) -> Result<Recap, ClubError> {
        match day {
            Some(day) => self.recap_of_day(u32::try_from(day).unwrap_or(u32::MAX)),
            None => self.recap_shown(),
        }
    }

    fn log(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let last = self.facts.head.seq;
        let lines = |after| self.lines_between(after, last);
        self.seen(self.game_words.last_rows(&*self.game, last, count, lines))
    }

    fn told_rows(&self, count: usize) -> Result<Vec<(u64, String)>, ClubError> {
        self.rows_shown(count)
    }

    fn past(&self, at: u64, kind: Option<&str>) -> Result<Option<PastPosition>, ClubError> {
        self.past_position(at, kind)
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError> {
        self.seen(self.session.dice_page().and_then(|mut page| {
            // The command prints every tally; at the table those that say something.
            page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
            self.game_words.dice(&*self.game, &self.around.table, &page, count)
        }))
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        self.board_shown(what)
    }

    fn decided(&self, what: &[String], watch: Watch<'_>) -> Result<Option<Vec<(Weight, String)>>, ClubError> {
        self.what_decided(what, watch)
    }

    fn view_digest(&self) -> Result<String, ClubError> {
        self.digest_shown()
    }

    fn pictures(&self) -> Vec<&'static str> {
        self.game.pictures(&self.view)
    }

    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError> {
        // The head is the table's, the view that of a player who has lost the seat.
        if self.around.gone {
            return Ok(None);
        }
        let awaited = self.now.seats_awaited(self.facts.viewer);
        let (sitter, last) = (self.sitter(&awaited), self.facts.head.seq);
        let lines = |after| self.lines_between(after, last);
        picture::drawn(&sitter, wanted, |after| sitter.facts_after(after, lines))
    }

    fn scene(&self, kind: &str) -> Result<Option<Arc<PageScene>>, ClubError> {
        self.scene_shown(kind)
    }

    fn notice(&self) -> String {
        self.report().notice()
    }

    fn prompt(&self) -> String {
        struct PromptText(String);
        let Some(asked) = &self.facts.asked else { return String::new() };
        let phrases = self.phrases();
        let text = || PromptText(self.report().prompt(&asked.prompt, &self.facts.options));
        self.view.remembered((phrases.lang, phrases.columns), text).0.clone()
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let phrases = self.phrases();
        phrases.table_refusal(refusal).unwrap_or_else(|| self.report().refusal(refusal))
    }

    fn sentence(&self, form: &OrderForm) -> String {
        self.shorthand(form).map_or_else(|| self.report().order(form), |short| short.sentence)
    }

    fn menu(&self, options: &Options, few: usize) -> Menu {
        self.menu_shown(options, few)
    }

    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice> {
        self.in_full(self.report().numbered(options, few))
    }

    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        let Listing { mut choices, more } = self.report().choices_about(options, about, limit);
        self.report().with_odds_each(&self.view, &mut choices);
        Listing { choices: self.in_full(choices), more }
    }

    fn typed_short(&self, options: &Options, form: &OrderForm) -> String {
        self.short_text(options, form)
    }

    fn shorthand(&self, form: &OrderForm) -> Option<Shorthand> {
        if self.facts.options.verb(form.verb.as_str()).is_some() {
            return None;
        }
        let all = self.report().shorthands(&self.view, &self.facts.options);
        all.into_iter().find(|short| short.form() == *form)
    }

    fn unconfirmed(&self, asked: &OpenPrompt, form: &OrderForm, orders: &[OrderForm]) -> Option<Unconfirmed> {
        consent::unconfirmed(
            &*self.game,
            self.phrases(),
            (&self.view, asked, &self.facts.options),
            (form, orders),
        )
    }

    fn brief(&self) -> Vec<String> {
        self.brief_shown()
    }

    fn can_take_back(&self, verb: Word) -> bool {
        self.game.can_take_back(&self.view, verb)
    }

    fn odds(&self) -> Vec<String> {
        self.odds_shown()
    }

    fn teaches(&self) -> bool {
        G::is_taught(&self.view)
    }

    fn lesson(&self) -> Result<LessonText, ClubError> {
        self.lesson_text()
    }

    fn hints(&self) -> Vec<String> {
        self.hint_lines()
    }

    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError> {
        reasons::reasons_in_words(
            &self.tables,
            &self.now,
            &self.game_words,
            self.context.computers.as_ref(),
            entry,
        )
    }

    fn standing_facts(&self) -> StandingFacts {
        StandingFacts {
            questions: self.game.questions(self.seat),
            gauges: self.game.gauges(&self.view, self.seat),
            part: self.now.part(),
        }
    }
}
