//! Orders: who is asked what, what may be answered, what an answer does, and why one is refused.

use super::armament;
use super::boxes;
use super::boxes::Boxing;
use super::combat::{self, ending, gunnery, handling, situation};
use super::formation;
use super::ids::{HexId, Side};
use super::initiative;
use super::interception;
use super::pack::Chart;
use super::placement;
use super::play::{Done, Play};
use super::sequence::{self, Transition};
use super::state::{State, Step};
use super::submarine_war;
use crate::game::{Audience, Defect, Mismatch, Node, Options, OrderForm, Prompt, Refusal, Seat, Stop, Word};

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

/// 7b, 8 Who may see an order before it is opened: the number of initiative dice, the formation and the gunnery
/// allocation are the secret of whoever decides them.
pub fn audience(step: Step, seat: Seat) -> Audience {
    match step {
        Step::Initiative | Step::Formation { .. } | Step::Gunnery => Audience::Seats(vec![seat]),
        _ => Audience::Everyone,
    }
}

/// The orders that `side` may give now.
pub fn options(chart: &Chart, state: &State, side: Side) -> Options {
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

/// Does what an order says, one that the options accept, and goes on to the next decision.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, side: Side, order: &OrderForm) -> Done {
    let way = handle(play, side, order)?;
    sequence::go(play, way)
}

fn handle(play: &mut Play<'_, '_>, side: Side, order: &OrderForm) -> Result<Transition, Stop> {
    let hex = |name: &str| order.word(name).map(HexId).ok_or_else(unfit);
    match (play.state.step, order.verb.as_str()) {
        (Step::Reinforcement { .. }, _) => {
            boxes::stow(play, side, order, Boxing::Reinforcement)?;
            Ok(Transition::On(Step::Commitment { side: Side::German, thrown: 0 }))
        }
        (Step::Aftermath, _) => {
            boxes::stow(play, side, order, Boxing::Damage)?;
            Ok(sequence::aftermath(play))
        }
        (Step::SubmarineWar { choice: false }, _) => {
            boxes::stow(play, side, order, Boxing::Detachment)?;
            Ok(submarine_war::after(play))
        }
        (Step::Commitment { side, .. }, "decline") => Ok(armament::after_commitment(side)),
        (Step::Commitment { side, thrown }, _) => {
            armament::commit(play, side, thrown, order).map(Transition::On)
        }
        (Step::Transfer { side, count: None }, "decline") => Ok(armament::after_transfer(side)),
        (Step::Transfer { side, count: None }, _) => armament::throw_transfer(play, side).map(Transition::On),
        (Step::Transfer { side, count: Some(count) }, _) => {
            armament::send(play, side, count, order)?;
            Ok(armament::after_transfer(side))
        }
        (Step::SubmarineWar { choice: true }, "unleash") => submarine_war::break_out(play),
        (Step::SubmarineWar { choice: true }, _) => Ok(Transition::On(Step::Initiative)),
        (Step::Initiative, _) => {
            let dice = order.number("number").and_then(|dice| u32::try_from(dice).ok()).ok_or_else(unfit)?;
            initiative::choose(play, side, dice)
        }
        (Step::Declaration { attacker, .. }, "seek") => initiative::seek(play, attacker, false),
        (Step::Declaration { attacker, .. }, "decline") => initiative::decline(play, attacker),
        (Step::Declaration { attacker, .. }, "accept") => initiative::accept(play, attacker),
        (Step::Declaration { attacker, .. }, _) => initiative::refuse(play, attacker),
        (Step::Overflow { count }, _) => {
            formation::send_back(play, count, order)?;
            Ok(Transition::On(formation::next(play.state.battle()?)))
        }
        (Step::Formation { .. }, _) => formation::form(play, side, order),
        (Step::Placement { .. }, _) => placement::place(play, side, hex("hex")?, order),
        (Step::Interception { .. }, "pass") => interception::pass(play, side, false),
        (Step::Interception { .. }, _) => interception::intercept(play, side, hex("from")?, hex("to")?),
        (Step::HexChoice, _) => combat::begin_round(play, hex("hex")?, 1),
        (Step::Manoeuvre { .. }, _) => handling::declare(play, side, order),
        (Step::Situation { .. }, _) => situation::choose(play, side, order),
        (Step::Gunnery, _) => gunnery::allocate(play, side, order),
        (Step::Persistence { .. }, verb) => ending::persist(play, side, verb == "fight-on"),
        (Step::SetUp | Step::Over, _) => Err(unfit().into()),
    }
}

/// Why the options do not accept an order: the rule that forbids it, or else what would be legal there.
pub fn refuse(chart: &Chart, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
    let (ask, rule) = asked(state.step);
    if state.outcome.is_some() {
        return Refusal::new("game-over", "10");
    }
    let Some(side) = Side::of(seat).filter(|side| deciding(chart, state).contains(side)) else {
        return Refusal::new("not-asked", rule);
    };
    let legal: Vec<String> = mismatch.legal.iter().map(Word::to_string).collect();
    let verb = mismatch.arg.as_str() == "verb";
    let refusal = by_chapter(chart, state, side, order).unwrap_or_else(|| match &mismatch.given {
        _ if verb => Refusal::new("no-such-order", rule).about("verb", order.verb).about("ask", ask),
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
            let (used, duty) = boxes::spread(chart, state, side);
            Some(Refusal::new("spread-first", "6").about("boxes", used).about("wanted", duty))
        }
        (Step::Overflow { count }, "return") => {
            formation::refuse_return(chart, state, count, &order.sorted("boxes")?)
        }
        (_, "stow" | "respread" | "send") => {
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

fn unfit() -> Defect {
    Defect("an order was accepted that its rule cannot read".into())
}
