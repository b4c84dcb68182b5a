//! The version of the rules in force. Under another one than this program's a consequence that differs is noted, and the
//! fold follows the log.

use super::due::Due;
use super::{Checker, Difference, said};
use crate::games::Packed;
use crate::log::{Entry, TableEvent};
use crate::reason::Reason;

impl<G: Packed> Checker<'_, G> {
    /// Whether another version of the rules is in force than this program's.
    pub(super) fn is_foreign(&self) -> bool {
        self.version != G::RULES_VERSION.to_string()
    }

    /// Notes a consequence that differs, where other rules explain it.
    pub(super) fn excuse(&mut self, difference: Difference) -> Result<(), Difference> {
        if !self.is_foreign() {
            return Err(difference);
        }
        let what = Reason::of("found-under-other-rules").with("what", difference.what);
        let what = what.quoting("version", &self.version).quoting("own", G::RULES_VERSION);
        self.excused.get_or_insert(Difference { what, ..difference });
        Ok(())
    }

    /// From here to the end of what follows from the present cause the log is taken at its word.
    pub(super) fn follow_the_log(&mut self) {
        self.due.retain(|due| !matches!(due, Due::Fact(_) | Due::Opening | Due::Logged));
        self.due.push_front(Due::Logged);
    }

    /// Where other rules led to fewer facts than ours, or the log is taken at its word: the facts end before this entry.
    pub(super) fn end_of_facts(
        &mut self,
        entry: &Entry,
        table_event: Option<&TableEvent>,
    ) -> Result<(), Difference> {
        let is_fact = matches!(table_event, None | Some(TableEvent::Rolled(_))) && entry.cause == self.cause;
        if is_fact { Ok(()) } else { self.end_of_log(entry.seq) }
    }

    pub(super) fn end_of_log(&mut self, seq: u64) -> Result<(), Difference> {
        if let Some(due @ Due::Fact(_)) = self.due.front().filter(|_| self.is_foreign()) {
            let what = Reason::of("found-by-the-rules").with("due", said(due));
            self.excuse(Difference { entry: Some(seq), what })?;
            self.follow_the_log();
        }
        if matches!(self.due.front(), Some(Due::Logged)) {
            self.due.pop_front();
            self.pass_over_what_is_not_due();
        }
        Ok(())
    }
}
