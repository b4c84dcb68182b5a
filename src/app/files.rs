//! `audit`, `export`, `import`, `backup`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::cli::{Export, Import};
use super::edge::Edge;
use super::registry::Games;
use super::trouble::CliError;
use super::{App, CommandResult};
use crate::audit::{Conclusion, Evidence, Findings};
use crate::club::audited;
use crate::game::Eyes;
use crate::log::Head;
use crate::log::export;
use crate::log::import;
use crate::log::sight::Onlooker;
use crate::report;
use crate::table::peek;
use crate::words::{Lang, Words};

pub(super) fn audit_file(
    games: Games,
    path: &Path,
    heads: &[Head],
    (json, lang): (bool, Lang),
    edge: &mut Edge<'_>,
) -> CommandResult {
    let findings = audited::evidence_of(&evidence_in(path)?, heads, games.checks());
    report(games, &Audited { findings, witness_missing_since: None }, (json, lang), edge)
}

fn evidence_in(path: &Path) -> Result<Evidence, CliError> {
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    Ok(Evidence::from_export(&mut BufReader::new(file))?)
}

pub(super) fn audit_table(app: &App, table: &str, heads: &[Head], edge: &mut Edge<'_>) -> CommandResult {
    let witness = app.store.witness();
    let eyes = app.usual_eyes(table).unwrap_or(Eyes::Onlooker);
    let heads = (witness.heads.get(table).copied(), heads);
    let findings = audited::table(&app.store, table, heads, eyes, app.games.checks())?;
    let audited = Audited { findings, witness_missing_since: witness.missing_since };
    report(app.games, &audited, (app.json, app.lang), edge)
}

/// Takes the heads that are there for what was noted of them, but for those of tables that lost their tail.
pub(super) fn accept_heads(app: &App, edge: &mut Edge<'_>) -> CommandResult {
    let witness = app.store.accept_heads()?;
    let lost = app.store.lost_tails()?;
    let words = Words::read()?;
    for (table, head) in &witness.heads {
        let trouble = lost.iter().find(|fault| fault.table() == Some(&**table)).map(ToString::to_string);
        if app.json {
            edge.json(&json!({ "table": table, "head": head.to_string(), "trouble": trouble }))?;
        } else if trouble.is_none() {
            let args = [("table", table.as_str().into()), ("head", head.to_string().into())];
            writeln!(edge.out, "{}", words.say(app.lang, "audit-head-accepted", &args))?;
        }
    }
    match lost.first() {
        Some(fault) => Err(fault.clone().into()),
        None => Ok(true),
    }
}

/// What an audit found, and what is known of the head file beside the database.
#[derive(Serialize)]
struct Audited {
    #[serde(flatten)]
    findings: Findings,
    witness_missing_since: Option<String>,
}

fn report(games: Games, audited: &Audited, (json, lang): (bool, Lang), edge: &mut Edge<'_>) -> CommandResult {
    if json {
        edge.json(audited)?;
        return concluded(&audited.findings);
    }
    let words = games.words(audited.findings.game.as_deref())?;
    let missing = audited.witness_missing_since.as_deref();
    for line in report::findings(&words, lang, &audited.findings, missing) {
        writeln!(edge.out, "{line}")?;
    }
    concluded(&audited.findings)
}

/// What a command comes to that audited something: three things that a script can tell apart.
fn concluded(findings: &Findings) -> CommandResult {
    match findings.conclusion {
        Conclusion::Holds => Ok(true),
        Conclusion::HoldsSoFar => Err(CliError::PartlyChecked),
        Conclusion::Failed => Ok(false),
    }
}

/// For whom a table is exported.
pub(super) fn audience(app: &App, ask: &Export) -> Result<Onlooker, CliError> {
    if ask.full {
        return Ok(Onlooker::Full);
    }
    let eyes = match ask.seat {
        None => app.usual_eyes(&ask.table)?,
        seat => app.game_at(&ask.table)?.eyes(app, &ask.table, seat)?,
    };
    Ok(match eyes {
        Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
        _ => Onlooker::Everyone,
    })
}

pub(super) fn export(app: &App, ask: &Export, onlooker: &Onlooker, edge: &mut Edge<'_>) -> CommandResult {
    // The file is made before the peek is noted: a peek that could not happen is not on record.
    let made = match &ask.output {
        Some(path) => Some((path, File::create_new(path).map_err(|e| CliError::file(path, &e))?)),
        None => None,
    };
    let written = (|| -> Result<export::Exported, CliError> {
        if ask.full {
            peek::note(&app.store, &app.world, &ask.table, &app.caller()?, "export")?;
        }
        match &made {
            Some((path, file)) => {
                let mut out = BufWriter::new(file);
                let exported = export::export(&app.store, &ask.table, onlooker, &mut out)?;
                out.flush().and_then(|()| file.sync_all()).map_err(|e| CliError::file(path, &e))?;
                Ok(exported)
            }
            None if edge.terminal => Ok(export::export(&app.store, &ask.table, onlooker, &mut edge.out)?),
            None => Ok(export::export(&app.store, &ask.table, onlooker, &mut edge.out.data())?),
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
        let args = [
            ("file", path.display().to_string().into()),
            ("table", ask.table.as_str().into()),
            ("head", exported.head.to_string().into()),
            ("sealed", exported.sealed.into()),
        ];
        writeln!(edge.out, "{}", Words::read()?.say(app.lang, "export-done", &args))?;
    }
    Ok(true)
}

pub(super) fn import(app: &App, ask: &Import, edge: &mut Edge<'_>) -> CommandResult {
    let path = &*ask.file;
    let checked = if ask.check {
        Some(audited::evidence_of(&evidence_in(path)?, &[], app.games.checks()))
    } else {
        None
    };
    if let Some(findings) = checked.as_ref().filter(|findings| findings.is_failed()) {
        let audited = Audited { findings: findings.clone(), witness_missing_since: None };
        report(app.games, &audited, (app.json, app.lang), edge)?;
        let args = [("file", path.display().to_string().into())];
        return Err(CliError::Failed(Words::read()?.say(app.lang, "import-failed-audit", &args)));
    }
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    let imported = import::import(&mut BufReader::new(file), &app.store)?;
    let (table, head) = (imported.table.as_str(), imported.head.to_string());
    let partial = imported.partial.as_ref().map(Onlooker::to_value);
    if app.json {
        edge.json(&json!({ "table": table, "head": head, "partial": partial, "audit": checked }))?;
        return checked.as_ref().map_or(Ok(true), concluded);
    }
    let words = Words::read()?;
    let args = [("table", table.into()), ("head", head.as_str().into())];
    let mut say = |key: &str| writeln!(edge.out, "{}", words.say(app.lang, key, &args));
    say("import-done")?;
    if partial.is_some() {
        say("import-partial")?;
    }
    let Some(findings) = checked else {
        say("import-unchecked")?;
        return Ok(true);
    };
    for line in report::verdicts(&words, app.lang, &findings) {
        writeln!(edge.out, "{line}")?;
    }
    concluded(&findings)
}

pub(super) fn backup(app: &App, path: &Path, edge: &mut Edge<'_>) -> CommandResult {
    app.store.backup(path)?;
    if app.json {
        edge.json(&json!({ "file": path.display().to_string() }))?;
    } else {
        writeln!(edge.out, "{}", path.display())?;
    }
    Ok(true)
}
