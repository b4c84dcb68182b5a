//! One mail, line by line, and the letter that answers it.
//!
//! A line is a command of this door, a verb of the table, or orders; the first line that is refused or not understood ends the
//! mail. Each line has a key of its own, so that a mail that is read again after a kill does everything once: finished lines
//! are reported again, and the rest is carried out.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

use super::DOOR;
use super::context::MailContext;
use super::letter::{Body, MailLetter, PieceStyle};
use super::mail_door::MailDoor;
use super::requests::SlowRequest;
use super::tap::Tap;
use crate::book::{Lexicon, MAX_LINE_BYTES, ParseError, Parsed, ParsedLine, anyway};
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::{Asked, OrderOutcome, PlayerSession};
use crate::club::table_words::TableInput;
use crate::game::OrderForm;
use crate::mail::reading::{Incoming, OwnLine};
use crate::report;
use crate::words::Lang;

/// Most lines of a mail that are carried out.
const MOST_LINES: usize = 50;

/// A list of orders as a letter numbers them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Numbered {
    pub(super) table: String,
    /// The prompt they answer.
    pub(super) prompt: u64,
    pub(super) forms: Vec<OrderForm>,
    /// When it was made, in seconds since 1970.
    pub(super) at: i64,
}

/// The progress of a mail: stored when it is begun, and before each order of a line of several.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Progress {
    /// The table of the mail when it was begun, the last entry the player had been told of, and its last entry.
    begun: Option<(String, u64, u64)>,
    line: usize,
    /// Orders of the line that were given before this one.
    given: usize,
    /// The rest of the line with this order, and without it.
    with: String,
    without: String,
    /// True if that rest is of one list, such as `place 505, 506`.
    #[serde(default)]
    listed: bool,
    /// The first and the last entry of that table that each line reported.
    #[serde(skip)]
    told: Vec<(u64, u64)>,
}

/// An order, and whether it was confirmed.
type Given = (OrderForm, bool);

/// The result of a line: a [`ClubError::Refused`] goes to the player, and the rest of the mail is not carried out.
pub(super) type LineResult = Result<(), ClubError>;

/// One mail under way, with the parts of its answer.
pub(super) struct MailAnswer<'a> {
    pub(super) context: MailContext<'a>,
    /// Lines that were not carried out, or that wait for another mail.
    pub(super) remarks: Body,
    /// The question.
    pub(super) asked: Body,
    /// Things done, shown and reported.
    pub(super) body: Body,
    /// The board.
    pub(super) board: Body,
    /// Notes at the end.
    pub(super) foot: Body,
    /// Orders that the letter numbers, with the prompt they answer.
    pub(super) listed: Option<(u64, Vec<OrderForm>)>,
    progress: Progress,
    /// The line that is carried out did something.
    acted: bool,
    /// The line that carries out an order just left undone.
    anyway: Option<Tap>,
    /// The orders of the mail that wait for later questions.
    planned: Vec<String>,
    /// The table whose log goes along.
    pub(super) export: Option<String>,
    /// The entry after which the table is drawn.
    pub(super) drawn: Option<u64>,
    /// The request to work out before the mail can be carried out.
    pub(super) wants: Option<SlowRequest>,
    /// The request whose result the mail shows.
    pub(super) shown_slow: Option<SlowRequest>,
}

impl<'a> Deref for MailAnswer<'a> {
    type Target = MailContext<'a>;
    fn deref(&self) -> &MailContext<'a> {
        &self.context
    }
}

impl<'a> DerefMut for MailAnswer<'a> {
    fn deref_mut(&mut self) -> &mut MailContext<'a> {
        &mut self.context
    }
}

impl<'a> MailAnswer<'a> {
    pub(super) fn new(
        door: &'a MailDoor,
        mail: Option<&'a Incoming>,
        reader: (&'a str, Lang),
        table: Option<String>,
        key: &'a str,
    ) -> MailAnswer<'a> {
        MailAnswer {
            context: MailContext::new(door, mail, reader, table, key),
            remarks: Body::default(),
            asked: Body::default(),
            body: Body::default(),
            board: Body::default(),
            foot: Body::default(),
            listed: None,
            progress: Progress::default(),
            acted: false,
            anyway: None,
            planned: vec![],
            export: None,
            drawn: None,
            wants: None,
            shown_slow: None,
        }
    }

    /// Carries the mail out; returns the answer, and whether a line of it was understood; or what has to be worked out first.
    pub(super) fn letter(mut self) -> Result<Result<(MailLetter, bool), SlowRequest>, ClubError> {
        self.begin()?;
        let mut lines = self.mail.map_or_else(Vec::new, |mail| mail.lines.clone());
        // The text that mail programs write for their unsubscribe button.
        if let (Some(mail), true) = (self.mail, lines.is_empty())
            && self.door.book.command(&mail.subject).is_some_and(|(_, words)| words.is_ok())
        {
            lines.push(OwnLine::Written(mail.subject.clone()));
        }
        if lines.is_empty() {
            self.remarks.put(PieceStyle::Wrong, self.say(self.empty_key(), &[]));
        }
        let mut understood = false;
        for at in 0..lines.len() {
            self.line = at;
            self.body.put(PieceStyle::Written, repeated(&lines[at]));
            let (begun, remarked) = (self.body.count(), self.remarks.count());
            let went = match &lines[at] {
                _ if at >= MOST_LINES => {
                    self.input_error("mail-too-many-lines", &[("most", MOST_LINES.into())])
                }
                OwnLine::Doubtful(_) => self.input_error("mail-doubtful", &[]),
                OwnLine::Written(text) | OwnLine::Broken(text) => {
                    self.doubt(text, lines.get(at + 1)).and_then(|()| self.carry_out(text))
                }
            };
            let refused = refused(went)?;
            if let Some(request) = self.wants.take() {
                return Ok(Err(request));
            }
            understood |= refused.is_none() || self.is_like_order(lines[at].text())?;
            let has_remark = refused.is_some() || self.remarks.count() > remarked;
            // The remark repeats the line; in the body it would stand above nothing.
            if has_remark && self.body.count() == begun {
                self.body.take_last();
            }
            if let Some(why) = refused {
                let asked = self.asked_back(lines[at].text(), why.clone())?;
                // A player who is asked back said something.
                understood |= asked != why;
                self.not_done(&lines[at..], &asked);
                break;
            }
        }
        self.tell_left_out()?;
        // As with notifications, a repeated mail is the same only if it reports the same.
        let (stands, told_to) = self.question()?.unzip();
        let stands = stands.map(|stands| stands.to_string()).unwrap_or_default();
        let id = self.door.tokens.id(&["answer", self.player, self.key, &stands]);
        if let Some(table) = self.table.clone() {
            self.keep_list(&id, &table)?;
        }
        if let Some(next) = self.mail.and_then(|mail| self.door.next_answer(&mail.from.address)) {
            let most = self.door.settings.answers_an_hour.into();
            let args = [("most", most), ("next", self.moment(next)?.into())];
            self.foot.put(PieceStyle::Wrong, self.say("mail-last-of-hour", &args));
        }
        let subject = self.door.subject(self.table.as_deref(), self.lang);
        let answers = self.mail.and_then(|mail| mail.message_id.clone());
        let body = self.together();
        let MailAnswer { context: MailContext { table, .. }, export, drawn, .. } = self;
        Ok(Ok((MailLetter { id, table, subject, body, answers, export, drawn, told_to }, understood)))
    }

    /// Tells why the first of these lines was not carried out, and the others with it.
    fn not_done(&mut self, lines: &[OwnLine], why: &str) {
        let Some((refused, rest)) = lines.split_first() else { return };
        self.remarks.put(PieceStyle::Written, repeated(refused));
        self.remarks.put(PieceStyle::Wrong, why);
        self.remarks.links(self.anyway.take().into_iter().collect());
        if !rest.is_empty() {
            self.remarks.put(PieceStyle::Wrong, self.say("mail-not-done", &[]));
            rest.iter().take(MOST_LINES).for_each(|it| self.remarks.put(PieceStyle::Written, repeated(it)));
        }
        if rest.len() > MOST_LINES {
            self.remarks.put(PieceStyle::Written, "…");
        }
    }

    /// Carries out one line: a command of this door, or anything that the table understands.
    fn carry_out(&mut self, text: &str) -> LineResult {
        let text = self.without_code(text)?;
        let command = self.door.book.command(text).map(|(verb, words)| (verb.name, words));
        if let Some((verb, words)) = command
            && !self.is_of_session(verb, &words)?
        {
            let MailDoor { words: said, book, .. } = self.door;
            let told =
                |why: ParseError| report::parse_error(said, self.lang, book, &Lexicon::default(), &why);
            return self.command(verb, &words.map_err(|why| ClubError::Refused(told(why)))?);
        }
        if self.table.is_none() {
            return self.without_table(text);
        }
        let mut session = self.session()?;
        let (now, later) = session.cut_later(text).map_or((text, None), |(now, later)| (now, Some(later)));
        let before = if now.is_empty() { vec![] } else { session.answered_before()? };
        match before.len() {
            0 if now.is_empty() => {}
            0 => self.orders(&mut session, (now, false), 0)?,
            given => {
                self.changed = true;
                self.answers_told(&session, before)?;
                if let Some(rest) = self.left_of_line(given) {
                    // The rest continues the count of orders, or it would have the keys of those that are
                    // done.
                    session.go_on_after(given);
                    self.orders(&mut session, (&rest, self.progress.listed), given)?;
                }
            }
        }
        later.map_or(Ok(()), |later| self.plan(&mut session, later))
    }

    /// Plans orders for later questions, after those that the mail planned before. They replace the plan of an earlier mail.
    fn plan(&mut self, session: &mut PlayerSession, later: &str) -> LineResult {
        let all: Vec<&str> = self.planned.iter().map(String::as_str).chain([later]).collect();
        let planned = session.plan(&all.join(" then "))?;
        if matches!(planned, OrderOutcome::Noted(_)) {
            self.planned.push(later.to_owned());
        }
        self.answers_told(session, vec![planned])
    }

    /// Carries out the orders of a line one after another, each against what is legal by then; `listed` ones are the rest of a
    /// list. A refused order is never carried out later, even if the mail comes again or another process works on it.
    fn orders(
        &mut self,
        session: &mut PlayerSession,
        (text, listed): (&str, bool),
        given: usize,
    ) -> LineResult {
        self.acted = false;
        let went = self
            .refuse_repeated(session, text)
            .and_then(|()| self.legal_orders(session, (text, listed), given));
        match refused(went)? {
            None if self.acted => self.note_done(session, text),
            None => Ok(()),
            // It is carried out once that is worked out.
            Some(why) if self.wants.is_some() => Err(ClubError::Refused(why)),
            Some(why) => {
                let first = session.refuse(&why)?;
                self.answers_told(session, vec![first])
            }
        }
    }

    fn legal_orders(
        &mut self,
        session: &mut PlayerSession,
        (text, listed): (&str, bool),
        mut given: usize,
    ) -> LineResult {
        session.begin_line();
        let asked = session.asked()?;
        let line = session.book().line(text, &asked.options);
        let mut line = line.map_err(|why| misread(session, &why))?;
        let mut several = given > 0;
        loop {
            let (asked, with) = (session.asked()?, line.rest());
            let Some(parsed) = session.book().next(&mut line, &asked.options, session.lexicon()) else {
                return Ok(());
            };
            let is_later = listed && asked.prompt.is_none() && asked.waiting;
            if given > 0 && (is_later || asked.is_for_later(&parsed)) {
                return self.plan(session, &with);
            }
            several |= !line.is_empty();
            let acts = match &parsed {
                Ok(Parsed::Order { .. } | Parsed::Pick { .. }) => true,
                Ok(Parsed::Table { verb, words }) => TableInput::acts(session.book(), *verb, words),
                Err(_) => false,
            };
            if acts {
                // A line of one order needs no note: its stored outcome alone tells that it is done.
                if several {
                    let listed = matches!(parsed, Ok(Parsed::Order { part: Some(_), .. }));
                    self.note_progress((given, listed), with, &line)?;
                }
                given += 1;
            }
            let went = match parsed {
                Err(parse_error) => Err(misread(session, &parse_error)),
                Ok(Parsed::Order { form, anyway, .. }) => self.order(session, &asked, (form, anyway)),
                Ok(Parsed::Pick { number, anyway }) => self.pick(session, &asked, (number, anyway)),
                Ok(Parsed::Table { verb, words }) => self.table_verb(session, verb, &words),
            };
            if let Some(why) = refused(went)? {
                let rest = line.rest();
                let args = [("rest", rest.as_str().into())];
                let rest =
                    if rest.is_empty() { String::new() } else { self.say("mail-rest-not-done", &args) };
                return Err(ClubError::Refused([why, rest].join("\n").trim_end().to_owned()));
            }
        }
    }

    /// Begins the mail, or continues it after a kill: the events since the player's last mail come first.
    fn begin(&mut self) -> Result<(), ClubError> {
        let kept = self.door.club.notes().of_player(DOOR, self.player, &progress_note(self.key))?;
        if let Some(text) = kept {
            self.progress = serde_json::from_str(&text).map_err(ClubError::failed)?;
        } else if let Some(table) = &self.table
            && let Some(told_to) = self.door.told_to(self.player, table)?
        {
            let last = self.door.club.watch(table, self.lang)?.around().last;
            self.progress.begun = Some((table.clone(), told_to, last));
            self.keep_progress()?;
        }
        match self.progress.begun {
            Some((_, told_to, last)) => self.news(told_to, last),
            None => Ok(()),
        }
    }

    fn keep_progress(&self) -> Result<(), ClubError> {
        let text = serde_json::to_string(&self.progress).map_err(ClubError::failed)?;
        self.door.club.notes().put_of_player(DOOR, self.player, &progress_note(self.key), Some(&text))
    }

    fn note_progress(
        &mut self,
        (given, listed): (usize, bool),
        with: String,
        line: &ParsedLine,
    ) -> Result<(), ClubError> {
        let before = std::mem::take(&mut self.progress);
        self.progress = Progress { line: self.line, given, with, without: line.rest(), listed, ..before };
        self.keep_progress()
    }

    /// The rest of the line whose first `given` orders are done, if anything.
    fn left_of_line(&self, given: usize) -> Option<String> {
        let Progress { line, given: before, with, without, .. } = &self.progress;
        let rest = if given > *before { without } else { with };
        Some(rest.clone()).filter(|rest| *line == self.line && !rest.is_empty())
    }

    fn order(&mut self, session: &mut PlayerSession, asked: &Asked, given: Given) -> LineResult {
        let (form, anyway) = given;
        self.meant_for_another(session, asked)?;
        let Some(prompt) = asked.prompt else {
            return self.input_error("mail-not-now", &[]);
        };
        let answer = session.order(prompt, form, anyway)?;
        self.answers_told(session, vec![answer])
    }

    /// A number picks from the list in the mail that is answered, if that still holds.
    fn pick(&mut self, session: &mut PlayerSession, asked: &Asked, typed: (usize, bool)) -> LineResult {
        let (number, anyway) = typed;
        let given = [("number", number.into())];
        let Some(numbered) = self.list_answered()?.filter(|list| !list.forms.is_empty()) else {
            return self.input_error("mail-number-without-list", &given);
        };
        let here = asked.prompt == Some(numbered.prompt) && Some(&numbered.table) == self.table.as_ref();
        if self.changed || !here {
            self.meant_for_another(session, asked)?;
            return self.input_error("mail-number-old", &given);
        }
        match number.checked_sub(1).and_then(|at| numbered.forms.get(at)) {
            Some(form) => self.order(session, asked, (form.clone(), anyway)),
            None => {
                let most = numbered.forms.len().into();
                self.input_error("mail-no-such-number", &[("number", number.into()), ("most", most)])
            }
        }
    }

    /// The result of one or several commands of a seat.
    pub(super) fn answers_told(&mut self, session: &PlayerSession, answers: Vec<OrderOutcome>) -> LineResult {
        for answer in answers {
            match answer {
                OrderOutcome::Accepted { first, last } => {
                    (self.changed, self.acted) = (true, true);
                    self.tells(session.table(), first, last);
                    let told = session.report_lines(first.saturating_sub(1), last)?;
                    if told.is_empty() {
                        self.body.put(PieceStyle::Plain, self.say("mail-done", &[]));
                    }
                    self.body.report(told);
                }
                OrderOutcome::Noted(notes) => {
                    (self.changed, self.acted) = (true, true);
                    // The notes are the report of these entries. What others did meanwhile is told below.
                    if let Some((first, last)) = session.wrote() {
                        self.tells(session.table(), first, last);
                    }
                    self.body.lines(notes);
                }
                OrderOutcome::Refused(why) => return Err(ClubError::Refused(why)),
                OrderOutcome::Unconfirmed(Unconfirmed { prompt, form, why }) => {
                    let options = session.asked()?.options;
                    let (book, lexicon) = (session.book(), session.lexicon());
                    let typed = book.type_short_in(session.lang(), &form, &options, lexicon);
                    let line = format!("{typed} {}", anyway(session.lang()));
                    self.anyway = Some(Tap::of(line).answering(Some(prompt)));
                    return Err(ClubError::Refused(why));
                }
                OrderOutcome::Stale => return self.input_error("mail-stale", &[]),
            }
        }
        Ok(())
    }

    /// Marks entries of a table that a line reports itself.
    fn tells(&mut self, table: &str, first: u64, last: u64) {
        if self.progress.begun.as_ref().is_some_and(|(begun, ..)| begun == table) {
            self.progress.told.push((first, last));
        }
    }

    /// The other players' actions while the mail was carried out, up to `last`.
    pub(super) fn meanwhile(&mut self, table: &str, last: u64) -> Result<(), ClubError> {
        let Progress { begun: Some((begun, _, to)), told, .. } = &self.progress else { return Ok(()) };
        if begun != table {
            return Ok(());
        }
        let (mut to, mut told) = (*to, told.clone());
        told.sort_unstable();
        // The last pair is empty and stands for the end: it brings the news behind the last report.
        for (first, end) in told.into_iter().chain([(last + 1, last)]) {
            self.news(to, first.saturating_sub(1))?;
            to = to.max(end);
        }
        Ok(())
    }
}

/// The note of a mail's progress, by its key.
pub(super) fn progress_note(key: &str) -> String {
    format!("progress/{key}")
}

/// A line of a mail as its answer repeats it: of one that is too long to be read, its beginning.
fn repeated(line: &OwnLine) -> String {
    let text = line.text();
    let end = text.floor_char_boundary(MAX_LINE_BYTES);
    if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
}

pub(super) fn list_note(id: &str) -> String {
    format!("list/{id}")
}

/// Why a line was refused, in the player's words; `None` where it was carried out.
fn refused(went: LineResult) -> Result<Option<String>, ClubError> {
    match went {
        Err(ClubError::Refused(why)) => Ok(Some(why)),
        went => went.map(|()| None),
    }
}

pub(super) fn misread(session: &PlayerSession, parse_error: &ParseError) -> ClubError {
    let (words, lang, book, lexicon) = (session.words(), session.lang(), session.book(), session.lexicon());
    ClubError::Refused(report::parse_error(words, lang, book, lexicon, parse_error))
}
