//! Orders that a computer player weighs as an officer: the advice of [`hint`](super::hint), and rules of thumb of its own
//! about points, time and the way to the objective. The reasons are those of the advisers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::hint::Staff;
use super::ids::{Cargo, ShipId, SpaceId, SpaceKind, Track};
use super::pack::SeaChart;
use super::state::Task;
use super::view::View;
use crate::game::candidate::Candidate;
use crate::game::{Options, OrderForm, Prompt, Word};

/// An order with its weight and its reason.
type Weighed = (u32, &'static str, Option<OrderForm>);

/// Cargo that the ships take aboard, the most useful first.
const OUTFIT: [Cargo; 6] = [
    Cargo::TargetingCalculator,
    Cargo::DamageControl,
    Cargo::ReserveCrew,
    Cargo::Optics,
    Cargo::Seebataillon,
    Cargo::TorpedoNets,
];
/// Moves of a decision that are weighed at most.
const MOVES: usize = 400;
/// Moves that are kept to choose among.
const BEST_MOVES: usize = 3;
/// The most that a move may be worse than the best and still be chosen now and then.
const NEARLY_BEST: i64 = 7;
/// Spaces that a squadron sails a day, at cruising speed.
const DAYS_RUN: usize = 4;
/// The cost of a move at cruising, maximum and emergency speed.
const SPEED_COST: [i64; 3] = [0, 15, 60];
/// Days to spare on the way home.
const DAYS_TO_SPARE: usize = 2;
/// The worth of ships that lie apart: markers are drawn at every space, and points come from markers.
const APART: i64 = 30;
/// Ammunition and coal with which ships are not sent to a harbour.
const ENOUGH: u8 = 2;

/// The orders worth weighing, the best first.
pub fn candidates(chart: &SeaChart, view: &View, prompt: &Prompt, options: &Options) -> Vec<Candidate> {
    let staff = Staff { chart, view, options };
    let captain = Captain { staff: &staff };
    let weighed = match prompt.ask.as_str() {
        "set-up" => captain.set_up(),
        "share" => advised(staff.share()),
        "outfitting" => captain.outfitting(),
        "intelligence" => captain.intelligence(),
        "choose" => vec![
            (3, "hint-breakthrough", options.with("choose", "result", "breakthrough")),
            (1, "hint-jamming", options.with("choose", "result", "jamming")),
        ],
        "examine" => advised(staff.examine()),
        "movement" => captain.movement(),
        "evade" => captain.evade(),
        "ram" => vec![(1, "hint-ram", staff.soundest("ram"))],
        // Of equals a searching bot keeps the first: the bold officer's speed, which `contact` names last.
        "contact" => advised(staff.contact()).into_iter().rev().collect(),
        "break-off" => captain.break_off(),
        "retreat" => vec![(1, "hint-retreat", staff.quietest("retreat"))],
        "fire" | "bombard-fire" => captain.fire(),
        "bombardment" => captain.bombardment(),
        "objective" => vec![(1, "hint-any", options.first("conclude"))],
        // Rewards, the nation to fire first and the order of spaces have no rule of thumb of their own.
        _ => vec![],
    };
    let found = among(options, weighed);
    if found.is_empty() { among(options, advised(staff.whatever())) } else { found }
}

/// Returns whether an officer has nothing to do in the set-up: his ship has all that she is to carry, and he could only take it ashore
/// again. Another officer places the collier and sails (25.0).
pub fn holds_back(chart: &SeaChart, view: &View, prompt: &Prompt, options: &Options) -> bool {
    let staff = Staff { chart, view, options };
    // A station may be changed, and need not be (24.2).
    let is_for_others = ["collier", "deploy", "done"].iter().all(|verb| options.verb(verb).is_none());
    prompt.ask.as_str() == "set-up"
        && is_for_others
        && among(options, Captain { staff: &staff }.set_up()).is_empty()
}

/// Advice, each as good as the other.
fn advised(advice: Vec<crate::game::hint::Advice>) -> Vec<Weighed> {
    advice.into_iter().map(|(_, why, order)| (1, why, order)).collect()
}

/// The weighed orders that may be given, each once.
fn among(options: &Options, weighed: Vec<Weighed>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = vec![];
    for (weight, why, order) in weighed {
        // Without an order or a weight there is nothing to give; of the rest the options have the last word.
        let Some(order) = order.filter(|order| weight > 0 && options.accept(order).is_ok()) else { continue };
        match found.iter_mut().find(|known| known.order == order) {
            Some(known) => known.weight += weight,
            None => found.push(Candidate { order, weight, why: Word::literal(why) }),
        }
    }
    found.sort_by_key(|candidate| Reverse(candidate.weight));
    found
}

struct Captain<'a> {
    staff: &'a Staff<'a>,
}

impl Captain<'_> {
    fn view(&self) -> &View {
        self.staff.view
    }

    fn options(&self) -> &Options {
        self.staff.options
    }

    /// Days after this one.
    fn days_left(&self) -> usize {
        usize::from(self.view().days.saturating_sub(self.view().turn))
    }

    /// Returns whether enough points are won.
    fn has_points(&self) -> bool {
        self.view().progress.as_ref().is_some_and(|progress| progress.points)
    }

    /// Places whose guns the mission wants silenced.
    fn guns(&self) -> &[SpaceId] {
        self.view().progress.as_ref().map_or(&[], |progress| &progress.coast_left)
    }

    /// The set-up: each ship loads what she lacks and can carry, the collier is placed, and the ships sail.
    fn set_up(&self) -> Vec<Weighed> {
        let load = self.options().best("load", |order| {
            let ship = self.view().ships.get(&ShipId(order.word("ship")?))?;
            let rank = OUTFIT.iter().position(|item| Some(item.word()) == order.word("item"))?;
            (ship.ship.carries(OUTFIT[rank]) == 0).then_some((Reverse(rank), self.staff.weight(order)))
        });
        if load.is_some() {
            return vec![(1, "hint-load-guns", load)];
        }
        let beside =
            self.options().best("collier", |order| Some(Reverse(self.staff.way_of_the_collier(order)?)));
        match self.view().colliers_to_place {
            0 => vec![(1, "hint-sail", self.staff.done())],
            _ => vec![(1, "hint-collier", beside)],
        }
    }

    /// A day in harbour is spent where guns, engines, shells or coal are wanted; repairs cost the day's move.
    fn outfitting(&self) -> Vec<Weighed> {
        let dice = |order: &OrderForm| {
            let shares = order.shares("dice")?;
            Some((shares.values().sum::<u32>(), Reverse(shares.values().max().copied())))
        };
        let many = |order: &OrderForm| order.words("ships").map(<[Word]>::len);
        let time = self.days_left() > self.days_to_goal(self.where_we_are());
        let (mut hurt, mut dry, mut cold) = (0, 0, 0);
        for (id, ship) in &self.view().ships {
            let Some(spec) = self.staff.chart.pack().german.get(id).filter(|_| ship.ship.at.is_some()) else {
                continue;
            };
            let lost = |track| u32::from(spec.limit(track).saturating_sub(ship.ship.track(track)));
            hurt += lost(Track::Hull)
                + 2 * lost(Track::Engines)
                + 2 * lost(Track::Primary)
                + lost(Track::Secondary);
            dry += u32::from(ship.ship.track(Track::Ammunition) <= ENOUGH);
            cold += u32::from(ship.ship.track(Track::Coal) < ENOUGH);
        }
        let worth = |need: u32| if time { need } else { 0 };
        vec![
            (worth(4 * dry), "hint-rearm", self.options().best("rearm", many)),
            (worth(hurt.min(8)), "hint-repair", self.options().best("repair", dice)),
            (worth(2 * cold), "hint-coal", self.options().best("coal", many)),
            (2, "hint-nothing-here", self.staff.done()),
        ]
    }

    /// Signals are worth hearing while there is something to hunt.
    fn intelligence(&self) -> Vec<Weighed> {
        let listen =
            self.options().best("intelligence", |order| Some(Reverse(self.staff.likely(order, "nothing"))));
        let hunts = u32::from(!self.has_points());
        vec![(1 + 2 * hunts, "hint-listen", listen), (1, "hint-silence", self.staff.done())]
    }

    fn where_we_are(&self) -> Option<SpaceId> {
        let afloat = self.view().ships.values().filter(|ship| ship.ship.at.is_some());
        afloat.max_by_key(|ship| ship.ship.track(Track::Hull)).and_then(|ship| ship.ship.at)
    }

    /// The days from a space to an objective.
    fn days_to_goal(&self, from: Option<SpaceId>) -> usize {
        let far = from.and_then(|space| self.staff.goal().get(&space).copied()).unwrap_or(0);
        far.div_ceil(DAYS_RUN)
    }

    /// The movement: the nearest ship goes home while there is just time, all once everything else is done; before that each
    /// to a space of her own with most to win.
    fn movement(&self) -> Vec<Weighed> {
        let goal = self.staff.goal();
        let far = |space: SpaceId| goal.get(&space).copied().unwrap_or(usize::MAX);
        let guns = self.staff.spaces_to(self.guns().iter().copied());
        let ready = self.has_points() && self.guns().is_empty();
        let nearest = self.view().ships.values().filter_map(|ship| ship.ship.at).map(far).min();
        let late = |from: SpaceId| {
            Some(far(from)) == nearest && far(from).div_ceil(DAYS_RUN) + DAYS_TO_SPARE > self.days_left()
        };
        let mut rated: Vec<(i64, OrderForm, &'static str)> = vec![];
        let moves = self
            .options()
            .verb("move")
            // One way to each space in reach; if these exceed the limit, ships and speeds share it evenly.
            .map(|node| node.propose(OrderForm::new(Word::literal("move")), MOVES));
        for order in moves.unwrap_or_default() {
            let Some(way) = self.staff.move_of(&order) else { continue };
            let from = order.word("ship").and_then(|ship| self.view().ships.get(&ShipId(ship))?.ship.at);
            let (worth, why) = if ready || from.is_some_and(late) {
                // Out of reach is `usize::MAX` lines away, which no product could hold.
                (-100 * far(way.to).min(1000) as i64, "hint-homeward")
            } else if self.guns().is_empty() {
                (self.prey(way.to), "hint-prey")
            } else {
                (self.prey(way.to) - 30 * guns.get(&way.to).map_or(50, |far| *far as i64), "hint-prey")
            };
            let apart = if self.staff.joins(way.to) { 0 } else { APART };
            rated.push((worth + apart - SPEED_COST.get(way.speed).unwrap_or(&0), order, why));
        }
        // The text settles ties, so that the order of the proposals has no say in them.
        rated.sort_by_key(|(worth, order, _)| (Reverse(*worth), order.to_string()));
        let best = rated.first().map_or(0, |(worth, ..)| *worth);
        let close = |(worth, order, why): (i64, OrderForm, &'static str)| {
            ((NEARLY_BEST - (best - worth)).max(0) as u32, why, Some(order))
        };
        let mut weighed: Vec<Weighed> = rated.into_iter().take(BEST_MOVES).map(close).collect();
        // `done` gives up every move still open to the seat, so it is for when there is none.
        weighed.push((u32::from(weighed.is_empty()), "hint-nothing-here", self.staff.done()));
        weighed
    }

    /// The prizes at a space: ships that lie there or may come, guns on the coast.
    fn prey(&self, space: SpaceId) -> i64 {
        let place = self.view().places.get(&space);
        let hidden = place.map_or(0, |place| place.hidden) as i64;
        let shown = place.map_or(0, |place| place.shown.len()) as i64;
        let draws = i64::from(self.view().draws.get(&space).copied().unwrap_or(0));
        let coast = place.map_or(0, |place| place.coast.len()) as i64;
        let wanted = if self.guns().contains(&space) { 60 } else { 0 };
        let lure = match self.staff.chart.space(space).map(|spec| spec.kind) {
            Some(SpaceKind::PatrolZone) => 4 * hidden.min(3),
            _ => 2 * hidden,
        };
        lure + 8 * shown + 12 * draws + 5 * coast + wanted
    }

    /// The evasion: for coal while there is some.
    fn evade(&self) -> Vec<Weighed> {
        let coal = match self.view().tasks.last() {
            Some(Task::Evade { ships }) => {
                let ship = ships.first().and_then(|ship| self.view().ships.get(ship));
                ship.map_or(0, |ship| ship.ship.track(Track::Coal))
            }
            _ => 0,
        };
        vec![
            (u32::from(coal), "hint-evade", self.options().with("evade", "by", "coal")),
            (1, "hint-risk", self.options().with("evade", "by", "risk")),
        ]
    }

    /// The guns of both sides in the battle at hand: ours, theirs.
    fn guns_in_battle(&self) -> (u32, u32) {
        let Some(Task::Battle(battle)) = self.view().tasks.last() else { return (1, 1) };
        let ours = battle.german.iter().filter_map(|ship| self.view().ships.get(ship)).map(|ship| {
            let track = |track| u32::from(ship.ship.track(track));
            3 * track(Track::Primary) + 2 * track(Track::Secondary) + track(Track::Hull)
        });
        let fighting = battle.fighting().filter_map(|enemy| self.staff.chart.pack().ships.get(&enemy.ship));
        let theirs = fighting.map(|spec| {
            3 * u32::from(spec.primary) + 2 * u32::from(spec.secondary) + 2 * u32::from(spec.armour)
        });
        (ours.sum(), theirs.sum())
    }

    fn break_off(&self) -> Vec<Weighed> {
        let (ours, theirs) = self.guns_in_battle();
        vec![
            (1 + ours * ours, "hint-fight", self.options().first("fight")),
            (1 + theirs * theirs / 2, "hint-break-off", self.options().first("break-off")),
        ]
    }

    /// The fire: all guns while there are shells, at the target that is sunk or silenced most.
    fn fire(&self) -> Vec<Weighed> {
        let shells: BTreeMap<ShipId, u8> =
            (self.view().ships.iter()).map(|(id, ship)| (*id, ship.ship.track(Track::Ammunition))).collect();
        let advice = self.staff.fire();
        let weigh = |(_, why, order): crate::game::hint::Advice| {
            let ship = order.as_ref().and_then(|order| order.word("ship")).map(ShipId);
            let plenty = ship.and_then(|ship| shells.get(&ship)).is_some_and(|shells| *shells > ENOUGH);
            let all_out = matches!(why, "hint-fire-all" | "hint-torpedo-all");
            (if all_out == plenty { 3 } else { 1 }, why, order)
        };
        advice.into_iter().map(weigh).collect()
    }

    /// Guns that the mission wants silenced, and others while points are wanted.
    fn bombardment(&self) -> Vec<Weighed> {
        let wanted = self
            .options()
            .best("bombard", |order| self.guns().contains(&SpaceId(order.word("space")?)).then_some(()));
        let points = if self.has_points() { 0 } else { 3 };
        vec![
            (9, "hint-bombard", wanted),
            (points, "hint-bombard", self.options().first("bombard")),
            (1, "hint-land", self.options().first("land")),
            (1, "hint-leave-shore", self.staff.done()),
        ]
    }
}
