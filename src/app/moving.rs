//! `copy`: everything moved from one database to another, which is played on in its place.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;

use super::CommandResult;
use super::cli::CopyArgs;
use super::database;
use super::error::CliError;
use super::process::ProcessContext;
use crate::config::Config;
use crate::log::Fault;
use crate::log::moving::{MigrationState, MoveProgress, NotMoved, give_up, move_all};
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// Bytes of the number of a move.
const NUMBER_BYTES: usize = 16;
/// The longest pause before it is looked again whether a lease has ended, which whoever has it may have given back.
const LONGEST: Duration = Duration::from_secs(1);

/// Moves everything, or gives a move up.
///
/// # Errors
/// [`CliError`]: a database that is not there, is not empty, or was moved elsewhere; what is damaged.
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
        return said(process, json, json!({ "played_on": from.place() }), || {
            words.say(lang, "copy-given-up", &[("from", from.place().into())])
        });
    }
    if database::place(&ask.to, config, process)? == from.place() {
        return Err(CliError::Because(Reason::of("copy-same")));
    }
    let to = database::to_move(&ask.to, config, process)?;
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
    move_all(&*from, &*to, &hex::encode(number), &mut wait, &mut told).map_err(not_moved)?;
    if json {
        process.json(&json!({ "moved": from.place(), "played_on": to.place() }))?;
    }
    Ok(true)
}

fn said(
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
