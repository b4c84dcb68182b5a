//! Audits of stored tables and of files, whatever the game.

use crate::audit::{self, Evidence, EvidenceFault, Findings, Logbook, Verdict};
use crate::game::Eyes;
use crate::log::sight::{Onlooker, visible};
use crate::log::{Entry, Head, Store};
use crate::reason::Reason;

/// What an audit of a stored table finds, told to these eyes; of the heads one was noted beside the store, the others
/// somebody wrote down. `check` says whether a log keeps to the rules of the game it is given; nothing for a game that is
/// not played here.
///
/// # Errors
/// A table that cannot be read.
pub fn table(
    store: &(impl Store + ?Sized),
    table: &str,
    (noted, heads): (Option<Head>, &[Head]),
    eyes: Eyes,
    check: impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict>,
) -> Result<Findings, EvidenceFault> {
    let evidence = Evidence::from_store(store, table, noted)?;
    let mut findings = evidence_of(&evidence, heads, check);
    if evidence.seed.is_some() {
        keep_sealed(&mut findings, &evidence, eyes);
    }
    Ok(findings)
}

/// What an audit of evidence finds: see [`table`].
pub fn evidence_of(
    evidence: &Evidence,
    heads: &[Head],
    check: impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict>,
) -> Findings {
    audit::audit(evidence, heads, |evidence, book| {
        let game = book.opened().map(|opened| opened.game.clone()).unwrap_or_default();
        let unknown =
            || Verdict::NotCheckable { why: Reason::of("found-unknown-game").quoting("game", &game) };
        check(&game, evidence, book).unwrap_or_else(unknown)
    })
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
            *what = Reason::of("found-hidden");
        }
    }
}
