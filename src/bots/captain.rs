//! The captain: information-set Monte Carlo search. It imagines worlds that fit what its seat sees, gives in each the order that
//! it tries, plays on by rules of thumb to the end of the turn, and asks how good that is for its seat.
//!
//! `docs/decisions/computer-players.md` says where this comes from, and why it is so.

mod table;

use std::num::NonZeroU32;

use super::{Briefing, Thought, WeighedOrder, any, by_weight};
use crate::game::candidate::Candidate;
use crate::game::{Audience, Chance, Dice, Game, OrderForm, Prompt, Seat, Viewer};
use crate::games::Playable;
use table::{Table, drawn, first_of_most};

/// Orders after which a playout is weighed where it stands: no turn takes so many.
const ORDERS: usize = 2_000;

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

/// The luck of one playout: dice for whatever is drawn in it, and the throws of each of its orders by their number, so that
/// they do not depend on what was drawn before.
struct Luck {
    dice: Dice,
    throws: [u8; 32],
    orders: u32,
}

impl Luck {
    fn of(key: [u8; 32]) -> Luck {
        let mut dice = Dice::from_key(key);
        Luck { throws: dice.key(), dice, orders: 0 }
    }
}

/// A key for each number, made of another.
fn numbered(mut key: [u8; 32], at: usize, number: u32) -> [u8; 32] {
    for (byte, mixed) in key[at..].iter_mut().zip(number.to_le_bytes()) {
        *byte ^= mixed;
    }
    key
}

impl<G: Playable> Search<'_, G> {
    /// Plays out one world. The first of each order is the same for all of them, as are its throws, and so on: what is
    /// compared is orders rather than luck.
    fn play_out(&mut self, dice: &mut Dice) {
        let row = self.table.next(dice);
        let mut luck = Luck::of(numbered(self.key, 0, self.table.tried(row)));
        let Some((column, chance)) = self.came_of(row, &mut luck, dice) else { return };
        self.table.learn(row, column, chance);
    }

    /// Which of the other side's orders met one of this seat's, and how good that was: a chance to win.
    fn came_of(&mut self, row: usize, luck: &mut Luck, dice: &mut Dice) -> Option<(usize, f64)> {
        let (game, seat) = (self.game, self.briefing.seat());
        let mut world = game.imagine(self.briefing.view, seat, self.briefing.past, &mut luck.dice)?;
        G::without_odds(&mut world);
        let begun = moment(game, &world);
        world = after(game, &world, seat, self.table.order(row), luck)?;
        let column = self.answer(&mut world, luck, dice);
        let goes_on = |world: &G::State| !game.is_over(world) && moment(game, world) == begun;
        for _ in 0..ORDERS {
            if !goes_on(&world) || !step(game, &mut world, luck) {
                break;
            }
        }
        let view = game.view(&world, Viewer::Seat(seat));
        Some((column, f64::from(game.evaluate(&view, seat)) / 1000.0))
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

/// The part and the turn of a game that it is.
fn moment<G: Playable>(game: &G, state: &G::State) -> (Option<u32>, u32) {
    (game.part(state), game.moment(state).0)
}

/// What an order leads to; `None` where the rules stop at it, which is a fault of theirs.
fn after<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    order: &OrderForm,
    luck: &mut Luck,
) -> Option<G::State> {
    luck.orders += 1;
    let key = numbered(luck.throws, 4, luck.orders);
    let mut chance = Chance::seeded(|number| numbered(key, 0, number));
    game.carry_out(state, seat, order, &mut chance).ok().map(|resolved| resolved.state)
}

fn weighed<G: Playable>(game: &G, state: &G::State, prompt: &Prompt, dice: &mut Dice) -> Vec<Candidate> {
    let view = game.view(state, Viewer::Seat(prompt.seat));
    game.candidates(&view, prompt, &game.options(state, prompt.seat), dice)
}

/// Whoever is asked decides by rule of thumb. Whether anybody did.
fn step<G: Playable>(game: &G, state: &mut G::State, luck: &mut Luck) -> bool {
    let prompts = game.prompts(state);
    let Some(prompt) = prompts.iter().find(|prompt| prompt.awaited) else { return false };
    let candidates = weighed(game, state, prompt, &mut luck.dice);
    let drawn = Candidate::draw(&candidates, &mut luck.dice).map(|candidate| candidate.order.clone());
    let order = drawn.or_else(|| game.options(state, prompt.seat).sample(&mut |n| luck.dice.below(n)));
    match order.and_then(|order| after(game, state, prompt.seat, &order, luck)) {
        Some(next) => {
            *state = next;
            true
        }
        None => false,
    }
}
