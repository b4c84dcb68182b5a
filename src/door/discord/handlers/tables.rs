//! Opening a table, beginning the game, and the seats.

use super::reply_builder::ReplyBuilder;
use super::request::{Request, repeated};
use super::{EarlyReply, HandlerResult};
use crate::book::{is_yes, nearest};
use crate::bots::{MOST_PLAYOUTS, Strength};
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::opening::{LEARN, NoOption};
use crate::club::session::{OrderOutcome, PlayerSession};
use crate::club::strength::strength_called;
use crate::club::{GameInfo, NewTable, SeatStatus, TableOption, TableReader};
use crate::door::discord::id::Id;
use crate::door::discord::limits::{BUTTONS_A_ROW, ROWS};
use crate::door::discord::outbound::markdown::{mention, mention_place, plain, timestamp};
use crate::door::discord::outbound::message::{Answer, Button, Row, Style};
use crate::door::discord::outbound::status_text;
use crate::door::discord::picker::ticket::TicketAction;
use crate::door::discord::table_thread::TableThread;
use crate::game::Seat;
use crate::table::SeatHolding;
use crate::words::Lang;

/// A placeholder until a line is Markdown.
const SINCE: &str = "\u{fffc}";

impl Request<'_> {
    pub(super) fn new_table(&self) -> HandlerResult<Answer> {
        let Some(guild) = self.call.guild else { return Err(self.refuse("discord-new-needs-server", &[])) };
        if self.club().room_at(self.call.channel)?.is_some() {
            return Err(self.refuse("discord-new-not-in-thread", &[]));
        }
        self.count_order()?;
        let offer = self.offer()?;
        let seat = self.option("seat").map(|named| self.seat_of(offer, named)).transpose()?;
        let new = NewTable {
            game: offer.game.to_owned(),
            seat,
            options: self.options_of(offer)?,
            practice: self.option("practice").is_some_and(is_on),
            ready: self.option("ready").is_some_and(is_on),
            opponent: self.option("opponent").map(|named| self.opponent(named)).transpose()?,
            master: self.person_in("master")?.map(|user| user.to_string()),
        };
        let lang = self.option("language").map_or(self.call.guild_lang, Lang::of_locale);
        let person = self.person()?;
        self.room_for_one_more(guild)?;
        let table = self.done(self.club().open(&person.visit(self.call.id), &new, lang))?;
        let room = match self.club().room(&table)? {
            Some(room) => room,
            None => self.furnish(guild, table, new.game, lang)?,
        };
        let room = self.begin_when_full(self.at(room))?;
        self.on_change(&room);
        self.newly_opened(&room)
    }

    fn opponent(&self, named: &str) -> HandlerResult<Strength> {
        let most = [("given", named.into()), ("most", MOST_PLAYOUTS.into())];
        strength_called(named).ok_or_else(|| self.refuse("no-such-opponent", &most))
    }

    /// A room for a table that was opened just now.
    fn furnish(&self, guild: Id, table: String, game: String, lang: Lang) -> HandlerResult<TableThread> {
        // No thread has threads of its own.
        let channel = self.call.parent.unwrap_or(self.call.channel);
        let room = TableThread {
            opened_in: self.call.parent.map(|_| self.call.channel),
            game,
            lang: lang.code().to_owned(),
            opener: Some(self.call.user.id),
            ..TableThread::new(&table, guild, channel)
        };
        self.club().keep_room(&room)?;
        Ok(room)
    }

    fn newly_opened(&self, room: &TableThread) -> HandlerResult<Answer> {
        let status = self.watch(room)?.status()?;
        let mut reply = ReplyBuilder::default();
        let args = [("table", room.table.as_str().into()), ("game", plain(&status.game).into())];
        let key = if status.practice { "discord-opened-practice" } else { "discord-opened" };
        reply.markdown(&self.say(key, &args));
        if !status.notice.is_empty() {
            reply.markdown(&self.say("discord-notice", &[("notice", plain(&status.notice).into())]));
        }
        if room.started {
            return self.with_question(room, reply, None);
        }
        match &status.readiness {
            Some(readiness) => reply.line(readiness),
            None => {
                reply.markdown(&self.say("discord-opened-waits", &[("table", room.table.as_str().into())]));
            }
        }
        self.name_free(&mut reply, &status.seats);
        Ok(self.private(reply, self.start_row(room)?))
    }

    pub(super) fn name_free(&self, reply: &mut ReplyBuilder, seats: &[SeatStatus]) {
        let free = seats.iter().filter(|it| it.player.is_none());
        let free = self.list_of(free.map(|it| plain(&it.name)));
        if !free.is_empty() {
            reply.markdown(&self.say("discord-free-seats", &[("seats", free.into())]));
        }
    }

    /// Too many tables of a server that are not closed: no more is opened.
    fn room_for_one_more(&self, guild: Id) -> HandlerResult<()> {
        // Most servers are far from the limit, so closed tables are only sorted out near it.
        if self.handlers.rate_limits.table(self.club().table_ids_in(guild)?.len()).is_ok() {
            return Ok(());
        }
        let mut open = 0;
        for room in self.club().rooms_of(guild)? {
            open += usize::from(!self.watch(&room)?.is_closed());
        }
        let too_much = |too_much| self.refuse_because(&self.too_much(too_much));
        self.handlers.rate_limits.table(open).map_err(too_much)
    }

    /// The game in the option `game`, or the only one.
    fn offer(&self) -> HandlerResult<&GameInfo> {
        let offers = self.club().games();
        let found = match (self.option("game"), offers) {
            (Some(named), _) => offers.iter().find(|offer| self.club().is_called(offer, named, self.lang())),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        found.ok_or_else(|| {
            let games =
                self.list_of(offers.iter().map(|offer| plain(&self.club().game_name(offer, self.lang()))));
            self.refuse("discord-which-game", &[("games", games.into())])
        })
    }

    fn seat_of(&self, offer: &GameInfo, named: &str) -> HandlerResult<Seat> {
        let lang = self.lang();
        self.club().seat_called(offer, named, lang).ok_or_else(|| {
            let name = |seat: &Seat| plain(&self.club().seat_name(offer.game, *seat, lang));
            let seats = self.list_of(offer.seats.iter().map(name));
            self.refuse("discord-no-seat", &[("given", repeated(named).into()), ("seats", seats.into())])
        })
    }

    /// The option `options`: `historical, without-audacious`, each one that the game takes.
    fn options_of(&self, offer: &GameInfo) -> HandlerResult<Vec<(String, String)>> {
        let given = self.option("options").unwrap_or_default();
        let learn = self.option("learn").is_some_and(is_on).then_some(LEARN);
        let mut options: Vec<(String, String)> = Vec::new();
        for option in given.split(between_options).filter(|option| !option.is_empty()).chain(learn) {
            options.push(offer.option(option, &options).map_err(|why| self.no_option(offer, option, why))?);
        }
        Ok(options)
    }

    fn no_option(&self, offer: &GameInfo, option: &str, why: NoOption) -> EarlyReply {
        let shape = |option: &TableOption| match option.value {
            Some(value) => plain(&format!("{}={value}", option.name)),
            None => plain(option.name),
        };
        let given = ("given", repeated(option).into());
        let options = ("options", self.list_of(offer.options.iter().map(shape)).into());
        if why == NoOption::Twice {
            return self.refuse("discord-option-twice", &[given]);
        }
        if offer.options.is_empty() {
            return self.refuse("discord-no-options", &[given]);
        }
        let words: Vec<String> = offer.options.iter().flat_map(TableOption::words).collect();
        match nearest(words.iter().map(String::as_str), option) {
            Some(nearest) => self
                .refuse("discord-bad-option-nearest", &[given, ("nearest", plain(nearest).into()), options]),
            None => self.refuse("discord-bad-option", &[given, options]),
        }
    }

    /// Begins the game when no player is missing.
    fn begin_when_full(&self, room: TableThread) -> HandlerResult<TableThread> {
        let full =
            || Ok::<_, EarlyReply>(self.watch(&room)?.places().iter().all(|place| place.player.is_some()));
        if room.started || !full()? { Ok(room) } else { self.begin(&room) }
    }

    fn begin(&self, room: &TableThread) -> HandlerResult<TableThread> {
        self.club().begin_play(&room.table)?;
        self.on_change(room);
        Ok(TableThread { started: true, ..room.clone() })
    }

    pub(super) fn start(&self, room: &TableThread) -> HandlerResult<Answer> {
        if let Some(readiness) = self.readiness(room)? {
            return Err(self.refuse_because(&readiness));
        }
        if room.started {
            return Err(self.refuse("discord-started-already", &[("table", room.table.as_str().into())]));
        }
        if !self.opened(room)? {
            let opener = self.opener(room);
            return Err(self.refuse("discord-start-who", &[("opener", opener.into())]));
        }
        let room = self.begin(room)?;
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-started", &[("table", room.table.as_str().into())]));
        self.with_question(&room, reply, None)
    }

    /// An answer that goes on with the caller's question, where they have a seat.
    fn with_question(
        &self,
        room: &TableThread,
        reply: ReplyBuilder,
        seat: Option<Seat>,
    ) -> HandlerResult<Answer> {
        if !self.sits_at(room)? {
            return Ok(self.private(reply, vec![]));
        }
        let seated = self.sit(room, seat)?;
        let now = self.now(room, &seated, seated.asked()?)?;
        Ok(self.private_and(reply, now.reply, now.rows))
    }

    pub(super) fn join(&self) -> HandlerResult<Answer> {
        let room = self.room_to_join()?;
        let seat = self.seat_given(&room)?;
        let kept = !self.watch(&room)?.offered_to(&self.person()?.player)?.is_empty();
        match seat {
            None if !kept => match self.open_to_take(&room)? {
                open if open.len() > 1 => Ok(self.which_seat(&room, &open)),
                _ => self.join_at(&room, seat),
            },
            _ => self.join_at(&room, seat),
        }
    }

    /// The seats that the caller may take: free ones, and those kept for them.
    pub(super) fn open_to_take(&self, room: &TableThread) -> HandlerResult<Vec<SeatStatus>> {
        let (watched, player) = (self.watch(room)?, &self.person()?.player);
        let kept = watched.offered_to(player)?;
        let open = |it: &SeatStatus| match (&it.player, &it.offered_to) {
            (_, Some(_)) => kept.contains(&it.seat),
            (None, None) => !watched.is_closed(),
            (Some(_), None) => it.is_left(),
        };
        Ok(watched.seats()?.into_iter().filter(open).collect())
    }

    /// Which of several free seats it shall be, by a button for each.
    fn which_seat(&self, room: &TableThread, open: &[SeatStatus]) -> Answer {
        let mut reply = ReplyBuilder::default();
        let names = self.list_of(open.iter().map(|it| plain(&it.name)));
        reply.markdown(&self.say("at-discord-join-which", &[("seats", names.into())]));
        let button = |it: &SeatStatus| {
            let ticket = self.ticket(room, None, TicketAction::Join(Some(it.seat)));
            let label = self.say("discord-panel-join", &[("seat", it.name.as_str().into())]);
            Button { label, custom_id: self.handlers.tickets.write(&ticket), style: Style::Primary }
        };
        let rows =
            open.chunks(BUTTONS_A_ROW).take(ROWS).map(|row| Row::Buttons(row.iter().map(button).collect()));
        self.private(reply, rows.collect())
    }

    /// The named table or the thread's, else one with a seat kept for the caller, else the only one of this server with a free
    /// seat.
    fn room_to_join(&self) -> HandlerResult<TableThread> {
        if self.option("table").is_some() || self.club().room_at(self.call.channel)?.is_some() {
            return self.room(None);
        }
        let mine = self.rooms()?;
        let mut offered = mine.iter().filter(|(mine, _)| !mine.over && !mine.offered.is_empty());
        if let (Some((_, room)), None) = (offered.next(), offered.next()) {
            return Ok(self.at(room.clone()));
        }
        let mut free = self.with_free_seats()?;
        match free.len() {
            0 => Err(self.refuse("discord-nothing-to-join", &[])),
            1 => Ok(self.at(free.swap_remove(0))),
            _ => {
                let tables = self.list_of(free.iter().map(|room| room.table.clone()));
                Err(self.refuse("discord-join-which", &[("tables", tables.into())]))
            }
        }
    }

    /// The tables of this server with a seat that anybody may take.
    pub(super) fn with_free_seats(&self) -> HandlerResult<Vec<TableThread>> {
        self.rooms_here(|table| {
            let free = |place: &SeatHolding| place.player.is_none() && place.offered_to.is_none();
            !table.is_over() && table.places().iter().any(free)
        })
    }

    /// The tables of this server with this state.
    pub(super) fn rooms_here(
        &self,
        stands: impl Fn(&dyn TableReader) -> bool,
    ) -> HandlerResult<Vec<TableThread>> {
        let Some(guild) = self.call.guild else { return Ok(vec![]) };
        let mut found = Vec::new();
        for room in self.club().rooms_of(guild)? {
            if stands(&*self.watch(&room)?) {
                found.push(room);
            }
        }
        Ok(found)
    }

    pub(super) fn join_at(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        self.count_order()?;
        let person = self.person()?;
        let seat =
            self.done(self.club().join(&room.table, &person.visit(self.call.id), seat, self.lang()))?;
        self.changed();
        let room = self.begin_when_full(room.clone())?;
        self.on_change(&room);
        let mut reply = ReplyBuilder::default();
        let args = [("table", room.table.as_str().into()), ("seat", self.seat_name(&room, seat)?.into())];
        reply.markdown(&self.say("discord-joined", &args));
        if let Some(thread) = room.thread.filter(|thread| self.call.channel != *thread) {
            reply.markdown(&self.say("discord-joined-at", &[("thread", mention_place(thread).into())]));
        }
        let status = self.watch(&room)?.status()?;
        reply.lines(status.master.as_slice());
        if let Some(page) = status.page {
            reply.markdown(&status_text::page_line(&self.handlers.words, self.lang(), &page));
        }
        if room.started {
            return self.with_question(&room, reply, Some(seat));
        }
        match &status.readiness {
            Some(readiness) => reply.line(readiness),
            None => {
                let opener = self.opener(&room);
                reply.markdown(&self.say("discord-waits-for-start", &[("opener", opener.into())]));
            }
        }
        Ok(self.private(reply, self.start_row(&room)?))
    }

    fn seat_name(&self, room: &TableThread, seat: Seat) -> HandlerResult<String> {
        let seats = self.watch(room)?.seats()?;
        let it = seats.into_iter().find(|it| it.seat == seat);
        Ok(it.map_or_else(|| seat.to_string(), |it| plain(&it.name)))
    }

    pub(super) fn decline(&self) -> HandlerResult<Answer> {
        let room = self.room(None)?;
        let seat = self.seat_given(&room)?;
        self.decline_at(&room, seat)
    }

    pub(super) fn decline_at(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        self.count_order()?;
        let person = self.person()?;
        let seat =
            self.done(self.club().decline(&room.table, &person.visit(self.call.id), seat, self.lang()))?;
        self.on_change(room);
        let mut reply = ReplyBuilder::default();
        let args = [("table", room.table.as_str().into()), ("seat", self.seat_name(room, seat)?.into())];
        reply.markdown(&self.say("discord-declined", &args));
        Ok(self.private(reply, vec![]))
    }

    /// Keeps a free seat for another user, whom the club knows by their id.
    pub(super) fn invite(&self) -> HandlerResult<Answer> {
        let (room, player) = (self.room(None)?, self.player()?);
        if player == self.call.user.id {
            self.sit(&room, None)?;
            return Err(self.refuse("discord-invite-self", &[]));
        }
        let seat = self.seat_given(&room)?;
        let words = [Some(player.to_string()), seat.map(|seat| seat.to_string())];
        let words: Vec<String> = words.into_iter().flatten().collect();
        self.offer_seat(&room, None, player, |seated| seated.invite(&words))
    }

    /// Offers a seat to a user, unless this call has done so before.
    fn offer_seat(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        player: Id,
        what: impl FnOnce(&mut PlayerSession) -> Result<OrderOutcome, ClubError>,
    ) -> HandlerResult<Answer> {
        let mut seated = self.sit(room, seat)?;
        let before = seated.answered_before()?.pop();
        let came = match before {
            Some(before) => before,
            None => {
                self.count_order()?;
                what(&mut seated)?
            }
        };
        match came {
            OrderOutcome::Refused(why) | OrderOutcome::Unconfirmed(Unconfirmed { why, .. }) => {
                Err(self.refuse_because(&why))
            }
            OrderOutcome::Stale => Err(self.refuse("discord-try-again", &[])),
            OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_) => {
                self.on_change(room);
                let args = [("player", mention(player).into()), ("table", room.table.as_str().into())];
                let mut reply = ReplyBuilder::default();
                reply.markdown(&self.say("discord-offered", &args));
                Ok(self.in_place(reply, ReplyBuilder::default(), vec![]))
            }
        }
    }

    /// Opens a rematch in the channel of the table, or seats the caller at the one that another player opened.
    pub(super) fn rematch(&self, room: &TableThread) -> HandlerResult<Answer> {
        self.count_order()?;
        self.room_for_one_more(room.guild)?;
        let mut seated = self.sit(room, None)?;
        let (table, said) = seated.rematch()?.map_err(|why| self.refuse_because(&why))?;
        // One that is played elsewhere has no room.
        if let Some(new) = self.club().room_or_new(&table, Some(self.call.user.id))? {
            self.on_change(&self.begin_when_full(self.at(new))?);
        }
        let mut reply = ReplyBuilder::default();
        reply.line(&said);
        Ok(self.private(reply, vec![]))
    }

    pub(super) fn ready(&self, room: &TableThread, ready: bool) -> HandlerResult<Answer> {
        self.as_player(room, None, |seated| seated.say_ready(ready))
    }

    /// The tables of this server that look for players.
    pub(super) fn open_seats(&self) -> HandlerResult<Answer> {
        let Some(guild) = self.call.guild else { return Err(self.refuse("discord-new-needs-server", &[])) };
        let here = |table: &str| Ok(self.club().room(table)?.is_some_and(|room| room.guild == guild));
        let mut reply = ReplyBuilder::default();
        for open in self.club().open_tables(here)? {
            // Discord formats a moment by the reader's clock, so it replaces its placeholder after the rest is escaped.
            let line = self.club().open_table_line(&open, self.lang(), SINCE.to_owned())?;
            reply.markdown(&plain(&line).replace(SINCE, &timestamp(open.vacancy.since.timestamp())));
        }
        if reply.is_empty() {
            reply.markdown(&self.say("open-none", &[]));
        }
        Ok(self.private(reply, vec![]))
    }

    /// Passes a seat on. That gives its secrets away, so it needs a confirmation.
    pub(super) fn pass_seat(&self) -> HandlerResult<Answer> {
        let (room, player) = (self.room(None)?, self.player()?);
        let seat = self.seat_given(&room)?;
        let seat = self.sit(&room, seat)?.seat();
        let mut reply = ReplyBuilder::default();
        let args = [("seat", self.seat_name(&room, seat)?.into()), ("player", mention(player).into())];
        reply.markdown(&self.say("discord-pass-sure", &args));
        let act = TicketAction::ReallyPassSeat(player);
        Ok(self.private(reply, self.sure_row(&room, Some(seat), "discord-pass-yes", act)))
    }

    pub(super) fn really_pass_seat(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        to: Id,
    ) -> HandlerResult<Answer> {
        self.offer_seat(room, seat, to, |seated| seated.pass_seat(&to.to_string()))
    }

    /// The buttons below a confirmation of something that cannot be taken back.
    pub(super) fn sure_row(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        yes: &str,
        act: TicketAction,
    ) -> Vec<Row> {
        vec![Row::Buttons(vec![
            self.button(yes, Style::Danger, &self.ticket(room, seat, act)),
            self.button("discord-cancel", Style::Secondary, &self.ticket(room, seat, TicketAction::Cancel)),
        ])]
    }
}

/// Returns whether options of a table may be parted by this.
pub(super) fn between_options(c: char) -> bool {
    matches!(c, ',' | '、' | ';' | '；') || c.is_whitespace()
}

/// Returns whether an option that is on or off is on.
pub(super) fn is_on(given: &str) -> bool {
    given == "1" || is_yes(given)
}
