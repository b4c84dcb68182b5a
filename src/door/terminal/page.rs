//! Output: text with colour only where a terminal shows it. Colour adds nothing that the words do not say.

use std::io::{self, Write};

use crate::report::{Told, Weight};

const BOLD: &str = "\u{1b}[1m";
const CYAN: &str = "\u{1b}[36m";
const DIM: &str = "\u{1b}[2m";
const RED: &str = "\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Where reports are written.
pub struct Page<'a> {
    /// The output.
    pub out: &'a mut dyn Write,
    /// Whether it shows colour.
    pub colour: bool,
}

impl Page<'_> {
    fn styled(&mut self, style: &str, text: &str) -> io::Result<()> {
        if self.colour && !style.is_empty() {
            writeln!(self.out, "{style}{text}{PLAIN}")
        } else {
            writeln!(self.out, "{text}")
        }
    }

    /// A sentence.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.styled("", text)
    }

    /// Several.
    pub fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// An empty line.
    pub fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A heading or a question.
    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        self.styled(BOLD, text)
    }

    /// Something said by the way.
    pub fn dim(&mut self, text: &str) -> io::Result<()> {
        self.styled(DIM, text)
    }

    /// What was wrong.
    pub fn slip(&mut self, text: &str) -> io::Result<()> {
        self.styled(RED, text)
    }

    /// A board.
    pub fn weighted(&mut self, lines: &[(Weight, String)]) -> io::Result<()> {
        lines.iter().try_for_each(|(weight, text)| self.weigh(*weight, text))
    }

    fn weigh(&mut self, weight: Weight, text: &str) -> io::Result<()> {
        match weight {
            Weight::Heading => {
                self.blank()?;
                self.styled(BOLD, text)
            }
            Weight::Subheading => self.styled(CYAN, text),
            Weight::Plain => self.styled("", text),
        }
    }

    /// What happened.
    pub fn told(&mut self, told: &[Told]) -> io::Result<()> {
        for piece in told {
            for dice in &piece.dice {
                self.dim(&format!("  {dice}"))?;
            }
            if !piece.text.is_empty() {
                self.weigh(piece.weight, &piece.text)?;
            }
        }
        Ok(())
    }

    /// A line of a script, so that a transcript reads like a session.
    pub fn echo(&mut self, text: &str) -> io::Result<()> {
        self.styled(DIM, &format!("> {text}"))
    }

    /// Takes everything off the screen, what has scrolled away included, so that nobody reads on where another stopped.
    pub fn clear(&mut self) -> io::Result<()> {
        write!(self.out, "{CLEAR}")
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
