//! A table as everybody at it may see it: with the onlooker's eyes; at a table of one seat, which hides nothing from its
//! own player, with that seat's.

use std::sync::Arc;

use super::session::{PlayerSession, Visitor};
use super::sitting::{SessionContext as At, Sitting};
use super::status::Holder;
use super::{ClubError, GameWords, SeatStatus, TableStatus, board, seconds};
use crate::dice_page;
use crate::game::{Eyes, Seat};
use crate::games::Playable;
use crate::log::store::StoredLine as Stored;
use crate::log::{Head, Store};
use crate::report::{GameReport, Told, Weight};
use crate::table::history::Stride;
use crate::table::{Ask, Caller, Pending, SeatHolding, Table, Tables, World};
use crate::view;

/// A table as everybody at it may see it: with the onlooker's eyes, at a table of one seat with that seat's. It is the
/// table as it was when it was asked for, whatever is played meanwhile: a call takes it once.
pub trait TableReader {
    /// The seats, by the opaque ids of their players.
    fn places(&self) -> Vec<SeatHolding>;
    /// Whether the game is over or the table closed.
    fn is_over(&self) -> bool;
    /// Whether the table is closed.
    fn is_closed(&self) -> bool;
    /// The last entry.
    fn last(&self) -> u64;
    /// The seats with their players as everybody may know them.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn chairs(&self) -> Result<Vec<SeatStatus>, ClubError>;
    /// The visitor at a seat: the one asked first, where they hold several and name none.
    ///
    /// # Errors
    /// [`ClubError::Refused`] when they hold none or not that one; a table that cannot be read.
    fn sit(&self, visitor: Visitor, seat: Option<Seat>) -> Result<Box<dyn PlayerSession>, ClubError>;
    /// How the table stands.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn status(&self) -> Result<TableStatus, ClubError>;
    /// What the entries after `after` up to `to` came to.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, ClubError>;
    /// The chain head after entry `to`, `SEQ:HEX`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn head_at(&self, to: u64) -> Result<String, ClubError>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError>;
    /// The board as it was after entry `at`, with what that entry came to.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, ClubError>;
    /// The last entry of a part of the log, counted from 1, at a table that plays several; `None` for one there is not.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn part_end(&self, part: u32) -> Result<Option<u64>, ClubError>;
    /// The last `count` things that happened.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The last `count` rolls and how the faces have fallen.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError>;
}

/// Such a table of game `G`.
pub(super) struct Reader<G: Playable> {
    pub(super) tables: Arc<Tables<G>>,
    pub(super) world: Arc<dyn World>,
    pub(super) now: Arc<Table<G>>,
    pub(super) story: Arc<GameWords>,
}

/// The eyes of everybody at a table.
pub(super) fn public_eyes<G: Playable>(table: &Table<G>) -> Eyes {
    let seats: Vec<_> = table.all_seats().collect();
    match seats[..] {
        [seat] => Eyes::Seat(seat),
        _ => Eyes::Onlooker,
    }
}

/// When an entry of a table was written, in seconds since 1970.
pub(super) fn written(store: &(impl Store + ?Sized), table: &str, seq: u64) -> Result<i64, ClubError> {
    let lines = store.read_line_range(table, seq..=seq)?;
    match lines.first() {
        Some(Stored::Entry(entry)) => Ok(seconds(&entry.at)?),
        _ => Err(ClubError::Failed(format!("entry {seq} of table {table} cannot be read"))),
    }
}

/// A refusal in the asker's words.
fn refused(why: String) -> ClubError {
    ClubError::Refused(why)
}

impl<G: Playable> Reader<G> {
    /// The eyes to look at today's position with: once the table is closed, everyone sees everything.
    fn eyes(&self) -> Eyes {
        if self.now.closed().is_some() { Eyes::All } else { public_eyes(&self.now) }
    }

    fn lines(&self, after: u64, to: u64, eyes: Eyes) -> Result<Vec<view::VisibleEntry>, ClubError> {
        Ok(view::of_span(self.tables.store(), self.now.id(), after, to, eyes)?)
    }

    /// The seat a player acts at who names none: the one asked longest, else their first; otherwise why they may not.
    fn seat_to_play(&self, player: &str, wanted: Option<Seat>) -> Result<Seat, ClubError> {
        let phrases = self.story.phrases();
        let holder = wanted.and_then(|seat| self.now.player_of(seat));
        match (wanted, self.now.seat_to_play(player)) {
            (Some(seat), _) if holder == Some(player) => Ok(seat),
            (Some(seat), Some(_)) if holder.is_some() => {
                Err(refused(phrases.say("refusal-not-your-seat", &[("seat", phrases.seat(seat).into())])))
            }
            (None, Some(seat)) => Ok(seat),
            _ => Err(refused(phrases.say("desk-not-seated", &[("table", self.now.id().into())]))),
        }
    }

    fn request(&self, pending: Pending) -> Result<(u64, String, Vec<Seat>), ClubError> {
        let phrases = self.story.phrases();
        let awaited = phrases.list(pending.awaited.iter().map(|seat| phrases.seat(*seat)));
        let mut args = vec![("seat", phrases.seat(pending.seat).into()), ("awaited", awaited.into())];
        let text = match pending.ask {
            Ask::Close => phrases.say("read-pending-close", &args),
            Ask::TakeBack { to } => {
                args.push(("before", self.before(to, pending.seat)?.into()));
                phrases.say("read-pending-take-back", &args)
            }
        };
        Ok((pending.number, text, pending.awaited))
    }

    /// What the table would go back to before, which the player at `asker` asked for.
    fn before(&self, to: u64, asker: Seat) -> Result<String, ClubError> {
        let asked = self.now.player_of(asker).map(|player| self.now.takebacks(player).by_consent);
        let step = asked.into_iter().flatten().find(|step| step.to == to);
        let line = self.lines(to, to + 1, public_eyes(&self.now))?.into_iter().next();
        self.story.before(&**self.now.game(), line.as_ref(), step.map(|step| step.seat))
    }
}

impl<G: Playable> TableReader for Reader<G> {
    fn places(&self) -> Vec<SeatHolding> {
        self.now.places().collect()
    }

    fn is_over(&self) -> bool {
        self.now.is_over() || self.is_closed()
    }

    fn is_closed(&self) -> bool {
        self.now.closed().is_some()
    }

    fn last(&self) -> u64 {
        self.now.head().seq
    }

    fn chairs(&self) -> Result<Vec<SeatStatus>, ClubError> {
        let store = self.tables.store();
        let holder = |id: Option<String>| -> Result<Option<Holder>, ClubError> {
            let Some(id) = id else { return Ok(None) };
            let addresses = store.player(&id)?.map(|player| player.addresses).unwrap_or_default();
            Ok(Some(Holder { player: id, addresses }))
        };
        let chair = |place: SeatHolding| {
            Ok(SeatStatus {
                seat: place.seat,
                name: self.story.phrases().seat(place.seat),
                player: holder(place.player)?,
                offered_to: holder(place.offered_to)?,
                asked: self.now.waited_for_at(place.seat).is_some(),
            })
        };
        self.now.places().map(chair).collect()
    }

    fn sit(&self, visitor: Visitor, seat: Option<Seat>) -> Result<Box<dyn PlayerSession>, ClubError> {
        let Visitor { player, door, key } = visitor;
        let seat = self.seat_to_play(&player, seat)?;
        let at = At {
            tables: self.tables.clone(),
            table: self.now.id().to_owned(),
            caller: Caller::new(&player, door.name()),
            world: self.world.clone(),
            door,
            key: Some(key),
        };
        Ok(Box::new(Sitting::as_of(Arc::new(at), seat, self.now.clone(), self.story.clone())?))
    }

    fn status(&self) -> Result<TableStatus, ClubError> {
        let (now, phrases) = (&*self.now, self.story.phrases());
        let headline = now.game().report(phrases).glance(&now.view(self.eyes()));
        let headline = headline.into_iter().map(|(_, line)| line).find(|line| !line.trim().is_empty());
        Ok(TableStatus {
            table: now.id().to_owned(),
            game: phrases.game(G::NAME),
            notice: now.game().report(phrases).notice(),
            headline: headline.unwrap_or_default(),
            chairs: self.chairs()?,
            request: now.pending().map(|pending| self.request(pending)).transpose()?,
            practice: now.opened().practice,
            peeks: now.peeks(),
            over: now.is_over(),
            closed: now.closed().is_some(),
            since: seconds(now.written_at())?,
            last: now.head().seq,
            head: now.head().to_string(),
        })
    }

    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, ClubError> {
        // As it was at entry `to`, whatever was opened since: told again, it reads the same.
        let lines = self.lines(after, to, public_eyes(&self.now))?;
        Ok(self.story.news(&**self.now.game(), &lines)?)
    }

    fn head_at(&self, to: u64) -> Result<String, ClubError> {
        let chain = self.tables.store().chain_at(self.now.id(), to)?;
        let no_entry = || ClubError::Failed(format!("table {} has no entry {to}", self.now.id()));
        let chain = chain.ok_or_else(no_entry)?;
        Ok(Head { seq: to, chain }.to_string())
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        Ok(board::part(&self.story, &**self.now.game(), &self.now.view(self.eyes()), what))
    }

    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, ClubError> {
        let mut history = self.tables.history(self.now.id(), self.eyes())?;
        history.go(at)?;
        let lines = history.lines(history.at().saturating_sub(1))?;
        let row = |row: String| (Weight::Plain, row);
        let mut shown: Vec<_> = self.story.past_rows(&history, &lines)?.into_iter().map(row).collect();
        shown.extend(history.game().report(self.story.phrases()).board(&history.view()));
        Ok(shown)
    }

    fn part_end(&self, part: u32) -> Result<Option<u64>, ClubError> {
        let mut history = self.tables.history(self.now.id(), self.eyes())?;
        if !history.go_to_part(part)? {
            return Ok(None);
        }
        let ended = history.forward(Stride::Part)?;
        Ok(Some(if ended { history.at() - 1 } else { history.last() }))
    }

    fn log(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let last = self.last();
        self.story.last_rows(&**self.now.game(), last, count, |after| self.lines(after, last, self.eyes()))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let mut page = dice_page::page(&self.lines(0, self.last(), self.eyes())?)?;
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.story.dice(&**self.now.game(), self.now.id(), &page, count)?)
    }
}
