//! Buttons, select menus and forms: each has a ticket with its meaning.

use std::sync::Arc;

use super::HandlerResult;
use super::at_table::AtTable;
use super::now::{Outcome, after, now};
use super::orders::{picked, picked_line};
use super::other_players::in_game;
use super::reply_builder::ReplyBuilder;
use crate::club::picture::{self, Picture, Theme, Wanted};
use crate::club::session::{Asked, PlayerSession};
use crate::club::table_words::TableAction;
use crate::door::discord::id::user_of;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::{File, SlashReply};
use crate::door::discord::picker::ticket::Ticket;
use crate::door::discord::picker::{Pick, PickerStep};
use crate::game::Seat;

/// A user's action on a component.
pub(super) enum Done<'a> {
    /// It was clicked, or these values chosen in it.
    Chosen(&'a [String]),
    /// The form behind it was filled in.
    Filled {
        /// The values of its fields.
        fields: &'a [(String, String)],
        /// The names of parts that this program does not know.
        odd: &'a [String],
    },
}

/// Checks that the caller holds this seat; otherwise they are told who does. `None` for a seat the table has not.
pub(super) fn check_own_seat(at: &AtTable<'_>, seat: Seat) -> HandlerResult<Option<()>> {
    let (person, watched) = (at.caller.person()?, at.watch()?);
    if watched.seats_of(&person.player)?.held.contains(&seat) {
        return Ok(Some(()));
    }
    let Some(it) = watched.seats()?.into_iter().find(|it| it.seat == seat) else { return Ok(None) };
    let name = plain(&it.name);
    Err(match it.player.as_ref().map(user_of) {
        Some(Some(user)) => {
            let args = [("seat", name.into()), ("player", mention(user).into())];
            at.reader().refuse("discord-seat-of", &args)
        }
        Some(None) => at.reader().refuse("discord-seat-of-another", &[("seat", name.into())]),
        None => at.reader().refuse("discord-seat-free", &[("seat", name.into())]),
    })
}

/// The caller's question at a table, with a picture of the position.
pub(super) fn question(at: &AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let seated = at.sit(seat)?;
    let mut now = now(at, &seated, seated.asked()?)?;
    if at.replies().pictures && !picture::is_crowded() {
        let picture = seated.picture(Wanted::best(Theme::dark()))?;
        let fits = |picture: &Arc<Picture>| picture.png.len() as u64 <= at.replies().file_bytes;
        now.card.picture = picture.filter(fits).map(|picture| File::of(&picture));
    }
    Ok(at.replies().asking(ReplyBuilder::default(), (now.reply, now.rows), now.card))
}

/// One step of the picker.
pub(super) fn pick(
    at: &AtTable<'_>,
    ticket: &Ticket,
    pick: &Pick,
    done: &Done<'_>,
) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let mut seated = at.sit(ticket.seat)?;
    let mut before = Outcome::default();
    // Before the prompts are compared: an earlier delivery of this call may have answered the prompt.
    if before.repeats(&mut seated)? {
        return after(at, seated, &before, None);
    }
    let asked = seated.asked()?;
    if asked.prompt != Some(ticket.prompt) {
        return stale(at, seated, ticket);
    }
    let step = at.pick(&seated, &asked, ticket.prompt, |picking| match done {
        Done::Chosen(values) => picking.click(pick, values),
        Done::Filled { fields, odd } => picking.filled(pick, fields, odd.is_empty()),
    });
    let strange = match done {
        Done::Filled { odd, .. } if !odd.is_empty() => {
            let parts = at.reader().list_of(odd.iter().map(|part| plain(part)));
            Some(at.reader().say("pick-form-odd", &[("parts", parts.into())]))
        }
        _ => None,
    };
    match (step, strange) {
        (PickerStep::Show { text, rows }, strange) => {
            let mut reply = ReplyBuilder::default();
            strange.iter().for_each(|strange| reply.markdown(strange));
            reply.markdown(&text);
            Ok(at.replies().next_step(reply, rows))
        }
        // A form that was read in part orders nothing.
        (PickerStep::Give { .. } | PickerStep::Line(_) | PickerStep::InputError(_), Some(strange)) => {
            let outcome = Outcome { input_error: Some(strange), ..Outcome::default() };
            after(at, seated, &outcome, ticket.seat)
        }
        (step, _) => stepped(at, seated, (ticket, &asked), step),
    }
}

/// The answer to a step that shows nothing further.
fn stepped(
    at: &AtTable<'_>,
    seated: PlayerSession,
    (ticket, asked): (&Ticket, &Asked),
    step: PickerStep,
) -> HandlerResult<SlashReply> {
    match step {
        PickerStep::Show { .. } | PickerStep::Changed => stale(at, seated, ticket),
        PickerStep::Fill(modal) => Ok(SlashReply::Ask(modal)),
        PickerStep::Give { form, anyway } => picked(at, seated, ticket.prompt, (form, anyway)),
        // Picked together they are given together or not at all, where that is known beforehand.
        PickerStep::Line(line) if let Some(why) = seated.refusal_of_line(&line) => {
            let why = at.reader().say("pick-none-given", &[("why", why.into())]);
            let outcome = Outcome { input_error: Some(why), ..Outcome::default() };
            after(at, seated, &outcome, ticket.seat)
        }
        PickerStep::Line(line) => picked_line(at, seated, &asked.options, &line),
        PickerStep::InputError(why) => {
            let outcome = Outcome { input_error: Some(why), ..Outcome::default() };
            after(at, seated, &outcome, ticket.seat)
        }
    }
}

/// Does what a lesson says to try.
pub(super) fn try_it(at: &AtTable<'_>, ticket: &Ticket) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let mut seated = at.sit(ticket.seat)?;
    let mut before = Outcome::default();
    if before.repeats(&mut seated)? {
        return after(at, seated, &before, None);
    }
    let (asked, lesson) = (seated.asked()?, seated.lesson()?);
    // A lesson may ask for "undo" while there is no prompt: then both are 0.
    if asked.prompt.unwrap_or_default() != ticket.prompt {
        return stale(at, seated, ticket);
    }
    match lesson.order {
        Some(line) => picked_line(at, seated, &asked.options, &line),
        None if lesson.undo => in_game(at, ticket.seat, &TableAction::Undo(None)),
        None => stale(at, seated, ticket),
    }
}

/// Returns whether something was decided since the ticket was written. One that names no prompt is never past.
pub(super) fn is_past(at: &AtTable<'_>, ticket: &Ticket) -> HandlerResult<bool> {
    Ok(ticket.prompt != 0 && at.sit(ticket.seat)?.asked()?.prompt != Some(ticket.prompt))
}

/// The decision made since the ticket was written, and today's choices.
pub(super) fn stale(at: &AtTable<'_>, seated: PlayerSession, ticket: &Ticket) -> HandlerResult<SlashReply> {
    let outcome = Outcome { stale_since: Some(ticket.prompt), ..Outcome::default() };
    after(at, seated, &outcome, None)
}
