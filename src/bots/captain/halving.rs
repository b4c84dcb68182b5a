//! Open decisions, by sequential halving: all orders are tried equally often, then the better half, and so on until one is
//! left, with as many playouts in each round.

/// The results of tried orders.
pub struct Halved {
    /// The best one's row.
    pub best: usize,
    tried: Vec<Tried>,
}

/// The tries of an order, and the sum of their results.
#[derive(Clone, Copy, Default)]
struct Tried {
    times: u32,
    sum: f64,
}

impl Halved {
    /// Tries this many orders, the rule of thumb's favourites first, with this many playouts. `play_out` gets a row and the
    /// number of its playout, counted from 0, and returns the result.
    pub fn by(orders: usize, mut playouts: u32, mut play_out: impl FnMut(usize, u32) -> f64) -> Halved {
        let mut halved = Halved { best: 0, tried: vec![Tried::default(); orders] };
        let mut left: Vec<usize> = (0..orders).collect();
        // As many halvings as leave one order; none for a single one.
        let rounds = orders.next_power_of_two().ilog2();
        for to_come in (1..=rounds).rev() {
            // By what is left, so that no playout is lost to rounding.
            let share = playouts / to_come;
            playouts -= share;
            for row in left.iter().copied().cycle().take(share as usize) {
                let tried = &mut halved.tried[row];
                tried.sum += play_out(row, tried.times);
                tried.times += 1;
            }
            // Orders with equal results, or without tries, stay in the order of the rule of thumb.
            let mean = |row: usize| halved.mean(row).unwrap_or_default();
            left.sort_by(|one, other| mean(*other).total_cmp(&mean(*one)));
            left.truncate(left.len().div_ceil(2));
        }
        halved.best = left.first().copied().unwrap_or_default();
        halved
    }

    /// The result of a row on the average; `None` where it was not tried.
    pub fn mean(&self, row: usize) -> Option<f64> {
        let Tried { times, sum } = self.tried[row];
        (times > 0).then(|| sum / f64::from(times))
    }
}
