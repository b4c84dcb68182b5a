//! `play`: the latest unfinished local table of a game, or a new one, and a player at its seat.

use std::sync::Arc;

use super::cli::{Colour, Play};
use super::edge::Edge;
use super::offer::{self, Offered};
use super::sitting::Sitting;
use super::trouble::Trouble;
use super::{App, Outcome, game_of};
use crate::door::terminal::{self, Manner};
use crate::game::Seat;
use crate::log::players::{Address, Player};
use crate::log::{Players, SqliteStore, Store};
use crate::table::open::Opened;
use crate::table::{Caller, Desk, Opening, Sitting as Taken, Tables};

/// The name of this door in the log.
pub const DOOR: &str = "terminal";
/// Random letters of a player's id.
const PLAYER_LETTERS: usize = 12;
/// Longest typed line, in bytes.
pub const LINE_BYTES: u64 = 64 * 1024;

/// A player at a seat, and whether the table was there before.
pub struct Session<G: Offered> {
    /// The seat.
    pub desk: Desk<G, SqliteStore>,
    /// Whether the table was resumed; otherwise it was opened just now.
    pub resumed: bool,
}

/// Resumes or opens a table and plays it.
pub(super) fn run<G: Offered>(app: &App, ask: &Play, edge: &mut Edge<'_>) -> Outcome {
    let session = session::<G>(app, ask, &edge.user())?;
    let colour = match ask.color {
        Colour::Auto => edge.colour(),
        Colour::Always => true,
        Colour::Never => false,
    };
    converse(app, session, colour, edge)
}

/// Resumes the latest unfinished local table of the game, or opens one.
///
/// # Errors
/// [`Trouble`].
pub fn session<G: Offered>(app: &App, ask: &Play, user: &str) -> Result<Session<G>, Trouble> {
    let player = local_player(app, user)?;
    let tables = app.tables::<G>();
    let desk = |table: &str, seat: Seat| Desk::new(tables.clone(), table, seat, Caller::new(&player, DOOR));
    if let Some(table) = &ask.table {
        let seat = tables.look(table, |table| seat_of(table.seats(), &player, ask.seat))?;
        let seat = seat.ok_or_else(|| Trouble::NotSeated(table.clone()))?;
        return Ok(Session { desk: desk(table, seat), resumed: true });
    }
    // A data pack or practice asked for belongs to a new table: an old one would not have it.
    let wants_new = ask.new || ask.practice || ask.data.is_some();
    if !wants_new && let Some((table, seat)) = latest(app, &tables, &player, ask.seat)? {
        return Ok(Session { desk: desk(&table, seat), resumed: true });
    }
    let (table, seat) = open(app, &tables, ask, &player)?;
    Ok(Session { desk: desk(&table, seat), resumed: false })
}

fn seat_of<'a>(
    mut taken: impl Iterator<Item = (Seat, &'a str)>,
    player: &str,
    wanted: Option<Seat>,
) -> Option<Seat> {
    taken.find(|(seat, holder)| *holder == player && wanted.is_none_or(|w| w == *seat)).map(|(seat, _)| seat)
}

/// The table of this game last written to that is neither closed nor over and at which the player has a seat.
fn latest<G: Offered>(
    app: &App,
    tables: &Tables<G, SqliteStore>,
    player: &str,
    wanted: Option<Seat>,
) -> Result<Option<(String, Seat)>, Trouble> {
    let mut open = Vec::new();
    for summary in app.store.tables()? {
        let ours = game_of(&summary.table).is_ok_and(|game| game.as_str() == G::NAME);
        if !ours || summary.partial.is_some() {
            continue;
        }
        let last = app.store.read_lines(&summary.table, summary.head.seq.max(1))?;
        if let Some(crate::log::store::Line::Entry(last)) = last.last()
            && last.kind != "SeedRevealed"
        {
            open.push((last.at.clone(), summary.table));
        }
    }
    open.sort();
    for (_, table) in open.into_iter().rev() {
        let seat = tables.look(&table, |table| {
            if table.is_over() { None } else { seat_of(table.seats(), player, wanted) }
        })?;
        if let Some(seat) = seat {
            return Ok(Some((table, seat)));
        }
    }
    Ok(None)
}

fn open<G: Offered>(
    app: &App,
    tables: &Tables<G, SqliteStore>,
    ask: &Play,
    player: &str,
) -> Result<(String, Seat), Trouble> {
    let game: Arc<G> = Arc::new(offer::game(app.data.as_deref())?);
    let setup = G::usual_setup();
    let seats = game.seats(&setup);
    let wanted =
        ask.seat.map_or_else(|| seats.first().copied(), |seat| seats.contains(&seat).then_some(seat));
    let Some(seat) = wanted else {
        let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
        return Err(Trouble::Usage(format!("the seats of {} are: {}", G::NAME, names.join(", "))));
    };
    let sittings = vec![Taken { seat, player: player.to_owned() }];
    let opening = Opening { game, setup, practice: ask.practice, sittings };
    match tables.open(&opening, &Caller::new(player, DOOR))? {
        Opened::Table { id, .. } => Ok((id, seat)),
        Opened::Refused(refusal) => Err(Trouble::Refused(refusal)),
    }
}

/// The opaque id of the user of this terminal, who is added when they are not known yet.
fn local_player(app: &App, user: &str) -> Result<String, Trouble> {
    if let Some(player) = app.store.player_at(&Address::Local(user.to_owned()))? {
        return Ok(player.id);
    }
    let id = crate::table::id::letters("p", PLAYER_LETTERS, &*app.world)
        .map_err(crate::table::TableFault::from)?;
    let (name, local) = (user.to_owned(), Some(user.to_owned()));
    app.store.put_player(Player { id: id.clone(), name, local, discord: None, mail: None })?;
    Ok(id)
}

/// Plays at the terminal. A script ends well when none of its lines was refused; a person always does.
fn converse<G: Offered>(app: &App, session: Session<G>, colour: bool, edge: &mut Edge<'_>) -> Outcome {
    let mut sitting = Sitting::at(session.desk, session.resumed, app.lang)?;
    let manner = Manner { interactive: edge.interactive, colour };
    let ending = terminal::play(&mut sitting, edge.input, edge.out, manner)?;
    Ok(edge.interactive || ending.refused == 0)
}

/// The next line typed, without white space around it; `None` at the end.
pub(super) fn read_line(edge: &mut Edge<'_>) -> Result<Option<String>, Trouble> {
    use std::io::{BufRead, Read};
    let mut bytes = Vec::new();
    let count = Read::take(&mut edge.input, LINE_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if count as u64 > LINE_BYTES {
        return Err(Trouble::Failed(format!("a line has more than the {LINE_BYTES} bytes allowed")));
    }
    if count == 0 {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|_| Trouble::Failed("a line is not UTF-8".to_owned()))?;
    Ok(Some(text.trim().to_owned()))
}
