//! Texts: what a player may say to others in an order.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::super::limits::TEXT_CHARS;

/// Returns whether a character is barred from a text: a control character, as those with which escape sequences begin, an end of a
/// line, or a sign by which a text could turn round what is printed behind it.
fn barred(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is nothing to read but steers what prints it: what is barred from a text, and what is not seen.
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
    std::iter::once('x').chain(rest).collect()
}
