//! What the fake knows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::body::FilePart;
use super::clock::Clock;
use super::delivery::Transport;
use super::gateway::Gateway;
use super::storm::Weather;
use super::wire::Request;
use super::{APPLICATION, TOKEN};

/// Milliseconds from 1970 to the first snowflake.
const EPOCH: i64 = 1_420_070_400_000;

/// A server.
pub struct Guild {
    pub id: u64,
    pub name: String,
    pub locale: String,
    /// Whether the bot is in it.
    pub present: bool,
}

/// What kind of channel one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Text,
    /// It takes no messages of its own; its posts are threads.
    Forum,
    Thread {
        parent: u64,
        private: bool,
    },
    Dm {
        with: u64,
    },
}

/// What the bot is not allowed in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Denied {
    /// To see it: 50001.
    See,
    /// To write in it: 50013, as the following.
    Send,
    /// To write in its threads.
    SendInThreads,
    /// To make threads in it.
    Threads,
    /// To pin in it and its threads.
    Pins,
    /// To attach files in it and its threads.
    Files,
}

/// A channel, a thread or a conversation.
pub struct Channel {
    pub id: u64,
    pub guild: Option<u64>,
    pub name: String,
    pub place: Place,
    pub archived: bool,
    pub locked: bool,
    pub deleted: bool,
    pub denied: BTreeSet<Denied>,
    /// Minutes.
    pub archive_after: u64,
    pub pins: Vec<u64>,
    pub joined: BTreeSet<u64>,
}

/// Somebody.
#[derive(Clone)]
pub struct Member {
    pub id: u64,
    pub name: String,
    pub locale: String,
    /// Whether they may manage the server.
    pub manager: bool,
    pub dms_open: bool,
}

/// Who was pinged by a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pinged {
    pub users: Vec<u64>,
    pub roles: Vec<u64>,
    pub everyone: bool,
}

/// A message.
pub struct Post {
    pub id: u64,
    pub channel: u64,
    pub author: u64,
    /// Discord's message type: 0 is one that somebody wrote.
    pub kind: u8,
    pub content: String,
    pub components: Value,
    pub embeds: Value,
    pub flags: u64,
    pub files: Vec<FilePart>,
    pub nonce: Option<String>,
    pub made: Instant,
    pub pinged: Pinged,
    /// The only one who sees it.
    pub private_to: Option<u64>,
    pub edits: u32,
    pub deleted: bool,
    /// Whether it only says so far that the bot is thinking.
    pub loading: bool,
}

/// An interaction that was delivered, and what came of it.
pub struct Exchange {
    pub id: u64,
    pub token: String,
    /// Discord's interaction type.
    pub kind: u8,
    pub user: u64,
    pub channel: u64,
    /// The message whose component was used.
    pub source: Option<u64>,
    pub delivered: Instant,
    pub answered_after: Option<Duration>,
    pub callback: Option<Value>,
    /// The message that `@original` means.
    pub original: Option<u64>,
    /// What it was answered first, in words: what is edited later, perhaps by another exchange, is not that.
    pub said: Option<String>,
    pub followups: Vec<u64>,
    /// True if only its user installed the bot: it takes five messages after the first.
    pub of_user: bool,
    pub expired: bool,
    /// Why the endpoint's answer was none.
    pub failed: Option<String>,
}

/// Who saw something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    Everyone,
    Only(u64),
}

/// Something that was seen: every version of a message, a modal, suggestions, a thread's name.
#[derive(Clone, Debug)]
pub struct Sight {
    pub eyes: Eyes,
    pub channel: u64,
    /// Every string in it, a line each, and the bytes of its files as text.
    pub text: String,
}

/// Everything.
pub struct World {
    pub guilds: BTreeMap<u64, Guild>,
    pub channels: BTreeMap<u64, Channel>,
    pub members: BTreeMap<u64, Member>,
    pub posts: BTreeMap<u64, Post>,
    /// Registered commands as Discord keeps them: global ones under `None`.
    pub commands: BTreeMap<Option<u64>, Vec<Value>>,
    /// The emoji of the application.
    pub emoji: Vec<Value>,
    pub exchanges: Vec<Exchange>,
    pub requests: Vec<Request>,
    pub sights: Vec<Sight>,
    /// How many messages were sent again under the nonce of one that is there.
    pub repeated: usize,
    pub faults: Vec<String>,
    /// How many requests the judge has seen.
    pub judged: usize,
    /// How many answers were 401, 403 or 429: Discord bans at 10,000 within ten minutes.
    pub invalid_requests: usize,
    pub weather: Weather,
    /// How many messages the bot's handler answered an interaction with, by its id, where the bot is of this process.
    pub pages: HashMap<u64, usize>,
    pub gateway: Gateway,
    pub transport: Transport,
    /// Cards are refused, and forms.
    pub no_cards: bool,
    pub no_forms: bool,
    last_id: u64,
}

impl World {
    pub(super) fn new(clock: Arc<Clock>) -> World {
        let now = chrono::Utc::now().timestamp_millis() - EPOCH;
        World {
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            members: BTreeMap::new(),
            posts: BTreeMap::new(),
            commands: BTreeMap::new(),
            emoji: vec![],
            exchanges: Vec::new(),
            requests: Vec::new(),
            sights: Vec::new(),
            repeated: 0,
            faults: Vec::new(),
            judged: 0,
            invalid_requests: 0,
            weather: Weather::new(clock),
            pages: HashMap::new(),
            no_cards: false,
            no_forms: false,
            gateway: Gateway::default(),
            transport: Transport::Gateway,
            last_id: u64::try_from(now).unwrap() << 22,
        }
    }

    /// The next snowflake: a millisecond after the last.
    pub fn new_id(&mut self) -> u64 {
        self.last_id += 1 << 22;
        self.last_id
    }

    /// Counts on from here: for tests whose ids must not hang on what the bot did before, or when.
    pub fn number_from(&mut self, id: u64) {
        self.last_id = id;
    }

    /// Keeps that somebody saw `shown` and `files`.
    pub fn show(&mut self, eyes: Eyes, channel: u64, shown: &Value, files: &[FilePart]) {
        let mut text = String::new();
        strings(shown, &mut text);
        for file in files {
            text.extend([file.name.as_str(), "\n", &file.description, "\n"]);
            text.push_str(&String::from_utf8_lossy(&file.bytes));
            text.push('\n');
        }
        if text.contains(TOKEN) {
            self.faults.push(format!("the bot's token was shown to {eyes:?} in {channel}"));
        }
        self.sights.push(Sight { eyes, channel, text });
    }

    /// Who sees what everybody in a channel sees.
    pub fn eyes_in(&self, channel: u64) -> Eyes {
        match self.channels.get(&channel).map(|channel| channel.place) {
            Some(Place::Dm { with }) => Eyes::Only(with),
            _ => Eyes::Everyone,
        }
    }

    /// The bot user as Discord tells of it.
    pub fn bot() -> Value {
        json!({ "id": APPLICATION.to_string(), "username": "wardroom", "discriminator": "0000", "global_name": null,
            "avatar": null, "bot": true, "mfa_enabled": false, "verified": true, "flags": 0, "public_flags": 0 })
    }

    /// A user as Discord tells of them.
    pub fn user(&self, id: u64) -> Value {
        if id == APPLICATION {
            return World::bot();
        }
        let name = self.members.get(&id).map_or("stranger", |member| member.name.as_str());
        json!({ "id": id.to_string(), "username": format!("player{}", id >> 22 & 0xffff), "discriminator": "0",
            "global_name": name, "avatar": null, "public_flags": 0, "clan": null, "primary_guild": null })
    }

    /// The last exchange of an interaction.
    pub fn exchange(&self, interaction: u64) -> Option<&Exchange> {
        self.exchanges.iter().rev().find(|exchange| exchange.id == interaction)
    }

    /// The messages in a channel that somebody wrote for everybody there, first to last.
    pub fn posts_in(&self, channel: u64) -> impl Iterator<Item = &Post> {
        self.posts.values().filter(move |post| {
            post.channel == channel && post.kind == 0 && !post.deleted && post.private_to.is_none()
        })
    }
}

/// Every string in a value, a line each.
fn strings(value: &Value, into: &mut String) {
    match value {
        Value::String(text) => into.extend([text, "\n"]),
        Value::Array(values) => values.iter().for_each(|value| strings(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| strings(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
