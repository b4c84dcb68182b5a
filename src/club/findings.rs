//! What an audit found, in the reader's language.

use std::collections::BTreeMap;
use std::fmt;

use crate::audit::{Findings, Restored, Verdict, WitnessFound};
use crate::reason::Reason;
use crate::words::{Lang, Value, Words};

/// The findings of an audit, a line each; `missing_since` is since when the head file beside the database is incomplete.
pub fn findings(words: &Words, lang: Lang, findings: &Findings, missing_since: Option<&str>) -> Vec<String> {
    let say = |key: &str, args: &[(&str, Value<'_>)]| words.say(lang, key, args);
    let game = findings.game.as_deref().map(|game| words.term(lang, "game", game)).unwrap_or_default();
    let closed = match &findings.closed {
        Some(why) => say("audit-closed", &[("why", words.term(lang, "closing", why).into())]),
        None => say("audit-open", &[]),
    };
    let about: [(&str, Value<'_>); 6] = [
        ("table", findings.table.as_str().into()),
        ("game", game.into()),
        ("state", closed.into()),
        ("takebacks", findings.takebacks.into()),
        ("peeks", findings.peeks.into()),
        ("sealed", findings.sealed.into()),
    ];
    let mut lines = not_checked(words, lang, findings);
    lines.push(say("audit-about", &about));
    if findings.practice {
        lines.push(say("audit-practice", &[]));
    }
    lines.push(say("audit-head", &[("head", findings.head.as_str().into())]));
    lines.extend(verdicts(words, lang, findings));
    if let Some(since) = missing_since {
        lines.push(say("audit-witness-missing", &[("since", since.into())]));
    }
    lines.push(say("audit-forged", &[]));
    lines
}

/// The lines that come first: the log is under rules, or a law of time, that this program does not know.
fn not_checked(words: &Words, lang: Lang, findings: &Findings) -> Vec<String> {
    let beyond = |verdict: &Verdict| match verdict {
        Verdict::UnknownRules { why } | Verdict::UnknownLaw { why } if findings.is_beyond() => {
            Some(words.say(lang, "audit-not-checked", &[("why", words.reason(lang, why).into())]))
        }
        _ => None,
    };
    [&findings.rules, &findings.integrity].into_iter().filter_map(beyond).collect()
}

/// The three verdicts, and everything that is declared lost, a line each.
pub fn verdicts(words: &Words, lang: Lang, findings: &Findings) -> Vec<String> {
    let verdicts = [
        verdict_line(words, lang, "audit-integrity", &findings.integrity),
        verdict_line(words, lang, "audit-dice", &findings.dice),
        verdict_line(words, lang, "audit-rules", &findings.rules),
    ];
    let restored = findings.restored.iter().map(|Restored { entry, last, lost }| {
        let args = [("entry", (*entry).into()), ("last", (*last).into()), ("lost", lost.as_str().into())];
        words.say(lang, "audit-restored", &args)
    });
    let witness = findings.witness.iter().flat_map(|found| of_witness(words, lang, found));
    verdicts.into_iter().chain(witness).chain(restored).collect()
}

/// The witness of the dice in a log, a line each.
fn of_witness(words: &Words, lang: Lang, found: &WitnessFound) -> Vec<String> {
    let args = [("witness", found.name.as_str().into()), ("count", found.witnessed.into())];
    let mut lines = vec![words.say(lang, "audit-witnessed", &args)];
    if found.abandoned > 0 {
        lines.push(words.say(lang, "audit-abandoned", &[("count", found.abandoned.into())]));
    }
    lines.extend(found.own.map(|entry| words.say(lang, "audit-own-dice", &[("entry", entry.into())])));
    lines
}

/// The verdict on a page, whose bytes are compared.
pub fn page_line(words: &Words, lang: Lang, found: &Verdict) -> String {
    let said = match found {
        Verdict::Ok { checked, except: None, also: None } => {
            words.say(lang, "audit-ok-bytes", &[("checked", (*checked).into())])
        }
        other => verdict(words, lang, other),
    };
    words.say(lang, "audit-page", &[("verdict", said.into())])
}

/// A verdict under the heading with this key.
fn verdict_line(words: &Words, lang: Lang, key: &str, found: &Verdict) -> String {
    words.say(lang, key, &[("verdict", verdict(words, lang, found).into())])
}

fn verdict(words: &Words, lang: Lang, verdict: &Verdict) -> String {
    let say = |key: &str, args: &[(&str, Value<'_>)]| words.say(lang, key, args);
    let because = |why: &Reason| words.reason(lang, why);
    let named = |key: &str, entry: &Option<u64>, what: &Reason| match entry {
        Some(entry) => {
            say(&format!("{key}-at"), &[("entry", (*entry).into()), ("what", because(what).into())])
        }
        None => say(key, &[("what", because(what).into())]),
    };
    match verdict {
        Verdict::Ok { checked, except, also } => match except.as_ref().or(also.as_ref()) {
            None => say("audit-ok", &[("checked", (*checked).into())]),
            Some(more) => {
                say("audit-ok-except", &[("checked", (*checked).into()), ("except", because(more).into())])
            }
        },
        Verdict::Failed { entry, what } => named("audit-failed", entry, what),
        Verdict::UnknownRules { why } | Verdict::UnknownLaw { why } | Verdict::NotCheckable { why } => {
            say("audit-not-checkable", &[("why", because(why).into())])
        }
    }
}

/// In English.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Words::read() {
            Ok(words) => f.write_str(&verdict(&words, Lang::En, self)),
            Err(fault) => write!(f, "{fault}"),
        }
    }
}

/// Which ids of a log are one player's, a line each.
pub fn aliases<'a>(
    words: &'a Words,
    lang: Lang,
    aliases: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = String> + 'a {
    aliases.iter().map(move |(alias, player)| {
        let args = [("alias", alias.as_str().into()), ("player", player.as_str().into())];
        words.say(lang, "audit-alias", &args)
    })
}
