//! Computer players: they sit at tables as people do, under an address of a kind of their own, are told by deliveries and order
//! by the way of every order. What they leave to chance has a key of the server's, never the table's seed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::delivery::{PendingDelivery, PendingNotice};
use super::people::player_at;
use super::standing::ANSWER_BEAT;
use super::strength::{COMPUTER, strength_of};
use super::thought::{ComputerKey, dice_key};
use super::{Club, ClubError};
use crate::bots::Strength;
use crate::game::{OrderForm, Seat};
use crate::games::Playable;
use crate::keys::KEY_BYTES;
use crate::log::players::Address;
use crate::log::store::StoredLine;
use crate::log::{Changes, Players};
use crate::table::time::WaitedFor;
use crate::table::{Ask, Caller, OpeningSeat, Order, Platform, Reply, TableCommand, Tables, notices};

/// What came of what a computer player was told.
const TOLD: &str = "told";
/// The label of the keys of their dice.
pub const COMPUTER_KEYS: &str = "computer players v1";

/// The computer player of this strength at these seats, who is added when there is none; `None` where no seat is left.
///
/// # Errors
/// A store that cannot be read or written, or no randomness.
pub fn opponent_at(
    seats: Vec<Seat>,
    strength: Strength,
    store: &(impl Players + ?Sized),
    platform: &dyn Platform,
) -> Result<Option<Vec<OpeningSeat>>, ClubError> {
    if seats.is_empty() {
        return Ok(None);
    }
    Ok(Some(OpeningSeat::all_of(seats, &computer_player(strength, store, platform)?)))
}

/// The opaque id of the computer player of this strength, who is added when there is none.
///
/// # Errors
/// As [`opponent_at`].
pub(super) fn computer_player(
    strength: Strength,
    store: &(impl Players + ?Sized),
    platform: &dyn Platform,
) -> Result<String, ClubError> {
    let (address, name) = (strength.to_string(), format!("{strength} (computer)"));
    Ok(player_at(store, platform, &Address::new(COMPUTER, &address), &name)?.0)
}

/// When computer players answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// [`ANSWER_BEAT`] after the question, or at the next beat after that at which they have made up their minds: how long they
    /// thought tells nothing.
    OnTheBeat,
    /// As soon as they can: whoever plays against them at their own terminal need not wait.
    AtOnce,
}

/// The computer players of a club, at work. One process at a time plays for them.
pub struct ComputerPlayers {
    club: Arc<Club>,
    /// What they leave to chance follows from this; `None` until it is drawn.
    key: Option<ComputerKey>,
    haste: Haste,
    /// Tables where one of them may be asked something; `None` before it is known of any.
    tables: Option<BTreeSet<String>>,
    /// What they have made up their minds to do, by table and question.
    made_up: BTreeMap<(String, u64), MadeUp>,
}

/// What a computer player has made up its mind to do.
struct MadeUp {
    order: OrderForm,
    /// The head of the table it thought of.
    head: u64,
    /// When it knew.
    at: DateTime<Utc>,
}

/// How it goes on at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    /// An order was given.
    Ordered,
    /// A computer player is asked, and its time has not come.
    Waits,
    /// Nothing is asked of computer players.
    Rests,
}

impl ComputerPlayers {
    /// Those of a club; whatever they leave to chance follows from its key, and from one drawn at the first thought where it
    /// has none.
    pub fn new(club: Arc<Club>, haste: Haste) -> ComputerPlayers {
        ComputerPlayers { key: club.computers, club, haste, tables: None, made_up: BTreeMap::new() }
    }

    /// Does what computer players are asked; says how many orders they gave. It may think for seconds.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn attend(&mut self) -> Result<usize, ClubError> {
        if !self.club.lease(COMPUTER)? {
            // Whoever plays for them meanwhile leaves tables behind that this one was not told of.
            self.tables = None;
            return Ok(0);
        }
        let mut tables = match self.tables.take() {
            Some(tables) => tables,
            None => self.club.tables_of_computers()?,
        };
        for delivery in self.club.pending(COMPUTER, 0)? {
            self.comply(&delivery)?;
            // A question that follows its player's own order is told by no notice, so the whole table is looked at.
            self.club.sent(delivery.id, TOLD)?;
            tables.insert(delivery.notice.table);
        }
        let mut given = 0;
        let mut at_work = BTreeSet::new();
        for table in tables {
            let play = self.play(&table, &mut given).unwrap_or_else(|trouble| {
                tracing::warn!(table, %trouble, "a computer player hands a decision back");
                Play::Rests
            });
            if play != Play::Rests {
                at_work.insert(table);
            }
        }
        self.made_up.retain(|(table, _), _| at_work.contains(table));
        self.tables = Some(at_work);
        Ok(given)
    }

    /// The changes they listen to besides their beat.
    pub fn changes(&self) -> Changes {
        self.club.changes()
    }

    /// Gives the right to play for them back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn leave(&self) -> Result<(), ClubError> {
        self.club.release(COMPUTER)
    }

    /// Does what a computer player is asked besides orders.
    fn comply(&self, delivery: &PendingDelivery) -> Result<(), ClubError> {
        let PendingNotice { table, seq, seat, .. } = &delivery.notice;
        let caller = caller(&delivery.player, table, seat, *seq);
        self.club.tables_with(table)?.comply(&delivery.notice, &caller)
    }

    fn key(&mut self) -> Result<ComputerKey, ClubError> {
        if let Some(key) = self.key {
            return Ok(key);
        }
        let mut key = [0; KEY_BYTES];
        self.club.platform.fill(&mut key)?;
        Ok(*self.key.insert(key))
    }

    /// Plays at a table until nothing is asked of computer players there, or their time has not come.
    fn play(&mut self, table: &str, given: &mut usize) -> Result<Play, ClubError> {
        loop {
            // Thinking may take longer than the right to play lasts.
            if !self.club.lease(COMPUTER)? {
                return Ok(Play::Rests);
            }
            let Some((head, time)) = self.club.tables_with(table)?.time(table)? else {
                return Ok(Play::Rests);
            };
            let mut play = Play::Rests;
            for wait in &time.waits {
                let player = wait.player.as_deref().map(|id| self.club.player(id)).transpose()?.flatten();
                let Some((player, strength)) = player.and_then(|it| Some((it.id.clone(), strength_of(&it)?)))
                else {
                    continue;
                };
                // While the clock stands nobody expects an answer.
                let may = time.pause.is_none() || self.haste == Haste::AtOnce;
                play = self.answer(table, wait, (&player, strength), (head, may))?;
                if play == Play::Ordered {
                    *given += 1;
                    break;
                }
            }
            if play != Play::Ordered {
                return Ok(play);
            }
        }
    }

    /// Has a computer player answer a question, once its time has come and it may.
    fn answer(
        &mut self,
        table: &str,
        wait: &WaitedFor,
        (player, strength): (&str, Strength),
        (head, may): (u64, bool),
    ) -> Result<Play, ClubError> {
        let question = (table.to_owned(), wait.prompt);
        if self.made_up.get(&question).is_none_or(|made_up| made_up.head != head) {
            let key = dice_key(&self.key()?, table, wait.seat, wait.prompt);
            let asked = (wait.seat, wait.prompt);
            let Some(thought) = self.club.tables_with(table)?.think(table, asked, strength, key)? else {
                return Ok(Play::Waits);
            };
            let made_up = MadeUp { order: thought.order, head, at: self.club.platform.now() };
            self.made_up.insert(question.clone(), made_up);
        }
        let known = self.made_up.get(&question).map_or(wait.since, |made_up| made_up.at);
        let is_due = self.haste == Haste::AtOnce || beat_after(wait.since, known) <= self.club.platform.now();
        if !may || !is_due {
            return Ok(Play::Waits);
        }
        let Some(MadeUp { order: form, .. }) = self.made_up.remove(&question) else { return Ok(Play::Waits) };
        let caller = caller(player, table, wait.seat.as_str(), wait.prompt);
        let order = Order { seat: wait.seat, prompt: wait.prompt, form };
        match self.club.tables_with(table)?.perform(table, &caller, &TableCommand::Order(order))? {
            Reply::Accepted { .. } => Ok(Play::Ordered),
            Reply::Stale { .. } => Ok(Play::Waits),
            Reply::Refused(refusal) => Err(ClubError::failed(refusal)),
        }
    }
}

/// A computer player as whoever answers what entry `seq` asks of a seat.
fn caller(player: &str, table: &str, seat: &str, seq: u64) -> Caller {
    Caller::new(player, COMPUTER).keyed(&format!("computer {table} {seat} {seq}"), 0)
}

/// The first beat of a question at which its answer was known.
fn beat_after(since: DateTime<Utc>, known: DateTime<Utc>) -> DateTime<Utc> {
    let beat = ANSWER_BEAT.num_milliseconds();
    let took = (known - since).num_milliseconds().max(0);
    since + TimeDelta::milliseconds((took.div_euclid(beat) + i64::from(took % beat != 0)).max(1) * beat)
}

impl Club {
    /// The same club, whose computer players leave to chance what follows from this key.
    #[must_use]
    pub fn with_computers(self, key: ComputerKey) -> Club {
        Club { computers: Some(key), ..self }
    }

    /// The open tables where computer players ever sat. Of a closed one no more is read than its last entry.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn tables_of_computers(&self) -> Result<BTreeSet<String>, ClubError> {
        let mut tables = BTreeSet::new();
        for player in self.store.players()?.iter().filter(|player| strength_of(player).is_some()) {
            for table in self.store.tables_of_player(&player.id)? {
                if !self.ends_closed(&table)? {
                    tables.insert(table);
                }
            }
        }
        Ok(tables)
    }

    /// Returns whether the last entry of a table is the one with which every closed table ends.
    fn ends_closed(&self, table: &str) -> Result<bool, ClubError> {
        let last = self.store.stored_head(table)?.seq;
        let lines = self.store.read_line_range(table, last..=last)?;
        Ok(matches!(lines.first(), Some(StoredLine::Entry(entry)) if entry.kind == "SeedRevealed"))
    }
}

/// Does what a notice to a computer player asks besides orders: it agrees to what is asked for (in the place of somebody for whom
/// its seat is kept to no more than changes of time), is ready (at a table that was full from the first, too), and takes a seat
/// that is kept for it. What is not asked any more is refused, which harms nothing.
///
/// # Errors
/// A table that cannot be read or written.
pub(super) fn comply<G: Playable>(
    tables: &Tables<G>,
    notice: &PendingNotice,
    caller: &Caller,
) -> Result<(), ClubError> {
    let PendingNotice { table, seq, seat, why, .. } = notice;
    let seat = Seat(seat.parse().map_err(ClubError::failed)?);
    let command = match why.as_str() {
        notices::REQUEST => {
            let agrees = tables.look(table, |table| {
                let about_time = matches!(table.pending()?.ask, Ask::Time { .. } | Ask::Stop);
                Some(about_time || table.offers().all(|(kept, _)| kept != seat))
            })?;
            let agrees = agrees.unwrap_or_default();
            TableCommand::AnswerRequest { seat, number: *seq, agrees }
        }
        notices::READY | notices::OPENED => TableCommand::SayReady { seat, ready: true },
        notices::INVITED => TableCommand::TakeSeat { seat },
        _ => return Ok(()),
    };
    tables.perform(table, caller, &command)?;
    Ok(())
}
