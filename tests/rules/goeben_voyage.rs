//! A mission gathered from its facts.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::game::{Fact, Word};
use wardroom::games::goeben::event::{BombardmentEvent, Event, NavalCombatEvent, SequenceEvent};
use wardroom::games::goeben::ids::{Phase, SpaceId};
use wardroom::games::goeben::voyage::Voyage;

#[test]
fn days_on_which_shots_fell_are_those_with_a_shot() {
    let [bone, algiers, sea] = ["BON", "ALG", "WIO"].map(|id| SpaceId(Word::literal(id)));
    let begins = |turn| Event::Sequence(SequenceEvent::PhaseBegan { turn, phase: Phase::Outfitting });
    let fire = || Event::NavalCombat(NavalCombatEvent::FireOpened {});
    let bombarded = |space| Event::Bombardment(BombardmentEvent::SpaceBombarded { space });
    let ended = |space| {
        let (damaged, sunk, returned) = (vec![], vec![], vec![]);
        Event::NavalCombat(NavalCombatEvent::BattleEnded { space, damaged, sunk, returned })
    };
    let events = [
        begins(1),
        fire(),
        bombarded(bone),
        begins(2),
        // Nobody was found: no shot, at the coast or at sea.
        bombarded(algiers),
        ended(sea),
        begins(3),
        fire(),
        ended(sea),
    ];
    let facts: Vec<Fact<Event>> = events.into_iter().map(Fact::Event).collect();
    let fights = BTreeMap::from([(bone, BTreeSet::from([1])), (sea, BTreeSet::from([3]))]);
    assert_eq!(Voyage::of(&facts).fights, fights);
}
