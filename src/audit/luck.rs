//! Words that a player typed as luck, compared with the log: whether they have a part in the dice.

use sha2::{Digest, Sha256};

use super::integrity::Logbook;
use crate::log::{ReadyEvent, TableEvent};
use crate::reason::Reason;
use crate::transparency::compare::{LogFindings, LogVerdict};

/// Compares a seat's luck in the log with these words.
pub fn of_words(book: &Logbook, seat: &str, words: &str) -> LogFindings {
    let (mut given, mut promised) = (None, None);
    let of_seat = book.entries().filter(|entry| entry.by.as_ref().is_some_and(|by| by.seat == seat));
    for event in of_seat.filter_map(|entry| entry.table_event().ok().flatten()) {
        if let TableEvent::Ready(ReadyEvent::EntropyGiven { digest, .. }) = event {
            given = Some(digest);
        } else if let TableEvent::Ready(ReadyEvent::EntropyPromised { digest }) = event {
            promised = Some(digest);
        }
    }
    let hash: [u8; 32] = Sha256::digest(words).into();
    let promise_of = |digest: &str| hex::encode(Sha256::digest(digest));
    let (verdict, key) = match (given, promised) {
        (None, Some(promised)) if promised == promise_of(&hex::encode(hash)) => {
            (LogVerdict::Fails, "luck-found-not-shown")
        }
        (None, _) => (LogVerdict::Fails, "luck-found-none"),
        // The plain hash of promised words enters the dice, so no seed is needed to compare it.
        (Some(given), Some(promised)) if promised == promise_of(&given) => match given == hex::encode(hash) {
            true => (LogVerdict::Holds, "luck-found-promised"),
            false => (LogVerdict::Fails, "luck-found-others-promised"),
        },
        (Some(given), _) => match book.seed().map(|seed| hex::encode(seed.entropy(seat, &hash))) {
            None => (LogVerdict::Unchecked, "luck-found-no-seed"),
            Some(of_words) if of_words == given => (LogVerdict::Holds, "luck-found-given"),
            Some(_) => (LogVerdict::Fails, "luck-found-others"),
        },
    };
    let mut found = LogFindings::default();
    found.add(verdict, Reason::of(key).quoting("seat", seat));
    found
}
