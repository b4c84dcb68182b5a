//! `set-clock`: logs that are ahead of the clock are set right.

use serde_json::json;

use super::cli::SetClock;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::{Caller, Reply};
use crate::door::terminal::wording::DOOR;
use crate::log::Fault;
use crate::words::Words;

/// Sets the logs of a table, or of all that are ahead of the clock, right by an entry each.
pub(super) fn run(app: &App, ask: &SetClock, process: &mut ProcessContext<'_>) -> CommandResult {
    let club = app.games.club(app.store.shared(), app.platform.clone(), None, None)?;
    // First: while the note of a clock that was ahead stands, this process counts as behind and is refused.
    club.time().forget_clock_ahead()?;
    let words = Words::read()?;
    let tables = match &ask.table {
        Some(table) if app.store.table(table)?.is_none() => {
            return Err(Fault::NoTable { table: table.clone() }.into());
        }
        Some(table) => vec![table.clone()],
        None => club.time().tables_ahead()?,
    };
    let (caller, mut went_well) = (Caller::new(&app.user, DOOR), true);
    for table in &tables {
        match club.time().set_clock(table, &caller)? {
            Reply::Accepted { last, .. } if app.json => {
                process.json(&json!({ "table": table, "entry": last }))?;
            }
            Reply::Accepted { last, .. } => {
                let args = [("table", table.as_str().into()), ("entry", last.into())];
                writeln!(process.out, "{}", words.say(app.lang, "set-clock-done", &args))?;
            }
            Reply::Refused(refusal) => {
                went_well = false;
                let about = refusal.about.iter();
                let args: Vec<_> =
                    about.map(|(name, value)| (name.as_str(), value.as_str().into())).collect();
                let why = words.say(app.lang, &format!("refusal-{}", refusal.reason), &args);
                writeln!(process.err, "wardroom: {table}: {why}")?;
            }
            Reply::Stale { .. } => went_well = false,
        }
    }
    if tables.is_empty() && !app.json {
        writeln!(process.out, "{}", words.say(app.lang, "set-clock-none", &[]))?;
    }
    Ok(went_well)
}
