//! Takebacks without consent: a new entry that names the entry the table returns to. Nothing is deleted, and a redo
//! draws fresh dice. Takebacks that go further need the other players: [`super::consent`].

use super::effect::{Decision, Draft, Effect};
use super::fold::Table;
use super::limits::ORDERS_TO_ASK;
use super::reply::Reply;
use super::undo::{Bar, Given, Takebacks, UndoStep};
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::{PlayEvent, TableEvent};

impl<G: Game> Table<G> {
    /// The orders that `player` may take back now: those of their own seats since the last roll or reveal. A player alone at a
    /// practice table may go back past rolls and reveals too. Going back past an order of another player's seat needs consent.
    /// So does, with another player at the table, going back past a reveal: the choice would be repeated with knowledge of the
    /// other's secret.
    pub fn takebacks(&self, player: &str) -> Takebacks {
        let mut steps = Vec::new();
        let bar = if self.closed.is_some() { Bar::Closed } else { self.steps_back(player, &mut steps) };
        let asks = self.closed.is_none() && self.players().len() > 1;
        let by_consent = if asks {
            self.undo.given.iter().rev().take(ORDERS_TO_ASK).map(Given::step).collect()
        } else {
            vec![]
        };
        Takebacks { steps, bar, by_consent }
    }

    fn steps_back(&self, player: &str, steps: &mut Vec<UndoStep>) -> Bar {
        let lifted = self.opened.practice && self.players().len() <= 1;
        for given in self.undo.given.iter().rev() {
            // An order belongs to its seat: the seat's present holder counts, not the player who gave it.
            if self.player_of(given.seat) != Some(player) {
                return Bar::Another { seq: given.order };
            }
            if let Some(bar) = given.bar.filter(|_| !lifted) {
                return bar;
            }
            steps.push(given.step());
        }
        Bar::Nothing
    }
}

impl<G: Packed> Table<G> {
    pub(super) fn take_back(&self, to: u64, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let takebacks = self.takebacks(&draft.caller.player);
        let step = takebacks.steps.iter().find(|step| step.to == to);
        let refusal = || takebacks.refusal().about("to", to);
        back(draft, self, step.ok_or_else(refusal))
    }

    pub(super) fn undo(&self, seat: Seat, count: usize, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        self.seated(draft.caller, seat)?;
        let takebacks = self.takebacks(&draft.caller.player);
        let refusal = || takebacks.refusal().about("count", count);
        // A count of 0 would underflow.
        back(draft, self, takebacks.steps.get(count.max(1) - 1).ok_or_else(refusal))
    }
}

fn back<G: Game>(
    draft: &mut Draft<'_, G::Event>,
    table: &Table<G>,
    step: Result<&UndoStep, Refusal>,
) -> Decision<G> {
    // Before the step: its refusal would speak of orders to a caller who sits nowhere.
    if let (None, Some(given)) = (table.players().get(&*draft.caller.player), table.undo.given.last()) {
        return Err(Reply::refused("not-your-seat").about("seat", given.seat).into());
    }
    let step = step?;
    let table_event = TableEvent::Play(PlayEvent::TakenBack { to: step.to });
    draft.batch.add(table_event, draft.caller.at(step.seat))?;
    Ok(Effect::by(step.seat))
}

impl<G: Packed> Table<G> {
    /// Folds a `TakenBack`; the caller has left out the entries that it undoes. Seats whose orders were undone get new
    /// prompt numbers. Every other seat keeps the number of a prompt that is unchanged, so that an order on its way to
    /// it does not become stale.
    pub(super) fn taken_back(&mut self, seq: u64, counts: bool) {
        self.request = None;
        if !counts {
            return;
        }
        // The prompts of the position returned to come first, so that those that stay keep their numbers.
        if self.opened.seats.len() > 1 {
            self.settle();
        }
        let undone = std::mem::take(&mut self.undo.undone);
        self.questions.asked.retain(|asked| !undone.contains(&asked.prompt.seat));
        self.undo.last_takeback = Some(seq);
        self.questions.raise(seq, &self.written_at);
    }
}
