//! The version of the rules in force. Under another one than this program's a consequence that differs is noted, and the
//! fold follows the log.

use super::due::Due;
use super::{Checker, Difference, differs, said};
use crate::games::Packed;
use crate::log::{Entry, Frame};

/// What has to stand behind a change of the rules.
pub(super) const BEFORE_AN_ORDER: &str = "a change of the rules stands right before an order";

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
        let what = format!(
            "{} (under rules version {}, this program has {})",
            difference.what,
            self.version,
            G::RULES_VERSION
        );
        self.excused.get_or_insert(Difference { what, ..difference });
        Ok(())
    }

    /// From here to the end of what follows from the present cause the log is taken at its word.
    pub(super) fn follow_the_log(&mut self) {
        self.due.retain(|due| !matches!(due, Due::Fact(_) | Due::Opening | Due::Logged));
        self.due.push_front(Due::Logged);
    }

    /// Where other rules led to fewer facts than ours, or the log is taken at its word: the facts end before this entry.
    pub(super) fn end_of_facts(&mut self, entry: &Entry, frame: Option<&Frame>) -> Result<(), Difference> {
        let is_fact = matches!(frame, None | Some(Frame::Rolled(_))) && entry.cause == self.cause;
        if is_fact { Ok(()) } else { self.end_of_log(entry.seq) }
    }

    pub(super) fn end_of_log(&mut self, seq: u64) -> Result<(), Difference> {
        if let Some(due @ Due::Fact(_)) = self.due.front().filter(|_| self.is_foreign()) {
            let what = format!("by the rules {}", said(due));
            self.excuse(Difference { entry: Some(seq), what })?;
            self.follow_the_log();
        }
        if matches!(self.due.front(), Some(Due::Logged)) {
            self.due.pop_front();
            self.pass_over_what_is_not_due();
        }
        Ok(())
    }

    /// A change of the rules is nobody's doing and follows from nothing; an order comes right behind it.
    pub(super) fn change_rules(&mut self, entry: &Entry, from: &str, to: String) -> Result<(), Difference> {
        if from != self.version || *from == to {
            let what = format!("it changes the rules from {from} to {to}, {} are in force", self.version);
            return differs(entry.seq, what);
        }
        if [entry.by.is_some(), entry.cause.is_some(), entry.door.is_some(), entry.key.is_some()]
            .contains(&true)
        {
            return differs(entry.seq, "a change of the rules is nobody's doing");
        }
        (self.version, self.changed) = (to, true);
        Ok(())
    }
}
