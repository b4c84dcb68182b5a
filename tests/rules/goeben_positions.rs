//! Positions from files: what no game comes to is refused by its name, before the rules count with it.

use crate::common::Luck;
use crate::common::laws::{Lawful, fold};
use wardroom::game::{Chance, Game, Word};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::ids::{Phase, ShipId, SpaceId};
use wardroom::games::goeben::state::battle::{Battle, BattleStep, Counter, Side};
use wardroom::games::goeben::state::{State, Task};

fn space(id: &'static str) -> SpaceId {
    SpaceId(Word::literal(id))
}

/// The first day.
fn first_day() -> State {
    let game = Goeben::built_in();
    let setup = wardroom::games::setup::<Goeben>(&[]).expect("a game");
    let key = Luck::of(7).key();
    let mut chance = Chance::seeded(|n| crate::common::roll_key(key, n));
    let mut state = game.blank();
    fold(&mut state, &game.start(&setup, &mut chance).expect("a start"));
    (state.turn, state.phase) = (1, Phase::NavalCombat);
    state
}

/// The reason for which a position is refused.
fn fault(state: &State) -> String {
    Goeben::built_in().check(state).expect_err("no position of the game").to_string()
}

#[test]
fn a_battle_has_few_hits_and_a_round_that_there_is() {
    let mut state = first_day();
    let ships: Vec<ShipId> = state.ships.keys().copied().filter(|id| state.ships[id].at.is_some()).collect();
    let dublin = Counter::fresh(ShipId(Word::literal("dublin")));
    let mut battle = Battle::before_contact(space("MES"), ships, vec![dublin], 1);
    let mut with = |battle: &Battle| {
        state.tasks = vec![Task::Battle(battle.clone())];
        state.clone()
    };
    let in_round = |round| BattleStep::Fire { round, side: Side::German, fired: vec![] };
    battle.step = in_round(3);
    assert_eq!(Goeben::built_in().check(&with(&battle)), Ok(()), "the round of torpedoes");
    for round in [4, u8::MAX] {
        battle.step = in_round(round);
        assert!(fault(&with(&battle)).contains("tasks.battle.step"));
    }
    battle.step = in_round(0);
    battle.enemies[0].damage = u8::MAX;
    assert!(fault(&with(&battle)).contains("at most 100 hits"));
    battle.enemies[0].damage = 0;
    battle.gained = i32::MIN;
    assert!(fault(&with(&battle)).contains("scored within"));
}

#[test]
fn a_landing_party_is_a_counter_of_the_box() {
    let game = Goeben::built_in();
    let mut state = first_day();
    let all = game.board().pack().cargo.values().map(|spec| usize::from(spec.count)).max().unwrap_or(0);
    let ports = game.board().pack().spaces.keys().take(all + 1);
    for port in ports {
        state.places.entry(*port).or_default().landed = true;
    }
    assert!(fault(&state).contains("of seebataillon in use"));
}
