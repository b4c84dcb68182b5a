//! Requests that all players must agree to: going back past another's order, a roll or a reveal, closing or publishing a table
//! with more than one of them, changing how time passes, and naming a game master.
//!
//! One player asks, the others answer; the last consent carries it out, in the same append. At most one request is open. It
//! lapses when it is refused or withdrawn, with the next order or takeback, when the clock is stopped or time is changed, with
//! another game master or none, and when a seat is taken or has no player any more, because then others would have to agree. An
//! answer names its request, so that nobody agrees to another than they read.

use chrono::{DateTime, TimeDelta, Utc};

use super::batch::Origin;
use super::caller::Caller;
use super::close;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::known::Known;
use super::platform::moment;
use super::reply::{Reply, TableFault};
use super::request::{ConsentRequest, OpenConsent};
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{ConsentEvent, EndEvent, RequestEvent, TableEvent};

/// Hours of silence after which a claim, or a request to go on or to have no game master, needs no more answers: players
/// vanish, and the others should reach an end without them. A repeated request then takes effect alone.
pub const SILENCE_HOURS: i64 = 72;

impl<G: Game> Table<G> {
    /// The open request; all of it is public.
    pub fn pending(&self) -> Option<OpenConsent> {
        let request = self.request.as_ref()?;
        Some(OpenConsent {
            number: request.number,
            ask: request.ask.clone(),
            seat: request.seat,
            agreed: request.agreed.iter().map(|(seat, _)| *seat).collect(),
            awaited: self.awaited(request, None),
        })
    }

    /// True if `player` has still to answer the open request.
    pub fn has_to_answer(&self, player: &str) -> bool {
        let sits = self.seats().any(|(_, holder)| holder == player);
        let asked =
            |request: &ConsentRequest| !request.has_agreed(player) && !self.is_claimed_from(request, player);
        sits && self.request.as_ref().is_some_and(asked)
    }

    /// Returns whether nobody has refused this request for so long that it needs no more answers.
    pub(super) fn is_unanswered(&self, ask: &RequestEvent, now: DateTime<Utc>) -> bool {
        let asked = self.request.as_ref().filter(|request| request.ask == *ask);
        asked.is_some_and(|request| now - request.at >= TimeDelta::hours(SILENCE_HOURS))
    }

    /// Returns whether a request would end the game against `player`.
    fn is_claimed_from(&self, request: &ConsentRequest, player: &str) -> bool {
        matches!(&request.ask, RequestEvent::ClaimProposed { seat }
            if self.held_by(player).any(|held| held.as_str() == seat))
    }

    /// One seat of each player, except `answering`, who has not agreed to `request`.
    fn awaited(&self, request: &ConsentRequest, answering: Option<&str>) -> Vec<Seat> {
        let players = self.players().into_iter();
        players
            .filter(|(player, _)| Some(*player) != answering && !request.has_agreed(player))
            .filter(|(player, _)| !self.is_claimed_from(request, player))
            .map(|(_, seat)| seat)
            .collect()
    }

    /// Checks that the caller at `seat` may ask the others for something now.
    pub(super) fn may_ask(&self, caller: &Caller, seat: Seat) -> Result<Origin, NoEffect> {
        let origin = self.seated(caller, seat)?;
        if self.players().len() < 2 {
            return Err(Reply::refused("nobody-to-ask").into());
        }
        match &self.request {
            Some(request) => Err(Reply::refused("request-pending").about("entry", request.number).into()),
            None => Ok(origin),
        }
    }

    /// The request; its outcome at once for a player alone, and where `at_once` is true.
    pub(super) fn request_or_outcome(
        &self,
        seat: Seat,
        request: RequestEvent,
        at_once: bool,
        caller: &Caller,
    ) -> Result<(TableEvent, Origin), NoEffect> {
        let origin = self.seated(caller, seat)?;
        match at_once || self.players().len() == 1 {
            true => Ok((request.outcome(), origin)),
            false => Ok((request.into(), self.may_ask(caller, seat)?)),
        }
    }
}

impl<G: Packed> Table<G> {
    pub(super) fn ask_take_back(
        &self,
        seat: Seat,
        order: u64,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.may_ask(draft.caller, seat)?;
        if !self.undo.given.iter().any(|given| given.order == order) {
            return Err(Reply::refused("no-order-there").about("entry", order).into());
        }
        draft.batch.add(TableEvent::Request(RequestEvent::TakeBackAsked { to: order - 1 }), origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn propose_close(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.may_ask(draft.caller, seat)?;
        draft.batch.add(TableEvent::Request(RequestEvent::CloseProposed), origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn answer_request(
        &self,
        seat: Seat,
        number: u64,
        agrees: bool,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        let request = self.request.as_ref().filter(|request| request.number == number);
        let Some(request) = request else {
            return Err(Reply::refused("no-such-request").about("entry", number).into());
        };
        // The others decide on a claim. The player it is against may only say no, which ends it.
        if agrees && self.is_claimed_from(request, &draft.caller.player) {
            return Err(Reply::refused("claimed-from-you").into());
        }
        if agrees && request.has_agreed(&draft.caller.player) {
            return Err(Reply::refused("answered-already").about("entry", number).into());
        }
        let answer = TableEvent::Consent(ConsentEvent::Answered { request: number, agrees });
        let cause = draft.batch.add(answer, origin)?;
        if agrees && self.awaited(request, Some(&draft.caller.player)).is_empty() {
            let outcome = request.ask.outcome();
            // A closing needs more entries than this one: what is sealed, and the seed.
            if let TableEvent::End(EndEvent::TableClosed { why }) = &outcome {
                let over = request.ask == RequestEvent::CloseProposed && self.is_over();
                close::ending(&mut draft.batch, self, if over { "over" } else { why }, Origin::default())?;
            } else {
                draft.batch.add_after(cause, outcome).map(drop)?;
            }
        }
        Ok(Effect::by(seat))
    }

    /// Folds a request.
    pub(super) fn requested(
        &mut self,
        entry: &Known<'_, G::Event>,
        request: &RequestEvent,
    ) -> Result<(), TableFault> {
        if let RequestEvent::ClaimProposed { seat } = request {
            self.seat(entry.seq, seat)?;
        }
        // This request alone takes effect before anybody agrees: an emergency cannot wait.
        if *request == RequestEvent::TimeStopped {
            self.time_stopped(entry)?;
        }
        let (seat, player) = self.by(entry)?;
        // A stop of the clock takes an open request's place; any other is refused while one is open.
        self.request = Some(ConsentRequest {
            number: entry.seq,
            at: moment(&entry.at),
            ask: request.clone(),
            seat,
            agreed: vec![(seat, player)],
        });
        Ok(())
    }

    /// A player answers the request.
    pub(super) fn answered(&mut self, entry: &Known<'_, G::Event>, agrees: bool) -> Result<(), TableFault> {
        let by = self.by(entry)?;
        match &mut self.request {
            Some(request) if agrees => request.agreed.push(by),
            request => {
                if let Some(ConsentRequest { number, ask: RequestEvent::TimeStopped, .. }) = request.take() {
                    self.clock.not_stopped(number, &by.1, moment(&entry.at));
                }
            }
        }
        Ok(())
    }
}
