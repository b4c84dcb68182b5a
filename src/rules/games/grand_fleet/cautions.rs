//! Cautions: consequences that a side can see, cannot undo and may overlook.

use super::ids::{Both, Side};
use super::initiative::{PARITY_POINTS, REFUSAL_POINTS};
use super::pack::{Chart, maintenance};
use super::state::{Berth, Ending, Outcome};
use super::victory::{SUDDEN_DEATH, judged};
use super::view::View;
use crate::game::caution::Caution;
use crate::game::{Node, Options, OrderForm, Prompt};

/// The most ships that a die takes out of the fleet box (6).
const MOST_TRANSFERRED: usize = 6;

/// The cautions before an order; without one, before any.
pub fn cautions(
    chart: &Chart,
    view: &View,
    prompt: &Prompt,
    options: &Options,
    order: Option<&OrderForm>,
) -> Vec<Caution> {
    let Some(side) = Side::named(prompt.seat.as_str()) else { return vec![] };
    let of_order = |order: &OrderForm| of_order(chart, view, (side, prompt), order);
    match order {
        Some(order) => of_order(order).into_iter().collect(),
        None => {
            // Orders with arguments are too many to try; those that `ends_at_once` judges have none.
            let bare = options.verbs.iter().filter(|(_, node)| matches!(node, Node::End));
            let grave = bare.filter_map(|(verb, _)| of_order(&OrderForm::new(*verb)));
            of_question(view, prompt, side).into_iter().chain(grave).collect()
        }
    }
}

/// The consequences of a question that are easily overlooked, whatever the answer.
fn of_question(view: &View, prompt: &Prompt, side: Side) -> Option<Caution> {
    let what = match (prompt.ask.as_str(), &view.battle) {
        ("placement", Some(battle)) => {
            let left = |side: Side| battle.hidden_left[side] as usize + battle.shown_left[side].len();
            (left(side) + left(side.enemy()) == 1).then_some("warning-last-marker")?
        }
        ("interception", Some(battle)) => (battle.passes > 0).then_some("warning-second-pass")?,
        ("persistence", Some(_)) => "warning-break-off",
        ("transfer", _) => "warning-transfer",
        ("outbreak", _) => "warning-outbreak",
        ("dice", _) if loses_by(view, side, PARITY_POINTS) => "warning-two-dice",
        _ => return None,
    };
    Some(Caution::notice(what))
}

/// The possible losses of an order.
fn of_order(
    chart: &Chart,
    view: &View,
    (side, prompt): (Side, &Prompt),
    order: &OrderForm,
) -> Option<Caution> {
    let what = match (prompt.ask.as_str(), order.verb.as_str()) {
        ("dice", "throw") => {
            let may_lose = order.number("number") == Some(2) && loses_by(view, side, PARITY_POINTS);
            may_lose.then_some("warning-two-dice")?
        }
        ("transfer", "transfer") => {
            let (ships, need) = (ships(chart, view)[side], maintenance(side));
            // With fewer than `need` ships the side is short anyway, with six to spare no die can make it
            // short.
            let may_lack = (need..need + MOST_TRANSFERRED).contains(&ships);
            may_lack.then_some("warning-transfer-short")?
        }
        _ => {
            let outcome = ends_at_once(chart, view, (side, prompt), order)?;
            match (outcome.winner, outcome.why) {
                (Some(winner), _) if winner == side => return None,
                (None, _) => "warning-ends-drawn",
                (_, Ending::SuddenDeath) if order.verb.as_str() == "refuse" => "warning-refuse",
                _ => "warning-ends-lost",
            }
        }
    };
    Some(Caution::grave(what))
}

/// The end of the game where an order ends the turn and with it the game, whatever the dice.
pub fn ends_at_once(
    chart: &Chart,
    view: &View,
    (side, prompt): (Side, &Prompt),
    order: &OrderForm,
) -> Option<Outcome> {
    let points = match (prompt.ask.as_str(), order.verb.as_str()) {
        ("seek", "decline") | ("outbreak", "unleash") => 0,
        ("answer", "refuse") => i32::try_from(REFUSAL_POINTS).unwrap_or(0),
        _ => return None,
    };
    let ships = ships(chart, view);
    // American ships join.
    if order.verb.as_str() == "unleash" && ships.british < maintenance(Side::British) {
        return None;
    }
    // The side that refuses is the one that loses the points, as the other scores them (7b).
    let lead = if side == Side::British { view.lead - points } else { view.lead + points };
    judged(view.turn, lead, ships)
}

/// The number of ships in each side's fleet box.
fn ships(chart: &Chart, view: &View) -> Both<usize> {
    Both::of(|side| {
        let own = |(ship, berth): &(&super::ids::ShipId, &Berth)| {
            **berth == Berth::Fleet && chart.side(**ship) == Some(side)
        };
        view.berths.iter().filter(own).count()
    })
}

/// True if so many points more for the enemy would be enough to win by, at the end of the turn.
pub fn loses_by(view: &View, side: Side, points: u32) -> bool {
    let enemy_leads = if side == Side::British { -view.lead } else { view.lead };
    i64::from(enemy_leads) + i64::from(points) >= i64::from(SUDDEN_DEATH)
}
