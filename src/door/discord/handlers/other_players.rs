//! Requests between players: taking back, agreeing, giving up, closing.

use super::HandlerResult;
use super::now::Outcome;
use super::reply_builder::ReplyBuilder;
use super::request::Request;
use crate::club::ClubError;
use crate::club::session::{OrderOutcome, PlayerSession};
use crate::club::table_words::TableAction;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::Answer;
use crate::door::discord::picker::ticket::TicketAction;
use crate::door::discord::table_thread::TableThread;
use crate::game::Seat;

impl Request<'_> {
    /// Does something as a player of a table, and answers with the result and the present prompt.
    pub(super) fn as_player(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        what: impl FnOnce(&mut PlayerSession) -> Result<OrderOutcome, ClubError>,
    ) -> HandlerResult<Answer> {
        let mut seated = self.sit(room, seat)?;
        let mut outcome = Outcome::default();
        if outcome.repeats(&mut seated)? {
            return self.after(room, seated, &outcome, None);
        }
        self.count_order()?;
        outcome.add(what(&mut seated)?, 0);
        self.after(room, seated, &outcome, seat)
    }

    /// Does something that no table takes before its game has begun.
    pub(super) fn in_game(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        action: &TableAction,
    ) -> HandlerResult<Answer> {
        self.begun(room)?;
        self.as_player(room, seat, |seated| action.perform(seated))
    }

    /// Agrees to the open request, or refuses it; a button only answers the request with which it was shown.
    pub(super) fn agree(
        &self,
        room: &TableThread,
        shown: Option<u64>,
        agrees: bool,
    ) -> HandlerResult<Answer> {
        let seated = self.sit(room, None)?;
        let gone = shown.is_some() && seated.asked()?.request_number != shown;
        if gone && seated.answered_before()?.is_empty() {
            return Err(self.refuse("discord-request-gone", &[]));
        }
        self.as_player(room, None, |seated| seated.answer_request(agrees))
    }

    /// A player names a game master, or one acts.
    pub(super) fn master(&self) -> HandlerResult<Answer> {
        let room = self.room(None)?;
        let player = self.option("player").map(|_| self.player()).transpose()?;
        let words = [self.option("deed").map(str::to_owned), player.map(|player| player.to_string())];
        let typed = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if self.sits_at(&room)? {
            return self.as_player(&room, None, |seated| seated.master(&typed));
        }
        self.count_order()?;
        let visitor = self.person()?.visit(self.call.id);
        let told = self.done(self.club().act_as_master(&room.table, &visitor, &typed, self.lang()))?;
        self.on_change(&room);
        self.changed();
        let mut reply = ReplyBuilder::default();
        for line in told {
            let line = plain(&line);
            reply.markdown(
                &player.map_or_else(
                    || line.clone(),
                    |player| line.replace(&player.to_string(), &mention(player)),
                ),
            );
        }
        Ok(self.private(reply, vec![]))
    }

    pub(super) fn absent(&self) -> HandlerResult<Answer> {
        let part = |name| self.option(name).unwrap_or_default();
        let typed = format!("{} to {}", part("from"), part("until"));
        self.as_player(&self.room(None)?, None, |seated| seated.book_absence(&typed))
    }

    pub(super) fn resign(&self) -> HandlerResult<Answer> {
        let room = self.room(None)?;
        self.begun(&room)?;
        let seat = self.seat_given(&room)?;
        let seated = self.sit(&room, seat)?;
        self.still_open(&seated)?;
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-resign-sure", &[("table", room.table.as_str().into())]));
        let rows =
            self.sure_row(&room, Some(seated.seat()), "discord-resign-yes", TicketAction::ReallyResign);
        Ok(self.private(reply, rows))
    }

    fn still_open(&self, seated: &PlayerSession) -> HandlerResult<()> {
        let asked = seated.asked()?;
        if asked.over { Err(self.refuse_because(&asked.question)) } else { Ok(()) }
    }

    pub(super) fn really_resign(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        self.as_player(room, seat, |seated| seated.resign())
    }

    /// Closes the table. Only its opener and managers of the server may: managers outright, the opener with the others'
    /// consent.
    pub(super) fn close(&self, room: &TableThread) -> HandlerResult<Answer> {
        if !self.manages(room) {
            self.opened_it(room)?;
            let seated = self.sit(room, None)?;
            if seated.accompanied() {
                return self.as_player(room, None, |seated| seated.propose_close());
            }
            self.still_open(&seated)?;
        }
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-close-sure", &[("table", room.table.as_str().into())]));
        Ok(self.private(reply, self.sure_row(room, None, "discord-close-yes", TicketAction::ReallyClose)))
    }

    fn opened_it(&self, room: &TableThread) -> HandlerResult<()> {
        if self.opened(room)? {
            return Ok(());
        }
        Err(self.refuse("discord-close-who", &[("opener", self.opener(room).into())]))
    }

    pub(super) fn really_close(&self, room: &TableThread) -> HandlerResult<Answer> {
        self.count_order()?;
        if self.manages(room) {
            let person = self.person()?;
            let lang = self.lang();
            self.done(self.club().close_as_manager(&room.table, &person.visit(self.call.id), lang))?;
            self.on_change(room);
            let mut reply = ReplyBuilder::default();
            reply.markdown(&self.say("discord-closed", &[("table", room.table.as_str().into())]));
            return Ok(self.in_place(reply, ReplyBuilder::default(), vec![]));
        }
        self.opened_it(room)?;
        // Somebody may have joined since it was asked.
        self.as_player(room, None, |seated| TableAction::Close.perform(seated))
    }
}
