//! A player's session at a seat of a table, and what a door adds to it.

mod giving;
mod line;
mod luck;
mod other_players;
mod shown;
mod standing_orders;
mod time;

use std::ops::Deref;
use std::sync::Arc;

use super::consent::Unconfirmed;
pub use super::seat_view::{Recap, SessionContext, Watch};
use super::seat_view::{SeatOf, SeatView, Turn};
use super::wording::waiting_for;
use super::zone::named_zone;
use super::{ClubError, GameWords, board, master, seconds};
use crate::book::{Book, Lexicon};
use crate::game::{Options, OrderForm, Seat};
use crate::games::Playable;
pub use crate::log::Head;
use crate::log::{PlayEvent, TableEvent};
use crate::pace::Zone;
use crate::report::{Listing, Phrases, ReportLine, Weight};
use crate::table::{Caller, Reply, SeatHolding, Table, TableCommand, TableFault, Tables};
use crate::view::VisibleEntry;
use crate::words::{Lang, Value, Words};
use line::LineDone;
pub use shown::{Asked, OrderOutcome, PromptAnswer, Welcome};

/// The orders that `options` lists at most.
const CHOICES_OF_A_VERB: usize = 60;

/// A player's session at a table: at one seat, or at each of theirs in turn. What it shows is its [`SeatView`]'s.
pub struct PlayerSession {
    context: Arc<SessionContext>,
    /// The seat, in the game's types.
    view: Box<dyn SeatView>,
    seat: Seat,
    /// The last entry reported.
    seen: u64,
    /// The last heading reported.
    heading: String,
    game_words: Arc<GameWords>,
    /// The time zone that the player named.
    zone: Option<Zone>,
    /// The number of commands given under the outside message.
    given: u32,
    /// The effects of the current line so far.
    line: LineDone,
    /// A remark to show with the news up to an entry: how the input was understood, or what it undid.
    remark: Option<(u64, String)>,
    /// The first and the last entry of the last command, if it was accepted.
    wrote: Option<(u64, u64)>,
}

impl Deref for PlayerSession {
    type Target = dyn SeatView;
    fn deref(&self) -> &(dyn SeatView + 'static) {
        &*self.view
    }
}

impl PlayerSession {
    /// A session at each of `seats` of one table; `game_words` gives the game's words in the player's language.
    ///
    /// # Errors
    /// A table that cannot be read, a seat that the player does not hold.
    pub fn at<G: Playable>(
        tables: &Arc<Tables<G>>,
        table: &str,
        (context, seats): (SessionContext, &[Seat]),
        game_words: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<Vec<PlayerSession>, ClubError> {
        let now = tables.now(table)?;
        let (context, game_words) = (Arc::new(context), game_words(now.game())?);
        let at = |seat: &Seat| PlayerSession::as_of(tables, &context, (*seat, &now), &game_words);
        seats.iter().map(at).collect()
    }

    /// A session at the table as it was when `now` was taken.
    ///
    /// # Errors
    /// As [`PlayerSession::at`].
    pub(super) fn as_of<G: Playable>(
        tables: &Arc<Tables<G>>,
        context: &Arc<SessionContext>,
        (seat, now): (Seat, &Arc<Table<G>>),
        game_words: &Arc<GameWords>,
    ) -> Result<PlayerSession, ClubError> {
        let player = tables.store().player(&context.caller.player)?;
        let view = SeatOf::new(tables, context, (seat, now), game_words)?;
        Ok(PlayerSession {
            context: context.clone(),
            seat,
            seen: view.facts().head.seq,
            view: Box::new(view),
            heading: String::new(),
            game_words: game_words.clone(),
            zone: player.as_ref().and_then(named_zone),
            given: 0,
            line: LineDone::default(),
            remark: None,
            wrote: None,
        })
    }

    /// The player, about to give a command.
    fn acting(&mut self) -> Caller {
        (self.remark, self.wrote) = (None, None);
        let caller = self.context.caller.clone();
        let Some(key) = &self.context.key else { return caller };
        self.given += 1;
        caller.keyed(key, self.given - 1)
    }

    /// Gives a command of the table.
    pub(super) fn carry_out(&mut self, command: TableCommand) -> Result<OrderOutcome, ClubError> {
        let caller = self.acting();
        let reply = self.view.perform(&caller, &command)?;
        self.answer(&reply)
    }

    /// Has the call's next command refused.
    fn refuse_next(&mut self, command: &TableCommand) -> Result<Reply, ClubError> {
        let caller = self.acting();
        let reply = self.view.perform(&caller, command)?;
        // Another process may have carried out what the key stands for; then that is the answer.
        Ok(self.view.answered(&caller)?.unwrap_or(reply))
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
        let taken = |seat: &Seat| {
            self.around().seats.iter().any(|place| place.seat == *seat && place.player.is_some())
        };
        let seats: Vec<Seat> = self.around().asked.iter().map(|(seat, _)| *seat).collect();
        let free: Vec<Seat> = seats.iter().copied().filter(|seat| !taken(seat)).collect();
        waiting_for(&self.phrases(), &seats, &free)
    }

    /// The game master, in a line; `None` if there is none.
    fn master_line(&self) -> Result<Option<String>, ClubError> {
        master::master_line(self.view.store(), self.around().master.as_deref(), &self.phrases())
    }

    /// Lines about the other seats: their players, and how to join.
    fn other_players(&self) -> Vec<String> {
        let phrases = self.phrases();
        let list = |sort: &dyn Fn(&SeatHolding) -> bool| {
            self.seat_names(self.around().seats.iter().filter(|place| sort(place)).map(|place| place.seat))
        };
        let mut lines =
            vec![phrases.say("table-you-play", &[("seats", list(&|place| self.mine(place.seat)).into())])];
        let others = list(&|place| place.player.is_some() && !self.mine(place.seat));
        if !others.is_empty() {
            lines[0] = phrases.after(&lines[0], &phrases.say("table-taken", &[("seats", others.into())]));
        }
        lines.extend(self.offers_to_me());
        lines.extend(self.free_lines());
        // A new session shows who is game master, and that strangers look on.
        lines.extend(self.master_line().ok().flatten());
        lines.extend(self.page().ok().flatten());
        lines
    }

    /// The command that takes a seat, as typed.
    fn join(&self, seat: Seat) -> String {
        self.context.door.join(&self.phrases(), &self.around().table, seat, None)
    }

    /// The way to take each free seat.
    fn free_lines(&self) -> Vec<String> {
        let free = self.around().seats.iter().filter(|place| {
            place.player.is_none() && place.offered_to.is_none() && self.facts().closed.is_none()
        });
        let line = |place: &SeatHolding| {
            let args =
                [("seat", self.seat_name(place.seat).into()), ("command", self.join(place.seat).into())];
            self.say_by_door("free", &args)
        };
        free.map(line).collect()
    }

    fn question(&self) -> Result<String, ClubError> {
        let (around, facts) = (self.around(), self.facts());
        Ok(match () {
            () if around.gone => self.phrases().say("table-seat-gone", &[]),
            () if facts.closed.is_some() => {
                self.say_by_door("closed", &[("table", around.table.as_str().into())])
            }
            () if facts.asked.is_some() && facts.awaited => self.view.prompt(),
            () if facts.over => self.phrases().say("table-over", &[]),
            () => self.readiness()?.unwrap_or_else(|| self.waiting()),
        })
    }

    fn phrases(&self) -> Phrases<'_> {
        self.game_words.phrases()
    }

    fn answer(&mut self, reply: &Reply) -> Result<OrderOutcome, ClubError> {
        // The command has caught up with the log, which now contains what it wrote.
        self.view.turn(self.seat, Turn::Cached)?;
        if let Reply::Accepted { first, last, .. } = reply {
            self.wrote = Some((*first, *last));
        }
        Ok(self.in_words(reply))
    }

    /// The first and the last entry of the last command; `None` if it has none.
    pub fn wrote(&self) -> Option<(u64, u64)> {
        self.wrote
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

    /// Lines of the log as the seat may see them; none once it is lost.
    fn lines(&self, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        match self.view.lines_between(after, to) {
            Err(TableFault::Refused(_)) => Ok(vec![]),
            lines => lines,
        }
    }
}

impl PlayerSession {
    /// The book of orders.
    pub fn book(&self) -> &Book {
        &self.game_words.book
    }

    /// The names of the table's data.
    pub fn lexicon(&self) -> &Lexicon {
        &self.game_words.lexicon
    }

    /// The words of the game in the reader's language.
    pub fn game_words(&self) -> &Arc<GameWords> {
        &self.game_words
    }

    /// The messages.
    pub fn words(&self) -> &Words {
        &self.game_words.words
    }

    /// The reader's language.
    pub fn lang(&self) -> Lang {
        self.game_words.lang
    }

    /// Returns whether `what` asks what decided the game, which may take a while.
    pub fn asks_what_decided(&self, what: &[String]) -> bool {
        board::is_decided(&self.game_words, what)
    }

    /// The text to show once at the beginning.
    pub fn welcome(&self) -> Welcome {
        let peeks = self.facts().peeks;
        Welcome {
            practice: self.facts().practice,
            notice: self.view.notice(),
            other_players: if self.around().seats.len() > 1 { self.other_players() } else { vec![] },
            alone: self.is_alone(),
            peeks: (peeks > 0).then(|| self.phrases().say("table-peeks", &[("count", peeks.into())])),
        }
    }

    /// The table.
    pub fn table(&self) -> &str {
        &self.around().table
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The seats that the player holds at the table, each with its prompt number.
    pub fn held(&self) -> Vec<(Seat, Option<u64>)> {
        let asked =
            |seat| self.around().asked.iter().find(|(asked, _)| *asked == seat).map(|(_, number)| *number);
        self.around().held_by(&self.context.caller.player).map(|seat| (seat, asked(seat))).collect()
    }

    /// The seat's name if its player holds others at the table too, else `None`.
    pub fn one_of_several(&self) -> Option<String> {
        let several = self.around().held_by(&self.context.caller.player).nth(1).is_some();
        several.then(|| self.seat_name(self.seat))
    }

    /// Switches to the player's seat with the oldest prompt.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn to_asked_seat(&mut self) -> Result<(), ClubError> {
        let Some(seat) = self.around().seat_to_play.filter(|seat| *seat != self.seat) else {
            return Ok(());
        };
        (self.seat, self.seen, self.heading) = (seat, self.facts().head.seq, String::new());
        Ok(self.view.turn(seat, Turn::Kept)?)
    }

    /// The report of the entries after `after` up to `to`, as the seat may see them.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn report_lines(&self, after: u64, to: u64) -> Result<Vec<ReportLine>, ClubError> {
        let lines = self.lines(after, to)?;
        let [mut told, page] = self.view.report_of(&lines)?;
        told.extend(page);
        told.extend(self.remarked(to));
        Ok(told)
    }

    /// The stored outcomes of the orders of this outside message, in order; empty if the message is new or the door has
    /// no message ids.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn answered_before(&self) -> Result<Vec<OrderOutcome>, ClubError> {
        let Some(key) = &self.context.key else { return Ok(vec![]) };
        let keyed = |index| self.context.caller.clone().keyed(key, index);
        let reply = |index| self.view.answered(&keyed(index)).map_err(ClubError::from).transpose();
        let outcome = |reply: Result<Reply, ClubError>| match self.in_words(&reply?) {
            OrderOutcome::Accepted { first, last } => {
                Ok(OrderOutcome::Accepted { first: self.begun_at(key, first)?, last })
            }
            other => Ok(other),
        };
        (self.given..).map_while(reply).map(outcome).collect()
    }

    /// Sets the number of orders that the outside message gave before; the next one continues the count.
    pub fn go_on_after(&mut self, given: usize) {
        self.given = u32::try_from(given).unwrap_or(u32::MAX);
    }

    /// The report of everything since this was last called.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn news(&mut self) -> Result<Vec<ReportLine>, ClubError> {
        self.refresh()?;
        // None where another player has the seat and its secrets.
        let lines = self.lines(self.seen, self.around().last)?;
        let mut heading = std::mem::take(&mut self.heading);
        if lines.iter().any(|line| line.is_of("TakenBack")) {
            heading.clear();
        }
        let [mut told, page] = self.view.report_of(&lines)?;
        // A step that goes on, because the other side decides too, is no news.
        told.retain(|piece| {
            let again = piece.weight == Weight::Subheading && piece.dice.is_empty() && piece.text == heading;
            if !piece.weight.is_sentence() {
                heading.clone_from(&piece.text);
            }
            !again
        });
        self.heading = heading;
        told.extend(page);
        if lines.iter().any(|line| line.is_of("TakenBack")) {
            told.extend(self.disarmed_by_takeback(self.seen)?);
        }
        self.seen = lines.last().map_or(self.seen, VisibleEntry::seq);
        told.extend(self.remarked(self.seen));
        Ok(told)
    }

    /// True if anything was written at the table since [`PlayerSession::news`]. It reads the head alone.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn has_news(&self) -> Result<bool, ClubError> {
        let head = self.view.store().stored_head(&self.around().table)?;
        Ok(!self.around().gone && head.seq != self.seen)
    }

    /// Updates the session's snapshot to the present table.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn refresh(&mut self) -> Result<(), ClubError> {
        Ok(self.view.turn(self.seat, Turn::Now)?)
    }

    /// A remark on the last command: how it was understood, or what it undid.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_ref().map(|(_, remark)| remark.as_str())
    }

    /// The prompt of the seat.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn asked(&self) -> Result<Asked, ClubError> {
        let (facts, gone) = (self.facts(), self.around().gone);
        let asked = facts.asked.as_ref().filter(|_| !gone);
        let going_on = facts.closed.is_none() && !gone;
        let asks = facts.pending.is_some() && !facts.has_to_answer;
        let waiting = going_on && !facts.awaited && !facts.over;
        Ok(Asked {
            prompt: asked.map(|asked| asked.number),
            asked_at: asked.map(|asked| asked.raised_at.timestamp()),
            question: self.question()?,
            options: if gone { Arc::default() } else { self.view.options().clone() },
            head: facts.head,
            since: seconds(&self.around().written_at)?,
            over: facts.closed.is_some(),
            waiting,
            awaits: going_on && !facts.has_to_answer && !facts.has_to_get_ready && (waiting || asks),
            request: if gone { None } else { self.request()? },
            request_number: facts.pending.as_ref().map(|pending| pending.number),
            has_to_answer: facts.has_to_answer && !gone,
            has_to_get_ready: facts.has_to_get_ready && !gone,
            due: self.due()?,
            gone,
        })
    }

    /// The possible orders, if the seat has a prompt.
    pub fn open_options(&self) -> Option<Arc<Options>> {
        let is_asked = self.facts().asked.is_some() && !self.around().gone;
        is_asked.then(|| self.view.options().clone())
    }

    /// The orders that `options` lists with these words, at most [`CHOICES_OF_A_VERB`]: of the verb that the first word names, or of
    /// the verbs that begin with it, those that contain all other words; without words, of every verb of `open`. With them, the
    /// options of these verbs.
    pub fn options_about(&self, open: &Options, words: &[String]) -> (Options, Listing) {
        let mut options = open.clone();
        let about = words.split_first().map_or(words, |(typed, about)| {
            match self.book().verbs().iter().find(|verb| verb.is_called(typed)) {
                Some(named) => options.verbs.retain(|(verb, _)| *verb == named.name),
                None => options.verbs.retain(|(verb, _)| verb.as_str().starts_with(typed.as_str())),
            }
            about
        });
        let listing = self.choices(&options, about, CHOICES_OF_A_VERB);
        (options, listing)
    }

    /// Gives an order in answer to a prompt. If it ends the game, loses a ship or gives the objective away, as far as the seat
    /// sees, it needs the player's `anyway`; without it the outcome is [`OrderOutcome::Unconfirmed`].
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn order(&mut self, prompt: u64, form: OrderForm, anyway: bool) -> Result<OrderOutcome, ClubError> {
        self.give(prompt, form, anyway)
    }

    /// Records that the message's next order is refused for `why`, so that it is never carried out later. If it was carried out
    /// before, returns that result.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn refuse(&mut self, why: &str) -> Result<OrderOutcome, ClubError> {
        let refused = TableCommand::Refuse { why: why.to_owned() };
        let reply = self.refuse_next(&refused)?;
        self.answer(&reply)
    }

    /// The order with which this player answered the prompt; `None` if they did not, or if the prompt is still open.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn answer_to(&self, prompt: u64) -> Result<Option<PromptAnswer>, ClubError> {
        if self.is_asked(prompt) {
            return Ok(None);
        }
        let seats: Vec<Seat> = self.held().into_iter().map(|(seat, _)| seat).collect();
        let answers = |line: &VisibleEntry| {
            let theirs =
                |seat: &str| seat == self.seat.as_str() || seats.iter().any(|held| held.as_str() == seat);
            let mine = line.entry().filter(|entry| entry.by.as_ref().is_some_and(|by| theirs(&by.seat)));
            let order = mine.and_then(|entry| entry.table_event().ok().flatten());
            matches!(order, Some(TableEvent::Play(PlayEvent::OrderGiven { prompt: answered, .. })) if answered == prompt)
        };
        let lines = self.view.lines_between(prompt, self.facts().head.seq)?;
        let Some(line) = lines.iter().find(|line| answers(line)) else { return Ok(None) };
        let Some(order) = self.view.order_of(line)? else { return Ok(None) };
        let door = line.entry().and_then(|entry| entry.door.as_deref());
        let here = door == Some(self.context.door.name());
        Ok(Some(if here { PromptAnswer::Here(order) } else { PromptAnswer::Elsewhere(order) }))
    }

    /// In words, the order by which this player answered the prompt at another door.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn answered_elsewhere(&self, prompt: u64) -> Result<Option<String>, ClubError> {
        Ok(self.answer_to(prompt)?.and_then(|answer| match answer {
            PromptAnswer::Elsewhere(order) => Some(order),
            PromptAnswer::Here(_) => None,
        }))
    }

    /// Begins a typed line: `undo` without a number takes back all orders of the last one.
    pub fn begin_line(&mut self) {
        self.line = LineDone::default();
    }

    /// Takes back the last `count` orders; without a number, the orders of the last typed line.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn undo(&mut self, count: Option<usize>) -> Result<OrderOutcome, ClubError> {
        self.undo_lines(count.unwrap_or(1))
    }

    /// The seat of the earliest order that such an `undo` takes back.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn undoes(&self, count: Option<usize>) -> Result<Option<Seat>, ClubError> {
        let count = self.orders_of_lines(count.unwrap_or(1))?;
        let step = count.checked_sub(1).and_then(|at| self.facts().takebacks.steps.get(at));
        Ok(step.map(|step| step.seat))
    }

    /// Closes the table for good.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn close(&mut self) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::Close)
    }
}
