//! The end: the result, the way sailed, points, losses, luck, face-down markers, and the historical outcome.

use super::points::{self, signed};
use super::{GoebenReport, rolls};
use crate::game::Fact;
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::{ShipId, Track};
use crate::games::goeben::state::battle::Side;
use crate::games::goeben::view::{Concealed, View};
use crate::games::goeben::voyage::{Loss, Voyage};
use crate::report::Weight;
use crate::report::luck::Sixes;

impl GoebenReport<'_> {
    /// The end in one sentence: of the campaign, of the mission, or of a game that was broken off.
    pub(in crate::games::goeben) fn result(&self, view: &View) -> String {
        if let Some((verdict, campaign)) =
            view.campaign.as_ref().and_then(|campaign| Some((campaign.verdict?, campaign)))
        {
            return self.judged(verdict, campaign.successes);
        }
        let mission = view.mission.map_or_else(String::new, |mission| self.name(mission.word()));
        let needed = view.progress.as_ref().map_or(0, |progress| progress.points_needed);
        self.say(
            "ending-result",
            &[
                ("mission", mission.into()),
                ("outcome", view.outcome.map_or("open", |outcome| outcome.as_str()).into()),
                ("day", view.turn.into()),
                ("days", view.days.into()),
                ("points", points::plain(view.victory_points).into()),
                ("needed", needed.into()),
            ],
        )
    }

    /// The page at the end.
    pub(super) fn ending_lines(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        let mission = points::of_mission(facts);
        let voyage = Voyage::of(mission);
        let mut lines = vec![(Weight::Heading, self.result(view))];
        if view.campaign.is_some() {
            self.section_of(&mut lines, "ending-campaign", self.campaign_lines(view));
        }
        self.section_of(&mut lines, "ending-points", self.points_by_day(mission));
        self.section_of(&mut lines, "ending-track", self.track_lines(&voyage));
        self.section_of(&mut lines, "ending-losses", self.loss_lines(view, &voyage));
        self.section_of(&mut lines, "ending-luck", self.luck_lines(facts));
        if let Some(concealed) = &view.concealed {
            self.section_of(&mut lines, "ending-face-down", self.concealed_lines(concealed));
        }
        self.section_of(&mut lines, "ending-history", vec![self.say("ending-history-text", &[])]);
        self.section_of(&mut lines, "ending-share", self.share_lines(view, &voyage, facts));
        lines
    }

    /// A few lines to show to others.
    fn share_lines(&self, view: &View, voyage: &Voyage, facts: &[Fact<Event>]) -> Vec<String> {
        let result = [("game", self.game("goeben").into()), ("result", self.result(view).into())];
        let lost = view.ships.values().filter(|ship| ship.ship.at.is_none()).count();
        let toll = [
            ("sunk", voyage.sunk.len().into()),
            ("damaged", voyage.damaged.len().into()),
            ("fights", voyage.fights.values().map(std::collections::BTreeSet::len).sum::<usize>().into()),
            ("lost", lost.into()),
        ];
        let mut lines = vec![self.say("ending-share-result", &result), self.say("ending-share-toll", &toll)];
        // One line is enough for others: the luck of the player's own fire, if there was any.
        lines.extend(self.luck_lines(facts).into_iter().next());
        lines
    }

    /// Lines under a title; nothing without lines.
    pub(super) fn section_of(&self, to: &mut Vec<(Weight, String)>, title: &str, lines: Vec<String>) {
        if !lines.is_empty() {
            to.push((Weight::Subheading, self.say(title, &[])));
            to.extend(lines.into_iter().map(|line| (Weight::Plain, line)));
        }
    }

    /// Points by day, and by cause in all.
    fn points_by_day(&self, mission: &[Fact<Event>]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut total = 0;
        for (day, facts) in points::by_day(mission) {
            let causes = points::by_cause(facts);
            let sum: i32 = causes.iter().map(|(_, by)| by).sum();
            total += sum;
            if !causes.is_empty() {
                let args = [
                    ("day", day.into()),
                    ("causes", self.causes(&causes).into()),
                    ("sum", signed(sum).into()),
                    ("total", points::plain(total).into()),
                ];
                lines.push(self.say("ending-points-day", &args));
            }
        }
        let mut causes = points::by_cause(mission);
        causes.sort_by_key(|(_, by)| -by.abs());
        let args = [("causes", self.causes(&causes).into()), ("total", points::plain(total).into())];
        lines.push(self.say(if causes.is_empty() { "ending-no-points" } else { "ending-points-all" }, &args));
        lines
    }

    /// The way of each ship by day, in the letters of the spaces.
    pub(in crate::games::goeben) fn track_lines(&self, voyage: &Voyage) -> Vec<String> {
        let line = |ship: ShipId| {
            let mut days: Vec<(u8, Vec<&str>)> = Vec::new();
            let mut begun = "";
            for leg in voyage.legs.iter().filter(|leg| leg.ship == ship) {
                let way = || leg.spaces.iter().skip(1).map(|space| space.as_str());
                if days.is_empty() {
                    begun = leg.spaces.first().map_or("", |space| space.as_str());
                }
                match days.last_mut() {
                    Some((day, spaces)) if *day == leg.day => spaces.extend(way()),
                    _ => days.push((leg.day, way().collect())),
                }
            }
            let day = |(day, spaces): (u8, Vec<&str>)| {
                self.say("ending-track-day", &[("day", day.into()), ("spaces", spaces.join(" ").into())])
            };
            let days: Vec<String> = days.into_iter().map(day).collect();
            let args = [
                ("ship", self.ship(ship).into()),
                ("from", begun.into()),
                ("days", days.join(&self.say("list-separator-strong", &[])).into()),
            ];
            self.say("ending-track-ship", &args)
        };
        voyage.ships().into_iter().map(line).collect()
    }

    /// Ships sunk and damaged on both sides.
    fn loss_lines(&self, view: &View, voyage: &Voyage) -> Vec<String> {
        let mut lines = Vec::new();
        let listed = |losses: &[Loss]| {
            let one = |loss: &Loss| {
                let args = [
                    ("ship", self.enemies(&[loss.ship]).into()),
                    ("space", loss.space.as_str().into()),
                    ("day", loss.day.into()),
                ];
                self.say("ending-loss", &args)
            };
            self.list(losses.iter().map(one))
        };
        for (key, losses) in [("ending-sunk", &voyage.sunk), ("ending-damaged", &voyage.damaged)] {
            if !losses.is_empty() {
                let args = [("ships", listed(losses).into()), ("count", losses.len().into())];
                lines.push(self.say(key, &args));
            }
        }
        if lines.is_empty() {
            lines.push(self.say("ending-no-losses", &[]));
        }
        for (id, ship) in &view.ships {
            let lost = voyage.lost.iter().find(|loss| loss.ship == *id);
            let spec = self.pack().german.get(id);
            let track = |track: Track| {
                let now = ship.ship.track(track);
                format!("{now}/{}", spec.map_or(now, |spec| spec.limit(track)))
            };
            lines.push(match (ship.ship.at, lost) {
                (None, Some(loss)) => self.say(
                    "ending-ship-lost",
                    &[
                        ("ship", self.ship(*id).into()),
                        ("space", self.space(loss.space).into()),
                        ("day", loss.day.into()),
                    ],
                ),
                // Lost in an earlier mission of the campaign.
                (None, None) => self.say("ending-ship-gone", &[("ship", self.ship(*id).into())]),
                (Some(at), _) => self.say(
                    "ending-ship",
                    &[
                        ("ship", self.ship(*id).into()),
                        ("space", self.space(at).into()),
                        ("hull", track(Track::Hull).into()),
                        ("coal", track(Track::Coal).into()),
                        ("ammunition", track(Track::Ammunition).into()),
                    ],
                ),
            });
        }
        lines
    }

    /// The luck of the dice: the fire of either side, then everything else.
    pub(in crate::games::goeben) fn luck_lines(&self, facts: &[Fact<Event>]) -> Vec<String> {
        let thrown = || {
            facts.iter().filter_map(|fact| match fact {
                Fact::Roll(roll) => Some(roll),
                Fact::Event(_) => None,
            })
        };
        let fire = |side: Side| {
            thrown().filter(move |roll| rolls::is_shot(roll) && roll.side.as_str() == side.as_str())
        };
        let others = thrown().filter(|roll| !rolls::is_shot(roll));
        [
            ("ending-luck-german", Sixes::among(fire(Side::German))),
            ("ending-luck-allied", Sixes::among(fire(Side::Allied))),
            ("ending-luck-others", Sixes::among(others)),
        ]
        .into_iter()
        .filter_map(|(key, luck)| self.luck(self.say(key, &[]), luck))
        .collect()
    }

    /// The contents of face-down markers.
    fn concealed_lines(&self, concealed: &Concealed) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let filled = concealed.markers.iter().filter(|(_, markers)| !markers.is_empty());
        lines.extend(filled.map(|(space, markers)| {
            let args = [("space", self.space(*space).into()), ("what", self.markers(markers).into())];
            self.say("ending-face-down-at", &args)
        }));
        let manned = concealed.coast.iter().filter(|(_, values)| !values.is_empty());
        let guns: Vec<String> = manned
            .map(|(space, values)| {
                let values: Vec<String> = values.iter().map(u8::to_string).collect();
                format!("{space} {}", values.join(" + "))
            })
            .collect();
        if !guns.is_empty() {
            lines.push(self.say("ending-face-down-coast", &[("what", self.list(guns).into())]));
        }
        lines
    }
}
