//! Integrity: the bytes are as written, in their order, with nothing missing inside.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Verdict;
use super::evidence::{Evidence, NotedBy, Text};
use super::seed::AuditSeed;
use crate::log::chain::hash_from_hex;
use crate::log::file::LineFault;
use crate::log::stored::StoredLine;
use crate::log::table_event::TableOpened;
use crate::log::visibility::LogViewer;
use crate::log::{EndEvent, Entry, FileEvent, Head, LineCheck, NotedHead, TableEvent, Withheld, canonical};
use crate::reason::Reason;

/// The loss that an entry `LogRestored` declares: the entries from its own place up to a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredLoss {
    /// The entry that declares it.
    pub entry: u64,
    /// The head that the log had reached.
    pub head: Head,
}

impl DeclaredLoss {
    /// Returns whether this very head is named.
    fn names(&self, noted: &NotedHead) -> bool {
        noted.seq == self.head.seq && noted.is_of(&self.head.chain)
    }

    /// Returns whether an entry of this seq is declared lost, and its head not named.
    fn passes_over(&self, noted: &NotedHead) -> bool {
        // Without the last place: there the declaration names the head, and no other one is lost.
        (self.entry..self.head.seq).contains(&noted.seq)
    }
}

/// The entries of a log, in order, with the chain value after each: the input of the other checks.
#[derive(Debug, Default)]
pub struct Logbook {
    lines: Vec<StoredLine>,
    chains: BTreeMap<u64, [u8; 32]>,
    opened: Option<TableOpened>,
    seed: Option<AuditSeed>,
    head: Option<Head>,
    partial: bool,
}

impl Logbook {
    /// The entries that can be read.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            StoredLine::Entry(entry) => Some(entry),
            StoredLine::Sealed { .. } => None,
        })
    }

    /// Every line that can be read, sealed ones too.
    pub(super) fn lines(&self) -> impl Iterator<Item = &StoredLine> {
        self.lines.iter()
    }

    /// The seqs of the sealed lines.
    pub(super) fn sealed_seqs(&self) -> impl Iterator<Item = u64> {
        self.lines.iter().filter(|line| matches!(line, StoredLine::Sealed { .. })).map(StoredLine::seq)
    }

    /// Counts entries that are there only as digests.
    pub fn sealed(&self) -> usize {
        self.lines.len() - self.entries().count()
    }

    /// Counts the lines that may be sealed rolls: entries withheld from a complete log are none.
    pub fn sealed_rolls(&self) -> usize {
        if self.partial { self.sealed() } else { 0 }
    }

    /// The first entry's body.
    pub fn opened(&self) -> Option<&TableOpened> {
        self.opened.as_ref()
    }

    /// The seed, from the log itself, the store or a full export, if it fits the commitment.
    pub fn seed(&self) -> Option<&AuditSeed> {
        self.seed.as_ref()
    }

    /// The losses declared because a backup was restored, in the order of the log.
    pub fn declared_losses(&self) -> impl Iterator<Item = DeclaredLoss> {
        self.entries().filter_map(|entry| {
            let event = entry.table_event();
            let Ok(Some(TableEvent::File(FileEvent::LogRestored { chain, seq }))) = event else {
                return None;
            };
            Some(DeclaredLoss { entry: entry.seq, head: Head { seq, chain: hash_from_hex(&chain).ok()? } })
        })
    }

    /// The entry that declares a head lost because a backup was put back, if one does: by its name; or by its range alone, as
    /// long as the log has no other entry there.
    pub fn declared_lost(&self, noted: &NotedHead) -> Option<u64> {
        let is_open = self.chain_at(noted.seq).is_none();
        let mut losses = self.declared_losses();
        losses.find(|loss| loss.names(noted) || (is_open && loss.passes_over(noted))).map(|loss| loss.entry)
    }

    /// What is declared lost around a head that no entry names. It excuses nothing: only who noted the head knows when.
    pub fn declared_around(&self, noted: &NotedHead) -> Option<DeclaredLoss> {
        self.declared_losses().find(|loss| loss.passes_over(noted))
    }

    /// The chain value at an entry, computed from the lines.
    pub fn chain_at(&self, seq: u64) -> Option<&[u8; 32]> {
        self.chains.get(&seq)
    }

    /// The head that the lines lead to.
    pub fn head(&self) -> Head {
        self.head.unwrap_or(Head::EMPTY)
    }
}

/// Reads and checks the lines. What can be read is read on even after the first fault, for the other checks.
pub fn check(evidence: &Evidence, witnessed: &[NotedHead]) -> (Logbook, Verdict) {
    let mut faults = Faults::of(evidence);
    let mut book = Logbook::default();
    let mut head = Head::EMPTY;
    let pack = check_pack(evidence, &mut faults);
    let mut lines = LineCheck::new(&evidence.table, pack.as_deref(), evidence.viewer.clone())
        .withholding(evidence.withheld.clone());
    if let Some(format) = evidence.format {
        lines = lines.of_format(format);
    }
    book.partial = evidence.viewer != LogViewer::Full;
    for text in &evidence.lines {
        head = follow(text, head, &mut lines, &mut book, &mut faults);
    }
    book.head = Some(head);
    // No check of a line finds a withheld seq that no line has.
    if evidence.withheld.seqs.iter().any(|seq| !(1..=head.seq).contains(seq)) {
        faults.note(None, Withheld::not_sealed());
    }
    lines.end().unwrap_or_else(|what| faults.note(Some(head.seq), what));
    if let Some((seq, what)) = lines.first_misplaced() {
        faults.note(Some(seq), what);
    }
    let first = book.entries().next().filter(|entry| entry.seq == 1);
    let opened = first.and_then(opened);
    book.opened = opened;
    check_seed(evidence, &mut book, &mut faults);
    let lost = check_heads(evidence, witnessed, &book, &mut faults);
    let verdict = match (faults.first, lost) {
        (Some((_, entry, what)), _) => Verdict::Failed { entry, what },
        (None, Some(why)) => Verdict::NotCheckable { why },
        (None, None) => Verdict::ok(book.lines.len()),
    };
    (book, verdict)
}

/// The first fault by entry. Faults before the entries of a file come first; faults without a place come last.
struct Faults<'a> {
    lines: &'a [Text],
    first: Option<(u64, Option<u64>, Reason)>,
}

impl<'a> Faults<'a> {
    fn of(evidence: &'a Evidence) -> Faults<'a> {
        let mut faults = Faults { lines: &evidence.lines, first: None };
        if let Some(LineFault { line, entry, what }) = &evidence.fault {
            faults.first = Some((entry.unwrap_or(0), *entry, in_line(*line, what.clone())));
        }
        evidence.damage.iter().for_each(|what| faults.note(None, what.clone()));
        faults
    }

    fn note(&mut self, entry: Option<u64>, what: Reason) {
        let rank = entry.unwrap_or(u64::MAX);
        if self.first.as_ref().is_none_or(|(first, ..)| rank < *first) {
            let text = entry.and_then(|seq| self.lines.get(usize::try_from(seq).ok()?.checked_sub(1)?));
            let line = text.and_then(|text| text.line);
            let what = line.map_or(what.clone(), |line| in_line(line, what));
            self.first = Some((rank, entry, what));
        }
    }
}

fn in_line(line: usize, what: Reason) -> Reason {
    LineFault { line, entry: None, what }.reason()
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
        Some(StoredLine::Sealed { digest, .. }) => *digest,
        // Also of a line that cannot be read: its bytes are in the chain all the same.
        _ => Sha256::digest(text.text.as_bytes()).into(),
    };
    let chain: [u8; 32] = Sha256::new().chain_update(head.chain).chain_update(digest).finalize().into();
    if let Some((stored_digest, stored_chain)) = text.stored {
        if stored_digest != digest {
            faults.note(Some(seq), Reason::of("found-other-digest"));
        } else if stored_chain != chain {
            faults.note(Some(seq), Reason::of("found-other-chain"));
        }
    }
    book.chains.insert(seq, chain);
    book.lines.extend(line);
    Head { seq, chain }
}

/// Checks the data pack against its hash. Returns the hash.
fn check_pack(evidence: &Evidence, faults: &mut Faults<'_>) -> Option<String> {
    let Some((hash, text)) = &evidence.pack else {
        faults.note(None, Reason::of("found-no-pack"));
        return None;
    };
    let found = hex::encode(Sha256::digest(text.as_bytes()));
    if *hash != found {
        faults.note(None, Reason::of("found-pack-hash").quoting("found", &found).quoting("hash", hash));
    } else if let Err(error) = canonical::from_text(text, crate::log::limits::MAX_PACK_BYTES) {
        faults.note(None, Reason::of("found-pack").with("why", error.reason()));
    }
    Some(found)
}

fn opened(first: &Entry) -> Option<TableOpened> {
    let Ok(Some(TableEvent::TableOpened(opened))) = first.table_event() else { return None };
    Some(opened)
}

/// Checks the seed wherever it is found, and then every salt with it.
fn check_seed(evidence: &Evidence, book: &mut Logbook, faults: &mut Faults<'_>) {
    let Some(commitment) = book.opened.as_ref().map(|opened| opened.seed_commitment.clone()) else { return };
    let revealed = book.entries().find_map(|entry| {
        let Ok(Some(TableEvent::End(EndEvent::SeedRevealed { seed }))) = entry.table_event() else {
            return None;
        };
        Some((entry.seq, seed))
    });
    let beside = evidence.seed.clone().map(|seed| (None, seed));
    let revealed = revealed.map(|(seq, seed)| (Some(seq), seed));
    // Either of the two that fits is enough for the salts and the dice; each that does not is a fault.
    for (entry, digits) in beside.into_iter().chain(revealed) {
        match AuditSeed::from_hex(&digits) {
            Some(seed) if hex::encode(seed.commitment()) == commitment => book.seed = Some(seed),
            _ => faults.note(entry, Reason::of("found-other-seed")),
        }
    }
    let Some(seed) = &book.seed else { return };
    for entry in book.entries() {
        if entry.salt != hex::encode(seed.salt(entry.seq)) {
            faults.note(Some(entry.seq), Reason::of("found-other-salt"));
        }
    }
}

/// Checks the noted heads. Returns a head, if there is one, that the log declares lost: it fits no entry, and is no fault.
fn check_heads(
    evidence: &Evidence,
    witnessed: &[NotedHead],
    book: &Logbook,
    faults: &mut Faults<'_>,
) -> Option<Reason> {
    let (head, mut lost) = (book.head(), None);
    let witnessed = witnessed.iter().map(|head| (NotedBy::Somebody, head.clone()));
    let noted = evidence.noted.iter().map(|(who, head)| (*who, NotedHead::from(*head)));
    for (who, noted) in noted.chain(witnessed) {
        let told = |key| {
            let who = Reason::of(match who {
                NotedBy::HeadFile => "witness-head-file",
                NotedBy::Database => "witness-database",
                NotedBy::Header => "witness-header",
                NotedBy::Somebody => "witness-somebody",
            });
            Reason::of(key).with("who", who).quoting("noted", &noted)
        };
        // An archived log is complete: a file that leads elsewhere is another one.
        let fits = || book.chain_at(noted.seq).is_some_and(|chain| noted.is_of(chain));
        if who == NotedBy::Database && !fits() {
            faults.note(None, told("found-replaced").quoting("found", head));
        } else if who == NotedBy::Somebody
            && !fits()
            && let Some(entry) = book.declared_lost(&noted)
        {
            // Only for people: a restore begins a new head file, and a header is written with its log.
            lost.get_or_insert_with(|| told("found-lost-in-restore").with("entry", entry));
        } else if noted.seq > head.seq {
            faults.note(None, told("found-tail-lost").with("last", head.seq));
        } else if noted.seq == 0 {
            faults.note(None, told("found-head-zero"));
        } else if !fits() {
            let found = Head { seq: noted.seq, chain: book.chain_at(noted.seq).copied().unwrap_or_default() };
            let around = book.declared_around(&noted).filter(|_| who == NotedBy::Somebody);
            let what = match around {
                Some(DeclaredLoss { entry, head }) => {
                    told("found-unnamed-in-restore").with("entry", entry).with("last", head.seq)
                }
                None => told("found-other-head"),
            };
            faults.note(None, what.quoting("found", found));
        }
    }
    if evidence.ends_at_noted && evidence.noted.iter().any(|(_, noted)| noted.seq < head.seq) {
        faults.note(None, Reason::of("found-goes-on").with("last", head.seq));
    }
    lost
}
