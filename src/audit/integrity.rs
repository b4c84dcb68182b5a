//! Integrity: the bytes are what was written, in the order they were written, with nothing missing inside.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Verdict;
use super::dice::Seed;
use super::evidence::{Evidence, Text};
use crate::log::fault::one_line;
use crate::log::file::LineFault;
use crate::log::frame::TableOpened;
use crate::log::store::Line;
use crate::log::{Entry, Frame, Head, LineCheck, canonical};

/// The entries of a log, in order, with the chain value after each: what the other checks start from.
#[derive(Debug, Default)]
pub struct Logbook {
    lines: Vec<Line>,
    chains: BTreeMap<u64, [u8; 32]>,
    opened: Option<TableOpened>,
    seed: Option<Seed>,
    head: Option<Head>,
}

impl Logbook {
    /// The entries that can be read.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            Line::Sealed { .. } => None,
        })
    }

    /// How many entries are there by their digest only.
    pub fn sealed(&self) -> usize {
        self.lines.len() - self.entries().count()
    }

    /// The first entry's body.
    pub fn opened(&self) -> Option<&TableOpened> {
        self.opened.as_ref()
    }

    /// The seed, from the log itself, the store or a full export, if it fits the commitment.
    pub fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// The chain value at an entry, computed from the lines.
    pub fn chain_at(&self, seq: u64) -> Option<&[u8; 32]> {
        self.chains.get(&seq)
    }

    /// Where the lines lead.
    pub fn head(&self) -> Head {
        self.head.unwrap_or(Head::EMPTY)
    }
}

/// Reads and checks the lines. What can be read is read on even after the first fault, for the other checks.
pub fn check(evidence: &Evidence, witnessed: &[Head]) -> (Logbook, Verdict) {
    let mut faults = Faults::of(evidence);
    let mut book = Logbook::default();
    let mut head = Head::EMPTY;
    let pack = check_pack(evidence, &mut faults);
    let mut lines = LineCheck::new(&evidence.table, pack.as_deref(), evidence.partial);
    for text in &evidence.lines {
        head = follow(text, head, &mut lines, &mut book, &mut faults);
    }
    book.head = Some(head);
    lines.end().unwrap_or_else(|what| faults.note(Some(head.seq), what));
    let first = book.entries().next().filter(|entry| entry.seq == 1);
    let opened = first.and_then(opened);
    book.opened = opened;
    check_seed(evidence, &mut book, &mut faults);
    check_heads(evidence, witnessed, &book, &mut faults);
    let verdict = match faults.first {
        Some((_, entry, what)) => Verdict::Failed { entry, what },
        None => Verdict::Ok { checked: book.lines.len(), except: None },
    };
    (book, verdict)
}

/// The first fault by entry. What stands before the entries of a file comes before them; what no place can be named
/// for comes last.
struct Faults<'a> {
    lines: &'a [Text],
    first: Option<(u64, Option<u64>, String)>,
}

impl<'a> Faults<'a> {
    fn of(evidence: &'a Evidence) -> Faults<'a> {
        let mut faults = Faults { lines: &evidence.lines, first: None };
        if let Some(LineFault { line, entry, what }) = &evidence.fault {
            faults.first = Some((entry.unwrap_or(0), *entry, format!("line {line}: {what}")));
        }
        evidence.damage.iter().for_each(|what| faults.note(None, what.clone()));
        faults
    }

    fn note(&mut self, entry: Option<u64>, what: String) {
        let what = one_line(what);
        let rank = entry.unwrap_or(u64::MAX);
        if self.first.as_ref().is_none_or(|(first, ..)| rank < *first) {
            let text = entry.and_then(|seq| self.lines.get(usize::try_from(seq).ok()?.checked_sub(1)?));
            let line = text.and_then(|text| text.line).map(|line| format!("line {line}: "));
            self.first = Some((rank, entry, line.unwrap_or_default() + &what));
        }
    }
}

fn follow(
    text: &Text,
    head: Head,
    lines: &mut LineCheck,
    book: &mut Logbook,
    faults: &mut Faults<'_>,
) -> Head {
    let seq = head.seq + 1;
    let (line, holds) = lines.next(&text.text);
    holds.unwrap_or_else(|what| faults.note(Some(seq), what));
    let digest = match &line {
        Some(Line::Sealed { digest, .. }) => *digest,
        _ => Sha256::digest(text.text.as_bytes()).into(),
    };
    let chain: [u8; 32] = Sha256::new().chain_update(head.chain).chain_update(digest).finalize().into();
    if let Some((stored_digest, stored_chain)) = text.stored {
        if stored_digest != digest {
            faults.note(Some(seq), "its text does not hash to the digest stored beside it".to_owned());
        } else if stored_chain != chain {
            faults.note(Some(seq), "the chain value stored beside it does not follow".to_owned());
        }
    }
    book.chains.insert(seq, chain);
    book.lines.extend(line);
    Head { seq, chain }
}

/// The data pack is there and what it is said to be. What it hashes to.
fn check_pack(evidence: &Evidence, faults: &mut Faults<'_>) -> Option<String> {
    let Some((hash, text)) = &evidence.pack else {
        faults.note(None, "the data pack is missing or damaged".to_owned());
        return None;
    };
    let found = hex::encode(Sha256::digest(text.as_bytes()));
    if *hash != found {
        faults.note(None, format!("the data pack hashes to {found}, it is labelled {hash}"));
    } else if let Err(error) = canonical::from_text(text, crate::log::limits::MAX_PACK_BYTES) {
        faults.note(None, format!("the data pack: {error}"));
    }
    Some(found)
}

fn opened(first: &Entry) -> Option<TableOpened> {
    match first.frame() {
        Ok(Some(Frame::TableOpened(opened))) => Some(opened),
        _ => None,
    }
}

/// The seed is checked wherever it is found, and then every salt with it.
fn check_seed(evidence: &Evidence, book: &mut Logbook, faults: &mut Faults<'_>) {
    let Some(commitment) = book.opened.as_ref().map(|opened| opened.seed_commitment.clone()) else { return };
    let revealed = book.entries().find_map(|entry| match entry.frame() {
        Ok(Some(Frame::SeedRevealed { seed })) => Some((entry.seq, seed)),
        _ => None,
    });
    let beside = evidence.seed.clone().map(|seed| (None, seed));
    let revealed = revealed.map(|(seq, seed)| (Some(seq), seed));
    for (entry, digits) in beside.into_iter().chain(revealed) {
        match Seed::from_hex(&digits) {
            Some(seed) if hex::encode(seed.commitment()) == commitment => book.seed = Some(seed),
            _ => faults.note(entry, "the seed does not fit the commitment in the first entry".to_owned()),
        }
    }
    let Some(seed) = &book.seed else { return };
    for entry in book.entries() {
        if entry.salt != hex::encode(seed.salt(entry.seq)) {
            faults.note(Some(entry.seq), "its salt does not follow from the seed".to_owned());
        }
    }
}

fn check_heads(evidence: &Evidence, witnessed: &[Head], book: &Logbook, faults: &mut Faults<'_>) {
    let head = book.head();
    let witnessed = witnessed.iter().map(|head| ("the head that was written down".to_owned(), *head));
    for (who, noted) in evidence.noted.iter().cloned().chain(witnessed) {
        if noted.seq > head.seq {
            let what =
                format!("{who} says {noted}, and the log ends at entry {}: its tail is lost", head.seq);
            faults.note(None, what);
        } else if noted.seq == 0 {
            faults.note(None, format!("{who} says {noted}, which stands before the first entry"));
        } else if book.chain_at(noted.seq) != Some(&noted.chain) {
            let found = Head { seq: noted.seq, chain: book.chain_at(noted.seq).copied().unwrap_or_default() };
            let what =
                format!("{who} says {noted}, and the entries lead to {found}: one up to there was changed");
            faults.note(None, what);
        }
    }
    if evidence.ends_at_noted && evidence.noted.iter().any(|(_, noted)| noted.seq < head.seq) {
        faults.note(None, format!("the file goes on to entry {} beyond the head of its header", head.seq));
    }
}
