//! Signing on: whose the token is, where the gateway is, and asking until Discord answers.

use std::time::Duration;

use axum::http::Uri;

use super::post::rest::Rest;
use super::post::{ApiError, ApiResult, Cause, Missing};
use crate::door::discord::id::Id;
use crate::door::discord::raw::{Field, Fields};
use crate::observe::Muted;
use crate::waits::Waits;

/// The wait before the next try to reach Discord: first, and at most.
const REACH_AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// Most shards that a recommendation is followed to.
const SHARDS: u32 = 1000;
/// The longest that Discord's limits last, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// Asks `question` until Discord answers it, and says in the log why it does not.
///
/// # Errors
/// [`Missing::Token`] alone.
pub async fn until_reached<T, F>(waits: &Waits, question: impl Fn() -> F) -> ApiResult<T>
where
    F: Future<Output = ApiResult<T>>,
{
    let [mut pause, longest] = REACH_AGAIN;
    let mut muted = Muted::default();
    loop {
        let trouble = match question().await {
            // A rejected token does not become valid by waiting: only its owner can change it.
            Err(trouble) if trouble != ApiError::Forbidden(Missing::Token) => trouble,
            outcome => return outcome,
        };
        let wait = pause.max(Duration::from_secs(trouble.seconds().unwrap_or_default()));
        if let Some(muted) = muted.hear(&trouble.to_string(), waits.now()) {
            let again_in_seconds = wait.as_secs();
            match trouble.cause() {
                Some(Cause::Unreached | Cause::Unsure) => {
                    tracing::warn!(%trouble, again_in_seconds, muted, "Discord cannot be reached; trying again");
                }
                _ => {
                    tracing::warn!(%trouble, again_in_seconds, muted, "Discord refuses to answer; trying again");
                }
            }
        }
        waits.pause(wait).await;
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

/// The application of the token. Other fields about it and its owner may have any form.
///
/// # Errors
/// A failed request, or an answer without an id.
pub async fn application(rest: &Rest) -> ApiResult<Application> {
    let told = rest.look_up("/oauth2/applications/@me").await?;
    let told = Fields::of(&told).ok_or_else(unreadable)?;
    let id = told.field("id").id().ok_or_else(unreadable)?;
    Ok(Application { id, verify_key: told.field("verify_key").text() })
}

/// The gateway's address, and the sessions that it has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrance {
    /// Its address.
    pub url: String,
    /// The number of shards that Discord recommends.
    pub shards: u32,
    /// The sessions that may still be requested; unlimited if Discord names no number.
    pub remaining: u64,
    /// Seconds until it is the full number again.
    pub reset_after: i64,
    /// The sessions that may be requested within five seconds.
    pub at_once: i64,
}

/// Asks where the gateway is.
///
/// # Errors
/// A failed request, or an answer without an address.
pub async fn entrance(rest: &Rest) -> ApiResult<Entrance> {
    let told = rest.look_up("/gateway/bot").await?;
    let told = Fields::of(&told).ok_or_else(unreadable)?;
    let limit = told.field("session_start_limit").fields();
    let small = |field: Field<'_>| field.number().and_then(|number| u32::try_from(number).ok()).unwrap_or(1);
    // Milliseconds, rounded up: a request after the rounded-down wait would come too early.
    let reset_after = limit.field("reset_after").number().unwrap_or_default().div_ceil(1000);
    Ok(Entrance {
        url: told.field("url").text().filter(|url| is_address(url)).ok_or_else(unreadable)?,
        shards: small(told.field("shards")).clamp(1, SHARDS),
        remaining: limit.field("remaining").number().unwrap_or(u64::MAX),
        // Discord counts sessions by the day, so a wrong number costs a day at most.
        reset_after: i64::try_from(reset_after).unwrap_or(DAY).min(DAY),
        at_once: small(limit.field("max_concurrency")).into(),
    })
}

/// Returns whether a connection can be opened to `url`: twilight expects one that can be read.
pub fn is_address(url: &str) -> bool {
    let readable = format!("{url}/?v=10").parse::<Uri>();
    readable.is_ok_and(|uri| matches!(uri.scheme_str(), Some("ws" | "wss")) && uri.host().is_some())
}

/// The error for an answer without the needed fields.
fn unreadable() -> ApiError {
    ApiError::Never("Discord's answer cannot be read".to_owned())
}
