//! The campaign in words: its state, and the events between its missions.

use super::GoebenReport;
use std::collections::BTreeMap;

use crate::game::Fact;
use crate::games::goeben::campaign::interval::BETWEEN_MISSIONS;
use crate::games::goeben::event::{CampaignEvent, Event, SquadronEvent, VictoryEvent};
use crate::games::goeben::ids::ShipId;
use crate::games::goeben::state::Outcome;
use crate::games::goeben::state::campaign::{Deed, Verdict};
use crate::games::goeben::view::{CampaignView, View};
use crate::report::Weight;
use crate::words::Value;

impl GoebenReport<'_> {
    pub(super) fn of_campaign(&self, event: &CampaignEvent) -> Option<(Weight, String)> {
        let plain = |text| Some((Weight::Plain, text));
        match event {
            CampaignEvent::CampaignBegan { orders } => {
                plain(self.say("event-campaign-began", &[("count", orders.len().into())]))
            }
            CampaignEvent::MissionRecorded { deed } => {
                plain(self.say("event-mission-recorded", &self.deed_args(deed)))
            }
            CampaignEvent::OrdersRemoved { mission } => {
                plain(self.say("event-orders-removed", &[("mission", self.name(mission.word()).into())]))
            }
            CampaignEvent::StandingChanged { nation, standing } => plain(self.say(
                "event-standing-changed",
                &[("nation", self.name(nation.word()).into()), ("standing", standing.as_str().into())],
            )),
            CampaignEvent::PatrolsWithdrawn { space } => {
                plain(self.say("event-patrols-withdrawn", &[("space", self.space(*space).into())]))
            }
            CampaignEvent::AlliedShipRemoved { ship } => {
                plain(self.say("event-allied-ship-removed", &[("ship", self.ship(*ship).into())]))
            }
            CampaignEvent::ReinforcementsPromised {} => plain(self.say("event-reinforcements-promised", &[])),
            CampaignEvent::MissionBegan { number, ships, .. } => {
                let args = [("number", (*number).into()), ("ships", self.lying(ships).into())];
                Some((Weight::Heading, self.say("event-mission-began", &args)))
            }
            CampaignEvent::ShipStationed { ship, space } => plain(self.say(
                "event-ship-stationed",
                &[("ship", self.ship(*ship).into()), ("space", self.space(*space).into())],
            )),
            CampaignEvent::CampaignEnded { verdict, successes } => {
                Some((Weight::Heading, self.judged(*verdict, *successes)))
            }
        }
    }

    /// The heading of the board: which mission, which day.
    pub(super) fn today_in_campaign(
        &self,
        view: &View,
        campaign: &CampaignView,
        day: &[(&'static str, Value<'static>)],
    ) -> String {
        let mission = [("number", campaign.number.into()), ("most", campaign.most.into())];
        let mut args: Vec<(&str, Value<'_>)> = day.iter().cloned().chain(mission).collect();
        match (campaign.verdict, view.outcome) {
            (Some(verdict), _) => self.judged(verdict, campaign.successes),
            (None, Some(outcome)) => {
                args.push(("outcome", self.term("outcome", outcome.as_str()).into()));
                self.say("board-campaign-between", &args)
            }
            (None, None) if view.turn == 0 => self.say("board-campaign-set-up", &args),
            (None, None) => self.say("board-campaign-day", &args),
        }
    }

    /// The verdict on a campaign.
    pub(super) fn judged(&self, verdict: Verdict, successes: u8) -> String {
        let args = [("verdict", verdict.as_str().into()), ("count", successes.into())];
        self.say("event-campaign-ended", &args)
    }

    /// The page between two missions, once the next has begun: what was won and repaired, the next mission's start and goals,
    /// and the ledger.
    pub(super) fn interval_lines(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        let Some(campaign) = &view.campaign else { return vec![] };
        let ended = facts.iter().rposition(|fact| {
            matches!(fact, Fact::Event(Event::Victory(VictoryEvent::ScenarioEnded { .. })))
        });
        let between = facts.iter().skip(ended.unwrap_or(0)).filter_map(|fact| match fact {
            Fact::Event(event) => Some(event),
            Fact::Roll(_) => None,
        });
        let (mut won, mut repaired) = (Vec::new(), BTreeMap::<ShipId, Vec<String>>::new());
        for event in between {
            match event {
                // These are told from the view, under the start of the next mission.
                Event::Campaign(CampaignEvent::MissionBegan { .. } | CampaignEvent::ShipStationed { .. }) => {
                }
                Event::Campaign(event) => won.extend(self.of_campaign(event).map(|(_, text)| text)),
                Event::Squadron(SquadronEvent::TrackChanged { ship, track, from, to, why })
                    if why.as_str() == BETWEEN_MISSIONS && from != to =>
                {
                    let args = [
                        ("track", self.name(track.word()).into()),
                        ("from", (*from).into()),
                        ("to", (*to).into()),
                    ];
                    repaired.entry(*ship).or_default().push(self.say("interval-track", &args));
                }
                _ => {}
            }
        }
        let repaired = repaired.into_iter().map(|(ship, tracks)| {
            self.say(
                "interval-repaired-ship",
                &[("ship", self.ship(ship).into()), ("tracks", self.list(tracks).into())],
            )
        });
        let lying = view.ships.iter().filter_map(|(id, ship)| {
            let args = [("ship", self.ship(*id).into()), ("space", self.space(ship.ship.at?).into())];
            Some(self.say("ship-lies", &args))
        });
        let start = [("ships", self.list(lying).into()), ("alert", view.alert.into())];
        let args = [("number", campaign.number.into()), ("most", campaign.most.into())];
        let mut lines = vec![(Weight::Heading, self.say("interval", &args))];
        self.section_of(&mut lines, "interval-won", won);
        self.section_of(&mut lines, "interval-repaired", repaired.collect());
        self.section_of(&mut lines, "interval-start", vec![self.say("interval-start-at", &start)]);
        self.section_of(&mut lines, "interval-goal", self.mission(view));
        self.section_of(&mut lines, "interval-ledger", self.campaign_lines(view));
        lines
    }

    fn deed_args(&self, deed: &Deed) -> [(&'static str, Value<'static>); 3] {
        let outcome = if deed.outcome == Outcome::Won { "won" } else { "lost" };
        [
            ("mission", self.name(deed.mission.word()).into()),
            ("outcome", outcome.into()),
            ("points", super::points::plain(deed.victory_points).into()),
        ]
    }

    /// The state of the campaign, line by line; nothing for a single scenario.
    pub(super) fn campaign_lines(&self, view: &View) -> Vec<String> {
        let Some(campaign) = &view.campaign else { return vec![] };
        let failures = campaign.ledger.len() - usize::from(campaign.successes);
        let mut lines = vec![self.say(
            "campaign-stands",
            &[
                ("number", campaign.number.into()),
                ("most", campaign.most.into()),
                ("won", campaign.successes.into()),
                ("lost", failures.into()),
            ],
        )];
        lines.extend(campaign.ledger.iter().map(|deed| self.say("campaign-deed", &self.deed_args(deed))));
        lines.extend(self.campaign_changes(campaign));
        lines
    }

    /// The changes made by rewards, and those still to come.
    fn campaign_changes(&self, campaign: &CampaignView) -> Vec<String> {
        let missions = campaign.orders.iter().map(|mission| self.name(mission.word())).collect();
        let spaces = |spaces: &[_]| spaces.iter().map(|space| self.space(*space)).collect::<Vec<_>>();
        let removed = campaign.removed.iter().map(|ship| self.ship(*ship)).collect();
        // Only later missions begin at stations, so before the first is over they are no change.
        let stations = if campaign.ledger.is_empty() { vec![] } else { spaces(&campaign.stations) };
        [
            ("campaign-open-seas", spaces(&campaign.open_seas)),
            ("campaign-removed", removed),
            ("campaign-stations", stations),
            ("campaign-orders-left", missions),
        ]
        .into_iter()
        .filter(|(_, list): &(&str, Vec<String>)| !list.is_empty())
        .map(|(key, list)| self.say(key, &[("list", self.list(list).into())]))
        .collect()
    }
}
