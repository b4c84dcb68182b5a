//! Answers in time: deferrals, what follows them, handlers that fail, what is tried again.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use wardroom::door::discord::inbound::answering::Bounds;
use wardroom::door::discord::interaction::InteractionData;
use wardroom::door::discord::outbound::message::Modal;
use wardroom::door::discord::outbound::message::{File, Message, SlashReply};

use super::bench::{Bench, QUICK, SLOW};
use super::calls::{Double, REPLY_TOKEN, click, completion, modal, slash, with_message};
use super::stand_in::{APPLICATION, BOUND};

fn message(text: &str) -> Message {
    Message::from(text.to_owned())
}

fn say(public: bool, texts: &[&str]) -> SlashReply {
    SlashReply::Say { public, messages: texts.iter().map(|text| message(text)).collect() }
}

fn file() -> Message {
    let file = File { name: "log.txt".into(), description: "the log".into(), bytes: b"entry one".to_vec() };
    Message { files: vec![file], ..message("here") }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_command_is_deferred_privately_and_answered_when_it_is_done() {
    let (double, open) = Double::gated(|_| say(false, &["one", "two", "three"]));
    let bench = Bench::new(double, SLOW).await;
    for interaction in [slash(1, "goeben"), click(2, false), modal(3), with_message(modal(4), false)] {
        let deferral = bench.call(&interaction).await;
        assert_eq!((&deferral["type"], &deferral["data"]["flags"]), (&json!(5), &json!(64)));
    }
    assert!(bench.discord.answers().is_empty(), "nothing is sent before there is something to say");
    open.send(()).unwrap();
    let sent = bench.discord.until_count(3).await;
    let told: Vec<_> = sent.iter().map(|sent| (sent.short(), sent.text().to_owned())).collect();
    let expected = [("PATCH @original", "one"), ("POST", "two"), ("POST", "three")];
    assert_eq!(told, expected.map(|(how, text)| (how.to_owned(), text.to_owned())));
    assert!(sent[0].path.contains(&format!("/webhooks/{APPLICATION}/{REPLY_TOKEN}/")));
    assert_eq!(sent[1].json["flags"], 64);
    assert_eq!(sent[1].json["allowed_mentions"]["parse"], json!([]));
    for _ in 0..3 {
        open.send(()).unwrap();
    }
    bench.discord.until_count(12).await;
    tokio::time::timeout(BOUND, bench.responder.idle()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_everybody_may_see_comes_after_a_private_deferral() {
    let (double, open) = Double::gated(|_| say(true, &["to all", "more"]));
    let bench = Bench::new(double, SLOW).await;
    assert_eq!(bench.call(&slash(1, "goeben")).await["data"]["flags"], 64);
    open.send(()).unwrap();
    let sent = bench.discord.until_count(3).await;
    assert!(sent[0].short() == "PATCH @original" && sent[0].text().contains("below"), "{sent:?}");
    assert_eq!((sent[1].text(), &sent[1].json["flags"]), ("to all", &json!(0)));
    assert_eq!((sent[2].text(), &sent[2].json["flags"]), ("more", &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_click_on_a_private_message_changes_that_message() {
    let (double, open) = Double::gated(|call| match call.id.0 {
        1 => SlashReply::Replace(message("changed")),
        2 => say(false, &["beside it"]),
        _ => SlashReply::Ask(Modal { custom_id: "m".into(), title: "t".into(), ..Modal::default() }),
    });
    let bench = Bench::new(double, SLOW).await;
    let expected = [("PATCH @original", "changed"), ("POST", "beside it"), ("POST", "took too long")];
    for (number, (how, text)) in (1u64..).zip(expected) {
        let interaction = if number == 2 { with_message(modal(2), true) } else { click(number, true) };
        assert_eq!(bench.call(&interaction).await["type"], 6);
        open.send(()).unwrap();
        let sent = bench.discord.until_count(number as usize).await;
        let last = sent.last().unwrap();
        assert_eq!(last.short(), how);
        assert!(last.text().contains(text), "{last:?}");
        if how == "POST" {
            assert_eq!(last.json["flags"], 64);
        } else {
            assert_eq!((&last.json["components"], &last.json["attachments"]), (&json!([]), &json!([])));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_opens_too_late_is_asked_for_again() {
    let ask = || SlashReply::Ask(Modal { custom_id: "m".into(), title: "Order".into(), ..Modal::default() });
    let (double, open) = Double::gated(move |_| ask());
    let bench = Bench::new(double, SLOW).await;
    bench.call(&click(1, false)).await;
    open.send(()).unwrap();
    let sent = bench.discord.until_count(1).await;
    assert!(sent[0].short() == "PATCH @original" && sent[0].text().contains("try again"), "{sent:?}");

    let bench = Bench::new(Double::saying(move |_| ask()), QUICK).await;
    let answer = bench.call(&click(1, false)).await;
    assert_eq!((&answer["type"], &answer["data"]["title"]), (&json!(9), &json!("Order")));
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_that_come_too_late_are_none() {
    let (double, open) = Double::gated(|_| SlashReply::Suggest(vec![("Goeben".into(), "goeben".into())]));
    let bench = Bench::new(double, SLOW).await;
    assert_eq!(bench.call(&completion(1)).await, json!({ "type": 8, "data": { "choices": [] } }));
    open.send(()).unwrap();
    tokio::time::timeout(BOUND, bench.responder.idle()).await.unwrap();
    assert!(bench.discord.answers().is_empty());

    let suggests = Double::saying(|_| SlashReply::Suggest(vec![("Goeben".into(), "goeben".into())]));
    let answer = Bench::new(suggests, QUICK).await.call(&completion(1)).await;
    assert_eq!(answer["data"]["choices"], json!([{ "name": "Goeben", "value": "goeben" }]));
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_and_files_follow_the_first_answer() {
    let double = Double::saying(|call| match call.id.0 {
        1 => say(true, &["one", "two", "three"]),
        2 => SlashReply::Say { public: true, messages: vec![file(), message("after it")] },
        3 => SlashReply::Replace(file()),
        _ => SlashReply::Say { public: false, messages: vec![message("before it"), file()] },
    });
    let bench = Bench::new(double, QUICK).await;
    let first = bench.call(&slash(1, "goeben")).await;
    assert_eq!(
        (&first["type"], &first["data"]["flags"], &first["data"]["content"]),
        (&json!(4), &json!(0), &json!("one"))
    );
    let sent = bench.discord.until_count(2).await;
    assert_eq!([sent[0].text(), sent[1].text()], ["two", "three"]);

    let first = bench.call(&slash(2, "goeben")).await;
    assert_eq!(
        (&first["type"], &first["data"]["flags"]),
        (&json!(5), &json!(0)),
        "as public as what follows"
    );
    let sent = bench.discord.until_count(4).await;
    assert_eq!((sent[2].short().as_str(), sent[3].text()), ("PATCH @original", "after it"));
    for part in ["entry one", "log.txt", "payload_json", "here"] {
        assert!(sent[2].raw.contains(part), "{part} in {}", sent[2].raw);
    }

    assert_eq!(bench.call(&click(3, true)).await["type"], 6);
    let sent = bench.discord.until_count(5).await;
    assert!(sent[4].short() == "PATCH @original" && sent[4].raw.contains("entry one"));

    assert_eq!(bench.call(&slash(4, "goeben")).await["data"]["content"], "before it");
    let sent = bench.discord.until_count(6).await;
    assert!(sent[5].short() == "POST" && sent[5].raw.contains("entry one"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_that_panics_says_sorry_and_the_next_call_is_answered() {
    let double = Double::saying(|call| match call.id.0 {
        666 => panic!("the powder room"),
        _ => say(false, &["well"]),
    });
    let bench = Bench::new(double, QUICK).await;
    let answer = bench.call(&slash(666, "goeben")).await;
    assert_eq!((&answer["type"], &answer["data"]["flags"]), (&json!(4), &json!(64)));
    let text = answer["data"]["content"].as_str().unwrap();
    assert!(
        text.contains("failed on our side") && text.contains("666") && !text.contains("powder"),
        "{text}"
    );
    assert_eq!(bench.call(&slash(2, "goeben")).await["data"]["content"], "well");

    let (double, open) = Double::gated(|_| panic!("the powder room"));
    let bench = Bench::new(double, SLOW).await;
    bench.call(&slash(667, "goeben")).await;
    open.send(()).unwrap();
    let sent = bench.discord.until_count(1).await;
    assert!(sent[0].short() == "PATCH @original" && sent[0].text().contains("667"), "{sent:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_beyond_what_can_wait_are_refused_kindly() {
    let (double, open) = Double::gated(|_| say(false, &["done"]));
    let bounds = Bounds { at_once: 1, waiting: 1, ..SLOW };
    let bench = Bench::new(double.clone(), bounds).await;
    for id in [1, 2] {
        assert_eq!(bench.call(&slash(id, "goeben")).await["type"], 5);
    }
    let refused = bench.call(&slash(3, "goeben")).await;
    assert!(refused["data"]["content"].as_str().unwrap().contains("overloaded"), "{refused}");
    assert_eq!(bench.call(&completion(4)).await["data"]["choices"], json!([]));
    open.send(()).unwrap();
    open.send(()).unwrap();
    bench.discord.until_count(2).await;
    assert_eq!(double.calls.lock().unwrap().len(), 2, "what was refused did nothing");
    tokio::time::timeout(BOUND, bench.responder.idle()).await.unwrap();
    assert_eq!(bench.call(&slash(5, "goeben")).await["type"], 5, "there is room again");
    open.send(()).unwrap();
}

/// Suggestions have few turns; a storm of them leaves the threads to orders.
#[tokio::test(flavor = "multi_thread")]
async fn suggestions_without_a_turn_are_left_out_and_orders_are_answered() {
    let (double, open) = Double::gated(|call| match &call.what {
        InteractionData::Command(_) => say(false, &["done"]),
        _ => SlashReply::Suggest(vec![]),
    });
    let bounds = Bounds { suggesting: 1, suggestion_patience: Duration::ZERO, ..QUICK };
    let bench = Arc::new(Bench::new(double.clone(), bounds).await);
    let first = tokio::spawn({
        let bench = bench.clone();
        async move { bench.call(&completion(1)).await }
    });
    while double.calls.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    for id in 2..20 {
        assert_eq!(bench.call(&completion(id)).await["data"]["choices"], json!([]));
    }
    let order = tokio::spawn({
        let bench = bench.clone();
        async move { bench.call(&slash(20, "goeben")).await }
    });
    while double.calls.lock().unwrap().len() < 2 {
        tokio::task::yield_now().await;
    }
    open.send(()).unwrap();
    open.send(()).unwrap();
    assert_eq!(order.await.unwrap()["data"]["content"], "done");
    first.await.unwrap();
    assert_eq!(double.calls.lock().unwrap().len(), 2, "what was left out did nothing");
    open.send(()).unwrap();
    bench.call(&completion(21)).await;
    assert_eq!(double.calls.lock().unwrap().len(), 3, "there is a turn again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_is_tried_again_where_that_helps() {
    let (double, open) = Double::gated(|_| say(false, &["one", "two"]));
    let bench = Bench::new(double, SLOW).await;
    let unknown = || json!({ "code": 10015, "message": "Unknown Webhook" });
    bench.discord.fail("@original", 404, unknown());
    bench.discord.fail("@original", 503, json!({ "code": 0, "message": "busy" }));
    bench.discord.fail("@original", 429, json!({ "code": 0, "message": "slow down" }));
    bench.discord.fail(REPLY_TOKEN, 429, json!({ "code": 0, "message": "slow down" }));
    bench.call(&slash(1, "goeben")).await;
    open.send(()).unwrap();
    let sent = bench.discord.until_count(6).await;
    let told: Vec<_> = sent.iter().map(|sent| sent.text()).collect();
    assert_eq!(told, ["one", "one", "one", "one", "two", "two"]);

    // What cannot succeed, and a message that may have arrived, are not.
    for (path, status) in [("@original", 403), (REPLY_TOKEN, 500)] {
        let bench = Bench::new(Double::saying(|_| say(false, &["one", "two", "three"])), QUICK).await;
        bench.discord.fail(path, status, json!({ "code": 50013, "message": "no" }));
        bench.call(&slash(1, "goeben")).await;
        tokio::time::timeout(BOUND, bench.responder.idle()).await.unwrap();
        let expected = if path == "@original" { 2 } else { 1 };
        assert_eq!(bench.discord.answers().len(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_call_does_not_wait_for_another() {
    let (double, open) = Double::gated(|call| match &call.what {
        InteractionData::Command(_) => say(false, &["slow"]),
        _ => say(false, &["quick"]),
    });
    let bench = Arc::new(Bench::new(double.clone(), SLOW).await);
    for id in 1..=4 {
        bench.call(&slash(id, "goeben")).await;
    }
    let all_at_work = async {
        while double.calls.lock().unwrap().len() < 4 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(BOUND, all_at_work).await.unwrap();
    for _ in 0..4 {
        open.send(()).unwrap();
    }
    bench.discord.until_count(4).await;
}
