//! The part of a page about the club's log: a sentence and proofs, written beside the page and checked by themselves.

use super::App;
use super::error::CliError;
use crate::club::club_log::{LeafProof, PublicLog, VerifierKey};
use crate::page::{ClubLogPart, club_log_part};
use crate::reason::Reason;
use crate::transparency::compare::{LogFindings, LogVerdict, TableChain};
use crate::words::{Lang, Words};

/// The findings about a page's part on the club's log.
pub(super) fn found(
    table: &TableChain,
    part: &ClubLogPart,
    lang: Option<Lang>,
    keys: (Option<&VerifierKey>, &[VerifierKey]),
) -> Result<LogFindings, CliError> {
    let mut found = LogFindings::default();
    match LeafProof::read_all(&part.proofs) {
        Ok(proofs) => {
            found = table.check_proofs(&proofs, keys);
            let words = Words::read()?;
            // A reader believes the sentence: it must be the one that these proofs give.
            if lang
                .is_none_or(|lang| part_of(&words, lang, &table.table, &proofs).as_ref() != Some(&part.html))
            {
                found.add(LogVerdict::Fails, Reason::of("page-club-log-differs"));
            }
        }
        Err(why) => found.add(LogVerdict::Fails, why),
    }
    Ok(found)
}

/// The part about the club's log of a page that ends at entry `last`; `None` if the table has no leaf yet.
pub(super) fn part(app: &App, table: &str, last: u64) -> Result<Option<String>, CliError> {
    let mut proofs = PublicLog::new(&*app.store).proofs(table)?;
    // The page ends there, and a later proof would speak of entries that it has not.
    proofs.retain(|proof| proof.leaf.seq <= last);
    Ok(part_of(&Words::read()?, app.lang, table, &proofs))
}

fn part_of(words: &Words, lang: Lang, table: &str, proofs: &[LeafProof]) -> Option<String> {
    let last = proofs.last()?;
    let args = [
        ("table", table.into()),
        ("seq", last.leaf.seq.into()),
        ("checkpoint", last.checkpoint.short().into()),
        ("origin", last.checkpoint.origin.as_str().into()),
    ];
    let proofs: String = proofs.iter().map(LeafProof::to_string).collect();
    Some(club_log_part(&words.say(lang, "page-club-log", &args), &proofs))
}
