//! Pings with an open question: stored until it is settled. Then a message of its own is deleted; a report that carried one
//! stays.

use serde::{Deserialize, Serialize};

use super::outcome::{Aftermath, DeliveryOutcome, PingFate};
use super::table_work::Stop;
use super::{Shared, is_asking};
use crate::club::delivery::{DueDelivery, PendingNotice};
use crate::club::{Club, ClubError};
use crate::door::discord::DOOR;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::id::Id;
use crate::words::Lang;

/// The prefix of the notes for pings, each under its table and the number of its delivery.
const PING: &str = "ping/";

/// A ping in Discord whose question is open.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ping {
    /// The entry that it reports.
    seq: u64,
    /// The seat with the prompt.
    seat: String,
    /// Why it was sent.
    why: String,
    /// Its channel or thread.
    place: Id,
    /// The message.
    message: Id,
    /// Its text.
    text: String,
    /// In which language, `en` or `ja`.
    lang: String,
    /// The outcome of its delivery so far.
    outcome: String,
    /// Whether the message is a report that carried it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    in_report: bool,
}

/// The message that a ping was sent in, after its channel or thread.
pub(super) enum Sent {
    /// One of its own.
    Alone(Id, Id),
    /// A report that carried it.
    InReport(Id, Id),
}

/// The tables with pings whose question was open when last looked at.
pub(super) fn pinged_tables(club: &Club) -> Result<Vec<String>, ClubError> {
    let notes = club.notes().with_prefix(DOOR, PING)?;
    let tables = notes.iter().filter_map(|(key, _)| Some(key.strip_prefix(PING)?.split_once('/')?.0));
    Ok(tables.map(str::to_owned).collect())
}

/// The pings of a table whose question is now settled, each with the number of its delivery and how. An unreadable note is
/// deleted.
fn settled_pings(club: &Club, table: &str) -> Result<Vec<(u64, Ping, Aftermath)>, ClubError> {
    let prefix = format!("{PING}{table}/");
    let mut settled = Vec::new();
    for (key, body) in club.notes().with_prefix(DOOR, &prefix)? {
        let delivery = key.strip_prefix(&prefix).and_then(|id| id.parse().ok());
        let (Some(delivery), Ok(ping)) = (delivery, serde_json::from_str::<Ping>(&body)) else {
            club.notes().put(DOOR, &key, None)?;
            continue;
        };
        let Ping { seq, seat, why, .. } = &ping;
        let (table, seat, why) = (table.to_owned(), seat.clone(), why.clone());
        let notice = PendingNotice { id: 0, table, seq: *seq, seat, why };
        if let Some(how) = club.deliveries().settled(&notice)? {
            settled.push((delivery, ping, Aftermath { settled: how, fate: PingFate::Left }));
        }
    }
    Ok(settled)
}

impl<P: DiscordApi> Shared<P> {
    /// Stores a ping with a question, so that it can be deleted once that is settled. It is stored before the delivery is
    /// recorded as sent: a repeated ping is the same message.
    pub(super) async fn keep_ping(
        &self,
        due: &DueDelivery,
        sent: Sent,
        (lang, text): (Lang, String),
        outcome: &DeliveryOutcome,
    ) -> Result<(), Stop> {
        if !is_asking(&due.why) {
            return Ok(());
        }
        let (place, message, in_report) = match sent {
            Sent::Alone(place, message) => (place, message, false),
            Sent::InReport(place, message) => (place, message, true),
        };
        let ping = Ping {
            seq: due.seq,
            seat: due.seat.to_string(),
            why: due.why.clone(),
            place,
            message,
            text,
            lang: lang.code().to_owned(),
            outcome: outcome.to_string(),
            in_report,
        };
        let body = serde_json::to_string(&ping).map_err(ClubError::failed)?;
        let key = format!("{PING}{}/{}", due.table, due.id);
        Ok(self.ask(move |club| club.notes().put(DOOR, &key, Some(&body))).await??)
    }

    /// Deletes the pings of a table whose question is settled. One that cannot be deleted stays, and is forgotten.
    pub(super) async fn settle_pings(&self, table: &str) -> Result<(), Stop> {
        let name = table.to_owned();
        for (delivery, ping, mut after) in self.ask(move |club| settled_pings(club, &name)).await?? {
            after.fate = match ping.in_report {
                true => PingFate::InReport,
                false => self.deleted(table, &ping).await?,
            };
            // An outcome of another version is left as it is; the ping is settled all the same.
            let outcome =
                ping.outcome.parse().map(|outcome: DeliveryOutcome| outcome.with(after).to_string());
            let key = format!("{PING}{table}/{delivery}");
            let note = move |club: &Club| -> Result<(), ClubError> {
                // The note goes last: after a crash in between both are done again, which does no harm.
                outcome.map_or(Ok(()), |outcome| club.deliveries().came_of(delivery, &outcome))?;
                club.notes().put(DOOR, &key, None)
            };
            self.ask(note).await??;
        }
        Ok(())
    }

    async fn deleted(&self, table: &str, ping: &Ping) -> Result<PingFate, Stop> {
        let (place, message) = (ping.place, ping.message);
        let deleted = async {
            match self.in_open(place, || self.post.delete(place, message)).await {
                // Somebody else did that; in a thread that is gone there is nothing either.
                Err(Stop::ApiError(ApiError::NoMessage | ApiError::Gone)) => Ok(()),
                deleted => deleted,
            }
        };
        let is_deleted = self.unless_refused(table, "a ping stays as it was", deleted).await?;
        Ok(if is_deleted { PingFate::Deleted(self.club.now()) } else { PingFate::Left })
    }
}
