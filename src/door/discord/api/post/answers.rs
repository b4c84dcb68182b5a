//! Answers to interactions. They carry a token of their own instead of the bot's, and Discord's global rate limit does not
//! count them, so they never wait for other requests:
//! <https://discord.com/developers/docs/interactions/receiving-and-responding#endpoints>

use reqwest::Method;
use serde_json::Value;

use super::rest::{Rest, send, with};
use super::{ApiError, ApiResult};
use crate::door::discord::id::Id;
use crate::door::discord::interaction::ReplyToken;
use crate::door::discord::outbound::encode;
use crate::door::discord::outbound::message::{File, Message};

impl Rest {
    /// Sends the first answer.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn respond(&self, interaction: Id, token: &ReplyToken, response: &Value) -> ApiResult<()> {
        let path = format!("/interactions/{interaction}/{}/callback", token.expose());
        self.answer(Method::POST, &path, response.clone(), &[]).await
    }

    /// Changes the first answer to this message.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn change_answer(&self, token: &ReplyToken, message: &Message) -> ApiResult<()> {
        let path = format!("{}/messages/@original", self.hook(token)?);
        self.answer(Method::PATCH, &path, encode::edit(message, self.emoji()), &message.files).await
    }

    /// Sends one more message.
    ///
    /// # Errors
    /// [`ApiError`].
    pub async fn follow_up(&self, token: &ReplyToken, message: &Message, public: bool) -> ApiResult<()> {
        let path = self.hook(token)?;
        self.answer(Method::POST, &path, encode::followup(message, public, self.emoji()), &message.files)
            .await
    }

    /// The URL for messages that follow a first answer.
    fn hook(&self, token: &ReplyToken) -> ApiResult<String> {
        let application =
            self.application().ok_or_else(|| ApiError::Never("no application is known".to_owned()))?;
        Ok(format!("/webhooks/{application}/{}", token.expose()))
    }

    async fn answer(&self, method: Method, path: &str, body: Value, files: &[File]) -> ApiResult<()> {
        send(with(self.request(method, path), Some(body), files)).await?.taken(path).map(drop)
    }
}
