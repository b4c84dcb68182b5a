//! Pictures in mails: one where the board has changed since the last and something is to be decided, as its reader wants it.

use std::sync::Arc;

use super::DOOR;
use super::letter::MailLetter;
use super::wording::AtMail;
use crate::club::picture::{Picture, Theme, Wanted, is_crowded};
use crate::club::{Club, ClubError, Visitor};
use crate::observe;
use crate::picture::halved;
use crate::words::Lang;

/// The note of the pictures that a player wants.
pub(super) const PICTURES: &str = "pictures";

/// The pictures that a player wants in mails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureSize {
    Off,
    /// Half as wide and half as high.
    Small,
    /// As they are drawn.
    Full,
}

/// The pictures that a player wants.
pub(super) fn picture_size(club: &Club, player: &str) -> Result<PictureSize, ClubError> {
    let kept = club.notes().of_player(DOOR, player, PICTURES)?;
    Ok(match kept.as_deref() {
        Some("off") => PictureSize::Off,
        Some("small") => PictureSize::Small,
        _ => PictureSize::Full,
    })
}

/// Returns whether a letter goes out without its picture because many wait: it has the board in words, too, and who has asked waits
/// for it. One that had its picture when it was sent before has it again, since no later letter shows that board. `before` is the
/// note of the last picture: its position, and its letter.
pub fn is_left_out(is_crowded: bool, before: Option<&str>, letter: &str) -> bool {
    let had_it = before.and_then(|before| before.split_once(' ')).is_some_and(|(_, of)| of == letter);
    is_crowded && !had_it
}

/// The picture of a letter, from its reader's seat; none if the table has gone beyond the letter's news, or if another letter
/// has shown the same board.
pub(super) fn picture_for(
    club: &Club,
    (player, lang): (&str, Lang),
    letter: &MailLetter,
) -> Result<Option<Arc<Picture>>, ClubError> {
    let Some((table, at)) = letter.table.as_ref().zip(letter.drawn) else { return Ok(None) };
    let size = picture_size(club, player)?;
    let watched = club.watch(table, lang)?;
    if size == PictureSize::Off || watched.around().last != at {
        return Ok(None);
    }
    let note = format!("pictured/{table}");
    let before = club.notes().of_player(DOOR, player, &note)?;
    if is_left_out(is_crowded(), before.as_deref(), &letter.id) {
        observe::refused("picture");
        return Ok(None);
    }
    let visitor =
        Visitor { player: player.to_owned(), door: Arc::new(AtMail), key: letter.id.clone(), receipts: None };
    let session = match watched.sit(visitor, None) {
        Err(ClubError::Refused(_)) => return Ok(None),
        session => session?,
    };
    let Some(picture) = session.picture(Wanted::best(Theme::light()))? else { return Ok(None) };
    // A letter that is sent again, under the same id, has its picture again.
    let shown = format!("{} {}", picture.position, letter.id);
    match before {
        Some(before) if before == shown => {}
        Some(before) if before.split(' ').next() == Some(&picture.position) => return Ok(None),
        _ => club.notes().put_of_player(DOOR, player, &note, Some(&shown))?,
    }
    match size {
        PictureSize::Small => {
            let png = halved(&picture.png).map_err(ClubError::failed)?;
            let Picture { name, alternative, position, .. } = &*picture;
            let (name, alternative, position) = (name.clone(), alternative.clone(), position.clone());
            Ok(Some(Arc::new(Picture { name, png, alternative, position })))
        }
        PictureSize::Off | PictureSize::Full => Ok(Some(picture)),
    }
}
