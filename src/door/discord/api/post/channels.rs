//! Messages, threads and pins.

use reqwest::Method;
use serde_json::{Value, json};

use super::outcome::later;
use super::rest::Rest;
use super::{ApiError, ApiResult, Cause, DiscordApi};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::encode;
use crate::door::discord::outbound::message::Message;

/// Minutes without a message after which a thread is archived: Discord's maximum.
const ARCHIVE_MINUTES: u32 = 10_080;
/// Discord's code for a message that has a thread already.
const THREAD_IS_THERE: &str = "160004";

impl Rest {
    /// The fate of a request to a channel. That it is gone counts when a second look finds the same.
    async fn in_channel<T>(&self, channel: Id, answer: ApiResult<T>) -> ApiResult<T> {
        if !matches!(answer, Err(ApiError::Gone)) {
            return answer;
        }
        match self.ask(Method::GET, &format!("/channels/{channel}"), None).await {
            Ok(_) => Err(later(Cause::Refused, None, "the channel was not found, but is there")),
            Err(trouble) => Err(trouble),
        }
    }
}

impl DiscordApi for Rest {
    async fn open_thread(&self, channel: Id, message: Id, name: &str) -> ApiResult<Id> {
        let body = json!({"name": name, "auto_archive_duration": ARCHIVE_MINUTES});
        let path = format!("/channels/{channel}/messages/{message}/threads");
        match self.ask(Method::POST, &path, Some(body)).await {
            // A thread at a message has the message's id.
            Err(ApiError::Never(reason)) if reason.starts_with(THREAD_IS_THERE) => Ok(message),
            answer => id_of(&answer?),
        }
    }

    async fn add_member(&self, thread: Id, user: Id) -> ApiResult<()> {
        let path = format!("/channels/{thread}/thread-members/{user}");
        let added = self.ask(Method::PUT, &path, None).await;
        self.in_channel(thread, added.map(drop)).await
    }

    async fn unarchive(&self, thread: Id) -> ApiResult<()> {
        let body = json!({"archived": false});
        let opened = self.ask(Method::PATCH, &format!("/channels/{thread}"), Some(body)).await;
        self.in_channel(thread, opened.map(drop)).await
    }

    async fn rename(&self, thread: Id, name: &str) -> ApiResult<()> {
        let body = json!({"name": name});
        let renamed = self.ask(Method::PATCH, &format!("/channels/{thread}"), Some(body)).await;
        self.in_channel(thread, renamed.map(drop)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<Id> {
        let body = body_of(&encode::create_message_once(message, nonce))?;
        let path = format!("/channels/{channel}/messages");
        let sent = self.ask_with_files(Method::POST, &path, Some(body), &message.files).await;
        id_of(&self.in_channel(channel, sent).await?)
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> ApiResult<()> {
        let body = body_of(&encode::edit_message(to))?;
        let path = format!("/channels/{channel}/messages/{message}");
        self.ask_with_files(Method::PATCH, &path, Some(body), &to.files).await.map(drop)
    }

    async fn delete(&self, channel: Id, message: Id) -> ApiResult<()> {
        let path = format!("/channels/{channel}/messages/{message}");
        self.ask(Method::DELETE, &path, None).await.map(drop)
    }

    async fn pin(&self, channel: Id, message: Id) -> ApiResult<()> {
        self.ask(Method::PUT, &format!("/channels/{channel}/messages/pins/{message}"), None).await.map(drop)
    }

    async fn open_dm(&self, user: Id) -> ApiResult<Id> {
        let body = json!({"recipient_id": user.to_string()});
        id_of(&self.ask(Method::POST, "/users/@me/channels", Some(body)).await?)
    }
}

fn body_of(form: &impl serde::Serialize) -> ApiResult<Value> {
    serde_json::to_value(form).map_err(|e| ApiError::Never(e.to_string()))
}

fn id_of(answer: &Value) -> ApiResult<Id> {
    let id = answer["id"].as_str().and_then(|id| id.parse().ok());
    // Discord has created it; the nonce stops a retry from creating another.
    id.ok_or_else(|| later(Cause::Unsure, None, "the answer has no id"))
}
