//! Thoughts for a combat: declarations and choices, computed over all dice by the harm of both sides' guns; gunnery; whether
//! to fight on.

use std::cmp::Reverse;

use super::{Lieutenant, Thought, either, order};
use crate::game::limits::LIST_WORDS;
use crate::game::{Node, OrderForm, Word};
use crate::games::grand_fleet::appraisal::{Force, Prizes};
use crate::games::grand_fleet::combat::handling::{Guns, standing};
use crate::games::grand_fleet::combat::situation::{Choice, Range, choices, winner};
use crate::games::grand_fleet::formation::LEAST_SHIPS;
use crate::games::grand_fleet::ids::{Both, ShipId, Side};
use crate::games::grand_fleet::state::{AtSea, Handling};
use crate::games::grand_fleet::view::CombatView;

/// The weights of the orders, from the best on.
const WEIGHTS: [i64; 4] = [12, 5, 2, 1];
/// The worth of half a point off a coast.
const HALF_POINT: i64 = 500;
/// Ranges, from long twice to close twice, in halves of a point.
const RANGES: usize = 5;
const AS_IS: usize = 2;

/// The thoughts of a lieutenant in a combat, or between two.
pub fn thoughts(mate: &Lieutenant<'_>, ask: &str) -> Vec<Thought> {
    let Some(battle) = mate.battle() else { return vec![] };
    match (ask, &battle.combat) {
        ("hex", _) => hexes(mate),
        ("manoeuvre", Some(combat)) => Duel::of(mate, combat).manoeuvre(combat),
        ("situation", Some(combat)) => Duel::of(mate, combat).situation(mate, combat),
        ("gunnery", Some(combat)) => gunnery(mate, combat),
        ("persistence", Some(combat)) => persistence(mate, combat),
        _ => vec![],
    }
}

/// The best of rated thoughts, each with the weight of its place.
fn ranked(mut rated: Vec<(i64, &'static str, OrderForm)>) -> Vec<Thought> {
    rated.sort_by_key(|(rating, ..)| Reverse(*rating));
    WEIGHTS.into_iter().zip(rated).map(|(weight, (_, why, order))| (weight, why, order)).collect()
}

fn fleets<'a>(mate: &'a Lieutenant<'_>, hex: Word, side: Side) -> impl Iterator<Item = &'a AtSea> {
    let fleets = mate.battle().into_iter().flat_map(|battle| &battle.fleets);
    fleets.filter(move |fleet| fleet.hex.0 == hex && fleet.side == side)
}

fn force(mate: &Lieutenant<'_>, prizes: &Prizes, hex: Word, side: Side) -> Force {
    Force::of(mate.chart, prizes, fleets(mate, hex, side).flat_map(|fleet| &fleet.ships).copied())
}

/// First where there is most to gain.
fn hexes(mate: &Lieutenant<'_>) -> Vec<Thought> {
    let prizes = Prizes::of(mate.chart);
    let Some(Node::OneOf { of, .. }) = mate.options.verb("fight") else { return vec![] };
    let rated = of.iter().map(|(hex, _)| {
        let [own, theirs] = [mate.side, mate.side.enemy()].map(|side| force(mate, &prizes, *hex, side));
        let gain = theirs.harm(own.guns) - own.harm(theirs.guns);
        (gain, "hint-strong-hex", order("fight").with("hex", *hex))
    });
    ranked(rated.collect())
}

/// Two sides that meet in a hex.
struct Duel {
    side: Side,
    /// The fleets of each.
    fleets: Both<u32>,
    /// The modifier of its die by the hex and its fleets.
    standing: Both<i32>,
    /// The harm its guns do at each range: silent, with half of them, with all.
    harm: Both<[[i64; 3]; RANGES]>,
}

/// The guns that each side fires: 0, 1 or 2 halves of them.
type Fire = Both<usize>;

impl Duel {
    fn of(mate: &Lieutenant<'_>, combat: &CombatView) -> Duel {
        let (chart, prizes, hex) = (mate.chart, Prizes::of(mate.chart), combat.hex.0);
        let forces = Both::of(|side| force(mate, &prizes, hex, side));
        let harm = |side: Side| {
            let ships = fleets(mate, hex, side).flat_map(|fleet| &fleet.ships);
            let values = ships.filter_map(|ship| chart.values(*ship));
            let gunnery: Vec<i64> = values.map(|values| i64::from(values.gunnery_halves)).collect();
            std::array::from_fn(|at| {
                let range = at as i64 - AS_IS as i64;
                let guns: i64 = gunnery.iter().map(|halves| (halves + range).max(0)).sum();
                // A side fires with none, half or all of its guns.
                [0, guns / 2, guns].map(|guns| forces[side.enemy()].harm(guns))
            })
        };
        Duel {
            side: mate.side,
            fleets: Both::of(|side| fleets(mate, hex, side).count() as u32),
            standing: Both::of(|side| standing(chart, fleets(mate, hex, side), combat.hex, side)),
            harm: Both::of(harm),
        }
    }

    /// This side's gain at a range with so much fire.
    fn gain(&self, range: usize, fire: Fire) -> i64 {
        let enemy = self.side.enemy();
        self.harm[self.side][range][fire[self.side]] - self.harm[enemy][range][fire[enemy]]
    }

    /// The result of the best of a winner's choices, for it.
    fn chosen(&self, who: Side, count: u32, handling: &Both<Handling>) -> i64 {
        // A winner picks by its own gain: for the enemy that is the least of this side's.
        let mine = if who == self.side { 1 } else { -1 };
        let all = ALSO.into_iter().filter(|also| may(who, handling, *also)).flat_map(|also| {
            let fire = fire(handling, who, also);
            let open = RANGED.into_iter().filter(move |range| price(*range, also) <= count);
            open.map(move |range| mine * self.gain(at(range), fire))
        });
        all.max().unwrap_or(0)
    }

    /// This side's gain with these combat initiatives.
    fn outcome(&self, handling: &Both<Handling>) -> i64 {
        let both = [Side::British, Side::German].map(|side| (side, handling[side]));
        let count = choices(handling.british.number, handling.german.number);
        match winner(both) {
            Some(who) if who == self.side => self.chosen(who, count, handling),
            Some(who) => -self.chosen(who, count, handling),
            None => self.gain(AS_IS, fire(handling, self.side, (false, false))),
        }
    }

    /// Rates each declaration over all dice; the side that has still to declare is assumed to fire with all guns.
    fn manoeuvre(&self, combat: &CombatView) -> Vec<Thought> {
        let enemy = self.side.enemy();
        let theirs: Vec<Handling> = match combat.handling[enemy] {
            Some(handling) => vec![handling],
            None => (1..=6).map(|die| Handling::thrown(die, false, 0, self.standing[enemy])).collect(),
        };
        let rating = |guns: Guns, excess: u32| {
            let own = (1..=6)
                .map(|die| Handling::thrown(die, guns == Guns::Half, excess, self.standing[self.side]));
            let all = own.flat_map(|own| theirs.iter().map(move |theirs| (own, *theirs)));
            let sum: i64 = all
                .map(|(own, theirs)| {
                    self.outcome(&Both::of(|side| if side == self.side { own } else { theirs }))
                })
                .sum();
            sum / theirs.len() as i64
        };
        let each =
            |guns: Guns| (0..=self.fleets[self.side].min(MOST_EXCESS)).map(move |excess| (guns, excess));
        let rated = Guns::ALL.iter().flat_map(|guns| each(*guns)).map(|(guns, excess)| {
            let why = match (guns, excess) {
                (Guns::Full, 0) => "hint-full-guns",
                (Guns::Full, _) => "hint-excess",
                (Guns::Half, _) => "hint-outsail",
            };
            let order = order("manoeuvre").with("guns", guns.word()).with("excess", i64::from(excess));
            (rating(guns, excess), why, order)
        });
        ranked(rated.collect())
    }

    /// Each way to choose; a combat that is going well goes on where there is a choice left for that.
    fn situation(&self, mate: &Lieutenant<'_>, combat: &CombatView) -> Vec<Thought> {
        let (Some(british), Some(german)) = (combat.handling.british, combat.handling.german) else {
            return vec![];
        };
        let handling = Both { british, german };
        let count = choices(british.number, german.number);
        // The range and half fire of this round end with it (8); the next begins with all guns.
        let fresh = self.gain(AS_IS, Both { british: 2, german: 2 });
        let rated = ways(count, mate.side, &handling).flat_map(|(range, also)| {
            let gain = self.gain(at(range), fire(&handling, mate.side, also));
            let left = count - price(range, also);
            let (full, halve) = also;
            let why = if halve {
                "hint-halve"
            } else if range.halves() < 0 {
                "hint-long"
            } else {
                "hint-close"
            };
            let order = move |go_on: bool| {
                let chosen = [(go_on, Choice::GoOn), (full, Choice::FullGuns), (halve, Choice::HalveEnemy)];
                let also: Vec<Word> = chosen.iter().filter(|it| it.0).map(|it| it.1.word()).collect();
                order("situation").with("range", range.word()).with("also", also)
            };
            let on = (left > 0 && fresh > 0).then(|| (gain + fresh / 2, why, order(true)));
            on.into_iter().chain([(gain, why, order(false))])
        });
        ranked(rated.collect())
    }
}

/// Excess manoeuvre that is weighed at most: more ends in confusion too often.
const MOST_EXCESS: u32 = 2;

/// Two further choices of a winner: to lift its own half fire, and to halve the other side's.
type Also = (bool, bool);

fn price(range: Range, also: Also) -> u32 {
    range.price() + u32::from(also.0) + u32::from(also.1)
}

const ALSO: [Also; 4] = [(false, false), (true, false), (false, true), (true, true)];
const RANGED: [Range; RANGES] = [Range::AsIs, Range::Close, Range::Long, Range::CloseTwice, Range::LongTwice];

fn may(who: Side, handling: &Both<Handling>, (full, halve): Also) -> bool {
    (!full || handling[who].half) && (!halve || !handling[who.enemy()].half)
}

/// The place of a range among those from long twice on.
fn at(range: Range) -> usize {
    (AS_IS as i32 + range.halves()) as usize
}

/// The choices of a winner of so many, but going on.
fn ways(count: u32, who: Side, handling: &Both<Handling>) -> impl Iterator<Item = (Range, Also)> {
    let all = RANGED.into_iter().flat_map(move |range| {
        ALSO.into_iter().filter(move |also| may(who, handling, *also)).map(move |also| (range, also))
    });
    all.filter(move |(range, also)| price(*range, *also) <= count)
}

/// The fire of each side.
fn fire(handling: &Both<Handling>, who: Side, (full, halve): Also) -> Fire {
    Both::of(|side| {
        let Handling { half, confused, .. } = handling[side];
        let halved = if side == who { half && !full } else { half || halve };
        match (confused, halved) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    })
}

/// A ship that may be fired at.
struct Target {
    ship: ShipId,
    defence: u32,
    /// The worth of a shot at it.
    prize: i64,
    /// The ships its fleet can lose before it falls apart.
    spare: usize,
}

/// The worth of half a point of gunnery of a ship that is hit.
const GUN: i64 = 10;

/// Points sunk for points of gunnery; fleets that fall apart; the strongest ships.
fn gunnery(mate: &Lieutenant<'_>, combat: &CombatView) -> Vec<Thought> {
    let prizes = Prizes::of(mate.chart);
    let mut targets: Vec<Target> = vec![];
    for fleet in fleets(mate, combat.hex.0, mate.side.enemy()) {
        // A fleet of two ships or fewer leaves (8): when it loses this many, the others go as well.
        let spare = (fleet.ships.len() + 1).saturating_sub(LEAST_SHIPS);
        targets.extend(fleet.ships.iter().filter_map(|ship| {
            let values = mate.chart.values(*ship)?;
            let prize = prizes.shot(values) + GUN * i64::from(values.gunnery_halves);
            Some(Target { ship: *ship, defence: values.defence, prize, spare })
        }));
    }
    let prize_per_point = |it: &Target| Reverse(it.prize * 100 / i64::from(it.defence.max(1)));
    let mut fire = |weight: i64, why, first: &dyn Fn(&Target) -> (usize, Reverse<i64>)| {
        targets.sort_by_key(|it| (first(it), it.ship));
        (weight, why, order("fire").with("targets", covered(&targets, combat.points[mate.side])))
    };
    vec![
        fire(12, "hint-fire-best", &|it| (0, prize_per_point(it))),
        fire(5, "hint-fire-fleet", &|it| (it.spare, prize_per_point(it))),
        fire(2, "hint-fire-dearest", &|it| (0, Reverse(it.defence.into()))),
    ]
}

/// The ships that the points cover, the first ones first.
fn covered(targets: &[Target], mut points: u32) -> Vec<Word> {
    let mut chosen: Vec<Word> = vec![];
    for target in targets {
        if target.defence <= points && chosen.len() < LIST_WORDS {
            points -= target.defence;
            chosen.push(target.ship.0);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Weighs whether to go on firing, and to hold the hex.
fn persistence(mate: &Lieutenant<'_>, combat: &CombatView) -> Vec<Thought> {
    let prizes = Prizes::of(mate.chart);
    let [own, theirs] = [mate.side, mate.side.enemy()].map(|side| force(mate, &prizes, combat.hex.0, side));
    let gain = theirs.harm(own.guns) - own.harm(theirs.guns);
    let held = mate.worth(combat.hex) * HALF_POINT;
    let on = 9 + (gain + held) / 60;
    either(on, ("hint-fight-on", order("fight-on")), ("hint-go-home", order("break-off")))
}
