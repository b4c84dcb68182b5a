//! Events: what changed, with the resulting values, chapter by chapter.

mod armament;
mod boxes;
mod combat;
mod formation;
mod initiative;
mod interception;
mod placement;
mod sequence;
mod set_up;
mod submarine_war;
mod victory;

pub use armament::ArmamentEvent;
pub use boxes::{BoxEvent, Boxed, Boxing};
pub use combat::{CombatEvent, Leaving};
pub use formation::FormationEvent;
pub use initiative::InitiativeEvent;
pub use interception::InterceptionEvent;
pub use placement::PlacementEvent;
pub use sequence::SequenceEvent;
pub use set_up::SetUpEvent;
pub use submarine_war::SubmarineWarEvent;
pub use victory::{Score, VictoryEvent};

use super::state::State;

crate::chapters! {
    /// A change of state.
    pub enum Event of State {
        /// The set-up (3).
        SetUp(SetUpEvent),
        /// The sequence of play (4).
        Sequence(SequenceEvent),
        /// Ships that go to damage and detachment boxes (6).
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
