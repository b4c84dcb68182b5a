//! The audit: a second path through a log, independent of the one that wrote it.
//!
//! It shares with the table service the form of entries and the rules of the game, and nothing else: its dice are
//! computed by its own arithmetic and its fold is its own. Three verdicts stand apart:
//!
//! | part | what it checks |
//! |---|---|
//! | [`evidence`] | gathers what is to be checked, from a store or from an exported file |
//! | [`integrity`] | form, chain, heads, data pack, seed commitment, salts; who sits, asks, agrees and leaves |
//! | [`heads`] | heads that players noted, found in a text |
//! | [`receipts`] | receipts of orders: who proves to have sent them |
//! | [`luck`] | words that a player typed as luck |
//! | [`seed`], [`dice`] | every roll, computed again from the seed |
//! | [`witness`] | the answers of the witness of the dice, each with its proof |
//! | [`rules`] | every order, resolved again with the dice of the log |

pub mod dice;
pub mod evidence;
pub mod heads;
pub mod integrity;
pub mod luck;
pub mod receipts;
pub mod rules;
pub mod seed;
pub mod witness;

use serde::{Serialize, Serializer};

pub use evidence::{Evidence, EvidenceFault};
pub use integrity::{DeclaredLoss, Logbook};
pub use witness::WitnessFound;

use crate::log::{EndEvent, FileEvent, NotedHead, PlayEvent, TableEvent};
use crate::reason::Reason;
use crate::words::english;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// Everything holds.
    Ok {
        /// The number of entries, rolls or orders checked.
        checked: usize,
        /// The part of them that was not checked, if any.
        #[serde(serialize_with = "any_in_english", skip_serializing_if = "Option::is_none")]
        except: Option<Reason>,
        /// A further check of them that was complete, if there was one.
        #[serde(serialize_with = "any_in_english", skip_serializing_if = "Option::is_none")]
        also: Option<Reason>,
    },
    /// Something does not hold.
    Failed {
        /// The first entry that differs, if one can be named.
        entry: Option<u64>,
        /// The difference.
        #[serde(serialize_with = "in_english")]
        what: Reason,
    },
    /// It is under a version of the rules that this program does not know. What holds under every version holds.
    UnknownRules {
        /// The reason.
        #[serde(serialize_with = "in_english")]
        why: Reason,
    },
    /// It is under a law of time that this program does not know. What does not hang on time holds.
    UnknownLaw {
        /// The reason, and the entry from which on.
        #[serde(serialize_with = "in_english")]
        why: Reason,
    },
    /// It cannot be checked.
    NotCheckable {
        /// The reason.
        #[serde(serialize_with = "in_english")]
        why: Reason,
    },
}

fn in_english<S: Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&english(reason))
}

fn any_in_english<S: Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.as_ref().map(english).serialize(serializer)
}

impl Verdict {
    /// All of this number of entries, rolls or orders hold.
    pub fn ok(checked: usize) -> Verdict {
        Verdict::Ok { checked, except: None, also: None }
    }

    pub(crate) fn failed(entry: impl Into<Option<u64>>, what: Reason) -> Verdict {
        Verdict::Failed { entry: entry.into(), what }
    }

    /// Returns whether something does not hold.
    pub fn is_failed(&self) -> bool {
        matches!(self, Verdict::Failed { .. })
    }

    /// Returns whether everything that was checked holds.
    pub fn is_ok(&self) -> bool {
        matches!(self, Verdict::Ok { .. })
    }

    /// Returns whether it leaves something unchecked.
    fn leaves_some(&self) -> bool {
        matches!(self, Verdict::NotCheckable { .. } | Verdict::Ok { except: Some(_), .. })
    }

    /// The entry that differs, if one is named.
    pub fn entry(&self) -> Option<u64> {
        match self {
            Verdict::Failed { entry, .. } => *entry,
            _ => None,
        }
    }
}

/// The conclusion from three verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// Everything was checked and holds.
    Holds,
    /// Nothing that was checked is wrong, and not all of it was: what was not checked has not passed.
    HoldsSoFar,
    /// The log is under a version of the rules that this program does not know: the rest holds, and the rules are not checked.
    UnknownRules,
    /// The log is under a law of time that this program does not know: the rest holds, and what hangs on time is not checked.
    UnknownLaw,
    /// Something does not hold.
    Failed,
}

impl Conclusion {
    fn of(verdicts: [&Verdict; 3]) -> Conclusion {
        if verdicts.iter().any(|verdict| verdict.is_failed()) {
            return Conclusion::Failed;
        }
        // A newer program could check this, so it is told before what no program can check yet.
        if verdicts.iter().any(|verdict| matches!(verdict, Verdict::UnknownRules { .. })) {
            return Conclusion::UnknownRules;
        }
        if verdicts.iter().any(|verdict| matches!(verdict, Verdict::UnknownLaw { .. })) {
            return Conclusion::UnknownLaw;
        }
        match verdicts.iter().any(|verdict| verdict.leaves_some()) {
            true => Conclusion::HoldsSoFar,
            false => Conclusion::Holds,
        }
    }
}

/// An entry that declares a part of the log lost, because a backup was put back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// The entry. What is lost begins in its place.
    pub entry: u64,
    /// The last seq that is declared lost.
    pub last: u64,
    /// The lost head there, `SEQ:HEX`.
    pub lost: String,
}

/// The findings of an audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// The table.
    pub table: String,
    /// The game, as the first entry names it.
    pub game: Option<String>,
    /// The version of the rules, as the first entry names it.
    pub rules_version: Option<String>,
    /// The head that the entries lead to, `SEQ:HEX`.
    pub head: String,
    /// Entries of which only the digest is known.
    pub sealed: usize,
    /// True if the table was opened as practice.
    pub practice: bool,
    /// The number of looks at hidden information in play.
    pub peeks: usize,
    /// The number of takebacks.
    pub takebacks: usize,
    /// The declarations that a part of the log is lost.
    pub restored: Vec<Restored>,
    /// The witness of its dice, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<WitnessFound>,
    /// Why the table was closed, if it is.
    pub closed: Option<String>,
    /// The conclusion from the three.
    pub conclusion: Conclusion,
    /// Integrity: the bytes are as written.
    pub integrity: Verdict,
    /// The dice follow from the seed.
    pub dice: Verdict,
    /// The facts follow from the orders, the dice and the rules.
    pub rules: Verdict,
}

impl Findings {
    /// Returns whether any of the three failed.
    pub fn is_failed(&self) -> bool {
        self.conclusion == Conclusion::Failed
    }

    /// Returns whether something needs a newer program to check, and nothing else is wrong.
    pub fn is_beyond(&self) -> bool {
        matches!(self.conclusion, Conclusion::UnknownRules | Conclusion::UnknownLaw)
    }

    /// Returns whether everything was checked and holds: what was not checked has not passed.
    pub fn holds(&self) -> bool {
        self.conclusion == Conclusion::Holds
    }
}

/// Audits one table. `witnessed` are heads that somebody wrote down; `rules` checks the orders by the game's rules.
pub fn audit(
    evidence: &Evidence,
    witnessed: &[NotedHead],
    rules: impl FnOnce(&Evidence, &Logbook) -> Verdict,
) -> Findings {
    let (logbook, integrity) = integrity::check(evidence, witnessed);
    // Seats and consents are public, so they are checked behind sealed lines too, as the bytes are.
    let mut integrity = rules::seating::check(&logbook, integrity);
    // A fault says more than an unknown law, and so does a head that the log declares lost.
    if let Some(why) = rules::unknown_law(&logbook).filter(|_| integrity.is_ok()) {
        integrity = Verdict::UnknownLaw { why };
    }
    let (witness, dice) = witness::check(&logbook, dice::check(&logbook));
    let rules = rules(evidence, &logbook);
    let table_events = || logbook.entries().filter_map(|entry| entry.table_event().ok().flatten());
    let opened = logbook.opened();
    Findings {
        table: evidence.table.clone(),
        game: opened.map(|opened| opened.game.clone()),
        rules_version: opened.map(|opened| opened.rules_version.clone()),
        head: logbook.head().to_string(),
        sealed: logbook.sealed(),
        practice: opened.is_some_and(|opened| opened.practice),
        peeks: table_events()
            .filter(|table_event| matches!(table_event, TableEvent::File(FileEvent::Peeked { .. })))
            .count(),
        takebacks: table_events()
            .filter(|table_event| matches!(table_event, TableEvent::Play(PlayEvent::TakenBack { .. })))
            .count(),
        witness,
        restored: logbook.declared_losses().map(restored).collect(),
        closed: table_events().find_map(|table_event| {
            if let TableEvent::End(EndEvent::TableClosed { why }) = table_event { Some(why) } else { None }
        }),
        conclusion: Conclusion::of([&integrity, &dice, &rules]),
        integrity,
        dice,
        rules,
    }
}

fn restored(DeclaredLoss { entry, head }: DeclaredLoss) -> Restored {
    Restored { entry, last: head.seq, lost: head.to_string() }
}
