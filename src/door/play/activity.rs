//! The board as an Activity of Discord: the same pages in a frame of a Discord client, for whoever Discord says is looking.
//!
//! The frame shows `https://APPLICATION.discordsays.com`. Discord's proxy passes its requests on to [`PATH`] of the board's host,
//! which the operator has named as the target, so the pages have the same addresses there as in a browser. The first page asks the
//! client for a code ([authorize](https://docs.discord.com/developers/activities/how-activities-work)), and this server exchanges it.
//! The program does not believe a client about itself.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::AUTHORIZATION;
use serde_json::Value;

use super::sheet::framed_style;
use crate::config::play::ServedActivity;
use crate::config::value::Token;
use crate::door::html::PageStyle;

/// The path under which the board has its pages for frames.
pub const PATH: &str = "/activity";
/// The path of the form with a code, within [`PATH`].
pub const ENTER: &str = "/enter";
/// The parameter that Discord adds to the address of a frame's first page.
pub const FRAME: &str = "frame_id";
/// The clients of Discord that have frames.
const CLIENTS: [&str; 3] = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
/// Discord's address.
const DISCORD: &str = "https://discord.com";
/// The version of its interface.
const VERSION: &str = "/api/v10";
/// Timeout of a request to it.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Most characters of a code.
const CODE_CHARS: usize = 200;

/// The board in frames of Discord's.
pub struct Activity {
    /// The id of the application.
    pub application: u64,
    /// The origins of the clients that may have it in a frame.
    pub clients: Vec<String>,
    /// The origin of its pages, as browsers name it.
    pub origin: String,
    /// The style of its pages.
    pub style: PageStyle,
    secret: Token,
    api: String,
    client: Client,
}

/// The Discord user who looks at a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscordUser {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
}

impl Activity {
    /// The board in frames of Discord's own clients.
    pub fn new(served: &ServedActivity) -> Activity {
        let origin = format!("https://{}.discordsays.com", served.application);
        Activity::of(served, CLIENTS.map(str::to_owned).to_vec(), origin)
    }

    /// The board in frames of these clients, behind a proxy that browsers know by `origin`.
    pub fn of(served: &ServedActivity, clients: Vec<String>, origin: String) -> Activity {
        let address = served.api.as_deref().unwrap_or(DISCORD).trim_end_matches('/');
        Activity {
            application: served.application,
            secret: served.secret.clone(),
            api: format!("{address}{VERSION}"),
            style: framed_style(&clients, &origin),
            clients,
            origin,
            client: Client::new(),
        }
    }

    /// The user of a code, as Discord says; `None` if the code is none, or Discord does not answer.
    pub async fn user(&self, code: &str) -> Option<DiscordUser> {
        if code.is_empty() || code.len() > CODE_CHARS {
            return None;
        }
        match self.exchanged(code).await {
            Ok(user) => user,
            // What is wrong with it may name the address, and never the code or the secret: they are in bodies.
            Err(trouble) => {
                tracing::warn!(%trouble, "Discord does not say who looks at the board");
                None
            }
        }
    }

    async fn exchanged(&self, code: &str) -> Result<Option<DiscordUser>, reqwest::Error> {
        let application = self.application.to_string();
        let form = [
            ("client_id", application.as_str()),
            ("client_secret", self.secret.expose()),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        let asked = self.client.post(format!("{}/oauth2/token", self.api)).form(&form);
        let Some(token) = answer(asked).await?["access_token"].as_str().map(str::to_owned) else {
            return Ok(None);
        };
        let asked = self.client.get(format!("{}/users/@me", self.api));
        let me = answer(asked.header(AUTHORIZATION, format!("Bearer {token}"))).await?;
        let name = me["global_name"].as_str().or_else(|| me["username"].as_str());
        // It becomes the address that a player is known by, so it has to be an id.
        let id = me["id"].as_str().filter(|id| id.parse::<u64>().is_ok_and(|id| id > 0));
        Ok(id.zip(name).map(|(id, name)| DiscordUser { id: id.to_owned(), name: name.to_owned() }))
    }
}

/// Discord's answer; `Null` where it refuses.
async fn answer(asked: reqwest::RequestBuilder) -> Result<Value, reqwest::Error> {
    let answer = asked.timeout(REQUEST_TIMEOUT).send().await?;
    if !answer.status().is_success() {
        tracing::warn!(status = answer.status().as_u16(), "Discord refuses a code of the board");
        return Ok(Value::Null);
    }
    let text = answer.text().await?;
    Ok(serde_json::from_str(&text).unwrap_or_default())
}
