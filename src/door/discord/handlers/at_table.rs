//! The caller at a table: what they may do there, and the components that come back to it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::caller::Caller;
use super::reader::{Reader, repeated};
use super::reply_builder::{Replies, ReplyBuilder};
use super::{EarlyReply, HandlerResult};
use crate::book::fold;
use crate::club::picking::Position;
use crate::club::session::{Asked, Head, PlayerSession};
use crate::club::{Club, SeatStatus, TableReader};
use crate::door::discord::limits::BUTTONS_A_ROW;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::{Row, Style};
use crate::door::discord::picker::Picking;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;
use crate::game::{Options, OrderForm, Seat};
use crate::observe;
use crate::report::{COLUMNS, Choice, Emblems, Phrases};

/// Direct orders that are offered beside the verbs.
pub(super) const DIRECT: usize = BUTTONS_A_ROW;

/// A player at the seat with a prompt, and their options there.
type Turn = (PlayerSession, Arc<Options>);

/// Orders to choose among, of a seat at a head.
type Numbered = ((Seat, Head), Vec<Choice>);

/// The caller at a table.
pub(super) struct AtTable<'a> {
    pub(super) caller: &'a Caller<'a>,
    pub(super) thread: TableThread,
    /// Orders to choose among that were made last, with the seat and the head of the table they are of.
    numbered: RefCell<Option<Numbered>>,
}

impl<'a> AtTable<'a> {
    /// The caller at this table, which is noted for the log.
    pub(super) fn new(caller: &'a Caller<'a>, thread: TableThread) -> AtTable<'a> {
        caller.note_table(&thread.table);
        AtTable { caller, thread, numbered: RefCell::default() }
    }

    /// The caller at the table that is meant, of this game where only one game will do: the one named, else the thread's,
    /// else the caller's only one.
    pub(super) fn meant(
        caller: &'a Caller<'a>,
        named: Option<&str>,
        game: Option<&str>,
    ) -> HandlerResult<AtTable<'a>> {
        let thread = match named {
            Some(named) => caller.thread_named(named)?,
            None => match caller.thread_here()? {
                Some(thread) => thread,
                None => caller.only_thread(game)?,
            },
        };
        if game.is_some_and(|game| thread.game != game) {
            let args = [("table", thread.table.as_str().into())];
            return Err(caller.reader().refuse("discord-other-game", &args));
        }
        Ok(AtTable::new(caller, thread))
    }

    pub(super) fn club(&self) -> &'a Club {
        self.caller.club
    }

    pub(super) fn reader(&self) -> Reader<'a> {
        self.caller.reader()
    }

    pub(super) fn replies(&self) -> Replies<'a> {
        self.caller.replies
    }

    /// The id of the table.
    pub(super) fn table(&self) -> &str {
        &self.thread.table
    }

    /// The emblems of the table's game in the caller's language.
    pub(super) fn emblems(&self) -> Emblems {
        let words = self.club().games().words(&self.thread.game, self.reader().lang);
        words.map(|words| words.emblems.clone()).unwrap_or_default()
    }

    /// The table as everybody may see it.
    pub(super) fn watch(&self) -> HandlerResult<Rc<dyn TableReader>> {
        self.caller.watch(&self.thread)
    }

    /// Returns whether the caller holds a seat.
    pub(super) fn has_seat(&self) -> HandlerResult<bool> {
        self.caller.sits_at(&self.thread)
    }

    /// The caller at a seat: the named one, else the one with the oldest prompt.
    pub(super) fn sit(&self, seat: Option<Seat>) -> HandlerResult<PlayerSession> {
        self.caller.sit(&self.thread, seat)
    }

    /// The seat that is named, if one is.
    pub(super) fn seat(&self, named: Option<&str>) -> HandlerResult<Option<Seat>> {
        let Some(named) = named else { return Ok(None) };
        let (seats, key) = (self.watch()?.seats()?, fold(named));
        let called = |it: &&SeatStatus| fold(it.seat.as_str()) == key || fold(&it.name) == key;
        let found = seats.iter().find(called).map(|it| it.seat);
        found.map(Some).ok_or_else(|| {
            let seats = self.reader().list_of(seats.iter().map(|it| plain(&it.name)));
            let args = [("given", repeated(named).into()), ("seats", seats.into())];
            self.reader().refuse("discord-no-seat", &args)
        })
    }

    /// The name of a seat, escaped.
    pub(super) fn seat_name(&self, seat: Seat) -> HandlerResult<String> {
        let seats = self.watch()?.seats()?;
        let it = seats.into_iter().find(|it| it.seat == seat);
        Ok(it.map_or_else(|| seat.to_string(), |it| plain(&it.name)))
    }

    /// The seats that the caller may take: free ones, and those kept for them.
    pub(super) fn open_seats(&self) -> HandlerResult<Vec<SeatStatus>> {
        let (watched, player) = (self.watch()?, &self.caller.person()?.player);
        let kept = watched.seats_of(player)?.offered;
        let open = |it: &SeatStatus| match (&it.player, &it.offered_to) {
            (_, Some(_)) => kept.contains(&it.seat),
            (None, None) => !watched.around().closed,
            // Others may take over a seat whose player's time is up, where the terms allow a substitute.
            (Some(_), None) => it.is_left(),
        };
        Ok(watched.seats()?.into_iter().filter(open).collect())
    }

    /// The caller at their seat with their options, if they have a seat and a prompt.
    pub(super) fn turn(&self, seat: Option<&str>) -> HandlerResult<Option<Turn>> {
        if !self.thread.started || !self.has_seat()? {
            return Ok(None);
        }
        let seated = self.sit(self.seat(seat)?)?;
        Ok(seated.open_options().map(|options| (seated, options)))
    }

    /// The caller's options: none without a seat or a question.
    pub(super) fn options(&self, seat: Option<&str>) -> HandlerResult<Arc<Options>> {
        Ok(self.turn(seat)?.map(|(_, options)| options).unwrap_or_default())
    }

    /// Returns whether the caller may close any table of this server.
    pub(super) fn is_manager(&self) -> bool {
        let call = self.caller.call;
        // A manager has a say in their own server only, so not in a direct message either.
        call.user.manager && call.guild == Some(self.thread.guild)
    }

    /// The player who opened the table: their mention, or in words if they are unknown now.
    pub(super) fn opener(&self) -> HandlerResult<String> {
        let opener = DiscordThreads(self.club()).opener(&self.thread)?;
        Ok(opener.map_or_else(|| self.reader().say("discord-opener-gone", &[]), mention))
    }

    /// True if the caller opened the table; if its opener is gone, whether they play there.
    pub(super) fn is_opener(&self) -> HandlerResult<bool> {
        match DiscordThreads(self.club()).opener(&self.thread)? {
            Some(opener) => Ok(opener == self.caller.call.user.id),
            None => self.has_seat(),
        }
    }

    /// The ready check in words, at a table whose game begins when all are ready; `None` at any other.
    pub(super) fn readiness(&self) -> HandlerResult<Option<String>> {
        Ok(self.watch()?.status()?.readiness)
    }

    /// The answer of a table that has not begun and takes no orders, with a button for its opener.
    pub(super) fn check_begun(&self) -> HandlerResult<()> {
        if self.thread.started {
            return Ok(());
        }
        let mut reply = ReplyBuilder::default();
        let args = [("table", self.table().into()), ("opener", self.opener()?.into())];
        match self.readiness()? {
            Some(readiness) => {
                reply.markdown(&self.reader().say("discord-not-ready", &args));
                reply.line(&readiness);
            }
            None => reply.markdown(&self.reader().say("discord-not-started", &args)),
        }
        self.add_free_seats(&mut reply, &self.watch()?.seats()?);
        observe::refused("asker");
        Err(EarlyReply::Answer(Box::new(self.replies().private(reply, self.start_row()?))))
    }

    /// Adds which of these seats are free, if any are.
    pub(super) fn add_free_seats(&self, reply: &mut ReplyBuilder, seats: &[SeatStatus]) {
        let free = seats.iter().filter(|it| it.player.is_none());
        let free = self.reader().list_of(free.map(|it| plain(&it.name)));
        if !free.is_empty() {
            reply.markdown(&self.reader().say("discord-free-seats", &[("seats", free.into())]));
        }
    }

    /// Tells whoever reports it that something changed here.
    pub(super) fn report_change(&self) {
        (self.caller.on_change)(self.table());
    }

    /// A ticket for something here that concerns no prompt.
    pub(super) fn ticket(&self, seat: Option<Seat>, act: TicketAction) -> Ticket {
        Ticket { table: self.thread.table.clone(), seat, prompt: 0, act }
    }

    /// The button that begins the game, for the table's opener, unless it begins when all are ready.
    pub(super) fn start_row(&self) -> HandlerResult<Vec<Row>> {
        if self.thread.started || !self.is_opener()? || self.readiness()?.is_some() {
            return Ok(vec![]);
        }
        let ticket = self.ticket(None, TicketAction::Start);
        Ok(vec![Row::Buttons(vec![self.replies().button("discord-start", Style::Primary, &ticket)])])
    }

    /// The buttons below a confirmation of something that cannot be taken back.
    pub(super) fn sure_row(&self, seat: Option<Seat>, yes: &str, act: TicketAction) -> Vec<Row> {
        let (yes_ticket, no_ticket) = (self.ticket(seat, act), self.ticket(seat, TicketAction::Cancel));
        vec![Row::Buttons(vec![
            self.replies().button(yes, Style::Danger, &yes_ticket),
            self.replies().button("discord-cancel", Style::Secondary, &no_ticket),
        ])]
    }

    /// Does something with the picker of a seat at this prompt.
    pub(super) fn pick<T>(
        &self,
        seated: &PlayerSession,
        asked: &Asked,
        prompt: u64,
        what: impl FnOnce(&Picking<'_>) -> T,
    ) -> T {
        let (words, lang, book, lexicon) = (seated.words(), seated.lang(), seated.book(), seated.lexicon());
        let sentence = |form: &OrderForm| seated.sentence(form);
        what(&Picking {
            table: seated.table(),
            seat: seated.seat(),
            prompt,
            position: Position {
                options: &asked.options,
                phrases: Phrases { words, lang, book, lexicon, columns: COLUMNS },
            },
            choices: self.numbered(seated, asked),
            sentence: &sentence,
            tickets: self.replies().tickets,
            can_take_back: &|verb| seated.can_take_back(verb),
        })
    }

    /// The orders that a seat may give with one touch, computed once per state of the table.
    fn numbered(&self, seated: &PlayerSession, asked: &Asked) -> Vec<Choice> {
        let stands = (seated.seat(), asked.head);
        let mut kept = self.numbered.borrow_mut();
        if let Some((then, choices)) = &*kept
            && *then == stands
        {
            return choices.clone();
        }
        let choices = seated.numbered(&asked.options, DIRECT);
        *kept = Some((stands, choices.clone()));
        choices
    }
}
