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

/// Whether this does something at the table, rather than show it.
pub(super) fn acts(parsed: &Parsed) -> bool {
    match parsed {
        Parsed::Order { .. } | Parsed::Pick { .. } => true,
        Parsed::Table { verb, .. } => ACTING.contains(&verb.as_str()),
    }
}
