//! Messages as Discord gets them: pings, flags, nonces.

use serde_json::{Value, json, to_value};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::outbound::emoji::{Emoji, SIGNS, drawn, length, mark_beside};
use wardroom::door::discord::outbound::encode::{
    create_message, create_message_once, edit, edit_message, followup, response,
};
use wardroom::door::discord::outbound::markdown::plain;
use wardroom::door::discord::outbound::message::{
    BesideButton, Button, Card, File, KeptPicture, Message, Row, SelectOption, ShownPicture, SlashReply,
    Style,
};
use wardroom::door::discord::outbound::message::{FormChoices, FormField, FormInput, Modal, TextInput};
use wardroom::report::Emblem;

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
        to_value(create_message(&message(), Emoji::NONE)).unwrap(),
        to_value(edit_message(&message(), Emoji::NONE)).unwrap(),
        to_value(edit(&message(), Emoji::NONE)).unwrap(),
        to_value(followup(&message(), true, Emoji::NONE)).unwrap(),
        to_value(response(&SlashReply::private(message()), Emoji::NONE)).unwrap()["data"].clone(),
        to_value(response(&SlashReply::Replace(message()), Emoji::NONE)).unwrap()["data"].clone(),
    ];
    for form in forms {
        assert_eq!(form["allowed_mentions"], json!({"parse": [], "users": ["7"], "roles": []}), "{form}");
        assert_eq!(form["components"][0]["components"][0]["custom_id"], "w1.orders");
    }
}

#[test]
fn a_message_rings_only_where_it_calls_somebody() {
    let silent = Message { pings: vec![], ..message() };
    assert_eq!(to_value(create_message(&silent, Emoji::NONE)).unwrap()["flags"], json!(4096));
    assert_eq!(to_value(create_message(&message(), Emoji::NONE)).unwrap().get("flags"), None);
    assert_eq!(
        to_value(edit_message(&silent, Emoji::NONE)).unwrap().get("flags"),
        None,
        "an edit never rings"
    );
}

#[test]
fn a_message_that_may_be_sent_twice_carries_its_nonce() {
    let form = to_value(create_message_once(&message(), "0123456789abcdef", Emoji::NONE)).unwrap();
    assert_eq!((&form["nonce"], &form["enforce_nonce"]), (&json!("0123456789abcdef"), &Value::Bool(true)));
    assert_eq!(to_value(create_message(&message(), Emoji::NONE)).unwrap().get("nonce"), None);
}

#[test]
fn private_answers_are_seen_by_the_asker_only() {
    let flags = |answer| to_value(response(&answer, Emoji::NONE)).unwrap()["data"]["flags"].clone();
    assert_eq!(flags(SlashReply::private(message())), json!(64));
    assert_eq!(flags(SlashReply::Say { public: true, messages: vec![message()] }), json!(0));
    assert_eq!(to_value(followup(&message(), false, Emoji::NONE)).unwrap()["flags"], json!(64));
}

#[test]
fn a_card_is_one_container_with_the_map_between_the_words_and_the_buttons() {
    let button = |label: &str, style| Button { label: label.to_owned(), custom_id: label.to_owned(), style };
    let card = |shown| Message {
        text: "It is your turn.".to_owned(),
        rows: vec![
            Row::Buttons(vec![button("join", Style::Primary)]),
            Row::Buttons(vec![button("orders", Style::Primary), button("why", Style::Secondary)]),
        ],
        card: Some(Card { accent: Some(0x00f5_8a42), shown, ..Card::default() }),
        ..Message::default()
    };
    let sent = create_message(
        &Message {
            files: vec![File { name: "map.png".into(), description: "The map.".into(), bytes: vec![1] }],
            ..card(None)
        },
        Emoji::NONE,
    );
    assert_eq!((&sent["flags"], sent.get("content")), (&json!(1 << 15 | 1 << 12), None));
    assert_eq!(sent["attachments"][0]["filename"], "map.png");
    let [container] = &sent["components"].as_array().unwrap()[..] else { panic!("{sent}") };
    assert_eq!((&container["type"], &container["accent_color"]), (&json!(17), &json!(0x00f5_8a42)));
    let [section, gallery, join, why] = &container["components"].as_array().unwrap()[..] else {
        panic!("{container}")
    };
    assert_eq!(section["components"], json!([{"type": 10, "content": "It is your turn."}]));
    assert_eq!((&section["type"], &section["accessory"]["custom_id"]), (&json!(9), &json!("orders")));
    let picture = json!({"media": {"url": "attachment://map.png"}, "description": "The map."});
    assert_eq!((&gallery["type"], &gallery["items"]), (&json!(12), &json!([picture])));
    let ids = [&join, &why].map(|row| (row["type"].clone(), row["components"][0]["custom_id"].clone()));
    assert_eq!(ids, [(json!(1), json!("join")), (json!(1), json!("why"))]);
    // An edit keeps the picture that is there; its file stays where no files are named.
    let shown = ShownPicture { name: "map.png".to_owned(), description: "The map.".to_owned() };
    let edited = edit_message(&card(Some(shown)), Emoji::NONE);
    assert_eq!((&edited["flags"], edited.get("attachments")), (&json!(1 << 15), None));
    assert_eq!(edited["components"][0]["components"][1]["items"], json!([picture]));
}

/// A question: two orders, the first with odds of its own, and a text that tells of them where there is no card.
fn question(files: Vec<File>, kept: Option<KeptPicture>) -> Message {
    let button = |label: &str| Button {
        label: label.to_owned(),
        custom_id: label.to_owned(),
        style: Style::Secondary,
    };
    Message {
        text: "Fire?\nfire (hit 30 %)".to_owned(),
        rows: vec![Row::Buttons(vec![button("fire"), button("pass")])],
        files,
        card: Some(Card {
            text: Some("Fire?".to_owned()),
            kept,
            beside: vec![BesideButton { custom_id: "fire".to_owned(), text: "fire (hit 30 %)".to_owned() }],
            ..Card::default()
        }),
        ..Message::default()
    }
}

#[test]
fn a_question_has_odds_beside_their_own_button_and_its_picture_above_the_choices() {
    let file = |name: &str| File { name: name.into(), description: "Seen.".into(), bytes: vec![1] };
    let sent = followup(&question(vec![file("close.png"), file("all.txt")], None), false, Emoji::NONE);
    assert_eq!((&sent["flags"], sent.get("content")), (&json!(1 << 15 | 1 << 6), None));
    let [text, gallery, other, fire, rest] = &sent["components"][0]["components"].as_array().unwrap()[..]
    else {
        panic!("{sent}")
    };
    assert_eq!(text, &json!({ "type": 10, "content": "Fire?" }));
    assert_eq!(gallery["items"][0]["media"]["url"], "attachment://close.png");
    assert_eq!(other, &json!({ "type": 13, "file": { "url": "attachment://all.txt" } }));
    assert_eq!((&fire["type"], &fire["accessory"]["custom_id"]), (&json!(9), &json!("fire")));
    assert_eq!(fire["components"], json!([{ "type": 10, "content": "fire (hit 30 %)" }]));
    assert_eq!(
        (&rest["components"][0]["custom_id"], rest["components"].as_array().unwrap().len()),
        (&json!("pass"), 1)
    );
    // A message of the older form tells the same, and has both buttons.
    let plain = followup(&question(vec![], None).without_card(), false, Emoji::NONE);
    assert_eq!((&plain["content"], &plain["flags"]), (&json!("Fire?\nfire (hit 30 %)"), &json!(64)));
    assert_eq!(plain["components"][0]["components"].as_array().unwrap().len(), 2);
    // A step keeps the picture by its address, and names no files, so that Discord takes none away.
    let kept = KeptPicture { url: "https://cdn.invalid/1.png".into(), description: "Seen.".into() };
    let step = response(&SlashReply::Replace(question(vec![], Some(kept))), Emoji::NONE);
    assert_eq!(step["data"].get("attachments"), None);
    assert_eq!(
        step["data"]["components"][0]["components"][1]["items"][0]["media"]["url"],
        "https://cdn.invalid/1.png"
    );
    let next = response(&SlashReply::Replace(question(vec![], None)), Emoji::NONE);
    assert_eq!(next["data"]["attachments"], json!([]), "the position is another one");
}

#[test]
fn a_card_has_no_more_components_and_characters_than_discord_takes() {
    fn count(part: &Value) -> usize {
        let inner = part["components"].as_array().into_iter().flatten().map(count).sum::<usize>();
        1 + inner + usize::from(part.get("accessory").is_some())
    }
    for text in ["short", &"x".repeat(1900)] {
        let button = |row: usize, at: usize| {
            let id = format!("{row}.{at}");
            Button { label: id.clone(), custom_id: id, style: Style::Secondary }
        };
        let rows: Vec<Row> =
            (0..5).map(|row| Row::Buttons((0..5).map(|at| button(row, at)).collect())).collect();
        let all = (0..5).flat_map(|row| (0..5).map(move |at| format!("{row}.{at}")));
        let beside =
            all.map(|custom_id| BesideButton { custom_id, text: text.to_owned() }).collect::<Vec<_>>();
        let card = Card { beside, ..Card::default() };
        let message = Message { rows, card: Some(card), ..Message::from("y".repeat(2000)) };
        let sent = followup(&message, false, Emoji::NONE);
        let all = sent["components"].as_array().unwrap();
        assert!(all.iter().map(count).sum::<usize>() <= 40, "{sent}");
        let texts = sent.to_string().matches(['x', 'y']).count();
        assert!(texts <= 4000, "{texts}");
        let buttons = (0..5).flat_map(|row| (0..5).map(move |at| format!("\"{row}.{at}\"")));
        assert!(buttons.into_iter().all(|id| sent.to_string().contains(&id)), "no button is lost");
    }
}

#[test]
fn a_form_has_a_label_for_each_field() {
    let option = |value: &str, chosen| SelectOption {
        label: value.to_uppercase(),
        value: value.to_owned(),
        chosen,
        ..SelectOption::default()
    };
    let field = |id: &str, description: &str, input| FormField {
        custom_id: id.to_owned(),
        label: format!("The {id}"),
        description: description.to_owned(),
        input,
    };
    let some = FormChoices { least: 0, most: 2, options: vec![option("a", true), option("b", false)] };
    let one = FormChoices { least: 1, most: 1, ..some.clone() };
    let form = Modal {
        custom_id: "m".to_owned(),
        title: "Move".to_owned(),
        text: "Read this.".to_owned(),
        fields: vec![
            field("ships", "Several.", FormInput::Checks(some)),
            field("speed", "", FormInput::Radio(vec![option("a", false), option("b", false)])),
            field("goal", "", FormInput::Menu(one)),
            field(
                "text",
                "",
                FormInput::Text(TextInput { long: true, required: true, ..TextInput::default() }),
            ),
        ],
        otherwise: None,
    };
    let sent = response(&SlashReply::Ask(form), Emoji::NONE);
    let parts = sent["data"]["components"].as_array().unwrap();
    let kinds: Vec<_> =
        parts.iter().map(|part| (part["type"].clone(), part["component"]["type"].clone())).collect();
    let wanted = [(10, None), (18, Some(22)), (18, Some(21)), (18, Some(3)), (18, Some(4))];
    assert_eq!(kinds, wanted.map(|(part, input)| (json!(part), json!(input))));
    assert_eq!(
        (&parts[1]["description"], &parts[1]["component"]["required"]),
        (&json!("Several."), &json!(false))
    );
    assert_eq!(parts[1]["component"]["options"][0]["default"], json!(true));
    assert_eq!(parts[2].get("description"), None);
    assert_eq!(parts[4]["component"].get("label"), None);
}

#[test]
fn a_sign_is_an_emoji_of_the_application_or_as_it_is_typed() {
    let text = plain("Goeben fires: [6] 3 [5]; points 4 of 60 [ ] ([7], `[6]`) \u{e6d0}");
    let message = Message::from(text.clone());
    let content = |emoji: &Emoji| create_message(&message, emoji)["content"].as_str().unwrap().to_owned();
    let typed = "Goeben fires: \\[6] 3 \\[5]; points 4 of 60 \\[ ] (\\[7], `[6]`) ";
    assert_eq!(content(Emoji::NONE), typed);
    let mut emoji = Emoji::default();
    for (id, sign) in (100..).zip(SIGNS.iter().filter(|sign| sign.name != "wardroom_5")) {
        emoji.add(sign, Id(id));
    }
    let shown =
        "Goeben fires: <:wardroom_6:104> 3 \\[5]; points 4 of 60 <:wardroom_not_yet:105> (\\[7], `[6]`) ";
    assert_eq!(content(&emoji), shown);
    // What has no room for emoji is typed, and no text is longer than Discord takes.
    let full = Message::from(plain(&"[6] ".repeat(400)));
    for emoji in [Emoji::NONE, &emoji] {
        let sent = create_message(&full, emoji)["content"].as_str().unwrap().to_owned();
        assert!(sent.chars().count() <= 2000 && sent.contains("\\[6]"), "{}", sent.chars().count());
    }
}

#[test]
fn an_emblem_takes_only_room_that_the_words_leave() {
    let mark = mark_beside(Emblem::Battleship).unwrap();
    let mut emoji = Emoji::default();
    SIGNS.iter().zip(1..).for_each(|(sign, id)| emoji.add(sign, Id(1_234_567_890_123_456_700 + id)));
    let fleet = format!("{mark}Goeben · ").repeat(220);
    assert_eq!(length(&fleet), 9 * 220, "without emoji it is left out");
    let message = Message::from(fleet.clone());
    let content = |emoji: &Emoji| create_message(&message, emoji)["content"].as_str().unwrap().to_owned();
    assert_eq!(content(Emoji::NONE), "Goeben · ".repeat(220));
    assert!(content(&emoji).chars().count() <= 2000, "{}", content(&emoji).chars().count());
    let short = create_message(&Message::from(format!("{mark}Goeben")), &emoji);
    assert_eq!(short["content"], "<:wardroom_battleship:1234567890123456717> Goeben");
    // The texts of a card have 4,000 characters together.
    let card = Some(Card { text: Some(fleet), ..Card::default() });
    let card = create_message(&Message { card, ..Message::from("Goeben".to_owned()) }, &emoji);
    let text = card["components"][0]["components"][0]["content"].as_str().unwrap();
    assert!((3900..=4000).contains(&text.chars().count()), "{}", text.chars().count());
}

#[test]
fn every_sign_is_drawn_small_enough_for_an_emoji() {
    for sign in &SIGNS {
        let png = drawn(sign).unwrap();
        assert!(png.starts_with(b"\x89PNG") && png.len() < 256 * 1024, "{}", sign.name);
        assert!((2..=32).contains(&sign.name.len()), "{}", sign.name);
        assert!(sign.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
    }
}
