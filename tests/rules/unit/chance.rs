//! Scripted and recorded chance.

use wardroom::game::{Chance, RollForm, RollRequest, Word};

fn call(form: RollForm, take: u32, of: u32) -> RollRequest {
    let word = Word::literal;
    RollRequest {
        purpose: word("contact"),
        rule: word("14.3"),
        side: word("german"),
        about: vec![],
        form,
        of,
        take,
    }
}

#[test]
fn scripted_dice_and_positions_are_taken_in_order() {
    let mut chance = Chance::scripted([3, 5, 2, 1]);
    assert_eq!(chance.answer(call(RollForm::Dice, 2, 6)).unwrap().values, [3, 5]);
    assert_eq!(chance.answer(call(RollForm::Draw, 2, 4)).unwrap().values, [1, 0]);
}

#[test]
fn a_script_that_runs_out_names_the_roll() {
    let fault = Chance::scripted([3]).answer(call(RollForm::Dice, 2, 6)).unwrap_err();
    let text = fault.to_string();
    assert!(text.contains("roll 0 (contact, rule 14.3)") && text.contains("2 of 6"), "{text}");
}

#[test]
fn a_scripted_seven_or_a_position_twice_is_refused() {
    assert!(Chance::scripted([7]).answer(call(RollForm::Dice, 1, 6)).is_err());
    assert!(Chance::scripted([0]).answer(call(RollForm::Dice, 1, 6)).is_err());
    assert!(Chance::scripted([2, 2]).answer(call(RollForm::Draw, 2, 4)).is_err());
}

#[test]
fn recorded_chance_notices_another_roll() {
    let roll = Chance::scripted([4]).answer(call(RollForm::Dice, 1, 6)).unwrap();
    assert_eq!(Chance::recorded([roll.clone()]).answer(call(RollForm::Dice, 1, 6)).unwrap(), roll);
    assert!(Chance::recorded([roll]).answer(call(RollForm::Dice, 2, 6)).is_err());
    assert!(Chance::recorded([]).answer(call(RollForm::Dice, 1, 6)).is_err());
}
