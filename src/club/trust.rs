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
    /// The last checkpoint of the club's log.
    pub(super) checkpoint: LastCheckpoint,
}

/// The last checkpoint of the club's log, as far as it is read.
pub(super) enum LastCheckpoint {
    /// A page about the past reads none.
    Unread,
    /// There is none.
    Missing,
    /// This one.
    Signed(Checkpoint),
}

/// The first format of logs whose tables may have luck and a witness.
const SINCE_FORMAT: u32 = 2;

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
        if let LastCheckpoint::Signed(checkpoint) = &self.checkpoint {
            pieces.push(phrases.say("trust-checkpoint", &[("checkpoint", checkpoint.short().into())]));
            let cosigned = cosignatures(checkpoint);
            pieces
                .extend((cosigned > 0).then(|| phrases.say("trust-cosigned", &[("count", cosigned.into())])));
        }
        pieces.extend(self.lacks(phrases));
        pieces.into_iter().reduce(|line, piece| phrases.after(&line, &piece)).unwrap_or_default()
    }

    /// The parts that this table could have and does not; `None` if it has them all, and in older formats, which have none of them.
    fn lacks(&self, phrases: &Phrases<'_>) -> Option<String> {
        let of_log = match &self.checkpoint {
            LastCheckpoint::Unread => None,
            LastCheckpoint::Missing => Some("trust-lacks-checkpoint"),
            LastCheckpoint::Signed(checkpoint) => {
                (cosignatures(checkpoint) == 0).then_some("trust-lacks-cosignature")
            }
        };
        // Where the set-up waited for luck, a piece above names the seats that gave none.
        let luck = self.entropy.is_none().then_some("trust-lacks-luck");
        let witness = self.witness.is_none().then_some("trust-lacks-witness");
        let lacks: Vec<&str> = [luck, witness, of_log].into_iter().flatten().collect();
        let lists = self.format >= SINCE_FORMAT && !lacks.is_empty();
        let list = || phrases.list(lacks.iter().map(|key| phrases.say(key, &[])));
        lists.then(|| phrases.say("trust-lacks", &[("parts", list().into())]))
    }
}

/// The witnesses that cosigned a checkpoint: the club's own signature is one of all.
fn cosignatures(checkpoint: &Checkpoint) -> usize {
    checkpoint.note().signers().count().saturating_sub(1)
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
pub(super) fn checkpoint_in(store: &dyn Store) -> Result<LastCheckpoint, ClubError> {
    Ok(PublicLog::new(store).checkpoint()?.map_or(LastCheckpoint::Missing, LastCheckpoint::Signed))
}
