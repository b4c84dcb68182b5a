//! What the table may do with a fact and with an order: one answer each, which a game cannot leave out.

use super::seat::{Audience, Seat};

/// How a fact stands to what is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// Sealed from those who are not its audience until an event opens it.
    Plain,
    /// Opens what was sealed: with it every sealed order and fact so far may be seen by everyone, those of the same order
    /// that stand before it too. What was taken back stays sealed, and so does what outlasts.
    Opens,
    /// Outlasts every opening and is shown only when the table closes: the order of a deck, say.
    Outlasts,
}

/// Whether a takeback may go back past a fact without anybody's leave. It never may past a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// It may.
    Free,
    /// The fact tells somebody what was hidden before it: going back past it would be a second look.
    Bars,
}

/// A kind of notice of a game's own, to single seats. Its words are the game's message `notice-NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnNotice {
    /// Its name, kept with every notice of the kind; it never changes.
    pub name: &'static str,
    /// Whether it is for its player's eyes alone, even that there is one.
    pub private: bool,
    /// Whether the table waits for its player, who is called for it.
    pub awaited: bool,
}

/// What the table may do with a fact. It depends on the fact alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactPolicy {
    /// Who may see it.
    pub audience: Audience,
    /// How it stands to what is sealed.
    pub sealing: Sealing,
    /// Whether it may be taken back.
    pub undo: Undo,
    /// Whom it is told to besides what everybody is told, and by what notice: a seat of its audience.
    pub notify: Option<(Seat, OwnNotice)>,
}

impl FactPolicy {
    /// Everyone may see it, and it tells nothing that was hidden.
    pub const PUBLIC: FactPolicy = FactPolicy::of(Audience::Everyone, Sealing::Plain, Undo::Free);
    /// Nobody may see it until it is opened.
    pub const HIDDEN: FactPolicy = FactPolicy::of(Audience::Nobody, Sealing::Plain, Undo::Free);
    /// Everyone may see it, and it tells what was hidden before it.
    pub const REVEALS: FactPolicy = FactPolicy::of(Audience::Everyone, Sealing::Plain, Undo::Bars);
    /// As [`FactPolicy::REVEALS`], and it opens what was sealed.
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

    /// The same, told to `seat` by such a notice.
    pub fn notifying(self, seat: Seat, notice: OwnNotice) -> FactPolicy {
        FactPolicy { notify: Some((seat, notice)), ..self }
    }

    /// Returns whether it opens what was sealed.
    pub fn opens(&self) -> bool {
        self.sealing == Sealing::Opens
    }

    /// Returns whether it outlasts every opening.
    pub fn outlasts(&self) -> bool {
        self.sealing == Sealing::Outlasts
    }
}

/// What the table may do with an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPolicy {
    /// Who may see that it was given before it is opened. It may depend on public facts only.
    pub audience: Audience,
    /// Whether it changes nothing of the position: players speaking to each other. It is never taken back for its own
    /// sake, stands in the way of no takeback, and leaves what is asked and what is requested as it was. It depends on
    /// the order alone, for it is asked of orders that were taken back as well.
    pub aside: bool,
}

impl OrderPolicy {
    /// An order that everyone may see, and that changes the position.
    pub const PUBLIC: OrderPolicy = OrderPolicy { audience: Audience::Everyone, aside: false };
}
