//! A battle in progress (14.1, 14.2): the Naval Combat Display as data.

use serde::{Deserialize, Serialize};

use crate::games::goeben::ids::{Nation, ShipId, SpaceId, Track};
use crate::games::goeben::pack::AlliedHit;
use crate::word_enum;

word_enum! {
    /// The sides of a battle.
    Side {
        /// The player's.
        German = "german",
        /// The system's.
        Allied = "allied",
    }
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::German => Side::Allied,
            Side::Allied => Side::German,
        }
    }
}

/// The weapons of a round (14.2 as the erratum to 14.5 reads it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Primary guns.
    Primary,
    /// Secondary guns.
    Secondary,
    /// Tertiary guns.
    Tertiary,
    /// Torpedoes.
    Torpedoes,
}

impl Weapon {
    /// The guns, heaviest first.
    pub const GUNS: [Weapon; 3] = [Weapon::Primary, Weapon::Secondary, Weapon::Tertiary];

    /// The track that holds it.
    pub fn track(self) -> Track {
        match self {
            Weapon::Primary => Track::Primary,
            Weapon::Secondary => Track::Secondary,
            Weapon::Tertiary => Track::Tertiary,
            Weapon::Torpedoes => Track::Torpedoes,
        }
    }
}

/// An Allied or Austro-Hungarian ship in a battle, with its damage (14.13).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// The ship.
    pub ship: ShipId,
    /// Hits that count against its armour.
    pub damage: u8,
    /// Gun hits: one halves, two silence.
    pub gun_hits: u8,
    /// Engine hits.
    pub engine_hits: u8,
    /// It can fire no torpedoes any more.
    pub disarmed: bool,
    /// It has withdrawn.
    pub withdrawn: bool,
    /// It is sunk.
    pub sunk: bool,
}

impl Counter {
    /// A ship as it enters the battle.
    pub fn fresh(ship: ShipId) -> Counter {
        Counter {
            ship,
            damage: 0,
            gun_hits: 0,
            engine_hits: 0,
            disarmed: false,
            withdrawn: false,
            sunk: false,
        }
    }

    /// 14.13 The speed left after engine hits: the first leaves 1, the second none.
    pub fn speed(&self, whole: u8) -> u8 {
        match self.engine_hits {
            0 => whole,
            1 => whole.min(1),
            _ => 0,
        }
    }

    /// Returns whether it still takes part.
    pub fn fights(&self) -> bool {
        !self.sunk && !self.withdrawn
    }

    /// 14.13 Marks one row of a hit table on it; more damage than armour sinks it.
    pub fn mark(&mut self, hit: AlliedHit, armour: u8) {
        match hit {
            AlliedHit::Guns => self.gun_hits += 1,
            AlliedHit::Hull => {}
            AlliedHit::HeavyHull => self.disarmed = true,
            AlliedHit::Engines => {
                self.engine_hits += 1;
                self.disarmed = true;
            }
            AlliedHit::Withdraws => self.withdrawn = true,
            AlliedHit::BlowsUp => self.sunk = true,
            AlliedHit::Dud => {}
        }
        // 14.13: a withdrawal scores as damage and is no point of it, so it never sinks a ship by itself.
        if !matches!(hit, AlliedHit::Withdraws | AlliedHit::Dud) {
            self.damage += 1;
        }
        self.sunk |= self.damage > armour;
    }
}

/// The steps of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BattleStep {
    /// Before the contact die: coal may be burnt (14.3).
    Contact {},
    /// The Germans fire first and may break off (14.4).
    BreakOff {},
    /// The Germans break off, ship by ship.
    Retreat {},
    /// The player chooses which of two nations fires first (20).
    Lead {},
    /// A side fires (14.2).
    Fire {
        /// Number of the round, from 0.
        round: u8,
        /// The side that fires.
        side: Side,
        /// Ships of that side that have fired in this step.
        fired: Vec<ShipId>,
    },
    /// Everything has been fired.
    Finished {},
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The space.
    pub space: SpaceId,
    /// A bombardment: the enemy is the coast (16).
    pub coast: bool,
    /// The German ships that took part, sunk or not.
    pub german: Vec<ShipId>,
    /// The Allied ships.
    pub enemies: Vec<Counter>,
    /// The gun types that fire together from the first round: 1, or 2 and 3 in limited visibility.
    pub together: u8,
    /// The side that fires first.
    pub first: Option<Side>,
    /// The present step.
    pub step: BattleStep,
    /// German ships that have paid for their ammunition.
    pub paid: Vec<ShipId>,
    /// Those of them that fire at the maximum rate (14.9).
    pub maximum: Vec<ShipId>,
    /// A shot has been fired.
    pub fired: bool,
    /// Victory points won in it.
    pub gained: i32,
    /// Victory points lost in it.
    pub lost: i32,
    /// The Austro-Hungarian ships that took part (20).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub austrians: Vec<Counter>,
    /// Of two nations that fight together, the one whose ships fire first (20).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Nation>,
    /// Fought by night (22).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub night: bool,
}

impl Battle {
    /// A battle before contact: at sea with `enemies`, or a bombardment of the coast without any.
    pub fn before_contact(
        space: SpaceId,
        german: Vec<ShipId>,
        enemies: Vec<Counter>,
        together: u8,
    ) -> Battle {
        Battle {
            space,
            coast: enemies.is_empty(),
            german,
            enemies,
            together,
            first: None,
            step: BattleStep::Contact {},
            paid: vec![],
            maximum: vec![],
            fired: false,
            gained: 0,
            lost: 0,
            austrians: vec![],
            lead: None,
            night: false,
        }
    }

    /// The same battle with Austro-Hungarian ships in it (20).
    pub fn joined_by(self, ships: Vec<ShipId>) -> Battle {
        Battle { austrians: ships.into_iter().map(Counter::fresh).collect(), ..self }
    }

    /// The rounds: the guns, some of them together, then torpedoes at ships.
    pub fn rounds(&self) -> Vec<Vec<Weapon>> {
        // The slices below would panic beyond the three types of guns, and a damaged log may hold any number.
        let together = usize::from(self.together.clamp(1, 3));
        let mut rounds = vec![Weapon::GUNS[..together].to_vec()];
        rounds.extend(Weapon::GUNS[together..].iter().map(|gun| vec![*gun]));
        // 16.0: nobody fires torpedoes in a bombardment.
        if !self.coast {
            rounds.push(vec![Weapon::Torpedoes]);
        }
        rounds
    }

    /// The weapons that fire in round `round`.
    pub fn weapons(&self, round: u8) -> Vec<Weapon> {
        // 14.2: past the last round nothing fires, and by that the battle is known to be over.
        self.rounds().into_iter().nth(usize::from(round)).unwrap_or_default()
    }

    /// An Austro-Hungarian ship of the battle.
    pub fn austrian(&self, ship: ShipId) -> Option<&Counter> {
        self.austrians.iter().find(|counter| counter.ship == ship)
    }

    /// The Allied ships still in it.
    pub fn fighting(&self) -> impl Iterator<Item = &Counter> {
        self.enemies.iter().filter(|enemy| enemy.fights())
    }
}
