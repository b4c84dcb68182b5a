//! Orders: the prompts, the legal answers, carrying them out, and the reason why one is refused.

use super::arguments::Arguments;
use super::armament::{CommitmentOrder, SendOrder, TransferOrder};
use super::boxes::BoxOrder;
use super::combat::ending::PersistenceOrder;
use super::combat::gunnery::GunneryOrder;
use super::combat::handling::ManoeuvreOrder;
use super::combat::situation::SituationOrder;
use super::combat::{self, HexOrder, ending, gunnery, handling, situation};
use super::event::Boxing;
use super::formation::{FormationOrder, ReturnOrder};
use super::ids::{HexId, Side};
use super::initiative::{DefenderOrder, DiceOrder, SeekOrder};
use super::interception::InterceptionOrder;
use super::pack::Chart;
use super::placement::PlacementOrder;
use super::play::{Done, Play, Transition};
use super::state::{State, Step};
use super::submarine_war::OutbreakOrder;
use super::{armament, boxes, formation, initiative, interception, placement, sequence, submarine_war};
use crate::game::{Audience, Mismatch, Node, Options, OrderForm, Prompt, Refusal, Seat, Stop, Word};

/// The seats with a decision to make, and their questions. It depends on public facts only.
pub fn prompts(chart: &Chart, state: &State) -> Vec<Prompt> {
    if state.outcome.is_some() {
        return vec![];
    }
    let (ask, rule) = asked(state.step);
    let about: Vec<Word> = match (state.step, &state.battle) {
        (
            Step::Manoeuvre { .. } | Step::Situation { .. } | Step::Gunnery | Step::Persistence { .. },
            Some(battle),
        ) => battle.combat.iter().map(|combat| combat.hex.0).collect(),
        _ => vec![],
    };
    let prompt = |side: Side| Prompt {
        seat: side.seat(),
        ask: Word::literal(ask),
        rule: Word::literal(rule),
        about: about.clone(),
        awaited: true,
    };
    deciding(chart, state).into_iter().map(prompt).collect()
}

/// The questions of [`asked`] that a word or a number answers: for them a table may give less time.
pub const SMALL: &[&str] =
    &["commitment", "second-die", "transfer", "outbreak", "dice", "seek", "answer", "hex", "persistence"];

/// The sides that decide now.
fn deciding(chart: &Chart, state: &State) -> Vec<Side> {
    match state.step {
        Step::SetUp | Step::Over => vec![],
        Step::Reinforcement { .. } | Step::Aftermath | Step::SubmarineWar { choice: false } => {
            Side::ALL.iter().copied().filter(|side| !state.ashore(chart, *side).is_empty()).collect()
        }
        Step::SubmarineWar { choice: true } => vec![Side::German],
        Step::Initiative => Side::ALL.iter().copied().filter(|side| state.dice[*side].is_none()).collect(),
        Step::Overflow { .. } => vec![Side::British],
        Step::Declaration { attacker, sought } => vec![if sought { attacker.enemy() } else { attacker }],
        Step::HexChoice => state.battle.iter().map(|battle| battle.attacker).collect(),
        Step::Gunnery => gunnery::awaited(chart, state).collect(),
        Step::Commitment { side, .. }
        | Step::Transfer { side, .. }
        | Step::Formation { side }
        | Step::Placement { side }
        | Step::Interception { side }
        | Step::Manoeuvre { side }
        | Step::Situation { side, .. }
        | Step::Persistence { side } => vec![side],
    }
}

/// The question at a step, and the rule that asks it.
fn asked(step: Step) -> (&'static str, &'static str) {
    match step {
        Step::SetUp | Step::Over => ("nothing", "10"),
        Step::Reinforcement { .. } => ("stow", "6"),
        Step::SubmarineWar { choice: false } => ("stow", "9"),
        Step::Aftermath => ("stow", "8"),
        Step::Commitment { thrown: 0, .. } => ("commitment", "6"),
        Step::Commitment { .. } => ("second-die", "6"),
        Step::Transfer { count: None, .. } => ("transfer", "6"),
        Step::Transfer { .. } => ("send", "6"),
        Step::SubmarineWar { choice: true } => ("outbreak", "7a"),
        Step::Initiative => ("dice", "7b"),
        Step::Declaration { sought: false, .. } => ("seek", "7b"),
        Step::Declaration { .. } => ("answer", "7b"),
        Step::Overflow { .. } => ("overflow", "8"),
        Step::Formation { .. } => ("formation", "8"),
        Step::Placement { .. } => ("placement", "8"),
        Step::Interception { .. } => ("interception", "8"),
        Step::HexChoice => ("hex", "8"),
        Step::Manoeuvre { .. } => ("manoeuvre", "8"),
        Step::Situation { .. } => ("situation", "8"),
        Step::Gunnery => ("gunnery", "8"),
        Step::Persistence { .. } => ("persistence", "8"),
    }
}

/// 7b, 8 The audience of an order before it is opened: the number of initiative dice, the formation and the gunnery allocation
/// are the secret of the side that decides them.
pub fn audience(step: Step, seat: Seat) -> Audience {
    match step {
        // The step alone decides, not the order: else its audience would say something of the content.
        Step::Initiative | Step::Formation { .. } | Step::Gunnery => Audience::Seats(vec![seat]),
        _ => Audience::Everyone,
    }
}

/// The orders that `side` may give now.
pub fn options(chart: &Chart, state: &State, side: Side) -> Options {
    // In a secret step one side may have decided already; it may not again.
    if !deciding(chart, state).contains(&side) {
        return Options::default();
    }
    let battle = state.battle.as_ref();
    let combat = battle.and_then(|battle| battle.combat.as_ref());
    match (state.step, battle, combat) {
        (Step::Reinforcement { .. } | Step::Aftermath | Step::SubmarineWar { choice: false }, ..) => {
            let mut options = Options::default();
            boxes::stowing(chart, state, side).into_iter().for_each(|(verb, node)| options.push(verb, node));
            options
        }
        (Step::Commitment { thrown, .. }, ..) => armament::commitment_options(chart, state, side, thrown),
        (Step::Transfer { count, .. }, ..) => armament::transfer_options(chart, state, side, count),
        (Step::SubmarineWar { choice: true }, ..) => either("unleash", "hold-back"),
        (Step::Initiative, ..) => initiative::dice_options(),
        (Step::Declaration { sought, .. }, ..) => initiative::declaration_options(sought),
        (Step::Overflow { count }, ..) => formation::overflow_options(chart, state, count),
        (Step::Formation { .. }, ..) => formation::options(chart, state, side),
        (Step::Placement { .. }, ..) => placement::options(chart, state, side),
        (Step::Interception { .. }, Some(battle), _) => interception::options(chart, battle, side),
        (Step::HexChoice, Some(battle), _) => combat::options(battle),
        (Step::Manoeuvre { .. }, Some(battle), _) => handling::options(battle, side),
        (Step::Situation { count, .. }, _, Some(combat)) => situation::options(combat, side, count),
        (Step::Gunnery, ..) => gunnery::options(chart, state, side),
        (Step::Persistence { .. }, ..) => ending::options(),
        _ => Options::default(),
    }
}

fn either(yes: &'static str, no: &'static str) -> Options {
    let mut options = Options::default();
    options.push(yes, Node::End);
    options.push(no, Node::End);
    options
}

/// An order, typed by its chapter, with the data of the step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are the arguments on the verb's page in `commands/`")]
pub enum ChapterOrder {
    /// Ships that joined go to boxes (6).
    Reinforcement(BoxOrder),
    /// Damaged ships go to boxes (8).
    Aftermath(BoxOrder),
    /// American ships go to boxes (9).
    Detachment(BoxOrder),
    /// Commitment (6).
    Commitment { side: Side, thrown: u32, order: CommitmentOrder },
    /// Transfer out, before the die (6).
    Transfer { side: Side, order: TransferOrder },
    /// Transfer out, after the die (6).
    Send { side: Side, count: u32, order: SendOrder },
    /// The outbreak of submarine war (7a).
    Outbreak(OutbreakOrder),
    /// Initiative dice (7b).
    Dice(DiceOrder),
    /// The attacker about a battle (7b).
    Seek { attacker: Side, order: SeekOrder },
    /// The defender about it (7b).
    Answer { attacker: Side, order: DefenderOrder },
    /// Ships that no fleet can hold (8).
    Overflow { count: u32, order: ReturnOrder },
    /// Formation (8).
    Formation(FormationOrder),
    /// Placement (8).
    Placement(PlacementOrder),
    /// Interception (8).
    Interception(InterceptionOrder),
    /// The next hex to fight in (8).
    Hex(HexOrder),
    /// Combat initiative (8).
    Manoeuvre(ManoeuvreOrder),
    /// Situations (8).
    Situation(SituationOrder),
    /// Gunnery (8).
    Gunnery(GunneryOrder),
    /// A side's decision to fight on (8).
    Persistence(PersistenceOrder),
}

impl ChapterOrder {
    /// Reads an order at a step; `None` if the step takes no such order.
    pub fn read(step: Step, form: &OrderForm) -> Option<ChapterOrder> {
        let order = &Arguments(form);
        match step {
            Step::Reinforcement { .. } => BoxOrder::read(order).map(ChapterOrder::Reinforcement),
            Step::Aftermath => BoxOrder::read(order).map(ChapterOrder::Aftermath),
            Step::SubmarineWar { choice: false } => BoxOrder::read(order).map(ChapterOrder::Detachment),
            Step::SubmarineWar { choice: true } => OutbreakOrder::read(order).map(ChapterOrder::Outbreak),
            Step::Commitment { side, thrown } => {
                CommitmentOrder::read(order).map(|order| ChapterOrder::Commitment { side, thrown, order })
            }
            Step::Transfer { side, count: None } => {
                TransferOrder::read(order).map(|order| ChapterOrder::Transfer { side, order })
            }
            Step::Transfer { side, count: Some(count) } => {
                SendOrder::read(order).map(|order| ChapterOrder::Send { side, count, order })
            }
            Step::Initiative => DiceOrder::read(order).map(ChapterOrder::Dice),
            Step::Declaration { attacker, sought: false } => {
                SeekOrder::read(order).map(|order| ChapterOrder::Seek { attacker, order })
            }
            Step::Declaration { attacker, sought: true } => {
                DefenderOrder::read(order).map(|order| ChapterOrder::Answer { attacker, order })
            }
            Step::Overflow { count } => {
                ReturnOrder::read(order).map(|order| ChapterOrder::Overflow { count, order })
            }
            Step::Formation { .. } => FormationOrder::read(order).map(ChapterOrder::Formation),
            Step::Placement { .. } => PlacementOrder::read(order).map(ChapterOrder::Placement),
            Step::Interception { .. } => InterceptionOrder::read(order).map(ChapterOrder::Interception),
            Step::HexChoice => HexOrder::read(order).map(ChapterOrder::Hex),
            Step::Manoeuvre { .. } => ManoeuvreOrder::read(order).map(ChapterOrder::Manoeuvre),
            Step::Situation { .. } => SituationOrder::read(order).map(ChapterOrder::Situation),
            Step::Gunnery => GunneryOrder::read(order).map(ChapterOrder::Gunnery),
            Step::Persistence { .. } => PersistenceOrder::read(order).map(ChapterOrder::Persistence),
            Step::SetUp | Step::Over => None,
        }
    }
}

/// Reads an order, typed by its chapter.
///
/// # Errors
/// A refusal: the step takes no such order.
pub fn read(step: Step, form: &OrderForm) -> Result<ChapterOrder, Refusal> {
    ChapterOrder::read(step, form).ok_or_else(|| unknown(step, form))
}

/// An order that the step does not ask for.
fn unknown(step: Step, form: &OrderForm) -> Refusal {
    let (ask, rule) = asked(step);
    Refusal::new("no-such-order", rule).about("verb", form.verb).about("ask", ask)
}

/// Carries out an order that the options accept, and goes on to the next decision.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, side: Side, order: ChapterOrder) -> Done {
    let way = handle(play, side, order)?;
    sequence::go(play, way)
}

fn handle(play: &mut Play<'_, '_>, side: Side, order: ChapterOrder) -> Result<Transition, Stop> {
    match order {
        ChapterOrder::Reinforcement(order) => {
            boxes::stow(play, side, order, Boxing::Reinforcement)?;
            Ok(Transition::On(Step::Commitment { side: Side::German, thrown: 0 }))
        }
        ChapterOrder::Aftermath(order) => {
            boxes::stow(play, side, order, Boxing::Damage)?;
            Ok(sequence::aftermath(play))
        }
        ChapterOrder::Detachment(order) => {
            boxes::stow(play, side, order, Boxing::Detachment)?;
            Ok(submarine_war::after(play))
        }
        ChapterOrder::Commitment { side, thrown, order } => armament::commit(play, side, thrown, order),
        ChapterOrder::Transfer { side, order } => armament::throw_transfer(play, side, order),
        ChapterOrder::Send { side, count, order } => armament::send(play, side, count, order),
        ChapterOrder::Outbreak(order) => submarine_war::choose(play, order),
        ChapterOrder::Dice(order) => initiative::choose(play, side, order),
        ChapterOrder::Seek { attacker, order } => initiative::declare(play, attacker, order),
        ChapterOrder::Answer { attacker, order } => initiative::answer(play, attacker, order),
        ChapterOrder::Overflow { count, order } => formation::send_back(play, count, order),
        ChapterOrder::Formation(order) => formation::form(play, side, order),
        ChapterOrder::Placement(order) => placement::place(play, side, order),
        ChapterOrder::Interception(order) => interception::carry_out(play, side, order),
        ChapterOrder::Hex(order) => combat::fight(play, order),
        ChapterOrder::Manoeuvre(order) => handling::declare(play, side, order),
        ChapterOrder::Situation(order) => situation::choose(play, side, order),
        ChapterOrder::Gunnery(order) => gunnery::allocate(play, side, order),
        ChapterOrder::Persistence(order) => ending::persist(play, side, order),
    }
}

/// Why the options do not accept an order: the rule that forbids it, or else what would be legal there.
pub fn refuse(chart: &Chart, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
    let (_, rule) = asked(state.step);
    if state.outcome.is_some() {
        return Refusal::new("game-over", "10");
    }
    let Some(side) = Side::of(seat).filter(|side| deciding(chart, state).contains(side)) else {
        return Refusal::new("not-asked", rule);
    };
    let legal: Vec<String> = mismatch.legal.iter().map(Word::to_string).collect();
    let verb = mismatch.arg.as_str() == "verb";
    let refusal = by_chapter(chart, state, side, order).unwrap_or_else(|| match &mismatch.given {
        _ if verb => unknown(state.step, order),
        None => Refusal::new("missing", rule).about("argument", mismatch.arg),
        Some(_) => Refusal::new("not-legal", rule).about("argument", mismatch.arg),
    });
    if refusal.legal.is_empty() { refusal.legal(legal) } else { refusal }
}

/// The rule of the chapter that an order offends.
fn by_chapter(chart: &Chart, state: &State, side: Side, order: &OrderForm) -> Option<Refusal> {
    let battle = state.battle.as_ref();
    let combat = battle.and_then(|battle| battle.combat.as_ref());
    let hex = |name: &str| order.word(name).map(HexId);
    match (state.step, order.verb.as_str()) {
        (Step::Commitment { thrown: 0, .. }, "commit") => {
            // In this step the options lack `commit` for one reason alone: the duty to spread.
            let (used, duty) = boxes::spread(chart, state, side);
            let refusal = Refusal::new("spread-first", "6").about("boxes", used).about("wanted", duty);
            (used < duty).then_some(refusal)
        }
        (Step::Overflow { count }, "return") => {
            formation::refuse_return(chart, state, count, &order.sorted("boxes")?)
        }
        (_, "stow" | "respread" | "send") => {
            // The same sorting as in the options, so that refusal and menu never disagree.
            let node = options(chart, state, side).verb(order.verb.as_str())?.clone();
            let Node::Sort { sort, .. } = node else { return None };
            boxes::refuse(&sort, &order.sorted("boxes")?, asked(state.step).1)
        }
        (Step::Formation { .. }, "form") => formation::refuse(chart, state, side, &order.sorted("fleets")?),
        (Step::Placement { .. }, "place" | "place-shown") => placement::refuse(chart, state, side, order),
        (Step::Interception { .. }, "intercept") => {
            interception::refuse(chart, battle?, side, hex("from")?, hex("to"))
        }
        (Step::HexChoice, "fight") => combat::refuse(state, hex("hex")?),
        (Step::Manoeuvre { .. }, "manoeuvre") => handling::refuse(battle?, side, order),
        (Step::Situation { count, .. }, "situation") => situation::refuse(combat?, side, count, order),
        (Step::Gunnery, "fire") => gunnery::refuse(chart, battle?, side, order.words("targets")?),
        _ => None,
    }
}
