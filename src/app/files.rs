//! `audit`, `export`, `import`, `backup`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::cli::{Audit, Export, Import};
use super::database::Database;
use super::error::CliError;
use super::page_audit::{PageFindings, PageToAudit};
use super::process::{ProcessContext, bytes_in};
use super::registry::Games;
use super::{App, CommandResult, page_log};
use crate::audit::evidence::NotedBy;
use crate::audit::{Conclusion, Evidence, Findings, Verdict};
use crate::club::local::record_peek;
use crate::club::replayed::Repeated;
use crate::club::{Platform, audited, findings};
use crate::game::Viewer;
use crate::log::chain::BINDING_DIGITS;
use crate::log::export;
use crate::log::import;
use crate::log::limits::MAX_IMPORT_BYTES;
use crate::log::stored::Archived;
use crate::log::visibility::LogViewer;
use crate::log::{Entry, Head, MemoryStore, NotedHead, SqliteStore, Store};
use crate::observe::PROGRAM;
use crate::page::read::is_page;
use crate::page::{ClubLogPart, with_club_log};
use crate::private::{self, Access, PartFile};
use crate::reason::Reason;
use crate::view::log_viewer;
use crate::words::{Lang, Words};

pub(super) fn audit_file(
    games: Games,
    path: &Path,
    (ask, known): (&Audit, Option<&SqliteStore>),
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let page = page_in(path)?;
    let mut evidence = match &page {
        Some(page) => page.evidence(games)?,
        None => evidence_in(path)?,
    };
    if let Some(store) = known {
        let noted = noted_of_archived(store, path, &evidence);
        evidence.noted.extend(noted);
    }
    let checks = games.checks(repeated(ask, &*process.platform));
    let findings = audited::evidence_of(&evidence, &ask.head, checks);
    let page = page.map(|page| page.check(games, (&evidence, &findings), process)).transpose()?;
    let audited = Audited {
        findings,
        aliases: BTreeMap::new(),
        witness_missing_since: None,
        page,
        checked_by: PROGRAM,
    };
    report(games, &audited, &ask.head, (json, lang), process)
}

/// The thoughts of computer players that the command repeats.
fn repeated<'a>(ask: &Audit, platform: &'a dyn Platform) -> Repeated<'a> {
    if ask.all_thoughts { Repeated::All } else { Repeated::sample(platform) }
}

/// The heads that the database and its head file know of the table in a file, if that was archived here. An export from before
/// its end, in another file than it was archived to, does not reach them and is not held to them.
fn noted_of_archived(store: &SqliteStore, path: &Path, evidence: &Evidence) -> Vec<(NotedBy, Head)> {
    // An audit of a file needs no database: one that cannot be read has nothing to say.
    let Ok(Some(summary)) = store.table(&evidence.table) else { return Vec::new() };
    let Some(Archived { file, .. }) = summary.archived else { return Vec::new() };
    let same = |file: &Path| Option::zip(file.canonicalize().ok(), path.canonicalize().ok());
    let is_archive = same(Path::new(&file)).is_some_and(|(file, path)| file == path);
    if !is_archive && (evidence.lines.len() as u64) < summary.head.seq {
        return Vec::new();
    }
    let witnessed = store.witness().heads.get(&evidence.table).copied();
    let noted = witnessed.map(|head| (NotedBy::HeadFile, head));
    [(NotedBy::Database, summary.head)].into_iter().chain(noted).collect()
}

/// The page in a file, where it is one.
fn page_in(path: &Path) -> Result<Option<PageToAudit>, CliError> {
    let trouble = |error: std::io::Error| CliError::file(path, &error);
    let mut file = BufReader::new(File::open(path).map_err(trouble)?);
    // The beginning alone decides: a log may be large.
    if !is_page(file.fill_buf().map_err(trouble)?) {
        return Ok(None);
    }
    let bytes = bytes_in(path, MAX_IMPORT_BYTES as u64)?;
    PageToAudit::of(bytes).map(Some).map_err(|what| CliError::in_file(path, what))
}

/// An exported file as a database of its own, which is forgotten; `what` becomes the table in it.
pub(super) fn read_file(what: &mut String) -> Result<Database, CliError> {
    let path = Path::new(&*what);
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    let store = MemoryStore::new();
    *what = import::import(&mut BufReader::new(file), &store)?.table;
    let store: Arc<dyn Store> = Arc::new(store);
    Ok(store.into())
}

/// The part of the page in a file about the club's log, and the page's language.
pub(super) fn club_log_in(path: &Path) -> Result<Option<(ClubLogPart, Option<Lang>)>, CliError> {
    Ok(page_in(path)?.and_then(|page| Some((page.club_log()?.clone(), page.lang()))))
}

/// The log in a file: an export, or a page.
pub(super) fn evidence_of(games: Games, path: &Path) -> Result<Evidence, CliError> {
    match page_in(path)? {
        Some(page) => page.evidence(games),
        None => evidence_in(path),
    }
}

fn evidence_in(path: &Path) -> Result<Evidence, CliError> {
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    Ok(Evidence::from_export(&mut BufReader::new(file))?)
}

pub(super) fn audit_table(
    app: &App,
    table: &str,
    ask: &Audit,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let witness = app.store.witness();
    let viewer = app.usual_viewer(table).unwrap_or(Viewer::Spectator);
    let all = (witness.heads.get(table).copied(), &*ask.head);
    let checks = app.games.checks(repeated(ask, &*app.platform));
    let findings = audited::table(&*app.store, table, all, viewer, checks)?;
    let aliases = audited::aliases(&*app.store, table)?;
    let witness_missing_since = witness.missing_since;
    let audited = Audited { findings, aliases, witness_missing_since, page: None, checked_by: PROGRAM };
    report(app.games, &audited, &ask.head, (app.json, app.lang), process)
}

/// Accepts the present heads in the head file, except those of tables that lost their tail.
pub(super) fn accept_heads(app: &App, process: &mut ProcessContext<'_>) -> CommandResult {
    let file = app.store.file("heads-of-a-server")?;
    let (witness, lost) = (file.accept_heads()?, file.lost_tails()?);
    let words = Words::read()?;
    for (table, head) in &witness.heads {
        let trouble = lost.iter().find(|fault| fault.table() == Some(&**table)).map(ToString::to_string);
        if app.json {
            process.json(&json!({ "table": table, "head": head.to_string(), "trouble": trouble }))?;
        } else if trouble.is_none() {
            let args = [("table", table.as_str().into()), ("head", head.to_string().into())];
            writeln!(process.out, "{}", words.say(app.lang, "audit-head-accepted", &args))?;
        }
    }
    match lost.first() {
        Some(fault) => Err(fault.clone().into()),
        None => Ok(true),
    }
}

/// The findings of an audit, with the state of the head file beside the database.
#[derive(Serialize)]
struct Audited {
    #[serde(flatten)]
    findings: Findings,
    /// Ids of the log that are other ids of a player, each with the player's own.
    aliases: BTreeMap<String, String>,
    witness_missing_since: Option<String>,
    /// The finding on the page that the log is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PageFindings>,
    /// The program that looked.
    checked_by: &'static str,
}

impl Audited {
    /// The verdict on everything. A page of another version counts as unchecked, whatever the rest.
    fn concluded(&self) -> CommandResult {
        let Some(page) = &self.page else { return concluded(&self.findings) };
        if self.findings.is_failed() || page.verdict.is_failed() {
            return Ok(false);
        }
        if page.foreign().is_some() {
            return Err(CliError::PageOfAnotherVersion);
        }
        if page.verdict.is_ok() { concluded(&self.findings) } else { Err(CliError::PartlyChecked) }
    }
}

fn report(
    games: Games,
    audited: &Audited,
    heads: &[NotedHead],
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if json {
        process.json(audited)?;
        return audited.concluded();
    }
    let words = games.words(audited.findings.game.as_deref())?;
    let missing = audited.witness_missing_since.as_deref();
    if let Some(foreign) = audited.page.as_ref().and_then(PageFindings::foreign) {
        writeln!(process.out, "{}", words.reason(lang, &foreign))?;
    }
    for line in findings::findings(&words, lang, &audited.findings, missing) {
        writeln!(process.out, "{line}")?;
    }
    for head in heads.iter().filter(|_| matches!(audited.findings.integrity, Verdict::Ok { .. })) {
        let args = [("head", head.to_string().into()), ("digits", head.compared().into())];
        writeln!(process.out, "{}", words.say(lang, "audit-head-compared", &args))?;
        if !head.binds() {
            let args = [("digits", head.compared().into()), ("wanted", BINDING_DIGITS.into())];
            writeln!(process.out, "{}", words.say(lang, "audit-head-few-digits", &args))?;
        }
    }
    for line in findings::aliases(&words, lang, &audited.aliases) {
        writeln!(process.out, "{line}")?;
    }
    if let Some(page) = &audited.page {
        writeln!(process.out, "{}", findings::page_line(&words, lang, &page.verdict))?;
    }
    writeln!(process.out, "{}", words.say(lang, "audit-by", &[("version", PROGRAM.into())]))?;
    audited.concluded()
}

/// The result of an auditing command: three cases that a script can distinguish.
fn concluded(findings: &Findings) -> CommandResult {
    match findings.conclusion {
        Conclusion::Holds => Ok(true),
        Conclusion::HoldsSoFar => Err(CliError::PartlyChecked),
        Conclusion::UnknownRules => Err(CliError::UnknownRules),
        Conclusion::UnknownLaw => Err(CliError::UnknownLaw),
        Conclusion::Failed => Ok(false),
    }
}

/// Writes a table to a file, or to the output.
pub(super) fn export(app: &App, ask: &Export, process: &mut ProcessContext<'_>) -> CommandResult {
    let viewer = match ask.seat {
        _ if ask.full => None,
        None => Some(app.usual_viewer(&ask.table)?),
        seat => Some((app.game_at(&ask.table)?.viewer)(app, &ask.table, seat)?),
    };
    // At a terminal a page would be thousands of lines of HTML.
    if ask.html && ask.output.is_none() && process.terminal.is_some() {
        return Err(CliError::Usage(Reason::of("export-html-to-a-file").quoting("table", &ask.table)));
    }
    // The file is made before the peek is noted: a peek that could not happen is not on record.
    let made = match &ask.output {
        Some(path) => {
            let part = PartFile::new(path).inspect_err(|_| {
                // What an earlier program exported to that name.
                let there = private::exposed(path, Access::Owner);
                super::say_exposed(there.as_slice(), app.lang, process);
            });
            Some((path, part.map_err(|e| CliError::unmade(path, &e))?))
        }
        None => None,
    };
    let written = (|| match &made {
        Some((path, part)) => {
            let mut out = BufWriter::new(part.file());
            let exported = written(app, ask, viewer, &mut out)?;
            out.flush().map_err(|e| CliError::file(path, &e))?;
            Ok(exported)
        }
        None if process.terminal.is_some() => written(app, ask, viewer, &mut process.out),
        None => written(app, ask, viewer, &mut process.out.data()),
    })();
    let Some((path, part)) = made else { return written.map(|_| true) };
    let Written { exported, withheld } = written?;
    part.finish().map_err(|e| CliError::unmade(path, &e))?;
    if app.json {
        let (head, sealed) = (exported.head.to_string(), exported.sealed);
        let (file, audience) = (path.display().to_string(), exported.viewer.to_value());
        let mut object =
            json!({ "file": file, "table": ask.table, "head": head, "sealed": sealed, "audience": audience });
        if ask.html {
            object["withheld"] = withheld.into();
        }
        process.json(&object)?;
    } else {
        let args = [
            ("file", path.display().to_string().into()),
            ("table", ask.table.as_str().into()),
            ("head", exported.head.to_string().into()),
            ("sealed", exported.sealed.into()),
        ];
        let words = Words::read()?;
        writeln!(process.out, "{}", words.say(app.lang, "export-done", &args))?;
        if withheld > 0 {
            let args = [("withheld", withheld.into())];
            writeln!(process.out, "{}", words.say(app.lang, "page-about-withheld", &args))?;
        }
    }
    Ok(true)
}

/// A written file.
struct Written {
    exported: export::Exported,
    /// Entries that a page leaves out.
    withheld: usize,
}

/// Writes a table for `viewer`, or for nobody in particular with everything.
fn written(
    app: &App,
    ask: &Export,
    viewer: Option<Viewer>,
    out: &mut impl Write,
) -> Result<Written, CliError> {
    if let (true, Some(viewer)) = (ask.html, viewer) {
        let tables = app.game_at(&ask.table)?.tables(app.store.shared(), app.platform.clone(), None)?;
        let page = tables.one_file(&ask.table, viewer, app.lang, ask.with_messages)?;
        let head = page.exported.head.seq;
        let html = match page_log::part(app, &ask.table, head)? {
            Some(part) => with_club_log(&page.html, &part),
            None => page.html,
        };
        out.write_all(html.as_bytes())?;
        return Ok(Written { exported: page.exported, withheld: page.withheld });
    }
    if viewer.is_none() {
        record_peek(&*app.store, &app.platform, &ask.table, (&app.caller()?, "export"))?;
    }
    let viewer = viewer.map_or(LogViewer::Full, log_viewer);
    // A game that is not played here may have written anything.
    let game = app.game_at(&ask.table).ok();
    let is_written = |entry: &Entry| game.is_none_or(|game| (game.is_written)(entry));
    Ok(Written { exported: export::export(&*app.store, &ask.table, &viewer, is_written, out)?, withheld: 0 })
}

pub(super) fn import(app: &App, ask: &Import, process: &mut ProcessContext<'_>) -> CommandResult {
    let path = &*ask.file;
    let checked = if ask.check {
        let mut evidence = evidence_in(path)?;
        // Only a database in a file has heads noted beside it.
        if let Ok(store) = app.store.file("heads-of-a-server") {
            let noted = noted_of_archived(store, path, &evidence);
            evidence.noted.extend(noted);
        }
        let checks = app.games.checks(Repeated::sample(&*app.platform));
        Some(audited::evidence_of(&evidence, &[], checks))
    } else {
        None
    };
    // An import must not store a log that only a newer program can check: nobody could distinguish it from a checked one.
    let is_unfit = |findings: &&Findings| findings.is_failed() || findings.is_beyond();
    if let Some(findings) = checked.as_ref().filter(is_unfit) {
        let audited = Audited {
            findings: findings.clone(),
            aliases: BTreeMap::new(),
            witness_missing_since: None,
            page: None,
            checked_by: PROGRAM,
        };
        report(app.games, &audited, &[], (app.json, app.lang), process)?;
        let args = [("file", path.display().to_string().into())];
        return Err(CliError::Failed(Words::read()?.say(app.lang, "import-failed-audit", &args)));
    }
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    let imported = import::import(&mut BufReader::new(file), &*app.store)?;
    let (table, head) = (imported.table.as_str(), imported.head.to_string());
    let partial = imported.partial.as_ref().map(LogViewer::to_value);
    if app.json {
        process.json(&json!({ "table": table, "head": head, "partial": partial, "audit": checked }))?;
        return checked.as_ref().map_or(Ok(true), concluded);
    }
    let words = Words::read()?;
    let args = [("table", table.into()), ("head", head.as_str().into())];
    let mut say = |key: &str| writeln!(process.out, "{}", words.say(app.lang, key, &args));
    say("import-done")?;
    if partial.is_some() {
        say("import-partial")?;
    }
    let Some(findings) = checked else {
        say("import-unchecked")?;
        return Ok(true);
    };
    for line in findings::verdicts(&words, app.lang, &findings) {
        writeln!(process.out, "{line}")?;
    }
    concluded(&findings)
}

pub(super) fn backup(app: &App, path: &Path, process: &mut ProcessContext<'_>) -> CommandResult {
    let store = app.store.file("backup-of-a-server")?;
    let made = store.backup(path);
    // Other backups are beside it. Files beside the database are reported at the end of every command.
    let (beside, told) = (store.tighten_in(private::folder_of(path)), store.exposed());
    let others: Vec<_> = beside.into_iter().filter(|file| !told.contains(file)).collect();
    super::say_exposed(&others, app.lang, process);
    made?;
    if app.json {
        process.json(&json!({ "file": path.display().to_string() }))?;
    } else {
        writeln!(process.out, "{}", path.display())?;
    }
    Ok(true)
}
