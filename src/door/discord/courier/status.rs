//! The status message: sent and pinned once, then edited in place when its content changes. It has the table's only picture, a
//! new one when another phase has begun.
//!
//! `TableThread::status_hash` records the progress. Without a message it is empty before the first try, else the input of the
//! message's nonce. With a message it is empty until the message is pinned and up to date, then the hash of its content.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Shared;
use super::plan::{PictureTime, picture_time};
use super::retry_state::{Mending, TouchUp};
use super::table_work::{Stop, TableWork};
use super::text;
use crate::club::TableStatus;
use crate::club::picture::{Picture, Theme, Wanted};
use crate::door::discord::api::post::{ApiError, DiscordApi, Missing};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::{File, Message};

const NO_PIN: &str = "discord-trouble-pin";
const PINS_FULL: &str = "discord-trouble-pins-full";
const NO_PINS_HERE: &str = "discord-trouble-kind-pin";

impl<P: DiscordApi> Shared<P> {
    /// Brings the status message up to date.
    pub(super) async fn show_status(&self, work: &mut TableWork) -> Result<(), Stop> {
        let mut message = Message {
            text: text::status(&self.words, work),
            rows: self.buttons.status(&work.status, work.lang()),
            ..Message::default()
        };
        let hash = hash(&[&format!("{message:?}")]);
        let phase = phase(work);
        let with_picture = self.is_picture_due(work, &phase);
        if let Some(id) = work.thread.status.filter(|_| work.thread.status_hash == hash && !with_picture) {
            return self.pin_again(work, id).await;
        }
        if let Some(id) = work.thread.status {
            let picture = if with_picture { self.picture(work).await? } else { None };
            message.files = picture.iter().map(|picture| File::of(picture)).collect();
            // Without another, the picture that is there stays.
            if self.change_status(work, id, &message).await? {
                match work.thread.status_hash.is_empty() {
                    true => self.pin(work, id).await?,
                    false => self.pin_again(work, id).await?,
                }
                return self.keep_status(work, hash, with_picture.then_some(phase)).await;
            }
        }
        message.files = self.picture(work).await?.iter().map(|picture| File::of(picture)).collect();
        self.new_status(work, message, hash, self.pictures.then_some(phase)).await
    }

    /// Returns whether the message is to get another picture now. One that has to wait calls the table again.
    fn is_picture_due(&self, work: &TableWork, phase: &str) -> bool {
        let (table, now) = (&work.thread.table, self.club.now());
        let is_over = work.status.over || work.status.closed;
        let (shown, at) = (&work.thread.status_picture, work.thread.pictured_at);
        let time = match self.pictures {
            true => picture_time(shown, at, phase, is_over, now),
            false => PictureTime::Never,
        };
        match time {
            PictureTime::In(seconds) => {
                self.memory.put_off(table, TouchUp::Picture, now, Some(seconds));
            }
            PictureTime::Never | PictureTime::Now => self.memory.touched_up(table, TouchUp::Picture),
        }
        time == PictureTime::Now
    }

    /// Keeps what the message says, and the phase that its picture shows where it got one.
    async fn keep_status(
        &self,
        work: &mut TableWork,
        hash: String,
        phase: Option<String>,
    ) -> Result<(), Stop> {
        let now = self.club.now();
        self.keep(work, move |thread| {
            thread.status_hash = hash;
            if let Some(phase) = phase {
                thread.status_picture = phase;
                thread.pictured_at = Some(now);
            }
        })
        .await
    }

    /// A picture of the present position.
    async fn picture(&self, work: &TableWork) -> Result<Option<Arc<Picture>>, Stop> {
        if !self.pictures {
            return Ok(None);
        }
        let (table, lang) = (work.thread.table.clone(), work.lang());
        let drawn = self.ask(move |club| club.watch(&table, lang)?.picture(Wanted::best(Theme::dark())));
        Ok(drawn.await??)
    }

    async fn new_status(
        &self,
        work: &mut TableWork,
        message: Message,
        hash: String,
        phase: Option<String>,
    ) -> Result<(), Stop> {
        let tried_before = !work.thread.status_hash.is_empty();
        if !tried_before {
            let hash = hash.clone();
            self.keep(work, move |thread| thread.status_hash = hash).await?;
        }
        let place = work.place();
        let nonce = ["status", &work.thread.table, &place.to_string(), &work.thread.status_hash];
        let id = match self.send(place, &text::nonce(&nonce), &message).await {
            Err(Stop::ApiError(ApiError::Never(reason))) => {
                tracing::error!(table = work.thread.table, %reason, "the status message is given up");
                return Ok(());
            }
            sent => sent?,
        };
        self.keep(work, move |thread| {
            thread.status = Some(id);
            thread.status_hash.clear();
        })
        .await?;
        self.pin(work, id).await?;
        // An earlier message under this nonce may have had another content.
        if tried_before {
            self.change_status(work, id, &message).await?;
        }
        self.keep_status(work, hash, phase).await
    }

    /// Edits the message; `false` when it is gone, which is noted.
    async fn change_status(&self, work: &mut TableWork, id: Id, message: &Message) -> Result<bool, Stop> {
        let place = work.place();
        match self.edit(place, id, message).await {
            Err(Stop::ApiError(ApiError::NoMessage)) => {
                let next = hash(&[&id.to_string()]);
                self.keep(work, move |thread| {
                    thread.status = None;
                    thread.status_hash = next;
                })
                .await?;
                Ok(false)
            }
            Err(Stop::ApiError(ApiError::Never(reason))) => {
                tracing::error!(table = work.thread.table, %reason, "a change of the status message is given up");
                Ok(true)
            }
            edited => edited.map(|()| true),
        }
    }

    async fn pin(&self, work: &mut TableWork, id: Id) -> Result<(), Stop> {
        let place = work.place();
        let key = match self.in_open(place, || self.post.pin(place, id)).await {
            Err(Stop::ApiError(ApiError::Forbidden(Missing::RoomForPins))) => PINS_FULL,
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Permission) | ApiError::Never(_))) => NO_PIN,
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Kind))) => NO_PINS_HERE,
            // Deleted at once: the next change finds out.
            Err(Stop::ApiError(ApiError::NoMessage)) => return Ok(()),
            pinned => return pinned,
        };
        self.memory.try_later(&work.thread.table, Mending::Pin, self.club.now());
        work.still.get_or_insert_with(|| key.to_owned());
        self.note_trouble(work, key).await
    }

    /// Pins a message that could not be pinned before, if it is time to try; until then that is still so.
    async fn pin_again(&self, work: &mut TableWork, id: Id) -> Result<(), Stop> {
        if !is_pin(work.thread.trouble.as_deref()) {
            return Ok(());
        }
        if self.memory.may_try(&work.thread.table, Mending::Pin, self.club.now()) {
            return self.pin(work, id).await;
        }
        if work.still.is_none() {
            work.still.clone_from(&work.thread.trouble);
        }
        Ok(())
    }
}

/// The phase of the game, as everybody sees it.
fn phase(work: &TableWork) -> String {
    let TableStatus { headline, over, closed, .. } = &work.status;
    hash(&[headline, &over.to_string(), &closed.to_string()])
}

fn is_pin(trouble: Option<&str>) -> bool {
    matches!(trouble, Some(NO_PIN | PINS_FULL | NO_PINS_HERE))
}

pub(super) fn hash(parts: &[&str]) -> String {
    hex::encode(Sha256::digest(parts.join("\n")))
}
