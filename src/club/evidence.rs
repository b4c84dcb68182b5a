//! Proofs of how a table was played: its audit, its export, its past as one file, receipts of its orders.

use std::sync::Arc;

use super::{ClubError, Conclusion, OneFile, PlayedGames, audited, findings};
use crate::game::Viewer;
use crate::log::Store;
use crate::log::head_file::HeadFile;
use crate::receipt::{ReceiptKeys, ReceiptMaker, SenderProof};
use crate::words::Lang;

/// Proofs of how a table was played: its audit, its export, its past as one file.
#[derive(Clone, Copy)]
pub struct TableEvidence<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) games: &'a PlayedGames,
    pub(super) heads: Option<&'a HeadFile>,
    pub(super) receipts: Option<&'a Arc<ReceiptKeys>>,
}

impl TableEvidence<'_> {
    /// Returns whether this server keeps receipts.
    pub fn keeps_receipts(&self) -> bool {
        self.receipts.is_some()
    }

    /// Makes receipts of a message with this proof; `None` where this server keeps none.
    pub fn receipts_of(&self, proof: &Arc<SenderProof>) -> Option<ReceiptMaker> {
        Some(ReceiptMaker::new(proof.clone(), self.receipts?.clone()))
    }

    /// Audits the table's integrity, dice and rules: the conclusion, and the findings in words. It audits a table that cannot
    /// be folded too, and then reports only what a spectator may see.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn audit(&self, table: &str, lang: Lang) -> Result<(Conclusion, Vec<String>), ClubError> {
        let witness = self.heads.map(HeadFile::read).unwrap_or_default();
        let noted = witness.heads.get(table).copied();
        let tables = self.games.with(table)?;
        let viewer =
            tables.watch(table, lang, None).map_or(Viewer::Spectator, |reader| reader.around().viewer);
        let check = |game: &str, evidence: &_, book: &_| Some(self.games.named(game)?.check(evidence, book));
        let findings = audited::table(self.store, table, (noted, &[]), viewer, check);
        let findings = findings.map_err(ClubError::failed)?;
        let (spoken, missing) = (tables.words(lang), witness.missing_since.as_deref());
        let mut lines = findings::findings(&spoken.words, lang, &findings, missing);
        lines.extend(findings::aliases(&spoken.words, lang, &audited::aliases(self.store, table)?));
        Ok((findings.conclusion, lines))
    }

    /// An export of the table as the player may see it: the file's name and its bytes.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn export(&self, table: &str, player: &str) -> Result<(String, Vec<u8>), ClubError> {
        let mut bytes = Vec::new();
        let exported = self.games.with(table)?.export(table, player, &mut bytes)?;
        Ok((format!("{table}-{}.jsonl", exported.head.seq), bytes))
    }

    /// The table's past as one file for `viewer`, or complete once it is closed, with or without texts between players. A long
    /// table takes many seconds.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn one_file(
        &self,
        table: &str,
        viewer: Viewer,
        lang: Lang,
        with_written: bool,
    ) -> Result<OneFile, ClubError> {
        self.games.with(table)?.one_file(table, viewer, lang, with_written)
    }
}
