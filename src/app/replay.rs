//! `replay`: a table stepped through, forwards and back.

use serde_json::json;

use super::cli::Replay;
use super::edge::Edge;
use super::offer::Offered;
use super::play::{DOOR, read_line};
use super::read::asked_seen;
use super::story::Story;
use super::trouble::Trouble;
use super::{App, Outcome};
use crate::game::Eyes;
use crate::table::History;

pub(super) fn run<G: Offered>(app: &App, ask: &Replay, edge: &mut Edge<'_>) -> Outcome {
    let tables = app.tables::<G>();
    let table = &ask.look.table;
    let (history, eyes) = if ask.look.all {
        (tables.peek_history(table, DOOR, "replay")?, Eyes::All)
    } else {
        // A closed table hides nothing, and a replay of it is the place to see what lay face down.
        let closed = tables.look(table, |table| table.closed().is_some())?;
        let eyes =
            if closed && ask.look.seat.is_none() { Eyes::All } else { app.eyes::<G>(table, ask.look.seat)? };
        (tables.history(table, eyes)?, eyes)
    };
    let story = Story::of(history.game(), app.lang)?;
    let mut stepping = Stepping { app, history, eyes, story, from: 0 };
    if let Some(seq) = ask.at {
        stepping.go(seq)?;
        stepping.show(edge)?;
        return Ok(true);
    }
    stepping.go(1)?;
    stepping.show(edge)?;
    if ask.list {
        while stepping.history.forward(ask.step)? {
            stepping.show(edge)?;
        }
        return Ok(true);
    }
    edge.out.flush()?;
    while let Some(text) = read_line(edge)? {
        let moved = match text.as_str() {
            "" | "n" | "next" => stepping.history.forward(ask.step)?,
            "b" | "back" => {
                let moved = stepping.history.back(ask.step)?;
                stepping.from = stepping.history.at().saturating_sub(1);
                moved
            }
            "q" | "quit" => return Ok(true),
            number => match number.parse() {
                Ok(seq) => match stepping.go(seq) {
                    Ok(()) => true,
                    Err(Trouble::Failed(why)) => {
                        writeln!(edge.out, "{why}")?;
                        false
                    }
                    Err(other) => return Err(other),
                },
                Err(_) => {
                    writeln!(edge.out, "{}", stepping.story.phrases().say("replay-how", &[]))?;
                    false
                }
            },
        };
        if moved {
            stepping.show(edge)?;
        }
        edge.out.flush()?;
    }
    Ok(true)
}

struct Stepping<'a, G: Offered> {
    app: &'a App,
    history: History<G>,
    eyes: Eyes,
    story: Story,
    /// The entry shown last: the lines after it are new.
    from: u64,
}

impl<G: Offered> Stepping<'_, G> {
    fn go(&mut self, seq: u64) -> Result<(), Trouble> {
        let last = self.history.last();
        if !(1..=last).contains(&seq) {
            let at = [("at", seq.into()), ("of", last.into())];
            return Err(Trouble::Failed(self.story.phrases().say("replay-no-such", &at)));
        }
        self.history.go(seq)?;
        self.from = self.history.at() - 1;
        Ok(())
    }

    fn show(&mut self, edge: &mut Edge<'_>) -> Result<(), Trouble> {
        let at = self.history.at();
        let (day, phase) = self.history.moment();
        let lines = self.history.lines(self.from)?;
        if self.app.json {
            let lines: Vec<_> = lines.iter().map(|line| line.to_value()).collect();
            edge.json(&json!({
                "at": at, "of": self.history.last(), "day": day, "phase": phase,
                "lines": lines, "asked": asked_seen(self.history.waited_for(), self.eyes),
                "view": serde_json::to_value(self.history.view()).unwrap_or_default(),
            }))?;
        } else {
            let game = self.history.game();
            for row in self.story.rows(game, &lines) {
                writeln!(edge.out, "{row}")?;
            }
            self.story.print_board(game, &self.history.view(), edge)?;
            let of = self.history.last();
            let place = [("at", at.into()), ("of", of.into())];
            writeln!(edge.out, "{}", self.story.phrases().say("replay-place", &place))?;
        }
        self.from = at;
        Ok(())
    }
}
