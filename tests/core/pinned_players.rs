//! The first orders of every computer player from a fixed opening and fixed dice. An audit has computer players think again, so the
//! same version must order the same in every release.

use sha2::{Digest, Sha256};
use wardroom::bots::{Briefing, PLAYER_VERSION, Strength, decide};
use wardroom::game::{Audience, Chance, Dice, Events, Fact, Seat, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::{Playable, setup};

/// The strengths, each with its number of orders: a captain thinks long.
const STRENGTHS: [(&str, usize); 4] =
    [("random", 30), ("midshipman", 30), ("lieutenant", 30), ("captain:6", 6)];
/// The version of the players whose orders these are.
const VERSION: u32 = 1;
/// Game, strength, and the beginning of the SHA-256 of the orders, one a line as `SEAT ORDER`.
const PINNED: [(&str, &str, &str); 8] = [
    ("goeben", "random", "f18b289c6c7bd53d"),
    ("goeben", "midshipman", "6fc787d559c63f56"),
    ("goeben", "lieutenant", "654a54dfee41e891"),
    ("goeben", "captain:6", "c1b6cddd46e56a4b"),
    ("grand_fleet", "random", "e16a4ed8f8e0f9bc"),
    ("grand_fleet", "midshipman", "fc035c35463cbe13"),
    ("grand_fleet", "lieutenant", "1990d31a949a23b6"),
    ("grand_fleet", "captain:6", "a28e9eda0daf0531"),
];

/// A key for the dice of an order: those of the table, or those of the player.
fn key(of: &str, order: usize, roll: u32) -> [u8; 32] {
    Sha256::digest(format!("{of} {order} {roll}")).into()
}

/// The facts that a seat sees at once.
fn seen_by<G: Playable>(seat: Seat, facts: &[Fact<G::Event>]) -> Vec<Fact<G::Event>> {
    let sees = |fact: &&Fact<G::Event>| match G::fact_policy(fact).audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
        Audience::Nobody => false,
    };
    facts.iter().filter(sees).cloned().collect()
}

/// The first orders of a game in which every seat has a player of this strength.
fn orders<G: Playable>(strength: Strength, most: usize) -> Vec<String> {
    let (game, setup) = (G::from_files(vec![]).unwrap(), setup::<G>(&[]).unwrap());
    let dice = |order| move |roll| key("table", order, roll);
    let mut facts = game.start(&setup, &mut Chance::seeded(dice(0))).unwrap();
    let mut state = game.blank();
    for fact in &facts {
        if let Fact::Event(event) = fact {
            event.apply(&mut state).unwrap();
        }
    }
    let mut given = Vec::new();
    while given.len() < most && !game.is_over(&state) {
        let prompt = game.prompts(&state).into_iter().find(|prompt| prompt.awaited).expect("a decision");
        let seat = prompt.seat;
        let (view, options) = (game.view(&state, Viewer::Seat(seat)), game.options(&state, seat));
        let past = seen_by::<G>(seat, &facts);
        let briefing = Briefing { view: &view, prompt: &prompt, options: &options, past: &past };
        let mut own = Dice::from_key(key("player", given.len(), 0));
        let order = decide(&game, strength, &briefing, &mut own).expect("an order").order;
        given.push(format!("{} {order}", seat.as_str()));
        let mut chance = Chance::seeded(dice(given.len()));
        let resolved = game.resolve_among(&options, &state, seat, &order, &mut chance).unwrap();
        facts.extend(resolved.facts);
        state = resolved.state;
    }
    given
}

/// The rows of one game.
fn rows<G: Playable>() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    STRENGTHS.into_iter().map(|(strength, most)| {
        let given = orders::<G>(strength.parse().unwrap(), most);
        assert!(given.len() > most / 2, "{} {strength}: {} orders", G::NAME, given.len());
        let digest = hex::encode(Sha256::digest(given.join("\n")));
        (G::NAME, strength, digest[..16].to_owned())
    })
}

#[test]
fn the_orders_of_computer_players_are_those_of_their_version() {
    let found: Vec<_> = rows::<Goeben>().chain(rows::<GrandFleet>()).collect();
    let same = found.iter().map(|(game, strength, digest)| (*game, *strength, digest.as_str())).eq(PINNED);
    let table: Vec<String> = found.iter().map(|row| format!("    {row:?},\n")).collect();
    assert!(
        same && PLAYER_VERSION == VERSION,
        "a computer player orders otherwise than before, or its version was raised. If rules and packs are as they were, \
         raise PLAYER_VERSION (src/bots.rs): an audit has players of the same version think again. Then set VERSION and \
         these rows:\n{}",
        table.concat()
    );
}
