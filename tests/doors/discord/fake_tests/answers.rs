//! Interactions and their answers, over the endpoint: a small bot that verifies signatures.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use serenity::interactions_endpoint::Verifier;

use super::super::fake::{Fake, Kind, PATIENCE, Player};
use super::{Client, club, tells};

/// A bot behind an endpoint that answers what `answer` says; its address.
async fn endpoint(fake: &Fake, answer: impl Fn(Value) -> Value + Send + Sync + 'static) -> String {
    let (verifier, answer) = (Arc::new(Verifier::new(&fake.public_key())), Arc::new(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let handle = move |headers: HeaderMap, body: Bytes| {
        let (verifier, answer) = (Arc::clone(&verifier), Arc::clone(&answer));
        async move {
            let header = |name: &str| {
                headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
            };
            let (signature, timestamp) = (header("x-signature-ed25519"), header("x-signature-timestamp"));
            if verifier.verify(&signature, &timestamp, &body).is_err() {
                return StatusCode::UNAUTHORIZED.into_response();
            }
            let answer = answer(serde_json::from_slice(&body).unwrap());
            if answer.is_null() {
                StatusCode::ACCEPTED.into_response()
            } else {
                axum::Json(answer).into_response()
            }
        }
    };
    let router = axum::Router::new().route("/", axum::routing::post(handle));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}/")
}

async fn register(client: &Client) {
    let option = json!({ "type": 3, "name": "text", "description": "d", "autocomplete": true });
    let path = format!("/applications/{}/commands", super::super::fake::APPLICATION);
    client.call("PUT", &path, json!([{ "name": "say", "description": "d", "options": [option] }])).await;
}

/// What the small bot answers: to each kind of interaction something of its own.
fn small(call: Value) -> Value {
    let button = |id: &str| json!({ "type": 2, "style": 1, "custom_id": id, "label": format!("To {id}") });
    let menu = json!({ "type": 3, "custom_id": "menu", "min_values": 1, "max_values": 2, "options": [
        { "label": "A", "value": "a" }, { "label": "B", "value": "b" }, { "label": "C", "value": "c" }] });
    let field = json!({ "type": 4, "custom_id": "field", "style": 1, "max_length": 5 });
    match call["type"].as_u64().unwrap() {
        1 => json!({ "type": 1 }),
        2 if call["data"]["options"][0]["value"] == "wait" => json!({ "type": 5, "data": { "flags": 64 } }),
        2 => json!({ "type": 4, "data": { "content": "here", "flags": 64, "components": [
            { "type": 1, "components": [button("modal"), button("update")] }, { "type": 1, "components": [menu] }] } }),
        4 => json!({ "type": 8, "data": { "choices": [{ "name": "Goeben", "value": "goeben" }] } }),
        3 if call["data"]["custom_id"] == "modal" => {
            json!({ "type": 9, "data": { "custom_id": "m", "title": "t",
            "components": [{ "type": 18, "label": "Say it", "component": field }] } })
        }
        3 => json!({ "type": 7, "data": { "content": call["data"].to_string(), "components": [] } }),
        5 => json!({ "type": 4, "data": { "content": call["data"].to_string() } }),
        kind => panic!("type {kind}"),
    }
}

#[tokio::test]
async fn a_player_commands_clicks_chooses_fills_and_types() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    fake.endpoint_transport(&endpoint(&fake, small).await);
    let answer = ann.slash("say", "", &[]).await;
    assert_eq!((answer.kind, answer.text.as_str(), answer.ephemeral), (Kind::Message, "here", true));
    let modal = ann.click(answer.shown(), "To modal").await.modal.unwrap();
    assert!(ann.prepare_fill(&modal, &[("field", "too long")]).is_err());
    assert!(ann.prepare_fill(&modal, &[]).is_err(), "it is required");
    let filling = ann.prepare_fill(&modal, &[("field", "five")]).unwrap();
    let clicking = ann.prepare_click(answer.shown(), "modal").unwrap();
    let choosing = ann.prepare_choice(answer.shown(), "menu", &["c"]).unwrap();
    assert_eq!(filling.payload()["message"]["flags"], 64);
    for prepared in [clicking, choosing] {
        assert_eq!(prepared.payload()["message"]["flags"], 64);
        let text = prepared.payload().to_string();
        serde_json::from_str::<serenity::all::Interaction>(&text)
            .unwrap_or_else(|why| panic!("{why}: {text}"));
    }
    let filled = ann.fill(&modal, &[("field", "five")]).await;
    assert!(filled.text.contains("five") && !filled.ephemeral);
    assert_eq!(ann.type_in(("say", ""), "text", "g", &[]).await[0].value, "goeben");
    let bob = fake.add_member("Bob", "en-US", ann.channel);
    assert!(bob.prepare_click(answer.shown(), "update").is_err(), "he does not see it");
    assert!(ann.prepare_choice(answer.shown(), "menu", &["a", "b", "c"]).is_err());
    assert!(ann.prepare_choice(answer.shown(), "menu", &["d"]).is_err());
    let stale = ann.prepare_click(answer.shown(), "update").unwrap();
    let chosen = ann.choose(answer.shown(), "menu", &["a", "B"]).await;
    assert!(chosen.kind == Kind::Updated && chosen.text.contains(r#"["a","b"]"#), "{chosen:?}");
    assert!(ann.prepare_click(answer.shown(), "update").is_err(), "it is gone from the message");
    assert_eq!(stale.answer().await.kind, Kind::Updated, "clicked before, it comes all the same");
    fake.verdict();
}

#[tokio::test]
async fn signatures_are_real() {
    let (fake, _, _, _) = club();
    let url = endpoint(&fake, small).await;
    assert_eq!(fake.ping_endpoint(&url).await, (200, json!({ "type": 1 })));
    let (timestamp, signature) = fake.sign("{}");
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let post = |body: &'static str| {
        http.post(&url)
            .header("X-Signature-Ed25519", &signature)
            .header("X-Signature-Timestamp", &timestamp)
            .body(body)
    };
    assert_eq!(post("{ }").send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn an_endpoint_that_fails_is_told() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    fake.endpoint_transport(
        &endpoint(&fake, |_| json!({ "type": 4, "data": { "content": "x".repeat(2001) } })).await,
    );
    let pending = ann.prepare("say", "", &[]).unwrap().deliver();
    assert!(pending.try_answer(PATIENCE).await.is_none());
    assert!(pending.failed().unwrap().contains("Invalid Form Body"));
    assert!(tells(&fake.faults(), "content: 2001"));
}

/// A command that is delivered to nobody, to be answered by hand.
async fn open(
    fake: &Fake,
    client: &Client,
    player: &Player,
) -> (super::super::fake::Pending, String, String) {
    register(client).await;
    fake.endpoint_transport(&endpoint(fake, |_| Value::Null).await);
    let pending = player.prepare("say", "", &[]).unwrap().deliver();
    let token = fake.look(|world| world.exchanges[pending.at()].token.clone());
    let callback = format!("/interactions/{}/{token}/callback", pending.id());
    (pending, callback, format!("/webhooks/{}/{token}", super::super::fake::APPLICATION))
}

#[tokio::test]
async fn one_first_answer_then_edits_and_followups() {
    let (fake, client, channel, ann) = club();
    let (pending, callback, webhook) = open(&fake, &client, &ann).await;
    let original = format!("{webhook}/messages/@original");
    assert_eq!(client.refused("PATCH", &original, json!({ "content": "early" })).await, (404, 10015));
    assert_eq!(
        client.refused("POST", "/interactions/1/none/callback", json!({ "type": 5 })).await,
        (404, 10062)
    );
    let thinking = json!({ "type": 5, "data": { "flags": 64 } });
    assert_eq!(client.call("POST", &callback, thinking.clone()).await.0, 204);
    assert_eq!(client.refused("POST", &callback, thinking).await, (400, 40060));
    pending.acknowledged().await;
    assert_eq!(client.call("PATCH", &original, json!({ "content": "secret" })).await.0, 200);
    let answer = pending.answer().await;
    assert_eq!((answer.kind, answer.text.as_str(), answer.ephemeral), (Kind::Deferred, "secret", true));
    assert_eq!(client.call("POST", &webhook, json!({ "content": "for all" })).await.0, 200);
    assert_eq!(answer.followups(1).await[0].text, "for all");
    let seen = |id: u64| fake.seen_by(id).iter().filter(|sight| sight.text.contains("secret")).count();
    let bob = fake.add_member("Bob", "en-US", channel);
    assert_eq!((seen(ann.id), seen(bob.id)), (1, 0));
    assert_eq!(fake.messages(channel).len(), 1, "what is private is not in the channel");
    let private = format!("/channels/{channel}/messages/{}", answer.shown().id);
    assert_eq!(client.refused("GET", &private, Value::Null).await, (404, 10008));
    fake.expire(pending.id());
    assert_eq!(client.refused("POST", &webhook, json!({ "content": "late" })).await, (401, 50027));
    fake.verdict();
}

#[tokio::test]
async fn what_was_said_first_is_that_of_its_own_exchange() {
    let (fake, client, _, ann) = club();
    let (pending, callback, webhook) = open(&fake, &client, &ann).await;
    let button = json!({ "type": 2, "style": 1, "custom_id": "on", "label": "On" });
    let rows = json!([{ "type": 1, "components": [button] }]);
    let menu = json!({ "type": 4, "data": { "content": "menu", "flags": 64, "components": rows } });
    client.call("POST", &callback, menu).await;
    let menu = pending.answer().await;
    let clicks = [(); 2].map(|()| ann.prepare_click(menu.shown(), "on").unwrap().deliver());
    let mut webhooks = Vec::new();
    for click in &clicks {
        let token = fake.look(|world| world.exchanges[click.at()].token.clone());
        let callback = format!("/interactions/{}/{token}/callback", click.id());
        assert_eq!(client.call("POST", &callback, json!({ "type": 6 })).await.0, 204);
        webhooks.push(webhook.rsplit_once('/').unwrap().0.to_owned() + "/" + &token);
    }
    client.call("POST", &webhooks[0], json!({ "content": "no", "flags": 64 })).await;
    let original = format!("{}/messages/@original", webhooks[1]);
    client.call("PATCH", &original, json!({ "content": "done" })).await;
    for (click, said) in clicks.iter().zip(["no", "done"]) {
        let answer = click.answer().await;
        assert_eq!((answer.first_words(), answer.text.as_str()), (vec![said.to_owned()], "done"));
    }
    assert_eq!(menu.now().first_words(), ["menu"]);
    fake.verdict();
}

#[tokio::test]
async fn an_answer_of_the_wrong_type_is_refused() {
    let (fake, client, _, ann) = club();
    let (_, callback, _) = open(&fake, &client, &ann).await;
    for kind in [1, 6, 7, 8] {
        let (status, _) = client
            .call("POST", &callback, json!({ "type": kind, "data": { "content": "x", "choices": [] } }))
            .await;
        assert_eq!(status, 400, "type {kind}");
    }
    assert!(tells(&fake.faults(), "an answer of type 8 to an interaction of type 2"));
}

#[tokio::test]
async fn the_same_interaction_comes_twice_under_new_tokens() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    fake.endpoint_transport(&endpoint(&fake, small).await);
    let (first, second) = ann.prepare("say", "", &[]).unwrap().twice().await;
    assert_eq!(first.interaction, second.interaction);
    let tokens = fake.look(|world| world.exchanges.iter().map(|it| it.token.clone()).collect::<Vec<_>>());
    assert!(tokens.len() == 2 && tokens[0] != tokens[1]);
    fake.verdict();
}
