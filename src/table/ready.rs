//! The ready check: a game that raises its first questions only when every seat is taken and all players have said that they
//! are ready.
//!
//! A new player has said nothing yet. When a seat goes from one player to another, or other terms are agreed on, all have to
//! say it again, because they said it of another game. The last one begins the game, in the same append.
//!
//! A set-up that waits for the players' entropy waits no longer than the pace lets a decision take: then the keeper of time ends
//! the wait ([`Table::end_wait`]), and the game begins without the others' entropy.

use chrono::{DateTime, Utc};

use super::batch::Origin;
use super::clock::lasts;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::entropy::EntropyState;
use super::fold::Table;
use super::known::Known;
use super::platform::{moment, written};
use super::ready_check::{Readiness, ReadyCheck, Unready};
use super::reply::{Reply, TableFault};
use super::time::WaitedFor;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{ReadyEvent, TableEvent};
use crate::pace::{DecisionSize, Span};

impl<G: Game> Table<G> {
    /// The ready check; `None` if the game has begun, and once the table is closed.
    pub fn readiness(&self) -> Option<Readiness> {
        let check = self.ready.as_ref().filter(|check| check.holds() && self.closed.is_none())?;
        let seats = |state: Option<bool>| {
            let is = |seat: &Seat| self.player_of(*seat).map(|player| check.said.contains(player)) == state;
            self.all_seats().filter(is).collect()
        };
        Some(Readiness { ready: seats(Some(true)), unready: seats(Some(false)), free: seats(None) })
    }

    /// Whether the table was opened with a ready check.
    pub fn has_ready_check(&self) -> bool {
        self.ready.is_some()
    }

    /// Whether the game waits for `player` to say that they are ready.
    pub fn has_to_get_ready(&self, player: &str) -> bool {
        let unready = self.readiness().map(|readiness| readiness.unready).unwrap_or_default();
        unready.into_iter().any(|seat| self.player_of(seat) == Some(player))
    }

    /// The players for whom the game waits, once every seat is taken.
    pub(super) fn unready(&self) -> Vec<Unready> {
        let full = self.readiness().filter(|readiness| readiness.free.is_empty());
        let Some((readiness, check)) = full.zip(self.ready.as_ref()) else { return vec![] };
        let players = self.players().into_iter().filter(|(_, seat)| readiness.unready.contains(seat));
        let (since, at) = (check.since, check.at);
        players.map(|(player, seat)| Unready { player: player.to_owned(), seat, since, at }).collect()
    }

    /// The wait for each player who is not ready, once every seat is taken, at `now`. Where the set-up waits too and there is a pace,
    /// it ends for all of them at once: when the last of them would have had to decide something big.
    pub(super) fn waits_for_ready(&self, now: DateTime<Utc>) -> Vec<WaitedFor> {
        let (terms, size) = (self.terms(), DecisionSize::Big);
        let unready: Vec<(Unready, Vec<Span>)> = self
            .unready()
            .into_iter()
            .map(|it| {
                let off = self.off(Some(&it.player));
                (it, off)
            })
            .collect();
        // Without a pace nobody has a deadline, and the wait has no end.
        let ends: Option<Vec<DateTime<Utc>>> =
            unready.iter().map(|(it, off)| terms.deadline(size, it.at, off)).collect();
        let due = ends.filter(|_| self.entropy.is_some()).and_then(|ends| ends.into_iter().max());
        let wait = |(it, off): (Unready, Vec<Span>)| WaitedFor {
            seat: it.seat,
            player: Some(it.player),
            prompt: it.since,
            since: it.at,
            begun: it.at,
            taken: None,
            rests: off.iter().find(|span| lasts(span, now)).copied(),
            due,
            up: due.and_then(|due| terms.grace_over(due, &off)),
            expired: None,
            size,
            moves: 0,
            extended_from: None,
            off,
        };
        unready.into_iter().map(wait).collect()
    }

    /// Whether the game begins once `player` is ready.
    pub(super) fn begins_with(&self, player: &str) -> bool {
        self.readiness().is_some_and(|readiness| {
            let others = |seat: &Seat| self.player_of(*seat) != Some(player);
            readiness.free.is_empty() && !readiness.unready.iter().any(others)
        })
    }
}

impl<G: Packed> Table<G> {
    /// Folds an event of this matter.
    pub(super) fn ready_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        event: &ReadyEvent,
    ) -> Result<(), TableFault> {
        match event {
            ReadyEvent::ReadyAsked => {
                self.questions.asked.clear();
                self.ready = Some(ReadyCheck::asked(entry.seq, moment(&entry.at)));
            }
            ReadyEvent::ReadySaid { ready } => {
                let (_, player) = self.by(entry)?;
                self.ready.iter_mut().for_each(|check| check.say(player.clone(), *ready));
            }
            // The beginning follows in the same append.
            ReadyEvent::WaitEnded { .. } => {}
            // This entry raises the first questions.
            ReadyEvent::PlayBegan => {
                self.ready.iter_mut().for_each(ReadyCheck::begin);
                self.questions.raise(entry.seq, &self.written_at);
            }
            ReadyEvent::EntropyAsked => self.entropy = Some(EntropyState::default()),
            ReadyEvent::EntropyPromised { digest } => {
                let (seat, _) = self.by(entry)?;
                self.entropy_event(seat, digest, false);
            }
            ReadyEvent::EntropyGiven { digest, .. } => {
                let (seat, _) = self.by(entry)?;
                self.entropy_event(seat, digest, true);
            }
        }
        Ok(())
    }

    pub(super) fn say_ready(&self, seat: Seat, ready: bool, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        let refused = |reason| Err(Reply::refused(reason).into());
        match &self.ready {
            None => return refused("no-ready-check"),
            Some(check) if !check.holds() => return refused("play-began"),
            Some(_) => {}
        }
        match (self.has_to_get_ready(&draft.caller.player), ready) {
            (false, true) => return refused("ready-already"),
            (true, false) => return refused("not-ready-yet"),
            (true, true) | (false, false) => {}
        }
        let said = TableEvent::Ready(ReadyEvent::ReadySaid { ready });
        let cause = draft.batch.add(said, origin)?;
        if ready {
            self.begin_if_ready(cause, draft)?;
        }
        Ok(Effect::by(seat))
    }

    /// Begins the game after entry `cause`, by which the caller is ready, if all others are.
    pub(super) fn begin_if_ready(&self, cause: u64, draft: &mut Draft<'_, G::Event>) -> Result<(), NoEffect> {
        if self.begins_with(&draft.caller.player) { self.begin(cause, draft) } else { Ok(()) }
    }

    /// Ends the wait for the players who are not ready, if it is the one since entry `since` and the time of all of them is up: the
    /// game begins.
    pub(super) fn end_wait(
        &self,
        since: u64,
        not_before: DateTime<Utc>,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.still_open()?;
        let at = draft.batch.at();
        let waits = self.waits_for_ready(at);
        let is_over = |wait: &WaitedFor| {
            let up = wait.up.is_some_and(|up| up.max(not_before) <= at);
            wait.prompt == since && up && wait.may_expire()
        };
        let all_over = self.ahead_of(draft.now).is_none() && waits.iter().all(is_over);
        // `all` also holds where nobody is waited for: without a `due` the command is stale then.
        let due = waits.first().and_then(|wait| wait.due).filter(|_| all_over);
        let due = due.ok_or(NoEffect::Stale { prompt: since, now: None, since: vec![] })?;
        let ended = TableEvent::Ready(ReadyEvent::WaitEnded { deadline: written(due) });
        let cause = draft.batch.add(ended, Origin::default())?;
        self.begin(cause, draft)?;
        Ok(Effect::by_nobody())
    }

    /// Begins the game after entry `cause`. A set-up that waited follows.
    fn begin(&self, cause: u64, draft: &mut Draft<'_, G::Event>) -> Result<(), NoEffect> {
        let began = draft.batch.add_after(cause, TableEvent::Ready(ReadyEvent::PlayBegan))?;
        if self.entropy.is_none() {
            return Ok(());
        }
        // Before the set-up rolls: its dice follow from the witness's answer.
        self.witness_rolls(began, draft)?;
        let failed = |what: String| TableFault::unfit(&self.id, began, what);
        let setup = serde_json::from_value(self.opened.options.clone()).map_err(|e| failed(e.to_string()))?;
        // The opening tried the same options, so that a refusal here is a defect.
        let facts = self.game.start(&setup, &mut draft.batch.chance()).map_err(|e| failed(e.to_string()))?;
        draft.batch.facts::<G>(facts, began)?;
        Ok(())
    }
}
