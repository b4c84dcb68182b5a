//! The table's treatment of a fact and of an order: one policy each, which a game must provide.

use super::seat::{Audience, Seat};

/// A fact's effect on sealed entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// Sealed from those who are not its audience until an event opens it.
    Plain,
    /// Opens sealed entries: from it on everyone may see every sealed order and fact so far, including earlier ones of the same
    /// order. Entries that were taken back stay sealed, and so do those that outlast.
    Opens,
    /// Outlasts every opening and is shown only when the table closes: the order of a deck, say.
    Outlasts,
}

/// The rule for takebacks past a fact without anybody's consent. None may go past a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// It may.
    Free,
    /// The fact reveals something hidden: going back past it would give a second look.
    Bars,
}

/// A kind of notice of a game's own, to single seats. Its words are the game's message `notice-NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnNotice {
    /// Its name, stored with every notice of the kind; it never changes.
    pub name: &'static str,
    /// True if it is for its player's eyes alone, even that there is one.
    pub private: bool,
    /// True if the game waits for its player, who is notified.
    pub awaited: bool,
}

/// The table's treatment of a fact. It depends on the fact alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactPolicy {
    /// Its audience.
    pub audience: Audience,
    /// Its effect on sealed entries.
    pub sealing: Sealing,
    /// The rule for takebacks.
    pub undo: Undo,
    /// The seat that gets a notice of its own, and which; the seat is in the audience.
    pub notify: Option<(Seat, OwnNotice)>,
}

impl FactPolicy {
    /// Everyone may see it, and it reveals nothing hidden.
    pub const PUBLIC: FactPolicy = FactPolicy::of(Audience::Everyone, Sealing::Plain, Undo::Free);
    /// Nobody may see it until it is opened.
    pub const HIDDEN: FactPolicy = FactPolicy::of(Audience::Nobody, Sealing::Plain, Undo::Free);
    /// Everyone may see it, and it reveals something hidden.
    pub const REVEALS: FactPolicy = FactPolicy::of(Audience::Everyone, Sealing::Plain, Undo::Bars);
    /// As [`FactPolicy::REVEALS`], and it opens sealed entries.
    pub const OPENS: FactPolicy = FactPolicy::of(Audience::Everyone, Sealing::Opens, Undo::Bars);

    const fn of(audience: Audience, sealing: Sealing, undo: Undo) -> FactPolicy {
        FactPolicy { audience, sealing, undo, notify: None }
    }

    /// Only these seats may see it until it is opened.
    pub fn only(seats: impl Into<Vec<Seat>>) -> FactPolicy {
        FactPolicy::of(Audience::Seats(seats.into()), Sealing::Plain, Undo::Free)
    }

    /// The same, barring takebacks.
    pub fn barring(self) -> FactPolicy {
        FactPolicy { undo: Undo::Bars, ..self }
    }

    /// The same, outlasting every opening.
    pub fn outlasting(self) -> FactPolicy {
        FactPolicy { sealing: Sealing::Outlasts, ..self }
    }

    /// The same, with this notice to `seat`.
    pub fn notifying(self, seat: Seat, notice: OwnNotice) -> FactPolicy {
        FactPolicy { notify: Some((seat, notice)), ..self }
    }

    /// Returns whether it opens sealed entries.
    pub fn opens(&self) -> bool {
        self.sealing == Sealing::Opens
    }

    /// Returns whether it outlasts every opening.
    pub fn outlasts(&self) -> bool {
        self.sealing == Sealing::Outlasts
    }
}

/// The table's treatment of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPolicy {
    /// The audience of the order before it is opened. It may depend on public facts only.
    pub audience: Audience,
    /// True if it changes nothing of the position: a message between players. It is never taken back for its own sake, bars no
    /// takeback, and leaves prompts and requests unchanged. It depends on the order alone, because it is computed for orders
    /// that were taken back as well.
    pub aside: bool,
}

impl OrderPolicy {
    /// An order that everyone may see, and that changes the position.
    pub const PUBLIC: OrderPolicy = OrderPolicy { audience: Audience::Everyone, aside: false };
}
