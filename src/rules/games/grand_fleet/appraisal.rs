//! The worth of ships to their sides, and the chance to win, by rules of thumb. Points are in thousandths of a victory point.

use super::combat::gunnery;
use super::ids::{Both, Damage, Nation, ShipId, Side};
use super::pack::{Chart, LAST_TURN, ShipValues, maintenance};
use super::state::{Berth, Phase};
use super::view::View;

/// The worth of a sunk ship beside its points: it would have fought on.
const LOST: i64 = 250;
/// The worth of a damaged ship, which is away until a die brings it back.
const AWAY: i64 = 150;
/// The throws of two dice.
const THROWS: i64 = 36;

/// The worth of a shot at a ship, by its side: in thousandths of a point, for a pre-dreadnought and for any other.
#[derive(Clone, Copy, Debug)]
pub struct Prizes(Both<[i64; 2]>);

impl Prizes {
    /// 8, 11 Worked out from the damage table and the points for ships sunk.
    pub fn of(chart: &Chart) -> Prizes {
        let of = |nation: Nation, old: i64| {
            let likely = |result| throws(chart, nation, result);
            let prize = |points: i64| {
                (likely(Damage::Sunk) * (points + LOST) + likely(Damage::Boxed) * AWAY) / THROWS
            };
            [prize(1000), prize(1000 / old)]
        };
        let old = |side| i64::from(gunnery::old_ships_a_point(side));
        Prizes(Both {
            british: of(Nation::British, old(Side::British)),
            german: of(Nation::German, old(Side::German)),
        })
    }

    /// The value of a shot at a ship of these values.
    pub fn shot(&self, ship: &ShipValues) -> i64 {
        self.0[ship.side][usize::from(ship.is_old)]
    }
}

/// 8 The number of throws of two dice at a ship of a nation that have this result.
fn throws(chart: &Chart, nation: Nation, result: Damage) -> i64 {
    let ways = |sum: i32| i64::from(6 - (sum - 7).abs());
    let modifier = gunnery::modifier(nation);
    (2..=12).filter(|sum| chart.damage(sum + modifier) == result).map(ways).sum()
}

/// The figures of ships in a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Force {
    /// The number of ships.
    pub ships: i64,
    /// Their gunnery, in halves of a point.
    pub guns: i64,
    /// Their defence, in points.
    pub defence: i64,
    /// The worth of a shot at each of them, all together.
    pub prize: i64,
}

impl Force {
    /// The force of some ships.
    pub fn of(chart: &Chart, prizes: &Prizes, ships: impl IntoIterator<Item = ShipId>) -> Force {
        let mut force = Force::default();
        for values in ships.into_iter().filter_map(|ship| chart.values(ship)) {
            force.join(prizes, values);
        }
        force
    }

    fn join(&mut self, prizes: &Prizes, ship: &ShipValues) {
        self.ships += 1;
        self.guns += i64::from(ship.gunnery_halves);
        self.defence += i64::from(ship.defence);
        self.prize += prizes.shot(ship);
    }

    /// The harm of so many halves of a point of gunnery to these ships; each is shot at once.
    pub fn harm(&self, guns: i64) -> i64 {
        // Guns are in halves of a point, defence is in points. With so many guns every ship gets its one
        // shot, and more of them do no more harm.
        let all = 2 * self.defence;
        self.prize * guns.clamp(0, all) / all.max(1)
    }

    /// The share of these ships, in thousandths.
    fn share(&self, thousandths: i64) -> Force {
        let part = |number: i64| number * thousandths / 1000;
        Force {
            ships: part(self.ships),
            guns: part(self.guns),
            defence: part(self.defence),
            prize: part(self.prize),
        }
    }

    fn and(self, other: Force) -> Force {
        Force {
            ships: self.ships + other.ships,
            guns: self.guns + other.guns,
            defence: self.defence + other.defence,
            prize: self.prize + other.prize,
        }
    }
}

/// The forces of a side: in its fleet box, and in boxes that dice open.
pub fn forces(chart: &Chart, view: &View) -> Both<[Force; 2]> {
    let prizes = Prizes::of(chart);
    let mut forces: Both<[Force; 2]> = Both::default();
    for (ship, berth) in &view.berths {
        let part = match berth {
            Berth::Fleet => 0,
            Berth::Box(1..) | Berth::Ashore => 1,
            _ => continue,
        };
        if let Some(values) = chart.values(*ship) {
            forces[values.side][part].join(&prizes, values);
        }
    }
    forces
}

/// A side's gain over the other when all of both fleets fire at full guns once.
pub fn edge(forces: &Both<[Force; 2]>, side: Side) -> i64 {
    let (own, theirs) = (forces[side][0], forces[side.enemy()][0]);
    theirs.harm(own.guns) - own.harm(theirs.guns)
}

/// The weight of ships in boxes against those at sea, in thousandths.
const IN_BOXES: i64 = 500;

/// The chance of a side to win, in thousandths.
pub fn evaluate(chart: &Chart, view: &View, side: Side) -> u32 {
    let british = view.outcome.map_or_else(
        || likely(&Signs::of(chart, view)),
        |outcome| match outcome.winner {
            None => 500,
            Some(Side::British) => 1000,
            Some(Side::German) => 0,
        },
    );
    if side == Side::British { british } else { 1000 - british }
}

/// The signs by which the British chance to win is judged.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    /// Initiative phases to come.
    pub turns: i64,
    /// The British lead in victory points.
    pub lead: i64,
    /// Britain's gain over Germany when both fleets fire.
    pub edge: i64,
    /// The ships that each side has at sea beyond those that it must have.
    pub spare: Both<i64>,
}

impl Signs {
    /// Those of a position.
    pub fn of(chart: &Chart, view: &View) -> Signs {
        let forces = forces(chart, view);
        // In a battle the initiative of this turn is past.
        let later = i64::from(view.step.phase() == Phase::Battle);
        let strengths = Both::of(|side| [forces[side][0].and(forces[side][1].share(IN_BOXES)); 2]);
        Signs {
            turns: i64::from(LAST_TURN + 1) - i64::from(view.turn) - later,
            lead: view.lead.into(),
            edge: edge(&strengths, Side::British),
            spare: Both::of(|side| forces[side][0].ships - maintenance(side) as i64),
        }
    }
}

/// The weight of a point of the lead by the turns to come, in hundredths of the logarithm of the odds. These numbers and those
/// below are fitted to games of lieutenants.
const LEAD: [i64; 10] = [400, 95, 57, 45, 39, 33, 30, 29, 28, 28];
/// An addition for Britain: it wins without a lead, as if it had half a point more, and can spare fewer ships.
const TIE: i64 = 50;
const BRITAIN: i64 = 55;
/// The weight of a point of the edge, with few turns to come and with many.
const EDGE: [i64; 2] = [150, 60];
/// The number of turns to come that counts as many.
const MANY_TURNS: i64 = 5;
/// The weight of each ship at sea that a side can spare.
const SPARE: Both<i64> = Both { british: 3, german: 5 };
/// Ships to spare with which a side is in no danger, and what each ship less counts beside.
const SAFE: i64 = 6;
const SHORT: Both<i64> = Both { british: 9, german: 12 };

fn likely(signs: &Signs) -> u32 {
    let turns = signs.turns.clamp(0, 9);
    // The lead in hundredths of a point, for the half point that a tie is worth to Britain (11).
    let lead = LEAD[turns as usize] * (signs.lead * 100 + TIE) / 100;
    let edge = EDGE[usize::from(turns >= MANY_TURNS)] * signs.edge / 1000;
    let ships =
        Both::of(|side| SPARE[side] * signs.spare[side] - SHORT[side] * (SAFE - signs.spare[side]).max(0));
    logistic(lead + edge + BRITAIN + ships.british - ships.german)
}

/// The logistic function at quarters from 0 to 6, in thousandths.
const LOGISTIC: [i64; 25] = [
    500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953, 963, 971, 977, 982, 986, 989, 991, 993,
    995, 996, 997, 998,
];

/// The logistic function of so many hundredths, in thousandths.
fn logistic(hundredths: i64) -> u32 {
    // 599, not 600: the entry after `at` is read too.
    let x = hundredths.abs().min(599);
    let (at, part) = ((x / 25) as usize, x % 25);
    let upper = LOGISTIC[at] + (LOGISTIC[at + 1] - LOGISTIC[at]) * part / 25;
    u32::try_from(if hundredths < 0 { 1000 - upper } else { upper }).unwrap_or(500)
}
