//! Reminders of several tables in one direct message, for players who want them together. It names the player's tables that cannot
//! be read. A player who takes no direct messages is reminded at each table. The parts of a digest are recorded before it goes out,
//! so after a crash the same digest is sent again, which Discord shows only once.

use serde::{Deserialize, Serialize};

use super::outcome::DeliveryOutcome;
use super::retry_state::ServedTable;
use super::table_work::Stop;
use super::{Shared, text};
use crate::club::delivery::{self, DueDelivery};
use crate::club::{Club, ClubError};
use crate::door::discord::DOOR;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::outbound::message::Message;
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;
use crate::door::discord::threads::Person;

/// The prefix of a player's id in place of a table, while their digest is being sent.
const DIGEST: &str = "digest/";
/// The note with the reminders that were last taken up for a player.
const BEGUN: &str = "reminders";
/// Seconds that a digest waits after a temporary error, unless Discord asks for longer.
const WAIT_SECONDS: u64 = 30;

/// The reminders last taken up for a player, kept until the next ones.
#[derive(Deserialize, Serialize)]
struct Begun {
    /// The deliveries.
    ids: Vec<u64>,
    /// True if they go out as a digest, and not each at its table.
    digest: bool,
}

/// Reminders that go out together.
pub(super) struct Digest {
    /// Those that are not sent yet.
    due: Vec<DueDelivery>,
    /// All that it began with.
    begun: Vec<u64>,
}

/// The key of this digest's owner between turns.
pub(super) fn place_of(due: &[DueDelivery]) -> String {
    let player = due.first().and_then(|due| due.player.as_ref()).map(|player| &*player.id);
    format!("{DIGEST}{}", player.unwrap_or_default())
}

impl<P: DiscordApi> Shared<P> {
    /// Splits a player's due reminders into a digest and the tables' own. Reminders taken up for a digest stay in it; those in
    /// neither wait for the next turn.
    pub(super) async fn part(
        &self,
        mut due: Vec<DueDelivery>,
        lease: u64,
    ) -> Result<(Option<Digest>, Vec<DueDelivery>), ClubError> {
        if self.memory.is_alone(&place_of(&due)) {
            return Ok((None, due));
        }
        let player = due.first().and_then(|due| due.player.as_ref()).map(|player| player.id.clone());
        let (player, mut single) = (player.unwrap_or_default(), Vec::new());
        let reader = player.clone();
        let note = self.ask(move |club| club.notes().of_player(DOOR, &reader, BEGUN)).await??;
        if let Some(begun) = note.and_then(|note| serde_json::from_str::<Begun>(&note).ok()) {
            let (same, other): (Vec<_>, Vec<_>) =
                due.into_iter().partition(|due| begun.ids.contains(&due.id));
            if begun.digest && !same.is_empty() {
                return Ok((Some(Digest { due: same, begun: begun.ids }), single));
            }
            // Reminders that were begun alone go on alone: a crash in between must not repeat them in a
            // digest.
            (single, due) = (same, other);
        }
        if due.is_empty() {
            return Ok((None, single));
        }
        let begun = Begun { ids: due.iter().map(|due| due.id).collect(), digest: delivery::is_digest(&due) };
        let note = serde_json::to_string(&begun).map_err(ClubError::failed)?;
        let keep = move |club: &Club| club.notes().put_of_player_under(DOOR, lease, (&player, BEGUN), &note);
        // Without the lease nothing is due here: the process that took it sends them.
        if !self.ask(keep).await?? {
            return Ok((None, Vec::new()));
        }
        if begun.digest {
            return Ok((Some(Digest { due, begun: begun.ids }), single));
        }
        single.extend(due);
        Ok((None, single))
    }

    /// Sends one digest; reminders that cannot be sent so go to each table from then on.
    pub(super) async fn tell_digest(&self, digest: Digest, place: ServedTable) {
        let due = &digest.due;
        let told = match self.one_digest(&digest).await {
            Ok(()) => self.note_all(due, &DeliveryOutcome::Digest.to_string(), None).await,
            Err(Stop::ApiError(ApiError::Later { seconds, reason, .. })) => {
                let seconds = seconds.unwrap_or_default().max(WAIT_SECONDS);
                self.note_all(due, &DeliveryOutcome::Later(reason).to_string(), Some(seconds)).await
            }
            // With a token that Discord rejects, the tables could not send them either.
            Err(Stop::ApiError(trouble)) if trouble.is_of_token() => {
                let outcome = DeliveryOutcome::Later(trouble.to_string()).to_string();
                self.note_all(due, &outcome, Some(WAIT_SECONDS)).await
            }
            Err(Stop::ApiError(trouble)) => {
                tracing::debug!(%trouble, "a digest is told at each table");
                self.memory.alone(&place_of(due));
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

    async fn one_digest(&self, Digest { due, begun }: &Digest) -> Result<(), Stop> {
        let person = due.first().and_then(Person::to_tell);
        // Without an address each reminder finds its own outcome, at its table.
        let Some(person) = person else { return Err(Stop::ApiError(ApiError::ClosedDm)) };
        let player = due.first().and_then(|due| due.player.clone()).unwrap_or_default();
        let tables: Vec<String> = due.iter().map(|due| due.table.clone()).collect();
        let read = self.ask(move |club| -> Result<_, ClubError> {
            let (mut mine, unreadable) = club.people().readable_tables_of(&player.id)?;
            mine.retain(|mine| tables.contains(&mine.table));
            let with_thread =
                mine.into_iter().map(|mine| Ok((DiscordThreads(club).thread_of(&mine.table)?, mine)));
            let with_thread = with_thread.collect::<Result<Vec<(Option<TableThread>, _)>, ClubError>>()?;
            Ok((with_thread, unreadable))
        });
        let (lines, unreadable) = read.await??;
        let text = text::digest(&self.words, person.lang, (&lines, &unreadable));
        let message = Message { pings: vec![person.user], ..Message::from(text) };
        // All ids that it began with, not only those still due: a retry must have the nonce of the first try.
        let ids: Vec<String> = begun.iter().map(u64::to_string).collect();
        let nonce = text::nonce(&["digest", &person.user.to_string(), &ids.join(" ")]);
        self.tell(person.user, &nonce, &message).await.map(drop)
    }

    /// Records the outcome of all of them: sent, or to wait for this many seconds.
    async fn note_all(&self, due: &[DueDelivery], outcome: &str, wait: Option<u64>) -> Result<(), ClubError> {
        let (ids, outcome): (Vec<u64>, _) = (due.iter().map(|due| due.id).collect(), outcome.to_owned());
        let note = move |club: &Club| {
            ids.iter().try_for_each(|id| match wait {
                None => club.deliveries().sent(*id, &outcome),
                Some(_) => club.deliveries().failed(*id, &outcome, wait),
            })
        };
        self.ask(note).await?
    }
}
