//! The terminal: typed lines in, reports out, the same for a person and for a script on standard input.
//!
//! | part | what it does |
//! |---|---|
//! | [`source`] | lines, and time passing between them |
//! | [`input`] | a line of bounded length |
//! | [`completer`] | the words that complete a line |
//! | `menu` | what may be ordered |
//! | `turns` | others play meanwhile |
//! | [`hot_seat`] | the terminal goes from one seat to another |
//! | `other_players` | what a player does at the table beside orders |
//! | `page` | the output |
//! | [`screen`] | what may reach the terminal |
//! | [`wording`] | what is said here in words of its own |

pub mod completer;
pub mod hot_seat;
pub mod input;
mod menu;
mod other_players;
pub mod page;
pub mod screen;
pub mod source;
mod turns;
pub mod wording;

use std::io;

use crate::book::{ParseError, Parsed, is_yes};
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::{Asked, Head, OrderOutcome};
use crate::club::table_words::{TableInput, TableLook, TableVerb, USUAL_ROWS};
use crate::game::{OrderForm, Word};
use crate::report::{self, ReportLine, Weight};
use crate::words::Value;
pub use completer::Completer;
pub use hot_seat::{Arrival, HotSeat};
use page::Page;
pub use page::{Dress, wrapped};
pub use screen::Screen;
pub use source::{Heard, Source};

/// Orders of a verb that are listed with a prompt; a verb of more is outlined.
const CHOICES_OF_EACH_VERB: usize = 6;

/// The mode of a terminal.
#[derive(Clone, Copy)]
pub struct Manner {
    /// A person sits at it: prompts are shown and lines are not echoed.
    pub interactive: bool,
    /// The style of its pages.
    pub dress: Dress,
    /// Its columns; `None` for unwrapped lines.
    pub columns: Option<usize>,
}

/// The end of a session at the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Lines that were not understood or refused.
    pub refused: usize,
}

/// Plays until the input ends, the player leaves or the table is over.
///
/// # Errors
/// Output that cannot be written, or a table that cannot be read or written.
pub fn play(
    table: HotSeat,
    source: &mut dyn Source,
    out: &mut dyn Screen,
    manner: Manner,
) -> io::Result<Ending> {
    let page = Page { out, dress: manner.dress, columns: manner.columns };
    Session {
        table,
        source,
        page,
        manner,
        kept: None,
        shown: (None, String::new()),
        coming: false,
        unseen: false,
        listed: vec![],
        list: 0,
        relisted: false,
        closing: false,
        unread: None,
        told: vec![],
        new_phase: true,
        head: Head::EMPTY,
        ending: Ending::default(),
    }
    .run()
}

struct Session<'a> {
    table: HotSeat,
    source: &'a mut dyn Source,
    page: Page<'a>,
    manner: Manner,
    /// Input that arrived while the player waited, handled next.
    kept: Option<Heard>,
    /// The prompt and the question last shown.
    shown: (Option<u64>, String),
    /// The screen is clear for the next seat's player, who has yet to press Enter.
    coming: bool,
    /// The list was shown after the line that is being handled was typed.
    unseen: bool,
    /// The options last shown, for a bare number.
    listed: Vec<OrderForm>,
    /// The number of times that they have changed.
    list: u64,
    /// They were listed while the line was handled that holds the number.
    relisted: bool,
    /// The last report.
    told: Vec<ReportLine>,
    /// A phase has begun since the head of the log was last shown.
    new_phase: bool,
    /// The head last shown.
    head: Head,
    /// The player has asked to close the table and has yet to confirm it.
    closing: bool,
    /// Why the table cannot be read now, as shown.
    unread: Option<String>,
    ending: Ending,
}

/// The next step of a session.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

/// The result of one order of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineOutcome {
    /// The table has changed.
    Changed,
    /// It was answered and changed nothing.
    Shown,
    /// It was not understood or refused; the rest of the line is not done.
    InputError,
    /// The player leaves.
    Leave,
}

impl Session<'_> {
    fn run(mut self) -> io::Result<Ending> {
        self.sit_down()?;
        self.invite()?;
        loop {
            // Whoever reads the output sees it before there is anything to wait for.
            self.page.flush()?;
            let heard = match self.kept.take() {
                Some(heard) => heard,
                None => {
                    self.source.completes_by(self.completer());
                    self.source.next()?
                }
            };
            let ends = heard == Heard::End;
            match self.turn(heard) {
                Ok(Next::Leave) => return self.leave(),
                Ok(Next::GoOn) => {}
                // A person may go on once it can be read again; a script cannot wait.
                Err(error) if self.manner.interactive && !ends => self.cannot_read(error)?,
                Err(error) => return Err(error),
            }
        }
    }

    /// Handles one input.
    fn turn(&mut self, heard: Heard) -> io::Result<Next> {
        let next = match heard {
            Heard::Tick | Heard::Late => {
                self.look_up()?;
                let gone = broken(self.table.is_gone())?;
                return Ok(if gone { Next::Leave } else { Next::GoOn });
            }
            Heard::End => Next::Leave,
            Heard::TooLong(bytes) => {
                self.input_error(&self.say(
                    "terminal-line-too-long",
                    &[("bytes", bytes.into()), ("most", input::MAX_TYPED_BYTES.into())],
                ))?;
                Next::GoOn
            }
            Heard::Unended(line) => {
                self.input_error(&self.say("terminal-line-unended", &[("line", line.as_str().into())]))?;
                Next::GoOn
            }
            Heard::Line(line) => self.line(&line)?,
            Heard::Typed { line, list } => {
                self.unseen = list != self.list;
                self.line(&line)?
            }
        };
        if next == Next::Leave || broken(self.table.is_gone())? {
            return Ok(Next::Leave);
        }
        self.unseen = false;
        self.invite()?;
        Ok(Next::GoOn)
    }

    /// Says once that the table cannot be read now, where that is what went wrong.
    fn cannot_read(&mut self, error: io::Error) -> io::Result<()> {
        // Output that cannot be written is no fault of the club, and ends the session.
        let why = error.downcast::<ClubError>()?.to_string();
        if self.unread.as_ref() != Some(&why) {
            self.page.blank()?;
            self.input_error(&self.say("terminal-unread", &[("why", why.as_str().into())]))?;
            self.unread = Some(why);
            self.invite()?;
        }
        Ok(())
    }

    /// Reports that an order was not stored, or not completely.
    fn not_stored(&mut self, why: &ClubError) -> io::Result<LineOutcome> {
        let goes_on = match self.table.has_news() {
            Ok(true) => self.table.news().ok(),
            Ok(false) => Some(vec![]),
            Err(_) => None,
        };
        let key = match &goes_on {
            Some(news) if !news.is_empty() => "terminal-broken-further",
            Some(_) if !why.is_unknown() => "terminal-broken",
            _ => "terminal-broken-unknown",
        };
        self.tell(&goes_on.unwrap_or_default())?;
        let said = match why.wrong_clock() {
            Some(reason) => self.table.words().reason(self.table.lang(), reason),
            None => self.say(key, &[("why", why.to_string().into())]),
        };
        self.input_error(&said)?;
        Ok(LineOutcome::InputError)
    }

    fn leave(mut self) -> io::Result<Ending> {
        let asked = broken(self.table.asked())?;
        if asked.gone {
            return Ok(self.ending);
        }
        if !asked.over {
            let table = self.table.table().to_owned();
            self.page.line(&self.say("terminal-left", &[("table", table.into())]))?;
        }
        self.head()?;
        Ok(self.ending)
    }

    /// Returns whether the screen is cleared between seats: a person sits there, and not one who learns both sides.
    fn clears(&self) -> bool {
        self.manner.interactive && !self.table.teaches()
    }

    /// The completer of the next line: none before a seat's player has come, nor where a word confirms something.
    fn completer(&self) -> Option<Completer> {
        let orders = self.manner.interactive && !self.coming && !self.closing;
        // The next line reports a table that cannot be read.
        if orders { Completer::of(&self.table).ok() } else { None }
    }

    fn invite(&mut self) -> io::Result<()> {
        if !self.manner.interactive {
            return Ok(());
        }
        self.page.invite(&self.source.half_typed().unwrap_or_default())
    }

    /// Handles a typed line: its orders one after another, each against what is legal by then.
    fn line(&mut self, text: &str) -> io::Result<Next> {
        if !self.manner.interactive && !text.trim().is_empty() {
            self.page.echo(text)?;
        }
        // The line only says that the seat's player has come: it was typed before they saw anything.
        if std::mem::take(&mut self.coming) {
            self.arrive()?;
            self.ask(true)?;
            return Ok(Next::GoOn);
        }
        if std::mem::take(&mut self.closing) {
            return self.confirm_close(text);
        }
        if text.trim().is_empty() {
            self.enter()?;
            return Ok(Next::GoOn);
        }
        self.relisted = false;
        self.table.begin_line();
        self.catch_up_waiting()?;
        let asked = broken(self.table.asked())?;
        let mut line = match self.table.book().line(text, &asked.options) {
            Ok(line) => line,
            Err(parse_error) => {
                self.parse_error(&parse_error)?;
                return Ok(Next::GoOn);
            }
        };
        let mut changed = false;
        loop {
            let (asked, rest) = (broken(self.table.asked())?, line.rest());
            let Some(parsed) = self.table.book().next(&mut line, &asked.options, self.table.lexicon()) else {
                break;
            };
            if let Some(planned) = broken(self.table.plan_rest(&asked, &parsed, &rest))? {
                changed |= self.answered(Ok(planned))? == LineOutcome::Changed;
                break;
            }
            let went = match parsed {
                Ok(Parsed::Order { form, anyway, .. }) => self.order(asked.prompt, form, anyway)?,
                Ok(Parsed::Pick { number, anyway }) => self.pick(asked.prompt, (number, anyway), changed)?,
                Ok(Parsed::Table { verb, words }) => match self.table_verb(verb, &words)? {
                    LineOutcome::Leave => return Ok(Next::Leave),
                    said => said,
                },
                Err(parse_error) => {
                    self.parse_error(&parse_error)?;
                    LineOutcome::InputError
                }
            };
            changed |= went == LineOutcome::Changed;
            if went == LineOutcome::InputError {
                let rest = line.rest();
                if !rest.is_empty() {
                    self.page.line(&self.say("terminal-rest-undone", &[("rest", rest.as_str().into())]))?;
                }
                break;
            }
        }
        if changed {
            self.ask(false)?;
        }
        Ok(Next::GoOn)
    }

    fn order(&mut self, prompt: Option<u64>, form: OrderForm, anyway: bool) -> io::Result<LineOutcome> {
        let Some(prompt) = prompt else { return self.nothing_asked() };
        let answer = self.table.order(prompt, form, anyway);
        self.answered(answer)
    }

    /// Says why no order can be given: the table is closed, the game over, or another seat's turn.
    fn nothing_asked(&mut self) -> io::Result<LineOutcome> {
        let asked = broken(self.table.asked())?;
        // Shown here, it need not be repeated at the end of the line.
        self.shown = question_shown(&asked, &self.table.brief());
        self.input_error(&self.say("terminal-not-now", &[("why", asked.question.as_str().into())]))?;
        Ok(LineOutcome::InputError)
    }

    /// Picks a number from the list that was on the screen when it was typed. A changed question brings another list; if others
    /// changed the table meanwhile, the order itself fails.
    fn pick(
        &mut self,
        prompt: Option<u64>,
        (number, anyway): (usize, bool),
        changed: bool,
    ) -> io::Result<LineOutcome> {
        if self.unseen {
            self.input_error(&self.say("terminal-stale", &[]))?;
            return Ok(LineOutcome::InputError);
        }
        if changed || self.relisted {
            self.input_error(&self.say("terminal-number-old", &[("number", number.into())]))?;
            return Ok(LineOutcome::InputError);
        }
        match number.checked_sub(1).and_then(|at| self.listed.get(at)).cloned() {
            Some(form) => self.order(prompt, form, anyway),
            None => {
                let most = self.listed.len();
                self.input_error(
                    &self.say("terminal-no-such-number", &[("number", number.into()), ("most", most.into())]),
                )?;
                Ok(LineOutcome::InputError)
            }
        }
    }

    /// Shows the result of an order. A table that cannot be written now may be able to later, so play goes on.
    fn answered(&mut self, answer: Result<OrderOutcome, ClubError>) -> io::Result<LineOutcome> {
        match answer {
            Err(why) => self.not_stored(&why),
            Ok(OrderOutcome::Accepted { .. }) => {
                self.news()?;
                Ok(LineOutcome::Changed)
            }
            Ok(OrderOutcome::Noted(notes)) => {
                self.news()?;
                self.page.lines(&notes)?;
                Ok(LineOutcome::Changed)
            }
            Ok(OrderOutcome::Refused(why) | OrderOutcome::Unconfirmed(Unconfirmed { why, .. })) => {
                self.input_error(&why)?;
                Ok(LineOutcome::InputError)
            }
            Ok(OrderOutcome::Stale) => {
                self.input_error(&self.say("terminal-stale", &[]))?;
                self.news()?;
                self.ask(true)?;
                Ok(LineOutcome::InputError)
            }
        }
    }

    /// Shows the news.
    fn news(&mut self) -> io::Result<()> {
        let news = broken(self.table.news())?;
        self.tell(&news)
    }

    fn tell(&mut self, news: &[ReportLine]) -> io::Result<()> {
        if !news.is_empty() {
            self.told = news.to_vec();
        }
        self.new_phase |= news.iter().any(|told| told.weight == Weight::Heading);
        self.page.report(news)
    }

    /// A verb of the table.
    fn table_verb(&mut self, verb: Word, words: &[String]) -> io::Result<LineOutcome> {
        match TableInput::read(self.table.book(), verb, words) {
            Ok(TableInput::Look(look)) => self.look(&look),
            Ok(TableInput::Set(setting, typed)) => {
                let answer = self.table.set(setting, &typed);
                self.answered(answer)
            }
            Ok(TableInput::Act(action)) => self.act(&action),
            Ok(TableInput::Wait) => self.wait(),
            Ok(TableInput::Quit) => Ok(LineOutcome::Leave),
            Err(parse_error) => {
                self.parse_error(&parse_error)?;
                Ok(LineOutcome::InputError)
            }
        }
    }

    fn look(&mut self, look: &TableLook) -> io::Result<LineOutcome> {
        match look {
            TableLook::Options(words) => return self.options(words),
            TableLook::Help(words) => self.help(words)?,
            TableLook::Show(words) => self.show(words)?,
            TableLook::Recap(day) => self.recap(*day, usize::MAX)?,
            TableLook::Hint => {
                let hints = self.table.hints();
                self.page.lines(&hints)?;
            }
            TableLook::Why(entry) => self.page_of(self.table.reasons(*entry))?,
            TableLook::Log(rows) => self.page_of(self.table.log(rows.unwrap_or(USUAL_ROWS)))?,
            TableLook::Dice(rows) => self.page_of(self.table.dice(rows.unwrap_or(USUAL_ROWS)))?,
            TableLook::Who => self.page_of(self.table.who())?,
            TableLook::Time => self.page_of(self.table.time())?,
        }
        Ok(LineOutcome::Shown)
    }

    fn confirm_close(&mut self, text: &str) -> io::Result<Next> {
        let close = self.table.book().verb(TableVerb::Close.as_str());
        let yes = is_yes(text) || close.is_some_and(|verb| verb.is_called(text));
        if !yes {
            self.page.line(&self.say("terminal-close-kept", &[]))?;
            return Ok(Next::GoOn);
        }
        let answer = self.table.close();
        if self.answered(answer)? == LineOutcome::Changed {
            self.ask(false)?;
        }
        Ok(Next::GoOn)
    }

    /// Prints the question and the legal orders: few by number, many in outline.
    fn ask(&mut self, in_full: bool) -> io::Result<()> {
        let in_full = match self.table.next_seat() {
            Some(seat) if self.clears() => return self.part_from(&seat),
            Some(seat) => {
                self.announce(&seat)?;
                self.arrive()?;
                true
            }
            None => in_full,
        };
        let asked = broken(self.table.asked())?;
        let brief = self.table.brief();
        let now = question_shown(&asked, &brief);
        if !in_full && asked.prompt.is_none() && self.shown == now {
            return Ok(());
        }
        self.shown = now;
        self.page.blank()?;
        self.page.lines(&brief)?;
        let question = self.question(&asked.question);
        self.page.heading(&question)?;
        self.page.lines(asked.due.as_slice())?;
        if let Some(request) = &asked.request {
            self.page.heading(request)?;
        }
        self.menu(&asked.options)?;
        let lesson = broken(self.table.lesson())?;
        self.page.lesson(&lesson.lines)?;
        if in_full || std::mem::take(&mut self.new_phase) {
            // With `in_full` the flag was not read above; the head that it asks for is shown now.
            self.new_phase = false;
            self.head()?;
        }
        Ok(())
    }

    /// A question, with its seat where several are played here.
    fn question(&self, question: &str) -> String {
        if self.table.is_single() {
            return question.to_owned();
        }
        let seat = self.table.here();
        self.say("terminal-question", &[("seat", seat.into()), ("question", question.into())])
    }

    /// The head of the log, so that players can check the table against it later.
    fn head(&mut self) -> io::Result<()> {
        let head = broken(self.table.asked())?.head;
        if head != self.head {
            self.page.dim(&self.say("terminal-head", &[("head", head.short().into())]))?;
            self.table.showed(head);
            self.head = head;
        }
        Ok(())
    }

    fn page_of(&mut self, lines: Result<Vec<String>, ClubError>) -> io::Result<()> {
        let lines = broken(lines)?;
        self.page.lines(&lines)
    }

    fn parse_error(&mut self, parse_error: &ParseError) -> io::Result<()> {
        let table = &self.table;
        let text =
            report::parse_error(table.words(), table.lang(), table.book(), table.lexicon(), parse_error);
        // A player who says yes to a request in words of their own sees the request and the words to type again.
        let request = match parse_error {
            ParseError::UnknownVerb { .. } => broken(self.table.asked())?.request,
            _ => None,
        };
        self.input_error(&text)?;
        request.map_or(Ok(()), |request| self.page.line(&request))
    }

    /// Shows the error in a line, and counts it.
    fn input_error(&mut self, text: &str) -> io::Result<()> {
        self.ending.refused += 1;
        self.page.input_error(text)
    }

    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.table.words().say(self.table.lang(), key, args)
    }
}

/// A seat's question as shown: the number of the prompt, and the question with its context and the open request.
fn question_shown(asked: &Asked, brief: &[String]) -> (Option<u64>, String) {
    let request = asked.request.as_deref().unwrap_or_default();
    (asked.prompt, format!("{}\n{}\n{request}", brief.join("\n"), asked.question))
}

fn broken<T>(result: Result<T, ClubError>) -> io::Result<T> {
    result.map_err(io::Error::other)
}
