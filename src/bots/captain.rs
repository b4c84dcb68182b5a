//! The captain: information-set Monte Carlo search. It imagines worlds that fit what its seat sees, gives in each the order that
//! it tries, plays on by rules of thumb to the end of the turn, and asks how good that is for its seat.
//!
//! `docs/decisions/computer-players.md` says where this comes from, and why it is so.

mod table;

use std::num::NonZeroU32;

use super::playout::{Luck, after, chance_after, moment, weighed};
use super::{Briefing, Thought, WeighedOrder, any, by_weight};
use crate::game::{Audience, Dice, Game, OrderForm, Seat};
use crate::games::Playable;
use table::{Table, drawn, first_of_most};

/// What a captain orders who plays out so many worlds; `None` where nothing may be ordered.
pub fn think<G: Playable>(
    game: &G,
    briefing: &Briefing<'_, G>,
    playouts: NonZeroU32,
    dice: &mut Dice,
) -> Option<Thought> {
    let candidates = game.candidates(briefing.view, briefing.prompt, briefing.options, dice);
    let world = game.imagine(briefing.view, briefing.seat(), briefing.past, dice);
    let Some(world) = world.filter(|_| candidates.len() > 1) else {
        return by_weight(&candidates, dice).or_else(|| any(briefing.options, dice));
    };
    let secret = is_secret::<G>(&world, briefing.seat(), &candidates[0].order);
    let table = Table::of(candidates, secret);
    let mut search = Search { game, briefing, table, key: dice.key() };
    (0..playouts.get()).for_each(|_| search.play_out(dice));
    search.decision(dice)
}

fn is_secret<G: Game>(state: &G::State, seat: Seat, order: &OrderForm) -> bool {
    G::order_policy(state, seat, order).audience != Audience::Everyone
}

/// A decision that is thought about.
struct Search<'a, G: Playable> {
    game: &'a G,
    briefing: &'a Briefing<'a, G>,
    table: Table,
    key: [u8; 32],
}

impl<G: Playable> Search<'_, G> {
    /// Plays out one world. The first of each order is the same for all of them, as are its throws, and so on: what is
    /// compared is orders rather than luck.
    fn play_out(&mut self, dice: &mut Dice) {
        let row = self.table.next(dice);
        let mut luck = Luck::of(self.key, self.table.tried(row));
        let Some((column, chance)) = self.came_of(row, &mut luck, dice) else { return };
        self.table.learn(row, column, chance);
    }

    /// Which of the other side's orders met one of this seat's, and how good that was: a chance to win.
    fn came_of(&mut self, row: usize, luck: &mut Luck, dice: &mut Dice) -> Option<(usize, f64)> {
        let (game, seat) = (self.game, self.briefing.seat());
        let mut world = game.imagine(self.briefing.view, seat, self.briefing.past, &mut luck.dice)?;
        G::without_odds(&mut world);
        let turn = moment(game, &world);
        world = after(game, &world, seat, self.table.order(row), luck)?;
        let column = self.answer(&mut world, luck, dice);
        Some((column, f64::from(chance_after(game, world, turn, seat, luck)) / 1000.0))
    }

    /// After a secret order, what another seat orders next if that is secret, too: which of its orders it is.
    fn answer(&mut self, world: &mut G::State, luck: &mut Luck, dice: &mut Dice) -> usize {
        let prompts = self.game.prompts(world);
        let other =
            prompts.first().filter(|prompt| prompt.seat != self.briefing.seat() && self.table.is_secret());
        let candidates =
            other.map(|prompt| weighed(self.game, world, prompt, &mut luck.dice)).unwrap_or_default();
        let (Some(prompt), Some(first)) = (other, candidates.first()) else { return Table::ALONE };
        if !is_secret::<G>(world, prompt.seat, &first.order) {
            return Table::ALONE;
        }
        let (column, order) = self.table.answer(candidates, dice);
        if let Some(next) = after(self.game, world, prompt.seat, &order, luck) {
            *world = next;
        }
        column
    }

    fn decision(&self, dice: &mut Dice) -> Option<Thought> {
        let shares = self.table.shares();
        let row = if self.table.is_secret() { drawn(&shares, dice) } else { first_of_most(&shares) };
        let thousandths = |part: f64| (part * 1000.0).round() as u32;
        let weigh = |(row, share): (usize, &f64)| WeighedOrder {
            order: self.table.order(row).clone(),
            why: self.table.why(row),
            share: thousandths(*share),
            chance: self.table.mean(row).map(thousandths),
        };
        let mut weighed: Vec<WeighedOrder> = shares.iter().enumerate().map(weigh).collect();
        let order = weighed.get(row)?.order.clone();
        weighed.sort_by_key(|weighed| std::cmp::Reverse((weighed.share, weighed.chance)));
        Some(Thought { order, weighed })
    }
}
