//! Computer players: their strengths as written, candidates drawn by weight.

mod halving;
mod regret;

use wardroom::bots::{Strength, StrengthError, by_weight};
use wardroom::game::candidate::Candidate;
use wardroom::game::{Dice, OrderForm, Word};

#[test]
fn strengths_are_written_as_they_are_read() {
    for text in ["random", "midshipman", "lieutenant", "captain", "captain:50"] {
        assert_eq!(text.parse::<Strength>().unwrap().to_string(), text);
    }
}

#[test]
fn what_is_no_strength_is_told() {
    for text in ["admiral", "", "lieutenant:3", "Captain"] {
        assert_eq!(text.parse::<Strength>(), Err(StrengthError::Unknown(text.into())));
    }
    for number in ["0", "-1", "many", "", "100001"] {
        let error = Err(StrengthError::Playouts(number.into()));
        assert_eq!(format!("captain:{number}").parse::<Strength>(), error);
    }
}

#[test]
fn candidates_are_drawn_as_often_as_they_weigh() {
    let candidate = |verb: &'static str, weight| Candidate {
        order: OrderForm::new(Word::literal(verb)),
        weight,
        why: Word::literal("because"),
    };
    let candidates = [candidate("seldom", 1), candidate("never", 0), candidate("often", 3)];
    let mut dice = Dice::from_key([5; 32]);
    let mut drawn = |verb: &str| {
        let draws = (0..4000).map(|_| by_weight(&candidates, &mut dice).unwrap());
        draws.filter(|thought| thought.order.verb.as_str() == verb).count()
    };
    assert_eq!(drawn("never"), 0);
    assert!((900..1100).contains(&drawn("seldom")));
    assert_eq!(by_weight(&[candidate("never", 0)], &mut dice), None);
    assert_eq!(by_weight(&[], &mut dice), None);
}
