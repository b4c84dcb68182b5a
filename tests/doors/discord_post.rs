//! Requests to Discord as they leave, against a stand-in that answers by a script.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use serenity::http::HttpBuilder;
use wardroom::door::discord::api::post::rest::Rest;
use wardroom::door::discord::api::post::{Lack, Post, Trouble};
use wardroom::door::discord::inbound::call::Id;
use wardroom::door::discord::outbound::message::{File, Message};

/// Status, headers, body.
type Scripted = (u16, Vec<(&'static str, &'static str)>, Value);

#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<VecDeque<Scripted>>>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Script {
    fn answer(&self, status: u16, headers: &[(&'static str, &'static str)], body: Value) {
        self.answers.lock().unwrap().push_back((status, headers.to_vec(), body));
    }

    /// The last request: method, path and body.
    fn last(&self) -> (String, Value) {
        self.asked.lock().unwrap().last().cloned().unwrap()
    }

    fn count(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

async fn take(
    State(script): State<Script>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    assert_eq!(headers["authorization"], "Bot a-token");
    let agent = concat!("DiscordBot (https://wardroom.invalid, ", env!("CARGO_PKG_VERSION"), ") Wardroom");
    assert_eq!(headers["user-agent"], agent);
    let body = serde_json::from_slice(&body).unwrap_or_default();
    script.asked.lock().unwrap().push((format!("{method} {uri}"), body));
    let (status, headers, body) = script.answers.lock().unwrap().pop_front().unwrap();
    let mut response = (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response();
    for (name, text) in headers {
        response.headers_mut().insert(name, text.parse().unwrap());
    }
    response
}

async fn stand_in() -> (Rest, Script) {
    let script = Script::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().fallback(take).with_state(script.clone());
    tokio::spawn(async { axum::serve(listener, app).await });
    let http = HttpBuilder::new("a-token").proxy(url).ratelimiter_disabled(true).build();
    (Rest::new(Arc::new(http)), script)
}

fn message() -> Message {
    Message { text: "<@7> @everyone".to_owned(), pings: vec![Id(7)], ..Message::default() }
}

#[tokio::test]
async fn each_request_is_the_one_that_discord_describes() {
    let (rest, script) = stand_in().await;
    let found = json!({"id": "9007199254740993"});
    script.answer(200, &[], found.clone());
    assert_eq!(rest.send(Id(5), "a-nonce", &message()).await, Ok(Id(9_007_199_254_740_993)));
    let (path, body) = script.last();
    assert_eq!(path, "POST /api/v10/channels/5/messages");
    assert_eq!((&body["nonce"], &body["enforce_nonce"]), (&json!("a-nonce"), &json!(true)));
    assert_eq!(body["allowed_mentions"], json!({"parse": [], "users": ["7"], "roles": []}));
    script.answer(200, &[], found.clone());
    assert_eq!(rest.edit(Id(5), Id(6), &message()).await, Ok(()));
    assert_eq!(script.last().0, "PATCH /api/v10/channels/5/messages/6");
    script.answer(204, &[], Value::Null);
    assert_eq!(rest.pin(Id(5), Id(6)).await, Ok(()));
    assert_eq!(script.last().0, "PUT /api/v10/channels/5/messages/pins/6");
    script.answer(200, &[], found.clone());
    assert_eq!(rest.unarchive(Id(5)).await, Ok(()));
    assert_eq!(script.last(), ("PATCH /api/v10/channels/5".to_owned(), json!({"archived": false})));
    script.answer(200, &[], found);
    assert!(rest.open_dm(Id(7)).await.is_ok());
    assert_eq!(script.last(), ("POST /api/v10/users/@me/channels".to_owned(), json!({"recipient_id": "7"})));
    script.answer(201, &[], json!({"id": "6"}));
    assert_eq!(rest.open_thread(Id(5), Id(6), "a thread").await, Ok(Id(6)));
    let thread = json!({"name": "a thread", "auto_archive_duration": 10_080});
    assert_eq!(script.last(), ("POST /api/v10/channels/5/messages/6/threads".to_owned(), thread));
}

#[tokio::test]
async fn a_thread_that_is_there_already_is_as_good_as_a_new_one() {
    let (rest, script) = stand_in().await;
    script.answer(400, &[], json!({"code": 160_004, "message": "A thread has already been created"}));
    assert_eq!(rest.open_thread(Id(5), Id(6), "a thread").await, Ok(Id(6)));
}

#[tokio::test]
async fn what_discord_refuses_is_told_apart() {
    let (rest, script) = stand_in().await;
    for (status, body, trouble) in [
        (403, json!({"code": 50_013}), Trouble::Forbidden(Lack::Permission)),
        (401, json!({"code": 0, "message": "401: Unauthorized"}), Trouble::Forbidden(Lack::Token)),
        (400, json!({"code": 50_083}), Trouble::Archived),
        (403, json!({"code": 50_007}), Trouble::ClosedDm),
    ] {
        script.answer(status, &[], body);
        assert_eq!(rest.send(Id(5), "a-nonce", &message()).await, Err(trouble));
    }
    script.answer(502, &[], Value::Null);
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(Trouble::Later { seconds: None, .. })));
    script.answer(200, &[], json!("not a message"));
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(Trouble::Later { .. })));
}

#[tokio::test]
async fn a_channel_is_gone_when_a_second_look_finds_the_same() {
    let (rest, script) = stand_in().await;
    let unknown = |code: u64| json!({"code": code, "message": "Unknown"});
    for code in [10_003, 0, 77] {
        script.answer(404, &[], unknown(code));
        script.answer(404, &[], unknown(10_003));
        assert_eq!(rest.send(Id(5), "n", &message()).await, Err(Trouble::Gone), "{code}");
        assert_eq!(script.last().0, "GET /api/v10/channels/5");
        script.answer(404, &[], unknown(code));
        script.answer(404, &[], unknown(10_003));
        assert_eq!(rest.unarchive(Id(5)).await, Err(Trouble::Gone), "{code}");
    }
    for (status, body) in [(200, json!({"id": "5"})), (404, Value::Null), (503, Value::Null)] {
        script.answer(404, &[], unknown(10_003));
        script.answer(status, &[], body);
        let answer = rest.send(Id(5), "n", &message()).await;
        assert!(matches!(answer, Err(Trouble::Later { .. })), "{status}: {answer:?}");
    }
    script.answer(404, &[], unknown(10_003));
    script.answer(403, &[], json!({"code": 50_001}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, Err(Trouble::Forbidden(Lack::Access)));
    let asked = script.count();
    script.answer(404, &[], Value::Null);
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(Trouble::Later { .. })), "an outage");
    script.answer(404, &[], unknown(10_003));
    assert_eq!(rest.edit(Id(5), Id(6), &message()).await, Err(Trouble::NoMessage));
    script.answer(404, &[], unknown(10_008));
    assert_eq!(rest.pin(Id(5), Id(6)).await, Err(Trouble::NoMessage));
    assert_eq!(script.count(), asked + 3, "nothing is looked up for these");
}

#[tokio::test]
async fn what_is_wrong_with_a_message_is_told() {
    let (rest, script) = stand_in().await;
    let length = json!({"content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer."}]}});
    script.answer(400, &[], json!({"code": 50_035, "message": "Invalid Form Body", "errors": length}));
    let Err(Trouble::Never(said)) = rest.send(Id(5), "n", &message()).await else { panic!("it is refused") };
    assert!(said.starts_with("50035 Invalid Form Body: ") && said.contains("Must be 2000"), "{said}");
}

/// Sixty at once would be more than Discord allows in a second.
#[tokio::test]
async fn requests_go_no_faster_than_discord_allows() {
    let (rest, script) = stand_in().await;
    let rest = Arc::new(rest);
    (0..60).for_each(|_| script.answer(200, &[], json!({"id": "1"})));
    let began = std::time::Instant::now();
    let mut sends = tokio::task::JoinSet::new();
    for channel in 1..=60 {
        let rest = rest.clone();
        sends.spawn(async move { rest.send(Id(channel), "n", &message()).await });
    }
    assert!(sends.join_all().await.iter().all(|sent| *sent == Ok(Id(1))));
    assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_limited_route_is_not_asked_again_before_its_time_and_others_are() {
    let (rest, script) = stand_in().await;
    let limited = json!({"message": "You are being rate limited.", "retry_after": 64.57, "global": false});
    script.answer(429, &[("retry-after", "65")], limited);
    let waits = |seconds| Trouble::Later { seconds: Some(seconds), said: "too many requests".to_owned() };
    assert_eq!(rest.send(Id(5), "n", &message()).await, Err(waits(65)));
    let again = rest.send(Id(5), "n", &message()).await;
    assert!(matches!(again, Err(Trouble::Later { seconds: Some(60..=65), .. })), "{again:?}");
    assert_eq!(script.count(), 1, "it was not asked");
    script.answer(200, &[], json!({"id": "1"}));
    assert_eq!(rest.send(Id(6), "n", &message()).await, Ok(Id(1)));
}

#[tokio::test]
async fn a_global_limit_and_a_used_up_bucket_are_minded() {
    let (rest, script) = stand_in().await;
    let used_up = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset-after", "30")];
    script.answer(200, &used_up, json!({"id": "1"}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, Ok(Id(1)));
    assert!(matches!(rest.send(Id(5), "m", &message()).await, Err(Trouble::Later { seconds: Some(_), .. })));
    script.answer(429, &[], json!({"retry_after": 40.0, "global": true}));
    assert!(rest.send(Id(6), "n", &message()).await.is_err());
    assert!(matches!(rest.open_dm(Id(7)).await, Err(Trouble::Later { seconds: Some(30..=40), .. })));
    assert_eq!(script.count(), 2);
}

#[tokio::test]
async fn an_unreachable_discord_is_tried_again_and_the_token_is_in_no_word_of_it() {
    let http = HttpBuilder::new("a-token").proxy("http://127.0.0.1:1").ratelimiter_disabled(true).build();
    let rest = Rest::new(Arc::new(http));
    let answer = tokio::time::timeout(Duration::from_secs(30), rest.open_dm(Id(7))).await.unwrap();
    assert!(matches!(&answer, Err(Trouble::Later { seconds: None, .. })));
    assert!(!format!("{answer:?}").contains("a-token"));
}

#[tokio::test]
async fn files_are_not_lost_in_silence() {
    let (rest, script) = stand_in().await;
    let file = File { name: "log".to_owned(), description: String::new(), bytes: vec![1] };
    let message = Message { files: vec![file], ..message() };
    assert!(matches!(rest.send(Id(5), "n", &message).await, Err(Trouble::Never(_))));
    assert_eq!(script.count(), 0);
}
