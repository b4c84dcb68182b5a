//! Interactions as Discord sends them, and something that handles them as a test says.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wardroom::door::discord::inbound::answering::Handle;
use wardroom::door::discord::interaction::Interaction;
use wardroom::door::discord::outbound::message::SlashReply;

use super::stand_in::APPLICATION;

/// What interactions are answered with; it must not be found in any log.
pub const REPLY_TOKEN: &str = "aW50ZXJhY3Rpb246c2VjcmV0";

fn interaction(kind: u8, id: u64, data: Value) -> Value {
    json!({
        "id": id.to_string(), "application_id": APPLICATION, "type": kind, "token": REPLY_TOKEN, "version": 1,
        "channel_id": "6", "guild_id": "8", "guild": { "id": "8", "features": [], "locale": "ja" },
        "guild_locale": "ja", "locale": "en-GB", "app_permissions": "0", "entitlements": [],
        "authorizing_integration_owners": { "0": "8" }, "context": 0, "attachment_size_limit": 10_485_760,
        "channel": { "id": "6", "type": 0, "guild_id": "8", "name": "c", "permissions": "0" },
        "member": {
            "user": { "id": "2222222222222222222", "username": "admiral", "discriminator": "0",
                "global_name": "Admiral", "avatar": null },
            "nick": "Sir John", "roles": [], "joined_at": "2024-01-01T00:00:00Z", "deaf": false, "mute": false,
            "permissions": "32", "flags": 0
        },
        "data": data
    })
}

pub fn ping() -> Value {
    json!({ "id": "1", "application_id": APPLICATION, "type": 1, "token": "t", "version": 1 })
}

/// `/goeben-movement move ship:… with:@somebody`
pub fn slash(id: u64, text: &str) -> Value {
    let options = json!([{ "name": "move", "type": 1, "options": [
        { "name": "ship", "type": 3, "value": text },
        { "name": "with", "type": 6, "value": "3333333333333333333" },
        { "name": "count", "type": 4, "value": 2 },
        { "name": "sure", "type": 5, "value": true }
    ] }]);
    interaction(2, id, json!({ "id": "900", "name": "goeben-movement", "type": 1, "options": options }))
}

pub fn completion(id: u64) -> Value {
    let options = json!([{ "name": "move", "type": 1, "options": [
        { "name": "ship", "type": 3, "value": "goe", "focused": true }
    ] }]);
    interaction(4, id, json!({ "id": "900", "name": "goeben-movement", "type": 1, "options": options }))
}

pub fn click(id: u64, private: bool) -> Value {
    let data = json!({ "custom_id": "t.1.2", "component_type": 3, "values": ["a", "b"] });
    with_message(interaction(3, id, data), private)
}

pub fn modal(id: u64) -> Value {
    let field = json!({ "type": 4, "id": 2, "custom_id": "text", "value": "move goeben" });
    interaction(
        5,
        id,
        json!({ "custom_id": "t.3", "components": [{ "type": 1, "id": 1, "components": [field] }] }),
    )
}

/// The same on a message.
pub fn with_message(mut interaction: Value, private: bool) -> Value {
    interaction["message"] = json!({
        "id": "77", "channel_id": "6", "author": { "id": APPLICATION, "username": "bot", "discriminator": "0", "avatar": null },
        "content": "", "timestamp": "2026-11-21T00:00:00Z", "edited_timestamp": null, "tts": false,
        "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "pinned": false, "type": 0, "flags": if private { 64 } else { 0 }, "components": []
    });
    interaction
}

/// The same in a direct message.
pub fn in_dm(mut interaction: Value) -> Value {
    let user = interaction["member"]["user"].clone();
    for key in ["member", "guild_id", "guild", "guild_locale"] {
        interaction.as_object_mut().unwrap().remove(key);
    }
    interaction["user"] = user;
    interaction
}

/// A command of a user's menu, which the bot has none of.
pub fn user_menu(id: u64) -> Value {
    interaction(2, id, json!({ "id": "901", "name": "Wave", "type": 2, "target_id": "3333333333333333333" }))
}

type Says = dyn Fn(&Interaction) -> SlashReply + Send + Sync;

/// Answers as the test says, and keeps what it was called with.
pub struct Double {
    pub calls: Mutex<Vec<Interaction>>,
    says: Box<Says>,
    gate: Option<Mutex<Receiver<()>>>,
}

impl Double {
    pub fn saying(says: impl Fn(&Interaction) -> SlashReply + Send + Sync + 'static) -> Arc<Double> {
        Arc::new(Double { calls: Mutex::default(), says: Box::new(says), gate: None })
    }

    /// One that answers each call only when something is sent.
    pub fn gated(
        says: impl Fn(&Interaction) -> SlashReply + Send + Sync + 'static,
    ) -> (Arc<Double>, Sender<()>) {
        let (open, gate) = channel();
        let gate = Some(Mutex::new(gate));
        (Arc::new(Double { calls: Mutex::default(), says: Box::new(says), gate }), open)
    }
}

impl Handle for Double {
    fn handle(&self, call: &Interaction) -> SlashReply {
        self.calls.lock().unwrap().push(call.clone());
        if let Some(gate) = &self.gate {
            gate.lock().unwrap().recv().unwrap();
        }
        (self.says)(call)
    }
}
