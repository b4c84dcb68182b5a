//! The source of the terminal's lines. Time passes only behind this seam, so a test decides when it does.

use std::io;

use super::Completer;
use super::input::Typed;

/// The input of the terminal.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(String),
    /// A person's line, and the number of the list that stood there when its first key was pressed.
    Typed {
        /// The line.
        line: String,
        /// As [`Source::listed`] had it.
        list: u64,
    },
    /// The last line, which has no ending: it is not carried out.
    Unended(String),
    /// A line of this many bytes, which is too long.
    TooLong(u64),
    /// Some time has passed without a line: a moment to see what others did.
    Tick,
    /// The time that a player is willing to wait has passed.
    Late,
    /// The input has ended.
    End,
}

impl From<Typed> for Heard {
    fn from(typed: Typed) -> Heard {
        match typed {
            Typed::Line(line) => Heard::Line(line),
            Typed::Unended(line) => Heard::Unended(line),
            Typed::TooLong(bytes) => Heard::TooLong(bytes),
            Typed::End => Heard::End,
        }
    }
}

/// A source of lines, and of time.
pub trait Source {
    /// The list of orders of this number is on the screen from now on.
    fn listed(&mut self, _list: u64) {}

    /// From now on lines are completed by this; by nothing without it.
    fn completes_by(&mut self, _completer: Option<Completer>) {}

    /// The terminal goes to another player, to whom the lines before are not shown again.
    fn changes_hands(&mut self) {}

    /// A person's unfinished line, to be shown again below new output.
    fn half_typed(&self) -> Option<String> {
        None
    }

    /// Returns whether a person stops a calculation: by an empty line, or by leaving. Their other lines are kept, in order.
    ///
    /// # Errors
    /// Input that cannot be read.
    fn is_ended(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    /// The next line, a tick, or the end.
    ///
    /// # Errors
    /// Input that cannot be read.
    fn next(&mut self) -> io::Result<Heard>;

    /// The same while a player waits for a prompt; `first` when the waiting begins. A script's lines wait until it is over; a
    /// person's line ends it.
    ///
    /// # Errors
    /// Input that cannot be read.
    fn wait(&mut self, first: bool) -> io::Result<Heard>;
}
