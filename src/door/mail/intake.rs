//! Handles a mailbox: each mail is answered, then moved away. The mailbox is the queue: a mail that could not be answered stays
//! in it, and is read again.
//!
//! Players, who show a token, are answered first, and mails of different people side by side ([`super::desk`]). The check
//! whether a stranger's domain vouches for their mail runs beside that, in tasks of its own with a timeout, so that a name
//! server that never answers delays nobody. While answers are under way the mailbox is looked into again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use chrono::DateTime;
use futures::FutureExt;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

pub use super::answering::Prove;
use super::answering::{Answering, Left, STORE_TROUBLE};
use super::courier::{MailCourier, PULSE, blocking};
use super::desk::{STOP, queue_of};
use super::handle::Standing;
use super::health::{Health, Oldest, Unmoved};
use crate::mail::reading::{self, Incoming, Sender, Unreadable, authentic::Signature};
use crate::mail::transport::trouble::{MailTrouble, TroubleKind};
use crate::mail::transport::{MailId, Mailbox, Stored};
use crate::observe;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;
/// Seconds between looks into a mailbox.
const WAIT: i64 = 60;
/// Mails that are read at once.
const AT_ONCE: usize = 50;
/// Most mails that are being answered, or wait for their turn.
const BEGUN: usize = 200;
/// The interval between looks into a mailbox while answers are under way.
const BESIDE: Duration = Duration::from_millis(500);
/// How long a mail stays that must not be answered yet: its answer would exceed a limit, or its verdict is missing.
const AGAIN: Duration = Duration::from_secs(300);
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

/// Attends to one mailbox.
pub struct Intake {
    /// Answers and sends.
    pub courier: MailCourier,
    /// The mailbox.
    pub mailbox: Mailbox,
    /// Whether a message is authentic.
    pub vouch: Vouch,
    /// Looks for the proofs of receipts, where this server keeps any.
    pub prove: Option<Prove>,
    /// The timeout for a verdict, in real time.
    pub verdict_within: Duration,
    /// The interval between looks into the mailbox while answers are under way, in real time.
    pub beside: Duration,
    /// Days after which finished mail is deleted.
    pub keep_days: u32,
    /// Its state.
    pub health: Arc<Health>,
    /// The known facts about the mails in the mailbox.
    lying: BTreeMap<MailId, Lying>,
    /// The verdicts being fetched.
    verdicts: JoinSet<(MailId, Signature)>,
    /// Mails behind another one of their writer. They are read again when a verdict comes or an answer ends.
    behind: BTreeSet<MailId>,
    /// Mails that need a verdict while too many are fetched. As many are read again as can be fetched.
    crowd: BTreeSet<MailId>,
    /// The answers under way.
    answers: JoinSet<Ended>,
    /// Mails that are answered and not put away yet.
    answered: Vec<MailId>,
    /// Whether some could not be put away.
    unmoved: Unmoved,
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
    /// Whether its answer is under way.
    begun: bool,
    verdict: Verdict,
    /// How often the DNS did not answer.
    unanswered: u32,
    /// The writer, if the mail waits for a verdict: their later mails wait for it.
    writer: Option<String>,
}

/// The search for the signature of the sender's domain on a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    NotAsked,
    Asked,
    Found(Signature),
}

/// A mail, and whether it was answered.
type Ended = (MailId, Result<bool, Left>);

/// A mail that was read, and who seems to have written it.
struct Opened<'a> {
    stored: &'a Stored,
    mail: Arc<Incoming>,
    standing: Standing,
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
            begun: false,
            verdict,
            unanswered: 0,
            writer: None,
        }
    }

    /// Leaves it alone from `now` on.
    fn leave(&mut self, now: i64, left: Left) {
        self.begun = false;
        self.times = self.times.saturating_add(1);
        let pause = left.kind.map_or(AGAIN, |kind| kind.pause(self.times));
        self.left_for = now..now + pause.as_secs().cast_signed();
        (self.by_sender, self.why, self.writer) = (left.by_sender, left.why, None);
    }

    fn is_left(&self, now: i64) -> bool {
        self.begun || self.verdict == Verdict::Asked || self.left_for.contains(&now)
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
        Intake {
            courier,
            mailbox,
            vouch,
            prove: None,
            verdict_within: VERDICT,
            beside: BESIDE,
            keep_days,
            health: Arc::default(),
            lying: BTreeMap::new(),
            verdicts: JoinSet::new(),
            behind: BTreeSet::new(),
            crowd: BTreeSet::new(),
            answers: JoinSet::new(),
            answered: vec![],
            unmoved: Unmoved::default(),
            tidied: 0,
        }
    }

    /// Reads and answers until `stopping`. It waits out errors.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut failures = 0;
        loop {
            let waits = self.courier.waits.clone();
            let mut stop = stopping.clone();
            // A round that is dropped loses no mail: answers are tasks of their own, and a mail that was
            // answered but not moved is known by its bytes.
            let worked = tokio::select! {
                worked = self.round() => worked,
                _ = stop.wait_for(|stop| *stop) => break,
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
                _ = stopping.wait_for(|stop| *stop) => break,
            }
        }
        self.stop().await;
    }

    /// Ends what is under way: a mail whose answer was begun is answered and put away, one that was not stays whole.
    async fn stop(&mut self) {
        self.courier.desk.close();
        let ended = async {
            while let Some(ended) = self.answers.join_next().await {
                self.ended(ended);
            }
            let answered = std::mem::take(&mut self.answered);
            match answered.is_empty() {
                true => Ok(()),
                false => self.mailbox.done(&answered).await,
            }
        };
        match timeout(STOP, ended).await {
            Ok(Ok(())) => {}
            Ok(Err(trouble)) => tracing::warn!(%trouble, "answered mail cannot be put away"),
            Err(_) => tracing::warn!(seconds = STOP.as_secs(), "a mail is not answered in time; it will be"),
        }
    }

    /// Answers the present mails, or waits for new ones.
    ///
    /// # Errors
    /// A mailbox that cannot be reached or read.
    pub async fn round(&mut self) -> Result<(), MailTrouble> {
        let mut acted = false;
        loop {
            let Some(began) = self.look().await? else {
                self.put_away_answered().await;
                return Ok(());
            };
            acted |= began;
            acted |= self.put_away_answered().await;
            if self.answers.is_empty() {
                break;
            }
            self.wait_beside_answers().await;
            acted |= self.put_away_answered().await;
            if self.answers.is_empty() {
                break;
            }
        }
        let now = self.courier.waits.now();
        if now >= self.tidied.saturating_add(DAY) {
            self.tidied = now;
            let before = now - i64::from(self.keep_days) * DAY;
            self.mailbox.tidy(DateTime::from_timestamp(before, 0).unwrap_or_default()).await?;
            let door = self.courier.door.clone();
            if let Err(trouble) = blocking(move || door.forget_before(before)).await {
                tracing::warn!(%trouble, "old answers are kept for now");
            }
        }
        if acted { Ok(()) } else { self.wait(now).await }
    }

    /// Waits for a new mail, a verdict, or a mail that was left alone and may be answered.
    async fn wait(&mut self, now: i64) -> Result<(), MailTrouble> {
        // No event says that another process's lease has ended.
        let ends = self.lying.values().map(|mail| mail.left_for.end).chain([self.unmoved.again]);
        let again = ends.filter(|end| *end > now).fold(now + WAIT, i64::min);
        let (waits, verdicts, lying) = (self.courier.waits.clone(), &mut self.verdicts, &mut self.lying);
        let end = async {
            tokio::select! {
                Some(found) = verdicts.join_next() => arrived(lying, waits.now(), found),
                () = waits.until(again) => {}
            }
        };
        let waited = self.mailbox.wait(end).await;
        self.behind.clear();
        waited
    }

    /// Waits for the end of an answer or a verdict, but not for long: there may be new mail.
    async fn wait_beside_answers(&mut self) {
        let ended = tokio::select! {
            Some(ended) = self.answers.join_next() => Some(ended),
            Some(found) = self.verdicts.join_next() => {
                arrived(&mut self.lying, self.courier.waits.now(), found);
                self.behind.clear();
                None
            }
            () = tokio::time::sleep(self.beside) => None,
        };
        if let Some(ended) = ended {
            self.ended(ended);
        }
    }

    /// Reads the mailbox and begins to answer what can be answered now, players' mails first; whether there was any. `None`:
    /// another process has the right to.
    async fn look(&mut self) -> Result<Option<bool>, MailTrouble> {
        if self.courier.lease().await.unwrap_or_default().is_none() {
            // Another process handles it, and knows its mails.
            self.lying.retain(|_, mail| mail.begun);
            self.note_waiting();
            self.courier.waits.pause(PULSE).await;
            return Ok(None);
        }
        let now = self.courier.waits.now();
        for _ in self.verdicts.len()..VERDICTS_AT_ONCE {
            self.crowd.pop_first();
        }
        let left = self.lying.iter().filter(|(_, mail)| mail.is_left(now));
        let known = left.map(|(id, _)| id).chain(&self.behind).chain(&self.crowd).cloned().collect();
        let room = AT_ONCE.min(BEGUN.saturating_sub(self.answers.len()));
        let found = self.mailbox.fetch(room, &known).await?;
        self.note(None);
        let lying: BTreeSet<&MailId> = found.lying.iter().collect();
        self.lying.retain(|id, mail| mail.begun || lying.contains(id));
        for mail in &found.mails {
            self.lying.entry(mail.id.clone()).or_insert_with(|| Lying::since(now));
        }
        self.note_waiting();
        while let Some(found) = self.verdicts.try_join_next() {
            arrived(&mut self.lying, now, found);
            self.behind.clear();
        }
        self.put_away_again(now).await;
        let began = self.begin_all(&found.mails, now).await;
        // There may be more than are read at once.
        Ok(Some(began || room > 0 && found.mails.len() == room))
    }

    /// Begins to answer those mails that can be answered now; whether there were any.
    async fn begin_all(&mut self, stored: &[Stored], now: i64) -> bool {
        let is_left = |id: &MailId| self.lying.get(id).is_some_and(|mail| mail.is_left(now));
        let due: Vec<&Stored> = stored.iter().filter(|stored| !is_left(&stored.id)).collect();
        // Whoever waits for a verdict on a mail is answered that one first.
        let left = self.lying.values().filter(|mail| mail.is_left(now));
        let mut held: BTreeSet<String> = left.filter_map(|mail| mail.writer.clone()).collect();
        let (mut unread, mut opened) = (Vec::new(), Vec::new());
        for stored in due {
            match self.opened(stored).await {
                Some(it) => opened.extend(it),
                None => unread.push(stored.id.clone()),
            }
        }
        let mut acted = !unread.is_empty();
        self.put_away(&unread).await;
        // Players with a token come before strangers.
        opened.sort_by_key(|it| it.standing.writer.is_none());
        for it in opened {
            let writer = it.standing.writer.as_ref();
            if writer.is_some_and(|writer| held.contains(writer)) {
                self.behind.insert(it.stored.id.clone());
                continue;
            }
            let signature =
                if it.standing.needs_proof { self.verdict(&it, now) } else { Some(Signature::None) };
            let Some(signature) = signature else {
                held.extend(writer.cloned());
                if self.lying.get(&it.stored.id).is_some_and(|mail| mail.verdict == Verdict::NotAsked) {
                    self.crowd.insert(it.stored.id.clone());
                }
                continue;
            };
            acted = true;
            self.begin(it, signature);
        }
        acted
    }

    /// Begins to answer a mail, behind the earlier ones of its writer and of its table.
    fn begin(&mut self, it: Opened<'_>, signature: Signature) {
        let Opened { stored, mail, standing } = it;
        if let Some(known) = self.lying.get_mut(&stored.id) {
            known.begun = true;
        }
        let table = standing.table.as_ref().map(|table| format!("table {table}"));
        let queues = [queue_of(&mail.from.address)].into_iter().chain(table).collect();
        let turn = self.courier.desk.queue(queues);
        let courier = self.courier.clone();
        // Strangers give no orders.
        let is_proven = standing.writer.is_some() && !stored.cut;
        let prove = self.prove.clone().filter(|_| is_proven);
        let prove = prove.map(|prove| prove(stored.raw.as_slice().into(), mail.from.clone()));
        let answering = Answering { courier, mail, cut: stored.cut, standing, signature, turn };
        let id = stored.id.clone();
        self.answers.spawn(async move { (id, answering.answer(prove).await) });
    }

    /// Notes the end of an answer.
    fn ended(&mut self, ended: Result<Ended, JoinError>) {
        self.behind.clear();
        match ended {
            Ok((id, Ok(true))) => self.answered.push(id),
            Ok((id, Ok(false))) => {
                if let Some(mail) = self.lying.get_mut(&id) {
                    mail.begun = false;
                }
            }
            Ok((id, Err(left))) => self.leave(&id, left),
            Err(defect) => tracing::error!(%defect, "a mail cannot be answered"),
        }
    }

    /// Puts away what was answered; whether there was any.
    async fn put_away_answered(&mut self) -> bool {
        while let Some(ended) = self.answers.try_join_next() {
            self.ended(ended);
        }
        let answered = std::mem::take(&mut self.answered);
        self.put_away(&answered).await;
        if self.answers.is_empty() {
            // By a defect it is not known which of them ended.
            let now = self.courier.waits.now();
            let begun = self.lying.values_mut().filter(|mail| mail.begun);
            begun.for_each(|mail| mail.leave(now, Left::by(STORE_TROUBLE, "a defect")));
        }
        !answered.is_empty()
    }

    /// Puts mails away. One that cannot be is done all the same: it is tried again later, and the others go on.
    async fn put_away(&mut self, ids: &[MailId]) {
        if ids.is_empty() {
            return;
        }
        ids.iter().for_each(|id| drop(self.lying.remove(id)));
        if let Err(trouble) = self.mailbox.done(ids).await {
            self.unmoved.fail(self.courier.waits.now(), &trouble, &self.health);
        }
    }

    /// Puts away what could not be before, when it is time.
    async fn put_away_again(&mut self, now: i64) {
        let left = self.mailbox.left();
        let moved = match left.is_empty() {
            true => Ok(()),
            false if now >= self.unmoved.again => self.mailbox.done(&left).await,
            false => return,
        };
        match moved {
            Ok(()) => self.unmoved.pass(&self.health),
            Err(trouble) => self.unmoved.fail(now, &trouble, &self.health),
        }
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

    /// The signature of the sender's domain on a mail; `None` while that is being checked.
    fn verdict(&mut self, it: &Opened<'_>, now: i64) -> Option<Signature> {
        let known = self.lying.get_mut(&it.stored.id)?;
        if known.verdict == Verdict::NotAsked && self.verdicts.len() < VERDICTS_AT_ONCE {
            let mut asked = (self.vouch)(it.stored.raw.as_slice().into(), it.mail.from.clone());
            known.verdict = Verdict::Asked;
            known.writer.clone_from(&it.standing.writer);
            // A verdict that needs no DNS is there at once.
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
}
