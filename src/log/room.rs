//! Whether there is room for orders. A note fits where an order does not, so that a store which was short of room is asked for as
//! much as an order may need.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};

use super::fault::{AppendError, Fault};
use super::limits::MAX_NOTE_BYTES;
use super::moving::NotMoved;
use super::notes::Notes;

/// Where the note is, of no door, by which it is tried whether there is room again.
const TRIED: (&str, &str) = ("health", "room");

/// Whether something that was to be stored found no room since it was last seen that there is enough.
#[derive(Debug, Default)]
pub(super) struct Room {
    is_short: AtomicBool,
}

/// What a write that failed ends with.
pub(super) trait Failed: From<Fault> {
    /// What the store says of it; `None` where the store did as it should.
    fn fault(&self) -> Option<&Fault>;
}

impl Failed for Fault {
    fn fault(&self) -> Option<&Fault> {
        Some(self)
    }
}

impl Failed for AppendError {
    fn fault(&self) -> Option<&Fault> {
        match self {
            AppendError::Fault(fault) => Some(fault),
            _ => None,
        }
    }
}

impl Failed for NotMoved {
    fn fault(&self) -> Option<&Fault> {
        match self {
            NotMoved::Fault(fault) => Some(fault),
            _ => None,
        }
    }
}

impl Room {
    /// Takes up what became of a write. One that found room says nothing: it may have needed less.
    pub fn after<T, E: Failed>(&self, written: Result<T, E>) -> Result<T, E> {
        let failed = written.as_ref().err().and_then(Failed::fault);
        if matches!(failed, Some(Fault::NoRoom { .. })) {
            self.is_short.store(true, Ordering::Relaxed);
        }
        written
    }

    /// That there is room: where there was none, as much is stored as a note may hold, and taken away again.
    ///
    /// # Errors
    /// [`Fault::NoRoom`] while there is still none; another [`Fault`] when writing fails.
    pub fn check(&self, notes: &dyn Notes) -> Result<(), Fault> {
        if self.is_short.load(Ordering::Relaxed) {
            notes.put_note(TRIED.0, TRIED.1, &filling())?;
            notes.drop_note(TRIED.0, TRIED.1)?;
            self.is_short.store(false, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// As much text as a note may hold; none that a database could make smaller.
fn filling() -> String {
    let mut text = String::new();
    for number in 0_u32.. {
        if text.len() >= MAX_NOTE_BYTES {
            break;
        }
        // A text takes whatever is written to it.
        let _ = write!(text, "{}", hex::encode(Sha256::digest(number.to_be_bytes())));
    }
    text.truncate(MAX_NOTE_BYTES);
    text
}
