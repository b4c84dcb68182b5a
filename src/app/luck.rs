//! `audit --luck`: whether a seat added these words to the dice.

use super::CommandResult;
use super::club_log::concluded;
use super::log_to_check::LogToCheck;
use super::process::ProcessContext;
use crate::audit::{integrity, luck};

/// Checks the words against a log.
pub(super) fn check(log: &LogToCheck<'_>, process: &mut ProcessContext<'_>) -> CommandResult {
    // The command line takes two values or none.
    let [seat, words] = &log.ask.luck[..] else { return Ok(true) };
    let (book, _) = integrity::check(&(log.read)()?, &[]);
    concluded(&luck::of_words(&book, seat, words), log.shown, process)
}
