//! A mission from its first day to its last, gathered from all its facts: ways by day, fights, losses.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{
    BombardmentEvent, Event, MineEvent, MovementEvent, NavalCombatEvent, SequenceEvent, SquadronEvent,
};
use super::ids::{Phase, ShipId, SpaceId};
use crate::game::Fact;

/// A way that a ship sailed in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The day.
    pub day: u8,
    /// The ship.
    pub ship: ShipId,
    /// The spaces of the way: first, between, last.
    pub spaces: Vec<SpaceId>,
}

/// A lost ship, with its day and space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The day.
    pub day: u8,
    /// The ship.
    pub ship: ShipId,
    /// The space.
    pub space: SpaceId,
}

/// A mission as its ships sailed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Voyage {
    /// The ways, in their order.
    pub legs: Vec<Leg>,
    /// The days on which shots fell, by space: at sea or at the coast.
    pub fights: BTreeMap<SpaceId, BTreeSet<u8>>,
    /// German ships lost.
    pub lost: Vec<Loss>,
    /// Allied ships sunk.
    pub sunk: Vec<Loss>,
    /// Allied ships that were damaged or withdrew, or struck a mine.
    pub damaged: Vec<Loss>,
}

impl Voyage {
    /// Gathers the voyage from the facts of one mission.
    pub fn of(facts: &[Fact<Event>]) -> Voyage {
        let mut voyage = Voyage::default();
        let (mut day, mut fired) = (0, false);
        for fact in facts {
            let Fact::Event(event) = fact else { continue };
            match event {
                // 4.1(1): outfitting begins every day.
                Event::Sequence(SequenceEvent::PhaseBegan { turn, phase: Phase::Outfitting }) => day = *turn,
                Event::NavalCombat(NavalCombatEvent::FireOpened {}) => fired = true,
                Event::NavalCombat(NavalCombatEvent::BattleEnded { space, sunk, damaged, .. }) => {
                    if std::mem::take(&mut fired) {
                        voyage.fights.entry(*space).or_default().insert(day);
                    }
                    let at = |ship: &ShipId| Loss { day, ship: *ship, space: *space };
                    voyage.sunk.extend(sunk.iter().map(at));
                    voyage.damaged.extend(damaged.iter().map(at));
                }
                // 16.0: a bombardment without contact has this event too, though no shot fell.
                Event::Bombardment(BombardmentEvent::SpaceBombarded { space }) if fired => {
                    fired = false;
                    voyage.fights.entry(*space).or_default().insert(day);
                }
                Event::Mines(MineEvent::MinesSprung { space, struck }) => {
                    let at = |ship: &ShipId| Loss { day, ship: *ship, space: *space };
                    voyage.damaged.extend(struck.iter().map(at));
                }
                Event::Squadron(SquadronEvent::ShipSunk { ship, space }) => {
                    voyage.lost.push(Loss { day, ship: *ship, space: *space });
                }
                Event::Movement(MovementEvent::ShipMoved { ship, from, path, .. }) => {
                    let spaces = std::iter::once(*from).chain(path.iter().copied()).collect();
                    voyage.legs.push(Leg { day, ship: *ship, spaces });
                }
                Event::NavalCombat(NavalCombatEvent::ShipRetreated { ship, to }) => {
                    // The event names the goal alone: she broke off from where her last leg ended, if she has
                    // sailed one.
                    let from = voyage.legs.iter().rev().find(|leg| leg.ship == *ship);
                    let from = from.and_then(|leg| leg.spaces.last().copied());
                    let spaces = from.into_iter().chain([*to]).collect();
                    voyage.legs.push(Leg { day, ship: *ship, spaces });
                }
                _ => {}
            }
        }
        voyage
    }

    /// The ships that sailed.
    pub fn ships(&self) -> BTreeSet<ShipId> {
        self.legs.iter().map(|leg| leg.ship).collect()
    }

    /// The space of a ship at the end of each day on which it had moved.
    pub fn nights(&self, ship: ShipId) -> BTreeMap<u8, SpaceId> {
        let legs = self.legs.iter().filter(|leg| leg.ship == ship);
        // A ship may move and then break off: the last leg of a day wins.
        legs.filter_map(|leg| Some((leg.day, *leg.spaces.last()?))).collect()
    }

    /// The spaces that any ship passed.
    pub fn spaces(&self) -> BTreeSet<SpaceId> {
        self.legs.iter().flat_map(|leg| leg.spaces.iter().copied()).collect()
    }
}
