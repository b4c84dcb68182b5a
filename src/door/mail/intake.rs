//! Handles a mailbox: each mail is answered, then moved away. The mailbox is the queue: a mail that could not be answered stays
//! in it, and is read again.
//!
//! Players, who show a token, are answered first. The check whether a stranger's domain vouches for their mail runs beside
//! that, in tasks of its own with a timeout, so that a name server that never answers delays nobody.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::DateTime;
use futures::FutureExt;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use super::courier::{MailCourier, PULSE, blocking};
use super::handle::{Handled, Standing};
use crate::mail::reading::{self, Incoming, Sender, Unreadable, authentic::Signature};
use crate::mail::transport::trouble::{MailTrouble, TroubleKind};
use crate::mail::transport::{MailId, Mailbox, Stored};
use crate::observe;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;
/// Seconds between looks into a mailbox.
const WAIT: i64 = 60;
/// Mails that are read at once, beside those that are left alone.
const AT_ONCE: usize = 50;
/// How long a mail stays that must not be answered yet: its answer would exceed a limit, or its verdict is missing.
const AGAIN: Duration = Duration::from_secs(300);
/// Trouble with the store is waited out as a line that broke: a database that was restarted is back in seconds.
const STORE_TROUBLE: TroubleKind = TroubleKind::Line;
/// Timeout for the verdict on a mail, with all of its DNS queries.
const VERDICT: Duration = Duration::from_secs(5);
/// Verdicts being fetched at once.
const VERDICTS_AT_ONCE: usize = 64;
/// Tries for a mail's verdict while the DNS does not answer; then nobody vouches for it.
const VERDICT_TRIES: u32 = 3;

/// Whether the domain of a message's sender vouches for it.
pub type Vouched = Pin<Box<dyn Future<Output = Signature> + Send>>;
/// Finds that out for a message and its sender.
pub type Vouch = Arc<dyn Fn(Arc<[u8]>, Sender) -> Vouched + Send + Sync>;

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
}

/// The oldest unanswered mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oldest {
    /// When this process first saw it, in seconds since 1970.
    pub since: i64,
    /// Why it could not be answered yet, where it was tried.
    pub why: Option<String>,
}

/// Attends to one mailbox.
pub struct Intake {
    /// Answers and sends.
    pub courier: MailCourier,
    /// The mailbox.
    pub mailbox: Mailbox,
    /// Whether a message is authentic.
    pub vouch: Vouch,
    /// The timeout for that, in real time.
    pub verdict_within: Duration,
    /// Days after which finished mail is deleted.
    pub keep_days: u32,
    /// Its state.
    pub health: Arc<Health>,
    /// The known facts about the mails in the mailbox.
    lying: BTreeMap<MailId, Lying>,
    /// The verdicts being fetched.
    verdicts: JoinSet<(MailId, Signature)>,
    /// When old mail was last deleted.
    tidied: i64,
}

/// A mail in the mailbox.
struct Lying {
    /// When it was first seen, in seconds since 1970.
    since: i64,
    /// The span in which it is left alone, in seconds since 1970. By a clock that is set back to before it the span is over.
    left_for: Range<i64>,
    /// How often it was left.
    times: u32,
    /// Why it was.
    why: Option<String>,
    /// True if its sender is the cause: the hour's answers are used up, or a stranger's server refuses one.
    by_sender: bool,
    verdict: Verdict,
    /// How often the DNS did not answer.
    unanswered: u32,
    /// The writer, if the mail waits for a verdict: their later mails wait for it.
    writer: Option<String>,
}

/// True if the sender's domain vouches for a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    NotAsked,
    Asked,
    Found(Signature),
}

/// A mail that was read, and who seems to have written it.
struct Opened<'a> {
    stored: &'a Stored,
    mail: Arc<Incoming>,
    standing: Standing,
}

/// Why a mail stays where it is.
struct Left {
    /// The trouble with sending, or with the store; `None` where its sender has had all answers of an hour.
    kind: Option<TroubleKind>,
    by_sender: bool,
    why: Option<String>,
}

impl Left {
    fn by(kind: TroubleKind, why: impl ToString) -> Left {
        Left { kind: Some(kind), by_sender: false, why: Some(why.to_string()) }
    }
}

impl Lying {
    fn since(now: i64) -> Lying {
        let verdict = Verdict::NotAsked;
        Lying {
            since: now,
            left_for: 0..0,
            times: 0,
            why: None,
            by_sender: false,
            verdict,
            unanswered: 0,
            writer: None,
        }
    }

    /// Leaves it alone from `now` on.
    fn leave(&mut self, now: i64, left: Left) {
        self.times = self.times.saturating_add(1);
        let pause = left.kind.map_or(AGAIN, |kind| kind.pause(self.times));
        self.left_for = now..now + pause.as_secs().cast_signed();
        (self.by_sender, self.why, self.writer) = (left.by_sender, left.why, None);
    }

    fn is_left(&self, now: i64) -> bool {
        self.verdict == Verdict::Asked || self.left_for.contains(&now)
    }

    /// Records a verdict. An unknown one is fetched again later, a limited number of times.
    fn judge(&mut self, now: i64, found: Signature) {
        self.verdict = Verdict::NotAsked;
        if found == Signature::Unknown {
            self.unanswered += 1;
            if self.unanswered < VERDICT_TRIES {
                self.left_for = now..now + AGAIN.as_secs().cast_signed();
                self.why = Some("the DNS does not say who vouches for it".to_owned());
                return;
            }
        }
        self.verdict = Verdict::Found(found);
    }
}

/// Records the result of fetching a verdict.
fn arrived(lying: &mut BTreeMap<MailId, Lying>, now: i64, found: Result<(MailId, Signature), JoinError>) {
    match found {
        Ok((id, signature)) => {
            if let Some(mail) = lying.get_mut(&id) {
                mail.judge(now, signature);
            }
        }
        // A defect; it is unknown which mail caused it.
        Err(_) => {
            let asked = lying.values_mut().filter(|mail| mail.verdict == Verdict::Asked);
            asked.for_each(|mail| mail.judge(now, Signature::Unknown));
        }
    }
}

impl Intake {
    /// Attends to a mailbox, whose mails are deleted so many days after they were read.
    pub fn new(courier: MailCourier, mailbox: Mailbox, vouch: Vouch, keep_days: u32) -> Intake {
        let (health, lying, verdicts) = (Arc::default(), BTreeMap::new(), JoinSet::new());
        let verdict_within = VERDICT;
        Intake { courier, mailbox, vouch, verdict_within, keep_days, health, lying, verdicts, tidied: 0 }
    }

    /// Reads and answers until `stopping`. It waits out errors.
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
                    self.note(Some(&trouble));
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

    /// Answers the present mails, or waits for new ones.
    ///
    /// # Errors
    /// A mailbox that cannot be reached or read.
    pub async fn round(&mut self) -> Result<(), MailTrouble> {
        if self.courier.lease().await.unwrap_or_default().is_none() {
            // Another process handles it, and knows its mails.
            self.lying.clear();
            self.note_waiting();
            self.courier.waits.pause(PULSE).await;
            return Ok(());
        }
        let stored = self.mailbox.fetch(AT_ONCE + self.lying.len()).await?;
        self.note(None);
        let now = self.courier.waits.now();
        self.lying.retain(|id, _| stored.iter().any(|stored| stored.id == *id));
        for stored in &stored {
            self.lying.entry(stored.id.clone()).or_insert_with(|| Lying::since(now));
        }
        self.note_waiting();
        while let Some(found) = self.verdicts.try_join_next() {
            arrived(&mut self.lying, now, found);
        }
        let Some(acted) = self.answer_all(&stored, now).await? else { return Ok(()) };
        if now >= self.tidied.saturating_add(DAY) {
            self.tidied = now;
            let before = now - i64::from(self.keep_days) * DAY;
            self.mailbox.tidy(DateTime::from_timestamp(before, 0).unwrap_or_default()).await?;
            let door = self.courier.door.clone();
            if let Err(trouble) = blocking(move || door.forget_before(before)).await {
                tracing::warn!(%trouble, "old answers are kept for now");
            }
        }
        if acted {
            return Ok(());
        }
        // No event says that another process's lease has ended.
        let ends = self.lying.values().map(|mail| mail.left_for.end).filter(|end| *end > now);
        let again = ends.fold(now + WAIT, i64::min);
        let (waits, verdicts, lying) = (self.courier.waits.clone(), &mut self.verdicts, &mut self.lying);
        let end = async {
            tokio::select! {
                Some(found) = verdicts.join_next() => arrived(lying, waits.now(), found),
                () = waits.until(again) => {}
            }
        };
        self.mailbox.wait(end).await
    }

    /// Answers those mails that can be answered now, players' first; whether there were any. `None`: another process has the
    /// right to.
    async fn answer_all(&mut self, stored: &[Stored], now: i64) -> Result<Option<bool>, MailTrouble> {
        let is_left = |id: &MailId| self.lying.get(id).is_some_and(|mail| mail.is_left(now));
        let due: Vec<&Stored> = stored.iter().filter(|stored| !is_left(&stored.id)).collect();
        // Whoever waits for a verdict on a mail is answered that one first.
        let left = self.lying.values().filter(|mail| mail.is_left(now));
        let mut held: BTreeSet<String> = left.filter_map(|mail| mail.writer.clone()).collect();
        let (mut acted, mut opened) = (false, Vec::new());
        for stored in due {
            match self.opened(stored).await {
                Some(it) => opened.extend(it),
                None => {
                    self.put_away(&stored.id).await?;
                    acted = true;
                }
            }
        }
        // Players with a token come before strangers.
        opened.sort_by_key(|it| it.standing.writer.is_none());
        for it in &opened {
            let writer = it.standing.writer.as_ref();
            if writer.is_some_and(|writer| held.contains(writer)) {
                continue;
            }
            let signature =
                if it.standing.needs_proof { self.verdict(it, now) } else { Some(Signature::None) };
            let Some(signature) = signature else {
                held.extend(writer.cloned());
                continue;
            };
            // Many mails may take longer than the right to attend to them lasts.
            let Some(lease) = self.courier.lease().await.unwrap_or_default() else { return Ok(None) };
            acted = true;
            match self.answered(it, &signature, lease).await {
                Ok(()) => self.put_away(&it.stored.id).await?,
                Err(left) => self.leave(&it.stored.id, left),
            }
        }
        Ok(Some(acted))
    }

    /// A mail with its content, or without if it cannot be read now. `None` if it can never be read.
    async fn opened<'a>(&mut self, stored: &'a Stored) -> Option<Option<Opened<'a>>> {
        let mail = match reading::read(&stored.raw) {
            Ok(mail) => Arc::new(mail),
            Err(why) => {
                let reason = match why {
                    Unreadable::TooGreat(_) => "too-great",
                    Unreadable::Head => "head",
                    Unreadable::NoSender => "no-sender",
                    Unreadable::SeveralSenders => "several-senders",
                };
                tracing::info!(%why, reason, "a mail that cannot be read is put away");
                observe::mail_read("unreadable", reason);
                return None;
            }
        };
        let (door, read) = (self.courier.door.clone(), mail.clone());
        match blocking(move || door.standing(&read)).await {
            Ok(standing) => Some(Some(Opened { stored, mail, standing })),
            Err(trouble) => {
                tracing::error!(%trouble, "a mail cannot be answered now");
                observe::mail_read("failed", "store");
                self.leave(&stored.id, Left::by(STORE_TROUBLE, trouble));
                Some(None)
            }
        }
    }

    /// True if the sender's domain vouches for a mail; `None` while that is being checked.
    fn verdict(&mut self, it: &Opened<'_>, now: i64) -> Option<Signature> {
        let known = self.lying.get_mut(&it.stored.id)?;
        if known.verdict == Verdict::NotAsked && self.verdicts.len() < VERDICTS_AT_ONCE {
            let mut asked = (self.vouch)(it.stored.raw.as_slice().into(), it.mail.from.clone());
            known.verdict = Verdict::Asked;
            known.writer.clone_from(&it.standing.writer);
            match (&mut asked).now_or_never() {
                Some(found) => known.judge(now, found),
                None => {
                    let (id, within) = (it.stored.id.clone(), self.verdict_within);
                    self.verdicts.spawn(async move {
                        (id, timeout(within, asked).await.unwrap_or(Signature::Unknown))
                    });
                }
            }
        }
        match &known.verdict {
            Verdict::Found(signature) => Some(signature.clone()),
            Verdict::NotAsked | Verdict::Asked => None,
        }
    }

    async fn put_away(&mut self, id: &MailId) -> Result<(), MailTrouble> {
        self.mailbox.done(id).await?;
        self.lying.remove(id);
        Ok(())
    }

    fn leave(&mut self, id: &MailId, left: Left) {
        let now = self.courier.waits.now();
        if let Some(mail) = self.lying.get_mut(id) {
            mail.leave(now, left);
        }
    }

    fn note(&self, trouble: Option<&MailTrouble>) {
        if trouble.is_none() {
            let now = u64::try_from(self.courier.waits.now()).unwrap_or_default();
            self.health.read_at.store(now, Ordering::Relaxed);
        }
        let lasts = trouble.is_some_and(|trouble| trouble.kind == TroubleKind::File);
        self.health.lasts.store(lasts, Ordering::Relaxed);
        *self.health.trouble.lock().unwrap_or_else(PoisonError::into_inner) =
            trouble.map(ToString::to_string);
    }

    fn note_waiting(&self) {
        self.health.waiting.store(self.lying.len() as u64, Ordering::Relaxed);
        let oldest = self.lying.values().filter(|mail| !mail.by_sender).min_by_key(|mail| mail.since);
        let oldest = oldest.map(|mail| Oldest { since: mail.since, why: mail.why.clone() });
        *self.health.oldest.lock().unwrap_or_else(PoisonError::into_inner) = oldest;
    }

    /// Answers one mail, which then can be moved away.
    ///
    /// # Errors
    /// It has to stay where it is.
    async fn answered(&self, it: &Opened<'_>, signature: &Signature, lease: u64) -> Result<(), Left> {
        let door = self.courier.door.clone();
        let authentic = matches!(signature, Signature::Pass(_));
        let _turn = self.courier.turn.lock().await;
        let (read, reader, whole) = (it.mail.clone(), door.clone(), !it.stored.cut);
        let letters = match blocking(move || reader.handle(&read, authentic, whole)).await {
            Ok(Handled::Done(letters)) => letters,
            Ok(Handled::Silent(reason)) => {
                let reason = match (reason, signature) {
                    ("unsigned", Signature::Fail) => "bad-signature",
                    ("unsigned", Signature::Unknown) => "unknown",
                    (reason, _) => reason,
                };
                tracing::debug!(reason, "a mail is passed over");
                observe::mail_read("silent", reason);
                return Ok(());
            }
            Ok(Handled::Later) => return Err(Left { kind: None, by_sender: true, why: None }),
            Err(trouble) => {
                tracing::error!(%trouble, "a mail cannot be answered now");
                observe::mail_read("failed", "store");
                return Err(Left::by(STORE_TROUBLE, trouble));
            }
        };
        for letter in letters {
            match self.courier.send(&letter, lease).await {
                Ok(Ok(())) => {}
                // Its orders are done, and sending the same answer again is useless.
                Ok(Err(trouble)) if trouble.kind.is_permanent() => {
                    tracing::warn!(%trouble, "an answer is refused")
                }
                Ok(Err(trouble)) => {
                    tracing::warn!(%trouble, "an answer cannot be sent now");
                    observe::mail_read("failed", "sending");
                    // Whoever shows no token may have a server that takes nothing, and is no sign of trouble here.
                    let theirs = matches!(trouble.kind, TroubleKind::Later | TroubleKind::Full);
                    let by_sender = theirs && it.standing.writer.is_none();
                    return Err(Left { by_sender, ..Left::by(trouble.kind, trouble) });
                }
                Err(trouble) => {
                    tracing::error!(%trouble, "an answer cannot be written");
                    observe::mail_read("failed", "store");
                    return Err(Left::by(STORE_TROUBLE, trouble));
                }
            }
        }
        let mail = it.mail.clone();
        blocking(move || door.note_answered(&mail)).await.map_err(|trouble| {
            tracing::error!(%trouble, "that a mail is answered cannot be noted");
            observe::mail_read("failed", "store");
            Left::by(STORE_TROUBLE, trouble)
        })?;
        observe::mail_read("answered", "none");
        Ok(())
    }
}
