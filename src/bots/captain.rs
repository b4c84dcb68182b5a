//! The captain: information-set Monte Carlo search. It imagines worlds that fit what its seat sees, gives in each the order that
//! it tries, plays on by rules of thumb to the end of the turn, and asks how good that is for its seat.
//!
//! `docs/decisions/computer-players.md` says where this comes from, and why it is so.

pub mod halving;
pub mod regret;

use std::num::NonZeroU32;

use super::playout::{Luck, after, chance_after, moment, weighed};
use super::{Briefing, Thought, WeighedOrder, any, by_weight};
use crate::game::candidate::Candidate;
use crate::game::{Audience, Dice, Game, OrderForm, Seat};
use crate::games::Playable;
use halving::Halved;
use regret::RegretTable;

/// Chooses an order for a captain with this many playouts; `None` if no order is legal.
pub fn think<G: Playable>(
    game: &G,
    briefing: &Briefing<'_, G>,
    playouts: NonZeroU32,
    dice: &mut Dice,
) -> Option<Thought> {
    let candidates = game.candidates(briefing.view, briefing.prompt, briefing.options, dice);
    let world = game.imagine(briefing.view, briefing.seat(), briefing.past, dice);
    // One candidate needs no playouts.
    let Some(world) = world.filter(|_| candidates.len() > 1) else {
        return by_weight(&candidates, dice).or_else(|| any(briefing.options, dice));
    };
    let search = Search { game, briefing, key: dice.key() };
    if is_secret::<G>(&world, briefing.seat(), &candidates[0].order) {
        search.in_secret(candidates, playouts, dice)
    } else {
        search.openly(&candidates, playouts)
    }
}

fn is_secret<G: Game>(state: &G::State, seat: Seat, order: &OrderForm) -> bool {
    G::order_policy(state, seat, order).audience != Audience::Everyone
}

/// A decision that is thought about.
struct Search<'a, G: Playable> {
    game: &'a G,
    briefing: &'a Briefing<'a, G>,
    key: [u8; 32],
}

impl<G: Playable> Search<'_, G> {
    /// A decision that everybody sees: the order with the best chance.
    fn openly(&self, candidates: &[Candidate], playouts: NonZeroU32) -> Option<Thought> {
        let play_out = |row: usize, number| {
            // A world that cannot be played out says nothing about an order.
            self.play_out(&candidates[row].order, number, |_, _| ()).map_or(0.5, |(chance, ())| chance)
        };
        let halved = Halved::by(candidates.len(), playouts.get(), play_out);
        let share = |row| f64::from(u8::from(row == halved.best));
        thought(candidates, halved.best, share, |row| halved.mean(row))
    }

    /// One that is made at once with the other side's: a mixed strategy, from which the order is drawn.
    fn in_secret(
        &self,
        candidates: Vec<Candidate>,
        playouts: NonZeroU32,
        dice: &mut Dice,
    ) -> Option<Thought> {
        let mut table = RegretTable::of(candidates.clone());
        for _ in 0..playouts.get() {
            let row = table.next(dice);
            let (order, number) = (&candidates[row].order, table.tried(row));
            let answer = |world: &mut G::State, luck: &mut Luck| self.answer(world, &mut table, luck, dice);
            if let Some((chance, column)) = self.play_out(order, number, answer) {
                table.learn(row, column, chance);
            }
        }
        let shares = table.shares();
        thought(&candidates, regret::drawn(&shares, dice), |row| shares[row], |row| table.mean(row))
    }

    /// Gives an order in a possible world and plays on: returns the chance to win, in parts of one, and the result of `then`
    /// for the world after the order. The first world and throws are the same for all orders, and so on, so that orders are
    /// compared rather than luck.
    fn play_out<T>(
        &self,
        order: &OrderForm,
        number: u32,
        then: impl FnOnce(&mut G::State, &mut Luck) -> T,
    ) -> Option<(f64, T)> {
        let (game, seat) = (self.game, self.briefing.seat());
        let mut luck = Luck::of(self.key, number);
        let mut world = game.imagine(self.briefing.view, seat, self.briefing.past, &mut luck.dice)?;
        // Before the first view: candidates do not read odds, and each playout makes many views.
        G::without_odds(&mut world);
        // The turn before the order: the order itself may end it, and the playout with it.
        let turn = moment(game, &world);
        world = after(game, &world, seat, order, &mut luck)?;
        let then = then(&mut world, &mut luck);
        Some((f64::from(chance_after(game, world, turn, seat, &mut luck)) / 1000.0, then))
    }

    /// After a secret order, what another seat orders next if that is secret, too: which of its orders it is.
    fn answer(
        &self,
        world: &mut G::State,
        table: &mut RegretTable,
        luck: &mut Luck,
        dice: &mut Dice,
    ) -> usize {
        let prompts = self.game.prompts(world);
        // Only what is asked next can be chosen at once with ours; later orders go by the rule of thumb.
        let other = prompts.first().filter(|prompt| prompt.seat != self.briefing.seat());
        let candidates =
            other.map(|prompt| weighed(self.game, world, prompt, &mut luck.dice)).unwrap_or_default();
        let (Some(prompt), Some(first)) = (other, candidates.first()) else { return RegretTable::ALONE };
        if !is_secret::<G>(world, prompt.seat, &first.order) {
            return RegretTable::ALONE;
        }
        let (column, order) = table.answer(candidates, dice);
        if let Some(next) = after(self.game, world, prompt.seat, &order, luck) {
            *world = next;
        }
        column
    }
}

/// The order of row `chosen`, with the share and the result of each, in parts of one.
fn thought(
    candidates: &[Candidate],
    chosen: usize,
    share: impl Fn(usize) -> f64,
    chance: impl Fn(usize) -> Option<f64>,
) -> Option<Thought> {
    let thousandths = |part: f64| (part * 1000.0).round() as u32;
    let weigh = |(row, candidate): (usize, &Candidate)| WeighedOrder {
        order: candidate.order.clone(),
        why: candidate.why,
        share: thousandths(share(row)),
        chance: chance(row).map(thousandths),
    };
    let mut weighed: Vec<WeighedOrder> = candidates.iter().enumerate().map(weigh).collect();
    weighed.sort_by_key(|weighed| std::cmp::Reverse((weighed.share, weighed.chance)));
    Some(Thought { order: candidates.get(chosen)?.order.clone(), weighed })
}
