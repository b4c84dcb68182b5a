//! One mail, line by line, and the letter that answers it.
//!
//! A line is a command of this door, a verb of the table, or orders; the first line that is refused or not understood ends the
//! mail. Each line has a key of its own, so that a mail that is read again after a kill does everything once: finished lines
//! are reported again, and the rest is carried out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::DOOR;
use super::letter::{Body, MailLetter, PieceStyle};
use super::mail_door::MailDoor;
use super::wording::AtMail;
use crate::book::{ArgKind, Lexicon, MAX_LINE_BYTES, ParseError, Parsed, ParsedLine};
use crate::club::consent::Unconfirmed;
use crate::club::session::{Asked, OrderOutcome, PlayerSession};
use crate::club::table_words::TableInput;
use crate::club::zone::{zone_of, zoned};
use crate::club::{ClubError, Visitor, words::IN_SHORT};
use crate::game::{OrderForm, Word};
use crate::mail::reading::{Incoming, OwnLine};
use crate::pace::Zone;
use crate::report::{self, Weight};
use crate::table::notices;
use crate::words::{Lang, Value};

/// Most lines of a mail that are carried out.
const MOST_LINES: usize = 50;

/// A list of orders as a letter numbers them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Numbered {
    pub(super) table: String,
    /// The prompt they answer.
    pub(super) prompt: u64,
    forms: Vec<OrderForm>,
    /// When it was made, in seconds since 1970.
    at: i64,
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
    /// The first and the last entry of that table that each line reported.
    #[serde(skip)]
    told: Vec<(u64, u64)>,
}

/// An order, and whether it was confirmed.
type Given = (OrderForm, bool);

/// The result of a line: a [`ClubError::Refused`] goes to the player, and the rest of the mail is not carried out.
pub(super) type LineResult = Result<(), ClubError>;

/// One mail under way.
pub(super) struct MailAnswer<'a> {
    pub(super) door: &'a MailDoor,
    /// The mail; `None` for a letter that answers none.
    pub(super) mail: Option<&'a Incoming>,
    pub(super) player: &'a str,
    pub(super) lang: Lang,
    /// The table the mail is about.
    pub(super) table: Option<String>,
    /// The key of the mail, and the line that is carried out.
    pub(super) key: &'a str,
    line: usize,
    /// The code at the end of that line, which confirms it.
    pub(super) code: Option<String>,
    pub(super) body: Body,
    /// Orders that the letter numbers, with the prompt they answer.
    pub(super) listed: Option<(u64, Vec<OrderForm>)>,
    progress: Progress,
    /// Something was done: numbers of an earlier list mean nothing any more.
    pub(super) changed: bool,
    /// The line that is carried out did something.
    acted: bool,
    /// The table whose log goes along.
    pub(super) export: Option<String>,
    /// The entry after which the table is drawn.
    drawn: Option<u64>,
}

impl<'a> MailAnswer<'a> {
    pub(super) fn new(
        door: &'a MailDoor,
        mail: Option<&'a Incoming>,
        (player, lang): (&'a str, Lang),
        table: Option<String>,
        key: &'a str,
    ) -> MailAnswer<'a> {
        let (body, progress) = (Body::default(), Progress::default());
        let (line, listed, changed, export, drawn) = (0, None, false, None, None);
        MailAnswer {
            door,
            mail,
            player,
            lang,
            table,
            key,
            line,
            code: None,
            body,
            listed,
            progress,
            changed,
            acted: false,
            export,
            drawn,
        }
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.door.words.say(self.lang, key, args)
    }

    /// A moment in seconds since 1970, as the player's clock shows it, with its zone.
    pub(super) fn moment(&self, at: i64) -> Result<String, ClubError> {
        let zone = self.door.club.people().player(self.player)?.as_ref().map_or(Zone::UTC, zone_of);
        Ok(zoned(&self.door.words, self.lang, at, &zone))
    }

    /// Refuses a line for this reason.
    pub(super) fn input_error<T>(&self, key: &str, args: &[(&str, Value<'_>)]) -> Result<T, ClubError> {
        Err(ClubError::Refused(self.say(key, args)))
    }

    /// Carries the mail out; returns the answer, and whether a line of it was understood.
    pub(super) fn letter(mut self) -> Result<(MailLetter, bool), ClubError> {
        self.begin()?;
        let mut lines = self.mail.map_or_else(Vec::new, |mail| mail.lines.clone());
        // The text that mail programs write for their unsubscribe button.
        if let (Some(mail), true) = (self.mail, lines.is_empty())
            && self.door.book.command(&mail.subject).is_some_and(|(_, words)| words.is_ok())
        {
            lines.push(OwnLine::Written(mail.subject.clone()));
        }
        if lines.is_empty() {
            self.body.put(PieceStyle::Plain, self.say(self.empty_key(), &[]));
        }
        let mut understood = false;
        for at in 0..lines.len() {
            self.line = at;
            self.body.put(PieceStyle::Written, repeated(&lines[at]));
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
            understood |= refused.is_none() || self.is_like_order(lines[at].text())?;
            if let Some(why) = refused {
                let why = self.asked_back(lines[at].text(), why)?;
                self.body.put(PieceStyle::Wrong, why);
                let rest = &lines[at + 1..];
                if !rest.is_empty() {
                    self.body.put(PieceStyle::Wrong, self.say("mail-not-done", &[]));
                    rest.iter()
                        .take(MOST_LINES)
                        .for_each(|it| self.body.put(PieceStyle::Written, repeated(it)));
                }
                if rest.len() > MOST_LINES {
                    self.body.put(PieceStyle::Written, "…");
                }
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
            self.body.put(PieceStyle::Wrong, self.say("mail-last-of-hour", &args));
        }
        let subject = self.door.subject(self.table.as_deref(), self.lang);
        let answers = self.mail.and_then(|mail| mail.message_id.clone());
        let MailAnswer { table, body, export, drawn, .. } = self;
        Ok((MailLetter { id, table, subject, body, answers, export, drawn, told_to }, understood))
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
        let (mut text, mut given) = (text.to_owned(), 0);
        let before = session.answered_before()?;
        if !before.is_empty() {
            self.changed = true;
            given = before.len();
            self.answers_told(&session, before)?;
            let Some(rest) = self.left_of_line(given) else { return Ok(()) };
            text = rest;
            session.go_on_after(given);
        }
        self.orders(&mut session, &text, given)
    }

    /// Returns whether a command of this door is also a verb at the player's table: of its game, as `decline` may be, or one
    /// that this door only extends. Then the verb is meant, unless the command names a table, which no verb at a table does.
    fn is_of_session(&self, verb: Word, words: &Result<Vec<String>, ParseError>) -> Result<bool, ClubError> {
        let Some(session) = self.seated()? else { return Ok(false) };
        let own = self.door.book.verb(verb.as_str());
        let takes_table = own.is_some_and(|own| own.args.iter().any(|arg| arg.kind == ArgKind::Table));
        let names_table = takes_table && words.as_ref().is_ok_and(|words| !words.is_empty());
        let known = session.book().verb(verb.as_str());
        Ok(known.is_some_and(|known| !known.table || !names_table))
    }

    /// The visitor for the current line.
    pub(super) fn visitor(&self) -> Visitor {
        let key = format!("{}.{}", self.key, self.line);
        Visitor { player: self.player.to_owned(), door: Arc::new(AtMail), key }
    }

    /// The player at the table the mail is about.
    pub(super) fn session(&self) -> Result<PlayerSession, ClubError> {
        let table = self.table.as_deref().unwrap_or_default();
        self.door.club.watch(table, self.lang)?.sit(self.visitor(), None)
    }

    /// The same; `None` where the mail is about no table, or the player holds no seat there.
    pub(super) fn seated(&self) -> Result<Option<PlayerSession>, ClubError> {
        match self.table {
            None => Ok(None),
            Some(_) => match self.session() {
                Err(ClubError::Refused(_)) => Ok(None),
                session => session.map(Some),
            },
        }
    }

    /// Carries out the orders of a line one after another, each against what is legal by then. A refused order is never carried
    /// out later, even if the mail comes again or another process works on it.
    fn orders(&mut self, session: &mut PlayerSession, text: &str, given: usize) -> LineResult {
        self.acted = false;
        let went = self.refuse_repeated(session, text).and_then(|()| self.legal_orders(session, text, given));
        match refused(went)? {
            None if self.acted => self.note_done(session, text),
            None => Ok(()),
            Some(why) => {
                let first = session.refuse(&why)?;
                self.answers_told(session, vec![first])
            }
        }
    }

    fn legal_orders(&mut self, session: &mut PlayerSession, text: &str, mut given: usize) -> LineResult {
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
            several |= !line.is_empty();
            let acts = match &parsed {
                Ok(Parsed::Order { .. } | Parsed::Pick { .. }) => true,
                Ok(Parsed::Table { verb, words }) => TableInput::acts(session.book(), *verb, words),
                Err(_) => false,
            };
            if acts {
                if several {
                    self.note_progress(given, with, &line)?;
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
            let last = self.door.club.watch(table, self.lang)?.last();
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

    fn note_progress(&mut self, given: usize, with: String, line: &ParsedLine) -> Result<(), ClubError> {
        let before = std::mem::take(&mut self.progress);
        self.progress = Progress { line: self.line, given, with, without: line.rest(), ..before };
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
                    let last = self.door.club.watch(session.table(), self.lang)?.last();
                    self.tells(session.table(), 0, last);
                    self.body.lines(notes);
                }
                OrderOutcome::Refused(why) | OrderOutcome::Unconfirmed(Unconfirmed { why, .. }) => {
                    return Err(ClubError::Refused(why));
                }
                OrderOutcome::Stale => return self.input_error("mail-stale", &[]),
            }
        }
        Ok(())
    }

    /// The events at the table after one entry and up to another.
    fn news(&mut self, after: u64, to: u64) -> Result<(), ClubError> {
        if after >= to {
            return Ok(());
        }
        let Some(session) = self.seated()? else { return Ok(()) };
        let told = session.report_lines(after, to)?;
        // The question already says that a phase began.
        let heads = [Weight::Heading, Weight::Subheading];
        if told.iter().any(|piece| !piece.dice.is_empty() || !heads.contains(&piece.weight)) {
            if told.iter().filter(|piece| !piece.text.is_empty()).count() > IN_SHORT {
                self.body.put(PieceStyle::Heading, self.say("mail-in-short", &[]));
                self.body.lines(session.in_short(after, to)?);
            }
            self.body.put(PieceStyle::Heading, self.say("mail-since", &[]));
            self.body.report(told);
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
    fn meanwhile(&mut self, table: &str, last: u64) -> Result<(), ClubError> {
        let Progress { begun: Some((begun, _, to)), told, .. } = &self.progress else { return Ok(()) };
        if begun != table {
            return Ok(());
        }
        let (mut to, mut told) = (*to, told.clone());
        told.sort_unstable();
        for (first, end) in told.into_iter().chain([(last + 1, last)]) {
            self.news(to, first.saturating_sub(1))?;
            to = to.max(end);
        }
        Ok(())
    }

    /// Adds the present question of the mail's table, with its choices; returns the table's last entry, and the last one
    /// reported.
    fn question(&mut self) -> Result<Option<(u64, u64)>, ClubError> {
        let Some(table) = self.table.clone() else { return Ok(None) };
        let last = self.door.club.watch(&table, self.lang)?.last();
        self.meanwhile(&table, last)?;
        let mut stands = last;
        match self.session() {
            Ok(session) => {
                self.drawn = self.changed.then_some(last);
                stands = self.asked(&session)?;
            }
            Err(fault) => {
                let ClubError::Refused(why) = fault else { return Err(fault) };
                let open = self.offer(&table)?.unwrap_or(why);
                self.body.put(PieceStyle::Plain, open);
            }
        }
        Ok(Some((stands, last)))
    }

    fn asked(&mut self, session: &PlayerSession) -> Result<u64, ClubError> {
        let asked = session.asked()?;
        let heading = match session.one_of_several() {
            _ if asked.prompt.is_none() && !asked.has_to_answer && !asked.has_to_get_ready => {
                self.say("mail-no-question", &[])
            }
            Some(seat) => self.say("mail-question-of", &[("seat", seat.into())]),
            None => self.say("mail-question", &[]),
        };
        self.body.put(PieceStyle::Heading, heading);
        self.body.lines(session.brief());
        self.body.put(PieceStyle::Subheading, asked.question.clone());
        self.body.lines(asked.due.clone());
        if let Some(request) = &asked.request {
            self.body.put(PieceStyle::Subheading, request.clone());
        }
        let menu = MailAnswer::menu(session, &asked.options);
        self.body.lines(menu.outlines);
        if self.listed.is_none() {
            self.list(session, &asked, menu.choices);
        }
        self.body.lines(session.lesson()?);
        let since = self.moment(asked.since)?;
        let args = [("since", since.into()), ("head", asked.head.to_string().into())];
        self.body.put(PieceStyle::Note, self.say("mail-head", &args));
        Ok(asked.head.seq)
    }

    /// Stores the list of a letter, even an empty one, for the mail that answers it: it names the prompt.
    fn keep_list(&mut self, id: &str, table: &str) -> Result<(), ClubError> {
        let Some((prompt, forms)) = self.listed.take() else { return Ok(()) };
        let numbered = Numbered { table: table.to_owned(), prompt, forms, at: self.door.club.now() };
        let text = serde_json::to_string(&numbered).map_err(ClubError::failed)?;
        self.door.club.notes().put_of_player(DOOR, self.player, &list_note(id), Some(&text))
    }

    /// The news and question of a table, for a letter that answers no mail, and why it comes: one of
    /// [`notices`], each; with the entry after which the table is drawn.
    pub(super) fn unasked(mut self, id: &str, why: &[&str]) -> Result<(Body, Option<u64>), ClubError> {
        let Some(table) = self.table.clone() else { return Ok((self.body, None)) };
        if let Some(told_to) = self.door.told_to(self.player, &table)? {
            self.news(told_to, self.door.club.watch(&table, self.lang)?.last())?;
        }
        let news = std::mem::take(&mut self.body);
        // Events are not reported twice.
        let asks = |why: &str| {
            notices::is_of_question(why) || notices::is_of_readiness(why) || why == notices::REQUEST
        };
        for why in why.iter().filter(|why| news.is_empty() || asks(why)) {
            let key = match why {
                why if notices::is_reminder(why) => "reminder",
                why if notices::is_of_readiness(why) => notices::READY,
                why => why,
            };
            self.body.put(PieceStyle::Plain, self.say(&format!("mail-why-{key}"), &[]));
        }
        self.body.append(news);
        if why.contains(&notices::PUBLISHED) {
            self.body.lines(self.door.page(&table, self.lang)?);
        }
        let last = self.door.club.watch(&table, self.lang)?.last();
        if let Some(session) = self.seated()? {
            self.drawn = Some(last);
            // A player without a new question gets the events; the board is one `show` away.
            if why.iter().any(|why| notices::is_of_question(why)) && session.asked()?.prompt.is_some() {
                self.body.weighted(session.board(&[])?);
            }
            self.asked(&session)?;
            self.keep_list(id, &table)?;
        }
        Ok((self.body, self.drawn))
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
