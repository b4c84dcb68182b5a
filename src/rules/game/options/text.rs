//! Texts: a player's own words to others in an order.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::super::limits::TEXT_CHARS;

/// Returns whether a character is forbidden in a text: a control character, such as the beginning of an escape sequence, a line
/// end, or a sign that could reverse the text printed after it.
fn barred(c: char) -> bool {
    // The joiners U+200C and U+200D pass: some scripts and pictographs cannot be written without them.
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character steers a display instead of being read: those forbidden in a text, and invisible ones.
pub fn steers(c: char) -> bool {
    barred(c) || matches!(c, '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns whether `text` is one of at most `most` characters: something to read, on one line, with nothing barred.
pub(super) fn accepts(text: &str, most: usize) -> bool {
    text.chars().count() <= most.min(TEXT_CHARS) && !text.trim().is_empty() && !text.chars().any(barred)
}

/// Reads a text that an event carries.
///
/// # Errors
/// A text that no order could have carried.
pub fn read_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match accepts(&text, TEXT_CHARS) {
        true => Ok(text),
        false => Err(D::Error::custom("a text is one line of something to read, and not too long")),
    }
}

/// A random text.
pub(super) fn sample(most: usize, below: &mut impl FnMut(u32) -> u32) -> String {
    const SIGNS: &[char] = &['a', 'Z', '7', ' ', ',', ';', '=', '"', '*', 'é', '艦', '。'];
    let length = below(most.clamp(1, 12) as u32) as usize;
    let rest = (0..length).map(|_| SIGNS[below(SIGNS.len() as u32) as usize]);
    // The first sign is no space, so the text is never blank.
    std::iter::once('x').chain(rest).collect()
}
