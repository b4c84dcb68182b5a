//! *Grand Fleet 1.2* as the laws see it.
#![allow(dead_code)]

pub mod invariants;
pub mod otherwise;

use wardroom::game::{Fact, Game};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::{Event, InitiativeEvent};
use wardroom::games::grand_fleet::ids::{ShipId, Side};
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Berth, Setup, State, Step};

use crate::common::Luck;
use crate::common::laws::{self, Lawful};

/// Both sides, the British first.
pub const SIDES: [Side; 2] = [Side::British, Side::German];

impl Lawful for GrandFleet {
    const SLIPS: &'static [&'static str] = &[
        "commit",
        "respread",
        "decline",
        "send",
        "form",
        "place",
        "place-shown",
        "pass",
        "fire",
        "hold-fire",
        "lion",
        "seydlitz",
        "506",
        "202",
        "0",
        "1",
        "3",
        "3-up",
        "9",
        "full",
        "go-on",
        "long",
        "nonsense",
    ];
    const MISPRINTS: &'static [&'static str] = &[
        "fleet",
        "ashore",
        "sunk",
        "abroad",
        "lion",
        "seydlitz",
        "506",
        "101",
        "british",
        "german",
        "initiative",
        "gunnery",
        "formation",
        "interception",
        "aftermath",
        "over",
        "nonsense",
    ];
    const ORDERS_LIMIT: usize = 4000;

    fn built_in() -> GrandFleet {
        GrandFleet::new(Chart::builtin())
    }

    fn setup(luck: &mut Luck) -> Setup {
        Setup { historical: luck.below(3) == 0, audacious: luck.below(2) == 0, ..Setup::default() }
    }

    /// Now and then a side begins with next to nothing left, so that it may have to fight with dummies.
    fn beginning(&self, luck: &mut Luck) -> State {
        let (_, mut state) = laws::begin(self, luck);
        if luck.below(8) == 0 {
            let side = SIDES[luck.below(2) as usize];
            let left = luck.below(4) as usize;
            let spared = in_fleet_box(self, &state, side).take(left).collect::<Vec<_>>();
            let reserve = in_boxes(self, &state, side).next();
            let ours = |ship: &ShipId| self.chart().ship(*ship).unwrap().nation.side() == side;
            for (ship, berth) in state.berths.iter_mut().filter(|(ship, _)| ours(ship)) {
                match berth {
                    Berth::Box(number) if Some(*ship) == reserve => *number = 0,
                    Berth::Fleet | Berth::Box(_) if !spared.contains(ship) => *berth = Berth::Sunk,
                    _ => {}
                }
            }
        }
        state
    }

    fn ending(state: &State) -> String {
        let outcome = state.outcome.unwrap();
        format!("{} {}", outcome.why, outcome.winner.map_or("draw", Side::as_str))
    }

    /// A secret decision is one sealed fact. Besides, a side that has to fight with fewer than three ships has its
    /// dummies formed for it, as everyone knows, when it would be asked.
    fn secrets(&self, before: &State, facts: &[Fact<Event>]) -> usize {
        let decided = matches!(before.step, Step::Initiative | Step::Formation { .. } | Step::Gunnery);
        let joins = facts
            .iter()
            .any(|fact| matches!(fact, Fact::Event(Event::Initiative(InitiativeEvent::BattleJoined { .. }))));
        let attacker = before.battle.as_ref().map(|battle| battle.attacker);
        let unable = |side: Side| afloat(self, before, side) < 3;
        let formed = match (before.step, attacker) {
            // Nobody is asked between joining battle and the first side that can form.
            (Step::Declaration { attacker, .. }, _) if joins => {
                let first = unable(attacker);
                usize::from(first) + usize::from(first && unable(attacker.enemy()))
            }
            (Step::Formation { side }, Some(attacker)) if side == attacker => {
                usize::from(unable(attacker.enemy()))
            }
            _ => 0,
        };
        usize::from(decided) + formed
    }
}

/// How many ships a side has in its fleet box.
pub fn afloat(game: &GrandFleet, state: &State, side: Side) -> usize {
    in_fleet_box(game, state, side).count()
}

/// The ships a side has in its fleet box.
pub fn in_fleet_box<'a>(
    game: &'a GrandFleet,
    state: &'a State,
    side: Side,
) -> impl Iterator<Item = ShipId> + 'a {
    let fleet = state.berths.iter().filter(|(_, berth)| **berth == Berth::Fleet).map(|(ship, _)| *ship);
    fleet.filter(move |ship| game.chart().ship(*ship).unwrap().nation.side() == side)
}

/// The ships a side has in its damage and detachment boxes.
fn in_boxes<'a>(game: &'a GrandFleet, state: &'a State, side: Side) -> impl Iterator<Item = ShipId> + 'a {
    let boxed =
        state.berths.iter().filter(|(_, berth)| matches!(berth, Berth::Box(_))).map(|(ship, _)| *ship);
    boxed.filter(move |ship| game.chart().ship(*ship).unwrap().nation.side() == side)
}

/// Whether a fact opens what was sealed.
pub fn opens(fact: &Fact<Event>) -> bool {
    GrandFleet::fact_policy(fact).opens()
}
