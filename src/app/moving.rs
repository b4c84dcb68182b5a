//! `copy`: everything moved from one database to another, which is played on in its place.

use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;

use super::CommandResult;
use super::cli::CopyArgs;
use super::database;
use super::error::CliError;
use super::process::ProcessContext;
use crate::config::Config;
use crate::log::moving::{MigrationState, MoveProgress, NotMoved, give_up, is_empty, move_all};
use crate::log::{Fault, SqliteStore};
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// Bytes of the number of a move.
const NUMBER_BYTES: usize = 16;
/// The longest pause before checking again whether a lease has ended; its process may have given it back.
const LONGEST: Duration = Duration::from_secs(1);

/// Moves everything, or gives a move up.
///
/// # Errors
/// [`CliError`]: a database that does not exist, is not empty, or was moved elsewhere; damaged data.
pub fn copy(
    ask: &CopyArgs,
    config: &Config,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    [&ask.from, &ask.to].into_iter().try_for_each(|place| database::check_place(place))?;
    if database::address_in(&ask.from).is_none() && !ask.from.exists() {
        return Err(CliError::NoDatabase(ask.from.clone()));
    }
    let words = Words::read()?;
    let from = database::to_move(&ask.from, config, process)?;
    if ask.give_up {
        give_up(&*from, &database::place(&ask.to, config, process)?).map_err(not_moved)?;
        return print_done(process, json, json!({ "played_on": from.place() }), || {
            words.say(lang, "copy-given-up", &[("from", from.place().into())])
        });
    }
    if database::place(&ask.to, config, process)? == from.place() {
        return Err(CliError::Because(Reason::of("copy-same")));
    }
    // Before it is opened: only a file that was not there may be removed again.
    let new = New::of(&ask.to);
    let to = database::to_move(&ask.to, config, process).inspect_err(|_| new.discard())?;
    let mut number = [0; NUMBER_BYTES];
    process.platform.fill(&mut number).map_err(|error| CliError::Failed(error.to_string()))?;
    let platform = process.platform.clone();
    let mut wait = |until: &str| {
        let left = DateTime::parse_from_rfc3339(until).map(|until| until.to_utc() - platform.now());
        if let Ok(Ok(left)) = left.map(|left| left.to_std()) {
            std::thread::sleep(left.min(LONGEST));
        }
        text(platform.now())
    };
    let mut last = String::new();
    let mut told = |progress: MoveProgress<'_>| {
        let line = match &progress {
            MoveProgress::Leased(until) => words.say(lang, "copy-leased", &[("until", (*until).into())]),
            MoveProgress::Is(_, Some(MigrationState::Arriving)) | MoveProgress::Checked(_) => return Ok(()),
            MoveProgress::Is(place, Some(MigrationState::Leaving)) => {
                words.say(lang, "copy-leaving", &[("place", (*place).into())])
            }
            MoveProgress::Is(place, Some(MigrationState::Moved)) => {
                words.say(lang, "copy-moved", &[("place", (*place).into())])
            }
            MoveProgress::Is(place, None) => words.say(lang, "copy-played-on", &[("place", (*place).into())]),
            MoveProgress::Brought(part, rows) => {
                let rows = i64::try_from(*rows).unwrap_or(i64::MAX);
                words.say(lang, "copy-brought", &[("part", (*part).into()), ("rows", rows.into())])
            }
        };
        if !json && line != last {
            // Whoever watches may have gone; it goes on.
            let _ = writeln!(process.out, "{line}").and_then(|()| process.out.flush());
            last = line;
        }
        Ok(())
    };
    if let Err(why) = move_all(&*from, &*to, &hex::encode(number), &mut wait, &mut told) {
        // A target that cannot be read may hold a move, and is left alone.
        let is_begun = to.migration().map_or(true, |begun| begun.is_some());
        if !is_begun && is_empty(&*to).unwrap_or(false) {
            drop(to);
            new.discard();
        }
        return Err(not_moved(why));
    }
    if json {
        process.json(&json!({ "moved": from.place(), "played_on": to.place() }))?;
    }
    Ok(true)
}

/// The target of a move, if its file did not exist.
struct New<'a>(Option<&'a Path>);

impl New<'_> {
    fn of(place: &Path) -> New<'_> {
        New(Some(place).filter(|place| database::address_in(place).is_none() && !place.exists()))
    }

    /// Removes the file of a move that did not begin.
    fn discard(&self) {
        self.0.into_iter().for_each(SqliteStore::discard);
    }
}

fn print_done(
    process: &mut ProcessContext<'_>,
    json: bool,
    value: serde_json::Value,
    line: impl FnOnce() -> String,
) -> CommandResult {
    match json {
        true => process.json(&value)?,
        false => writeln!(process.out, "{}", line())?,
    }
    Ok(true)
}

fn text(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

fn not_moved(why: NotMoved) -> CliError {
    CliError::Because(match why {
        NotMoved::Fault(fault) => return fault.into(),
        NotMoved::NotHere(here) => {
            return Fault::NotPlayedOn { state: here.state.as_str().to_owned(), other: here.other }.into();
        }
        NotMoved::Overtaken(place) => Reason::of("copy-overtaken").quoting("place", place),
        NotMoved::Occupied => Reason::of("copy-occupied"),
        NotMoved::TooLate => Reason::of("copy-too-late"),
        NotMoved::Differs(what) => Reason::of("copy-differs").quoting("what", what),
    })
}
