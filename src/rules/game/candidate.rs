//! Candidates: the orders that a computer player weighs.

use super::dice::Dice;
use super::options::OrderForm;
use super::word::Word;

/// An order worth weighing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The order, one that the options accept.
    pub order: OrderForm,
    /// Its weight against the others: if both sides choose in secret, an order that is always given is predictable.
    pub weight: u32,
    /// Why: the key of a message of the game.
    pub why: Word,
}

impl Candidate {
    /// One of `candidates` by its weight; `None` where none has any.
    pub fn draw<'a>(candidates: &'a [Candidate], dice: &mut Dice) -> Option<&'a Candidate> {
        // Without any weight `left` is 0, and no candidate of weight 0 takes it: none is drawn.
        let mut left = dice.below(candidates.iter().map(|candidate| candidate.weight).sum());
        candidates.iter().find(|candidate| match left.checked_sub(candidate.weight) {
            Some(less) => {
                left = less;
                false
            }
            None => true,
        })
    }
}
