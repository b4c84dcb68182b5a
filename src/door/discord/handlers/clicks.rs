//! Buttons, select menus and forms: each has a ticket with its meaning.

use super::HandlerResult;
use super::now::{Outcome, picking};
use super::reply_builder::ReplyBuilder;
use super::request::Request;
use crate::club::session::PlayerSession;
use crate::club::table_words::TableAction;
use crate::door::discord::id::user_of;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::Answer;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::picker::{Pick, PickerStep};
use crate::door::discord::table_thread::TableThread;
use crate::game::Seat;

/// A user's action on a component.
enum Done<'a> {
    /// It was clicked, or these values chosen in it.
    Chosen(&'a [String]),
    /// The form behind it was filled in with these fields.
    Filled(&'a [(String, String)]),
}

impl Request<'_> {
    pub(super) fn click(&self, custom_id: &str, values: &[String]) -> HandlerResult<Answer> {
        self.act(custom_id, &Done::Chosen(values))
    }

    pub(super) fn filled(&self, custom_id: &str, fields: &[(String, String)]) -> HandlerResult<Answer> {
        self.act(custom_id, &Done::Filled(fields))
    }

    fn act(&self, custom_id: &str, done: &Done<'_>) -> HandlerResult<Answer> {
        let Ok(ticket) = self.handlers.tickets.read(custom_id) else { return Err(self.unknown()) };
        let room = self.at(self.room_named(&ticket.table)?);
        if let Some(seat) = ticket.seat {
            self.own_seat(&room, seat)?;
        }
        match &ticket.act {
            TicketAction::Orders => self.question(&room, ticket.seat),
            TicketAction::Pick(pick) => self.pick(&room, &ticket, pick, done),
            TicketAction::Look(look) => self.look(&room, ticket.seat, look, None),
            TicketAction::Page(look, page) => self.look(&room, ticket.seat, look, Some(*page)),
            TicketAction::Start => self.start(&room),
            TicketAction::Join(seat) => self.join_at(&room, *seat),
            TicketAction::Decline(seat) => self.decline_at(&room, Some(*seat)),
            TicketAction::Agree(number) => self.agree(&room, Some(*number), true),
            TicketAction::Object(number) => self.agree(&room, Some(*number), false),
            TicketAction::Ready => self.ready(&room, true),
            TicketAction::Rematch => self.rematch(&room),
            TicketAction::Undo if self.is_past(&room, &ticket)? => self.stale(&room, &ticket),
            TicketAction::Undo => self.in_game(&room, ticket.seat, &TableAction::Undo(None)),
            TicketAction::AskUndo if self.is_past(&room, &ticket)? => self.stale(&room, &ticket),
            TicketAction::AskUndo => self.in_game(&room, ticket.seat, &TableAction::AskUndo(1)),
            TicketAction::ReallyClose => self.really_close(&room),
            TicketAction::ReallyResign => self.really_resign(&room, ticket.seat),
            TicketAction::ReallyPassSeat(to) => self.really_pass_seat(&room, ticket.seat, *to),
            TicketAction::Cancel => Ok(self.cancelled()),
        }
    }

    fn cancelled(&self) -> Answer {
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-cancelled", &[]));
        self.in_place(reply, ReplyBuilder::default(), vec![])
    }

    /// Checks that the caller holds this seat; otherwise the answer names its player.
    fn own_seat(&self, room: &TableThread, seat: Seat) -> HandlerResult<()> {
        let (person, watched) = (self.person()?, self.watch(room)?);
        if watched.held_by(&person.player)?.contains(&seat) {
            return Ok(());
        }
        let Some(it) = watched.seats()?.into_iter().find(|it| it.seat == seat) else {
            return Err(self.unknown());
        };
        let name = plain(&it.name);
        match it.player.as_ref().map(user_of) {
            Some(Some(user)) => {
                let args = [("seat", name.into()), ("player", mention(user).into())];
                Err(self.refuse("discord-seat-of", &args))
            }
            Some(None) => Err(self.refuse("discord-seat-of-another", &[("seat", name.into())])),
            None => Err(self.refuse("discord-seat-free", &[("seat", name.into())])),
        }
    }

    /// The caller's question at a table.
    pub(super) fn question(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        self.begun(room)?;
        let seated = self.sit(room, seat)?;
        let now = self.now(room, &seated, seated.asked()?)?;
        Ok(self.in_place(ReplyBuilder::default(), now.reply, now.rows))
    }

    fn pick(
        &self,
        room: &TableThread,
        ticket: &Ticket,
        pick: &Pick,
        done: &Done<'_>,
    ) -> HandlerResult<Answer> {
        self.begun(room)?;
        let mut seated = self.sit(room, ticket.seat)?;
        let mut before = Outcome::default();
        if before.repeats(&mut seated)? {
            return self.after(room, seated, &before, None);
        }
        let asked = seated.asked()?;
        if asked.prompt != Some(ticket.prompt) {
            return self.stale_at(room, seated, ticket);
        }
        let turn = picking(self, &seated, &asked, ticket.prompt, |picking| match done {
            Done::Chosen(values) => picking.click(pick, values),
            Done::Filled(fields) => picking.filled(pick, fields),
        });
        match turn {
            PickerStep::Show { text, rows } => {
                let mut reply = ReplyBuilder::default();
                reply.markdown(&text);
                Ok(self.in_place(ReplyBuilder::default(), reply, rows))
            }
            PickerStep::Fill(modal) => Ok(Answer::Ask(modal)),
            PickerStep::Give { form, anyway } => self.picked(room, seated, ticket.prompt, (form, anyway)),
            PickerStep::Line(line) => self.picked_line(room, seated, &asked.options, &line),
            PickerStep::Changed => self.stale_at(room, seated, ticket),
            PickerStep::InputError(why) => {
                let outcome = Outcome { slip: Some(why), ..Outcome::default() };
                self.after(room, seated, &outcome, ticket.seat)
            }
        }
    }

    /// Returns whether something was decided since the ticket was written. One that names no prompt is never past.
    fn is_past(&self, room: &TableThread, ticket: &Ticket) -> HandlerResult<bool> {
        if ticket.prompt == 0 {
            return Ok(false);
        }
        Ok(self.sit(room, ticket.seat)?.asked()?.prompt != Some(ticket.prompt))
    }

    fn stale(&self, room: &TableThread, ticket: &Ticket) -> HandlerResult<Answer> {
        let seated = self.sit(room, ticket.seat)?;
        self.stale_at(room, seated, ticket)
    }

    /// The decision made since the ticket was written, and today's choices.
    fn stale_at(&self, room: &TableThread, seated: PlayerSession, ticket: &Ticket) -> HandlerResult<Answer> {
        let outcome = Outcome { stale_since: Some(ticket.prompt), ..Outcome::default() };
        self.after(room, seated, &outcome, None)
    }
}
