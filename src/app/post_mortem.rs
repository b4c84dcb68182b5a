//! `replay --post-mortem`: what decided a game that is over.

use std::num::NonZeroU32;

use serde_json::json;

use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::bots::post_mortem::{DecisionMade, PostMortem, Swing, post_mortem};
use crate::club::GameWords;
use crate::game::Seat;
use crate::games::Playable;
use crate::table::History;

/// Tells it as the chances of `seat`, or of whoever ordered first.
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
    let (entries, decisions): (Vec<u64>, Vec<DecisionMade<G::State>>) = course
        .orders
        .into_iter()
        .map(|it| (it.seq, DecisionMade { state: it.state, seat: it.seat, order: it.order }))
        .unzip();
    let seat = seat.or_else(|| decisions.first().map(|decision| decision.seat));
    let found = seat
        .and_then(|seat| post_mortem(history.game(), seat, &decisions, &course.end, playouts, course.digest));
    let found = found.ok_or_else(|| trouble("post-mortem-none"))?;
    if app.json {
        process.json(&to_value(&found, &entries, playouts))?;
        return Ok(true);
    }
    let lines = history.lines(0)?;
    let say = |key: &str, args: &[_]| game_words.phrases().say(key, args);
    let name = |seat: Seat| game_words.phrases().seat(seat).into();
    let head = [("seat", name(found.seat)), ("playouts", playouts.get().into())];
    writeln!(process.out, "{}", say("post-mortem-of", &head))?;
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
        writeln!(process.out, "{}", say("dice-row", &[("seq", (*seq).into()), ("text", text.into())]))?;
    }
    let (own, others) = (found.choices(true), found.choices(false));
    let args = [
        ("seat", name(found.seat)),
        ("before", whole(found.before()).into()),
        ("after", whole(found.after()).into()),
        ("own", points(own.0).into()),
        ("own-error", whole(own.1).into()),
        ("others", points(others.0).into()),
        ("others-error", whole(others.1).into()),
        ("dice", points(found.dice()).into()),
    ];
    writeln!(process.out, "{}", say("post-mortem-sum", &args))?;
    Ok(true)
}

/// Thousandths as whole points.
fn whole(thousandths: i32) -> String {
    ((thousandths + 5 * thousandths.signum()) / 10).to_string()
}

/// The same with a sign.
fn points(thousandths: i32) -> String {
    match whole(thousandths) {
        none if none == "0" => none,
        fewer if fewer.starts_with('-') => fewer.replace('-', "−"),
        more => format!("+{more}"),
    }
}

fn to_value(found: &PostMortem, entries: &[u64], playouts: NonZeroU32) -> serde_json::Value {
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
