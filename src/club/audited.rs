//! Audits of stored tables and of files, for every game.

use std::collections::{BTreeMap, BTreeSet};

use crate::audit::{self, Evidence, EvidenceFault, Findings, Logbook, Verdict};
use crate::game::Viewer;
use crate::log::stored::StoredLine;
use crate::log::visibility::{Personal, visible};
use crate::log::{Entry, Fault, Head, NotedHead, Store};
use crate::reason::Reason;
use crate::view::log_viewer;

/// Audits a stored table, with findings that show no more than `viewer` may see. It compares the heads in the store's head file
/// and those in `heads`. `check` audits a log by the rules of the game it names; `None` for an unknown game.
///
/// # Errors
/// A table that cannot be read.
pub fn table(
    store: &(impl Store + ?Sized),
    table: &str,
    (noted, heads): (Option<Head>, &[NotedHead]),
    viewer: Viewer,
    check: impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict>,
) -> Result<Findings, EvidenceFault> {
    let evidence = Evidence::from_store(store, table, noted)?;
    let mut findings = evidence_of(&evidence, heads, check);
    if evidence.seed.is_some() {
        keep_sealed(&mut findings, &evidence, viewer);
    }
    Ok(findings)
}

/// The ids of a table's log that are other ids of a player, each with the player's own: seats may have been taken under several
/// by one person ([`crate::club::linking`]).
///
/// # Errors
/// A table or people that cannot be read.
pub fn aliases(store: &(impl Store + ?Sized), table: &str) -> Result<BTreeMap<String, String>, Fault> {
    let mut ids = BTreeSet::new();
    for line in store.read_line_range(table, 1..=store.stored_head(table)?.seq)? {
        if let StoredLine::Entry(entry) = line {
            ids.extend(entry.by.map(|by| by.player));
        }
    }
    let mut aliases = BTreeMap::new();
    for id in ids {
        if let Some(player) = store.player(&id)?.filter(|player| player.id != id) {
            aliases.insert(id, player.id);
        }
    }
    Ok(aliases)
}

/// Audits evidence that is read already: see [`table`].
pub fn evidence_of(
    evidence: &Evidence,
    heads: &[NotedHead],
    check: impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict>,
) -> Findings {
    audit::audit(evidence, heads, |evidence, book| {
        let game = book.opened().map(|opened| opened.game.clone()).unwrap_or_default();
        let unknown =
            || Verdict::NotCheckable { why: Reason::of("found-unknown-game").quoting("game", &game) };
        check(&game, evidence, book).unwrap_or_else(unknown)
    })
}

/// Reduces a difference at a sealed entry, or at one that follows from it, to its place: the value that the rules or the seed
/// demand would reveal what it hides.
fn keep_sealed(findings: &mut Findings, evidence: &Evidence, viewer: Viewer) {
    let entries: Vec<Entry> =
        evidence.lines.iter().filter_map(|line| Entry::parse(&line.text).ok()).collect();
    let seen = visible(&entries, &log_viewer(viewer), &Personal::of(&entries, |_| true)).unwrap_or_default();
    let is_sealed = |seq: u64| {
        let entry = entries.iter().find(|entry| entry.seq == seq);
        entry.is_some_and(|entry| {
            !seen.contains(&seq) || entry.cause.is_some_and(|cause| !seen.contains(&cause))
        })
    };
    // A fault of the bytes reveals nothing of their content; a fault in an order might.
    let integrity = Some(&mut findings.integrity).filter(|verdict| tells_of_orders(verdict));
    for verdict in [&mut findings.dice, &mut findings.rules].into_iter().chain(integrity) {
        if let Verdict::Failed { entry: Some(seq), what } = verdict
            && is_sealed(*seq)
        {
            *what = Reason::of("found-hidden");
        }
    }
}

/// True if a verdict mentions orders or their consequences.
fn tells_of_orders(verdict: &Verdict) -> bool {
    const KEYS: [&str; 4] =
        ["found-not-asked", "found-not-held", "found-follows-from-nothing", "found-other-time"];
    matches!(verdict, Verdict::Failed { what, .. } if KEYS.contains(&what.key))
}
