//! Events: what changed, with the resulting values, chapter by chapter.

use super::alert::AlertEvent;
use super::austria::AustrianEvent;
use super::bombardment::BombardmentEvent;
use super::campaign::record::CampaignEvent;
use super::cargo::CargoEvent;
use super::deployment::DeploymentEvent;
use super::incidents::IncidentEvent;
use super::intelligence::IntelligenceEvent;
use super::mines::MineEvent;
use super::movement::MovementEvent;
use super::naval_combat::NavalCombatEvent;
use super::night::NightEvent;
use super::officers::event::OfficerEvent;
use super::outfitting::OutfittingEvent;
use super::ports::PortEvent;
use super::raiding::RaidEvent;
use super::repairs::RepairEvent;
use super::seaplanes::SeaplaneEvent;
use super::sequence::SequenceEvent;
use super::set_up::SetUpEvent;
use super::squadron::SquadronEvent;
use super::state::State;
use super::victory::VictoryEvent;

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
        /// What happens among the officers (25).
        Officers(OfficerEvent),
    }
}
