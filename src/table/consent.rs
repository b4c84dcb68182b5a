//! Requests that all players must agree to: going back past another's order, a roll or a reveal, closing or publishing a table
//! with more than one of them, changing how time passes, and naming a game master.
//!
//! One player asks, the others answer; the last consent carries it out, in the same append. At most one request is open. It
//! lapses when it is refused or withdrawn, with the next order or takeback, when the clock is stopped, and when a seat is
//! taken, because then others would have to agree. An answer names its request, so that nobody agrees to another than they
//! read.

use chrono::{DateTime, TimeDelta, Utc};

use super::batch::Origin;
use super::caller::Caller;
use super::close;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::known::Known;
use super::platform::moment;
use super::reply::{Reply, TableFault};
use super::request::{Consent, ConsentRequest, OpenConsent};
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{
    ConsentEvent, MasterEvent, PageEvent, PlayEvent, RequestEvent, TableEvent, TimeChange, TimeEvent,
};

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
    pub(super) fn is_unanswered(&self, ask: &Consent, now: DateTime<Utc>) -> bool {
        let asked = self.request.as_ref().filter(|request| request.ask == *ask);
        asked.is_some_and(|request| now - request.at >= TimeDelta::hours(SILENCE_HOURS))
    }

    /// Returns whether a request would end the game against `player`.
    fn is_claimed_from(&self, request: &ConsentRequest, player: &str) -> bool {
        matches!(request.ask, Consent::Claim { against } if self.player_of(against) == Some(player))
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
        if agrees && self.is_claimed_from(request, &draft.caller.player) {
            return Err(Reply::refused("claimed-from-you").into());
        }
        if agrees && request.has_agreed(&draft.caller.player) {
            return Err(Reply::refused("answered-already").about("entry", number).into());
        }
        let answer = TableEvent::Consent(ConsentEvent::Answered { request: number, agrees });
        let cause = draft.batch.add(answer, origin)?;
        if agrees && self.awaited(request, Some(&draft.caller.player)).is_empty() {
            let pause = || TimeChange::Pause { until: None };
            let done = match &request.ask {
                Consent::TakeBack { to } => Ok(TableEvent::Play(PlayEvent::TakenBack { to: *to })),
                Consent::Publish { delay } => {
                    Ok(TableEvent::Page(PageEvent::TablePublished { delay: *delay }))
                }
                Consent::Time { change } => {
                    Ok(TableEvent::Time(TimeEvent::TimeChanged { change: change.clone() }))
                }
                Consent::Stop => Ok(TableEvent::Time(TimeEvent::TimeChanged { change: pause() })),
                Consent::Master { player } => {
                    Ok(TableEvent::Master(MasterEvent::MasterChanged { player: player.clone() }))
                }
                Consent::Close => Err(if self.is_over() { "over" } else { "agreed" }),
                Consent::Claim { .. } => Err("claimed"),
            };
            match done {
                Ok(event) => {
                    draft.batch.add_after(cause, event).map(drop)?;
                }
                Err(why) => close::ending(&mut draft.batch, self, why, Origin::default())?,
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
        let ask = match request {
            RequestEvent::TakeBackAsked { to } => Consent::TakeBack { to: *to },
            RequestEvent::CloseProposed => Consent::Close,
            RequestEvent::PublishProposed { delay } => Consent::Publish { delay: *delay },
            RequestEvent::TimeProposed { change } => Consent::Time { change: change.clone() },
            RequestEvent::TimeStopped => Consent::Stop,
            RequestEvent::ClaimProposed { seat } => Consent::Claim { against: self.seat(entry.seq, seat)? },
            RequestEvent::MasterProposed { player } => Consent::Master { player: player.clone() },
        };
        if ask == Consent::Stop {
            self.time_stopped(entry)?;
        }
        let (seat, player) = self.by(entry)?;
        self.request = Some(ConsentRequest {
            number: entry.seq,
            at: moment(&entry.at),
            ask,
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
                if let Some(ConsentRequest { number, ask: Consent::Stop, .. }) = request.take() {
                    self.clock.not_stopped(number, &by.1, moment(&entry.at));
                }
            }
        }
        Ok(())
    }
}
