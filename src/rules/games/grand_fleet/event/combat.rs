//! 8 Combat.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{Both, Damage, HexId, ShipId, Side};
use crate::games::grand_fleet::state::{AtSea, Berth, Combat, Handling, Shot, Situation, State};

crate::word_enum! {
    /// Why fleets leave a combat.
    Leaving {
        /// They have two ships or fewer.
        Spent = "spent",
        /// Their side does not fight on.
        Withdrawn = "withdrawn",
    }
}

crate::events! {
    /// Combat (8).
    pub enum CombatEvent {
        /// A round of combat begins (8).
        1 RoundBegan {
            /// The hex.
            hex: HexId,
            /// The round.
            round: u32,
            /// The number of fleets of each side there.
            fleets: Both<u32>,
            /// The side that settles its combat initiative first.
            first: Side,
        } => FactPolicy::PUBLIC,
        /// A side has declared how it handles its fleets (8).
        1 ManoeuvreDeclared {
            /// The side.
            side: Side,
            /// True if it fires with half its guns.
            half: bool,
            /// Its excess manoeuvre.
            excess: u32,
        } => FactPolicy::PUBLIC,
        /// A side has thrown its combat initiative (8).
        1 CombatInitiativeThrown {
            /// The side.
            side: Side,
            /// Its handling of its fleets, and the result.
            handling: Handling,
        } => FactPolicy::PUBLIC,
        /// The winner of the combat initiative has chosen (8).
        1 SituationChosen {
            /// The side.
            side: Side,
            /// The situation then.
            situation: Situation,
            /// True if it fires with all its guns again by (b).
            restored: bool,
        } => FactPolicy::PUBLIC,
        /// The gunnery of both sides is added up (8).
        1 GunneryTotalled {
            /// In halves of a point, before it is halved.
            sum_halves: Both<u32>,
            /// Points that may be allocated.
            points: Both<u32>,
        } => FactPolicy::PUBLIC,
        /// A side has allocated its gunnery (8).
        1 TargetsChosen {
            /// The side.
            side: Side,
            /// The ships it fires at.
            targets: Vec<ShipId>,
        } => FactPolicy::only([side.seat()]),
        /// Every side that can fire has (8).
        1 TargetsShown {
            /// The ships each fires at.
            targets: Both<Vec<ShipId>>,
        } => FactPolicy::OPENS,
        /// The result of the shots at a ship (8).
        1 ShotFell {
            /// The ship.
            ship: ShipId,
            /// The sum of the dice, as changed.
            sum: i32,
            /// The result.
            result: Damage,
        } => FactPolicy::PUBLIC,
        /// The results of a round are applied (8).
        1 DamageTaken {
            /// Ships that leave for damage and detachment boxes.
            boxed: Vec<ShipId>,
            /// Ships that are sunk.
            sunk: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// Fleets leave the hex; their ships return to the fleet box (8).
        1 FleetsLeft {
            /// The side.
            side: Side,
            /// Their numbers.
            fleets: Vec<u32>,
            /// The reason.
            why: Leaving,
        } => FactPolicy::PUBLIC,
        /// A side has said whether it fights on (8).
        1 PersistenceDeclared {
            /// The side.
            side: Side,
            /// True if it fights on.
            willing: bool,
        } => FactPolicy::PUBLIC,
        /// A combat is over (8).
        1 CombatEnded {
            /// The hex.
            hex: HexId,
            /// The side that holds the hex.
            holder: Option<Side>,
        } => FactPolicy::PUBLIC,
        /// The attacker controls hexes of the other side's coast (8).
        1 HexesControlled {
            /// The attacker.
            side: Side,
            /// The hexes.
            hexes: Vec<HexId>,
            /// Their worth, in halves of a point.
            vp_halves: u32,
        } => FactPolicy::PUBLIC,
        /// The battle is over (8).
        1 BattleEnded {} => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for CombatEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::RoundBegan { hex, round, first, .. } => {
                state.battle_mut()?.combat = Some(Combat::began(*hex, *round, *first));
            }
            Self::ManoeuvreDeclared { .. } | Self::TargetsShown { .. } => {}
            Self::CombatInitiativeThrown { side, handling } => {
                let combat = state.combat_mut()?;
                combat.handling[*side] = Some(*handling);
                // The winner's choices will change this; `handling` keeps what the side declared.
                combat.situation.halved[*side] = handling.half;
            }
            Self::SituationChosen { situation, .. } => state.combat_mut()?.situation = situation.clone(),
            Self::GunneryTotalled { points, .. } => state.combat_mut()?.points = *points,
            Self::TargetsChosen { side, targets } => {
                state.combat_mut()?.targets[*side] = Some(targets.clone());
            }
            Self::ShotFell { ship, result, .. } => {
                state.combat_mut()?.shots.push(Shot { ship: *ship, result: *result });
            }
            Self::DamageTaken { boxed, sunk } => {
                state.moor(boxed, Berth::Ashore)?;
                state.moor(sunk, Berth::Sunk)?;
                for fleet in state.battle_mut()?.fleets.iter_mut() {
                    fleet.ships.retain(|ship| !boxed.contains(ship) && !sunk.contains(ship));
                }
            }
            Self::FleetsLeft { side, fleets, .. } => {
                let leaves = |fleet: &AtSea| fleet.side == *side && fleets.contains(&fleet.number);
                state.battle_mut()?.fleets.retain(|fleet| !leaves(fleet));
            }
            Self::PersistenceDeclared { side, willing } => {
                state.combat_mut()?.willing[*side] = Some(*willing);
            }
            Self::CombatEnded { hex, .. } => {
                let battle = state.battle_mut()?;
                battle.combat = None;
                battle.fought.push(*hex);
            }
            // Changes nothing, but a log in which it stands outside a battle is damaged.
            Self::HexesControlled { .. } => drop(state.battle_mut()?),
            Self::BattleEnded {} => state.battle = None,
        }
        Ok(())
    }
}
