//! Orders: by slash command, as typed text, or picked.

use super::now::Outcome;
use super::request::Request;
use super::{EarlyReply, HandlerResult};
use crate::book::{Book, Lexicon, ParseError, Parsed, ParsedLine};
use crate::club::limits::TooMuch;
use crate::club::session::{Asked, PlayerSession};
use crate::door::discord::outbound::message::Answer;
use crate::door::discord::table_thread::TableThread;
use crate::game::{Options, OrderForm, Word};
use crate::report;

impl Request<'_> {
    /// An order of a game by named options.
    pub(super) fn named(&self, game: &str, verb: Word, args: &[(Word, String)]) -> HandlerResult<Answer> {
        let room = self.room(Some(game))?;
        self.order_line(&room, |book, options, lexicon| book.named(verb, args, options, lexicon))
    }

    /// Orders typed as at the terminal.
    pub(super) fn typed(&self, text: &str) -> HandlerResult<Answer> {
        let room = self.room(None)?;
        if text.trim().is_empty() {
            return Err(self.refuse("discord-order-empty", &[]));
        }
        self.order_line(&room, |book, options, _| book.line(text, options))
    }

    fn order_line(
        &self,
        room: &TableThread,
        read: impl FnOnce(&Book, &Options, &Lexicon) -> Result<ParsedLine, ParseError>,
    ) -> HandlerResult<Answer> {
        self.begun(room)?;
        let seat = self.seat_given(room)?;
        let mut seated = self.sit(room, seat)?;
        let mut outcome = Outcome::default();
        if outcome.repeats(&mut seated)? {
            return self.after(room, seated, &outcome, seat);
        }
        let asked = seated.asked()?;
        match read(seated.book(), &asked.options, seated.lexicon()) {
            Ok(mut line) => self.carry_out(&mut seated, &mut line, &mut outcome)?,
            Err(parse_error) => outcome.slip = Some(self.misread(&seated, &asked, &parse_error)),
        }
        self.after(room, seated, &outcome, seat)
    }

    /// The reason why the text is no order; a player without a prompt has no order to correct.
    fn misread(&self, seated: &PlayerSession, asked: &Asked, parse_error: &ParseError) -> String {
        match asked.prompt {
            Some(_) => told_parse_error(seated, parse_error),
            None => self.say("discord-not-now", &[("why", asked.question.as_str().into())]),
        }
    }

    /// Carries out the orders of a line one after another, each against what is legal by then, up to the first mistake.
    fn carry_out(
        &self,
        seated: &mut PlayerSession,
        line: &mut ParsedLine,
        outcome: &mut Outcome,
    ) -> HandlerResult<()> {
        seated.begin_line();
        loop {
            let asked = seated.asked()?;
            let Some(parsed) = seated.book().next(line, &asked.options, seated.lexicon()) else {
                return Ok(());
            };
            match parsed {
                Ok(Parsed::Order { form, anyway, .. }) => {
                    self.give(seated, &asked, (form, anyway), outcome)?;
                }
                Ok(Parsed::Pick { .. }) => outcome.slip = Some(self.say("discord-number-alone", &[])),
                Ok(Parsed::Table { verb, .. }) => {
                    let args = [("verb", verb.as_str().into())];
                    outcome.slip = Some(self.say("discord-verb-elsewhere", &args));
                }
                Err(parse_error) => outcome.slip = Some(self.misread(seated, &asked, &parse_error)),
            }
            if outcome.stopped() {
                outcome.undone = line.rest();
                return Ok(());
            }
        }
    }

    fn give(
        &self,
        seated: &mut PlayerSession,
        asked: &Asked,
        (form, anyway): (OrderForm, bool),
        outcome: &mut Outcome,
    ) -> HandlerResult<()> {
        let Some(prompt) = asked.prompt else {
            let why = asked.question.as_str().into();
            outcome.slip = Some(self.say("discord-not-now", &[("why", why)]));
            return Ok(());
        };
        match self.counted()? {
            Ok(()) => outcome.add(seated.order(prompt, form, anyway)?, prompt),
            // Earlier orders count and are reported.
            Err(too_much) => outcome.slip = Some(self.too_much(too_much)),
        }
        Ok(())
    }

    /// One order in answer to the prompt that was shown.
    pub(super) fn picked(
        &self,
        room: &TableThread,
        mut seated: PlayerSession,
        prompt: u64,
        (form, anyway): (OrderForm, bool),
    ) -> HandlerResult<Answer> {
        self.count_order()?;
        let mut outcome = Outcome::default();
        outcome.add(seated.order(prompt, form, anyway)?, prompt);
        self.after(room, seated, &outcome, None)
    }

    /// Several orders, as they would be typed on a line.
    pub(super) fn picked_line(
        &self,
        room: &TableThread,
        mut seated: PlayerSession,
        options: &Options,
        line: &str,
    ) -> HandlerResult<Answer> {
        let mut outcome = Outcome::default();
        match seated.book().line(line, options) {
            Ok(mut line) => self.carry_out(&mut seated, &mut line, &mut outcome)?,
            Err(parse_error) => outcome.slip = Some(told_parse_error(&seated, &parse_error)),
        }
        self.after(room, seated, &outcome, None)
    }

    fn counted(&self) -> HandlerResult<Result<(), TooMuch>> {
        Ok(self.handlers.rate_limits.order(&self.person()?.player, self.club().now()))
    }

    /// Counts a change of a table; a player over the limit is told when to try again.
    pub(super) fn count_order(&self) -> HandlerResult<()> {
        self.counted()?.map_err(|too_much| -> EarlyReply { self.refuse_because(&self.too_much(too_much)) })
    }

    /// Why that is too much, in the caller's words.
    pub(super) fn too_much(&self, too_much: TooMuch) -> String {
        match too_much {
            TooMuch::Orders { wait_seconds } => {
                self.say("discord-serve-orders", &[("seconds", wait_seconds.into())])
            }
            TooMuch::Tables { most } => self.say("discord-serve-tables", &[("most", most.into())]),
        }
    }
}

fn told_parse_error(seated: &PlayerSession, parse_error: &ParseError) -> String {
    report::parse_error(seated.words(), seated.lang(), seated.book(), seated.lexicon(), parse_error)
}
