//! Buttons, select menus and forms: each bears a ticket that says what it means.

use super::Went;
use super::now::{Outcome, picking};
use super::paper::Paper;
use super::visit::Visit;
use crate::club::session::PlayerSession;
use crate::door::discord::courier::room::Room;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::Answer;
use crate::door::discord::picker::ticket::{Act, Ticket};
use crate::door::discord::picker::{Pick, Turn};
use crate::door::discord::rooms::user_of;
use crate::game::Seat;
use crate::table::Place;

/// What was done to a component.
enum Done<'a> {
    /// It was clicked, or these values chosen in it.
    Chosen(&'a [String]),
    /// The form behind it was filled in so.
    Filled(&'a [(String, String)]),
}

impl Visit<'_> {
    pub(super) fn click(&self, custom_id: &str, values: &[String]) -> Went<Answer> {
        self.act(custom_id, &Done::Chosen(values))
    }

    pub(super) fn filled(&self, custom_id: &str, fields: &[(String, String)]) -> Went<Answer> {
        self.act(custom_id, &Done::Filled(fields))
    }

    fn act(&self, custom_id: &str, done: &Done<'_>) -> Went<Answer> {
        let Ok(ticket) = self.office.tickets.read(custom_id) else { return Err(self.unknown()) };
        let room = self.at(self.room_named(&ticket.table)?);
        if let Some(seat) = ticket.seat {
            self.own_seat(&room, seat)?;
        }
        match &ticket.act {
            Act::Orders => self.question(&room, ticket.seat),
            Act::Pick(pick) => self.pick(&room, &ticket, pick, done),
            Act::Board => self.board(&room, None),
            Act::Hand => self.hand(&room, ticket.seat),
            Act::Log => self.log(&room, super::looks::USUAL_ROWS),
            Act::Dice => self.dice(&room, super::looks::USUAL_ROWS),
            Act::Status => self.status(&room),
            Act::Help => self.help_at(&room, None),
            Act::Why => self.why(&room),
            Act::Start => self.start(&room),
            Act::Join(seat) => self.join_at(&room, *seat),
            Act::Decline(seat) => self.decline_at(&room, Some(*seat)),
            Act::Agree(number) => self.agree(&room, Some(*number), true),
            Act::Object(number) => self.agree(&room, Some(*number), false),
            Act::Undo if self.is_past(&room, &ticket)? => self.stale(&room, &ticket),
            Act::Undo => self.undo(&room, ticket.seat, None),
            Act::AskUndo if self.is_past(&room, &ticket)? => self.stale(&room, &ticket),
            Act::AskUndo => self.ask_undo(&room, ticket.seat, 1),
            Act::ReallyClose => self.really_close(&room),
            Act::ReallyResign => self.really_resign(&room, ticket.seat),
            Act::ReallyPassSeat(to) => self.really_pass_seat(&room, ticket.seat, *to),
            Act::Cancel => Ok(self.cancelled()),
        }
    }

    fn cancelled(&self) -> Answer {
        let mut paper = Paper::default();
        paper.markdown(&self.say("discord-cancelled", &[]));
        self.in_place(paper, Paper::default(), vec![])
    }

    /// Whether the caller holds this seat; otherwise they are told who does.
    fn own_seat(&self, room: &Room, seat: Seat) -> Went<()> {
        let (person, watched) = (self.person()?, self.watch(room)?);
        let held = |place: &Place| place.seat == seat && place.player.as_ref() == Some(&person.player);
        if watched.places().iter().any(held) {
            return Ok(());
        }
        let Some(chair) = watched.chairs()?.into_iter().find(|chair| chair.seat == seat) else {
            return Err(self.unknown());
        };
        let name = plain(&chair.name);
        match chair.player.as_ref().map(user_of) {
            Some(Some(user)) => {
                let args = [("seat", name.into()), ("player", mention(user).into())];
                Err(self.refuse("discord-seat-of", &args))
            }
            Some(None) => Err(self.refuse("discord-seat-of-another", &[("seat", name.into())])),
            None => Err(self.refuse("discord-seat-free", &[("seat", name.into())])),
        }
    }

    /// What the caller is asked at a table.
    pub(super) fn question(&self, room: &Room, seat: Option<Seat>) -> Went<Answer> {
        self.begun(room)?;
        let seated = self.sit(room, seat)?;
        let now = self.now(room, &*seated, seated.asked()?)?;
        Ok(self.in_place(Paper::default(), now.paper, now.rows))
    }

    fn pick(&self, room: &Room, ticket: &Ticket, pick: &Pick, done: &Done<'_>) -> Went<Answer> {
        self.begun(room)?;
        let seated = self.sit(room, ticket.seat)?;
        let mut before = Outcome::default();
        if before.repeats(&*seated)? {
            return self.after(room, seated, &before, None);
        }
        let asked = seated.asked()?;
        if asked.prompt != Some(ticket.prompt) {
            return self.stale_at(room, seated, ticket);
        }
        let turn = picking(self, &*seated, &asked, ticket.prompt, |picking| match done {
            Done::Chosen(values) => picking.click(pick, values),
            Done::Filled(fields) => picking.filled(pick, fields),
        });
        match turn {
            Turn::Show { text, rows } => {
                let mut paper = Paper::default();
                paper.markdown(&text);
                Ok(self.in_place(Paper::default(), paper, rows))
            }
            Turn::Fill(modal) => Ok(Answer::Ask(modal)),
            Turn::Give(form) => self.picked(room, seated, ticket.prompt, form),
            Turn::Changed => self.stale_at(room, seated, ticket),
            Turn::Slip(why) => {
                let outcome = Outcome { slip: Some(why), ..Outcome::default() };
                self.after(room, seated, &outcome, ticket.seat)
            }
        }
    }

    /// Whether something was decided since the ticket was written. One that names no prompt is never past.
    fn is_past(&self, room: &Room, ticket: &Ticket) -> Went<bool> {
        if ticket.prompt == 0 {
            return Ok(false);
        }
        Ok(self.sit(room, ticket.seat)?.asked()?.prompt != Some(ticket.prompt))
    }

    fn stale(&self, room: &Room, ticket: &Ticket) -> Went<Answer> {
        let seated = self.sit(room, ticket.seat)?;
        self.stale_at(room, seated, ticket)
    }

    /// What was decided since the ticket was written, and today's choices.
    fn stale_at(&self, room: &Room, seated: Box<dyn PlayerSession>, ticket: &Ticket) -> Went<Answer> {
        let outcome = Outcome { stale_since: Some(ticket.prompt), ..Outcome::default() };
        self.after(room, seated, &outcome, None)
    }
}
