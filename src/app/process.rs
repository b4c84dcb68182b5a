//! The outside of the program, injected: environment, input, output, clock and randomness.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::lines::Typing;
use crate::door::terminal::screen::{Screen, json_line};
use crate::door::terminal::wrapped;
use crate::table::Platform;

/// What the program touches outside itself.
pub struct ProcessContext<'a> {
    /// A variable of the environment.
    pub vars: &'a dyn Fn(&str) -> Option<String>,
    /// Lines typed or piped in.
    pub input: Box<dyn BufRead + Send>,
    /// What is printed.
    pub out: &'a mut dyn Screen,
    /// What is said beside it.
    pub err: &'a mut dyn Write,
    /// The lines a person is typing at it, where their terminal tells.
    pub typing: Option<Arc<Typing>>,
    /// Whether a person sits at the input.
    pub interactive: bool,
    /// How many columns the terminal has that the output is; nothing where it is none.
    pub terminal: Option<usize>,
    /// How often a terminal that nobody types at looks what others did.
    pub poll_interval: Duration,
    /// Clock and randomness.
    pub platform: Arc<dyn Platform>,
}

impl ProcessContext<'_> {
    /// A variable of the environment that is set and not empty.
    pub fn var(&self, name: &str) -> Option<String> {
        (self.vars)(name).filter(|value| !value.is_empty())
    }

    /// Returns whether to colour: only at a terminal, and not where NO_COLOR asks for none.
    pub fn colour(&self) -> bool {
        self.terminal.is_some()
            && self.var("NO_COLOR").is_none()
            && self.var("TERM").as_deref() != Some("dumb")
    }

    /// A folder of the user: the variable's, else the one under their home.
    pub fn folder(&self, variable: &str, under_home: &str) -> Option<PathBuf> {
        let absolute = |path: PathBuf| path.is_absolute().then_some(path);
        self.var(variable)
            .map(PathBuf::from)
            .and_then(absolute)
            .or_else(|| self.var("HOME").map(|home| PathBuf::from(home).join(under_home)))
    }

    /// The folder for files that are not kept.
    pub fn temporary(&self) -> PathBuf {
        self.var("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from)
    }

    /// The name of the operating system's user.
    pub fn user(&self) -> String {
        self.var("USER").or_else(|| self.var("LOGNAME")).unwrap_or_else(|| "local".to_owned())
    }

    /// Prints a line; at a terminal it is broken between words.
    ///
    /// # Errors
    /// An output that cannot be written to.
    pub fn line(&mut self, text: &str) -> std::io::Result<()> {
        let text = wrapped(text, self.terminal);
        writeln!(self.out, "{text}")
    }

    /// Prints one JSON object as a line; what could steer a terminal is escaped, which means the same.
    ///
    /// # Errors
    /// An output that cannot be written to.
    pub fn json(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        writeln!(self.out, "{}", json_line(value)?)
    }
}
