//! The board as an Activity: the buttons that open it, and the seat that it opens at.

use super::*;

const LABEL: &str = "Open the board";

fn launches(answer: &SlashReply) -> Vec<Button> {
    buttons(answer).into_iter().filter(|button| button.label == LABEL).collect()
}

#[test]
fn the_board_opens_at_the_seat_whose_button_was_pressed_once_and_for_ten_minutes() {
    let club = Club::in_discord(TOY);
    let table = club.table_of_two();
    let hand = club.slash(at(ANN), "show hand", &[("table", &table)]);
    let open = launches(&hand).remove(0).custom_id;
    assert_eq!(club.click(at(ANN), &open, &[]), SlashReply::Launch);
    let ann = club.house.people().known_at("discord", "1").unwrap().unwrap();
    let browsers = club.house.people().browsers();
    assert_eq!(browsers.led_to(&ann).unwrap(), Some(format!("{table}/red")));
    assert_eq!(browsers.led_to(&ann).unwrap(), None);
    club.click(at(ANN), &open, &[]);
    club.clock.pass(10 * 60);
    assert_eq!(browsers.led_to(&ann).unwrap(), None);
    // The button is its player's alone.
    assert_ne!(club.click(at(EVE), &open, &[]), SlashReply::Launch);
}

#[test]
fn the_link_to_a_browser_has_the_button_beside_it_and_leads_to_the_list() {
    let club = Club::in_discord(TOY);
    let answer = club.slash(at(ANN), "me browser", &[]);
    let open = launches(&answer).remove(0).custom_id;
    assert_eq!(club.click(at(ANN), &open, &[]), SlashReply::Launch);
    let ann = club.house.people().known_at("discord", "1").unwrap().unwrap();
    assert_eq!(club.house.people().browsers().led_to(&ann).unwrap(), None);
}

#[test]
fn where_it_is_not_switched_on_there_is_no_such_button_and_an_old_one_opens_nothing() {
    let (on, off) = (Club::in_discord(TOY), Club::new());
    assert!(launches(&off.slash(at(ANN), "me browser", &[])).is_empty());
    let table = off.table_of_two();
    assert!(launches(&off.slash(at(ANN), "show hand", &[("table", &table)])).is_empty());
    let old = launches(&on.slash(at(ANN), "me browser", &[])).remove(0).custom_id;
    assert_ne!(off.click(at(ANN), &old, &[]), SlashReply::Launch);
}
