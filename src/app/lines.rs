//! Lines typed by a person, with the keys that a shell has: to and fro in the line, and back to the lines before it.

use std::io::{self, BufRead, Cursor, Read};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// What stands before a line, as the page shows it.
const PROMPT: &str = "> ";
/// Terminals that cannot move a cursor.
const WITHOUT_CURSOR: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Lines as they are edited. The lines before are kept as long as the program runs and nowhere else: orders may be secret.
pub struct EditedLines {
    editor: Editor<(), MemHistory>,
    line: Cursor<Vec<u8>>,
}

impl EditedLines {
    /// Lines of this terminal; `None` where it has none that can be edited. `term` is what the terminal calls itself.
    pub fn of(term: Option<&str>) -> Option<EditedLines> {
        if term.is_none_or(|term| WITHOUT_CURSOR.contains(&term)) {
            return None;
        }
        let config = Config::builder().auto_add_history(true).build();
        let editor = Editor::with_history(config, MemHistory::new()).ok()?;
        Some(EditedLines { editor, line: Cursor::default() })
    }
}

impl Read for EditedLines {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for EditedLines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.fill_buf()?.is_empty() {
            let line = match self.editor.readline(PROMPT) {
                Ok(line) => format!("{line}\n"),
                // Ctrl-D and Ctrl-C: whoever sits there leaves.
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => String::new(),
                Err(ReadlineError::Io(trouble)) => return Err(trouble),
                Err(other) => return Err(io::Error::other(other)),
            };
            self.line = Cursor::new(line.into_bytes());
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.line.consume(count);
    }
}
