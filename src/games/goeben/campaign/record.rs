//! What a campaign remembers from mission to mission (24), and how its events are assigned.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::game::Fault;
use crate::games::goeben::event::{Event, unfit};
use crate::games::goeben::ids::{Mission, Phase, ShipId, SpaceId};
use crate::games::goeben::state::{Outcome, State, Today};
use crate::word_enum;

/// A campaign (24.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Orders that may still be drawn.
    pub orders: Vec<Mission>,
    /// The missions so far, in their order; the one in hand is not among them.
    pub ledger: Vec<Deed>,
    /// Patrol zones that are high seas (Orders chart).
    #[serde(default)]
    pub open_seas: Vec<SpaceId>,
    /// Allied ships that have left the game without being sunk (Orders chart).
    #[serde(default)]
    pub removed: Vec<ShipId>,
    /// Ships from Germany have been asked for (19.1).
    #[serde(default)]
    pub reinforced: bool,
    /// Hull boxes whose cargo is aboard since an earlier mission, by ship (24.1).
    #[serde(default)]
    pub kept: BTreeMap<ShipId, BTreeSet<u8>>,
    /// How it was judged, once it is over (24.5).
    #[serde(default)]
    pub verdict: Option<Verdict>,
}

/// A mission that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// Which.
    pub mission: Mission,
    /// How it ended.
    pub outcome: Outcome,
    /// With how many victory points.
    pub victory_points: i32,
}

word_enum! {
    /// How a campaign is judged (24.1, 24.5).
    Verdict {
        /// Two missions won or fewer.
        Failure = "failure",
        /// Three.
        Draw = "draw",
        /// Four or more.
        Victory = "victory",
        /// Four or more, and no German ship left.
        MoralVictory = "moral-victory",
        /// A mission ended with fewer than 0 points.
        Dismissed = "dismissed",
    }
}

impl Campaign {
    /// Missions won.
    pub fn successes(&self) -> u8 {
        self.ledger.iter().filter(|deed| deed.outcome == Outcome::Won).count() as u8
    }
}

impl State {
    pub(in crate::games::goeben) fn apply_to_campaign(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::CampaignBegan { orders } => {
                self.campaign = Some(Campaign { orders: orders.clone(), ..Campaign::default() });
                return Ok(());
            }
            Event::StandingChanged { nation, standing } => {
                self.standings.insert(*nation, *standing);
                return Ok(());
            }
            Event::ShipStationed { ship, space } => {
                self.ship_mut(*ship)?.at = Some(*space);
                return Ok(());
            }
            Event::MissionBegan { .. } => self.begin_mission(event),
            Event::MissionRecorded { deed } if deed.outcome == Outcome::Won => self.won.push(deed.mission),
            _ => {}
        }
        let campaign = self.campaign.as_mut().ok_or_else(|| unfit("event", "no campaign is played"))?;
        match event {
            Event::MissionRecorded { deed } => campaign.ledger.push(*deed),
            Event::OrdersRemoved { mission } => campaign.orders.retain(|other| other != mission),
            Event::PatrolsWithdrawn { space } => campaign.open_seas.push(*space),
            Event::AlliedShipRemoved { ship } => campaign.removed.push(*ship),
            Event::ReinforcementsPromised {} => campaign.reinforced = true,
            Event::MissionBegan { ships, .. } => {
                let boxes = ships.iter().map(|(id, ship)| (*id, ship.cargo.keys().copied().collect()));
                campaign.kept = boxes.collect();
            }
            Event::CampaignEnded { verdict, .. } => campaign.verdict = Some(*verdict),
            _ => return Err(unfit("event", "it concerns no campaign")),
        }
        Ok(())
    }

    /// 24.1 The map is cleared and the tracks are set for another mission.
    fn begin_mission(&mut self, event: &Event) {
        let Event::MissionBegan { alert, ships, austrians, sunk, colliers, .. } = event else { return };
        self.alert = *alert;
        self.ships = ships.clone();
        self.austrians = austrians.clone();
        self.sunk = sunk.clone();
        self.colliers_to_place = *colliers;
        self.mission = None;
        self.days = 0;
        self.turn = 0;
        self.phase = Phase::SetUp;
        if let Some(company) = &mut self.company {
            company.begin_phase(true);
        }
        self.victory_points = 0;
        self.colliers.clear();
        self.places.clear();
        self.pool.clear();
        self.damaged.clear();
        self.visited.clear();
        self.french_sortie = None;
        self.today = Today::default();
        self.outcome = None;
        self.deployment = None;
    }
}
