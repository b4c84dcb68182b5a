//! Orders: the legal ones, carrying them out, and the reason why one is refused. Each line leads to the chapter that holds the
//! rule.

use super::arguments::Arguments;
use super::board::Board;
use super::bombardment::BombardmentOrder;
use super::campaign::{CampaignOrder, rewards};
use super::cargo::CargoOrder;
use super::deployment::DeploymentOrder;
use super::ids::Phase;
use super::incidents::chart::{self, IncidentOrder};
use super::intelligence::IntelligenceOrder;
use super::mines::MineOrder;
use super::movement::MovementOrder;
use super::naval_combat::NavalCombatOrder;
use super::outfitting::OutfittingOrder;
use super::phases::PhaseOrder;
use super::play::{Play, Transition};
use super::ports::PortOrder;
use super::repairs::RepairOrder;
use super::seaplanes::SeaplaneOrder;
use super::set_up::SetUpOrder;
use super::state::battle::BattleStep;
use super::state::{State, Task};
use super::{austria, bombardment, campaign, cargo, deployment, intelligence, mines, movement, naval_combat};
use super::{outfitting, phases, ports, repairs, seaplanes, set_up, squadron};
use crate::game::{Mismatch, Options, OrderForm, Refusal, Stop, Word};

/// The questions of [`asked`] that a few words answer: for them a table may give less time.
pub const SMALL: &[&str] =
    &["share", "choose", "examine", "evade", "ram", "contact", "break-off", "lead", "retreat", "attend"];

/// The legal orders now.
pub fn options(board: &Board, state: &State) -> Options {
    let mut options = match state.task() {
        Some(task @ Task::Share { .. }) => outfitting::share_options(board, state, task),
        Some(Task::Choose {}) => intelligence::choose_options(),
        Some(Task::Examine { .. }) => intelligence::examine_options(board, state),
        Some(Task::Evade { .. }) => chart::evade_options(),
        Some(Task::Ram { ships }) => chart::ram_options(ships),
        Some(Task::Battle(battle)) => naval_combat::options(board, state, battle),
        // 13.1: markers act by themselves. One that needs a choice puts a task of its own on top.
        Some(Task::Incidents { .. }) => Options::default(),
        Some(Task::Reward { among }) => rewards::options(among),
        None => phases::options(board, state),
    };
    // 14.10 fills tubes at the end of any phase: not within a battle, nor in the set-up, which 4.1 does not
    // count as one. A reload only goes with a question; by itself it would hold the game up.
    if state.battle().is_none() && !options.verbs.is_empty() && state.phase != Phase::SetUp {
        options.push("reload", outfitting::reload_options(state));
    }
    options
}

/// The player's question: a name, the rule, and whom it concerns.
pub fn asked(state: &State) -> Option<(&'static str, &'static str, Vec<Word>)> {
    let asked = match (state.task(), state.phase) {
        (Some(Task::Share { space, source, ships, .. }), _) => {
            let mut about = vec![space.0];
            about.extend(ships.iter().map(|ship| ship.0));
            ("share", outfitting::rule_of(*source), about)
        }
        (Some(Task::Choose {}), _) => ("choose", "11.2", vec![]),
        (Some(Task::Examine { .. }), _) => ("examine", "11.2", vec![]),
        (Some(Task::Evade { ships }), _) => {
            ("evade", "13.1", ships.first().map(|ship| ship.0).into_iter().collect())
        }
        (Some(Task::Ram { .. }), _) => ("ram", "13.1", vec![]),
        (Some(Task::Battle(battle)), _) => {
            let about = vec![battle.space.0];
            match battle.step {
                BattleStep::Contact {} => ("contact", "14.3", about),
                BattleStep::BreakOff {} => ("break-off", "14.4", about),
                BattleStep::Lead {} => ("lead", "20.0", about),
                BattleStep::Retreat {} => ("retreat", "14.4", about),
                BattleStep::Fire { .. } if battle.coast => ("bombard-fire", "16.0", about),
                BattleStep::Fire { .. } => ("fire", "14.5", about),
                // Play never rests here: the sequence ends the battle within the order that led to it
                // (14.14).
                BattleStep::Finished {} => return None,
            }
        }
        (Some(Task::Incidents { .. }), _) => return None,
        (None, Phase::SetUp) => ("set-up", "3.0", vec![]),
        (None, Phase::Outfitting) => ("outfitting", "7.0", vec![]),
        (None, Phase::Intelligence) => ("intelligence", "11.0", vec![]),
        (None, Phase::Movement) => ("movement", "12.0", vec![]),
        (None, Phase::Incidents) => ("attend", "13.0", vec![]),
        (None, Phase::NavalCombat) => ("attend", "14.0", vec![]),
        (None, Phase::Bombardment) => ("bombardment", "16.0", vec![]),
        (Some(Task::Reward { .. }), _) => ("reward", "24.1", vec![]),
        // 17.0: a single scenario ends or goes on by itself, so nobody is asked.
        (None, Phase::Objective) if state.campaign.is_some() => ("objective", "17.0", vec![]),
        (None, Phase::Raiding | Phase::Objective | Phase::Over) => return None,
    };
    Some(asked)
}

/// An order, typed by its chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChapterOrder {
    /// The set-up (3).
    SetUp(SetUpOrder),
    /// The sequence of play (4).
    Phase(PhaseOrder),
    /// Outfitting (7).
    Outfitting(OutfittingOrder),
    /// Cargo (8).
    Cargo(CargoOrder),
    /// Landing parties (9.2).
    Ports(PortOrder),
    /// Repairs (10).
    Repairs(RepairOrder),
    /// Intelligence (11).
    Intelligence(IntelligenceOrder),
    /// Movement (12).
    Movement(MovementOrder),
    /// Incidents (13).
    Incidents(IncidentOrder),
    /// Battles (14, 16, 20).
    NavalCombat(NavalCombatOrder),
    /// Shore bombardment (16).
    Bombardment(BombardmentOrder),
    /// Variable deployment (18).
    Deployment(DeploymentOrder),
    /// Seaplanes (21.2).
    Seaplanes(SeaplaneOrder),
    /// Mines (23).
    Mines(MineOrder),
    /// The campaign (24).
    Campaign(CampaignOrder),
}

impl ChapterOrder {
    /// Reads an order in `state`; `None` if no chapter has such an order.
    pub fn read(state: &State, form: &OrderForm) -> Option<ChapterOrder> {
        let order = &Arguments(form);
        // A verb belongs to one chapter alone, so the order of these lines decides nothing.
        PhaseOrder::read(state.phase, order)
            .map(ChapterOrder::Phase)
            .or_else(|| SetUpOrder::read(order).map(ChapterOrder::SetUp))
            .or_else(|| OutfittingOrder::read(order).map(ChapterOrder::Outfitting))
            .or_else(|| CargoOrder::read(order).map(ChapterOrder::Cargo))
            .or_else(|| PortOrder::read(order).map(ChapterOrder::Ports))
            .or_else(|| RepairOrder::read(order).map(ChapterOrder::Repairs))
            .or_else(|| IntelligenceOrder::read(order).map(ChapterOrder::Intelligence))
            .or_else(|| MovementOrder::read(order).map(ChapterOrder::Movement))
            .or_else(|| IncidentOrder::read(order).map(ChapterOrder::Incidents))
            .or_else(|| NavalCombatOrder::read(order).map(ChapterOrder::NavalCombat))
            .or_else(|| BombardmentOrder::read(order).map(ChapterOrder::Bombardment))
            .or_else(|| DeploymentOrder::read(order).map(ChapterOrder::Deployment))
            .or_else(|| SeaplaneOrder::read(order).map(ChapterOrder::Seaplanes))
            .or_else(|| MineOrder::read(order).map(ChapterOrder::Mines))
            .or_else(|| CampaignOrder::read(order).map(ChapterOrder::Campaign))
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: ChapterOrder) -> Result<Transition, Stop> {
    match order {
        ChapterOrder::Phase(order) => return phases::carry_out(play, order),
        ChapterOrder::Campaign(order) => return campaign::carry_out(play, order),
        ChapterOrder::SetUp(order) => set_up::carry_out(play, order)?,
        ChapterOrder::Outfitting(order) => outfitting::carry_out(play, order)?,
        ChapterOrder::Cargo(order) => cargo::carry_out(play, order)?,
        ChapterOrder::Ports(order) => ports::carry_out(play, order)?,
        ChapterOrder::Repairs(order) => repairs::carry_out(play, order)?,
        ChapterOrder::Intelligence(order) => intelligence::carry_out(play, order)?,
        ChapterOrder::Movement(order) => movement::carry_out(play, order)?,
        ChapterOrder::Incidents(order) => chart::carry_out(play, order)?,
        ChapterOrder::NavalCombat(order) => naval_combat::carry_out(play, order)?,
        ChapterOrder::Bombardment(order) => bombardment::carry_out(play, order)?,
        ChapterOrder::Deployment(order) => deployment::carry_out(play, order)?,
        ChapterOrder::Seaplanes(order) => seaplanes::carry_out(play, order)?,
        ChapterOrder::Mines(order) => mines::carry_out(play, order)?,
    }
    Ok(Transition::GoOn)
}

/// Reads an order, typed by its chapter.
///
/// # Errors
/// A refusal: no chapter has such an order.
pub fn read(state: &State, form: &OrderForm) -> Result<ChapterOrder, Refusal> {
    ChapterOrder::read(state, form).ok_or_else(|| unknown(state, form))
}

/// An order that nobody can give now.
pub fn unknown(state: &State, form: &OrderForm) -> Refusal {
    Refusal::new("not-now", rule_now(state)).about("verb", form.verb)
}

/// Why the options do not accept an order: the rule that forbids it, or else what would be legal there.
pub fn refuse(board: &Board, state: &State, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
    if state.is_over() {
        return Refusal::new("scenario-over", "17.0");
    }
    let legal: Vec<String> = mismatch.legal.iter().map(Word::to_string).collect();
    let refusal = match mismatch.arg.as_str() {
        "verb" => refuse_verb(board, state, order),
        _ => None,
    }
    .or_else(|| by_chapter(board, state, order))
    .unwrap_or_else(|| match (mismatch.arg.as_str(), &mismatch.given) {
        ("verb", _) => unknown(state, order),
        (arg, None) => Refusal::new("missing", rule_now(state)).about("argument", arg),
        (arg, Some(_)) => Refusal::new("not-legal", rule_now(state)).about("argument", arg),
    });
    // A chapter's own list is nearer to the rule than the words at the argument that did not fit.
    if refusal.legal.is_empty() { refusal.legal(legal) } else { refusal }
}

fn rule_now(state: &State) -> &'static str {
    asked(state).map_or("4.1", |(_, rule, _)| rule)
}

/// A verb that another moment would allow.
fn refuse_verb(board: &Board, state: &State, order: &OrderForm) -> Option<Refusal> {
    match (order.verb.as_str(), state.phase, state.task()) {
        (verb, Phase::SetUp, None) => set_up::refuse(state, verb),
        ("done", Phase::Movement, None) => movement::overstaying(board, state)
            .map(|ship| Refusal::new("visit-is-over", "9.1").about("ship", ship)),
        // With the attempt spent and no seaplane left the phase ends by itself, so a second try comes in the
        // next.
        ("intelligence", Phase::Intelligence | Phase::Movement, _) if state.today.intelligence => {
            Some(Refusal::new("intelligence-spent", "11.1"))
        }
        _ => None,
    }
}

/// A chapter's reason to refuse an order; `None` if the chapter has none.
type Objection = fn(&Board, &State, &Arguments<'_>) -> Option<Refusal>;

/// The objections of the chapters, first those to any order for a ship.
const OBJECTIONS: &[Objection] = &[
    squadron::refuse_order,
    austria::refuse_order,
    set_up::refuse_order,
    outfitting::refuse_order,
    cargo::refuse_order,
    ports::refuse_order,
    repairs::refuse_order,
    intelligence::refuse_order,
    movement::refuse_order,
    naval_combat::refuse_order,
    bombardment::refuse_order,
    deployment::refuse_order,
    seaplanes::refuse_order,
    mines::refuse_order,
    campaign::refuse_order,
];

/// The rule of the chapter that an order offends.
fn by_chapter(board: &Board, state: &State, order: &OrderForm) -> Option<Refusal> {
    OBJECTIONS.iter().find_map(|refuse| refuse(board, state, &Arguments(order)))
}
