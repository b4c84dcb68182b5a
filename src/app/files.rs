//! `audit`, `export`, `import`, `backup`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::cli::{Audit, Export};
use super::edge::Edge;
use super::play::DOOR;
use super::trouble::Trouble;
use super::{App, Outcome};
use crate::audit::{self, Evidence, Findings, Verdict};
use crate::game::Eyes;
use crate::games::GameName;
use crate::log::export;
use crate::log::import;
use crate::log::sight::{Onlooker, visible};
use crate::log::{Entry, Head, Store};
use crate::on_game;
use crate::table::peek;

pub(super) fn audit_file(ask: &Audit, json: bool, edge: &mut Edge<'_>) -> Outcome {
    let path = Path::new(&ask.what);
    let file = File::open(path).map_err(|e| Trouble::file(path, &e))?;
    let evidence = Evidence::from_export(&mut BufReader::new(file))?;
    report(&audited(&evidence, &ask.head), json, edge)
}

pub(super) fn audit_table(app: &App, ask: &Audit, edge: &mut Edge<'_>) -> Outcome {
    let noted = app.store.head_file().read()?.get(&ask.what).copied();
    let eyes = app.usual_eyes(&ask.what).unwrap_or(Eyes::Onlooker);
    report(&audited_table(&app.store, &ask.what, noted, &ask.head, eyes)?, app.json, edge)
}

/// What an audit of a stored table finds, told to these eyes; `noted` is the head that was noted beside the store, `heads`
/// those that somebody wrote down.
pub(super) fn audited_table(
    store: &impl Store,
    table: &str,
    noted: Option<Head>,
    heads: &[Head],
    eyes: Eyes,
) -> Result<Findings, Trouble> {
    let evidence = Evidence::from_store(store, table, noted)?;
    let mut findings = audited(&evidence, heads);
    if evidence.seed.is_some() {
        keep_sealed(&mut findings, &evidence, eyes);
    }
    Ok(findings)
}

/// A difference at an entry that is sealed, or that follows from a sealed one, is named by its place only: what the rules
/// or the seed say instead would tell what it hides.
fn keep_sealed(findings: &mut Findings, evidence: &Evidence, eyes: Eyes) {
    let entries: Vec<Entry> =
        evidence.lines.iter().filter_map(|line| Entry::parse(&line.text).ok()).collect();
    let onlooker = match eyes {
        Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
        _ => Onlooker::Everyone,
    };
    let seen = visible(&entries, &onlooker).unwrap_or_default();
    let is_sealed = |seq: u64| {
        let entry = entries.iter().find(|entry| entry.seq == seq);
        entry.is_some_and(|entry| {
            !seen.contains(&seq) || entry.cause.is_some_and(|cause| !seen.contains(&cause))
        })
    };
    for verdict in [&mut findings.dice, &mut findings.rules] {
        if let Verdict::Failed { entry: Some(seq), what } | Verdict::Differs { entry: Some(seq), what } =
            verdict
            && is_sealed(*seq)
        {
            "it is not as it should be; what it hides is told when it is opened".clone_into(what);
        }
    }
}

fn audited(evidence: &Evidence, heads: &[Head]) -> Findings {
    audit::audit(evidence, heads, |evidence, book| {
        let game = book.opened().map(|opened| opened.game.clone()).unwrap_or_default();
        match GameName::named(&game) {
            Some(name) => on_game!(name, G => audit::rules::check::<G>(evidence, book)),
            None => Verdict::NotCheckable { why: format!("this program does not play `{game}`") },
        }
    })
}

fn report(findings: &Findings, json: bool, edge: &mut Edge<'_>) -> Outcome {
    if json {
        edge.json(findings)?;
        return Ok(!findings.is_failed());
    }
    for line in findings_in_words(findings) {
        writeln!(edge.out, "{line}")?;
    }
    Ok(!findings.is_failed())
}

/// What an audit found, a line each; at the terminal the auditor speaks English.
fn findings_in_words(findings: &Findings) -> Vec<String> {
    let game = findings.game.as_deref().unwrap_or("unknown game");
    let practice = if findings.practice { ", practice" } else { "" };
    let closed = findings.closed.as_ref().map_or("open".to_owned(), |why| format!("closed ({why})"));
    let about = format!(
        "{}: {game}, {closed}{practice}, {} takebacks, {} peeks, {} sealed entries",
        findings.table, findings.takebacks, findings.peeks, findings.sealed
    );
    let forged = "A log forged as a whole passes unless a head that somebody wrote down in play is checked with --head.";
    vec![
        about,
        format!("head      {}", findings.head),
        format!("integrity {}", findings.integrity),
        format!("dice      {}", findings.dice),
        format!("rules     {}", findings.rules),
        forged.to_owned(),
    ]
}

/// For whom a table is exported.
pub(super) fn audience(app: &App, ask: &Export) -> Result<Onlooker, Trouble> {
    if ask.full {
        return Ok(Onlooker::Full);
    }
    let eyes = match ask.seat {
        None => app.usual_eyes(&ask.table)?,
        seat => app.known(&ask.table, |game| on_game!(game, G => app.eyes::<G>(&ask.table, seat)))?,
    };
    Ok(match eyes {
        Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
        _ => Onlooker::Everyone,
    })
}

pub(super) fn export(app: &App, ask: &Export, onlooker: &Onlooker, edge: &mut Edge<'_>) -> Outcome {
    // The file is made before the peek is noted: a peek that could not happen is not on record.
    let made = match &ask.output {
        Some(path) => Some((path, File::create_new(path).map_err(|e| Trouble::file(path, &e))?)),
        None => None,
    };
    let written = (|| -> Result<export::Exported, Trouble> {
        if ask.full {
            peek::note(&app.store, &app.world, &ask.table, DOOR, "export")?;
        }
        match &made {
            Some((path, file)) => {
                let mut out = BufWriter::new(file);
                let exported = export::export(&app.store, &ask.table, onlooker, &mut out)?;
                out.flush().and_then(|()| file.sync_all()).map_err(|e| Trouble::file(path, &e))?;
                Ok(exported)
            }
            None => Ok(export::export(&app.store, &ask.table, onlooker, &mut edge.out)?),
        }
    })();
    let Some((path, _)) = &made else { return written.map(|_| true) };
    let exported = written.inspect_err(|_| {
        // Half an export is worse than none; if it cannot be removed either, the error says enough.
        let _ = std::fs::remove_file(path);
    })?;
    if app.json {
        let (head, sealed) = (exported.head.to_string(), exported.sealed);
        let (file, audience) = (path.display().to_string(), exported.onlooker.to_value());
        edge.json(&json!({ "file": file, "table": ask.table, "head": head, "sealed": sealed, "audience": audience }))?;
    } else {
        let (head, sealed) = (exported.head, exported.sealed);
        writeln!(edge.out, "{}: {} up to {head}, {sealed} entries sealed", path.display(), ask.table)?;
    }
    Ok(true)
}

pub(super) fn import(app: &App, path: &Path, edge: &mut Edge<'_>) -> Outcome {
    let file = File::open(path).map_err(|e| Trouble::file(path, &e))?;
    let imported = import::import(&mut BufReader::new(file), &app.store)?;
    let partial = imported.partial.as_ref().map(Onlooker::to_value);
    if app.json {
        let head = imported.head.to_string();
        edge.json(&json!({ "table": imported.table, "head": head, "partial": partial }))?;
    } else {
        let note = if partial.is_some() { ", to be read only" } else { "" };
        writeln!(edge.out, "{} up to {}{note}", imported.table, imported.head)?;
    }
    Ok(true)
}

pub(super) fn backup(app: &App, path: &Path, edge: &mut Edge<'_>) -> Outcome {
    app.store.backup(path)?;
    if app.json {
        edge.json(&json!({ "file": path.display().to_string() }))?;
    } else {
        writeln!(edge.out, "{}", path.display())?;
    }
    Ok(true)
}
