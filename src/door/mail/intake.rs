//! A mailbox is attended to: each mail in it is answered, then put away. The mailbox is the queue: what could not be answered
//! stays in it, and is read again.

use std::collections::BTreeMap;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::DateTime;
use tokio::sync::watch;

use super::courier::{MailCourier, PULSE, blocking};
use super::handle::Handled;
use crate::mail::reading::{self, Sender, authentic::Signature};
use crate::mail::transport::trouble::{MailTrouble, TroubleKind};
use crate::mail::transport::{MailId, Mailbox, Stored};
use crate::observe;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;
/// How long a mailbox is waited at before it is looked into again, in seconds.
const WAIT: i64 = 60;
/// Mails that are read at once.
const AT_ONCE: usize = 50;
/// How long a mail stays that must not be answered yet: its answer would be one too many, or nobody knows who vouches for it.
const AGAIN: Duration = Duration::from_secs(300);
/// Trouble with the store is waited out as a line that broke: a database that was restarted is back in seconds.
const STORE_TROUBLE: TroubleKind = TroubleKind::Line;

/// Whether the domain of a message's sender vouches for it.
pub type Vouched = Pin<Box<dyn Future<Output = Signature> + Send>>;
/// Finds that out for a message and its sender.
pub type Vouch = Arc<dyn Fn(Arc<[u8]>, Sender) -> Vouched + Send + Sync>;

/// How a mailbox fares, for whoever runs the program.
#[derive(Debug, Default)]
pub struct Health {
    /// When it was last read without trouble, in seconds since 1970; 0 while it never was.
    pub read_at: AtomicU64,
    /// What is amiss, in the program's language.
    pub trouble: std::sync::Mutex<Option<String>>,
    /// Mails that lie unanswered.
    pub waiting: AtomicU64,
}

/// Attends to one mailbox.
pub struct Intake {
    /// Answers and sends.
    pub courier: MailCourier,
    /// The mailbox.
    pub mailbox: Mailbox,
    /// Whether a message is authentic.
    pub vouch: Vouch,
    /// Days after which what was read is deleted.
    pub keep_days: u32,
    /// How it fares.
    pub health: Arc<Health>,
    /// Mails that are left alone for a span, in seconds since 1970, and how often they were. By a clock that is set back to before
    /// it the span is over.
    postponed: BTreeMap<MailId, (Range<i64>, u32)>,
    /// When what is old was last deleted.
    tidied: i64,
}

impl Intake {
    /// Attends to a mailbox, whose mails are deleted so many days after they were read.
    pub fn new(courier: MailCourier, mailbox: Mailbox, vouch: Vouch, keep_days: u32) -> Intake {
        let (health, postponed) = (Arc::default(), BTreeMap::new());
        Intake { courier, mailbox, vouch, keep_days, health, postponed, tidied: 0 }
    }

    /// Reads and answers until it is told to stop. Trouble is waited out.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut failures = 0;
        loop {
            let waits = self.courier.waits.clone();
            let mut stop = stopping.clone();
            let worked = tokio::select! {
                worked = self.round() => worked,
                _ = stop.wait_for(|stop| *stop) => return,
            };
            let pause = match worked {
                Ok(()) => {
                    failures = 0;
                    Duration::ZERO
                }
                Err(trouble) => {
                    tracing::warn!(%trouble, failures, "the mailbox cannot be read");
                    self.note(Some(trouble.to_string()));
                    failures += 1;
                    trouble.kind.pause(failures)
                }
            };
            tokio::select! {
                () = waits.pause(pause) => {}
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Answers what is there, or waits for something to come.
    ///
    /// # Errors
    /// A mailbox that cannot be reached or read.
    pub async fn round(&mut self) -> Result<(), MailTrouble> {
        if self.courier.lease().await.unwrap_or_default().is_none() {
            // Another process attends to it.
            self.courier.waits.pause(PULSE).await;
            return Ok(());
        }
        let stored = self.mailbox.fetch(AT_ONCE + self.postponed.len()).await?;
        self.note(None);
        self.postponed.retain(|id, _| stored.iter().any(|stored| stored.id == *id));
        self.health.waiting.store(stored.len() as u64, Ordering::Relaxed);
        let now = self.courier.waits.now();
        let due: Vec<&Stored> = stored
            .iter()
            .filter(|stored| self.postponed.get(&stored.id).is_none_or(|(span, _)| !span.contains(&now)))
            .collect();
        for stored in &due {
            // Many mails may take longer than the right to attend to them lasts.
            let Some(lease) = self.courier.lease().await.unwrap_or_default() else { return Ok(()) };
            let Err(left) = self.answered(stored, lease).await else {
                self.mailbox.done(&stored.id).await?;
                self.postponed.remove(&stored.id);
                continue;
            };
            let times = self.postponed.get(&stored.id).map_or(1, |(_, times)| times.saturating_add(1));
            let pause = left.map_or(AGAIN, |kind| kind.pause(times));
            let from = self.courier.waits.now();
            let span = from..from + pause.as_secs().cast_signed();
            self.postponed.insert(stored.id.clone(), (span, times));
        }
        if now >= self.tidied.saturating_add(DAY) {
            self.tidied = now;
            let before = now - i64::from(self.keep_days) * DAY;
            self.mailbox.tidy(DateTime::from_timestamp(before, 0).unwrap_or_default()).await?;
            let desk = self.courier.desk.clone();
            if let Err(trouble) = blocking(move || desk.forget_before(before)).await {
                tracing::warn!(%trouble, "old answers are kept for now");
            }
        }
        if !due.is_empty() {
            return Ok(());
        }
        // No mail tells that another is left alone no longer.
        let again = self.postponed.values().map(|(span, _)| span.end).fold(now + WAIT, i64::min);
        self.mailbox.wait(self.courier.waits.until(again)).await
    }

    fn note(&self, trouble: Option<String>) {
        if trouble.is_none() {
            let now = u64::try_from(self.courier.waits.now()).unwrap_or_default();
            self.health.read_at.store(now, Ordering::Relaxed);
        }
        *self.health.trouble.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = trouble;
    }

    /// Answers one mail, which then can be put away.
    ///
    /// # Errors
    /// It has to be left where it is: the trouble with sending, or with the store, where that is why.
    async fn answered(&self, stored: &Stored, lease: u64) -> Result<(), Option<TroubleKind>> {
        let mail = match reading::read(&stored.raw) {
            Ok(mail) => Arc::new(mail),
            Err(why) => {
                tracing::info!(%why, "a mail that cannot be read is put away");
                observe::mail_read("unreadable");
                return Ok(());
            }
        };
        let desk = self.courier.desk.clone();
        let (read, reader) = (mail.clone(), desk.clone());
        let authentic = match blocking(move || reader.asks_for_proof(&read)).await {
            Ok(true) => (self.vouch)(stored.raw.as_slice().into(), mail.from.clone()).await,
            _ => Signature::None,
        };
        if authentic == Signature::Unknown {
            return Err(None);
        }
        let authentic = matches!(authentic, Signature::Pass(_));
        let _turn = self.courier.turn.lock().await;
        let (read, reader, whole) = (mail.clone(), desk.clone(), !stored.cut);
        let letters = match blocking(move || reader.handle(&read, authentic, whole)).await {
            Ok(Handled::Done(letters)) => letters,
            Ok(Handled::Later) => return Err(None),
            Err(trouble) => {
                tracing::error!(%trouble, "a mail cannot be answered now");
                observe::mail_read("failed");
                return Err(Some(STORE_TROUBLE));
            }
        };
        observe::mail_read(if letters.is_empty() { "silent" } else { "answered" });
        for letter in letters {
            match self.courier.send(&letter, lease).await {
                Ok(Ok(())) => {}
                // What it asked for is done, and sending the same again is no use.
                Ok(Err(trouble)) if trouble.kind.is_permanent() => {
                    tracing::warn!(%trouble, "an answer is refused")
                }
                Ok(Err(trouble)) => {
                    tracing::warn!(%trouble, "an answer cannot be sent now");
                    return Err(Some(trouble.kind));
                }
                Err(trouble) => {
                    tracing::error!(%trouble, "an answer cannot be written");
                    return Err(Some(STORE_TROUBLE));
                }
            }
        }
        blocking(move || desk.note_answered(&mail)).await.map_err(|trouble| {
            tracing::error!(%trouble, "that a mail is answered cannot be noted");
            Some(STORE_TROUBLE)
        })
    }
}
