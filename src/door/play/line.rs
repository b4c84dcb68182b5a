//! What is typed on a line: orders and verbs of the table, as at the terminal.

use crate::book::{ParseError, Parsed};
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::{Asked, OrderOutcome, PlayerSession, Recap};
use crate::club::table_words::{MOST_ROWS, TableAction, TableInput, TableLook, USUAL_ROWS};
use crate::game::{OrderForm, Word};
use crate::report::{self, Listing, Weight};

/// What came of a line, or of an order.
#[derive(Default)]
pub struct Answer {
    /// True if the table has changed.
    pub changed: bool,
    /// What is shown.
    pub shown: Vec<(Weight, String)>,
    /// Why it was not done.
    pub refused: Option<String>,
    /// The order that waits to be confirmed.
    pub unconfirmed: Option<Unconfirmed>,
    /// The line that waits to be confirmed.
    pub to_confirm: Option<String>,
    /// The table of a rematch that it opened or joined.
    pub rematch: Option<String>,
}

impl Answer {
    /// Adds the outcome of an order or of another command. Returns whether the line goes on.
    pub fn add(&mut self, outcome: OrderOutcome, session: &PlayerSession) -> bool {
        match outcome {
            OrderOutcome::Accepted { .. } => self.changed = true,
            OrderOutcome::Noted(notes) => {
                self.changed = true;
                self.rows(notes);
            }
            OrderOutcome::Refused(why) => self.refused = Some(why),
            OrderOutcome::Unconfirmed(unconfirmed) => self.unconfirmed = Some(unconfirmed),
            OrderOutcome::Stale => self.refused = Some(say(session, "board-stale")),
        }
        self.refused.is_none() && self.unconfirmed.is_none()
    }

    fn rows(&mut self, rows: Vec<String>) {
        self.shown.extend(rows.into_iter().map(|row| (Weight::Plain, row)));
    }
}

/// Carries out a line; `sure` confirms what ends the table.
///
/// # Errors
/// A table that cannot be read or written.
pub fn carried_out(session: &mut PlayerSession, text: &str, sure: bool) -> Result<Answer, ClubError> {
    let mut answer = Answer::default();
    // A line that comes again is answered as before.
    let before = session.answered_before()?;
    if !before.is_empty() {
        before.into_iter().all(|outcome| answer.add(outcome, session));
        return Ok(answer);
    }
    session.begin_line();
    let asked = session.asked()?;
    let mut line = match session.book().line(text, &asked.options) {
        Ok(line) => line,
        Err(why) => {
            answer.refused = Some(misread(session, &why));
            return Ok(answer);
        }
    };
    loop {
        let (asked, rest) = (session.asked()?, line.rest());
        let Some(parsed) = session.book().next(&mut line, &asked.options, session.lexicon()) else {
            return Ok(answer);
        };
        if let Some(planned) = session.plan_rest(&asked, &parsed, &rest)? {
            answer.add(planned, session);
            return Ok(answer);
        }
        let goes_on = match parsed {
            Ok(Parsed::Order { form, anyway, .. }) => order(session, &asked, (form, anyway), &mut answer)?,
            Ok(Parsed::Table { verb, words }) => table_verb(session, (verb, &words, sure), &mut answer)?,
            Ok(Parsed::Pick { .. }) => refused(&mut answer, say(session, "board-no-numbers")),
            Err(why) => refused(&mut answer, misread(session, &why)),
        };
        if !goes_on {
            let rest = line.rest();
            if !rest.is_empty() {
                let args = [("rest", rest.as_str().into())];
                answer.shown.push((Weight::Plain, session.words().say(session.lang(), "board-rest", &args)));
            }
            // A verb to confirm stands alone on its line, so repeating the line repeats nothing else.
            if answer.to_confirm.is_some() {
                answer.to_confirm = Some(text.to_owned());
            }
            return Ok(answer);
        }
    }
}

/// Gives an order in answer to what is asked. Returns whether the line goes on.
fn order(
    session: &mut PlayerSession,
    asked: &Asked,
    (form, anyway): (OrderForm, bool),
    answer: &mut Answer,
) -> Result<bool, ClubError> {
    let Some(prompt) = asked.prompt else { return Ok(refused(answer, asked.question.clone())) };
    let outcome = session.order(prompt, form, anyway)?;
    Ok(answer.add(outcome, session))
}

fn table_verb(
    session: &mut PlayerSession,
    (verb, words, sure): (Word, &[String], bool),
    answer: &mut Answer,
) -> Result<bool, ClubError> {
    let input = match TableInput::read(session.book(), verb, words) {
        Ok(input) => input,
        Err(why) => return Ok(refused(answer, misread(session, &why))),
    };
    match input {
        TableInput::Act(act) if !sure && let Some(why) = not_taken_back(session, &act) => {
            answer.to_confirm = Some(verb.to_string());
            Ok(refused(answer, say(session, why)))
        }
        TableInput::Act(TableAction::Rematch) => match session.rematch()? {
            Ok((table, opened)) => {
                answer.rematch = Some(table);
                Ok(answer.add(OrderOutcome::Noted(vec![opened]), session))
            }
            Err(why) => Ok(refused(answer, why)),
        },
        TableInput::Act(action) => {
            let outcome = action.perform(session)?;
            answer.rows(session.remark().map(str::to_owned).into_iter().collect());
            Ok(answer.add(outcome, session))
        }
        TableInput::Set(setting, typed) => {
            let outcome = session.set(setting, &typed)?;
            Ok(answer.add(outcome, session))
        }
        TableInput::Look(look) => self::look(session, &look, answer),
        TableInput::Wait | TableInput::Quit => Ok(refused(answer, say(session, "board-not-here"))),
    }
}

/// The sentence on a deed that waits to be confirmed.
fn not_taken_back(session: &PlayerSession, act: &TableAction) -> Option<&'static str> {
    match act {
        TableAction::Resign { sure: false } => Some("board-resign-sure"),
        // The others are asked.
        TableAction::Close if session.accompanied() => None,
        TableAction::Close => Some("board-close-sure"),
        TableAction::PassSeat(_) => Some("board-pass-sure"),
        _ => None,
    }
}

fn look(session: &PlayerSession, look: &TableLook, answer: &mut Answer) -> Result<bool, ClubError> {
    let rows = |rows: &Option<usize>| rows.unwrap_or(USUAL_ROWS).min(MOST_ROWS);
    match look {
        // What takes seconds to work out is worked out elsewhere.
        TableLook::Show(words) if session.asks_what_decided(words) => {
            return Ok(refused(answer, say(session, "board-not-here")));
        }
        TableLook::Why(_) => return Ok(refused(answer, say(session, "board-not-here"))),
        TableLook::Show(words) => answer.shown.extend(session.board(words)?),
        TableLook::Log(count) => answer.rows(session.log(rows(count))?),
        TableLook::Dice(count) => answer.rows(session.dice(rows(count))?),
        TableLook::Who => answer.rows(session.who()?),
        TableLook::Time => answer.rows(session.time()?),
        TableLook::Hint => answer.rows(session.hints()),
        TableLook::Recap(day) => {
            let Recap { heading, lines } = session.recap(*day)?;
            answer.shown.extend(heading.map(|heading| (Weight::Heading, heading)));
            answer.shown.extend(lines.into_iter().map(|line| (line.weight, line.text)));
        }
        TableLook::Options(words) => {
            let rows = options(session, words)?;
            if rows.is_empty() {
                let args = [("verb", words.first().cloned().unwrap_or_default().into())];
                let why = session.words().say(session.lang(), "board-no-options", &args);
                return Ok(refused(answer, why));
            }
            answer.rows(rows);
        }
        TableLook::Help(words) => {
            let (book, lang) = (session.book(), session.lang());
            let verb = words.first().and_then(|word| book.verb(&word.to_lowercase()));
            match verb {
                Some(verb) => answer.rows(vec![verb.help.of(lang).to_owned()]),
                None => answer.rows(vec![say(session, "board-help")]),
            }
        }
    }
    Ok(true)
}

/// The legal orders, or those that the words ask for; the question while there are none.
fn options(session: &PlayerSession, words: &[String]) -> Result<Vec<String>, ClubError> {
    let asked = session.asked()?;
    if asked.options.verbs.is_empty() {
        return Ok(vec![asked.question]);
    }
    let (options, Listing { choices, .. }) = session.options_about(&asked.options, words);
    Ok(match choices.is_empty() {
        // Free text cannot be listed.
        true => session.menu(&options, 0).outlines,
        false => choices.into_iter().map(|choice| choice.sentence).collect(),
    })
}

fn refused(answer: &mut Answer, why: String) -> bool {
    answer.refused = Some(why);
    false
}

fn misread(session: &PlayerSession, why: &ParseError) -> String {
    report::parse_error(session.words(), session.lang(), session.book(), session.lexicon(), why)
}

fn say(session: &PlayerSession, key: &str) -> String {
    session.words().say(session.lang(), key, &[])
}
