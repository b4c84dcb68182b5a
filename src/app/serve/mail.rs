//! The mail door as `serve` runs it: its courier, and who attends to each mailbox.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::error::CliError;
use crate::club::Club;
use crate::config::mail::{Mail, MailOut, MailSection};
use crate::door::mail::courier::MailCourier;
use crate::door::mail::health::Health;
use crate::door::mail::intake::{Intake, Prove, Vouch};
use crate::door::mail::mail_door::{Failing, MailDoor, MailSettings, UNSUBSCRIBE};
use crate::door::mail::token::Tokens;
use crate::keys::Keys;
use crate::mail::reading::authentic::{Dns, Trust, proof_of, signed_by};
use crate::mail::transport::maildir::Maildir;
use crate::mail::transport::trouble::TroubleKind;
use crate::mail::transport::{Mailbox, Outgoing};
use crate::reason::Reason;
use crate::waits::Waits;

/// The use under which the keys of the mail door are derived; it must never change.
pub const MAIL_KEYS: &str = "mail";
/// Seconds without a read mailbox before the status is `unhealthy`.
const UNREAD_SECONDS: i64 = 300;
/// Seconds without a connection to the server that passes mail on, before the status is `unhealthy`.
const UNSENT_SECONDS: i64 = 300;
/// Seconds with an unanswered mail, or with a server that says later, before the status is `unhealthy`: a greylisting server
/// accepts mail after some minutes.
const STUCK_SECONDS: i64 = 900;

/// The services of the mail door.
pub struct MailServices {
    courier: MailCourier,
    intakes: Vec<Intake>,
}

/// The state of a mailbox in `/healthz`.
#[derive(Debug, Serialize)]
pub struct MailboxHealth {
    /// When it was last read without trouble, in seconds since 1970; absent while it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_read: Option<i64>,
    /// The number of unanswered mails.
    waiting: u64,
    /// The age of the oldest of them, in seconds; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest_seconds: Option<i64>,
    /// The error.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

/// That mails cannot be sent, as `/healthz` says it.
#[derive(Debug, Serialize)]
pub struct SendingHealth {
    /// Since when, in seconds since 1970.
    since: i64,
    /// The last error.
    trouble: String,
}

impl SendingHealth {
    /// The state of sending at `now`, and whether it is healthy: brief trouble is.
    pub fn of(door: &MailDoor, now: i64) -> (Option<SendingHealth>, bool) {
        let failing = door.failing();
        let passes = |failing: &Failing| {
            let most = match failing.kind {
                // Somebody has to mend the configuration, or the machine.
                TroubleKind::File | TroubleKind::Account | TroubleKind::Security => return false,
                TroubleKind::Later | TroubleKind::Full => STUCK_SECONDS,
                _ => UNSENT_SECONDS,
            };
            now - failing.since <= most
        };
        let well = failing.as_ref().is_none_or(passes);
        (failing.map(|Failing { since, trouble, .. }| SendingHealth { since, trouble }), well)
    }
}

/// Checks that the folders which mails are read from and written to can be used.
///
/// # Errors
/// The key of the configuration that names a folder which cannot, and why.
pub fn check_folders(mail: &Mail, section: Option<&MailSection>) -> Result<(), (&'static str, CliError)> {
    let both = section.is_some_and(|section| section.maildir.is_some());
    let key = if both { "[mail] maildir" } else { "[mail] spool" };
    let out = match &mail.out {
        MailOut::Maildir(folder) => Some(folder),
        MailOut::Smtp(_) => None,
    };
    let check = |folder| Maildir::new(folder).check();
    let checked = mail.spool.iter().chain(out).map(|folder| &**folder).try_for_each(check);
    checked.map_err(|trouble| (key, CliError::Because(trouble.reason)))
}

impl MailServices {
    /// The services of a club's mail door.
    ///
    /// # Errors
    /// A certificate that cannot be read, words or a book that cannot, no name servers.
    pub fn new(club: &Arc<Club>, mail: &Mail, keys: Keys, waits: Waits) -> Result<MailServices, CliError> {
        let door = MailDoor::new(club.clone(), Tokens::new(keys), MailSettings::of(mail))?;
        let out = Outgoing::of(mail).map_err(|trouble| CliError::Usage(trouble.reason))?;
        let courier = MailCourier::new(Arc::new(door), Arc::new(out), waits);
        let dns = Dns::system()
            .map_err(|error| CliError::Because(Reason::of("mail-no-dns").quoting("why", error)))?;
        let trust = Trust { authserv_id: mail.authserv_id.clone(), forwarders: mail.forwarders.clone() };
        let believed = Arc::new((dns, trust));
        let asked = believed.clone();
        let vouch: Vouch = Arc::new(move |raw, from| {
            let believed = believed.clone();
            Box::pin(async move { signed_by(&raw, &from, &believed.1, &believed.0).await })
        });
        let prove: Prove = Arc::new(move |raw, from| {
            let believed = asked.clone();
            Box::pin(async move { proof_of(&raw, &from, &believed.0).await })
        });
        let prove = Some(prove).filter(|_| club.evidence().keeps_receipts());
        let intake = |mailbox| {
            let mut intake = Intake::new(courier.clone(), mailbox, vouch.clone(), mail.keep_days);
            intake.prove.clone_from(&prove);
            intake
        };
        let intakes = Mailbox::of(mail).into_iter().map(intake).collect();
        Ok(MailServices { courier, intakes })
    }

    /// The health of each mailbox, while they work.
    pub fn health(&self) -> Vec<Arc<Health>> {
        self.intakes.iter().map(|intake| intake.health.clone()).collect()
    }

    /// The door that answers and sends mails.
    pub fn door(&self) -> Arc<MailDoor> {
        self.courier.door.clone()
    }

    /// Routes for one-click unsubscription (RFC 8058): only by POST, so that opening a link does nothing. The answer reveals
    /// nothing about anybody.
    pub fn routes(&self) -> Router {
        let path = format!("/{UNSUBSCRIBE}/{{token}}");
        Router::new().route(&path, post(unsubscribe)).with_state(self.courier.door.clone())
    }

    /// Works until shutdown.
    pub async fn run(self, stopping: watch::Receiver<bool>) {
        let mut work = JoinSet::new();
        work.spawn(self.courier.run(stopping.clone()));
        for intake in self.intakes {
            work.spawn(intake.run(stopping.clone()));
        }
        // None of them ends before shutdown; if one does, all do.
        let _ = work.join_next().await;
        if *stopping.borrow() {
            while work.join_next().await.is_some() {}
        }
    }
}

/// Seconds for which the oldest of what is due has waited at `now`: letters, and answers to the mails in the mailboxes.
pub fn outbox_age(door: &MailDoor, mailboxes: &[Arc<Health>], now: i64) -> i64 {
    let unanswered = mailboxes.iter().filter_map(|health| {
        let oldest = health.oldest.lock().unwrap_or_else(PoisonError::into_inner);
        oldest.as_ref().map(|oldest| oldest.since)
    });
    let due = Some(door.due_since.load(Ordering::Relaxed)).filter(|since| *since > 0);
    due.into_iter().chain(unanswered).min().map_or(0, |since| now - since)
}

async fn unsubscribe(State(door): State<Arc<MailDoor>>, Path(token): Path<String>) -> StatusCode {
    let done = tokio::task::spawn_blocking(move || door.unsubscribe(&token)).await;
    match done {
        // Also for a token of nobody, or the answer would tell who gets mail.
        Ok(Ok(_)) => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl MailboxHealth {
    /// The state of a mailbox at `now`, and whether it is healthy: brief trouble is.
    pub fn of(health: &Health, now: i64) -> (MailboxHealth, bool) {
        let read = health.read_at.load(Ordering::Relaxed).cast_signed();
        let last_read = (read > 0).then_some(read);
        let unread = health.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let passes = !health.lasts.load(Ordering::Relaxed);
        let is_read =
            unread.is_none() || passes && last_read.is_some_and(|read| now - read <= UNREAD_SECONDS);
        let oldest = health.oldest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let oldest_seconds = oldest.as_ref().map(|oldest| (now - oldest.since).max(0));
        let stuck = oldest_seconds.filter(|seconds| *seconds > STUCK_SECONDS).map(|seconds| {
            let why =
                oldest.and_then(|oldest| oldest.why).unwrap_or_else(|| "nothing is answered".to_owned());
            format!("the oldest mail has waited for {seconds} seconds to be answered: {why}")
        });
        let unmoved = health.unmoved.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_moved = unmoved.as_ref().is_none_or(|unmoved| now - unmoved.since <= STUCK_SECONDS);
        let unmoved =
            unmoved.map(|unmoved| format!("answered mail cannot be moved away: {}", unmoved.trouble));
        let well = is_read && stuck.is_none() && is_moved;
        let waiting = health.waiting.load(Ordering::Relaxed);
        (MailboxHealth { last_read, waiting, oldest_seconds, trouble: unread.or(stuck).or(unmoved) }, well)
    }
}
