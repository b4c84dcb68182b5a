//! Checks the lines of a table, or of a view of it, one after the other against `docs/log-format.md`, for an import and for an
//! audit. Chain, seed and dice are not checked here: the callers do that, the audit with code of its own.

use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::stored::StoredLine;
use super::table_event::{
    EndEvent, FileEvent, MASTER, MasterEvent, PlayEvent, SeatEvent, TableEvent, TimeEvent,
};
use super::time_law::TimeLaw;
use super::visibility::{LogViewer, line_of};
use crate::reason::Reason;

const CHANGE_BEFORE_AN_ORDER: &str = "found-change-before-order";
const AFTER_THE_END: &str = "found-after-end";
/// The first format of a log whose entries may name receipts.
const RECEIPTS_SINCE: u32 = 2;

/// The lines of one table so far.
pub(crate) struct LineCheck {
    table: String,
    /// The hash of the data pack that came with the lines, if it could be read.
    pack: Option<String>,
    /// The viewer of these lines.
    viewer: LogViewer,
    withheld: Withheld,
    /// The format that a header names.
    format: Option<u32>,
    /// The format that the first entry names.
    opened_in: u32,
    seq: u64,
    /// Idempotency keys, and the first entry with each.
    keys: BTreeMap<String, u64>,
    /// The version of the rules in force.
    version: Option<String>,
    /// The line before changed the rules, for the order that has to come.
    changed: bool,
    /// The game master.
    master: Option<String>,
    time: TimeLaw,
    end: End,
    /// The lines, by seq.
    lines: Vec<Seen>,
}

/// The content of a line, and its audience.
struct Seen {
    sealed: bool,
    /// True if the viewer sees it by its own audience.
    shown: bool,
    /// The entry that it takes the table back to.
    back_to: Option<u64>,
    /// The entries that it opens to the viewer.
    opens: Vec<u64>,
}

/// The entries that a page shows only by digest: texts between players.
#[derive(Clone, Debug, Default)]
pub struct Withheld {
    /// Their seqs.
    pub seqs: BTreeSet<u64>,
    /// True if there can be any: the game has players write to each other, and there are several.
    pub may_be: bool,
}

impl Withheld {
    /// A listed entry is either complete or absent.
    pub(crate) fn not_sealed() -> Reason {
        Reason::of("found-withheld-open")
    }
}

/// The progress of a table's end.
#[derive(PartialEq, Eq)]
enum End {
    Open,
    Closed,
    Revealed,
}

impl LineCheck {
    /// A check before the first line of `table`, as `viewer` sees it.
    pub(crate) fn new(table: &str, pack: Option<&str>, viewer: LogViewer) -> LineCheck {
        LineCheck {
            table: table.to_owned(),
            pack: pack.map(str::to_owned),
            viewer,
            withheld: Withheld::default(),
            format: None,
            opened_in: 0,
            seq: 0,
            keys: BTreeMap::new(),
            version: None,
            changed: false,
            master: None,
            time: TimeLaw::default(),
            end: End::Open,
            lines: Vec::new(),
        }
    }

    /// The same of lines under a header that names this format.
    pub(crate) fn of_format(self, format: u32) -> LineCheck {
        LineCheck { format: Some(format), ..self }
    }

    /// The same of the lines of a page, from which these entries are withheld.
    pub(crate) fn withholding(self, withheld: Withheld) -> LineCheck {
        LineCheck { withheld, ..self }
    }

    /// Reads and checks the next line: returns the line if it is readable, and its fault. After a fault the next lines can
    /// still be checked.
    pub(crate) fn next(&mut self, text: &str) -> (Option<StoredLine>, Result<(), Reason>) {
        self.seq += 1;
        let (table, line) = match StoredLine::parse(text) {
            Ok(parsed) => parsed,
            Err(error) => return (None, Err(error.reason())),
        };
        let place = self.check_place(&table, &line);
        // Also of a line that does not fit: what it takes back or opens decides what others may show.
        self.see(&line);
        let own = match &line {
            StoredLine::Entry(entry) => self.check_entry(entry),
            StoredLine::Sealed { .. } => self.check_sealed(),
        };
        // Both checks were made to the end, so that one fault does not bring others after it.
        (Some(line), place.and(own))
    }

    /// Checks that the log may end after the lines so far.
    pub(crate) fn end(&self) -> Result<(), Reason> {
        if self.changed { Err(Reason::of(CHANGE_BEFORE_AN_ORDER)) } else { Ok(()) }
    }

    /// The first line that a view shows and its viewer may not see, or that it seals although an `Opened` that counts opens it
    /// to the viewer.
    pub(crate) fn first_misplaced(&self) -> Option<(u64, Reason)> {
        if self.viewer == LogViewer::Full {
            return None;
        }
        let numbered = || (1..).zip(&self.lines);
        let steps: Vec<(u64, Option<u64>)> = numbered().map(|(seq, seen)| (seq, seen.back_to)).collect();
        let line = line_of(steps.into_iter());
        let counting = numbered().filter(|(seq, _)| line.contains(seq));
        let open: BTreeSet<u64> = counting.flat_map(|(_, seen)| seen.opens.iter().copied()).collect();
        let key = |(seq, seen): (u64, &Seen)| match (seen.sealed, seen.shown, open.contains(&seq)) {
            (true, _, true) => Some((seq, Reason::of("found-sealed-though-opened"))),
            (false, false, false) => Some((seq, Reason::of("found-shown-too-much"))),
            _ => None,
        };
        numbered().find_map(key)
    }

    fn see(&mut self, line: &StoredLine) {
        let mut seen = Seen { sealed: true, shown: false, back_to: None, opens: Vec::new() };
        if let StoredLine::Entry(entry) = line {
            (seen.sealed, seen.shown) = (false, self.viewer.sees(&entry.audience));
            let event = entry.table_event().ok().flatten();
            seen.back_to = event.as_ref().and_then(TableEvent::back_to);
            if let Some(TableEvent::Play(PlayEvent::Opened { entries, to })) = event
                && self.viewer.sees(&to)
            {
                seen.opens = entries;
            }
        }
        self.lines.push(seen);
    }

    fn check_place(&self, table: &str, line: &StoredLine) -> Result<(), Reason> {
        let (found, seq) = (line.seq(), self.seq);
        if table == self.table && found == seq {
            return Ok(());
        }
        let wanted = Reason::of("found-other-place").with("seq", seq).quoting("wanted", &self.table);
        Err(wanted.with("found", found).quoting("table", table))
    }

    fn check_sealed(&mut self) -> Result<(), Reason> {
        // A sealed line may be an order.
        self.changed = false;
        match self.end {
            _ if self.viewer == LogViewer::Full && !self.withheld.seqs.contains(&self.seq) => {
                Err(Reason::of("found-sealed-in-full"))
            }
            _ if self.seq == 1 => Err(Self::not_opened()),
            _ if self.withheld.seqs.contains(&self.seq) && !self.withheld.may_be => {
                Err(Reason::of("found-withheld-there"))
            }
            End::Open => Ok(()),
            End::Closed | End::Revealed => Err(Reason::of(AFTER_THE_END)),
        }
    }

    fn check_entry(&mut self, entry: &Entry) -> Result<(), Reason> {
        if self.withheld.seqs.contains(&self.seq) {
            return Err(Withheld::not_sealed());
        }
        let key = self.check_key(entry);
        let event = entry.checked_table_event().map_err(|error| error.reason())?;
        let master = self.check_master(entry, event.as_ref());
        let time = self.time.check(entry, event.as_ref());
        let rules = self.check_end(event.as_ref()).and(self.check_rules(event.as_ref()));
        if let Some(TableEvent::TableOpened(opened)) = &event {
            self.opened_in = opened.format;
        }
        if entry.receipt.is_some() && self.opened_in < RECEIPTS_SINCE {
            return Err(Reason::of("found-receipt-too-early"));
        }
        key.and(rules).and(master).and(time)?;
        let Some(TableEvent::TableOpened(opened)) = event else {
            return if self.seq == 1 { Err(Self::not_opened()) } else { Ok(()) };
        };
        match (&self.pack, self.foreign_seat(&opened.seats)) {
            (Some(pack), _) if opened.pack != *pack => {
                let hash = Reason::of("found-other-pack").quoting("hash", pack);
                Err(hash.quoting("named", &opened.pack))
            }
            (_, Some(seat)) => Err(Reason::of("found-header-seat").quoting("seat", seat)),
            _ if self.format.is_some_and(|format| format != opened.format) => {
                Err(Reason::of("found-header-format").quoting("format", opened.format))
            }
            _ => Ok(()),
        }
    }

    /// A seat of the viewer's that the table has not.
    fn foreign_seat(&self, seats: &[String]) -> Option<String> {
        let LogViewer::Seats(mine) = &self.viewer else { return None };
        mine.iter().find(|seat| !seats.contains(seat)).cloned()
    }

    fn not_opened() -> Reason {
        Reason::of("found-not-opened")
    }

    /// Checks that no two entries have the same key.
    fn check_key(&mut self, entry: &Entry) -> Result<(), Reason> {
        match entry.key.clone().map(|key| self.keys.entry(key)) {
            Some(Place::Occupied(first)) => Err(Reason::of("found-key-twice").with("entry", *first.get())),
            Some(Place::Vacant(place)) => {
                place.insert(self.seq);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Checks that only `Opened` and `SeedRevealed` follow `TableClosed`, that nothing follows the seed, and that a
    /// partial export does not hold it.
    fn check_end(&mut self, event: Option<&TableEvent>) -> Result<(), Reason> {
        match (&self.end, event) {
            (End::Open, Some(TableEvent::End(EndEvent::TableClosed { .. }))) => self.end = End::Closed,
            (End::Revealed, _) => return Err(Reason::of(AFTER_THE_END)),
            // Also where the table is not closed: the audit of the seating names that.
            (_, Some(TableEvent::End(EndEvent::SeedRevealed { .. }))) => {
                self.end = End::Revealed;
                if self.viewer != LogViewer::Full {
                    return Err(Reason::of("found-revealed-in-part"));
                }
            }
            (End::Closed, Some(TableEvent::Play(PlayEvent::Opened { .. }))) | (End::Open, _) => {}
            (End::Closed, _) => return Err(Reason::of(AFTER_THE_END)),
        }
        Ok(())
    }

    /// Checks that only the present game master does a game master's actions, and that they take no seat.
    fn check_master(&mut self, entry: &Entry, event: Option<&TableEvent>) -> Result<(), Reason> {
        if let (Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })), Some(by)) = (event, &entry.by)
            && self.master.as_ref() == Some(&by.player)
        {
            return Err(Reason::of("found-master-sits").quoting("seat", seat));
        }
        let by = entry.by.as_ref().filter(|by| by.seat == MASTER).map(|by| &by.player);
        // Before the change below: who resigns is still in office.
        let is_theirs = by.is_some() && by == self.master.as_ref();
        if let Some(TableEvent::Master(MasterEvent::MasterChanged { player })) = event {
            self.master.clone_from(player);
        }
        let theirs_alone = if let Some(TableEvent::Seats(SeatEvent::SeatVacated { seat })) = event {
            // A player leaves a seat of their own.
            entry.by.as_ref().is_none_or(|by| by.seat != *seat)
        } else {
            matches!(event, Some(TableEvent::Time(TimeEvent::TimeExtended { .. })))
        };
        match is_theirs || (by.is_none() && !theirs_alone) {
            true => Ok(()),
            false => Err(Reason::of("found-not-the-master")),
        }
    }

    /// Checks that `RulesChanged` names the version in force, leads to another one, and comes before an order.
    fn check_rules(&mut self, event: Option<&TableEvent>) -> Result<(), Reason> {
        if std::mem::take(&mut self.changed)
            && !matches!(event, Some(TableEvent::Play(PlayEvent::OrderGiven { .. })))
        {
            return Err(Reason::of(CHANGE_BEFORE_AN_ORDER));
        }
        if let Some(TableEvent::TableOpened(opened)) = event {
            self.version = Some(opened.rules_version.clone());
        }
        if let Some(TableEvent::File(FileEvent::RulesChanged { from, to })) = event {
            self.changed = true;
            let before = self.version.replace(to.clone());
            if before.as_ref().is_some_and(|before| before != from) || !is_later(to, from) {
                let before = before.unwrap_or_default();
                let change = Reason::of("found-other-change").quoting("from", from).quoting("to", to);
                return Err(change.quoting("before", before));
            }
        }
        Ok(())
    }
}

/// Returns whether a version is higher than another one: numbers in digits, without zeros before them.
fn is_later(version: &str, other: &str) -> bool {
    (version.len(), version) > (other.len(), other)
}
