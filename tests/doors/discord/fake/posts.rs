//! Messages.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::APPLICATION;
use super::body::{FilePart, number};
use super::limits;
use super::reply::{Answer, Reply};
use super::world::{Denied, Pinged, Place, Post, World};

/// How long a nonce is remembered: "the past few minutes".
const NONCE_LIVES: Duration = Duration::from_secs(5 * 60);
/// Seen by one user only.
pub const EPHEMERAL: u64 = 1 << 6;
/// The bot is thinking.
const LOADING: u64 = 1 << 7;
/// Pings nobody.
const SILENT: u64 = 1 << 12;

impl World {
    /// A message as Discord tells of it.
    pub fn message(&self, post: &Post) -> Value {
        let pinned = self.channels.get(&post.channel).is_some_and(|channel| channel.pins.contains(&post.id));
        let mentions: Vec<Value> = mentioned(&post.content).users.iter().map(|id| self.user(*id)).collect();
        let url = |file: &FilePart| format!("{}{}/{}/{}", limits::FILES_AT, post.channel, file.id, file.name);
        let mut components = post.components.clone();
        post.files.iter().for_each(|file| put_address(&mut components, &file.name, &url(file)));
        let attachments: Vec<Value> = post.files.iter().map(|file| json!({ "id": file.id.to_string(),
            "filename": file.name, "description": file.description, "size": file.bytes.len(), "url": url(file),
            "proxy_url": url(file), "content_type": file.content_type })).collect();
        let is_card = post.flags & limits::COMPONENTS_V2 != 0;
        let content = if is_card { "" } else { post.content.as_str() };
        let edited = (post.edits > 0).then_some("2026-01-01T00:00:01.000000+00:00");
        let mut message = json!({ "id": post.id.to_string(), "channel_id": post.channel.to_string(),
            "author": self.user(post.author), "content": content, "timestamp": "2026-01-01T00:00:00.000000+00:00",
            "edited_timestamp": edited, "tts": false, "mention_everyone": post.pinged.everyone, "mentions": mentions,
            "mention_roles": [], "attachments": attachments, "embeds": post.embeds, "components": components,
            "pinned": pinned, "type": post.kind, "flags": post.flags | if post.loading { LOADING } else { 0 } });
        if let Some(nonce) = &post.nonce {
            message["nonce"] = json!(nonce);
        }
        message
    }

    /// Refuses a body, and keeps why as a fault.
    pub fn no_complaints(&mut self, what: &str, complaints: Vec<String>) -> Result<(), Reply> {
        if complaints.is_empty() {
            return Ok(());
        }
        self.faults.extend(complaints.iter().map(|why| format!("{what}: {why}")));
        Err(Reply::invalid_form(&complaints))
    }

    /// A new message by the bot.
    pub fn add_post(
        &mut self,
        channel: u64,
        body: &Value,
        files: &[FilePart],
        private_to: Option<u64>,
    ) -> u64 {
        let flags = number(&body["flags"]).unwrap_or(0);
        let mut post = Post {
            id: self.new_id(),
            channel,
            author: APPLICATION,
            kind: 0,
            content: String::new(),
            components: json!([]),
            embeds: json!([]),
            flags,
            files: vec![],
            nonce: nonce(body),
            made: Instant::now(),
            pinged: Pinged::default(),
            private_to,
            edits: 0,
            deleted: false,
            loading: false,
        };
        if flags & SILENT == 0 && private_to.is_none() {
            post.pinged = pinged(body);
        }
        let id = post.id;
        self.posts.insert(id, post);
        self.write(id, body, files);
        id
    }

    /// Puts what a body says into a message, and shows it.
    pub fn write(&mut self, id: u64, body: &Value, files: &[FilePart]) {
        let new: Vec<FilePart> =
            files.iter().map(|file| FilePart { id: self.new_id(), ..file.clone() }).collect();
        let Some(post) = self.posts.get_mut(&id) else { return };
        post.flags |= number(&body["flags"]).unwrap_or(0) & limits::COMPONENTS_V2;
        if let Some(content) = body.get("content") {
            post.content = content.as_str().unwrap_or_default().to_owned();
        }
        if let Some(components) = body.get("components") {
            post.components = if components.is_null() { json!([]) } else { components.clone() };
        }
        if let Some(embeds) = body.get("embeds") {
            post.embeds = if embeds.is_null() { json!([]) } else { embeds.clone() };
        }
        if let Some(kept) = body.get("attachments") {
            let kept: Vec<u64> =
                kept.as_array().into_iter().flatten().filter_map(|it| number(&it["id"])).collect();
            post.files.retain(|file| kept.contains(&file.id));
        }
        post.files.extend(new);
        if post.flags & limits::COMPONENTS_V2 != 0 {
            post.content = super::screen::texts_of(&post.components).join("\n");
        }
        let (channel, private_to, files) = (post.channel, post.private_to, post.files.clone());
        let eyes = private_to.map_or_else(|| self.eyes_in(channel), super::Eyes::Only);
        let shown = json!([self.posts[&id].content, self.posts[&id].components, self.posts[&id].embeds]);
        self.show(eyes, channel, &shown, &files);
    }

    /// What is wrong with a message that a body would make, or make of `old`.
    pub fn check_post(&mut self, body: &Value, files: &[FilePart], old: Option<u64>) -> Result<(), Reply> {
        if self.no_cards && number(&body["flags"]).unwrap_or(0) & limits::COMPONENTS_V2 != 0 {
            return Err(Reply::invalid_form(&["no cards here".to_owned()]));
        }
        let post = old.and_then(|id| self.posts.get(&id));
        let has = |field: &str, before: bool| match body.get(field) {
            Some(value) => value.as_str().map_or_else(
                || value.as_array().is_some_and(|items| !items.is_empty()),
                |text| !text.trim().is_empty(),
            ),
            None => before,
        };
        let kept = body.get("attachments").is_none() && post.is_some_and(|post| !post.files.is_empty());
        let kept = kept || body["attachments"].as_array().is_some_and(|kept| !kept.is_empty());
        let has_file = |name: &str| {
            files.iter().any(|file| file.name == name)
                || body.get("attachments").is_none()
                    && post.is_some_and(|post| post.files.iter().any(|file| file.name == name))
        };
        let is_card = |flags: u64| flags & limits::COMPONENTS_V2 != 0;
        let was_card = post.is_some_and(|post| is_card(post.flags));
        let complaints = limits::message(body, files, &has_file);
        let complaints = match was_card && !is_card(number(&body["flags"]).unwrap_or(0)) {
            true => [complaints, vec!["a card cannot go back".to_owned()]].concat(),
            false => complaints,
        };
        let full = has("components", false) && is_card(number(&body["flags"]).unwrap_or(0))
            || has("content", post.is_some_and(|post| !post.content.is_empty()))
            || has("embeds", post.is_some_and(|post| post.embeds != json!([])))
            || kept
            || !files.is_empty();
        if !full {
            self.faults.push(format!("a message with nothing in it: {body}"));
            return Err(Reply::error(400, 50006, "Cannot send an empty message"));
        }
        self.no_complaints("a message", complaints)
    }
}

/// Puts the address of a file where components name it.
fn put_address(part: &mut Value, name: &str, url: &str) {
    match part {
        Value::String(text) if text.strip_prefix("attachment://") == Some(name) => url.clone_into(text),
        Value::Array(parts) => parts.iter_mut().for_each(|part| put_address(part, name, url)),
        Value::Object(fields) => fields.values_mut().for_each(|part| put_address(part, name, url)),
        _ => {}
    }
}

/// A message in a channel that is for everybody there.
pub fn find(world: &World, channel: u64, message: u64) -> Result<&Post, Reply> {
    let post = world.posts.get(&message);
    let post = post.filter(|post| post.channel == channel && !post.deleted && post.private_to.is_none());
    post.ok_or_else(|| Reply::unknown(10008, "Message"))
}

pub fn get(world: &World, channel: u64, message: u64) -> Answer {
    world.reach(channel)?;
    Ok(Reply::ok(world.message(find(world, channel, message)?)))
}

/// The newest first, as Discord lists them.
pub fn list(world: &World, channel: u64, query: &str) -> Answer {
    world.reach(channel)?;
    let asked = |name: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse::<u64>().ok())
    };
    let (before, after) = (asked("before").unwrap_or(u64::MAX), asked("after").unwrap_or(0));
    let limit = usize::try_from(asked("limit").unwrap_or(50)).unwrap();
    let fitting = world.posts.values().filter(|post| post.channel == channel && !post.deleted);
    let fitting = fitting.filter(|post| post.private_to.is_none() && post.id < before && post.id > after);
    let mut found: Vec<&Post> = fitting.collect();
    if asked("after").is_none() {
        let from = found.len().saturating_sub(limit);
        found.drain(..from);
    }
    found.truncate(limit);
    let messages: Vec<Value> = found.into_iter().rev().map(|post| world.message(post)).collect();
    Ok(Reply::ok(json!(messages)))
}

pub fn send(world: &mut World, channel: u64, body: &Value, files: &[FilePart]) -> Answer {
    let room = world.reach(channel)?;
    let sending = match room.place {
        Place::Thread { .. } => Denied::SendInThreads,
        Place::Text | Place::Dm { .. } => Denied::Send,
        Place::Forum => return Err(Reply::error(400, 50008, "Cannot send messages in a non-text channel")),
    };
    if let Place::Dm { with } = room.place
        && !world.members.get(&with).is_some_and(|member| member.dms_open)
    {
        return Err(Reply::error(403, 50007, "Cannot send messages to this user"));
    }
    // A channel's own prohibition to write does not reach its threads.
    let barred = match sending {
        Denied::Send => room.denied.contains(&Denied::Send),
        _ => world.denies(room, Denied::SendInThreads) || room.denied.contains(&Denied::Send),
    };
    if barred || (!files.is_empty() && world.denies(room, Denied::Files)) {
        return Err(Reply::missing_permissions());
    }
    if room.locked {
        return Err(if room.archived {
            Reply::thread_archived()
        } else {
            Reply::error(403, 160_005, "Thread is locked")
        });
    }
    world.check_post(body, files, None)?;
    if let Some(first) = repeated(world, channel, body) {
        world.repeated += 1;
        return Ok(Reply::ok(first));
    }
    world.channels.get_mut(&channel).unwrap().archived = false;
    let id = world.add_post(channel, body, files, None);
    Ok(Reply::ok(world.message(&world.posts[&id])))
}

/// The message that the same nonce made a few minutes ago.
fn repeated(world: &World, channel: u64, body: &Value) -> Option<Value> {
    let nonce = nonce(body).filter(|_| body["enforce_nonce"] == Value::Bool(true))?;
    let same = |post: &&Post| post.channel == channel && post.nonce.as_ref() == Some(&nonce);
    let recent = |post: &&Post| post.made.elapsed() < NONCE_LIVES;
    world.posts.values().filter(same).find(recent).map(|post| world.message(post))
}

fn nonce(body: &Value) -> Option<String> {
    let nonce = &body["nonce"];
    nonce.as_str().map(str::to_owned).or_else(|| nonce.as_i64().map(|number| number.to_string()))
}

pub fn change(world: &mut World, channel: u64, message: u64, body: &Value, files: &[FilePart]) -> Answer {
    world.reach_open(channel)?;
    if find(world, channel, message)?.author != APPLICATION {
        return Err(Reply::error(403, 50005, "Cannot edit a message authored by another user"));
    }
    edit(world, message, body, files)
}

/// Edits a message, whatever the way to it. An edit pings nobody.
pub fn edit(world: &mut World, message: u64, body: &Value, files: &[FilePart]) -> Answer {
    world.check_post(body, files, Some(message))?;
    world.write(message, body, files);
    let post = world.posts.get_mut(&message).ok_or_else(|| Reply::unknown(10008, "Message"))?;
    post.edits += 1;
    Ok(Reply::ok(world.message(&world.posts[&message])))
}

pub fn delete(world: &mut World, channel: u64, message: u64) -> Answer {
    world.reach_open(channel)?;
    if find(world, channel, message)?.author != APPLICATION {
        return Err(Reply::missing_permissions());
    }
    world.posts.get_mut(&message).unwrap().deleted = true;
    world.channels.get_mut(&channel).unwrap().pins.retain(|id| *id != message);
    Ok(Reply::nothing())
}

/// The note that Discord itself leaves where something is pinned.
pub fn pin_note(world: &mut World, channel: u64) {
    let id = world.add_post(channel, &json!({}), &[], None);
    world.posts.get_mut(&id).unwrap().kind = 6;
}

/// Who a text speaks to, whether or not they may be pinged.
fn mentioned(content: &str) -> Pinged {
    let mut found =
        Pinged { everyone: content.contains("@everyone") || content.contains("@here"), ..Pinged::default() };
    for rest in content.split('<').skip(1) {
        let Some((inside, _)) = rest.split_once('>') else { continue };
        if let Some(role) = inside.strip_prefix("@&").and_then(|id| id.parse().ok()) {
            found.roles.push(role);
        } else if let Some(user) =
            inside.strip_prefix('@').and_then(|id| id.trim_start_matches('!').parse().ok())
            && !found.users.contains(&user)
        {
            found.users.push(user);
        }
    }
    found
}

/// Who is really pinged: whom the text mentions, as far as `allowed_mentions` lets it.
pub fn pinged(body: &Value) -> Pinged {
    // Texts of components ping as the content does.
    let content = body["content"].as_str().unwrap_or_default();
    let texts = super::screen::texts_of(&body["components"]);
    let mut found = mentioned(&[vec![content.to_owned()], texts].concat().join("\n"));
    let Some(allowed) = body.get("allowed_mentions").filter(|allowed| !allowed.is_null()) else {
        return found;
    };
    let parses = |kind: &str| allowed["parse"].as_array().is_some_and(|kinds| kinds.contains(&json!(kind)));
    let lists = |kind: &str, id: u64| {
        allowed[kind].as_array().is_some_and(|ids| ids.iter().any(|listed| number(listed) == Some(id)))
    };
    found.users.retain(|id| parses("users") || lists("users", *id));
    found.roles.retain(|id| parses("roles") || lists("roles", *id));
    found.everyone &= parses("everyone");
    found
}
