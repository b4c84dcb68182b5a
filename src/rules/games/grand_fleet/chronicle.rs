//! A game from its first turn to its last, gathered from all its facts: points, sinkings, combats, control.

use std::collections::BTreeMap;

use super::event::{CombatEvent, Event, Score, SequenceEvent, SetUpEvent, VictoryEvent};
use super::ids::{HexId, ShipId, Side};
use crate::game::Fact;

/// Points that a side scored at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The side.
    pub side: Side,
    /// The reason.
    pub why: Score,
    /// The points.
    pub points: u32,
}

/// A turn's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnChronicle {
    /// The turn, from 1.
    pub turn: u32,
    /// The points, in their order.
    pub points: Vec<Scored>,
    /// Ships sunk, each with the hex.
    pub sunk: Vec<(ShipId, HexId)>,
    /// The British lead at its end.
    pub lead: i32,
}

/// A game as it was fought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chronicle {
    /// Its turns.
    pub turns: Vec<TurnChronicle>,
    /// The turns in which a hex was fought over.
    pub fought: BTreeMap<HexId, Vec<u32>>,
    /// Hexes that a side was given points for, with the turns.
    pub controlled: BTreeMap<HexId, Vec<(u32, Side)>>,
}

impl Chronicle {
    /// Gathers the chronicle from all facts of a game.
    pub fn of(facts: &[Fact<Event>]) -> Chronicle {
        let mut chronicle = Chronicle::default();
        let mut here: Option<HexId> = None;
        let mut at_start = 0;
        for fact in facts {
            let Fact::Event(event) = fact else { continue };
            if let Event::SetUp(SetUpEvent::GameBegan { lead, .. }) = event {
                at_start = *lead;
            }
            if let Event::Sequence(SequenceEvent::TurnBegan { turn }) = event {
                // A turn without points ends with the lead it began with.
                let lead = chronicle.turns.last().map_or(at_start, |turn| turn.lead);
                chronicle.turns.push(TurnChronicle { turn: *turn, points: vec![], sunk: vec![], lead });
            }
            // What happened before the first turn, such as the lead of a historical game, no turn tells.
            let Some(now) = chronicle.turns.last_mut() else { continue };
            match event {
                Event::Victory(VictoryEvent::VictoryPointsScored { side, points, why, lead }) => {
                    now.points.push(Scored { side: *side, why: *why, points: *points });
                    now.lead = *lead;
                }
                // `DamageTaken` has no hex; it belongs to the round that began last.
                Event::Combat(CombatEvent::RoundBegan { hex, .. }) => here = Some(*hex),
                Event::Combat(CombatEvent::DamageTaken { sunk, .. }) => {
                    now.sunk.extend(sunk.iter().filter_map(|ship| Some((*ship, here?))));
                }
                Event::Combat(CombatEvent::CombatEnded { hex, .. }) => {
                    chronicle.fought.entry(*hex).or_default().push(now.turn);
                }
                Event::Combat(CombatEvent::HexesControlled { side, hexes, .. }) => {
                    for hex in hexes {
                        chronicle.controlled.entry(*hex).or_default().push((now.turn, *side));
                    }
                }
                _ => {}
            }
        }
        chronicle
    }

    /// A side's score in all, by cause in the order in which it first did.
    pub fn by_cause(&self, side: Side) -> Vec<(Score, u32)> {
        let mut causes: Vec<(Score, u32)> = Vec::new();
        for scored in self.turns.iter().flat_map(|turn| &turn.points).filter(|scored| scored.side == side) {
            match causes.iter_mut().find(|(why, _)| *why == scored.why) {
                Some((_, sum)) => *sum += scored.points,
                None => causes.push((scored.why, scored.points)),
            }
        }
        causes
    }
}
