//! One viewer's view of a state. All hiding is done here.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ids::{Both, HexId, ShipId, Side};
use super::odds;
use super::pack::Chart;
use super::state::{
    AtSea, Battle, Berth, Combat, Formation, Handling, Marker, Outcome, Setup, Shot, Situation, State, Step,
};
use crate::game::odds::Odds;
use crate::game::{Shared, Viewer};

/// A decision that is a side's own secret until both have made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "is", content = "value")]
pub enum Decision<T> {
    /// Not made yet.
    #[default]
    Awaited,
    /// Made, and not for this viewer.
    Sealed,
    /// Made.
    Open(T),
}

/// One viewer's view of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The options.
    pub setup: Setup,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The step of the sequence of play.
    pub step: Step,
    /// The British lead in victory points; below 0 a German lead.
    pub lead: i32,
    /// The turn the submarine war broke out.
    pub war: Option<u32>,
    /// The berth of every ship.
    pub berths: Shared<BTreeMap<ShipId, Berth>>,
    /// The number of initiative dice that each side throws.
    pub dice: Both<Decision<u32>>,
    /// The battle under way.
    pub battle: Option<BattleView>,
    /// The outcome of the game.
    pub outcome: Option<Outcome>,
    /// The odds of the orders that are open to this viewer now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
}

/// The viewer's view of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleView {
    /// The side that sought it.
    pub attacker: Side,
    /// The fleets that each side has formed.
    pub formed: Both<Decision<Shared<Formation>>>,
    /// The face-down markers in the order they are placed: for an open table only.
    pub shuffled: Option<Both<Vec<u32>>>,
    /// Face-up fast fleets not placed yet.
    pub shown_left: Both<Vec<u32>>,
    /// The number of face-down markers still to place.
    pub hidden_left: Both<u32>,
    /// The markers on the map; empty once they are turned over.
    pub markers: Vec<Marker>,
    /// Passes in a row.
    pub passes: u32,
    /// True once the markers are turned over.
    pub revealed: bool,
    /// The fleets on the map once they are.
    pub fleets: Shared<Vec<AtSea>>,
    /// Hexes fought over.
    pub fought: Vec<HexId>,
    /// The combat under way.
    pub combat: Option<CombatView>,
}

/// The viewer's view of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CombatView {
    /// The hex.
    pub hex: HexId,
    /// The round, from 1.
    pub round: u32,
    /// The side that settles its combat initiative first.
    pub first: Side,
    /// The declaration and throw of each side.
    pub handling: Both<Option<Handling>>,
    /// The situations chosen.
    pub situation: Situation,
    /// The points each side may allocate.
    pub points: Both<u32>,
    /// The ships each side fires at.
    pub targets: Both<Decision<Vec<ShipId>>>,
    /// The results of the shots.
    pub shots: Vec<Shot>,
    /// For each side, true if it wants to fight on.
    pub willing: Both<Option<bool>>,
}

/// The view of `viewer` of `state`.
pub fn view(chart: &Chart, state: &State, viewer: Viewer) -> View {
    View {
        setup: state.setup,
        turn: state.turn,
        step: state.step,
        lead: state.lead,
        war: state.war,
        berths: state.berths.clone(),
        // Never open to the other side here: the second choice throws at once, and the throw clears both.
        dice: decisions(&state.dice, viewer, false),
        battle: state.battle.as_ref().map(|battle| battle_view(battle, state.step, viewer)),
        outcome: state.outcome,
        odds: odds::odds(chart, state, viewer),
    }
}

fn battle_view(battle: &Battle, step: Step, viewer: Viewer) -> BattleView {
    BattleView {
        attacker: battle.attacker,
        formed: decisions(&battle.formed, viewer, battle.revealed),
        shuffled: (viewer == Viewer::All).then(|| battle.shuffled.clone()),
        shown_left: battle.shown_left.clone(),
        hidden_left: battle.hidden_left,
        // From the reveal on `fleets` has the real ones; the marker of a dummy would look like one more.
        markers: if battle.revealed { vec![] } else { battle.markers.clone() },
        passes: battle.passes,
        revealed: battle.revealed,
        fleets: battle.fleets.clone(),
        fought: battle.fought.clone(),
        combat: battle.combat.as_ref().map(|combat| combat_view(combat, step, viewer)),
    }
}

fn combat_view(combat: &Combat, step: Step, viewer: Viewer) -> CombatView {
    CombatView {
        hex: combat.hex,
        round: combat.round,
        first: combat.first,
        handling: combat.handling,
        situation: combat.situation.clone(),
        points: combat.points,
        // The last allocation ends the gunnery step, and from then on both are open.
        targets: decisions(&combat.targets, viewer, step != Step::Gunnery),
        shots: combat.shots.clone(),
        willing: combat.willing,
    }
}

/// Each side's decision for `viewer`, open to all when `shown`.
fn decisions<T: Clone>(made: &Both<Option<T>>, viewer: Viewer, shown: bool) -> Both<Decision<T>> {
    Both::of(|side| match &made[side] {
        None => Decision::Awaited,
        Some(decision) if shown || viewer == Viewer::All || viewer == Viewer::Seat(side.seat()) => {
            Decision::Open(decision.clone())
        }
        Some(_) => Decision::Sealed,
    })
}
