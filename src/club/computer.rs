//! Computer players. They sit at tables as people do, under addresses of their own kind; deliveries call them, and they order
//! like everybody. From format 2 of the log on their chance follows from the table's seed, under a label of its own, so that an audit
//! can have them think again; before that it came from a key of the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::delivery::{PendingDelivery, PendingNotice};
use super::known::computers_at;
use super::strength::{COMPUTER, computer_player, strength_of};
use super::thought::ComputerKey;
use super::{Club, ClubError};
use crate::bots::Strength;
use crate::game::{OrderForm, Seat};
use crate::games::Playable;
use crate::keys::KEY_BYTES;
use crate::log::stored::StoredLine;
use crate::log::{Changes, Players, RequestEvent};
use crate::table::time::WaitedFor;
use crate::table::witness::{can_be_tried_again, silent_since};
use crate::table::{Caller, OpeningSeat, Order, Reply, TableCommand, Tables, notices};
use crate::words::Lang;

/// The outcome recorded for a delivery to a computer player.
const TOLD: &str = "told";
/// The divisor of a witness's silence so far that gives the pause before the next try.
const PAUSE_PART: i32 = 4;
/// The longest such pause: a player may be waiting.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(1);
/// The label of the keys of their dice.
pub const COMPUTER_KEYS: &str = "computer players v1";

/// The computer player of this strength at these seats, created if missing; `None` if no seat is left.
///
/// # Errors
/// A store that cannot be read or written.
pub fn opponent_at(
    seats: Vec<Seat>,
    strength: Strength,
    store: &(impl Players + ?Sized),
) -> Result<Option<Vec<OpeningSeat>>, ClubError> {
    if seats.is_empty() {
        return Ok(None);
    }
    Ok(Some(OpeningSeat::all_of(seats, &computer_player(strength, store)?)))
}

/// When computer players answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// A fixed delay after the question, the one of [`computers_at`], so that their thinking time reveals nothing. One that has not
    /// decided by then answers when the delay has passed once more.
    Delayed,
    /// As soon as they can: at a single player's own terminal nobody should have to wait.
    AtOnce,
}

/// The computer players of a club, at work. One process at a time plays for them.
pub struct ComputerPlayers {
    club: Arc<Club>,
    /// The source of their chance; `None` until it is drawn.
    key: Option<ComputerKey>,
    haste: Haste,
    /// Tables where one of them may have a prompt; `None` before the first search.
    tables: Option<BTreeSet<String>>,
    /// Their finished decisions, by table and question.
    made_up: BTreeMap<(String, u64), MadeUp>,
    /// Tables whose witness did not answer for one of them, with the time of the next try.
    held: BTreeMap<String, DateTime<Utc>>,
    /// True if one of them has an order to give, or could not answer a request yet.
    is_busy: bool,
}

/// A finished decision of a computer player.
struct MadeUp {
    /// The order; `None` if it gives none before another seat has acted.
    order: Option<OrderForm>,
    /// The head of the table it thought of.
    head: u64,
    /// When it knew.
    at: DateTime<Utc>,
}

/// The next step at a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    /// An order was given.
    Ordered,
    /// A computer player has a prompt, and its time has not come.
    Waits,
    /// One has, and gives no order before another seat has acted.
    HoldsBack,
    /// No computer player has a prompt.
    Rests,
}

impl ComputerPlayers {
    /// The computer players of a club. Their chance follows from the club's key, or from a key drawn at the first thought if it
    /// has none.
    pub fn new(club: Arc<Club>, haste: Haste) -> ComputerPlayers {
        let (key, made_up, held) = (club.computers, BTreeMap::new(), BTreeMap::new());
        ComputerPlayers { key, club, haste, tables: None, made_up, held, is_busy: false }
    }

    /// Answers the prompts and requests of computer players; returns the number of their orders. It may think for seconds.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn attend(&mut self) -> Result<usize, ClubError> {
        if !self.club.leases().take(COMPUTER)? {
            // A process that played for them meanwhile leaves tables behind that this process has not heard of.
            self.tables = None;
            return Ok(0);
        }
        let mut tables = match self.tables.take() {
            Some(tables) => tables,
            None => self.club.tables_of_computers()?,
        };
        self.is_busy = false;
        for delivery in self.club.deliveries().pending(COMPUTER, 0)? {
            if self.waits_for_witness(&delivery.notice.table)? {
                self.is_busy = true;
                continue;
            }
            match self.answer_for_computer(&delivery) {
                // The witness of its dice is silent or being asked: the notice stays, and holds up no other table.
                Err(trouble @ ClubError::Failed(_)) => {
                    tracing::debug!(table = delivery.notice.table, %trouble, "a computer player answers later");
                    self.is_busy = true;
                    self.hold(&delivery.notice.table)?;
                    continue;
                }
                answered => answered?,
            }
            // No notice announces a prompt that follows a player's own order, so the whole table is checked.
            self.club.deliveries().sent(delivery.id, TOLD)?;
            tables.insert(delivery.notice.table);
        }
        let mut given = 0;
        let mut at_work = BTreeSet::new();
        for table in tables {
            let play = self.play(&table, &mut given).unwrap_or_else(|trouble| {
                tracing::warn!(table, %trouble, "a computer player hands a decision back");
                Play::Rests
            });
            self.is_busy |= play == Play::Waits;
            if play != Play::Rests {
                at_work.insert(table);
            }
        }
        self.made_up.retain(|(table, _), _| at_work.contains(table));
        let now = self.club.platform.now();
        self.held.retain(|_, again| now < *again);
        self.tables = Some(at_work);
        Ok(given)
    }

    /// Returns whether one of them has a prompt or a request that it has yet to answer, and does not wait for another seat.
    pub fn is_at_work(&self) -> bool {
        self.is_busy
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
        self.club.leases().release(COMPUTER)
    }

    /// Answers a request to a computer player, apart from orders.
    fn answer_for_computer(&self, delivery: &PendingDelivery) -> Result<(), ClubError> {
        let PendingNotice { table, seq, seat, .. } = &delivery.notice;
        let caller = caller(&delivery.player, table, seat, *seq);
        self.club.games.with(table)?.answer_for_computer(&delivery.notice, &caller)
    }

    /// Returns whether a table still waits after its witness failed to answer.
    fn waits_for_witness(&mut self, table: &str) -> Result<bool, ClubError> {
        let Some(again) = self.held.get(table).copied() else { return Ok(false) };
        let now = self.club.platform.now();
        // A clock that was set back makes nobody wait longer.
        let is_early = now < again && again <= now + LONGEST_PAUSE;
        Ok(is_early && silent_since(&*self.club.store, table)?.is_some())
    }

    /// Lets a table rest whose witness did not answer; not while it is being asked.
    fn hold(&mut self, table: &str) -> Result<(), ClubError> {
        if let Some(since) = silent_since(&*self.club.store, table)? {
            let now = self.club.platform.now();
            let pause = ((now - since) / PAUSE_PART).clamp(TimeDelta::zero(), LONGEST_PAUSE);
            self.held.insert(table.to_owned(), now + pause);
        }
        Ok(())
    }

    fn key(&mut self) -> Result<ComputerKey, ClubError> {
        if let Some(key) = self.key {
            return Ok(key);
        }
        let mut key = [0; KEY_BYTES];
        self.club.platform.fill(&mut key)?;
        Ok(*self.key.insert(key))
    }

    /// Plays at a table until no computer player has a prompt there, or their time has not come.
    fn play(&mut self, table: &str, given: &mut usize) -> Result<Play, ClubError> {
        if self.waits_for_witness(table)? {
            return Ok(Play::Waits);
        }
        loop {
            // Thinking may take longer than the right to play lasts.
            if !self.club.leases().take(COMPUTER)? {
                return Ok(Play::Rests);
            }
            let Some((head, time)) = self.club.games.with(table)?.time(table)? else {
                return Ok(Play::Rests);
            };
            let mut play = Play::Rests;
            for wait in &time.waits {
                let player =
                    wait.player.as_deref().map(|id| self.club.people().player(id)).transpose()?.flatten();
                let Some((player, strength)) = player.and_then(|it| Some((it.id.clone(), strength_of(&it)?)))
                else {
                    continue;
                };
                // While the clock stands nobody expects an answer.
                let delay = match self.haste {
                    Haste::AtOnce => Some(TimeDelta::zero()),
                    Haste::Delayed if time.pause.is_some() => None,
                    Haste::Delayed => {
                        let watched = self.club.watch(table, Lang::En)?;
                        let computers = computers_at(&*self.club.store, &watched.around().seats)?.into_iter();
                        let its = computers.filter(|(seat, ..)| *seat == wait.seat);
                        its.map(|(_, _, delay)| delay).next()
                    }
                };
                let next = self.answer(table, wait, (&player, strength), (head, delay))?;
                if play != Play::Waits || next == Play::Ordered {
                    play = next;
                }
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

    /// Has a computer player answer a question, once this delay has passed; not without one.
    fn answer(
        &mut self,
        table: &str,
        wait: &WaitedFor,
        (player, strength): (&str, Strength),
        (head, delay): (u64, Option<TimeDelta>),
    ) -> Result<Play, ClubError> {
        let question = (table.to_owned(), wait.prompt);
        if self.made_up.get(&question).is_none_or(|made_up| made_up.head != head) {
            let (key, asked) = (self.key()?, (wait.seat, wait.prompt));
            let games = self.club.games.with(table)?;
            let thought = games.think(table, asked, (player, strength), &key)?;
            let order = thought.map(|thought| thought.order);
            let made_up = MadeUp { order, head, at: self.club.platform.now() };
            self.made_up.insert(question.clone(), made_up);
        }
        let known = self.made_up.get(&question).map_or(wait.since, |made_up| made_up.at);
        let due = delay.map(|delay| answer_time(wait.since, known, delay));
        if due.is_none_or(|due| due > self.club.platform.now()) {
            return Ok(Play::Waits);
        }
        let Some(form) = self.made_up.get(&question).and_then(|made_up| made_up.order.clone()) else {
            return Ok(Play::HoldsBack);
        };
        self.made_up.remove(&question);
        let caller = caller(player, table, wait.seat.as_str(), wait.prompt);
        let order = Order { seat: wait.seat, prompt: wait.prompt, form: form.clone() };
        match self.club.games.with(table)?.perform(table, &caller, &TableCommand::Order(order))? {
            Reply::Accepted { .. } => Ok(Play::Ordered),
            Reply::Stale { .. } => Ok(Play::Waits),
            Reply::Refused(refusal) if can_be_tried_again(&refusal) => {
                self.made_up.insert(question, MadeUp { order: Some(form), head, at: known });
                self.hold(table)?;
                Ok(Play::Waits)
            }
            Reply::Refused(refusal) => Err(ClubError::failed(refusal)),
        }
    }
}

/// The caller for a computer player who answers a seat's prompt of entry `seq`.
fn caller(player: &str, table: &str, seat: &str, seq: u64) -> Caller {
    Caller::new(player, COMPUTER).keyed(&format!("computer {table} {seat} {seq}"), 0)
}

/// The time of an answer that was `known` then: a whole number of delays after the question of `since`, at once without one.
fn answer_time(since: DateTime<Utc>, known: DateTime<Utc>, delay: TimeDelta) -> DateTime<Utc> {
    let delay = delay.num_milliseconds();
    if delay == 0 {
        return known;
    }
    let took = (known - since).num_milliseconds().max(0);
    since + TimeDelta::milliseconds((took.div_euclid(delay) + i64::from(took % delay != 0)).max(1) * delay)
}

impl Club {
    /// The same club, with this key for the chance of computer players.
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

    /// Returns whether the last entry of a table is `SeedRevealed`, which ends every closed table.
    fn ends_closed(&self, table: &str) -> Result<bool, ClubError> {
        let last = self.store.stored_head(table)?.seq;
        let lines = self.store.read_line_range(table, last..=last)?;
        Ok(matches!(lines.first(), Some(StoredLine::Entry(entry)) if entry.kind == "SeedRevealed"))
    }
}

/// Answers a notice to a computer player, apart from orders. It agrees to requests (in another player's place only to changes
/// of time), says that it is ready (even at a table that was full from the start), and takes a seat kept for it. Requests that
/// are no longer open are refused, which does no harm.
///
/// # Errors
/// A table that cannot be read or written.
pub(super) fn answer_for_computer<G: Playable>(
    tables: &Tables<G>,
    notice: &PendingNotice,
    caller: &Caller,
) -> Result<(), ClubError> {
    let PendingNotice { table, seq, seat, why, .. } = notice;
    let seat = Seat(seat.parse().map_err(ClubError::failed)?);
    let command = match why.as_str() {
        notices::REQUEST => {
            let agrees = tables.look(table, |table| {
                let about_time = matches!(
                    table.pending()?.ask,
                    RequestEvent::TimeProposed { .. } | RequestEvent::TimeStopped
                );
                Some(about_time || table.offers().all(|(kept, _)| kept != seat))
            })?;
            let agrees = agrees.unwrap_or_default();
            TableCommand::AnswerRequest { seat, number: *seq, agrees }
        }
        notices::READY | notices::OPENED => TableCommand::SayReady { seat, ready: true },
        notices::INVITED => TableCommand::TakeSeat { seat },
        _ => return Ok(()),
    };
    match tables.perform(table, caller, &command)? {
        Reply::Refused(refusal) if can_be_tried_again(&refusal) => Err(ClubError::failed(refusal)),
        Reply::Accepted { .. } | Reply::Refused(_) | Reply::Stale { .. } => Ok(()),
    }
}
