//! One table's turn: the steps in their order, and what becomes of trouble.

use std::collections::{BTreeSet, VecDeque};
use std::future::Future;

use chrono::{DateTime, Utc};

use super::hands::HandKeeper;
use super::outcome::DeliveryOutcome;
use super::plan::TableStep;
use super::report::Reporter;
use super::retry_state::TouchUp;
use super::status::StatusKeeper;
use super::table_work::{Stop, TableWork};
use super::text;
use super::{Shared, own_lease};
use crate::club::delivery::DueDelivery;
use crate::club::{ClubError, TableStatus};
use crate::door::discord::api::post::{ApiError, ApiResult, DiscordApi, Missing, SentMessage};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::deadline;
use crate::door::discord::outbound::message::Message;
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;
use crate::words::Lang;

/// Errors that the owner fixes once for a whole channel, whatever the number of its tables.
const OF_A_CHANNEL: [&str; 8] = [
    "discord-trouble-access",
    "discord-trouble-send",
    "discord-trouble-thread",
    "discord-trouble-kind",
    "discord-trouble-threads-full",
    "discord-trouble-pin",
    "discord-trouble-kind-pin",
    "discord-trouble-token",
];

impl<P: DiscordApi> Shared<P> {
    /// A table's turn. It ends well or with a wait; nothing that is due is lost.
    pub(super) async fn serve(&self, table: &str, due: Vec<DueDelivery>) {
        // The semaphore is never closed.
        let Ok(_slot) = self.slots.acquire().await else { return };
        let mut due = VecDeque::from(due);
        let Err(stop) = self.turn(table, &mut due).await else { return self.memory.well(table) };
        let now = self.club.now();
        let (reason, seconds) = match stop {
            // Another process sends now, or the next start does: nothing is to be postponed.
            Stop::Halted => return,
            Stop::ApiError(ApiError::Later { seconds, reason, .. }) => {
                tracing::warn!(table, %reason, "sending waits");
                (reason, self.memory.back_off(table, now, seconds))
            }
            Stop::ApiError(trouble) => {
                tracing::warn!(table, %trouble, "the owner has to mend something");
                (trouble.to_string(), self.memory.wait_for_mending(table, now))
            }
            Stop::Broken(broken) => {
                tracing::error!(table, %broken, "the store failed");
                ("store".to_owned(), self.memory.back_off(table, now, None))
            }
        };
        self.postpone(due, &reason, seconds).await;
    }

    async fn turn(&self, table: &str, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        let name = table.to_owned();
        let Some(thread) = self.ask(move |club| DiscordThreads(club).thread_or_new(&name)).await?? else {
            self.notices_elsewhere(due).await?;
            return self.alone(table, TouchUp::Pings, self.settle_pings(table)).await.map(drop);
        };
        let status = self.status_in(table, thread.lang()).await?;
        let mut work = TableWork { thread, status, left: vec![], still: None, behind: false };
        let mut outcome = self.steps(&mut work, due).await;
        // Where the table has no thread of its own, the channel is gone, which nothing here can replace.
        while matches!(outcome, Err(Stop::ApiError(ApiError::Gone))) && work.thread.id.is_some() {
            outcome = self.replace_thread(&mut work).await;
            if outcome.is_err() {
                break;
            }
            outcome = self.steps(&mut work, due).await;
        }
        self.settle(&mut work, due, outcome).await
    }

    /// Does everything at the table, in the order of [`plan`](super::plan::plan).
    async fn steps(&self, work: &mut TableWork, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        self.thread(work).await?;
        // The steps may run a second time, in a new thread.
        work.behind = false;
        let reporter = Reporter { courier: self };
        let mut steps = VecDeque::from(reporter.planned(work, due).await?);
        while let Some(step) = steps.pop_front() {
            match step {
                TableStep::Notices(those) => self.notices(work, due, &those, true).await?,
                TableStep::Report(reporting) => reporter.report(work, due, reporting).await?,
                TableStep::PlanAgain => steps = reporter.planned(work, due).await?.into(),
                TableStep::TouchUp(what) => work.behind |= !self.touch_up(work, what).await?,
            }
        }
        Ok(())
    }

    /// Brings something up to date that stands there already; returns whether that was done.
    async fn touch_up(&self, work: &mut TableWork, what: TouchUp) -> Result<bool, Stop> {
        let table = work.thread.table.clone();
        match what {
            TouchUp::Members => self.alone(&table, what, self.add_members(work)).await,
            TouchUp::Left => self.alone(&table, what, self.look_for_left(work)).await,
            TouchUp::Pings => self.alone(&table, what, self.settle_pings(&table)).await,
            TouchUp::Hands => {
                let keeper = HandKeeper { courier: self };
                self.alone(&table, what, keeper.keep_hands(work)).await
            }
            TouchUp::Invitation => self.alone(&table, what, self.invite(work)).await,
            TouchUp::Name => self.alone(&table, what, self.rename(work)).await,
            TouchUp::Tags => self.alone(&table, what, self.tag(work)).await,
            TouchUp::Status | TouchUp::Picture => {
                let keeper = StatusKeeper { courier: self };
                self.alone(&table, what, keeper.show_status(work)).await
            }
        }
    }

    /// Does one update, unless it has to wait; returns whether it did. If Discord delays it, for ten minutes as with edits of
    /// old messages, only this update waits.
    async fn alone(
        &self,
        table: &str,
        what: TouchUp,
        done: impl Future<Output = Result<(), Stop>>,
    ) -> Result<bool, Stop> {
        let now = self.club.now();
        if self.memory.is_put_off(table, what, now) {
            return Ok(false);
        }
        match done.await {
            Err(Stop::ApiError(ApiError::Later { seconds, reason, .. })) => {
                let seconds = self.memory.put_off(table, what, now, seconds);
                tracing::debug!(table, ?what, %reason, seconds, "it is brought up to date later");
                Ok(false)
            }
            done => {
                done?;
                self.memory.touched_up(table, what);
                Ok(true)
            }
        }
    }

    /// Records what the owner has to fix, or that all is well again.
    async fn settle(
        &self,
        work: &mut TableWork,
        due: &mut VecDeque<DueDelivery>,
        outcome: Result<(), Stop>,
    ) -> Result<(), Stop> {
        match &outcome {
            Ok(()) if work.thread.trouble != work.still => {
                let still = work.still.clone();
                self.keep(work, move |thread| thread.trouble = still).await?;
            }
            Err(Stop::ApiError(trouble)) => {
                if let Some(key) = to_mend(trouble) {
                    self.note_trouble(work, key).await?;
                    // Direct messages go out though nothing can be sent to the table's place.
                    let all = due.iter().map(|due| due.id).collect();
                    self.notices(work, due, &all, false).await?;
                }
            }
            _ => {}
        }
        let status = &work.status;
        if outcome.is_ok() && work.thread.trouble.is_none() && due.is_empty() && !work.behind {
            self.memory.tell(&work.thread, status.last);
            if status.closed {
                self.memory.rest(&status.table);
            }
        }
        outcome
    }

    /// Records what the owner has to fix, and posts it once where the table was opened; if that is impossible, to the player
    /// who opened it.
    pub(super) async fn note_trouble(&self, work: &mut TableWork, key: &'static str) -> Result<(), Stop> {
        if work.thread.trouble.as_deref() == Some(key) {
            return Ok(());
        }
        if !self.was_reported(work, key).await? {
            self.tell_of(work, key).await;
        }
        self.keep(work, move |thread| thread.trouble = Some(key.to_owned())).await
    }

    /// Returns whether the channel was told of this for another table, and that is still true.
    async fn was_reported(&self, work: &TableWork, key: &'static str) -> Result<bool, Stop> {
        if !OF_A_CHANNEL.contains(&key) {
            return Ok(false);
        }
        let TableThread { table, channel, guild, .. } = work.thread.clone();
        let threads = self.ask(move |club| DiscordThreads(club).threads_in(guild)).await??;
        let told = |thread: &TableThread| thread.channel == channel && thread.trouble.as_deref() == Some(key);
        Ok(threads.iter().any(|thread| thread.table != table && told(thread)))
    }

    async fn tell_of(&self, work: &TableWork, key: &'static str) {
        let message = Message::from(text::trouble(&self.words, work, key));
        let (channel, place) = (work.thread.channel, work.place().to_string());
        // Tables that find the same at once say it once: under one nonce.
        let of = if OF_A_CHANNEL.contains(&key) { "" } else { &place };
        let nonce = text::nonce(&["trouble", key, &channel.to_string(), of]);
        if self.send(channel, &nonce, &message).await.is_err()
            && let Ok(Some(opener)) = self.opener(work).await
            && let message = (Message { pings: vec![opener], ..message })
            && let Err(Stop::ApiError(trouble)) = self.tell(opener, &nonce, &message).await
        {
            tracing::debug!(table = work.thread.table, %trouble, "the owner is told by the status only");
        }
    }

    /// Lets notices wait: the first of each seat holds back the others of that seat.
    async fn postpone(&self, due: VecDeque<DueDelivery>, reason: &str, seconds: u64) {
        let mut seats = BTreeSet::new();
        let outcome = DeliveryOutcome::Later(reason.to_owned()).to_string();
        for notice in due.into_iter().filter(|notice| seats.insert(notice.seat.to_string())) {
            let outcome = outcome.clone();
            let noted =
                self.ask(move |club| club.deliveries().failed(notice.id, &outcome, Some(seconds))).await;
            if let Ok(Err(broken)) | Err(broken) = noted {
                tracing::error!(%broken, "a failure is not noted");
            }
        }
    }

    /// The table as everybody may see it, in a language.
    pub(super) async fn status_in(&self, table: &str, lang: Lang) -> Result<TableStatus, Stop> {
        let table = table.to_owned();
        let by_clock = |at: DateTime<Utc>| deadline(at.timestamp());
        Ok(self.ask(move |club| club.watch(&table, lang)?.status_by(&by_clock)).await??)
    }

    /// Changes the stored thread: others may have changed other fields of it. A process that lost the lease changes nothing: the
    /// next sender has gone on from there.
    pub(super) async fn keep(
        &self,
        work: &mut TableWork,
        change: impl FnOnce(&mut TableThread) + Send + 'static,
    ) -> Result<(), Stop> {
        let (table, lease) = (work.thread.table.clone(), own_lease()?);
        let kept = self.ask(move |club| -> Result<Option<TableThread>, ClubError> {
            let Some(mut thread) = DiscordThreads(club).thread_of(&table)? else { return Ok(None) };
            change(&mut thread);
            Ok(DiscordThreads(club).save_thread_under(&thread, lease)?.then_some(thread))
        });
        work.thread = kept.await??.ok_or(Stop::Halted)?;
        Ok(())
    }

    /// Sends a message, once for each nonce; where its files or its card are refused, without them.
    pub(super) async fn send(&self, place: Id, nonce: &str, message: &Message) -> Result<SentMessage, Stop> {
        let sent = match self.send_noting_files(place, nonce, message).await {
            Err(Stop::ApiError(ApiError::Never(reason))) if message.card.is_some() => {
                tracing::debug!(%place, %reason, "a message goes in the older form");
                // Under the same nonce: where it was sent in that form before, it is not sent again.
                self.send_noting_files(place, nonce, &message.clone().without_card()).await
            }
            sent => sent,
        };
        sent.map(|(sent, _)| sent)
    }

    /// Sends a message in its form, once for each nonce; where its files are refused, without them. Returns also whether they were
    /// sent.
    pub(super) async fn send_noting_files(
        &self,
        place: Id,
        nonce: &str,
        message: &Message,
    ) -> Result<(SentMessage, bool), Stop> {
        let sent = self.in_open(place, || self.post.send(place, nonce, message)).await;
        let Some(bare) = without_files(message, &sent) else {
            return sent.map(|sent| (sent, !message.files.is_empty()));
        };
        self.in_open(place, || self.post.send(place, nonce, &bare)).await.map(|sent| (sent, false))
    }

    /// Changes a message in the same way; returns whether its files went.
    pub(super) async fn edit(&self, place: Id, id: Id, to: &Message) -> Result<bool, Stop> {
        let edited = self.in_open(place, || self.post.edit(place, id, to)).await;
        let Some(bare) = without_files(to, &edited) else { return edited.map(|()| !to.files.is_empty()) };
        self.in_open(place, || self.post.edit(place, id, &bare)).await.map(|()| false)
    }

    /// Does something that nothing else waits for. If Discord refuses it, that is recorded and not retried; without a valid token
    /// it refuses everything, and that passes. Returns whether it was done.
    pub(super) async fn unless_refused<T>(
        &self,
        table: &str,
        what: &'static str,
        done: impl Future<Output = Result<T, Stop>>,
    ) -> Result<bool, Stop> {
        match done.await {
            Err(Stop::ApiError(trouble)) if trouble.is_of_token() => Err(trouble.into()),
            // `Gone` is not among them: a thread that is gone has to be made anew.
            Err(Stop::ApiError(
                trouble @ (ApiError::Never(_)
                | ApiError::Forbidden(_)
                | ApiError::NoMessage
                | ApiError::ClosedDm),
            )) => {
                tracing::debug!(table, %trouble, "{what}");
                Ok(false)
            }
            done => done.map(|_| true),
        }
    }

    /// Sends a direct message, once for each nonce; says in which channel, and which message it is.
    pub(super) async fn tell(&self, user: Id, nonce: &str, message: &Message) -> Result<(Id, Id), Stop> {
        let channel = self.request(|| self.post.open_dm(user)).await?;
        Ok((channel, self.request(|| self.post.send(channel, nonce, message)).await?.id))
    }

    /// Does something in a channel or thread, after taking the thread out of the archive where that is needed.
    pub(super) async fn in_open<T, F>(&self, place: Id, act: impl Fn() -> F) -> Result<T, Stop>
    where
        F: Future<Output = ApiResult<T>> + Send,
    {
        match self.request(&act).await {
            Err(Stop::ApiError(ApiError::Archived)) => {
                self.request(|| self.post.unarchive(place)).await?;
                self.request(&act).await
            }
            answer => answer,
        }
    }

    /// Sends one request, if this process still has the lease: it may have stalled since the last one.
    pub(super) async fn request<T, F>(&self, act: impl FnOnce() -> F) -> Result<T, Stop>
    where
        F: Future<Output = ApiResult<T>> + Send,
    {
        match self.may_send().await? {
            true => Ok(act().await?),
            false => Err(Stop::Halted),
        }
    }
}

/// The message without its files, where they may be why it was refused: they are too large, or the bot may attach none.
fn without_files<T>(message: &Message, outcome: &Result<T, Stop>) -> Option<Message> {
    let Err(Stop::ApiError(refused @ (ApiError::Never(_) | ApiError::Forbidden(Missing::Permission)))) =
        outcome
    else {
        return None;
    };
    if message.files.is_empty() {
        return None;
    }
    tracing::warn!(%refused, "a message goes without its picture");
    Some(Message { files: vec![], ..message.clone() })
}

/// The message that tells the owner what to fix; `None` for temporary errors and for those of a single message.
fn to_mend(trouble: &ApiError) -> Option<&'static str> {
    match trouble {
        ApiError::Forbidden(Missing::Access) => Some("discord-trouble-access"),
        ApiError::Forbidden(Missing::Permission) => Some("discord-trouble-send"),
        ApiError::Forbidden(Missing::Unlocked) | ApiError::Archived => Some("discord-trouble-locked"),
        ApiError::Forbidden(Missing::RoomForThreads) => Some("discord-trouble-threads-full"),
        ApiError::Forbidden(Missing::RoomForPins) => Some("discord-trouble-pins-full"),
        ApiError::Forbidden(Missing::Kind) => Some("discord-trouble-kind"),
        ApiError::Forbidden(Missing::Token) => Some("discord-trouble-token"),
        ApiError::Gone => Some("discord-trouble-channel-gone"),
        ApiError::NoMessage
        | ApiError::NoInteraction
        | ApiError::Later { .. }
        | ApiError::ClosedDm
        | ApiError::Never(_) => None,
    }
}
