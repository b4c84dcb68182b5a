//! The captain: information-set Monte Carlo search. It imagines worlds that fit what its seat sees, gives in each the order that
//! it tries, plays on by rules of thumb to the end of the turn, and asks how good that is for its seat.
//!
//! - **An open decision** is a bandit's: UCB1 over candidates, of which more are tried the longer it thinks (progressive
//!   widening); what was tried most is ordered.
//! - **A secret decision** is one of a game of two players who choose at once: each learns by regret matching over the table of
//!   what came of both orders, and the order is drawn by what was played on the average.
//!
//! After Cowling, Powley and Whitehouse (information-set Monte Carlo, 2012), Auer and others (UCB1, 2002), Chaslot and others
//! (progressive widening, 2008), Hart and Mas-Colell (regret matching, 2000).

use std::num::NonZeroU32;

use super::{Briefing, Thought, WeighedOrder, any, by_weight};
use crate::game::candidate::Candidate;
use crate::game::{Audience, Chance, Dice, Game, OrderForm, Prompt, Seat, Viewer};
use crate::games::Playable;

/// Orders after which a playout is weighed where it stands: no turn takes so many.
const ORDERS: usize = 2_000;
/// What a side that is not sure tries for its own sake, in the units of chances: UCB1's constant for rewards that differ by a
/// few tenths.
const CURIOSITY: f64 = 0.25;
/// Candidates tried from the beginning.
const FIRST: usize = 2;
/// How often whoever chooses in secret tries any order.
const ANY: f64 = 0.15;
/// The regret that all orders begin with, in chances to win, shared out as the rule of thumb weighs them.
const PRIOR: f64 = 0.5;
/// An order that is drawn less often than this, as a part of the most frequent one, is noise.
const NOISE: f64 = 0.1;

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
    let mut search = Search { game, seat: briefing.seat(), table: Table::of(candidates), secret };
    for _ in 0..playouts.get() {
        if let Some(world) = game.imagine(briefing.view, briefing.seat(), briefing.past, dice) {
            search.try_in(world, dice);
        }
    }
    search.decision(dice)
}

fn is_secret<G: Game>(state: &G::State, seat: Seat, order: &OrderForm) -> bool {
    G::order_policy(state, seat, order).audience != Audience::Everyone
}

/// What is known of the orders of a decision.
struct Search<'a, G: Playable> {
    game: &'a G,
    seat: Seat,
    table: Table,
    secret: bool,
}

impl<G: Playable> Search<'_, G> {
    /// Tries an order in a world.
    fn try_in(&mut self, mut world: G::State, dice: &mut Dice) {
        G::without_odds(&mut world);
        let row = if self.secret { self.table.own.draw(ANY, dice) } else { self.table.widest() };
        let order = self.table.own.orders[row].order.clone();
        let begun = moment(self.game, &world);
        let Some(mut world) = after(self.game, &world, self.seat, &order, dice) else { return };
        let column = if self.secret { self.answer(&mut world, dice) } else { 0 };
        for _ in 0..ORDERS {
            if self.game.is_over(&world)
                || moment(self.game, &world) != begun
                || !step(self.game, &mut world, dice)
            {
                break;
            }
        }
        let view = self.game.view(&world, Viewer::Seat(self.seat));
        let chance = f64::from(self.game.evaluate(&view, self.seat)) / 1000.0;
        self.table.learn(row, column, chance, self.secret);
    }

    /// What the other side orders that chooses in secret, too, and next: which of its orders it is.
    fn answer(&mut self, world: &mut G::State, dice: &mut Dice) -> usize {
        let prompts = self.game.prompts(world);
        let Some(prompt) = prompts.first().filter(|prompt| prompt.seat != self.seat) else { return 0 };
        let candidates = weighed(self.game, world, prompt, dice);
        let Some(first) = candidates.first() else { return 0 };
        if !is_secret::<G>(world, prompt.seat, &first.order) {
            return 0;
        }
        let column = self.table.answer(candidates, dice);
        let order = self.table.other.orders[column].order.clone();
        if let Some(next) = after(self.game, world, prompt.seat, &order, dice) {
            *world = next;
        }
        column + 1
    }

    fn decision(&self, dice: &mut Dice) -> Option<Thought> {
        let shares = if self.secret { self.table.own.average() } else { self.table.visits() };
        let row = if self.secret { drawn(&shares, dice) } else { first_of_most(&shares) };
        let mut weighed: Vec<WeighedOrder> = (0..shares.len())
            .map(|row| WeighedOrder {
                order: self.table.own.orders[row].order.clone(),
                why: self.table.own.orders[row].why,
                share: (shares[row] * 1000.0).round() as u32,
                chance: self.table.mean(row).map(|mean| (mean * 1000.0).round() as u32),
            })
            .collect();
        let order = weighed.get(row)?.order.clone();
        weighed.sort_by_key(|it| std::cmp::Reverse((it.share, it.chance)));
        Some(Thought { order, weighed })
    }
}

/// Which part and turn of a game it is.
fn moment<G: Playable>(game: &G, state: &G::State) -> (Option<u32>, u32) {
    (game.part(state), game.moment(state).0)
}

/// What an order leads to; `None` where it leads nowhere, which is a fault of the rules.
fn after<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    order: &OrderForm,
    dice: &mut Dice,
) -> Option<G::State> {
    let key = dice.key();
    let mut chance = Chance::seeded(|number| numbered(key, number));
    game.carry_out(state, seat, order, &mut chance).ok().map(|resolved| resolved.state)
}

/// The key of a roll of an order with this key.
fn numbered(mut key: [u8; 32], number: u32) -> [u8; 32] {
    for (byte, mixed) in key.iter_mut().zip(number.to_le_bytes()) {
        *byte ^= mixed;
    }
    key
}

fn weighed<G: Playable>(game: &G, state: &G::State, prompt: &Prompt, dice: &mut Dice) -> Vec<Candidate> {
    let view = game.view(state, Viewer::Seat(prompt.seat));
    game.candidates(&view, prompt, &game.options(state, prompt.seat), dice)
}

/// Whoever is asked first decides by rule of thumb. Whether anybody did.
fn step<G: Playable>(game: &G, state: &mut G::State, dice: &mut Dice) -> bool {
    let prompts = game.prompts(state);
    let Some(prompt) = prompts.iter().find(|prompt| prompt.awaited) else { return false };
    let candidates = weighed(game, state, prompt, dice);
    let drawn = Candidate::draw(&candidates, dice).map(|candidate| candidate.order.clone());
    let order = drawn.or_else(|| game.options(state, prompt.seat).sample(&mut |n| dice.below(n)));
    let next = order.and_then(|order| after(game, state, prompt.seat, &order, dice));
    match next {
        Some(next) => {
            *state = next;
            true
        }
        None => false,
    }
}

/// What came of orders of this seat, the rows, and of the answers to them, the columns; column 0 is where there was none.
struct Table {
    own: Player,
    other: Player,
    /// By column, then row.
    cells: Vec<Vec<Cell>>,
    tried: u32,
}

/// How often something was tried, and what came of it in all.
#[derive(Clone, Copy, Default)]
struct Cell {
    tried: f64,
    sum: f64,
}

impl Cell {
    fn mean(&self) -> Option<f64> {
        (self.tried > 0.0).then(|| self.sum / self.tried)
    }
}

impl Table {
    fn of(candidates: Vec<Candidate>) -> Table {
        let cells = vec![vec![Cell::default(); candidates.len()]];
        let mut own = Player::default();
        own.take(candidates);
        Table { own, other: Player::default(), cells, tried: 0 }
    }

    /// All that came of a row.
    fn row(&self, row: usize) -> Cell {
        let cells = self.cells.iter().map(|column| column[row]);
        cells.fold(Cell::default(), |all, it| Cell { tried: all.tried + it.tried, sum: all.sum + it.sum })
    }

    fn mean(&self, row: usize) -> Option<f64> {
        self.row(row).mean()
    }

    /// How often each row was tried, as parts of the whole.
    fn visits(&self) -> Vec<f64> {
        let tried = f64::from(self.tried.max(1));
        (0..self.own.orders.len()).map(|row| self.row(row).tried / tried).collect()
    }

    /// The row to try next, by UCB1, of as many as are open by now.
    fn widest(&self) -> usize {
        let tried = f64::from(self.tried);
        let open = self.own.orders.len().min(FIRST + tried.sqrt() as usize / 2);
        let bound = |row: usize| match self.row(row) {
            cell if cell.tried == 0.0 => f64::INFINITY,
            cell => cell.sum / cell.tried + CURIOSITY * (tried.ln() / cell.tried).sqrt(),
        };
        let bounds: Vec<f64> = (0..open).map(bound).collect();
        first_of_most(&bounds)
    }

    /// The other side's order, of those that it has in this world.
    fn answer(&mut self, candidates: Vec<Candidate>, dice: &mut Dice) -> usize {
        let open = self.other.take(candidates);
        while self.cells.len() <= self.other.orders.len() {
            self.cells.push(vec![Cell::default(); self.own.orders.len()]);
        }
        self.other.draw_among(&open, ANY, dice)
    }

    /// What came of a row and a column for this seat.
    fn learn(&mut self, row: usize, column: usize, chance: f64, secret: bool) {
        let cell = &mut self.cells[column][row];
        (cell.tried, cell.sum) = (cell.tried + 1.0, cell.sum + chance);
        self.tried += 1;
        if !secret {
            return;
        }
        let Some(here) = cell.mean() else { return };
        for (at, cell) in self.cells[column].iter().enumerate() {
            self.own.regret[at] += cell.mean().map_or(0.0, |mean| mean - here);
        }
        self.own.remember();
        if column == 0 {
            return;
        }
        for (at, column) in self.cells[1..].iter().enumerate() {
            self.other.regret[at] += column[row].mean().map_or(0.0, |mean| here - mean);
        }
    }
}

/// One who chooses in secret and learns by regret matching.
#[derive(Default)]
struct Player {
    orders: Vec<Candidate>,
    regret: Vec<f64>,
    /// What it has played so far, in all.
    played: Vec<f64>,
}

impl Player {
    /// Where these orders stand; new ones are added, and begin as the rule of thumb says.
    fn take(&mut self, candidates: Vec<Candidate>) -> Vec<usize> {
        let all: f64 = candidates.iter().map(|candidate| f64::from(candidate.weight)).sum();
        let known =
            |orders: &[Candidate], it: &Candidate| orders.iter().position(|known| known.order == it.order);
        let stand = candidates.into_iter().map(|candidate| {
            known(&self.orders, &candidate).unwrap_or_else(|| {
                self.regret.push(PRIOR * f64::from(candidate.weight) / all);
                self.played.push(0.0);
                self.orders.push(candidate);
                self.orders.len() - 1
            })
        });
        stand.collect()
    }

    /// How often each of some orders is to be played: by its regret, where there is none as the rule of thumb says.
    fn strategy(&self, open: &[usize]) -> Vec<f64> {
        let parts = |of: &dyn Fn(usize) -> f64| {
            let all: f64 = open.iter().map(|at| of(*at)).sum();
            (all > 0.0).then(|| open.iter().map(|at| of(*at) / all).collect::<Vec<f64>>())
        };
        let by_regret = parts(&|at| self.regret[at].max(0.0));
        by_regret.or_else(|| parts(&|at| f64::from(self.orders[at].weight))).unwrap_or_default()
    }

    fn all(&self) -> Vec<usize> {
        (0..self.orders.len()).collect()
    }

    fn draw(&self, any: f64, dice: &mut Dice) -> usize {
        self.draw_among(&self.all(), any, dice)
    }

    fn draw_among(&self, open: &[usize], any: f64, dice: &mut Dice) -> usize {
        let even = any / open.len() as f64;
        let parts: Vec<f64> = self.strategy(open).into_iter().map(|part| part * (1.0 - any) + even).collect();
        open[drawn(&parts, dice)]
    }

    fn remember(&mut self) {
        let strategy = self.strategy(&self.all());
        self.played.iter_mut().zip(strategy).for_each(|(played, part)| *played += part);
    }

    /// What was played on the average, without noise.
    fn average(&self) -> Vec<f64> {
        let most = self.played.iter().copied().fold(0.0, f64::max);
        let kept: Vec<f64> =
            self.played.iter().map(|part| if *part < most * NOISE { 0.0 } else { *part }).collect();
        let all: f64 = kept.iter().sum();
        kept.iter().map(|part| part / all.max(f64::MIN_POSITIVE)).collect()
    }
}

/// Places that a draw tells apart.
const PLACES: u32 = 1 << 24;

/// One of some parts of a whole.
fn drawn(parts: &[f64], dice: &mut Dice) -> usize {
    let mut left = f64::from(dice.below(PLACES)) / f64::from(PLACES) * parts.iter().sum::<f64>();
    let found = parts.iter().position(|part| {
        left -= part;
        left < 0.0
    });
    found.unwrap_or_else(|| first_of_most(parts))
}

fn first_of_most(of: &[f64]) -> usize {
    (1..of.len()).fold(0, |best, at| if of[at] > of[best] { at } else { best })
}
