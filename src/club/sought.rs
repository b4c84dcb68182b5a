//! The players that a table looks for.

use super::ClubError;
use crate::log::Store;
use crate::pace::Terms;
use crate::report::Phrases;
use crate::table::Vacancy;

/// The owner of the notes that say where players may be sought.
pub(super) const VACANCIES: &str = "vacancies";

/// The players that a table looks for, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The names of its open seats.
    pub seats: String,
    /// The terms about time, in sentences.
    pub terms: String,
}

impl Sought {
    /// That for these open seats and these terms.
    pub(super) fn of(phrases: &Phrases<'_>, vacancy: &Vacancy, terms: &Terms) -> Sought {
        let terms = match terms.has_pace() {
            true => phrases.terms(terms),
            false => phrases.say("open-no-pace", &[]),
        };
        Sought { seats: phrases.list(vacancy.seats.iter().map(|seat| phrases.seat(*seat))), terms }
    }
}

/// Marks a table before it may look for players: the list of open seats checks marked tables. The log decides.
pub(super) fn mark(store: &(impl Store + ?Sized), table: &str) -> Result<(), ClubError> {
    Ok(store.put_note(VACANCIES, table, "")?)
}
