//! Events: what changed, with the resulting values, chapter by chapter.

use super::armament::ArmamentEvent;
use super::boxes::BoxEvent;
use super::combat::CombatEvent;
use super::formation::FormationEvent;
use super::initiative::InitiativeEvent;
use super::interception::InterceptionEvent;
use super::placement::PlacementEvent;
use super::sequence::SequenceEvent;
use super::set_up::SetUpEvent;
use super::state::State;
use super::submarine_war::SubmarineWarEvent;
use super::victory::VictoryEvent;

crate::chapters! {
    /// A change of state.
    pub enum Event of State {
        /// The set-up (3).
        SetUp(SetUpEvent),
        /// The sequence of play (4).
        Sequence(SequenceEvent),
        /// What ships go to damage and detachment boxes (6).
        Boxes(BoxEvent),
        /// The armament phase (6).
        Armament(ArmamentEvent),
        /// The initiative phase (7b).
        Initiative(InitiativeEvent),
        /// Fleets are formed and their markers mixed (8).
        Formation(FormationEvent),
        /// Markers are placed (8).
        Placement(PlacementEvent),
        /// Markers are moved, then turned over (8).
        Interception(InterceptionEvent),
        /// Combat (8).
        Combat(CombatEvent),
        /// Unrestricted submarine war (9).
        SubmarineWar(SubmarineWarEvent),
        /// The end of the game, and points (10, 11).
        Victory(VictoryEvent),
    }
}
