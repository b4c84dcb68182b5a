//! The names of the game: sides, ships, types, fleets, boxes, hexes (2.0).

use crate::game::Seat;
use crate::{word_enum, word_ids};

word_ids! {
    /// A battleship or battlecruiser (2-1): `lion`.
    ShipId;
    /// A hex of the map by its number (2-2): `506`.
    HexId;
}

word_enum! {
    /// A side, and the seat that commands it (3).
    Side {
        /// Great Britain with the United States.
        British = "british",
        /// Germany.
        German = "german",
    }
}

word_enum! {
    /// The flag a ship flies (2-1). American ships are British ships but where a rule says otherwise (9).
    Nation {
        /// Great Britain.
        British = "british",
        /// The United States.
        American = "american",
        /// Germany.
        German = "german",
    }
}

word_enum! {
    /// A type of ship, as the letters on its counter say (2-1).
    ShipType {
        /// (B), a pre-dreadnought.
        PreDreadnought = "pre-b",
        /// B, a dreadnought.
        Dreadnought = "b",
        /// BB, a super-dreadnought.
        SuperDreadnought = "bb",
        /// BC, a battlecruiser.
        Battlecruiser = "bc",
        /// (BC), an early battlecruiser.
        EarlyBattlecruiser = "early-bc",
    }
}

word_enum! {
    /// The effect of a type on the speed of its fleet (8).
    Speed {
        /// One of them makes a fleet slow.
        Slow = "slow",
        /// Neither.
        Normal = "normal",
        /// Only with others of its kind a fast fleet.
        Fast = "fast",
    }
}

word_enum! {
    /// A kind of hex (2-2).
    HexKind {
        /// Open sea.
        Normal = "normal",
        /// Near a coast.
        Near = "near",
        /// The base of a whole fleet.
        Home = "home",
        /// Never entered.
        Forbidden = "forbidden",
    }
}

word_enum! {
    /// A result of the damage table (8).
    Damage {
        /// Nothing.
        None = "none",
        /// To a damage and detachment box.
        Boxed = "boxed",
        /// Sunk.
        Sunk = "sunk",
    }
}

word_enum! {
    /// A result of the table for the outbreak of unrestricted submarine war (7a).
    Outbreak {
        /// No.
        None = "none",
        /// The German player chooses.
        Choice = "choice",
        /// Yes.
        War = "war",
    }
}

impl Side {
    /// The other side.
    pub fn enemy(self) -> Side {
        match self {
            Side::British => Side::German,
            Side::German => Side::British,
        }
    }

    /// The seat that commands it.
    pub fn seat(self) -> Seat {
        Seat(self.word())
    }

    /// The side a seat commands.
    pub fn of(seat: Seat) -> Option<Side> {
        Side::named(seat.as_str())
    }
}

impl Nation {
    /// The side its ships fight on (9).
    pub fn side(self) -> Side {
        match self {
            Nation::British | Nation::American => Side::British,
            Nation::German => Side::German,
        }
    }
}

/// One thing of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Both<T> {
    /// The British one.
    pub british: T,
    /// The German one.
    pub german: T,
}

impl<T> Both<T> {
    /// One thing of each side, made by `make`.
    pub fn of(mut make: impl FnMut(Side) -> T) -> Both<T> {
        Both { british: make(Side::British), german: make(Side::German) }
    }

    /// Each side's with a change.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> Both<U> {
        Both { british: change(self.british), german: change(self.german) }
    }
}

impl<T> std::ops::Index<Side> for Both<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::British => &self.british,
            Side::German => &self.german,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for Both<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::British => &mut self.british,
            Side::German => &mut self.german,
        }
    }
}
