//! The players' entropy: what each seat adds to the seed before the game begins, so that whoever drew the seed could not know the
//! dice.
//!
//! A seat gives it at once, or promises it and shows it once every other seat can add nothing any more. Nothing new is promised or
//! given from the first showing on. A seat has given for good, whoever holds it later. Giving is saying that one is ready; who says only that has given none.

use super::batch::Origin;
use super::effect::{Decision, Draft, Effect};
use super::entropy::{Entropy, EntropyState, GivenEntropy};
use super::fold::Table;
use super::reply::Reply;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{ReadyEvent, TableEvent};
use crate::seal::promise_of;

impl<G: Game> Table<G> {
    /// The seats that gave entropy; `None` at a table whose set-up does not wait for it.
    pub fn entropy(&self) -> Option<GivenEntropy> {
        let entropy = self.entropy.as_ref()?;
        let seats = |is: &dyn Fn(Seat) -> bool| self.all_seats().filter(|seat| is(*seat)).collect();
        Some(GivenEntropy {
            given: seats(&|seat| entropy.is_given(seat)),
            promised: seats(&|seat| entropy.is_promised(seat)),
            none: seats(&|seat| !entropy.seats.contains_key(&seat)),
            closed: entropy.shown,
        })
    }

    /// Returns whether every other player promised, gave, or is ready.
    fn others_have_settled(&self, player: &str, entropy: &EntropyState) -> bool {
        let is_ready = |player: &str| self.ready.as_ref().is_some_and(|check| check.said.contains(player));
        self.all_seats().all(|seat| match self.player_of(seat) {
            Some(holder) => holder == player || entropy.seats.contains_key(&seat) || is_ready(holder),
            None => false,
        })
    }
}

impl<G: Packed> Table<G> {
    /// Folds an entry by which a seat promises or gives entropy.
    pub(super) fn entropy_event(&mut self, seat: Seat, digest: &str, gives: bool) {
        if let Some(entropy) = &mut self.entropy {
            entropy.shown |= gives && entropy.is_promised(seat);
            entropy.seats.insert(seat, (digest.to_owned(), gives));
        }
    }

    pub(super) fn give_entropy(
        &self,
        seat: Seat,
        new: &Entropy,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        let refused = |reason| Err(Reply::refused(reason).into());
        let Some(entropy) = &self.entropy else { return refused("no-entropy-asked") };
        if self.readiness().is_none() {
            return refused("play-began");
        }
        let player = &*draft.caller.player;
        let hash = hex::encode(new.hash);
        let (mut added, mut shows) = (Vec::new(), false);
        // What is new comes before what shows a promise: nothing new comes after that.
        for seat in self.held_by(player).filter(|seat| !entropy.seats.contains_key(seat) && !entropy.shown) {
            let event = match new.source {
                Some(source) => {
                    let digest = hex::encode(draft.batch.seed().entropy(seat.as_str(), &new.hash));
                    ReadyEvent::EntropyGiven { digest, source: source.to_owned() }
                }
                None => ReadyEvent::EntropyPromised { digest: hash.clone() },
            };
            added.push((seat, event));
        }
        if let Some(source) = new.source {
            for seat in self.held_by(player).filter(|seat| entropy.is_promised(*seat)) {
                if entropy.seats.get(&seat).is_none_or(|(promised, _)| *promised != promise_of(&hash)) {
                    return refused("entropy-not-promised");
                }
                shows = true;
                added.push((
                    seat,
                    ReadyEvent::EntropyGiven { digest: hash.clone(), source: source.to_owned() },
                ));
            }
        }
        if added.is_empty() {
            return refused(if entropy.shown { "entropy-closed" } else { "entropy-given" });
        }
        // A player who may still add something could choose it to suit the words that are shown.
        if shows && !self.others_have_settled(player, entropy) {
            return refused("entropy-too-early");
        }
        let mut keyed = Some(origin.key);
        for (seat, event) in added {
            // The key of the command is that of its first entry.
            let key = keyed.take().flatten();
            let origin = Origin { key, ..draft.caller.at(seat) };
            draft.batch.add(event.into(), origin)?;
        }
        // A promise leaves its player a step to take before they are ready.
        if new.source.is_some() && self.has_to_get_ready(player) {
            let origin = Origin { key: None, ..draft.caller.at(seat) };
            let cause = draft.batch.add(TableEvent::Ready(ReadyEvent::ReadySaid { ready: true }), origin)?;
            self.begin_if_ready(cause, draft)?;
        }
        Ok(Effect::by(seat))
    }
}
