//! Warnings that are to be confirmed, and hints that throw nothing away: what ends the game, loses a ship or gives the
//! objective away is told from what its seat sees, and the rules then do what was told.

use crate::common::laws::{self, Lawful, fold, resolve};
use crate::common::{Luck, few_and_many};
use wardroom::game::caution::Caution;
use wardroom::game::hint::{Adviser, Hint};
use wardroom::game::{Arg, Fact, Game, Options, OrderForm, Prompt, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::{Event, IncidentEvent, SquadronEvent};
use wardroom::games::goeben::ids::{Cargo, Mission, Phase, ShipId, SpaceId, Track};
use wardroom::games::goeben::prospects::Prospects;
use wardroom::games::goeben::state::austrian::Austrian;
use wardroom::games::goeben::state::battle::{Battle, Counter};
use wardroom::games::goeben::state::{State, Task, Today};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::state as grand;

/// Orders of a verb that are tried.
const TRIED: usize = 24;

fn word(text: &'static str) -> Word {
    Word::literal(text)
}

fn order(verb: &'static str) -> OrderForm {
    OrderForm::new(word(verb))
}

fn sail(ship: &'static str, speed: &'static str, path: &[&'static str]) -> OrderForm {
    let path = Arg::Words(path.iter().copied().map(word).collect());
    order("move").with("ship", word(ship)).with("speed", word(speed)).with("path", path)
}

fn prompt<G: Game>(game: &G, state: &G::State) -> Prompt {
    game.prompts(state).into_iter().next().expect("somebody is asked")
}

fn options<G: Game>(game: &G, state: &G::State) -> Options {
    game.options(state, prompt(game, state).seat)
}

/// What of an order is to be confirmed, by the names of the warnings.
fn grave<G: Playable>(game: &G, state: &G::State, order: &OrderForm) -> Vec<String> {
    let (prompt, options) = (prompt(game, state), options(game, state));
    assert_eq!(options.accept(order), Ok(()), "{order}");
    let view = game.view(state, Viewer::Seat(prompt.seat));
    let cautions = game.cautions(&view, &prompt, &options, Some(order));
    cautions.iter().filter(|it| it.is_grave()).map(|it| it.what.to_string()).collect()
}

/// What is said with the question, by the names of the warnings.
fn said<G: Playable>(game: &G, state: &G::State) -> Vec<String> {
    let (prompt, options) = (prompt(game, state), options(game, state));
    let view = game.view(state, Viewer::Seat(prompt.seat));
    let what = |caution: Caution| caution.what.to_string();
    game.cautions(&view, &prompt, &options, None).into_iter().map(what).collect()
}

fn hints<G: Playable>(game: &G, state: &G::State) -> Vec<Hint> {
    let (prompt, options) = (prompt(game, state), options(game, state));
    game.hints(&game.view(state, Viewer::Seat(prompt.seat)), &prompt, &options)
}

/// A mission with this many points on a day, both ships at a space.
fn at(mission: &str, (turn, days): (u8, u8), phase: Phase, points: i32, space: &'static str) -> State {
    let game = Goeben::built_in();
    let setup = wardroom::games::setup::<Goeben>(&[]).expect("a game");
    let key = Luck::of(7).key();
    let mut chance = wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
    let mut state = game.blank();
    fold(&mut state, &game.start(&setup, &mut chance).expect("a start"));
    (state.mission, state.turn, state.days) = (Mission::named(mission), turn, days);
    (state.phase, state.victory_points, state.colliers_to_place) = (phase, points, 0);
    (state.today, state.visited) = (Today::default(), vec![]);
    state.ships.values_mut().for_each(|ship| ship.at = Some(SpaceId(word(space))));
    state
}

/// Both ships have lost boxes of their hull.
fn damage(state: &mut State) {
    for ship in state.ships.values_mut() {
        ship.tracks.insert(Track::Hull, 3);
    }
}

// The French fleet (13.1).

#[test]
fn who_ends_the_move_where_the_french_fleet_is_is_warned_and_asked_again() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (4, 6), Phase::Movement, 20, "NPZ");
    assert!(grave(&game, &state, &order("done")).is_empty(), "nobody is at sea");
    state.french_sortie = Some(4);
    assert_eq!(grave(&game, &state, &order("done")), ["warning-french-fleet", "warning-squadron-lost"]);
    assert!(said(&game, &state).contains(&"warning-french-fleet".to_owned()), "it is said with the question");
    assert!(grave(&game, &state, &sail("goeben", "cruise", &["OAL"])).is_empty(), "the other may still go");
    state.ships.get_mut(&ShipId(word("breslau"))).expect("a ship").at = Some(SpaceId(word("OAL")));
    assert_eq!(grave(&game, &state, &order("done")), ["warning-french-fleet"]);
    // A ship that outfits may not sail.
    state.phase = Phase::Outfitting;
    damage(&mut state);
    let repairs = options(&game, &state).propose(TRIED);
    let repair = |ship: &'static str| {
        repairs.iter().find(|it| it.verb.as_str() == "repair" && it.word("ship") == Some(word(ship))).unwrap()
    };
    assert_eq!(grave(&game, &state, repair("goeben")), ["warning-french-fleet-bound"]);
    assert!(grave(&game, &state, repair("breslau")).is_empty());
    assert!(said(&game, &state).contains(&"warning-french-fleet-today".to_owned()));
    assert!(grave(&game, &state, &order("done")).is_empty(), "she may still sail");
    state.french_sortie = Some(5);
    assert!(grave(&game, &state, repair("goeben")).is_empty(), "it comes tomorrow");
}

/// 23.0: the phase also ends with the last mines laid.
#[test]
fn whoever_lays_the_last_mines_is_warned_of_the_french_fleet() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (4, 6), Phase::Movement, 20, "NPZ");
    state.french_sortie = Some(4);
    state.today.moved = vec![ShipId(word("goeben")), ShipId(word("breslau"))];
    let breslau = state.ships.get_mut(&ShipId(word("breslau"))).expect("a ship");
    breslau.cargo = [(1, Cargo::Mines), (2, Cargo::Mines)].into();
    let lay = order("lay").with("ship", word("breslau")).with("space", word("NPZ"));
    assert!(grave(&game, &state, &lay).is_empty(), "there are mines left");
    let breslau = state.ships.get_mut(&ShipId(word("breslau"))).expect("a ship");
    breslau.cargo.remove(&2);
    assert_eq!(grave(&game, &state, &lay), ["warning-french-fleet", "warning-squadron-lost"]);
}

/// Whether the French fleet sinks a ship in these facts.
fn sinks(facts: &[Fact<Event>]) -> bool {
    let event = |fact: &Fact<Event>| match fact {
        Fact::Event(event) => Some(event.clone()),
        Fact::Roll(_) => None,
    };
    let events: Vec<Event> = facts.iter().filter_map(event).collect();
    let back = |it: &Event| matches!(it, Event::Incidents(IncidentEvent::FrenchFleetReturned {}));
    let ends = events.iter().position(back).unwrap_or(0);
    events[..ends].iter().any(|it| matches!(it, Event::Squadron(SquadronEvent::ShipSunk { .. })))
}

few_and_many!(
    whoever_the_french_fleet_sinks_was_warned_by_that_order: 2, 60;
    a_hint_never_gives_up_what_another_order_would_win: 2, 40;
    on_the_last_day_officers_with_the_points_go_home: 2, 60;
);

/// In random positions with the fleet at sea: what it sinks was warned of by the order that ended the phase, and nothing else
/// was.
fn whoever_the_french_fleet_sinks_was_warned_by_that_order(games: u64) {
    let (mut sunk, mut spared) = (0, 0);
    for seed in 0..games {
        laws::play::<Goeben>(seed, |moment, luck| {
            let free = moment.state.phase == Phase::Movement && moment.state.tasks.is_empty();
            if !free || moment.state.company.is_some() || luck.below(3) > 0 {
                return;
            }
            let mut state = moment.state.clone();
            state.french_sortie = Some(state.turn);
            for (id, ship) in state.ships.iter_mut().filter(|(_, ship)| ship.at.is_some()) {
                let space = SpaceId(word(["NPZ", "TPZ", "NPZ", "TPZ", "PAL", "BON"][luck.below(6) as usize]));
                ship.at = Some(space);
                // Whatever there is to do after the last move, or not.
                if luck.below(3) == 0 {
                    ship.cargo =
                        (1..=luck.below(2) as u8 + 1).map(|hull_box| (hull_box, Cargo::Mines)).collect();
                }
                if luck.below(3) == 0 {
                    state.places.entry(space).or_default().landed = true;
                }
                if luck.below(2) == 0 {
                    let done =
                        if luck.below(2) == 0 { &mut state.today.moved } else { &mut state.today.outfitted };
                    done.push(*id);
                }
            }
            let key = luck.key();
            for order in options(moment.game, &state).propose(TRIED) {
                let Ok(facts) = resolve(moment.game, &state, moment.seat, &order, key) else { continue };
                let warned = grave(moment.game, &state, &order);
                let warned = warned.iter().any(|what| what == "warning-french-fleet");
                assert_eq!(warned, sinks(&facts), "seed {seed}: {order}");
                if warned { sunk += 1 } else { spared += 1 }
            }
        });
    }
    println!("{sunk} sunk, {spared} spared");
    assert!(sunk > 5 && spared > 20, "{sunk} {spared}");
}

// The objective.

#[test]
fn the_objective_is_not_given_away_in_silence() {
    let game = Goeben::built_in();
    // The last day, the points in hand, the objective one space off.
    let state = at("atlantic-breakout", (6, 6), Phase::Movement, 65, "GPZ");
    let away = ["warning-out-of-reach"];
    assert_eq!(grave(&game, &state, &order("done")), away);
    assert!(grave(&game, &state, &sail("breslau", "cruise", &["ALB"])).is_empty(), "Goeben may still go");
    assert!(grave(&game, &state, &sail("goeben", "cruise", &["NAT"])).is_empty());
    let mut one = state.clone();
    one.ships.get_mut(&ShipId(word("breslau"))).expect("a ship").at = None;
    assert_eq!(grave(&game, &one, &sail("goeben", "cruise", &["ALB"])), away);
    one.phase = Phase::Outfitting;
    damage(&mut one);
    let all = options(&game, &one).propose(TRIED);
    let repair = all.iter().find(|it| it.verb.as_str() == "repair").expect("damage");
    assert_eq!(grave(&game, &one, repair), away, "a ship that repairs stays");
    // A day earlier there is time.
    one.turn = 5;
    assert!(grave(&game, &one, repair).is_empty());
    // Two days off at maximum speed only: to cruise today is too slow.
    let mut far = at("atlantic-breakout", (5, 6), Phase::Movement, 65, "NPZ");
    far.ships.get_mut(&ShipId(word("breslau"))).expect("a ship").at = None;
    assert_eq!(grave(&game, &far, &sail("goeben", "cruise", &["OAL", "TEN", "ORN", "ALB"])), away);
    assert!(grave(&game, &far, &sail("goeben", "maximum", &["OAL", "TEN", "ORN", "ALB", "GPZ"])).is_empty());
    far.ships.get_mut(&ShipId(word("goeben"))).expect("a ship").tracks.insert(Track::Coal, 0);
    assert!(grave(&game, &far, &order("done")).is_empty(), "it is out of reach already");
}

#[test]
fn a_neutral_objective_that_is_left_for_good_is_warned_of() {
    let game = Goeben::built_in();
    // At Constantinople too early: whoever stays today has had the only visit.
    let state = at("ottoman-alliance", (5, 8), Phase::Movement, 10, "CON");
    assert_eq!(grave(&game, &state, &order("done")), ["warning-out-of-reach"]);
    let all = options(&game, &state).propose(TRIED);
    let leave = all.iter().find(|it| it.verb.as_str() == "move").expect("a way out");
    assert!(grave(&game, &state, leave).is_empty(), "no visit yet: she may come back");
    let ready = at("ottoman-alliance", (5, 8), Phase::Movement, 80, "CON");
    assert!(grave(&game, &ready, &order("done")).is_empty(), "that wins");
}

#[test]
fn a_neutral_visit_is_warned_of_once_for_a_place_and_of_austrians_too() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (2, 6), Phase::Movement, 0, "BRI");
    let staying = |state: &State| said(&game, state).iter().filter(|it| *it == "warning-staying").count();
    // Moltke and Breslau lie there; by their names Goeben, elsewhere, comes between them.
    let moltke = state.ships[&ShipId(word("goeben"))].clone();
    state.ships.insert(ShipId(word("moltke")), moltke);
    state.ships.get_mut(&ShipId(word("goeben"))).expect("a ship").at = Some(SpaceId(word("WIO")));
    assert_eq!(staying(&state), 1);
    state.ships.values_mut().for_each(|ship| ship.at = Some(SpaceId(word("WIO"))));
    assert_eq!(staying(&state), 0);
    state.austrians.insert(ShipId(word("radetzky")), Austrian::At(SpaceId(word("BRI"))));
    assert_eq!(staying(&state), 1);
}

#[test]
fn last_coal_is_warned_of_before_contact_only_where_engines_can_burn_it() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (2, 6), Phase::NavalCombat, 0, "WIO");
    let ships: Vec<ShipId> = state.ships.keys().copied().filter(|id| state.ships[id].at.is_some()).collect();
    let dublin = vec![Counter::fresh(ShipId(word("dublin")))];
    state.tasks.push(Task::Battle(Battle::before_contact(SpaceId(word("WIO")), ships, dublin, 1)));
    let last = "warning-last-coal".to_owned();
    assert!(!said(&game, &state).contains(&last));
    let breslau = ShipId(word("breslau"));
    state.ships.get_mut(&breslau).expect("a ship").tracks.insert(Track::Coal, 1);
    assert!(said(&game, &state).contains(&last));
    // 12.4: down to the cruising range, she goes no faster for it.
    state.ships.get_mut(&breslau).expect("a ship").tracks.insert(Track::Engines, 4);
    assert!(!said(&game, &state).contains(&last));
}

#[test]
fn austrians_away_from_their_base_on_the_last_day_of_a_mission_are_warned_of() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (6, 6), Phase::Movement, 0, "WIO");
    state.setup.campaign = true;
    state.campaign = campaign();
    let due = |state: &State| said(&game, state).contains(&"warning-austrians-due".to_owned());
    let mut at_sea = state.clone();
    at_sea.austrians.insert(ShipId(word("radetzky")), Austrian::At(SpaceId(word("SAD"))));
    assert!(due(&at_sea));
    at_sea.turn = 5;
    assert!(!due(&at_sea), "another day is left");
    state.austrians.insert(ShipId(word("radetzky")), Austrian::At(SpaceId(word("POL"))));
    assert!(!due(&state), "at the base");
}

#[test]
fn a_ship_that_rams_with_her_last_point_of_hull_is_warned_of() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (2, 6), Phase::Incidents, 0, "OAL");
    let ships: Vec<ShipId> = state.ships.keys().copied().filter(|id| state.ships[id].at.is_some()).collect();
    state.tasks.push(Task::Ram { ships });
    let breslau = order("ram").with("ship", word("breslau"));
    assert!(grave(&game, &state, &breslau).is_empty());
    state.ships.get_mut(&ShipId(word("breslau"))).expect("a ship").tracks.insert(Track::Hull, 1);
    assert_eq!(grave(&game, &state, &breslau), ["warning-ram"]);
    assert!(grave(&game, &state, &order("ram").with("ship", word("goeben"))).is_empty());
}

#[test]
fn points_for_which_there_is_no_box_are_not_warned_of() {
    let game = Goeben::built_in();
    let mut state = at("atlantic-breakout", (0, 6), Phase::SetUp, 0, "MES");
    let wasted = "warning-cargo-points".to_owned();
    assert!(said(&game, &state).contains(&wasted));
    for ship in state.ships.values_mut() {
        let boxes = ship.track(Track::Hull);
        ship.cargo = (1..=boxes).map(|at| (at, wardroom::games::goeben::ids::Cargo::Wireless)).collect();
    }
    assert!(!said(&game, &state).contains(&wasted));
}

// Hints.

fn all_say(hints: &[Hint], wanted: impl Fn(&OrderForm) -> bool) -> bool {
    let bold = hints.iter().any(|hint| hint.adviser == Adviser::Bold);
    !hints.is_empty() && hints.iter().all(|hint| wanted(&hint.order)) && (bold || hints.len() == 1)
}

/// The positions in which the officers threw a won game away.
#[test]
fn officers_with_the_points_in_hand_go_to_the_objective() {
    let game = Goeben::built_in();
    let ends = |order: &OrderForm, space| order.words("path").and_then(<[_]>::last) == Some(&word(space));
    let damaged = |mut state: State| {
        damage(&mut state);
        state
    };
    // Two days are left, and the way takes two at maximum speed.
    let outfitting = damaged(at("atlantic-breakout", (5, 6), Phase::Outfitting, 65, "NPZ"));
    assert!(
        all_say(&hints(&game, &outfitting), |it| it.verb.as_str() == "done"),
        "{:?}",
        hints(&game, &outfitting)
    );
    let movement = damaged(at("atlantic-breakout", (5, 6), Phase::Movement, 65, "NPZ"));
    let go = |it: &OrderForm| it.is("speed", "maximum") && ends(it, "GPZ");
    assert!(all_say(&hints(&game, &movement), go), "{:?}", hints(&game, &movement));
    // The last day, one space off.
    for phase in [Phase::Outfitting, Phase::Intelligence] {
        let before = damaged(at("atlantic-breakout", (6, 6), phase, 65, "GPZ"));
        assert!(
            all_say(&hints(&game, &before), |it| it.verb.as_str() == "done"),
            "{:?}",
            hints(&game, &before)
        );
    }
    let last = damaged(at("atlantic-breakout", (6, 6), Phase::Movement, 65, "GPZ"));
    let home = |it: &OrderForm| it.is("speed", "cruise") && ends(it, "NAT");
    assert!(all_say(&hints(&game, &last), home), "{:?}", hints(&game, &last));
    // A mission that is fulfilled is reported.
    let mut there = at("atlantic-breakout", (4, 6), Phase::Objective, 65, "NAT");
    there.setup.campaign = true;
    there.campaign = campaign();
    assert!(
        all_say(&hints(&game, &there), |it| it.verb.as_str() == "conclude"),
        "{:?}",
        hints(&game, &there)
    );
    assert_eq!(grave(&game, &there, &order("sail-on")), ["warning-sail-on"]);
    let view = game.view(&there, Viewer::Seat(Goeben::commander()));
    let now = Prospects::now(game.board().chart(), &view);
    assert!(now.is_changed_by(&order("sail-on")) && !now.is_changed_by(&order("conclude")));
}

/// A campaign as it is begun.
fn campaign() -> Option<wardroom::games::goeben::state::campaign::Campaign> {
    let game = Goeben::built_in();
    let setup = wardroom::games::setup::<Goeben>(&[("campaign".to_owned(), String::new())]).expect("a game");
    let key = Luck::of(7).key();
    let mut chance = wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
    let mut state = game.blank();
    fold(&mut state, &game.start(&setup, &mut chance).expect("a start"));
    state.campaign
}

/// Whether the mission can still be won after an order.
fn keeps(game: &Goeben, state: &State, order: &OrderForm) -> bool {
    let (prompt, options) = (prompt(game, state), options(game, state));
    let view = game.view(state, Viewer::Seat(prompt.seat));
    Prospects::now(game.board().chart(), &view).after(order, &options).can_win()
}

fn a_hint_never_gives_up_what_another_order_would_win(games: u64) {
    let (mut looked, mut lost) = (0, 0);
    for seed in 0..games {
        laws::play::<Goeben>(seed, |moment, luck| {
            if moment.state.company.is_some() || luck.below(4) > 0 {
                return;
            }
            let (game, state) = (moment.game, moment.state);
            for hint in hints(game, state) {
                looked += 1;
                if keeps(game, state, &hint.order) {
                    continue;
                }
                lost += 1;
                let mut others = moment.options.propose(TRIED).into_iter();
                let better = others.find(|order| keeps(game, state, order));
                assert!(better.is_none(), "seed {seed}: {} instead of {better:?}", hint.order);
            }
        });
    }
    println!("{looked} hints, {lost} where nothing wins");
    assert!(looked > 100, "{looked}");
}

/// On the last day of random positions with the points won: where a ship can get to an objective, it does by the hints of
/// either officer. What is reached is asked of the rules.
fn on_the_last_day_officers_with_the_points_go_home(games: u64) {
    let mut won = 0;
    for seed in 0..games {
        laws::play::<Goeben>(seed, |moment, luck| {
            let free = moment.state.phase == Phase::Movement && moment.state.tasks.is_empty();
            if !free || moment.state.company.is_some() {
                return;
            }
            let game = moment.game;
            let mut state = moment.state.clone();
            (state.turn, state.victory_points, state.french_sortie) = (state.days, 200, None);
            state.places.values_mut().for_each(|place| place.coast.clear());
            let there = |state: &State| {
                let view = game.view(state, Viewer::Seat(Goeben::commander()));
                view.progress.is_some_and(|progress| !progress.on_objective.is_empty())
            };
            let move_of = |it: &OrderForm| it.verb.as_str() == "move";
            let reaches = |order: &OrderForm| {
                let progress = game.view(&state, Viewer::Seat(Goeben::commander())).progress;
                let end = order.words("path").and_then(<[_]>::last).map(|space| SpaceId(*space));
                progress.is_some_and(|progress| end.is_some_and(|end| progress.objectives.contains(&end)))
            };
            let orders = options(game, &state).propose(400);
            let german =
                |it: &OrderForm| it.word("ship").is_some_and(|id| state.ships.contains_key(&ShipId(id)));
            if there(&state) || !orders.iter().any(|it| move_of(it) && german(it) && reaches(it)) {
                return;
            }
            for adviser in [Adviser::Cautious, Adviser::Bold] {
                let mut now = state.clone();
                while now.phase == Phase::Movement && now.turn == state.turn && !there(&now) && !now.is_over()
                {
                    let hints = hints(game, &now);
                    let hint =
                        hints.iter().find(|it| it.adviser == adviser).or(hints.first()).expect("a hint");
                    assert!(move_of(&hint.order), "seed {seed}: {adviser} says {}", hint.order);
                    let facts = resolve(game, &now, moment.seat, &hint.order, luck.key()).expect("legal");
                    let moved = reaches(&hint.order) && german(&hint.order);
                    fold(&mut now, &facts);
                    if moved {
                        break;
                    }
                    assert!(now.phase == Phase::Movement, "seed {seed}: {adviser} went elsewhere");
                }
                won += 1;
            }
        });
    }
    println!("{won} times home");
    assert!(won > 0, "no position of the kind");
}

// Grand Fleet.

/// The last turn, with this British lead, where a side says whether there is a battle.
fn last_turn(lead: i32, step: grand::Step) -> grand::State {
    let game = GrandFleet::built_in();
    let setup = wardroom::games::setup::<GrandFleet>(&[]).expect("a game");
    let key = Luck::of(7).key();
    let mut chance = wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
    let mut state = game.blank();
    fold(&mut state, &game.start(&setup, &mut chance).expect("a start"));
    (state.turn, state.lead, state.step) = (9, lead, step);
    state
}

#[test]
fn a_game_that_an_order_ends_lost_is_asked_about_again() {
    let game = GrandFleet::built_in();
    let (attacker, sought) = (Side::German, false);
    let seek = |lead| last_turn(lead, grand::Step::Declaration { attacker, sought });
    // Without a battle whoever is behind on the last turn has lost, and Britain wins a draw of points.
    for lead in [1, 0] {
        let state = seek(lead);
        assert_eq!(grave(&game, &state, &order("decline")), ["warning-ends-lost"]);
        assert!(grave(&game, &state, &order("seek")).is_empty());
        assert!(
            hints(&game, &state).iter().all(|hint| hint.order == order("seek")),
            "{:?}",
            hints(&game, &state)
        );
        let mut earlier = state.clone();
        earlier.turn = 5;
        assert!(grave(&game, &earlier, &order("decline")).is_empty());
    }
    // Whoever is ahead has won.
    let ahead = seek(-1);
    assert!(grave(&game, &ahead, &order("decline")).is_empty());
    let advised = hints(&game, &ahead);
    assert!(advised.iter().all(|hint| hint.order == order("decline")), "{advised:?}");
    // A refusal costs three points.
    let answer = |lead| last_turn(lead, grand::Step::Declaration { attacker, sought: true });
    assert_eq!(grave(&game, &answer(2), &order("refuse")), ["warning-ends-lost"]);
    assert!(grave(&game, &answer(3), &order("refuse")).is_empty(), "an even score is Britain's");
    let mut early = answer(-4);
    early.turn = 3;
    assert_eq!(grave(&game, &early, &order("refuse")), ["warning-refuse"]);
    early.lead = -3;
    assert!(grave(&game, &early, &order("refuse")).is_empty());
    // Two dice may cost the point that is wanting.
    let mut dice = last_turn(-6, grand::Step::Initiative);
    dice.turn = 3;
    let throw = |number: i64| order("throw").with("number", number);
    let british = game.prompts(&dice).into_iter().find(|it| it.seat == Side::British.seat()).expect("asked");
    let view = game.view(&dice, Viewer::Seat(british.seat));
    let open = game.options(&dice, british.seat);
    let two = game.cautions(&view, &british, &open, Some(&throw(2)));
    assert!(two.iter().any(Caution::is_grave), "{two:?}");
    assert!(game.cautions(&view, &british, &open, Some(&throw(1))).is_empty());
}
