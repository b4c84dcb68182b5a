//! An outfit is one word for many orders: what is typed, what the log has, what one `undo` takes back.

use std::sync::Arc;

use wardroom::app::play;
use wardroom::club::GameWords;
use wardroom::door::terminal::{self, Dress, Manner};
use wardroom::games::goeben::Goeben;
use wardroom::log::Entry;
use wardroom::words::Lang;

use super::{Ship, Steps, ask, lines};

/// Types these lines at a new table of *Goeben*: what the screen says, and how many lines were refused.
fn typed(ship: &Ship, script: &str) -> (String, usize) {
    let app = ship.app("ada");
    let coming = play::place::<Goeben>(&app, &ask(&["toy"]).0, None).unwrap();
    let seats = coming.sit(|game| Ok(Arc::new(GameWords::of(game, Lang::En)?))).unwrap();
    let mut out = Vec::new();
    let manner = Manner { interactive: false, dress: Dress::Plain, columns: None };
    let ending = terminal::play(seats, &mut Steps::of(lines(script)), &mut out, manner).unwrap();
    (String::from_utf8(out).unwrap(), ending.refused)
}

/// The orders in the log, as they were given.
fn given(ship: &Ship) -> Vec<String> {
    let store = ship.app("ada").store;
    let entries = store.read(&ship.table(), 1).unwrap();
    let order = |entry: &Entry| Some(entry.body["order"]["verb"].as_str()?.to_owned());
    entries.iter().filter(|entry| entry.kind == "OrderGiven").filter_map(order).collect()
}

#[test]
fn an_outfit_is_given_as_ordinary_orders_and_one_undo_takes_all_back() {
    let ship = Ship::new();
    let (said, refused) = typed(&ship, "outfit raider\nundo\nlog 3\noutfit runner; collier CIO");
    assert_eq!(refused, 0, "{said}");
    let (raider, runner) = said.split_once("> undo").unwrap();
    assert!(raider.contains("Goeben takes Targeting Calculator into hull box 1."), "{said}");
    assert!(raider.contains("Breslau takes Reserve Crew into hull box 2."), "{said}");
    let undone = runner.split("> log 3").next().unwrap();
    assert!(undone.contains("Undone: 9 orders, from “Stow") && undone.contains("Stow Wireless in"), "{said}");
    assert!(undone.contains("Breslau MES: 8 cargo points left · Goeben MES: 8 cargo points left"), "{said}");
    assert!(runner.contains("Goeben takes Damage Control into hull box 1."), "{said}");
    let orders = given(&ship);
    assert!(orders.len() > 12 && orders.last().unwrap() == "collier", "{orders:?}");
    assert!(orders[..orders.len() - 1].iter().all(|verb| verb == "load"), "{orders:?}");
}

#[test]
fn a_number_picks_an_outfit_and_what_is_aboard_is_not_stowed_again() {
    let ship = Ship::new();
    let (said, refused) = typed(&ship, "load goeben reserve-crew\n1\noutfit raider");
    let crew = said.matches("Goeben takes Reserve Crew").count();
    assert_eq!((crew, refused), (1, 1), "{said}");
    assert!(said.contains("Goeben takes Targeting Calculator into hull box 2."), "{said}");
}

#[test]
fn a_typed_outfit_that_there_is_not_is_no_order() {
    let ship = Ship::new();
    let (said, refused) = typed(&ship, "outfit cruiser");
    assert_eq!(refused, 1, "{said}");
    assert!(said.contains("raider") && said.contains("runner"), "{said}");
    assert!(given(&ship).is_empty());
}

#[test]
fn one_undo_takes_one_typed_line_back_in_words_also_after_a_restart() {
    let ship = Ship::new();
    assert_eq!(
        typed(&ship, "load goeben reserve-crew; load breslau reserve-crew\nload goeben damage-control").1,
        0
    );
    assert_eq!(typed(&ship, "load breslau damage-control; collier CIO").1, 0);
    let of_now = |said: &str| said.matches("Undone: ").count();
    // Three lines of two, one and two orders; every visit is a process of its own.
    let (said, refused) = typed(&ship, "undo");
    assert_eq!((refused, of_now(&said)), (0, 1), "{said}");
    assert!(said.contains("damage-control; collier") || said.contains("Damage Control; "), "{said}");
    let (said, refused) = typed(&ship, "undo 2");
    assert_eq!((refused, of_now(&said)), (0, 1), "the line of one and the line of two: {said}");
    assert!(
        said.contains("8 cargo points left · Goeben MES: 8 cargo points left"),
        "nothing is aboard: {said}"
    );
    let (said, refused) = typed(&ship, "undo");
    assert_eq!(refused, 1, "{said}");
}

#[test]
fn who_plays_alone_is_told_nothing_of_claims_and_masters() {
    let ship = Ship::new();
    let (said, _) = typed(&ship, "help");
    let (_, help) = said.split_once("> help").unwrap();
    for verb in ["claim", "agree", "master", "stop-clock", "invite"] {
        assert!(
            !help.contains(&format!("{verb},")) && !help.contains(&format!(", {verb}")),
            "{verb}: {help}"
        );
    }
    assert!(help.contains("publish") && help.contains("undo"), "{help}");
}
