//! The table event that an entry holds, and what must hold of both together.

use super::canonical::NotCanonical;
use super::entry::{Entry, EntryAudience, STANDING_DOOR};
use super::form::field;
use super::table_event::{Maker, PlayEvent, SeatEvent, TableEvent, version_of};

impl Entry {
    /// The body as a kind of table event; `None` when it is an event of a game.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] when the kind is a table event and the body or the version does not fit it.
    pub fn table_event(&self) -> Result<Option<TableEvent>, NotCanonical> {
        TableEvent::of(&self.kind, self.v, &self.body)
    }

    /// As [`Entry::table_event`], checked against the entry: its place, its audience and who made it.
    ///
    /// # Errors
    /// As [`Entry::table_event`], and when it names an entry that is not before it, hides what is public, has a cause where
    /// it can have none or none where it must, or names nobody, or another seat, for what somebody does.
    pub fn checked_table_event(&self) -> Result<Option<TableEvent>, NotCanonical> {
        let event = self.table_event()?;
        // A body has one form: what reads alike, such as a key left out for a null, is not written so.
        if let Some(event) = event.as_ref().filter(|event| self.v == version_of(event.kind()))
            && event.body() != self.body
        {
            return field(format!("the body of {} has another form", self.kind));
        }
        self.check_table_event(event.as_ref())?;
        Ok(event)
    }

    /// [`Entry::checked_table_event`] without reading the body: `event` is what it says.
    pub(super) fn check_table_event(&self, event: Option<&TableEvent>) -> Result<(), NotCanonical> {
        self.check_maker(event)?;
        let Some(event) = event else { return Ok(()) };
        let sealable =
            matches!(event, TableEvent::Play(PlayEvent::OrderGiven { .. }) | TableEvent::Rolled(_));
        self.fits(sealable || self.audience == EntryAudience::Everyone, "found-public")?;
        event.check_place(self)
    }

    /// Checks `by`, `door`, `key` and `cause`: an entry made by a player has no cause, one with a cause has no door and
    /// no key. A `SeatTaken` may follow from the opening, by whose door it came in, or from a `TimeExpired`.
    fn check_maker(&self, event: Option<&TableEvent>) -> Result<(), NotCanonical> {
        let (follows, named) = (self.cause.is_some(), self.by.is_some());
        let sits_down = matches!(event, Some(TableEvent::Seats(SeatEvent::SeatTaken { .. }))) && follows;
        let is_order = matches!(event, Some(TableEvent::Play(PlayEvent::OrderGiven { .. })));
        // The events of a game follow from an order.
        let maker = event.map_or(Maker::Cause, TableEvent::maker);
        let (is_done, begins) = match maker {
            Maker::Player => (true, !sits_down),
            Maker::PlayerOrCause => (!follows, !follows),
            Maker::Door | Maker::Program => (false, true),
            // No cause is demanded: when a player or the game master closes a table alone, there is none.
            Maker::Cause => (false, false),
        };
        let came_in = self.key.is_some() || (self.door.is_some() && !(sits_down && self.cause == Some(1)));
        let stands = self.door.as_ref().is_some_and(|door| door.starts_with(STANDING_DOOR));
        self.fits(named || !is_done, "found-nobody-named")?;
        self.fits(is_done || !named, "found-somebody-named")?;
        self.fits(!(begins && follows), "found-begins-with-cause")?;
        self.fits(!(follows && came_in), "found-follows-by-door")?;
        self.fits(is_order || !stands, "found-standing-door")?;
        self.fits(maker != Maker::Program || !came_in, "found-change-by-door")
    }
}
