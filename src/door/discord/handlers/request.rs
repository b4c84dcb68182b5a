//! One call under way: who calls, and which table and seat are meant.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::reply_builder::ReplyBuilder;
use super::{EarlyReply, HandlerResult, Handlers};
use crate::book::fold;
use crate::club::session::PlayerSession;
use crate::club::{Club, ClubError, PlayerTable, SeatStatus, TableReader};
use crate::door::discord::id::Id;
use crate::door::discord::interaction::{Interaction, InteractionData};
use crate::door::discord::outbound::markdown::{mention, mention_place, plain};
use crate::door::discord::outbound::message::{Answer, Button, Message, Style};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::outbound::status_text;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::rooms::Person;
use crate::door::discord::table_thread::TableThread;
use crate::game::Seat;
use crate::observe;
use crate::report::Choice;
use crate::words::{Lang, Value};

/// Most characters of a user's text that an answer repeats.
const REPEATED: usize = 60;
/// The most rows of the log or rolls that are shown at once.
const MOST_COUNTED: usize = 500;

/// Orders to choose among, of a seat at a head.
type Numbered = ((Seat, crate::club::session::Head), Vec<Choice>);

/// One call under way.
pub(super) struct Request<'a> {
    pub(super) handlers: &'a Handlers,
    pub(super) call: &'a Interaction,
    /// The table it turned out to be about.
    table: RefCell<String>,
    /// The caller, once looked up.
    person: OnceCell<Person>,
    /// The table looked at last, as it stood then.
    watched: RefCell<Option<(String, Rc<dyn TableReader>)>>,
    /// Orders to choose among that were made last, with the seat and the head of the table they are of.
    pub(super) numbered: RefCell<Option<Numbered>>,
}

impl<'a> Request<'a> {
    pub(super) fn new(handlers: &'a Handlers, call: &'a Interaction) -> Request<'a> {
        let (table, person) = (RefCell::default(), OnceCell::new());
        Request { handlers, call, table, person, watched: RefCell::default(), numbered: RefCell::default() }
    }

    /// The table it turned out to be about, for the log; empty while it is about none.
    pub(super) fn table(&self) -> String {
        self.table.borrow().clone()
    }

    pub(super) fn club(&self) -> &Club {
        &self.handlers.club
    }

    pub(super) fn lang(&self) -> Lang {
        self.call.user.lang
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.handlers.words.say(self.lang(), key, args)
    }

    /// A private answer of one sentence, which may hold mentions and times but nothing of a user's that is not escaped.
    pub(super) fn refuse(&self, key: &str, args: &[(&str, Value<'_>)]) -> EarlyReply {
        observe::refused("asker");
        EarlyReply::Answer(Box::new(Answer::private(Message::from(self.say(key, args)))))
    }

    /// A private answer in words that were made elsewhere.
    pub(super) fn refuse_because(&self, why: &str) -> EarlyReply {
        observe::refused("asker");
        EarlyReply::Answer(Box::new(Answer::private(Message::from(plain(why)))))
    }

    /// Turns the club's refusal into a handler's.
    pub(super) fn done<T>(&self, done: Result<T, ClubError>) -> HandlerResult<T> {
        match done {
            Err(ClubError::Refused(why)) => Err(self.refuse_because(&why)),
            done => Ok(done?),
        }
    }

    /// The caller, as the club knows them.
    pub(super) fn person(&self) -> HandlerResult<&Person> {
        if let Some(person) = self.person.get() {
            return Ok(person);
        }
        let person = self.club().person(&self.call.user)?;
        Ok(self.person.get_or_init(|| person))
    }

    /// An option of the slash command.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        match &self.call.what {
            InteractionData::Command(command) | InteractionData::Complete { command, .. } => {
                command.option(name)
            }
            InteractionData::Click { .. } | InteractionData::Filled { .. } => None,
        }
    }

    /// The user in the option `player`.
    pub(super) fn player(&self) -> HandlerResult<Id> {
        self.person_in("player")?.ok_or_else(|| self.refuse("discord-player-missing", &[]))
    }

    /// The user in an option: a member of this server. Discord does not know others, and nobody in a foreign server could tell
    /// them; a bot plays nowhere.
    pub(super) fn person_in(&self, option: &str) -> HandlerResult<Option<Id>> {
        let (InteractionData::Command(command), Some(given)) = (&self.call.what, self.option(option)) else {
            return Ok(None);
        };
        let Ok(id) = given.parse() else { return Err(self.refuse("discord-player-missing", &[])) };
        let named = ("player", mention(id).into());
        match command.users.iter().find(|user| user.id == id) {
            None => Err(self.refuse("discord-player-unknown", &[named])),
            Some(user) if user.bot => Err(self.refuse("discord-player-bot", &[named])),
            Some(user) if !user.member && self.call.guild.is_some() => {
                Err(self.refuse("discord-player-no-member", &[named]))
            }
            Some(_) => Ok(Some(id)),
        }
    }

    /// The table of the call, of this game if one is named: the named one, else the thread's, else the caller's only one.
    pub(super) fn room(&self, game: Option<&str>) -> HandlerResult<TableThread> {
        let room = match self.option("table") {
            Some(named) => self.room_named(named)?,
            None => match self.club().room_at(self.call.channel)? {
                Some(room) => room,
                None => self.only_room(game)?,
            },
        };
        match game {
            Some(game) if room.game != game => {
                Err(self.refuse("discord-other-game", &[("table", room.table.as_str().into())]))
            }
            _ => Ok(self.at(room)),
        }
    }

    /// Notes the table for the log.
    pub(super) fn at(&self, room: TableThread) -> TableThread {
        self.table.borrow_mut().clone_from(&room.table);
        tracing::Span::current().record("table", room.table.as_str());
        room
    }

    /// The table with this id, if it may be mentioned here. The answer does not reveal that a table of another server exists.
    pub(super) fn room_named(&self, named: &str) -> HandlerResult<TableThread> {
        let id = named.trim().to_lowercase();
        let room = match self.club().room(&id)? {
            Some(room) if self.call.guild == Some(room.guild) => Some(room),
            None if self.call.guild.is_none() => self.room_elsewhere(&id)?,
            Some(room) if self.call.guild.is_none() && self.has_to_do_with(&room)? => Some(room),
            _ => None,
        };
        room.ok_or_else(|| self.refuse("discord-no-table", &[("given", repeated(named).into())]))
    }

    /// Returns whether the caller holds a seat of the table.
    pub(super) fn sits_at(&self, room: &TableThread) -> HandlerResult<bool> {
        Ok(!self.watch(room)?.held_by(&self.person()?.player)?.is_empty())
    }

    /// Returns whether the caller holds a seat of the table, or has one kept.
    fn has_to_do_with(&self, room: &TableThread) -> HandlerResult<bool> {
        let (watched, player) = (self.watch(room)?, &self.person()?.player);
        Ok(!watched.held_by(player)?.is_empty() || !watched.offered_to(player)?.is_empty())
    }

    /// One of the caller's tables that is played elsewhere, in a direct message.
    fn room_elsewhere(&self, table: &str) -> HandlerResult<Option<TableThread>> {
        if !self.club().table_ids_of(&self.person()?.player)?.iter().any(|theirs| theirs == table) {
            return Ok(None);
        }
        let room = self.club().room_elsewhere(table, self.call.channel)?;
        Ok(if self.has_to_do_with(&room)? { Some(room) } else { None })
    }

    /// The caller's tables that may be mentioned here, each with its room: in a direct message those of every server, and those
    /// played elsewhere.
    pub(super) fn rooms(&self) -> HandlerResult<Vec<(PlayerTable, TableThread)>> {
        let mut rooms = Vec::new();
        if self.call.guild.is_none() {
            for mine in self.club().tables_of(&self.person()?.player, |_| Ok(true))? {
                let room = self
                    .club()
                    .room(&mine.table)?
                    .map_or_else(|| self.club().room_elsewhere(&mine.table, self.call.channel), Ok)?;
                rooms.push((mine, room));
            }
            return Ok(rooms);
        }
        for mine in self.club().tables_in_rooms(&self.person()?.player)? {
            let Some(room) = self.club().room(&mine.table)? else { continue };
            if self.call.guild == Some(room.guild) {
                rooms.push((mine, room));
            }
        }
        Ok(rooms)
    }

    /// That the caller plays at no open table here, or at none of the game that the command is of.
    fn not_open(&self, game: Option<&str>) -> EarlyReply {
        let known = self.club().games().iter().find(|offer| Some(offer.game) == game);
        match known.map(|offer| self.club().game_name(offer, self.lang())) {
            Some(game) => self.refuse("discord-game-not-open", &[("game", game.into())]),
            None => self.refuse("discord-no-open-table", &[]),
        }
    }

    fn only_room(&self, game: Option<&str>) -> HandlerResult<TableThread> {
        let mut rooms = self.rooms()?;
        rooms.retain(|(mine, room)| !mine.over && game.is_none_or(|game| room.game == game));
        match rooms.len() {
            0 => Err(self.not_open(game)),
            1 => Ok(rooms.swap_remove(0).1),
            _ => Err(self.which(&rooms)),
        }
    }

    /// The question which of several tables is meant.
    fn which(&self, rooms: &[(PlayerTable, TableThread)]) -> EarlyReply {
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-which-table", &[]));
        rooms.iter().for_each(|(mine, room)| reply.markdown(&self.table_line(mine, room)));
        EarlyReply::Answer(Box::new(self.private(reply, vec![])))
    }

    /// One of the caller's tables in a line.
    pub(super) fn table_line(&self, mine: &PlayerTable, room: &TableThread) -> String {
        let place = mention_place(room.thread.unwrap_or(room.channel));
        status_text::table_line(&self.handlers.words, self.lang(), mine, place)
    }

    /// The public side of the table, read once: the whole call uses it until it changes the table.
    pub(super) fn watch(&self, room: &TableThread) -> HandlerResult<Rc<dyn TableReader>> {
        let mut kept = self.watched.borrow_mut();
        if let Some((table, watched)) = &*kept
            && *table == room.table
        {
            return Ok(watched.clone());
        }
        let watched: Rc<dyn TableReader> = self.club().watch(&room.table, self.lang())?.into();
        *kept = Some((room.table.clone(), watched.clone()));
        Ok(watched)
    }

    /// Marks the table as changed by this call, so that it is read again.
    pub(super) fn changed(&self) {
        self.watched.take();
    }

    /// The seat of a table that was named.
    pub(super) fn seat_named(&self, seats: &[SeatStatus], named: &str) -> HandlerResult<Seat> {
        let key = fold(named);
        let called = |it: &&SeatStatus| fold(it.seat.as_str()) == key || fold(&it.name) == key;
        let found = seats.iter().find(called).map(|it| it.seat);
        found.ok_or_else(|| {
            let seats = self.list_of(seats.iter().map(|it| plain(&it.name)));
            self.refuse("discord-no-seat", &[("given", repeated(named).into()), ("seats", seats.into())])
        })
    }

    /// The seat in the option `seat`.
    pub(super) fn seat_given(&self, room: &TableThread) -> HandlerResult<Option<Seat>> {
        let Some(named) = self.option("seat") else { return Ok(None) };
        self.seat_named(&self.watch(room)?.seats()?, named).map(Some)
    }

    /// Does something at the table that is meant and the seat that was named, if one was.
    pub(super) fn at_seat(
        &self,
        what: impl FnOnce(&TableThread, Option<Seat>) -> HandlerResult<Answer>,
    ) -> HandlerResult<Answer> {
        let room = self.room(None)?;
        let seat = self.seat_given(&room)?;
        what(&room, seat)
    }

    /// The caller at a seat: the named one, else the one with the oldest prompt.
    pub(super) fn sit(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<PlayerSession> {
        self.done(self.watch(room)?.sit(self.person()?.visit(self.call.id), seat))
    }

    /// Words one after another.
    pub(super) fn list_of(&self, items: impl Iterator<Item = String>) -> String {
        items.collect::<Vec<_>>().join(&self.say("list-separator", &[]))
    }

    pub(super) fn button(&self, key: &str, style: Style, ticket: &Ticket) -> Button {
        Button { label: self.say(key, &[]), custom_id: self.handlers.tickets.write(ticket), style }
    }

    /// A ticket for something at a table that concerns no prompt.
    pub(super) fn ticket(&self, room: &TableThread, seat: Option<Seat>, act: TicketAction) -> Ticket {
        Ticket { table: room.table.clone(), seat, prompt: 0, act }
    }

    pub(super) fn on_change(&self, room: &TableThread) {
        (self.handlers.on_change)(&room.table);
    }

    /// Returns whether the caller may close any table of this server.
    pub(super) fn manages(&self, room: &TableThread) -> bool {
        self.call.user.manager && self.call.guild == Some(room.guild)
    }
}

/// So many rows, as far as anybody is shown them at once.
pub(super) fn at_most(count: usize) -> usize {
    count.min(MOST_COUNTED)
}

/// A user's text as an answer repeats it: short and escaped.
pub(super) fn repeated(typed: &str) -> String {
    plain(&shorten(typed, REPEATED))
}
