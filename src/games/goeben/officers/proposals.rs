//! 25.0(1) Proposals: an order of an officer that waits for the commander's word, or, being the course, for the others.

use std::collections::BTreeSet;

use super::company::Proposal;
use super::precedence::acting_commander;
use super::task_force::{Say, say};
use super::{orders, staff};
use crate::game::{Form, Node, Options, Refusal, Seat, Stop, Word};
use crate::games::goeben::event::Event;
use crate::games::goeben::play::{Done, Play};
use crate::games::goeben::state::State;

/// How many officers besides the commander must be of one mind on a course: whoever proposes it and one more.
const OF_ONE_MIND: usize = 2;

/// Orders about proposals, open to `seat` now.
pub fn options(state: &State, seat: Seat) -> Options {
    let mut options = Options::default();
    let Some(company) = state.company.as_ref().filter(|_| is_on_duty(state, seat)) else { return options };
    let standing = || company.proposals.iter().filter(|(of, _)| **of != seat);
    if seat == acting_commander(state) {
        let all: Vec<Word> = standing().map(|(of, _)| of.0).collect();
        options.push("approve", Node::one_of("officer", all.iter().copied()));
        options.push("decline", Node::one_of("officer", all));
    } else {
        let courses = || standing().filter(|(of, proposal)| is_course(state, **of, proposal));
        let open = courses().filter(|(_, proposal)| !proposal.agreed.contains(&seat)).map(|(of, _)| of.0);
        options.push("support", Node::one_of("officer", open));
        let open = courses().filter(|(_, proposal)| !proposal.opposed.contains(&seat)).map(|(of, _)| of.0);
        options.push("oppose", Node::one_of("officer", open));
    }
    if company.proposals.contains_key(&seat) {
        options.push("drop", Node::End);
    }
    options
}

/// Whether the game waits for what `seat` says of a proposal.
pub fn is_awaited(state: &State, seat: Seat) -> bool {
    let Some(company) = &state.company else { return false };
    let undecided =
        |proposal: &Proposal| !proposal.agreed.contains(&seat) && !proposal.opposed.contains(&seat);
    let concerns = |of: Seat, proposal: &Proposal| {
        of != seat
            && (seat == acting_commander(state) || (is_course(state, of, proposal) && undecided(proposal)))
    };
    is_on_duty(state, seat) && company.proposals.iter().any(|(of, proposal)| concerns(*of, proposal))
}

/// Whether `seat` is an officer of the task force who is there.
pub fn is_on_duty(state: &State, seat: Seat) -> bool {
    let has_staff = state.setup.officers == Some(super::Officers::TaskForce);
    has_staff && staff().contains(&seat) && (!state.is_away(seat) || seat == acting_commander(state))
}

fn is_course(state: &State, of: Seat, proposal: &Proposal) -> bool {
    say(state, of, proposal.order.verb.as_str()) == Some(Say::Course)
}

/// Puts an order before the commander.
///
/// # Errors
/// A fault of the engine.
pub fn propose(play: &mut Play<'_, '_>, seat: Seat, order: &Form) -> Done {
    let to = acting_commander(&play.state);
    play.emit(Event::OrderProposed { seat, to, order: order.clone() })
}

/// Carries out an order about a proposal; gives what is to be carried out then.
///
/// # Errors
/// A fault of the engine.
pub fn answer(play: &mut Play<'_, '_>, seat: Seat, order: &Form) -> Result<Option<Form>, Stop> {
    let Some(of) = order.word("officer").map(Seat) else {
        play.emit(Event::ProposalWithdrawn { seat })?;
        return Ok(None);
    };
    let proposed = standing(&play.state, of).map(|proposal| proposal.order.clone());
    match order.verb.as_str() {
        "approve" => {
            play.emit(Event::ProposalApproved { seat: of, by: vec![seat] })?;
            return Ok(proposed);
        }
        "decline" => play.emit(Event::ProposalDeclined { seat: of, by: seat })?,
        "oppose" => play.emit(Event::ProposalOpposed { seat, of })?,
        _ => {
            play.emit(Event::ProposalAgreed { seat, of })?;
            if let Some(by) = agreed_by_all(&play.state, of) {
                play.emit(Event::ProposalApproved { seat: of, by })?;
                return Ok(proposed);
            }
        }
    }
    Ok(None)
}

fn standing(state: &State, of: Seat) -> Option<&Proposal> {
    state.company.as_ref()?.proposals.get(&of)
}

/// 25.0(1) Everybody who agrees to a course, when all officers who are there do, the commander aside.
fn agreed_by_all(state: &State, of: Seat) -> Option<Vec<Seat>> {
    let proposal = standing(state, of)?;
    let there = staff().into_iter().filter(|seat| !state.is_away(*seat) && *seat != acting_commander(state));
    let mut minds: BTreeSet<Seat> = proposal.agreed.clone();
    minds.insert(of);
    let others: Vec<Seat> = there.collect();
    let all = others.iter().all(|seat| minds.contains(seat)) && minds.len() >= OF_ONE_MIND;
    all.then(|| minds.into_iter().collect())
}

/// Proposals that are no longer legal lapse, and so do those of officers who may not make them any more.
///
/// # Errors
/// A fault of the engine.
pub fn lapse(play: &mut Play<'_, '_>) -> Done {
    let Some(company) = &play.state.company else { return Ok(()) };
    if company.proposals.is_empty() {
        return Ok(());
    }
    let team = orders::of_the_task_force(play.board, &play.state);
    let stands = |seat: Seat, order: &Form| {
        let may = say(&play.state, seat, order.verb.as_str());
        may.is_some_and(|say| say != Say::Decides) && team.accept(order).is_ok()
    };
    let gone = company.proposals.iter().filter(|(seat, proposal)| !stands(**seat, &proposal.order));
    let gone: Vec<(Seat, Form)> = gone.map(|(seat, proposal)| (*seat, proposal.order.clone())).collect();
    for (seat, order) in gone {
        play.emit(Event::ProposalLapsed { seat, order })?;
    }
    Ok(())
}

/// Why a proposal cannot be answered: the last word on it is another's, or its officer proposes nothing, or nothing that is
/// still legal.
pub fn refuse(state: &State, seat: Seat, order: &Form) -> Option<Refusal> {
    let acting = acting_commander(state);
    if matches!(order.verb.as_str(), "approve" | "decline") && is_on_duty(state, acting) && seat != acting {
        return Some(Refusal::new("another-decides", "25.0").about("officer", acting));
    }
    let of = order.word("officer").map(Seat)?;
    let company = state.company.as_ref()?;
    if company.proposals.contains_key(&of) {
        return None;
    }
    let reason = if company.lapsed.contains(&of) { "proposal-lapsed" } else { "no-proposal" };
    let standing = company.proposals.keys();
    Some(Refusal::new(reason, "25.0").about("officer", of).legal(standing))
}
