//! Doubts about a mail: if a line is not clearly an order, the answer asks about it, and nothing is done.

use serde::{Deserialize, Serialize};

use super::DOOR;
use super::answer::{LineResult, Numbered, list_note};
use super::context::MailContext;
use super::tap::question_in;
use crate::book::{ArgKind, Book, ParseError, Verb, clip, count, fold};
use crate::club::ClubError;
use crate::club::session::{Asked, PlayerSession, PromptAnswer};
use crate::club::table_words::TableInput;
use crate::mail::reading::{Incoming, OwnLine, Sealed};

/// Beginnings of sentences that say yes, without marks, in both languages.
const CONSENT: [&str; 38] = [
    "yes",
    "y",
    "yeah",
    "yep",
    "yup",
    "sure",
    "ok",
    "okay",
    "fine",
    "agreed",
    "accept",
    "accepted",
    "gladly",
    "absolutely",
    "certainly",
    "definitely",
    "of course",
    "count me in",
    "i accept",
    "i agree",
    "i do",
    "i am in",
    "im in",
    "i would",
    "id love",
    "id be",
    "happy to",
    "sounds good",
    "with pleasure",
    "はい",
    "承知",
    "了解",
    "承諾",
    "同意します",
    "賛成",
    "もちろん",
    "喜んで",
    "よろこんで",
];

/// The mails of a player for which it is recorded which lines did something.
enum LinesOf {
    /// Those that answer this mail of ours.
    Answers(String),
    /// Those that answer none, to this table.
    NewMails(String),
}

impl LinesOf {
    fn note(&self) -> String {
        match self {
            LinesOf::Answers(letter) => format!("said/{letter}"),
            LinesOf::NewMails(table) => format!("said/new/{table}"),
        }
    }

    fn refusal(&self) -> &'static str {
        match self {
            LinesOf::Answers(_) => "mail-said-before",
            LinesOf::NewMails(_) => "mail-said-before-anew",
        }
    }
}

/// Lines that did something: each with the key of its mail.
#[derive(Debug, Default, Serialize, Deserialize)]
struct DoneLines {
    /// When the last was carried out, in seconds since 1970.
    at: i64,
    lines: Vec<(String, String)>,
}

/// The verb meant by somebody who says yes in words of their own.
enum Meant {
    Join,
    Agree,
    Ready,
}

impl MailContext<'_> {
    /// Refuses a line that is not surely an order. `next` is the line below it.
    pub(super) fn doubt(&self, text: &str, next: Option<&OwnLine>) -> LineResult {
        let own = &self.door.book;
        let session = self.seated()?;
        if let Some(session) = &session
            && own.command(text).is_none()
            && let Some((given, verb)) = session.book().abbreviated(text, &session.asked()?.options)
        {
            let verb =
                verb.and_then(|verb| session.book().verb(verb.as_str())).map(|verb| verb.label(self.lang));
            let (key, verb) = match verb {
                Some(verb) => ("mail-in-full", verb),
                None => ("mail-in-full-unknown", ""),
            };
            let args = [("given", given.into()), ("verb", verb.into())];
            return self.input_error(key, &args);
        }
        let Some(OwnLine::Broken(next)) = next else { return Ok(()) };
        let books: Vec<&Book> = session.iter().map(|session| session.book()).chain([own]).collect();
        let takes_text = books.iter().any(|book| takes_text(book, text));
        let is_order = count(next).is_some() || books.iter().any(|book| begins_order(book, next));
        if is_order && !takes_text {
            return Ok(());
        }
        self.input_error("mail-broken", &[("next", clip(next).into())])
    }

    /// Returns whether a line begins as orders do, though it may be none.
    pub(super) fn is_like_order(&self, text: &str) -> Result<bool, ClubError> {
        let at_table = self.seated()?.is_some_and(|session| begins_order(session.book(), text));
        Ok(at_table || begins_order(&self.door.book, text) || count(text).is_some())
    }

    /// Returns why a line was not carried out, or the question about it: a player who says yes in words of their own is asked
    /// whether they mean it, and shown the line to write.
    pub(super) fn asked_back(&self, text: &str, why: String) -> Result<String, ClubError> {
        if !is_consent(text) {
            return Ok(why);
        }
        let key = match self.meant()? {
            Some(Meant::Join) => "mail-mean-join",
            Some(Meant::Agree) => "mail-mean-agree",
            Some(Meant::Ready) => "mail-mean-ready",
            None => return Ok(why),
        };
        Ok(self.say(key, &[]))
    }

    /// Returns the question that a player could say yes to at the table that the mail is about.
    fn meant(&self) -> Result<Option<Meant>, ClubError> {
        let Some(table) = &self.table else { return Ok(None) };
        if let Some(session) = self.seated()? {
            let asked = session.asked()?;
            return Ok(match (asked.has_to_answer, asked.has_to_get_ready) {
                (true, _) => Some(Meant::Agree),
                (false, true) => Some(Meant::Ready),
                (false, false) => None,
            });
        }
        let watched = self.door.club.watch(table, self.lang)?;
        let offered = !watched.around().closed && !watched.seats_of(self.player)?.offered.is_empty();
        Ok(offered.then_some(Meant::Join))
    }

    /// In words, the seat of the table kept for a player who holds none, and the line to write; `None` if there is none.
    pub(super) fn offer(&self, table: &str) -> Result<Option<String>, ClubError> {
        let watched = self.door.club.watch(table, self.lang)?;
        let seats = watched.seats_of(self.player)?.offered;
        if watched.around().closed || seats.is_empty() {
            return Ok(None);
        }
        let seats = self.door.seat_names(table, &seats, self.lang)?;
        Ok(Some(self.say("mail-kept-for-you", &[("seats", seats.into())])))
    }

    /// The key of the answer to a mail without a line of its sender's own.
    pub(super) fn empty_key(&self) -> &'static str {
        match self.mail.and_then(|mail| mail.sealed) {
            Some(Sealed::Encrypted) => "mail-encrypted",
            Some(Sealed::Signed) => "mail-signed-in-text",
            Some(Sealed::Attached) => "mail-only-files",
            None => "mail-empty",
        }
    }

    /// Refuses an order that was meant for another question: one answered meanwhile, in another door or by an earlier mail, or, in a
    /// mail that answers none of ours, one that was open before the present question.
    pub(super) fn meant_for_another(&self, session: &PlayerSession, asked: &Asked) -> LineResult {
        if self.changed {
            return Ok(());
        }
        let Some(meant) = self.list_answered()?.filter(|list| Some(&list.table) == self.table.as_ref())
        else {
            return self.written_before(asked);
        };
        if asked.prompt == Some(meant.prompt) {
            return Ok(());
        }
        let (key, order) = match session.answer_to(meant.prompt)? {
            // What became of the question of a link is not known: it may have been taken back.
            None if self.tapped().is_some() => return self.input_error("mail-tap-old", &[]),
            None => return Ok(()),
            Some(PromptAnswer::Elsewhere(order)) => ("link-answered-elsewhere", order),
            Some(PromptAnswer::Here(order)) => ("mail-answered-before", order),
        };
        self.input_error(key, &[("order", order.into())])
    }

    /// Refuses an order in a mail that was written before the question was asked.
    fn written_before(&self, asked: &Asked) -> LineResult {
        let written = self.mail.and_then(|mail| mail.written);
        let Some((written, asked)) = written.zip(asked.asked_at).filter(|(written, asked)| written <= asked)
        else {
            return Ok(());
        };
        let args = [("written", self.moment(written)?.into()), ("asked", self.moment(asked)?.into())];
        self.input_error("mail-written-before", &args)
    }

    /// Refuses a line that did something at the table already, in a mail that answers the same mail of ours: it was sent again because
    /// the answer was late. So is one that answers none of ours, unless it was written since.
    pub(super) fn refuse_repeated(&self, session: &PlayerSession, text: &str) -> LineResult {
        let Some(place) = self.lines_of(session, text) else { return Ok(()) };
        let done = self.done_lines(&place)?;
        let is_new = match place {
            LinesOf::Answers(_) => false,
            LinesOf::NewMails(_) => {
                self.mail.and_then(|mail| mail.written).is_some_and(|written| written > done.at)
            }
        };
        // The same mail, read again after a crash, is no repetition.
        let again = !is_new && done.lines.iter().any(|(key, line)| key != self.key && *line == alike(text));
        if again { self.input_error(place.refusal(), &[("line", clip(text).into())]) } else { Ok(()) }
    }

    /// Notes that a line did something.
    pub(super) fn note_done(&self, session: &PlayerSession, text: &str) -> Result<(), ClubError> {
        let Some(place) = self.lines_of(session, text) else { return Ok(()) };
        let mut done = self.done_lines(&place)?;
        done.at = self.door.club.now();
        let line = alike(text);
        done.lines.retain(|(_, before)| *before != line);
        done.lines.push((self.key.to_owned(), line));
        let text = serde_json::to_string(&done).map_err(ClubError::failed)?;
        self.door.club.notes().put_of_player(DOOR, self.player, &place.note(), Some(&text))
    }

    /// Where it is noted that a line did something; `None` for one that does nothing, or that the question it answers protects.
    fn lines_of(&self, session: &PlayerSession, text: &str) -> Option<LinesOf> {
        let mail = self.mail?;
        let command = session.book().command(text);
        let acts = |(verb, words): &(&Verb, Result<Vec<String>, ParseError>)| {
            TableInput::acts(session.book(), verb.name, words.as_deref().unwrap_or_default())
        };
        if command.as_ref().is_some_and(|command| !acts(command)) {
            return None;
        }
        let tapped = || Some(format!("tap-{}-{}", self.written_to.as_deref()?, self.tapped()?));
        match self.door.letter_answered(mail).map(str::to_owned).or_else(tapped) {
            Some(letter) => command.map(|_| LinesOf::Answers(letter)),
            None => Some(LinesOf::NewMails(self.table.clone()?)),
        }
    }

    fn done_lines(&self, place: &LinesOf) -> Result<DoneLines, ClubError> {
        let kept = self.door.club.notes().of_player(DOOR, self.player, &place.note())?;
        let done = kept.map(|text| serde_json::from_str(&text).map_err(ClubError::failed)).transpose()?;
        Ok(done.unwrap_or_default())
    }

    /// The list in the mail of ours that this one answers; for one that a link opened, the question of the link, without a list.
    pub(super) fn list_answered(&self) -> Result<Option<Numbered>, ClubError> {
        let Some(mail) = self.mail else { return Ok(None) };
        let tapped = self.tapped().zip(self.written_to.clone());
        Ok(match self.door.list_answered(mail, self.player)? {
            None => tapped.map(|(prompt, table)| Numbered { table, prompt, forms: vec![], at: 0 }),
            answered => answered,
        })
    }

    /// The number of the question or the request that the mail answers, if a link in a mail of ours opened it.
    pub(super) fn tapped(&self) -> Option<u64> {
        let mail = self.mail.filter(|mail| self.door.letter_answered(mail).is_none())?;
        question_in(&mail.subject)
    }
}

impl super::mail_door::MailDoor {
    /// The table of the question in the nearest mail of ours that a player's mail answers.
    pub(super) fn table_of_list(&self, mail: &Incoming, player: &str) -> Result<Option<String>, ClubError> {
        Ok(self.list_answered(mail, player)?.map(|list| list.table))
    }

    /// The nearest letter of ours that a mail answers.
    fn letter_answered<'a>(&self, mail: &'a Incoming) -> Option<&'a str> {
        mail.replies_to.iter().find_map(|id| self.letter_of(id, &mail.from.address))
    }

    fn list_answered(&self, mail: &Incoming, player: &str) -> Result<Option<Numbered>, ClubError> {
        let Some(id) = self.letter_answered(mail) else { return Ok(None) };
        let kept = self.club.notes().of_player(DOOR, player, &list_note(id))?;
        kept.map(|text| serde_json::from_str(&text).map_err(ClubError::failed)).transpose()
    }
}

/// A line in the form for comparisons: phones add a full stop.
fn alike(text: &str) -> String {
    fold(text.trim_end().trim_end_matches(['.', '。']))
}

/// Returns whether the verb at the beginning of a line takes a text to the end of the line, such as a sentence.
fn takes_text(book: &Book, text: &str) -> bool {
    let verb = book.order_verb(text).or_else(|| book.command(text).map(|(verb, _)| verb));
    verb.and_then(|verb| verb.args.last()).is_some_and(|last| last.kind == ArgKind::Text)
}

/// Returns whether a line begins with a verb that is written in full.
pub(super) fn begins_order(book: &Book, text: &str) -> bool {
    book.order_verb(text).is_some() || book.command(text).is_some()
}

/// Returns whether a sentence begins as one does that says yes to something.
fn is_consent(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !matches!(c, '\'' | '’')).collect();
    let words = fold(&plain.replace(|c: char| c.is_ascii_punctuation() || "。、！？".contains(c), " "));
    CONSENT.iter().map(|begin| fold(begin)).any(|begin| match begin.is_ascii() {
        // Japanese has no spaces between words.
        false => words.starts_with(&begin),
        true => words == begin || words.starts_with(&format!("{begin}-")),
    })
}
