//! `show`, `picture`, `log`, `dice`.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::cli::{LogAsk, LookArgs, PictureAsk};
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::GameWords;
use crate::club::local::{Awaited, TablePicture};
use crate::dice_page::{self, DiceRow, Tally};
use crate::games::Playable;
use crate::log::players::{Address, LOCAL};
use crate::picture;
use crate::private::PartFile;
use crate::report::Weight;
use crate::view::VisibleEntry;
use crate::words::{Value as Said, Words};

/// The seats a table waits for.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn awaited<G: Playable>(app: &App, table: &str) -> Result<Awaited, CliError> {
    Ok(app.tables::<G>().awaited(table)?)
}

/// Shows a position.
///
/// # Errors
/// [`CliError`].
pub fn show<G: Playable>(app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult {
    let tables = app.tables::<G>();
    // Before a peek is on record for a position that cannot be shown.
    tables.check_readable(&ask.table)?;
    let position = match ask.all {
        true => tables.peek_position(&ask.table, (&app.caller()?, "show"))?,
        false => tables.position(&ask.table, app.viewer::<G>(&ask.table, ask.seat)?)?,
    };
    if app.json {
        // By way of a value, whose names are sorted.
        process.json(&json!(position.row))?;
        return Ok(true);
    }
    let game_words = GameWords::of(&*position.game, app.lang)?.wide(process.terminal);
    let reader = app.store.player_at(&Address::new(LOCAL, &app.user))?;
    print(tables.position_in_words(&position, &game_words, reader.as_ref())?, process)?;
    Ok(true)
}

/// Prints lines, the headings among them after an empty one.
pub(super) fn print(lines: Vec<(Weight, String)>, process: &mut ProcessContext<'_>) -> std::io::Result<()> {
    for (weight, line) in lines {
        if weight == Weight::Heading {
            writeln!(process.out)?;
        }
        process.line(&line)?;
    }
    Ok(())
}

pub(super) fn log<G: Playable>(app: &App, ask: &LogAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let lines = lines::<G>(app, &ask.look, ask.after, "log")?;
    if app.json {
        lines.iter().try_for_each(|line| process.json(&line.to_value()))?;
        return Ok(true);
    }
    let game = game_at::<G>(app, &ask.look.table)?;
    for row in GameWords::of(&*game, app.lang)?.rows(&*game, &lines)? {
        process.line(&row)?;
    }
    Ok(true)
}

fn game_at<G: Playable>(app: &App, table: &str) -> Result<Arc<G>, CliError> {
    Ok(app.tables::<G>().game_at(table)?)
}

/// The requested lines of a table; a look at everything is recorded first.
fn lines<G: Playable>(
    app: &App,
    ask: &LookArgs,
    after: u64,
    what: &str,
) -> Result<Vec<VisibleEntry>, CliError> {
    let tables = app.tables::<G>();
    Ok(match ask.all {
        true => tables.peek_lines(&ask.table, after, (&app.caller()?, what))?,
        false => tables.lines(&ask.table, after, app.viewer::<G>(&ask.table, ask.seat)?)?,
    })
}

pub(super) fn dice<G: Playable>(
    app: &App,
    ask: &LookArgs,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let page = dice_page::page(&lines::<G>(app, ask, 0, "dice")?)?;
    if !app.json {
        let game = game_at::<G>(app, &ask.table)?;
        for line in GameWords::of(&*game, app.lang)?.dice(&*game, &ask.table, &page, usize::MAX)? {
            process.line(&line)?;
        }
        return Ok(true);
    }
    let tallies = page.tallies.iter().map(DiceLine::Tally);
    for line in page.rolls.iter().map(DiceLine::Roll).chain(tallies) {
        process.json(&json!(line))?;
    }
    Ok(true)
}

/// A line of the dice page.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum DiceLine<'a> {
    Roll(&'a DiceRow),
    Tally(&'a Tally),
}

/// A picture that was drawn.
#[derive(Serialize)]
struct PictureRow<'a> {
    table: &'a str,
    at: u64,
    kind: &'a str,
    kinds: &'a [&'static str],
    theme: &'a str,
    width: f64,
    height: f64,
    alternative: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Draws a position, to a file or the output.
///
/// # Errors
/// [`CliError`].
pub fn draw<G: Playable>(app: &App, ask: &PictureAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let words = Words::read()?;
    let say = |key: &str, args: &[(&str, Said<'_>)]| words.say(app.lang, key, args);
    let viewer = app.viewer::<G>(&ask.table, ask.seat)?;
    let game_words = |game: &G| Ok(GameWords::of(game, app.lang)?.wide(process.terminal));
    let wanted = (ask.kind.as_deref(), ask.theme);
    let drawn = app.tables::<G>().picture((&ask.table, viewer), ask.at, wanted, game_words)?;
    let TablePicture { at, kinds, kind, scene } =
        drawn.map_err(|why| CliError::Failed(why.in_words(&say)))?;
    let Some(scene) = scene else {
        let list = kinds.join(&say("list-separator", &[]));
        let key = if kinds.is_empty() { "picture-none" } else { "picture-no-such" };
        let args = [("kind", kind.into()), ("kinds", list.into()), ("game", G::NAME.into())];
        return Err(CliError::Failed(say(key, &args)));
    };
    let row = |file: Option<String>| PictureRow {
        table: &ask.table,
        at,
        kind: &kind,
        kinds: &kinds,
        theme: ask.theme.name,
        width: scene.width,
        height: scene.height,
        alternative: scene.alternative(),
        file,
    };
    let file = match ask.svg {
        true => picture::svg(&scene).into_bytes(),
        false => picture::png(&scene).map_err(|fault| CliError::Failed(fault.to_string()))?,
    };
    let Some(path) = &ask.output else {
        if app.json {
            process.json(&json!(row(None)))?;
        } else {
            process.out.data().write_all(&file)?;
        }
        return Ok(true);
    };
    let unmade = |e| CliError::unmade(path, &e);
    let part = PartFile::new(path).map_err(unmade)?;
    part.file().write_all(&file).and_then(|()| part.finish()).map_err(unmade)?;
    let name = path.display().to_string();
    if app.json {
        process.json(&json!(row(Some(name))))?;
    } else {
        let args = [("file", name.into()), ("kind", kind.as_str().into())];
        process.line(&say("picture-done", &args))?;
        process.line(&scene.alternative())?;
    }
    Ok(true)
}
