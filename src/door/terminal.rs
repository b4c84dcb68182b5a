//! The terminal: typed lines in, reports out, the same for a person and for a script on standard input.

mod input;
mod page;

use std::io::{self, BufRead, Write};

use crate::book::{Book, Lexicon, Misread, Parsed, fold};
use crate::game::{Form, Options, Word};
use crate::report::{self, Choice, Listing, Menu, Told, Weight};
use crate::words::{Lang, Value, Words};
use input::Typed;
use page::Page;

/// Rows of the log or the dice when no number is given.
const USUAL_ROWS: usize = 20;
/// Orders listed at most when a verb is named.
const CHOICES_OF_A_VERB: usize = 60;
/// Orders of a verb that are listed with a prompt; a verb of more is outlined.
const CHOICES_OF_EACH_VERB: usize = 6;

/// What a seat is asked, with what it may order.
pub struct Asked {
    /// The prompt's number; `None` while the seat is asked nothing.
    pub prompt: Option<u64>,
    /// The question in words.
    pub question: String,
    /// The legal orders.
    pub options: Options,
    /// How far the log goes and what it hashes to.
    pub head: String,
    /// Whether the table takes no more orders.
    pub over: bool,
}

/// The answer to an order.
pub enum Answer {
    /// It happened; the news tell what came of it.
    Accepted,
    /// It is against a rule: why, in words.
    Refused(String),
    /// Something was decided at the table meanwhile; the news tell what.
    Stale,
}

/// What went wrong on our side, in words.
pub type Broken = String;

/// A player at one seat of one table, as the terminal needs it.
pub trait Seated {
    /// The book of orders.
    fn book(&self) -> &Book;
    /// The names of the table's data.
    fn lexicon(&self) -> &Lexicon;
    /// The messages.
    fn words(&self) -> &Words;
    /// The reader's language.
    fn lang(&self) -> Lang;
    /// What the table is, told once on sitting down.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn welcome(&self) -> Result<Vec<String>, Broken>;
    /// What happened since this was last asked.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn news(&mut self) -> Result<Vec<Told>, Broken>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken>;
    /// What the seat is asked.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn asked(&self) -> Result<Asked, Broken>;
    /// What may be ordered: verbs of at most `few` orders by number, the others in outline.
    fn menu(&self, options: &Options, few: usize) -> Menu;
    /// Orders that speak of everything in `about`, at most `limit`.
    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing;
    /// Gives an order in answer to a prompt.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn order(&mut self, prompt: u64, form: Form) -> Result<Answer, Broken>;
    /// Takes the last orders back.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn undo(&mut self, count: usize) -> Result<Answer, Broken>;
    /// The last `count` things that happened.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, Broken>;
    /// The last `count` rolls and how the faces have fallen.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, Broken>;
    /// Closes the table for good.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn close(&mut self) -> Result<Answer, Broken>;
}

/// How the terminal is used.
#[derive(Clone, Copy)]
pub struct Manner {
    /// A person sits at it: prompts are shown and lines are not echoed.
    pub interactive: bool,
    /// Colour, for a terminal that shows it.
    pub colour: bool,
}

/// How a session at the terminal ended.
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
    table: &mut impl Seated,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    manner: Manner,
) -> io::Result<Ending> {
    let page = Page { out, colour: manner.colour };
    Session {
        table,
        page,
        manner,
        listed: vec![],
        outlined: vec![],
        closing: false,
        new_phase: true,
        head: String::new(),
        ending: Ending::default(),
    }
    .run(input)
}

struct Session<'a, T: Seated> {
    table: &'a mut T,
    page: Page<'a>,
    manner: Manner,
    /// The options last shown, for a bare number.
    listed: Vec<Form>,
    /// The outlines last shown: they are not repeated.
    outlined: Vec<String>,
    /// A phase has begun since the head of the log was last shown.
    new_phase: bool,
    /// The head last shown.
    head: String,
    /// The player has asked to close the table and is asked whether that is meant.
    closing: bool,
    ending: Ending,
}

/// Whether a session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

/// What came of one order of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// The table stands differently now.
    Changed,
    /// It was answered and changed nothing.
    Shown,
    /// It was not understood or refused; the rest of the line is not done.
    Slip,
    /// The player leaves.
    Leave,
}

impl<T: Seated> Session<'_, T> {
    fn run(mut self, input: &mut dyn BufRead) -> io::Result<Ending> {
        let welcome = broken(self.table.welcome())?;
        self.page.lines(&welcome)?;
        let board = broken(self.table.board(&[]))?;
        self.page.weighted(&board)?;
        broken(self.table.news())?;
        self.ask(true)?;
        loop {
            self.invite()?;
            let next = match input::line(input)? {
                Typed::End => Next::Leave,
                Typed::TooLong(bytes) => {
                    self.slip(&self.say(
                        "terminal-line-too-long",
                        &[("bytes", bytes.into()), ("most", input::MAX_TYPED_BYTES.into())],
                    ))?;
                    Next::GoOn
                }
                Typed::Line(line) => self.line(&line)?,
            };
            if next == Next::Leave {
                if !broken(self.table.asked())?.over {
                    self.page.line(&self.say("terminal-left", &[]))?;
                }
                self.head()?;
                return Ok(self.ending);
            }
        }
    }

    fn invite(&mut self) -> io::Result<()> {
        if self.manner.interactive { self.page.invite() } else { Ok(()) }
    }

    /// Handles a typed line: its orders one after another, each against what is then legal.
    fn line(&mut self, text: &str) -> io::Result<Next> {
        if !self.manner.interactive && !text.trim().is_empty() {
            self.page.echo(text)?;
        }
        if std::mem::take(&mut self.closing) {
            return self.confirm_close(text);
        }
        if text.trim().is_empty() {
            self.ask(true)?;
            return Ok(Next::GoOn);
        }
        let asked = broken(self.table.asked())?;
        let mut line = match self.table.book().line(text, &asked.options) {
            Ok(line) => line,
            Err(misread) => {
                self.misread(&misread)?;
                return Ok(Next::GoOn);
            }
        };
        let mut changed = false;
        loop {
            let asked = broken(self.table.asked())?;
            let Some(parsed) = self.table.book().next(&mut line, &asked.options, self.table.lexicon()) else {
                break;
            };
            let went = match parsed {
                Ok(Parsed::Order { form, .. }) => self.order(asked.prompt, form)?,
                Ok(Parsed::Pick(number)) => self.pick(asked.prompt, number)?,
                Ok(Parsed::Table { verb, words }) => match self.table_verb(verb, &words)? {
                    Said::Leave => return Ok(Next::Leave),
                    said => said,
                },
                Err(misread) => {
                    self.misread(&misread)?;
                    Said::Slip
                }
            };
            changed |= went == Said::Changed;
            if went == Said::Slip {
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

    fn order(&mut self, prompt: Option<u64>, form: Form) -> io::Result<Said> {
        let Some(prompt) = prompt else { return self.nothing_asked() };
        let answer = self.table.order(prompt, form);
        self.answered(answer)
    }

    /// Says why no order can be given: the table is closed, the game over, or another seat's turn.
    fn nothing_asked(&mut self) -> io::Result<Said> {
        let why = broken(self.table.asked())?.question;
        self.slip(&why)?;
        Ok(Said::Slip)
    }

    fn pick(&mut self, prompt: Option<u64>, number: usize) -> io::Result<Said> {
        match number.checked_sub(1).and_then(|at| self.listed.get(at)).cloned() {
            Some(form) => self.order(prompt, form),
            None => {
                let most = self.listed.len();
                self.slip(
                    &self.say("terminal-no-such-number", &[("number", number.into()), ("most", most.into())]),
                )?;
                Ok(Said::Slip)
            }
        }
    }

    /// Tells what came of an order. A table that cannot be written now may be able to later, so play goes on.
    fn answered(&mut self, answer: Result<Answer, Broken>) -> io::Result<Said> {
        match answer {
            Err(why) => {
                self.slip(&self.say("terminal-broken", &[("why", why.into())]))?;
                Ok(Said::Slip)
            }
            Ok(Answer::Accepted) => {
                let news = broken(self.table.news())?;
                self.new_phase |= news.iter().any(|told| told.weight == Weight::Heading);
                self.page.told(&news)?;
                Ok(Said::Changed)
            }
            Ok(Answer::Refused(why)) => {
                self.slip(&why)?;
                Ok(Said::Slip)
            }
            Ok(Answer::Stale) => {
                self.slip(&self.say("terminal-stale", &[]))?;
                let news = broken(self.table.news())?;
                self.page.told(&news)?;
                self.ask(true)?;
                Ok(Said::Slip)
            }
        }
    }

    /// A verb every door shares.
    fn table_verb(&mut self, verb: Word, words: &[String]) -> io::Result<Said> {
        let takes = self.table.book().verb(verb.as_str()).map_or(0, |spec| spec.args.len());
        if takes == 0 && !words.is_empty() {
            return self.slip_of(&Misread::Extra { verb, given: words.join(" ") });
        }
        let counted = matches!(verb.as_str(), "log" | "dice" | "undo");
        let number = match words {
            _ if !counted => None,
            [] => None,
            [number] if number.parse().is_ok_and(|n: usize| n > 0) => number.parse().ok(),
            _ => {
                let given = words.join(" ");
                return self.slip_of(&Misread::NotANumber { verb, arg: Word::literal("count"), given });
            }
        };
        match verb.as_str() {
            "help" => self.help(words)?,
            "options" => self.options(words)?,
            "show" => {
                let board = broken(self.table.board(words))?;
                self.page.weighted(&board)?;
            }
            "log" => self.page_of(self.table.log(number.unwrap_or(USUAL_ROWS)))?,
            "dice" => self.page_of(self.table.dice(number.unwrap_or(USUAL_ROWS)))?,
            "undo" => {
                let answer = self.table.undo(number.unwrap_or(1));
                return self.answered(answer);
            }
            "close" if broken(self.table.asked())?.over => return self.nothing_asked(),
            "close" => {
                self.closing = true;
                self.page.line(&self.say("terminal-close-sure", &[]))?;
            }
            "quit" => return Ok(Said::Leave),
            _ => {
                self.slip(&self.say("terminal-verb-elsewhere", &[("verb", verb.as_str().into())]))?;
                return Ok(Said::Slip);
            }
        }
        Ok(Said::Shown)
    }

    fn confirm_close(&mut self, text: &str) -> io::Result<Next> {
        let yes = ["yes", "y", "close", "はい", "閉卓"].contains(&text.trim().to_lowercase().as_str());
        if !yes {
            self.page.line(&self.say("terminal-close-kept", &[]))?;
            return Ok(Next::GoOn);
        }
        let answer = self.table.close();
        if self.answered(answer)? == Said::Changed {
            self.ask(false)?;
        }
        Ok(Next::GoOn)
    }

    /// What is asked and what may be ordered: few orders by number, many in outline. Outlines are shown once.
    fn ask(&mut self, in_full: bool) -> io::Result<()> {
        let asked = broken(self.table.asked())?;
        self.page.blank()?;
        self.page.heading(&asked.question)?;
        let menu = self.table.menu(&asked.options, CHOICES_OF_EACH_VERB);
        let outlined = !menu.outlines.is_empty();
        if in_full || menu.outlines != self.outlined {
            self.page.lines(&menu.outlines)?;
            self.outlined = menu.outlines;
        }
        self.list(menu.choices)?;
        if outlined {
            self.verbs(&asked.options)?;
        }
        if in_full || std::mem::take(&mut self.new_phase) {
            self.new_phase = false;
            self.head()?;
        }
        Ok(())
    }

    /// The end of the log, for whoever wants to hold the table to it later.
    fn head(&mut self) -> io::Result<()> {
        let head = broken(self.table.asked())?.head;
        if head != self.head {
            self.page.dim(&self.say("terminal-head", &[("head", head.as_str().into())]))?;
            self.head = head;
        }
        Ok(())
    }

    fn verbs(&mut self, options: &Options) -> io::Result<()> {
        let (book, lang) = (self.table.book(), self.table.lang());
        let label = |verb: &str| book.verb(verb).map_or(verb.to_owned(), |spec| spec.label(lang).to_owned());
        let verbs: Vec<String> = options.verbs.iter().map(|(verb, _)| label(verb.as_str())).collect();
        let verbs = verbs.join(&self.say("list-separator", &[]));
        self.page.line(&self.say("terminal-verbs", &[("verbs", verbs.into())]))
    }

    fn list(&mut self, choices: Vec<Choice>) -> io::Result<()> {
        for (at, choice) in choices.iter().enumerate() {
            let text = self.say(
                "choice-line",
                &[
                    ("number", (at + 1).into()),
                    ("typed", choice.typed.as_str().into()),
                    ("sentence", choice.sentence.as_str().into()),
                ],
            );
            self.page.line(&text)?;
        }
        self.listed = choices.into_iter().map(|choice| choice.form).collect();
        Ok(())
    }

    /// The orders of a verb by number, of those that speak of the words after it; without a verb the whole menu.
    fn options(&mut self, words: &[String]) -> io::Result<()> {
        let mut options = broken(self.table.asked())?.options;
        let Some((typed, about)) = words.split_first() else {
            let menu = self.table.menu(&options, CHOICES_OF_EACH_VERB);
            if menu.choices.is_empty() && menu.outlines.is_empty() {
                return self.page.line(&self.say("terminal-no-options", &[]));
            }
            self.page.lines(&menu.outlines)?;
            return self.list(menu.choices);
        };
        let key = fold(typed);
        let named = self.table.book().verbs().iter().find(|verb| verb.names().any(|name| fold(name) == key));
        let name = named.map_or(typed.as_str(), |verb| verb.name.as_str()).to_owned();
        options.verbs.retain(|(verb, _)| verb.as_str().starts_with(&name));
        let listing = self.table.choices(&options, about, CHOICES_OF_A_VERB);
        if listing.choices.is_empty() {
            self.page.line(&self.say("terminal-no-options", &[]))?;
            return self.verbs(&broken(self.table.asked())?.options);
        }
        let more = listing.more;
        self.list(listing.choices)?;
        if more > 0 {
            let text =
                self.say("terminal-options-more", &[("more", more.into()), ("verb", typed.as_str().into())]);
            self.page.line(&text)?;
        }
        Ok(())
    }

    fn help(&mut self, words: &[String]) -> io::Result<()> {
        let (all, lang) = (self.table.words(), self.table.lang());
        let book = self.table.book();
        if let Some(typed) = words.first() {
            let verb = book.verbs().iter().find(|verb| verb.names().any(|name| fold(name) == fold(typed)));
            let text = match verb.and_then(|verb| book.describe(all, lang, verb.name.as_str())) {
                Some(text) => text,
                None => self.say("terminal-no-such-verb", &[("verb", typed.as_str().into())]),
            };
            return self.page.line(&text);
        }
        let open = broken(self.table.asked())?.options;
        let lines: Vec<String> = book
            .verbs()
            .iter()
            .filter(|verb| verb.table || open.verb(verb.name.as_str()).is_some())
            .map(|verb| book.list(all, lang, verb))
            .collect();
        self.page.lines(&lines)?;
        self.page.line(&self.say("terminal-help-more", &[]))
    }

    fn page_of(&mut self, lines: Result<Vec<String>, Broken>) -> io::Result<()> {
        let lines = broken(lines)?;
        self.page.lines(&lines)
    }

    fn slip_of(&mut self, misread: &Misread) -> io::Result<Said> {
        self.misread(misread)?;
        Ok(Said::Slip)
    }

    fn misread(&mut self, misread: &Misread) -> io::Result<()> {
        let table = &self.table;
        let text = report::misread(table.words(), table.lang(), table.book(), table.lexicon(), misread);
        self.slip(&text)
    }

    /// Says what was wrong with a line, and counts it.
    fn slip(&mut self, text: &str) -> io::Result<()> {
        self.ending.refused += 1;
        self.page.slip(text)
    }

    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.table.words().say(self.table.lang(), key, args)
    }
}

fn broken<T>(result: Result<T, Broken>) -> io::Result<T> {
    result.map_err(io::Error::other)
}
