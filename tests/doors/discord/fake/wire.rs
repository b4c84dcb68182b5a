//! HTTP: requests come in, are recorded, struck by storms or answered.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request as Incoming, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::Value;

use super::body::{Body, FilePart};
use super::reply::Reply;
use super::storm::{Fate, refusal};
use super::world::World;
use super::{Shared, TOKEN, gateway, routes};

/// Most bytes of a request.
const REQUEST_BYTES: usize = 25 * 1024 * 1024;
/// What the path of every request to Discord begins with.
const API: &str = "/api/v10";

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    /// Without `/api/v10`.
    pub path: String,
    pub query: String,
    pub host: String,
    pub authorization: String,
    pub content_type: String,
    pub user_agent: String,
    pub body: Value,
    pub files: Vec<FilePart>,
    /// The status of the answer; `None` while there is none.
    pub status: Option<u16>,
    /// Whether a storm struck it.
    pub struck: bool,
    /// When it came.
    /// When, by the fake's clock.
    pub at: Duration,
}

pub(super) async fn serve(listener: std::net::TcpListener, shared: Arc<Shared>) {
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    let router = Router::new()
        .route("/gw", any(gateway::connect))
        .route("/gw/", any(gateway::connect))
        .fallback(rest)
        .layer(DefaultBodyLimit::max(REQUEST_BYTES))
        .with_state(shared);
    axum::serve(listener, router).await.unwrap();
}

async fn rest(State(shared): State<Arc<Shared>>, incoming: Incoming) -> Response {
    let (parts, body) = incoming.into_parts();
    let bytes = axum::body::to_bytes(body, REQUEST_BYTES).await.unwrap_or_default();
    let body = Body::read(&parts.headers, bytes).await;
    let path = parts.uri.path();
    let mut request = Request::of(&parts.headers, &body);
    request.at = shared.clock.passed();
    request.method = parts.method.to_string();
    request.path = path.strip_prefix(API).unwrap_or(path).to_owned();
    request.query = parts.uri.query().unwrap_or_default().to_owned();
    let known = path.starts_with(API);
    let own = request.host == shared.address.to_string();

    let (number, fate) = shared.with(|world| {
        if !own {
            world.faults.push(format!("a request to host {:?}: {path}", request.host));
        }
        if !names_the_bot(&request.user_agent) {
            let agent = &request.user_agent;
            world.faults.push(format!("{} {path}: the user agent is {agent:?}", request.method));
        }
        world.requests.push(request.clone());
        let fate = world.weather.fate(&request.method, &request.path);
        (world.requests.len() - 1, fate)
    });
    if let Some(Fate::Slow(while_)) = fate {
        shared.clock.pause(while_).await;
    }
    let reply = shared.with(|world| {
        let reply =
            if known { decide(world, &shared, &request, &body, fate) } else { strange(world, &request) };
        world.requests[number].status = Some(reply.status);
        world.requests[number].struck = fate.is_some();
        world.invalid_requests += usize::from(matches!(reply.status, 401 | 403 | 429));
        reply
    });
    response(reply)
}

impl Request {
    /// What headers and body tell.
    fn of(headers: &HeaderMap, body: &Body) -> Request {
        let text = |name: HeaderName| {
            headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        Request {
            method: String::new(),
            path: String::new(),
            query: String::new(),
            host: text(header::HOST),
            authorization: text(header::AUTHORIZATION),
            content_type: text(header::CONTENT_TYPE),
            user_agent: text(header::USER_AGENT),
            body: body.json.clone(),
            files: body.files.clone(),
            status: None,
            struck: false,
            at: Duration::ZERO,
        }
    }

    /// An endpoint's answer, as if it had been posted to the callback.
    pub(super) fn of_endpoint(path: String, headers: &HeaderMap, body: &Body) -> Request {
        Request { method: "POST".to_owned(), path, status: Some(200), ..Request::of(headers, body) }
    }
}

/// The answer, unless a storm or a full bucket decides it.
fn decide(world: &mut World, shared: &Shared, request: &Request, body: &Body, fate: Option<Fate>) -> Reply {
    if let Some(fate @ (Fate::Fail(_) | Fate::Limit { .. })) = fate {
        return refusal(fate).unwrap_or_else(Reply::nothing);
    }
    let headers = match world.weather.limit(&request.method, &request.path) {
        Ok(headers) => headers,
        Err(full) => return full,
    };
    let mut reply = answer(world, shared, request, body);
    reply.headers.extend(headers);
    match fate {
        Some(fate @ Fate::Lose(_)) => refusal(fate).unwrap_or(reply),
        _ => reply,
    }
}

fn answer(world: &mut World, shared: &Shared, request: &Request, body: &Body) -> Reply {
    let needs_no_token = ["/interactions/", "/webhooks/"].iter().any(|free| request.path.starts_with(free));
    if !needs_no_token && request.authorization != format!("Bot {TOKEN}") {
        return Reply::error(401, 0, "401: Unauthorized");
    }
    if let Some(why) = &body.broken {
        world.faults.push(format!("{} {}: the body cannot be read: {why}", request.method, request.path));
        return Reply::error(400, 50109, "The request body contains invalid JSON.");
    }
    if request.body.to_string().contains(TOKEN) {
        world.faults.push(format!("{} {}: the bot's token is in the body", request.method, request.path));
    }
    match routes::answer(world, shared, request) {
        Some(Ok(reply) | Err(reply)) => reply,
        None => strange(world, request),
    }
}

/// `DiscordBot ($url, $version)`, and whatever follows: <https://discord.com/developers/docs/reference#user-agent>.
fn names_the_bot(agent: &str) -> bool {
    let inner = agent.strip_prefix("DiscordBot (").and_then(|rest| rest.split_once(')'));
    let page = inner.and_then(|(inner, _)| inner.split_once(", "));
    page.is_some_and(|(page, version)| page.starts_with("https://") && version.contains('.'))
}

/// What nobody has thought of fails the test.
fn strange(world: &mut World, request: &Request) -> Reply {
    world.faults.push(format!("unexpected: {} {}", request.method, request.path));
    Reply::error(404, 0, "404: Not Found")
}

fn response(reply: Reply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap();
    let mut response = match reply.body {
        Some(body) => (status, axum::Json(body)).into_response(),
        None => status.into_response(),
    };
    for (name, value) in reply.headers {
        response.headers_mut().insert(name, HeaderValue::from_str(&value).unwrap());
    }
    response
}
