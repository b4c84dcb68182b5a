//! `archive`: finished tables out of the database, each to a file that is read in its place.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use chrono::TimeDelta;
use serde_json::json;

use super::cli::ArchiveAsk;
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::Club;
use crate::club::zone::{moment, written};
use crate::door::discord::threads::DiscordThreads;
use crate::log::export;
use crate::log::import;
use crate::log::sqlite::FinishedTable;
use crate::log::stored::Archived;
use crate::log::visibility::LogViewer;
use crate::log::{Fault, Head, SqliteStore, Store};
use crate::private::{self, PartFile};
use crate::reason::Reason;
use crate::words::Words;

/// Archives finished tables to a folder, one after the other. If it is stopped at any moment, each table is in the database or
/// whole in its file; the same command continues.
pub(super) fn run(app: &App, ask: &ArchiveAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let store = app.store.file("archive-of-a-server")?;
    let club = app.games.club(app.store.shared(), app.platform.clone(), None, None)?;
    let words = Words::read()?;
    let (chosen, waiting) = chosen(app, store, &club, ask)?;
    let new_folder = !ask.to.exists();
    private::create_folders(&ask.to).map_err(|e| CliError::file(&ask.to, &e))?;
    let folder = fs::canonicalize(&ask.to).map_err(|e| CliError::file(&ask.to, &e))?;
    let mut went_well = true;
    for (table, head) in &chosen {
        let path = folder.join(format!("{table}.jsonl"));
        let file = match taken_out(app, store, &club, (table, *head), &path) {
            Ok(file) => file,
            // A damaged table must not stop the others.
            Err(trouble) => {
                writeln!(process.err, "wardroom: {table}: {}", trouble.render(app.lang))?;
                went_well = false;
                continue;
            }
        };
        let head = head.to_string();
        if app.json {
            process.json(&json!({ "table": table, "file": file, "head": head }))?;
        } else {
            let args =
                [("table", table.as_str().into()), ("file", file.into()), ("head", head.as_str().into())];
            writeln!(process.out, "{}", words.say(app.lang, "archive-done", &args))?;
        }
    }
    for table in &waiting {
        if app.json {
            process.json(&json!({ "table": table, "waiting": true }))?;
        } else {
            let args = [("table", table.as_str().into())];
            writeln!(process.out, "{}", words.say(app.lang, "archive-waiting", &args))?;
        }
    }
    if chosen.is_empty() && waiting.is_empty() && !app.json {
        writeln!(process.out, "{}", words.say(app.lang, "archive-none", &[]))?;
    }
    if new_folder && !went_well {
        // Remove the folder if it is empty.
        let _ = fs::remove_dir(&folder);
    }
    // Files that stay open to others are reported at the end of every command.
    store.tighten_kept();
    if ask.vacuum {
        let size = || fs::metadata(store.path()).map_or(0, |file| file.len());
        let before = size();
        store.vacuum()?;
        if app.json {
            process.json(&json!({ "bytes_before": before, "bytes": size() }))?;
        } else {
            let args = [("before", before.into()), ("now", size().into())];
            writeln!(process.out, "{}", words.say(app.lang, "archive-vacuumed", &args))?;
        }
    }
    Ok(went_well)
}

/// The tables to take out, each with its head, and those that stay.
type Chosen = (Vec<(String, Head)>, Vec<String>);

/// The tables to archive, and those that stay because notifications of them are pending. Tables given by name are archived
/// anyway.
fn chosen(app: &App, store: &SqliteStore, club: &Club, ask: &ArchiveAsk) -> Result<Chosen, CliError> {
    let finished = store.finished()?;
    let mut waiting = Vec::new();
    let mut chosen = Vec::new();
    if ask.tables.is_empty() {
        let least = ask.days.map(|days| TimeDelta::days(days.into()));
        for FinishedTable { table, head, ended_at, waiting: to_tell } in &finished {
            if least.is_some_and(|least| app.platform.now() - moment(ended_at) < least) {
                continue;
            }
            // Its pending notifications, and what its thread lacks, are still to be made of its entries.
            match *to_tell
                || DiscordThreads(club).notes_of_thread(table)?.0.is_some_and(|told| told < head.seq)
            {
                true => waiting.push(table.clone()),
                false => chosen.push((table.clone(), *head)),
            }
        }
    }
    for named in &ask.tables {
        match finished.iter().find(|it| it.table == *named) {
            Some(it) => chosen.push((it.table.clone(), it.head)),
            None => match store.table(named)? {
                Some(before) if before.archived.is_some() => chosen.push((before.table, before.head)),
                Some(_) => {
                    return Err(CliError::Because(
                        Reason::of("archive-not-finished").quoting("table", named),
                    ));
                }
                None => return Err(Fault::NoTable { table: named.clone() }.into()),
            },
        }
    }
    Ok((chosen, waiting))
}

/// Takes one table out, and says where it is.
fn taken_out(
    app: &App,
    store: &SqliteStore,
    club: &Club,
    (table, head): (&str, Head),
    path: &Path,
) -> Result<String, CliError> {
    if let Some(before) = store.table(table)?.and_then(|summary| summary.archived) {
        return Ok(before.file);
    }
    let io = |e: io::Error| CliError::file(path, &e);
    // A command that was stopped may already have written the file.
    let new = !path.try_exists().map_err(io)?;
    if new {
        write_whole(store, (table, head), path)?;
    }
    // A file that was there already may be another table's, or a part of this one.
    check(path, (table, head))?;
    let to = Archived { file: path.display().to_string(), at: written(app.platform.now()) };
    let file = to.file.clone();
    let taken = DiscordThreads(club).notes_of_thread(table)?.1;
    if let Err(fault) = store.take_out(table, head, to, taken) {
        // After `Unknown` the table may be gone from the database, and its only copy be here.
        let stays = store.table(table).is_ok_and(|summary| summary.is_some_and(|it| it.archived.is_none()));
        if new && stays && !matches!(fault, Fault::Unknown { .. }) {
            // The table is still in the database, so nothing needs the file.
            let _ = fs::remove_file(path);
        }
        return Err(fault.into());
    }
    Ok(file)
}

/// Writes a table to a new file, which is complete or does not exist.
fn write_whole(store: &SqliteStore, (table, head): (&str, Head), path: &Path) -> Result<(), CliError> {
    let io = |e: io::Error| CliError::file(path, &e);
    // Two commands at once would write into one another.
    let part = PartFile::begin(path, store.path()).map_err(|e| match e.kind() {
        io::ErrorKind::WouldBlock => CliError::in_file(path, Reason::of("archive-at-work")),
        _ => io(e),
    })?;
    let mut out = BufWriter::new(part.file());
    // A finished table hides nothing, so texts between players are included.
    export::export(store, table, &LogViewer::Full, |_| true, &mut out)?;
    out.flush().map_err(io)?;
    drop(out);
    check(part.path(), (table, head))?;
    part.finish().map_err(io)
}

/// Reads the file back and checks that it has this whole table, up to its head.
fn check(path: &Path, (table, head): (&str, Head)) -> Result<(), CliError> {
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    let other = |why: Reason| CliError::in_file(path, Reason::of("archive-other-file").with("why", why));
    let read = match import::read(&mut BufReader::new(file)) {
        Ok(read) => read,
        Err(import::ImportError::Line(fault)) => return Err(other(fault.reason())),
        Err(import::ImportError::Fault(fault)) => return Err(fault.into()),
    };
    match read.table_and_head() == (table, head) && read.partial().is_none() {
        true => Ok(()),
        false => {
            let (found, at) = read.table_and_head();
            Err(other(Reason::of("archive-holds").quoting("table", found).quoting("head", at)))
        }
    }
}
