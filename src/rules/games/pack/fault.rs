//! Faults of a pack, in words for the person who edits its files.

use super::Layout;
use crate::reason::{Detail, Reason};

/// The longest text a reason quotes, in characters.
const REASON_CHARS: usize = 600;
/// The longest key a fault names, in characters.
const KEY_CHARS: usize = 120;

/// A fault that a check finds: a key and the reason, the file not yet looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amiss {
    key: String,
    reason: Reason,
}

impl Amiss {
    /// `key` is wrong, and why.
    pub fn of(key: impl Into<String>, reason: Reason) -> Amiss {
        Amiss { key: key.into(), reason }
    }

    /// The same with the file of `P` in which the key stands.
    pub fn filed<P: Layout>(self) -> PackFileFault {
        let part = self.key.split(['.', '[']).next().unwrap_or_default();
        PackFileFault::in_file(P::file_of(part), self.key.as_str(), self.reason.in_words_of(P::GAME))
    }
}

/// Why a pack is refused: the file, the key in it and the reason, with what would be right where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFileFault {
    /// The file the value stands in, for example `ships.toml`; the same name when the pack comes out of a log.
    pub file: String,
    /// The key, for example `ships.lion.turn` or `damage[2].least` (rows count from 1); empty for a whole file.
    pub key: String,
    /// The place in the file, if the pack was read from files.
    pub place: Option<FilePosition>,
    /// The fault, and what would be right.
    pub reason: Reason,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl PackFileFault {
    /// A fault in `file`.
    pub(super) fn in_file(file: &str, key: impl Into<String>, mut reason: Reason) -> PackFileFault {
        for (_, detail) in &mut reason.about {
            if let Detail::Text(text) = detail {
                *text = shortened(text, REASON_CHARS);
            }
        }
        PackFileFault {
            file: shortened(file, KEY_CHARS),
            key: shortened(&key.into(), KEY_CHARS),
            place: None,
            reason,
        }
    }

    /// The same for readers.
    pub fn reason(&self) -> Reason {
        let found = Reason::of(match (self.place, &*self.key) {
            (None, "") => "pack-in-file",
            (None, _) => "pack-in-key",
            (Some(_), "") => "pack-at-place",
            (Some(_), _) => "pack-at-key",
        });
        let found = found.quoting("file", &self.file).quoting("key", &self.key);
        let (line, column) = self.place.map_or((0, 0), |place| (place.line, place.column));
        found.with("line", line).with("column", column).with("why", self.reason.clone())
    }

    /// The same fault, found at `place`.
    pub(super) fn at(self, place: Option<FilePosition>) -> PackFileFault {
        PackFileFault { place: place.or(self.place), ..self }
    }
}

fn shortened(text: &str, most: usize) -> String {
    // A parser's message may have several lines; a fault is told in one.
    let text = text.trim().replace(['\n', '\r', '\t'], " ");
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
