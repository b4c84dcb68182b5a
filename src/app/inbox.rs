//! Lines read on a thread of their own, so that time can pass without one.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use futures::executor::block_on;

use super::lines::Typing;
use crate::door::terminal::input::{self, Typed};
use crate::door::terminal::{Completer, Heard, Source};
use crate::log::Changes;

/// The pause between two looks of a waiting script: shorter than a person needs, or two scripts would delay each other.
const NAP: Duration = Duration::from_millis(50);

/// What happens outside.
enum Event {
    Typed(io::Result<Typed>),
    /// Something was stored at the table.
    Changed,
}

/// Lines as they come in, and the time between them.
pub struct Inbox {
    /// Requests a line. No line is read, and no prompt shown, before the results of the last one are printed.
    wanted: Sender<()>,
    lines: Receiver<Event>,
    asked: bool,
    /// Lines typed while something was worked out, in order.
    kept: VecDeque<io::Result<Heard>>,
    ended: bool,
    interactive: bool,
    poll_interval: Duration,
    patience: Option<Duration>,
    waiting_since: Option<Instant>,
    /// The line that a person is typing, if their terminal shows it.
    typing: Option<Arc<Typing>>,
}

impl Inbox {
    /// Reads `input`, whose last line needs its ending unless `whole`. Each `poll_interval` without a line gives a tick, and so
    /// does a change of a table. A player waits for a prompt for at most `patience`, or for ever without it.
    ///
    /// # Errors
    /// A thread that cannot be created.
    pub fn new(
        mut input: Box<dyn BufRead + Send>,
        whole: bool,
        interactive: bool,
        poll_interval: Duration,
        patience: Option<Duration>,
        (mut changes, table): (Changes, String),
    ) -> io::Result<Inbox> {
        let (wanted, asks) = channel();
        let (send, lines) = channel();
        let told = send.clone();
        // Nobody waits for this thread: a read cannot be broken off, and the end of the program ends it.
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            while asks.recv().is_ok() {
                let line = match input::line(&mut *input) {
                    Ok(Typed::Unended(line)) if whole => Ok(Typed::Line(line)),
                    line => line,
                };
                let last = matches!(line, Err(_) | Ok(Typed::End));
                if send.send(Event::Typed(line)).is_err() || last {
                    return;
                }
            }
        })?;
        // Nor for this one.
        thread::Builder::new().name("changes".to_owned()).spawn(move || {
            loop {
                let changed = block_on(changes.next());
                // `None` leaves open which table changed.
                if changed.is_none_or(|tables| tables.contains(&table)) && told.send(Event::Changed).is_err()
                {
                    return;
                }
            }
        })?;
        Ok(Inbox {
            wanted,
            lines,
            asked: false,
            kept: VecDeque::new(),
            ended: false,
            interactive,
            poll_interval,
            patience,
            waiting_since: None,
            typing: None,
        })
    }
}

impl Inbox {
    /// Connects it with the line that a person is typing.
    pub fn with_typing(self, typing: Option<Arc<Typing>>) -> Inbox {
        Inbox { typing, ..self }
    }

    /// Requests a line, unless one was already requested.
    fn ask(&mut self) {
        if !self.asked {
            // A thread that has ended has reported why.
            let _ = self.wanted.send(());
            self.asked = true;
        }
    }

    /// The requested line.
    fn heard(&mut self, line: io::Result<Typed>) -> io::Result<Heard> {
        self.asked = false;
        self.ended = matches!(line, Err(_) | Ok(Typed::End));
        line.map(|line| self.typed(line))
    }

    /// A line with the list that it was typed for, where that is known.
    fn typed(&self, typed: Typed) -> Heard {
        match (typed, &self.typing) {
            (Typed::Line(line), Some(typing)) => Heard::Typed { line, list: typing.list_of_line() },
            (typed, _) => Heard::from(typed),
        }
    }
}

impl Source for Inbox {
    fn listed(&mut self, list: u64) {
        if let Some(typing) = &self.typing {
            typing.listed(list);
        }
    }

    fn completes_by(&mut self, completer: Option<Completer>) {
        if let Some(typing) = &self.typing {
            typing.completes_by(completer);
        }
    }

    fn changes_hands(&mut self) {
        if let Some(typing) = &self.typing {
            typing.change_hands();
        }
    }

    fn half_typed(&self) -> Option<String> {
        self.typing.as_ref()?.half_typed()
    }

    fn is_ended(&mut self) -> io::Result<bool> {
        if !self.interactive || self.ended {
            return Ok(self.ended);
        }
        self.ask();
        match self.lines.try_recv() {
            // An empty line stops the calculation, and is no order.
            Ok(Event::Typed(Ok(Typed::Line(line)))) if line.trim().is_empty() => {
                self.asked = false;
                Ok(true)
            }
            Ok(Event::Typed(line)) => {
                let heard = self.heard(line);
                self.kept.push_back(heard);
                Ok(self.ended)
            }
            Ok(Event::Changed) | Err(_) => Ok(false),
        }
    }

    fn next(&mut self) -> io::Result<Heard> {
        if let Some(kept) = self.kept.pop_front() {
            return kept;
        }
        self.ask();
        if self.ended {
            return Ok(Heard::End);
        }
        match self.lines.recv_timeout(self.poll_interval) {
            Ok(Event::Typed(line)) => self.heard(line),
            Ok(Event::Changed) => Ok(Heard::Tick),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Tick),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
        }
    }

    fn wait(&mut self, first: bool) -> io::Result<Heard> {
        let now = Instant::now();
        let since = match self.waiting_since {
            Some(since) if !first => since,
            _ => *self.waiting_since.insert(now),
        };
        if self.patience.is_some_and(|patience| now.duration_since(since) >= patience) {
            return Ok(Heard::Late);
        }
        // A person's line ends the waiting; a script's lines stay unread until it is over.
        if self.interactive {
            return self.next();
        }
        thread::sleep(NAP.min(self.poll_interval));
        Ok(Heard::Tick)
    }
}
