//! The status message: sent and pinned once, then edited in place when its content changes. It has the table's only picture, a
//! new one when another phase has begun.
//!
//! It is a card where Discord takes one. A message of the older form, from the version before, stays as it is and is edited in
//! that form.
//!
//! `TableThread::status_hash` records the progress. Without a message it is empty before the first try, else the input of the
//! message's nonce. With a message it is empty until the message is pinned and up to date, then the hash of its content.

use sha2::{Digest, Sha256};

use super::Shared;
use super::plan::{PictureTime, picture_time};
use super::retry_state::{Mending, TouchUp};
use super::table_work::{Stop, TableWork};
use super::text;
use crate::club::TableStatus;
use crate::club::picture::{Theme, Wanted};
use crate::door::discord::api::post::{ApiError, DiscordApi, Missing, SentMessage};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::{Card, File, Message, ShownPicture};
use crate::door::discord::outbound::status_text::side_colour;
use crate::report::Emblems;

const NO_PIN: &str = "discord-trouble-pin";
const PINS_FULL: &str = "discord-trouble-pins-full";
const NO_PINS_HERE: &str = "discord-trouble-kind-pin";

/// The outcome of an edit.
enum Changed {
    /// It was made; whether with its files.
    Done(bool),
    /// The message is gone, which is noted.
    Gone,
    /// Discord does not take it.
    Refused,
}

/// The keeper of a table's status message.
pub(super) struct StatusKeeper<'a, P: DiscordApi> {
    pub(super) courier: &'a Shared<P>,
}

impl<P: DiscordApi> StatusKeeper<'_, P> {
    /// Brings the status message up to date. Where Discord does not take a card, one of the older form replaces it: a card
    /// cannot go back.
    pub(super) async fn show_status(&self, work: &mut TableWork) -> Result<(), Stop> {
        if !self.show_in_form(work).await? {
            self.give_up_cards(work).await?;
            self.show_in_form(work).await?;
        }
        Ok(())
    }

    /// Brings it up to date in its form; `false` if Discord refuses that form.
    async fn show_in_form(&self, work: &mut TableWork) -> Result<bool, Stop> {
        let form = form(work);
        let mut message = Message {
            text: text::status(&self.courier.words, work, &self.courier.emblems(work)),
            rows: self.courier.buttons.status(&work.status, work.lang()),
            card: form.as_ref().map(|_| card(&work.status)),
            ..Message::default()
        };
        // Hashed without the picture's name, which an edit itself changes: the next turn would edit again for
        // nothing.
        let hash = hash(&[&format!("{message:?}")]);
        if let Some(card) = &mut message.card {
            card.shown = form.filter(|picture| !picture.name.is_empty());
        }
        let phase = phase(work);
        let with_picture = self.is_picture_due(work, &phase);
        if let Some(id) = work.thread.status.filter(|_| work.thread.status_hash == hash && !with_picture) {
            return self.pin_again(work, id).await.map(|()| true);
        }
        if let Some(id) = work.thread.status {
            message.files = if with_picture { self.courier.picture(work).await? } else { vec![] };
            // Without another, the picture that is there stays.
            let mut changed = self.change_status(work, id, &message).await?;
            if matches!(changed, Changed::Refused) && message.files.is_empty() && message.card.is_some() {
                // Perhaps the picture is no longer there.
                message.files = self.courier.picture(work).await?;
                changed = self.change_status(work, id, &message).await?;
            }
            match changed {
                Changed::Done(pictured) => {
                    match work.thread.status_hash.is_empty() {
                        true => self.pin(work, id).await?,
                        false => self.pin_again(work, id).await?,
                    }
                    let picture = message.files.pop().filter(|_| pictured);
                    self.keep_status(work, hash, (with_picture.then_some(phase), picture)).await?;
                    return Ok(true);
                }
                Changed::Refused => return Ok(false),
                // The recursion ends: a message without an id is sent and not edited.
                Changed::Gone => return Box::pin(self.show_in_form(work)).await,
            }
        }
        message.files = self.courier.picture(work).await?;
        self.new_status(work, message, hash, self.courier.pictures.then_some(phase)).await
    }

    /// From here on the table has a status message of the older form. The card is deleted where there is one.
    async fn give_up_cards(&self, work: &mut TableWork) -> Result<(), Stop> {
        let (place, card) = (work.place(), work.thread.status);
        tracing::warn!(table = work.thread.table, "Discord takes no card here");
        if let Some(card) = card {
            let deleted = self.courier.in_open(place, || self.courier.post.delete(place, card));
            self.courier.unless_refused(&work.thread.table, "a card stays", deleted).await?;
        }
        self.courier
            .keep(work, move |thread| {
                (thread.status_card, thread.no_cards) = (None, true);
                if let Some(card) = card {
                    thread.status = None;
                    // This goes into the nonce of the next message, as it does after a message that somebody
                    // deleted.
                    thread.status_hash = hash(&[&card.to_string()]);
                }
            })
            .await
    }

    /// Returns whether the message is to get another picture now. One that has to wait calls the table again.
    fn is_picture_due(&self, work: &TableWork, phase: &str) -> bool {
        let (table, now) = (&work.thread.table, self.courier.club.now());
        let is_over = work.status.over || work.status.closed;
        let (shown, at) = (&work.thread.status_picture, work.thread.pictured_at);
        let time = match self.courier.pictures {
            true => picture_time(shown, at, phase, is_over, now),
            false => PictureTime::Never,
        };
        match time {
            PictureTime::In(seconds) => {
                self.courier.memory.put_off(table, TouchUp::Picture, now, Some(seconds));
            }
            PictureTime::Never | PictureTime::Now => self.courier.memory.touched_up(table, TouchUp::Picture),
        }
        time == PictureTime::Now
    }

    /// Keeps what the message says, the phase that its picture shows where it is to show another, and that picture.
    async fn keep_status(
        &self,
        work: &mut TableWork,
        hash: String,
        (phase, picture): (Option<String>, Option<File>),
    ) -> Result<(), Stop> {
        let now = self.courier.club.now();
        self.courier
            .keep(work, move |thread| {
                thread.status_hash = hash;
                if let Some(phase) = phase {
                    thread.status_picture = phase;
                    thread.pictured_at = Some(now);
                }
                if let (Some(shown), Some(File { name, description, .. })) =
                    (&mut thread.status_card, picture)
                {
                    *shown = ShownPicture { name, description };
                }
            })
            .await
    }

    /// Sends the message; `false` if it is a card and Discord takes none.
    async fn new_status(
        &self,
        work: &mut TableWork,
        mut message: Message,
        hash: String,
        phase: Option<String>,
    ) -> Result<bool, Stop> {
        let tried_before = !work.thread.status_hash.is_empty();
        let form = message.card.as_ref().map(|_| ShownPicture::default());
        if let Some(card) = &mut message.card {
            card.shown = None;
        }
        if !tried_before || work.thread.status_card != form {
            let hash = if tried_before { work.thread.status_hash.clone() } else { hash.clone() };
            self.courier
                .keep(work, move |thread| (thread.status_hash, thread.status_card) = (hash, form))
                .await?;
        }
        let place = work.place();
        // A message under the nonce of the other form would be of that form.
        let kind = if message.card.is_some() { "card" } else { "status" };
        let nonce = [kind, &work.thread.table, &place.to_string(), &work.thread.status_hash];
        let (SentMessage { id, .. }, mut pictured) =
            match self.courier.send_noting_files(place, &text::nonce(&nonce), &message).await {
                Err(Stop::ApiError(ApiError::Never(_))) if message.card.is_some() => return Ok(false),
                Err(Stop::ApiError(ApiError::Never(reason))) => {
                    tracing::error!(table = work.thread.table, %reason, "the status message is given up");
                    return Ok(true);
                }
                sent => sent?,
            };
        self.courier
            .keep(work, move |thread| {
                thread.status = Some(id);
                thread.status_hash.clear();
            })
            .await?;
        self.pin(work, id).await?;
        // An earlier message under this nonce may have had another content.
        if tried_before {
            match self.change_status(work, id, &message).await? {
                Changed::Done(again) => pictured = again,
                Changed::Refused if message.card.is_some() => return Ok(false),
                Changed::Refused | Changed::Gone => {}
            }
        }
        let picture = message.files.pop().filter(|_| pictured);
        self.keep_status(work, hash, (phase, picture)).await?;
        Ok(true)
    }

    /// Edits the message.
    async fn change_status(&self, work: &mut TableWork, id: Id, message: &Message) -> Result<Changed, Stop> {
        let place = work.place();
        match self.courier.edit(place, id, message).await {
            Err(Stop::ApiError(ApiError::NoMessage)) => {
                let next = hash(&[&id.to_string()]);
                self.courier
                    .keep(work, move |thread| {
                        let form = (!thread.no_cards).then(ShownPicture::default);
                        (thread.status, thread.status_hash, thread.status_card) = (None, next, form);
                    })
                    .await?;
                Ok(Changed::Gone)
            }
            Err(Stop::ApiError(ApiError::Never(reason))) if message.card.is_some() => {
                tracing::debug!(table = work.thread.table, %reason, "a change of a card is refused");
                Ok(Changed::Refused)
            }
            Err(Stop::ApiError(ApiError::Never(reason))) => {
                tracing::error!(table = work.thread.table, %reason, "a change of the status message is given up");
                Ok(Changed::Done(false))
            }
            edited => edited.map(Changed::Done),
        }
    }

    async fn pin(&self, work: &mut TableWork, id: Id) -> Result<(), Stop> {
        let place = work.place();
        let key = match self.courier.in_open(place, || self.courier.post.pin(place, id)).await {
            Err(Stop::ApiError(ApiError::Forbidden(Missing::RoomForPins))) => PINS_FULL,
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Permission) | ApiError::Never(_))) => NO_PIN,
            Err(Stop::ApiError(ApiError::Forbidden(Missing::Kind))) => NO_PINS_HERE,
            // Deleted at once: the next change finds out.
            Err(Stop::ApiError(ApiError::NoMessage)) => return Ok(()),
            pinned => return pinned,
        };
        self.courier.memory.try_later(&work.thread.table, Mending::Pin, self.courier.club.now());
        work.still.get_or_insert_with(|| key.to_owned());
        self.courier.note_trouble(work, key).await
    }

    /// Pins a message that could not be pinned before, if it is time to try; until then that is still so.
    async fn pin_again(&self, work: &mut TableWork, id: Id) -> Result<(), Stop> {
        if !is_pin(work.thread.trouble.as_deref()) {
            return Ok(());
        }
        if self.courier.memory.may_try(&work.thread.table, Mending::Pin, self.courier.club.now()) {
            return self.pin(work, id).await;
        }
        if work.still.is_none() {
            work.still.clone_from(&work.thread.trouble);
        }
        Ok(())
    }
}

impl<P: DiscordApi> Shared<P> {
    /// The emblems of the table's game in its language.
    pub(super) fn emblems(&self, work: &TableWork) -> Emblems {
        let words = self.club.games().words(&work.thread.game, work.lang());
        words.map(|words| words.emblems.clone()).unwrap_or_default()
    }

    /// A picture of the present position, where there is one.
    pub(super) async fn picture(&self, work: &TableWork) -> Result<Vec<File>, Stop> {
        if !self.pictures {
            return Ok(vec![]);
        }
        let (table, lang) = (work.thread.table.clone(), work.lang());
        let drawn = self.ask(move |club| club.watch(&table, lang)?.picture(Wanted::best(Theme::dark())));
        Ok(drawn.await??.iter().map(|picture| File::of(picture)).collect())
    }
}

/// The picture of the card that the status message is or is to be; `None` where it has the older form. What was begun in that
/// form goes on in it.
fn form(work: &TableWork) -> Option<ShownPicture> {
    let thread = &work.thread;
    let is_begun = thread.status.is_some() || !thread.status_hash.is_empty();
    match is_begun || thread.no_cards {
        true => thread.status_card.clone(),
        false => Some(ShownPicture::default()),
    }
}

/// The form of a message as a card, in the colour of the side to move.
pub(super) fn card(status: &TableStatus) -> Card {
    Card { accent: accent(status), ..Card::default() }
}

/// The colour of the side to move; none where nobody is.
fn accent(status: &TableStatus) -> Option<u32> {
    let seats = status.seats.iter().enumerate();
    let asked: Vec<usize> = seats.filter(|(_, it)| it.asked).map(|(at, _)| at).collect();
    side_colour(status.seats.len(), &asked).filter(|_| !status.over && !status.closed)
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
