//! `replay`: a table stepped through, forwards and back.

use std::num::NonZeroU32;

use serde_json::json;

use super::cli::Replay;
use super::error::CliError;
use super::play::read_line;
use super::process::ProcessContext;
use super::read::asked_seen;
use super::{App, CommandResult, post_mortem};
use crate::club::GameWords;
use crate::game::Viewer;
use crate::games::Playable;
use crate::report::GameReport;
use crate::table::History;
use crate::table::history::Stride;

pub(super) fn run<G: Playable>(app: &App, ask: &Replay, process: &mut ProcessContext<'_>) -> CommandResult {
    let tables = app.tables::<G>();
    let table = &ask.look.table;
    let (history, viewer) = if ask.look.all {
        (tables.peek_history(table, &app.caller()?, "replay")?, Viewer::All)
    } else {
        // A closed table hides nothing, and a replay of it is the place to see what lay face down.
        let closed = tables.look(table, |table| table.closed().is_some())?;
        let viewer = if closed && ask.look.seat.is_none() {
            Viewer::All
        } else {
            app.viewer::<G>(table, ask.look.seat)?
        };
        (tables.history(table, viewer)?, viewer)
    };
    let game_words = GameWords::of(history.game(), app.lang)?.wide(process.terminal);
    if let Some(playouts) = ask.post_mortem.and_then(NonZeroU32::new) {
        return post_mortem::tell(app, history, ask.look.seat, playouts, &game_words, process);
    }
    let mut stepping =
        Stepping { app, history, viewer, game_words, from: 0, step: ask.step, part: ask.part, shown: None };
    if let Some(seq) = ask.at {
        stepping.go(seq)?;
        stepping.show(process)?;
        return Ok(true);
    }
    stepping.begin()?;
    stepping.show(process)?;
    if ask.list {
        while stepping.forward()? {
            stepping.show(process)?;
        }
        return Ok(true);
    }
    process.out.flush()?;
    while let Some(text) = read_line(process)? {
        let moved = match text.as_str() {
            "" | "n" | "next" => stepping.forward()?,
            "board" => {
                stepping.board(process)?;
                false
            }
            "b" | "back" => stepping.back()?,
            "q" | "quit" => return Ok(true),
            number => match number.parse() {
                Ok(seq) => match stepping.go(seq) {
                    Ok(()) => {
                        stepping.shown = None;
                        true
                    }
                    Err(CliError::Failed(why)) => {
                        stepping.refuses(&why, process)?;
                        false
                    }
                    Err(other) => return Err(other),
                },
                Err(_) => {
                    let how = stepping.game_words.phrases().say("replay-how", &[]);
                    stepping.refuses(&how, process)?;
                    false
                }
            },
        };
        if moved {
            stepping.show(process)?;
        }
        process.out.flush()?;
    }
    Ok(true)
}

struct Stepping<'a, G: Playable> {
    app: &'a App,
    history: History<G>,
    viewer: Viewer,
    game_words: GameWords,
    /// The entry shown last: the lines after it are new.
    from: u64,
    step: Stride,
    /// The part that is stepped through by itself.
    part: Option<u32>,
    /// The lines of the last position; `None` to show all of the next.
    shown: Option<Vec<String>>,
}

impl<G: Playable> Stepping<'_, G> {
    /// Goes to the first entry, or to the first of the part.
    fn begin(&mut self) -> Result<(), CliError> {
        let Some(part) = self.part else { return self.go(1) };
        if !self.history.go_to_part(part)? {
            let args = [("name", self.game_words.part().into()), ("part", part.into())];
            return Err(CliError::Failed(self.game_words.phrases().say("replay-no-such-part", &args)));
        }
        self.from = self.history.at() - 1;
        Ok(())
    }

    fn go(&mut self, seq: u64) -> Result<(), CliError> {
        let (last, stood) = (self.history.last(), self.history.at());
        if !(1..=last).contains(&seq) {
            let at = [("at", seq.into()), ("of", last.into())];
            return Err(CliError::Failed(self.game_words.phrases().say("replay-no-such", &at)));
        }
        self.history.go(seq)?;
        if self.is_outside() {
            self.history.go(stood)?;
            let part = self.part.unwrap_or_default().into();
            let args = [("at", seq.into()), ("name", self.game_words.part().into()), ("part", part)];
            return Err(CliError::Failed(self.game_words.phrases().say("replay-outside", &args)));
        }
        self.from = self.history.at() - 1;
        Ok(())
    }

    /// Returns whether it has reached an entry of another part than the requested one.
    fn is_outside(&self) -> bool {
        self.part.is_some() && self.history.part() != self.part
    }

    /// A stride on; the last one of a part ends with it.
    fn forward(&mut self) -> Result<bool, CliError> {
        let stood = self.history.at();
        let moved = self.history.forward(self.step)?;
        if self.is_outside() {
            self.history.go(self.history.at() - 1)?;
            return Ok(self.history.at() > stood);
        }
        Ok(moved)
    }

    fn back(&mut self) -> Result<bool, CliError> {
        let stood = self.history.at();
        let moved = self.history.back(self.step)?;
        if self.is_outside() {
            self.history.go(stood)?;
            return Ok(false);
        }
        self.from = self.history.at().saturating_sub(1);
        Ok(moved)
    }

    /// Prints the whole position.
    fn board(&self, process: &mut ProcessContext<'_>) -> Result<(), CliError> {
        let view = self.history.view();
        if self.app.json {
            let board = self.history.game().report(self.game_words.phrases()).board(&view);
            let board: Vec<String> = board.into_iter().map(|(_, line)| line).collect();
            return Ok(process.json(&json!({ "board": board }))?);
        }
        Ok(super::read::print_board(&self.game_words, self.history.game(), &view, process)?)
    }

    /// Prints why the input leads nowhere.
    fn refuses(&self, why: &str, process: &mut ProcessContext<'_>) -> Result<(), CliError> {
        match self.app.json {
            true => process.json(&json!({ "refused": why }))?,
            false => process.line(why)?,
        }
        Ok(())
    }

    /// Prints events and position: the first position complete, then only the changes.
    fn show(&mut self, process: &mut ProcessContext<'_>) -> Result<(), CliError> {
        let at = self.history.at();
        let (day, phase) = self.history.moment();
        let lines = self.history.lines(self.from)?;
        if self.app.json {
            let lines: Vec<_> = lines.iter().map(|line| line.to_value()).collect();
            let mut object = json!({
                "at": at, "of": self.history.last(), "day": day, "phase": phase,
                "lines": lines, "asked": asked_seen(self.history.waited_for(), self.viewer),
                "view": serde_json::to_value(self.history.view()).unwrap_or_default(),
            });
            if let (Some(part), Some(called)) = (self.history.part(), self.game_words.book.part()) {
                object[called.name.as_str()] = part.into();
            }
            process.json(&object)?;
        } else {
            let game = self.history.game();
            for row in self.game_words.past_rows(&self.history, &lines)? {
                process.line(&row)?;
            }
            let written = game.report(self.game_words.phrases()).written(&self.history.view());
            match self.shown.take() {
                None => self.board(process)?,
                Some(before) => {
                    let mut heading = None;
                    for (weight, line) in &written {
                        if !weight.is_sentence() {
                            heading = Some(line);
                        } else if !before.contains(line) {
                            for line in heading.take().into_iter().chain([line]) {
                                process.line(line)?;
                            }
                        }
                    }
                }
            }
            self.shown = Some(written.into_iter().map(|(_, line)| line).collect());
            let of = self.history.last();
            let place = [("at", at.into()), ("of", of.into())];
            process.line(&self.game_words.phrases().say("replay-place", &place))?;
        }
        self.from = at;
        Ok(())
    }
}
