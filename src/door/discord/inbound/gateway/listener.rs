//! Reads and answers events of the gateway.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::door::discord::api::post::{ApiError, Cause};
use crate::door::discord::id::Id;
use crate::door::discord::inbound::answering::Responder;
use crate::door::discord::inbound::decode::{self, Decoded};
use crate::door::discord::interaction::ReplyToken;
use crate::door::discord::raw::Fields;
use crate::observe;

/// The time in which a failed first answer may be retried; then Discord gives the interaction up.
const ANSWER_AGAIN: Duration = Duration::from_millis(150);
/// The name of the event that an interaction is.
const INTERACTION: &str = "INTERACTION_CREATE";

/// Hears the events.
pub(super) struct Listener(pub(super) Arc<Responder>);

impl Listener {
    /// Handles an event. An interaction is answered in a task of its own; other events do not concern the bot.
    pub(super) fn hear(self: &Arc<Listener>, text: &str) {
        let Some(event) = Fields::of(text) else { return };
        if event.field("t").text().as_deref() != Some(INTERACTION) {
            return;
        }
        match decode::decode(&event.field("d").fields().alone()) {
            // Pings come to the endpoint only.
            Decoded::Ping => {}
            Decoded::Unanswerable(field) => {
                observe::refused("unreadable");
                tracing::warn!(%field, "an interaction that cannot be answered");
            }
            read => drop(tokio::spawn(self.clone().reply(read))),
        }
    }

    async fn reply(self: Arc<Listener>, read: Decoded) {
        match read {
            Decoded::Interaction(came) => {
                let (id, token) = (came.call.id, came.token.clone());
                let reply = self.0.reply(*came).await;
                let arrived = self.answer(id, &token, (reply.first, reply.instead)).await;
                if let Some(rest) = reply.rest.filter(|_| arrived) {
                    rest.send().await;
                }
            }
            Decoded::Unsupported(strange) => {
                let response = self.0.reply_to_strange(&strange);
                self.answer(strange.id, &strange.token, (response, None)).await;
            }
            Decoded::Ping | Decoded::Unanswerable(_) => {}
        }
    }

    /// Sends a first answer, or the other one where Discord refuses it; says whether anything can follow it.
    async fn answer(&self, id: Id, token: &ReplyToken, (response, instead): (Value, Option<Value>)) -> bool {
        let send = |response| self.0.client().respond(id, token, response);
        let mut outcome = send(&response).await;
        if matches!(outcome, Err(ApiError::Later { .. })) {
            self.0.client().waits().pause(ANSWER_AGAIN).await;
            outcome = send(&response).await;
        }
        if let (Err(ApiError::Never(why)), Some(instead)) = (&outcome, &instead) {
            tracing::debug!(%id, %why, "a first answer is refused, and goes in another form");
            outcome = send(instead).await;
        }
        let Err(trouble) = outcome else { return true };
        observe::refused("lost-answer");
        tracing::warn!(%id, %trouble, "a first answer was lost; what it tells of stands");
        // It may have arrived all the same, and then the rest is waited for.
        trouble.cause() == Some(Cause::Unsure)
    }
}
