//! Secret orders are mixed as game theory has it.

use wardroom::bots::captain::regret::RegretTable;
use wardroom::game::candidate::Candidate;
use wardroom::game::{Dice, OrderForm, Word};

fn candidates(weights: &[(&'static str, u32)]) -> Vec<Candidate> {
    let candidate = |&(verb, weight): &(&'static str, u32)| Candidate {
        order: OrderForm::new(Word::literal(verb)),
        weight,
        why: Word::literal("because"),
    };
    weights.iter().map(candidate).collect()
}

/// Guessing a hand: whoever guesses wins as the hand is the left or the right one, and a right one wins half the time only.
/// By theory the hand is the left one a third of the time, and so is the guess.
#[test]
fn secret_orders_are_mixed_as_theory_has_it() {
    let mut dice = Dice::from_key([4; 32]);
    let hands = [("left", 1), ("right", 1)];
    let mut table = RegretTable::of(candidates(&hands));
    for _ in 0..20_000 {
        let row = table.next(&mut dice);
        let (column, hand) = table.answer(candidates(&hands), &mut dice);
        let chance = match (candidates(&hands)[row].order == hand, row) {
            (false, _) => 0.0,
            (true, 0) => 1.0,
            (true, _) => 0.5,
        };
        table.learn(row, column, chance);
    }
    let shares = table.shares();
    assert!((0.28..0.39).contains(&shares[0]), "{shares:?}");
}

#[test]
fn what_is_hardly_ever_played_is_not_drawn() {
    let mut dice = Dice::from_key([5; 32]);
    let mut table = RegretTable::of(candidates(&[("good", 1), ("bad", 1)]));
    for _ in 0..2_000 {
        let row = table.next(&mut dice);
        table.learn(row, RegretTable::ALONE, [0.8, 0.2][row]);
    }
    assert_eq!(table.shares(), [1.0, 0.0]);
}
