//! `audit --luck`: whether a seat added these words to the dice.

use std::path::Path;

use super::club_log::concluded;
use super::process::ProcessContext;
use super::registry::Games;
use super::{App, CommandResult, files};
use crate::audit::{Evidence, integrity, luck};
use crate::words::Lang;

/// Checks the words against an exported file or a page.
pub(super) fn check_file(
    games: Games,
    path: &Path,
    luck: &[String],
    shown: (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    match luck {
        [] => Ok(true),
        luck => check(&files::evidence_of(games, path)?, luck, shown, process),
    }
}

/// The same for a table in the database.
pub(super) fn check_table(
    app: &App,
    table: &str,
    luck: &[String],
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    match luck {
        [] => Ok(true),
        luck => check(&Evidence::from_store(&*app.store, table, None)?, luck, (app.json, app.lang), process),
    }
}

fn check(
    evidence: &Evidence,
    typed: &[String],
    shown: (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let [seat, words] = typed else { return Ok(true) };
    let (book, _) = integrity::check(evidence, &[]);
    concluded(&luck::of_words(&book, seat, words), shown, process)
}
