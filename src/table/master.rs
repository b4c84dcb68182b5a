//! A game master: a person without a seat, whom the players name to keep their table going. The master pauses the clock and sets it
//! going, gives a decision more time, takes a seat from its player and closes the table, each by an entry of their own. They see
//! what an onlooker sees: they hold no seat, no audience names them, and nothing here shows anything.

use serde_json::json;

use super::batch::Origin;
use super::caller::Caller;
use super::close;
use super::effect::{Effect, NoEffect};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use super::request::Ask;
use super::service::Tables;
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::table_event::MASTER;
use crate::log::{By, Store, TableEvent, TimeChange};
use crate::pace::Hours;

impl<G: Game> Table<G> {
    /// The opaque id of the game master, where there is one.
    pub fn master(&self) -> Option<&str> {
        self.master.as_deref()
    }

    /// Checks that the table is open and that the caller is its game master. Returns what an entry of theirs says of them.
    pub(super) fn mastered(&self, caller: &Caller) -> Result<Origin, NoEffect> {
        if self.master() != Some(&*caller.player) {
            return Err(Reply::refused("not-the-master").into());
        }
        self.still_open()?;
        let by = Some(By { seat: MASTER.to_owned(), player: caller.player.clone() });
        Ok(Origin { by, ..caller.origin() })
    }

    /// Whether `player`, or nobody, may be the game master from now on.
    fn may_be_master(&self, player: Option<&str>) -> Result<(), Refusal> {
        match player {
            None if self.master.is_none() => Err(Reply::refused("no-master")),
            Some(player) if self.master() == Some(player) => Err(Reply::refused("master-already")),
            Some(player) if self.held_by(player).next().is_some() => Err(Reply::refused("master-has-seat")),
            _ => Ok(()),
        }
    }
}

impl<G: Packed> Table<G> {
    /// Somebody is game master from now on, or nobody.
    pub(super) fn master_changed(&mut self, player: Option<&str>) {
        self.request = None;
        self.master = player.map(Into::into);
    }
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The holder of `seat` would have `player` as game master, or nobody: at once where nobody else sits there, else when all the
    /// others agree. Whoever asks again for nobody when no one has said no for [`super::consent::SILENCE_HOURS`] does it alone.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn change_master(
        &self,
        table: &str,
        caller: &Caller,
        seat: Seat,
        player: Option<&str>,
    ) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "master": player, "seat": seat }), |table, batch| {
            let origin = table.seated(caller, seat)?;
            table.may_be_master(player)?;
            let player = player.map(str::to_owned);
            let asked = Ask::Master { player: player.clone() };
            let unanswered = player.is_none() && table.is_unanswered(&asked, batch.at());
            let (event, origin) = match table.players().len() {
                1 => (TableEvent::MasterChanged { player }, origin),
                _ if unanswered => (TableEvent::MasterChanged { player }, origin),
                _ => (TableEvent::MasterProposed { player }, table.may_ask(caller, seat)?),
            };
            batch.add(event, origin)?;
            Ok(Effect::by(seat))
        })
    }

    /// The game master lays the office down.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn lay_down(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "lay_down": true }), |table, batch| {
            let origin = table.mastered(caller)?;
            let laid_down = TableEvent::MasterChanged { player: None };
            batch.add(laid_down, origin)?;
            Ok(Effect::by_nobody())
        })
    }

    /// The game master pauses the clock or sets it going; terms are the players' own.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn change_time_as_master(
        &self,
        table: &str,
        caller: &Caller,
        change: &TimeChange,
    ) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "change_time_as_master": change }), |table, batch| {
            let origin = table.mastered(caller)?;
            if matches!(change, TimeChange::Terms(_)) {
                return Err(Reply::refused("master-sets-no-terms").into());
            }
            table.may_change(change, batch.at())?;
            table.bring_law(batch)?;
            let changed = TableEvent::TimeChanged { change: change.clone() };
            batch.add(changed, origin)?;
            Ok(Effect::by_nobody())
        })
    }

    /// The game master gives the decision of `seat` so many hours more, counted from when it is due, or from now where that is past.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn extend(
        &self,
        table: &str,
        caller: &Caller,
        seat: Seat,
        hours: Hours,
    ) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "extend": seat, "hours": hours }), |table, batch| {
            let origin = table.mastered(caller)?;
            table.known(seat)?;
            let asked = table.waited_for_at(seat).map(|asked| table.wait(asked, batch.at()));
            let Some(wait) = asked.filter(|wait| wait.due.is_some()) else {
                return Err(Reply::refused("nothing-due").about("seat", seat).into());
            };
            if hours == Hours::default() {
                return Err(Reply::refused("extension-of-nothing").about("most", Hours::MOST).into());
            }
            let extended = TableEvent::TimeExtended { seat: seat.to_string(), prompt: wait.prompt, hours };
            batch.add(extended, origin)?;
            Ok(Effect::by_nobody())
        })
    }

    /// The game master takes `seat` from its player, if it has one. From then on the table looks for a player, or the seat is kept for
    /// `player`, who has it once they take it.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn replace(
        &self,
        table: &str,
        caller: &Caller,
        seat: Seat,
        player: Option<&str>,
    ) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "replace": seat, "with": player }), |table, batch| {
            let mut origin = table.mastered(caller)?;
            table.known(seat)?;
            let holder = table.player_of(seat);
            let refusal = match player {
                None if holder.is_none() => Some("seat-has-no-player"),
                Some(player) if holder == Some(player) => Some("seat-taken"),
                Some(player) if table.master() == Some(player) => Some("master-has-no-seat"),
                _ => None,
            };
            if let Some(refusal) = refusal {
                return Err(Reply::refused(refusal).about("seat", seat).into());
            }
            if holder.is_some() {
                let vacated = TableEvent::SeatVacated { seat: seat.to_string() };
                batch.add(vacated, origin.clone())?;
                origin.key = None;
            }
            if let Some(player) = player {
                let offered = TableEvent::SeatOffered { seat: seat.to_string(), player: player.to_owned() };
                batch.add(offered, origin)?;
            }
            Ok(Effect::by_nobody())
        })
    }

    /// The game master closes the table: as `over` when the game is over, as [`MASTER`] before that.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close_as_master(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "close_as_master": true }), |table, batch| {
            let origin = table.mastered(caller)?;
            let why = if table.is_over() { "over" } else { MASTER };
            close::ending(batch, table, why, origin)?;
            Ok(Effect::by_nobody())
        })
    }
}
