//! `play`: the latest unfinished local table of a game, a new one or a named one, and a player at their seats.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::cli::{Colour, Decline, MasterArgs, PlayArgs};
use super::data;
use super::error::CliError;
use super::inbox::Inbox;
use super::opponent::Opponents;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::ClubError;
use crate::club::GameWords;
use crate::club::computer::opponent_at;
use crate::club::master::{self, AtOffice};
use crate::club::session::{PlayerSession, SessionContext};
use crate::club::strength::{no_opponent, strength_called};
use crate::door::terminal::wording::{AtTerminal, DOOR};
use crate::door::terminal::{self, Arrival, Dress, HotSeat, Manner};
use crate::game::Seat;
use crate::games::{self, Playable};
use crate::reason::Reason;
use crate::report::GameReport;
use crate::table::open::Opened;
use crate::table::{Caller, OpenTable, OpeningSeat, Reply, SeatHolding, TableCommand, Tables};
use crate::words::Lang;

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
    let dress = match ask.color {
        _ if app.json => Dress::Json,
        Colour::Auto if !process.colour() => Dress::Plain,
        Colour::Never => Dress::Plain,
        Colour::Auto | Colour::Always => Dress::Colour,
    };
    let patience = ask.wait_seconds.map(|seconds| Duration::from_secs(seconds.into()));
    converse(app, joining, dress, patience, ask.script.as_deref(), process)
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
    pub tables: Arc<Tables<G>>,
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
    /// As [`PlayerSession::at`].
    pub fn sit(
        self,
        game_words: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<HotSeat, ClubError> {
        let sessions = PlayerSession::at(&self.tables, &self.table, (self.context, &self.seats), game_words)?;
        HotSeat::new(sessions, self.arrival)
    }
}

/// The local player's place: at `table`; without one, at their latest unfinished table of the game, or at a new
/// one.
///
/// # Errors
/// [`CliError`].
pub fn place<G: Playable>(app: &App, ask: &PlayArgs, table: Option<&str>) -> Result<Joining<G>, CliError> {
    let caller = Caller::new(&app.local_player()?, DOOR);
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
            let (seats, arrival) = join(app, &tables, ask, table, &caller)?;
            (table.to_owned(), seats, arrival)
        }
        None => {
            let found = if wants_new { None } else { latest(app, &tables, ask, &caller.player)? };
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

/// The seats of a table for the player, taken first if they are free and requested.
fn join<G: Playable>(
    app: &App,
    tables: &Tables<G>,
    ask: &PlayArgs,
    table: &str,
    caller: &Caller,
) -> Result<(Vec<Seat>, Arrival), CliError> {
    let (places, closed) =
        tables.look(table, |table| (table.places().collect::<Vec<_>>(), table.closed().is_some()))?;
    let all = || places.iter().map(|place| place.seat);
    let wanted: Vec<Seat> = match ask.seat {
        _ if ask.hot_seat => all().collect(),
        Some(seat) => vec![seat],
        None => held(&places, &caller.player),
    };
    if wanted.is_empty() {
        let free = |place: &&SeatHolding| place.player.is_none() && place.offered_to.is_none();
        let free = places.iter().filter(free).map(|place| place.seat).collect();
        let offered = offered_to(&places, &caller.player);
        return Err(CliError::NotSeated { table: table.to_owned(), free, offered });
    }
    // Nothing is taken before it is clear that all of it can be.
    let mut free = Vec::new();
    for seat in &wanted {
        let Some(place) = places.iter().find(|place| place.seat == *seat) else {
            return Err(CliError::NoSeat { seat: *seat, seats: all().collect() });
        };
        let for_me = place.offered_to.as_ref() == Some(&caller.player);
        match &place.player {
            Some(holder) if *holder == caller.player => {}
            _ if closed => return Err(CliError::Closed(table.to_owned())),
            _ if for_me => free.push(*seat),
            Some(holder) => return Err(app.held(*seat, holder)?),
            None if place.offered_to.is_some() => return Err(CliError::SeatKept(*seat)),
            None => free.push(*seat),
        }
    }
    for seat in &free {
        if let Reply::Refused(refusal) =
            tables.perform(table, caller, &TableCommand::TakeSeat { seat: *seat })?
        {
            return Err(CliError::Refused(refusal));
        }
    }
    Ok((wanted, if free.is_empty() { Arrival::Resumed } else { Arrival::Joined }))
}

fn held(places: &[SeatHolding], player: &str) -> Vec<Seat> {
    places.iter().filter(|place| place.player.as_deref() == Some(player)).map(|place| place.seat).collect()
}

fn offered_to(places: &[SeatHolding], player: &str) -> Vec<Seat> {
    let mine = |place: &&SeatHolding| place.offered_to.as_deref() == Some(player);
    places.iter().filter(mine).map(|place| place.seat).collect()
}

/// Declines a seat kept for the local player; without a seat the only one.
///
/// # Errors
/// [`CliError`].
pub fn decline<G: Playable>(app: &App, ask: &Decline, process: &mut ProcessContext<'_>) -> CommandResult {
    let caller = Caller::new(&app.local_player()?, DOOR);
    let tables = app.tables::<G>();
    let places: Vec<SeatHolding> = tables.look(&ask.table, |table| table.places().collect())?;
    let offered = offered_to(&places, &caller.player);
    let seat = match (ask.seat, &offered[..]) {
        (Some(seat), _) if offered.contains(&seat) => seat,
        (None, [seat]) => *seat,
        (_, []) => return Err(CliError::NothingOffered(ask.table.clone())),
        _ => return Err(CliError::OfferedAre(offered)),
    };
    if let Reply::Refused(refusal) =
        tables.perform(&ask.table, &caller, &TableCommand::DeclineSeat { seat })?
    {
        return Err(CliError::Refused(refusal));
    }
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
    let (tables, caller) = (app.tables::<G>(), &Caller::new(&app.local_player()?, DOOR));
    let now = &*tables.now(&ask.table)?;
    let game_words = &GameWords::of(&*tables.game_at(&ask.table)?, app.lang)?;
    let door = &AtTerminal { play: app.join.clone() };
    let at = AtOffice { tables: &*tables, platform: &*app.platform, game_words, now, caller, door };
    for line in at.act(&ask.what.join(" "))? {
        match app.json {
            true => process.json(&json!({ "table": ask.table, "said": line }))?,
            false => writeln!(process.out, "{line}")?,
        }
    }
    Ok(true)
}

/// The table of this game with the latest entry that is neither closed nor over and at which the player has the requested seat:
/// all of its seats, with `--hot-seat`; one that teaches, with `--learn`.
fn latest<G: Playable>(
    app: &App,
    tables: &Tables<G>,
    ask: &PlayArgs,
    player: &str,
) -> Result<Option<(String, Vec<Seat>)>, CliError> {
    let mut open = Vec::new();
    for summary in app.store.tables()? {
        // One damaged table must not hide the others.
        let teaches = |options: &Value| options[games::LEARN.name] == true;
        let opened = app.store.opened(&summary.table);
        let ours = opened.is_ok_and(|it| it.game == G::NAME && (!ask.learn || teaches(&it.options)));
        if !ours || summary.partial.is_some() {
            continue;
        }
        let last = app.store.read_line_range(&summary.table, summary.head.seq..=summary.head.seq)?;
        if let Some(crate::log::stored::StoredLine::Entry(last)) = last.last()
            && last.kind != "SeedRevealed"
        {
            open.push((last.at.clone(), summary.table));
        }
    }
    open.sort();
    for (_, table) in open.into_iter().rev() {
        let places: Vec<SeatHolding> =
            tables.look(&table, |table| if table.is_over() { vec![] } else { table.places().collect() })?;
        let mut mine = held(&places, player);
        if ask.hot_seat && mine.len() < places.len() {
            continue;
        }
        mine.retain(|seat| ask.seat.is_none_or(|wanted| wanted == *seat));
        if !mine.is_empty() {
            return Ok(Some((table, mine)));
        }
    }
    Ok(None)
}

fn open<G: Playable>(
    app: &App,
    tables: &Tables<G>,
    ask: &PlayArgs,
    caller: &Caller,
) -> Result<(String, Vec<Seat>), CliError> {
    let mut options = ask.option.clone();
    if ask.learn {
        options.push((games::LEARN.name.to_owned(), String::new()));
    }
    let learns = games::learns(&options);
    let setup = games::setup::<G>(&options).map_err(CliError::Setup)?;
    let game: Arc<G> = Arc::new(data::game(app.data.as_deref())?);
    let all = game.seats(&setup);
    let mut seats = all.clone();
    if let Some(wanted) = ask.seat {
        if !seats.contains(&wanted) {
            return Err(CliError::NoSuchSeat { game: G::NAME, seats });
        }
        seats = vec![wanted];
    } else if !ask.hot_seat && !learns {
        seats.truncate(1);
    }
    let mut sittings = OpeningSeat::all_of(seats.clone(), &caller.player);
    if let Some(named) = &ask.against {
        let strength = strength_called(named).ok_or_else(|| CliError::Because(no_opponent(named)))?;
        let others: Vec<Seat> = all.into_iter().filter(|seat| !seats.contains(seat)).collect();
        let opponent = opponent_at(others, strength, &*app.store, &*app.platform)?;
        let none_left = || CliError::Because(Reason::of("table-no-seat-for-computer"));
        sittings.extend(opponent.ok_or_else(none_left)?);
    }
    let opening = OpenTable { game, setup, practice: ask.practice || learns, ready: ask.ready, sittings };
    let game_words = GameWords::of(&*opening.game, app.lang)?;
    let phrases = game_words.phrases();
    let door = AtTerminal { play: app.join.clone() };
    let to_be = |name: &String| {
        master::to_be((&*app.store, &*app.platform), &door, &phrases, (caller.player.as_str(), name))
    };
    let named = ask.master.as_ref().map(to_be).transpose()?;
    match tables.open(&opening, caller)? {
        Opened::Table { id, .. } => {
            named.map_or(Ok(()), |named| master::name_at_opening(tables, &id, caller, &named))?;
            Ok((id, seats))
        }
        Opened::Refused(refusal) => {
            let told = phrases.table_refusal(&refusal);
            Err(CliError::Failed(told.unwrap_or_else(|| opening.game.report(phrases).refusal(&refusal))))
        }
    }
}

/// Plays at the terminal. A script ends well when none of its lines was refused; a person always does.
fn converse<G: Playable>(
    app: &App,
    joining: Joining<G>,
    dress: Dress,
    patience: Option<Duration>,
    script: Option<&Path>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let opened = script.map(|path| File::open(path).map_err(|e| CliError::file(path, &e))).transpose()?;
    let changes = (app.store.changes(), joining.table.clone());
    let seats = joining.sit(|game| Ok(Arc::new(GameWords::of(game, app.lang)?.wide(process.terminal))))?;
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
