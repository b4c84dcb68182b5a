//! The sea as a seat sees it. Spaces are numbers: places among the chart's sorted ids.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bit_set::BitSet;

use super::ways::{Condition, Ways};
use crate::games::goeben::ids::{SpaceId, SpaceKind, Track};
use crate::games::goeben::pack::{GermanSpec, SeaChart};
use crate::games::goeben::view::View;

/// The spaces, and a cache of what is within reach.
pub(super) struct Sea<'a> {
    chart: &'a SeaChart,
    today: u8,
    /// 13.1 The day on which the French fleet is at sea.
    sortie: Option<u8>,
    /// 4.1, 12.5 Where a move ends today, and where on any day.
    stops: [BitSet; 2],
    /// 12.5 Closed spaces: while the French fleet is at sea, and otherwise.
    closed: [BitSet; 2],
    objectives: BitSet,
    /// The places with guns to silence, in the order of their bits.
    coasts: Vec<usize>,
    /// Spaces with coal today.
    coals: BitSet,
    reaches: RefCell<BTreeMap<Origin, Rc<BitSet>>>,
}

/// From where, over how many spaces, on what kind of day, and without which space.
type Origin = (usize, u8, u8, Option<usize>);

impl<'a> Sea<'a> {
    /// The sea of a view; `french` are the zones that the French fleet closes while it is at sea.
    pub fn new(chart: &'a SeaChart, view: &View, french: &[SpaceId]) -> Sea<'a> {
        let pack = chart.pack();
        let all = |is: &dyn Fn(SpaceId) -> bool| -> BitSet {
            let spaces = chart.numbered().iter().enumerate();
            spaces.filter(|(_, space)| is(**space)).map(|(at, _)| at).collect()
        };
        let place = |space| view.places.get(&space);
        let is_open =
            |space| view.campaign.as_ref().is_some_and(|campaign| campaign.open_seas.contains(&space));
        let ends = |space| {
            let kind = chart.space(space).map(|spec| spec.kind);
            matches!(kind, Some(SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase))
        };
        let stops = all(&|space| ends(space) && !is_open(space));
        let mut stops_today = stops.clone();
        let is_met = |space| place(space).is_some_and(|place| place.hidden > 0 || !place.shown.is_empty());
        stops_today.union_with(&all(&is_met));
        // What is barred today and is none of the French zones is barred for good.
        let barred = all(&|space| !french.contains(&space) && view.barred.contains(&space));
        let mut barred_or_french = barred.clone();
        barred_or_french.union_with(&all(&|space| french.contains(&space)));
        let has_coal = |space| {
            let terrain = view.harbours.get(&space).and_then(|terrain| pack.charts.terrain.get(terrain));
            terrain.is_some_and(|spec| spec.coal_dice > 0)
                || place(space).is_some_and(|place| place.friends > 0)
                || view.colliers.contains(&space)
        };
        let numbers = |spaces: &[SpaceId]| -> Vec<usize> {
            spaces.iter().filter_map(|space| chart.number(*space)).collect()
        };
        let progress = view.progress.as_ref();
        Sea {
            chart,
            // In the set-up, turn 0, the first day is still to come.
            today: view.turn.max(1),
            sortie: view.french_sortie,
            stops: [stops_today, stops],
            closed: [barred_or_french, barred],
            objectives: all(&|space| progress.is_some_and(|it| it.objectives.contains(&space))),
            coasts: progress.map(|it| numbers(&it.coast_left)).unwrap_or_default(),
            coals: all(&has_coal),
            reaches: RefCell::default(),
        }
    }

    pub fn objectives(&self) -> &BitSet {
        &self.objectives
    }

    /// The ways with the places with guns to silence that they have come to.
    pub fn bombarded(&self, ways: Ways) -> Ways {
        if self.coasts.is_empty() {
            return ways;
        }
        let mut bombarded = Ways::default();
        for (condition, spaces) in ways.iter() {
            let mut elsewhere = spaces.clone();
            for (bit, at) in self.coasts.iter().enumerate().filter(|(_, at)| spaces.contains(**at)) {
                elsewhere.remove(*at);
                // A byte has eight bits: any further places share the last, and the mission only looks easier
                // than it is.
                let coast = condition.coast | 1 << bit.min(7);
                bombarded.join(&Ways::of(Condition { coast, ..condition }, [*at]));
            }
            bombarded.add(condition, &elsewhere);
        }
        bombarded
    }

    /// A day spent in place, `left` excepted: engines are mended, and coal is taken if there is any. A ship without engines may
    /// stay and mend them anywhere.
    pub fn stayed(&self, ways: &Ways, spec: &GermanSpec, left: Option<usize>) -> Ways {
        let mut stayed = Ways::default();
        for (condition, spaces) in ways.iter() {
            let mut elsewhere = spaces.clone();
            left.filter(|_| condition.engines > 0).map(|left| elsewhere.remove(left));
            let engines = spec.limit(Track::Engines).max(condition.engines);
            let mut coaled = elsewhere.clone();
            coaled.intersect_with(&self.coals);
            elsewhere.difference_with(&self.coals);
            let coal = spec.limit(Track::Coal).max(condition.coal);
            stayed.add(Condition { coal, engines, ..condition }, &coaled);
            stayed.add(Condition { engines, ..condition }, &elsewhere);
        }
        stayed
    }

    /// The moves of a ship on a day, `left` being closed since a visit there; without `luck` none at emergency speed.
    pub fn moved(
        &self,
        ways: &Ways,
        spec: &GermanSpec,
        day: u8,
        (left, luck): (Option<usize>, bool),
    ) -> Ways {
        let mut moved = Ways::default();
        for (condition, spaces) in ways.iter() {
            let Condition { coal, engines, .. } = condition;
            let within = |speed: u8| {
                let mut within = BitSet::new();
                spaces.iter().for_each(|at| within.union_with(&self.reach(at, speed, day, left)));
                within
            };
            let fast = if luck { engines } else { engines.min(spec.maximum) };
            let cruise = engines.min(spec.cruise);
            moved.add(condition, &within(cruise));
            if coal > 0 && fast > cruise {
                moved.add(Condition { coal: coal - 1, ..condition }, &within(fast));
            }
        }
        moved
    }

    /// 12.0 The spaces where a move of so many spaces may end on a day.
    fn reach(&self, from: usize, spaces: u8, day: u8, left: Option<usize>) -> Rc<BitSet> {
        let sorties = self.sortie == Some(day);
        // Later days are all alike but for the French fleet.
        let kind = if day == self.today || sorties { day } else { u8::MAX };
        let origin = (from, spaces, kind, left);
        if let Some(known) = self.reaches.borrow().get(&origin) {
            return known.clone();
        }
        let stops = &self.stops[usize::from(day != self.today)];
        let closed = &self.closed[usize::from(!sorties)];
        let mut seen = BitSet::with_capacity(self.chart.numbered().len());
        seen.insert(from);
        let mut edge = vec![from];
        for _ in 0..spaces {
            let mut next = vec![];
            // 12.5: a stop ends a move that enters it, not one that begins there.
            for at in edge.into_iter().filter(|at| *at == from || !stops.contains(*at)) {
                let open =
                    self.chart.around(at).iter().filter(|to| Some(**to) != left && !closed.contains(**to));
                next.extend(open.filter(|to| seen.insert(**to)));
            }
            edge = next;
        }
        // Staying is no move: `stayed` counts it, with the repairs and the coal of such a day.
        seen.remove(from);
        let found = Rc::new(seen);
        self.reaches.borrow_mut().insert(origin, found.clone());
        found
    }
}
