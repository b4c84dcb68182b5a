//! Events: what changed, with the resulting values, and how each is assigned to the state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{Both, Damage, HexId, ShipId, Side};
use super::state::{
    AtSea, Battle, Berth, Combat, Ending, Fleet, Formation, Handling, Marker, Outcome, Setup, Shot,
    Situation, State, Step,
};
use crate::game::Fault;
use crate::games::play::Fold;

/// Every kind of event with its version, for the log.
pub const KINDS: &[(&str, u32)] = &[
    ("GameBegan", 1),
    ("TurnBegan", 1),
    ("StepReached", 1),
    ("ShipsReinforced", 1),
    ("ShipsBoxed", 1),
    ("ShipsRespread", 1),
    ("ShipsCommitted", 1),
    ("SubmarineWarBroke", 1),
    ("AmericansDetached", 1),
    ("VictoryPointsScored", 1),
    ("DiceChosen", 1),
    ("DiceShown", 1),
    ("InitiativeSettled", 1),
    ("BattleSought", 1),
    ("BattleDeclined", 1),
    ("BattleJoined", 1),
    ("FleetsFormed", 1),
    ("MarkersMixed", 1),
    ("MarkersShuffled", 1),
    ("MarkerPlaced", 1),
    ("HexIntercepted", 1),
    ("InterceptionPassed", 1),
    ("MarkersRevealed", 1),
    ("RoundBegan", 1),
    ("ManoeuvreDeclared", 1),
    ("CombatInitiativeThrown", 1),
    ("SituationChosen", 1),
    ("GunneryTotalled", 1),
    ("TargetsChosen", 1),
    ("TargetsShown", 1),
    ("ShotFell", 1),
    ("DamageTaken", 1),
    ("FleetsLeft", 1),
    ("PersistenceDeclared", 1),
    ("CombatEnded", 1),
    ("HexesControlled", 1),
    ("BattleEnded", 1),
    ("GameEnded", 1),
];

/// The ships of one damage and detachment box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boxed {
    /// The box, 0 to 6.
    pub number: u32,
    /// Ships put into it.
    pub ships: Vec<ShipId>,
}

crate::word_enum! {
    /// Why a side scores victory points (11).
    Score {
        /// The other side threw two initiative dice of one parity.
        Parity = "parity",
        /// The defender refused battle.
        Refusal = "refusal",
        /// Ships of the other side were sunk.
        Sinking = "sinking",
        /// Hexes on the other side's coast are controlled.
        Control = "control",
        /// The submarine war.
        SubmarineWar = "submarine-war",
    }
}

crate::word_enum! {
    /// Why ships go to damage and detachment boxes.
    Boxing {
        /// They join there.
        Reinforcement = "reinforcement",
        /// Their owner transfers them out.
        Transfer = "transfer",
        /// The submarine war sends American ships there.
        Detachment = "detachment",
        /// They are more than the fleets can hold.
        Overflow = "overflow",
        /// They are damaged.
        Damage = "damage",
    }
}

crate::word_enum! {
    /// Why fleets leave a combat.
    Leaving {
        /// They have two ships or fewer.
        Spent = "spent",
        /// Their side does not fight on.
        Withdrawn = "withdrawn",
    }
}

/// A change of state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", deny_unknown_fields)]
pub enum Event {
    /// The game is set up (3).
    GameBegan {
        /// The options.
        setup: Setup,
        /// Where every ship is.
        berths: BTreeMap<ShipId, Berth>,
        /// The British lead.
        lead: i32,
    },
    /// A turn begins (4).
    TurnBegan {
        /// Its number.
        turn: u32,
    },
    /// The sequence of play comes to where somebody decides (4).
    StepReached {
        /// Where.
        step: Step,
    },
    /// Ships join (6).
    ShipsReinforced {
        /// Whose.
        side: Side,
        /// Into the fleet box.
        fleet: Vec<ShipId>,
        /// To damage and detachment boxes.
        ashore: Vec<ShipId>,
    },
    /// Ships go to damage and detachment boxes.
    ShipsBoxed {
        /// Whose.
        side: Side,
        /// Why.
        why: Boxing,
        /// Which boxes.
        boxes: Vec<Boxed>,
    },
    /// All ships in damage and detachment boxes are put into boxes anew (6).
    ShipsRespread {
        /// Whose.
        side: Side,
        /// All of them.
        boxes: Vec<Boxed>,
    },
    /// Ships of a box enter the fleet box (6).
    ShipsCommitted {
        /// Whose.
        side: Side,
        /// The box; the die that opened it.
        number: u32,
        /// The ships, none when it is empty.
        ships: Vec<ShipId>,
        /// Dice thrown so far.
        thrown: u32,
    },
    /// Unrestricted submarine war breaks out (9).
    SubmarineWarBroke {
        /// The turn.
        turn: u32,
        /// American ships that enter the fleet box.
        fleet: Vec<ShipId>,
        /// American ships that go to damage and detachment boxes.
        ashore: Vec<ShipId>,
        /// Ships whose building is stopped.
        cancelled: Vec<ShipId>,
    },
    /// The submarine war takes American ships away from the fleet box (9).
    AmericansDetached {
        /// Which.
        ships: Vec<ShipId>,
    },
    /// A side scores (11).
    VictoryPointsScored {
        /// Who.
        side: Side,
        /// How many points.
        points: u32,
        /// Why.
        why: Score,
        /// The British lead then.
        lead: i32,
    },
    /// A side has chosen how many initiative dice it throws (7b).
    DiceChosen {
        /// Who.
        side: Side,
        /// 1 or 2.
        dice: u32,
    },
    /// Both sides have (7b).
    DiceShown {
        /// How many.
        dice: Both<u32>,
    },
    /// The initiative is settled (7b).
    InitiativeSettled {
        /// The die that counts for each.
        best: Both<u32>,
        /// Who attacks; nobody when the dice are too close.
        attacker: Option<Side>,
        /// Whether the attacker must seek battle.
        forced: bool,
    },
    /// The attacker seeks battle (7b).
    BattleSought {
        /// Who.
        side: Side,
        /// Whether the dice forced it.
        forced: bool,
    },
    /// A side does not want battle (7b).
    BattleDeclined {
        /// Who.
        side: Side,
    },
    /// There is a decisive battle (8).
    BattleJoined {
        /// Who attacks.
        attacker: Side,
    },
    /// A side has formed its fleets (8).
    FleetsFormed {
        /// Who.
        side: Side,
        /// Its fleets and which lie face up.
        formation: Formation,
    },
    /// Both have, and their markers are mixed (8).
    MarkersMixed {
        /// Fast fleets that lie face up.
        shown: Both<Vec<u32>>,
        /// How many markers lie face down, dummies among them.
        hidden: Both<u32>,
    },
    /// The order in which face-down markers come up (8).
    MarkersShuffled {
        /// Whose.
        side: Side,
        /// Their numbers.
        order: Vec<u32>,
    },
    /// A marker is placed (8).
    MarkerPlaced {
        /// Whose.
        side: Side,
        /// Where.
        hex: HexId,
        /// The fast fleet's number, if it lies face up.
        shown: Option<u32>,
    },
    /// All markers of a hex are moved (8).
    HexIntercepted {
        /// By whom.
        side: Side,
        /// From where.
        from: HexId,
        /// Where to.
        to: HexId,
    },
    /// A side moves nothing (8).
    InterceptionPassed {
        /// Who.
        side: Side,
        /// Whether it could not.
        forced: bool,
        /// Passes in a row.
        passes: u32,
    },
    /// All markers are turned over (8).
    MarkersRevealed {
        /// The fleets, and where they are.
        fleets: Vec<AtSea>,
        /// The dummies, taken away: where they were.
        dummies: Both<Vec<HexId>>,
    },
    /// A round of combat begins (8).
    RoundBegan {
        /// The hex.
        hex: HexId,
        /// The round.
        round: u32,
        /// How many fleets each side has there.
        fleets: Both<u32>,
        /// Who settles its combat initiative first.
        first: Side,
    },
    /// A side has declared how it handles its fleets (8).
    ManoeuvreDeclared {
        /// Who.
        side: Side,
        /// Whether it fires with half its guns.
        half: bool,
        /// Its excess manoeuvre.
        excess: u32,
    },
    /// A side has thrown its combat initiative (8).
    CombatInitiativeThrown {
        /// Who.
        side: Side,
        /// How it handles its fleets, and what came of it.
        handling: Handling,
    },
    /// The winner of the combat initiative has chosen (8).
    SituationChosen {
        /// Who.
        side: Side,
        /// The situation then.
        situation: Situation,
        /// Whether it fires with all its guns again by (b).
        restored: bool,
    },
    /// The gunnery of both sides is added up (8).
    GunneryTotalled {
        /// In halves of a point, before it is halved.
        sum_halves: Both<u32>,
        /// Points that may be allocated.
        points: Both<u32>,
    },
    /// A side has allocated its gunnery (8).
    TargetsChosen {
        /// Who.
        side: Side,
        /// The ships it fires at.
        targets: Vec<ShipId>,
    },
    /// Every side that can fire has (8).
    TargetsShown {
        /// The ships each fires at.
        targets: Both<Vec<ShipId>>,
    },
    /// The result of the shots at a ship (8).
    ShotFell {
        /// The ship.
        ship: ShipId,
        /// The sum of the dice, as changed.
        sum: i32,
        /// The result.
        result: Damage,
    },
    /// The results of a round are applied (8).
    DamageTaken {
        /// Ships that leave for damage and detachment boxes.
        boxed: Vec<ShipId>,
        /// Ships that are sunk.
        sunk: Vec<ShipId>,
    },
    /// Fleets leave the hex; their ships return to the fleet box (8).
    FleetsLeft {
        /// Whose.
        side: Side,
        /// Their numbers.
        fleets: Vec<u32>,
        /// Why.
        why: Leaving,
    },
    /// A side has said whether it fights on (8).
    PersistenceDeclared {
        /// Who.
        side: Side,
        /// Whether it does.
        willing: bool,
    },
    /// A combat is over (8).
    CombatEnded {
        /// Where.
        hex: HexId,
        /// Who holds the hex.
        holder: Option<Side>,
    },
    /// The attacker controls hexes of the other side's coast (8).
    HexesControlled {
        /// The attacker.
        side: Side,
        /// Which hexes.
        hexes: Vec<HexId>,
        /// What they are worth, in halves of a point.
        vp_halves: u32,
    },
    /// The battle is over (8).
    BattleEnded,
    /// The game is over (10).
    GameEnded {
        /// How.
        winner: Option<Side>,
        /// Why.
        why: Ending,
    },
}

impl Fold<Event> for State {
    fn apply(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::GameBegan { setup, berths, lead } => {
                (self.setup, self.berths, self.lead) = (*setup, berths.clone(), *lead);
            }
            Event::TurnBegan { turn } => self.turn = *turn,
            Event::StepReached { step } => self.step = *step,
            Event::VictoryPointsScored { lead, .. } => self.lead = *lead,
            Event::DiceChosen { side, dice } => self.dice[*side] = Some(*dice),
            Event::DiceShown { .. } => {}
            Event::InitiativeSettled { .. } => self.dice = Both::default(),
            Event::BattleSought { .. } | Event::BattleDeclined { .. } => {}
            Event::BattleJoined { attacker } => self.battle = Some(Battle::joined(*attacker)),
            Event::BattleEnded => self.battle = None,
            Event::GameEnded { winner, why } => self.outcome = Some(Outcome { winner: *winner, why: *why }),
            Event::ShipsReinforced { .. }
            | Event::ShipsBoxed { .. }
            | Event::ShipsRespread { .. }
            | Event::ShipsCommitted { .. }
            | Event::SubmarineWarBroke { .. }
            | Event::AmericansDetached { .. } => self.apply_to_berths(event)?,
            Event::RoundBegan { .. }
            | Event::ManoeuvreDeclared { .. }
            | Event::CombatInitiativeThrown { .. }
            | Event::SituationChosen { .. }
            | Event::GunneryTotalled { .. }
            | Event::TargetsChosen { .. }
            | Event::TargetsShown { .. }
            | Event::ShotFell { .. }
            | Event::DamageTaken { .. }
            | Event::FleetsLeft { .. }
            | Event::PersistenceDeclared { .. }
            | Event::CombatEnded { .. } => self.apply_to_combat(event)?,
            _ => self.apply_to_battle(event)?,
        }
        Ok(())
    }
}

impl Battle {
    fn joined(attacker: Side) -> Battle {
        Battle {
            attacker,
            formed: Both::default(),
            shuffled: Both::default(),
            shown_left: Both::default(),
            hidden_left: Both::default(),
            markers: vec![],
            passes: 0,
            revealed: false,
            fleets: vec![],
            fought: vec![],
            combat: None,
        }
    }
}

impl Combat {
    fn began(hex: HexId, round: u32, first: Side) -> Combat {
        Combat {
            hex,
            round,
            first,
            handling: Both::default(),
            situation: Situation::default(),
            points: Both::default(),
            targets: Both::default(),
            shots: vec![],
            willing: Both::default(),
        }
    }
}

impl State {
    fn apply_to_berths(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::ShipsReinforced { fleet, ashore, .. } => {
                self.moor(fleet, Berth::Fleet)?;
                self.moor(ashore, Berth::Ashore)
            }
            Event::ShipsBoxed { boxes, .. } | Event::ShipsRespread { boxes, .. } => {
                boxes.iter().try_for_each(|boxed| self.moor(&boxed.ships, Berth::Box(boxed.number)))
            }
            Event::ShipsCommitted { ships, .. } => self.moor(ships, Berth::Fleet),
            Event::SubmarineWarBroke { turn, fleet, ashore, cancelled } => {
                self.war = Some(*turn);
                self.moor(fleet, Berth::Fleet)?;
                self.moor(ashore, Berth::Ashore)?;
                self.moor(cancelled, Berth::Cancelled)
            }
            Event::AmericansDetached { ships } => self.moor(ships, Berth::Ashore),
            _ => Ok(()),
        }
    }

    fn apply_to_battle(&mut self, event: &Event) -> Result<(), Fault> {
        let battle = self.battle_mut()?;
        match event {
            Event::FleetsFormed { side, formation } => battle.formed[*side] = Some(formation.clone()),
            Event::MarkersMixed { shown, hidden } => {
                (battle.shown_left, battle.hidden_left) = (shown.clone(), *hidden);
            }
            Event::MarkersShuffled { side, order } => battle.shuffled[*side] = order.clone(),
            Event::MarkerPlaced { side, hex, shown } => {
                match shown {
                    Some(number) => battle.shown_left[*side].retain(|left| left != number),
                    None => {
                        let left = battle.hidden_left[*side].checked_sub(1);
                        battle.hidden_left[*side] =
                            left.ok_or_else(|| Fault(format!("no {side} marker is left to place")))?;
                    }
                }
                battle.markers.push(Marker { side: *side, hex: *hex, shown: *shown, done: false });
            }
            Event::HexIntercepted { from, to, .. } => {
                battle.passes = 0;
                for marker in battle.markers.iter_mut().filter(|m| m.hex == *from || m.hex == *to) {
                    (marker.hex, marker.done) = (*to, true);
                }
            }
            Event::InterceptionPassed { passes, .. } => battle.passes = *passes,
            Event::MarkersRevealed { fleets, .. } => {
                battle.fleets = fleets.clone();
                battle.revealed = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn apply_to_combat(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::RoundBegan { hex, round, first, .. } => {
                self.battle_mut()?.combat = Some(Combat::began(*hex, *round, *first));
            }
            Event::ManoeuvreDeclared { .. } | Event::TargetsShown { .. } => {}
            Event::CombatInitiativeThrown { side, handling } => {
                let combat = self.combat_mut()?;
                combat.handling[*side] = Some(*handling);
                combat.situation.halved[*side] = handling.half;
            }
            Event::SituationChosen { situation, .. } => self.combat_mut()?.situation = situation.clone(),
            Event::GunneryTotalled { points, .. } => self.combat_mut()?.points = *points,
            Event::TargetsChosen { side, targets } => {
                self.combat_mut()?.targets[*side] = Some(targets.clone())
            }
            Event::ShotFell { ship, result, .. } => {
                self.combat_mut()?.shots.push(Shot { ship: *ship, result: *result });
            }
            Event::DamageTaken { boxed, sunk } => {
                self.moor(boxed, Berth::Ashore)?;
                self.moor(sunk, Berth::Sunk)?;
                for fleet in &mut self.battle_mut()?.fleets {
                    fleet.ships.retain(|ship| !boxed.contains(ship) && !sunk.contains(ship));
                }
            }
            Event::FleetsLeft { side, fleets, .. } => {
                let leaves = |fleet: &AtSea| fleet.side == *side && fleets.contains(&fleet.number);
                self.battle_mut()?.fleets.retain(|fleet| !leaves(fleet));
            }
            Event::PersistenceDeclared { side, willing } => {
                self.combat_mut()?.willing[*side] = Some(*willing);
            }
            Event::CombatEnded { hex, .. } => {
                let battle = self.battle_mut()?;
                battle.combat = None;
                battle.fought.push(*hex);
            }
            _ => {}
        }
        Ok(())
    }

    fn moor(&mut self, ships: &[ShipId], berth: Berth) -> Result<(), Fault> {
        for ship in ships {
            let at = self.berths.get_mut(ship).ok_or_else(|| Fault(format!("there is no ship {ship}")))?;
            *at = berth;
        }
        Ok(())
    }

    fn battle_mut(&mut self) -> Result<&mut Battle, Fault> {
        self.battle.as_mut().ok_or_else(|| Fault("there is no battle".into()))
    }

    fn combat_mut(&mut self) -> Result<&mut Combat, Fault> {
        let combat = self.battle.as_mut().and_then(|battle| battle.combat.as_mut());
        combat.ok_or_else(|| Fault("there is no combat".into()))
    }
}

impl Fleet {
    /// A fleet of these ships.
    pub fn new(number: u32, ships: Vec<ShipId>) -> Fleet {
        Fleet { number, ships }
    }
}
