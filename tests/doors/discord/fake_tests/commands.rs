//! Commands: what Discord keeps of them, which it refuses, and what a client sends.

use serde_json::{Value, json};

use super::super::fake::{APPLICATION, command_limits};
use super::{club, tells};

fn path() -> String {
    format!("/applications/{APPLICATION}/commands")
}

/// A command of both kinds of options.
fn movement() -> Value {
    json!({ "name": "movement", "name_localizations": { "ja": "移動" }, "description": "Move", "options": [
        { "type": 1, "name": "move", "description": "Move a ship", "options": [
            { "type": 3, "name": "ship", "description": "Which", "required": true, "autocomplete": true },
            { "type": 6, "name": "for", "description": "For whom", "required": false },
            { "type": 3, "name": "speed", "description": "How fast", "required": false, "autocomplete": false, "choices": [{ "name": "Fast", "value": "f" }] },
        ] },
    ] })
}

#[tokio::test]
async fn discord_fills_in_and_leaves_out() {
    let (fake, client, _, _) = club();
    let (status, kept) = client.call("PUT", &path(), json!([movement()])).await;
    let (options, command) = (&kept[0]["options"][0]["options"], &kept[0]);
    assert_eq!(
        (status, &command["type"], &command["application_id"]),
        (200, &json!(1), &json!(APPLICATION.to_string()))
    );
    assert!(options[1].get("required").is_none() && options[0]["required"] == json!(true));
    let (_, listed) = client.call("GET", &path(), Value::Null).await;
    assert!(listed[0].get("name_localizations").is_none());
    let (_, listed) = client.call("GET", &format!("{}?with_localizations=true", path()), Value::Null).await;
    assert_eq!(listed[0]["name_localizations"]["ja"], "移動");
    let (_, again) = client.call("PUT", &path(), json!([movement()])).await;
    assert!(again[0]["id"] == kept[0]["id"] && again[0]["version"] != kept[0]["version"]);
    let own = format!("{}/{}", path(), kept[0]["id"].as_str().unwrap());
    let (_, changed) = client.call("PATCH", &own, json!({ "description": "Sail" })).await;
    assert_eq!((&changed["description"], &changed["id"]), (&json!("Sail"), &kept[0]["id"]));
    assert_eq!(client.call("DELETE", &own, Value::Null).await.0, 204);
    assert_eq!(client.refused("GET", &own, Value::Null).await, (404, 10063));
    assert_eq!(client.call("POST", &path(), movement()).await.0, 201);
    assert_eq!(client.call("POST", &path(), movement()).await.0, 200);
    fake.verdict();
}

#[test]
fn commands_beyond_the_limits_are_refused() {
    assert_eq!(command_limits(&[movement()]), Vec::<String>::new());
    let option = |n: usize| json!({ "type": 3, "name": format!("o{n}"), "description": "d" });
    let choices: Vec<Value> =
        (0..26).map(|n| json!({ "name": n.to_string(), "value": n.to_string() })).collect();
    let long = json!({ "type": 3, "name": "o", "description": "d", "description_localizations": { "ja": "海".repeat(80) } });
    let branch = |n: usize| {
        json!({ "type": 1, "name": format!("s{n}"), "description": "d".repeat(100), "options": [
        long, option(1), option(2), option(3)] })
    };
    let mut long_branches: Vec<Value> = (0..25).map(branch).collect();
    long_branches.iter_mut().for_each(|it| it["options"][1]["description"] = json!("d".repeat(100)));
    long_branches.iter_mut().for_each(|it| it["options"][2]["description"] = json!("d".repeat(100)));
    // Where in the command, what stands there, and what is said of it.
    let cases = [
        ("/name", json!("Move"), "name"),
        ("/name", json!("move ship"), "name"),
        ("/name_localizations/ja", json!("移動・海"), "(ja)"),
        ("/name_localizations", json!({ "jp": "移動" }), "no language"),
        ("/description", json!("d".repeat(101)), "description"),
        ("/options", (0..26).map(option).collect(), "options: 26"),
        ("/options/0/options/2/choices", json!(choices), "choices: 26"),
        ("/options/0/options/2/required", json!(true), "required after"),
        ("/options/0/options/2/autocomplete", json!(true), "choices and autocomplete"),
        ("/options", json!([option(1), option(1)]), "stands twice"),
        ("/options", json!([option(1), branch(1)]), "beside"),
        ("/options", json!(long_branches), "in all"),
    ];
    for (at, value, why) in cases {
        let mut command = movement();
        *command.pointer_mut(at).unwrap_or_else(|| panic!("{at}")) = value;
        let faults = command_limits(&[command]);
        assert!(tells(&faults, why), "{why}: {faults:?}");
    }
}

#[tokio::test]
async fn a_client_sends_only_what_is_registered() {
    let (fake, client, channel, ann) = club();
    client.call("PUT", &path(), json!([movement()])).await;
    let bob = fake.add_member("Bob", "en-US", channel);
    let given = [("ship", "goeben"), ("for", &bob.name()), ("speed", "Fast")];
    let prepared = ann.prepare("movement", "move", &given).unwrap();
    let (payload, data) = (prepared.payload(), &prepared.payload()["data"]["options"][0]);
    assert_eq!(
        (&payload["locale"], &payload["guild_locale"], &payload["context"]),
        (&json!("ja"), &json!("en-US"), &json!(0))
    );
    assert_eq!((&data["name"], &data["options"][2]["value"]), (&json!("move"), &json!("f")));
    assert_eq!(payload["data"]["resolved"]["users"][bob.name()]["global_name"], "Bob");
    type Given<'a> = &'a [(&'a str, &'a str)];
    let refusals: [(&str, &str, Given, &str); 6] = [
        ("sail", "", &[], "no command"),
        ("movement", "", &[], "is to be chosen"),
        ("movement", "sail", &[], "no subcommand"),
        ("movement", "move", &[], "is required"),
        ("movement", "move", &[("ship", "a"), ("port", "b")], "no option"),
        ("movement", "move", &[("ship", "a"), ("speed", "slow")], "among the choices"),
    ];
    for (command, sub, options, why) in refusals {
        let refused = ann.prepare(command, sub, options).err().unwrap();
        assert!(refused.contains(why), "{refused}");
    }
    let typing = ann.prepare_typing(("movement", "move"), "ship", "go", &[]).unwrap();
    assert_eq!(
        typing.payload()["data"]["options"][0]["options"][0],
        json!({ "name": "ship", "type": 3, "value": "go", "focused": true })
    );
    assert!(ann.prepare_typing(("movement", "move"), "speed", "f", &[]).is_err());
    let (_, thread) = client
        .call("POST", &format!("/channels/{channel}/threads"), json!({ "name": "t", "type": 11 }))
        .await;
    let thread: u64 = thread["id"].as_str().unwrap().parse().unwrap();
    let inside = ann.inside(thread).prepare("movement", "move", &given).unwrap();
    assert_eq!(
        (&inside.payload()["channel"]["type"], &inside.payload()["channel"]["parent_id"]),
        (&json!(11), &json!(channel.to_string()))
    );
    fake.archive(thread);
    assert!(ann.inside(thread).prepare("movement", "move", &given).is_err());
    let dm = ann.in_dm().prepare("movement", "move", &given).unwrap();
    assert!(dm.payload().get("member").is_none() && dm.payload()["user"]["id"] == json!(ann.name()));
    for prepared in [prepared, typing, inside, dm] {
        let text = prepared.payload().to_string();
        serde_json::from_str::<serenity::all::Interaction>(&text)
            .unwrap_or_else(|why| panic!("{why}: {text}"));
    }
    fake.verdict();
}
