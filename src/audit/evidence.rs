//! The input of an audit: the lines of one table with everything beside them, unchecked.

use std::io::BufRead;

use crate::log::file::{ExportFile, LineFault};
use crate::log::visibility::LogViewer;
use crate::log::{Fault, Head, Store, Withheld};
use crate::reason::Reason;

/// The source of a noted head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotedBy {
    /// The file beside the database.
    HeadFile,
    /// The database that a finished table was archived from.
    Database,
    /// The header of an export.
    Header,
    /// Somebody, who wrote it down.
    Somebody,
}

/// The lines of one table, not checked.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The table, as the store or the header names it.
    pub table: String,
    /// The format of the log that the header of an export names.
    pub format: Option<u32>,
    /// The lines in their order.
    pub lines: Vec<Text>,
    /// The data pack's text, with its claimed hash.
    pub pack: Option<(String, String)>,
    /// The seed, 64 hexadecimal digits, from the store or a full export.
    pub seed: Option<String>,
    /// The head the export's header or the head file names: the log reaches it, and passes through it.
    pub noted: Vec<(NotedBy, Head)>,
    /// True if the head of the header must be the last one.
    pub ends_at_noted: bool,
    /// The viewer of this view; of a part, some entries may be there by their digest only.
    pub viewer: LogViewer,
    /// The entries withheld from the log of a page.
    pub withheld: Withheld,
    /// The first line of a file that is unreadable, or wrong before the entries.
    pub fault: Option<LineFault>,
    /// Damage of the store itself.
    pub damage: Vec<Reason>,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its text.
    pub text: String,
    /// The digest and chain value stored beside it in a database.
    pub stored: Option<([u8; 32], [u8; 32])>,
    /// Its number in a file.
    pub line: Option<usize>,
}

/// Why there is nothing to check.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceFault {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] Fault),
    /// A file is no export.
    #[error(transparent)]
    File(#[from] LineFault),
}

impl Evidence {
    /// A table in a store; `noted` is the content of the head file beside it, if there is one.
    ///
    /// # Errors
    /// [`Fault::NoTable`], or a store that cannot be read at all.
    pub fn from_store(
        store: &(impl Store + ?Sized),
        table: &str,
        noted: Option<Head>,
    ) -> Result<Evidence, EvidenceFault> {
        let raws = store.read_raw(table, 1)?;
        // A noted head without a single entry is a log that was lost whole: that is a finding.
        if raws.is_empty() && noted.is_none() {
            return Err(Fault::NoTable { table: table.to_owned() }.into());
        }
        let lines = raws.into_iter().map(|raw| {
            let stored = Some((raw.digest, raw.chain));
            Text { text: raw.text, stored, line: None }
        });
        // Damage that the store itself reports is a finding, not the end of the audit.
        let mut damage = Vec::new();
        let mut note = |fault: Fault| damage.push(Reason::of("found-damage").quoting("what", fault));
        let summary = store.table(table).map_err(&mut note).ok().flatten();
        let viewer = summary.as_ref().and_then(|summary| summary.partial.clone()).unwrap_or(LogViewer::Full);
        let partial = viewer != LogViewer::Full;
        let seed = store.seed(table).map_err(&mut note).ok();
        let pack = summary.as_ref().and_then(|of| store.pack(&of.pack).map_err(&mut note).ok().flatten());
        // A seed that could not be read is damage already, and a view never had one.
        if seed.as_ref().is_some_and(Option::is_none) && summary.is_some() && !partial {
            damage.push(Reason::of("found-seed-missing"));
        }
        let seed = seed.flatten().map(|seed| seed.expose_hex());
        Ok(Evidence {
            table: table.to_owned(),
            format: None,
            lines: lines.collect(),
            pack: pack.map(|pack| (pack.hash().to_owned(), pack.text().to_owned())),
            seed,
            noted: noted.map(|head| (NotedBy::HeadFile, head)).into_iter().collect(),
            // The head file is written after the commits, so the database may be ahead of it.
            ends_at_noted: false,
            viewer,
            withheld: Withheld::default(),
            fault: None,
            damage,
        })
    }

    /// Reads an exported file as far as possible. Faults in it become findings.
    ///
    /// # Errors
    /// [`EvidenceFault::File`] when its first line is not the header of an export, or an editor has changed the file.
    pub fn from_export(from: &mut impl BufRead) -> Result<Evidence, EvidenceFault> {
        let mut file = ExportFile::new(from);
        let header = file.header()?;
        let mut evidence = Evidence {
            table: header.table.clone(),
            format: Some(header.format),
            lines: Vec::new(),
            pack: None,
            seed: None,
            noted: vec![(NotedBy::Header, header.head)],
            ends_at_noted: true,
            viewer: header.viewer.clone(),
            withheld: Withheld::default(),
            fault: None,
            damage: Vec::new(),
        };
        let pack = evidence.found(file.pack());
        evidence.pack = pack.map(|pack| (pack.hash().to_owned(), pack.text().to_owned()));
        evidence.seed = evidence.found(file.seed(&header)).flatten().map(|seed| seed.expose_hex());
        while let Some((line, text)) = evidence.found(file.entry()).flatten() {
            evidence.lines.push(Text { text, stored: None, line: Some(line) });
        }
        // An editor's change says nothing about the log, so no finding comes of it.
        match evidence.fault.take_if(|fault| fault.is_of_an_editor()) {
            Some(fault) => Err(EvidenceFault::File(fault)),
            None => Ok(evidence),
        }
    }

    /// Returns the value, and records the first fault.
    fn found<T>(&mut self, read: Result<T, LineFault>) -> Option<T> {
        read.map_err(|fault| self.fault.get_or_insert(fault)).ok()
    }
}
