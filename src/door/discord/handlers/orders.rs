//! Orders: by slash command, as typed text, or picked.

use super::HandlerResult;
use super::at_table::AtTable;
use super::now::{Outcome, after};
use crate::book::{Book, Lexicon, ParseError, Parsed, ParsedLine};
use crate::club::session::{Asked, PlayerSession};
use crate::door::discord::outbound::message::SlashReply;
use crate::game::{Options, OrderForm, Word};
use crate::report;

/// An order of a game by named options, of the seat named.
pub(super) fn by_options(
    at: &AtTable<'_>,
    seat: Option<&str>,
    verb: Word,
    args: &[(Word, String)],
) -> HandlerResult<SlashReply> {
    order_line(at, seat, |book, options, lexicon| book.named(verb, args, options, lexicon))
}

/// Orders typed as at the terminal, of the seat named.
pub(super) fn typed(at: &AtTable<'_>, seat: Option<&str>, text: &str) -> HandlerResult<SlashReply> {
    if text.trim().is_empty() {
        return Err(at.reader().refuse("discord-order-empty", &[]));
    }
    order_line(at, seat, |book, options, _| book.line(text, options))
}

fn order_line(
    at: &AtTable<'_>,
    seat: Option<&str>,
    read: impl FnOnce(&Book, &Options, &Lexicon) -> Result<ParsedLine, ParseError>,
) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let seat = at.seat(seat)?;
    let mut seated = at.sit(seat)?;
    let mut outcome = Outcome::default();
    if outcome.repeats(&mut seated)? {
        return after(at, seated, &outcome, seat);
    }
    let asked = seated.asked()?;
    match read(seated.book(), &asked.options, seated.lexicon()) {
        Ok(mut line) => carry_out(at, &mut seated, &mut line, &mut outcome)?,
        Err(parse_error) => outcome.input_error = Some(no_order(at, &seated, &asked, &parse_error)),
    }
    after(at, seated, &outcome, seat)
}

/// The reason why the text is no order; a player without a prompt has no order to correct.
fn no_order(at: &AtTable<'_>, seated: &PlayerSession, asked: &Asked, parse_error: &ParseError) -> String {
    match asked.prompt {
        Some(_) => parse_error_in_words(seated, parse_error),
        None => at.reader().say("discord-not-now", &[("why", asked.question.as_str().into())]),
    }
}

/// Carries out the orders of a line one after another, each against what is then legal, up to the first that is none.
fn carry_out(
    at: &AtTable<'_>,
    seated: &mut PlayerSession,
    line: &mut ParsedLine,
    outcome: &mut Outcome,
) -> HandlerResult<()> {
    // One "undo" takes back the whole line.
    seated.begin_line();
    loop {
        // The rest is taken before the next order leaves the line: a plan stores it with that order.
        let (asked, rest) = (seated.asked()?, line.rest());
        let Some(parsed) = seated.book().next(line, &asked.options, seated.lexicon()) else {
            return Ok(());
        };
        if let Some(planned) = seated.plan_rest(&asked, &parsed, &rest)? {
            outcome.add(planned, 0);
            return Ok(());
        }
        match parsed {
            Ok(Parsed::Order { form, anyway, .. }) => give(at, seated, &asked, (form, anyway), outcome)?,
            Ok(Parsed::Pick { .. }) => {
                outcome.input_error = Some(at.reader().say("discord-number-alone", &[]));
            }
            Ok(Parsed::Table { verb, .. }) => {
                let args = [("verb", verb.as_str().into())];
                outcome.input_error = Some(at.reader().say("discord-verb-elsewhere", &args));
            }
            Err(parse_error) => outcome.input_error = Some(no_order(at, seated, &asked, &parse_error)),
        }
        if outcome.stopped() {
            outcome.undone = line.rest();
            return Ok(());
        }
    }
}

fn give(
    at: &AtTable<'_>,
    seated: &mut PlayerSession,
    asked: &Asked,
    (form, anyway): (OrderForm, bool),
    outcome: &mut Outcome,
) -> HandlerResult<()> {
    let Some(prompt) = asked.prompt else {
        let why = asked.question.as_str().into();
        outcome.input_error = Some(at.reader().say("discord-not-now", &[("why", why)]));
        return Ok(());
    };
    match at.caller.count_one()? {
        Ok(()) => outcome.add(seated.order(prompt, form, anyway)?, prompt),
        // Earlier orders count and are reported.
        Err(too_much) => outcome.input_error = Some(at.reader().too_much(too_much)),
    }
    Ok(())
}

/// One order in answer to the prompt that was shown.
pub(super) fn picked(
    at: &AtTable<'_>,
    mut seated: PlayerSession,
    prompt: u64,
    (form, anyway): (OrderForm, bool),
) -> HandlerResult<SlashReply> {
    at.caller.count_order()?;
    let mut outcome = Outcome::default();
    outcome.add(seated.order(prompt, form, anyway)?, prompt);
    after(at, seated, &outcome, None)
}

/// Several orders, as they would be typed on a line.
pub(super) fn picked_line(
    at: &AtTable<'_>,
    mut seated: PlayerSession,
    options: &Options,
    line: &str,
) -> HandlerResult<SlashReply> {
    let mut outcome = Outcome::default();
    match seated.book().line(line, options) {
        Ok(mut line) => carry_out(at, &mut seated, &mut line, &mut outcome)?,
        Err(parse_error) => outcome.input_error = Some(parse_error_in_words(&seated, &parse_error)),
    }
    after(at, seated, &outcome, None)
}

fn parse_error_in_words(seated: &PlayerSession, parse_error: &ParseError) -> String {
    report::parse_error(seated.words(), seated.lang(), seated.book(), seated.lexicon(), parse_error)
}
