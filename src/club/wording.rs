//! Requests in words, once for every door and command: what is asked, and who has yet to answer.

use crate::game::Seat;
use crate::report::{Phrases, RequestDetails};
use crate::table::OpenConsent;
use crate::table::consent::SILENCE_HOURS;

pub use crate::report::Undone;

/// The reader of a request: their words, their clock, and the names that they know people by.
pub struct RequestReader<'a> {
    /// The words of the game in the reader's language.
    pub phrases: Phrases<'a>,
    /// A time of the log, by the reader's clock.
    pub moment: &'a dyn Fn(&str) -> String,
    /// The name of a player, by their opaque id.
    pub name: &'a dyn Fn(&str) -> String,
}

impl RequestReader<'_> {
    /// Who asks for what, in a sentence.
    pub fn asked(&self, request: &OpenConsent, undone: Option<&Undone>) -> String {
        let details =
            RequestDetails { undone, moment: self.moment, name: self.name, silence_hours: SILENCE_HOURS };
        self.phrases.request(&request.ask, request.seat, &details)
    }

    /// The same, with who has yet to answer.
    pub fn awaited(&self, request: &OpenConsent, undone: Option<&Undone>) -> String {
        let seats = self.phrases.list(request.awaited.iter().map(|seat| self.phrases.seat(*seat)));
        let awaited = self.phrases.say("request-awaits", &[("awaited", seats.into())]);
        self.phrases.after(&self.asked(request, undone), &awaited)
    }
}

/// The seats that a game waits for, and the free ones among them.
pub fn waiting_for(phrases: &Phrases<'_>, seats: &[Seat], free: &[Seat]) -> String {
    let named = |seats: &[Seat]| phrases.list(seats.iter().map(|seat| phrases.seat(*seat)));
    match free {
        [] => phrases.say("table-waiting", &[("seats", named(seats).into())]),
        free => {
            phrases.say("table-waiting-free", &[("seats", named(seats).into()), ("free", named(free).into())])
        }
    }
}
