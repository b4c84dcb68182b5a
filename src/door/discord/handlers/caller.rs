//! The caller: who they are, where they call, and the tables that are spoken of there.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::reader::{Reader, or_refuse, refuse_because, repeated};
use super::reply_builder::{Replies, ReplyBuilder, in_rows};
use super::{EarlyReply, HandlerResult, OnChange};
use crate::club::browser::BrowserLinks;
use crate::club::limits::{RateLimits, TooMuch};
use crate::club::session::PlayerSession;
use crate::club::{Club, ClubError, PlayerTable, TableFacts, TableReader, Visitor};
use crate::door::discord::id::Id;
use crate::door::discord::interaction::Interaction;
use crate::door::discord::limits::BUTTON_LABEL;
use crate::door::discord::outbound::markdown::mention_place;
use crate::door::discord::outbound::message::{Button, Row, Style};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::outbound::status_text;
use crate::door::discord::outbound::wording::AtDiscord;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;
use crate::door::discord::threads::Person;
use crate::game::Seat;
use crate::table::SeatHolding;

/// A player's tables, each with its thread.
type TableThreads = Vec<(PlayerTable, TableThread)>;

/// The caller's tables that may be listed where the command was given.
pub(super) struct ListedTables {
    /// Those of this place.
    pub(super) threads: TableThreads,
    /// The ids of those that cannot be read.
    pub(super) unreadable: Vec<String>,
    /// The number of the caller's open tables elsewhere; 0 in a direct message, which lists all.
    pub(super) elsewhere: usize,
}

/// The user who gave the command.
pub(super) struct Caller<'a> {
    pub(super) club: &'a Club,
    pub(super) call: &'a Interaction,
    pub(super) replies: Replies<'a>,
    pub(super) on_change: &'a OnChange,
    limits: &'a RateLimits,
    /// The person, once looked up.
    person: OnceCell<Person>,
    /// The table the call turned out to be about; empty while it is about none.
    table: RefCell<String>,
    /// The table looked at last, as it stood then.
    watched: RefCell<Option<(String, Rc<dyn TableReader>)>>,
}

impl<'a> Caller<'a> {
    pub(super) fn new(
        club: &'a Club,
        call: &'a Interaction,
        replies: Replies<'a>,
        limits: &'a RateLimits,
        on_change: &'a OnChange,
    ) -> Caller<'a> {
        let (person, table, watched) = (OnceCell::new(), RefCell::default(), RefCell::default());
        Caller { club, call, replies, on_change, limits, person, table, watched }
    }

    pub(super) fn reader(&self) -> Reader<'a> {
        self.replies.reader
    }

    /// The table the call turned out to be about, for the log.
    pub(super) fn table(&self) -> String {
        self.table.borrow().clone()
    }

    /// The caller, as the club knows them.
    pub(super) fn person(&self) -> HandlerResult<&Person> {
        if let Some(person) = self.person.get() {
            return Ok(person);
        }
        let person = DiscordThreads(self.club).person(&self.call.user)?;
        Ok(self.person.get_or_init(|| person))
    }

    /// The caller with the key of this call: what they do is done once.
    pub(super) fn visitor(&self) -> HandlerResult<Visitor> {
        let visitor = self.person()?.visitor(self.call.id);
        let receipts = self.call.proof.as_ref().and_then(|proof| self.club.evidence().receipts_of(proof));
        Ok(Visitor { receipts, ..visitor })
    }

    /// Notes the table that the call turned out to be about, for the log.
    pub(super) fn note_table(&self, table: &str) {
        table.clone_into(&mut self.table.borrow_mut());
        tracing::Span::current().record("table", table);
    }

    /// The table in whose thread the caller is.
    pub(super) fn thread_here(&self) -> HandlerResult<Option<TableThread>> {
        Ok(DiscordThreads(self.club).thread_at(self.call.channel)?)
    }

    /// The table with this id, if it may be mentioned here. The answer does not reveal that a table of another server exists.
    pub(super) fn thread_named(&self, named: &str) -> HandlerResult<TableThread> {
        let id = named.trim().to_lowercase();
        let thread = match DiscordThreads(self.club).thread_of(&id)? {
            Some(thread) if self.call.guild == Some(thread.guild) => Some(thread),
            // In a direct message every table can be named that the caller has to do with.
            None if self.call.guild.is_none() => self.thread_elsewhere(&id)?,
            Some(thread) if self.call.guild.is_none() && self.has_to_do_with(&thread)? => Some(thread),
            _ => None,
        };
        thread.ok_or_else(|| self.reader().refuse("discord-no-table", &[("given", repeated(named).into())]))
    }

    /// Returns whether the caller holds a seat of the table.
    pub(super) fn sits_at(&self, thread: &TableThread) -> HandlerResult<bool> {
        Ok(!self.watch(thread)?.seats_of(&self.person()?.player)?.held.is_empty())
    }

    /// Returns whether the caller holds a seat of the table, or has one kept.
    fn has_to_do_with(&self, thread: &TableThread) -> HandlerResult<bool> {
        let seats = self.watch(thread)?.seats_of(&self.person()?.player)?;
        Ok(!seats.held.is_empty() || !seats.offered.is_empty())
    }

    /// One of the caller's tables that is played elsewhere, in a direct message.
    fn thread_elsewhere(&self, table: &str) -> HandlerResult<Option<TableThread>> {
        if !self.club.people().table_ids_of(&self.person()?.player)?.iter().any(|theirs| theirs == table) {
            return Ok(None);
        }
        let thread = DiscordThreads(self.club).thread_elsewhere(table, self.call.channel)?;
        Ok(if self.has_to_do_with(&thread)? { Some(thread) } else { None })
    }

    /// The caller's tables that are spoken of here, each with its thread: in a direct message those of every server, and
    /// those that are played elsewhere.
    pub(super) fn threads(&self) -> HandlerResult<TableThreads> {
        Ok(self.listed()?.threads)
    }

    /// The same, with the tables that cannot be read and the number of those elsewhere.
    pub(super) fn listed(&self) -> HandlerResult<ListedTables> {
        let (discord, player) = (DiscordThreads(self.club), &self.person()?.player);
        let (all, mut unreadable) = self.club.people().readable_tables_of(player)?;
        let (mut threads, mut elsewhere) = (Vec::new(), 0);
        let Some(guild) = self.call.guild else {
            for mine in all {
                let elsewhere = || discord.thread_elsewhere(&mine.table, self.call.channel);
                let thread = discord.thread_of(&mine.table)?.map_or_else(elsewhere, Ok)?;
                threads.push((mine, thread));
            }
            return Ok(ListedTables { threads, unreadable, elsewhere });
        };
        for mine in all {
            match discord.thread_of(&mine.table)?.filter(|thread| thread.guild == guild) {
                Some(thread) => threads.push((mine, thread)),
                None => elsewhere += usize::from(!mine.over),
            }
        }
        let in_guild = |table: &String| Ok(discord.thread_of(table)?.is_some_and(|it| it.guild == guild));
        // `retain` cannot return an error, so every table is looked up before.
        let here = unreadable.iter().map(in_guild).collect::<Result<Vec<bool>, ClubError>>()?;
        let mut here = here.into_iter();
        unreadable.retain(|_| here.next().unwrap_or_default());
        Ok(ListedTables { threads, unreadable, elsewhere })
    }

    /// That the caller plays at no open table here, or at none of the game that the command is of.
    fn not_open(&self, game: Option<&str>) -> EarlyReply {
        let known = self.club.games().all().iter().find(|offer| Some(offer.game) == game);
        match known.map(|offer| self.club.games().name(offer, self.reader().lang)) {
            Some(game) => self.reader().refuse("discord-game-not-open", &[("game", game.into())]),
            None => self.reader().refuse("discord-no-open-table", &[]),
        }
    }

    /// The only table of the caller here, or of this game.
    pub(super) fn only_thread(&self, game: Option<&str>) -> HandlerResult<TableThread> {
        let mut threads = self.threads()?;
        threads.retain(|(mine, thread)| !mine.over && game.is_none_or(|game| thread.game == game));
        match threads.len() {
            0 => Err(self.not_open(game)),
            1 => Ok(threads.swap_remove(0).1),
            _ => Err(self.which(&threads)),
        }
    }

    /// The question which of several tables is meant.
    fn which(&self, threads: &[(PlayerTable, TableThread)]) -> EarlyReply {
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.reader().say("discord-which-table", &[]));
        threads.iter().for_each(|(mine, thread)| reply.markdown(&self.table_line(mine, thread)));
        EarlyReply::Answer(Box::new(self.replies.private(reply, self.table_rows(threads))))
    }

    /// A button for each of the caller's tables, as far as there is room: to what they have to decide there, or to a seat that
    /// is kept for them.
    pub(super) fn table_rows(&self, threads: &[(PlayerTable, TableThread)]) -> Vec<Row> {
        let button = |(mine, _): &(PlayerTable, TableThread)| {
            let act = match mine.offered.first().filter(|_| mine.seats.is_empty()) {
                Some(seat) => TicketAction::Join(Some(*seat)),
                None => TicketAction::Orders,
            };
            let style = if mine.asked { Style::Primary } else { Style::Secondary };
            self.table_button(&mine.table, shorten(&mine.label, BUTTON_LABEL), (style, act))
        };
        in_rows(threads.iter().map(button).collect())
    }

    /// Returns whether the board can be opened in Discord.
    pub(super) fn is_in_discord(&self) -> bool {
        self.club.people().browsers().links().is_some_and(BrowserLinks::is_in_discord)
    }

    /// A button for something at a table.
    pub(super) fn table_button(
        &self,
        table: &str,
        label: String,
        (style, act): (Style, TicketAction),
    ) -> Button {
        let ticket = Ticket { table: table.to_owned(), seat: None, prompt: 0, act };
        Button { label, custom_id: self.replies.tickets.write(&ticket), style }
    }

    /// One of the caller's tables in a line.
    pub(super) fn table_line(&self, mine: &PlayerTable, thread: &TableThread) -> String {
        let place = mention_place(thread.id.unwrap_or(thread.channel));
        status_text::table_line(self.reader().words, self.reader().lang, mine, place)
    }

    /// The public side of the table, read once: the whole call uses it until it changes the table.
    pub(super) fn watch(&self, thread: &TableThread) -> HandlerResult<Rc<dyn TableReader>> {
        let mut kept = self.watched.borrow_mut();
        if let Some((table, watched)) = &*kept
            && *table == thread.table
        {
            return Ok(watched.clone());
        }
        let mut watched = self.club.watch(&thread.table, self.reader().lang)?;
        watched.at_door(Arc::new(AtDiscord));
        let watched: Rc<dyn TableReader> = watched.into();
        *kept = Some((thread.table.clone(), watched.clone()));
        Ok(watched)
    }

    /// Marks the table as changed by this call, so that it is read again.
    pub(super) fn forget_watched(&self) {
        self.watched.take();
    }

    /// The caller at a seat: the named one, else the one with the oldest prompt.
    pub(super) fn sit(&self, thread: &TableThread, seat: Option<Seat>) -> HandlerResult<PlayerSession> {
        or_refuse(self.watch(thread)?.sit(self.visitor()?, seat))
    }

    /// Counts an order, unless that is one too many.
    pub(super) fn count_one(&self) -> HandlerResult<Result<(), TooMuch>> {
        Ok(self.limits.order(&self.person()?.player, self.club.now()))
    }

    /// Counts a change of a table; a player over the limit is told when to try again.
    pub(super) fn count_order(&self) -> HandlerResult<()> {
        self.count_one()?.map_err(|too_much| refuse_because(&self.reader().too_much(too_much)))
    }

    /// Too many tables of a server that are not closed, or outside of servers of the caller: no more is opened.
    pub(super) fn room_for_one_more(&self, guild: Option<Id>) -> HandlerResult<()> {
        let Some(guild) = guild else {
            let open = self.threads()?.iter().filter(|(mine, _)| !mine.over).count();
            return self
                .limits
                .table(open)
                .map_err(|too_much| refuse_because(&self.reader().too_much(too_much)));
        };
        // Most servers are far from the limit, so closed tables are only sorted out near it.
        if self.limits.table(DiscordThreads(self.club).table_ids_in(guild)?.len()).is_ok() {
            return Ok(());
        }
        let mut open = 0;
        for thread in DiscordThreads(self.club).threads_in(guild)? {
            open += usize::from(!self.watch(&thread)?.around().closed);
        }
        self.limits.table(open).map_err(|too_much| refuse_because(&self.reader().too_much(too_much)))
    }

    /// The tables of this server with this state.
    pub(super) fn threads_that(
        &self,
        stand_so: impl Fn(&TableFacts) -> bool,
    ) -> HandlerResult<Vec<TableThread>> {
        let Some(guild) = self.call.guild else { return Ok(vec![]) };
        let mut found = Vec::new();
        for thread in DiscordThreads(self.club).threads_in(guild)? {
            match self.watch(&thread) {
                Ok(watched) if stand_so(watched.around()) => found.push(thread),
                Ok(_) => {}
                // An unreadable table hides no other.
                Err(EarlyReply::Broken(why)) => tracing::warn!(thread.table, %why, "a table is passed over"),
                Err(answer) => return Err(answer),
            }
        }
        Ok(found)
    }

    /// The tables of this server with a seat that anybody may take.
    pub(super) fn threads_with_free_seats(&self) -> HandlerResult<Vec<TableThread>> {
        self.threads_that(|table| {
            let free = |place: &SeatHolding| place.player.is_none() && place.offered_to.is_none();
            !table.over && table.seats.iter().any(free)
        })
    }
}
