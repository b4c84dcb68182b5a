//! Events: what changed, with the resulting values, chapter by chapter.

mod alert;
mod austria;
mod bombardment;
mod campaign;
mod cargo;
mod deployment;
mod incidents;
mod intelligence;
mod mines;
mod movement;
mod naval_combat;
mod night;
pub mod officers;
mod outfitting;
mod ports;
mod raiding;
mod repairs;
mod seaplanes;
mod sequence;
mod set_up;
mod squadron;
mod victory;

pub use alert::AlertEvent;
pub use austria::AustrianEvent;
pub use bombardment::BombardmentEvent;
pub use campaign::CampaignEvent;
pub use cargo::CargoEvent;
pub use deployment::DeploymentEvent;
pub use incidents::IncidentEvent;
pub use intelligence::IntelligenceEvent;
pub use mines::MineEvent;
pub use movement::MovementEvent;
pub use naval_combat::NavalCombatEvent;
pub use night::NightEvent;
pub use officers::OfficerEvent;
pub use outfitting::OutfittingEvent;
pub use ports::PortEvent;
pub use raiding::RaidEvent;
pub use repairs::RepairEvent;
pub use seaplanes::{Flight, SeaplaneEvent};
pub use sequence::SequenceEvent;
pub use set_up::SetUpEvent;
pub use squadron::SquadronEvent;
pub use victory::VictoryEvent;

use super::state::State;

crate::chapters! {
    /// A change of state.
    pub enum Event of State {
        /// The set-up (3).
        SetUp(SetUpEvent),
        /// The sequence of play (4).
        Sequence(SequenceEvent),
        /// The alert level (5).
        Alert(AlertEvent),
        /// The squadron and its damage (6).
        Squadron(SquadronEvent),
        /// Outfitting (7).
        Outfitting(OutfittingEvent),
        /// Cargo (8).
        Cargo(CargoEvent),
        /// Ports and bases (9).
        Ports(PortEvent),
        /// Repairs (10).
        Repairs(RepairEvent),
        /// Intelligence (11).
        Intelligence(IntelligenceEvent),
        /// Movement (12).
        Movement(MovementEvent),
        /// Incidents and their markers (13).
        Incidents(IncidentEvent),
        /// Naval combat (14).
        NavalCombat(NavalCombatEvent),
        /// Commerce raiding (15).
        Raiding(RaidEvent),
        /// Shore bombardment (16).
        Bombardment(BombardmentEvent),
        /// Victory (17).
        Victory(VictoryEvent),
        /// Variable deployment (18).
        Deployment(DeploymentEvent),
        /// The Austro-Hungarian ships (20).
        Austria(AustrianEvent),
        /// Seaplanes (20.1, 21.2).
        Seaplanes(SeaplaneEvent),
        /// Night battles (22).
        Night(NightEvent),
        /// Mines (23).
        Mines(MineEvent),
        /// The campaign (24).
        Campaign(CampaignEvent),
        /// Events among the officers (25).
        Officers(OfficerEvent),
    }
}
