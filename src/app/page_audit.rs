//! `audit PAGE.html`: the log of a page, the page's own statements, and the check whether this program writes the same page
//! from that log.

use std::sync::Arc;

use serde::Serialize;

use super::error::CliError;
use super::process::ProcessContext;
use super::registry::Games;
use crate::audit::{Evidence, Findings, Verdict};
use crate::game::Viewer;
use crate::log::chain::LEAST_DIGITS;
use crate::log::import;
use crate::log::visibility::LogViewer;
use crate::log::{Entry, Head, MemoryStore, Store, TableEvent, Withheld};
use crate::page::read::{BUILD, ReadPage, VERSION, as_of_build, read, without_club_log};
use crate::page::{Claims, ClubLogPart};
use crate::reason::Reason;
use crate::words::Lang;

/// The page differs from the one written from its log.
const DIFFERS: &str = "page-differs";
/// Characters of a page that are shown where it differs.
pub const SHOWN: usize = 48;

/// The findings about a page beside its log.
#[derive(Debug, Serialize)]
pub(super) struct PageFindings {
    /// The version of the program that wrote it, as it says.
    version: Option<String>,
    /// True if this is that version.
    own_version: bool,
    /// True if another build wrote the page, so that differences prove nothing.
    other_build: bool,
    /// The verdict on the page.
    #[serde(flatten)]
    pub(super) verdict: Verdict,
}

impl PageFindings {
    /// The sentence that comes first if another version or another build wrote the page.
    pub(super) fn foreign(&self) -> Option<Reason> {
        if self.other_build {
            return Some(Reason::of("page-of-another-build").quoting("own", VERSION));
        }
        let version = self.version.as_deref();
        let version = version.map_or_else(
            || Reason::of("page-version-none"),
            |version| Reason::of("page-version").quoting("version", version),
        );
        (!self.own_version)
            .then(|| Reason::of("page-of-another-version").with("version", version).quoting("own", VERSION))
    }
}

/// A page to be audited.
pub(super) struct PageToAudit {
    html: String,
    page: ReadPage,
}

impl PageToAudit {
    /// Reads a page.
    ///
    /// # Errors
    /// A file that is no page of a table, with the fault.
    pub(super) fn of(bytes: Vec<u8>) -> Result<PageToAudit, Reason> {
        let html = String::from_utf8(bytes)
            .map_err(|error| Reason::of("page-setting-unread").quoting("why", error))?;
        let page = read(&html)?;
        Ok(PageToAudit { html: without_club_log(&html), page })
    }

    /// Its part about the club's log, with which it is not compared.
    pub(super) fn club_log(&self) -> Option<&ClubLogPart> {
        self.page.club_log.as_ref()
    }

    /// The language that it names.
    pub(super) fn lang(&self) -> Option<Lang> {
        let claims = self.page.claims.as_ref()?;
        Lang::ALL.iter().copied().find(|lang| lang.code() == claims.lang)
    }

    /// The log in it.
    ///
    /// # Errors
    /// A log that is no export.
    pub(super) fn evidence(&self, games: Games) -> Result<Evidence, CliError> {
        let evidence = Evidence::from_export(&mut self.page.log.as_bytes())?;
        let opened = evidence.lines.first().and_then(|line| Entry::parse(&line.text).ok());
        let opened = match opened.and_then(|entry| entry.table_event().ok().flatten()) {
            Some(TableEvent::TableOpened(opened)) => Some(opened),
            _ => None,
        };
        // A game that is not played here may have its players write.
        let may_be = opened.is_some_and(|opened| {
            // With one seat there is nobody to write to.
            opened.seats.len() > 1 && games.named(&opened.game).is_none_or(|game| game.has_letters)
        });
        let withheld = Withheld { seqs: self.page.withheld.clone(), may_be };
        Ok(Evidence { withheld, ..evidence })
    }

    /// Compares the page with its log, which was checked before.
    ///
    /// # Errors
    /// A page that cannot be rewritten: a fault of the program.
    pub(super) fn check(
        &self,
        games: Games,
        (evidence, findings): (&Evidence, &Findings),
        process: &ProcessContext<'_>,
    ) -> Result<PageFindings, CliError> {
        let claims = self.page.claims.as_ref();
        let own_version = claims.is_some_and(|claims| claims.version == VERSION);
        let version = claims.map(|claims| claims.version.clone());
        let not_checkable = |why| Verdict::NotCheckable { why };
        let false_claim = claims.and_then(|claims| false_claim(claims, findings, &self.html));
        let verdict = match (false_claim, claims) {
            (Some(what), _) => Verdict::failed(None, what),
            (None, Some(claims)) if own_version => match hindrance(claims, evidence, findings) {
                Some(why) => not_checkable(why),
                None => self.compared(games, claims, process)?,
            },
            _ => not_checkable(Reason::of("page-another-version")),
        };
        // The same bytes are the same page, whoever made it. Differences may come from another build.
        let differs = matches!(&verdict, Verdict::Failed { what, .. } if what.key == DIFFERS);
        let other_build = differs && claims.is_some_and(|claims| claims.build.as_deref() != Some(BUILD));
        let verdict = if other_build { not_checkable(Reason::of("page-another-build")) } else { verdict };
        Ok(PageFindings { version, own_version, other_build, verdict })
    }

    /// Rewrites the page and compares.
    fn compared(
        &self,
        games: Games,
        claims: &Claims,
        process: &ProcessContext<'_>,
    ) -> Result<Verdict, CliError> {
        let store = MemoryStore::new();
        let table = import::import(&mut self.page.log.as_bytes(), &store)?.table;
        let store: Arc<dyn Store> = Arc::new(store);
        let tables = games.of_table(&claims.game)?.tables(store, process.platform.clone(), None)?;
        let Some(lang) = self.lang() else {
            return Ok(Verdict::failed(None, Reason::of("page-language").quoting("lang", &claims.lang)));
        };
        // `hindrance` let only a full log through: a page has one once a spectator may see everything.
        let anew = tables.one_file(&table, Viewer::Spectator, lang, claims.messages)?.html;
        let anew = as_of_build(&anew, claims.build.as_deref());
        Ok(match difference(&self.html, &anew) {
            None => Verdict::ok(anew.len()),
            Some((at, found, wanted)) => {
                let what = Reason::of(DIFFERS).with("at", at as u64);
                Verdict::failed(None, what.quoting("found", found).quoting("wanted", wanted))
            }
        })
    }
}

/// Why a page cannot be rewritten from its content.
fn hindrance(claims: &Claims, evidence: &Evidence, findings: &Findings) -> Option<Reason> {
    if findings.is_failed() {
        return Some(Reason::of("page-log-fails"));
    }
    if evidence.viewer != LogViewer::Full {
        return Some(Reason::of("page-of-a-view"));
    }
    let withheld = claims.withheld.len();
    (withheld > 0).then(|| Reason::of("page-withholds").with("withheld", withheld as u64))
}

/// A claim of the page about itself that its log contradicts.
fn false_claim(claims: &Claims, findings: &Findings, html: &str) -> Option<Reason> {
    let differs = |claimed: &str, found: &str| {
        Reason::of("found-page-claims").quoting("claimed", claimed).quoting("found", found)
    };
    let game = findings.game.as_deref().unwrap_or_default();
    let pairs = [
        (&*claims.table, &*findings.table),
        (&*claims.game, game),
        (&*claims.head, &*findings.head),
        (&*claims.entries.to_string(), findings.head.split(':').next().unwrap_or_default()),
    ];
    if let Some((claimed, found)) = pairs.iter().find(|(claimed, found)| claimed != found) {
        return Some(differs(claimed, found));
    }
    // The first things a reader sees: the table in the heading, the head below it.
    let head: Option<Head> = findings.head.parse().ok();
    // Pages of older versions show fewer digits.
    let short = head.map(|head| head.with_digits(LEAST_DIGITS)).unwrap_or_default();
    let heading = between(html, "<h1>", "</h1>");
    let about = between(html, "<section id=\"about\">", "</section>");
    let shown = |text: Option<&str>, what: &str| text.is_some_and(|text| text.contains(what));
    if !shown(heading, &findings.table) {
        return Some(differs(heading.unwrap_or_default(), &findings.table));
    }
    (!shown(about, &short)).then(|| differs(about.unwrap_or_default(), &short))
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let rest = text.split_once(from)?.1;
    Some(rest.split_once(to)?.0)
}

/// The first difference between two texts: the byte, counted from 1, and both texts there.
pub fn difference<'a>(one: &'a str, other: &'a str) -> Option<(usize, &'a str, &'a str)> {
    if one == other {
        return None;
    }
    let alike = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let shown = |text: &'a str| {
        // The texts may differ inside of a character.
        let from =
            (0..=alike.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        let rest = &text[from..];
        rest.char_indices().nth(SHOWN).map_or(rest, |(at, _)| &rest[..at])
    };
    Some((alike + 1, shown(one), shown(other)))
}
