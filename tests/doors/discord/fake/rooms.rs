//! Channels, threads, conversations, pins.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::APPLICATION;
use super::body::number;
use super::posts;
use super::reply::{Answer, Reply};
use super::world::{Channel, Denied, Eyes, Place, World};

/// Most pins of a channel.
const PINS: usize = 250;
/// The minutes after which a thread may be archived.
const ARCHIVE_AFTER: [u64; 4] = [60, 1440, 4320, 10080];

impl World {
    /// Whether the bot is denied something in a channel, or in the channel of a thread.
    pub fn denies(&self, channel: &Channel, what: Denied) -> bool {
        let parent = match channel.place {
            Place::Thread { parent, .. } => self.channels.get(&parent),
            Place::Text | Place::Forum | Place::Dm { .. } => None,
        };
        channel.denied.contains(&what) || parent.is_some_and(|parent| parent.denied.contains(&what))
    }

    /// A channel that is there and that the bot sees.
    pub fn reach(&self, id: u64) -> Result<&Channel, Reply> {
        let channel = self.channels.get(&id).filter(|channel| !channel.deleted);
        let channel = channel.ok_or_else(|| Reply::unknown(10003, "Channel"))?;
        let gone = channel.guild.is_some_and(|guild| !self.guilds.get(&guild).is_some_and(|it| it.present));
        if gone || self.denies(channel, Denied::See) { Err(Reply::missing_access()) } else { Ok(channel) }
    }

    /// A channel in which something may be changed: archived threads are as they are.
    pub fn reach_open(&self, id: u64) -> Result<&Channel, Reply> {
        let channel = self.reach(id)?;
        if channel.archived { Err(Reply::thread_archived()) } else { Ok(channel) }
    }

    /// A channel as Discord tells of it.
    pub fn channel(&self, channel: &Channel) -> Value {
        let id = channel.id.to_string();
        let guild = channel.guild.map(|guild| guild.to_string());
        match channel.place {
            Place::Text | Place::Forum => {
                let kind = if channel.place == Place::Forum { 15 } else { 0 };
                json!({ "id": id, "type": kind, "guild_id": guild, "name": channel.name, "position": 0,
                "permission_overwrites": [], "topic": null, "nsfw": false, "parent_id": null, "last_message_id": null,
                "rate_limit_per_user": 0, "flags": 0 })
            }
            Place::Thread { parent, private } => json!({ "id": id, "type": if private { 12 } else { 11 },
                "guild_id": guild, "parent_id": parent.to_string(), "owner_id": APPLICATION.to_string(),
                "name": channel.name, "last_message_id": null, "message_count": 0, "member_count": 1,
                "rate_limit_per_user": 0, "flags": 0, "total_message_sent": 0,
                "thread_metadata": thread_metadata(channel) }),
            Place::Dm { with } => json!({ "id": id, "type": 1, "last_message_id": null, "flags": 0,
                "recipients": [self.user(with)] }),
        }
    }

    /// The conversation with somebody, made where there is none.
    pub fn dm_with(&mut self, user: u64) -> u64 {
        let found = self.channels.values().find(|channel| channel.place == Place::Dm { with: user });
        match found.map(|channel| channel.id) {
            Some(id) => id,
            None => self.add_channel(None, "", Place::Dm { with: user }),
        }
    }

    /// A new channel of any kind.
    pub fn add_channel(&mut self, guild: Option<u64>, name: &str, place: Place) -> u64 {
        let id = self.new_id();
        self.insert_channel(id, guild, name, place);
        id
    }

    fn insert_channel(&mut self, id: u64, guild: Option<u64>, name: &str, place: Place) {
        let channel = Channel {
            id,
            guild,
            name: name.to_owned(),
            place,
            archived: false,
            locked: false,
            deleted: false,
            denied: BTreeSet::new(),
            archive_after: 4320,
            pins: vec![],
            joined: BTreeSet::new(),
        };
        self.channels.insert(id, channel);
    }
}

pub fn thread_metadata(thread: &Channel) -> Value {
    json!({ "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.archive_after,
        "archive_timestamp": "2026-01-01T00:00:00.000000+00:00",
        "create_timestamp": "2026-01-01T00:00:00.000000+00:00" })
}

pub fn guild(world: &World, id: u64) -> Answer {
    let guild = world.guilds.get(&id).ok_or_else(|| Reply::unknown(10004, "Guild"))?;
    if !guild.present {
        return Err(Reply::missing_access());
    }
    Ok(Reply::ok(super::gateway::guild_object(world, guild)))
}

pub fn get(world: &World, id: u64) -> Answer {
    let channel = world.reach(id)?;
    Ok(Reply::ok(world.channel(channel)))
}

/// Renames, archives, opens. A text channel needs a permission that the bot does not ask for.
pub fn change(world: &mut World, id: u64, body: &Value) -> Answer {
    let channel = world.reach(id)?;
    if !matches!(channel.place, Place::Thread { .. }) || (channel.locked && body.get("archived").is_some()) {
        return Err(Reply::missing_permissions());
    }
    let opens = body["archived"] == Value::Bool(false);
    if channel.archived && !opens {
        return Err(Reply::thread_archived());
    }
    check_thread(world, body, false)?;
    let name = body["name"].as_str().map(str::to_owned);
    if let Some(name) = &name {
        world.show(Eyes::Everyone, id, &json!(name), &[]);
    }
    let channel = world.channels.get_mut(&id).ok_or_else(|| Reply::unknown(10003, "Channel"))?;
    channel.name = name.unwrap_or_else(|| channel.name.clone());
    channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
    channel.locked = body["locked"].as_bool().unwrap_or(channel.locked);
    channel.archive_after = number(&body["auto_archive_duration"]).unwrap_or(channel.archive_after);
    get(world, id)
}

fn check_thread(world: &mut World, body: &Value, new: bool) -> Result<(), Reply> {
    let mut complaints = Vec::new();
    let name = body["name"].as_str().map(|name| name.chars().count());
    if name.map_or(new, |length| !(1..=100).contains(&length)) {
        complaints.push("name: must be between 1 and 100 in length".to_owned());
    }
    if number(&body["auto_archive_duration"]).is_some_and(|minutes| !ARCHIVE_AFTER.contains(&minutes)) {
        complaints.push("auto_archive_duration: not one of 60, 1440, 4320, 10080".to_owned());
    }
    world.no_complaints("a thread", complaints)
}

/// A thread from a message, or one of its own.
pub fn open_thread(world: &mut World, parent: u64, message: Option<u64>, body: &Value) -> Answer {
    let channel = world.reach(parent)?;
    if channel.place != Place::Text {
        return Err(Reply::error(400, 50024, "Cannot execute action on this channel type"));
    }
    if world.denies(channel, Denied::Threads) {
        return Err(Reply::missing_permissions());
    }
    let guild = channel.guild;
    if let Some(message) = message {
        posts::find(world, parent, message)?;
        if world.channels.contains_key(&message) {
            return Err(Reply::error(400, 160_004, "A thread has already been created for this message"));
        }
    }
    check_thread(world, body, true)?;
    let name = body["name"].as_str().unwrap_or_default();
    // Without a type Discord makes a private thread.
    let private = message.is_none() && number(&body["type"]) != Some(11);
    let id = message.unwrap_or_else(|| world.new_id());
    world.insert_channel(id, guild, name, Place::Thread { parent, private });
    if let Some(minutes) = number(&body["auto_archive_duration"]) {
        world.channels.get_mut(&id).unwrap().archive_after = minutes;
    }
    world.show(Eyes::Everyone, id, &json!(name), &[]);
    get(world, id).map(|reply| Reply { status: 201, ..reply })
}

pub fn open_dm(world: &mut World, body: &Value) -> Answer {
    let user = number(&body["recipient_id"]).filter(|user| world.members.contains_key(user));
    let user = user.ok_or_else(|| Reply::error(400, 50033, "Invalid Recipient(s)"))?;
    let id = world.dm_with(user);
    get(world, id)
}

pub fn join(world: &mut World, thread: u64, member: &str) -> Answer {
    let channel = world.reach_open(thread)?;
    if !matches!(channel.place, Place::Thread { .. }) {
        return Err(Reply::error(400, 50024, "Cannot execute action on this channel type"));
    }
    let member = if member == "@me" { Ok(APPLICATION) } else { member.parse() };
    let member = member.ok().filter(|id| *id == APPLICATION || world.members.contains_key(id));
    let member = member.ok_or_else(|| Reply::unknown(10013, "User"))?;
    world.channels.get_mut(&thread).unwrap().joined.insert(member);
    Ok(Reply::nothing())
}

pub fn pins(world: &World, channel: u64, newer: bool) -> Answer {
    let pinned = world.reach(channel)?.pins.iter().rev().filter_map(|id| world.posts.get(id));
    let messages: Vec<Value> = pinned.map(|post| world.message(post)).collect();
    if !newer {
        return Ok(Reply::ok(json!(messages)));
    }
    let item = |message| json!({ "pinned_at": "2026-01-01T00:00:00.000000+00:00", "message": message });
    let items: Vec<Value> = messages.into_iter().map(item).collect();
    Ok(Reply::ok(json!({ "items": items, "has_more": false })))
}

/// Pins or unpins. What is pinned already stays so.
pub fn pin(world: &mut World, channel: u64, message: u64, pinned: bool) -> Answer {
    let room = world.reach_open(channel)?;
    if world.denies(room, Denied::Pins) {
        return Err(Reply::missing_permissions());
    }
    let full = room.pins.len() >= PINS && !room.pins.contains(&message);
    posts::find(world, channel, message)?;
    if pinned && full {
        return Err(Reply::error(400, 30003, "Maximum number of pins reached (250)"));
    }
    let room = world.channels.get_mut(&channel).unwrap();
    let stood = room.pins.contains(&message);
    room.pins.retain(|id| *id != message);
    if pinned {
        room.pins.push(message);
    }
    if pinned && !stood {
        posts::pin_note(world, channel);
    }
    Ok(Reply::nothing())
}
