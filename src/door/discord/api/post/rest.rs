//! [`Post`] over Discord's REST interface.
//!
//! The requests are made here and not by serenity's calls: those keep neither `Retry-After` nor the rate limit's headers,
//! or sleep on them for as long as Discord says, which may be longer than this process may send.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, USER_AGENT};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use serenity::http::Http;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use super::brakes::Brakes;
use super::{Lack, Post, Posted, Trouble};
use crate::door::discord::inbound::call::Id;
use crate::door::discord::outbound::fit::shorten;
use crate::door::discord::outbound::message::Message;
use crate::door::discord::outbound::wire;

/// How long one request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// The longest wait for a rate limit that is waited for here; a longer one is the caller's.
const SHORT_WAIT: Duration = Duration::from_secs(2);
/// Where Discord is.
const DISCORD: &str = "https://discord.com";
/// The version of the interface.
const VERSION: &str = "/api/v10";
/// Who asks, in the form that Discord wants: a page, which there is none of, and a version.
/// <https://discord.com/developers/docs/reference#user-agent>
const AGENT: &str =
    concat!("DiscordBot (https://wardroom.invalid, ", env!("CARGO_PKG_VERSION"), ") Wardroom");
/// Most characters of what Discord says is wrong with a request.
const ERRORS: usize = 1000;
/// After how many minutes without a message a thread is archived: the longest there is.
const ARCHIVE_MINUTES: u32 = 10_080;

/// Discord's REST interface, with the token and the address of serenity's [`Http`].
pub struct Rest {
    http: Arc<Http>,
    client: Client,
    brakes: Brakes,
    /// Held by the request that goes next.
    turn: Mutex<()>,
}

impl Rest {
    /// Discord as `http` reaches it.
    pub fn new(http: Arc<Http>) -> Rest {
        Rest { http, client: Client::new(), brakes: Brakes::default(), turn: Mutex::default() }
    }

    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Posted<Value> {
        let bucket = bucket(&method, path);
        self.may_ask(&bucket).await?;
        let base = self.http.proxy.as_deref().unwrap_or(DISCORD).trim_end_matches('/');
        let mut request = self
            .client
            .request(method, format!("{base}{VERSION}{path}"))
            .timeout(REQUEST_TIMEOUT)
            .header(AUTHORIZATION, self.http.token())
            .header(USER_AGENT, AGENT)
            .header(CONTENT_TYPE, "application/json");
        request = request.body(body.map(|body| body.to_string()).unwrap_or_default());
        let response = request.send().await.map_err(|e| on_the_way(&e))?;
        let (status, headers) = (response.status(), response.headers().clone());
        self.brakes.note(&bucket, &headers, Instant::now());
        let bytes = response.bytes().await.map_err(|e| on_the_way(&e))?;
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if status.is_success() {
            return Ok(answer);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            let wait = retry_after(&headers, &answer);
            let everywhere = headers.contains_key("x-ratelimit-global") || answer["global"] == true;
            let held = if everywhere { "" } else { &bucket };
            self.brakes.hold(held, wait.unwrap_or_default(), Instant::now());
            return Err(later(wait, "too many requests"));
        }
        Err(trouble(status, path, &answer, retry_after(&headers, &answer)))
    }

    /// Waits until a request may go, unless that takes long.
    async fn may_ask(&self, bucket: &str) -> Posted<()> {
        let wait = self.brakes.wait(bucket, Instant::now());
        if wait > SHORT_WAIT {
            return Err(later(Some(wait), "waiting for a rate limit"));
        }
        sleep(wait).await;
        let _turn = self.turn.lock().await;
        while let Err(wait) = self.brakes.take(Instant::now()) {
            sleep(wait).await;
        }
        Ok(())
    }

    /// What became of a request to a channel. That it is gone counts when a second look finds the same.
    async fn in_channel<T>(&self, channel: Id, answer: Posted<T>) -> Posted<T> {
        if !matches!(answer, Err(Trouble::Gone)) {
            return answer;
        }
        match self.ask(Method::GET, &format!("/channels/{channel}"), None).await {
            Ok(_) => Err(later(None, "the channel was not found, but is there")),
            Err(trouble) => Err(trouble),
        }
    }
}

impl Post for Rest {
    async fn open_thread(&self, channel: Id, message: Id, name: &str) -> Posted<Id> {
        let body = json!({"name": name, "auto_archive_duration": ARCHIVE_MINUTES});
        let path = format!("/channels/{channel}/messages/{message}/threads");
        match self.ask(Method::POST, &path, Some(body)).await {
            // A thread at a message has the message's id.
            Err(Trouble::Never(said)) if said.starts_with(THREAD_IS_THERE) => Ok(message),
            answer => id_of(&answer?),
        }
    }

    async fn unarchive(&self, thread: Id) -> Posted<()> {
        let body = json!({"archived": false});
        let opened = self.ask(Method::PATCH, &format!("/channels/{thread}"), Some(body)).await;
        self.in_channel(thread, opened.map(drop)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> Posted<Id> {
        let body = body_of(message, &wire::create_message_once(message, nonce))?;
        let sent = self.ask(Method::POST, &format!("/channels/{channel}/messages"), Some(body)).await;
        id_of(&self.in_channel(channel, sent).await?)
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> Posted<()> {
        let body = body_of(to, &wire::edit_message(to))?;
        self.ask(Method::PATCH, &format!("/channels/{channel}/messages/{message}"), Some(body))
            .await
            .map(drop)
    }

    async fn pin(&self, channel: Id, message: Id) -> Posted<()> {
        self.ask(Method::PUT, &format!("/channels/{channel}/messages/pins/{message}"), None).await.map(drop)
    }

    async fn open_dm(&self, user: Id) -> Posted<Id> {
        let body = json!({"recipient_id": user.to_string()});
        id_of(&self.ask(Method::POST, "/users/@me/channels", Some(body)).await?)
    }
}

/// What of a request counts for a rate limit: method, kind of request, channel.
fn bucket(method: &Method, path: &str) -> String {
    let steps: Vec<&str> = path.split('/').take(4).collect();
    format!("{method} {}", steps.join("/"))
}

/// Discord's code for a message that has a thread already.
const THREAD_IS_THERE: &str = "160004";

/// The body of a message, which has no files: nothing that is sent outside of answers has any.
fn body_of(message: &Message, form: &impl serde::Serialize) -> Posted<Value> {
    if !message.files.is_empty() {
        return Err(Trouble::Never("files go out in answers only".to_owned()));
    }
    serde_json::to_value(form).map_err(|e| Trouble::Never(e.to_string()))
}

fn id_of(answer: &Value) -> Posted<Id> {
    let id = answer["id"].as_str().and_then(|id| id.parse().ok());
    // It was done all the same; the nonce keeps another try from doing it again.
    id.ok_or_else(|| later(None, "the answer has no id"))
}

fn later(wait: Option<Duration>, said: &str) -> Trouble {
    let seconds = wait.map(|wait| wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
    Trouble::Later { seconds, said: said.to_owned() }
}

/// An error without the address: it says nothing that the log needs.
fn on_the_way(error: &reqwest::Error) -> Trouble {
    later(None, if error.is_timeout() { "no answer in time" } else { "no connection" })
}

fn retry_after(headers: &HeaderMap, answer: &Value) -> Option<Duration> {
    let header = headers.get("retry-after").and_then(|text| text.to_str().ok()?.parse::<f64>().ok());
    let seconds = answer["retry_after"].as_f64().or(header)?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn trouble(status: StatusCode, path: &str, answer: &Value, wait: Option<Duration>) -> Trouble {
    let code = answer["code"].as_u64().unwrap_or_default();
    match (status.as_u16(), code) {
        (500.., _) | (408, _) => later(wait, &format!("status {}", status.as_u16())),
        (401, _) => Trouble::Forbidden(Lack::Token),
        // What answers without JSON is not Discord but something on the way there.
        _ if !answer.is_object() => later(wait, &format!("status {} without JSON", status.as_u16())),
        (404, _) if path.contains("/messages/") => Trouble::NoMessage,
        (404, _) if path.starts_with("/channels/") => Trouble::Gone,
        (404, _) => Trouble::ClosedDm,
        (_, 50_001) => Trouble::Forbidden(Lack::Access),
        (_, 50_013) => Trouble::Forbidden(Lack::Permission),
        (_, 50_024) => Trouble::Forbidden(Lack::Kind),
        (_, 50_083) => Trouble::Archived,
        (_, 160_005) => Trouble::Forbidden(Lack::Unlocked),
        (_, 160_006) => Trouble::Forbidden(Lack::RoomForThreads),
        (_, 30_003) => Trouble::Forbidden(Lack::RoomForPins),
        (_, 50_007 | 50_278) => Trouble::ClosedDm,
        (_, 20_016 | 20_028 | 40_003 | 130_000) => later(wait, &format!("code {code}")),
        (403, _) => Trouble::Forbidden(Lack::Permission),
        _ => Trouble::Never(refusal(code, answer)),
    }
}

/// What Discord says of a request that it refuses: the code, the sentence, and which fields are wrong.
fn refusal(code: u64, answer: &Value) -> String {
    let said = answer["message"].as_str().unwrap_or_default();
    match &answer["errors"] {
        Value::Null => format!("{code} {said}"),
        errors => format!("{code} {said}: {}", shorten(&errors.to_string(), ERRORS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_discord_answers_is_understood() {
        let at = |path: &str, status: u16, answer: Value| {
            trouble(StatusCode::from_u16(status).unwrap(), path, &answer, None)
        };
        let said =
            |status, code: u64| at("/channels/5/messages", status, json!({"code": code, "message": "why"}));
        for (status, code, meant) in [
            (404, 10_003, Trouble::Gone),
            (404, 10_008, Trouble::Gone),
            (404, 77, Trouble::Gone),
            (403, 50_001, Trouble::Forbidden(Lack::Access)),
            (403, 50_013, Trouble::Forbidden(Lack::Permission)),
            (403, 77, Trouble::Forbidden(Lack::Permission)),
            (401, 0, Trouble::Forbidden(Lack::Token)),
            (400, 50_024, Trouble::Forbidden(Lack::Kind)),
            (400, 50_083, Trouble::Archived),
            (400, 160_005, Trouble::Forbidden(Lack::Unlocked)),
            (400, 160_006, Trouble::Forbidden(Lack::RoomForThreads)),
            (400, 30_003, Trouble::Forbidden(Lack::RoomForPins)),
            (403, 50_007, Trouble::ClosedDm),
            (403, 50_278, Trouble::ClosedDm),
            (400, 50_035, Trouble::Never("50035 why".to_owned())),
        ] {
            assert_eq!(said(status, code), meant, "{status} {code}");
        }
        assert!(matches!(said(500, 0), Trouble::Later { seconds: None, .. }));
        assert!(matches!(said(503, 130_000), Trouble::Later { .. }));
        assert!(matches!(said(400, 40_003), Trouble::Later { .. }));
        for path in
            ["/channels/5/messages/6", "/channels/5/messages/pins/6", "/channels/5/messages/6/threads"]
        {
            assert_eq!(at(path, 404, json!({"code": 10_003})), Trouble::NoMessage, "{path}");
        }
        assert_eq!(at("/channels/5", 404, json!({"code": 0})), Trouble::Gone);
        assert_eq!(at("/users/@me/channels", 404, json!({"code": 10_013})), Trouble::ClosedDm);
        for status in [403, 404, 405] {
            assert!(matches!(at("/channels/5", status, Value::Null), Trouble::Later { .. }), "{status}");
        }
        let errors =
            json!({"code": 50_035, "message": "Invalid Form Body", "errors": {"content": {"_errors": []}}});
        let refused = Trouble::Never("50035 Invalid Form Body: {\"content\":{\"_errors\":[]}}".to_owned());
        assert_eq!(at("/channels/5/messages", 400, errors), refused);
    }

    #[test]
    fn a_wait_is_rounded_up_to_whole_seconds() {
        let seconds = |wait: f64| match later(Some(Duration::from_secs_f64(wait)), "") {
            Trouble::Later { seconds, .. } => seconds,
            other => panic!("{other:?}"),
        };
        assert_eq!((seconds(0.3), seconds(2.0), seconds(64.57)), (Some(1), Some(2), Some(65)));
    }

    #[test]
    fn a_channels_messages_count_together_and_channels_apart() {
        let of = |path: &str| bucket(&Method::POST, path);
        assert_eq!(of("/channels/1/messages"), of("/channels/1/messages/2/threads"));
        assert_ne!(of("/channels/1/messages"), of("/channels/2/messages"));
        assert_ne!(of("/channels/1/messages"), bucket(&Method::PATCH, "/channels/1/messages/5"));
    }
}
