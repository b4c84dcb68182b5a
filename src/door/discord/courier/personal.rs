//! Personal notices, which no log contains, by direct message.

use super::Shared;
use super::table_work::Stop;
use super::text;
use crate::club::Player;
use crate::club::personal::PersonalNotice;
use crate::club::zone::lang_of;
use crate::club::zone::zone_of;
use crate::door::discord::DOOR;
use crate::door::discord::api::post::DiscordApi;
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::Message;

/// The longest wait before another try, in seconds.
const LONGEST_WAIT_SECONDS: u64 = 3600;

impl<P: DiscordApi> Shared<P> {
    /// Sends the due personal notices.
    pub(super) async fn tell_personally(&self) -> Result<(), Stop> {
        for (id, player, mut notice) in self.ask(|club| club.personal().due(DOOR)).await?? {
            let again = match self.tell_one(&id, &player, &notice).await {
                Err(Stop::ApiError(trouble)) if trouble.cause().is_some() || trouble.is_of_token() => {
                    let seconds = trouble.seconds();
                    // 2^12 seconds are above the longest wait already, and a larger shift would overflow in
                    // the end.
                    let pause = seconds.unwrap_or(1 << notice.attempts.min(12)).min(LONGEST_WAIT_SECONDS);
                    notice.attempts += 1;
                    notice.due = self.club.now().saturating_add_unsigned(pause.max(1));
                    Some(notice)
                }
                // A player who takes no direct messages is not told here: the answer to their next command shows it.
                Ok(()) | Err(Stop::ApiError(_)) => None,
                Err(stop) => return Err(stop),
            };
            self.ask(move |club| club.personal().put(DOOR, &id, again.as_ref())).await??;
        }
        Ok(())
    }

    async fn tell_one(&self, id: &str, player: &Player, notice: &PersonalNotice) -> Result<(), Stop> {
        let Some(user) = player.address(DOOR).and_then(|user| user.parse::<Id>().ok()) else { return Ok(()) };
        let lang = lang_of(player);
        let undo = self.words.say(lang, "discord-unlink-how", &[]);
        let text = plain(&notice.in_words(&self.words, lang, &undo, &zone_of(player)));
        // A person who was linked with somebody else must learn of it in time.
        let message = Message { pings: vec![user], ..Message::from(text) };
        let nonce = text::nonce(&["personal", id, &notice.at.to_string()]);
        self.tell(user, &nonce, &message).await.map(drop)
    }
}
