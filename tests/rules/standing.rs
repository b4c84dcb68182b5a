//! Standing orders over random games: what they may answer is what is asked, with the verbs that answer it.

use std::collections::BTreeSet;

use crate::common::laws::{self, Lawful, fold};
use crate::common::{Luck, few_and_many};
use wardroom::game::{Chance, Game, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::ids::{Cargo, Phase, ShipId, SpaceId, Track};
use wardroom::games::goeben::state::{Source, State, Task};
use wardroom::games::grand_fleet::GrandFleet;

/// Every question that a seat is asked is one of those that its standing orders may answer, every verb that is open then is
/// one of its answers or of those `aside`, and what passes it by takes nothing more. Gives the verbs that were open.
fn questions_are_what_is_asked<G: Lawful + Playable>(games: u64, aside: &[&str]) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    for seed in 0..games {
        laws::play::<G>(seed, |moment, _| {
            let prompts = moment.game.prompts(moment.state);
            let asked = prompts.iter().find(|prompt| prompt.seat == moment.seat && prompt.awaited);
            let Some(asked) = asked else { return };
            let questions = moment.game.questions(moment.seat);
            let question = questions.iter().find(|question| question.ask == asked.ask.as_str());
            let question =
                question.unwrap_or_else(|| panic!("seed {seed}: nobody could be asked {}", asked.ask));
            for (verb, _) in &moment.options.verbs {
                let verb = verb.as_str();
                let known = question.verbs.contains(&verb) || aside.contains(&verb);
                assert!(known, "seed {seed}: `{verb}` answers {}", asked.ask);
                met.insert(format!("{} {verb}", asked.ask));
            }
            if let Some(pass) = question.pass {
                assert!(question.verbs.contains(&pass), "{pass} passes {} by", asked.ask);
            }
        });
    }
    met
}

fn nothing_is_left_out<G: Lawful + Playable>(games: u64, aside: &[&str]) -> Vec<String> {
    let met = questions_are_what_is_asked::<G>(games, aside);
    let seats = G::built_in().every_seat();
    let questions = seats.into_iter().flat_map(|seat| G::built_in().questions(seat));
    let all: BTreeSet<String> =
        questions.flat_map(|it| it.verbs.iter().map(move |verb| format!("{} {verb}", it.ask))).collect();
    all.difference(&met).cloned().collect()
}

fn goeben(games: u64) {
    // What officers say to each other is no answer.
    let aside =
        ["propose", "message", "letter", "approve", "decline", "support", "oppose", "drop", "away", "back"];
    let mut unmet = nothing_is_left_out::<Goeben>(games, &aside);
    // Reloading goes with everything outside battle and is rare; campaigns are played elsewhere.
    let campaign = ["set-up station", "reward reward", "objective conclude", "objective sail-on"];
    unmet.retain(|it| !it.ends_with(" reload") && !campaign.contains(&it.as_str()));
    assert!(games < 200 || unmet.is_empty(), "never open: {unmet:?}");
}

fn grand_fleet(games: u64) {
    let unmet = nothing_is_left_out::<GrandFleet>(games, &[]);
    assert!(games < 200 || unmet.is_empty(), "never open: {unmet:?}");
}

/// The squadron at Messina on the first day.
fn first_day(game: &Goeben) -> State {
    let setup = wardroom::games::setup::<Goeben>(&[]).expect("a game");
    let key = Luck::of(7).key();
    let mut chance = Chance::seeded(|n| crate::common::roll_key(key, n));
    let mut state = game.blank();
    fold(&mut state, &game.start(&setup, &mut chance).expect("a start"));
    (state.turn, state.phase) = (1, Phase::Outfitting);
    state
}

#[test]
fn a_torpedo_reload_may_answer_while_points_are_shared_out() {
    let game = Goeben::built_in();
    let mut state = first_day(&game);
    let ships: Vec<ShipId> = state.ships.keys().copied().filter(|id| state.ships[id].at.is_some()).collect();
    for ship in state.ships.values_mut() {
        ship.tracks.extend([(Track::Coal, 0), (Track::Torpedoes, 0)]);
        ship.cargo.insert(1, Cargo::TorpedoReload);
    }
    let space = SpaceId(Word::literal("MES"));
    state.tasks.push(Task::Share { space, source: Source::Port, points: 2, ships });
    let questions = game.questions(Goeben::commander());
    let share = questions.iter().find(|question| question.ask == "share").expect("a question");
    let open = game.options(&state, Goeben::commander());
    let open: Vec<&str> = open.verbs.iter().map(|(verb, _)| verb.as_str()).collect();
    assert_eq!(open, ["share", "reload"]);
    assert!(open.iter().all(|verb| share.verbs.contains(verb)));
}

/// 5.2: a condition beyond the last level is refused when it is typed.
#[test]
fn the_alert_level_goes_from_one_to_six() {
    let game = Goeben::built_in();
    let view = game.view(&first_day(&game), Viewer::Seat(Goeben::commander()));
    let gauges = game.gauges(&view, Goeben::commander());
    let alert = gauges.iter().find(|gauge| gauge.name == "alert").expect("a number");
    assert_eq!(alert.range, (1, 6));
}

few_and_many! {
    goeben: 25, 300;
    grand_fleet: 5, 200;
}
