//! `club-log`, and what `audit` and `export` do with the club's log.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use serde_json::json;

use super::cli::{Audit, ClubLogAsk};
use super::error::CliError;
use super::log_to_check::LogToCheck;
use super::process::ProcessContext;
use super::{App, CommandResult, page_log};
use crate::audit::Evidence;
use crate::club::club_log::{Checkpoint, LeafProof, PublicLog};
use crate::log::Head;
use crate::log::chain::{digest, link};
use crate::log::stored::StoredLine;
use crate::page::ClubLogPart;
use crate::private::PartFile;
use crate::reason::Reason;
use crate::transparency::compare::{LIST_BYTES, LeafList, LogFindings, LogVerdict, TableChain, compare};
use crate::transparency::inclusion_file::PROOF_FILE_BYTES;
use crate::transparency::note::NOTE_BYTES;
use crate::words::{Lang, Words};

/// Prints the last checkpoint, or the list of leaves under it.
pub(super) fn show(app: &App, ask: &ClubLogAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let log = PublicLog::new(&*app.store);
    let Some(checkpoint) = log.checkpoint()? else {
        return Err(CliError::Because(Reason::of("club-log-none")));
    };
    if ask.leaves {
        let mut part = 0;
        while let Some(lines) = log.part(part)? {
            process.out.data().write_all(lines.as_bytes())?;
            part += 1;
        }
        return Ok(true);
    }
    if app.json {
        let (origin, size, note) = (&checkpoint.origin, checkpoint.size, checkpoint.note().to_string());
        process
            .json(&json!({ "note": note, "origin": origin, "short": checkpoint.short(), "size": size }))?;
        return Ok(true);
    }
    process.out.data().write_all(checkpoint.note().to_string().as_bytes())?;
    Ok(true)
}

/// Writes the proofs that a table is in the club's log to a file.
pub(super) fn write_proofs(
    app: &App,
    table: &str,
    path: &Path,
    process: &mut ProcessContext<'_>,
) -> Result<(), CliError> {
    let proofs = PublicLog::new(&*app.store).proofs(table)?;
    let Some(last) = proofs.last() else {
        return Err(CliError::Because(Reason::of("club-log-table-not-yet").quoting("table", table)));
    };
    let unmade = |error| CliError::unmade(path, &error);
    let part = PartFile::new(path).map_err(unmade)?;
    let text: String = proofs.iter().map(LeafProof::to_string).collect();
    part.file().write_all(text.as_bytes()).and_then(|()| part.finish()).map_err(unmade)?;
    let (file, checkpoint) = (path.display().to_string(), last.checkpoint.short());
    if app.json {
        let object = json!({ "checkpoint": checkpoint, "proof": file, "seq": last.leaf.seq, "table": table });
        process.json(&object)?;
    } else {
        let args = [
            ("file", file.into()),
            ("table", table.into()),
            ("seq", last.leaf.seq.into()),
            ("checkpoint", checkpoint.into()),
        ];
        process.line(&Words::read()?.say(app.lang, "club-log-proof-done", &args))?;
    }
    Ok(())
}

/// `audit --checkpoints`: compares two checkpoints, with lists of leaves and the log of a table.
pub(super) fn compare_checkpoints(
    ask: &Audit,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let read = |path| read_as(path, NOTE_BYTES, Checkpoint::read);
    // The command line takes two or none.
    let [earlier, later] = &ask.checkpoints[..] else { return Ok(true) };
    let (earlier, later) = (read(earlier)?, read(later)?);
    let lists = ask.leaves.iter().map(|path| read_as(path, LIST_BYTES, LeafList::read));
    let lists = lists.collect::<Result<Vec<_>, _>>()?;
    let table = ask.what.iter().map(|what| chain_in(Path::new(what))).collect::<Result<Vec<_>, _>>()?;
    let found = compare((&earlier, &later), (ask.log_key.as_ref(), &ask.witness), &lists, &table);
    concluded(&found, (json, lang), process)
}

/// Checks that the table of a log is in the club's log: by the proofs in the page that the log is in, and by those of `--proof`.
pub(super) fn check(
    log: &LogToCheck<'_>,
    in_page: Option<(ClubLogPart, Option<Lang>)>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let keys = (log.ask.log_key.as_ref(), log.ask.witness.as_slice());
    let in_page = match in_page {
        Some((part, lang)) => {
            let found = page_log::found(&chain_of(&(log.read)()?), &part, lang, keys)?;
            let is_asked = log.ask.log_key.is_some() || !log.ask.witness.is_empty();
            match concluded(&found, log.shown, process) {
                // Who names no key asks about the game: proofs that a page also has make its audit no worse.
                Err(CliError::PartlyChecked) if !is_asked => Ok(true),
                concluded => concluded,
            }
        }
        None => Ok(true),
    };
    let Some(proof) = &log.ask.proof else { return in_page };
    let found = read_as(proof, PROOF_FILE_BYTES, LeafProof::read_all)
        .and_then(|proofs| Ok(chain_of(&(log.read)()?).check_proofs(&proofs, keys)));
    both(in_page, found.and_then(|found| concluded(&found, log.shown, process)))
}

/// The worse of two results, of which the first was printed first.
pub(super) fn both(one: CommandResult, other: CommandResult) -> CommandResult {
    match (one, other) {
        (Ok(true), other) => other,
        (Ok(false), _) | (_, Ok(false)) => Ok(false),
        (one, Ok(true)) => one,
        // Nothing was wrong in the first, so that the error of the second says more.
        (Err(CliError::PartlyChecked), other) => other,
        (one, Err(_)) => one,
    }
}

/// Prints findings, and ends with the worst of them.
pub(super) fn concluded(
    found: &LogFindings,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let words = Words::read()?;
    for (verdict, why) in &found.0 {
        if json {
            let text = words.reason(lang, why);
            process.json(&json!({ "about": why.key, "text": text, "verdict": verdict }))?;
            continue;
        }
        let key = match verdict {
            LogVerdict::Holds => "club-log-line-holds",
            LogVerdict::Unchecked => "club-log-line-unchecked",
            LogVerdict::Fails => "club-log-line-fails",
        };
        process.line(&words.say(lang, key, &[("what", words.reason(lang, why).into())]))?;
    }
    match found.worst() {
        LogVerdict::Holds => Ok(true),
        LogVerdict::Unchecked => Err(CliError::PartlyChecked),
        LogVerdict::Fails => Ok(false),
    }
}

/// Reads a file of at most so many bytes.
fn read_as<T>(path: &Path, most: usize, read: impl Fn(&str) -> Result<T, Reason>) -> Result<T, CliError> {
    let fault = |error: std::io::Error| CliError::file(path, &error);
    let mut text = String::new();
    let file = File::open(path).map_err(fault)?;
    // One byte more, so that a longer file is noticed.
    file.take(most as u64 + 1).read_to_string(&mut text).map_err(fault)?;
    read(&text).map_err(|why| CliError::in_file(path, why))
}

/// The log of a table in an exported file.
fn chain_in(path: &Path) -> Result<TableChain, CliError> {
    let file = File::open(path).map_err(|error| CliError::file(path, &error))?;
    Ok(chain_of(&Evidence::from_export(&mut BufReader::new(file))?))
}

/// The chain values of a log, as far as its lines follow one another.
fn chain_of(evidence: &Evidence) -> TableChain {
    let (mut head, mut chains) = (Head::EMPTY, Vec::with_capacity(evidence.lines.len()));
    for line in &evidence.lines {
        let digest = match StoredLine::parse(&line.text) {
            Ok((_, StoredLine::Entry(entry))) if entry.seq == head.seq + 1 => digest(&line.text),
            Ok((_, StoredLine::Sealed { seq, digest })) if seq == head.seq + 1 => digest,
            _ => break,
        };
        head = Head { seq: head.seq + 1, chain: link(&head.chain, &digest) };
        chains.push(head.chain);
    }
    TableChain { table: evidence.table.clone(), chains }
}
