//! Returns whether the mission can still be won, from a seat's view: ways and days, guns on the coast, and points if no more
//! can come. Luck is assumed to be good.

mod ways;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::ids::{Cargo, Incident, Phase, Power, ShipId, SpaceId, SpaceKind, Speed, Track};
use super::pack::{GermanSpec, SeaChart};
use super::state::Task;
use super::view::View;
use crate::game::{Arg, Node, Options, OrderForm, Seat, Word};
use ways::{Seen, Way};

/// The orders that keep a ship in place for the day (7.0).
const BINDING: [&str; 7] = ["repair", "coal", "rearm", "load", "discard", "trade", "swap"];

/// A German ship, now or after an order.
#[derive(Clone, Debug)]
struct Sailor {
    id: ShipId,
    /// The spaces where it may be; several until the player says where it breaks off to.
    at: Vec<SpaceId>,
    coal: u8,
    engines: u8,
    /// It may still move today.
    may_move: bool,
    /// True if it has not moved today.
    stays: bool,
    /// Its neutral visit is over.
    must_leave: bool,
}

/// The prospects of a mission, now or after an order.
#[derive(Clone)]
pub struct Prospects<'a> {
    chart: &'a SeaChart,
    view: &'a View,
    fleet: Vec<Sailor>,
    /// Ships that the order loses for certain, with where.
    lost: Vec<(ShipId, SpaceId)>,
    /// True if the coast is left alone for today.
    shore_left: bool,
    /// True if a mission that is fulfilled is not reported.
    sails_on: bool,
    /// 13.1 The patrol zones that the French fleet closes while it is at sea.
    zones: Vec<SpaceId>,
    reaches: Rc<RefCell<Reaches>>,
}

/// A cache of spaces within reach: by origin, distance, day, and a place that is closed.
type Reaches = BTreeMap<(SpaceId, u8, u8, Option<SpaceId>), Rc<[SpaceId]>>;

/// The places and days that a ship may reach.
struct Reached {
    /// The places with guns where it can have been, by the last day; true if it can have reached an objective besides.
    coasts: BTreeSet<(u8, bool)>,
    /// The first day at the end of which it can be on an objective.
    first: Option<u8>,
    /// True if it can be on an objective at the end of a later day than today.
    after_today: bool,
}

impl<'a> Prospects<'a> {
    /// The mission's prospects now, from a seat's view.
    pub fn now(chart: &'a SeaChart, view: &'a View) -> Prospects<'a> {
        let fleet = view.ships.iter().filter_map(|(id, ship)| {
            let at = ship.ship.at?;
            Some(Sailor {
                id: *id,
                at: vec![at],
                coal: ship.ship.track(Track::Coal),
                engines: ship.ship.track(Track::Engines),
                may_move: ship.may_move,
                stays: !view.today.moved.contains(id),
                must_leave: ship.must_leave,
            })
        });
        Prospects {
            chart,
            view,
            fleet: fleet.collect(),
            lost: vec![],
            shore_left: matches!(view.phase, Phase::Objective | Phase::Over),
            sails_on: false,
            zones: french_zones(chart, view),
            reaches: Rc::default(),
        }
    }

    /// True if an order may change the prospects; only then are they computed again.
    pub fn is_changed_by(&self, order: &OrderForm) -> bool {
        match (order.verb.as_str(), self.view.phase) {
            ("done", phase) => matches!(phase, Phase::Movement | Phase::Bombardment),
            ("evade", _) => order.is("by", "coal"),
            ("contact", _) => order.is("speed", Speed::Maximum.as_str()),
            ("approve" | "move" | "ram" | "break-off" | "retreat" | "station", _) => true,
            (verb, phase) => phase == Phase::Outfitting && BINDING.contains(&verb),
        }
    }

    /// The prospects after an order, as far as its result is certain.
    pub fn after(&self, order: &OrderForm, options: &Options) -> Prospects<'a> {
        let mut then = self.clone();
        then.take(order, options);
        then
    }

    /// Applies an order, as far as its result is certain.
    fn take(&mut self, order: &OrderForm, options: &Options) {
        let ship = order.word("ship").map(ShipId);
        let space = order.word("space").map(SpaceId);
        match (order.verb.as_str(), self.view.phase) {
            ("approve", _) => {
                let company = self.view.company.as_ref();
                let of = order.word("officer").map(Seat);
                if let Some(proposal) = company.and_then(|company| company.proposals.get(&of?)) {
                    self.take(&proposal.order, options);
                }
            }
            ("move", Phase::Movement) => {
                let to = order.words("path").and_then(<[_]>::last).map(|space| SpaceId(*space));
                let burns = order.word("speed").is_some_and(|speed| speed != Speed::Cruise.word());
                if let (Some(sailor), Some(to)) = (self.sailor(ship), to) {
                    sailor.at = vec![to];
                    sailor.coal = sailor.coal.saturating_sub(u8::from(burns));
                    (sailor.may_move, sailor.stays, sailor.must_leave) = (false, false, false);
                }
                // Otherwise the phase ends with `done`.
                let others = self.view.austrians.iter().any(|(id, it)| it.may_move && Some(*id) != ship);
                if !others && !goes_on(self.view) && self.fleet.iter().all(|sailor| !sailor.may_move) {
                    self.meet_french_fleet(|_| true);
                }
            }
            ("done", Phase::Movement) if self.view.tasks.is_empty() => {
                let own = movers(options);
                self.fleet.iter_mut().filter(|it| own.contains(&it.id.0)).for_each(|it| it.may_move = false);
                self.meet_french_fleet(|sailor| !sailor.may_move);
            }
            ("done", Phase::Bombardment) if self.view.tasks.is_empty() => self.shore_left = true,
            (verb, Phase::Outfitting) if BINDING.contains(&verb) => self.bind(order),
            ("evade", _) if order.is("by", "coal") => {
                if let Some(Task::Evade { ships }) = self.view.tasks.last() {
                    self.burn(ships.first().copied());
                }
            }
            ("contact", _) if order.is("speed", Speed::Maximum.as_str()) => self.burn(ship),
            ("ram", _) => {
                // 13.1 Ramming costs a point of the hull, and this ship has one left.
                let hull = ship.and_then(|id| self.view.ships.get(&id)).map(|it| it.ship.track(Track::Hull));
                if let Some(at) = self.sailor(ship).and_then(|it| it.at.first().copied())
                    && hull == Some(1)
                {
                    self.lose(ship, at);
                }
            }
            ("break-off", _) => {
                if let Some(Task::Battle(battle)) = self.view.tasks.last() {
                    let away = self.retreats(battle.space);
                    let parting = self.fleet.iter_mut().filter(|it| it.at == [battle.space]);
                    parting.for_each(|sailor| sailor.at.clone_from(&away));
                }
            }
            ("retreat" | "station", _) => {
                if let (Some(sailor), Some(space)) = (self.sailor(ship), space) {
                    sailor.at = vec![space];
                }
            }
            ("sail-on", _) => self.sails_on = true,
            _ => {}
        }
    }

    fn sailor(&mut self, ship: Option<ShipId>) -> Option<&mut Sailor> {
        self.fleet.iter_mut().find(|sailor| Some(sailor.id) == ship)
    }

    fn burn(&mut self, ship: Option<ShipId>) {
        if let Some(sailor) = self.sailor(ship) {
            sailor.coal = sailor.coal.saturating_sub(1);
        }
    }

    fn lose(&mut self, ship: Option<ShipId>, at: SpaceId) {
        self.fleet.retain(|sailor| Some(sailor.id) != ship);
        self.lost.extend(ship.map(|ship| (ship, at)));
    }

    /// 7.0 Binds ships that outfit or repair to their space for today. They are assumed to get all the coal and repairs that
    /// they wish for.
    fn bind(&mut self, order: &OrderForm) {
        let mut named: Vec<ShipId> = vec![];
        for (_, value) in order.args() {
            match value {
                Arg::Word(word) => named.push(ShipId(*word)),
                Arg::Words(words) => named.extend(words.iter().copied().map(ShipId)),
                _ => {}
            }
        }
        let first =
            self.fleet.iter().find(|sailor| named.contains(&sailor.id)).map(|sailor| sailor.at.clone());
        // A counter is exchanged with whichever ship there has it.
        let with_others = order.verb.as_str() == "swap" && order.word("to").is_none();
        let german = &self.chart.pack().german;
        for sailor in &mut self.fleet {
            let sails = named.contains(&sailor.id) || with_others && Some(&sailor.at) == first.as_ref();
            if !sails {
                continue;
            }
            sailor.may_move = false;
            let Some(spec) = german.get(&sailor.id) else { continue };
            match order.verb.as_str() {
                "coal" => sailor.coal = spec.limit(Track::Coal),
                "repair" => sailor.engines = spec.limit(Track::Engines),
                _ => {}
            }
        }
        self.meet_french_fleet(|sailor| !sailor.may_move && named.contains(&sailor.id));
    }

    /// 13.1 Sinks those of these ships that the French fleet finds when the movement phase ends.
    fn meet_french_fleet(&mut self, found: impl Fn(&Sailor) -> bool) {
        let sunk = |sailor: &&Sailor| self.french_fleet_at_sea() && found(sailor);
        let sunk = self.fleet.iter().filter(sunk);
        let sunk = sunk.filter_map(|it| Some((it.id, *it.at.first().filter(|at| self.zones.contains(at))?)));
        sunk.collect::<Vec<_>>().into_iter().for_each(|(id, at)| self.lose(Some(id), at));
    }

    /// 13.1 Returns whether the French fleet is at sea in today's movement phase.
    pub fn french_fleet_at_sea(&self) -> bool {
        self.view.french_sortie == Some(self.view.turn)
    }

    /// 13.1 The ships that lie where the French fleet would find them.
    pub fn in_french_zones(&self) -> Vec<(ShipId, SpaceId)> {
        let lies =
            |sailor: &Sailor| Some((sailor.id, *sailor.at.first().filter(|at| self.zones.contains(at))?));
        self.fleet.iter().filter_map(lies).collect()
    }

    /// The ships that the order loses for certain, with where.
    pub fn lost(&self) -> &[(ShipId, SpaceId)] {
        &self.lost
    }

    /// True if a ship is left.
    pub fn is_afloat(&self) -> bool {
        !self.fleet.is_empty()
    }

    /// True if the mission can still be won.
    pub fn can_win(&self) -> bool {
        if let Some(outcome) = self.view.outcome {
            return outcome == super::state::Outcome::Won;
        }
        let Some(progress) = &self.view.progress else { return true };
        if self.view.phase == Phase::Objective && !self.sails_on && progress.is_complete() {
            return true;
        }
        let all = self.all_coasts();
        // An Austro-Hungarian ship may silence guns; where it can be is not looked into.
        let silenced = if self.view.austrians.values().any(|it| it.ship.at().is_some()) { all } else { 0 };
        let mut ends = BTreeSet::from([(silenced, false)]);
        let mut after_today = false;
        for sailor in &self.fleet {
            let ship = self.reached(sailor, true);
            after_today |= ship.after_today;
            let before = ends.clone();
            for (coast, there) in &ship.coasts {
                ends.extend(before.iter().map(|(silent, is_there)| (silent | coast, is_there | there)));
            }
            // A search is dear, and the next ship's could add nothing.
            if (progress.points || after_today) && ends.contains(&(all, true)) {
                break;
            }
        }
        ends.contains(&(all, true)) && self.may_have_points(progress.points, after_today)
    }

    /// The ships that can still be on an objective in time, each with the first day; without `luck`, at speeds that cost no
    /// engines.
    pub fn in_time(&self, luck: bool) -> BTreeMap<ShipId, u8> {
        let first = |sailor: &Sailor| Some((sailor.id, self.reached(sailor, luck).first?));
        self.fleet.iter().filter_map(first).collect()
    }

    /// The fewest days a ship takes from a space, with so much coal, to an objective; without `luck`, at speeds that cost no
    /// engines.
    pub fn days_to_go(&self, id: ShipId, luck: bool) -> BTreeMap<(SpaceId, u8), u8> {
        let sailor = self.fleet.iter().find(|sailor| sailor.id == id);
        let Some((sailor, spec)) = sailor.zip(self.chart.pack().german.get(&id)) else {
            return BTreeMap::new();
        };
        let coals = 0..=sailor.coal;
        let spaces = || self.chart.pack().spaces.keys().copied();
        let goals = spaces().filter(|space| self.is_objective(*space));
        let mut days: BTreeMap<(SpaceId, u8), u8> =
            goals.flat_map(|space| coals.clone().map(move |coal| ((space, coal), 0))).collect();
        for day in 1..=self.view.days {
            let before = days.clone();
            for (at, coal) in spaces().flat_map(|space| coals.clone().map(move |coal| (space, coal))) {
                let way = Way { at, coast: 0, coal, engines: sailor.engines };
                let mut moves = self.moves_from(way, spec, u8::MAX, (None, luck));
                if !before.contains_key(&(at, coal)) && moves.any(|to| before.contains_key(&(to.at, to.coal)))
                {
                    days.insert((at, coal), day);
                }
            }
            if days.len() == before.len() {
                break;
            }
        }
        days
    }

    /// Today, from 1.
    fn today(&self) -> u8 {
        self.view.turn.max(1)
    }

    /// True if enough points are won or may still come: on the last day, and on the last on which a ship can be on an objective,
    /// they come where a ship meets something.
    fn may_have_points(&self, has_enough: bool, after_today: bool) -> bool {
        if has_enough || self.today() < self.view.days && after_today {
            return true;
        }
        let meets = |space: &SpaceId| {
            let place = self.view.places.get(space);
            let lies = place.is_some_and(|it| it.hidden > 0 || !it.shown.is_empty() || !it.coast.is_empty());
            lies || self.view.draws.get(space).is_some_and(|draws| *draws > 0)
        };
        if self.shore_left {
            return false;
        }
        let ends = |sailor: &Sailor| -> Vec<SpaceId> {
            let today = if sailor.may_move { self.moves(sailor) } else { Default::default() };
            sailor.at.iter().copied().chain(today.into_iter().map(|way| way.at)).collect()
        };
        let ends: Vec<Vec<SpaceId>> = self.fleet.iter().map(ends).collect();
        let abroad = self.view.austrians.values().any(|it| it.ship.at().is_some());
        let beside = |at: usize| {
            abroad || ends.iter().enumerate().any(|(other, ends)| other != at && ends.iter().any(meets))
        };
        let wins = |at: usize| {
            ends[at].iter().any(|space| self.is_objective(*space) && (meets(space) || beside(at)))
        };
        (0..ends.len()).any(wins)
    }

    fn kind(&self, space: SpaceId) -> Option<SpaceKind> {
        self.chart.space(space).map(|spec| spec.kind)
    }

    fn is_neutral(&self, space: SpaceId) -> bool {
        let owner = self.chart.space(space).filter(|_| self.view.harbours.contains_key(&space));
        let owner = owner.and_then(|spec| spec.owner);
        owner.is_some_and(|owner| {
            self.view.standings.get(&owner).is_none_or(|stands| *stands == Power::Neutral)
        })
    }

    /// 14.4 The spaces that ships may break off to.
    fn retreats(&self, from: SpaceId) -> Vec<SpaceId> {
        let is_open = |space: &SpaceId| {
            let place = self.view.places.get(space);
            let clear = place.is_none_or(|place| place.hidden == 0 && place.shown.is_empty());
            let stands = self.chart.space(*space).and_then(|spec| spec.owner);
            let stands = stands.and_then(|owner| self.view.standings.get(&owner));
            let friendly = !self.view.harbours.contains_key(space) || stands == Some(&Power::Friendly);
            clear && friendly && !self.view.barred.contains(space)
        };
        self.chart.neighbours(from).iter().copied().filter(is_open).collect()
    }

    /// 12.5 Spaces that are closed on a day, whatever lies there.
    fn is_closed(&self, space: SpaceId, day: u8) -> bool {
        match self.zones.contains(&space) {
            true => self.view.french_sortie == Some(day),
            // What is barred today and is none of those zones is barred for good.
            false => self.view.barred.contains(&space),
        }
    }

    /// 4.1, 12.5 Returns whether a move ends there; markers and ships of the enemy as they lie today.
    fn ends_move(&self, space: SpaceId, day: u8) -> bool {
        let open = self.view.campaign.as_ref().is_some_and(|campaign| campaign.open_seas.contains(&space));
        let place = self.view.places.get(&space).filter(|_| day == self.today());
        matches!(self.kind(space), Some(SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase))
            && !open
            || place.is_some_and(|place| place.hidden > 0 || !place.shown.is_empty())
    }

    /// 12.0 The spaces where a move of so many spaces may end on a day, `left` being closed since a visit there.
    fn reach(&self, from: SpaceId, spaces: u8, day: u8, left: Option<SpaceId>) -> Rc<[SpaceId]> {
        let today = self.today();
        // Later days are all alike but for the French fleet.
        let kind = if day == today || self.view.french_sortie == Some(day) { day } else { u8::MAX };
        let key = (from, spaces, kind, left);
        if let Some(known) = self.reaches.borrow().get(&key) {
            return known.clone();
        }
        let mut seen = BTreeSet::from([from]);
        let mut edge = vec![from];
        for _ in 0..spaces {
            let mut next = vec![];
            for space in edge.iter().filter(|space| **space == from || !self.ends_move(**space, day)) {
                for to in self.chart.neighbours(*space) {
                    if Some(*to) != left && !self.is_closed(*to, day) && seen.insert(*to) {
                        next.push(*to);
                    }
                }
            }
            edge = next;
        }
        seen.remove(&from);
        let found: Rc<[SpaceId]> = seen.into_iter().collect();
        self.reaches.borrow_mut().insert(key, found.clone());
        found
    }

    /// The moves of a ship from a way on a day; without `luck` none at emergency speed.
    fn moves_from(
        &self,
        way: Way,
        spec: &GermanSpec,
        day: u8,
        (left, luck): (Option<SpaceId>, bool),
    ) -> impl Iterator<Item = Way> {
        let fast = if luck { way.engines } else { way.engines.min(spec.maximum) };
        let cruise = way.engines.min(spec.cruise);
        let slow = each(self.reach(way.at, cruise, day, left)).map(move |at| Way { at, ..way });
        let hurries = way.coal > 0 && fast > cruise;
        let reach = hurries.then(|| self.reach(way.at, fast, day, left));
        slow.chain(reach.into_iter().flat_map(each).map(move |at| Way { at, coal: way.coal - 1, ..way }))
    }

    /// The places where a ship may end today's move.
    fn moves(&self, sailor: &Sailor) -> Vec<Way> {
        let Some(spec) = self.chart.pack().german.get(&sailor.id) else { return vec![] };
        let ways = self.starts(sailor).into_iter();
        ways.flat_map(|way| self.moves_from(way, spec, self.today(), (None, true)).collect::<Vec<_>>())
            .collect()
    }

    fn starts(&self, sailor: &Sailor) -> Vec<Way> {
        let way = |at: &SpaceId| Way { at: *at, coast: 0, coal: sailor.coal, engines: sailor.engines };
        sailor.at.iter().map(way).collect()
    }

    /// The place with guns to silence that a way has come to.
    fn bombarded(&self, way: Way) -> Way {
        let coast = self.view.progress.as_ref().map_or(&[][..], |progress| &progress.coast_left);
        let at = coast.iter().position(|space| *space == way.at);
        Way { coast: at.map_or(way.coast, |at| way.coast | 1 << at.min(7)), ..way }
    }

    /// All places with guns to silence.
    fn all_coasts(&self) -> u8 {
        let coast = self.view.progress.as_ref().map_or(0, |progress| progress.coast_left.len());
        (0..coast.min(8)).fold(0, |all, at| all | 1 << at)
    }

    fn is_objective(&self, space: SpaceId) -> bool {
        self.view.progress.as_ref().is_some_and(|progress| progress.objectives.contains(&space))
    }

    /// The places where a ship may be from the end of today on.
    fn reached(&self, sailor: &Sailor, luck: bool) -> Reached {
        let today = self.today();
        let mut reached = self.later(sailor, luck);
        if self.sails_on {
            return reached;
        }
        let spec = self.chart.pack().german.get(&sailor.id);
        let mut ends: Vec<Way> =
            if sailor.may_move && sailor.must_leave { vec![] } else { self.starts(sailor) };
        if let (true, Some(spec)) = (sailor.may_move, spec) {
            let starts = self.starts(sailor).into_iter();
            ends.extend(
                starts.flat_map(|way| self.moves_from(way, spec, today, (None, luck)).collect::<Vec<_>>()),
            );
        }
        for way in ends {
            let way = if self.shore_left { way } else { self.bombarded(way) };
            let there = self.is_objective(way.at);
            reached.coasts.insert((way.coast, there));
            if there {
                reached.first = Some(today);
            }
        }
        reached
    }

    /// The places where a ship may be from the end of tomorrow on, by the last day.
    fn later(&self, sailor: &Sailor, luck: bool) -> Reached {
        let mut reached = Reached { coasts: BTreeSet::new(), first: None, after_today: false };
        let all = self.all_coasts();
        let Some(spec) = self.chart.pack().german.get(&sailor.id) else { return reached };
        let today = self.today();
        let shelled = |way: Way| if self.shore_left { way } else { self.bombarded(way) };
        let mut first_days: Vec<(Option<SpaceId>, BTreeSet<Way>)> = vec![];
        // 9.1 Whoever stays in a neutral place leaves it tomorrow for good.
        if !(sailor.may_move && sailor.must_leave) {
            for way in self.starts(sailor) {
                let left = Some(way.at).filter(|at| self.is_neutral(*at) && sailor.stays);
                first_days.push((left, BTreeSet::from([shelled(way)])));
            }
        }
        if sailor.may_move {
            let starts = self.starts(sailor).into_iter();
            let moved = starts.flat_map(|way| {
                self.moves_from(way, spec, today, (None, luck)).map(shelled).collect::<Vec<_>>()
            });
            first_days.push((None, moved.collect()));
        }
        for (left, ways) in first_days {
            let mut seen = Seen::default();
            let mut fresh: Vec<Way> = ways.into_iter().filter(|way| seen.is_new(*way)).collect();
            'days: for day in today + 1..=self.view.days {
                // All is reached already, and later than this would be no sooner.
                if reached.coasts.contains(&(all, true)) && reached.first.is_some_and(|first| first <= day) {
                    break;
                }
                // What was closed by the French fleet is open again: every way is tried once more.
                if self.view.french_sortie == Some(day - 1) {
                    fresh = seen.all();
                }
                let mut next = vec![];
                for way in std::mem::take(&mut fresh) {
                    // A ship without engines may stay and mend them.
                    let stays = (Some(way.at) != left || way.engines == 0).then(|| self.served(way, spec));
                    let ways = stays.into_iter().chain(self.moves_from(way, spec, day, (left, luck)));
                    for way in ways.map(|way| self.bombarded(way)) {
                        let there = self.is_objective(way.at);
                        reached.coasts.insert((way.coast, there));
                        if there && reached.first.is_none_or(|first| day < first) {
                            (reached.first, reached.after_today) = (Some(day), true);
                        }
                        // Nothing more can be reached, and the others of this day are there no sooner.
                        if (way.coast, there) == (all, true) {
                            break 'days;
                        }
                        if seen.is_new(way) {
                            next.push(way);
                        }
                    }
                }
                fresh = next;
            }
        }
        reached
    }

    /// A day spent in place: engines are mended, and coal is taken if there is any.
    fn served(&self, way: Way, spec: &GermanSpec) -> Way {
        let harbour = self.view.harbours.get(&way.at);
        let charts = &self.chart.pack().charts.terrain;
        let dice = harbour.and_then(|terrain| charts.get(terrain)).map_or(0, |spec| spec.coal_dice);
        let friends = self.view.places.get(&way.at).is_some_and(|place| place.friends > 0);
        let coals = dice > 0 || friends || self.view.colliers.contains(&way.at);
        let coal = if coals { spec.limit(Track::Coal).max(way.coal) } else { way.coal };
        Way { coal, engines: spec.limit(Track::Engines).max(way.engines), ..way }
    }
}

/// The spaces of a shared list.
fn each(spaces: Rc<[SpaceId]>) -> impl Iterator<Item = SpaceId> {
    (0..spaces.len()).map(move |at| spaces[at])
}

/// The ships that a seat may move.
fn movers(options: &Options) -> Vec<Word> {
    match options.verb("move") {
        Some(Node::OneOf { of, .. }) => of.iter().map(|(ship, _)| *ship).collect(),
        _ => vec![],
    }
}

/// 13.1 The patrol zones that the text of French Navy Sortie names, as long as they are patrol zones.
fn french_zones(chart: &SeaChart, view: &View) -> Vec<SpaceId> {
    let named = chart.pack().incidents.get(&Incident::FrenchNavySortie).map(|spec| &spec.spaces);
    let open = view.campaign.as_ref().map_or(&[][..], |campaign| &campaign.open_seas);
    let kind = |space: &SpaceId| chart.space(*space).map(|spec| spec.kind);
    let is_zone = |space: &SpaceId| kind(space) == Some(SpaceKind::PatrolZone) && !open.contains(space);
    named.into_iter().flatten().copied().filter(is_zone).collect()
}

/// 9.2, 23 Returns whether mines can be laid or a landing party taken aboard after the last move.
pub fn goes_on(view: &View) -> bool {
    view.ships.values().any(|ship| ship.ship.carries(Cargo::Mines) > 0)
        || view.places.values().any(|place| place.landed)
}
