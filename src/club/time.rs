//! Time at the tables of a club: what the players are asked to agree to, what waits for whom and until when, reminders, and
//! what happens when time is up.

use crate::report::Phrases;
use crate::table::Ask;

/// What a request asks that has to do with time, in words.
pub fn asked(phrases: &Phrases<'_>, ask: &Ask) -> String {
    match ask {
        Ask::Time { change } => phrases.time_change(change),
        Ask::Stop => phrases.say("time-stop", &[]),
        Ask::Claim { against } => phrases.say("time-claim", &[("seat", phrases.seat(*against).into())]),
        Ask::TakeBack { .. } | Ask::Close | Ask::Publish { .. } => String::new(),
    }
}
