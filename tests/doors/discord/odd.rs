//! Interactions that are not as Discord describes them: each field of each kind of interaction left out, null and of every
//! other form. All are served or answered with a sentence.

use serde_json::{Value, json};

use super::bot::*;
use super::fake::*;

/// A step from a value to one in it.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    At(usize),
}

/// The ways to everything in a value.
fn ways(value: &Value, here: &[Step], into: &mut Vec<Vec<Step>>) {
    let mut go = |step: Step, inner: &Value| {
        let way = [here, &[step]].concat();
        into.push(way.clone());
        ways(inner, &way, into);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, inner)| go(Step::Key(key.clone()), inner)),
        Value::Array(items) => items.iter().enumerate().for_each(|(at, inner)| go(Step::At(at), inner)),
        _ => {}
    }
}

/// Fields that a call may be made of.
const READ: &[&str] = &[
    "application_id",
    "attachment_size_limit",
    "channel",
    "channel_id",
    "component_type",
    "components",
    "custom_id",
    "data",
    "flags",
    "focused",
    "global_name",
    "guild",
    "guild_id",
    "guild_locale",
    "id",
    "locale",
    "member",
    "message",
    "name",
    "nick",
    "options",
    "parent_id",
    "permissions",
    "type",
    "user",
    "username",
    "value",
    "values",
];
/// How deep in a message everything is tried: whoever it mentions, and its rows.
const DEEP: usize = 4;

/// What is put in the place of a value: `None` takes it away. More of it where the value may be read.
fn forms(way: &[Step], value: &Value) -> Vec<Option<Value>> {
    let mut forms = vec![None, Some(json!({ "sku_id": null }))];
    let in_message = way.len() > 2 && matches!(&way[0], Step::Key(key) if key == "message");
    let read = match way.last() {
        Some(Step::Key(key)) => READ.contains(&key.as_str()),
        _ => true,
    };
    if !read || in_message {
        return forms;
    }
    let more = [Value::Null, json!([[7]]), json!(true), json!("odd"), json!(-1.5), json!(70_000_000_000_u64)];
    forms.extend(more.map(Some));
    match value {
        Value::Number(number) => forms.push(Some(json!(number.to_string()))),
        Value::String(text) => forms.extend(text.parse::<u64>().ok().map(|number| Some(json!(number)))),
        _ => {}
    }
    forms
}

/// Puts `form` there, if there is still anything: messages change while they are played on.
fn put(value: &mut Value, way: &[Step], form: Option<&Value>) {
    let (last, path) = way.split_last().unwrap();
    let parent = path.iter().try_fold(value, |at, step| match step {
        Step::Key(key) => at.get_mut(key),
        Step::At(index) => at.get_mut(*index),
    });
    match (last, form, parent) {
        (Step::Key(key), Some(form), Some(Value::Object(parent))) => {
            drop(parent.insert(key.clone(), form.clone()))
        }
        (Step::Key(key), None, Some(Value::Object(parent))) => drop(parent.remove(key)),
        (Step::At(index), Some(form), Some(Value::Array(parent))) if *index < parent.len() => {
            parent[*index] = form.clone();
        }
        (Step::At(index), None, Some(Value::Array(parent))) if *index < parent.len() => {
            drop(parent.remove(*index))
        }
        _ => {}
    }
}

/// Makes a form of a click, as it comes when it was filled in.
fn filled_in(payload: &mut Value) {
    let id = payload["data"]["custom_id"].take();
    let input = json!({ "type": 4, "id": 2, "custom_id": "text", "value": "load goeben wireless" });
    payload["type"] = json!(5);
    payload["data"] =
        json!({ "custom_id": id, "components": [{ "type": 1, "id": 1, "components": [input] }] });
}

/// Every change of an interaction that `prepare` makes anew each time; gives how many there were.
async fn changed(what: &str, every: usize, prepare: impl Fn() -> Prepared) -> usize {
    let whole = prepare().payload().clone();
    let mut all = Vec::new();
    ways(&whole, &[], &mut all);
    // What it cannot be answered without is tried apart.
    all.retain(|way| !matches!(&way[0], Step::Key(key) if key == "id" || key == "token"));
    let of_message = |way: &[Step]| matches!(&way[0], Step::Key(key) if key == "message");
    let mentioned = |way: &[Step]| matches!(way.get(1), Some(Step::Key(key)) if key == "mentions");
    all.retain(|way| !of_message(way) || way.len() <= if mentioned(way) { DEEP } else { DEEP - 2 });
    let mut count = 0;
    for way in all.into_iter().step_by(every) {
        let there = way.iter().fold(&whole, |at, step| match step {
            Step::Key(key) => &at[key],
            Step::At(index) => &at[*index],
        });
        for form in forms(&way, there) {
            let told = format!("{what}: {way:?} as {form:?}");
            let (changed_way, put_there) = (way.clone(), form.clone());
            let prepared = prepare().disguised(move |payload| put(payload, &changed_way, put_there.as_ref()));
            let pending = prepared.deliver();
            let answer = pending.try_answer(PATIENCE).await;
            let answer = answer.unwrap_or_else(|| panic!("{told}: no answer: {:?}", pending.failed()));
            let fine = whole["type"] == 4 || answer.modal.is_some() || !answer.text.trim().is_empty();
            assert!(fine && !answer.text.contains("failed on our side"), "{told}: {answer:?}");
            count += 1;
        }
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_with_some_fields_odd_is_served_or_answered_with_a_sentence() {
    fields_odd(9).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes minutes: every field"]
async fn soak_an_interaction_with_any_field_odd_is_served_or_answered_with_a_sentence() {
    fields_odd(1).await;
}

/// Every so many fields of an interaction are changed.
async fn fields_odd(every: usize) {
    for way in WAYS {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let [ann, bob] = ["Ann", "Bob"].map(|name| fake.add_member(name, "en-US", channel));
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        ann.slash("table", "new", &[("game", "goeben")]).await;
        let thread = fake
            .wait("a thread with a pinned message", |world| {
                world.channels.values().find(|it| !it.pins.is_empty()).map(|it| it.id)
            })
            .await;
        let ann = ann.inside(thread);
        let status = fake.pinned(thread).remove(0);
        let picker = ann.click(&status, "Give orders").await;
        let shown = picker.shown().clone();
        let menu = shown
            .parts()
            .find(|part| part.kind == 3)
            .map(|part| (part.custom_id.clone(), part.options[0].value.clone()));
        let mut count = 0;
        count += changed("a click", every, || ann.prepare_click(&status, "Give orders").unwrap()).await;
        count +=
            changed("a command", every, || ann.prepare("order", "", &[("text", "make tea")]).unwrap()).await;
        if way == Way::Endpoint {
            // Both ways in end in the same reading: what is tried at length over one is touched upon over the other.
            println!("{way:?}: {count} interactions");
            bot.stop().await;
            fake.verdict();
            continue;
        }
        let given = [("player", bob.name())];
        let given = given.each_ref().map(|(name, value)| (*name, value.as_str()));
        count += changed("a subcommand", every, || ann.prepare("table", "pass-seat", &given).unwrap()).await;
        count +=
            changed("typing", every, || ann.prepare_typing(("order", ""), "text", "lo", &[]).unwrap()).await;
        let (menu, value) = menu.expect("a menu of what may be ordered");
        count += changed("a choice", every, || ann.forge(&shown, &menu, &[&value])).await;
        count += changed("a form", every, || ann.forge(&shown, &menu, &[]).altered(filled_in)).await;
        println!("{way:?}: {count} interactions");
        // What cannot be answered does no harm.
        for field in ["id", "token"] {
            for form in [None, Some(Value::Null), Some(json!([])), Some(json!(true))] {
                let prepared = ann.prepare("order", "", &[("text", "make tea")]).unwrap();
                prepared
                    .disguised(move |payload| put(payload, &[Step::Key(field.to_owned())], form.as_ref()))
                    .deliver();
            }
        }
        let answer = ann.slash("show", "status", &[]).await;
        assert!(!answer.text.is_empty());
        bot.stop().await;
        fake.verdict();
    }
}
