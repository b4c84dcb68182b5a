//! Where a call comes from, and what forms and used messages hold.

use serde_json::json;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::inbound::decode::{Decoded, decode};
use wardroom::door::discord::interaction::{Interaction, InteractionData};
use wardroom::door::discord::raw::Fields;

#[test]
fn a_call_of_whoever_installed_the_bot_to_their_account_comes_from_no_server() {
    for (owners, guild) in [
        (json!({"0": "5"}), Some(Id(5))),
        (json!({"0": "5", "1": "7"}), Some(Id(5))),
        (json!({"1": "7"}), None),
        (json!({}), Some(Id(5))),
        (json!(null), Some(Id(5))),
    ] {
        let call = json!({
            "id": "8", "token": "a-token", "type": 2, "application_id": "9", "guild_id": "5", "channel_id": "6",
            "member": {"user": {"id": "7", "username": "ann"}, "permissions": "0"}, "app_permissions": "2048",
            "authorizing_integration_owners": owners, "data": {"id": "1", "name": "play", "type": 1},
        })
        .to_string();
        let Decoded::Interaction(came) = decode(&Fields::of(&call).unwrap()) else { panic!("{call}") };
        assert_eq!((came.call.guild, came.call.bot_rights), (guild, Some(2048)), "{owners}");
    }
}

/// A form that came back with these components, from a message.
fn form(components: serde_json::Value, message: serde_json::Value) -> Interaction {
    let call = json!({
        "id": "8", "token": "a-token", "type": 5, "application_id": "9", "channel_id": "6",
        "user": {"id": "7", "username": "ann"}, "message": message,
        "data": {"custom_id": "m", "components": components},
    })
    .to_string();
    let Decoded::Interaction(came) = decode(&Fields::of(&call).unwrap()) else { panic!("{call}") };
    came.call
}

fn held(call: Interaction) -> (Vec<(String, String)>, Vec<String>) {
    let InteractionData::Filled { fields, odd, .. } = call.what else { panic!("{call:?}") };
    (fields, odd)
}

#[test]
fn a_form_is_read_part_by_part_and_what_is_not_known_is_named() {
    let label = |input: serde_json::Value| json!({"type": 18, "id": 1, "component": input});
    let (fields, odd) = held(form(
        json!([
            {"type": 10, "id": 1},
            label(json!({"type": 22, "id": 2, "custom_id": "ships", "values": ["0", "2"]})),
            label(json!({"type": 22, "id": 3, "custom_id": "none", "values": []})),
            label(json!({"type": 21, "id": 4, "custom_id": "speed", "value": "1"})),
            label(json!({"type": 21, "id": 5, "custom_id": "open", "value": null})),
            label(json!({"type": 3, "id": 6, "custom_id": "goal", "values": ["7"]})),
            label(json!({"type": 99, "id": 7, "custom_id": "dial", "value": "3"})),
            label(json!({"type": 4, "id": 8, "custom_id": "text", "value": {"odd": true}})),
            {"type": 77, "id": 9},
            // As the version before asks, and a client answers that still has its form open.
            {"type": 1, "id": 10, "components": [{"type": 4, "id": 11, "custom_id": "t", "value": "pass"}]},
            {"type": 1, "id": 12, "components": [{"type": 4, "id": 13, "custom_id": "empty"}]},
        ]),
        json!(null),
    ));
    let all = [("ships", "0"), ("ships", "2"), ("speed", "1"), ("goal", "7"), ("t", "pass"), ("empty", "")];
    assert_eq!(fields, all.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let named = [
        "data.components[6].component.type",
        "data.components[7].component.value",
        "data.components[8].type",
    ];
    assert_eq!(odd, named);
}

#[test]
fn the_picture_of_a_card_is_found_wherever_it_stands() {
    let gallery = json!({"type": 12, "id": 2, "items": [
        {"media": {"url": "https://cdn.invalid/1.png"}, "description": "The map."}]});
    let card = |flags: u64| {
        json!({"id": "5", "flags": flags, "components": [{"type": 17, "id": 1, "components": [
            {"type": 10, "id": 3, "content": "x"}, gallery, {"type": 1, "components": []}]}]})
    };
    let on = form(json!([]), card(1 << 15 | 1 << 6)).on;
    let picture = on.picture.unwrap();
    assert_eq!(
        (on.card, &*picture.url, &*picture.description),
        (true, "https://cdn.invalid/1.png", "The map.")
    );
    let older = form(json!([]), card(1 << 6)).on;
    assert!(!older.card && older.picture.is_none());
    assert!(form(json!([]), json!({"flags": 1 << 15, "components": 5})).on.card);
    let deep = (0..200).fold(gallery.clone(), |inner, _| json!({"type": 17, "components": [inner]}));
    assert_eq!(form(json!([]), json!({"flags": 1 << 15, "components": [deep]})).on.picture, None);
}
