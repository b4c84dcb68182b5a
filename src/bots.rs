//! Computer players: they order for a seat from its view and options. They know no table, no log and no state but those they
//! imagine; all their chance comes from dice of their own, so that the same dice give the same order.

pub mod captain;
mod playout;
pub mod post_mortem;

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::game::candidate::Candidate;
use crate::game::{Dice, Fact, Options, OrderForm, Prompt, Seat, Word};
use crate::games::Playable;

/// The strength of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Any legal order.
    Random,
    /// Legal and sensible: any order that a rule of thumb speaks for.
    Midshipman,
    /// By rules of thumb, as often as each deserves.
    Lieutenant,
    /// By search through worlds that could be.
    Captain {
        /// The number of playouts per decision.
        playouts: NonZeroU32,
    },
}

/// The default number of a captain's playouts.
pub const PLAYOUTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(399);
/// The most playouts for a decision.
pub const MOST_PLAYOUTS: u32 = 100_000;

/// The version of these players: it is raised when one of them orders otherwise than before from the same view and dice.
pub const PLAYER_VERSION: u32 = 1;
/// The beginning and the end of the opaque id of a computer player: `computer-captain-400-v1`.
const ID_PARTS: [&str; 2] = ["computer-", "-v"];

/// A computer player that can be thought again: its strength and its version stand in its opaque id, so in each entry that names it,
/// and its dice follow from the table's seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerId {
    /// Its strength.
    pub strength: Strength,
    /// Its [version](PLAYER_VERSION).
    pub version: u32,
}

impl ComputerId {
    /// The player of this opaque id; `None` for a person, and for a computer player of earlier programs.
    pub fn of(player: &str) -> Option<ComputerId> {
        // From the right: the version comes last, whatever the name of the strength holds.
        let (strength, version) = player.strip_prefix(ID_PARTS[0])?.rsplit_once(ID_PARTS[1])?;
        let strength = strength.replacen('-', ":", 1).parse().ok()?;
        let id = ComputerId { strength, version: version.parse().ok()? };
        // Each has one spelling.
        (id.to_string() == player).then_some(id)
    }
}

impl fmt::Display for ComputerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [begin, end] = ID_PARTS;
        match self.strength {
            // With its playouts even where they are the default: the default may change, the id of a player
            // may not.
            Strength::Captain { playouts } => write!(f, "{begin}captain-{playouts}{end}{}", self.version),
            strength => write!(f, "{begin}{strength}{end}{}", self.version),
        }
    }
}

/// A text that names no strength.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrengthError {
    /// There is none of this name.
    #[error("there is no player {0}: random, midshipman, lieutenant, captain or captain:PLAYOUTS")]
    Unknown(String),
    /// A number of playouts that no captain can think with.
    #[error("a captain plays out 1 to {MOST_PLAYOUTS} worlds for a decision, not {0}")]
    Playouts(String),
}

impl FromStr for Strength {
    type Err = StrengthError;

    fn from_str(text: &str) -> Result<Strength, StrengthError> {
        match text.split_once(':') {
            None => match text {
                "random" => Ok(Strength::Random),
                "midshipman" => Ok(Strength::Midshipman),
                "lieutenant" => Ok(Strength::Lieutenant),
                "captain" => Ok(Strength::Captain { playouts: PLAYOUTS }),
                _ => Err(StrengthError::Unknown(text.to_owned())),
            },
            Some(("captain", number)) => {
                let playouts = number.parse().ok().filter(|n: &NonZeroU32| n.get() <= MOST_PLAYOUTS);
                let playouts = playouts.ok_or_else(|| StrengthError::Playouts(number.to_owned()))?;
                Ok(Strength::Captain { playouts })
            }
            Some(_) => Err(StrengthError::Unknown(text.to_owned())),
        }
    }
}

/// As it is read.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Random => f.pad("random"),
            Strength::Midshipman => f.pad("midshipman"),
            Strength::Lieutenant => f.pad("lieutenant"),
            Strength::Captain { playouts } if *playouts == PLAYOUTS => f.pad("captain"),
            Strength::Captain { playouts } => f.pad(&format!("captain:{playouts}")),
        }
    }
}

/// A seat's knowledge for a decision.
pub struct Briefing<'a, G: Playable> {
    /// The seat's view.
    pub view: &'a G::View,
    /// The prompt.
    pub prompt: &'a Prompt,
    /// The options.
    pub options: &'a Options,
    /// The facts that it has seen so far.
    pub past: &'a [Fact<G::Event>],
}

impl<G: Playable> Briefing<'_, G> {
    /// The seat.
    pub fn seat(&self) -> Seat {
        self.prompt.seat
    }
}

/// The order of a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The order, one that the options accept.
    pub order: OrderForm,
    /// The orders it weighed, the best first; may be empty.
    pub weighed: Vec<WeighedOrder>,
}

/// An order that was weighed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedOrder {
    /// It.
    pub order: OrderForm,
    /// Why it was thought of: the key of a message of the game.
    pub why: Word,
    /// Its share, in thousandths.
    pub share: u32,
    /// The chance to win with it, in thousandths, as playouts found; `None` without any.
    pub chance: Option<u32>,
}

/// Chooses an order for a player of this strength; `None` if no order is legal, or the player [holds back](Playable::holds_back).
pub fn decide<G: Playable>(
    game: &G,
    strength: Strength,
    briefing: &Briefing<'_, G>,
    dice: &mut Dice,
) -> Option<Thought> {
    if game.holds_back(briefing.view, briefing.prompt, briefing.options) {
        return None;
    }
    // After `holds_back`: at random, too, orders that bring nothing on could be given for ever.
    if strength == Strength::Random {
        return any(briefing.options, dice);
    }
    if let Strength::Captain { playouts } = strength {
        return captain::think(game, briefing, playouts, dice);
    }
    let mut candidates = game.candidates(briefing.view, briefing.prompt, briefing.options, dice);
    if strength == Strength::Midshipman {
        // A midshipman knows the sensible orders, and not which is better.
        candidates.iter_mut().for_each(|candidate| candidate.weight = 1);
    }
    by_weight(&candidates, dice).or_else(|| any(briefing.options, dice))
}

/// Any order.
fn any(options: &Options, dice: &mut Dice) -> Option<Thought> {
    let order = options.sample(&mut |n| dice.below(n))?;
    Some(Thought { order, weighed: vec![] })
}

/// One of the candidates, drawn by its weight; `None` where none has any.
pub fn by_weight(candidates: &[Candidate], dice: &mut Dice) -> Option<Thought> {
    let order = Candidate::draw(candidates, dice)?.order.clone();
    let total: u32 = candidates.iter().map(|candidate| candidate.weight).sum();
    let mut weighed: Vec<WeighedOrder> = candidates
        .iter()
        .map(|Candidate { order, weight, why }| WeighedOrder {
            order: order.clone(),
            why: *why,
            share: weight * 1000 / total.max(1),
            chance: None,
        })
        .collect();
    weighed.sort_by_key(|weighed| std::cmp::Reverse(weighed.share));
    Some(Thought { order, weighed })
}
