//! Reminders of several tables in one direct message, for whoever wants them together. Who takes no direct messages is reminded
//! at each table.

use super::outcome::DeliveryOutcome;
use super::retry_state::Serving;
use super::table_work::Stop;
use super::{Shared, text};
use crate::club::delivery::DueDelivery;
use crate::club::{Club, ClubError};
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::courier::room::Room;
use crate::door::discord::outbound::message::Message;
use crate::door::discord::rooms::Person;

/// What stands before the id of a player in the place of a table, while what is for them is being sent.
const DIGEST: &str = "digest/";
/// How long a digest waits after trouble that may pass by itself, in seconds, unless Discord asks for longer.
const WAIT_SECONDS: u64 = 30;

/// Whose digest this is, as it is remembered between turns.
pub(super) fn place_of(due: &[DueDelivery]) -> String {
    let player = due.first().and_then(|due| due.player.as_ref()).map(|player| &*player.id);
    format!("{DIGEST}{}", player.unwrap_or_default())
}

impl<P: DiscordApi> Shared<P> {
    /// Sends one digest; what cannot be told so is told at each table from then on.
    pub(super) async fn tell_digest(&self, due: Vec<DueDelivery>, place: Serving) {
        let told = match self.one_digest(&due).await {
            Ok(()) => self.note_all(&due, &DeliveryOutcome::Digest.to_string(), None).await,
            Err(Stop::ApiError(ApiError::Later { seconds, said, .. })) => {
                let seconds = seconds.unwrap_or_default().max(WAIT_SECONDS);
                self.note_all(&due, &DeliveryOutcome::Later(said).to_string(), Some(seconds)).await
            }
            Err(Stop::ApiError(trouble)) => {
                tracing::debug!(%trouble, "a digest is told at each table");
                self.memory.alone(&place_of(&due));
                Ok(())
            }
            Err(Stop::Broken(broken)) => Err(broken),
            Err(Stop::Halted) => Ok(()),
        };
        if let Err(broken) = told {
            tracing::error!(%broken, "the store failed");
        }
        drop(place);
    }

    async fn one_digest(&self, due: &[DueDelivery]) -> Result<(), Stop> {
        let person = due.first().and_then(Person::to_tell);
        let Some(person) = person else { return Err(Stop::ApiError(ApiError::ClosedDm)) };
        let player = due.first().and_then(|due| due.player.clone()).unwrap_or_default();
        let tables: Vec<String> = due.iter().map(|due| due.table.clone()).collect();
        let lines = self.ask(move |club| -> Result<_, ClubError> {
            let mine = club.tables_of(&player.id, |table| Ok(tables.iter().any(|it| it == table)))?;
            let with_room = mine.into_iter().map(|mine| Ok((club.room(&mine.table)?, mine)));
            with_room.collect::<Result<Vec<(Option<Room>, _)>, ClubError>>()
        });
        let message = Message::from(text::digest(&self.words, person.lang, &lines.await??));
        let ids: Vec<String> = due.iter().map(|due| due.id.to_string()).collect();
        let nonce = text::nonce(&["digest", &person.user.to_string(), &ids.join(" ")]);
        self.tell(person.user, &nonce, &message).await.map(drop)
    }

    /// Notes what came of all of them: they were sent, or wait for so many seconds.
    async fn note_all(&self, due: &[DueDelivery], outcome: &str, wait: Option<u64>) -> Result<(), ClubError> {
        let (ids, outcome): (Vec<u64>, _) = (due.iter().map(|due| due.id).collect(), outcome.to_owned());
        let note = move |club: &Club| {
            ids.iter().try_for_each(|id| match wait {
                None => club.sent(*id, &outcome),
                Some(_) => club.failed(*id, &outcome, wait),
            })
        };
        self.ask(note).await?
    }
}
