//! Output: text with colour only where a terminal shows it, or a JSON object a line. Colour adds nothing that the words do
//! not say.

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use super::screen::{Screen, json_line};
use crate::report::{ReportLine, Weight};

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const GREEN: &str = "\u{1b}[32m";
const DIM: &str = "\u{1b}[2m";
const RED: &str = "\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// How a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// Text.
    Plain,
    /// Text in colour, for a terminal that shows it.
    Colour,
    /// A JSON object for each line of text.
    Json,
}

/// What a line is to its reader. `docs/json.md` names them.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Line,
    Heading,
    Subheading,
    Note,
    Lesson,
    Dice,
    Refused,
    Typed,
}

/// Where reports are written.
pub struct Page<'a> {
    /// The output.
    pub out: &'a mut dyn Screen,
    /// How.
    pub dress: Dress,
    /// How many columns it has; nothing where lines are as long as they are.
    pub columns: Option<usize>,
}

/// A line as a JSON object.
#[derive(Serialize)]
struct Shown<'a> {
    shown: Kind,
    text: &'a str,
}

impl Page<'_> {
    /// A text as lines that fit, broken between words. What is drawn is as wide as it is.
    fn wrapped<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_drawn = text.trim_start().contains("  ");
        let Some(columns) = self.columns.filter(|_| !is_drawn) else { return text.into() };
        let indent = &text[..text.len() - text.trim_start().len()];
        let options = textwrap::Options::new(columns)
            .subsequent_indent(indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(text, options).into()
    }

    fn put(&mut self, kind: Kind, text: &str) -> io::Result<()> {
        let whole = text;
        let text = &*self.wrapped(text);
        let style = match (self.dress, kind) {
            (Dress::Json, shown) => {
                return writeln!(self.out, "{}", json_line(&Shown { shown, text: whole })?);
            }
            (Dress::Plain, _) | (_, Kind::Line) => return writeln!(self.out, "{text}"),
            (Dress::Colour, Kind::Heading) => BOLD,
            (Dress::Colour, Kind::Subheading) => CYAN,
            (Dress::Colour, Kind::Lesson) => GREEN,
            (Dress::Colour, Kind::Note | Kind::Dice | Kind::Typed) => DIM,
            (Dress::Colour, Kind::Refused) => RED,
        };
        self.out.steer(style)?;
        write!(self.out, "{text}")?;
        self.out.steer(PLAIN)?;
        writeln!(self.out)
    }

    fn is_json(&self) -> bool {
        self.dress == Dress::Json
    }

    /// A sentence.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.put(Kind::Line, text)
    }

    /// Several.
    pub fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// An empty line.
    pub fn blank(&mut self) -> io::Result<()> {
        if self.is_json() { Ok(()) } else { writeln!(self.out) }
    }

    /// A heading or a question.
    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        self.put(Kind::Heading, text)
    }

    /// Something said by the way.
    pub fn dim(&mut self, text: &str) -> io::Result<()> {
        self.put(Kind::Note, text)
    }

    /// What a learner is told, apart from what every player is.
    pub fn lesson(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        self.blank()?;
        lines.iter().try_for_each(|line| self.put(Kind::Lesson, line))
    }

    /// What was wrong.
    pub fn slip(&mut self, text: &str) -> io::Result<()> {
        self.put(Kind::Refused, text)
    }

    /// A board.
    pub fn weighted(&mut self, lines: &[(Weight, String)]) -> io::Result<()> {
        lines.iter().try_for_each(|(weight, text)| self.weigh(*weight, text))
    }

    fn weigh(&mut self, weight: Weight, text: &str) -> io::Result<()> {
        match weight {
            Weight::Heading => {
                self.blank()?;
                self.put(Kind::Heading, text)
            }
            Weight::Subheading => self.put(Kind::Subheading, text),
            Weight::Plain | Weight::Closing => self.put(Kind::Line, text),
        }
    }

    /// What happened.
    pub fn report(&mut self, lines: &[ReportLine]) -> io::Result<()> {
        for piece in lines {
            for dice in &piece.dice {
                match self.is_json() {
                    true => self.put(Kind::Dice, dice)?,
                    false => self.put(Kind::Dice, &format!("  {dice}"))?,
                }
            }
            if !piece.text.is_empty() {
                self.weigh(piece.weight, &piece.text)?;
            }
        }
        Ok(())
    }

    /// A line of a script, so that a transcript reads like a session.
    pub fn echo(&mut self, text: &str) -> io::Result<()> {
        match self.is_json() {
            true => self.put(Kind::Typed, text),
            false => self.put(Kind::Typed, &format!("> {text}")),
        }
    }

    /// Takes everything off the screen, what has scrolled away included, so that nobody reads on where another stopped.
    pub fn clear(&mut self) -> io::Result<()> {
        self.out.steer(CLEAR)
    }

    /// Lets whoever reads see what was written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Invites a person to type.
    pub fn invite(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }
}
