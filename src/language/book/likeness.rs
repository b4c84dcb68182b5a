//! Folded texts compared: beginnings, and likeness where a letter is amiss.

use super::text::fold;

/// Returns whether the folded `name` is `key` or begins so.
pub(super) fn begins(name: &str, key: &str) -> bool {
    name == key || (is_beginning(key) && name.starts_with(key))
}

/// Returns whether `key` may be the beginning of a longer name: a number must be complete, `40` is no beginning of `405`.
pub(super) fn is_beginning(key: &str) -> bool {
    !key.ends_with(|c: char| c.is_ascii_digit())
}

/// The likeness of two folded texts, 0 unless it is great; a slip seldom hits the first letter, so sharing it
/// counts.
pub(super) fn likeness(a: &str, b: &str) -> f64 {
    const GREATLY: f64 = 0.65;
    const FIRST_LETTER: f64 = 0.15;
    let alike = strsim::normalized_damerau_levenshtein(a, b);
    let first = if a.chars().next() == b.chars().next() { FIRST_LETTER } else { 0.0 };
    if alike >= GREATLY { alike + first } else { 0.0 }
}

/// The one of `names` that `typed` was probably meant to be.
pub fn nearest<'a>(names: impl IntoIterator<Item = &'a str>, typed: &str) -> Option<&'a str> {
    let key = fold(typed);
    best(names.into_iter().map(|name| (name, likeness(&fold(name), &key))))
}

/// The word most alike, if one is alike at all.
pub(super) fn best<W: Copy>(words: impl Iterator<Item = (W, f64)>) -> Option<W> {
    let mut best: Option<(W, f64)> = None;
    for (word, near) in words {
        // Of equals the first, which is the earlier one in its list.
        if near > 0.0 && best.is_none_or(|(_, most)| near > most) {
            best = Some((word, near));
        }
    }
    best.map(|(word, _)| word)
}
