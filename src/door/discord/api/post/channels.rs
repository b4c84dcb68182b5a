//! Messages, threads and pins.

use reqwest::Method;
use serde_json::{Value, json};

use super::outcome::later;
use super::rest::Rest;
use super::{ApiError, ApiResult, Cause, DiscordApi, ForumTags, SentMessage};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::encode::{self, flag};
use crate::door::discord::outbound::message::Message;

/// Minutes without a message after which a thread is archived: Discord's maximum.
const ARCHIVE_MINUTES: u32 = 10_080;
/// Discord's codes for a user who is no member of the server, or no longer a user.
const UNKNOWN_MEMBER: [&str; 2] = ["10007", "10013"];
/// Most tags of a post.
const TAGS: usize = 5;
/// Discord's code for a message that has a thread already.
const THREAD_IS_THERE: &str = "160004";

impl Rest {
    /// The fate of a request to a channel. That it is gone counts when a second look finds the same.
    async fn in_channel<T>(&self, channel: Id, answer: ApiResult<T>) -> ApiResult<T> {
        if !matches!(answer, Err(ApiError::Gone)) {
            return answer;
        }
        // The courier makes a new thread in place of one that is gone, so a mistaken 404 must not count.
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

    async fn is_member(&self, guild: Id, user: Id) -> ApiResult<bool> {
        match self.ask(Method::GET, &format!("/guilds/{guild}/members/{user}"), None).await {
            Err(ApiError::Never(reason)) if UNKNOWN_MEMBER.iter().any(|code| reason.starts_with(code)) => {
                Ok(false)
            }
            found => found.map(|_| true),
        }
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

    async fn tag(&self, forum: Id, post: Id, tags: &ForumTags) -> ApiResult<()> {
        let known = self.ask(Method::GET, &format!("/channels/{forum}"), None).await?;
        let known = known["available_tags"].as_array().cloned().unwrap_or_default();
        let called = |names: &[String]| -> Vec<String> {
            let name = |tag: &Value| tag["name"].as_str().unwrap_or_default().trim().to_lowercase();
            let found = known.iter().filter(|tag| names.contains(&name(tag)));
            found.filter_map(|tag| tag["id"].as_str().map(str::to_owned)).collect()
        };
        let (ours, wanted) = (called(&tags.ours), called(&tags.wanted));
        if ours.is_empty() {
            return Ok(());
        }
        let path = format!("/channels/{post}");
        let there = self.in_channel(post, self.ask(Method::GET, &path, None).await).await?;
        let there: Vec<String> = there["applied_tags"].as_array().map_or_else(Vec::new, |tags| {
            tags.iter().filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
        });
        let others = there.iter().filter(|tag| !ours.contains(tag));
        // Ours come first: of a sixth tag Discord refuses the whole list, so one of a moderator's is dropped.
        let applied: Vec<String> = wanted.iter().chain(others).take(TAGS).cloned().collect();
        let is_there = applied.len() == there.len() && applied.iter().all(|tag| there.contains(tag));
        if is_there {
            return Ok(());
        }
        let tagged = self.ask(Method::PATCH, &path, Some(json!({"applied_tags": applied}))).await;
        self.in_channel(post, tagged.map(drop)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<SentMessage> {
        let body = encode::create_message_once(message, nonce, self.emoji());
        let path = format!("/channels/{channel}/messages");
        let sent = self.ask_with_files(Method::POST, &path, Some(body), &message.files).await;
        let sent = self.in_channel(channel, sent).await?;
        let card = sent["flags"].as_u64().is_some_and(|flags| flags & flag::IS_COMPONENTS_V2 != 0);
        Ok(SentMessage { id: id_of(&sent)?, card })
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> ApiResult<()> {
        let body = encode::edit_message(to, self.emoji());
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

fn id_of(answer: &Value) -> ApiResult<Id> {
    let id = answer["id"].as_str().and_then(|id| id.parse().ok());
    // Discord has created it; the nonce stops a retry from creating another.
    id.ok_or_else(|| later(Cause::Unsure, None, "the answer has no id"))
}
