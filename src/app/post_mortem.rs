//! `replay --post-mortem`: what decided a game that is over.

use std::num::NonZeroU32;

use serde_json::json;

use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::bots::post_mortem::Swing;
use crate::club::GameWords;
use crate::club::decided::{Decided, points, whole};
use crate::game::Seat;
use crate::games::Playable;
use crate::table::History;

/// Prints it as chances of `seat`, or of the first seat to order.
pub(super) fn tell<G: Playable>(
    app: &App,
    mut history: History<G>,
    seat: Option<Seat>,
    playouts: NonZeroU32,
    game_words: &GameWords,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let trouble = |key: &str| CliError::Failed(game_words.phrases().say(key, &[]));
    let course = history.course()?.ok_or_else(|| trouble("post-mortem-not-over"))?;
    let decided = Decided::of(history.game(), course, seat, playouts, &mut |_, _| true);
    let decided = decided.ok_or_else(|| trouble("post-mortem-none"))?;
    let Decided { entries, found } = &decided;
    if app.json {
        process.json(&to_value(&decided, playouts))?;
        return Ok(true);
    }
    let lines = history.lines(0)?;
    let say = |key: &str, args: &[_]| game_words.phrases().say(key, args);
    let name = |seat: Seat| game_words.phrases().seat(seat).into();
    let head = [("seat", name(found.seat)), ("playouts", playouts.get().into())];
    process.line(&say("post-mortem-of", &head))?;
    for (seq, swing) in entries.iter().zip(&found.swings).filter(|(_, swing)| swing.is_felt()) {
        let line = lines.iter().find(|line| line.seq() == *seq);
        let order = game_words.before(history.game(), line, Some(swing.by))?;
        let args = [
            ("order", order.into()),
            ("before", whole(swing.before).into()),
            ("after", whole(swing.after).into()),
            ("choice", points(swing.choice()).into()),
            ("dice", points(swing.dice()).into()),
        ];
        let text = say("post-mortem-swing", &args);
        process.line(&say("dice-row", &[("seq", (*seq).into()), ("text", text.into())]))?;
    }
    process.line(&decided.sum(&game_words.phrases()))?;
    Ok(true)
}

fn to_value(Decided { entries, found }: &Decided, playouts: NonZeroU32) -> serde_json::Value {
    let swing = |(seq, swing): (&u64, &Swing)| {
        json!({
            "entry": seq, "seat": swing.by, "before": swing.before, "ordered": swing.ordered, "after": swing.after,
            "error": swing.error,
        })
    };
    let (own, others) = (found.choices(true), found.choices(false));
    json!({
        "seat": found.seat, "playouts": playouts, "before": found.before(), "after": found.after(),
        "own": own.0, "own_error": own.1, "others": others.0, "others_error": others.1, "dice": found.dice(),
        "decisions": entries.iter().zip(&found.swings).map(swing).collect::<Vec<_>>(),
    })
}
