//! The state of the game in two lines before each question: the goal with its progress, then the state of the ships; in a
//! battle both sides instead.

use super::GoebenReport;
use crate::games::goeben::alert;
use crate::games::goeben::ids::{ShipId, Track};
use crate::games::goeben::state::Task;
use crate::games::goeben::victory::Progress;
use crate::games::goeben::view::{ShipView, View};
use crate::words::Value;

impl GoebenReport<'_> {
    /// The goal, and the ships or the battle; nothing before the mission is known and once it is over.
    pub(super) fn status(&self, view: &View) -> Vec<String> {
        let Some(progress) = view.progress.as_ref().filter(|_| view.outcome.is_none()) else { return vec![] };
        let mut parts =
            vec![self.say("status-day", &[("day", view.turn.into()), ("days", view.days.into())])];
        parts.push(self.say(
            "status-points",
            &[
                ("met", if progress.points { "yes" } else { "no" }.into()),
                ("points", super::points::plain(view.victory_points).into()),
                ("needed", progress.points_needed.into()),
            ],
        ));
        parts.extend(self.goal(view, progress));
        parts
            .push(self.say("status-alert", &[("alert", view.alert.into()), ("most", alert::HIGHEST.into())]));
        let mut lines = vec![self.say("status-line", &[("parts", parts.join(" · ").into())])];
        if let Some(Task::Battle(battle)) = view.tasks.iter().find(|task| matches!(task, Task::Battle(_))) {
            lines.extend(self.battle_lines(view, battle));
            return lines;
        }
        let ships: Vec<String> =
            view.ships.iter().filter_map(|(id, ship)| self.ship_status(*id, ship)).collect();
        if !ships.is_empty() {
            lines.push(self.say("status-line", &[("parts", ships.join(" · ").into())]));
        }
        lines
    }

    /// The mission's goals besides points, with their progress.
    pub(super) fn goal(&self, view: &View, progress: &Progress) -> Vec<String> {
        let mut goals = Vec::new();
        if !progress.coast_left.is_empty() {
            goals.push(self.say("status-coast", &[("spaces", self.spaces(&progress.coast_left).into())]));
        }
        if let Some(ship) = progress.on_objective.first() {
            let there = view.ships.get(ship).and_then(|ship| ship.ship.at);
            let place = there.map_or_else(|| self.ship(*ship), |space| self.space(space));
            goals.push(self.say("status-reached", &[("space", place.into())]));
        } else if !progress.objectives.is_empty() {
            let nearest = progress
                .objectives
                .iter()
                .filter_map(|space| Some((self.course_of_any(view, *space)?, *space)))
                // By days first: a longer way in spaces may be the shorter one in days (12).
                .min_by_key(|(course, _)| (course.len(), course.iter().map(Vec::len).sum::<usize>()));
            goals.push(match nearest {
                Some((course, space)) => self.say(
                    "status-objective",
                    &[
                        ("space", self.space(space).into()),
                        ("of", progress.objectives.len().into()),
                        ("spaces", course.iter().map(Vec::len).sum::<usize>().into()),
                        ("days", course.len().into()),
                    ],
                ),
                None => self.say("status-no-way", &[("spaces", self.spaces(&progress.objectives).into())]),
            });
        }
        goals
    }

    /// The place of a ship, its changes since it put to sea, and its free cargo space.
    fn ship_status(&self, id: ShipId, ship: &ShipView) -> Option<String> {
        let spec = self.pack().german.get(&id)?;
        let at = ship.ship.at?;
        let changed = Track::ALL.iter().filter_map(|track| {
            let value = *ship.ship.tracks.get(track)?;
            let args = [
                ("track", Value::from(self.name(track.word()))),
                ("value", value.into()),
                ("limit", spec.limit(*track).into()),
            ];
            (value != spec.start(*track)).then(|| self.say("ship-track", &args))
        });
        let points = (ship.cargo_points > 0)
            .then(|| self.say("status-cargo", &[("points", ship.cargo_points.into())]));
        let what: Vec<String> = changed.chain(points).collect();
        let key = if what.is_empty() { "status-ship-whole" } else { "status-ship" };
        Some(self.say(
            key,
            &[
                ("ship", self.ship(id).into()),
                ("space", at.as_str().into()),
                ("what", self.list(what).into()),
            ],
        ))
    }
}
