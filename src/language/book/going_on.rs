//! Suggestions for the next part of a language of several parts, such as terms of time.

use std::iter::once;

use super::fold;

/// The most that are suggested at once.
pub const MOST_SUGGESTED: usize = 25;

/// Texts that continue `typed`: `typed` itself, if it is valid; its valid beginning, with each of `parts` that begins with the
/// rest. If nothing continues it, other texts that could be typed.
pub fn going_on(
    typed: &str,
    between: &str,
    parts: &[String],
    is_right: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | '、');
    let typed = typed.trim_start();
    let mut found: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        if !text.is_empty() && !found.iter().any(|known| known == text) && is_right(text) {
            found.push(text.to_owned());
        }
    };
    add(typed.trim_end());
    let ends = typed.char_indices().filter(|(_, c)| is_end(*c)).map(|(at, c)| at + c.len_utf8());
    let mut cuts: Vec<usize> = once(0).chain(ends).chain([typed.len()]).collect();
    cuts.dedup();
    // A longer part before a cut keeps more of the typed text.
    for at in cuts.into_iter().rev() {
        let (kept, begun) = typed.split_at(at);
        let (kept, begun) = (kept.trim_end_matches(is_end), fold(begun.trim()));
        // Nothing after a wrong beginning can be right.
        if !kept.is_empty() && !is_right(kept) {
            continue;
        }
        for part in parts.iter().filter(|part| fold(part).starts_with(&begun)) {
            match kept.is_empty() {
                true => add(part),
                false => add(&format!("{kept}{between}{part}")),
            }
        }
    }
    if found.is_empty() {
        found.extend(parts.iter().filter(|part| is_right(part)).cloned());
    }
    found.truncate(MOST_SUGGESTED);
    found
}
