//! Mails that are done, each known by its bytes: one that comes again, because the mailbox was made anew or it was moved back, is
//! not answered again. One that is delivered again has another head.

use super::DOOR;
use super::mail_door::{MailDoor, SEEN};
use crate::club::ClubError;
use crate::mail::reading::Incoming;

impl MailDoor {
    /// Records that the answers to a mail went out.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn note_answered(&self, mail: &Incoming) -> Result<(), ClubError> {
        note(self, mail)?;
        match self.is_last(mail)? {
            // The last answer went out, and from here on nothing is written to this address.
            true => self.club.notes().put(DOOR, &self.never_note(&mail.from.address)?, Some("")),
            false => Ok(()),
        }
    }
}

/// Records that all is done that a mail asks for.
pub(super) fn note(door: &MailDoor, mail: &Incoming) -> Result<(), ClubError> {
    let at = serde_json::json!({ "at": door.club.now() }).to_string();
    door.club.notes().put(DOOR, &key(door, mail), Some(&at))
}

/// Returns whether that is so.
pub(super) fn is_noted(door: &MailDoor, mail: &Incoming) -> Result<bool, ClubError> {
    Ok(door.club.notes().get(DOOR, &key(door, mail))?.is_some())
}

fn key(door: &MailDoor, mail: &Incoming) -> String {
    format!("{SEEN}{}", door.tokens.id(&["seen", &mail.digest]))
}
