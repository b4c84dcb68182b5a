//! Secret decisions, of two who choose at once: both learn by regret matching over the table of results for each pair of
//! orders. The average play, with later playouts weighing more, is a mixed strategy, from which the order is drawn.

use crate::game::candidate::Candidate;
use crate::game::{Dice, OrderForm};

/// The share of random tries.
const ANY: f64 = 0.15;
/// The regret that all orders of a secret decision begin with, in chances to win, shared out as the rule of thumb weighs them.
const REGRET: f64 = 1.0;
/// An order played less often than this part of the most frequent one is noise.
const NOISE: f64 = 0.1;

/// The results of one's own orders, the rows, against the other side's answers, the columns.
pub struct RegretTable {
    own: Player,
    other: Player,
    /// By column, then row.
    cells: Vec<Vec<Cell>>,
    learnt: u32,
}

/// The tries of a pair, and the sum of their results.
#[derive(Clone, Copy, Default)]
struct Cell {
    tried: u32,
    sum: f64,
}

impl Cell {
    fn mean(&self) -> Option<f64> {
        (self.tried > 0).then(|| self.sum / f64::from(self.tried))
    }

    fn and(self, other: Cell) -> Cell {
        Cell { tried: self.tried + other.tried, sum: self.sum + other.sum }
    }
}

impl RegretTable {
    /// The column of orders without a simultaneous answer.
    pub const ALONE: usize = 0;

    /// A table of these orders, without tries.
    pub fn of(candidates: Vec<Candidate>) -> RegretTable {
        let cells = vec![vec![Cell::default(); candidates.len()]];
        let mut own = Player::default();
        own.take(candidates);
        RegretTable { own, other: Player::default(), cells, learnt: 0 }
    }

    /// The number of trials of a row.
    pub fn tried(&self, row: usize) -> u32 {
        self.row(row).tried
    }

    /// The result of a row on the average; `None` where it was not tried.
    pub fn mean(&self, row: usize) -> Option<f64> {
        self.row(row).mean()
    }

    fn row(&self, row: usize) -> Cell {
        self.cells.iter().map(|column| column[row]).fold(Cell::default(), Cell::and)
    }

    /// The row to try next.
    pub fn next(&self, dice: &mut Dice) -> usize {
        self.own.draw(&(0..self.own.orders.len()).collect::<Vec<usize>>(), dice)
    }

    /// Chooses one of the other side's present orders: its column, and the order.
    pub fn answer(&mut self, candidates: Vec<Candidate>, dice: &mut Dice) -> (usize, OrderForm) {
        let open = self.other.take(candidates);
        let columns = self.other.orders.len() + 1;
        // An imagined enemy may have orders that no earlier world gave it; columns are only ever added.
        self.cells.resize(columns, vec![Cell::default(); self.own.orders.len()]);
        let chosen = self.other.draw(&open, dice);
        (chosen + 1, self.other.orders[chosen].order.clone())
    }

    /// Records a chance to win for a row and a column.
    pub fn learn(&mut self, row: usize, column: usize, chance: f64) {
        let cell = &mut self.cells[column][row];
        *cell = cell.and(Cell { tried: 1, sum: chance });
        self.learnt += 1;
        let Some(here) = cell.mean() else { return };
        for (regret, cell) in self.own.regrets.iter_mut().zip(&self.cells[column]) {
            *regret += cell.mean().map_or(0.0, |mean| mean - here);
        }
        self.own.remember(self.learnt);
        if column != RegretTable::ALONE {
            for (regret, column) in self.other.regrets.iter_mut().zip(&self.cells[1..]) {
                // The other way round: the chances are this side's, and the other side wants them low.
                *regret += column[row].mean().map_or(0.0, |mean| here - mean);
            }
        }
    }

    /// The share of each row: the average strategy, without noise.
    pub fn shares(&self) -> Vec<f64> {
        self.own.average()
    }
}

/// One who chooses in secret and learns by regret matching.
#[derive(Default)]
struct Player {
    orders: Vec<Candidate>,
    /// Their weights by the rule of thumb.
    shares: Vec<f64>,
    regrets: Vec<f64>,
    /// The sum of each one's shares, later ones weighing more.
    played: Vec<f64>,
}

impl Player {
    /// The rows of these orders. New ones are added, with the rule of thumb's prior.
    fn take(&mut self, candidates: Vec<Candidate>) -> Vec<usize> {
        let weights: Vec<f64> = candidates.iter().map(|candidate| f64::from(candidate.weight)).collect();
        let shares = parts(&weights).unwrap_or_else(|| vec![1.0; weights.len()]);
        let place = |(candidate, share): (Candidate, f64)| {
            let known = self.orders.iter().position(|known| known.order == candidate.order);
            known.unwrap_or_else(|| {
                self.orders.push(candidate);
                self.shares.push(share);
                self.regrets.push(share * REGRET);
                self.played.push(0.0);
                self.orders.len() - 1
            })
        };
        candidates.into_iter().zip(shares).map(place).collect()
    }

    /// The mixed strategy over some orders: by regret, or by rule of thumb if there is none.
    fn strategy(&self, open: &[usize]) -> Vec<f64> {
        let of = |values: &[f64]| parts(&open.iter().map(|at| values[*at].max(0.0)).collect::<Vec<f64>>());
        of(&self.regrets).or_else(|| of(&self.shares)).unwrap_or_else(|| vec![0.0; open.len()])
    }

    fn draw(&self, open: &[usize], dice: &mut Dice) -> usize {
        // Each order is tried now and then, however bad it looked at first.
        let even = ANY / open.len() as f64;
        let parts: Vec<f64> = self.strategy(open).into_iter().map(|part| part * (1.0 - ANY) + even).collect();
        open[drawn(&parts, dice)]
    }

    /// Adds the present strategy, with more weight than earlier ones.
    fn remember(&mut self, weight: u32) {
        let all: Vec<usize> = (0..self.orders.len()).collect();
        let strategy = self.strategy(&all);
        self.played.iter_mut().zip(strategy).for_each(|(played, part)| *played += part * f64::from(weight));
    }

    /// The average strategy, without noise.
    fn average(&self) -> Vec<f64> {
        // Early regrets leave a trace of orders that were soon found to be bad.
        let most = self.played.iter().copied().fold(0.0, f64::max);
        let kept = self.played.iter().map(|part| if *part < most * NOISE { 0.0 } else { *part });
        parts(&kept.collect::<Vec<f64>>()).unwrap_or_else(|| self.shares.clone())
    }
}

/// Numbers as parts of their sum; `None` where that is nothing.
fn parts(of: &[f64]) -> Option<Vec<f64>> {
    let all: f64 = of.iter().sum();
    (all > 0.0).then(|| of.iter().map(|part| part / all).collect())
}

/// The resolution of a draw.
const PLACES: u32 = 1 << 24;

/// One of some parts of a whole.
pub fn drawn(parts: &[f64], dice: &mut Dice) -> usize {
    let mut left = f64::from(dice.below(PLACES)) / f64::from(PLACES) * parts.iter().sum::<f64>();
    let found = parts.iter().position(|part| {
        left -= part;
        left < 0.0
    });
    // Rounding may leave a little over after the last part.
    found.unwrap_or_else(|| first_of_most(parts))
}

/// The position of the largest of some numbers, the first of equals.
pub fn first_of_most(of: &[f64]) -> usize {
    (1..of.len()).fold(0, |best, at| if of[at] > of[best] { at } else { best })
}
