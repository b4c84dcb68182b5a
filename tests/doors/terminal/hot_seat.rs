//! One player, one terminal, every seat.

use super::{Ship, Step, lines};

const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

#[test]
fn a_script_goes_from_seat_to_seat_without_waiting() {
    let ship = Ship::new();
    let script = "choose 4\nchoose 7\npass\npass\nshow";
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], lines(script), false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("You play: red, blue."), "{said}");
    assert_eq!(said.matches("──── red ────").count(), 3, "{said}");
    assert_eq!(said.matches("──── blue ────").count(), 2, "{said}");
    assert!(!said.contains('\u{1b}'), "{said}");
    let (red, blue) = said.split_once("──── blue ────").unwrap();
    assert!(red.contains("happened: Chosen { seat: \"red\", number: 4 }"), "{red}");
    let (blue, later) = blue.split_once("happened: ChoicesShown").unwrap();
    assert!(!blue.contains("red chose") && !blue.contains("number: 4"), "{blue}");
    assert!(later.contains("blue chose 7, red chose 4"), "{later}");
}

#[test]
fn a_person_clears_the_screen_and_hands_the_terminal_over() {
    let ship = Ship::new();
    let steps = lines("\nchoose 4\nlog 3\n\n\nchoose 7\n\nready\npass");
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], steps, true);
    assert_eq!(ending.refused, 0, "{said}");
    let screens: Vec<&str> = said.split(CLEAR).collect();
    assert_eq!(screens.len(), 4, "{said}");
    assert!(screens[0].is_empty());
    assert!(screens[1].contains("Hand the terminal to the player of: red."), "{}", screens[1]);
    let (hands, red) = screens[1].split_once("Press Enter when ready.").unwrap();
    assert!(!hands.contains("board, turn"), "{hands}");
    assert!(red.contains("board, turn") && red.contains("asked of red: choose"), "{red}");
    assert_eq!(red.matches("Press Enter to clear the screen for the next seat: blue.").count(), 1, "{red}");
    assert!(screens[2].starts_with("\nHand the terminal to the player of: blue."), "{}", screens[2]);
    assert!(!screens[2].contains("red chose") && !screens[2].contains("number: 4"), "{}", screens[2]);
    // Red is told what happened since red last had the terminal, and nothing twice.
    let (_, red) = screens[3].split_once("Press Enter when ready.").unwrap();
    assert_eq!(red.matches("happened: ChoicesShown").count(), 1, "{red}");
    assert!(!red.contains("number: 4"), "{red}");
    assert!(red.contains("Press Enter to clear the screen for the next seat: blue."), "{red}");
}

#[test]
fn an_undo_gives_the_terminal_back_to_the_seat_whose_order_it_was() {
    let ship = Ship::new();
    let script = "choose 4\nchoose 7\npass\nundo\nroll";
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], lines(script), false);
    assert_eq!(ending.refused, 0, "{said}");
    let (_, after) = said.split_once("> undo").unwrap();
    assert!(after.contains("──── red ────"), "{after}");
    assert!(after.contains("happened: Scored { seat: \"red\""), "{after}");
}

#[test]
fn the_same_command_resumes_it_and_one_seat_can_be_played_alone() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--hot-seat"], lines("choose 4"), false);
    let table = ship.table();
    for args in [&["toy", "--hot-seat"][..], &["toy"], &[&table], &[&table, "--hot-seat"]] {
        let said = ship.play("ada", args, vec![], false).1;
        assert!(said.contains("──── blue ────") && !said.contains("red chose 4"), "{args:?}: {said}");
    }
    let said = ship.play("ada", &[&table, "--as", "red"], vec![], false).1;
    assert!(said.contains("red chose 4") && said.contains("Waiting for: blue."), "{said}");
    assert_eq!(ship.table(), table, "no table was opened");
}

#[test]
fn free_seats_are_taken_and_others_seats_are_not() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "blue"], vec![], false);
    let table = ship.table();
    let said = ship.try_play("bob", &[&table, "--hot-seat"], vec![], false).unwrap_err();
    assert!(said.contains("--player"), "{said}");
    let said = ship.play("ada", &[&table, "--hot-seat"], vec![], false).1;
    assert!(said.contains("You play: red, blue.") && said.contains("──── red ────"), "{said}");
}

#[test]
fn the_end_and_time_passing_show_nothing_before_a_player_has_come() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--hot-seat"], lines("choose 4"), false);
    let said = ship.play("ada", &["toy"], vec![Step::Tick], true).1;
    assert!(!said.contains("board, turn") && !said.contains("chose"), "{said}");
}

#[test]
fn help_lists_nothing_that_asks_other_players() {
    let ship = Ship::new();
    let (_, said) = ship.play("ada", &["toy", "--hot-seat"], lines("help"), false);
    let (_, help) = said.split_once("> help").unwrap();
    assert!(["who", "claim", "invite", "agree"].iter().all(|verb| !help.contains(verb)), "{help}");
    assert!(help.contains("undo"), "{help}");
}
