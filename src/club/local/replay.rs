//! A table's past, stepped through forwards and back.

use std::num::NonZeroU32;

use serde::Serialize;
use serde_json::{Map, Value};

use super::LocalTables;
use super::no_such_step::NoSuchStep;
use super::position::{SeenPrompt, seen_by};
use crate::club::decided::Decided;
use crate::club::{ClubError, GameWords};
use crate::game::{Seat, Viewer, Word};
use crate::games::Playable;
use crate::report::{GameReport, Weight};
use crate::table::history::Stride;
use crate::table::{Caller, History};

/// A step of a replay as a row.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields are the documented keys of `replay --json`")]
pub struct ReplayRow<V> {
    pub at: u64,
    pub of: u64,
    pub day: u32,
    pub phase: Word,
    pub lines: Vec<Value>,
    pub asked: Vec<SeenPrompt>,
    pub view: V,
    /// The part of the table's log, under the name that the game has for it.
    #[serde(flatten)]
    pub part: Map<String, Value>,
}

/// A replay of a table, at one of its entries.
pub struct ReplaySteps<G: Playable> {
    history: History<G>,
    viewer: Viewer,
    /// The words of the game.
    pub game_words: GameWords,
    /// The entry shown last: the lines after it are new.
    from: u64,
    stride: Stride,
    /// The part that is stepped through by itself.
    part: Option<u32>,
    /// The lines of the last position; `None` to show all of the next.
    shown: Option<Vec<String>>,
}

impl<G: Playable> LocalTables<G> {
    /// Returns whether a table is closed.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn is_closed(&self, table: &str) -> Result<bool, ClubError> {
        Ok(self.tables.look(table, |table| table.closed().is_some())?)
    }

    /// A replay of a table as `viewer` may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn replay(
        &self,
        table: &str,
        viewer: Viewer,
        words: impl FnOnce(&G) -> Result<GameWords, ClubError>,
    ) -> Result<ReplaySteps<G>, ClubError> {
        ReplaySteps::of(self.past(table, viewer)?, viewer, words)
    }

    /// A replay of everything; the look of `caller` at it is recorded first.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn peek_replay(
        &self,
        table: &str,
        (caller, what): (&Caller, &str),
        words: impl FnOnce(&G) -> Result<GameWords, ClubError>,
    ) -> Result<ReplaySteps<G>, ClubError> {
        ReplaySteps::of(self.tables.peek_history(table, caller, what)?, Viewer::All, words)
    }
}

impl<G: Playable> ReplaySteps<G> {
    fn of(
        history: History<G>,
        viewer: Viewer,
        words: impl FnOnce(&G) -> Result<GameWords, ClubError>,
    ) -> Result<ReplaySteps<G>, ClubError> {
        let game_words = words(history.game())?;
        let stride = Stride::Entry;
        Ok(ReplaySteps { history, viewer, game_words, from: 0, stride, part: None, shown: None })
    }

    /// Steps by `stride` from now on, through one part of the table where one is named.
    pub fn step_by(&mut self, stride: Stride, part: Option<u32>) {
        (self.stride, self.part) = (stride, part);
    }

    /// Goes to the first entry, or to the first of the part.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn begin(&mut self) -> Result<Result<(), NoSuchStep>, ClubError> {
        let Some(part) = self.part else { return self.go(1) };
        if !self.history.go_to_part(part)? {
            return Ok(Err(NoSuchStep::Part(self.game_words.part(), part)));
        }
        self.from = self.history.at() - 1;
        Ok(Ok(()))
    }

    /// Goes to an entry; what is shown next is the whole position.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn go(&mut self, seq: u64) -> Result<Result<(), NoSuchStep>, ClubError> {
        let (of, stood) = (self.history.last(), self.history.at());
        if !(1..=of).contains(&seq) {
            return Ok(Err(NoSuchStep::Entry { at: seq, of }));
        }
        self.history.go(seq)?;
        if self.is_outside() {
            self.history.go(stood)?;
            return Ok(Err(NoSuchStep::Outside(seq, self.game_words.part(), self.part.unwrap_or_default())));
        }
        self.from = self.history.at() - 1;
        self.shown = None;
        Ok(Ok(()))
    }

    /// Returns whether it has reached an entry of another part than the requested one.
    fn is_outside(&self) -> bool {
        self.part.is_some() && self.history.part() != self.part
    }

    /// Goes a stride on; the last one of a part ends with it. Returns `false` at the end.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn forward(&mut self) -> Result<bool, ClubError> {
        let stood = self.history.at();
        let moved = self.history.forward(self.stride)?;
        if self.is_outside() {
            self.history.go(self.history.at() - 1)?;
            return Ok(self.history.at() > stood);
        }
        Ok(moved)
    }

    /// Goes a stride back. Returns `false` at the beginning.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn back(&mut self) -> Result<bool, ClubError> {
        let stood = self.history.at();
        let moved = self.history.back(self.stride)?;
        if self.is_outside() {
            self.history.go(stood)?;
            return Ok(false);
        }
        self.from = self.history.at().saturating_sub(1);
        Ok(moved)
    }

    /// The whole position.
    pub fn board(&self) -> Vec<(Weight, String)> {
        self.history.game().report(self.game_words.phrases()).board(&self.history.view())
    }

    /// The events since the step before and the position, as a row.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn row(&mut self) -> Result<ReplayRow<G::View>, ClubError> {
        let (day, phase) = self.history.moment();
        let lines = self.history.lines(self.from)?;
        let called = self.history.part().zip(self.game_words.book.part());
        self.from = self.history.at();
        Ok(ReplayRow {
            at: self.from,
            of: self.history.last(),
            day,
            phase,
            lines: lines.iter().map(|line| line.to_value()).collect(),
            asked: seen_by(self.history.waited_for(), self.viewer),
            view: self.history.view(),
            part: called
                .map(|(part, called)| (called.name.as_str().to_owned(), part.into()))
                .into_iter()
                .collect(),
        })
    }

    /// The same in words: the first position complete, then only the changes.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn told(&mut self) -> Result<Vec<(Weight, String)>, ClubError> {
        let plain = |line: String| (Weight::Plain, line);
        let lines = self.history.lines(self.from)?;
        let mut told: Vec<_> =
            self.game_words.past_rows(&self.history, &lines)?.into_iter().map(plain).collect();
        let written = self.history.game().report(self.game_words.phrases()).written(&self.history.view());
        match self.shown.take() {
            None => told.extend(self.board()),
            Some(before) => {
                let mut heading = None;
                for (weight, line) in &written {
                    if !weight.is_sentence() {
                        heading = Some(line);
                    } else if !before.contains(line) {
                        told.extend(heading.take().into_iter().chain([line]).cloned().map(plain));
                    }
                }
            }
        }
        self.shown = Some(written.into_iter().map(|(_, line)| line).collect());
        self.from = self.history.at();
        let place = [("at", self.from.into()), ("of", self.history.last().into())];
        told.push(plain(self.game_words.phrases().say("replay-place", &place)));
        Ok(told)
    }

    /// What decided the game, as chances of `seat` or of the first seat to order, by this many playouts of each order; else the
    /// message that says why there is none.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn decided(
        &mut self,
        seat: Option<Seat>,
        playouts: NonZeroU32,
    ) -> Result<Result<Decided, &'static str>, ClubError> {
        let Some(course) = self.history.course()? else { return Ok(Err("post-mortem-not-over")) };
        let decided = Decided::of(self.history.game(), course, seat, playouts, &mut |_, _| true);
        Ok(decided.ok_or("post-mortem-none"))
    }

    /// What decided the game in words, an order a line.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn decided_in_words(
        &self,
        decided: &Decided,
        playouts: NonZeroU32,
    ) -> Result<Vec<String>, ClubError> {
        let lines = self.history.lines(0)?;
        let order = |seq: u64, by: Seat| {
            let line = lines.iter().find(|line| line.seq() == seq);
            self.game_words.before(self.history.game(), line, Some(by))
        };
        decided.lines(&self.game_words.phrases(), playouts, order)
    }
}
