//! Open decisions, by sequential halving: all orders are tried equally often, then the better half of them, and so on until one
//! is left, with as many playouts in each round.

/// What came of trying orders.
pub struct Halved {
    /// The best one's row.
    pub best: usize,
    tried: Vec<Tried>,
}

/// How often an order was tried, and what came of it in all.
#[derive(Clone, Copy, Default)]
struct Tried {
    times: u32,
    sum: f64,
}

impl Halved {
    /// Tries so many orders, the ones that a rule of thumb likes best first, by so many playouts. `play_out` is given a row and
    /// which of its playouts it is, counted from 0, and says what came of it.
    pub fn by(orders: usize, mut playouts: u32, mut play_out: impl FnMut(usize, u32) -> f64) -> Halved {
        let mut halved = Halved { best: 0, tried: vec![Tried::default(); orders] };
        let mut left: Vec<usize> = (0..orders).collect();
        let rounds = orders.next_power_of_two().ilog2();
        for to_come in (1..=rounds).rev() {
            let share = playouts / to_come;
            playouts -= share;
            for row in left.iter().copied().cycle().take(share as usize) {
                let tried = &mut halved.tried[row];
                tried.sum += play_out(row, tried.times);
                tried.times += 1;
            }
            // What came to the same, or was not tried, stays in the order of the rule of thumb.
            let mean = |row: usize| halved.mean(row).unwrap_or_default();
            left.sort_by(|one, other| mean(*other).total_cmp(&mean(*one)));
            left.truncate(left.len().div_ceil(2));
        }
        halved.best = left.first().copied().unwrap_or_default();
        halved
    }

    /// What came of a row on the average; `None` where it was not tried.
    pub fn mean(&self, row: usize) -> Option<f64> {
        let Tried { times, sum } = self.tried[row];
        (times > 0).then(|| sum / f64::from(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Dice;

    #[test]
    fn the_best_order_is_found_wherever_it_stands() {
        for (orders, best) in (2..8).flat_map(|orders| (0..orders).map(move |best| (orders, best))) {
            let mut dice = Dice::from_key([orders as u8; 32]);
            let halved = Halved::by(orders, 400, |row, _| {
                let noise = f64::from(dice.below(41)) / 100.0 - 0.2;
                noise + if row == best { 0.6 } else { 0.4 }
            });
            assert_eq!(halved.best, best, "of {orders}");
        }
    }

    #[test]
    fn the_rule_of_thumb_speaks_for_what_comes_to_the_same() {
        for playouts in [1, 2, 3, 10, 400] {
            assert_eq!(Halved::by(5, playouts, |_, _| 0.5).best, 0, "{playouts} playouts");
        }
    }

    #[test]
    fn all_playouts_are_used_and_those_of_a_row_are_counted() {
        for (orders, playouts) in (2..8).flat_map(|orders| [1, 2, 7, 100].map(|playouts| (orders, playouts)))
        {
            let mut counts = vec![0; orders];
            Halved::by(orders, playouts, |row, number| {
                assert_eq!(number, counts[row]);
                counts[row] += 1;
                0.5
            });
            assert_eq!(counts.iter().sum::<u32>(), playouts, "{orders} orders");
        }
    }
}
