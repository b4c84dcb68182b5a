//! The trust line of a table's dice, for every door.

use super::ClubError;
use super::club_log::{Checkpoint, PublicLog};
use crate::game::Seat;
use crate::log::Store;
use crate::report::Phrases;
use crate::table::{GivenEntropy, TableWitness};

/// The facts of a trust line.
pub(super) struct Trust<'a> {
    /// The format of the table's log.
    pub(super) format: u32,
    /// The seats that gave entropy; `None` where the set-up did not wait for it.
    pub(super) entropy: Option<&'a GivenEntropy>,
    /// The witness of the dice.
    pub(super) witness: Option<&'a TableWitness>,
    /// The last checkpoint of the club's log; `None` where there is none.
    pub(super) checkpoint: Option<Checkpoint>,
}

impl Trust<'_> {
    /// The line.
    pub(super) fn line(&self, phrases: &Phrases<'_>) -> String {
        let format = ("format", self.format.into());
        let seats = |seats: &[Seat]| phrases.list(seats.iter().map(|seat| phrases.seat(*seat)));
        let of_seats = |key: &str, it: &[Seat]| phrases.say(key, &[("seats", seats(it).into())]);
        let mut pieces = Vec::new();
        match self.entropy {
            None => pieces.push(phrases.say("trust-dice", &[format])),
            Some(GivenEntropy { given, promised, none, .. }) => {
                pieces.push(match given.is_empty() {
                    true => phrases.say("trust-dice-no-luck", &[format]),
                    false => phrases.say("trust-dice-luck", &[format, ("seats", seats(given).into())]),
                });
                let withheld = (!promised.is_empty()).then(|| of_seats("trust-promised", promised));
                let missing = (!given.is_empty() && !none.is_empty()).then(|| of_seats("trust-none", none));
                pieces.extend(withheld.into_iter().chain(missing));
            }
        }
        pieces.extend(self.witness.into_iter().flat_map(|witness| of_witness(witness, phrases)));
        if let Some(checkpoint) = &self.checkpoint {
            pieces.push(phrases.say("trust-checkpoint", &[("checkpoint", checkpoint.short().into())]));
            // The club's own signature is one of them.
            let cosigned = checkpoint.note().signers().count().saturating_sub(1);
            pieces
                .extend((cosigned > 0).then(|| phrases.say("trust-cosigned", &[("count", cosigned.into())])));
        }
        pieces.into_iter().reduce(|line, piece| phrases.after(&line, &piece)).unwrap_or_default()
    }
}

/// Pieces about the witness of the dice: its name or that it has no part any more, and the answers that no roll followed from.
fn of_witness(witness: &TableWitness, phrases: &Phrases<'_>) -> Vec<String> {
    let named = ("witness", witness.name().into());
    let first = match witness.own {
        Some(entry) => phrases.say("trust-own-dice", &[("entry", entry.into())]),
        None => phrases.say("trust-witness", &[named]),
    };
    let abandoned = ("count", witness.abandoned.into());
    let lost = (witness.abandoned > 0).then(|| phrases.say("trust-abandoned", &[abandoned]));
    [first].into_iter().chain(lost).collect()
}

/// The last checkpoint of the club's log.
///
/// # Errors
/// A store that cannot be read, or that holds something else.
pub(super) fn checkpoint_in(store: &dyn Store) -> Result<Option<Checkpoint>, ClubError> {
    PublicLog::new(store).checkpoint()
}
