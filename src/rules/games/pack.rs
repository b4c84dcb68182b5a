//! The common part of all data packs: files of named values, each with its source, checked as a whole when they are read.
//!
//! A game declares with `pack!` which files its pack has and what stands in each, and so says by [`Layout`] what must hold in
//! it. A pack comes in from files by [`from_files`] or out of a log by [`from_value`]; a bad one is answered with a
//! [`PackFileFault`] that names the file, the key, the line where there is one, and the reason. No folder is read here.

pub mod check;
mod declare;
mod fault;
mod files;
pub mod limits;
mod locate;
mod stored;

pub use check::Checked;
pub(crate) use declare::{checked_pack, pack};
pub use fault::{Amiss, FilePosition, PackFileFault};
pub use files::{Texts, from_files};
pub use stored::{Parts, from_value, to_value};

use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::reason::Reason;

/// A name in the languages a pack is written in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

/// The layout of a game's pack, and the checks that it must pass.
pub trait Layout: Serialize + Sized {
    /// The game, whose messages describe its own faults.
    const GAME: &'static str;
    /// The layout of the files that this version writes and reads.
    const FORMAT: u32;
    /// The files of a pack and their built-in text; the first one holds the format.
    const FILES: &'static [(&'static str, &'static str)];

    /// The file that holds the first part of a key; the first file for a part that no other holds.
    fn file_of(part: &str) -> &'static str;

    /// The pack in the texts of its files.
    ///
    /// # Errors
    /// The first thing that cannot be read.
    fn from_texts(texts: &Texts) -> Result<Self, PackFileFault>;

    /// The pack in the parts of a stored one.
    ///
    /// # Errors
    /// The first part that cannot be read.
    fn from_parts(parts: &mut Parts) -> Result<Self, Amiss>;

    /// Checks everything that a pack must hold to be played.
    ///
    /// # Errors
    /// The first thing found wrong.
    fn sound(&self) -> Checked;

    /// Checks what a pack from files must hold besides. A stored pack need not: logs opened before a check came must still be
    /// read.
    ///
    /// # Errors
    /// The first thing found wrong.
    fn fit_for_new_tables(&self) -> Checked {
        Ok(())
    }

    /// A better text for a key that cannot be read, where that helps more than the parser's `message`.
    fn reworded(_key: &str, _message: &str) -> Option<Reason> {
        None
    }
}

/// Why `key` cannot be read, by the parser's `message`.
fn unreadable<P: Layout>(key: &str, message: &str) -> Reason {
    let reason = P::reworded(key, message).unwrap_or(Reason::of("pack-unreadable").quoting("what", message));
    reason.in_words_of(P::GAME)
}

/// Checks everything a pack must hold to be played.
///
/// # Errors
/// The first thing found wrong.
pub fn check<P: Layout>(pack: &P) -> Result<(), PackFileFault> {
    pack.sound().map_err(Amiss::filed::<P>)
}

/// Exactly `N` values: a list that TOML reads as an array of `N` would drop what follows.
///
/// # Errors
/// Another number of values.
pub fn exactly<'de, D, T, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let values = Vec::<T>::deserialize(deserializer)?;
    let count = values.len();
    values.try_into().map_err(|_| D::Error::invalid_length(count, &format!("{N} values").as_str()))
}
