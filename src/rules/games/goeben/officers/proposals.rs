//! 25.0(1) Proposals: an order of an officer that waits for the commander's consent. A course on which the officers agree is
//! sailed without it while he is away. 25.0(2) Between commanders of ships: an order that waits for those whose ships it costs
//! something.

use std::collections::{BTreeMap, BTreeSet};

use super::commands::{self, HeadOrder};
use super::precedence::{acting_commander, head_of_seat, spokesman};
use super::task_force::{Say, say};
use super::{commander, consent, staff};
use crate::game::{Node, Options, OrderForm, Refusal, Seat, Stop, Word};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::play::{Done, Play};
use crate::games::goeben::readings;
use crate::games::goeben::state::company::Proposal;
use crate::games::goeben::state::{Officers, State};

/// The officers besides the commander who must agree on a course: the proposer and one more.
const OF_ONE_MIND: usize = 2;

/// Orders about proposals, open to `seat` now.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    let mut options = Options::default();
    let Some(company) = &state.company else { return options };
    let standing = || company.proposals.iter().filter(|(of, _)| **of != seat);
    let asked = standing().filter(|(of, proposal)| judges(board, state, **of, proposal).contains(&seat));
    let asked: Vec<Word> = asked.map(|(of, _)| of.0).collect();
    options.push("approve", Node::one_of("officer", asked.iter().copied()));
    options.push("decline", Node::one_of("officer", asked));
    if is_on_duty(state, seat) && seat != acting_commander(state) {
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

/// The seats whose consent each proposal still needs.
pub fn awaited(board: &Board, state: &State) -> BTreeMap<Seat, Vec<Seat>> {
    let proposals = state.company.iter().flat_map(|company| &company.proposals);
    proposals.map(|(of, proposal)| (*of, judges(board, state, *of, proposal))).collect()
}

/// The seats whose consent a proposal still needs: the commander for an officer of the task force, otherwise each commander
/// whose ship it costs something.
fn judges(board: &Board, state: &State, of: Seat, proposal: &Proposal) -> Vec<Seat> {
    if is_officer(state, of) {
        return vec![acting_commander(state)];
    }
    let heads = consent::grantors(board, state, of, &proposal.order).into_iter();
    heads.map(|head| spokesman(state, head)).filter(|seat| !proposal.agreed.contains(seat)).collect()
}

/// Returns whether a seat is an officer's of the task force.
fn is_officer(state: &State, seat: Seat) -> bool {
    state.setup.officers == Some(Officers::TaskForce) && staff().contains(&seat)
}

/// Returns whether the game waits for the answer of `seat` to a proposal.
pub fn is_awaited(board: &Board, state: &State, seat: Seat) -> bool {
    let Some(company) = &state.company else { return false };
    let undecided =
        |proposal: &Proposal| !proposal.agreed.contains(&seat) && !proposal.opposed.contains(&seat);
    let may_agree = |of: Seat, proposal: &Proposal| {
        is_on_duty(state, seat) && is_course(state, of, proposal) && undecided(proposal)
    };
    let concerns = |of: Seat, proposal: &Proposal| {
        of != seat && (judges(board, state, of, proposal).contains(&seat) || may_agree(of, proposal))
    };
    company.proposals.iter().any(|(of, proposal)| concerns(*of, proposal))
}

/// Returns whether `seat` is an officer of the task force who is there.
pub fn is_on_duty(state: &State, seat: Seat) -> bool {
    is_officer(state, seat) && (!state.is_away(seat) || seat == acting_commander(state))
}

fn is_course(state: &State, of: Seat, proposal: &Proposal) -> bool {
    say(state, of, proposal.order.verb.as_str()) == Some(Say::Course)
}

/// Proposes an order to the seats that must consent, of which `to` is the first.
///
/// # Errors
/// A fault of the engine.
pub fn propose(play: &mut Play<'_, '_>, seat: Seat, to: Seat, order: &OrderForm) -> Done {
    play.emit(OfficerEvent::OrderProposed { seat, to, order: order.clone() })
}

/// Withdraws an officer's own proposal.
///
/// # Errors
/// A fault of the engine.
pub fn withdraw(play: &mut Play<'_, '_>, seat: Seat) -> Done {
    play.emit(OfficerEvent::ProposalWithdrawn { seat })
}

/// Accepts a proposal for `seat`. Returns its order and the head that it is for, once nobody else has to accept it.
///
/// # Errors
/// A fault of the engine.
pub fn approve(play: &mut Play<'_, '_>, seat: Seat, of: Seat) -> Result<Option<(Seat, HeadOrder)>, Stop> {
    let Some(proposal) = standing(&play.state, of).cloned() else { return Ok(None) };
    if judges(play.board, &play.state, of, &proposal).iter().any(|judge| *judge != seat) {
        play.emit(OfficerEvent::ProposalAgreed { seat, of })?;
        return Ok(None);
    }
    let by = match is_officer(&play.state, of) {
        true => vec![seat],
        false => proposal.agreed.iter().copied().chain([seat]).collect(),
    };
    accept(play, of, by)
}

/// `seat` declines a proposal.
///
/// # Errors
/// A fault of the engine.
pub fn decline(play: &mut Play<'_, '_>, seat: Seat, of: Seat) -> Done {
    play.emit(OfficerEvent::ProposalDeclined { seat: of, by: seat })
}

/// Supports a course for `seat`. Returns its order if the course is sailed once all agree.
///
/// # Errors
/// A fault of the engine.
pub fn support(play: &mut Play<'_, '_>, seat: Seat, of: Seat) -> Result<Option<(Seat, HeadOrder)>, Stop> {
    play.emit(OfficerEvent::ProposalAgreed { seat, of })?;
    let sails = !play.state.reads(&readings::COURSE_WAITS);
    match agreed_by_all(&play.state, of).filter(|_| sails) {
        Some(by) => accept(play, of, by),
        None => Ok(None),
    }
}

/// `seat` is against a course.
///
/// # Errors
/// A fault of the engine.
pub fn oppose(play: &mut Play<'_, '_>, seat: Seat, of: Seat) -> Done {
    play.emit(OfficerEvent::ProposalOpposed { seat, of })
}

/// Accepts a proposal and returns its order. One that is no order of the game, as only a position from outside can have,
/// lapses instead.
fn accept(play: &mut Play<'_, '_>, of: Seat, by: Vec<Seat>) -> Result<Option<(Seat, HeadOrder)>, Stop> {
    let Some(form) = standing(&play.state, of).map(|proposal| proposal.order.clone()) else {
        return Ok(None);
    };
    let Some(order) = HeadOrder::read(&play.state, &form) else {
        play.emit(OfficerEvent::ProposalLapsed { seat: of, order: form })?;
        return Ok(None);
    };
    play.emit(OfficerEvent::ProposalApproved { seat: of, by })?;
    Ok(Some((head_of_seat(&play.state, of), order)))
}

/// 25.0(1) The next course to sail: one on which all officers agree while the commander is away.
///
/// # Errors
/// A fault of the engine.
pub fn next_course(play: &mut Play<'_, '_>) -> Result<Option<HeadOrder>, Stop> {
    let sails = play.state.reads(&readings::COURSE_WAITS);
    let alone = sails && play.state.is_away(commander()) && !play.state.is_over();
    let Some(company) = play.state.company.as_ref().filter(|_| alone) else { return Ok(None) };
    let courses = company.proposals.iter().filter(|(of, proposal)| is_course(&play.state, **of, proposal));
    let agreed = courses.map(|(of, _)| *of).find_map(|of| Some((of, agreed_by_all(&play.state, of)?)));
    let Some((of, by)) = agreed else { return Ok(None) };
    Ok(accept(play, of, by)?.map(|(_, order)| order))
}

fn standing(state: &State, of: Seat) -> Option<&Proposal> {
    state.company.as_ref()?.proposals.get(&of)
}

/// 25.0(1) The officers who agree to a course, if all who are there do, the commander aside.
fn agreed_by_all(state: &State, of: Seat) -> Option<Vec<Seat>> {
    let proposal = standing(state, of)?;
    let there = staff().into_iter().filter(|seat| !state.is_away(*seat) && *seat != acting_commander(state));
    let mut minds: BTreeSet<Seat> = proposal.agreed.clone();
    minds.insert(of);
    let others: Vec<Seat> = there.collect();
    let all = others.iter().all(|seat| minds.contains(seat)) && minds.len() >= OF_ONE_MIND;
    all.then(|| minds.into_iter().collect())
}

/// Lapses proposals that are no longer legal, and those of officers who may not make them any more.
///
/// # Errors
/// A fault of the engine.
pub fn lapse(play: &mut Play<'_, '_>) -> Done {
    let Some(company) = &play.state.company else { return Ok(()) };
    // This runs after every order but a message, and the options of the team take long to compute.
    if company.proposals.is_empty() {
        return Ok(());
    }
    // Of the team, not of the officer: a course stands even if the engineer has since proposed another speed.
    let team = commands::of_the_task_force(play.board, &play.state);
    let stands = |seat: Seat, order: &OrderForm| {
        if is_officer(&play.state, seat) {
            let may = say(&play.state, seat, order.verb.as_str());
            return may.is_some_and(|say| say != Say::Decides) && team.accept(order).is_ok();
        }
        commands::now(play.board, &play.state, seat).accept(order).is_ok()
            // Without a grantor, after a loss or an absence, there is nobody to approve it.
            && !consent::grantors(play.board, &play.state, seat, order).is_empty()
    };
    let gone = company.proposals.iter().filter(|(seat, proposal)| !stands(**seat, &proposal.order));
    let gone: Vec<(Seat, OrderForm)> = gone.map(|(seat, proposal)| (*seat, proposal.order.clone())).collect();
    for (seat, order) in gone {
        play.emit(OfficerEvent::ProposalLapsed { seat, order })?;
    }
    Ok(())
}

/// Why a proposal cannot be answered: another seat decides on it, or its officer proposes nothing, or nothing that is still
/// legal.
pub fn refuse(board: &Board, state: &State, seat: Seat, order: &OrderForm) -> Option<Refusal> {
    let acting = acting_commander(state);
    let of = order.word("officer").map(Seat);
    if matches!(order.verb.as_str(), "approve" | "decline") {
        let proposal = of.and_then(|of| Some((of, standing(state, of)?)));
        let judges = match proposal {
            Some((of, proposal)) => judges(board, state, of, proposal),
            None => [acting].into_iter().filter(|acting| is_on_duty(state, *acting)).collect(),
        };
        if let Some(judge) = judges.first().filter(|_| !judges.contains(&seat)) {
            return Some(Refusal::new("another-decides", "25.0").about("officer", judge));
        }
    }
    let of = of?;
    let company = state.company.as_ref()?;
    if company.proposals.contains_key(&of) {
        return None;
    }
    let reason = if company.lapsed.contains(&of) { "proposal-lapsed" } else { "no-proposal" };
    let standing = company.proposals.keys();
    Some(Refusal::new(reason, "25.0").about("officer", of).legal(standing))
}
