//! What an audit found, in the reader's language. What exactly is wrong with an entry stays in the auditor's own words:
//! it names bytes and fields.

use super::Phrases;
use crate::audit::{Findings, Verdict};
use crate::words::Value;

impl Phrases<'_> {
    /// What an audit found, a line each.
    pub fn findings(&self, findings: &Findings) -> Vec<String> {
        let game = findings.game.as_deref().map(|game| self.game(game)).unwrap_or_default();
        let closed = match &findings.closed {
            Some(why) => self.say("audit-closed", &[("why", self.closing(why).into())]),
            None => self.say("audit-open", &[]),
        };
        let about: [(&str, Value<'_>); 6] = [
            ("table", findings.table.as_str().into()),
            ("game", game.into()),
            ("state", closed.into()),
            ("takebacks", findings.takebacks.into()),
            ("peeks", findings.peeks.into()),
            ("sealed", findings.sealed.into()),
        ];
        let verdict =
            |key: &str, verdict: &Verdict| self.say(key, &[("verdict", self.verdict(verdict).into())]);
        let mut lines = vec![self.say("audit-about", &about)];
        if findings.practice {
            lines.push(self.say("audit-practice", &[]));
        }
        lines.extend([
            self.say("audit-head", &[("head", findings.head.as_str().into())]),
            verdict("audit-integrity", &findings.integrity),
            verdict("audit-dice", &findings.dice),
            verdict("audit-rules", &findings.rules),
            self.say("audit-forged", &[]),
        ]);
        lines
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        let named = |key: &str, entry: &Option<u64>, what: &str| match entry {
            Some(entry) => {
                self.say(&format!("{key}-at"), &[("entry", (*entry).into()), ("what", what.into())])
            }
            None => self.say(key, &[("what", what.into())]),
        };
        match verdict {
            Verdict::Ok { checked, except: None } => self.say("audit-ok", &[("checked", (*checked).into())]),
            Verdict::Ok { checked, except: Some(except) } => self.say(
                "audit-ok-except",
                &[("checked", (*checked).into()), ("except", except.as_str().into())],
            ),
            Verdict::Failed { entry, what } => named("audit-failed", entry, what),
            Verdict::Differs { entry, what } => named("audit-differs", entry, what),
            Verdict::NotCheckable { why } => self.say("audit-not-checkable", &[("why", why.as_str().into())]),
        }
    }
}
