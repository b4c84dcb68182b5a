//! `replay`: a table stepped through, forwards and back, or what decided its game.

use std::num::NonZeroU32;

use serde_json::json;

use super::cli::Replay;
use super::error::CliError;
use super::play::read_line;
use super::process::ProcessContext;
use super::read::print;
use super::{App, CommandResult};
use crate::club::GameWords;
use crate::club::local::{NoSuchStep, ReplaySteps};
use crate::game::Viewer;
use crate::games::Playable;

pub(super) fn run<G: Playable>(app: &App, ask: &Replay, process: &mut ProcessContext<'_>) -> CommandResult {
    let (tables, table) = (app.tables::<G>(), &*ask.look.table);
    let words = |game: &G| Ok(GameWords::of(game, app.lang)?.wide(process.terminal));
    let mut steps = if ask.look.all {
        tables.peek_replay(table, (&app.caller()?, "replay"), words)?
    } else if ask.look.seat.is_none() && tables.is_closed(table)? {
        // A closed table hides nothing, and a replay of it is the place to see what lay face down.
        tables.replay(table, Viewer::All, words)?
    } else {
        tables.replay(table, app.viewer::<G>(table, ask.look.seat)?, words)?
    };
    if let Some(playouts) = ask.post_mortem.and_then(NonZeroU32::new) {
        return post_mortem(app, ask, &mut steps, playouts, process);
    }
    steps.step_by(ask.step, ask.part);
    let mut replay = Replaying { app, steps };
    let begun = match ask.at {
        Some(seq) => replay.steps.go(seq)?,
        None => replay.steps.begin()?,
    };
    begun.map_err(|why| CliError::Failed(replay.why(&why)))?;
    replay.show(process)?;
    if ask.at.is_some() {
        return Ok(true);
    }
    if ask.list {
        while replay.steps.forward()? {
            replay.show(process)?;
        }
        return Ok(true);
    }
    process.out.flush()?;
    while let Some(text) = read_line(process)? {
        let moved = match text.as_str() {
            "" | "n" | "next" => replay.steps.forward()?,
            "board" => {
                replay.board(process)?;
                false
            }
            "b" | "back" => replay.steps.back()?,
            "q" | "quit" => return Ok(true),
            number => {
                let went = match number.parse() {
                    Ok(seq) => replay.steps.go(seq)?.map_err(|why| replay.why(&why)),
                    Err(_) => Err(replay.steps.game_words.phrases().say("replay-how", &[])),
                };
                match &went {
                    Ok(()) => {}
                    Err(why) if app.json => process.json(&json!({ "refused": why }))?,
                    Err(why) => process.line(why)?,
                }
                went.is_ok()
            }
        };
        if moved {
            replay.show(process)?;
        }
        process.out.flush()?;
    }
    Ok(true)
}

/// Prints what decided the game, as chances of a seat.
fn post_mortem<G: Playable>(
    app: &App,
    ask: &Replay,
    steps: &mut ReplaySteps<G>,
    playouts: NonZeroU32,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let decided = steps.decided(ask.look.seat, playouts)?;
    let decided = decided.map_err(|key| CliError::Failed(steps.game_words.phrases().say(key, &[])))?;
    if app.json {
        // By way of a value, whose names are sorted.
        process.json(&json!(decided.row(playouts)))?;
        return Ok(true);
    }
    for line in steps.decided_in_words(&decided, playouts)? {
        process.line(&line)?;
    }
    Ok(true)
}

/// A replay that is printed.
struct Replaying<'a, G: Playable> {
    app: &'a App,
    steps: ReplaySteps<G>,
}

impl<G: Playable> Replaying<'_, G> {
    fn why(&self, why: &NoSuchStep) -> String {
        why.in_words(&|key, args| self.steps.game_words.phrases().say(key, args))
    }

    /// Prints the whole position.
    fn board(&self, process: &mut ProcessContext<'_>) -> Result<(), CliError> {
        let board = self.steps.board();
        if !self.app.json {
            return Ok(print(board, process)?);
        }
        let board: Vec<String> = board.into_iter().map(|(_, line)| line).collect();
        Ok(process.json(&json!({ "board": board }))?)
    }

    /// Prints events and position.
    fn show(&mut self, process: &mut ProcessContext<'_>) -> Result<(), CliError> {
        match self.app.json {
            true => process.json(&json!(self.steps.row()?))?,
            false => print(self.steps.told()?, process)?,
        }
        Ok(())
    }
}
