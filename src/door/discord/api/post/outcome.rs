//! The meaning of Discord's answers.

use std::error::Error as _;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::{ApiError, Cause, Missing};
use crate::door::discord::outbound::paginate::shorten;

/// Discord's code for a channel, or a thread, that it does not know.
const UNKNOWN_CHANNEL: u64 = 10_003;
/// Most characters of Discord's error text that are kept.
const ERRORS: usize = 1000;

/// Trouble that passes.
pub fn later(cause: Cause, wait: Option<Duration>, reason: &str) -> ApiError {
    // Rounded up: a wait of 0.4 s cut to 0 would be none at all.
    let seconds = wait.map(|wait| wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
    ApiError::Later { cause, seconds, reason: reason.to_owned() }
}

/// A request that was sent and whose answer did not arrive whole. The URL is left out: it may contain an interaction's token.
pub fn on_the_way(error: &reqwest::Error) -> ApiError {
    // A timeout while connecting sent nothing; any other may hide a request that was carried out.
    if error.is_timeout() && !error.is_connect() {
        return later(Cause::Unsure, None, "no answer in time");
    }
    // The outermost error names the address; those it stems from do not.
    let mut deepest = error.source();
    while let Some(deeper) = deepest.and_then(|cause| cause.source()) {
        deepest = Some(deeper);
    }
    let why = deepest.map(|cause| format!(": {cause}")).unwrap_or_default();
    match error.is_connect() {
        true => later(Cause::Unreached, None, &format!("no connection{why}")),
        false => later(Cause::Unsure, None, &format!("the connection broke{why}")),
    }
}

/// The wait before the next try, if an answer names one.
pub fn retry_after(headers: &HeaderMap, answer: &Value) -> Option<Duration> {
    let header = headers.get("retry-after").and_then(|text| text.to_str().ok()?.parse::<f64>().ok());
    let seconds = answer["retry_after"].as_f64().or(header)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The error that an unsuccessful answer means.
pub fn trouble(status: StatusCode, path: &str, answer: &Value, wait: Option<Duration>) -> ApiError {
    let code = answer["code"].as_u64().unwrap_or_default();
    let in_channels = path.starts_with("/channels/");
    match (status.as_u16(), code) {
        (429, _) => later(Cause::Haste, wait, "too many requests"),
        (500.., _) | (408, _) => later(Cause::Unsure, wait, &format!("status {}", status.as_u16())),
        (401, _) => ApiError::Forbidden(Missing::Token),
        // Files that are too large, whether Discord or a proxy says so.
        (413, _) => ApiError::Never(refusal(413, code, answer)),
        // What answers without JSON is not Discord but something on the way there.
        _ if !answer.is_object() => {
            later(Cause::Refused, wait, &format!("status {} without JSON", status.as_u16()))
        }
        // 10015 is an unknown webhook: the token of an interaction works as a webhook's for a quarter of an
        // hour.
        (404, 10_015) => ApiError::NoInteraction,
        (404, _) if in_channels && path.contains("/messages/") => ApiError::NoMessage,
        (404, UNKNOWN_CHANNEL) if in_channels => ApiError::Gone,
        // A user who cannot be added. This never means that the channel is gone.
        (404, _) if in_channels && path.contains("/thread-members/") => {
            ApiError::Never(refusal(404, code, answer))
        }
        (404, 10_007 | 10_013) if in_channels => ApiError::Never(refusal(404, code, answer)),
        // Unless the error names the missing thing, nothing is given up and created anew.
        (404, _) if in_channels => later(Cause::Refused, wait, &format!("status 404, code {code}")),
        (404, _) if path.starts_with("/users/") => ApiError::ClosedDm,
        (_, 50_001) => ApiError::Forbidden(Missing::Access),
        (_, 50_013) => ApiError::Forbidden(Missing::Permission),
        (_, 50_024) => ApiError::Forbidden(Missing::Kind),
        (_, 50_083) => ApiError::Archived,
        (_, 160_005) => ApiError::Forbidden(Missing::Unlocked),
        (_, 160_006) => ApiError::Forbidden(Missing::RoomForThreads),
        (_, 30_003) => ApiError::Forbidden(Missing::RoomForPins),
        (_, 50_007 | 50_278) => ApiError::ClosedDm,
        // Slow mode, a channel's write limit, direct messages opened too fast, an overloaded Discord: all of
        // them pass by themselves.
        (_, 20_016 | 20_028 | 40_003 | 130_000) => later(Cause::Refused, wait, &format!("code {code}")),
        (403, _) if in_channels || path.starts_with("/users/") => ApiError::Forbidden(Missing::Permission),
        (status, _) => ApiError::Never(refusal(status, code, answer)),
    }
}

/// Discord's reason for rejecting a request: the code, the sentence, and the wrong fields.
fn refusal(status: u16, code: u64, answer: &Value) -> String {
    let code = if code == 0 { format!("status {status}") } else { code.to_string() };
    let message = answer["message"].as_str().unwrap_or_default();
    match &answer["errors"] {
        Value::Null => format!("{code} {message}"),
        errors => format!("{code} {message}: {}", shorten(&errors.to_string(), ERRORS)),
    }
}
