//! The emoji of the application: those it has, and those that are made at the start. Where one is missing, texts have the sign
//! as it is typed. <https://discord.com/developers/docs/resources/emoji#emoji-object-applicationowned-emoji>

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use super::post::rest::Rest;
use super::post::{ApiError, ApiResult};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::emoji::{DrawnSign, Emoji, SIGNS, drawn};

/// The emoji of the application, the missing ones made. One that cannot be made is left out, and named in the log.
///
/// # Errors
/// A list that cannot be read.
pub async fn set_up(rest: &Rest) -> ApiResult<Emoji> {
    let application = rest.application();
    let application = application.ok_or_else(|| ApiError::Never("no application is known".to_owned()))?;
    let path = format!("/applications/{application}/emojis");
    let there = rest.ask(Method::GET, &path, None).await?;
    let there = there["items"].as_array().cloned().unwrap_or_default();
    let mut emoji = Emoji::default();
    for sign in &SIGNS {
        // Found by name: this program does not store the ids of those that an earlier start made.
        let known = there.iter().find(|it| it["name"] == sign.name).and_then(id_of);
        match known {
            Some(id) => emoji.add(sign, id),
            None => match make(rest, &path, sign).await {
                Ok(id) => emoji.add(sign, id),
                Err(trouble) => {
                    tracing::warn!(emoji = sign.name, %trouble, "an emoji cannot be made; its sign is typed");
                }
            },
        }
    }
    Ok(emoji)
}

async fn make(rest: &Rest, path: &str, sign: &'static DrawnSign) -> ApiResult<Id> {
    let never = |why: String| ApiError::Never(why);
    // Drawing takes a while, and would hold up the sockets of this thread.
    let drawn = tokio::task::spawn_blocking(|| drawn(sign)).await.map_err(|why| never(why.to_string()))?;
    let png = drawn.map_err(|why| never(why.to_string()))?;
    let image = format!("data:image/png;base64,{}", STANDARD.encode(png));
    let made = rest.ask(Method::POST, path, Some(json!({ "name": sign.name, "image": image }))).await?;
    id_of(&made).ok_or_else(|| never("the answer has no id".to_owned()))
}

fn id_of(emoji: &Value) -> Option<Id> {
    emoji["id"].as_str()?.parse().ok().filter(|id| *id != Id(0))
}
