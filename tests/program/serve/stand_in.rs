//! Something that answers like Discord's REST API and gateway, as far as these tests need it, and keeps what it was sent.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

pub const APPLICATION: &str = "1111111111111111111";
/// Longer than anything here takes on the slowest machine.
pub const BOUND: Duration = Duration::from_secs(60);

/// A request.
#[derive(Clone, Debug)]
pub struct Sent {
    pub method: String,
    pub path: String,
    pub json: Value,
    /// The body as it came, where it is not JSON.
    pub raw: String,
    pub authorization: String,
}

impl Sent {
    /// Whether it answers an interaction or follows such an answer.
    pub fn is_answer(&self) -> bool {
        self.path.contains("/webhooks/") || self.path.contains("/callback")
    }

    /// `PATCH @original`, `POST`, `callback`.
    pub fn short(&self) -> String {
        let tail = self.path.rsplit('/').next().unwrap();
        match tail {
            "callback" => "callback".to_owned(),
            "@original" => format!("{} @original", self.method),
            _ => self.method.clone(),
        }
    }

    pub fn text(&self) -> &str {
        self.json["content"].as_str().unwrap_or_default()
    }
}

/// A failure to come: the end of the path, the status, the body.
type Failure = (&'static str, u16, Value);

#[derive(Default)]
struct Kept {
    sent: Mutex<Vec<Sent>>,
    arrived: Notify,
    failures: Mutex<VecDeque<Failure>>,
    events: Mutex<Option<mpsc::UnboundedSender<Value>>>,
    address: Mutex<String>,
    identified: Mutex<Vec<Value>>,
}

#[derive(Clone)]
pub struct StandIn(Arc<Kept>);

impl StandIn {
    pub async fn start() -> StandIn {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stand_in = StandIn(Arc::default());
        *stand_in.0.address.lock().unwrap() = listener.local_addr().unwrap().to_string();
        let routes = Router::new().route("/gw/", any(gateway)).route("/gw", any(gateway)).fallback(rest);
        let routes = routes.with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        stand_in
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.0.address.lock().unwrap())
    }

    /// The next request whose path ends so fails.
    pub fn fail(&self, path_end: &'static str, status: u16, body: Value) {
        self.0.failures.lock().unwrap().push_back((path_end, status, body));
    }

    pub fn sent(&self) -> Vec<Sent> {
        self.0.sent.lock().unwrap().clone()
    }

    pub fn answers(&self) -> Vec<Sent> {
        self.sent().into_iter().filter(Sent::is_answer).collect()
    }

    /// Waits until what answers interactions is so.
    pub async fn until(&self, what: impl Fn(&[Sent]) -> bool) -> Vec<Sent> {
        let waiting = async {
            loop {
                let arrived = self.0.arrived.notified();
                let answers = self.answers();
                if what(&answers) {
                    return answers;
                }
                tokio::select! { () = arrived => {}, () = tokio::time::sleep(Duration::from_millis(50)) => {} }
            }
        };
        match tokio::time::timeout(BOUND, waiting).await {
            Ok(answers) => answers,
            Err(_) => panic!("it never came to that: {:#?}", self.answers()),
        }
    }

    pub async fn until_count(&self, count: usize) -> Vec<Sent> {
        self.until(|answers| answers.len() >= count).await
    }

    /// Sends an event over the gateway, when there is a connection.
    pub async fn dispatch(&self, name: &str, data: Value) {
        let event = json!({ "t": name, "d": data });
        let waiting = async {
            loop {
                if let Some(events) = &*self.0.events.lock().unwrap() {
                    events.send(event.clone()).unwrap();
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(BOUND, waiting).await.expect("nobody came to the gateway");
    }

    pub fn identified(&self) -> Vec<Value> {
        self.0.identified.lock().unwrap().clone()
    }
}

async fn rest(
    State(stand_in): State<StandIn>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().to_owned();
    let header =
        |name| headers.get(name).and_then(|v: &axum::http::HeaderValue| v.to_str().ok()).unwrap_or("");
    let sent = Sent {
        method: method.to_string(),
        path: path.clone(),
        json: serde_json::from_slice(&body).unwrap_or_default(),
        raw: String::from_utf8_lossy(&body).into_owned(),
        authorization: header("authorization").to_owned(),
    };
    stand_in.0.sent.lock().unwrap().push(sent.clone());
    stand_in.0.arrived.notify_waiters();
    let failure = {
        let mut failures = stand_in.0.failures.lock().unwrap();
        let at = failures.iter().position(|(end, ..)| path.ends_with(end));
        at.and_then(|at| failures.remove(at))
    };
    if let Some((_, status, body)) = failure {
        return (StatusCode::from_u16(status).unwrap(), Json(body)).into_response();
    }
    let address = stand_in.0.address.lock().unwrap().clone();
    match path.strip_prefix("/api/v10").unwrap_or(&path) {
        "/oauth2/applications/@me" => Json(json!({
            "id": APPLICATION, "name": "Wardroom", "icon": null, "description": "", "bot_public": true,
            "bot_require_code_grant": false, "verify_key": "00"
        }))
        .into_response(),
        "/gateway/bot" => Json(json!({
            "url": format!("ws://{address}/gw"), "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1 }
        }))
        .into_response(),
        path if path.ends_with("/callback") => StatusCode::NO_CONTENT.into_response(),
        path if path.starts_with("/webhooks/") => Json(json!({
            "id": "5", "channel_id": "6", "author": { "id": APPLICATION, "username": "bot", "discriminator": "0", "avatar": null },
            "content": sent.text(), "timestamp": "2026-11-21T00:00:00Z", "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
            "pinned": false, "type": 0
        }))
        .into_response(),
        _ => (StatusCode::NOT_FOUND, Json(json!({ "code": 0, "message": "404: Not Found" }))).into_response(),
    }
}

async fn gateway(State(stand_in): State<StandIn>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| run_gateway(stand_in, socket))
}

async fn run_gateway(stand_in: StandIn, mut socket: WebSocket) {
    // In the order that Discord has the fields in.
    let text = |it: Value| {
        let frame = format!(r#"{{"t":{},"s":{},"op":{},"d":{}}}"#, it["t"], it["s"], it["op"], it["d"]);
        Message::Text(frame.into())
    };
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": 40_000 }, "s": null, "t": null });
    socket.send(text(hello)).await.unwrap();
    let (events, mut to_send) = mpsc::unbounded_channel::<Value>();
    let mut seq = 0;
    loop {
        tokio::select! {
            heard = socket.recv() => {
                let heard = match heard {
                    Some(Ok(Message::Text(heard))) => serde_json::from_str::<Value>(&heard).unwrap(),
                    Some(Err(_)) | None => break,
                    _ => continue,
                };
                match heard["op"].as_u64() {
                    Some(1) => socket.send(text(json!({ "op": 11, "d": null }))).await.unwrap(),
                    Some(2) => {
                        seq += 1;
                        stand_in.0.identified.lock().unwrap().push(heard["d"].clone());
                        let address = stand_in.0.address.lock().unwrap().clone();
                        let user = json!({ "id": APPLICATION, "username": "bot", "discriminator": "0", "avatar": null,
                            "bot": true, "mfa_enabled": false, "flags": 0, "public_flags": 0 });
                        let ready = json!({ "v": 10, "user": user, "guilds": [], "session_id": "s",
                            "resume_gateway_url": format!("ws://{address}/gw"), "shard": heard["d"]["shard"],
                            "application": { "id": APPLICATION, "flags": 0 } });
                        socket.send(text(json!({ "op": 0, "s": seq, "t": "READY", "d": ready }))).await.unwrap();
                        *stand_in.0.events.lock().unwrap() = Some(events.clone());
                    }
                    _ => {}
                }
            }
            Some(event) = to_send.recv() => {
                seq += 1;
                let event = json!({ "op": 0, "s": seq, "t": event["t"], "d": event["d"] });
                socket.send(text(event)).await.unwrap();
            }
        }
    }
}
