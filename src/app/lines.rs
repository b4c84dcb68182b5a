//! Lines typed by a person, with the keys that a shell has: to and fro in the line, and back to the lines before it.

use std::io::{self, BufRead, Cursor, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustyline::completion::{Completer as CompletesWords, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::book::{Completion, Offer};
use crate::door::terminal::Completer;

/// The prompt before a line.
const PROMPT: &str = "> ";
/// Terminals that cannot move a cursor.
const WITHOUT_CURSOR: [&str; 3] = ["dumb", "cons25", "emacs"];
/// A key that comes sooner after the prompt was typed ahead: nobody can have read the text above the prompt by then.
const TYPED_AHEAD: Duration = Duration::from_millis(150);

/// The lines a person is typing, and the list of orders they had before them when they began.
#[derive(Default)]
pub struct Typing(Mutex<Line>);

#[derive(Default)]
struct Line {
    text: String,
    /// The list on the screen now.
    listed: u64,
    /// The list on the screen when the last line that was not typed ahead was entered.
    before: u64,
    /// The list for which this line was begun, once it was.
    begun: Option<u64>,
    /// True if it was begun before its prompt.
    ahead: bool,
    prompted: Option<Instant>,
    completer: Option<Completer>,
    /// The lines so far are another player's.
    of_others: bool,
}

impl Typing {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A list is on the screen.
    pub fn listed(&self, list: u64) {
        self.line().listed = list;
    }

    /// From now on lines are completed by this.
    pub fn completes_by(&self, completer: Option<Completer>) {
        self.line().completer = completer;
    }

    /// The words that complete a line, whose beginning this is.
    pub fn complete(&self, line: &str) -> Completion {
        // It may take a while, and the keys of others need not wait for it.
        let completer = self.line().completer.clone();
        completer.map(|completer| completer.complete(line)).unwrap_or_default()
    }

    /// The terminal goes to another player.
    pub fn change_hands(&self) {
        self.line().of_others = true;
    }

    /// Returns whether the lines so far are another player's, once for each change.
    fn is_another_player(&self) -> bool {
        std::mem::take(&mut self.line().of_others)
    }

    /// The unfinished line.
    pub fn half_typed(&self) -> Option<String> {
        Some(self.line().text.clone()).filter(|text| !text.is_empty())
    }

    /// The list for which the last line was begun.
    pub fn list_of_line(&self) -> u64 {
        let line = self.line();
        line.begun.unwrap_or(line.listed)
    }

    /// The prompt of a line is shown.
    pub fn prompt(&self, now: Instant) {
        let mut line = self.line();
        (line.begun, line.ahead, line.prompted) = (None, false, Some(now));
    }

    /// A key has made this of the line.
    pub fn key(&self, text: &str, now: Instant) {
        let mut line = self.line();
        text.clone_into(&mut line.text);
        if text.is_empty() {
            line.begun = None;
        } else if line.begun.is_none() {
            line.ahead = line.prompted.is_some_and(|prompted| now.duration_since(prompted) < TYPED_AHEAD);
            // Typed ahead, it answers the list that stood there at the last line not typed ahead.
            line.begun = Some(if line.ahead { line.before } else { line.listed });
        }
    }

    /// The line is entered.
    pub fn enter(&self) {
        let mut line = self.line();
        line.text.clear();
        // Nobody looked at the present list before entering a line that was typed ahead.
        if !line.ahead {
            line.before = line.listed;
        }
    }
}

/// Hears of each key from the editor, which asks for a hint then, and gets none.
struct Keys(Arc<Typing>);

impl Hinter for Keys {
    type Hint = String;

    fn hint(&self, line: &str, _pos: usize, _ctx: &Context<'_>) -> Option<String> {
        self.0.key(line, Instant::now());
        None
    }
}

impl CompletesWords for Keys {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _ctx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Completion { from, offers } = self.0.complete(line.get(..pos).unwrap_or(line));
        // The only word is whole, and the next one can be typed at once.
        let end = if offers.len() == 1 && !offers[0].typed.ends_with('=') { " " } else { "" };
        let pair = |offer: Offer| Pair { display: offer.shown, replacement: format!("{}{end}", offer.typed) };
        Ok((from, offers.into_iter().map(pair).collect()))
    }
}

impl Highlighter for Keys {}
impl Validator for Keys {}
impl Helper for Keys {}

/// A line editor. Its history is only in memory: orders may be secret. Text typed ahead while nothing is read stays in the
/// terminal and the editor, and becomes lines of its own.
pub struct EditedLines {
    editor: Editor<Keys, MemHistory>,
    typing: Arc<Typing>,
    line: Cursor<Vec<u8>>,
}

impl EditedLines {
    /// The editor for this terminal; `None` if it cannot edit lines. `term` is the terminal's name for itself.
    pub fn of(term: Option<&str>) -> Option<EditedLines> {
        if term.is_none_or(|term| WITHOUT_CURSOR.contains(&term)) {
            return None;
        }
        let typing = Arc::<Typing>::default();
        Some(EditedLines { editor: editor(&typing).ok()?, typing, line: Cursor::default() })
    }

    /// The lines being typed there.
    pub fn typing(&self) -> Arc<Typing> {
        self.typing.clone()
    }
}

/// An editor without lines before.
fn editor(typing: &Arc<Typing>) -> rustyline::Result<Editor<Keys, MemHistory>> {
    let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(Keys(typing.clone())));
    Ok(editor)
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
            if self.typing.is_another_player() {
                // Neither the lines of one player nor what they cut out come back for the next.
                self.editor = editor(&self.typing).map_err(io::Error::other)?;
            }
            self.typing.prompt(Instant::now());
            let line = match self.editor.readline(PROMPT) {
                Ok(line) => format!("{line}\n"),
                // Ctrl-D and Ctrl-C: the player leaves.
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => String::new(),
                Err(ReadlineError::Io(trouble)) => return Err(trouble),
                Err(other) => return Err(io::Error::other(other)),
            };
            self.typing.enter();
            self.line = Cursor::new(line.into_bytes());
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.line.consume(count);
    }
}
