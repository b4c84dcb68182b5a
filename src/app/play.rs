//! `play`: the latest unfinished local table of a game, a new one or a named one, and a player at their seats.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::browser;
use super::cli::{Colour, Decline, MasterArgs, PlayArgs};
use super::data;
use super::error::CliError;
use super::heads::ShownHeads;
use super::inbox::Inbox;
use super::opponent::Opponents;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::local::{LocalOpening, LocalTables, SeatsWanted};
use crate::club::session::SessionContext;
use crate::club::{Caller, ClubError, GameWords};
use crate::door::terminal::wording::AtTerminal;
use crate::door::terminal::{self, Arrival, Dress, HotSeat, Manner};
use crate::game::Seat;
use crate::games::{self, Playable};
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// Longest typed line, in bytes.
pub const LINE_BYTES: u64 = 64 * 1024;

/// Plays `table`; without one, resumes or opens one.
///
/// # Errors
/// [`CliError`].
pub fn run<G: Playable>(
    app: &App,
    ask: &PlayArgs,
    table: Option<&str>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if ask.option.iter().any(|(name, _)| name == "help") {
        return options_help::<G>(app, process);
    }
    let mut joining = place::<G>(app, ask, table)?;
    let opponents = Opponents::at(app, &joining.tables, &joining.table, process)?;
    joining.context.computers = opponents.as_ref().map(Opponents::key);
    let shown = shown_heads(app, &joining.table, process)?;
    if ask.browser {
        let player = &joining.context.caller.player;
        return browser::serve(app, (player, &joining.table), read_line, process);
    }
    let dress = match ask.color {
        _ if app.json => Dress::Json,
        Colour::Auto if !process.colour() => Dress::Plain,
        Colour::Never => Dress::Plain,
        Colour::Auto | Colour::Always => Dress::Colour,
    };
    let patience = ask.wait_seconds.map(|seconds| Duration::from_secs(seconds.into()));
    let ended = converse(app, joining, (dress, patience, shown.clone()), ask.script.as_deref(), process);
    if let Some(why) = shown.and_then(|shown| shown.trouble()) {
        let told = CliError::Because(why).render(app.lang);
        // If this cannot be written either, nobody is left to tell.
        let _ = writeln!(process.err, "wardroom: {told}");
    }
    ended
}

/// The heads shown to this player, as far as they are remembered. It says loudly where the log does not pass through the last;
/// of such a table no other is remembered.
fn shown_heads(
    app: &App,
    table: &str,
    process: &mut ProcessContext<'_>,
) -> Result<Option<Rc<ShownHeads>>, CliError> {
    let Some(shown) = ShownHeads::of(app, process) else { return Ok(None) };
    let (amiss, remembers) = shown.check(app, table)?;
    if let Some(why) = amiss {
        let told = Words::read()?.reason(app.lang, &why);
        match app.json {
            true => process.json(&json!({ "shown": "heading", "text": told }))?,
            false => process.line(&told)?,
        }
    }
    Ok(remembers.then_some(shown))
}

fn options_help<G: Playable>(app: &App, process: &mut ProcessContext<'_>) -> CommandResult {
    for option in G::OPTIONS {
        let help = if app.lang == Lang::Ja { option.help_ja } else { option.help };
        match app.json {
            true => process.json(&json!({ "option": option.name, "value": option.value, "help": help }))?,
            false => writeln!(process.out, "{:<26} {help}", option.shape())?,
        }
    }
    Ok(true)
}

/// A local player at the seats they play, before they sit down.
pub struct Joining<G: Playable> {
    /// The player.
    pub context: SessionContext,
    /// The tables of its game.
    pub tables: LocalTables<G>,
    /// The table.
    pub table: String,
    /// The seats they play at this terminal: one, or several in turn.
    pub seats: Vec<Seat>,
    /// How they arrive.
    pub arrival: Arrival,
}

impl<G: Playable> Joining<G> {
    /// The seats at the terminal; `game_words` words the table's game in the player's language.
    ///
    /// # Errors
    /// As [`LocalTables::sessions`].
    pub fn sit(
        self,
        game_words: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<HotSeat, ClubError> {
        let sessions = self.tables.sessions(&self.table, (self.context, &self.seats), game_words)?;
        HotSeat::new(sessions, self.arrival)
    }
}

/// The local player's place: at `table`; without one, at their latest unfinished table of the game, or at a new
/// one.
///
/// # Errors
/// [`CliError`].
pub fn place<G: Playable>(app: &App, ask: &PlayArgs, table: Option<&str>) -> Result<Joining<G>, CliError> {
    let caller = app.caller()?;
    let tables = app.tables::<G>();
    // A data pack, practice, a ready check or an option needs a new table: an old one would not have it.
    let wants_new = ask.new
        || ask.practice
        || ask.ready
        || ask.master.is_some()
        || ask.against.is_some()
        || ask.data.is_some()
        || !ask.option.is_empty();
    let (table, seats, arrival) = match table {
        Some(_) if wants_new || ask.learn => {
            return Err(CliError::ForNewTables);
        }
        Some(table) => {
            let (seats, taken) = tables.join(table, &caller, wanted(ask))?;
            (table.to_owned(), seats, if taken { Arrival::Joined } else { Arrival::Resumed })
        }
        None => {
            let found = match wants_new {
                true => None,
                false => tables.latest(&caller.player, wanted(ask), ask.learn)?,
            };
            match found {
                Some((table, seats)) => (table, seats, Arrival::Resumed),
                None => {
                    let (table, seats) = open(app, &tables, ask, &caller)?;
                    (table, seats, Arrival::Opened)
                }
            }
        }
    };
    let (platform, door) = (app.platform.clone(), Arc::new(AtTerminal { play: app.join.clone() }));
    Ok(Joining {
        context: SessionContext {
            caller,
            platform,
            links: app.links.clone(),
            browser: app.browser.clone(),
            computers: None,
            door,
            key: None,
        },
        tables,
        table,
        seats,
        arrival,
    })
}

/// The seats that the player asks for.
fn wanted(ask: &PlayArgs) -> SeatsWanted {
    match ask.seat {
        _ if ask.hot_seat => SeatsWanted::All,
        Some(seat) => SeatsWanted::One(seat),
        None => SeatsWanted::Usual,
    }
}

/// Declines a seat kept for the local player; without a seat the only one.
///
/// # Errors
/// [`CliError`].
pub fn decline<G: Playable>(app: &App, ask: &Decline, process: &mut ProcessContext<'_>) -> CommandResult {
    let tables = app.tables::<G>();
    let seat = tables.decline(&ask.table, &app.caller()?, ask.seat)?;
    if app.json {
        process.json(&json!({ "table": ask.table, "declined": seat }))?;
        return Ok(true);
    }
    let game_words = GameWords::of(&*tables.game_at(&ask.table)?, app.lang)?;
    let phrases = game_words.phrases();
    let args = [("seat", phrases.seat(seat).into()), ("table", ask.table.as_str().into())];
    writeln!(process.out, "{}", phrases.say("terminal-declined", &args))?;
    Ok(true)
}

/// The local player acts as the game master of a table.
///
/// # Errors
/// [`CliError`].
pub fn master<G: Playable>(app: &App, ask: &MasterArgs, process: &mut ProcessContext<'_>) -> CommandResult {
    let (caller, door) = (app.caller()?, AtTerminal { play: app.join.clone() });
    let typed = ask.what.join(" ");
    for line in app.tables::<G>().act_as_master(&ask.table, (&caller, &door), &typed, app.lang)? {
        match app.json {
            true => process.json(&json!({ "table": ask.table, "said": line }))?,
            false => writeln!(process.out, "{line}")?,
        }
    }
    Ok(true)
}

/// Opens a table; returns it and the seats that the player takes there.
fn open<G: Playable>(
    app: &App,
    tables: &LocalTables<G>,
    ask: &PlayArgs,
    caller: &Caller,
) -> Result<(String, Vec<Seat>), CliError> {
    let mut options = ask.option.clone();
    if ask.learn {
        options.push((games::LEARN.name.to_owned(), String::new()));
    }
    let opening = LocalOpening {
        options,
        practice: ask.practice,
        ready: ask.ready,
        seats: wanted(ask),
        against: ask.against.as_deref(),
        master: ask.master.as_deref(),
    };
    let (game, door) = (Arc::new(data::game(app.data.as_deref())?), AtTerminal { play: app.join.clone() });
    Ok(tables.open(game, opening, (caller, &door), app.lang)?)
}

/// Plays at the terminal. A script ends well when none of its lines was refused; a person always does.
fn converse<G: Playable>(
    app: &App,
    joining: Joining<G>,
    (dress, patience, shown): (Dress, Option<Duration>, Option<Rc<ShownHeads>>),
    script: Option<&Path>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let opened = script.map(|path| File::open(path).map_err(|e| CliError::file(path, &e))).transpose()?;
    let table = joining.table.clone();
    // Before the player sits down, so that no change from then on is missed.
    let changes = (app.store.changes(), table.clone());
    let seats = joining.sit(|game| Ok(Arc::new(GameWords::of(game, app.lang)?.wide(process.terminal))))?;
    let seats = match shown {
        Some(shown) => seats.remembering(move |head| shown.remember(&table, head)),
        None => seats,
    };
    let at_a_terminal = process.interactive && opened.is_none();
    // A reader of JSON is a program, even at a terminal: nothing is cleared and there is no prompt.
    let manner = Manner { interactive: at_a_terminal && !app.json, dress, columns: process.terminal };
    // A file is complete; a pipe may have been cut off.
    let whole = opened.is_some();
    let input: Box<dyn BufRead + Send> = match opened {
        Some(file) => Box::new(BufReader::new(file)),
        None => std::mem::replace(&mut process.input, Box::new(io::empty())),
    };
    let inbox = Inbox::new(input, whole, at_a_terminal, process.poll_interval, patience, changes)?;
    let mut inbox = inbox.with_typing(process.typing.clone());
    let ending = terminal::play(seats, &mut inbox, process.out, manner).map_err(|error| {
        // An input error comes from the store, not from the output.
        error.downcast::<ClubError>().map_or_else(CliError::from, CliError::from)
    })?;
    Ok(at_a_terminal || ending.refused == 0)
}

/// The next line typed, without white space around it; `None` at the end.
pub(super) fn read_line(process: &mut ProcessContext<'_>) -> Result<Option<String>, CliError> {
    use std::io::Read;
    let mut bytes = Vec::new();
    // One byte more, so that a longer line is noticed.
    let count = Read::take(&mut process.input, LINE_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if count as u64 > LINE_BYTES {
        return Err(CliError::Because(Reason::of("line-too-long").with("most", LINE_BYTES)));
    }
    if count == 0 {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|_| CliError::Because(Reason::of("line-not-utf8")))?;
    Ok(Some(text.trim().to_owned()))
}
