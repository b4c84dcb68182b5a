//! Discord in memory: channels, messages, pins, nonces; and a script of what goes wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;
use wardroom::door::discord::api::post::{ApiError, ApiResult, Cause, DiscordApi, ForumTags, SentMessage};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::limits::{CONTENT, NONCE, THREAD_NAME};
use wardroom::door::discord::outbound::message::{Card, File, Message, Row};

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub number: usize,
    pub kind: &'static str,
    pub place: Id,
    pub text: String,
    /// Whether it has files.
    pub files: bool,
    /// The bytes of its files.
    pub bytes: usize,
}

/// What becomes of a request.
pub enum Fate {
    /// It is done and answered.
    Done,
    /// It is not done.
    Refused(ApiError),
    /// It is done, and the answer is lost.
    Lost,
    /// It is never answered; whether it is done.
    Stuck(bool),
}

type Script = Box<dyn FnMut(&Request) -> Fate + Send>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub id: Id,
    pub place: Id,
    pub text: String,
    pub pings: Vec<Id>,
    pub rows: Vec<Row>,
    pub files: Vec<File>,
    pub card: Option<Card>,
}

#[derive(Default)]
pub struct World {
    pub messages: Vec<Shown>,
    /// Those that were deleted.
    pub deleted: Vec<Shown>,
    pub pins: Vec<Id>,
    pub threads: BTreeMap<Id, String>,
    pub members: BTreeSet<(Id, Id)>,
    pub gone: BTreeSet<Id>,
    pub archived: BTreeSet<Id>,
    pub closed_dms: BTreeSet<Id>,
    pub requests: Vec<Request>,
    /// Users who have left the server.
    pub left: BTreeSet<Id>,
    /// Whether it takes no cards.
    pub no_cards: bool,
    nonces: BTreeMap<(Id, String), Id>,
    last: u64,
}

/// Shared by everybody who has a clone of it.
#[derive(Clone)]
pub struct Discord {
    world: Arc<Mutex<World>>,
    script: Arc<Mutex<Script>>,
    pub stuck: Arc<Notify>,
}

pub fn later() -> ApiError {
    ApiError::Later { cause: Cause::Unreached, seconds: None, reason: "no connection".to_owned() }
}

/// A card is not taken here.
fn no_card() -> ApiError {
    ApiError::Never("50035 Invalid Form Body".to_owned())
}

/// An answer that was lost: it may have been done.
pub fn lost() -> ApiError {
    ApiError::Later { cause: Cause::Unsure, seconds: None, reason: "no answer in time".to_owned() }
}

/// The channel of direct messages to a user.
pub fn dm_of(user: Id) -> Id {
    Id(900_000 + user.0)
}

impl Discord {
    pub fn new() -> Discord {
        let all_well = Box::new(|_: &Request| Fate::Done);
        Discord {
            world: Arc::new(Mutex::new(World { last: 1000, ..World::default() })),
            script: Arc::new(Mutex::new(all_well)),
            stuck: Arc::new(Notify::new()),
        }
    }

    pub fn script(&self, script: impl FnMut(&Request) -> Fate + Send + 'static) {
        *self.script.lock().unwrap() = Box::new(script);
    }

    pub fn all_well(&self) {
        self.script(|_| Fate::Done);
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// The texts in a place, in order.
    pub fn texts(&self, place: Id) -> Vec<String> {
        let world = self.world();
        world.messages.iter().filter(|m| m.place == place).map(|m| m.text.clone()).collect()
    }

    /// Everything there is to see, with what is pinned.
    pub fn sight(&self) -> (Vec<Shown>, Vec<Id>, BTreeMap<Id, String>) {
        let world = self.world();
        (world.messages.clone(), world.pins.clone(), world.threads.clone())
    }

    async fn request<T>(
        &self,
        kind: &'static str,
        place: Id,
        (text, files): (&str, &[File]),
        act: impl FnOnce(&mut World) -> ApiResult<T>,
    ) -> ApiResult<T> {
        let request = {
            let mut world = self.world();
            let number = world.requests.len();
            let bytes = files.iter().map(|file| file.bytes.len()).sum();
            let (text, files) = (text.to_owned(), !files.is_empty());
            let request = Request { number, kind, place, text, files, bytes };
            world.requests.push(request.clone());
            request
        };
        let fate = (self.script.lock().unwrap())(&request);
        match fate {
            Fate::Done => act(&mut self.world()),
            Fate::Refused(trouble) => Err(trouble),
            Fate::Lost => act(&mut self.world()).and(Err(lost())),
            Fate::Stuck(done) => {
                if done {
                    drop(act(&mut self.world()));
                }
                self.stuck.notify_one();
                std::future::pending().await
            }
        }
    }
}

impl World {
    /// Discord knows a nonce for some minutes only.
    pub fn forget_nonces(&mut self) {
        self.nonces.clear();
    }

    /// It knows this one no longer.
    pub fn forget_nonce(&mut self, place: Id, nonce: &str) {
        self.nonces.remove(&(place, nonce.to_owned()));
    }

    fn check(&self, place: Id) -> ApiResult<()> {
        if self.gone.contains(&place) { Err(ApiError::Gone) } else { Ok(()) }
    }

    fn shown(&mut self, place: Id, message: Id) -> ApiResult<&mut Shown> {
        self.check(place).map_err(|_| ApiError::NoMessage)?;
        if self.archived.contains(&place) {
            return Err(ApiError::Archived);
        }
        // A thread that is gone leaves the message that it hung on, which has its id.
        let gone = self.gone.contains(&message) && !self.threads.contains_key(&message);
        let found = self.messages.iter_mut().find(|m| m.id == message && m.place == place);
        found.filter(|_| !gone).ok_or(ApiError::NoMessage)
    }
}

impl DiscordApi for Discord {
    async fn open_thread(&self, channel: Id, message: Id, name: &str) -> ApiResult<Id> {
        let open = |world: &mut World| {
            world.shown(channel, message)?;
            world.threads.entry(message).or_insert_with(|| name.to_owned());
            Ok(message)
        };
        self.request("thread", channel, (name, &[]), open).await
    }

    async fn add_member(&self, thread: Id, user: Id) -> ApiResult<()> {
        let add = |world: &mut World| {
            world.check(thread)?;
            world.members.insert((thread, user));
            Ok(())
        };
        self.request("member", thread, ("", &[]), add).await
    }

    /// Nobody sees it asked.
    async fn is_member(&self, _: Id, user: Id) -> ApiResult<bool> {
        Ok(!self.world().left.contains(&user))
    }

    async fn unarchive(&self, thread: Id) -> ApiResult<()> {
        self.request("unarchive", thread, ("", &[]), |world| {
            world.archived.remove(&thread);
            Ok(())
        })
        .await
    }

    async fn rename(&self, thread: Id, name: &str) -> ApiResult<()> {
        assert!((1..=THREAD_NAME).contains(&name.chars().count()), "{name}");
        self.request("rename", thread, (name, &[]), |world| {
            world.check(thread)?;
            if world.archived.contains(&thread) {
                return Err(ApiError::Archived);
            }
            world.threads.insert(thread, name.to_owned());
            Ok(())
        })
        .await
    }

    async fn tag(&self, forum: Id, post: Id, tags: &ForumTags) -> ApiResult<()> {
        let text = format!("{forum}: {}", tags.wanted.join(", "));
        self.request("tag", post, (&text, &[]), |world| world.check(post)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<SentMessage> {
        assert!((1..=NONCE).contains(&nonce.len()), "{nonce}");
        assert!((1..=CONTENT).contains(&message.text.chars().count()), "{}", message.text);
        let send = |world: &mut World| {
            world.check(channel)?;
            if world.closed_dms.iter().any(|user| dm_of(*user) == channel) {
                return Err(ApiError::ClosedDm);
            }
            world.archived.remove(&channel);
            if let Some(first) = world.nonces.get(&(channel, nonce.to_owned())).copied() {
                let there = world.messages.iter().find(|it| it.id == first);
                return Ok(SentMessage { id: first, card: there.is_some_and(|it| it.card.is_some()) });
            }
            if world.no_cards && message.card.is_some() {
                return Err(no_card());
            }
            world.last += 1;
            let id = Id(world.last);
            world.nonces.insert((channel, nonce.to_owned()), id);
            let Message { text, rows, pings, files, card, .. } = message.clone();
            let sent = SentMessage { id, card: card.is_some() };
            world.messages.push(Shown { id, place: channel, text, pings, rows, files, card });
            Ok(sent)
        };
        self.request("send", channel, (&message.text, &message.files), send).await
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> ApiResult<()> {
        let edit = |world: &mut World| {
            let no_cards = world.no_cards;
            let shown = world.shown(channel, message)?;
            // A card cannot go back, and shows a picture that it has.
            let kept = to.card.iter().filter_map(|card| card.shown.as_ref()).filter(|_| to.files.is_empty());
            let has = |name: &str| shown.files.iter().any(|file| file.name == name);
            if shown.card.is_some() != to.card.is_some()
                || shown.card.is_some() && no_cards
                || !kept.map(|kept| kept.name.as_str()).all(has)
            {
                return Err(no_card());
            }
            shown.card.clone_from(&to.card);
            shown.text.clone_from(&to.text);
            shown.rows.clone_from(&to.rows);
            if !to.files.is_empty() {
                shown.files.clone_from(&to.files);
            }
            Ok(())
        };
        self.request("edit", channel, (&to.text, &to.files), edit).await
    }

    async fn delete(&self, channel: Id, message: Id) -> ApiResult<()> {
        let delete = |world: &mut World| {
            let shown = world.shown(channel, message)?.clone();
            world.messages.retain(|it| it.id != message);
            world.deleted.push(shown);
            Ok(())
        };
        self.request("delete", channel, ("", &[]), delete).await
    }

    async fn pin(&self, channel: Id, message: Id) -> ApiResult<()> {
        let pin = |world: &mut World| {
            world.shown(channel, message)?;
            if !world.pins.contains(&message) {
                world.pins.push(message);
            }
            Ok(())
        };
        self.request("pin", channel, ("", &[]), pin).await
    }

    async fn open_dm(&self, user: Id) -> ApiResult<Id> {
        self.request("dm", user, ("", &[]), |_| Ok(dm_of(user))).await
    }
}
