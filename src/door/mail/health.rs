//! The state of a mailbox, for the operator: when it was read, what waits in it, and what it does not let go.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use crate::mail::transport::trouble::MailTrouble;

/// The state of a mailbox, for the operator.
#[derive(Debug, Default)]
pub struct Health {
    /// When it was last read without trouble, in seconds since 1970; 0 while it never was.
    pub read_at: AtomicU64,
    /// The error, in the program's language.
    pub trouble: Mutex<Option<String>>,
    /// True if that does not pass by itself.
    pub lasts: AtomicBool,
    /// The number of unanswered mails.
    pub waiting: AtomicU64,
    /// The oldest of them, without those whose sender is the cause.
    pub oldest: Mutex<Option<Oldest>>,
    /// That answered mails cannot be put away, where they cannot.
    pub unmoved: Mutex<Option<StuckMail>>,
}

/// Mails that stay in the mailbox though they are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckMail {
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// The last error.
    pub trouble: String,
}

/// The oldest unanswered mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oldest {
    /// When this process first saw it, in seconds since 1970.
    pub since: i64,
    /// Why it could not be answered yet, where it was tried.
    pub why: Option<String>,
}

/// Answered mails that the mailbox does not let go: orders go on, and it is tried again later.
#[derive(Default)]
pub(super) struct Unmoved {
    /// How often it failed in a row.
    times: u32,
    /// When it is tried again, in seconds since 1970.
    pub(super) again: i64,
}

impl Unmoved {
    pub(super) fn fail(&mut self, now: i64, trouble: &MailTrouble, health: &Health) {
        tracing::warn!(%trouble, "answered mail cannot be put away");
        self.times = self.times.saturating_add(1);
        self.again = now + trouble.kind.pause(self.times).as_secs().cast_signed();
        let mut unmoved = health.unmoved.lock().unwrap_or_else(PoisonError::into_inner);
        // From the first failure on, not from the last.
        let since = unmoved.as_ref().map_or(now, |before| before.since);
        *unmoved = Some(StuckMail { since, trouble: trouble.to_string() });
    }

    pub(super) fn pass(&mut self, health: &Health) {
        *self = Unmoved::default();
        *health.unmoved.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
