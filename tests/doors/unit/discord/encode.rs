//! Messages as Discord gets them: pings, flags, nonces.

use serde_json::{Value, json, to_value};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::outbound::encode::{
    create_message, create_message_once, edit, edit_message, followup, response,
};
use wardroom::door::discord::outbound::message::{Button, Message, Row, SlashReply, Style};

fn message() -> Message {
    let button =
        Button { label: "Orders".to_owned(), custom_id: "w1.orders".to_owned(), style: Style::Primary };
    Message {
        text: "<@7> <@8> @everyone".to_owned(),
        rows: vec![Row::Buttons(vec![button])],
        pings: vec![Id(7), Id(0)],
        ..Message::default()
    }
}

#[test]
fn only_the_users_named_are_pinged_in_whatever_form_a_message_goes_out() {
    let forms = [
        to_value(create_message(&message())).unwrap(),
        to_value(edit_message(&message())).unwrap(),
        to_value(edit(&message())).unwrap(),
        to_value(followup(&message(), true)).unwrap(),
        to_value(response(&SlashReply::private(message()))).unwrap()["data"].clone(),
        to_value(response(&SlashReply::Replace(message()))).unwrap()["data"].clone(),
    ];
    for form in forms {
        assert_eq!(form["allowed_mentions"], json!({"parse": [], "users": ["7"], "roles": []}), "{form}");
        assert_eq!(form["components"][0]["components"][0]["custom_id"], "w1.orders");
    }
}

#[test]
fn a_message_rings_only_where_it_calls_somebody() {
    let silent = Message { pings: vec![], ..message() };
    assert_eq!(to_value(create_message(&silent)).unwrap()["flags"], json!(4096));
    assert_eq!(to_value(create_message(&message())).unwrap().get("flags"), None);
    assert_eq!(to_value(edit_message(&silent)).unwrap().get("flags"), None, "an edit never rings");
}

#[test]
fn a_message_that_may_be_sent_twice_carries_its_nonce() {
    let form = to_value(create_message_once(&message(), "0123456789abcdef")).unwrap();
    assert_eq!((&form["nonce"], &form["enforce_nonce"]), (&json!("0123456789abcdef"), &Value::Bool(true)));
    assert_eq!(to_value(create_message(&message())).unwrap().get("nonce"), None);
}

#[test]
fn private_answers_are_seen_by_the_asker_only() {
    let flags = |answer| to_value(response(&answer)).unwrap()["data"]["flags"].clone();
    assert_eq!(flags(SlashReply::private(message())), json!(64));
    assert_eq!(flags(SlashReply::Say { public: true, messages: vec![message()] }), json!(0));
    assert_eq!(to_value(followup(&message(), false)).unwrap()["flags"], json!(64));
}
