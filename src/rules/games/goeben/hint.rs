//! Orders that a cautious and a bold officer would give, and those of August 1914: rules of thumb over the open information.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::ids::{Cargo, Mission, ShipId, SpaceId, Speed, Track};
use super::pack::SeaChart;
use super::prospects::Prospects;
use super::victory::Progress;
use super::view::{ShipView, View};
use crate::game::hint::Adviser::{Bold, Cautious, Historical};
use crate::game::hint::{self, Advice, Hint};
use crate::game::{Options, OrderForm, Prompt, Word};

/// Cargo that keeps ships afloat, the most useful first.
const CAREFUL_CARGO: [Cargo; 3] = [Cargo::DamageControl, Cargo::ReserveCrew, Cargo::TorpedoNets];
/// Cargo that sinks others.
const BOLD_CARGO: [Cargo; 3] = [Cargo::TargetingCalculator, Cargo::ReserveCrew, Cargo::Optics];
/// The place where a German collier waited for the squadron in August 1914: among the Cyclades. `docs/goeben-start.md` has the
/// source.
const COLLIER_OF_1914: &str = "SAE";
/// The places that the squadron shelled on 4 August 1914.
const SHELLED_IN_1914: [&str; 2] = ["BON", "PHV"];

/// The orders that the officers would give.
pub fn hints(chart: &SeaChart, view: &View, prompt: &Prompt, options: &Options) -> Vec<Hint> {
    let staff = Staff { chart, view, options };
    let prospects = Prospects::now(chart, view);
    let home = Homeward::of(&prospects, view);
    let advice = match prompt.ask.as_str() {
        "set-up" => staff.set_up(),
        "share" => staff.share(),
        "outfitting" if home.is_urgent() => vec![(Cautious, "hint-go-now", staff.done())],
        "outfitting" => staff.outfitting(),
        "intelligence" if home.is_urgent() => vec![(Cautious, "hint-go-now", staff.done())],
        "intelligence" => staff.intelligence(),
        "choose" => vec![
            (Cautious, "hint-jamming", options.with("choose", "result", "jamming")),
            (Bold, "hint-breakthrough", options.with("choose", "result", "breakthrough")),
        ],
        "examine" => staff.examine(),
        "movement" if home.goes() => staff.homeward(&home),
        "movement" => staff.movement(),
        "evade" => vec![
            (Cautious, "hint-evade", options.with("evade", "by", "coal")),
            (Bold, "hint-risk", options.with("evade", "by", "risk")),
        ],
        "ram" => vec![(Cautious, "hint-ram", staff.soundest("ram"))],
        "contact" => staff.contact(),
        "break-off" => vec![
            (Cautious, "hint-break-off", options.first("break-off")),
            (Bold, "hint-fight", options.first("fight")),
        ],
        "retreat" => vec![(Cautious, "hint-retreat", staff.quietest("retreat"))],
        "fire" | "bombard-fire" => staff.fire(),
        "bombardment" if home.is_there() => vec![(Cautious, "hint-all-done", staff.done())],
        "bombardment" => staff.bombardment(),
        "objective" => vec![(Cautious, "hint-all-done", options.first("conclude"))],
        _ => vec![],
    };
    let hints = hint::hints(options, advice);
    // Every open question gets a hint: a lesson without a stage for it shows the first one.
    let hints = if hints.is_empty() { hint::hints(options, staff.whatever()) } else { hints };
    let loses =
        |order: &OrderForm| prospects.is_changed_by(order) && !prospects.after(order, options).can_win();
    // Once the mission is out of reach every order loses it, and the advice stands as it is.
    match hints.iter().any(|hint| loses(&hint.order)) && prospects.can_win() {
        true => hint::sparing(hints, options, loses),
        false => hints,
    }
}

/// The way home of a squadron that has all its orders want but the place.
struct Homeward<'a> {
    prospects: &'a Prospects<'a>,
    view: &'a View,
    /// Enough points are won, and the coast is silenced.
    is_ready: bool,
    /// Only a strain on the engines gets a ship there in time.
    strains: bool,
    /// The ships that can be on an objective in time, each with the first day; at speeds that cost no engines where there are
    /// any.
    in_time: BTreeMap<ShipId, u8>,
}

impl Homeward<'_> {
    fn of<'a>(prospects: &'a Prospects<'a>, view: &'a View) -> Homeward<'a> {
        let is_ready = view.outcome.is_none()
            && view
                .progress
                .as_ref()
                .is_some_and(|progress| progress.points && progress.coast_left.is_empty());
        let sound = if is_ready { prospects.in_time(false) } else { BTreeMap::new() };
        let strains = is_ready && sound.is_empty();
        let in_time = if strains { prospects.in_time(true) } else { sound };
        Homeward { prospects, view, is_ready, strains, in_time }
    }

    /// True if the squadron goes to its objective.
    fn goes(&self) -> bool {
        self.is_ready && !self.in_time.is_empty()
    }

    /// True if no day can be spent on anything else.
    fn is_urgent(&self) -> bool {
        let turn = self.view.turn.max(1);
        self.goes() && (turn >= self.view.days || self.in_time.values().all(|day| *day >= self.view.days))
    }

    /// True if the orders are fulfilled, once the day ends.
    fn is_there(&self) -> bool {
        self.view.progress.as_ref().is_some_and(Progress::is_complete)
    }
}

/// The advisers, with the position they look at.
pub(super) struct Staff<'a> {
    pub chart: &'a SeaChart,
    pub view: &'a View,
    pub options: &'a Options,
}

impl Staff<'_> {
    pub fn done(&self) -> Option<OrderForm> {
        self.options.first("done")
    }

    /// The likelihood of an outcome of an order, in millionths; 0 at a table without odds.
    pub fn likely(&self, order: &OrderForm, outcome: &str) -> u32 {
        let odds = self.view.odds.iter().find(|odds| odds.are_of(order));
        let outcome = odds.and_then(|odds| odds.outcomes.iter().find(|(what, _)| what.as_str() == outcome));
        outcome.map_or(0, |(_, likely)| likely.millionths())
    }

    /// Each ship takes one counter; the collier is placed, and the ships sail.
    fn set_up(&self) -> Vec<Advice> {
        let collier = |space: &str| self.options.with("collier", "space", space);
        let beside = || self.options.best("collier", |order| Some(Reverse(self.way_of_the_collier(order)?)));
        let ready = || self.done().or_else(|| self.options.first("station"));
        let careful = self.load(&CAREFUL_CARGO);
        let bold = self.load(&BOLD_CARGO);
        vec![
            match careful {
                Some(order) => (Cautious, "hint-load-care", Some(order)),
                None if self.view.colliers_to_place > 0 => (Cautious, "hint-collier", beside()),
                None => (Cautious, "hint-sail", ready()),
            },
            match bold {
                Some(order) => (Bold, "hint-load-guns", Some(order)),
                None => (Bold, "hint-sail", ready()),
            },
            (Historical, "hint-collier-1914", collier(COLLIER_OF_1914)),
        ]
    }

    /// The counter that a ship without any takes.
    fn load(&self, cargo: &[Cargo]) -> Option<OrderForm> {
        self.options.best("load", |order| {
            let ship = self.view.ships.get(&ShipId(order.word("ship")?))?;
            let rank = cargo.iter().position(|item| Some(item.word()) == order.word("item"))?;
            ship.ship.cargo.is_empty().then_some((Reverse(rank), self.weight(order)))
        })
    }

    /// The distance of a collier's place from the ships or from their goal, whichever is longer.
    pub fn way_of_the_collier(&self, order: &OrderForm) -> Option<usize> {
        let space = order.word("space")?;
        let goals: BTreeSet<SpaceId> =
            self.view.progress.iter().flat_map(|progress| &progress.objectives).copied().collect();
        let from_ships = self.spaces_to(self.view.ships.values().filter_map(|ship| ship.ship.at));
        let from_goal = self.spaces_to(goals.into_iter());
        let ships = *from_ships.get(&SpaceId(space))?;
        let goal = from_goal.get(&SpaceId(space)).copied().unwrap_or(0);
        // Half-way, where the bunkers are half empty.
        Some(ships.max(goal))
    }

    pub fn share(&self) -> Vec<Advice> {
        let all = |order: &OrderForm| order.shares("points").map(|shares| shares.values().sum::<u32>());
        let spread = |order: &OrderForm| order.shares("points")?.values().max().copied();
        vec![
            (
                Cautious,
                "hint-share",
                self.options.best("share", |order| Some((all(order)?, Reverse(spread(order)?)))),
            ),
            (Bold, "hint-share-one", self.options.best("share", |order| Some((all(order)?, spread(order)?)))),
        ]
    }

    fn outfitting(&self) -> Vec<Advice> {
        let many = |name: &'static str| move |order: &OrderForm| order.words(name).map(<[Word]>::len);
        let dice = |order: &OrderForm| {
            let shares = order.shares("dice")?;
            Some((shares.values().sum::<u32>(), Reverse(shares.values().max().copied())))
        };
        let stay = [
            ("hint-repair", self.options.best("repair", dice)),
            ("hint-coal", self.options.best("coal", many("ships"))),
            ("hint-rearm", self.options.best("rearm", many("ships"))),
            ("hint-nothing-here", self.done()),
        ];
        let stay = stay.into_iter().find(|(_, order)| order.is_some());
        let (why, order) = stay.unwrap_or(("hint-nothing-here", None));
        vec![(Cautious, why, order), (Bold, "hint-no-stay", self.done())]
    }

    fn intelligence(&self) -> Vec<Advice> {
        let listen = self.options.best("intelligence", |order| Some(Reverse(self.likely(order, "nothing"))));
        vec![(Cautious, "hint-silence", self.done()), (Bold, "hint-listen", listen)]
    }

    pub fn examine(&self) -> Vec<Advice> {
        let hidden = |order: &OrderForm| {
            let place = self.view.places.get(&SpaceId(order.word("space")?))?;
            Some(place.hidden + place.coast.len())
        };
        let near = |order: &OrderForm| {
            let space = SpaceId(order.word("space")?);
            let reach = self
                .view
                .ships
                .values()
                .filter_map(|ship| ship.reach.iter().position(|ring| ring.contains(&space)));
            // Out of reach of every ship today: looked into last.
            Some(Reverse(reach.min().unwrap_or(usize::MAX)))
        };
        vec![
            (Cautious, "hint-look-near", self.options.best("examine", near)),
            (Bold, "hint-look-much", self.options.best("examine", hidden)),
        ]
    }

    fn movement(&self) -> Vec<Advice> {
        let goal = self.goal();
        let left = |space| Reverse(goal.get(&space).copied().unwrap_or(usize::MAX));
        let away = self.options.best("move", |order| {
            let way = self.move_of(order)?;
            let guarded = self.view.places.get(&way.to).map_or(0, |place| place.hidden + place.shown.len());
            let drawn = guarded + usize::from(self.view.draws.get(&way.to).copied().unwrap_or(0));
            Some((Reverse(way.speed), self.joins(way.to), Reverse(drawn), left(way.to), way.spaces))
        });
        let prey = self.options.best("move", |order| {
            let way = self.move_of(order)?;
            let place = self.view.places.get(&way.to);
            let guns = place.map_or(0, |place| place.coast.len());
            let hidden = place.map_or(0, |place| place.hidden + place.shown.len());
            let target = match (guns, hidden) {
                (1.., _) => (2, Reverse(guns)),
                (0, 1..) => (1, Reverse(hidden)),
                (0, 0) => (0, Reverse(0)),
            };
            Some((self.joins(way.to), target, Reverse(way.speed), Reverse(way.spaces), way.weight))
        });
        let course = self.options.best("move", |order| {
            let way = self.move_of(order)?;
            Some((Reverse(way.speed), Reverse(*goal.get(&way.to)?)))
        });
        let to_constantinople = self.view.mission == Some(Mission::OttomanAlliance);
        vec![
            (Cautious, "hint-quiet-sea", away.or_else(|| self.done())),
            (Bold, "hint-prey", prey),
            // In August 1914 the squadron ran for Constantinople: advice for the orders that send it there.
            (Historical, "hint-dardanelles", course.filter(|_| to_constantinople)),
        ]
    }

    /// To the objective, both officers: in the fewest days, without a strain on the engines where that will do; then the
    /// cautious one as slowly and past as few markers as can be, the bold one as far as he gets.
    fn homeward(&self, home: &Homeward<'_>) -> Vec<Advice> {
        let days: BTreeMap<ShipId, BTreeMap<(SpaceId, u8), u8>> =
            self.view.ships.keys().map(|id| (*id, home.prospects.days_to_go(*id, home.strains))).collect();
        let goal = self.goal();
        // The engines, then the days, then how far it still is.
        let rated = |order: &OrderForm| {
            let (id, way) = (ShipId(order.word("ship")?), self.move_of(order)?);
            let ship = self.view.ships.get(&id)?;
            // 12.2, 12.3: one point at either of the faster speeds; `days` is keyed by the coal that is left.
            let burns = u8::from(way.speed > 0);
            let coal = ship.ship.track(Track::Coal).saturating_sub(burns);
            let left = days.get(&id)?.get(&(way.to, coal)).copied();
            let day = left.map(|left| self.view.turn.max(1).saturating_add(left));
            let in_time = day.is_some_and(|day| day <= self.view.days);
            let far = goal.get(&way.to).copied().unwrap_or(usize::MAX);
            let nears = far < ship.ship.at.and_then(|at| goal.get(&at).copied()).unwrap_or(usize::MAX);
            let strains = way.speed > 1;
            (in_time || nears).then_some(((in_time, !strains, Reverse(day.unwrap_or(u8::MAX))), way, far))
        };
        let careful = self.options.best("move", |order| {
            let (first, way, far) = rated(order)?;
            let place = self.view.places.get(&way.to).map_or(0, |place| place.hidden + place.shown.len());
            let drawn = place + usize::from(self.view.draws.get(&way.to).copied().unwrap_or(0));
            Some((first, Reverse(way.speed), Reverse(drawn), Reverse(far), way.weight))
        });
        let fast = self.options.best("move", |order| {
            let (first, way, far) = rated(order)?;
            Some((first, Reverse(far), Reverse(way.speed), way.weight))
        });
        // Who is there, or would only sail away, stays.
        let rest = careful.is_none().then(|| self.done()).flatten();
        vec![
            (Cautious, "hint-homeward", careful),
            (Cautious, "hint-go-now", rest),
            (Bold, "hint-homeward", fast),
        ]
    }

    /// The distance of every space from an objective.
    pub fn goal(&self) -> BTreeMap<SpaceId, usize> {
        self.spaces_to(self.view.progress.iter().flat_map(|progress| progress.objectives.iter().copied()))
    }

    /// Returns whether another ship that moves no more is there: together they are stronger.
    pub fn joins(&self, space: SpaceId) -> bool {
        let there = |ship: &ShipView| ship.ship.at == Some(space) && !ship.may_move;
        self.view.ships.values().any(there)
    }

    /// The size of an order's ship, by all that can be hit of her.
    pub fn weight(&self, order: &OrderForm) -> Option<u8> {
        // Nine tracks of at most 20 boxes each (`limits`) fit in a byte.
        Some(self.view.ships.get(&ShipId(order.word("ship")?))?.ship.tracks.values().sum())
    }

    pub fn move_of(&self, order: &OrderForm) -> Option<Move> {
        let path = order.words("path")?;
        let weight = self.weight(order).unwrap_or(0);
        let speed = Speed::ALL.iter().position(|speed| order.word("speed") == Some(speed.word()));
        Some(Move { to: SpaceId(*path.last()?), spaces: path.len(), speed: speed?, weight })
    }

    pub fn contact(&self) -> Vec<Advice> {
        let shy = |order: &OrderForm| Some(Reverse(self.likely(order, "allied-first")));
        let eager = |order: &OrderForm| Some(self.likely(order, "german-first"));
        vec![
            (Cautious, "hint-contact-shy", self.options.best("contact", shy)),
            (Bold, "hint-contact", self.options.best("contact", eager)),
        ]
    }

    pub fn fire(&self) -> Vec<Advice> {
        let of_use = |order: &OrderForm| {
            let likely = |outcome| self.likely(order, outcome);
            likely("sunk") + likely("withdrawn") + likely("unit-destroyed")
        };
        let thrifty = self.options.best("fire", |order| {
            Some((order.is("rate", "normal"), of_use(order), self.likely(order, "hit")))
        });
        let all_out = self.options.best("fire", |order| {
            Some((order.is("rate", "maximum"), of_use(order), self.likely(order, "hit")))
        });
        let fish = self.options.best("torpedo", |order| Some((of_use(order), order.number("count"))));
        let one = self.options.best("torpedo", |order| Some((Reverse(order.number("count")), of_use(order))));
        let hold = || self.options.first("hold");
        // 14.2: a round has guns or torpedoes, never both.
        match (thrifty, one) {
            (Some(thrifty), _) => {
                vec![(Cautious, "hint-fire", Some(thrifty)), (Bold, "hint-fire-all", all_out)]
            }
            (None, Some(one)) => {
                vec![(Cautious, "hint-torpedo", Some(one)), (Bold, "hint-torpedo-all", fish)]
            }
            (None, None) => vec![(Cautious, "hint-hold", hold())],
        }
    }

    fn bombardment(&self) -> Vec<Advice> {
        let then =
            |order: &OrderForm| SHELLED_IN_1914.iter().any(|space| order.is("space", space)).then_some(());
        vec![
            (Cautious, "hint-leave-shore", self.done()),
            (Historical, "hint-bombard-1914", self.options.best("bombard", then)),
            (Bold, "hint-bombard", self.options.first("bombard")),
            // Of each adviser the first open order counts, so the bold one lands when no bombardment is open.
            (Bold, "hint-land", self.options.first("land")),
        ]
    }

    /// The order that is for the ship with the most hull.
    pub fn soundest(&self, verb: &str) -> Option<OrderForm> {
        self.options.best(verb, |order| {
            let ship = self.view.ships.get(&ShipId(order.word("ship")?))?;
            Some(ship.ship.track(Track::Hull))
        })
    }

    /// The order that leads to where the fewest markers are drawn.
    pub fn quietest(&self, verb: &str) -> Option<OrderForm> {
        self.options.best(verb, |order| {
            let space = SpaceId(order.word("space")?);
            Some((Reverse(self.view.draws.get(&space).copied().unwrap_or(0)), self.joins(space)))
        })
    }

    /// The default advice: the end of the phase, or what comes first.
    pub fn whatever(&self) -> Vec<Advice> {
        let ends = ["done", "attend", "fight", "hold", "sail-on", "reward", "lead"];
        let open = ends.iter().find_map(|verb| self.options.first(verb));
        let any = || self.options.propose(1).into_iter().next();
        vec![(Cautious, "hint-any", open.or_else(any))]
    }

    /// The number of lines from every space to the nearest of some, whatever lies between.
    pub fn spaces_to(&self, from: impl Iterator<Item = SpaceId>) -> BTreeMap<SpaceId, usize> {
        let mut far: BTreeMap<SpaceId, usize> = from.map(|space| (space, 0)).collect();
        let mut edge: Vec<SpaceId> = far.keys().copied().collect();
        let mut lines = 0;
        while !edge.is_empty() {
            lines += 1;
            let next: BTreeSet<SpaceId> =
                edge.iter().flat_map(|space| self.chart.neighbours(*space)).copied().collect();
            edge = next.into_iter().filter(|space| !far.contains_key(space)).collect();
            far.extend(edge.iter().map(|space| (*space, lines)));
        }
        far
    }
}

/// A move: where to, by how many spaces, at which of the speeds, and how great a ship.
pub(super) struct Move {
    pub to: SpaceId,
    pub spaces: usize,
    pub speed: usize,
    pub weight: u8,
}
