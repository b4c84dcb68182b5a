//! Table ids: `chess-7kq2`.

use super::limits::ID_LETTERS;
use super::platform::Platform;
use crate::seal::SealError;

/// Letters and digits that are hard to confuse when read aloud or copied: no `0 o 1 i l u v`.
const LETTERS: &[u8; 28] = b"23456789abcdefghjkmnpqrstwxy";

/// A new id for a table of `game`.
///
/// # Errors
/// [`SealError::NoRandomness`].
pub fn new_id(game: &str, platform: &dyn Platform) -> Result<String, SealError> {
    letters(game, ID_LETTERS, platform)
}

/// `prefix`, a hyphen and `count` random letters.
///
/// # Errors
/// [`SealError::NoRandomness`].
pub fn letters(prefix: &str, count: usize, platform: &dyn Platform) -> Result<String, SealError> {
    let mut id = format!("{prefix}-");
    while id.len() < prefix.len() + 1 + count {
        let mut byte = [0];
        platform.fill(&mut byte)?;
        // 252 is the largest multiple of 28 in a byte: above it some letters would come up more often.
        if byte[0] < 252 {
            id.push(char::from(LETTERS[usize::from(byte[0]) % LETTERS.len()]));
        }
    }
    Ok(id)
}
