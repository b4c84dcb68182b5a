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
use wardroom::config::serving::{Bot, InboundMode};
use wardroom::config::value::Token;
use wardroom::door::discord::api::post::rest::Rest;
use wardroom::door::discord::api::post::{
    ApiError, ApiResult, Cause, DiscordApi, ForumTags, Missing, SentMessage,
};
use wardroom::door::discord::api::register::{Discord, Registry};
use wardroom::door::discord::api::sign_on;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::inbound::decode::{self, Decoded};
use wardroom::door::discord::interaction::ReplyToken;
use wardroom::door::discord::outbound::message::{File, Message};
use wardroom::door::discord::raw::Fields;
use wardroom::waits::Waits;

/// Status, headers, body.
type Scripted = (u16, Vec<(&'static str, &'static str)>, Value);

#[derive(Clone, Default)]
struct Script {
    answers: Arc<Mutex<VecDeque<Scripted>>>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
    agents: Arc<Mutex<Vec<String>>>,
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
    // Answers have a token of their own in the address.
    let own = ["/webhooks/", "/interactions/"].iter().any(|own| uri.path().contains(own));
    assert_eq!(headers.get("authorization").map(|it| it.to_str().unwrap()), (!own).then_some("Bot a-token"));
    script.agents.lock().unwrap().push(headers["user-agent"].to_str().unwrap().to_owned());
    // Beside files, the message is a part of its own, on one line.
    let text = String::from_utf8_lossy(&body);
    let json = text.lines().find(|line| line.starts_with('{')).unwrap_or(&text);
    let body = serde_json::from_str(json).unwrap_or_default();
    script.asked.lock().unwrap().push((format!("{method} {uri}"), body));
    let (status, headers, body) = script.answers.lock().unwrap().pop_front().unwrap();
    let mut response = (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response();
    for (name, text) in headers {
        response.headers_mut().insert(name, text.parse().unwrap());
    }
    response
}

async fn stand_in() -> (Rest, Script) {
    stand_in_for(|_| {}).await
}

async fn stand_in_for(change: impl FnOnce(&mut Bot)) -> (Rest, Script) {
    let script = Script::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().fallback(take).with_state(script.clone());
    tokio::spawn(async { axum::serve(listener, app).await });
    let mut bot = bot(url);
    change(&mut bot);
    (Rest::new(&bot, waits()), script)
}

fn waits() -> Waits {
    Waits::new(Arc::new(|| 0))
}

/// A bot whose application is not known yet.
fn bot(api: String) -> Bot {
    Bot {
        way: InboundMode::Gateway(None),
        token: Token::from("a-token"),
        application_id: None,
        guild: None,
        tables_a_guild: 50,
        orders_a_minute: 30,
        emoji: true,
        game_commands: true,
        pictures: true,
        contact_url: None,
        api: Some(api),
    }
}

/// The token of an interaction.
fn reply_token() -> ReplyToken {
    let text = json!({"id": "8", "token": "a-reply", "type": 99}).to_string();
    match decode::decode(&Fields::of(&text).unwrap()) {
        Decoded::Unsupported(strange) => strange.token,
        _ => panic!("it has a token"),
    }
}

fn response() -> Value {
    json!({"type": 4, "data": {"content": "done"}})
}

fn message() -> Message {
    Message { text: "<@7> @everyone".to_owned(), pings: vec![Id(7)], ..Message::default() }
}

/// A message that was sent and is no card.
fn sent(id: u64) -> ApiResult<SentMessage> {
    Ok(SentMessage { id: Id(id), card: false })
}

#[tokio::test]
async fn a_message_has_the_form_in_which_discord_has_it() {
    let (rest, script) = stand_in().await;
    // Under this nonce there was a card before.
    script.answer(200, &[], json!({"id": "6", "flags": 1 << 15 | 1 << 12}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, Ok(SentMessage { id: Id(6), card: true }));
    for flags in [json!(1 << 12), json!(null), json!("odd")] {
        script.answer(200, &[], json!({"id": "6", "flags": flags}));
        assert_eq!(rest.send(Id(5), "n", &message()).await, sent(6));
    }
}

#[tokio::test]
async fn each_request_is_the_one_that_discord_describes() {
    let (rest, script) = stand_in().await;
    let found = json!({"id": "9007199254740993"});
    script.answer(200, &[], found.clone());
    assert_eq!(rest.send(Id(5), "a-nonce", &message()).await, sent(9_007_199_254_740_993));
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
async fn somebody_whom_discord_does_not_find_in_the_server_has_left_it() {
    let (rest, script) = stand_in().await;
    script.answer(200, &[], json!({"user": {"id": "7"}}));
    assert_eq!(rest.is_member(Id(5), Id(7)).await, Ok(true));
    assert_eq!(script.last().0, "GET /api/v10/guilds/5/members/7");
    for code in [10_007, 10_013] {
        script.answer(404, &[], json!({"code": code, "message": "Unknown"}));
        assert_eq!(rest.is_member(Id(5), Id(7)).await, Ok(false));
    }
    // A server that the bot does not find, or may not see, says nothing of its members.
    for (status, code) in [(404, 10_004), (403, 50_001), (503, 0)] {
        script.answer(status, &[], json!({"code": code, "message": "no"}));
        assert!(rest.is_member(Id(5), Id(7)).await.is_err(), "{code}");
    }
}

#[tokio::test]
async fn a_forum_post_gets_the_tags_of_its_table_and_keeps_those_of_others() {
    let (rest, script) = stand_in().await;
    let forum = json!({"id": "5", "type": 15, "available_tags": [
        {"id": "1", "name": "Your move"}, {"id": "2", "name": "over"}, {"id": "3", "name": "Naval"}]});
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let tags = ForumTags { ours: names(&["your move", "seats free", "over"]), wanted: names(&["over"]) };
    script.answer(200, &[], forum.clone());
    script.answer(200, &[], json!({"id": "6", "applied_tags": ["1", "3"]}));
    script.answer(200, &[], json!({"id": "6"}));
    assert_eq!(rest.tag(Id(5), Id(6), &tags).await, Ok(()));
    let patched = ("PATCH /api/v10/channels/6".to_owned(), json!({"applied_tags": ["2", "3"]}));
    assert_eq!(script.last(), patched);
    // What is so already, and a channel without such tags, are left alone.
    script.answer(200, &[], forum);
    script.answer(200, &[], json!({"id": "6", "applied_tags": ["3", "2"]}));
    assert_eq!(rest.tag(Id(5), Id(6), &tags).await, Ok(()));
    script.answer(200, &[], json!({"id": "5", "type": 0}));
    assert_eq!(rest.tag(Id(5), Id(6), &tags).await, Ok(()));
    assert_eq!(script.count(), 6);
}

#[tokio::test]
async fn what_discord_refuses_is_told_apart() {
    let (rest, script) = stand_in().await;
    for (status, body, trouble) in [
        (403, json!({"code": 50_013}), ApiError::Forbidden(Missing::Permission)),
        (401, json!({"code": 0, "message": "401: Unauthorized"}), ApiError::Forbidden(Missing::Token)),
        (400, json!({"code": 50_083}), ApiError::Archived),
        (403, json!({"code": 50_007}), ApiError::ClosedDm),
    ] {
        script.answer(status, &[], body);
        assert_eq!(rest.send(Id(5), "a-nonce", &message()).await, Err(trouble));
    }
    script.answer(502, &[], Value::Null);
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(ApiError::Later { seconds: None, .. })));
    script.answer(200, &[], json!("not a message"));
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(ApiError::Later { .. })));
}

#[tokio::test]
async fn a_channel_is_gone_when_a_second_look_finds_the_same() {
    let (rest, script) = stand_in().await;
    let unknown = |code: u64| json!({"code": code, "message": "Unknown"});
    script.answer(404, &[], unknown(10_003));
    script.answer(404, &[], unknown(10_003));
    assert_eq!(rest.send(Id(5), "n", &message()).await, Err(ApiError::Gone));
    assert_eq!(script.last().0, "GET /api/v10/channels/5");
    for unarchived in [true, false] {
        script.answer(404, &[], unknown(10_003));
        script.answer(404, &[], unknown(10_003));
        let answer = match unarchived {
            true => rest.unarchive(Id(5)).await,
            false => rest.add_member(Id(5), Id(7)).await,
        };
        assert_eq!(answer, Err(ApiError::Gone));
    }
    // Whatever else is not found is no thread that is gone: no second one is made for it.
    for code in [0, 77, 10_004, 10_007, 10_013] {
        script.answer(404, &[], unknown(code));
        let added = rest.add_member(Id(5), Id(7)).await;
        assert!(matches!(added, Err(ApiError::Never(_))), "{code}: {added:?}");
        script.answer(404, &[], unknown(code));
        let sent = rest.send(Id(5), "n", &message()).await;
        assert!(matches!(sent, Err(ApiError::Later { .. } | ApiError::Never(_))), "{code}: {sent:?}");
    }
    for (status, body) in
        [(200, json!({"id": "5"})), (404, Value::Null), (404, unknown(0)), (503, Value::Null)]
    {
        script.answer(404, &[], unknown(10_003));
        script.answer(status, &[], body);
        let answer = rest.send(Id(5), "n", &message()).await;
        assert!(matches!(answer, Err(ApiError::Later { .. })), "{status}: {answer:?}");
    }
    script.answer(404, &[], unknown(10_003));
    script.answer(403, &[], json!({"code": 50_001}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, Err(ApiError::Forbidden(Missing::Access)));
    let asked = script.count();
    script.answer(404, &[], Value::Null);
    assert!(matches!(rest.send(Id(5), "n", &message()).await, Err(ApiError::Later { .. })), "an outage");
    script.answer(404, &[], unknown(10_003));
    assert_eq!(rest.edit(Id(5), Id(6), &message()).await, Err(ApiError::NoMessage));
    script.answer(404, &[], unknown(10_008));
    assert_eq!(rest.pin(Id(5), Id(6)).await, Err(ApiError::NoMessage));
    assert_eq!(script.count(), asked + 3, "nothing is looked up for these");
}

#[tokio::test]
async fn what_is_wrong_with_a_message_is_told() {
    let (rest, script) = stand_in().await;
    let length = json!({"content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer."}]}});
    script.answer(400, &[], json!({"code": 50_035, "message": "Invalid Form Body", "errors": length}));
    let Err(ApiError::Never(said)) = rest.send(Id(5), "n", &message()).await else { panic!("it is refused") };
    assert!(said.starts_with("50035 Invalid Form Body: ") && said.contains("Must be 2000"), "{said}");
}

#[tokio::test]
async fn a_limited_route_is_not_asked_again_before_its_time_and_others_are() {
    let (rest, script) = stand_in().await;
    let limited = json!({"message": "You are being rate limited.", "retry_after": 64.57, "global": false});
    script.answer(429, &[("retry-after", "65")], limited);
    let waits = |seconds| ApiError::Later {
        cause: Cause::Haste,
        seconds: Some(seconds),
        reason: "too many requests".to_owned(),
    };
    assert_eq!(rest.send(Id(5), "n", &message()).await, Err(waits(65)));
    let again = rest.send(Id(5), "n", &message()).await;
    assert!(matches!(again, Err(ApiError::Later { seconds: Some(60..=65), .. })), "{again:?}");
    assert_eq!(script.count(), 1, "it was not asked");
    script.answer(200, &[], json!({"id": "1"}));
    assert_eq!(rest.send(Id(6), "n", &message()).await, sent(1));
}

#[tokio::test]
async fn a_global_limit_and_a_used_up_bucket_are_minded() {
    let (rest, script) = stand_in().await;
    let used_up = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset-after", "30")];
    script.answer(200, &used_up, json!({"id": "1"}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, sent(1));
    assert!(matches!(rest.send(Id(5), "m", &message()).await, Err(ApiError::Later { seconds: Some(_), .. })));
    script.answer(429, &[], json!({"retry_after": 40.0, "global": true}));
    assert!(rest.send(Id(6), "n", &message()).await.is_err());
    assert!(matches!(rest.open_dm(Id(7)).await, Err(ApiError::Later { seconds: Some(30..=40), .. })));
    assert_eq!(script.count(), 2);
}

#[tokio::test]
async fn an_unreachable_discord_is_tried_again_and_the_token_is_in_no_word_of_it() {
    let rest = Rest::new(&Bot { application_id: Some(1), ..bot("http://127.0.0.1:1".to_owned()) }, waits());
    let answer = rest.open_dm(Id(7)).await;
    assert!(
        matches!(&answer, Err(ApiError::Later { cause: Cause::Unreached, seconds: None, .. })),
        "{answer:?}"
    );
    assert!(!format!("{answer:?}").contains("a-token"));
    let answer = rest.change_answer(&reply_token(), &message()).await;
    assert!(matches!(&answer, Err(ApiError::Later { cause: Cause::Unreached, .. })), "{answer:?}");
    assert!(!format!("{answer:?}").contains("a-reply"));
}

/// One request of every kind that there is.
async fn everything(rest: &Rest, script: &Script) {
    let message = message();
    (0..40).for_each(|_| script.answer(200, &[], json!({"id": "1", "url": "wss://gateway.example"})));
    sign_on::application(rest).await.unwrap();
    sign_on::entrance(rest).await.unwrap();
    rest.answer_as(Id(77));
    rest.open_thread(Id(5), Id(6), "a thread").await.unwrap();
    rest.send(Id(5), "n", &message).await.unwrap();
    rest.edit(Id(5), Id(6), &message).await.unwrap();
    rest.pin(Id(5), Id(6)).await.unwrap();
    rest.unarchive(Id(5)).await.unwrap();
    rest.open_dm(Id(7)).await.unwrap();
    for guild in [None, Some(Id(9))] {
        let registry = Discord { rest, guild };
        registry.create(&json!({"name": "table"})).await.unwrap();
        registry.edit(Id(3), &json!({"name": "table"})).await.unwrap();
        registry.remove(Id(3)).await.unwrap();
    }
    rest.respond(Id(8), &reply_token(), &response()).await.unwrap();
    rest.change_answer(&reply_token(), &message).await.unwrap();
    rest.follow_up(&reply_token(), &message, false).await.unwrap();
    let file = File { name: "log".to_owned(), description: "all of it".to_owned(), bytes: vec![1] };
    rest.follow_up(&reply_token(), &Message { files: vec![file], ..message }, true).await.unwrap();
    script.answers.lock().unwrap().clear();
    script.answer(200, &[], json!([]));
    Discord { rest, guild: None }.list().await.unwrap();
}

#[tokio::test]
async fn every_request_names_the_bot() {
    let version = env!("CARGO_PKG_VERSION");
    let (rest, script) = stand_in().await;
    everything(&rest, &script).await;
    let agents = script.agents.lock().unwrap().clone();
    assert_eq!(agents.len(), 19);
    // Who the bot is it is only told by the first.
    let of = |page: &str| format!("DiscordBot ({page}, {version}) Wardroom");
    assert!(agents[..2].iter().all(|agent| *agent == of("https://discord.com")), "{agents:?}");
    let page = of("https://discord.com/oauth2/authorize?client_id=77");
    assert!(agents[2..].iter().all(|agent| *agent == page), "{agents:?}");

    let (rest, script) =
        stand_in_for(|bot| bot.contact_url = Some("https://club.example/bot".to_owned())).await;
    everything(&rest, &script).await;
    let agents = script.agents.lock().unwrap().clone();
    assert!(agents.iter().all(|agent| *agent == of("https://club.example/bot")), "{agents:?}");
}

/// While Discord wants no request of the bot's, its answers go all the same; and they hold up nothing.
#[tokio::test]
async fn answers_to_interactions_wait_for_no_limit_and_count_for_none() {
    let (rest, script) = stand_in().await;
    rest.answer_as(Id(77));
    script.answer(429, &[], json!({"retry_after": 4000.0, "global": true}));
    assert!(rest.send(Id(5), "n", &message()).await.is_err());
    for _ in 0..60 {
        (0..3).for_each(|_| script.answer(200, &[], Value::Null));
        assert_eq!(rest.respond(Id(8), &reply_token(), &response()).await, Ok(()));
        assert_eq!(rest.change_answer(&reply_token(), &message()).await, Ok(()));
        assert_eq!(rest.follow_up(&reply_token(), &message(), false).await, Ok(()));
    }
    assert_eq!(script.count(), 181);
    let registry = Discord { rest: &rest, guild: None };
    let refused = [
        rest.open_dm(Id(7)).await.map(drop),
        registry.list().await.map(drop),
        sign_on::entrance(&rest).await.map(drop),
    ];
    for answer in refused {
        assert!(matches!(answer, Err(ApiError::Later { cause: Cause::Haste, .. })), "{answer:?}");
    }
    assert_eq!(script.count(), 181, "the others were not even asked");
    let (rest, script) = stand_in().await;
    rest.answer_as(Id(77));
    script.answer(429, &[], json!({"retry_after": 4000.0, "global": false}));
    assert!(rest.follow_up(&reply_token(), &message(), false).await.is_err());
    script.answer(200, &[], json!({"id": "1"}));
    assert_eq!(rest.send(Id(5), "n", &message()).await, sent(1), "a limit of answers holds up nothing else");
}

/// However fast this machine is: what the bot sends by itself and what it registers are paced together.
#[tokio::test]
async fn all_that_counts_is_paced_together() {
    let (rest, script) = stand_in().await;
    rest.answer_as(Id(77));
    (0..90).for_each(|_| script.answer(200, &[], json!({"id": "1", "url": "wss://gateway.example"})));
    let (rest, began) = (Arc::new(rest), std::time::Instant::now());
    let mut sends = tokio::task::JoinSet::new();
    for number in 1..=30 {
        let each = [rest.clone(), rest.clone(), rest.clone()];
        let [courier, registry, gateway] = each;
        sends.spawn(async move { courier.send(Id(number), "n", &message()).await.is_ok() });
        sends.spawn(async move {
            let registry = Discord { rest: &registry, guild: Some(Id(number)) };
            registry.create(&json!({"name": "table"})).await.is_ok()
        });
        sends.spawn(async move { sign_on::entrance(&gateway).await.is_ok() });
    }
    assert!(sends.join_all().await.into_iter().all(|sent| sent));
    // Ten at once, and then forty a second.
    assert!(began.elapsed() >= Duration::from_millis(1_900), "{:?}", began.elapsed());
}

#[tokio::test]
async fn what_went_wrong_with_an_answer_is_told_apart() {
    let (rest, script) = stand_in().await;
    rest.answer_as(Id(77));
    let cause = |answer: Result<(), ApiError>| answer.unwrap_err().cause();
    script.answer(404, &[], json!({"code": 10_015, "message": "Unknown Webhook"}));
    assert_eq!(rest.follow_up(&reply_token(), &message(), false).await, Err(ApiError::NoInteraction));
    script.answer(502, &[], Value::Null);
    assert_eq!(cause(rest.follow_up(&reply_token(), &message(), false).await), Some(Cause::Unsure));
    script.answer(429, &[("retry-after", "3")], Value::Null);
    let limited = rest.respond(Id(8), &reply_token(), &response()).await.unwrap_err();
    assert_eq!((limited.cause(), limited.seconds()), (Some(Cause::Haste), Some(3)));
    script.answer(404, &[], json!({"code": 10_062, "message": "Unknown interaction"}));
    let answer = rest.respond(Id(8), &reply_token(), &response()).await;
    assert_eq!(answer, Err(ApiError::Never("10062 Unknown interaction".to_owned())));
}

#[tokio::test]
async fn files_go_beside_the_message_and_an_edit_without_any_leaves_those_it_has() {
    let (rest, script) = stand_in().await;
    let file = File { name: "map.png".to_owned(), description: "The sea.".to_owned(), bytes: vec![1] };
    let message = Message { files: vec![file], ..message() };
    let attachments = json!([{"id": "0", "filename": "map.png", "description": "The sea."}]);
    script.answer(200, &[], json!({"id": "6"}));
    assert_eq!(rest.send(Id(5), "n", &message).await, sent(6));
    let (path, body) = script.last();
    assert_eq!((path.as_str(), &body["attachments"]), ("POST /api/v10/channels/5/messages", &attachments));
    assert_eq!((&body["content"], &body["nonce"]), (&json!("<@7> @everyone"), &json!("n")));
    script.answer(200, &[], json!({"id": "6"}));
    assert_eq!(rest.edit(Id(5), Id(6), &message).await, Ok(()));
    let (path, body) = script.last();
    assert_eq!((path.as_str(), &body["attachments"]), ("PATCH /api/v10/channels/5/messages/6", &attachments));
    script.answer(200, &[], json!({"id": "6"}));
    assert_eq!(rest.edit(Id(5), Id(6), &Message { files: vec![], ..message.clone() }).await, Ok(()));
    assert_eq!(script.last().1.get("attachments"), None);
    for refused in [json!({"code": 40_005, "message": "Request entity too large"}), Value::Null] {
        script.answer(413, &[], refused);
        assert!(matches!(rest.send(Id(5), "n", &message).await, Err(ApiError::Never(_))));
    }
}
