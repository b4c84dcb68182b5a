//! 24 The campaign.

use std::collections::BTreeMap;

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Mission, Nation, Phase, Power, ShipId, SpaceId};
use crate::games::goeben::state::austrian::Austrian;
use crate::games::goeben::state::campaign::{Campaign, Deed, Verdict};
use crate::games::goeben::state::{Outcome, Ship, State, Today, unfit};

crate::events! {
    /// The campaign (24).
    pub enum CampaignEvent {
        /// A campaign begins (24).
        1 CampaignBegan {
            /// The orders to draw from.
            orders: Vec<Mission>,
        } => FactPolicy::PUBLIC,
        /// A mission enters the ledger of the campaign (24.1).
        1 MissionRecorded {
            /// The mission, its outcome and its points.
            deed: Deed,
        } => FactPolicy::PUBLIC,
        /// Orders leave the game before they are drawn (24.4).
        1 OrdersRemoved {
            /// The mission.
            mission: Mission,
        } => FactPolicy::PUBLIC,
        /// A power takes another stand for the rest of the campaign (24.4).
        1 StandingChanged {
            /// The power.
            nation: Nation,
            /// Its side from now on.
            standing: Power,
        } => FactPolicy::PUBLIC,
        /// A patrol zone is high seas for the rest of the campaign (Orders chart).
        1 PatrolsWithdrawn {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// An Allied ship leaves the game for good (Orders chart).
        1 AlliedShipRemoved {
            /// The ship.
            ship: ShipId,
        } => FactPolicy::PUBLIC,
        /// Ships from Germany are to join when the next mission begins (19.1).
        1 ReinforcementsPromised {} => FactPolicy::PUBLIC,
        /// The set-up of a later mission begins (24.1 to 24.3).
        1 MissionBegan {
            /// The missions so far, this one among them.
            number: u8,
            /// The alert level.
            alert: u8,
            /// The German ships with their tracks.
            ships: BTreeMap<ShipId, Ship>,
            /// The Austro-Hungarian ships that have come out (20).
            austrians: BTreeMap<ShipId, Austrian>,
            /// Allied ships that stay sunk.
            sunk: Vec<ShipId>,
            /// Colliers the player places.
            colliers: u8,
        } => FactPolicy::PUBLIC,
        /// A ship is placed where it begins a mission (24.2).
        1 ShipStationed {
            /// The ship.
            ship: ShipId,
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// The campaign is over (24.5).
        1 CampaignEnded {
            /// The verdict.
            verdict: Verdict,
            /// Missions won.
            successes: u8,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for CampaignEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::CampaignBegan { orders } => {
                state.campaign = Some(Campaign { orders: orders.clone(), ..Campaign::default() });
            }
            Self::MissionRecorded { deed } => {
                campaign(state)?.ledger.push(*deed);
                if deed.outcome == Outcome::Won {
                    state.won.push(deed.mission);
                }
            }
            Self::OrdersRemoved { mission } => campaign(state)?.orders.retain(|other| other != mission),
            Self::StandingChanged { nation, standing } => {
                state.standings.insert(*nation, *standing);
            }
            Self::PatrolsWithdrawn { space } => campaign(state)?.open_seas.push(*space),
            Self::AlliedShipRemoved { ship } => campaign(state)?.removed.push(*ship),
            Self::ReinforcementsPromised {} => campaign(state)?.reinforced = true,
            Self::MissionBegan { alert, ships, austrians, sunk, colliers, .. } => {
                // 24.1: cargo that is aboard when the set-up begins was paid for in an earlier mission.
                let boxes = ships.iter().map(|(id, ship)| (*id, ship.cargo.keys().copied().collect()));
                campaign(state)?.kept = boxes.collect();
                clear_the_map(state);
                state.alert = *alert;
                state.ships = ships.clone().into();
                state.austrians = austrians.clone();
                state.sunk = sunk.clone();
                state.colliers_to_place = *colliers;
            }
            Self::ShipStationed { ship, space } => state.ship_mut(*ship)?.at = Some(*space),
            Self::CampaignEnded { verdict, .. } => campaign(state)?.verdict = Some(*verdict),
        }
        Ok(())
    }
}

fn campaign(state: &mut State) -> Result<&mut Campaign, Defect> {
    state.campaign.as_mut().ok_or_else(|| unfit("event", "no campaign is played"))
}

/// 24.1 Clears the map for the next mission of a campaign. The ships, the Allied losses and the powers' attitudes stay.
fn clear_the_map(state: &mut State) {
    // The end of the scenario has cleared the tasks and the spaces to handle.
    // 13.1: markers out of play stay so for the whole campaign.
    state.mission = None;
    state.days = 0;
    state.turn = 0;
    state.phase = Phase::SetUp;
    if let Some(company) = &mut state.company {
        company.begin_phase(true);
    }
    state.victory_points = 0;
    state.colliers.clear();
    state.places.clear();
    state.pool.clear();
    state.damaged.clear();
    state.visited.clear();
    state.french_sortie = None;
    state.today = Today::default();
    state.outcome = None;
    state.deployment = None;
}
