//! The question of a letter, and the news around it: first what is to be decided, then the events, then the board.

use super::DOOR;
use super::answer::{MailAnswer, Numbered, list_note};
use super::letter::{Body, PieceStyle};
use super::menu::menu;
use super::tap::Tap;
use crate::book::{ArgSpec, Book, clip};
use crate::club::ClubError;
use crate::club::session::{Asked, PlayerSession};
use crate::club::table_words::TableVerb;
use crate::mail::reading::Taken;
use crate::report::Weight;
use crate::table::notices;

/// Most lines in an answer that look like orders and were left out.
const LEFT_OUT: usize = 5;

/// The part of the board that shows what decided a finished game.
const DECIDED: &str = "decided";
/// The number of no prompt: entries are counted from 1.
const NO_PROMPT: u64 = 0;

impl MailAnswer<'_> {
    /// The parts of the letter in their order.
    pub(super) fn together(&mut self) -> Body {
        let mut whole = std::mem::take(&mut self.remarks);
        whole.append(std::mem::take(&mut self.asked));
        whole.append_part(std::mem::take(&mut self.body));
        if self.drawn.is_some() {
            whole.picture();
        }
        whole.append_board(std::mem::take(&mut self.board));
        whole.append(std::mem::take(&mut self.foot));
        whole
    }

    /// The events at the table after one entry and up to another.
    pub(super) fn news(&mut self, after: u64, to: u64) -> Result<(), ClubError> {
        if after >= to {
            return Ok(());
        }
        let Some(session) = self.seated()? else { return Ok(()) };
        let told = session.report_lines(after, to)?;
        // The question already says that a phase began.
        let heads = [Weight::Heading, Weight::Subheading];
        if told.iter().any(|piece| !piece.dice.is_empty() || !heads.contains(&piece.weight)) {
            self.body.put(PieceStyle::Heading, self.say("mail-since", &[]));
            self.body.report(told);
        }
        Ok(())
    }

    /// Adds the present question of the mail's table, with its choices; returns the table's last entry, and the last one
    /// reported.
    pub(super) fn question(&mut self) -> Result<Option<(u64, u64)>, ClubError> {
        let Some(table) = self.table.clone() else { return Ok(None) };
        let last = self.door.club.watch(&table, self.lang)?.around().last;
        self.meanwhile(&table, last)?;
        let mut stands = last;
        match self.session() {
            Ok(session) => stands = self.ask(&session, last)?,
            Err(fault) => {
                let ClubError::Refused(why) = fault else { return Err(fault) };
                let open = self.offer(&table)?.unwrap_or(why);
                self.body.put(PieceStyle::Plain, open);
            }
        }
        Ok(Some((stands, last)))
    }

    /// Puts the question of a seat, with its choices, as of the table's entry `last`.
    fn ask(&mut self, session: &PlayerSession, last: u64) -> Result<u64, ClubError> {
        let asked = session.asked()?;
        // A picture shows what to decide about, and the end.
        self.drawn = (asked.prompt.is_some() || asked.over).then_some(last);
        let request = asked.request.as_deref().filter(|_| asked.prompt.is_none() && asked.has_to_answer);
        let question = [("question", request.unwrap_or(&asked.question).into())];
        let heading = match session.one_of_several() {
            _ if asked.over => self.say("mail-over", &[]),
            _ if asked.prompt.is_none() && !asked.has_to_answer && !asked.has_to_get_ready => {
                self.say("mail-no-question", &question)
            }
            Some(seat) => {
                let [question] = question;
                self.say("mail-question-of", &[("seat", seat.into()), question])
            }
            None => self.say("mail-question", &question),
        };
        self.asked.put(PieceStyle::Question, heading);
        if asked.over {
            self.asked.put(PieceStyle::Plain, asked.question.clone());
            self.end_links(session);
        }
        match (request, &asked.request) {
            (Some(_), _) => {
                self.answer_links(session, &asked);
                self.asked.put(PieceStyle::Subheading, asked.question.clone());
            }
            (None, Some(request)) => {
                self.asked.put(PieceStyle::Subheading, request.clone());
                self.answer_links(session, &asked);
            }
            (None, None) => {}
        }
        if asked.has_to_get_ready {
            if session.takes_luck() {
                let told = self.say("mail-luck", &[]);
                self.asked.put(PieceStyle::Plain, told);
            }
            self.asked.links(vec![Tap::of(label(session, TableVerb::Ready))]);
        }
        self.asked.lines(session.brief());
        self.asked.lines(asked.due.clone());
        let (menu, outlined) = menu(session, &asked.options);
        self.asked.lines(menu.outlines);
        // A line of this mail may have listed orders by number already, and a letter has one such list.
        if self.listed.is_none() {
            let mut of_question = std::mem::take(&mut self.asked);
            self.list(&mut of_question, session, &asked, menu.choices);
            self.asked = of_question;
        }
        let options = label(session, TableVerb::Options);
        let named = |verb| session.book().verb(verb).map_or(verb, |known| known.label(session.lang()));
        let links = outlined.iter().map(|verb| Tap::of(format!("{options} {}", named(verb.as_str()))));
        self.asked.links(links.collect());
        self.asked.lines(session.lesson()?.lines);
        self.foot.lines(self.door.page(session.table(), self.lang)?);
        let board = session.mailed_link();
        if let Some(url) = board {
            let sentence = self.say("mail-board", &[("link", url.as_str().into())]);
            self.foot.web(sentence, self.say("mail-board-button", &[]), url);
        }
        let since = self.moment(asked.since)?;
        let args = [("since", since.into()), ("head", asked.head.to_string().into())];
        self.foot.put(PieceStyle::Note, self.say("mail-head", &args));
        self.foot.put(PieceStyle::Note, session.trust()?);
        Ok(asked.head.seq)
    }

    /// Links that lead on from the end of a game. Each names the table: a mail that a link opens does not.
    fn end_links(&mut self, session: &PlayerSession) {
        let (table, book, lang) = (session.table(), &self.door.book, self.lang);
        let own = |verb: &'static str| book.verb(verb).map_or(verb, |known| known.label(lang)).to_owned();
        let of_table = |verb| Tap { label: own(verb), ..Tap::of(format!("{} {table}", own(verb))) };
        let part = |spec: &ArgSpec| spec.words.iter().find(|word| word.word.as_str() == DECIDED).cloned();
        let show = session.book().verb(TableVerb::Show.as_str());
        let decided = show.and_then(|show| show.args.iter().find_map(part)).map(|part| {
            let shows = format!("{} {}", label(session, TableVerb::Show), part.label(lang));
            Tap { lines: format!("{} {table}\n{shows}", own("table")), ..Tap::of(shows) }
        });
        // The id of a table is its game's name and a random part: `chess-7kq2`.
        let game = table.rsplit_once('-').map_or(table, |(game, _)| game).replace('_', "-");
        let again = Tap::of(format!("{} {game}", own("new")));
        let links = [of_table(TableVerb::Rematch.as_str()), again].into_iter().chain(decided);
        self.asked.links(links.chain([of_table("audit"), of_table("export")]).collect());
    }

    /// Links that answer the open request.
    fn answer_links(&mut self, session: &PlayerSession, asked: &Asked) {
        if asked.has_to_answer {
            let links = [TableVerb::Agree, TableVerb::Object]
                .map(|verb| Tap::of(label(session, verb)).answering(asked.request_number));
            self.asked.links(links.to_vec());
        }
    }

    /// Stores the list of a letter, even an empty one, for the mail that answers it: it names the table and the prompt.
    pub(super) fn keep_list(&mut self, id: &str, table: &str) -> Result<(), ClubError> {
        let (prompt, forms) = match self.listed.take() {
            Some(listed) => listed,
            // The address of a closed table is dead, and its answers are for the table all the same.
            None if self.door.club.watch(table, self.lang)?.around().closed => (NO_PROMPT, vec![]),
            None => return Ok(()),
        };
        let numbered = Numbered { table: table.to_owned(), prompt, forms, at: self.door.club.now() };
        let text = serde_json::to_string(&numbered).map_err(ClubError::failed)?;
        self.door.club.notes().put_of_player(DOOR, self.player, &list_note(id), Some(&text))
    }

    /// The question and news of a table, for a letter that answers no mail, and why it comes: one of [`notices`], each; with the
    /// entry after which the table is drawn.
    pub(super) fn unasked(mut self, id: &str, why: &[&str]) -> Result<(Body, Option<u64>), ClubError> {
        let Some(table) = self.table.clone() else { return Ok((self.body, None)) };
        if let Some(told_to) = self.door.told_to(self.player, &table)? {
            self.news(told_to, self.door.club.watch(&table, self.lang)?.around().last)?;
        }
        let session = self.seated()?;
        let (has_prompt, has_request) = match &session {
            Some(session) => {
                let asked = session.asked()?;
                (asked.prompt.is_some(), asked.has_to_answer)
            }
            None => (false, false),
        };
        // Events are not reported twice, and the question speaks for itself.
        let asks = |why: &str| {
            notices::is_of_question(why) || notices::is_of_readiness(why) || why == notices::REQUEST
        };
        let is_told =
            |why: &str| why == notices::PROMPT && has_prompt || why == notices::REQUEST && has_request;
        for why in why.iter().filter(|why| (self.body.is_empty() || asks(why)) && !is_told(why)) {
            let key = match why {
                why if notices::is_reminder(why) => "reminder",
                why if notices::is_of_readiness(why) => notices::READY,
                why => why,
            };
            self.remarks.put(PieceStyle::Plain, self.say(&format!("mail-why-{key}"), &[]));
        }
        if why.contains(&notices::PUBLISHED) && session.is_none() {
            self.body.lines(self.door.page(&table, self.lang)?);
        }
        let last = self.door.club.watch(&table, self.lang)?.around().last;
        if let Some(session) = session {
            // A player without a new question gets the events; the board is one `show` away.
            if why.iter().any(|why| notices::is_of_question(why)) && has_prompt {
                self.board.weighted(session.board(&[])?);
            }
            self.ask(&session, last)?;
            self.keep_list(id, &table)?;
        }
        Ok((self.together(), self.drawn))
    }

    /// Reports lines that look like orders and were taken for something else.
    pub(super) fn tell_left_out(&mut self) -> Result<(), ClubError> {
        let Some(mail) = self.mail.filter(|mail| !mail.left_out.is_empty()) else { return Ok(()) };
        let session = self.seated()?;
        let books: Vec<&Book> =
            session.iter().map(|session| session.book()).chain([&self.door.book]).collect();
        let like_orders: Vec<&(Taken, String)> = mail
            .left_out
            .iter()
            .filter(|(_, text)| books.iter().any(|book| super::doubts::begins_order(book, text)))
            .take(LEFT_OUT)
            .collect();
        for taken in [Taken::Introduction, Taken::Device, Taken::Signature, Taken::Quote] {
            let lines: Vec<&String> =
                like_orders.iter().filter(|(as_what, _)| *as_what == taken).map(|(_, text)| text).collect();
            if lines.is_empty() {
                continue;
            }
            let key = match taken {
                Taken::Introduction => "mail-left-out-introduction",
                Taken::Device => "mail-left-out-device",
                Taken::Signature => "mail-left-out-signature",
                Taken::Quote => "mail-left-out-quote",
            };
            self.remarks.put(PieceStyle::Wrong, self.say(key, &[]));
            lines.iter().for_each(|text| self.remarks.put(PieceStyle::Written, clip(text)));
        }
        Ok(())
    }
}

/// A verb of the table as its player types it.
pub(super) fn label(session: &PlayerSession, verb: TableVerb) -> &str {
    session.book().verb(verb.as_str()).map_or(verb.as_str(), |known| known.label(session.lang()))
}
