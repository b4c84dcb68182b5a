//! Which decisions are small, for which a table may give less time.

use wardroom::game::{Game, Prompt, Seat, Word};
use wardroom::games::goeben::{self, Goeben};
use wardroom::games::grand_fleet::{self, GrandFleet};
use wardroom::words::{Lang, Words};

fn is_small<G: Game>(ask: &'static str) -> bool {
    let (seat, rule) = (Seat(Word::literal("seat")), Word::literal("rule"));
    G::is_small(&Prompt { seat, ask: Word::literal(ask), rule, about: vec![], awaited: true })
}

fn check<G: Game>(prefix: &str, small: &[&'static str], big: &[&'static str]) {
    let words = Words::of_game(G::NAME).unwrap();
    for ask in small.iter().chain(big) {
        assert!(words.has(Lang::En, &format!("{prefix}prompt-{ask}")), "{ask} is asked nowhere");
        assert_eq!(is_small::<G>(ask), small.contains(ask), "{ask}");
    }
}

#[test]
fn what_a_few_words_answer_is_small_and_what_wants_a_plan_is_not() {
    let big =
        ["set-up", "outfitting", "intelligence", "movement", "fire", "bombard-fire", "bombardment", "reward"];
    check::<Goeben>("", goeben::orders::SMALL, &big);
    let big = ["stow", "send", "formation", "placement", "interception", "manoeuvre", "situation", "gunnery"];
    check::<GrandFleet>("gf-", grand_fleet::orders::SMALL, &big);
}
