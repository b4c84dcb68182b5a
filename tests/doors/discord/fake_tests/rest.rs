//! REST: messages, channels, storms, the judge, the trap.

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::super::fake::{Denied, Fate, Judge, Route, Storm, When};
use super::{club, tells};

#[tokio::test]
async fn the_same_nonce_makes_one_message() {
    let (fake, client, channel, _) = club();
    let path = format!("/channels/{channel}/messages");
    let body = json!({ "content": "once", "nonce": "report-7", "enforce_nonce": true });
    let (_, first) = client.call("POST", &path, body.clone()).await;
    let (status, second) = client.call("POST", &path, body.clone()).await;
    assert_eq!((status, &second["id"]), (200, &first["id"]));
    client.call("POST", &path, json!({ "content": "not enforced", "nonce": "report-7" })).await;
    assert_eq!(fake.messages(channel).len(), 2);
    fake.forget_nonces();
    client.call("POST", &path, body).await;
    assert_eq!(fake.messages(channel).len(), 3);
    fake.verdict();
}

#[tokio::test]
async fn limits_are_caught_and_fail_the_verdict() {
    let (fake, client, channel, _) = club();
    let path = format!("/channels/{channel}/messages");
    let options = |count: usize| -> Vec<Value> {
        (0..count).map(|n| json!({ "label": n.to_string(), "value": n.to_string() })).collect()
    };
    let row = |parts: Value| json!({ "content": "x", "components": [{ "type": 1, "components": parts }] });
    let menu = |count| row(json!([{ "type": 3, "custom_id": "m", "options": options(count) }]));
    let button = |id: &str, label: &str| json!({ "type": 2, "style": 1, "custom_id": id, "label": label });
    let cases = [
        (json!({ "content": "x".repeat(2001) }), "content"),
        (menu(26), "options"),
        (row(json!([button("same", "a"), button("same", "b")])), "stands twice"),
        (row(json!([button(&"i".repeat(101), "a")])), "custom_id"),
        (row(json!([button("i", &"l".repeat(81))])), "label"),
        (
            row(json!([
                button("1", "a"),
                button("2", "b"),
                button("3", "c"),
                button("4", "d"),
                button("5", "e"),
                button("6", "f")
            ])),
            "components in row",
        ),
        (json!({ "content": "x", "components": vec![json!({ "type": 1, "components": [] }); 6] }), "rows"),
        (json!({ "content": "x", "nonce": "n".repeat(26) }), "nonce"),
        (json!({ "content": " " }), "nothing in it"),
    ];
    for (body, why) in cases {
        let (status, _) = client.call("POST", &path, body).await;
        let faults = fake.faults();
        assert!(status == 400 && tells(&faults, why), "{why}: {status} {faults:?}");
    }
    let (status, _) = client.call("POST", &path, json!({ "content": "海".repeat(2000) })).await;
    assert_eq!(status, 200);
    let (status, _) = client.call("POST", &path, menu(25)).await;
    assert_eq!(status, 200);
    fake.verdict();
}

#[test]
fn the_judge_catches_what_the_description_says() {
    let Some(judge) = Judge::get() else { return };
    let of = |body: Value| judge.faults("POST", "/channels/1/messages", &body);
    let options: Vec<Value> = (0..26).map(|n| json!({ "label": "l", "value": n.to_string() })).collect();
    let menu = |count: usize| {
        json!({ "components": [{ "type": 1, "components": [
        { "type": 3, "custom_id": "m", "options": options[..count] }] }] })
    };
    assert_eq!(of(menu(25)), Vec::<String>::new());
    assert!(!of(menu(26)).is_empty());
    assert!(of(json!({ "content": "x".repeat(4000) })).is_empty());
    assert!(!of(json!({ "content": "x".repeat(4001) })).is_empty());
    assert!(
        !judge
            .faults("POST", "/interactions/1/tok/callback", &json!({ "type": 4, "data": { "content": 5 } }))
            .is_empty()
    );
    assert!(!judge.faults("POST", "/nowhere", &Value::Null).is_empty());
    assert!(judge.faults("PUT", "/channels/1/messages/pins/2", &Value::Null).is_empty());
}

#[tokio::test]
async fn what_nobody_thought_of_fails_the_verdict() {
    let (fake, mut client, _, _) = club();
    assert_eq!(client.call("GET", "/voice/regions", Value::Null).await.0, 404);
    assert!(tells(&fake.faults(), "unexpected: GET /voice/regions"));
    client.authorization = "Bot wrong".to_owned();
    assert_eq!(client.call("GET", "/users/@me", Value::Null).await.0, 401);
    fake.verdict();
    let other = client.http.get(format!("{}/users/@me", client.base)).header("Host", "discord.com");
    other.send().await.unwrap();
    assert!(tells(&fake.faults(), "host \"discord.com\""));
}

#[tokio::test]
async fn who_is_pinged_is_who_is_allowed_to_be() {
    let (fake, client, channel, ann) = club();
    let bob = fake.add_member("Bob", "en-US", channel);
    let content = format!("<@{}> <@!{}> @everyone", ann.id, bob.id);
    let path = format!("/channels/{channel}/messages");
    let cases = [
        (json!({ "parse": [], "users": [bob.name()] }), vec![bob.id], false),
        (json!({ "parse": ["users"] }), vec![ann.id, bob.id], false),
        (json!({ "parse": [] }), vec![], false),
        (Value::Null, vec![ann.id, bob.id], true),
    ];
    for (allowed, users, everyone) in cases {
        client.call("POST", &path, json!({ "content": content, "allowed_mentions": allowed })).await;
        let last = fake.messages(channel).pop().unwrap();
        assert_eq!((last.pinged.users, last.pinged.everyone), (users, everyone), "{allowed}");
    }
    let both =
        json!({ "content": content, "allowed_mentions": { "parse": ["users"], "users": [bob.name()] } });
    assert_eq!(client.refused("POST", &path, both).await, (400, 50035));
    assert!(tells(&fake.faults(), "exclude each other"));
    assert_eq!(fake.pings(bob.id).len(), 3);
}

#[tokio::test]
async fn threads_are_archived_locked_and_deleted() {
    let (fake, client, channel, ann) = club();
    let made = json!({ "name": "Table 1", "type": 11, "auto_archive_duration": 10080 });
    let (status, thread) = client.call("POST", &format!("/channels/{channel}/threads"), made).await;
    let thread: u64 = thread["id"].as_str().unwrap().parse().unwrap();
    assert_eq!((status, fake.threads(channel)), (201, vec![thread]));
    let status_message = client.say(thread, "status").await;
    let (path, own) =
        (format!("/channels/{thread}/messages"), format!("/channels/{thread}/messages/{status_message}"));
    let pin = format!("/channels/{thread}/messages/pins/{status_message}");
    assert_eq!(client.call("PUT", &pin, Value::Null).await.0, 204);
    assert_eq!(
        client.call("PUT", &format!("/channels/{thread}/thread-members/{}", ann.id), Value::Null).await.0,
        204
    );
    assert_eq!((fake.pinned(thread).len(), fake.messages(thread).len()), (1, 1));

    fake.archive(thread);
    let edit = json!({ "content": "newer" });
    assert_eq!(client.refused("PATCH", &own, edit.clone()).await, (400, 50083));
    client.say(thread, "opens it").await;
    assert_eq!(client.call("PATCH", &own, edit.clone()).await.0, 200);
    fake.lock(thread);
    assert_eq!(client.refused("POST", &path, edit.clone()).await, (403, 160_005));
    fake.archive(thread);
    assert_eq!(client.refused("POST", &path, edit.clone()).await, (400, 50083));
    let open = json!({ "archived": false });
    assert_eq!(client.refused("PATCH", &format!("/channels/{thread}"), open).await, (403, 50013));
    fake.delete(thread);
    assert_eq!(client.refused("POST", &path, edit).await, (404, 10003));
    fake.verdict();
}

#[tokio::test]
async fn permissions_and_servers_can_be_taken_away() {
    let (fake, client, channel, ann) = club();
    let path = format!("/channels/{channel}/messages");
    let body = json!({ "content": "hello" });
    let guild = fake.look(|world| *world.guilds.keys().next().unwrap());
    fake.forbid(channel, Denied::Send);
    assert_eq!(client.refused("POST", &path, body.clone()).await, (403, 50013));
    fake.permit(channel);
    fake.forbid(channel, Denied::Threads);
    let thread = json!({ "name": "t", "type": 11 });
    assert_eq!(client.refused("POST", &format!("/channels/{channel}/threads"), thread).await, (403, 50013));
    fake.forbid(channel, Denied::See);
    assert_eq!(client.refused("POST", &path, body.clone()).await, (403, 50001));
    fake.permit(channel);
    fake.remove_bot(guild);
    assert_eq!(client.refused("POST", &path, body.clone()).await, (403, 50001));
    assert!(ann.prepare("any", "", &[]).is_err());
    fake.invite_bot(guild);
    assert_eq!(client.call("POST", &path, body.clone()).await.0, 200);
    let (_, dm) = client.call("POST", "/users/@me/channels", json!({ "recipient_id": ann.name() })).await;
    let dm = format!("/channels/{}/messages", dm["id"].as_str().unwrap());
    assert_eq!(client.call("POST", &dm, json!({ "content": "for Ann" })).await.0, 200);
    fake.change_member(ann.id, |member| member.dms_open = false);
    assert_eq!(client.refused("POST", &dm, body).await, (403, 50007));
    let bob = fake.add_member("Bob", "en-US", channel);
    let saw = |id: u64| fake.seen_by(id).iter().any(|sight| sight.text.contains("for Ann"));
    assert_eq!((saw(ann.id), saw(bob.id), fake.dms(ann.id).len()), (true, false, 1));
    assert!(!fake.seen_by_others(ann.id).iter().any(|sight| sight.text.contains("for Ann")));
    fake.verdict();
}

#[tokio::test]
async fn storms_strike_as_told() {
    let (fake, client, channel, _) = club();
    let path = format!("/channels/{channel}/messages");
    let body = |text: &str| json!({ "content": text, "nonce": text, "enforce_nonce": true });
    fake.storm(Storm { on: Route::SENDING, when: When::First(1), fate: Fate::Lose(500) });
    assert_eq!(client.call("POST", &path, body("lost")).await.0, 500);
    assert_eq!(fake.messages(channel).len(), 1, "it was made and the answer lost");
    assert_eq!(client.call("POST", &path, body("lost")).await.0, 200);
    assert_eq!(fake.messages(channel).len(), 1);
    fake.calm();
    let fate = Fate::Limit { retry_after: 0.25, global: true };
    fake.storm(Storm { on: Route::SENDING, when: When::Every(2), fate });
    assert_eq!(client.call("POST", &path, body("first")).await.0, 200);
    let struck = client.response("POST", &path, body("second")).await;
    assert_eq!(
        (struck.status().as_u16(), struck.headers()["x-ratelimit-global"].to_str().unwrap()),
        (429, "true")
    );
    assert_eq!(struck.headers()["retry-after"], "1");
    let told: Value = struck.json().await.unwrap();
    assert_eq!((&told["retry_after"], &told["global"]), (&json!(0.25), &json!(true)));
    fake.calm();
    let fate = Fate::Fail(503);
    fake.storm(Storm { on: Route::ANY, when: When::Percent(50, 7), fate });
    let mut failed = 0;
    for n in 0..100 {
        failed +=
            u32::from(client.call("GET", &format!("/channels/{channel}?{n}"), Value::Null).await.0 == 503);
    }
    assert!((20..80).contains(&failed) && fake.strikes() == failed + 2, "{failed}");
    fake.calm();
    let slow = Duration::from_millis(30);
    fake.storm(Storm { on: Route::SENDING, when: When::Always, fate: Fate::Slow(slow) });
    let started = fake.clock().passed();
    assert_eq!(client.call("POST", &path, body("slow")).await.0, 200);
    assert!(fake.clock().passed() - started >= slow);
    fake.verdict();
}

#[tokio::test]
async fn rates_are_limited_bucket_by_bucket() {
    let (fake, client, channel, _) = club();
    let guild = fake.look(|world| *world.guilds.keys().next().unwrap());
    let other = fake.add_channel(guild, "other");
    fake.limit_rate(Route::SENDING, 2, Duration::from_secs(3600));
    client.say(channel, "one").await;
    client.say(channel, "two").await;
    let path = format!("/channels/{channel}/messages");
    let full = client.response("POST", &path, json!({ "content": "three" })).await;
    assert_eq!(
        (full.status().as_u16(), &full.headers()["x-ratelimit-remaining"]),
        (429, &"0".parse().unwrap())
    );
    assert!(full.headers()["x-ratelimit-reset-after"].to_str().unwrap().parse::<f64>().unwrap() > 3000.0);
    client.say(other, "its own bucket").await;
    assert_eq!(fake.messages(channel).len(), 2);
    fake.verdict();
}

#[tokio::test]
async fn files_come_as_multipart() {
    let (fake, client, channel, _) = club();
    let described = json!({ "id": "0", "filename": "game.jsonl", "description": "the log" });
    let body = json!({ "content": "here", "attachments": [described] });
    let file = reqwest::multipart::Part::bytes(b"a log".to_vec()).file_name("game.jsonl");
    let form = reqwest::multipart::Form::new().text("payload_json", body.to_string()).part("files[0]", file);
    let sent = client.send_form(&format!("/channels/{channel}/messages"), form).await;
    let attachment = &sent["attachments"][0];
    assert_eq!((&attachment["filename"], &attachment["size"]), (&json!("game.jsonl"), &json!(5)));
    let shown = fake.messages(channel).pop().unwrap();
    assert_eq!(
        (shown.files[0].bytes.as_slice(), shown.files[0].description.as_str()),
        (&b"a log"[..], "the log")
    );
    let path = format!("/channels/{channel}/messages");
    let lying = json!({ "content": "x", "attachments": [{ "id": "0", "filename": "none" }] });
    let _ = client.call("POST", &path, lying).await;
    fake.faults();
}

#[tokio::test]
async fn the_trap_catches_whoever_goes_elsewhere() {
    let (fake, _, _, _) = club();
    let proxy = fake.trap().into_iter().find(|(name, _)| *name == "HTTPS_PROXY").unwrap().1;
    let address = proxy.strip_prefix("http://").unwrap().to_owned();
    let asked = tokio::task::spawn_blocking(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(b"CONNECT discord.com:443 HTTP/1.1\r\n\r\n").unwrap();
        // It is closed without an answer once what was asked for is kept.
        stream.read(&mut [0; 16]).is_ok_and(|length| length > 0)
    });
    assert!(!asked.await.unwrap());
    let faults = fake.faults();
    assert!(tells(&faults, "CONNECT discord.com:443"), "{faults:?}");
}

#[test]
#[should_panic(expected = "unexpected: GET /voice/regions")]
fn faults_that_nobody_asked_for_fail_the_test() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (fake, client, _, _) = club();
    runtime.block_on(client.call("GET", "/voice/regions", Value::Null));
    drop(fake);
    // The member holds the fake too, and is dropped with the rest of the club.
}
