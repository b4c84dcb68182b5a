//! The session of a player at the tables of game `G`: a seat's session of the table service, in words.

mod advice;
mod company;
mod context;
mod line;
mod recap;
mod shorthand;
mod standing;
mod time;

use std::sync::Arc;

use super::picture::{self, Picture, Sitter, Wanted};
use super::zone::named_zone;
use super::{board, ending, master, reasons};
use crate::book::{Book, Lexicon};
use crate::club::consent::Unconfirmed;
use crate::club::session::{
    Asked, OrderOutcome, OtherPlayers, PlayerSession, PromptAnswer, Recap, Watch, Welcome,
};
use crate::club::{ClubError, GameWords, seconds};
use crate::game::{Options, OrderForm, Refusal, Seat};
use crate::games::Playable;
use crate::log::TableEvent;
use crate::pace::Zone;
use crate::report::{Choice, GameReport, Listing, Menu, Phrases, ReportLine, Weight};
use crate::table::{self, Reply, SeatSession, SeatSnapshot, Table, TableCommand, TableFault};
use crate::view::VisibleEntry;
use crate::words::{Lang, Value, Words};
use company::around;
pub use context::SessionContext;
use line::LineDone;

/// The public part of the seats of a table.
#[derive(Default)]
struct Around {
    /// All seats with their players.
    seats: Vec<table::SeatHolding>,
    /// The seats that the game waits for, each with the number of its prompt.
    asked: Vec<(Seat, u64)>,
    /// Whether the table is closed: everyone may see every seat then.
    closed: bool,
}

/// [`PlayerSession`] at a table of game `G`.
pub struct SessionOf<G: Playable> {
    context: Arc<SessionContext<G>>,
    seat: Seat,
    session: SeatSession<G>,
    /// The last entry reported.
    seen: u64,
    /// The last heading reported.
    heading: String,
    /// The table as of the last refresh; everything the session shows comes from it.
    now: Arc<Table<G>>,
    snapshot: SeatSnapshot<G>,
    /// The possible input: the legal orders, and shorthands for several of them, in the order of the book.
    options: Arc<Options>,
    around: Around,
    /// The player holds the seat no more.
    gone: bool,
    game_words: Arc<GameWords>,
    /// The time zone that the player named.
    zone: Option<Zone>,
    /// The number of commands given under the outside message.
    given: u32,
    /// The effects of the current line so far.
    line: LineDone,
    /// A remark to show with the news up to an entry: how the input was understood, or what it undid.
    remark: Option<(u64, String)>,
}

impl<G: Playable> SessionOf<G> {
    /// A session at each of `seats` of one table; `game_words` gives the game's words in the player's language.
    ///
    /// # Errors
    /// A table that cannot be read, a seat that the player does not hold.
    pub fn at(
        context: SessionContext<G>,
        seats: &[Seat],
        game_words: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<Vec<SessionOf<G>>, ClubError> {
        let now = context.tables.now(&context.table)?;
        let (context, game_words) = (Arc::new(context), game_words(now.game())?);
        seats
            .iter()
            .map(|seat| SessionOf::as_of(context.clone(), *seat, now.clone(), game_words.clone()))
            .collect()
    }

    /// A session at the table as it was when `now` was taken.
    ///
    /// # Errors
    /// As [`SessionOf::at`].
    pub fn as_of(
        context: Arc<SessionContext<G>>,
        seat: Seat,
        now: Arc<Table<G>>,
        game_words: Arc<GameWords>,
    ) -> Result<SessionOf<G>, ClubError> {
        let session = context.session(seat);
        let (snapshot, around) = (session.snapshot_at(&now)?, around(&now));
        let player = context.tables.store().player(&context.caller.player)?;
        let zone = player.as_ref().and_then(named_zone);
        let options = shorthand::arranged(&snapshot, game_words.phrases());
        Ok(SessionOf {
            context,
            seat,
            session,
            seen: snapshot.head.seq,
            heading: String::new(),
            now,
            snapshot,
            options,
            around,
            gone: false,
            game_words,
            zone,
            given: 0,
            line: LineDone::default(),
            remark: None,
        })
    }

    /// The session, about to be given a command.
    fn acting(&mut self) -> SeatSession<G> {
        self.acting_at(self.seat)
    }

    /// As [`SessionOf::acting`], at a seat of this player.
    fn acting_at(&mut self, seat: Seat) -> SeatSession<G> {
        self.remark = None;
        let mut session = self.context.session(seat);
        if let Some(key) = &self.context.key {
            session.key(key, self.given);
            self.given += 1;
        }
        session
    }

    /// A message in the words of the player's door.
    fn say_by_door(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.phrases().say(&self.context.door.key(key), args)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.phrases().seat(seat)
    }

    fn seat_names(&self, seats: impl Iterator<Item = Seat>) -> String {
        let names: Vec<String> = seats.map(|seat| self.seat_name(seat)).collect();
        names.join(&self.phrases().say("list-separator", &[]))
    }

    /// The seats the table waits for, and the unheld ones among them.
    fn waiting(&self) -> String {
        let taken =
            |seat: &Seat| self.around.seats.iter().any(|place| place.seat == *seat && place.player.is_some());
        let free = || self.snapshot.waiting_for.iter().copied().filter(|seat| !taken(seat));
        let mut args: Vec<(&str, Value<'_>)> =
            vec![("seats", self.seat_names(self.snapshot.waiting_for.iter().copied()).into())];
        if free().next().is_none() {
            return self.phrases().say("desk-waiting", &args);
        }
        args.push(("free", self.seat_names(free()).into()));
        self.phrases().say("desk-waiting-free", &args)
    }

    /// Lines about the other seats: their players, and how to join.
    fn company(&self) -> Vec<String> {
        let phrases = self.phrases();
        let list = |sort: &dyn Fn(&table::SeatHolding) -> bool| {
            self.seat_names(self.around.seats.iter().filter(|place| sort(place)).map(|place| place.seat))
        };
        let mut lines =
            vec![phrases.say("desk-you-play", &[("seats", list(&|place| self.mine(place.seat)).into())])];
        let others = list(&|place| place.player.is_some() && !self.mine(place.seat));
        if !others.is_empty() {
            lines[0] = phrases.after(&lines[0], &phrases.say("desk-taken", &[("seats", others.into())]));
        }
        lines.extend(self.offers_to_me());
        lines.extend(self.free_lines());
        // A new session shows who is game master, and that strangers look on.
        lines.extend(master::said(self.context.tables.store(), &self.now, &phrases).ok().flatten());
        lines.extend(self.page().ok().flatten());
        lines
    }

    /// The command that takes a seat, as typed.
    fn join(&self, seat: Seat) -> String {
        self.context.door.join(&self.phrases(), &self.context.table, seat, None)
    }

    /// The way to take each free seat.
    fn free_lines(&self) -> Vec<String> {
        let free = self.around.seats.iter().filter(|place| {
            place.player.is_none() && place.offered_to.is_none() && self.snapshot.closed.is_none()
        });
        let line = |place: &table::SeatHolding| {
            let args =
                [("seat", self.seat_name(place.seat).into()), ("command", self.join(place.seat).into())];
            self.say_by_door("free", &args)
        };
        free.map(line).collect()
    }

    fn question(&self) -> String {
        let (phrases, snapshot) = (self.phrases(), &self.snapshot);
        match (&snapshot.closed, &snapshot.asked) {
            _ if self.gone => phrases.say("desk-seat-gone", &[]),
            (Some(_), _) => self.say_by_door("closed", &[("table", snapshot.table.as_str().into())]),
            (None, Some(asked)) if snapshot.awaited => {
                snapshot.game.report(phrases).prompt(&asked.prompt, &snapshot.options)
            }
            (None, _) if snapshot.over => phrases.say("desk-over", &[]),
            (None, _) => self.readiness().unwrap_or_else(|| self.waiting()),
        }
    }

    fn phrases(&self) -> Phrases<'_> {
        self.game_words.phrases()
    }

    fn report(&self) -> G::Report<'_> {
        self.snapshot.game.report(self.phrases())
    }

    fn turn_to(&mut self, now: Arc<Table<G>>) -> Result<(), ClubError> {
        self.now = now;
        self.around = around(&self.now);
        // A closed table hides nothing from its former players.
        self.gone = !self.around.closed && !self.mine(self.seat);
        if !self.gone {
            self.snapshot = self.session.snapshot_at(&self.now)?;
            self.options = shorthand::arranged(&self.snapshot, self.game_words.phrases());
        }
        Ok(())
    }

    fn answer(&mut self, reply: &Reply) -> Result<OrderOutcome, ClubError> {
        // The command has caught up with the log, which now contains what it wrote.
        let now = self.context.tables.cached(&self.context.table)?;
        self.turn_to(now)?;
        Ok(self.in_words(reply))
    }

    fn in_words(&self, reply: &Reply) -> OrderOutcome {
        match reply {
            Reply::Accepted { first, last, .. } => OrderOutcome::Accepted { first: *first, last: *last },
            Reply::Refused(refusal) => match Unconfirmed::of(refusal) {
                Some(unconfirmed) => OrderOutcome::Unconfirmed(unconfirmed),
                None => OrderOutcome::Refused(self.refusal(refusal)),
            },
            Reply::Stale { .. } => OrderOutcome::Stale,
        }
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let phrases = self.phrases();
        phrases.table_refusal(refusal).unwrap_or_else(|| self.report().refusal(refusal))
    }

    /// Lines of the log as the seat may see them; none once it is lost.
    fn lines(&self, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        match self.session.lines_between(&self.now, after, to) {
            Err(TableFault::Refused(_)) => Ok(vec![]),
            lines => lines,
        }
    }

    /// The report of lines of the log.
    fn telling(&self, lines: &[VisibleEntry]) -> Result<Vec<ReportLine>, TableFault> {
        let viewer = self.snapshot.view.viewer();
        self.game_words
            .news(&*self.snapshot.game, lines, || self.context.tables.history(&self.context.table, viewer))
    }

    /// The page that follows these lines, if one does.
    fn page_after(&self, lines: &[VisibleEntry]) -> Result<Vec<ReportLine>, TableFault> {
        let past = |viewer| self.context.tables.history(&self.context.table, viewer);
        ending::after(&self.game_words, lines, self.snapshot.view.viewer(), past)
    }

    /// The rows; or, if the player has just lost the seat, the sentence that says so.
    fn seen(&self, rows: Result<Vec<String>, TableFault>) -> Result<Vec<String>, ClubError> {
        match rows {
            Err(TableFault::Refused(refusal)) => Ok(vec![self.refusal(&refusal)]),
            rows => Ok(rows?),
        }
    }
}

impl<G: Playable> PlayerSession for SessionOf<G> {
    fn book(&self) -> &Book {
        &self.game_words.book
    }

    fn lexicon(&self) -> &Lexicon {
        &self.game_words.lexicon
    }

    fn words(&self) -> &Words {
        &self.game_words.words
    }

    fn lang(&self) -> Lang {
        self.game_words.lang
    }

    fn welcome(&self) -> Welcome {
        let peeks = self.snapshot.peeks;
        Welcome {
            practice: self.snapshot.practice,
            notice: self.report().notice(),
            company: if self.around.seats.len() > 1 { self.company() } else { vec![] },
            alone: self.around.seats.iter().all(|place| self.mine(place.seat)),
            peeks: (peeks > 0).then(|| self.phrases().say("desk-peeks", &[("count", peeks.into())])),
        }
    }

    fn table(&self) -> &str {
        &self.context.table
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn held(&self) -> Vec<(Seat, Option<u64>)> {
        let asked =
            |seat| self.around.asked.iter().find(|(asked, _)| *asked == seat).map(|(_, number)| *number);
        self.now.held_by(&self.context.caller.player).map(|seat| (seat, asked(seat))).collect()
    }

    fn one_of_several(&self) -> Option<String> {
        let several = self.now.held_by(&self.context.caller.player).nth(1).is_some();
        several.then(|| self.seat_name(self.seat))
    }

    fn to_asked_seat(&mut self) -> Result<(), ClubError> {
        let player = &self.context.caller.player;
        let Some(seat) = self.now.seat_to_play(player).filter(|seat| *seat != self.seat) else {
            return Ok(());
        };
        (self.seat, self.session) = (seat, self.context.session(seat));
        (self.seen, self.heading) = (self.snapshot.head.seq, String::new());
        self.turn_to(self.now.clone())
    }

    fn report_lines(&self, after: u64, to: u64) -> Result<Vec<ReportLine>, ClubError> {
        let lines = self.lines(after, to)?;
        let mut told = self.telling(&lines)?;
        told.extend(self.page_after(&lines)?);
        told.extend(self.remarked(to));
        Ok(told)
    }

    fn in_short(&self, after: u64, to: u64) -> Result<Vec<String>, ClubError> {
        Ok(self.game_words.in_short(&*self.snapshot.game, &self.lines(after, to)?)?)
    }

    fn answered_before(&self) -> Result<Vec<OrderOutcome>, ClubError> {
        let Some(key) = &self.context.key else { return Ok(vec![]) };
        let reply = |index| self.session.answered(key, index).map_err(ClubError::from).transpose();
        let outcome = |reply: Result<Reply, ClubError>| match self.in_words(&reply?) {
            OrderOutcome::Accepted { first, last } => {
                Ok(OrderOutcome::Accepted { first: self.begun_at(key, first)?, last })
            }
            other => Ok(other),
        };
        (self.given..).map_while(reply).map(outcome).collect()
    }

    fn go_on_after(&mut self, given: usize) {
        self.given = u32::try_from(given).unwrap_or(u32::MAX);
    }

    fn news(&mut self) -> Result<Vec<ReportLine>, ClubError> {
        let lines = match self.session.lines_after(self.seen) {
            // Another player has the seat and its secrets.
            Err(TableFault::Refused(_)) => vec![],
            lines => lines?,
        };
        self.refresh()?;
        let mut heading = std::mem::take(&mut self.heading);
        if lines.iter().any(|line| line.is_of("TakenBack")) {
            heading.clear();
        }
        let mut told = self.telling(&lines)?;
        // A step that goes on, because the other side decides too, is no news.
        told.retain(|piece| {
            let again = piece.weight == Weight::Subheading && piece.dice.is_empty() && piece.text == heading;
            if !piece.weight.is_sentence() {
                heading.clone_from(&piece.text);
            }
            !again
        });
        self.heading = heading;
        told.extend(self.page_after(&lines)?);
        if lines.iter().any(|line| line.is_of("TakenBack")) {
            told.extend(self.disarmed_by_takeback(self.seen)?);
        }
        self.seen = lines.last().map_or(self.seen, VisibleEntry::seq);
        told.extend(self.remarked(self.seen));
        Ok(told)
    }

    fn has_news(&self) -> Result<bool, ClubError> {
        let head = self.context.tables.store().stored_head(&self.context.table)?;
        Ok(!self.gone && head.seq != self.seen)
    }

    fn refresh(&mut self) -> Result<(), ClubError> {
        let now = self.context.tables.now(&self.context.table)?;
        self.turn_to(now)
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        if board::is_ending(&self.game_words, what) {
            let over = self.snapshot.over || self.snapshot.closed.is_some();
            let viewer = self.snapshot.view.viewer();
            let past = || self.context.tables.history(&self.context.table, viewer);
            return ending::shown(&self.game_words, over, past);
        }
        Ok(match self.decided(what, &mut |_| true)? {
            Some(decided) => decided,
            None => board::part(&self.game_words, &*self.snapshot.game, &self.snapshot.view, what),
        })
    }

    fn decided(&self, what: &[String], watch: Watch<'_>) -> Result<Option<Vec<(Weight, String)>>, ClubError> {
        self.what_decided(what, watch)
    }

    fn pictures(&self) -> Vec<&'static str> {
        self.snapshot.game.pictures(&self.snapshot.view)
    }

    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError> {
        let (last, viewer) = (self.snapshot.head.seq, self.snapshot.view.viewer());
        let sitter = Sitter {
            table: &self.snapshot.table,
            head: self.now.head(),
            game: &*self.snapshot.game,
            game_words: &self.game_words,
            viewer,
            view: &self.snapshot.view,
            awaited: &self.now.seats_awaited(viewer),
        };
        picture::drawn(&sitter, wanted, |after| {
            let lines = |after| self.session.lines_between(&self.now, after, last);
            match after {
                Some(after) => Ok(self.game_words.facts(&lines(after)?)?),
                None => Ok(self.game_words.facts(&picture::since_last_order(last, viewer, lines)?)?),
            }
        })
    }

    fn asked(&self) -> Result<Asked, ClubError> {
        let snapshot = &self.snapshot;
        let asked = snapshot.asked.as_ref().filter(|_| !self.gone);
        let going_on = snapshot.closed.is_none() && !self.gone;
        let asks = snapshot.pending.is_some() && !snapshot.has_to_answer;
        let waiting = going_on && !snapshot.awaited && !snapshot.over;
        Ok(Asked {
            prompt: asked.map(|asked| asked.number),
            asked_at: asked.map(|asked| asked.raised_at.timestamp()),
            question: self.question(),
            options: if self.gone { Arc::default() } else { self.options.clone() },
            head: snapshot.head,
            since: seconds(self.now.written_at())?,
            over: snapshot.closed.is_some(),
            waiting,
            awaits: going_on && !snapshot.has_to_answer && !snapshot.has_to_get_ready && (waiting || asks),
            request: if self.gone { None } else { self.request()? },
            request_number: snapshot.pending.as_ref().map(|pending| pending.number),
            has_to_answer: snapshot.has_to_answer && !self.gone,
            has_to_get_ready: snapshot.has_to_get_ready && !self.gone,
            due: self.due()?,
            gone: self.gone,
        })
    }

    fn brief(&self) -> Vec<String> {
        self.brief_lines()
    }

    fn menu(&self, options: &Options, few: usize) -> Menu {
        let menu = self.report().with_odds(&self.snapshot.view, options, self.report().menu(options, few));
        Menu { choices: self.in_full(menu.choices), ..menu }
    }

    fn teaches(&self) -> bool {
        G::is_taught(&self.snapshot.view)
    }

    fn lesson(&self) -> Result<Vec<String>, ClubError> {
        self.lesson_lines()
    }

    fn hints(&self) -> Vec<String> {
        self.hint_lines()
    }

    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError> {
        let SessionContext { tables, computers, .. } = &*self.context;
        reasons::told(tables, &self.now, &self.game_words, computers.as_ref(), entry)
    }

    fn odds(&self) -> Vec<String> {
        let asks = self.snapshot.asked.is_some() && !self.gone;
        if asks { self.report().odds_lines(self.report().odds(&self.snapshot.view).iter()) } else { vec![] }
    }

    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice> {
        self.in_full(self.report().numbered(options, few))
    }

    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        let Listing { choices, more } = self.report().choices_about(options, about, limit);
        let menu = Menu { choices, ..Menu::default() };
        let menu = self.report().with_odds(&self.snapshot.view, options, menu);
        Listing { choices: self.in_full(menu.choices), more }
    }

    fn sentence(&self, form: &OrderForm) -> String {
        self.shorthand(form).map_or_else(|| self.report().order(form), |short| short.sentence)
    }

    fn order(&mut self, prompt: u64, form: OrderForm, anyway: bool) -> Result<OrderOutcome, ClubError> {
        self.give(prompt, form, anyway)
    }

    fn refuse(&mut self, why: &str) -> Result<OrderOutcome, ClubError> {
        let refused = TableCommand::Refuse { why: why.to_owned() };
        let reply = self.acting().give_refused(&refused)?;
        self.answer(&reply)
    }

    fn answer_to(&self, prompt: u64) -> Result<Option<PromptAnswer>, ClubError> {
        if self.is_asked(prompt) {
            return Ok(None);
        }
        let seats: Vec<Seat> = self.held().into_iter().map(|(seat, _)| seat).collect();
        let answers = |line: &VisibleEntry| {
            let theirs =
                |seat: &str| seat == self.seat.as_str() || seats.iter().any(|held| held.as_str() == seat);
            let mine = line.entry().filter(|entry| entry.by.as_ref().is_some_and(|by| theirs(&by.seat)));
            let order = mine.and_then(|entry| entry.table_event().ok().flatten());
            matches!(order, Some(TableEvent::OrderGiven { prompt: answered, .. }) if answered == prompt)
        };
        let lines = self.session.lines_between(&self.now, prompt, self.snapshot.head.seq)?;
        let Some(line) = lines.iter().find(|line| answers(line)) else { return Ok(None) };
        let Some(order) = self.game_words.order(&*self.snapshot.game, line)? else { return Ok(None) };
        let door = line.entry().and_then(|entry| entry.door.as_deref());
        let here = door == Some(self.context.door.name());
        Ok(Some(if here { PromptAnswer::Here(order) } else { PromptAnswer::Elsewhere(order) }))
    }

    fn begin_line(&mut self) {
        self.line = LineDone::default();
    }

    fn undo(&mut self, count: Option<usize>) -> Result<OrderOutcome, ClubError> {
        self.undo_lines(count.unwrap_or(1))
    }

    fn undoes(&self, count: Option<usize>) -> Result<Option<Seat>, ClubError> {
        let count = self.orders_of_lines(count.unwrap_or(1))?;
        let step = count.checked_sub(1).and_then(|at| self.snapshot.takebacks.steps.get(at));
        Ok(step.map(|step| step.seat))
    }

    fn recap(&self) -> Result<Recap, ClubError> {
        self.recap_since()
    }

    fn recap_of(&self, day: u32) -> Result<Recap, ClubError> {
        self.recap_of_day(day)
    }

    fn log(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let (game, last) = (&*self.snapshot.game, self.snapshot.head.seq);
        self.seen(self.game_words.last_rows(game, last, count, |after| self.session.lines_after(after)))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError> {
        self.seen(self.session.dice_page().and_then(|mut page| {
            // The command prints every tally; at the table those that say something.
            page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
            self.game_words.dice(&*self.snapshot.game, &self.snapshot.table, &page, count)
        }))
    }

    fn close(&mut self) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::Close)
    }
}
