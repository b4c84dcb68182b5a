//! Seats: taking a free one, keeping one for a player, passing one's own to another.
//!
//! An offer serves both: only the player it names may take the seat. Anybody at the table may offer a free seat, which is an
//! invitation; only its holder may offer a taken seat, which is passing it on. Audiences name seats, so a player who takes a
//! seat has its secrets, and one who passed it on has lost them.

use std::sync::Arc;

use super::batch::Origin;
use super::caller::Caller;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::known::Known;
use super::people::{Offer, SeatHolding, Vacancy};
use super::platform::moment;
use super::reply::{Reply, TableFault};
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::{MasterEvent, SeatEvent, TableEvent};

/// The reason against an offer: the seat is already kept for that player.
pub const OFFERED_ALREADY: &str = "offered-already";

impl<G: Game> Table<G> {
    /// The offers: each kept seat, with the opaque id of its player.
    pub fn offers(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.people.offers.iter().map(|(seat, offer)| (*seat, &*offer.player))
    }

    /// The player who offered a seat: the holder of the seat that made the offer, else the game master.
    pub fn offered_by(&self, seat: Seat) -> Option<&str> {
        let by = self.people.offers.get(&seat)?.by;
        self.player_of(by).or(self.master())
    }

    /// The seats of the table, taken or not.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> {
        self.opened.seats.iter().filter_map(|seat| seat.parse().ok()).map(Seat)
    }

    /// All seats, with their players and the players for whom they are kept.
    pub fn places(&self) -> impl Iterator<Item = SeatHolding> {
        self.all_seats().map(|seat| SeatHolding {
            seat,
            player: self.player_of(seat).map(str::to_owned),
            offered_to: self.people.offers.get(&seat).map(|offer| offer.player.to_string()),
        })
    }

    /// The seats that `player` holds.
    pub fn held_by(&self, player: &str) -> impl Iterator<Item = Seat> {
        self.all_seats().filter(move |seat| self.player_of(*seat) == Some(player))
    }

    /// The seat that `player` plays if they name none: the one with the oldest prompt, else their first.
    pub fn seat_to_play(&self, player: &str) -> Option<Seat> {
        // A seat without a prompt comes last; of several the first in the table's order is taken.
        let asked = |seat: &Seat| self.waited_for_at(*seat).map_or(u64::MAX, |asked| asked.number);
        self.held_by(player).min_by_key(asked)
    }

    /// Returns whether `seat` is kept for `player`.
    pub(super) fn is_offered(&self, seat: Seat, player: &str) -> bool {
        self.people.offers.get(&seat).is_some_and(|offer| *offer.player == *player)
    }

    fn free_seats(&self) -> impl Iterator<Item = Seat> {
        self.all_seats().filter(|seat| self.player_of(*seat).is_none())
    }

    /// The seats that anybody may take: free and not kept, or open to others because their time is up.
    pub fn open_seats(&self) -> impl Iterator<Item = Seat> {
        let open = |seat: &Seat| match self.player_of(*seat) {
            None => true,
            Some(_) => self.is_left_to_others(*seat),
        };
        self.all_seats().filter(open).filter(|seat| !self.people.offers.contains_key(seat))
    }

    /// The seats for which players are sought: the open ones, once a player has said so; in any case those open because of an
    /// expiry.
    pub fn vacancy(&self) -> Option<Vacancy> {
        if self.closed.is_some() || self.game.is_over(&self.state) {
            return None;
        }
        let left = |seat: &Seat| self.player_of(*seat).is_some();
        let seats: Vec<Seat> =
            self.open_seats().filter(|seat| self.people.sought.is_some() || left(seat)).collect();
        let waited = seats.iter().filter(|seat| left(seat)).filter_map(|seat| self.asked_of(*seat));
        let since = self.people.sought.into_iter().chain(waited.map(|asked| asked.raised_at)).min()?;
        (!seats.is_empty()).then_some(Vacancy { seats, since })
    }

    /// Returns whether the table looks for players, because one of them said so.
    pub fn seeks_players(&self) -> bool {
        self.people.sought.is_some()
    }

    /// Checks that the table is open and that the caller holds `seat`: the first step of every command of a seat.
    /// Returns what an entry of theirs says of them.
    pub(super) fn seated(&self, caller: &Caller, seat: Seat) -> Result<Origin, NoEffect> {
        if self.player_of(seat) != Some(&*caller.player) {
            return Err(of(Reply::refused("not-your-seat"), seat));
        }
        self.still_open()?;
        Ok(caller.at(seat))
    }

    pub(super) fn still_open(&self) -> Result<(), NoEffect> {
        match self.closed() {
            Some(why) => Err(Reply::refused("table-closed").about("why", why).into()),
            None => Ok(()),
        }
    }

    pub(super) fn known(&self, seat: Seat) -> Result<(), NoEffect> {
        if self.all_seats().any(|known| known == seat) {
            return Ok(());
        }
        let refusal = Reply::refused("no-such-seat").about("seat", seat).legal(self.free_seats());
        Err(refusal.into())
    }

    /// Checks that `player` may take `seat`.
    fn may_take(&self, seat: Seat, player: &str) -> Result<(), NoEffect> {
        self.still_open()?;
        self.known(seat)?;
        let reason = match (self.people.offers.get(&seat), self.player_of(seat)) {
            // Whoever may close a table or replace a player must not know a seat's secrets.
            _ if self.master() == Some(player) => Reply::refused("master-has-no-seat"),
            (Some(offer), _) if *offer.player == *player => return Ok(()),
            (None, None) => return Ok(()),
            (None, Some(holder)) if self.is_left_to_others(seat) && holder != player => return Ok(()),
            (_, Some(_)) => Reply::refused("seat-taken"),
            (Some(_), None) => Reply::refused("seat-reserved"),
        };
        Err(reason.about("seat", seat).legal(self.open_seats()).into())
    }

    /// Checks that the holder of `at` may offer `seat`, or withdraw its offer: a free one, or their own.
    fn may_offer(&self, at: Seat, seat: Seat) -> Result<(), NoEffect> {
        self.known(seat)?;
        match self.player_of(seat) {
            Some(_) if seat != at => Err(of(Reply::refused("not-your-seat"), seat)),
            _ => Ok(()),
        }
    }
}

fn of(refusal: Refusal, seat: Seat) -> NoEffect {
    refusal.about("seat", seat).into()
}

impl<G: Packed> Table<G> {
    pub(super) fn take_seat(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.may_take(seat, &draft.caller.player)?;
        let table_event = TableEvent::Seats(SeatEvent::SeatTaken { seat: seat.to_string() });
        draft.batch.add(table_event, draft.caller.at(seat))?;
        Ok(Effect::by(seat))
    }

    pub(super) fn offer_seat(
        &self,
        at: Seat,
        seat: Seat,
        player: &str,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, at)?;
        self.may_offer(at, seat)?;
        if self.player_of(seat) == Some(player) {
            return Err(of(Reply::refused("seat-taken"), seat));
        }
        if self.is_offered(seat, player) {
            return Err(of(Reply::refused(OFFERED_ALREADY), seat));
        }
        let table_event =
            TableEvent::Seats(SeatEvent::SeatOffered { seat: seat.to_string(), player: player.to_owned() });
        draft.batch.add(table_event, origin)?;
        Ok(Effect::by(at))
    }

    pub(super) fn seek_players(
        &self,
        at: Seat,
        sought: bool,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, at)?;
        match (self.people.sought.is_some(), sought) {
            (true, true) => return Err(Reply::refused("players-sought").into()),
            (false, false) => return Err(Reply::refused("players-not-sought").into()),
            (false, true) if self.free_seats().next().is_none() => {
                return Err(Reply::refused("no-free-seat").into());
            }
            (false, true) if self.open_seats().next().is_none() => {
                let kept = self.free_seats().next();
                let refusal = Reply::refused("free-seat-kept");
                return Err(kept.map_or(refusal.clone(), |seat| refusal.about("seat", seat)).into());
            }
            _ => {}
        }
        draft.batch.add(TableEvent::Seats(SeatEvent::PlayersSought { sought }), origin)?;
        Ok(Effect::by(at))
    }

    pub(super) fn withdraw_offer(
        &self,
        at: Seat,
        seat: Seat,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, at)?;
        self.may_offer(at, seat)?;
        self.end_offer(seat, origin, draft)
    }

    pub(super) fn decline_seat(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.still_open()?;
        if self.people.offers.get(&seat).is_some_and(|offer| *offer.player != *draft.caller.player) {
            return Err(of(Reply::refused("no-such-offer"), seat));
        }
        self.end_offer(seat, draft.caller.at(seat), draft)
    }

    fn end_offer(&self, seat: Seat, origin: Origin, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        if !self.people.offers.contains_key(&seat) {
            return Err(of(Reply::refused("no-such-offer"), seat));
        }
        draft.batch.add(TableEvent::Seats(SeatEvent::OfferWithdrawn { seat: seat.to_string() }), origin)?;
        Ok(Effect::by_nobody())
    }

    pub(super) fn leave(&self, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.still_open()?;
        let player = &*draft.caller.player;
        let mut left = Vec::new();
        if self.players().into_iter().any(|(other, _)| other != player) {
            let vacated = |seat: Seat| TableEvent::Seats(SeatEvent::SeatVacated { seat: seat.to_string() });
            left.extend(self.held_by(player).map(|seat| (vacated(seat), draft.caller.at(seat))));
        }
        let kept = self.offers().filter(|(_, to)| *to == player);
        left.extend(kept.map(|(seat, _)| {
            (TableEvent::Seats(SeatEvent::OfferWithdrawn { seat: seat.to_string() }), draft.caller.at(seat))
        }));
        if self.master() == Some(player) {
            left.push((
                TableEvent::Master(MasterEvent::MasterChanged { player: None }),
                self.mastered(draft.caller)?,
            ));
        }
        if left.is_empty() {
            return Err(Reply::refused("nobody-to-ask").into());
        }
        // A key is unique in a log: of several entries the first has it.
        for (at, (event, origin)) in left.into_iter().enumerate() {
            let key = origin.key.filter(|_| at == 0);
            draft.batch.add(event, Origin { key, ..origin })?;
        }
        Ok(Effect::by_nobody())
    }

    /// Folds an event of this matter.
    pub(super) fn seat_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        event: &SeatEvent,
    ) -> Result<(), TableFault> {
        let seq = entry.seq;
        match event {
            SeatEvent::SeatTaken { seat } => self.seat_taken(entry, seat)?,
            SeatEvent::SeatVacated { seat } => self.seat_vacated(entry, seat)?,
            SeatEvent::SeatOffered { seat, player } => {
                let (by, _) = self.by(entry)?;
                let offer = Offer { seq, by, player: player.as_str().into() };
                self.people.offers.insert(self.seat(seq, seat)?, offer);
            }
            SeatEvent::OfferWithdrawn { seat } => {
                self.people.offers.remove(&self.seat(seq, seat)?);
            }
            SeatEvent::PlayersSought { sought } => {
                self.people.sought = sought.then(|| moment(&entry.at));
            }
        }
        Ok(())
    }

    /// A player sits down.
    fn seat_taken(&mut self, entry: &Known<'_, G::Event>, seat: &str) -> Result<(), TableFault> {
        let seat = self.seat(entry.seq, seat)?;
        let (_, player) = self.by(entry)?;
        self.clock.sit(seat);
        // Texts to the former player are not for this one.
        G::hand_over(Arc::make_mut(&mut self.state), seat);
        // Those who would have to agree are others now.
        self.request = None;
        let (seq, at) = (entry.seq, moment(&entry.at));
        // Before `people.sit`, after which the former holder is not known here.
        if self.player_of(seat).is_some_and(|before| *before != *player) {
            self.entropy.iter_mut().for_each(|entropy| entropy.change_player(seat));
        }
        if let Some(check) = &mut self.ready {
            check.sit(&player, self.people.seats.contains_key(&seat), (seq, at));
        }
        let stands_in = self.terms().overdue.computer().is_some();
        self.people.sit(seat, &player, (seq, at), stands_in);
        Ok(())
    }

    /// A seat is taken from its player.
    fn seat_vacated(&mut self, entry: &Known<'_, G::Event>, seat: &str) -> Result<(), TableFault> {
        let seat = self.seat(entry.seq, seat)?;
        let at = moment(&entry.at);
        self.clock.sit(seat);
        self.request = None;
        self.ready.iter_mut().for_each(|check| check.withdraw((entry.seq, at)));
        self.entropy.iter_mut().for_each(|entropy| entropy.change_player(seat));
        self.people.vacate(seat, (entry.seq, at));
        Ok(())
    }
}
