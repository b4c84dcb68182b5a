//! The interactions endpoint: signatures, sizes, what is read, what is not understood.

use serde_json::{Value, json};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::interaction::{Command, InteractionData};
use wardroom::door::discord::outbound::message::{Message, SlashReply};
use wardroom::words::Lang;

use super::bench::{Bench, Forged, NOW, QUICK, sign};
use super::calls::{Double, click, completion, in_dm, modal, ping, slash, user_menu, with_message};

fn hello() -> std::sync::Arc<Double> {
    Double::saying(|_| SlashReply::private(Message::from("hello".to_owned())))
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_is_answered_and_nobody_else() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    assert_eq!(bench.call(&ping()).await["type"], 1);
    let answer = bench.call(&slash(1, "goeben")).await;
    assert_eq!((&answer["type"], &answer["data"]["flags"]), (&json!(4), &json!(64)));
    assert_eq!(answer["data"]["content"], "hello");
    assert_eq!(answer["data"]["allowed_mentions"]["parse"], json!([]), "nobody is pinged");

    let body = slash(2, "goeben").to_string().into_bytes();
    let good = sign(&NOW.to_string(), &body);
    let flip = |signature: &str, bit: usize| {
        let mut bytes = hex::decode(signature).unwrap();
        bytes[bit / 8] ^= 1 << (bit % 8);
        hex::encode(bytes)
    };
    let mut forged: Vec<Forged> = vec![
        Forged { signature: Some(None), ..Forged::default() },
        Forged { signature: Some(Some(String::new())), ..Forged::default() },
        Forged { signature: Some(Some("zz".repeat(64))), ..Forged::default() },
        Forged { signature: Some(Some("é".repeat(64))), ..Forged::default() },
        Forged { signature: Some(Some(good[2..].to_owned())), ..Forged::default() },
        Forged { signature: Some(Some(good.clone())), timestamp: Some((NOW + 1).to_string()) },
        Forged { timestamp: Some((NOW - 901).to_string()), ..Forged::default() },
        Forged { timestamp: Some((NOW + 901).to_string()), ..Forged::default() },
        Forged { timestamp: Some("soon".to_owned()), ..Forged::default() },
    ];
    forged.extend(
        [0, 77, 255, 256, 300, 511]
            .map(|bit| Forged { signature: Some(Some(flip(&good, bit))), ..Forged::default() }),
    );
    for (number, forged) in forged.into_iter().enumerate() {
        assert_eq!(bench.send(body.clone(), forged).await.status(), 401, "forgery {number}");
    }
    let other = slash(2, "breslau").to_string().into_bytes();
    let forged = Forged { signature: Some(Some(good.clone())), ..Forged::default() };
    assert_eq!(bench.send(other, forged).await.status(), 401, "another body");
    assert_eq!(double.calls.lock().unwrap().len(), 1, "only what was signed reached the handler");

    let late = Forged { timestamp: Some((NOW - 899).to_string()), ..Forged::default() };
    assert_eq!(bench.send(body, late).await.status(), 200, "a slow clock is not punished");
    assert_eq!(bench.client.get(&bench.url).send().await.unwrap().status(), 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_or_no_interaction_is_refused() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    let large = vec![b' '; 600 * 1024];
    assert_eq!(bench.send(large, Forged::default()).await.status(), 413);
    for body in [
        &b""[..],
        b"{",
        b"\"text\"",
        b"{}",
        b"{\"type\":2}",
        b"{\"id\":\"0\",\"type\":2,\"token\":\"t\"}",
        b"\xff",
    ] {
        let status = bench.send(body.to_vec(), Forged::default()).await.status();
        assert_eq!(status, 400, "{}", String::from_utf8_lossy(body));
    }
    assert!(double.calls.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_understood_is_answered_privately_and_changes_nothing() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    let mut new_kind = slash(4711, "goeben");
    new_kind["type"] = json!(99);
    let mut in_japanese = new_kind.clone();
    in_japanese["locale"] = json!("ja");
    let mut shapeless = slash(4711, "goeben");
    shapeless["data"] = json!([1, 2]);
    let mut new_option = slash(4711, "goeben");
    new_option["data"]["options"][0]["options"][0]["type"] = json!(77);
    let mut new_component = click(4711, true);
    new_component["data"]["component_type"] = json!(88);
    let mut nobody = slash(4711, "goeben");
    nobody.as_object_mut().unwrap().remove("member");
    let strange =
        [new_kind, in_japanese.clone(), shapeless, new_option, new_component, nobody, user_menu(4711)];
    let named =
        ["type", "type", "data.name", "data.options[0].options[0].type", "data.component_type", "user.id"];
    for (interaction, field) in strange.into_iter().zip(named.into_iter().chain(["data.type"])) {
        let answer = bench.call(&interaction).await;
        assert_eq!((&answer["type"], &answer["data"]["flags"]), (&json!(4), &json!(64)), "{interaction}");
        let text = answer["data"]["content"].as_str().unwrap();
        let expected = if interaction == in_japanese { "分かりません" } else { "cannot read" };
        assert!(text.contains("4711") && text.contains(expected), "{text}");
        assert!(text.contains(&format!("`{field}`")), "{field}: {text}");
    }
    let mut unfocused = completion(4711);
    unfocused["data"]["options"] = json!([]);
    assert_eq!(bench.call(&unfocused).await, json!({ "type": 8, "data": { "choices": [] } }));
    assert!(double.calls.lock().unwrap().is_empty());
    assert!(bench.discord.answers().is_empty());
    assert!(super::logs().text().contains("4711"), "the log names it");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_call_is_read() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    let mut plain = in_dm(slash(5, "goeben"));
    plain["user"]["global_name"] = Value::Null;
    plain["locale"] = json!("ja");
    for interaction in [
        slash(1, "goeben"),
        completion(2),
        click(3, true),
        with_message(modal(4), false),
        plain,
        modal(6),
        with_message(modal(7), true),
    ] {
        bench.call(&interaction).await;
    }
    let calls = double.calls.lock().unwrap();
    let path = vec!["goeben-movement".to_owned(), "move".to_owned()];
    let given = [("ship", "goeben"), ("with", "3333333333333333333"), ("count", "2"), ("sure", "true")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let command = Command { path: path.clone(), given, users: vec![] };
    let first = &calls[0];
    assert_eq!(first.what, InteractionData::Command(command.clone()));
    assert_eq!((first.id, first.guild, first.channel), (Id(1), Some(Id(8)), Id(6)));
    assert_eq!((first.user.id, first.user.name.as_str()), (Id(2_222_222_222_222_222_222), "Sir John"));
    assert_eq!((first.user.lang, first.guild_lang, first.user.manager), (Lang::En, Lang::Ja, true));
    assert_eq!(first.file_bytes, 10_485_760);

    let typed = Command { path, given: vec![("ship".to_owned(), "goe".to_owned())], users: vec![] };
    assert_eq!(calls[1].what, InteractionData::Complete { command: typed, option: "ship".to_owned() });
    let values = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(
        calls[2].what,
        InteractionData::Click { custom_id: "t.1.2".to_owned(), values, private: true }
    );
    let fields = vec![("text".to_owned(), "move goeben".to_owned())];
    let filled = |private| InteractionData::Filled {
        custom_id: "t.3".to_owned(),
        fields: fields.clone(),
        odd: vec![],
        private,
    };
    assert_eq!(
        (&calls[3].what, &calls[5].what, &calls[6].what),
        (&filled(false), &filled(false), &filled(true))
    );

    // What Discord signed is kept with the call, and hidden where it might be logged.
    assert!(calls.iter().all(|call| call.proof.is_some()));
    assert!(format!("{first:?}").contains("proof: Some([hidden])"));
    let dm = &calls[4];
    assert_eq!((dm.guild, dm.user.name.as_str(), dm.user.manager), (None, "admiral", false));
    assert_eq!((dm.user.lang, dm.guild_lang), (Lang::Ja, Lang::Ja));
    assert_eq!(dm.what, InteractionData::Command(command));
}

/// What a call is made of is read in every form it may come in; what it is not made of is not read at all.
#[tokio::test(flavor = "multi_thread")]
async fn odd_fields_that_nobody_needs_lock_nobody_out() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    bench.call(&slash(1, "goeben")).await;
    let mut odd = slash(2, "goeben");
    odd["member"]["user"]["avatar"] = json!({ "static": "a_1", "animated": ["x"] });
    odd["member"]["user"]["avatar_decoration_data"] = json!({ "asset": 5, "sku_id": null });
    odd["member"]["user"]["discriminator"] = json!(70_000);
    odd["member"]["user"]["public_flags"] = json!("99999999999999999999");
    odd["member"]["user"]["id"] = json!(2_222_222_222_222_222_222_u64);
    odd["member"]["joined_at"] = json!(1_700_000_000_000_u64);
    odd["member"]["permissions"] = json!("340282366920938463463374607431768211455");
    odd["member"]["roles"] = json!(null);
    odd["guild"] = json!("8");
    odd["channel"]["type"] = json!("zero");
    odd["channel"]["flags"] = json!(1e300);
    odd["channel_id"] = json!(6);
    odd["type"] = json!("2");
    odd["data"]["resolved"] = json!([[[]]]);
    odd["data"]["options"][0]["options"][2]["value"] = json!("2");
    odd["data"]["options"][0]["options"][3]["type"] = json!("5");
    odd["attachment_size_limit"] = json!(10_485_760_000_u64);
    for missing in ["entitlements", "application_id", "version", "context", "app_permissions"] {
        odd.as_object_mut().unwrap().remove(missing);
    }
    bench.call(&odd).await;
    let mut least = odd.clone();
    for missing in ["locale", "guild_locale", "attachment_size_limit", "channel", "guild"] {
        least.as_object_mut().unwrap().remove(missing);
    }
    least["member"] = json!({ "user": { "id": "2222222222222222222" } });
    // Half a character, as a client may send it in a name: no JSON reader takes it, and here nobody reads it.
    let text = least.to_string().replace("\"roles\"", "\"name\":\"\\ud83d\",\"roles\"");
    let answer = bench.send(text.into_bytes(), Forged::default()).await;
    assert_eq!(answer.status(), 200);
    let calls = double.calls.lock().unwrap();
    let expected = wardroom::door::discord::interaction::Interaction {
        id: Id(2),
        bot_rights: None,
        file_bytes: 10_485_760_000,
        proof: calls[1].proof.clone(),
        ..calls[0].clone()
    };
    assert_eq!(calls[1], expected);
    let (user, call) = (&calls[2].user, &calls[2]);
    assert_eq!((user.name.as_str(), user.lang, user.manager), ("2222222222222222222", Lang::En, false));
    assert_eq!((call.guild, call.file_bytes, &call.what), (Some(Id(8)), 10 * 1024 * 1024, &calls[0].what));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_may_manage_the_server_or_everything() {
    let double = hello();
    let bench = Bench::new(double.clone(), QUICK).await;
    let managers = [("0", false), ("32", true), ("8", true), ("16", false), ("2147483647", true)];
    for (permissions, _) in managers {
        let mut interaction = slash(1, "goeben");
        interaction["member"]["permissions"] = json!(permissions);
        bench.call(&interaction).await;
    }
    let found: Vec<bool> = double.calls.lock().unwrap().iter().map(|call| call.user.manager).collect();
    assert_eq!(found, managers.map(|(_, manager)| manager));
}
