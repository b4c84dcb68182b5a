//! Standing orders over random games: what they may answer is what is asked, with the verbs that answer it.

use std::collections::BTreeSet;

use crate::common::few_and_many;
use crate::common::laws::{self, Lawful};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
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

few_and_many! {
    goeben: 25, 300;
    grand_fleet: 5, 200;
}
