//! Tables that orders given at no door bring to what a test is about.

use std::sync::Arc;

use wardroom::club::session::OrderOutcome;
use wardroom::club::{Club, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::game::{Options, OrderForm, Seat};
use wardroom::words::Lang;

use super::Luck;

/// Orders of *Grand Fleet* that lead to battle, those that are given first.
pub const TO_BATTLE: [&str; 10] = [
    "stow-by",
    "seek",
    "accept",
    "hold-back",
    "form-by",
    "place",
    "place-shown",
    "decline",
    "return-by",
    "pass",
];
/// Orders after which a game is taken to pass without what is wanted.
const MOST: usize = 500;

/// Orders of a verb among which chance decides: fleets that are laid by so many hexes meet in small numbers.
const SPREAD: usize = 12;

/// The first of these players who is asked, by their place, and their seat.
pub fn asked(club: &Club, table: &str, players: &[String]) -> Option<(usize, Seat)> {
    players.iter().enumerate().find_map(|(at, player)| {
        let session = club.watch(table, Lang::En).unwrap().sit(visitor(player, "look"), None).unwrap();
        let held = session.held().into_iter().find(|(_, asked)| asked.is_some());
        held.map(|(seat, _)| (at, seat))
    })
}

/// The orders that are open to a player at a seat.
pub fn options(club: &Club, table: &str, player: &str, seat: Seat) -> Arc<Options> {
    let session = club.watch(table, Lang::En).unwrap().sit(visitor(player, "look"), Some(seat)).unwrap();
    session.asked().unwrap().options
}

/// Gives orders, those of `first` before others, until somebody is asked for an order of this verb: who, by their place, and their
/// seat; `None` if the game passes without it.
pub fn until(
    club: &Club,
    (table, players): (&str, &[String]),
    (verb, first): (&str, &[&str]),
    luck: &mut Luck,
) -> Option<(usize, Seat)> {
    for number in 0..MOST {
        let (at, seat) = asked(club, table, players)?;
        let visitor = visitor(&players[at], &format!("{table}-{number}"));
        let mut session = club.watch(table, Lang::En).unwrap().sit(visitor, Some(seat)).unwrap();
        let asked = session.asked().unwrap();
        if asked.options.verbs.iter().any(|(open, node)| open.as_str() == verb && node.is_open()) {
            return Some((at, seat));
        }
        session.begin_line();
        let form = next(&asked.options, first, luck);
        match session.order(asked.prompt.unwrap(), form.clone(), true).unwrap() {
            OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_) => {}
            OrderOutcome::Refused(why) => panic!("{form}: {why}"),
            OrderOutcome::Unconfirmed(unconfirmed) => panic!("{form}: {}", unconfirmed.why),
            OrderOutcome::Stale => panic!("{form}: stale"),
        }
    }
    None
}

/// An order of the first verb of these that is open, else any.
fn next(options: &Options, first: &[&str], luck: &mut Luck) -> OrderForm {
    let open =
        |name: &&str| options.verbs.iter().find(|(verb, node)| verb.as_str() == *name && node.is_open());
    let form = first.iter().find_map(open).and_then(|(verb, node)| {
        let few = node.propose(OrderForm::new(*verb), SPREAD);
        luck.one_of(&few).cloned()
    });
    form.unwrap_or_else(|| options.sample(&mut |n| luck.below(n)).expect("a legal order"))
}

fn visitor(player: &str, key: &str) -> Visitor {
    Visitor { player: player.to_owned(), door: Arc::new(AtMail), key: key.to_owned(), receipts: None }
}
