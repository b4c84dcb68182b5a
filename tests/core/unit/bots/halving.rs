//! Sequential halving finds the best order and uses all its playouts.

use wardroom::bots::captain::halving::Halved;
use wardroom::game::Dice;

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
    for (orders, playouts) in (2..8).flat_map(|orders| [1, 2, 7, 100].map(|playouts| (orders, playouts))) {
        let mut counts = vec![0; orders];
        Halved::by(orders, playouts, |row, number| {
            assert_eq!(number, counts[row]);
            counts[row] += 1;
            0.5
        });
        assert_eq!(counts.iter().sum::<u32>(), playouts, "{orders} orders");
    }
}
