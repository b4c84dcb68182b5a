//! A summary of a finished day, in a few lines: points by cause, the alert level, losses, what is ahead.

use std::collections::BTreeMap;

use super::points::{self, Causes, signed};
use super::{GoebenReport, points::of_mission};
use crate::game::Fact;
use crate::games::goeben::event::{
    AlertEvent, CargoEvent, Event, OutfittingEvent, PortEvent, SequenceEvent, SquadronEvent, VictoryEvent,
};
use crate::games::goeben::ids::{Phase, ShipId, Track};
use crate::games::goeben::view::View;
use crate::report::{ReportLine, Weight};
use crate::words::Value;

/// Why cargo leaves a ship that is no loss: by order.
const BY_ORDER: [&str; 2] = ["discarded", "reload"];

impl GoebenReport<'_> {
    /// Returns whether a day is over with this event: the next begins, or the mission ends.
    pub(super) fn is_day_end(event: &Event) -> bool {
        match event {
            Event::Sequence(SequenceEvent::PhaseBegan { turn, phase }) => {
                *turn > 1 && *phase == Phase::Outfitting
            }
            Event::Victory(VictoryEvent::ScenarioEnded { .. }) => true,
            _ => false,
        }
    }

    /// The day that ends after these facts, as the position is then.
    pub(super) fn day_over_lines(&self, facts: &[Fact<Event>], view: &View) -> Vec<ReportLine> {
        let days = points::by_day(of_mission(facts));
        let (Some((_, today)), Some(progress)) = (days.last(), &view.progress) else { return vec![] };
        let mut lines = vec![(
            Weight::Heading,
            self.say("day-over", &[("day", view.turn.into()), ("days", view.days.into())]),
        )];
        let mut add = |line: String| lines.push((Weight::Plain, line));
        let causes = points::by_cause(today);
        let sum = causes.iter().map(|(_, by)| by).sum();
        add(self.say(
            "day-points",
            &[
                ("causes", self.causes(&causes).into()),
                ("count", causes.len().into()),
                ("sum", signed(sum).into()),
                ("points", points::plain(view.victory_points).into()),
                ("needed", progress.points_needed.into()),
            ],
        ));
        add(self.alert_over(today, view.alert));
        let losses = self.losses(today);
        add(match losses.is_empty() {
            true => self.say("day-lost-nothing", &[]),
            false => {
                self.say("day-lost", &[("what", losses.join(&self.say("list-separator-strong", &[])).into())])
            }
        });
        let goal = self.goal(view, progress).join(" · ");
        let left = view.days.saturating_sub(view.turn);
        add(self.say("day-ahead", &[("days", left.into()), ("goal", goal.into())]));
        lines.into_iter().map(|(weight, text)| ReportLine { weight, dice: vec![], text }).collect()
    }

    /// The fate of the alert level, and why.
    fn alert_over(&self, today: &[Fact<Event>], now: u8) -> String {
        let mut causes = Causes::new();
        for fact in today {
            if let Fact::Event(Event::Alert(AlertEvent::AlertChanged { by, why, .. })) = fact {
                points::add(&mut causes, *why, i32::from(*by));
            }
        }
        if causes.is_empty() {
            return self.say("day-alert-same", &[("alert", now.into())]);
        }
        let changed: i32 = causes.iter().map(|(_, by)| by).sum();
        let from = i32::from(now) - changed;
        self.say(
            "day-alert",
            &[("from", from.into()), ("to", now.into()), ("causes", self.causes(&causes).into())],
        )
    }

    /// The squadron's losses since the day began.
    fn losses(&self, today: &[Fact<Event>]) -> Vec<String> {
        let mut tracks: BTreeMap<ShipId, BTreeMap<Track, (u8, u8)>> = BTreeMap::new();
        let mut others = Vec::new();
        for fact in today {
            let Fact::Event(event) = fact else { continue };
            if let Event::Squadron(SquadronEvent::TrackChanged { ship, track, from, to, .. }) = event {
                // The first `from` and the last `to` of the day: a loss made good in between is none.
                let change = tracks.entry(*ship).or_default().entry(*track).or_insert((*from, *to));
                change.1 = *to;
            }
            others.extend(self.lost(event));
        }
        let fallen = tracks.into_iter().filter_map(|(ship, tracks)| {
            let fallen = tracks.into_iter().filter(|(_, (from, to))| to < from);
            let fallen: Vec<String> = fallen.map(|(track, change)| self.fallen(track, change)).collect();
            let args = [("ship", Value::from(self.ship(ship))), ("what", self.list(fallen.clone()).into())];
            (!fallen.is_empty()).then(|| self.say("day-lost-ship", &args))
        });
        fallen.chain(others).collect()
    }

    fn fallen(&self, track: Track, (from, to): (u8, u8)) -> String {
        let args = [("track", self.name(track.word()).into()), ("from", from.into()), ("to", to.into())];
        self.say("day-lost-track", &args)
    }

    /// The loss in an event, a track aside.
    fn lost(&self, event: &Event) -> Option<String> {
        let of_ship = |key: &str, ship: &ShipId| self.say(key, &[("ship", self.ship(*ship).into())]);
        Some(match event {
            Event::Squadron(SquadronEvent::ShipSunk { ship, .. }) => of_ship("day-lost-sunk", ship),
            Event::Cargo(CargoEvent::CargoRemoved { ship, cargo, why, .. })
                if !BY_ORDER.contains(&why.as_str()) =>
            {
                let args = [("ship", self.ship(*ship).into()), ("item", self.name(cargo.word()).into())];
                self.say("day-lost-cargo", &args)
            }
            Event::Outfitting(OutfittingEvent::CollierRemoved { space, why })
                // A collier that gave its coal did its work (7.4).
                if why.as_str() != "emptied" =>
            {
                self.say("day-lost-collier", &[("space", self.space(*space).into())])
            }
            Event::Ports(PortEvent::LandingPartyLost { space }) => {
                self.say("day-lost-landing", &[("space", self.space(*space).into())])
            }
            _ => return None,
        })
    }
}
