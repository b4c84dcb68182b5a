//! Heads that players noted, compared with a log.

use super::integrity::{DeclaredLoss, Logbook};
use crate::log::NotedHead;
use crate::log::head_search::{FoundHead, HeadsInText};
use crate::reason::Reason;
use crate::transparency::compare::{LogFindings, LogVerdict};

/// Most heads named of one kind.
const MOST_NAMED: usize = 20;

/// Returns whether the log passes through a noted head.
fn is_passed(book: &Logbook, noted: &NotedHead) -> bool {
    book.chain_at(noted.seq).is_some_and(|chain| noted.is_of(chain))
}

/// Compares every head of a text with the log: counts those that it passes through, and names all others.
pub fn witnessed(book: &Logbook, table: &str, text: &HeadsInText) -> LogFindings {
    let mut found = LogFindings::default();
    let HeadsInText { heads, elsewhere } = text;
    if *elsewhere > 0 {
        let others = Reason::of("heads-elsewhere").with("count", *elsewhere).quoting("table", table);
        found.add(LogVerdict::Holds, others);
    }
    if heads.is_empty() {
        found.add(LogVerdict::Unchecked, Reason::of("heads-none"));
    }
    let (passed, amiss): (Vec<_>, Vec<_>) = heads.iter().partition(|found| is_passed(book, &found.head));
    // Whoever writes a log can make two with the same 16 digits in an hour; 32 digits bind.
    let (binding, few): (Vec<_>, Vec<_>) = passed.into_iter().partition(|found| found.head.binds());
    for (key, heads) in [("heads-witnessed", binding), ("heads-witnessed-short", few)] {
        if let Some(last) = heads.iter().map(|found| found.head.seq).max() {
            found.add(LogVerdict::Holds, Reason::of(key).with("count", heads.len()).with("last", last));
        }
    }
    let named = amiss.iter().take(MOST_NAMED).map(|found| misfit(book, found));
    named.for_each(|(verdict, why)| found.add(verdict, why));
    if amiss.len() > MOST_NAMED {
        let more = Reason::of("club-log-lost-more").with("more", amiss.len() - MOST_NAMED);
        found.add(LogVerdict::Fails, more);
    }
    found
}

/// A head that the log does not pass through.
fn misfit(book: &Logbook, FoundHead { head, line }: &FoundHead) -> (LogVerdict, Reason) {
    let told = |key| Reason::of(key).with("line", *line).quoting("head", head);
    if let Some(entry) = book.declared_lost(head) {
        return (LogVerdict::Unchecked, told("heads-restored").with("entry", entry));
    }
    match book.chain_at(head.seq) {
        Some(chain) => {
            let chain = hex::encode(chain);
            let there = chain[..head.compared().min(chain.len())].to_owned();
            let why = match book.declared_around(head) {
                Some(DeclaredLoss { entry, head }) => {
                    told("heads-unnamed-in-restore").with("entry", entry).with("last", head.seq)
                }
                None => told("heads-other-history"),
            };
            (LogVerdict::Fails, why.quoting("found", there))
        }
        None => (LogVerdict::Fails, told("heads-beyond").with("last", book.head().seq)),
    }
}
