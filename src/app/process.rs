//! The outside of the program, injected: environment, input, output, clock and randomness.

use std::fs::File;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::error::CliError;
use super::lines::Typing;
use crate::club::Platform;
use crate::door::terminal::screen::{Screen, json_line};
use crate::door::terminal::wrapped;
use crate::reason::Reason;

/// The outside of the program.
pub struct ProcessContext<'a> {
    /// A variable of the environment.
    pub vars: &'a dyn Fn(&str) -> Option<String>,
    /// Lines typed or piped in.
    pub input: Box<dyn BufRead + Send>,
    /// Standard output.
    pub out: &'a mut dyn Screen,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// The line that a person is typing, if their terminal shows it.
    pub typing: Option<Arc<Typing>>,
    /// Whether a person sits at the input.
    pub interactive: bool,
    /// The columns of the output, if it is a terminal.
    pub terminal: Option<usize>,
    /// The interval at which an idle terminal polls for others' actions.
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

    /// A folder of the user: from the variable, else below their home.
    pub fn folder(&self, variable: &str, under_home: &str) -> Option<PathBuf> {
        // By the XDG specification a relative path is ignored.
        let absolute = |path: PathBuf| path.is_absolute().then_some(path);
        self.var(variable)
            .map(PathBuf::from)
            .and_then(absolute)
            .or_else(|| self.var("HOME").map(|home| PathBuf::from(home).join(under_home)))
    }

    /// The folder for temporary files.
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

/// The content of a file, which may have at most `most` bytes.
pub(super) fn bytes_in(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    let trouble = |error: std::io::Error| CliError::file(path, &error);
    let mut bytes = Vec::new();
    // One byte more, so that a longer file is noticed.
    File::open(path).map_err(trouble)?.take(most + 1).read_to_end(&mut bytes).map_err(trouble)?;
    if bytes.len() as u64 > most {
        return Err(CliError::in_file(path, Reason::of("found-file-too-long").with("most", most)));
    }
    Ok(bytes)
}
