//! The prospects of the mission from a seat's view: ways and days, guns on the coast, and points if no more can come. Luck is
//! assumed to be good, but for coal: it comes only from where it can be had today, not from a Friendly Ship still to be met
//! (13.1) or a port still to be taken (9.2).

mod sea;
mod ways;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::ids::{Cargo, Incident, Phase, Power, ShipId, SpaceId, SpaceKind, Speed, Track};
use super::pack::SeaChart;
use super::state::Task;
use super::view::View;
use crate::game::{Arg, Node, Options, OrderForm, Seat, Word};
use sea::Sea;
use ways::{Condition, Ways};

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
    /// Made by the first search.
    sea: Rc<OnceCell<Sea<'a>>>,
}

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
            // 4.1: the Objective phase comes after the bombardment, so today's coasts are as they will be.
            shore_left: matches!(view.phase, Phase::Objective | Phase::Over),
            sails_on: false,
            zones: french_zones(chart, view),
            sea: Rc::default(),
        }
    }

    /// True if an order may change the prospects; only then are they computed again.
    pub fn is_changed_by(&self, order: &OrderForm) -> bool {
        match (order.verb.as_str(), self.view.phase) {
            // The end of any other phase gives up neither a move nor a coast.
            ("done", phase) => matches!(phase, Phase::Movement | Phase::Bombardment),
            ("evade", _) => order.is("by", "coal"),
            ("contact", _) => order.is("speed", Speed::Maximum.as_str()),
            ("lay" | "embark", Phase::Movement) => self.french_fleet_at_sea(),
            ("approve" | "move" | "ram" | "break-off" | "retreat" | "station" | "sail-on", _) => true,
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
                self.end_movement_after(order);
            }
            ("lay" | "embark", Phase::Movement) => self.end_movement_after(order),
            ("done", Phase::Movement) if self.view.tasks.is_empty() => {
                // With several commanders `done` is for one of them: the ships of the others may still move.
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

    /// Loses what the French fleet finds if this order ends the movement phase (9.2, 12.0, 23.0).
    ///
    /// It does if no ship can move, take a party aboard or lay mines any more. That the others are done is not looked for.
    fn end_movement_after(&mut self, order: &OrderForm) {
        let ship = order.word("ship").map(ShipId);
        let austrian = self.view.austrians.iter().any(|(id, it)| it.may_move && Some(*id) != ship);
        let moves = austrian || self.fleet.iter().any(|sailor| sailor.may_move);
        if !moves && !self.view.ships.keys().any(|id| self.has_work(*id, order)) {
            self.meet_french_fleet(|_| true);
        }
    }

    /// Returns whether a ship can lay mines or take a party aboard after this order.
    fn has_work(&self, id: ShipId, order: &OrderForm) -> bool {
        let (Some(ship), today) = (self.view.ships.get(&id), &self.view.today) else { return false };
        let ordered = |verb: &str| order.verb.as_str() == verb && order.word("ship") == Some(id.0);
        let path = order.words("path").filter(|_| ordered("move"));
        let path = path.map(|path| path.iter().copied().map(SpaceId).collect::<Vec<_>>());
        let Some(at) = path.as_ref().and_then(|path| path.last().copied()).or(ship.ship.at) else {
            return false;
        };
        // 23.0: mines are laid anywhere on the way.
        let mut way = path.as_ref().or(today.ways.get(&id)).into_iter().flatten().chain([&at]);
        let mines = ship.ship.carries(Cargo::Mines) > u8::from(ordered("lay"));
        let lays = mines && way.any(|space| !self.is_neutral(*space));
        // 9.2: with the party aboard nobody is ashore.
        let ashore = self.view.places.get(&at).is_some_and(|place| place.landed);
        let by = order.word("ship").filter(|_| order.verb.as_str() == "embark").map(ShipId);
        let taken = by.and_then(|by| self.view.ships.get(&by)?.ship.at) == Some(at);
        let waits = path.is_none() && !today.moved.contains(&id);
        let has_room = ordered("lay") || !ship.ship.free_boxes().is_empty();
        lays || ashore && !taken && waits && has_room
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
        let sea = self.sea();
        let spaces = self.chart.numbered();
        // By coal.
        let mut known = vec![sea.objectives().clone(); usize::from(sailor.coal) + 1];
        let mut days = BTreeMap::new();
        let all = || (0..=sailor.coal).flat_map(|coal| (0..spaces.len()).map(move |at| (at, coal)));
        let goals = all().filter(|(at, _)| sea.objectives().contains(*at));
        days.extend(goals.map(|(at, coal)| ((spaces[at], coal), 0)));
        for day in 1..=self.view.days {
            let is_near = |(at, coal): &(usize, u8)| {
                let start = Ways::of(Condition { coast: 0, coal: *coal, engines: sailor.engines }, [*at]);
                // A day beyond the calendar: markers in the way today and the French fleet of one day do not
                // count.
                let moved = sea.moved(&start, spec, u8::MAX, (None, luck));
                let mut moved = moved.iter();
                moved.any(|(then, spaces)| !spaces.is_disjoint(&known[usize::from(then.coal)]))
            };
            let far = all().filter(|(at, coal)| !known[usize::from(*coal)].contains(*at));
            let near: Vec<(usize, u8)> = far.filter(is_near).collect();
            if near.is_empty() {
                break;
            }
            // Not during the search of `day`: a space that is a day farther would get the same number.
            for (at, coal) in near {
                known[usize::from(coal)].insert(at);
                days.insert((spaces[at], coal), day);
            }
        }
        days
    }

    fn sea(&self) -> &Sea<'a> {
        self.sea.get_or_init(|| Sea::new(self.chart, self.view, &self.zones))
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
        let progress = self.view.progress.as_ref();
        let is_objective =
            |space: &SpaceId| progress.is_some_and(|progress| progress.objectives.contains(space));
        let ends = |sailor: &Sailor| -> Vec<SpaceId> {
            let today = self.moves(sailor, true);
            let today = today.spaces().map(|at| self.chart.numbered()[at]);
            sailor.at.iter().copied().chain(today).collect()
        };
        let ends: Vec<Vec<SpaceId>> = self.fleet.iter().map(ends).collect();
        let abroad = self.view.austrians.values().any(|it| it.ship.at().is_some());
        let beside = |at: usize| {
            abroad || ends.iter().enumerate().any(|(other, ends)| other != at && ends.iter().any(meets))
        };
        let wins =
            |at: usize| ends[at].iter().any(|space| is_objective(space) && (meets(space) || beside(at)));
        (0..ends.len()).any(wins)
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

    /// A ship where it is now.
    fn starts(&self, sailor: &Sailor) -> Ways {
        let condition = Condition { coast: 0, coal: sailor.coal, engines: sailor.engines };
        Ways::of(condition, sailor.at.iter().filter_map(|at| self.chart.number(*at)))
    }

    /// The spaces where a ship may end today's move.
    fn moves(&self, sailor: &Sailor, luck: bool) -> Ways {
        match self.chart.pack().german.get(&sailor.id) {
            Some(spec) if sailor.may_move => {
                self.sea().moved(&self.starts(sailor), spec, self.today(), (None, luck))
            }
            _ => Ways::default(),
        }
    }

    /// The ways with the guns that today's day silences.
    fn shelled(&self, ways: Ways) -> Ways {
        if self.shore_left { ways } else { self.sea().bombarded(ways) }
    }

    /// All places with guns to silence.
    fn all_coasts(&self) -> u8 {
        let coast = self.view.progress.as_ref().map_or(0, |progress| progress.coast_left.len());
        (0..coast.min(8)).fold(0, |all, at| all | 1 << at)
    }

    /// The places where a ship may be from the end of today on.
    fn reached(&self, sailor: &Sailor, luck: bool) -> Reached {
        let mut reached = self.later(sailor, luck);
        if self.sails_on {
            return reached;
        }
        let mut ends = self.moves(sailor, luck);
        if !(sailor.may_move && sailor.must_leave) {
            ends.join(&self.starts(sailor));
        }
        if reached.note(&self.shelled(ends), self.sea()) {
            reached.first = Some(self.today());
        }
        reached
    }

    /// The places where a ship may be from the end of tomorrow on, by the last day.
    fn later(&self, sailor: &Sailor, luck: bool) -> Reached {
        let mut reached = Reached { coasts: BTreeSet::new(), first: None, after_today: false };
        let all = self.all_coasts();
        let Some(spec) = self.chart.pack().german.get(&sailor.id) else { return reached };
        let (sea, today) = (self.sea(), self.today());
        let mut first_days: Vec<(Option<usize>, Ways)> = vec![];
        // 9.1 Whoever stays in a neutral place leaves it tomorrow for good.
        if !(sailor.may_move && sailor.must_leave) {
            for (condition, spaces) in self.starts(sailor).iter() {
                first_days.extend(spaces.iter().map(|at| {
                    let leaves = sailor.stays && self.is_neutral(self.chart.numbered()[at]);
                    (leaves.then_some(at), Ways::of(condition, [at]))
                }));
            }
        }
        if sailor.may_move {
            first_days.push((None, self.moves(sailor, luck)));
        }
        for (left, ways) in first_days {
            let mut seen = Ways::default();
            let mut fresh = seen.add_needed(self.shelled(ways));
            for day in today + 1..=self.view.days {
                // All is reached already, and later than this would be no sooner.
                if reached.coasts.contains(&(all, true)) && reached.first.is_some_and(|first| first <= day) {
                    break;
                }
                // What was closed by the French fleet is open again: every way is tried once more.
                if self.view.french_sortie == Some(day - 1) {
                    fresh = seen.clone();
                }
                let mut ways = sea.moved(&fresh, spec, day, (left, luck));
                ways.join(&sea.stayed(&fresh, spec, left));
                let ways = sea.bombarded(ways);
                if reached.note(&ways, sea) && reached.first.is_none_or(|first| day < first) {
                    (reached.first, reached.after_today) = (Some(day), true);
                }
                fresh = seen.add_needed(ways);
            }
        }
        reached
    }
}

impl Reached {
    /// Notes where ways end. Returns whether one of them is on an objective.
    fn note(&mut self, ways: &Ways, sea: &Sea<'_>) -> bool {
        let mut is_there = false;
        for (condition, spaces) in ways.iter().filter(|(_, spaces)| !spaces.is_empty()) {
            let there = !spaces.is_disjoint(sea.objectives());
            is_there |= there;
            self.coasts.extend(there.then_some((condition.coast, true)));
            self.coasts.extend((!spaces.is_subset(sea.objectives())).then_some((condition.coast, false)));
        }
        is_there
    }
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
