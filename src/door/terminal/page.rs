//! Output: text with colour only where a terminal shows it, or a JSON object a line. Colour adds nothing that the words do
//! not say.

use std::borrow::Cow;
use std::io;

use serde::Serialize;
use textwrap::core::{Word, display_width};

use super::screen::{Screen, json_line};
use crate::report::{ReportLine, Weight};

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const GREEN: &str = "\u{1b}[32m";
const DIM: &str = "\u{1b}[2m";
const RED: &str = "\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";
/// Columns of typed text that are kept on one line.
const LONGEST_TYPED: usize = 24;
/// Clears the screen, then the scrollback, and goes to the top left.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// The form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// Text.
    Plain,
    /// Text in colour, for a terminal that shows it.
    Colour,
    /// A JSON object for each line of text.
    Json,
}

/// The role of a line. `docs/json.md` names them.
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

/// The page that reports are written to.
pub struct Page<'a> {
    /// The output.
    pub out: &'a mut dyn Screen,
    /// The style.
    pub dress: Dress,
    /// Its columns; `None` for unwrapped lines.
    pub columns: Option<usize>,
}

/// A line as a JSON object.
#[derive(Serialize)]
struct Shown<'a> {
    shown: Kind,
    text: &'a str,
}

/// The units that stay on one line: words, and those joined that are typed or read as one.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut at = 0;
    let all: Vec<Word<'_>> = textwrap::WordSeparator::UnicodeBreakProperties.find_words(line).collect();
    let mut joined: Vec<Word<'_>> = Vec::with_capacity(all.len());
    let mut from = 0;
    for word in all {
        let to = at + word.word.len() + word.whitespace.len();
        let before = joined.last().map_or("", |last| last.word);
        if joined.is_empty() || may_part(&line[..at], before, word.word) {
            from = at;
            joined.push(word);
        } else if let Some(last) = joined.last_mut() {
            *last = Word::from(&line[from..to]);
        }
        at = to;
    }
    Box::new(joined.into_iter())
}

/// Returns whether a line may break between two words: not within typed text, nor between a number and its unit or name, as `14
/// %`, `box 6` and `2: BB`, nor between a type of ships and its number or its first ship, as `(BC) 2`.
fn may_part(line: &str, before: &str, after: &str) -> bool {
    // Behind an odd number of backticks stand words to type; else perhaps behind an open bracket.
    let typed = match line.matches('`').count() % 2 {
        1 => line.rfind('`'),
        _ => line.rfind('「').filter(|from| !line[*from..].contains('」')),
    };
    let in_typed = typed.is_some_and(|from| display_width(&line[from..]) < LONGEST_TYPED);
    let before = before.rsplit(' ').next().unwrap_or_default();
    let numbered = before.strip_suffix(':').is_some_and(|of| of.parse::<u32>().is_ok());
    let bare = before.trim_matches(['(', ')']);
    let is_type = !bare.is_empty() && bare.len() <= 2 && bare.bytes().all(|b| b.is_ascii_uppercase());
    let counts = after.starts_with(|c: char| c.is_ascii_digit())
        && before.len() > 1
        && before.bytes().all(|b| b.is_ascii_lowercase());
    !(in_typed || numbered || is_type || counts || after.starts_with('%'))
}

/// A text as lines of at most this many columns, broken between words. Drawings keep their width.
pub fn wrapped(text: &str, columns: Option<usize>) -> Cow<'_, str> {
    let is_drawn = text.trim_start().contains("  ");
    let Some(columns) = columns.filter(|_| !is_drawn) else { return text.into() };
    let indent = &text[..text.len() - text.trim_start().len()];
    // No word is cut: a name or an order has to be typed as it is shown.
    let options = textwrap::Options::new(columns)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::Custom(words))
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options).into()
}

impl Page<'_> {
    fn put(&mut self, kind: Kind, text: &str) -> io::Result<()> {
        let whole = text;
        let text = &*wrapped(text, self.columns);
        let style = match (self.dress, kind) {
            // A program has no columns, so it gets the text unwrapped.
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

    /// Prints a dim remark.
    pub fn dim(&mut self, text: &str) -> io::Result<()> {
        self.put(Kind::Note, text)
    }

    /// The text for a learner, apart from what every player is.
    pub fn lesson(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        self.blank()?;
        lines.iter().try_for_each(|line| self.put(Kind::Lesson, line))
    }

    /// Prints an error.
    pub fn input_error(&mut self, text: &str) -> io::Result<()> {
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

    /// Prints a report.
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

    /// Clears the screen and its scrollback, so that the next player cannot read what the last one saw.
    pub fn clear(&mut self) -> io::Result<()> {
        self.out.steer(CLEAR)
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Prints the prompt for a person, with their unfinished line.
    pub fn invite(&mut self, begun: &str) -> io::Result<()> {
        write!(self.out, "> {begun}")?;
        self.out.flush()
    }
}
