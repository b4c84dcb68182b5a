//! 8 Combat, hex by hex and round by round.
//!
//! | part of a round | file |
//! |---|---|
//! | combat initiative | [`handling`] |
//! | situations | [`situation`] |
//! | gunnery, damage | [`gunnery`] |
//! | who fights on, who holds the hex | [`ending`] |

pub mod ending;
pub mod gunnery;
pub mod handling;
pub mod situation;

use super::ids::{Both, Damage, HexId, HexKind, ShipId, Side};
use super::play::{Done, Play};
use super::sequence::Transition;
use super::state::{AtSea, Battle, Berth, Combat, Handling, Shot, Situation, State, Step};
use super::victory::Score;
use crate::game::{Chapter, Defect, FactPolicy, Node, Options, Refusal, Stop};

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
            /// How many fleets each side has there.
            fleets: Both<u32>,
            /// Who settles its combat initiative first.
            first: Side,
        } => FactPolicy::PUBLIC,
        /// A side has declared how it handles its fleets (8).
        1 ManoeuvreDeclared {
            /// Who.
            side: Side,
            /// Whether it fires with half its guns.
            half: bool,
            /// Its excess manoeuvre.
            excess: u32,
        } => FactPolicy::PUBLIC,
        /// A side has thrown its combat initiative (8).
        1 CombatInitiativeThrown {
            /// Who.
            side: Side,
            /// How it handles its fleets, and what came of it.
            handling: Handling,
        } => FactPolicy::PUBLIC,
        /// The winner of the combat initiative has chosen (8).
        1 SituationChosen {
            /// Who.
            side: Side,
            /// The situation then.
            situation: Situation,
            /// Whether it fires with all its guns again by (b).
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
            /// Who.
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
            /// Whose.
            side: Side,
            /// Their numbers.
            fleets: Vec<u32>,
            /// Why.
            why: Leaving,
        } => FactPolicy::PUBLIC,
        /// A side has said whether it fights on (8).
        1 PersistenceDeclared {
            /// Who.
            side: Side,
            /// Whether it does.
            willing: bool,
        } => FactPolicy::PUBLIC,
        /// A combat is over (8).
        1 CombatEnded {
            /// Where.
            hex: HexId,
            /// Who holds the hex.
            holder: Option<Side>,
        } => FactPolicy::PUBLIC,
        /// The attacker controls hexes of the other side's coast (8).
        1 HexesControlled {
            /// The attacker.
            side: Side,
            /// Which hexes.
            hexes: Vec<HexId>,
            /// What they are worth, in halves of a point.
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
            Self::HexesControlled { .. } => drop(state.battle_mut()?),
            Self::BattleEnded {} => state.battle = None,
        }
        Ok(())
    }
}

/// The fleets of a side in a hex.
pub fn present(battle: &Battle, side: Side, hex: HexId) -> impl Iterator<Item = &AtSea> {
    battle.fleets.iter().filter(move |fleet| fleet.side == side && fleet.hex == hex)
}

fn count(battle: &Battle, side: Side, hex: HexId) -> u32 {
    u32::try_from(present(battle, side, hex).count()).unwrap_or(u32::MAX)
}

/// 8 The hexes in which fleets of both sides are.
pub fn contested(battle: &Battle) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = battle.fleets.iter().map(|fleet| fleet.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| Side::ALL.iter().all(|side| count(battle, *side, *hex) > 0));
    hexes
}

/// 8 The next hex to fight in: the attacker chooses among several. After the last, control is scored.
///
/// # Errors
/// An event that does not fit.
pub fn choose(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    match contested(play.state.battle()?)[..] {
        [] => {
            control(play)?;
            play.emit(CombatEvent::BattleEnded {})?;
            Ok(Transition::On(Step::Aftermath))
        }
        [hex] => begin_round(play, hex, 1),
        _ => Ok(Transition::Wait),
    }
}

/// 8 The order that chooses a hex.
pub fn options(battle: &Battle) -> Options {
    let mut options = Options::default();
    options.push("fight", Node::one_of("hex", contested(battle).into_iter().map(|hex| hex.0)));
    options
}

/// 8 A round begins: the side with more fleets settles its combat initiative first, the British with as many.
///
/// # Errors
/// An event that does not fit.
pub fn begin_round(play: &mut Play<'_, '_>, hex: HexId, round: u32) -> Result<Transition, Stop> {
    let battle = play.state.battle()?;
    let fleets = Both::of(|side| count(battle, side, hex));
    let first = if fleets.german > fleets.british { Side::German } else { Side::British };
    play.emit(CombatEvent::RoundBegan { hex, round, fleets, first })?;
    Ok(Transition::On(Step::Manoeuvre { side: first }))
}

/// 8 The attacker scores the hexes of the other side's coast where it alone has fleets; halves of the sum are dropped.
fn control(play: &mut Play<'_, '_>) -> Done {
    let battle = play.state.battle()?;
    let side = battle.attacker;
    let theirs = |hex: &HexId| {
        play.board.hex(*hex).is_some_and(|spec| {
            matches!(spec.kind, HexKind::Near | HexKind::Home) && spec.owner == Some(side.enemy())
        })
    };
    let mut hexes: Vec<HexId> =
        battle.fleets.iter().filter(|fleet| fleet.side == side).map(|fleet| fleet.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| theirs(hex) && count(battle, side.enemy(), *hex) == 0);
    if hexes.is_empty() {
        return Ok(());
    }
    let vp_halves = hexes.iter().filter_map(|hex| play.board.hex(*hex)).map(|spec| spec.vp_halves).sum();
    play.emit(CombatEvent::HexesControlled { side, hexes, vp_halves })?;
    play.score(side, vp_halves / 2, Score::Control)
}

/// Why a hex cannot be fought in.
pub fn refuse(state: &State, hex: HexId) -> Option<Refusal> {
    let contested = contested(state.battle.as_ref()?);
    (!contested.contains(&hex))
        .then(|| Refusal::new("hex-not-contested", "8").about("hex", hex).legal(contested))
}
