//! Events among the officers, and their effect on the state.

use crate::game::{Chapter, Defect, FactPolicy, OrderForm, OwnNotice, Seat, Word, read_text};
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};
use crate::games::goeben::state::State;
use crate::games::goeben::state::company::{Message, unfit};

/// Another player's message came: for whom it is.
const MESSAGE: OwnNotice = OwnNotice { name: "message", private: true, awaited: false };
/// A letter was found: for who reads it.
const LETTER: OwnNotice = OwnNotice { name: "letter", private: true, awaited: false };
/// Another player proposes an order: for who has the last word on it.
const PROPOSAL: OwnNotice = OwnNotice { name: "proposal", private: false, awaited: true };
/// A proposal was declined: for who made it.
const PROPOSAL_DECLINED: OwnNotice = OwnNotice { name: "proposal-declined", private: false, awaited: false };
/// A proposal is no longer legal: for who made it.
const PROPOSAL_LAPSED: OwnNotice = OwnNotice { name: "proposal-lapsed", private: false, awaited: false };
/// The notices that the game sends to officers.
pub const NOTICES: &[OwnNotice] = &[MESSAGE, LETTER, PROPOSAL, PROPOSAL_DECLINED, PROPOSAL_LAPSED];
/// Events that tell what an officer wrote.
pub const WRITTEN: &[&str] = &["MessageSent", "LetterWritten", "LetterRead"];

crate::events! {
    /// Events among the officers (25).
    pub enum OfficerEvent {
        /// An officer proposes an order (25).
        1 OrderProposed {
            /// The officer.
            seat: Seat,
            /// The officer who decides on it.
            to: Seat,
            /// The order.
            order: OrderForm,
        } => FactPolicy::PUBLIC.notifying(*to, PROPOSAL),
        /// An officer agrees to a course (25).
        1 ProposalAgreed {
            /// The officer.
            seat: Seat,
            /// The officer who proposed it.
            of: Seat,
        } => FactPolicy::PUBLIC,
        /// An officer is against a course (25).
        1 ProposalOpposed {
            /// The officer.
            seat: Seat,
            /// The officer who proposed it.
            of: Seat,
        } => FactPolicy::PUBLIC,
        /// A proposal is accepted and carried out (25).
        1 ProposalApproved {
            /// The officer who proposed it.
            seat: Seat,
            /// The officers who accept it: the commander, or all who agree to a course.
            by: Vec<Seat>,
        } => FactPolicy::PUBLIC,
        /// A proposal is declined (25).
        1 ProposalDeclined {
            /// The officer who proposed it.
            seat: Seat,
            /// The officer who declines it.
            by: Seat,
        } => FactPolicy::PUBLIC.notifying(*seat, PROPOSAL_DECLINED),
        /// An officer thinks better of a proposal (25).
        1 ProposalWithdrawn {
            /// The officer.
            seat: Seat,
        } => FactPolicy::PUBLIC,
        /// A proposal is no longer legal (25).
        1 ProposalLapsed {
            /// The officer who proposed it.
            seat: Seat,
            /// The order.
            order: OrderForm,
        } => FactPolicy::PUBLIC.notifying(*seat, PROPOSAL_LAPSED),
        /// The gunnery officer sets a ship's rate of fire (25).
        1 RateSet {
            /// The ship.
            ship: ShipId,
            /// The rate.
            rate: Word,
        } => FactPolicy::PUBLIC,
        /// The engineer proposes a ship's speed (25).
        1 SpeedProposed {
            /// The ship.
            ship: ShipId,
            /// The speed.
            speed: Speed,
        } => FactPolicy::PUBLIC,
        /// A seat is left to the others (25).
        1 OfficerLeft {
            /// The seat.
            seat: Seat,
            /// The officer who declares it left.
            by: Seat,
        } => FactPolicy::PUBLIC,
        /// A seat's player is back (25).
        1 OfficerReturned {
            /// The seat.
            seat: Seat,
        } => FactPolicy::PUBLIC,
        /// A commander is done with the phase (25).
        1 PhaseLeft {
            /// The officer.
            seat: Seat,
        } => FactPolicy::PUBLIC,
        /// A message passes between two officers (25).
        1 MessageSent {
            /// The sender.
            from: Seat,
            /// The recipient.
            to: Seat,
            /// The text.
            #[serde(deserialize_with = "read_text")]
            text: String,
        } => FactPolicy::only([*from, *to]).notifying(*to, MESSAGE),
        /// A letter is left in a port (25).
        1 LetterLeft {
            /// The writer.
            by: Seat,
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        // 25.0(2): everybody sees that a letter lies there, only its writer this text: hence two entries.
        /// The text of a letter (25).
        1 LetterWritten {
            /// The officer who left it.
            by: Seat,
            /// The space.
            space: SpaceId,
            /// The text.
            #[serde(deserialize_with = "read_text")]
            text: String,
        } => FactPolicy::only([*by]),
        // A text that was read cannot be unread, so no takeback goes behind this.
        /// A letter is read (25).
        1 LetterRead {
            /// The space where it lies.
            space: SpaceId,
            /// The officer who left it.
            by: Seat,
            /// The reader.
            reader: Seat,
            /// The text.
            #[serde(deserialize_with = "read_text")]
            text: String,
        } => FactPolicy::only([*reader]).barring().notifying(*reader, LETTER),
    }
}

impl Chapter<State> for OfficerEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        let turn = state.turn;
        let company = state.company.as_mut().ok_or_else(|| unfit("nobody shares the command here"))?;
        match self {
            Self::OrderProposed { seat, order, .. } => company.propose(*seat, order),
            Self::ProposalAgreed { seat, of } => {
                let proposal = company.proposal(*of)?;
                proposal.opposed.remove(seat);
                proposal.agreed.insert(*seat);
            }
            Self::ProposalOpposed { seat, of } => {
                let proposal = company.proposal(*of)?;
                proposal.agreed.remove(seat);
                proposal.opposed.insert(*seat);
            }
            Self::ProposalApproved { seat, .. }
            | Self::ProposalDeclined { seat, .. }
            | Self::ProposalWithdrawn { seat } => {
                company.proposals.remove(seat).ok_or_else(|| unfit("that officer proposes nothing"))?;
            }
            Self::ProposalLapsed { seat, .. } => {
                company.proposals.remove(seat).ok_or_else(|| unfit("that officer proposes nothing"))?;
                company.lapsed.insert(*seat);
            }
            Self::RateSet { ship, rate } => drop(company.rates.insert(*ship, *rate)),
            Self::SpeedProposed { ship, speed } => drop(company.speeds.insert(*ship, *speed)),
            Self::OfficerLeft { seat, .. } => {
                // Others now speak for those ships and may have more to do, so nobody counts as done.
                company.away.insert(*seat);
                company.done.clear();
            }
            Self::OfficerReturned { seat } => {
                company.away.remove(seat);
                company.done.clear();
            }
            Self::PhaseLeft { seat } => drop(company.done.insert(*seat)),
            Self::MessageSent { from, to, text } => {
                company.receive(*to, Message { from: *from, turn, text: text.clone() });
            }
            Self::LetterLeft { by, space } => company.leave_letter(*by, *space),
            Self::LetterWritten { by, space, text } => {
                company.letter(*by, *space)?.text = Some(text.clone());
            }
            Self::LetterRead { space, by, reader, .. } => {
                company.letter(*by, *space)?.read_by.insert(*reader);
            }
        }
        Ok(())
    }
}
