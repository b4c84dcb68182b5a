//! The data packs of games, from folders.

use std::path::Path;

use super::error::CliError;
use crate::games::Playable;
use crate::reason::Reason;

/// Most files of a data folder.
const DATA_FILES: usize = 64;
/// Most bytes of one file of a data folder.
const DATA_FILE_BYTES: u64 = 1024 * 1024;

/// The hash of a game's data pack.
///
/// # Errors
/// A pack that has no canonical form.
pub fn pack_hash<G: Playable>(game: &G) -> Result<String, CliError> {
    let pack =
        crate::log::StoredPack::new(&game.pack()).map_err(|fault| CliError::Failed(fault.to_string()))?;
    Ok(pack.hash().to_owned())
}

/// The game with the data pack of a folder, or with the built-in one.
///
/// # Errors
/// A folder that cannot be read or is over a limit; an inconsistent pack.
pub fn game<G: Playable>(folder: Option<&Path>) -> Result<G, CliError> {
    let files = folder.map(files).transpose()?.unwrap_or_default();
    G::from_files(files).map_err(CliError::Pack)
}

/// Checks that the data pack in a folder is one of this game.
///
/// # Errors
/// A folder that cannot be read; what does not fit.
pub fn fits<G: Playable>(folder: &Path) -> Result<(), CliError> {
    game::<G>(Some(folder)).map(drop)
}

/// The files of a data folder with their names, in order.
///
/// # Errors
/// A folder that cannot be read, is over a limit or has none.
pub fn files(folder: &Path) -> Result<Vec<(String, String)>, CliError> {
    let trouble = |error: &dyn std::fmt::Display| {
        CliError::in_file(folder, Reason::of("data-unreadable").quoting("why", error))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| trouble(&e))? {
        let path = entry.map_err(|e| trouble(&e))?.path();
        // Other files, such as a licence, are no part of the pack.
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".toml"))
        else {
            continue;
        };
        let bytes = std::fs::metadata(&path).map_err(|e| CliError::file(&path, &e))?.len();
        if files.len() >= DATA_FILES || bytes > DATA_FILE_BYTES {
            let most = Reason::of("data-too-much").with("files", DATA_FILES).with("bytes", DATA_FILE_BYTES);
            return Err(CliError::in_file(folder, most));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| CliError::file(&path, &e))?;
        files.push((name.to_owned(), text));
    }
    if files.is_empty() {
        return Err(CliError::in_file(folder, Reason::of("data-none")));
    }
    // A folder lists its files in no order, and must read the same on every machine.
    files.sort();
    Ok(files)
}
