//! A table's past as one file: a page that anybody reads, steps through and checks in a browser, without a network.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{ClubError, GameWords};
use crate::dice_page;
use crate::game::Viewer;
use crate::games::{Playable, Subject};
use crate::log::Store;
use crate::log::export::{Exported, export};
use crate::log::stored::StoredLine;
use crate::log::visibility::LogViewer;
use crate::page::{self, Claims, PageStep, TablePage};
use crate::picture::Theme;
use crate::report::{GameReport, ReportLine, Weight};
use crate::table::{History, Tables};
use crate::view::{VisibleEntry, is_written, log_viewer};

/// A page and its contents.
#[derive(Debug)]
pub struct OneFile {
    /// Its HTML.
    pub html: String,
    /// The exported table.
    pub exported: Exported,
    /// The number of entries left out because they contain texts between players.
    pub withheld: usize,
}

/// The page of a table for `viewer`, like an export for them. `with_written` includes texts between players, which otherwise
/// appear only by digest. It draws every step: many seconds for a long table.
///
/// # Errors
/// A table that cannot be read.
pub fn one_file<G: Playable, S: Store + ?Sized>(
    tables: &Tables<G, S>,
    table: &str,
    viewer: Viewer,
    game_words: &GameWords,
    with_written: bool,
) -> Result<OneFile, ClubError> {
    let mut bytes = Vec::new();
    let exported = export(tables.store(), table, &log_viewer(viewer), is_written::<G>, &mut bytes)?;
    let log = String::from_utf8(bytes).map_err(ClubError::failed)?;
    let shown = if exported.viewer == LogViewer::Full { Viewer::All } else { viewer };
    let history = tables.history(table, shown)?;
    if history.last() != exported.head.seq {
        // Play may have gone on: the page ends where the export does.
        return one_file(tables, table, viewer, game_words, with_written);
    }
    let lines = history.lines(0)?;
    let withheld: BTreeSet<u64> = match with_written {
        true => BTreeSet::new(),
        false => lines
            .iter()
            .filter_map(VisibleEntry::entry)
            .filter(|e| is_written::<G>(e))
            .map(|e| e.seq)
            .collect(),
    };
    let (log, lines) = (without(&log, table, &withheld), sealed(lines, &withheld)?);
    let claims = Claims {
        version: page::read::VERSION.to_owned(),
        build: Some(page::read::BUILD.to_owned()),
        lang: game_words.lang.code().to_owned(),
        messages: with_written,
        table: table.to_owned(),
        game: G::NAME.to_owned(),
        head: exported.head.to_string(),
        entries: exported.head.seq,
        withheld,
    };
    let withheld = claims.withheld.len();
    let mut told = Told { history, game_words, lines, with_written };
    let page = TablePage {
        words: &game_words.words,
        lang: game_words.lang,
        title: told.title(table),
        about: told.about(&exported, withheld),
        steps: told.steps()?,
        dice: told.dice(table)?,
        log,
        claims,
    };
    let html = page::html(&page).map_err(ClubError::failed)?;
    Ok(OneFile { html, exported, withheld })
}

/// An export in which these seqs are sealed lines.
fn without(log: &str, table: &str, seqs: &BTreeSet<u64>) -> String {
    let first = log.lines().position(|line| line.starts_with(r#"{"at":"#)).unwrap_or_default();
    let mut out = String::with_capacity(log.len());
    for (at, line) in log.lines().enumerate() {
        match (at + 1).checked_sub(first).map(|seq| seq as u64).filter(|seq| seqs.contains(seq)) {
            Some(seq) => out += &StoredLine::sealed_text(table, seq, &Sha256::digest(line).into()),
            None => out += line,
        }
        out.push('\n');
    }
    out
}

/// The same of lines that are read.
fn sealed(lines: Vec<VisibleEntry>, seqs: &BTreeSet<u64>) -> Result<Vec<VisibleEntry>, ClubError> {
    let seal = |line: VisibleEntry| match line {
        VisibleEntry::Open(entry) if seqs.contains(&entry.seq) => {
            let text = entry.canonical().map_err(ClubError::failed)?;
            let digest = Sha256::digest(text).into();
            Ok(VisibleEntry::Sealed { table: entry.table, seq: entry.seq, digest })
        }
        line => Ok(line),
    };
    lines.into_iter().map(seal).collect()
}

/// A table's past on its way into words and pictures.
struct Told<'a, G: Playable> {
    history: History<G>,
    game_words: &'a GameWords,
    /// Its lines, without those that are withheld.
    lines: Vec<VisibleEntry>,
    with_written: bool,
}

impl<G: Playable> Told<'_, G> {
    fn title(&self, table: &str) -> String {
        let phrases = self.game_words.phrases();
        phrases.say("page-title", &[("game", phrases.game(G::NAME).into()), ("table", table.into())])
    }

    fn about(&self, exported: &Exported, withheld: usize) -> Vec<String> {
        let phrases = self.game_words.phrases();
        let head = ("head", exported.head.short().into());
        let seats = match &exported.viewer {
            LogViewer::Seats(seats) => seats.as_slice(),
            LogViewer::Full | LogViewer::Everyone => &[],
        };
        let seats = phrases.list(seats.iter().map(|seat| phrases.named("log-seat", seat)));
        let key = match &exported.viewer {
            LogViewer::Full => "page-about-whole",
            LogViewer::Everyone => "page-about-everyone",
            LogViewer::Seats(_) => "page-about-seats",
        };
        let args = [head, ("sealed", exported.sealed.into()), ("seats", seats.into())];
        let mut about = vec![phrases.say(key, &args)];
        if withheld > 0 {
            about.push(phrases.say("page-about-withheld", &[("withheld", withheld.into())]));
        }
        about
    }

    /// A step for each entry with a report, up to the entry before the next.
    fn steps(&mut self) -> Result<Vec<PageStep>, ClubError> {
        let told = self.game_words.past(&self.history, &self.lines)?;
        let mut steps: Vec<(u64, Vec<ReportLine>)> = Vec::new();
        for (seq, line) in told {
            match steps.last_mut() {
                Some((last, told)) if *last == seq => told.push(line),
                _ => steps.push((seq, vec![line])),
            }
        }
        if steps.is_empty() {
            steps.push((1, vec![]));
        }
        let ends: Vec<u64> = steps.iter().skip(1).map(|(seq, _)| seq - 1).collect();
        let ends = ends.into_iter().chain([self.history.last()]);
        steps.into_iter().zip(ends).map(|((seq, told), end)| self.step(seq, end, told)).collect()
    }

    fn step(&mut self, seq: u64, end: u64, told: Vec<ReportLine>) -> Result<PageStep, ClubError> {
        self.history.go(end)?;
        let mut view = self.history.view();
        if !self.with_written {
            G::withhold_written(&mut view);
        }
        let (game, phrases) = (self.history.game(), self.game_words.phrases());
        let facts = self.game_words.facts(&self.lines[seq as usize - 1..end as usize])?;
        let (reader, awaited) = (self.history.viewer().seat(), self.history.seats_awaited());
        let subject = Subject { reader, view: &view, facts: &facts, awaited: &awaited };
        let open = game.pictures(&view);
        let kind = G::CARD.filter(|card| open.contains(card)).or(G::MAP);
        let scene = kind.and_then(|kind| game.picture(kind, &subject, phrases, Theme::styled()));
        let mut position = game.report(phrases).written(&view);
        position.retain(|(_, line)| !line.trim().is_empty());
        let moment = if position.is_empty() { (Weight::Heading, String::new()) } else { position.remove(0) };
        let (day, phase) = self.history.moment();
        let phase = phase.to_string();
        let day = (self.history.part().unwrap_or_default(), day);
        Ok(PageStep { seq, day, phase, moment: moment.1, told, position, scene })
    }

    fn dice(&self, table: &str) -> Result<Vec<String>, ClubError> {
        let page = dice_page::page(&self.lines)?;
        Ok(self.game_words.dice(self.history.game(), table, &page, usize::MAX)?)
    }
}
