//! The caller of a command, and their way in.

use sha2::{Digest, Sha256};

use super::batch::Origin;
use crate::game::Seat;
use crate::log::By;
use crate::receipt::ReceiptMaker;
use crate::standing::STANDING_DOOR;

/// The door of computer players.
pub const COMPUTER: &str = "computer";

/// The caller of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The opaque id of the player.
    pub player: String,
    /// The door it came in by.
    pub door: Option<String>,
    /// The idempotency key, from [`Caller::keyed`].
    pub key: Option<String>,
    /// Makes receipts of their message, where something proves who sent it.
    pub receipts: Option<ReceiptMaker>,
}

impl Caller {
    /// A player at a door.
    pub fn new(player: &str, door: &str) -> Caller {
        Caller { player: player.to_owned(), door: Some(door.to_owned()), key: None, receipts: None }
    }

    /// The program, of its own accord.
    pub fn program() -> Caller {
        Caller { player: String::new(), door: None, key: None, receipts: None }
    }

    /// The same caller with command number `index` (from 0) of a message with an outside id, such as an interaction.
    pub fn keyed(mut self, outside_id: &str, index: u32) -> Caller {
        // In the log a key has 64 digits, whatever form the outside id has.
        self.key = Some(hex::encode(Sha256::digest(format!("{outside_id}#{index}"))));
        self
    }

    /// The same caller with receipts of their message.
    pub fn proven(self, receipts: Option<ReceiptMaker>) -> Caller {
        Caller { receipts, ..self }
    }

    /// Returns whether the program gives the command, by itself or for a player, and gives it again if it cannot be carried out now.
    pub(super) fn tries_again(&self) -> bool {
        *self == Caller::program()
            || self.door.as_deref().is_some_and(|door| door == COMPUTER || door.starts_with(STANDING_DOOR))
    }

    /// The caller as stored in an entry, without a seat.
    pub(super) fn origin(&self) -> Origin {
        Origin { by: None, door: self.door.clone(), key: self.key.clone() }
    }

    /// The caller at a seat, as stored in an entry.
    pub(super) fn at(&self, seat: Seat) -> Origin {
        let by = Some(By { seat: seat.to_string(), player: self.player.clone() });
        Origin { by, ..self.origin() }
    }
}
