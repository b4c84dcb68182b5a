//! Which lines of a mail do something, rather than show it.

use crate::book::Parsed;

/// The table's verbs that do something at it.
const ACTING: &[&str] = &[
    "undo",
    "ask-undo",
    "agree",
    "object",
    "publish",
    "unpublish",
    "pace",
    "pause",
    "resume",
    "stop-clock",
    "absent",
    "end-absence",
    "standing",
    "pass-ahead",
    "claim",
    "resign",
    "invite",
    "pass-seat",
    "need-player",
    "master",
    "ready",
    "unready",
    "rematch",
    "withdraw-offer",
    "close",
];

/// Returns whether this does something at the table, rather than show it.
pub(super) fn acts(parsed: &Parsed) -> bool {
    match parsed {
        Parsed::Order { .. } | Parsed::Pick { .. } => true,
        Parsed::Table { verb, .. } => is_acting(verb.as_str()),
    }
}

/// Returns whether a verb of the table does something at it.
pub(super) fn is_acting(verb: &str) -> bool {
    ACTING.contains(&verb)
}
