//! What several players of the squadron keep among them: who is away, who is done, proposals, letters, messages.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::seats;
use crate::game::{Defect, OrderForm, Seat, Word};
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};
use crate::games::goeben::state::{Setup, State};

/// The most messages an officer keeps; the oldest goes first.
pub const MESSAGES_KEPT: usize = 20;

/// What the officers keep among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    /// Officers who are away and leave their decisions to the others.
    #[serde(default)]
    pub away: BTreeSet<Seat>,
    /// Commanders who are done with the phase.
    #[serde(default)]
    pub done: BTreeSet<Seat>,
    /// What stands proposed, one proposal an officer.
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
    /// Who agrees, besides who proposed it.
    pub agreed: BTreeSet<Seat>,
    /// Who is against it.
    pub opposed: BTreeSet<Seat>,
}

/// A letter in a port or base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// Where it lies.
    pub space: SpaceId,
    /// Who left it.
    pub by: Seat,
    /// What it says; `None` until it is written.
    pub text: Option<String>,
    /// Who has read it.
    pub read_by: BTreeSet<Seat>,
    /// Seats whose player left or read it, and which another player has taken since.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub kept_from: BTreeSet<Seat>,
}

impl Company {
    /// Another player takes a seat: what was written to its player, or by them, is not for the new one.
    pub fn hand_over(&mut self, seat: Seat) {
        self.messages.remove(&seat);
        for letter in &mut self.letters {
            if letter.is_known_at(seat) {
                letter.kept_from.insert(seat);
            }
        }
    }
}

impl Letter {
    /// Whether the player at a seat left it or has read it.
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
    /// What it says.
    pub text: String,
}

impl Setup {
    /// Whether the command is shared at all.
    pub fn is_shared(&self) -> bool {
        self.officers.is_some() || self.austrian_commander
    }
}

impl State {
    /// Whether a seat is away.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.company.as_ref().is_some_and(|company| company.away.contains(&seat))
    }

    /// Whether a commander is done with the phase.
    pub fn is_done(&self, head: Seat) -> bool {
        self.company.as_ref().is_some_and(|company| company.done.contains(&head))
    }
}

/// Whether what a position says of the officers can be: only of seats there are, where the command is shared.
///
/// # Errors
/// The first thing that cannot be, by its name in the file.
pub fn check(board: &Board, state: &State) -> Result<(), Defect> {
    let hold = |holds: bool, key: &str, must: &str| match holds {
        true => Ok(()),
        false => Err(Defect(format!("the position's `{key}` must be {must}"))),
    };
    hold(
        state.company.is_some() == state.setup.is_shared(),
        "company",
        "there exactly where several players share the command",
    )?;
    let Some(company) = &state.company else { return Ok(()) };
    let seats = seats(board, &state.setup);
    let readers = company
        .letters
        .iter()
        .flat_map(|letter| letter.read_by.iter().chain(&letter.kept_from).chain([&letter.by]));
    let minds =
        company.proposals.values().flat_map(|proposal| proposal.agreed.iter().chain(&proposal.opposed));
    let mut named = company
        .away
        .iter()
        .chain(&company.done)
        .chain(&company.lapsed)
        .chain(company.proposals.keys())
        .chain(company.messages.keys())
        .chain(readers)
        .chain(minds);
    hold(named.all(|seat| seats.contains(seat)), "company", "about seats of the table")?;
    let kept = company.messages.values().all(|messages| messages.len() <= MESSAGES_KEPT);
    hold(kept, "company.messages", "of at most 20 to an officer")?;
    company.letters.iter().try_for_each(|letter| board.space(letter.space).map(drop))
}
