//! A rematch: the same game once more, with the players' seats exchanged.
//!
//! It consists of separate commands, under keys derived from the old table: a repeated request, or one continued after a kill,
//! reaches the same new table, and nobody is asked twice.

use std::collections::BTreeMap;

use super::caller::Caller;
use super::command::TableCommand;
use super::fold::Table;
use super::open::{OpenTable, Opened, OpeningSeat};
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::{Store, TimeChange};
use crate::pace::Terms;

/// A table that was opened for a rematch, or was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// Its id.
    pub table: String,
    /// The seats that the caller holds there.
    pub seats: Vec<Seat>,
    /// The opaque id of the player who opened it, or to whom they passed their last seat.
    pub owner: Option<String>,
}

impl<G: Game> Table<G> {
    /// Each taken seat, with its player in a rematch: the next one in the order of their first seats. Two exchange their seats,
    /// more rotate by one, a single player keeps theirs.
    fn exchanged(&self) -> BTreeMap<Seat, String> {
        let mut players: Vec<&str> = Vec::new();
        for (_, player) in self.seats() {
            if !players.contains(&player) {
                players.push(player);
            }
        }
        let next = |player: &str| {
            let after = players.iter().cycle().skip_while(|other| **other != player).nth(1);
            after.map_or(player, |next| next).to_owned()
        };
        self.seats().map(|(seat, player)| (seat, next(player))).collect()
    }
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// Opens a table for `caller`, a player of the finished table `old`, with the same game, options, data pack, terms,
    /// ready check and wait for entropy, and seats them; a seat is kept for each of the others. If another of them did so before, `caller` takes the
    /// seat kept for them. The caller's own key is not used.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn open_rematch(
        &self,
        old: &Table<G>,
        caller: &Caller,
    ) -> Result<Result<Rematch, Refusal>, TableFault> {
        if old.held_by(&caller.player).next().is_none() {
            return Ok(Err(Reply::refused("rematch-not-yours")));
        }
        if !old.is_over() && old.closed().is_none() {
            return Ok(Err(Reply::refused("rematch-not-over")));
        }
        let keyed = |index| caller.clone().keyed(&format!("rematch/{}", old.id()), index);
        let seats = old.exchanged();
        if self.opened_under(&keyed(0))?.is_none() {
            let mine = seats.iter().filter(|(_, player)| **player == caller.player);
            let sit = |(seat, player): (&Seat, &String)| OpeningSeat { seat: *seat, player: player.clone() };
            let opening = OpenTable {
                game: old.game().clone(),
                setup: serde_json::from_value(old.opened().options.clone())
                    .map_err(|error| TableFault::SetUp(error.to_string()))?,
                practice: old.opened().practice,
                ready: old.has_ready_check(),
                entropy: old.entropy().is_some(),
                // Players who gave their witness up get none in the rematch either.
                witness: old.is_witnessed(),
                seats: mine.map(sit).collect(),
            };
            match self.open(&opening, &keyed(0))? {
                // Somebody was faster.
                Opened::Refused(_) if self.opened_under(&keyed(0))?.is_some() => {}
                Opened::Refused(refusal) => return Ok(Err(refusal)),
                Opened::Table { .. } => {}
            }
        }
        let Some(table) = self.opened_under(&keyed(0))? else {
            return Err(TableFault::Conflict { table: old.id().to_owned() });
        };
        let owner = self.look(&table, |new| new.owner().map(str::to_owned))?;
        match owner.as_ref() == Some(&caller.player) {
            true => self.ask_to_rematch(&table, old, &seats, keyed)?,
            false => self.accept_rematch(&table, caller)?,
        }
        let seats = self.look(&table, |new| new.held_by(&caller.player).collect())?;
        Ok(Ok(Rematch { table, seats, owner }))
    }

    /// Copies the terms of time, and invites the others.
    fn ask_to_rematch(
        &self,
        table: &str,
        old: &Table<G>,
        seats: &BTreeMap<Seat, String>,
        keyed: impl Fn(u32) -> Caller,
    ) -> Result<(), TableFault> {
        let Some(at) = self.look(table, |new| new.held_by(&keyed(0).player).next())? else { return Ok(()) };
        // Before the others sit down: alone, the caller needs nobody's consent.
        if *old.terms() != Terms::default() {
            let change = TimeChange::Terms((*old.terms()).clone());
            self.perform(table, &keyed(1), &TableCommand::ChangeTime { seat: at, change })?;
        }
        for ((seat, player), index) in seats.iter().zip(2..) {
            if *player != keyed(0).player {
                let offer = TableCommand::OfferSeat { at, seat: *seat, player: player.clone() };
                self.perform(table, &keyed(index), &offer)?;
            }
        }
        Ok(())
    }

    fn accept_rematch(&self, table: &str, caller: &Caller) -> Result<(), TableFault> {
        let mine = |new: &Table<G>| {
            let offers = new.offers().filter(|(_, player)| *player == caller.player);
            offers.map(|(seat, _)| seat).collect::<Vec<_>>()
        };
        for seat in self.look(table, mine)? {
            // It needs no key: a seat that was taken is not kept for the caller any more.
            let caller = Caller { key: None, ..caller.clone() };
            self.perform(table, &caller, &TableCommand::TakeSeat { seat })?;
        }
        Ok(())
    }
}
