//! Interactions on their way: by the gateway, or signed to an endpoint.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::HeaderMap;
use ed25519_dalek::Signer;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use wardroom::table::Platform as _;

use super::body::Body;
use super::screen::{Answered, Shown, answered};
use super::wire::Request;
use super::world::{Exchange, World};
use super::{Fake, PATIENCE, Shared, callbacks};

/// How long a further page of an answer is waited for where nobody says how many there are, and where it may be lost.
const A_WHILE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// The way interactions take.
#[derive(Clone, Debug)]
pub enum Transport {
    Gateway,
    /// The address they are posted to.
    Endpoint(String),
}

/// A change of what is sent.
type Disguise = Arc<dyn Fn(&mut Value) + Send + Sync>;

/// An interaction that was not delivered yet.
#[derive(Clone)]
pub struct Prepared {
    pub(super) fake: Fake,
    pub(super) payload: Value,
    /// What is done to the copy that is sent.
    pub(super) disguise: Option<Disguise>,
    /// The message whose component is used.
    pub(super) source: Option<u64>,
}

/// An interaction that was delivered.
pub struct Pending {
    fake: Fake,
    at: usize,
}

impl Fake {
    /// A timestamp and the signature of a body: what an endpoint checks.
    pub fn sign(&self, body: &str) -> (String, String) {
        let now = self.shared.clock.now().timestamp().to_string();
        let signature = self.shared.key.sign([now.as_bytes(), body.as_bytes()].concat().as_slice());
        (now, hex::encode(signature.to_bytes()))
    }

    /// What Discord asks an endpoint first; its answer's status and body.
    pub async fn ping_endpoint(&self, url: &str) -> (u16, Value) {
        let ping = json!({ "id": "1", "application_id": super::APPLICATION.to_string(), "type": 1, "token": "ping",
            "version": 1 });
        let answer = self.signed(url, ping.to_string()).send().await.expect("the endpoint answers");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    fn signed(&self, url: &str, body: String) -> RequestBuilder {
        let (timestamp, signature) = self.sign(&body);
        let post = self.server.client.post(url).header("X-Signature-Ed25519", signature);
        let post = post.header("X-Signature-Timestamp", timestamp).header("Content-Type", "application/json");
        post.header("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)").body(body)
    }
}

/// Posts an interaction; the response is its first answer, unless it is 202.
async fn post(shared: Arc<Shared>, request: RequestBuilder, at: usize) {
    let (status, headers, bytes) = match sent(request).await {
        Ok(answer) => answer,
        Err(why) => {
            return shared.with(|world| world.exchanges[at].failed = Some(format!("the endpoint: {why}")));
        }
    };
    let body = Body::read(&headers, bytes.clone()).await;
    shared.with(|world| {
        if status == 202 {
            return;
        }
        let said = String::from_utf8_lossy(&bytes);
        let failure = match (status, &body.broken) {
            (200, None) => {
                let Exchange { id, token, .. } = &world.exchanges[at];
                let path = format!("/interactions/{id}/{token}/callback");
                world.requests.push(Request::of_endpoint(path, &headers, &body));
                callbacks::callback(world, &shared, at, &body.json, &body.files)
                    .err()
                    .map(|reply| format!("{reply:?}"))
            }
            (200, Some(why)) => Some(format!("the endpoint's answer cannot be read: {why}: {said}")),
            _ => Some(format!("the endpoint answered {status}: {said}")),
        };
        world.exchanges[at].failed = failure;
    });
}

async fn sent(request: RequestBuilder) -> Result<(u16, HeaderMap, Bytes), reqwest::Error> {
    let answer = request.send().await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Ok((status, headers, answer.bytes().await?))
}

impl Prepared {
    /// The interaction's id.
    pub fn id(&self) -> u64 {
        self.payload["id"].as_str().and_then(|id| id.parse().ok()).expect("an id")
    }

    /// What is sent, but for the token.
    pub fn payload(&self) -> &Value {
        &self.payload
    }

    /// Changes what is sent: for payloads that Discord does not send.
    pub fn altered(mut self, change: impl FnOnce(&mut Value)) -> Prepared {
        change(&mut self.payload);
        self
    }

    /// Changes what is sent and not what it is: what comes of it is judged as if nothing had been changed.
    pub fn disguised(mut self, change: impl Fn(&mut Value) + Send + Sync + 'static) -> Prepared {
        self.disguise = Some(Arc::new(change));
        self
    }

    /// Delivers it, with a token of its own each time.
    pub fn deliver(&self) -> Pending {
        let mut payload = self.payload.clone();
        let id = |field: &Value| field.as_str().and_then(|id| id.parse::<u64>().ok());
        let user = id(&payload["member"]["user"]["id"]).or_else(|| id(&payload["user"]["id"])).unwrap_or(0);
        let (kind, guild) = (payload["type"].as_u64().unwrap_or(0), id(&payload["guild_id"]));
        let (at, transport) = self.fake.with(|world| {
            let token = format!("aW50ZXJhY3Rpb24{:x}{:0>120}", world.new_id(), world.exchanges.len());
            payload["token"] = json!(token);
            if let Some(disguise) = &self.disguise {
                disguise(&mut payload);
            }
            world.exchanges.push(Exchange {
                id: self.id(),
                token,
                kind: u8::try_from(kind).unwrap(),
                user,
                channel: id(&self.payload["channel_id"]).unwrap_or(0),
                source: self.source,
                delivered: Instant::now(),
                answered_after: None,
                callback: None,
                original: None,
                said: None,
                followups: vec![],
                of_user: {
                    let owners = &payload["authorizing_integration_owners"];
                    owners.get("1").is_some() && owners.get("0").is_none()
                },
                expired: false,
                failed: None,
            });
            if matches!(world.transport, Transport::Gateway) {
                world.gateway.dispatch_for(guild, "INTERACTION_CREATE", payload.clone());
            }
            (world.exchanges.len() - 1, world.transport.clone())
        });
        if let Transport::Endpoint(url) = transport {
            let runtime = self.fake.server.runtime.as_ref().expect("it runs");
            runtime.spawn(post(self.fake.shared.clone(), self.fake.signed(&url, payload.to_string()), at));
        }
        Pending { fake: self.fake.clone(), at }
    }

    /// Delivers it and waits for the answer.
    pub async fn answer(&self) -> Answered {
        self.deliver().answer().await
    }

    /// Delivers it and waits for the answer and for what follows it.
    pub async fn whole(&self) -> Answered {
        self.deliver().whole().await
    }

    /// Delivers it, waits for the answer, and delivers it once more.
    pub async fn twice(&self) -> (Answered, Answered) {
        (self.answer().await, self.answer().await)
    }
}

impl Pending {
    /// Where its exchange stands among all.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Waits for the whole answer; fails the test when there is none.
    pub async fn answer(&self) -> Answered {
        let (answer, failed) = (self.try_answer(PATIENCE).await, self.failed());
        answer.unwrap_or_else(|| panic!("no answer to interaction {}: {failed:?}", self.id()))
    }

    /// Waits for the answer, then for follow-ups until one has components or all have come that the bot's handler spoke of.
    /// Of a bot in another process they may be missing on a slow machine: good for what a player goes on with, not for
    /// what must hold.
    pub async fn whole(&self) -> Answered {
        let mut answer = self.answer().await;
        let whole = |it: &Answered| {
            let shown = it.message.iter().chain(&it.followups);
            it.modal.is_some() || shown.flat_map(Shown::parts).next().is_some()
        };
        let pages = self.fake.look(|world| world.pages.get(&world.exchanges[self.at].id).copied());
        let [unknown, lost] = A_WHILE;
        while !whole(&answer) && pages.is_none_or(|pages| answer.followups.len() + 1 < pages) {
            let (at, so_far) = (self.at, answer.followups.len());
            let more = |world: &World| answered(world, at).filter(|it| it.followups.len() > so_far);
            let bound = if pages.is_some() { lost } else { unknown };
            if self.fake.wait_for(bound, more).await.is_none() {
                break;
            }
            answer = answer.now();
        }
        answer
    }

    /// Waits for the whole answer, `bound` at most and not after it has failed.
    pub async fn try_answer(&self, bound: Duration) -> Option<Answered> {
        let at = self.at;
        let found = self.fake.wait_for(bound, |world| match answered(world, at) {
            Some(answer) => Some(Some(answer)),
            None => world.exchanges[at].failed.is_some().then_some(None),
        });
        let mut answer = found.await.flatten()?;
        answer.fake = Some(self.fake.clone());
        Some(answer)
    }

    /// Waits for the first answer, be it only that the bot is thinking.
    pub async fn acknowledged(&self) {
        let at = self.at;
        self.fake.wait("a first answer", |world| world.exchanges[at].callback.as_ref().map(|_| ())).await;
    }

    /// Why its answer was none.
    pub fn failed(&self) -> Option<String> {
        self.fake.look(|world| world.exchanges[self.at].failed.clone())
    }

    /// The interaction's id.
    pub fn id(&self) -> u64 {
        self.fake.look(|world| world.exchanges[self.at].id)
    }
}
