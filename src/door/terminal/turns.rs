//! Others play meanwhile, and one terminal serves several seats.

use std::io;

use super::source::Heard;
use super::{Arrival, LineOutcome, Session, broken, question_shown};
use crate::club::session::{Recap, Welcome};
use crate::report::Weight;

/// Percent of progress between two progress lines.
const PERCENT_A_STEP: u32 = 10;
/// Lines of the recap that a returning player sees at first.
const RECAP_AT_FIRST: usize = 12;

impl Session<'_> {
    /// Welcomes the player. Where one terminal serves several seats, nothing of any of them is shown before its player
    /// has come.
    pub(super) fn sit_down(&mut self) -> io::Result<()> {
        let welcome = self.welcome();
        match self.table.next_seat() {
            Some(seat) if self.clears() => {
                self.page.clear()?;
                self.page.lines(&welcome)?;
                self.await_player(&seat)
            }
            Some(_) => {
                self.page.lines(&welcome)?;
                self.ask(true)
            }
            None => {
                self.page.lines(&welcome)?;
                self.open_board()?;
                if self.table.arrival == Arrival::Resumed {
                    self.recap(None, RECAP_AT_FIRST)?;
                }
                self.news()?;
                self.ask(true)
            }
        }
    }

    /// The board, or what decided the game. During that calculation a person sees the progress, and an empty line ends it.
    pub(super) fn show(&mut self, words: &[String]) -> io::Result<()> {
        let (words_of, lang) = (self.table.words(), self.table.lang());
        let (mut shown, mut ended, mut fault) = (None, false, None);
        let (page, source) = (&mut self.page, &mut *self.source);
        let mut look = |percent: u32| -> io::Result<bool> {
            let step = percent / PERCENT_A_STEP * PERCENT_A_STEP;
            match shown.replace(step) {
                None => page.line(&words_of.say(lang, "terminal-working", &[]))?,
                Some(before) if before != step => {
                    page.blank()?;
                    page.line(&words_of.say(lang, "terminal-worked", &[("percent", step.into())]))?;
                    page.invite(&source.half_typed().unwrap_or_default())?;
                }
                Some(_) => {}
            }
            ended = source.is_ended()?;
            Ok(!ended)
        };
        let is_watched = self.manner.interactive;
        let decided = self.table.decided(words, &mut |percent| {
            !is_watched || look(percent).unwrap_or_else(|error| fault.replace(error).is_some())
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if shown.is_some() && !ended {
            self.page.blank()?;
        }
        let board = match broken(decided)? {
            Some(decided) => decided,
            None => broken(self.table.board(words))?,
        };
        self.page.weighted(&board)?;
        // The line being typed stays below.
        if shown.is_some() && !ended { self.invite() } else { Ok(()) }
    }

    /// The events since the player's last order, or on a day, of it the last `most` lines.
    pub(super) fn recap(&mut self, day: Option<usize>, most: usize) -> io::Result<()> {
        let Recap { heading, lines } = broken(self.table.recap(day))?;
        let Some(heading) = heading else {
            return if most == usize::MAX { self.page.line(&self.say("recap-none", &[])) } else { Ok(()) };
        };
        self.page.blank()?;
        self.page.heading(&heading)?;
        let left_out = lines.len().saturating_sub(most);
        if left_out > 0 {
            self.page.dim(&self.say("recap-more", &[("count", left_out.into())]))?;
        }
        let told: Vec<String> = lines[left_out..].iter().map(|told| told.text.clone()).collect();
        self.page.lines(&told)
    }

    fn welcome(&self) -> Vec<String> {
        let Welcome { practice, notice, other_players, peeks, .. } = self.table.welcome();
        let key = match (self.table.arrival, practice) {
            (Arrival::Resumed, false) => "terminal-resumed",
            (Arrival::Resumed, true) => "terminal-resumed-practice",
            (Arrival::Opened, false) => "terminal-opened",
            (Arrival::Opened, true) => "terminal-opened-practice",
            (Arrival::Joined, false) => "terminal-joined",
            (Arrival::Joined, true) => "terminal-joined-practice",
        };
        let mut lines = vec![self.say(key, &[("table", self.table.table().into())]), notice];
        if !other_players.is_empty() {
            let secrets =
                if self.table.is_single() { "terminal-secrets" } else { "terminal-secrets-in-turn" };
            lines.extend(other_players);
            lines.push(self.say(secrets, &[]));
        }
        lines.extend(peeks);
        lines.push(self.say("terminal-how", &[]));
        lines
    }

    /// An empty line: the question again, or the screen cleared for the next seat.
    pub(super) fn enter(&mut self) -> io::Result<()> {
        match self.table.next_seat() {
            Some(seat) if self.clears() => {
                self.page.clear()?;
                self.await_player(&seat)
            }
            _ => self.ask(true),
        }
    }

    /// The seat at the terminal has nothing left to do: its player reads on and clears the screen when they like.
    pub(super) fn part_from(&mut self, seat: &str) -> io::Result<()> {
        let text = self.say("terminal-part", &[("seat", seat.into())]);
        if self.shown != (None, text.clone()) {
            self.page.blank()?;
            self.page.heading(&text)?;
        }
        self.shown = (None, text);
        self.set_listed(vec![]);
        Ok(())
    }

    fn await_player(&mut self, seat: &str) -> io::Result<()> {
        self.page.blank()?;
        self.page.heading(&self.say("terminal-hand-over", &[("seat", seat.into())]))?;
        self.coming = true;
        self.source.changes_hands();
        Ok(())
    }

    /// Prints a line with the seat's name: a script needs nobody to arrive.
    pub(super) fn announce(&mut self, seat: &str) -> io::Result<()> {
        self.page.blank()?;
        self.page.heading(&self.say("terminal-seat-turn", &[("seat", seat.into())]))
    }

    /// Shows the news to the seat that has the terminal now.
    pub(super) fn arrive(&mut self) -> io::Result<()> {
        // The numbered list belonged to another seat.
        self.set_listed(vec![]);
        if broken(self.table.hand_over())? {
            self.open_board()?;
        }
        let mut news = broken(self.table.news())?;
        if self.table.teaches() {
            // One reader has both seats, and has already read what the other seat was shown.
            news.retain(|told| !self.told.contains(told));
        }
        self.tell(&news)
    }

    /// The first part of the board, so that a question is not pushed off the screen by what can be had on request.
    fn open_board(&mut self) -> io::Result<()> {
        let board = broken(self.table.board(&[]))?;
        let parts = board.iter().position(|(weight, _)| *weight == Weight::Subheading);
        let first = parts.unwrap_or(board.len());
        self.page.weighted(&board[..first])?;
        if first < board.len() { self.page.dim(&self.say("terminal-board-more", &[])) } else { Ok(()) }
    }

    /// Looks for others' actions while the player is not typing. The terminal keeps a half-typed line and returns it with its
    /// rest.
    pub(super) fn look_up(&mut self) -> io::Result<()> {
        if self.coming {
            return Ok(());
        }
        let has_news = broken(self.table.has_news())?;
        self.unread = None;
        if !has_news {
            return Ok(());
        }
        // Whether there is anything to say is known only once the news are read; the line of the invitation may be
        // left then.
        let news = broken(self.table.news())?;
        let asked = broken(self.table.asked())?;
        let same =
            question_shown(&asked, &self.table.brief()) == self.shown && self.table.next_seat().is_none();
        if news.is_empty() && same {
            return Ok(());
        }
        if self.manner.interactive {
            self.page.blank()?;
        }
        self.tell(&news)?;
        // An unchanged question is not repeated.
        if !same {
            self.ask(false)?;
        }
        self.invite()
    }

    /// Updates to the present table before a line, if the seat had no prompt.
    pub(super) fn catch_up_waiting(&mut self) -> io::Result<()> {
        if broken(self.table.asked())?.waiting && broken(self.table.has_news())? {
            self.news()?;
            self.ask(false)?;
            self.unseen = true;
        }
        Ok(())
    }

    /// Waits until this seat has a prompt, its player's request is answered or the table is over, and shows the news.
    pub(super) fn wait(&mut self) -> io::Result<LineOutcome> {
        let (mut first, mut told) = (true, false);
        loop {
            if broken(self.table.has_news())? {
                self.news()?;
                told = true;
            }
            if !broken(self.table.asked())?.awaits || self.table.next_seat().is_some() {
                return Ok(if told { LineOutcome::Changed } else { LineOutcome::Shown });
            }
            self.page.flush()?;
            match self.source.wait(first)? {
                Heard::Tick => {}
                Heard::Late => {
                    self.input_error(&self.say("terminal-waited", &[]))?;
                    return Ok(LineOutcome::InputError);
                }
                heard => {
                    self.kept = Some(heard);
                    return Ok(LineOutcome::Changed);
                }
            }
            first = false;
        }
    }
}
