//! The gateway: a socket that says hello, hears heartbeats, identifies, is resumed and is dropped.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::body::number;
use super::world::{Guild, Place, World};
use super::{APPLICATION, Shared, TOKEN};

/// GUILDS: who asks for it is told of every guild.
const GUILDS: u64 = 1;
/// Members, presences, the content of messages: not without Discord's leave.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

/// How the gateway behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    #[default]
    Well,
    /// It does not take connections: 503.
    Away,
    /// It takes a connection and closes it with this code.
    Closing(u16),
    /// It says hello and closes with this code.
    HelloAndClosing(u16),
    /// It closes with this code when a session is asked for, or says that it is invalid.
    Refusing(Option<u16>),
    /// It acknowledges no heartbeat.
    Deaf,
    /// It wants heartbeats without a pause.
    Hasty,
    /// It gives a session and takes it back at once.
    Fickle,
}

/// What a socket is to do.
enum Frame {
    Send(Value),
    Close(u16),
    /// The line breaks, without a word.
    Drop,
}

struct Socket {
    number: u64,
    to: UnboundedSender<Frame>,
    session: Option<String>,
}

/// A session outlives its socket.
struct Session {
    id: String,
    shard: u64,
    shards: u64,
    intents: u64,
    /// Every dispatch, from sequence number 1.
    sent: Vec<Value>,
}

/// Everything about the gateway.
#[derive(Default)]
pub struct Gateway {
    sockets: Vec<Socket>,
    sessions: Vec<Session>,
    /// How many connections were taken or turned away.
    pub opened: u64,
    pub manner: Manner,
    /// How many sessions can still be asked for, and after how many milliseconds more.
    pub left: Option<(u64, u64)>,
    /// Whether one session may be asked for in five seconds, and not sixteen.
    pub one_at_a_time: bool,
    pub identifies: u64,
    pub resumes: u64,
    pub heartbeats: u64,
    /// Dispatches that no session was there for: Discord tells the user that the application did not respond.
    pub lost: u64,
}

pub(super) async fn connect(State(shared): State<Arc<Shared>>, socket: WebSocketUpgrade) -> Response {
    if shared.world().gateway.manner == Manner::Away {
        shared.with(|world| world.gateway.opened += 1);
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    socket.on_upgrade(move |socket| run(shared, socket))
}

async fn run(shared: Arc<Shared>, mut socket: WebSocket) {
    let (to, mut frames) = mpsc::unbounded_channel();
    let number = shared.with(|world| world.gateway.open(to));
    let manner = shared.world().gateway.manner;
    let interval = match manner {
        Manner::Hasty => 0,
        _ => u64::try_from(shared.setup.heartbeat.as_millis()).unwrap(),
    };
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": interval }, "s": null, "t": null });
    let mut alive =
        matches!(manner, Manner::Closing(_)) || socket.send(Message::Text(text(&hello).into())).await.is_ok();
    if let Manner::Closing(code) | Manner::HelloAndClosing(code) = manner {
        shared.with(|world| world.gateway.tell(number, Frame::Close(code)));
    }
    while alive {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => {
                    let frame = serde_json::from_str(&text).unwrap_or(Value::Null);
                    shared.with(|world| hear(world, &shared, number, &frame));
                }
                // Whoever says goodbye is answered on the way to the end of the stream.
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Close(_))) => {}
                Some(Err(_)) | None => alive = false,
            },
            frame = frames.recv() => match frame {
                Some(Frame::Send(frame)) => alive = socket.send(Message::Text(text(&frame).into())).await.is_ok(),
                Some(Frame::Close(code)) => {
                    let close = CloseFrame { code, reason: "".into() };
                    alive = socket.send(Message::Close(Some(close))).await.is_ok();
                }
                Some(Frame::Drop) | None => alive = false,
            },
        }
    }
    drop(socket);
    shared.with(|world| world.gateway.sockets.retain(|socket| socket.number != number));
}

/// A frame with its fields in the order that Discord has them in.
fn text(frame: &Value) -> String {
    format!(r#"{{"t":{},"s":{},"op":{},"d":{}}}"#, frame["t"], frame["s"], frame["op"], frame["d"])
}

/// What a client says.
fn hear(world: &mut World, shared: &Shared, number_: u64, frame: &Value) {
    let data = &frame["d"];
    let token = data["token"].as_str().map(|token| token.trim_start_matches("Bot "));
    match frame["op"].as_u64() {
        Some(1) => {
            world.gateway.heartbeats += 1;
            if world.gateway.manner == Manner::Deaf {
                return;
            }
            world.gateway.tell(number_, Frame::Send(json!({ "op": 11, "d": null, "s": null, "t": null })));
        }
        Some(2 | 6) if token != Some(TOKEN) => world.gateway.tell(number_, Frame::Close(4004)),
        Some(2) => identify(world, shared, number_, data),
        Some(6) => resume(world, number_, data),
        Some(3 | 4 | 8) => {}
        op => {
            world.faults.push(format!("the gateway heard op {op:?}"));
            world.gateway.tell(number_, Frame::Close(4001));
        }
    }
}

fn identify(world: &mut World, shared: &Shared, socket: u64, data: &Value) {
    world.gateway.identifies += 1;
    if let Manner::Refusing(code) = world.gateway.manner {
        let invalid = json!({ "op": 9, "d": false, "s": null, "t": null });
        return world.gateway.tell(socket, code.map_or(Frame::Send(invalid), Frame::Close));
    }
    let (shard, shards) = match data["shard"].as_array().map(Vec::as_slice) {
        Some([shard, shards]) => (number(shard).unwrap_or(0), number(shards).unwrap_or(0)),
        _ => (0, 1),
    };
    let intents = number(&data["intents"]).unwrap_or(0);
    if shard >= shards {
        return world.gateway.tell(socket, Frame::Close(4010));
    }
    if intents & PRIVILEGED != 0 {
        world.faults.push(format!("privileged intents: {intents}"));
        return world.gateway.tell(socket, Frame::Close(4014));
    }
    let id = format!("session{}", world.new_id());
    let session = Session { id: id.clone(), shard, shards, intents, sent: vec![] };
    world.gateway.sessions.push(session);
    world.gateway.attach(socket, &id);
    let here = |guild: &&Guild| guild.present && (guild.id >> 22) % shards == shard;
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .filter(here)
        .map(|guild| json!({ "id": guild.id.to_string(), "unavailable": true }))
        .collect();
    let ready = json!({ "v": 10, "user": World::bot(), "guilds": guilds, "session_id": id, "shard": [shard, shards],
        "resume_gateway_url": format!("ws://{}/gw", shared.address), "private_channels": [], "relationships": [],
        "application": { "id": APPLICATION.to_string(), "flags": 0 } });
    world.gateway.dispatch(&id, "READY", ready);
    if world.gateway.manner == Manner::Fickle {
        world.gateway.invalidate(Some(shard), false);
    }
    if intents & GUILDS != 0 {
        let created: Vec<Value> =
            world.guilds.values().filter(here).map(|it| guild_create(world, it)).collect();
        for guild in created {
            world.gateway.dispatch(&id, "GUILD_CREATE", guild);
        }
    }
}

/// Replays what was missed, or says that the session is no more.
fn resume(world: &mut World, socket: u64, data: &Value) {
    world.gateway.resumes += 1;
    let (id, seq) = (data["session_id"].as_str().unwrap_or_default(), number(&data["seq"]).unwrap_or(0));
    let Some(session) = world.gateway.sessions.iter().find(|session| session.id == id) else {
        return world.gateway.tell(socket, Frame::Send(json!({ "op": 9, "d": false, "s": null, "t": null })));
    };
    let missed: Vec<Value> = session.sent.iter().skip(usize::try_from(seq).unwrap()).cloned().collect();
    let id = id.to_owned();
    world.gateway.attach(socket, &id);
    for frame in missed {
        world.gateway.tell(socket, Frame::Send(frame));
    }
    world.gateway.dispatch(&id, "RESUMED", json!({ "_trace": [] }));
}

impl Gateway {
    fn open(&mut self, to: UnboundedSender<Frame>) -> u64 {
        self.opened += 1;
        self.sockets.push(Socket { number: self.opened, to, session: None });
        self.opened
    }

    fn tell(&self, socket: u64, frame: Frame) {
        if let Some(socket) = self.sockets.iter().find(|it| it.number == socket) {
            // A socket that has just closed hears nothing: its session is resumed or forgotten.
            let _ = socket.to.send(frame);
        }
    }

    /// Gives a session to a socket, which takes it from any other.
    fn attach(&mut self, socket: u64, session: &str) {
        for other in &mut self.sockets {
            if other.session.as_deref() == Some(session) {
                other.session = None;
            }
            if other.number == socket {
                other.session = Some(session.to_owned());
            }
        }
    }

    /// Sends an event in a session, now or when it is resumed.
    fn dispatch(&mut self, session: &str, event: &str, data: Value) {
        let Some(found) = self.sessions.iter_mut().find(|it| it.id == session) else { return };
        let frame = json!({ "op": 0, "s": found.sent.len() + 1, "t": event, "d": data });
        found.sent.push(frame.clone());
        if let Some(socket) = self.sockets.iter().find(|it| it.session.as_deref() == Some(session)) {
            let _ = socket.to.send(Frame::Send(frame));
        }
    }

    /// Sends an event to the newest session that is responsible for a guild, or for conversations.
    pub(super) fn dispatch_for(&mut self, guild: Option<u64>, event: &str, data: Value) {
        let fits = |session: &&Session| match guild {
            Some(guild) => (guild >> 22) % session.shards == session.shard,
            None => session.shard == 0,
        };
        match self.sessions.iter().rev().find(fits).map(|session| session.id.clone()) {
            Some(session) => self.dispatch(&session, event, data),
            None => self.lost += 1,
        }
    }

    pub(super) fn wants_guilds(&self, guild: u64) -> bool {
        let fits = |session: &&Session| (guild >> 22) % session.shards == session.shard;
        self.sessions.iter().rev().find(fits).is_some_and(|session| session.intents & GUILDS != 0)
    }

    /// The shards that have a socket with a session.
    pub fn ready_shards(&self) -> Vec<u64> {
        let of = |socket: &Socket| self.sessions.iter().find(|it| Some(&it.id) == socket.session.as_ref());
        self.sockets.iter().filter_map(of).map(|session| session.shard).collect()
    }

    fn each(&self, shard: Option<u64>) -> Vec<u64> {
        let shard_of = |socket: &Socket| {
            self.sessions
                .iter()
                .find(|it| Some(&it.id) == socket.session.as_ref())
                .map(|session| session.shard)
        };
        let chosen = self.sockets.iter().filter(|socket| shard.is_none() || shard_of(socket) == shard);
        chosen.map(|socket| socket.number).collect()
    }

    /// Breaks the line of a shard, or of all.
    pub fn drop_line(&mut self, shard: Option<u64>) {
        for socket in self.each(shard) {
            self.tell(socket, Frame::Drop);
            self.sockets.retain(|it| it.number != socket);
        }
    }

    /// Closes the socket of a shard, or of all, with a code.
    pub fn close(&mut self, shard: Option<u64>, code: u16) {
        self.each(shard).into_iter().for_each(|socket| self.tell(socket, Frame::Close(code)));
    }

    /// Says that the session is invalid; one that may not be resumed is forgotten.
    pub fn invalidate(&mut self, shard: Option<u64>, resumable: bool) {
        for socket in self.each(shard) {
            self.tell(socket, Frame::Send(json!({ "op": 9, "d": resumable, "s": null, "t": null })));
            let session =
                self.sockets.iter().find(|it| it.number == socket).and_then(|it| it.session.clone());
            if !resumable {
                self.sessions.retain(|it| Some(&it.id) != session.as_ref());
            }
        }
    }

    /// Asks to connect again and resume.
    pub fn ask_reconnect(&self, shard: Option<u64>) {
        let frame = || Frame::Send(json!({ "op": 7, "d": null, "s": null, "t": null }));
        self.each(shard).into_iter().for_each(|socket| self.tell(socket, frame()));
    }

    /// Asks for a heartbeat at once.
    pub fn ask_heartbeat(&self, shard: Option<u64>) {
        let frame = || Frame::Send(json!({ "op": 1, "d": null, "s": null, "t": null }));
        self.each(shard).into_iter().for_each(|socket| self.tell(socket, frame()));
    }

    /// Forgets every session: what happens meanwhile is lost, as it is for a process that was killed.
    pub fn forget(&mut self) {
        self.sessions.clear();
    }
}

/// A guild as REST tells of it.
pub fn guild_object(world: &World, guild: &Guild) -> Value {
    let id = guild.id.to_string();
    let role = json!({ "id": id, "name": "@everyone", "color": 0, "icon": null, "unicode_emoji": null,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false, "position": 0, "permissions": "0",
        "managed": false, "mentionable": false, "flags": 0 });
    let owner = world.members.values().find(|member| member.manager).map_or(APPLICATION, |member| member.id);
    json!({ "id": id, "name": guild.name, "icon": null, "splash": null, "discovery_splash": null,
        "owner_id": owner.to_string(), "afk_channel_id": null, "afk_timeout": 300, "verification_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0, "roles": [role], "emojis": [],
        "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
        "rules_channel_id": null, "vanity_url_code": null, "description": null, "banner": null, "premium_tier": 0,
        "preferred_locale": guild.locale, "public_updates_channel_id": null, "nsfw_level": 0, "stickers": [],
        "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "incidents_data": null })
}

/// A guild as GUILD_CREATE tells of it.
pub fn guild_create(world: &World, guild: &Guild) -> Value {
    let own = |it: &&super::world::Channel| it.guild == Some(guild.id) && !it.deleted;
    let of_kind = |text: bool| -> Vec<Value> {
        let chosen = world
            .channels
            .values()
            .filter(own)
            .filter(|it| matches!(it.place, Place::Text | Place::Forum) == text);
        chosen.map(|channel| world.channel(channel)).collect()
    };
    let mut object = guild_object(world, guild);
    let more = json!({ "joined_at": "2026-01-01T00:00:00.000000+00:00", "large": false, "unavailable": false,
        "member_count": world.members.len() + 1, "voice_states": [], "members": [], "channels": of_kind(true),
        "threads": of_kind(false), "presences": [], "stage_instances": [], "guild_scheduled_events": [] });
    for (field, value) in more.as_object().into_iter().flatten() {
        object[field] = value.clone();
    }
    object
}
