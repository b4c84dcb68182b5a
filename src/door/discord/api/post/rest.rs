//! The client for all requests of this door to Discord, apart from the gateway.
//!
//! The requests do not go through serenity's client: it drops `Retry-After` and the rate limit's headers, or sleeps on them for
//! as long as Discord says, which may be longer than this process's lease.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::Value;
use tokio::sync::Mutex;

use super::outcome::{later, on_the_way, retry_after, trouble};
use super::rate_buckets::RateBuckets;
use super::{ApiResult, Cause};
use crate::config::serving::Bot;
use crate::config::value::Token;
use crate::door::discord::api::permissions;
use crate::door::discord::id::Id;
use crate::door::discord::outbound::emoji::Emoji;
use crate::door::discord::outbound::message::File;
use crate::waits::Waits;

/// Timeout of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// The longest wait for a rate limit that is waited for here; a longer one is the caller's.
const SHORT_WAIT: Duration = Duration::from_secs(2);
/// Discord's address.
const DISCORD: &str = "https://discord.com";
/// The version of the interface.
const VERSION: &str = "/api/v10";

/// Discord's REST interface, as one application sees it.
pub struct Rest {
    client: Client,
    base: String,
    token: Token,
    /// The page about this bot, if its owner has one.
    contact: Option<String>,
    application: OnceLock<Id>,
    emoji: OnceLock<Emoji>,
    rate_buckets: RateBuckets,
    waits: Waits,
    /// Held by the request that goes next.
    turn: Mutex<()>,
}

/// An answer as it came.
pub(super) struct RestAnswer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Rest {
    /// Discord for this bot, its limits waited for by `waits`.
    pub fn new(bot: &Bot, waits: Waits) -> Rest {
        let address = bot.api.as_deref().unwrap_or(DISCORD).trim_end_matches('/');
        let application = OnceLock::new();
        // The lock is fresh, so this cannot fail.
        bot.application_id.map(|id| application.set(Id(id)));
        Rest {
            client: Client::new(),
            base: format!("{address}{VERSION}"),
            token: bot.token.clone(),
            contact: bot.contact_url.clone(),
            application,
            emoji: OnceLock::new(),
            rate_buckets: RateBuckets::default(),
            waits,
            turn: Mutex::default(),
        }
    }

    /// The clock that its limits are waited for by.
    pub(in crate::door::discord) fn waits(&self) -> &Waits {
        &self.waits
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        self.token.expose()
    }

    /// The application, once it is known.
    pub fn application(&self) -> Option<Id> {
        self.application.get().copied()
    }

    /// Makes this the client of an application, unless it already has one.
    pub fn answer_as(&self, application: Id) {
        if application.0 != 0 {
            // The first call wins.
            let _ = self.application.set(application);
        }
    }

    /// The emoji of the application, once they are known.
    pub fn emoji(&self) -> &Emoji {
        self.emoji.get().unwrap_or(Emoji::NONE)
    }

    /// From here on texts have these emoji, unless they have some already.
    pub fn show_emoji(&self, emoji: Emoji) {
        // The first call wins.
        let _ = self.emoji.set(emoji);
    }

    /// Asks in the bot's name, as fast as Discord lets it.
    pub(in crate::door::discord) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> ApiResult<Value> {
        self.ask_with_files(method, path, body, &[]).await
    }

    /// The same with files beside the body.
    pub(super) async fn ask_with_files(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        files: &[File],
    ) -> ApiResult<Value> {
        let text = self.ask_for_text(method, path, body, files).await?;
        // A success without JSON, such as 204 No Content, is `Null`, in which every field is missing.
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// The same for an answer that is read field by field, in any form.
    pub(in crate::door::discord) async fn look_up(&self, path: &str) -> ApiResult<String> {
        self.ask_for_text(Method::GET, path, None, &[]).await
    }

    async fn ask_for_text(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        files: &[File],
    ) -> ApiResult<String> {
        let bucket = bucket(&method, path);
        self.may_ask(&bucket).await?;
        let request = self.request(method, path).header(AUTHORIZATION, format!("Bot {}", self.token()));
        let response = send(with(request, body, files)).await?;
        // Discord's seconds count from its answer, not from the sending of the request.
        let now = self.waits.passed();
        self.rate_buckets.note(&bucket, &response.headers, now);
        if response.status == StatusCode::TOO_MANY_REQUESTS {
            let answer = response.json();
            let everywhere = response.headers.contains_key("x-ratelimit-global") || answer["global"] == true;
            let held = if everywhere { "" } else { &bucket };
            self.rate_buckets.hold(held, retry_after(&response.headers, &answer).unwrap_or_default(), now);
        }
        response.taken(path)
    }

    /// A request of this program.
    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.timeout(REQUEST_TIMEOUT).header(USER_AGENT, self.agent())
    }

    /// The user agent in Discord's form: a page about the bot, and a version. If the owner has no page, it is the one on which
    /// Discord presents the bot. <https://discord.com/developers/docs/reference#user-agent>
    fn agent(&self) -> String {
        let page = match (&self.contact, self.application()) {
            (Some(page), _) => page.clone(),
            (None, Some(application)) => permissions::page(application),
            (None, None) => DISCORD.to_owned(),
        };
        format!("DiscordBot ({page}, {}) Wardroom", env!("CARGO_PKG_VERSION"))
    }

    /// Waits until a request may go, unless that takes long.
    async fn may_ask(&self, bucket: &str) -> ApiResult<()> {
        let wait = self.rate_buckets.wait(bucket, self.waits.passed());
        if wait > SHORT_WAIT {
            return Err(later(Cause::Haste, Some(wait), "waiting for a rate limit"));
        }
        self.waits.pause(wait).await;
        // tokio's mutex is fair. If all the waiting requests were woken at once, they would race for one
        // slot, and one of them could lose each time.
        let _turn = self.turn.lock().await;
        while let Err(wait) = self.rate_buckets.take(self.waits.passed()) {
            self.waits.pause(wait).await;
        }
        Ok(())
    }
}

impl RestAnswer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The answer, if the request succeeded.
    pub(super) fn taken(self, path: &str) -> ApiResult<String> {
        if self.status.is_success() {
            return Ok(self.text);
        }
        let answer = self.json();
        Err(trouble(self.status, path, &answer, retry_after(&self.headers, &answer)))
    }
}

/// Sends a request without regard to limits.
pub(super) async fn send(request: RequestBuilder) -> ApiResult<RestAnswer> {
    let response = request.send().await.map_err(|error| on_the_way(&error))?;
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = response.bytes().await.map_err(|error| on_the_way(&error))?;
    Ok(RestAnswer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() })
}

/// A request with this body and these files: <https://discord.com/developers/docs/reference#uploading-files>
pub(super) fn with(request: RequestBuilder, body: Option<Value>, files: &[File]) -> RequestBuilder {
    let text = body.map(|body| body.to_string()).unwrap_or_default();
    if files.is_empty() {
        return request.header(CONTENT_TYPE, "application/json").body(text);
    }
    let parts =
        files.iter().enumerate().fold(Form::new().text("payload_json", text), |form, (number, file)| {
            let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
            form.part(format!("files[{number}]"), part)
        });
    request.multipart(parts)
}

/// The rate-limit bucket of a request: method, kind of request, channel.
pub fn bucket(method: &Method, path: &str) -> String {
    // The first step is empty: `/channels/ID/messages/…` keeps its kind, its channel and the part of it.
    let steps: Vec<&str> = path.split('/').take(4).collect();
    format!("{method} {}", steps.join("/"))
}
