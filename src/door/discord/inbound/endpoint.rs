//! The way in over the interactions endpoint: requests that Discord sends and signs, answered by their responses.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use serenity::futures::Stream;
use serenity::interactions_endpoint::Verifier;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::answering::{FollowUp, InteractionReply, Responder};
use super::decode::{self, Decoded};
use crate::door::discord::limits::{FIRST_ANSWER, TOKEN_LIVES};
use crate::door::discord::raw::Fields;
use crate::observe;
use crate::receipt::{MAX_MESSAGE_BYTES, SenderProof, SignedRequest};

/// Discord's signature of a request.
struct SignedBy {
    signature: String,
    timestamp: String,
}

impl SignedBy {
    /// The proof of who sent the request with this body; `None` for one that is too long for a receipt.
    fn of(self, body: &str) -> Option<Arc<SenderProof>> {
        let SignedBy { signature, timestamp } = self;
        let request = SignedRequest { body: body.to_owned(), signature, timestamp };
        (body.len() <= MAX_MESSAGE_BYTES).then(|| Arc::new(SenderProof::Discord(request)))
    }
}

/// The path that Discord sends its requests to.
pub const PATH: &str = "/interactions";
/// Most bytes of a request. Discord sends some kilobytes; a modal holds five texts of 4,000 characters, a clicked
/// message ten times as much at most.
pub const BODY_BYTES: usize = 512 * 1024;

/// The answer to a PING: <https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint>.
const PONG: &str = r#"{"type":1}"#;

/// The way in over the interactions endpoint.
pub struct Endpoint {
    /// The responder to the calls.
    pub responder: Arc<Responder>,
    /// Checks signatures.
    pub verifier: Verifier,
    /// Now, in seconds since 1970.
    pub now: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl Endpoint {
    /// The route that Discord sends its requests to.
    pub fn routes(self) -> Router {
        Router::new().route(PATH, post(interaction)).with_state(Arc::new(self))
    }

    /// The proof that Discord signed the request; `None` if it did not. A request older than its answer could be is refused even with a valid
    /// signature: somebody else may be replaying it. (A quicker replay gets the first answer again and does nothing.)
    fn proof(&self, headers: &HeaderMap, body: &[u8]) -> Option<SignedBy> {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let (signature, timestamp) = (header("x-signature-ed25519")?, header("x-signature-timestamp")?);
        // The signature covers the time too, so the time below is Discord's.
        self.verifier.verify(signature, timestamp, body).ok()?;
        let off = timestamp.parse::<i64>().ok().map(|at| at.abs_diff((self.now)()));
        let timely = off.is_some_and(|off| off <= TOKEN_LIVES.as_secs());
        if !timely {
            tracing::warn!(
                off_seconds = off,
                "a request out of time was refused; is this machine's clock right?"
            );
        }
        timely.then(|| SignedBy { signature: signature.to_owned(), timestamp: timestamp.to_owned() })
    }
}

async fn interaction(State(endpoint): State<Arc<Endpoint>>, headers: HeaderMap, body: Body) -> Response {
    if endpoint.responder.is_stopped() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    // Discord itself sends a few kilobytes at once; whoever takes longer than its patience is somebody else.
    let body = match timeout(FIRST_ANSWER, to_bytes(body, BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return refused("too-large", StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => return refused("too-slow", StatusCode::REQUEST_TIMEOUT),
    };
    let Some(signed) = endpoint.proof(&headers, &body) else {
        return refused("signature", StatusCode::UNAUTHORIZED);
    };
    let text = std::str::from_utf8(&body).ok();
    let Some((text, fields)) = text.and_then(|text| Some((text, Fields::of(text)?))) else {
        tracing::warn!("a signed request that is no interaction");
        return refused("unreadable", StatusCode::BAD_REQUEST);
    };
    match decode::decode(&fields) {
        Decoded::Ping => json_of(PONG.len(), Body::from(PONG)),
        Decoded::Interaction(mut came) => {
            came.call.proof = signed.of(text);
            replied(endpoint.responder.reply(*came).await)
        }
        Decoded::Unsupported(strange) => first(&endpoint.responder.reply_to_strange(&strange)),
        Decoded::Unanswerable(field) => {
            tracing::warn!(%field, "an interaction that cannot be answered");
            refused("unreadable", StatusCode::BAD_REQUEST)
        }
    }
}

fn refused(reason: &'static str, status: StatusCode) -> Response {
    observe::refused(reason);
    status.into_response()
}

fn replied(reply: InteractionReply) -> Response {
    // `instead` has no use here: a response gets no answer that could refuse it.
    match reply.rest {
        None => first(&reply.first),
        Some(rest) => first_before(&reply.first, rest),
    }
}

fn first(response: &Value) -> Response {
    let json = response.to_string();
    json_of(json.len(), Body::from(json))
}

/// A response whose follow-up starts once it is on its way: before that, Discord does not know the interaction's answer.
fn first_before(response: &Value, rest: FollowUp) -> Response {
    let json = response.to_string();
    let (written, on_its_way) = oneshot::channel::<()>();
    tokio::spawn(async move {
        // The other end is dropped with the body, when that is written; nothing is ever sent over it.
        let _ = on_its_way.await;
        rest.send().await;
    });
    let length = json.len();
    json_of(length, Body::from_stream(NotifyingBody { json: Some(json.into()), _written: written }))
}

fn json_of(length: usize, body: Body) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_LENGTH, length.to_string())];
    (headers, body).into_response()
}

/// A body in one piece that signals when it was sent.
struct NotifyingBody {
    json: Option<Bytes>,
    _written: oneshot::Sender<()>,
}

impl Stream for NotifyingBody {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.json.take().map(Ok))
    }
}
