//! The line to Discord's REST API: its clients, and what a failed request means.
//!
//! Addresses of requests hold the tokens that interactions are answered with, and serenity's errors hold addresses; so
//! errors are turned into a [`Failure`] here, which may be logged.

use std::error::Error as _;
use std::fmt;
use std::time::Duration;

use axum::http::Uri;
use serde_json::value::RawValue;
use serenity::http::{Http, HttpBuilder, HttpError, LightMethod, Request, Route};
use serenity::model::id::ApplicationId;
use tokio::time::timeout;

use crate::config::serving::Bot;
use crate::door::discord::inbound::call::Id;
use crate::door::discord::inbound::raw::{Field, Fields};
use crate::door::discord::waits::Waits;
use crate::observe::Muted;

/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(10);
/// How long to wait before asking again whether Discord is there: at first, and at most.
const REACH_AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// Discord's code for an interaction whose first answer has not arrived yet, or whose token is no longer good.
const UNKNOWN_WEBHOOK: isize = 10015;
/// Discord's answer lacks what it was asked for.
const UNREADABLE: serenity::Error = serenity::Error::Other("Discord's answer cannot be read");
/// Most shards that a recommendation is followed to.
const SHARDS: u32 = 1000;
/// The longest that Discord's limits last, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// What a failed request means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The bot's token is wrong.
    BadToken,
    /// The interaction is not known: not yet, or no longer.
    UnknownInteraction,
    /// Discord wants less haste: nothing was done.
    TooFast,
    /// Discord was not reached: nothing was done.
    Unreached,
    /// It may have been done or not.
    Unsure,
    /// It was refused, and would be again.
    Refused,
}

/// A failed request, fit to be logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it means.
    pub meaning: Meaning,
    what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// A client that waits by itself where Discord's rate limits ask for it: for messages, threads and commands.
pub fn client(bot: &Bot) -> Http {
    build(bot, bot.api.is_some())
}

/// A client for answers to interactions. They are exempt from the global limit and each has limits of its own, which
/// serenity would keep in memory for ever, one for each interaction.
pub fn answering_client(bot: &Bot) -> Http {
    build(bot, true)
}

fn build(bot: &Bot, unpaced: bool) -> Http {
    let mut builder = HttpBuilder::new(bot.token.expose()).ratelimiter_disabled(unpaced);
    if let Some(api) = &bot.api {
        // With its rate limiter serenity would pass the other address over and go to Discord.
        builder = builder.proxy(api).ratelimiter_disabled(true);
    }
    if let Some(id) = bot.application_id {
        builder = builder.application_id(ApplicationId::new(id));
    }
    builder.build()
}

/// Makes `http` answer for this application.
pub fn answer_as(http: &Http, application: Id) {
    if http.application_id().is_none() && application.0 != 0 {
        http.set_application_id(ApplicationId::new(application.0));
    }
}

/// Waits for a request, for some seconds at most.
///
/// # Errors
/// [`Failure`].
pub async fn sent<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, Failure> {
    match timeout(REQUEST, request).await {
        Ok(outcome) => outcome.map_err(|error| failure(&error)),
        Err(_) => {
            let what = format!("no answer within {} seconds", REQUEST.as_secs());
            Err(Failure { meaning: Meaning::Unsure, what })
        }
    }
}

/// Asks `question` until Discord answers it, and says in the log why it does not.
///
/// # Errors
/// [`Failure`], when the token is wrong.
pub async fn until_reached<T, F>(waits: &Waits, question: impl Fn() -> F) -> Result<T, Failure>
where
    F: Future<Output = serenity::Result<T>>,
{
    let [mut pause, longest] = REACH_AGAIN;
    let mut muted = Muted::default();
    loop {
        match sent(question()).await {
            Err(failure) if failure.meaning != Meaning::BadToken => {
                if let Some(muted) = muted.hear(&failure.what, waits.now()) {
                    let again_in_seconds = pause.as_secs();
                    match failure.meaning {
                        Meaning::Unreached | Meaning::Unsure => {
                            tracing::warn!(trouble = %failure, again_in_seconds, muted, "Discord cannot be reached; trying again");
                        }
                        _ => {
                            tracing::warn!(trouble = %failure, again_in_seconds, muted, "Discord refuses to answer; trying again");
                        }
                    }
                }
            }
            outcome => return outcome,
        }
        waits.pause(pause).await;
        pause = (pause * 2).min(longest);
    }
}

/// Whose the token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The application.
    pub id: Id,
    /// The key that its interactions are signed with, in hexadecimal.
    pub verify_key: Option<String>,
}

/// Asks whose the token is. What else Discord tells of the application and its owner may be of any form.
///
/// # Errors
/// A failed request, or an answer without an id.
pub async fn application(http: &Http) -> serenity::Result<Application> {
    let told = told(http, Route::Oauth2ApplicationCurrent).await?;
    let told = Fields::of(told.get()).ok_or(UNREADABLE)?;
    let id = told.field("id").id().ok_or(UNREADABLE)?;
    Ok(Application { id, verify_key: told.field("verify_key").text() })
}

/// Where the gateway is, and how many sessions it has left to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrance {
    /// Its address.
    pub url: String,
    /// How many shards Discord recommends.
    pub shards: u32,
    /// How many sessions may still be asked for; without a number there is no end to them.
    pub remaining: u64,
    /// Seconds until it is the full number again.
    pub reset_after: i64,
    /// How many may be asked for within five seconds.
    pub at_once: i64,
}

/// Asks where the gateway is.
///
/// # Errors
/// A failed request, or an answer without an address.
pub async fn entrance(http: &Http) -> serenity::Result<Entrance> {
    let told = told(http, Route::GatewayBot).await?;
    let told = Fields::of(told.get()).ok_or(UNREADABLE)?;
    let limit = told.field("session_start_limit").fields();
    let small = |field: Field<'_>| field.number().and_then(|number| u32::try_from(number).ok()).unwrap_or(1);
    let reset_after = limit.field("reset_after").number().unwrap_or_default().div_ceil(1000);
    Ok(Entrance {
        url: told.field("url").text().filter(|url| is_address(url)).ok_or(UNREADABLE)?,
        shards: small(told.field("shards")).clamp(1, SHARDS),
        remaining: limit.field("remaining").number().unwrap_or(u64::MAX),
        reset_after: i64::try_from(reset_after).unwrap_or(DAY).min(DAY),
        at_once: small(limit.field("max_concurrency")).into(),
    })
}

/// Whether a connection can be opened to `url`: twilight expects one that can be read.
pub fn is_address(url: &str) -> bool {
    let readable = format!("{url}/?v=10").parse::<Uri>();
    readable.is_ok_and(|uri| matches!(uri.scheme_str(), Some("ws" | "wss")) && uri.host().is_some())
}

async fn told(http: &Http, route: Route<'_>) -> serenity::Result<Box<RawValue>> {
    http.fire(Request::new(route, LightMethod::Get)).await
}

/// What a request came to that sends a message: done, whatever the message looks like that Discord gives back.
pub fn taken<T>(outcome: serenity::Result<T>) -> serenity::Result<()> {
    match outcome {
        Err(serenity::Error::Json(_)) => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// What an error of serenity's means.
pub fn failure(error: &serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let (status, code) = (response.status_code.as_u16(), response.error.code);
            let meaning = match (status, code) {
                (401, _) => Meaning::BadToken,
                (404, UNKNOWN_WEBHOOK) => Meaning::UnknownInteraction,
                (429, _) => Meaning::TooFast,
                (500.., _) => Meaning::Unsure,
                _ => Meaning::Refused,
            };
            Failure { meaning, what: format!("status {status}, code {code}: {error}") }
        }
        serenity::Error::Http(HttpError::Request(request)) => {
            let meaning = if request.is_connect() { Meaning::Unreached } else { Meaning::Unsure };
            // The outermost error names the address; those it stems from do not.
            let mut cause = request.source();
            while let Some(deeper) = cause.and_then(|cause| cause.source()) {
                cause = Some(deeper);
            }
            let what = cause.map_or_else(|| error.to_string(), |cause| format!("{error} {cause}"));
            Failure { meaning, what }
        }
        error => Failure { meaning: Meaning::Refused, what: error.to_string() },
    }
}
