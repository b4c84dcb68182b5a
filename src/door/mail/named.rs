//! People whom a player names by their mail addresses.

use super::DOOR;
use super::answer::LineResult;
use super::context::MailContext;
use crate::club::ClubError;
use crate::mail::reading::compared;

/// Most invitations of one player in a day.
const INVITATIONS_A_DAY: u32 = 5;

impl MailContext<'_> {
    /// The mail address that a line begins with, as addresses are compared, and the words after it.
    pub(super) fn addressed(&self, words: &[String]) -> Result<(String, Vec<String>), ClubError> {
        let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        // Programs put brackets around an address, and sentences end behind it.
        let bare = first.trim_start_matches('<').trim_end_matches(['>', '.', ',']);
        match compared(bare).filter(|address| *address != self.door.settings.address) {
            Some(address) => Ok((address, rest.to_vec())),
            None => self.input_error("mail-not-an-address", &[("given", first.into())]),
        }
    }

    /// Counts a mail to somebody whom the player names: a few times a day.
    pub(super) fn count_stranger(&self) -> LineResult {
        if self.door.club.notes().count_of_day(DOOR, "invitations", Some(self.player), INVITATIONS_A_DAY)? {
            return Ok(());
        }
        self.input_error("mail-too-many-invitations", &[("most", INVITATIONS_A_DAY.into())])
    }

    /// The address of a person to write to because a player names them.
    pub(super) fn counted_address(&self, typed: &str) -> Result<String, ClubError> {
        let (address, _) = self.addressed(&[typed.to_owned()])?;
        self.count_stranger()?;
        Ok(address)
    }
}
