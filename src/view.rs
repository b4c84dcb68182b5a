//! The entries of a log as one viewer may see them. Nothing downstream holds more than this gives.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::game::{Game, Viewer};
use crate::log::canonical::NotCanonical;
use crate::log::chain::digest;
use crate::log::stored::StoredLine;
use crate::log::visibility::{LogViewer, Personal, visible};
use crate::log::{By, Entry, Fault, Store};

/// An entry as an audience sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "nearly every line of a log is open; a box for each would cost more"
)]
pub enum VisibleEntry {
    /// An entry that may be seen.
    Open(Entry),
    /// An entry that may not: its place and its digest only.
    Sealed {
        /// The table.
        table: String,
        /// Its seq.
        seq: u64,
        /// SHA-256 of its canonical text.
        digest: [u8; 32],
    },
}

impl VisibleEntry {
    /// Its seq.
    pub fn seq(&self) -> u64 {
        match self {
            VisibleEntry::Open(entry) => entry.seq,
            VisibleEntry::Sealed { seq, .. } => *seq,
        }
    }

    /// The entry, if it may be seen.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            VisibleEntry::Open(entry) => Some(entry),
            VisibleEntry::Sealed { .. } => None,
        }
    }

    /// Returns whether it is an entry of this kind that may be seen.
    pub fn is_of(&self, kind: &str) -> bool {
        self.entry().is_some_and(|entry| entry.kind == kind)
    }

    /// The maker, if that may be seen.
    pub fn by(&self) -> Option<&By> {
        self.entry().and_then(|entry| entry.by.as_ref())
    }

    /// As JSON: the entry, or `{"digest","sealed","seq","table"}`.
    pub fn to_value(&self) -> Value {
        match self {
            VisibleEntry::Open(entry) => entry.to_value(),
            VisibleEntry::Sealed { table, seq, digest } => serde_json::json!({
                "digest": hex::encode(digest), "sealed": true, "seq": seq, "table": table,
            }),
        }
    }
}

/// Returns whether an entry of game `G` has a text between players.
pub fn is_written<G: Game>(entry: &Entry) -> bool {
    if entry.kind != "OrderGiven" {
        return G::WRITTEN.contains(&entry.kind.as_str());
    }
    let verb = entry.body.get("order").and_then(|order| order.get("verb")?.as_str());
    // An order that cannot be read is shown to nobody.
    verb.is_none_or(|verb| G::WRITES.contains(&verb))
}

/// The lines of a table of game `G` in a store after entry `after`, for `viewer`, every one checked. Texts between players are
/// hidden from later holders of a seat. A partial table is shown as it was imported. [`Viewer::All`] is for closed tables, and
/// for a caller who has recorded a peek.
///
/// # Errors
/// [`Fault::NoTable`]; [`Fault::Damaged`] that names the first entry that does not fit.
pub fn of_table<G: Game>(
    log: &(impl Store + ?Sized),
    table: &str,
    after: u64,
    viewer: Viewer,
) -> Result<Vec<VisibleEntry>, Fault> {
    of_span::<G>(log, table, after, u64::MAX, viewer)
}

/// As [`of_table`], up to entry `to` and as of that entry: entries opened later are still sealed.
///
/// # Errors
/// As [`of_table`].
pub fn of_span<G: Game>(
    log: &(impl Store + ?Sized),
    table: &str,
    after: u64,
    to: u64,
    viewer: Viewer,
) -> Result<Vec<VisibleEntry>, Fault> {
    // Today's holder of the seat decides, even for the past: the seat may have been taken after entry `to`.
    let whose = matches!(viewer, Viewer::Seat(_)) && !G::WRITTEN.is_empty();
    let read_to = if whose { u64::MAX } else { to };
    let stored = log.read_line_range(table, after.saturating_add(1)..=read_to)?;
    // A table that has nothing after `after` is there all the same.
    if stored.is_empty() && log.stored_head(table)?.seq == 0 {
        return Err(Fault::NoTable { table: table.to_owned() });
    }
    // Lines are stored sealed only in a partial log, which was hidden for its viewer at the export.
    let sealed = stored.iter().any(|line| matches!(line, StoredLine::Sealed { .. }));
    if sealed {
        let shown = |line| match line {
            StoredLine::Entry(entry) => VisibleEntry::Open(entry),
            StoredLine::Sealed { seq, digest } => {
                VisibleEntry::Sealed { table: table.to_owned(), seq, digest }
            }
        };
        return Ok(stored.into_iter().map(shown).filter(|line| line.seq() <= to).collect());
    }
    let open = |line| match line {
        StoredLine::Entry(entry) => Some(entry),
        StoredLine::Sealed { .. } => None,
    };
    let mut whole: Vec<Entry> = stored.into_iter().filter_map(open).collect();
    let personal = Personal::of(&whole, is_written::<G>);
    // Only here: a seat may have been taken after `to`, which `personal` had to see.
    whole.retain(|entry| entry.seq <= to);
    let unfit = |error: NotCanonical| Fault::Unfit(format!("table {table}: {error}"));
    let seen = seen_by(&whole, viewer, &personal).map_err(unfit)?;
    let line = |entry: Entry| match seen.contains(&entry.seq) {
        true => Ok(VisibleEntry::Open(entry)),
        false => {
            let digest = digest(&entry.canonical()?);
            Ok(VisibleEntry::Sealed { table: entry.table, seq: entry.seq, digest })
        }
    };
    whole.into_iter().map(line).collect::<Result<_, _>>().map_err(unfit)
}

/// The entries among these that `viewer` may see.
fn seen_by(
    entries: &[Entry],
    viewer: Viewer,
    personal: &Personal<impl Fn(&Entry) -> bool>,
) -> Result<BTreeSet<u64>, NotCanonical> {
    let viewer = match viewer {
        Viewer::All => LogViewer::Full,
        Viewer::Spectator | Viewer::Seat(_) => log_viewer(viewer),
    };
    visible(entries, &viewer, personal)
}

/// The lines of a log, or of its last entries, for `viewer` and as of its last entry: an opened entry is visible from its
/// `Opened` on. An `Opened` comes after its entries, so the last entries need none before them. `digest_of` gives the stored
/// digest of an entry.
///
/// # Errors
/// [`NotCanonical`] if a table event does not fit its kind.
pub fn entries(
    entries: &[Entry],
    viewer: Viewer,
    personal: &Personal<impl Fn(&Entry) -> bool>,
    digest_of: impl Fn(&Entry) -> Result<[u8; 32], NotCanonical>,
) -> Result<Vec<VisibleEntry>, NotCanonical> {
    let seen = seen_by(entries, viewer, personal)?;
    let line = |entry: &Entry| {
        if seen.contains(&entry.seq) {
            return Ok(VisibleEntry::Open(entry.clone()));
        }
        Ok(VisibleEntry::Sealed { table: entry.table.clone(), seq: entry.seq, digest: digest_of(entry)? })
    };
    entries.iter().map(line).collect()
}

/// The viewer of an export: the seat, else everyone. A log whose seed is revealed shows everyone everything, so [`Viewer::All`]
/// needs no more.
pub fn log_viewer(viewer: Viewer) -> LogViewer {
    match viewer {
        Viewer::Seat(seat) => LogViewer::seat(seat.as_str()),
        Viewer::Spectator | Viewer::All => LogViewer::Everyone,
    }
}
