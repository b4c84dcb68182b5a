//! What a test arranges: who and what there is, and what goes wrong.

use std::collections::BTreeSet;
use std::time::Instant;

use super::delivery::Transport;
use super::gateway::{guild_create, guild_object};
use super::player::Player;
use super::posts::find;
use super::screen::Shown;
use super::storm::{Pace, Route, Storm};
use super::world::{Denied, Exchange, Eyes, Guild, Member, Place, Post, Sight};
use super::{Fake, World};

impl Fake {
    /// A server that the bot is in, of a language such as `ja` or `en-US`.
    pub fn add_guild(&self, name: &str, locale: &str) -> u64 {
        self.with(|world| {
            let id = world.new_id();
            let guild = Guild { id, name: name.to_owned(), locale: locale.to_owned(), present: true };
            world.guilds.insert(id, guild);
            world.tell_of_guild(id);
            id
        })
    }

    /// A text channel of a server.
    pub fn add_channel(&self, guild: u64, name: &str) -> u64 {
        self.with(|world| world.add_channel(Some(guild), name, Place::Text))
    }

    /// A forum of a server.
    pub fn add_forum(&self, guild: u64, name: &str) -> u64 {
        self.with(|world| world.add_channel(Some(guild), name, Place::Forum))
    }

    /// Adds a thread that people made, in a channel.
    pub fn add_thread(&self, guild: u64, channel: u64, name: &str) -> u64 {
        let place = Place::Thread { parent: channel, private: false };
        self.with(|world| world.add_channel(Some(guild), name, place))
    }

    /// A member of every server, who acts in `channel`; their language such as `ja` or `en-US`.
    pub fn add_member(&self, name: &str, locale: &str, channel: u64) -> Player {
        let id = self.with(|world| {
            let id = world.new_id();
            let (name, locale) = (name.to_owned(), locale.to_owned());
            world.members.insert(id, Member { id, name, locale, manager: false, dms_open: true });
            id
        });
        Player::new(self, id, channel)
    }

    /// Changes what is kept of a member: whether they manage the server, whether their conversation is open, their name.
    pub fn change_member(&self, id: u64, change: impl FnOnce(&mut Member)) {
        self.with(|world| change(world.members.get_mut(&id).expect("a member")));
    }

    /// Delivers interactions over the gateway.
    pub fn gateway_transport(&self) {
        self.with(|world| world.transport = Transport::Gateway);
    }

    /// Delivers interactions, signed, to this address; their first answer is the HTTP response.
    pub fn endpoint_transport(&self, url: &str) {
        self.with(|world| world.transport = Transport::Endpoint(url.to_owned()));
    }

    /// Archives a thread.
    pub fn archive(&self, thread: u64) {
        self.change_channel(thread, |channel| channel.archived = true);
    }

    /// Locks a thread.
    pub fn lock(&self, thread: u64) {
        self.change_channel(thread, |channel| channel.locked = true);
    }

    /// Renames a channel or a thread.
    pub fn rename(&self, channel: u64, name: &str) {
        self.change_channel(channel, |channel| channel.name = name.to_owned());
    }

    /// Deletes a channel with its threads, or a thread.
    pub fn delete(&self, channel: u64) {
        self.with(|world| {
            for it in world.channels.values_mut() {
                let below = matches!(it.place, Place::Thread { parent, .. } if parent == channel);
                it.deleted |= it.id == channel || below;
            }
        });
    }

    /// Takes something from the bot in a channel and its threads.
    pub fn forbid(&self, channel: u64, what: Denied) {
        self.change_channel(channel, |channel| channel.denied.extend([what]));
    }

    /// Gives the bot back everything in a channel.
    pub fn permit(&self, channel: u64) {
        self.change_channel(channel, |channel| channel.denied = BTreeSet::new());
    }

    fn change_channel(&self, id: u64, change: impl FnOnce(&mut super::world::Channel)) {
        self.with(|world| change(world.channels.get_mut(&id).expect("a channel")));
    }

    /// Removes the bot from a server. Its commands there are gone.
    pub fn remove_bot(&self, guild: u64) {
        self.with(|world| {
            world.guilds.get_mut(&guild).expect("a guild").present = false;
            world.commands.remove(&Some(guild));
            if world.gateway.wants_guilds(guild) {
                let gone = serde_json::json!({ "id": guild.to_string() });
                world.gateway.dispatch_for(Some(guild), "GUILD_DELETE", gone);
            }
        });
    }

    /// Invites the bot to a server again.
    pub fn invite_bot(&self, guild: u64) {
        self.with(|world| {
            world.guilds.get_mut(&guild).expect("a guild").present = true;
            world.tell_of_guild(guild);
        });
    }

    /// A message by a member, which the bot did not write.
    pub fn add_message(&self, author: u64, channel: u64, text: &str) -> u64 {
        self.with(|world| {
            let id = world.add_post(channel, &serde_json::json!({ "content": text }), &[], None);
            world.posts.get_mut(&id).expect("just made").author = author;
            id
        })
    }

    /// Deletes a message.
    pub fn delete_message(&self, message: u64) {
        self.with(|world| world.posts.get_mut(&message).expect("a message").deleted = true);
    }

    /// Lets every nonce be forgotten, as a few minutes do.
    pub fn forget_nonces(&self) {
        self.with(|world| world.posts.values_mut().for_each(|post| post.nonce = None));
    }

    /// Lets an interaction's token run out.
    pub fn expire(&self, interaction: u64) {
        let of = |exchange: &&mut Exchange| exchange.id == interaction;
        self.with(|world| world.exchanges.iter_mut().filter(of).for_each(|exchange| exchange.expired = true));
    }

    /// Lets a storm blow. The first that strikes a request decides what befalls it.
    pub fn storm(&self, storm: Storm) {
        self.with(|world| world.weather.blow(storm));
    }

    /// Limits the rate of requests for real, each bucket for itself.
    pub fn limit_rate(&self, on: Route, requests: u32, per: std::time::Duration) {
        self.with(|world| world.weather.pace(on, Pace { requests, per }));
    }

    /// Ends storms and limits.
    pub fn calm(&self) {
        self.with(|world| world.weather.calm());
    }

    /// How many requests storms have struck.
    pub fn strikes(&self) -> u32 {
        self.look(|world| world.weather.strikes)
    }

    /// Breaks the gateway's line: of a shard, or of all.
    pub fn drop_gateway(&self, shard: Option<u64>) {
        self.with(|world| world.gateway.drop_line(shard));
    }

    /// Says that a session is invalid, to be resumed or not.
    pub fn invalidate_session(&self, shard: Option<u64>, resumable: bool) {
        self.with(|world| world.gateway.invalidate(shard, resumable));
    }

    /// Asks a shard to connect again.
    pub fn ask_reconnect(&self, shard: Option<u64>) {
        self.look(|world| world.gateway.ask_reconnect(shard));
    }

    /// Asks a shard for a heartbeat.
    pub fn ask_heartbeat(&self, shard: Option<u64>) {
        self.look(|world| world.gateway.ask_heartbeat(shard));
    }

    /// Waits until so many shards are connected and identified.
    pub async fn ready(&self, shards: usize) {
        self.wait("the gateway's sessions", |world| {
            (world.gateway.ready_shards().len() >= shards).then_some(())
        })
        .await;
    }

    /// The messages in a channel that everybody there sees, first to last.
    pub fn messages(&self, channel: u64) -> Vec<Shown> {
        self.look(|world| world.posts_in(channel).map(|post| Shown::of(world, post)).collect())
    }

    /// A message as it is now, if it is still there.
    pub fn message(&self, id: u64) -> Option<Shown> {
        self.look(|world| {
            world.posts.get(&id).filter(|post| !post.deleted).map(|post| Shown::of(world, post))
        })
    }

    /// The threads of a channel that are there, first to last.
    pub fn threads(&self, channel: u64) -> Vec<u64> {
        let below = |place: Place| matches!(place, Place::Thread { parent, .. } if parent == channel);
        self.look(|world| {
            world.channels.values().filter(|it| below(it.place) && !it.deleted).map(|it| it.id).collect()
        })
    }

    /// The pinned messages of a channel, first pinned first.
    pub fn pinned(&self, channel: u64) -> Vec<Shown> {
        self.look(|world| {
            let pins = world.channels[&channel].pins.iter();
            pins.filter_map(|id| find(world, channel, *id).ok()).map(|post| Shown::of(world, post)).collect()
        })
    }

    /// The messages of the conversation with somebody.
    pub fn dms(&self, user: u64) -> Vec<Shown> {
        let channel = self.with(|world| world.dm_with(user));
        self.messages(channel)
    }

    /// The messages that pinged somebody, first to last.
    pub fn pings(&self, user: u64) -> Vec<Shown> {
        let pinged = |post: &&Post| post.pinged.users.contains(&user) || post.pinged.everyone;
        self.look(|world| world.posts.values().filter(pinged).map(|post| Shown::of(world, post)).collect())
    }

    /// Everything that a user has seen or could have.
    pub fn seen_by(&self, user: u64) -> Vec<Sight> {
        self.sights(|eyes| eyes == Eyes::Everyone || eyes == Eyes::Only(user))
    }

    /// Everything that somebody else than this user has seen or could have.
    pub fn seen_by_others(&self, user: u64) -> Vec<Sight> {
        self.sights(|eyes| eyes != Eyes::Only(user))
    }

    fn sights(&self, whose: impl Fn(Eyes) -> bool) -> Vec<Sight> {
        self.look(|world| world.sights.iter().filter(|sight| whose(sight.eyes)).cloned().collect())
    }

    /// The requests so far whose path contains `path`.
    pub fn requests(&self, method: &str, path: &str) -> Vec<super::Request> {
        let fits = |it: &&super::Request| it.method == method && it.path.contains(path);
        self.look(|world| world.requests.iter().filter(fits).cloned().collect())
    }

    /// How long the slowest first answer took.
    pub fn slowest_answer(&self) -> std::time::Duration {
        self.look(|world| world.exchanges.iter().filter_map(|it| it.answered_after).max().unwrap_or_default())
    }

    /// The interactions that have no first answer, by id, with how long they have been waiting.
    pub fn unanswered(&self) -> Vec<(u64, std::time::Duration)> {
        let now = Instant::now();
        let open = |it: &&Exchange| it.callback.is_none();
        let waiting = |it: &Exchange| (it.id, now.duration_since(it.delivered));
        self.look(|world| world.exchanges.iter().filter(open).map(waiting).collect())
    }
}

impl World {
    /// Tells who asked for guilds that the bot is in one.
    fn tell_of_guild(&mut self, guild: u64) {
        if self.gateway.wants_guilds(guild) {
            let created = guild_create(self, &self.guilds[&guild]);
            self.gateway.dispatch_for(Some(guild), "GUILD_CREATE", created);
        }
    }

    /// A server as REST tells of it.
    pub fn guild(&self, id: u64) -> serde_json::Value {
        guild_object(self, &self.guilds[&id])
    }
}
