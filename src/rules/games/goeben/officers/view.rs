//! A seat's view of the officers' affairs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::precedence::{acting_commander, concerned};
use super::task_force::{Say, say};
use super::{commands, proposals, staff};
use crate::game::{Seat, Viewer, Word};
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};
use crate::games::goeben::state::company::{Company, Letter, Message, Proposal};
use crate::games::goeben::state::{Officers, State};

/// The officers' affairs, as a seat sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompanyView {
    /// Officers who are away.
    pub away: BTreeSet<Seat>,
    /// Commanders who are done with the phase.
    pub done: BTreeSet<Seat>,
    /// Commanders who still decide something, by precedence.
    pub heads: Vec<Seat>,
    /// The officer who decides for the task force.
    pub acting: Option<Seat>,
    /// The open proposals.
    pub proposals: BTreeMap<Seat, Proposal>,
    /// The seats whose consent each of them still needs.
    pub awaited: BTreeMap<Seat, Vec<Seat>>,
    /// Rates of fire that are set.
    pub rates: BTreeMap<ShipId, Word>,
    /// Speeds that are proposed.
    pub speeds: BTreeMap<ShipId, Speed>,
    /// Letters, with their text for seats that wrote or read them.
    pub letters: Vec<LetterView>,
    /// Messages received, for the viewing seat.
    pub messages: Vec<Message>,
    /// The decisions and proposals that are open to the viewing seat.
    pub mine: Option<Mine>,
}

impl CompanyView {
    /// Removes the texts that officers wrote to each other.
    pub fn withhold_written(&mut self) {
        self.messages.clear();
        self.letters.iter_mut().for_each(|letter| letter.text = None);
    }
}

/// A letter as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LetterView {
    /// The space where it lies.
    pub space: SpaceId,
    /// The officer who left it.
    pub by: Seat,
    /// The text, for seats that may read it.
    pub text: Option<String>,
}

/// The decisions and proposals that are open to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mine {
    /// Orders it decides.
    pub decides: Vec<Word>,
    /// Orders it proposes.
    pub proposes: Vec<Word>,
}

/// The view of `viewer` of the officers; nothing where nobody shares the command.
pub fn view(board: &Board, state: &State, viewer: Viewer) -> Option<CompanyView> {
    let company = state.company.as_ref()?;
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        // Messages and decisions belong to a seat; whoever may see everything finds the messages in the log.
        Viewer::Spectator | Viewer::All => None,
    };
    let staffed = state.setup.officers == Some(Officers::TaskForce);
    Some(CompanyView {
        away: company.away.clone(),
        done: company.done.clone(),
        heads: concerned(board, state),
        acting: staffed.then(|| acting_commander(state)),
        proposals: company.proposals.clone(),
        awaited: proposals::awaited(board, state),
        rates: company.rates.clone(),
        speeds: company.speeds.clone(),
        letters: letters(company, viewer),
        messages: seat.and_then(|seat| company.messages.get(&seat)).cloned().unwrap_or_default(),
        mine: seat.map(|seat| mine(board, state, seat)),
    })
}

fn letters(company: &Company, viewer: Viewer) -> Vec<LetterView> {
    let knows = |letter: &Letter| match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => letter.is_known_at(seat),
        Viewer::Spectator => false,
    };
    let seen = |letter: &Letter| LetterView {
        space: letter.space,
        by: letter.by,
        text: letter.text.clone().filter(|_| knows(letter)),
    };
    company.letters.iter().map(seen).collect()
}

/// The present decisions and proposals of `seat`, orders among the officers aside.
fn mine(board: &Board, state: &State, seat: Seat) -> Mine {
    let mut mine = Mine::default();
    let staffed = state.setup.officers == Some(Officers::TaskForce) && staff().contains(&seat);
    for (verb, _) in commands::now(board, state, seat).verbs {
        match say(state, seat, verb.as_str()).filter(|_| staffed) {
            Some(Say::Proposes | Say::Course) => mine.proposes.push(verb),
            _ => mine.decides.push(verb),
        }
    }
    mine
}
