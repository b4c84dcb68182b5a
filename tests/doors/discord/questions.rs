//! Questions as cards and orders as forms, and what comes where Discord takes neither.

use serde_json::{Value, json};

use super::bot::*;
use super::fake::*;
use crate::common::store;

/// A message of the newer components.
const CARD: u64 = 1 << 15;

/// Ann at a table of her own, with the pinned status before her.
async fn at_a_table(fake: &Fake) -> (Player, Shown) {
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    ann.slash("table", "new", &[("game", "goeben")]).await;
    fake.wait("a status message that is pinned", |world| {
        world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
    })
    .await;
    let thread = fake.threads(channel)[0];
    (ann.inside(thread), fake.pinned(thread).remove(0))
}

fn is_card(fake: &Fake, shown: &Shown) -> bool {
    fake.with(|world| world.posts[&shown.id].flags & CARD != 0)
}

/// The addresses of the pictures that a message shows.
fn pictures(fake: &Fake, shown: &Shown) -> Vec<String> {
    let components = fake.with(|world| world.posts[&shown.id].components.clone());
    let parts = components[0]["components"].as_array().cloned().unwrap_or_default();
    let items = parts.iter().flat_map(|part| part["items"].as_array().cloned().unwrap_or_default());
    items.map(|item| item["media"]["url"].as_str().unwrap().to_owned()).collect()
}

fn menu(shown: &Shown) -> String {
    shown.menus().next().unwrap_or_else(|| panic!("no menu on {shown:#?}")).custom_id.clone()
}

/// The value of the line of a menu that begins so.
fn line(shown: &Shown, label: &str) -> String {
    let options = &shown.menus().next().unwrap().options;
    options.iter().find(|option| option.label.starts_with(label)).unwrap().value.clone()
}

/// The pairs that fill in fields by their labels.
fn by_label<'a>(modal: &'a Modal, values: &[(&str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let field = |label: &str| modal.fields.iter().find(|field| field.label == label);
    values.iter().map(|(label, value)| (field(label).unwrap().custom_id.as_str(), *value)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_a_card_with_a_picture_that_its_steps_keep() {
    for way in WAYS {
        let fake = Fake::start();
        let (_folder, path) = database();
        let pictured = config(&fake, way).replace("pictures = false", "pictures = true");
        let bot = Bot::start_as(&fake, way, &path, fake.clock(), &pictured).await;
        let (ann, status) = at_a_table(&fake).await;
        let asked = ann.click(&status, "Give orders").await.shown().clone();
        assert!(is_card(&fake, &asked) && asked.ephemeral, "{asked:#?}");
        assert_eq!((asked.files.len(), pictures(&fake, &asked).len()), (1, 1), "{asked:#?}");
        assert!(!asked.files[0].description.is_empty(), "a picture has its words");
        let step = ann.choose(&asked, &menu(&asked), &[&line(&asked, "load")]).await.shown().clone();
        assert_eq!((step.id, step.files.len()), (asked.id, 1));
        let kept = pictures(&fake, &step);
        assert!(kept.len() == 1 && kept[0].starts_with("https://"), "{kept:?}");
        // After an order the position is another one.
        let back = ann.click(&step, "Back").await.shown().clone();
        let outfit = ann.click(&back, "Outfit for raiding: guns, crew, marines.").await;
        assert!(outfit.shown().files.is_empty() || outfit.shown().id != asked.id, "{outfit:?}");
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_discord_takes_no_card_the_words_come_in_a_message_of_the_older_form() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let (ann, status) = at_a_table(&fake).await;
    let card = ann.click(&status, "Give orders").await.shown().clone();
    assert!(is_card(&fake, &card));
    fake.with(|world| world.no_cards = true);
    // A card cannot go back: what follows it is another message.
    let next = ann.choose(&card, &menu(&card), &[&line(&card, "load")]).await;
    let next = next.shown().clone();
    assert!(next.id != card.id && !is_card(&fake, &next) && next.ephemeral, "{next:#?}");
    let asked = ann.click(&status, "Give orders").await.shown().clone();
    assert!(!is_card(&fake, &asked) && asked.text.contains("Stow cargo"), "{asked:#?}");
    let step = ann.choose(&asked, &menu(&asked), &[&line(&asked, "load")]).await.shown().clone();
    assert_eq!((step.id, is_card(&fake, &step)), (asked.id, false), "in place, as before");
    // Where cards are taken again, a message of the older form is answered in its form.
    fake.with(|world| world.no_cards = false);
    let step = ann.click(&step, "Back").await.shown().clone();
    assert_eq!((step.id, is_card(&fake, &step)), (asked.id, false));
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_discord_opens_no_form_the_first_step_comes_in_its_place() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let (ann, status) = at_a_table(&fake).await;
    let asked = ann.click(&status, "Give orders").await.shown().clone();
    fake.with(|world| world.no_forms = true);
    let step = ann.click(&asked, "Form: load").await;
    assert!(step.modal.is_none() && step.shown().text.contains("load"), "{step:?}");
    assert!(step.shown().menus().next().unwrap().options.iter().any(|option| option.label == "Goeben"));
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_with_a_part_of_another_kind_names_it_and_keeps_the_rest() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let (ann, status) = at_a_table(&fake).await;
    let table = store::open(&path).tables().unwrap().remove(0).table;
    let asked = ann.click(&status, "Give orders").await.shown().clone();
    let modal = ann.click(&asked, "Form: load").await.modal.unwrap();
    let chosen = by_label(&modal, &[("ship", "Goeben"), ("item", "Wireless")]);
    let before = bot.store.head(&table).unwrap().seq;
    let strange = ann.prepare_fill(&modal, &chosen).unwrap().disguised(|payload: &mut Value| {
        let parts = payload["data"]["components"].as_array_mut().unwrap();
        parts
            .push(json!({ "type": 18, "id": 9, "component": { "type": 99, "id": 10, "custom_id": "dial" } }));
    });
    let answer = strange.answer().await;
    assert!(
        answer.text.contains("data.components") && answer.text.contains("2].component.type"),
        "{answer:?}"
    );
    assert_eq!(bot.store.head(&table).unwrap().seq, before, "nothing is ordered by half a form");
    let given = ann.click(answer.shown(), "Give this order").await;
    assert!(given.text.contains("Wireless into hull box 1"), "{given:?}");
    // The same form, whole, is an order at once.
    let modal = ann.click(given.shown(), "Form: load").await.modal.unwrap();
    let chosen = by_label(&modal, &[("ship", "Goeben"), ("item", "Optics")]);
    let given = ann.fill(&modal, &chosen).await;
    assert!(given.text.contains("into hull box 2"), "{given:?}");
    bot.stop().await;
    fake.verdict();
}

/// Whoever installed the bot to their account gets five messages after the first answer at most: the fake refuses a sixth.
#[tokio::test(flavor = "multi_thread")]
async fn the_longest_answers_fit_where_only_their_reader_installed_the_bot() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let guild = fake.add_guild("Elsewhere", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let give = async |command: &str, sub: &str, given: &[(&str, &str)]| {
        let user = ann.id.to_string();
        let prepared = ann.prepare(command, sub, given).unwrap().disguised(move |payload: &mut Value| {
            payload["authorizing_integration_owners"] = json!({ "1": user });
            payload["context"] = json!(2);
        });
        let answer = prepared.answer().await;
        assert!(answer.ephemeral && !answer.text.is_empty(), "{command} {sub}: {answer:?}");
        answer
    };
    give("table", "new", &[("game", "goeben")]).await;
    let asked = give("show", "hand", &[]).await;
    assert!(asked.text.contains("Stow cargo"), "{asked:?}");
    let many = ["load goeben reserve-crew optics wireless", "undo"].repeat(3).join("; ");
    let all = [
        "load goeben reserve-crew",
        "load goeben optics",
        "load breslau reserve-crew",
        "collier CIO",
        "done",
    ];
    for text in [&many, &all.join("; "), &"done; ".repeat(40)] {
        give("order", "", &[("text", text)]).await;
    }
    for (sub, given) in [
        ("log", &[("count", "500")][..]),
        ("board", &[]),
        ("help", &[]),
        ("dice", &[]),
        ("audit", &[]),
        ("export", &[]),
    ] {
        give("show", sub, given).await;
    }
    fake.with(|world| {
        assert!(world.exchanges.iter().all(|exchange| exchange.of_user && exchange.followups.len() <= 5));
    });
    bot.stop().await;
    fake.verdict();
}
