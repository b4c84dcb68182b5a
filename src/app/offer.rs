//! What the program adds to a game to offer it to people: its data from a folder, its usual set-up, its names.

use std::path::Path;

use super::trouble::Trouble;
use crate::book::Lexicon;
use crate::games::goeben::Goeben;
use crate::games::goeben::pack::{Pack, SeaChart};
use crate::games::{PackFault, Packed};
use crate::report;
use crate::words::{Lang, Words};

/// Most files of a data folder.
const DATA_FILES: usize = 64;
/// Most bytes of one file of a data folder.
const DATA_FILE_BYTES: u64 = 1024 * 1024;

/// A game as the program offers it.
pub trait Offered: Packed {
    /// The game on the data files of a folder, name and text; without any, on the pack the program brings along.
    ///
    /// # Errors
    /// [`PackFault`] that names the file, the key and the reason.
    fn from_files(files: Vec<(String, String)>) -> Result<Self, PackFault>;

    /// How a table is opened when nothing else is asked for.
    fn usual_setup() -> Self::Setup;

    /// What everything is called, for typing and for reading.
    fn lexicon(&self, words: &Words) -> Lexicon;

    /// The position in words; `None` as long as there is no report for it.
    fn board(&self, _view: &Self::View, _words: &Words, _lang: Lang) -> Option<String> {
        None
    }
}

impl Offered for Goeben {
    fn from_files(files: Vec<(String, String)>) -> Result<Goeben, PackFault> {
        if files.is_empty() {
            return Ok(Goeben::new(SeaChart::builtin()));
        }
        let chart = Pack::from_files(files).and_then(SeaChart::new);
        chart.map(Goeben::new).map_err(|fault| PackFault { game: "goeben", what: fault.to_string() })
    }

    fn usual_setup() -> Self::Setup {
        Self::Setup::default()
    }

    fn lexicon(&self, words: &Words) -> Lexicon {
        report::goeben::lexicon(words, self.board().pack())
    }
}

/// The game on the data pack of a folder, or on the one the program brings along.
///
/// # Errors
/// A folder that cannot be read or is over a limit; a pack that does not hold together.
pub fn game<G: Offered>(folder: Option<&Path>) -> Result<G, Trouble> {
    let Some(folder) = folder else { return Ok(G::from_files(Vec::new())?) };
    let trouble = |error: &dyn std::fmt::Display| Trouble::file(folder, error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| trouble(&e))? {
        let path = entry.map_err(|e| trouble(&e))?.path();
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".toml"))
        else {
            continue;
        };
        let bytes = std::fs::metadata(&path).map_err(|e| Trouble::file(&path, &e))?.len();
        if files.len() >= DATA_FILES || bytes > DATA_FILE_BYTES {
            return Err(trouble(&format!(
                "a data folder has at most {DATA_FILES} files of {DATA_FILE_BYTES} bytes"
            )));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| Trouble::file(&path, &e))?;
        files.push((name.to_owned(), text));
    }
    if files.is_empty() {
        return Err(trouble(&"there is no data file (*.toml) in this folder"));
    }
    files.sort();
    Ok(G::from_files(files)?)
}
