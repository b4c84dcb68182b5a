//! A seat's prompt with today's choices, and the results of its last actions.

use super::HandlerResult;
use super::at_table::{AtTable, DIRECT};
use super::reader::repeated;
use super::reply_builder::{QuestionCard, ReplyBuilder};
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::{Asked, OrderOutcome, PlayerSession};
use crate::door::discord::limits::{BUTTON_LABEL, BUTTONS_A_ROW, ROWS};
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::{BesideButton, Button, Row, SlashReply, Style};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::outbound::status_text::{side_colour, thinking};
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::game::{OrderForm, Seat};
use crate::observe;

/// Most lines of odds below a question.
const ODDS: usize = 12;

/// The results of one or several actions of a seat, before the next prompt.
#[derive(Default)]
pub(super) struct Outcome {
    /// The entries that were written: after the first number, up to the second.
    pub(super) written: Option<(u64, u64)>,
    /// Remarks beside them.
    pub(super) notes: Vec<String>,
    /// Why it went no further, in words that may hold anything.
    pub(super) input_error: Option<String>,
    /// The order that waits to be confirmed, where that is why.
    pub(super) unconfirmed: Option<(u64, OrderForm)>,
    /// The rest of the line, which was not carried out, as typed.
    pub(super) undone: String,
    /// The prompt since which something was decided, so that the answer reports it. 0 for an action that answered no prompt.
    pub(super) stale_since: Option<u64>,
}

impl Outcome {
    /// Adds the result of one command of a seat; `prompt` is the one it answered.
    pub(super) fn add(&mut self, came: OrderOutcome, prompt: u64) {
        match came {
            OrderOutcome::Accepted { first, last } => {
                let from = self.written.map_or(first.saturating_sub(1), |(from, _)| from);
                self.written = Some((from, last));
            }
            OrderOutcome::Noted(notes) => self.notes.extend(notes),
            OrderOutcome::Refused(why) => self.input_error = Some(why),
            OrderOutcome::Unconfirmed(Unconfirmed { prompt, form, why }) => {
                (self.input_error, self.unconfirmed) = (Some(why), Some((prompt, form)));
            }
            OrderOutcome::Stale => self.stale_since = Some(prompt),
        }
    }

    /// Repeats the earlier answer to the seat's call, after a restart, for example; returns whether there was one.
    pub(super) fn repeats(&mut self, seated: &mut PlayerSession) -> Result<bool, ClubError> {
        let before = seated.answered_before()?;
        let any = !before.is_empty();
        if any {
            // It may have been done just now, elsewhere.
            seated.refresh()?;
        }
        before.into_iter().for_each(|came| self.add(came, 0));
        Ok(any)
    }

    /// Returns whether no more may be tried.
    pub(super) fn stopped(&self) -> bool {
        self.input_error.is_some() || self.stale_since.is_some()
    }

    fn changed(&self) -> bool {
        self.written.is_some() || !self.notes.is_empty()
    }
}

/// A seat's prompt, to be shown.
pub(super) struct Now {
    pub(super) reply: ReplyBuilder,
    pub(super) rows: Vec<Row>,
    /// Its form as a card.
    pub(super) card: QuestionCard,
}

/// Does something as a player of a table, and answers with the result and the present prompt.
pub(super) fn as_player(
    at: &AtTable<'_>,
    seat: Option<Seat>,
    what: impl FnOnce(&mut PlayerSession) -> Result<OrderOutcome, ClubError>,
) -> HandlerResult<SlashReply> {
    let mut seated = at.sit(seat)?;
    let mut outcome = Outcome::default();
    if outcome.repeats(&mut seated)? {
        return after(at, seated, &outcome, None);
    }
    at.caller.count_order()?;
    outcome.add(what(&mut seated)?, 0);
    after(at, seated, &outcome, seat)
}

/// The result, then today's question and choices; `named` is the seat the caller named.
pub(super) fn after(
    at: &AtTable<'_>,
    mut seated: PlayerSession,
    outcome: &Outcome,
    named: Option<Seat>,
) -> HandlerResult<SlashReply> {
    let (reader, replies) = (at.reader(), at.replies());
    // Discord may deliver one call to two processes: then the prompt was answered by this call, and there is no conflict.
    let mut first = Outcome::default();
    let is_its_own = outcome.stopped() && first.repeats(&mut seated)? && first.changed();
    let outcome = if is_its_own { &first } else { outcome };
    let mut reply = ReplyBuilder::default();
    if let Some((after, to)) = outcome.written {
        let told = seated.report_lines(after, to)?;
        match told.is_empty() {
            true => reply.markdown(&reader.say("discord-done", &[])),
            false => reply.report(&told),
        }
    } else if !outcome.notes.is_empty() {
        reply.report(&seated.news()?);
    }
    reply.lines(&outcome.notes);
    if outcome.changed() {
        at.report_change();
    }
    let mut asked = seated.asked()?;
    if let Some(since) = outcome.stale_since {
        reply.markdown(&reader.say("discord-stale", &[]));
        if since > 0 {
            if let Some(order) = seated.answered_elsewhere(since)? {
                reply.line(&reader.say("link-answered-elsewhere", &[("order", order.into())]));
            }
            reply.report(&seated.report_lines(since, asked.head.seq)?);
        }
    }
    if let Some(why) = &outcome.input_error {
        observe::refused("order");
        reply.lines(&why.lines().map(str::to_owned).collect::<Vec<_>>());
    }
    if !outcome.undone.is_empty() {
        let undone = repeated(&outcome.undone);
        reply.markdown(&reader.say("discord-not-done", &[("rest", undone.into())]));
    }
    // Another seat of the same player may have the prompt now.
    if named.is_none() && asked.waiting && seated.one_of_several().is_some() {
        seated.to_asked_seat()?;
        asked = seated.asked()?;
    }
    // After another answer the confirmation would be of a question that is past.
    let unconfirmed = outcome.unconfirmed.as_ref().filter(|(prompt, _)| asked.prompt == Some(*prompt));
    let confirming = unconfirmed
        .and_then(|(prompt, form)| at.pick(&seated, &asked, *prompt, |picking| picking.confirming(form)));
    if let Some(rows) = confirming {
        return Ok(replies.in_place(reply, ReplyBuilder::default(), rows));
    }
    let reply = reply.with_emblems(&seated.game_words().emblems);
    let now = now(at, &seated, asked)?;
    Ok(replies.asking(reply, (now.reply, now.rows), now.card))
}

/// The question of a seat with today's choices, or whom the table waits for.
pub(super) fn now(at: &AtTable<'_>, seated: &PlayerSession, asked: Asked) -> HandlerResult<Now> {
    let mut reply = ReplyBuilder::default();
    if let Some(seat) = seated.one_of_several() {
        reply.line(&at.reader().say("discord-as-seat", &[("seat", seat.into())]));
    }
    reply.lines(&seated.brief());
    reply.bold(&asked.question);
    reply.lines(asked.due.as_slice());
    let odds = seated.odds();
    reply.lines(&odds[..odds.len().min(ODDS)]);
    let card = question_card(at, seated, &asked, &odds)?;
    let lesson = seated.lesson()?;
    let mut rows = match asked.prompt {
        Some(prompt) => at.pick(seated, &asked, prompt, |picking| picking.open()),
        None => vec![],
    };
    if let Some(request) = &asked.request {
        reply.bold(request);
    }
    let button = |key, style, act| at.replies().button(key, style, &at.ticket(Some(seated.seat()), act));
    if let Some(number) = asked.request_number.filter(|_| asked.has_to_answer)
        && rows.len() < ROWS
    {
        rows.push(Row::Buttons(vec![
            button("discord-agree", Style::Primary, TicketAction::Agree(number)),
            button("discord-object", Style::Secondary, TicketAction::Object(number)),
        ]));
    }
    if asked.waiting {
        for (seat, player, delay) in seated.computers_at_work()? {
            let thinks = thinking(at.reader().words, at.reader().lang, plain(&player), delay);
            let args = [("seat", plain(&seat).into()), ("player", thinks.into())];
            reply.markdown(&at.reader().say("discord-pinned-seat", &args));
        }
        if at.thread.started && rows.is_empty() {
            rows.push(Row::Buttons(vec![button(
                "discord-look-again",
                Style::Secondary,
                TicketAction::Orders,
            )]));
        }
    }
    if asked.has_to_get_ready && rows.len() < ROWS {
        rows.push(Row::Buttons(vec![button("discord-ready", Style::Primary, TicketAction::Ready)]));
    }
    if at.caller.is_in_discord() && at.thread.started && rows.len() < ROWS {
        rows.push(Row::Buttons(vec![button("discord-launch", Style::Secondary, TicketAction::Launch)]));
    }
    reply.lines(&lesson.lines);
    let tried = lesson.order.as_ref().map(|typed| ("discord-try", typed.as_str()));
    let tried = tried.or(lesson.undo.then_some(("discord-try-undo", "")));
    if let Some((key, typed)) = tried {
        let prompt = asked.prompt.unwrap_or_default();
        let ticket = Ticket { prompt, ..at.ticket(Some(seated.seat()), TicketAction::Try) };
        let label = shorten(&at.reader().say(key, &[("typed", typed.into())]), BUTTON_LABEL);
        let custom_id = at.replies().tickets.write(&ticket);
        put_first(&mut rows, Button { label, custom_id, style: Style::Primary });
    }
    Ok(Now { reply: reply.with_emblems(&seated.game_words().emblems), rows, card })
}

/// The card of a question: the side's colour, and the odds that belong beside the button of an order.
fn question_card(
    at: &AtTable<'_>,
    seated: &PlayerSession,
    asked: &Asked,
    odds: &[String],
) -> HandlerResult<QuestionCard> {
    let seats: Vec<Seat> = at.watch()?.around().seats.iter().map(|place| place.seat).collect();
    let own = seats.iter().position(|seat| *seat == seated.seat());
    let asked_seat: Vec<usize> = own.filter(|_| asked.prompt.is_some()).into_iter().collect();
    let mut card = QuestionCard { accent: side_colour(seats.len(), &asked_seat), ..QuestionCard::default() };
    let Some(prompt) = asked.prompt.filter(|_| !odds.is_empty()) else { return Ok(card) };
    let menu = seated.menu(&asked.options, DIRECT);
    let buttons = at.pick(seated, asked, prompt, |picking| picking.at_once());
    for choice in menu.choices.iter().filter(|choice| choice.sentence != seated.sentence(&choice.form)) {
        // All or none: with some odds beside buttons, the lines with the others would be dropped below.
        let Some((_, custom_id)) = buttons.iter().find(|(form, _)| *form == choice.form) else {
            return Ok(QuestionCard { beside: vec![], ..card });
        };
        card.beside.push(BesideButton { custom_id: custom_id.clone(), text: plain(&choice.sentence) });
    }
    if !card.beside.is_empty() {
        card.gone = odds.iter().filter(|line| !menu.outlines.contains(line)).cloned().collect();
    }
    Ok(card)
}

/// Adds a button before all others: in a row of its own or, where there is room for none, in the first with room.
fn put_first(rows: &mut Vec<Row>, button: Button) {
    if rows.len() < ROWS {
        return rows.insert(0, Row::Buttons(vec![button]));
    }
    let with_room = rows.iter_mut().find_map(|row| match row {
        Row::Buttons(row) if row.len() < BUTTONS_A_ROW => Some(row),
        Row::Buttons(_) | Row::Select(_) => None,
    });
    if let Some(row) = with_room {
        row.insert(0, button);
    }
}
