//! Distances and ways: what a player who plans days ahead would count on the map.

use std::collections::BTreeSet;

use super::GoebenReport;
use crate::games::goeben::ids::{ShipId, SpaceId, SpaceKind};
use crate::games::goeben::view::{ShipView, View};
use crate::words::Value;

/// The spaces that a ship enters, grouped by day; the last is the destination.
pub(super) type Course = Vec<Vec<SpaceId>>;

/// The cost of a way so far: days, spaces of the last of them, spaces in all.
type Cost = (usize, usize, usize);

/// The space of a ship, and its spaces a day at cruise and at maximum speed.
type Start = (SpaceId, [Option<u8>; 2]);

impl GoebenReport<'_> {
    /// The way of each ship to a place, ships that go alike together.
    pub(super) fn way(&self, view: &View, to: SpaceId) -> Vec<String> {
        let mut groups: Vec<(Start, Vec<ShipId>)> = Vec::new();
        for (id, ship) in &view.ships {
            let Some(from) = ship.ship.at.filter(|from| *from != to) else { continue };
            // 12: emergency speed may cost engines, so ways over several days are told for the other two.
            let start = (from, [ship.speeds[0], ship.speeds[1]]);
            match groups.iter_mut().find(|(known, _)| *known == start) {
                Some((_, ships)) => ships.push(*id),
                None => groups.push((start, vec![*id])),
            }
        }
        let lines =
            |((from, speeds), ships): &(Start, Vec<ShipId>)| self.way_of(view, ships, (*from, to), *speeds);
        groups.iter().flat_map(lines).collect()
    }

    /// The way of some ships at one place: at cruising speed day by day, and how much sooner they arrive at maximum speed.
    fn way_of(
        &self,
        view: &View,
        ships: &[ShipId],
        (from, to): (SpaceId, SpaceId),
        speeds: [Option<u8>; 2],
    ) -> Vec<String> {
        let args = |course: &Course| {
            vec![
                ("ships", Value::from(self.ships(ships))),
                ("from", self.space(from).into()),
                ("to", self.space(to).into()),
                ("spaces", course.iter().map(Vec::len).sum::<usize>().into()),
                ("days", course.len().into()),
            ]
        };
        let [cruise, maximum] = speeds.map(|speed| self.course(view, (from, to), usize::from(speed?)));
        let Some(course) = cruise else { return vec![self.say("way-none", &args(&vec![]))] };
        let mut lines = vec![self.say("way-cruise", &args(&course))];
        lines.extend(course.iter().enumerate().map(|(day, spaces)| {
            let words: Vec<&str> = spaces.iter().map(|space| space.as_str()).collect();
            let stop = spaces.last().copied().unwrap_or(to);
            let draws = view.draws.get(&stop).copied().unwrap_or(0);
            self.say(
                "way-day",
                &[
                    ("day", (day + 1).into()),
                    ("words", words.join(" ").into()),
                    ("space", self.space(stop).into()),
                    ("draws", draws.into()),
                ],
            )
        }));
        // Each day at maximum speed burns a point of coal (12.2).
        if let Some(fast) = maximum.filter(|fast| fast.len() < course.len()) {
            lines.push(self.say("way-maximum", &args(&fast)));
        }
        lines
    }

    /// The way that takes a German ship the fewest days cruising to a place, whichever ship it is.
    pub(super) fn course_of_any(&self, view: &View, to: SpaceId) -> Option<Course> {
        let course = |ship: &ShipView| self.course(view, (ship.ship.at?, to), usize::from(ship.speeds[0]?));
        view.ships.values().filter_map(course).min_by_key(Vec::len)
    }

    /// 12.0, 12.5 The way from one place to another that takes the fewest days at this many spaces a day; of those the one that
    /// leaves most of the last day, then the shortest. Closed spaces, and spaces that end a move, are as they are today.
    fn course(&self, view: &View, (from, to): (SpaceId, SpaceId), a_day: usize) -> Option<Course> {
        // Spaces are numbers here: ids are long to compare.
        let (from, to) = (self.chart.number(from)?, self.chart.number(to)?);
        let spaces = self.chart.numbered();
        let mut best: Vec<Option<(Cost, usize)>> = vec![None; spaces.len()];
        let mut open: BTreeSet<(Cost, usize)> = BTreeSet::from([((1, 0, 0), from)]);
        // A barred space counts as reached at no cost: no way there is better.
        for barred in view.barred.iter().filter_map(|space| self.chart.number(*space)) {
            best[barred] = Some(((0, 0, 0), barred));
        }
        while let Some(((day, spent, entered), at)) = open.pop_first() {
            if at == to {
                return Some(by_day(&best, from, to, spaces));
            }
            let over = spent == a_day || (at != from && self.ends_move(view, spaces[at]));
            let (day, spent) = if over { (day + 1, 0) } else { (day, spent) };
            for next in self.chart.around(at) {
                let reached = (day, spent + 1, entered + 1);
                let known = best[*next].map(|(known, _)| known);
                // `spent` is below `a_day` here but for a ship that cannot move at all.
                if *next == from || spent >= a_day || known.is_some_and(|known| known <= reached) {
                    continue;
                }
                known.map(|known| open.remove(&(known, *next)));
                best[*next] = Some((reached, at));
                open.insert((reached, *next));
            }
        }
        None
    }

    /// 4.1, 12.5 Returns whether a move ends in a space, as things lie now.
    fn ends_move(&self, view: &View, space: SpaceId) -> bool {
        let kind = self.chart.space(space).map(|spec| spec.kind);
        let is_open = view.campaign.as_ref().is_some_and(|campaign| campaign.open_seas.contains(&space));
        let place = view.places.get(&space);
        matches!(kind, Some(SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase)) && !is_open
            || place.is_some_and(|place| place.hidden > 0 || !place.shown.is_empty())
    }
}

/// The spaces after `from` up to `to`, grouped by day.
fn by_day(best: &[Option<(Cost, usize)>], from: usize, to: usize, spaces: &[SpaceId]) -> Course {
    let back = std::iter::successors(Some(to), |at| best[*at].map(|(_, before)| before));
    let mut way: Vec<usize> = back.take_while(|at| *at != from).collect();
    way.reverse();
    let mut course = Course::new();
    for at in way {
        let day = best[at].map_or(1, |((day, ..), _)| day);
        course.resize(day, vec![]);
        course.last_mut().into_iter().for_each(|day| day.push(spaces[at]));
    }
    course
}
