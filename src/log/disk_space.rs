//! A probe of the disk: has it room for orders? A small note may fit on a full disk where an order does not, so the probe
//! writes as much as a note may hold: more than all but the longest orders need.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};

use super::fault::{AppendError, Fault};
use super::limits::MAX_NOTE_BYTES;
use super::moving::NotMoved;
use super::notes::Notes;

/// Door and key of the probe's note; it belongs to no door.
const PROBE: (&str, &str) = ("health", "room");

/// Remembers that a write found no room, until a probe finds enough.
#[derive(Debug, Default)]
pub(super) struct DiskSpace {
    is_short: AtomicBool,
}

/// The error of a write.
pub(super) trait Failed: From<Fault> {
    /// The store's fault; `None` where the store did as it should.
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

impl DiskSpace {
    /// Takes note of a write that found no room. One that found room proves nothing: it may have needed less.
    pub fn after<T, E: Failed>(&self, written: Result<T, E>) -> Result<T, E> {
        let failed = written.as_ref().err().and_then(Failed::fault);
        if matches!(failed, Some(Fault::NoRoom { .. })) {
            self.is_short.store(true, Ordering::Relaxed);
        }
        written
    }

    /// Checks that there is room. Where there was none, it stores as much as a note may hold, and deletes it again.
    ///
    /// # Errors
    /// [`Fault::NoRoom`] while there is still none; another [`Fault`] when writing fails.
    pub fn check(&self, notes: &dyn Notes) -> Result<(), Fault> {
        if self.is_short.load(Ordering::Relaxed) {
            // If the note cannot be dropped, the disk counts as full, and the next probe replaces the note.
            notes.put_note(PROBE.0, PROBE.1, &filling())?;
            notes.drop_note(PROBE.0, PROBE.1)?;
            self.is_short.store(false, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// As much text as a note may hold, which no database can compress.
fn filling() -> String {
    let mut text = String::new();
    for number in 0_u32.. {
        if text.len() >= MAX_NOTE_BYTES {
            break;
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", hex::encode(Sha256::digest(number.to_be_bytes())));
    }
    text.truncate(MAX_NOTE_BYTES);
    text
}
