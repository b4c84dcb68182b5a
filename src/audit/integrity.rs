//! Integrity: the bytes are what was written, in the order they were written, with nothing missing inside.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Verdict;
use super::dice::Seed;
use super::evidence::{Evidence, Text};
use crate::log::fault::one_line;
use crate::log::file::{LineFault, SEALED_IN_FULL};
use crate::log::frame::TableOpened;
use crate::log::store::Line;
use crate::log::{Entry, Frame, Head, canonical};

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
    for text in &evidence.lines {
        head = follow(evidence, text, head, &mut book, &mut faults);
    }
    book.head = Some(head);
    check_first(evidence, &mut book, &mut faults);
    check_seed(evidence, &mut book, &mut faults);
    check_frames(&book, &mut faults);
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

fn follow(evidence: &Evidence, text: &Text, head: Head, book: &mut Logbook, faults: &mut Faults<'_>) -> Head {
    let seq = head.seq + 1;
    let own_digest: [u8; 32] = Sha256::digest(text.text.as_bytes()).into();
    let (digest, line) = match Line::parse(&text.text) {
        Ok((table, line)) => {
            let (found, digest) = match &line {
                Line::Entry(entry) => (entry.seq, own_digest),
                Line::Sealed { seq, digest } => (*seq, *digest),
            };
            if matches!(line, Line::Sealed { .. }) && !evidence.partial {
                faults.note(Some(seq), SEALED_IN_FULL.to_owned());
            }
            if table != evidence.table {
                faults.note(Some(seq), format!("it belongs to table {table}, not to {}", evidence.table));
            }
            if found != seq {
                faults.note(Some(seq), format!("its seq is {found}, and {seq} was to come"));
            }
            (digest, Some(line))
        }
        Err(error) => {
            faults.note(Some(seq), error.to_string());
            (own_digest, None)
        }
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

fn check_first(evidence: &Evidence, book: &mut Logbook, faults: &mut Faults<'_>) {
    let first = book.entries().next().filter(|entry| entry.seq == 1);
    let Some(Ok(Some(Frame::TableOpened(opened)))) = first.map(Entry::frame) else {
        faults.note(Some(1), "the first entry has to be TableOpened, open to everyone".to_owned());
        return;
    };
    match &evidence.pack {
        None => faults.note(None, format!("the data pack {} is missing or damaged", opened.pack)),
        Some((hash, text)) => {
            let found = hex::encode(Sha256::digest(text.as_bytes()));
            if found != opened.pack {
                let what = format!("the data pack hashes to {found}, the first entry names {}", opened.pack);
                faults.note(None, what);
            } else if *hash != found {
                faults.note(None, format!("the data pack hashes to {found}, it is labelled {hash}"));
            } else if let Err(error) = canonical::from_text(text, crate::log::limits::MAX_PACK_BYTES) {
                faults.note(None, format!("the data pack: {error}"));
            }
        }
    }
    book.opened = Some(opened);
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

/// What the frame says of each entry; an idempotency key stands once.
fn check_frames(book: &Logbook, faults: &mut Faults<'_>) {
    let mut keys = BTreeMap::new();
    let mut closed = false;
    for entry in book.entries() {
        let seq = entry.seq;
        match entry.checked_frame() {
            Err(error) => faults.note(Some(seq), error.to_string()),
            Ok(Some(Frame::TableClosed { .. })) => closed = true,
            Ok(Some(Frame::Opened { .. } | Frame::SeedRevealed { .. })) => {}
            Ok(_) if closed => faults.note(Some(seq), format!("{} after the table was closed", entry.kind)),
            Ok(_) => {}
        }
        if let Some(first) = entry.key.as_ref().and_then(|key| keys.insert(key, seq)) {
            faults.note(Some(seq), format!("it has the key of entry {first}"));
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
