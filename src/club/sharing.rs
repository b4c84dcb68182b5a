//! Work in parts, divided among the processes that share a store: each part is done by one of them at a time, by a lease, and
//! each process does as many as the others, or one less or more.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::Duration;

use super::ClubError;
use super::leases::Leases;
use crate::table::platform::written;

/// Where processes leave word that they share work, as if it were a door.
const SHARING: &str = "sharing";
/// Seconds for which a part is held, and a sign of life valid, unless renewed.
const SHARED_SECONDS: i64 = 9;
/// Seconds after which the last sign of life of a dead process is deleted.
const FORGOTTEN_SECONDS: i64 = 60 * 60;

/// Work in numbered parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedWork {
    /// Its name. Parts with one name and number are the same for all processes.
    pub name: String,
    /// The parts that are shared.
    pub parts: Range<u32>,
}

impl SharedWork {
    fn channel(&self, part: u32) -> String {
        format!("{}/{part}", self.name)
    }

    /// The prefix of the words that share it.
    fn words(&self) -> String {
        format!("{}/{}-{}/", self.name, self.parts.start, self.parts.end)
    }
}

impl Leases<'_> {
    /// Takes and renews parts of work for this process, which holds `held`; returns the parts it has from now on. Other
    /// processes have the rest or may take it: end a part that is held and not returned, then give it back. The result is valid
    /// for nine seconds.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn share_work(&self, work: &SharedWork, held: &BTreeSet<u32>) -> Result<BTreeSet<u32>, ClubError> {
        let most = self.fair_share(work)?;
        let free = work.parts.clone().filter(|part| !held.contains(part));
        let mut own = BTreeSet::new();
        for part in held.iter().copied().chain(free) {
            if own.len() == most {
                break;
            }
            if self.take_for(&work.channel(part), self.platform.now(), SHARED_SECONDS)? {
                own.insert(part);
            }
        }
        Ok(own)
    }

    /// Gives a part of work back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn give_part_back(&self, work: &SharedWork, part: u32) -> Result<(), ClubError> {
        self.release(&work.channel(part))
    }

    /// Says that this process shares the work no more, so that the others do more of it at once.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn leave_work(&self, work: &SharedWork) -> Result<(), ClubError> {
        self.store.drop_note(SHARING, &(work.words() + self.sender))?;
        Ok(())
    }

    /// The largest number of parts this process should take, among processes heard from lately.
    fn fair_share(&self, work: &SharedWork) -> Result<usize, ClubError> {
        let parts = work.parts.len();
        // A single part is never divided: its holder keeps it.
        if parts <= 1 {
            return Ok(parts);
        }
        let (now, words) = (self.platform.now(), work.words());
        let good_until = written(now + Duration::seconds(SHARED_SECONDS));
        self.store.put_note(SHARING, &(words.clone() + self.sender), &good_until)?;
        let forgotten = written(now - Duration::seconds(FORGOTTEN_SECONDS));
        let now = written(now);
        let mut processes = 0;
        for (word, until) in self.store.notes(SHARING, &words)? {
            if until > now {
                processes += 1;
            } else if until < forgotten {
                self.store.drop_note(SHARING, &word)?;
            }
        }
        Ok(parts.div_ceil(processes.max(1)))
    }
}
