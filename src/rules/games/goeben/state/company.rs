//! The officers' affairs: absences, proposals, letters, messages, and who is done with the phase.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::State;
use crate::game::{Defect, OrderForm, Seat, Word};
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};

/// The most messages an officer keeps; the oldest goes first.
pub const MESSAGES_KEPT: usize = 20;

/// The affairs of officers who share the command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    /// Officers who are away and leave their decisions to the others.
    #[serde(default)]
    pub away: BTreeSet<Seat>,
    /// Commanders who are done with the phase.
    #[serde(default)]
    pub done: BTreeSet<Seat>,
    /// The open proposals, one an officer.
    #[serde(default)]
    pub proposals: BTreeMap<Seat, Proposal>,
    /// Officers whose proposal lapsed and who have proposed nothing since.
    #[serde(default)]
    pub lapsed: BTreeSet<Seat>,
    /// The rate of fire the gunnery officer has set for this battle (25.0(1)).
    #[serde(default)]
    pub rates: BTreeMap<ShipId, Word>,
    /// The speed the engineer proposes for this turn's moves (25.0(1)).
    #[serde(default)]
    pub speeds: BTreeMap<ShipId, Speed>,
    /// Letters left in ports.
    #[serde(default)]
    pub letters: Vec<Letter>,
    /// Messages received, the latest last.
    #[serde(default)]
    pub messages: BTreeMap<Seat, Vec<Message>>,
}

/// An order that waits for the commander or for the other officers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The order.
    pub order: OrderForm,
    /// The officers who agree, besides the proposer.
    pub agreed: BTreeSet<Seat>,
    /// The officers who are against it.
    pub opposed: BTreeSet<Seat>,
}

/// A letter in a port or base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// The space where it lies.
    pub space: SpaceId,
    /// The officer who left it.
    pub by: Seat,
    /// The text; `None` until it is written.
    pub text: Option<String>,
    /// The officers who have read it.
    pub read_by: BTreeSet<Seat>,
    /// Seats whose player left or read it, and which another player has taken since.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub kept_from: BTreeSet<Seat>,
}

impl Company {
    /// Gives a seat to another player, who may not see what its former player wrote or read.
    pub fn hand_over(&mut self, seat: Seat) {
        // A message has this one reader. A letter may have others, so it stays and is only kept from the
        // seat.
        self.messages.remove(&seat);
        for letter in &mut self.letters {
            if letter.is_known_at(seat) {
                letter.kept_from.insert(seat);
            }
        }
    }
}

impl Company {
    /// Begins a phase: nobody is done with it. A new turn also clears the proposed speeds.
    pub fn begin_phase(&mut self, new_turn: bool) {
        self.done.clear();
        if new_turn {
            self.speeds.clear();
        }
    }

    pub(in crate::games::goeben) fn propose(&mut self, seat: Seat, order: &OrderForm) {
        let proposal = Proposal { order: order.clone(), agreed: BTreeSet::new(), opposed: BTreeSet::new() };
        self.lapsed.remove(&seat);
        self.proposals.insert(seat, proposal);
    }

    pub(in crate::games::goeben) fn proposal(&mut self, of: Seat) -> Result<&mut Proposal, Defect> {
        self.proposals.get_mut(&of).ok_or_else(|| unfit("that officer proposes nothing"))
    }

    pub(in crate::games::goeben) fn receive(&mut self, to: Seat, message: Message) {
        let kept = self.messages.entry(to).or_default();
        kept.push(message);
        let over = kept.len().saturating_sub(MESSAGES_KEPT);
        kept.drain(..over);
    }

    /// Leaves a letter in place of the one its writer left there before.
    pub(in crate::games::goeben) fn leave_letter(&mut self, by: Seat, space: SpaceId) {
        self.letters.retain(|letter| (letter.by, letter.space) != (by, space));
        self.letters.push(Letter {
            space,
            by,
            text: None,
            read_by: BTreeSet::new(),
            kept_from: BTreeSet::new(),
        });
    }

    pub(in crate::games::goeben) fn letter(
        &mut self,
        by: Seat,
        space: SpaceId,
    ) -> Result<&mut Letter, Defect> {
        let found = self.letters.iter_mut().find(|letter| (letter.by, letter.space) == (by, space));
        found.ok_or_else(|| unfit("no such letter lies there"))
    }
}

impl Letter {
    /// Returns whether the player at a seat left it or has read it.
    pub fn is_known_at(&self, seat: Seat) -> bool {
        (self.by == seat || self.read_by.contains(&seat)) && !self.kept_from.contains(&seat)
    }
}

/// A message received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// From whom.
    pub from: Seat,
    /// The turn in which it came.
    pub turn: u8,
    /// The text.
    pub text: String,
}

impl State {
    /// Returns whether a seat is away.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.company.as_ref().is_some_and(|company| company.away.contains(&seat))
    }

    /// Returns whether a commander is done with the phase.
    pub fn is_done(&self, head: Seat) -> bool {
        self.company.as_ref().is_some_and(|company| company.done.contains(&head))
    }
}

/// An event among the officers that does not fit: a damaged log.
pub(in crate::games::goeben) fn unfit(why: &str) -> Defect {
    Defect(format!("an event among the officers does not fit the state: {why}"))
}
