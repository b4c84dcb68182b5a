//! 6 The armament phase: reinforcement, commitment, transfer out.

use super::arguments::Arguments;
use super::boxes::{self, Plan, Spreading};
use super::event::{ArmamentEvent, BoxEvent, Boxed, Boxing};
use super::ids::{Nation, ShipId, Side};
use super::pack::Chart;
use super::play::{Play, Transition, throw};
use super::state::{Berth, State, Step};
use crate::game::{Node, Options, Stop};
use crate::games::orders::orders;

/// The most commitment dice of a side in a turn (6).
const COMMITMENT_DICE: u32 = 2;

crate::word_enum! {
    /// The ships that a side transfers out when it leaves the choice to a rule.
    Sending {
        /// The least worth first.
        Oldest = "oldest",
        /// The dearest first.
        Newest = "newest",
    }
}

/// 6 Reinforcement: German ships enter the fleet box, British ships go to boxes of their owner's choice.
///
/// # Errors
/// An event that does not fit.
pub fn reinforce(play: &mut Play<'_, '_>, side: Side) -> Result<Transition, Stop> {
    let turn = play.state.turn;
    let mut joining = play.state.ships(play.board, side, |berth| berth == Berth::Due(turn));
    // In the turn of the outbreak itself the war begins after this phase, and takes along whoever is due by
    // then (9).
    if play.state.war.is_some() {
        joining.extend(late_americans(play.board, &play.state, side));
    }
    // 6 takes each of its three parts for the German side first, then for the British.
    let after = Transition::On(match side {
        Side::German => Step::Reinforcement { side: Side::British },
        Side::British => Step::Commitment { side: Side::German, thrown: 0 },
    });
    if joining.is_empty() {
        return Ok(after);
    }
    let (fleet, ashore) = match side {
        Side::German => (joining, vec![]),
        Side::British => (vec![], joining),
    };
    play.emit(ArmamentEvent::ShipsReinforced { side, fleet, ashore })?;
    // German ships join in the fleet box, so only a British player has boxes to choose.
    Ok(if side == Side::German { after } else { Transition::Wait })
}

/// 9 American ships with a turn of their own that join after an earlier outbreak.
fn late_americans(chart: &Chart, state: &State, side: Side) -> Vec<ShipId> {
    let due = |ship: &ShipId| {
        chart.ship(*ship).is_some_and(|s| s.nation == Nation::American && s.turn == Some(state.turn))
    };
    state.ships(chart, side, |berth| berth == Berth::Abroad).into_iter().filter(due).collect()
}

/// 6 The step in which a side may commit ships, or the next one if it cannot.
pub fn commitment(play: &Play<'_, '_>, side: Side, thrown: u32) -> Transition {
    let in_play = match thrown {
        // Before the first die ships in box 0 count too: they may be spread to boxes that a die opens.
        0 => play.state.ships(play.board, side, |berth| matches!(berth, Berth::Box(_))),
        _ => play.state.ships(play.board, side, |berth| matches!(berth, Berth::Box(1..))),
    };
    if thrown < COMMITMENT_DICE && !in_play.is_empty() {
        return Transition::Wait;
    }
    after_commitment(side)
}

/// 6 The step after the commitment of a side.
pub fn after_commitment(side: Side) -> Transition {
    Transition::On(match side {
        Side::German => Step::Commitment { side: Side::British, thrown: 0 },
        Side::British => Step::Transfer { side: Side::German, count: None },
    })
}

/// 6 The orders of commitment.
pub fn commitment_options(chart: &Chart, state: &State, side: Side, thrown: u32) -> Options {
    let mut options = Options::default();
    let (used, duty) = boxes::spread(chart, state, side);
    // The duty to spread is one of spreading anew, which is over once a die is thrown.
    if thrown > 0 || used >= duty {
        options.push("commit", Node::End);
    }
    if thrown == 0 {
        let sort = boxes::respreading(chart, state, side);
        options.push("respread", Node::Sort { arg: "boxes", sort });
        options.push("respread-by", Node::one_of("plan", Spreading::ALL.iter().map(|plan| plan.word())));
    }
    options.push("decline", Node::End);
    options
}

orders! {
    /// The orders of commitment.
    pub enum CommitmentOrder from order: Arguments<'_> {
        /// 6 Throws for a box.
        "commit" => Commit,
        /// 6 Spreads all ships in boxes anew first, each ship where the player says.
        "respread" => Respread { boxes: Vec<Boxed> = order.boxes("boxes")? },
        /// 6 Spreads them anew first, by a plan.
        "respread-by" => RespreadBy { plan: Spreading = order.one_of("plan", Spreading::named)? },
        /// 6 Throws no more.
        "decline" => Decline,
    }
}

/// 6 Commits ships for a side: it may spread them anew, throws a die, and all ships of that box enter. Or it declines.
///
/// # Errors
/// Chance that cannot answer.
pub fn commit(
    play: &mut Play<'_, '_>,
    side: Side,
    thrown: u32,
    order: CommitmentOrder,
) -> Result<Transition, Stop> {
    let boxes = match order {
        CommitmentOrder::Decline => return Ok(after_commitment(side)),
        CommitmentOrder::Commit => None,
        CommitmentOrder::Respread { boxes } => Some(boxes),
        CommitmentOrder::RespreadBy { plan } => Some(boxes::respread(play.board, &play.state, side, plan)),
    };
    if let Some(boxes) = boxes {
        play.emit(BoxEvent::ShipsRespread { side, boxes })?;
    }
    // After the spreading: 6 lets a side put its ships into other boxes before its die, not in view of it.
    let number = play.die(throw(side, "commitment", "6"))?;
    // The box empties, so the same face a second time finds nothing, as 6 has it for two equal dice.
    let ships = play.state.ships(play.board, side, |berth| berth == Berth::Box(number));
    let thrown = thrown + 1;
    play.emit(ArmamentEvent::ShipsCommitted { side, number, ships, thrown })?;
    Ok(Transition::On(Step::Commitment { side, thrown }))
}

/// 6 The step in which a side transfers ships out, or the next one if it has none.
pub fn transfer(play: &Play<'_, '_>, side: Side, count: Option<u32>) -> Transition {
    // After the die the side is asked in any case: its fleet box held ships when it threw.
    if count.is_none() && play.state.fleet(play.board, side).is_empty() {
        return after_transfer(side);
    }
    Transition::Wait
}

/// 6 The step after the transfer of a side.
pub fn after_transfer(side: Side) -> Transition {
    Transition::On(match side {
        Side::German => Step::Transfer { side: Side::British, count: None },
        Side::British => Step::SubmarineWar { choice: false },
    })
}

/// 6 The orders of transfer, before the die and after it.
pub fn transfer_options(chart: &Chart, state: &State, side: Side, count: Option<u32>) -> Options {
    let mut options = Options::default();
    match count {
        None => {
            options.push("transfer", Node::End);
            options.push("decline", Node::End);
        }
        Some(count) => {
            let fleet = state.fleet(chart, side);
            // 6 wants as many as the die says; a fleet box with fewer sends all it has.
            let take = fleet.len().min(count as usize);
            let items = fleet.into_iter().map(|ship| boxes::item(chart, ship, false)).collect();
            let sort = boxes::sorting(chart, state, side, items, take);
            options.push("send", Node::Sort { arg: "boxes", sort });
            options.push("send-by", Node::one_of("plan", Sending::ALL.iter().map(|plan| plan.word())));
        }
    }
    options
}

orders! {
    /// The orders of transfer, before the die.
    pub enum TransferOrder from order: Arguments<'_> {
        /// 6 Throws for how many ships are transferred out.
        "transfer" => Transfer,
        /// 6 Transfers none.
        "decline" => Decline,
    }
}

/// 6 Throws for the number of ships that a side transfers out, or declines.
///
/// # Errors
/// Chance that cannot answer.
pub fn throw_transfer(play: &mut Play<'_, '_>, side: Side, order: TransferOrder) -> Result<Transition, Stop> {
    match order {
        TransferOrder::Decline => Ok(after_transfer(side)),
        TransferOrder::Transfer => {
            let count = play.die(throw(side, "transfer", "6"))?;
            Ok(Transition::On(Step::Transfer { side, count: Some(count) }))
        }
    }
}

orders! {
    /// The orders of transfer, after the die.
    pub enum SendOrder from order: Arguments<'_> {
        /// 6 Sends ships to boxes, ship by ship.
        "send" => Send { boxes: Vec<Boxed> = order.boxes("boxes")? },
        /// 6 Sends them by a plan.
        "send-by" => SendBy { plan: Sending = order.one_of("plan", Sending::named)? },
    }
}

/// 6 Sends the ships that are transferred out to boxes.
///
/// # Errors
/// An event that does not fit.
pub fn send(play: &mut Play<'_, '_>, side: Side, count: u32, order: SendOrder) -> Result<Transition, Stop> {
    let boxes = match order {
        SendOrder::Send { boxes } => boxes,
        SendOrder::SendBy { plan } => {
            let mut ships = play.board.dearest(play.state.fleet(play.board, side));
            if plan == Sending::Oldest {
                ships.reverse();
                // The sort is stable: among old ships, and among the others, the cheapest stay in front.
                ships.sort_by_key(|ship| !play.board.is_old(*ship));
            }
            ships.truncate(count as usize);
            boxes::planned(play.board, &play.state, side, ships, Plan::Even)
        }
    };
    play.emit(BoxEvent::ShipsBoxed { side, why: Boxing::Transfer, boxes })?;
    Ok(after_transfer(side))
}
