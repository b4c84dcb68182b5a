//! One table's turn: the steps in their order, and what becomes of trouble.

use std::collections::{BTreeSet, VecDeque};
use std::future::Future;

use super::Shared;
use super::outcome::Outcome;
use super::text;
use crate::club::delivery::DueDelivery;
use crate::club::{ClubError, TableStatus};
use crate::door::discord::api::post::{Lack, Post, Posted, Trouble};
use crate::door::discord::courier::room::Room;
use crate::door::discord::inbound::call::Id;
use crate::door::discord::outbound::message::Message;
use crate::words::Lang;

/// What the owner has to mend once for a whole channel, whatever the number of its tables.
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

/// Why a turn ends before everything is sent.
pub(super) enum Stop {
    /// Discord did not do what it was asked.
    Trouble(Trouble),
    /// The store cannot be read or written.
    Broken(ClubError),
    /// This process is not to send any more, or the table is not played here any more.
    Halted,
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        Stop::Trouble(trouble)
    }
}

impl From<ClubError> for Stop {
    fn from(broken: ClubError) -> Stop {
        Stop::Broken(broken)
    }
}

/// A table while it is served.
pub(super) struct Visit {
    pub(super) room: Room,
    pub(super) status: TableStatus,
    /// What the owner still has to mend, though everything else can be sent.
    pub(super) still: Option<String>,
}

impl Visit {
    /// Where it is played now.
    pub(super) fn place(&self) -> Id {
        self.room.thread.unwrap_or(self.room.channel)
    }

    pub(super) fn lang(&self) -> Lang {
        self.room.lang()
    }
}

impl<P: Post> Shared<P> {
    /// A table's turn. It ends well or with a wait; nothing that is due is lost.
    pub(super) async fn serve(&self, table: &str, due: Vec<DueDelivery>) {
        let Ok(_place) = self.places.acquire().await else { return };
        let mut due = VecDeque::from(due);
        let Err(stop) = self.turn(table, &mut due).await else { return self.memory.well(table) };
        let now = self.club.now();
        let (said, seconds) = match stop {
            Stop::Halted => return,
            Stop::Trouble(Trouble::Later { seconds, said, .. }) => {
                tracing::warn!(table, %said, "sending waits");
                (said, self.memory.back_off(table, now, seconds))
            }
            Stop::Trouble(trouble) => {
                tracing::warn!(table, %trouble, "the owner has to mend something");
                (trouble.to_string(), self.memory.wait_for_mending(table, now))
            }
            Stop::Broken(broken) => {
                tracing::error!(table, %broken, "the store failed");
                ("store".to_owned(), self.memory.back_off(table, now, None))
            }
        };
        self.postpone(due, &said, seconds).await;
    }

    async fn turn(&self, table: &str, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        let name = table.to_owned();
        let Some(room) = self.ask(move |club| club.room(&name)).await?? else { return Ok(()) };
        let status = self.status_in(table, room.lang()).await?;
        let mut visit = Visit { room, status, still: None };
        let mut outcome = self.steps(&mut visit, due).await;
        while matches!(outcome, Err(Stop::Trouble(Trouble::Gone))) && visit.room.thread.is_some() {
            outcome = self.replace_thread(&mut visit).await;
            if outcome.is_err() {
                break;
            }
            outcome = self.steps(&mut visit, due).await;
        }
        self.settle(&mut visit, due, outcome).await
    }

    async fn steps(&self, visit: &mut Visit, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        self.thread(visit).await?;
        self.report(visit).await?;
        self.show_status(visit).await?;
        self.notices(visit, due, true).await
    }

    /// Notes what the owner has to mend, or that all is well again.
    async fn settle(
        &self,
        visit: &mut Visit,
        due: &mut VecDeque<DueDelivery>,
        outcome: Result<(), Stop>,
    ) -> Result<(), Stop> {
        match &outcome {
            Ok(()) if visit.room.trouble != visit.still => {
                let still = visit.still.clone();
                self.keep(visit, move |room| room.trouble = still).await?;
            }
            Err(Stop::Trouble(trouble)) => {
                if let Some(key) = to_mend(trouble) {
                    self.note_trouble(visit, key).await?;
                    // Direct messages go out though nothing can be sent to the table's place.
                    self.notices(visit, due, false).await?;
                }
            }
            _ => {}
        }
        let status = &visit.status;
        if outcome.is_ok() && status.closed && visit.room.trouble.is_none() && due.is_empty() {
            self.memory.rest(&status.table);
        }
        outcome
    }

    /// Keeps what the owner has to mend, and says it where the table was opened, once; where nothing can be said there,
    /// to whoever opened it.
    pub(super) async fn note_trouble(&self, visit: &mut Visit, key: &'static str) -> Result<(), Stop> {
        if visit.room.trouble.as_deref() == Some(key) {
            return Ok(());
        }
        if !self.told_of(visit, key).await? {
            self.tell_of(visit, key).await;
        }
        self.keep(visit, move |room| room.trouble = Some(key.to_owned())).await
    }

    /// Whether the channel was told of this for another table, and that still stands.
    async fn told_of(&self, visit: &Visit, key: &'static str) -> Result<bool, Stop> {
        if !OF_A_CHANNEL.contains(&key) {
            return Ok(false);
        }
        let Room { table, channel, guild, .. } = visit.room.clone();
        let rooms = self.ask(move |club| club.rooms_of(guild)).await??;
        let told = |room: &Room| room.channel == channel && room.trouble.as_deref() == Some(key);
        Ok(rooms.iter().any(|room| room.table != table && told(room)))
    }

    async fn tell_of(&self, visit: &Visit, key: &'static str) {
        let message = Message::from(text::trouble(&self.words, visit, key));
        let (channel, place) = (visit.room.channel, visit.place().to_string());
        // Tables that find the same at once say it once: under one nonce.
        let of = if OF_A_CHANNEL.contains(&key) { "" } else { &place };
        let nonce = text::nonce(&["trouble", key, &channel.to_string(), of]);
        if self.send(channel, &nonce, &message).await.is_err()
            && let Some(opener) = visit.room.opener
            && let Err(Stop::Trouble(trouble)) = self.tell(opener, &nonce, &message).await
        {
            tracing::debug!(table = visit.room.table, %trouble, "the owner is told by the status only");
        }
    }

    /// Lets notices wait: the first of each seat holds back the others of that seat.
    async fn postpone(&self, due: VecDeque<DueDelivery>, said: &str, seconds: u64) {
        let mut seats = BTreeSet::new();
        let outcome = Outcome::Later(said.to_owned()).to_string();
        for notice in due.into_iter().filter(|notice| seats.insert(notice.seat.to_string())) {
            let outcome = outcome.clone();
            let noted = self.ask(move |club| club.failed(notice.id, &outcome, Some(seconds))).await;
            if let Ok(Err(broken)) | Err(broken) = noted {
                tracing::error!(%broken, "a failure is not noted");
            }
        }
    }

    /// The table as everybody may see it, in a language.
    pub(super) async fn status_in(&self, table: &str, lang: Lang) -> Result<TableStatus, Stop> {
        let table = table.to_owned();
        Ok(self.ask(move |club| club.watch(&table, lang)?.status()).await??)
    }

    /// Changes the room as it is kept now: others may have changed other things of it.
    pub(super) async fn keep(
        &self,
        visit: &mut Visit,
        change: impl FnOnce(&mut Room) + Send + 'static,
    ) -> Result<(), Stop> {
        let table = visit.room.table.clone();
        let kept = self.ask(move |club| -> Result<Option<Room>, ClubError> {
            let Some(mut room) = club.room(&table)? else { return Ok(None) };
            change(&mut room);
            club.keep_room(&room)?;
            Ok(Some(room))
        });
        visit.room = kept.await??.ok_or(Stop::Halted)?;
        Ok(())
    }

    /// Sends a message, once for each nonce.
    pub(super) async fn send(&self, place: Id, nonce: &str, message: &Message) -> Result<Id, Stop> {
        self.in_open(place, || self.post.send(place, nonce, message)).await
    }

    /// Sends a direct message, once for each nonce.
    pub(super) async fn tell(&self, user: Id, nonce: &str, message: &Message) -> Result<Id, Stop> {
        if !self.may_send().await? {
            return Err(Stop::Halted);
        }
        let channel = self.post.open_dm(user).await?;
        Ok(self.post.send(channel, nonce, message).await?)
    }

    /// Does something in a channel or thread, after taking the thread out of the archive where that is needed.
    pub(super) async fn in_open<T, F>(&self, place: Id, act: impl Fn() -> F) -> Result<T, Stop>
    where
        F: Future<Output = Posted<T>> + Send,
    {
        if !self.may_send().await? {
            return Err(Stop::Halted);
        }
        match act().await {
            Err(Trouble::Archived) => {
                self.post.unarchive(place).await?;
                Ok(act().await?)
            }
            answer => Ok(answer?),
        }
    }
}

/// The message that tells the owner what to mend; `None` for what passes by itself or concerns one message only.
fn to_mend(trouble: &Trouble) -> Option<&'static str> {
    match trouble {
        Trouble::Forbidden(Lack::Access) => Some("discord-trouble-access"),
        Trouble::Forbidden(Lack::Permission) => Some("discord-trouble-send"),
        Trouble::Forbidden(Lack::Unlocked) | Trouble::Archived => Some("discord-trouble-locked"),
        Trouble::Forbidden(Lack::RoomForThreads) => Some("discord-trouble-threads-full"),
        Trouble::Forbidden(Lack::RoomForPins) => Some("discord-trouble-pins-full"),
        Trouble::Forbidden(Lack::Kind) => Some("discord-trouble-kind"),
        Trouble::Forbidden(Lack::Token) => Some("discord-trouble-token"),
        Trouble::Gone => Some("discord-trouble-channel-gone"),
        Trouble::NoMessage
        | Trouble::NoInteraction
        | Trouble::Later { .. }
        | Trouble::ClosedDm
        | Trouble::Never(_) => None,
    }
}
