//! The status message: sent and pinned once, edited in place when what it says changed.
//!
//! `Room::status_hash` says how far it came. With no message: empty before anything was tried, else what the nonce of
//! the message is made from. With a message: empty until it was pinned and says what it should, then the hash of that.

use sha2::{Digest, Sha256};

use super::Shared;
use super::job::{Stop, Visit};
use super::memory::Mending;
use super::text;
use crate::door::discord::api::post::{Lack, Post, Trouble};
use crate::door::discord::inbound::call::Id;
use crate::door::discord::outbound::message::Message;

const NO_PIN: &str = "discord-trouble-pin";
const PINS_FULL: &str = "discord-trouble-pins-full";
const NO_PINS_HERE: &str = "discord-trouble-kind-pin";

impl<P: Post> Shared<P> {
    /// Brings the status message up to date.
    pub(super) async fn show_status(&self, visit: &mut Visit) -> Result<(), Stop> {
        let message = Message {
            text: text::status(&self.words, visit),
            rows: self.buttons.status(&visit.status, visit.lang()),
            ..Message::default()
        };
        let hash = hash(&[&format!("{message:?}")]);
        if let Some(id) = visit.room.status {
            if visit.room.status_hash == hash {
                return self.pin_again(visit, id).await;
            }
            if self.change_status(visit, id, &message).await? {
                match visit.room.status_hash.is_empty() {
                    true => self.pin(visit, id).await?,
                    false => self.pin_again(visit, id).await?,
                }
                return self.keep(visit, move |room| room.status_hash = hash).await;
            }
        }
        self.new_status(visit, message, hash).await
    }

    async fn new_status(&self, visit: &mut Visit, message: Message, hash: String) -> Result<(), Stop> {
        let tried_before = !visit.room.status_hash.is_empty();
        if !tried_before {
            let hash = hash.clone();
            self.keep(visit, move |room| room.status_hash = hash).await?;
        }
        let place = visit.place();
        let nonce = ["status", &visit.room.table, &place.to_string(), &visit.room.status_hash];
        let id = match self.send(place, &text::nonce(&nonce), &message).await {
            Err(Stop::Trouble(Trouble::Never(said))) => {
                tracing::error!(table = visit.room.table, %said, "the status message is given up");
                return Ok(());
            }
            sent => sent?,
        };
        self.keep(visit, move |room| {
            room.status = Some(id);
            room.status_hash.clear();
        })
        .await?;
        self.pin(visit, id).await?;
        // What was sent under this nonce before may have said something else.
        if tried_before {
            self.change_status(visit, id, &message).await?;
        }
        self.keep(visit, move |room| room.status_hash = hash).await
    }

    /// Edits the message; `false` when it is gone, which is noted.
    async fn change_status(&self, visit: &mut Visit, id: Id, message: &Message) -> Result<bool, Stop> {
        let place = visit.place();
        match self.in_open(place, || self.post.edit(place, id, message)).await {
            Err(Stop::Trouble(Trouble::NoMessage)) => {
                let next = hash(&[&id.to_string()]);
                self.keep(visit, move |room| {
                    room.status = None;
                    room.status_hash = next;
                })
                .await?;
                Ok(false)
            }
            Err(Stop::Trouble(Trouble::Never(said))) => {
                tracing::error!(table = visit.room.table, %said, "a change of the status message is given up");
                Ok(true)
            }
            edited => edited.map(|()| true),
        }
    }

    async fn pin(&self, visit: &mut Visit, id: Id) -> Result<(), Stop> {
        let place = visit.place();
        let key = match self.in_open(place, || self.post.pin(place, id)).await {
            Err(Stop::Trouble(Trouble::Forbidden(Lack::RoomForPins))) => PINS_FULL,
            Err(Stop::Trouble(Trouble::Forbidden(Lack::Permission) | Trouble::Never(_))) => NO_PIN,
            Err(Stop::Trouble(Trouble::Forbidden(Lack::Kind))) => NO_PINS_HERE,
            // Deleted at once: the next change finds out.
            Err(Stop::Trouble(Trouble::NoMessage)) => return Ok(()),
            pinned => return pinned,
        };
        self.memory.try_later(&visit.room.table, Mending::Pin, self.club.now());
        visit.still.get_or_insert_with(|| key.to_owned());
        self.note_trouble(visit, key).await
    }

    /// Pins a message that could not be pinned before, if it is time to try; until then that is still so.
    async fn pin_again(&self, visit: &mut Visit, id: Id) -> Result<(), Stop> {
        if !is_pin(visit.room.trouble.as_deref()) {
            return Ok(());
        }
        if self.memory.may_try(&visit.room.table, Mending::Pin, self.club.now()) {
            return self.pin(visit, id).await;
        }
        if visit.still.is_none() {
            visit.still.clone_from(&visit.room.trouble);
        }
        Ok(())
    }
}

fn is_pin(trouble: Option<&str>) -> bool {
    matches!(trouble, Some(NO_PIN | PINS_FULL | NO_PINS_HERE))
}

fn hash(parts: &[&str]) -> String {
    hex::encode(Sha256::digest(parts.join("\n")))
}
