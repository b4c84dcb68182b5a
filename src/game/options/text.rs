//! Texts: what a player may say to others in an order.

use super::super::limits::TEXT_CHARS;

/// Signs by which a text could turn round what is printed behind it.
const TURNING: [std::ops::RangeInclusive<char>; 3] =
    ['\u{200e}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];

/// Whether `text` is one of at most `most` characters: something to read, on one line, without control characters.
pub(super) fn accepts(text: &str, most: usize) -> bool {
    let barred = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}')
            || TURNING.iter().any(|signs| signs.contains(&c))
    };
    text.chars().count() <= most.min(TEXT_CHARS) && !text.trim().is_empty() && !text.chars().any(barred)
}

/// A random text.
pub(super) fn sample(most: usize, below: &mut impl FnMut(u32) -> u32) -> String {
    const SIGNS: &[char] = &['a', 'Z', '7', ' ', ',', ';', '=', '"', '*', 'é', '艦', '。'];
    let length = below(most.clamp(1, 12) as u32) as usize;
    let rest = (0..length).map(|_| SIGNS[below(SIGNS.len() as u32) as usize]);
    std::iter::once('x').chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_something_to_read_and_nothing_that_steers_what_prints_it() {
        for good in ["coal at Messina, noon", "石炭を頼む。", "a", "\"quoted\"; = *"] {
            assert!(accepts(good, 40), "{good}");
        }
        for bad in
            ["", "  ", "two\nlines", "bell\u{7}", "turned\u{202e}", "next\u{2028}line", &"x".repeat(41)]
        {
            assert!(!accepts(bad, 40), "{bad:?}");
        }
    }
}
