//! Optional rules of *Goeben, 1914* for random games.

use std::collections::BTreeSet;

use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::austria::{self};
use wardroom::games::goeben::ids::SpaceId;
use wardroom::games::goeben::optional::{self};
use wardroom::games::goeben::state::austrian::Austrian;
use wardroom::games::goeben::state::{Optional, State};

use super::Luck;

/// Rules that go together, each of them in two games of five.
pub fn some_rules(luck: &mut Luck) -> BTreeSet<Optional> {
    let mut rules = BTreeSet::new();
    for rule in Optional::ALL {
        if luck.below(5) < 2 {
            rules.insert(*rule);
            if optional::check(&rules).is_err() {
                rules.remove(rule);
            }
        }
    }
    rules
}

/// In half the games with the Austro-Hungarian ships in play, some of them are at sea already.
pub fn perhaps_a_fleet(game: &Goeben, state: &mut State, luck: &mut Luck) {
    if !state.plays(Optional::AustriaHungary) || luck.below(2) == 0 {
        return;
    }
    let board = game.board();
    let open = |space: &SpaceId| austria::may_enter(board, *space);
    let seas: Vec<SpaceId> = board.pack().spaces.keys().copied().filter(open).collect();
    for ship in austria::in_box(board, state) {
        if luck.below(3) == 0 {
            let at = if luck.below(2) == 0 { austria::pola() } else { *luck.one_of(&seas).expect("a sea") };
            state.austrians.insert(ship, Austrian::At(at));
        }
    }
}
