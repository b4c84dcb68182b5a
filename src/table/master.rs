//! A game master: a person without a seat, whom the players name to keep their table going. The master pauses the clock and
//! restarts it, gives a decision more time, takes a seat from its player and closes the table, each by an entry of their own.
//! They see what a spectator sees: they hold no seat, no audience names them, and nothing here shows anything.

use super::batch::Origin;
use super::caller::Caller;
use super::close;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::reply::Reply;
use super::seats::OFFERED_ALREADY;
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::table_event::MASTER;
use crate::log::{By, MasterEvent, RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent};
use crate::pace::Hours;

impl<G: Game> Table<G> {
    /// The opaque id of the game master, if there is one.
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

    /// Checks that `player`, or nobody, may become the game master.
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
    /// Records the new game master, or none.
    pub(super) fn master_changed(&mut self, player: Option<&str>) {
        self.request = None;
        self.master = player.map(Into::into);
    }

    pub(super) fn change_master(
        &self,
        seat: Seat,
        player: Option<&str>,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.seated(draft.caller, seat)?;
        self.may_be_master(player)?;
        let asked = RequestEvent::MasterProposed { player: player.map(str::to_owned) };
        // Silence may end the office, but it appoints nobody: that needs every player's consent.
        let unanswered = player.is_none() && self.is_unanswered(&asked, draft.batch.at());
        let (event, origin) = self.request_or_outcome(seat, asked, unanswered, draft.caller)?;
        draft.batch.add(event, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn resign_as_master(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.mastered(draft.caller)?;
        let laid_down = TableEvent::Master(MasterEvent::MasterChanged { player: None });
        draft.batch.add(laid_down, origin)?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn change_time_as_master(
        &self,
        change: &TimeChange,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.mastered(draft.caller)?;
        if matches!(change, TimeChange::Terms(_)) {
            return Err(Reply::refused("master-sets-no-terms").into());
        }
        self.may_change(change, draft.batch.at())?;
        self.bring_law(&mut draft.batch)?;
        let changed = TableEvent::Time(TimeEvent::TimeChanged { change: change.clone() });
        draft.batch.add(changed, origin)?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn extend(&self, seat: Seat, hours: Hours, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.mastered(draft.caller)?;
        self.known(seat)?;
        let asked = self.waited_for_at(seat).map(|asked| self.wait(asked, draft.batch.at()));
        let Some(wait) = asked.filter(|wait| wait.due.is_some()) else {
            return Err(Reply::refused("nothing-due").about("seat", seat).into());
        };
        if hours == Hours::default() {
            return Err(Reply::refused("extension-of-nothing").about("most", Hours::MOST).into());
        }
        // The law was brought before: what is due has terms, and with terms the clock is used.
        let extended =
            TableEvent::Time(TimeEvent::TimeExtended { seat: seat.to_string(), prompt: wait.prompt, hours });
        draft.batch.add(extended, origin)?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn replace(
        &self,
        seat: Seat,
        player: Option<&str>,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let mut origin = self.mastered(draft.caller)?;
        self.known(seat)?;
        let holder = self.player_of(seat);
        let refusal = match player {
            None if holder.is_none() => Some("seat-has-no-player"),
            Some(player) if holder == Some(player) => Some("seat-taken"),
            Some(player) if self.master() == Some(player) => Some("master-has-no-seat"),
            Some(player) if holder.is_none() && self.is_offered(seat, player) => Some(OFFERED_ALREADY),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return Err(Reply::refused(refusal).about("seat", seat).into());
        }
        if holder.is_some() {
            let vacated = TableEvent::Seats(SeatEvent::SeatVacated { seat: seat.to_string() });
            draft.batch.add(vacated, origin.clone())?;
            // A key is unique in a log: of two entries the first has it.
            origin.key = None;
        }
        if let Some(player) = player {
            let offered = TableEvent::Seats(SeatEvent::SeatOffered {
                seat: seat.to_string(),
                player: player.to_owned(),
            });
            draft.batch.add(offered, origin)?;
        }
        Ok(Effect::by_nobody())
    }

    pub(super) fn close_as_master(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.mastered(draft.caller)?;
        let why = if self.is_over() { "over" } else { MASTER };
        close::ending(&mut draft.batch, self, why, origin)?;
        Ok(Effect::by_nobody())
    }
}
