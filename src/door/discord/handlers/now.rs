//! A seat's prompt with today's choices, and the results of its last actions.

use super::HandlerResult;
use super::reply_builder::ReplyBuilder;
use super::request::Request;
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::{self, Asked, PlayerSession};
use crate::door::discord::limits::{BUTTONS_A_ROW, ROWS};
use crate::door::discord::outbound::markdown::mention;
use crate::door::discord::outbound::message::{Answer, Row, Style};
use crate::door::discord::picker::Picking;
use crate::door::discord::picker::ticket::{Ticket, TicketAction};
use crate::door::discord::position::Position;
use crate::door::discord::table_thread::TableThread;
use crate::game::{OrderForm, Seat};
use crate::observe;
use crate::report::{COLUMNS, Choice, Phrases};

/// Direct orders that are offered beside the verbs.
const DIRECT: usize = BUTTONS_A_ROW;
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
    pub(super) slip: Option<String>,
    /// The order that waits to be confirmed, where that is why.
    pub(super) unconfirmed: Option<(u64, OrderForm)>,
    /// The rest of the line, which was not carried out, as typed.
    pub(super) undone: String,
    /// The prompt since which something was decided, so that the answer reports it. 0 for an action that answered no prompt.
    pub(super) stale_since: Option<u64>,
}

impl Outcome {
    /// Adds the result of one command of a seat; `prompt` is the one it answered.
    pub(super) fn add(&mut self, came: session::OrderOutcome, prompt: u64) {
        match came {
            session::OrderOutcome::Accepted { first, last } => {
                let from = self.written.map_or(first.saturating_sub(1), |(from, _)| from);
                self.written = Some((from, last));
            }
            session::OrderOutcome::Noted(notes) => self.notes.extend(notes),
            session::OrderOutcome::Refused(why) => self.slip = Some(why),
            session::OrderOutcome::Unconfirmed(Unconfirmed { prompt, form, why }) => {
                (self.slip, self.unconfirmed) = (Some(why), Some((prompt, form)));
            }
            session::OrderOutcome::Stale => self.stale_since = Some(prompt),
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
        self.slip.is_some() || self.stale_since.is_some()
    }

    fn changed(&self) -> bool {
        self.written.is_some() || !self.notes.is_empty()
    }
}

/// A seat's prompt, to be shown.
pub(super) struct Now {
    pub(super) reply: ReplyBuilder,
    pub(super) rows: Vec<Row>,
}

impl Request<'_> {
    /// The result, then today's question and choices; `named` is the seat the caller named.
    pub(super) fn after(
        &self,
        room: &TableThread,
        mut seated: PlayerSession,
        outcome: &Outcome,
        named: Option<Seat>,
    ) -> HandlerResult<Answer> {
        // The conflict may come from this very call, at another process.
        let mut first = Outcome::default();
        let is_its_own = outcome.stopped() && first.repeats(&mut seated)? && first.changed();
        let outcome = if is_its_own { &first } else { outcome };
        let mut reply = ReplyBuilder::default();
        if let Some((after, to)) = outcome.written {
            let told = seated.report_lines(after, to)?;
            match told.is_empty() {
                true => reply.markdown(&self.say("discord-done", &[])),
                false => reply.report(&told),
            }
        } else if !outcome.notes.is_empty() {
            reply.report(&seated.news()?);
        }
        reply.lines(&outcome.notes);
        if outcome.changed() {
            self.on_change(room);
        }
        let mut asked = seated.asked()?;
        if let Some(since) = outcome.stale_since {
            reply.markdown(&self.say("discord-stale", &[]));
            if since > 0 {
                if let Some(order) = seated.answered_elsewhere(since)? {
                    reply.line(&self.say("link-answered-elsewhere", &[("order", order.into())]));
                }
                reply.report(&seated.report_lines(since, asked.head.seq)?);
            }
        }
        if let Some(why) = &outcome.slip {
            observe::refused("order");
            reply.lines(&why.lines().map(str::to_owned).collect::<Vec<_>>());
        }
        if !outcome.undone.is_empty() {
            let undone = super::request::repeated(&outcome.undone);
            reply.markdown(&self.say("discord-not-done", &[("rest", undone.into())]));
        }
        // Another seat of the same player may have the prompt now.
        if named.is_none() && asked.waiting && seated.one_of_several().is_some() {
            seated.to_asked_seat()?;
            asked = seated.asked()?;
        }
        let unconfirmed = outcome.unconfirmed.as_ref().filter(|(prompt, _)| asked.prompt == Some(*prompt));
        let confirming = unconfirmed.and_then(|(prompt, form)| {
            picking(self, &seated, &asked, *prompt, |picking| picking.confirming(form))
        });
        if let Some(rows) = confirming {
            return Ok(self.in_place(reply, ReplyBuilder::default(), rows));
        }
        let now = self.now(room, &seated, asked)?;
        Ok(self.in_place(reply, now.reply, now.rows))
    }

    /// The question of a seat with today's choices, or whom the table waits for.
    pub(super) fn now(&self, room: &TableThread, seated: &PlayerSession, asked: Asked) -> HandlerResult<Now> {
        let mut reply = ReplyBuilder::default();
        if let Some(seat) = seated.one_of_several() {
            reply.line(&self.say("discord-as-seat", &[("seat", seat.into())]));
        }
        reply.lines(&seated.brief());
        reply.bold(&asked.question);
        reply.lines(asked.due.as_slice());
        let odds = seated.odds();
        reply.lines(&odds[..odds.len().min(ODDS)]);
        let lesson = seated.lesson()?;
        let mut rows = match asked.prompt {
            Some(prompt) => picking(self, seated, &asked, prompt, |picking| picking.open()),
            None => vec![],
        };
        if let Some(request) = &asked.request {
            reply.bold(request);
        }
        if let Some(number) = asked.request_number.filter(|_| asked.has_to_answer)
            && rows.len() < ROWS
        {
            rows.push(self.request_row(room, seated.seat(), number));
        }
        if asked.has_to_get_ready && rows.len() < ROWS {
            let ticket = Ticket { seat: Some(seated.seat()), ..self.ticket(room, None, TicketAction::Ready) };
            rows.push(Row::Buttons(vec![self.button("discord-ready", Style::Primary, &ticket)]));
        }
        reply.lines(&lesson);
        Ok(Now { reply, rows })
    }

    fn request_row(&self, room: &TableThread, seat: Seat, number: u64) -> Row {
        let ticket = |act| Ticket { seat: Some(seat), ..self.ticket(room, None, act) };
        Row::Buttons(vec![
            self.button("discord-agree", Style::Primary, &ticket(TicketAction::Agree(number))),
            self.button("discord-object", Style::Secondary, &ticket(TicketAction::Object(number))),
        ])
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

    /// The answer of a table that has not begun and takes no orders, with a button for its opener.
    pub(super) fn begun(&self, room: &TableThread) -> HandlerResult<()> {
        if room.started {
            return Ok(());
        }
        let mut reply = ReplyBuilder::default();
        let args = [("table", room.table.as_str().into()), ("opener", self.opener(room).into())];
        match self.readiness(room)? {
            Some(readiness) => {
                reply.markdown(&self.say("discord-not-ready", &args));
                reply.line(&readiness);
            }
            None => reply.markdown(&self.say("discord-not-started", &args)),
        }
        self.name_free(&mut reply, &self.watch(room)?.seats()?);
        observe::refused("asker");
        Err(super::EarlyReply::Answer(Box::new(self.private(reply, self.start_row(room)?))))
    }

    /// The player who opened the table: their mention, or in words if they are unknown now.
    pub(super) fn opener(&self, room: &TableThread) -> String {
        room.opener.map_or_else(|| self.say("discord-opener-gone", &[]), mention)
    }

    /// True if the caller opened the table; if its opener is gone, whether they play there.
    pub(super) fn opened(&self, room: &TableThread) -> HandlerResult<bool> {
        match room.opener {
            Some(opener) => Ok(opener == self.call.user.id),
            None => self.sits_at(room),
        }
    }

    /// The ready check in words, at a table whose game begins when all are ready; `None` at any other.
    pub(super) fn readiness(&self, room: &TableThread) -> HandlerResult<Option<String>> {
        Ok(self.watch(room)?.status()?.readiness)
    }

    /// The button that begins the game, for the table's opener, unless it begins when all are ready.
    pub(super) fn start_row(&self, room: &TableThread) -> HandlerResult<Vec<Row>> {
        if room.started || !self.opened(room)? || self.readiness(room)?.is_some() {
            return Ok(vec![]);
        }
        let start =
            self.button("discord-start", Style::Primary, &self.ticket(room, None, TicketAction::Start));
        Ok(vec![Row::Buttons(vec![start])])
    }
}

/// Does something with the picker of a seat at this prompt.
pub(super) fn picking<T>(
    visit: &Request<'_>,
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
        choices: visit.numbered(seated, asked),
        sentence: &sentence,
        tickets: &visit.handlers.tickets,
    })
}
