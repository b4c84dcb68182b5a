//! Requests in words, once for every door and command: what is asked, and who has yet to answer.

use crate::game::Seat;
use crate::log::TimeChange;
use crate::report::Phrases;
use crate::table::consent::SILENCE_HOURS;
use crate::table::{Consent, OpenConsent};

/// The orders that a takeback would undo, as its reader may know them.
pub struct Undone {
    /// The first of them, in words.
    pub before: String,
    /// How many they are, where that is told.
    pub orders: Option<usize>,
}

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
        let (phrases, seat) = (&self.phrases, ("seat", self.phrases.seat(request.seat).into()));
        match &request.ask {
            Consent::TakeBack { .. } => {
                let before = ("before", undone.map(|it| it.before.as_str()).unwrap_or_default().into());
                match undone.and_then(|it| it.orders) {
                    Some(orders) => {
                        phrases.say("request-take-back-orders", &[seat, before, ("orders", orders.into())])
                    }
                    None => phrases.say("request-take-back", &[seat, before]),
                }
            }
            Consent::Close => phrases.say("request-close", &[seat]),
            Consent::Publish { delay } => phrases.say("request-publish", &[seat, ("delay", (*delay).into())]),
            Consent::Time { change } => {
                let told = phrases.time_change_at(change, self.moment);
                let resumes = *change == TimeChange::Resume;
                let what = if resumes { self.unless_refused(told) } else { told };
                phrases.say("request-time", &[seat, ("what", what.into())])
            }
            Consent::Stop => phrases.say("request-stop", &[seat]),
            Consent::Claim { against } => {
                let claimed = phrases.say("time-claim", &[("seat", phrases.seat(*against).into())]);
                phrases.say("request-time", &[seat, ("what", self.unless_refused(claimed).into())])
            }
            Consent::Master { player: Some(player) } => {
                let what = phrases.say("master-ask", &[("player", (self.name)(player).into())]);
                phrases.say("request-master", &[seat, ("what", what.into())])
            }
            Consent::Master { player: None } => {
                let what = self.unless_refused(phrases.say("master-ask-none", &[]));
                phrases.say("request-master", &[seat, ("what", what.into())])
            }
        }
    }

    /// The same, with who has yet to answer.
    pub fn awaited(&self, request: &OpenConsent, undone: Option<&Undone>) -> String {
        let seats = self.phrases.list(request.awaited.iter().map(|seat| self.phrases.seat(*seat)));
        let awaited = self.phrases.say("request-awaits", &[("awaited", seats.into())]);
        self.phrases.after(&self.asked(request, undone), &awaited)
    }

    fn unless_refused(&self, what: String) -> String {
        self.phrases.say("time-silence", &[("what", what.into()), ("hours", SILENCE_HOURS.into())])
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
