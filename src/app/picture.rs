//! `picture`: a position drawn, to a file.

use std::fs::File;
use std::io::Write;

use serde_json::json;

use super::cli::PictureAsk;
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::GameWords;
use crate::game::{Fact, Viewer};
use crate::games::Playable;
use crate::log::TableEvent;
use crate::picture::{self, Scene};
use crate::table::{History, Said};
use crate::words::Words;

pub(super) fn run<G: Playable>(
    app: &App,
    ask: &PictureAsk,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let viewer = app.viewer::<G>(&ask.table, ask.seat)?;
    let mut history = app.tables::<G>().history(&ask.table, viewer)?;
    if let Some(seq) = ask.at {
        go(&mut history, seq, app)?;
    }
    let story = GameWords::of(history.game(), app.lang)?;
    let view = history.view();
    let kinds = history.game().pictures(&view);
    let wanted = ask.kind.as_deref().or(kinds.first().copied());
    let facts = since_last_order(&history, viewer)?;
    let scene = wanted
        .filter(|kind| kinds.contains(kind))
        .and_then(|kind| history.game().picture(kind, &view, &facts, story.phrases(), ask.theme));
    let (Some(kind), Some(scene)) = (wanted, scene) else {
        let words = Words::read()?;
        let list = kinds.join(&words.say(app.lang, "list-separator", &[]));
        let key = if kinds.is_empty() { "picture-none" } else { "picture-no-such" };
        let kind = wanted.unwrap_or_default();
        return Err(CliError::Failed(words.say(
            app.lang,
            key,
            &[("kind", kind.into()), ("kinds", list.into()), ("game", G::NAME.into())],
        )));
    };
    let file = match ask.svg {
        true => picture::svg(&scene).into_bytes(),
        false => picture::png(&scene).map_err(|fault| CliError::Failed(fault.to_string()))?,
    };
    let Some(path) = &ask.output else {
        if app.json {
            process.json(&described(ask, history.at(), kind, &kinds, &scene))?;
        } else {
            process.out.data().write_all(&file)?;
        }
        return Ok(true);
    };
    let mut made = File::create_new(path).map_err(|e| CliError::file(path, &e))?;
    made.write_all(&file).and_then(|()| made.sync_all()).map_err(|e| CliError::file(path, &e))?;
    if app.json {
        let mut value = described(ask, history.at(), kind, &kinds, &scene);
        value["file"] = path.display().to_string().into();
        process.json(&value)?;
    } else {
        let args = [("file", path.display().to_string().into()), ("kind", kind.into())];
        writeln!(process.out, "{}", Words::read()?.say(app.lang, "picture-done", &args))?;
        writeln!(process.out, "{}", scene.alternative())?;
    }
    Ok(true)
}

fn go<G: Playable>(history: &mut History<G>, seq: u64, app: &App) -> Result<(), CliError> {
    let last = history.last();
    if !(1..=last).contains(&seq) {
        let at = [("at", seq.into()), ("of", last.into())];
        return Err(CliError::Failed(Words::read()?.say(app.lang, "replay-no-such", &at)));
    }
    Ok(history.go(seq)?)
}

fn described(ask: &PictureAsk, at: u64, kind: &str, kinds: &[&str], scene: &Scene) -> serde_json::Value {
    json!({
        "table": ask.table,
        "at": at,
        "kind": kind,
        "kinds": kinds,
        "theme": ask.theme.name,
        "width": scene.width,
        "height": scene.height,
        "alternative": scene.alternative(),
    })
}

/// What happened since the viewer's last order, or anybody's for a spectator, as far as the viewer may know it.
fn since_last_order<G: Playable>(
    history: &History<G>,
    viewer: Viewer,
) -> Result<Vec<Fact<G::Event>>, CliError> {
    let lines = history.lines(0)?;
    let ordered = |line: &&crate::view::VisibleEntry| match viewer {
        Viewer::Seat(seat) => line.by().is_some_and(|by| by.seat == seat.as_str()),
        Viewer::Spectator | Viewer::All => true,
    };
    let is_order = |seq| matches!(history.said(seq), Some(Said::TableEvent(TableEvent::OrderGiven { .. })));
    let last =
        lines.iter().rev().filter(ordered).map(|line| line.seq()).find(|seq| is_order(*seq)).unwrap_or(0);
    let open = lines.iter().filter(|line| line.seq() > last && line.entry().is_some());
    let fact = |seq| match history.said(seq) {
        Some(Said::Fact(fact)) => Some(fact.clone()),
        _ => None,
    };
    Ok(open.filter_map(|line| fact(line.seq())).collect())
}
