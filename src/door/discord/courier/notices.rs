//! The due notices: one ping for each decision to the player to move, in the report or by itself, or a direct message. It
//! contains the public question, never the options. It is dropped only if its question was settled before it went out.

use std::collections::{BTreeSet, VecDeque};

use super::outcome::DeliveryOutcome;
use super::pings::Sent;
use super::retry_state::wait_after;
use super::status::card;
use super::table_work::{Stop, TableWork};
use super::text;
use super::{Shared, is_asking};
use crate::club::Club;
use crate::club::delivery::DueDelivery;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::Message;
use crate::door::discord::threads::Person;
use crate::table::notices;

impl<P: DiscordApi> Shared<P> {
    /// Sends those of the due notices, in order and each by itself. If the table's place cannot be reached, `public` is false,
    /// and public notices stay due. A delayed direct message does not delay the others.
    pub(super) async fn notices(
        &self,
        work: &TableWork,
        due: &mut VecDeque<DueDelivery>,
        those: &BTreeSet<u64>,
        public: bool,
    ) -> Result<(), Stop> {
        let mut left = VecDeque::new();
        let mut stopped = Ok(());
        while let Some(notice) = due.front() {
            if !those.contains(&notice.id) {
                left.extend(due.pop_front());
                continue;
            }
            match self.one_notice(work, notice, public).await {
                Ok(true) => drop(due.pop_front()),
                Ok(false) => left.extend(due.pop_front()),
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        // Those behind the one that stopped stay due, in their order.
        left.append(due);
        *due = left;
        stopped
    }

    /// Sends the due notices of a table played elsewhere, by direct message: it has no place in Discord.
    pub(super) async fn notices_elsewhere(&self, due: &mut VecDeque<DueDelivery>) -> Result<(), Stop> {
        let mut left = VecDeque::new();
        while let Some(notice) = due.front() {
            let outcome = match Person::to_tell(notice) {
                _ if notice.settled.is_some() => DeliveryOutcome::NotNeeded(notice.settled),
                None => DeliveryOutcome::Nobody,
                Some(person) => match self.by_dm(None, notice, &person).await {
                    Ok(()) => DeliveryOutcome::Dm { after: None },
                    Err(Stop::ApiError(trouble)) if trouble.is_of_token() => return Err(trouble.into()),
                    Err(Stop::ApiError(ApiError::ClosedDm | ApiError::Gone | ApiError::Forbidden(_))) => {
                        DeliveryOutcome::Kept
                    }
                    Err(Stop::ApiError(ApiError::Never(reason))) => DeliveryOutcome::Refused(reason),
                    Err(Stop::ApiError(ApiError::Later { seconds, reason, .. })) => {
                        self.put_off(notice, reason, seconds).await?;
                        left.extend(due.pop_front());
                        continue;
                    }
                    Err(stop) => return Err(stop),
                },
            };
            self.note_outcome(notice.id, &outcome).await?;
            due.pop_front();
        }
        *due = left;
        Ok(())
    }

    /// Lets a direct message wait, longer each time.
    async fn put_off(&self, due: &DueDelivery, reason: String, seconds: Option<u64>) -> Result<(), Stop> {
        let (id, wait) = (due.id, wait_after(due.attempts, seconds));
        let outcome = DeliveryOutcome::Later(reason).to_string();
        Ok(self.ask(move |club| club.deliveries().failed(id, &outcome, Some(wait))).await??)
    }

    async fn note_outcome(&self, delivery: u64, outcome: &DeliveryOutcome) -> Result<(), Stop> {
        let (sent, text) = (outcome.went_out(), outcome.to_string());
        let note = move |club: &Club| match sent {
            true => club.deliveries().sent(delivery, &text),
            false => club.deliveries().failed(delivery, &text, None),
        };
        Ok(self.ask(note).await??)
    }

    /// Sends a notice and records the outcome; `false` if it stays due.
    async fn one_notice(&self, work: &TableWork, due: &DueDelivery, public: bool) -> Result<bool, Stop> {
        let outcome = match self.outcome_of(work, due, public).await {
            Ok(Some(outcome)) => outcome,
            Ok(None) => return Ok(false),
            Err(Stop::ApiError(ApiError::Never(reason))) => {
                tracing::error!(table = due.table, notice = due.id, %reason, "a notice is given up");
                DeliveryOutcome::Refused(reason)
            }
            Err(stop) => return Err(stop),
        };
        self.note_outcome(due.id, &outcome).await?;
        Ok(true)
    }

    /// Sends a notice and returns the outcome; `None` if it stays due.
    async fn outcome_of(
        &self,
        work: &TableWork,
        due: &DueDelivery,
        public: bool,
    ) -> Result<Option<DeliveryOutcome>, Stop> {
        if due.settled.is_some() {
            return Ok(Some(DeliveryOutcome::NotNeeded(due.settled)));
        }
        let Some(person) = Person::to_tell(due) else { return Ok(Some(DeliveryOutcome::Nobody)) };
        // A private notice never shows in the table's place, not even that it exists.
        let private = due.own.is_some_and(|own| own.private);
        let dm_closed = match person.by_dm || private {
            true => match self.by_dm(Some(work.place()), due, &person).await {
                // A rejected token says nothing about the player's direct messages.
                Err(Stop::ApiError(trouble)) if trouble.is_of_token() => return Err(trouble.into()),
                Err(Stop::ApiError(ApiError::ClosedDm | ApiError::Gone | ApiError::Forbidden(_))) => true,
                Err(Stop::ApiError(ApiError::Later { seconds, reason, .. })) => {
                    return self.put_off(due, reason, seconds).await.map(|()| None);
                }
                sent => return sent.map(|()| Some(DeliveryOutcome::Dm { after: None })),
            },
            false => false,
        };
        if private {
            return Ok(Some(DeliveryOutcome::Kept));
        }
        if !public {
            return Ok(None);
        }
        let place = work.place();
        if !calls(due) {
            return Ok(Some(DeliveryOutcome::Report { place, dm_closed }));
        }
        let message = Message {
            text: self.call(work, due, person.user, dm_closed),
            rows: self.buttons.notice(due, work.lang()),
            pings: vec![person.user],
            card: Some(card(&work.status)).filter(|_| !work.thread.no_cards),
            ..Message::default()
        };
        // With the place: in a thread that was made anew the ping has to be sent again.
        let nonce = text::nonce(&["notice", &due.table, &place.to_string(), &due.id.to_string()]);
        let sent = self.send(place, &nonce, &message).await?.id;
        let outcome = DeliveryOutcome::Place { place, dm_closed, after: None };
        self.keep_ping(due, Sent::Alone(place, sent), (work.lang(), message.text), &outcome).await?;
        Ok(Some(outcome))
    }

    /// The text that calls the player of a notice, in the table's place.
    pub(super) fn call(&self, work: &TableWork, due: &DueDelivery, user: Id, dm_closed: bool) -> String {
        let own =
            self.club.games().words(&work.thread.game, work.lang()).and_then(|words| words.notice(&due.why));
        text::ping(&self.words, work, due, (user, own), dm_closed)
    }

    /// Records that a report carried a notice, unless that was settled before it could.
    pub(super) async fn note_call(
        &self,
        work: &TableWork,
        due: &DueDelivery,
        message: Id,
    ) -> Result<(), Stop> {
        let place = work.place();
        let outcome = match due.settled {
            Some(_) => DeliveryOutcome::NotNeeded(due.settled),
            None => DeliveryOutcome::Place { place, dm_closed: false, after: None },
        };
        if due.settled.is_none() {
            self.keep_ping(due, Sent::InReport(place, message), (work.lang(), String::new()), &outcome)
                .await?;
        }
        self.note_outcome(due.id, &outcome).await
    }

    /// Sends a direct message; `place` is where the table is played in Discord, if it is.
    async fn by_dm(&self, place: Option<Id>, due: &DueDelivery, person: &Person) -> Result<(), Stop> {
        let status = self.status_in(&due.table, person.lang).await?;
        let message = Message {
            text: text::direct(&self.words, person.lang, &status, due, place),
            rows: self.buttons.notice(due, person.lang),
            pings: calls(due).then_some(person.user).into_iter().collect(),
            ..Message::default()
        };
        let nonce = text::nonce(&["dm", &due.table, &person.user.to_string(), &due.id.to_string()]);
        let (channel, sent) = self.tell(person.user, &nonce, &message).await?;
        let outcome = DeliveryOutcome::Dm { after: None };
        self.keep_ping(due, Sent::Alone(channel, sent), (person.lang, message.text), &outcome).await
    }
}

/// The user whom a notice calls in the table's place, where a report may carry that: something new, not a reminder.
pub(super) fn in_place(due: &DueDelivery) -> Option<Id> {
    let private = due.own.is_some_and(|own| own.private);
    if due.settled.is_some() || private || !calls(due) || notices::is_reminder(&due.why) {
        return None;
    }
    Person::to_tell(due).filter(|person| !person.by_dm).map(|person| person.user)
}

/// True if a notice pings its player: the player to move, and one who has lost a seat. The report tells everybody else, and
/// private notices do not ring.
fn calls(due: &DueDelivery) -> bool {
    due.own.map_or_else(|| is_asking(&due.why) || notices::is_of_loss(&due.why), |own| own.awaited)
}
