//! What happens among the officers, and how it is assigned to the state.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::company::{Company, Letter, MESSAGES_KEPT, Message, Proposal};
use crate::game::{Audience, Fault, Form, Seat};
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::state::State;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// Who says it.
    pub from: Seat,
    /// To whom.
    pub to: Seat,
    /// What.
    pub text: String,
}

/// A letter as one officer reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Where it lies.
    pub space: SpaceId,
    /// Who left it.
    pub by: Seat,
    /// Who reads it.
    pub reader: Seat,
    /// What it says.
    pub text: String,
}

/// 25.0 Who may see an event: what is said or written is for those who say, write, hear or read it.
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::MessageSent(said) => Audience::Seats(vec![said.from, said.to]),
        Event::LetterWritten { by, .. } => Audience::Seats(vec![*by]),
        Event::LetterRead(reading) => Audience::Seats(vec![reading.reader]),
        _ => Audience::Everyone,
    }
}

/// 25.0 Whom an event is told to besides what everybody is told, and why.
pub fn tells(event: &Event) -> Option<(Seat, &'static str)> {
    match event {
        Event::MessageSent(said) => Some((said.to, "message")),
        Event::LetterRead(reading) => Some((reading.reader, "letter")),
        Event::OrderProposed { to, .. } => Some((*to, "proposal")),
        Event::ProposalDeclined { seat, .. } => Some((*seat, "proposal-declined")),
        Event::ProposalLapsed { seat, .. } => Some((*seat, "proposal-lapsed")),
        _ => None,
    }
}

impl State {
    /// Assigns an event among the officers.
    ///
    /// # Errors
    /// An event of a table where nobody shares the command, or that does not fit.
    pub fn apply_to_company(&mut self, event: &Event) -> Result<(), Fault> {
        let turn = self.turn;
        let company = self.company.as_mut().ok_or_else(|| unfit("nobody shares the command here"))?;
        match event {
            Event::OrderProposed { seat, order, .. } => company.propose(*seat, order),
            Event::ProposalAgreed { seat, of } => {
                let proposal = company.proposal(*of)?;
                proposal.opposed.remove(seat);
                proposal.agreed.insert(*seat);
            }
            Event::ProposalOpposed { seat, of } => {
                let proposal = company.proposal(*of)?;
                proposal.agreed.remove(seat);
                proposal.opposed.insert(*seat);
            }
            Event::ProposalApproved { seat, .. }
            | Event::ProposalDeclined { seat, .. }
            | Event::ProposalWithdrawn { seat } => {
                company.proposals.remove(seat).ok_or_else(|| unfit("that officer proposes nothing"))?;
            }
            Event::ProposalLapsed { seat, .. } => {
                company.proposals.remove(seat).ok_or_else(|| unfit("that officer proposes nothing"))?;
                company.lapsed.insert(*seat);
            }
            Event::RateSet { ship, rate } => drop(company.rates.insert(*ship, *rate)),
            Event::SpeedProposed { ship, speed } => drop(company.speeds.insert(*ship, *speed)),
            Event::OfficerLeft { seat, .. } => {
                company.away.insert(*seat);
                company.done.clear();
            }
            Event::OfficerReturned { seat } => {
                company.away.remove(seat);
                company.done.clear();
            }
            Event::PhaseLeft { seat } => drop(company.done.insert(*seat)),
            Event::MessageSent(said) => company.receive(said, turn),
            Event::LetterLeft { by, space } => company.leave_letter(*by, *space),
            Event::LetterWritten { by, space, text } => {
                company.letter(*by, *space)?.text = Some(text.clone());
            }
            Event::LetterRead(reading) => {
                company.letter(reading.by, reading.space)?.read_by.insert(reading.reader);
            }
            _ => return Err(unfit("it is not among the officers")),
        }
        Ok(())
    }
}

impl Company {
    /// A phase begins: nobody is done with it. A turn begins: no speed is proposed for it.
    pub fn begin_phase(&mut self, new_turn: bool) {
        self.done.clear();
        if new_turn {
            self.speeds.clear();
        }
    }

    fn propose(&mut self, seat: Seat, order: &Form) {
        let proposal = Proposal { order: order.clone(), agreed: BTreeSet::new(), opposed: BTreeSet::new() };
        self.lapsed.remove(&seat);
        self.proposals.insert(seat, proposal);
    }

    fn proposal(&mut self, of: Seat) -> Result<&mut Proposal, Fault> {
        self.proposals.get_mut(&of).ok_or_else(|| unfit("that officer proposes nothing"))
    }

    fn receive(&mut self, said: &Said, turn: u8) {
        let kept = self.messages.entry(said.to).or_default();
        kept.push(Message { from: said.from, turn, text: said.text.clone() });
        let over = kept.len().saturating_sub(MESSAGES_KEPT);
        kept.drain(..over);
    }

    /// A letter takes the place of the one its writer left there before.
    fn leave_letter(&mut self, by: Seat, space: SpaceId) {
        self.letters.retain(|letter| (letter.by, letter.space) != (by, space));
        self.letters.push(Letter { space, by, text: None, read_by: BTreeSet::new() });
    }

    fn letter(&mut self, by: Seat, space: SpaceId) -> Result<&mut Letter, Fault> {
        let found = self.letters.iter_mut().find(|letter| (letter.by, letter.space) == (by, space));
        found.ok_or_else(|| unfit("no such letter lies there"))
    }
}

fn unfit(why: &str) -> Fault {
    Fault(format!("an event among the officers does not fit the state: {why}"))
}
