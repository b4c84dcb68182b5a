//! The tables of one game for those who use the database themselves, at a terminal or by a command.
//!
//! Everybody who can read the database is trusted: hiding a seat's view is a courtesy among people who share a machine. It keeps
//! a player from seeing another's secrets by mistake; it is no lock. A player here may play several seats of a table.

mod awaited;
mod no_such_step;
mod position;
mod refusal;
mod replay;

use std::sync::Arc;

use super::computer::opponent_at;
use super::door::Door;
use super::master::{self, GameMaster};
use super::session::{PlayerSession, SessionContext};
use super::strength::{no_opponent, strength_called, strength_of};
use super::{ClubError, GameWords};
use crate::game::{Seat, Viewer};
use crate::games::{self, Playable};
use crate::log::players::{DISCORD, LOCAL, MAIL};
use crate::log::stored::StoredLine;
use crate::log::{Fault, Head, Store};
use crate::reason::Reason;
use crate::report::GameReport;
pub use crate::table::history::Stride;
use crate::table::open::Opened;
pub use crate::table::restored::Restoration;
use crate::table::{
    Caller, History, OpenTable, OpeningSeat, Platform, Reply, SeatHolding, TableCommand, TableFault, Tables,
    peek, restored,
};
use crate::view::{self, VisibleEntry};
use crate::words::Lang;
pub use awaited::Awaited;
pub use no_such_step::NoSuchStep;
pub use position::{PositionRow, SeenPrompt, TablePicture, TablePosition};
pub use refusal::{LocalError, SeatRefusal};
pub use replay::{ReplayRow, ReplaySteps};

/// The seats that a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatsWanted {
    /// Those that they hold, or where they hold none, what a new table gives them.
    Usual,
    /// This one.
    One(Seat),
    /// Every seat of the table, in turn.
    All,
}

/// A new table, as its player asks for it.
pub struct LocalOpening<'a> {
    /// The options of the game, each with its value.
    pub options: Vec<(String, String)>,
    /// True if it is for practice.
    pub practice: bool,
    /// Whether the game waits until all players have said that they are ready.
    pub ready: bool,
    /// The seats that the player takes.
    pub seats: SeatsWanted,
    /// A computer player for the other seats, as it is typed.
    pub against: Option<&'a str>,
    /// The name of a game master.
    pub master: Option<&'a str>,
}

/// The tables of one game in a database.
pub struct LocalTables<G: Playable> {
    tables: Arc<Tables<G>>,
    platform: Arc<dyn Platform>,
}

impl<G: Playable> LocalTables<G> {
    /// The tables of a game in a store.
    pub fn new(store: Arc<dyn Store>, platform: Arc<dyn Platform>) -> LocalTables<G> {
        LocalTables { tables: Arc::new(Tables::new(store, platform.clone())), platform }
    }

    fn store(&self) -> &dyn Store {
        self.tables.store()
    }

    /// The game of a table, with its data pack.
    ///
    /// # Errors
    /// A table that is not there or of another game.
    pub fn game_at(&self, table: &str) -> Result<Arc<G>, ClubError> {
        Ok(self.tables.game_at(table)?)
    }

    /// The viewer of somebody who asks for a seat: `player` holds it, or it hides nothing.
    ///
    /// # Errors
    /// [`SeatRefusal`] for a seat that is not there, or is not theirs at an open table; a table that cannot be read.
    pub fn viewer(&self, table: &str, seat: Seat, player: Option<&str>) -> Result<Viewer, LocalError> {
        let seats = seats_of(self.store(), table)?;
        if !seats.contains(&seat) {
            return Err(SeatRefusal::NoSeat(seat, seats).into());
        }
        let looked = self
            .tables
            .look(table, |table| (table.closed().is_some(), table.player_of(seat).map(str::to_owned)));
        match looked {
            // A partial export has nothing beyond its own view.
            Err(TableFault::Log(Fault::ReadOnly { .. })) => {}
            Err(fault) => return Err(fault.into()),
            Ok((true, _)) => {}
            Ok((false, None)) => return Err(SeatRefusal::SeatFree(seat).into()),
            Ok((false, Some(holder))) if player == Some(&*holder) => {}
            Ok((false, Some(holder))) => return Err(self.held(seat, &holder)?.into()),
        }
        Ok(Viewer::Seat(seat))
    }

    /// Why a seat that `holder` holds is not another player's to play or to see.
    fn held(&self, seat: Seat, holder: &str) -> Result<SeatRefusal, ClubError> {
        let player = self.store().player(holder)?.unwrap_or_default();
        let at = |kind| player.address(kind).is_some();
        let elsewhere = [(DISCORD, "Discord"), (MAIL, "e-mail")].into_iter().find(|(kind, _)| at(kind));
        Ok(match elsewhere {
            Some((_, door)) if !at(LOCAL) => SeatRefusal::HeldElsewhere(seat, door),
            _ => SeatRefusal::HeldByAnother(seat),
        })
    }

    fn places(&self, table: &str) -> Result<Vec<SeatHolding>, ClubError> {
        Ok(self.tables.look(table, |table| table.places().collect())?)
    }

    /// Seats the player where they ask for it, in seats that are free or kept for them. Returns the seats that they have, and
    /// whether they took one now.
    ///
    /// # Errors
    /// [`SeatRefusal`]; a table that cannot be read or written.
    pub fn join(
        &self,
        table: &str,
        caller: &Caller,
        wanted: SeatsWanted,
    ) -> Result<(Vec<Seat>, bool), LocalError> {
        let (places, closed) = self
            .tables
            .look(table, |table| (table.places().collect::<Vec<_>>(), table.closed().is_some()))?;
        let all = || places.iter().map(|place| place.seat);
        let wanted: Vec<Seat> = match wanted {
            SeatsWanted::All => all().collect(),
            SeatsWanted::One(seat) => vec![seat],
            SeatsWanted::Usual => held(&places, &caller.player),
        };
        if wanted.is_empty() {
            let free = |place: &&SeatHolding| place.player.is_none() && place.offered_to.is_none();
            let free = places.iter().filter(free).map(|place| place.seat).collect();
            let offered = offered_to(&places, &caller.player);
            return Err(SeatRefusal::NotSeated { table: table.to_owned(), free, offered }.into());
        }
        // Nothing is taken before it is clear that all of it can be.
        let mut free = Vec::new();
        for seat in &wanted {
            let Some(place) = places.iter().find(|place| place.seat == *seat) else {
                return Err(SeatRefusal::NoSeat(*seat, all().collect()).into());
            };
            let for_me = place.offered_to.as_ref() == Some(&caller.player);
            match &place.player {
                Some(holder) if *holder == caller.player => {}
                _ if closed => return Err(SeatRefusal::Closed(table.to_owned()).into()),
                _ if for_me => free.push(*seat),
                Some(holder) => return Err(self.held(*seat, holder)?.into()),
                None if place.offered_to.is_some() => return Err(SeatRefusal::SeatKept(*seat).into()),
                None => free.push(*seat),
            }
        }
        for seat in &free {
            self.give(table, caller, &TableCommand::TakeSeat { seat: *seat })?;
        }
        Ok((wanted, !free.is_empty()))
    }

    /// Declines a seat that is kept for the player: without `seat` the only one.
    ///
    /// # Errors
    /// [`SeatRefusal`]; a table that cannot be read or written.
    pub fn decline(&self, table: &str, caller: &Caller, seat: Option<Seat>) -> Result<Seat, LocalError> {
        let offered = offered_to(&self.places(table)?, &caller.player);
        let seat = match (seat, &offered[..]) {
            (Some(seat), _) if offered.contains(&seat) => seat,
            (None, [seat]) => *seat,
            (_, []) => return Err(SeatRefusal::NothingOffered(table.to_owned()).into()),
            _ => return Err(SeatRefusal::OfferedAre(offered).into()),
        };
        self.give(table, caller, &TableCommand::DeclineSeat { seat })?;
        Ok(seat)
    }

    fn give(&self, table: &str, caller: &Caller, command: &TableCommand) -> Result<(), LocalError> {
        match self.tables.perform(table, caller, command)? {
            Reply::Refused(refusal) => Err(SeatRefusal::Refused(refusal).into()),
            Reply::Accepted { .. } | Reply::Stale { .. } => Ok(()),
        }
    }

    /// Carries out a typed command of the game master of a table; see [`GameMaster::act`].
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a table that cannot be read or written.
    pub fn act_as_master(
        &self,
        table: &str,
        (caller, door): (&Caller, &(dyn Door + 'static)),
        typed: &str,
        lang: Lang,
    ) -> Result<Vec<String>, ClubError> {
        let now = &*self.tables.now(table)?;
        let game_words = &GameWords::of(&*self.tables.game_at(table)?, lang)?;
        let (tables, platform) = (&*self.tables, &*self.platform);
        GameMaster { tables, platform, game_words, now, caller, door }.act(typed)
    }

    /// The table with the latest entry that is neither closed nor over and at which the player has the seats that they want;
    /// one that teaches, with `learn`.
    ///
    /// # Errors
    /// A store or a table that cannot be read.
    pub fn latest(
        &self,
        player: &str,
        wanted: SeatsWanted,
        learn: bool,
    ) -> Result<Option<(String, Vec<Seat>)>, ClubError> {
        let store = self.store();
        let mut open = Vec::new();
        for summary in store.tables()? {
            // One damaged table must not hide the others.
            let opened = store.opened(&summary.table);
            let teaches = |options: &serde_json::Value| options[games::LEARN.name] == true;
            let ours = opened.is_ok_and(|it| it.game == G::NAME && (!learn || teaches(&it.options)));
            if !ours || summary.partial.is_some() {
                continue;
            }
            let last = store.read_line_range(&summary.table, summary.head.seq..=summary.head.seq)?;
            if let Some(StoredLine::Entry(last)) = last.last()
                && last.kind != "SeedRevealed"
            {
                open.push((last.at.clone(), summary.table));
            }
        }
        open.sort();
        for (_, table) in open.into_iter().rev() {
            let places: Vec<SeatHolding> = self
                .tables
                .look(&table, |table| if table.is_over() { vec![] } else { table.places().collect() })?;
            let mut mine = held(&places, player);
            match wanted {
                SeatsWanted::All if mine.len() < places.len() => continue,
                SeatsWanted::One(wanted) => mine.retain(|seat| *seat == wanted),
                SeatsWanted::All | SeatsWanted::Usual => {}
            }
            if !mine.is_empty() {
                return Ok(Some((table, mine)));
            }
        }
        Ok(None)
    }

    /// Opens a table of `game` for a player, who takes the seats that they want there. Returns the table and the seats.
    ///
    /// # Errors
    /// [`LocalError`].
    pub fn open(
        &self,
        game: Arc<G>,
        new: LocalOpening<'_>,
        (caller, door): (&Caller, &(dyn Door + 'static)),
        lang: Lang,
    ) -> Result<(String, Vec<Seat>), LocalError> {
        let learns = games::learns(&new.options);
        let setup = games::setup::<G>(&new.options).map_err(LocalError::Setup)?;
        let all = game.seats(&setup);
        let mut seats = all.clone();
        match new.seats {
            SeatsWanted::One(wanted) if !seats.contains(&wanted) => {
                return Err(SeatRefusal::NoSuchSeat(G::NAME, seats).into());
            }
            SeatsWanted::One(wanted) => seats = vec![wanted],
            SeatsWanted::Usual if !learns => seats.truncate(1),
            SeatsWanted::Usual | SeatsWanted::All => {}
        }
        let mut taken = OpeningSeat::all_of(seats.clone(), &caller.player);
        if let Some(named) = new.against {
            let strength = strength_called(named).ok_or_else(|| LocalError::Because(no_opponent(named)))?;
            let others: Vec<Seat> = all.into_iter().filter(|seat| !seats.contains(seat)).collect();
            let opponent = opponent_at(others, strength, self.store())?;
            let none_left = || LocalError::Because(Reason::of("table-no-seat-for-computer"));
            taken.extend(opponent.ok_or_else(none_left)?);
        }
        let (practice, ready) = (new.practice || learns, new.ready);
        let entropy = games::waits_for_luck(&new.options);
        let witness = games::asks_witness(&new.options);
        let opening = OpenTable { game, setup, practice, ready, entropy, witness, seats: taken };
        let game_words = GameWords::of(&*opening.game, lang)?;
        let phrases = game_words.phrases();
        let to_be = |name| {
            master::to_be((self.store(), &*self.platform), door, &phrases, (caller.player.as_str(), name))
        };
        let named = new.master.map(to_be).transpose()?;
        match self.tables.open(&opening, caller)? {
            Opened::Table { id, .. } => {
                named.map_or(Ok(()), |named| master::name_at_opening(&self.tables, &id, caller, &named))?;
                Ok((id, seats))
            }
            Opened::Refused(refusal) => {
                let told = phrases.table_refusal(&refusal);
                let told = told.unwrap_or_else(|| opening.game.report(phrases).refusal(&refusal));
                Err(ClubError::Refused(told).into())
            }
        }
    }

    /// A session of the player at each of these seats; `game_words` words the table's game in their language.
    ///
    /// # Errors
    /// As [`PlayerSession::at`].
    pub fn sessions(
        &self,
        table: &str,
        (context, seats): (SessionContext, &[Seat]),
        game_words: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<Vec<PlayerSession>, ClubError> {
        PlayerSession::at(&self.tables, table, (context, seats), game_words)
    }

    /// Returns whether a computer player holds a seat of a table.
    ///
    /// # Errors
    /// A table or people that cannot be read.
    pub fn has_computers(&self, table: &str) -> Result<bool, ClubError> {
        for holder in self.places(table)?.into_iter().filter_map(|place| place.player) {
            if self.store().player(&holder)?.as_ref().and_then(strength_of).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a table waits for.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn awaited(&self, table: &str) -> Result<Awaited, ClubError> {
        Ok(self.tables.look(table, |table| Awaited::at(self.store(), table, self.platform.now()))??)
    }

    /// The lines of a table after entry `after`, as `viewer` may see them.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn lines(&self, table: &str, after: u64, viewer: Viewer) -> Result<Vec<VisibleEntry>, ClubError> {
        Ok(view::of_table::<G>(self.store(), table, after, viewer)?)
    }

    /// Every line of a table after entry `after`; the look of `caller` at it is recorded first.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn peek_lines(
        &self,
        table: &str,
        after: u64,
        (caller, what): (&Caller, &str),
    ) -> Result<Vec<VisibleEntry>, ClubError> {
        record_peek(self.store(), &self.platform, table, (caller, what))?;
        self.lines(table, after, Viewer::All)
    }

    /// The past of a table as `viewer` may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn past(&self, table: &str, viewer: Viewer) -> Result<History<G>, ClubError> {
        Ok(self.tables.history(table, viewer)?)
    }
}

/// Records that `caller` looks at everything of a table in play; `what` says how, like `export`.
///
/// # Errors
/// A table that cannot be read or written.
pub fn record_peek(
    store: &dyn Store,
    platform: &Arc<dyn Platform>,
    table: &str,
    (caller, what): (&Caller, &str),
) -> Result<(), ClubError> {
    Ok(peek::note(store, platform, table, caller, what)?)
}

/// Records that a table's log went further, up to a head, before a backup was put back.
///
/// # Errors
/// A table that cannot be read or written.
pub fn declare_restored(
    store: &dyn Store,
    platform: &Arc<dyn Platform>,
    at: (&str, &str),
    lost: Head,
) -> Result<Restoration, ClubError> {
    Ok(restored::declare(store, platform, at, lost)?)
}

/// The viewer of somebody who asks for no seat: a spectator, at a table of one seat that seat.
///
/// # Errors
/// A table that is not there or cannot be read.
pub fn usual_viewer(store: &dyn Store, table: &str) -> Result<Viewer, ClubError> {
    Ok(match seats_of(store, table)?.as_slice() {
        [seat] => Viewer::Seat(*seat),
        _ => Viewer::Spectator,
    })
}

/// The seats of a table, taken or not, by its first entry.
fn seats_of(store: &dyn Store, table: &str) -> Result<Vec<Seat>, ClubError> {
    let opened = store.opened(table)?;
    Ok(opened.seats.iter().filter_map(|seat| seat.parse().ok()).collect())
}

fn held(places: &[SeatHolding], player: &str) -> Vec<Seat> {
    places.iter().filter(|place| place.player.as_deref() == Some(player)).map(|place| place.seat).collect()
}

fn offered_to(places: &[SeatHolding], player: &str) -> Vec<Seat> {
    let mine = |place: &&SeatHolding| place.offered_to.as_deref() == Some(player);
    places.iter().filter(mine).map(|place| place.seat).collect()
}
