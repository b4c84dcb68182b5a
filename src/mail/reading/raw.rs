//! The lines of a body, before anybody judges whose they are.

use super::address::cleaned;

/// A line of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// Not marked as a quote; on one line, without characters that are not seen.
    Own(String),
    /// The same, and it may be the rest of the line above it, which a program may have broken; it is not empty.
    Broken(String),
    /// Marked as one; `full` when it may have been broken. `marked` is its text behind a mark in a plain text, which a person may
    /// have typed.
    Quoted { full: bool, marked: Option<String> },
}

impl Raw {
    /// A line that nothing marks as a quote.
    pub fn own(text: &str) -> Raw {
        Raw::Own(cleaned(text, usize::MAX))
    }

    /// Its text, if it is unmarked and not empty.
    pub fn text(&self) -> Option<&str> {
        match self {
            Raw::Own(text) | Raw::Broken(text) => {
                Some(text).filter(|text| !text.is_empty()).map(String::as_str)
            }
            Raw::Quoted { .. } => None,
        }
    }
}
