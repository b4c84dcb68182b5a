//! The building blocks of a pack's checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Amiss, Name, limits};
use crate::reason::Reason;

/// The result of a check: the first fault found, if any.
pub type Checked = Result<(), Amiss>;

/// Refuses `key` for `reason` unless something `holds`.
///
/// # Errors
/// The key and the reason.
pub fn require(holds: bool, key: impl Into<String>, reason: Reason) -> Checked {
    if holds { Ok(()) } else { Err(Amiss::of(key, reason)) }
}

/// Refuses a value out of its range.
///
/// # Errors
/// The key, the value and the range.
pub fn within<N: PartialOrd + Display>(
    value: N,
    range: RangeInclusive<N>,
    key: impl Into<String>,
) -> Checked {
    let reason = Reason::of("pack-out-of-range").quoting("value", &value);
    let reason = reason.quoting("least", range.start()).quoting("most", range.end());
    require(range.contains(&value), key, reason)
}

/// Refuses more of something than a limit.
///
/// # Errors
/// The key, how many there are and the limit.
pub fn at_most(count: usize, limit: usize, key: &str) -> Checked {
    let reason = Reason::of("pack-too-many").with("count", count).with("limit", limit);
    require(count <= limit, key, reason)
}

/// Refuses an item that stands twice in a list.
///
/// # Errors
/// The key and the item.
pub fn once_each<T: Ord + Display>(items: impl IntoIterator<Item = T>, key: &str) -> Checked {
    let mut seen = BTreeSet::new();
    for item in items {
        let twice = Reason::of("pack-twice").quoting("item", &item);
        require(seen.insert(item), key, twice)?;
    }
    Ok(())
}

/// The one of `known` that `wrong` was probably meant to be: at most half its letters differ.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A pack may have names of any length, and the work of comparing grows with it.
    let wrong: String = wrong.to_ascii_lowercase().chars().take(40).collect();
    let letters = wrong.chars().count();
    let slips = |name: &str| strsim::osa_distance(&wrong, &name.to_ascii_lowercase());
    known
        .into_iter()
        .map(|name| (slips(name), name))
        .filter(|(n, _)| n * 2 <= letters)
        // Of equally near names the alphabetically first is taken, whatever the order of `known`.
        .min()
        .map(|(_, name)| name)
}

/// Checks every name and every source of a pack, each with its key.
///
/// # Errors
/// The first that is empty, too long or holds a control character.
pub fn named_and_sourced(names: Vec<(String, &Name)>, sources: Vec<(String, &str)>) -> Checked {
    names.iter().try_for_each(|(key, given)| name(key, given))?;
    sources.iter().try_for_each(|(key, given)| source(key, given))
}

/// The title and the notice of a pack.
///
/// # Errors
/// A text that is empty, too long or holds a control character.
pub fn heading(title: &Name, notice: &Name) -> Checked {
    both("title", title, limits::NAME_CHARS)?;
    both("notice", notice, limits::NOTICE_CHARS)
}

/// The name of the item at `key`.
///
/// # Errors
/// A name that is empty, too long or holds a control character.
pub fn name(key: &str, given: &Name) -> Checked {
    both(&format!("{key}.name"), given, limits::NAME_CHARS)
}

/// The source of the item at `key`.
///
/// # Errors
/// A source that is empty, too long or holds a control character.
pub fn source(key: &str, given: &str) -> Checked {
    text(&format!("{key}.source"), given, limits::SOURCE_CHARS)
}

fn both(key: &str, given: &Name, longest: usize) -> Checked {
    text(&format!("{key}.en"), &given.en, longest)?;
    text(&format!("{key}.ja"), &given.ja, longest)
}

/// A text that can be read on one line.
///
/// # Errors
/// A text that is empty, too long or holds a control character.
pub fn text(key: &str, given: &str, longest: usize) -> Checked {
    require(!given.trim().is_empty(), key, Reason::of("pack-text-empty"))?;
    let chars = given.chars().count();
    let long = Reason::of("pack-text-long").with("chars", chars).with("limit", longest);
    require(chars <= longest, key, long)?;
    require(!given.chars().any(char::is_control), key, Reason::of("pack-text-control"))
}

/// Ids and names that differ from each other, also when typed in small letters. An item is its part of the pack, its
/// id and its name.
///
/// # Errors
/// The second of two that are the same.
pub fn told_apart<'a>(items: impl IntoIterator<Item = (&'a str, &'a str, &'a Name)>) -> Checked {
    let mut ids = BTreeMap::new();
    let mut names = BTreeMap::new();
    for (part, id, given) in items {
        // An id is ASCII; a name below may be in any script.
        if let Some(other) = ids.insert(id.to_ascii_lowercase(), id) {
            let reason = Reason::of("pack-same-id").quoting("other", other);
            return Err(Amiss::of(format!("{part}.{id}"), reason));
        }
        for (language, text) in [("en", &given.en), ("ja", &given.ja)] {
            if let Some(other) = names.insert((language, text.to_lowercase()), id) {
                let key = format!("{part}.{id}.name.{language}");
                return Err(Amiss::of(key, Reason::of("pack-same-name").quoting("other", other)));
            }
        }
    }
    Ok(())
}
