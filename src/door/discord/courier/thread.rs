//! The table's thread: made at a message of its own, so that making it twice gives the same thread; replaced when it is
//! gone, once an hour at most. Where none can be made the table goes on in the channel.

use super::Shared;
use super::retry_state::Mending;
use super::status::hash;
use super::table_work::{Stop, TableWork};
use super::text;
use crate::door::discord::api::post::{ApiError, Cause, DiscordApi, Missing};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::{Card, Message};
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;

/// Seconds that a table must do with a replacement thread.
const REPLACED_SECONDS: i64 = 3600;
/// The fewest seconds between two names of a thread.
const NAMED_SECONDS: i64 = 300;

impl<P: DiscordApi> Shared<P> {
    /// Creates the thread, if there is none.
    pub(super) async fn thread(&self, work: &mut TableWork) -> Result<(), Stop> {
        if work.thread.id.is_some() {
            return Ok(());
        }
        if !self.memory.may_try(&work.thread.table, Mending::Thread, self.club.now()) {
            work.still.clone_from(&work.thread.trouble);
            return Ok(());
        }
        self.make_thread(work, None).await
    }

    /// Creates another thread in place of a deleted one. A recent replacement is not replaced again: no error may fill a
    /// channel with threads.
    pub(super) async fn replace_thread(&self, work: &mut TableWork) -> Result<(), Stop> {
        let again = work.thread.replaced.map_or(i64::MIN, |at| at.saturating_add(REPLACED_SECONDS));
        if let Ok(seconds @ 1..) = u64::try_from(again.saturating_sub(self.club.now())) {
            let reason = "the thread is gone again, within the hour".to_owned();
            return Err(ApiError::Later { cause: Cause::Refused, seconds: Some(seconds), reason }.into());
        }
        tracing::warn!(table = work.thread.table, "the thread is gone");
        self.make_thread(work, work.thread.id).await
    }

    async fn make_thread(&self, work: &mut TableWork, old: Option<Id>) -> Result<(), Stop> {
        let key = match self.try_thread(work, old).await {
            Ok((thread, name, hash)) => {
                self.memory.new_thread(thread);
                self.move_to(work, Some(thread)).await?;
                return self
                    .keep(work, move |thread| (thread.name, thread.starter_hash) = (name, hash))
                    .await;
            }
            // A forum takes no messages of its own: the post the table was opened in is its thread.
            Err(Stop::ApiError(ApiError::Never(_) | ApiError::Forbidden(Missing::Kind)))
                if work.thread.opened_in != old =>
            {
                return self.move_to(work, work.thread.opened_in).await;
            }
            Err(Stop::ApiError(ApiError::Forbidden(Missing::RoomForThreads))) => {
                "discord-trouble-threads-full"
            }
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Kind))) => "discord-trouble-kind",
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Permission) | ApiError::Never(_))) => {
                "discord-trouble-thread"
            }
            Err(stop) => return Err(stop),
        };
        self.memory.try_later(&work.thread.table, Mending::Thread, self.club.now());
        if old.is_some() {
            self.move_to(work, None).await?;
        }
        work.still = Some(key.to_owned());
        self.note_trouble(work, key).await
    }

    /// The thread, its name, and the hash of the message it hangs on where that was sent now.
    async fn try_thread(&self, work: &TableWork, old: Option<Id>) -> Result<(Id, String, String), Stop> {
        let (table, channel) = (&work.thread.table, work.thread.channel);
        let (starter, hash) = match self.memory.starter(table, old) {
            // An empty hash: the words of that message are unknown, so `invite` edits it.
            Some(starter) => (starter, String::new()),
            None => {
                // The old thread is part of the nonce, so that its replacement hangs on a message of its own.
                let before = old.map(|old| old.to_string()).unwrap_or_default();
                let nonce = text::nonce(&["starter", table, &channel.to_string(), &before]);
                let message = self.starter(work).await?;
                // Whoever may come sees what is played; the picture stays when the words change.
                let files = if work.status.sought.is_some() { self.picture(work).await? } else { vec![] };
                let with_map = Message { files, ..message.clone() };
                let starter = self.send(channel, &nonce, &with_map).await?.id;
                // A nonce is forgotten after some minutes; the message is not made again for that.
                self.memory.keep_starter(table, old, Some(starter));
                (starter, hash(&[&format!("{message:?}")]))
            }
        };
        let name = text::thread_name(&self.words, work);
        match self.in_open(channel, || self.post.open_thread(channel, starter, &name)).await {
            Err(Stop::ApiError(ApiError::NoMessage)) => {
                self.memory.keep_starter(table, old, None);
                let reason = "the message of the thread is gone".to_owned();
                Err(ApiError::Later { cause: Cause::Refused, seconds: None, reason }.into())
            }
            opened => Ok((opened?, name, hash)),
        }
    }

    /// The message that the thread hangs on, with a button for each free seat.
    async fn starter(&self, work: &TableWork) -> Result<Message, Stop> {
        let rows = self.buttons.invitation(&work.status, work.lang());
        let opener = if work.status.seeks_players { self.opener(work).await? } else { None };
        Ok(Message { rows, ..Message::from(text::starter(&self.words, work, opener)) })
    }

    /// The user who opened the table, where they are known.
    pub(super) async fn opener(&self, work: &TableWork) -> Result<Option<Id>, Stop> {
        let thread = work.thread.clone();
        Ok(self.ask(move |club| DiscordThreads(club).opener(&thread)).await??)
    }

    /// Brings the buttons of that message up to date. A thread at a message has the message's id; a forum post has none.
    pub(super) async fn invite(&self, work: &mut TableWork) -> Result<(), Stop> {
        let own = work.thread.id.filter(|thread| work.thread.opened_in != Some(*thread));
        let message = self.starter(work).await?;
        let hash = hash(&[&format!("{message:?}")]);
        let (Some(thread), false) = (own, work.thread.starter_hash == hash) else { return Ok(()) };
        let edited = self.edit(work.thread.channel, thread, &message);
        self.unless_refused(&work.thread.table, "the message in the channel stays", edited).await?;
        self.keep(work, move |thread| thread.starter_hash = hash).await
    }

    /// Gives the table's own thread a name with the day or the turn, once in [`NAMED_SECONDS`]: Discord allows a channel two names
    /// in ten minutes, and says so in the thread. Where that is refused the name stays.
    pub(super) async fn rename(&self, work: &mut TableWork) -> Result<(), Stop> {
        let own = work.thread.id.filter(|thread| work.thread.opened_in != Some(*thread));
        let name = text::day_name(&self.words, work).filter(|name| *name != work.thread.name);
        let (Some(thread), Some(name)) = (own, name) else { return Ok(()) };
        let now = self.club.now();
        // By a clock that was set back the last name lies ahead, and nothing waits for it.
        let last = work.thread.named_at.filter(|at| *at <= now);
        let wait = last.map_or(0, |at| at.saturating_add(NAMED_SECONDS).saturating_sub(now));
        // As if Discord had put it off: then only this update waits.
        if let Ok(seconds @ 1..) = u64::try_from(wait) {
            let reason = "the thread was renamed just now".to_owned();
            return Err(ApiError::Later { cause: Cause::Refused, seconds: Some(seconds), reason }.into());
        }
        let renamed = self.in_open(thread, || self.post.rename(thread, &name));
        self.unless_refused(&work.thread.table, "the thread keeps its name", renamed).await?;
        self.keep(work, move |thread| (thread.name, thread.named_at) = (name, Some(now))).await
    }

    /// Gives the forum post that the table is played in the tags of its state, where its forum has tags of these names. Where that
    /// is refused the post keeps its tags.
    pub(super) async fn tag(&self, work: &mut TableWork) -> Result<(), Stop> {
        let TableThread { id, opened_in, channel, .. } = work.thread;
        let Some(post) = opened_in.filter(|post| id == Some(*post)) else { return Ok(()) };
        let (tags, state) = text::tags(&self.words, &work.status);
        if work.thread.tags == state {
            return Ok(());
        }
        let tagged = self.in_open(post, || self.post.tag(channel, post, &tags));
        self.unless_refused(&work.thread.table, "the post keeps its tags", tagged).await?;
        self.keep(work, move |thread| thread.tags = state).await
    }

    /// The table goes on elsewhere, with a new status message and the report under way from its start.
    async fn move_to(&self, work: &mut TableWork, thread: Option<Id>) -> Result<(), Stop> {
        let channel = work.thread.channel;
        // What led to the table in the channel: the message that the old thread hangs on, which has its id, or the status itself.
        let old = match work.thread.id {
            Some(thread) => (work.thread.opened_in != Some(thread)).then_some(thread),
            None => work.thread.status,
        };
        if let Some(old) = old {
            // Only the status can be a card; the message that a thread hangs on never is.
            let shown = work.thread.status_card.clone().filter(|_| work.thread.id.is_none());
            let card = shown.map(|shown| Card {
                shown: Some(shown).filter(|picture| !picture.name.is_empty()),
                ..Card::default()
            });
            let message = Message { card, ..Message::from(text::moved(&self.words, work, thread)) };
            let edited = self.edit(channel, old, &message);
            match self.unless_refused(&work.thread.table, "the old message stays", edited).await {
                // Nothing waits for an edit.
                Err(Stop::ApiError(ApiError::Later { .. })) => {}
                edited => drop(edited?),
            }
        }
        self.memory.keep_starter(&work.thread.table, None, None);
        let now = self.club.now();
        self.keep(work, move |kept| {
            kept.replaced = kept.id.map(|_| now).or(kept.replaced);
            kept.id = thread;
            kept.starter_hash.clear();
            (kept.name, kept.named_at) = (String::new(), None);
            kept.tags.clear();
            kept.status = None;
            kept.status_hash.clear();
            (kept.status_card, kept.no_cards) = (None, false);
            kept.last_report = None;
            if let Some(reporting) = &mut kept.reporting {
                reporting.sent = 0;
                reporting.into = None;
            }
        })
        .await
    }
}
