//! Registration by difference, against a registry that fills in what Discord fills in.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Value, json};
use wardroom::app::registry::GAMES;
use wardroom::door::discord::api::register::{Registered, Registry, entry_point, register, withdraw};
use wardroom::door::discord::id::Id;

#[derive(Default)]
struct Fake {
    there: Mutex<Vec<Value>>,
    sent: Mutex<Vec<(String, Value)>>,
    guild: bool,
    /// The request that fails, counted from 0.
    fails_at: Option<usize>,
    /// The command that is never taken.
    refused: Option<&'static str>,
}

/// What Discord may add one day, at every level.
fn with_news(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(with_news),
        Value::Object(fields) => {
            for list in ["options", "choices"] {
                fields.get_mut(list).into_iter().for_each(with_news);
            }
            fields.insert("news".into(), json!({ "of": ["the", "day"] }));
        }
        _ => {}
    }
}

/// A command as Discord gives it back.
fn filled_in(command: &Value, id: usize, guild: bool) -> Value {
    let mut command = command.clone();
    let more = json!({
        "id": id.to_string(), "application_id": "9", "version": "77", "default_member_permissions": null,
        "nsfw": false, "dm_permission": true,
    });
    command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    command["type"] = json!(1);
    if guild {
        command["guild_id"] = json!("5");
        command["integration_types"] = json!([0]);
        command["contexts"] = Value::Null;
    } else {
        command["contexts"] = json!([2, 1, 0]);
    }
    for option in command["options"].as_array_mut().unwrap() {
        option["name_localized"] = Value::Null;
        if option.get("options").is_some_and(|options| options == &json!([])) {
            option.as_object_mut().unwrap().remove("options");
        }
        for inner in option["options"].as_array_mut().into_iter().flatten() {
            if inner["required"] == json!(false) {
                inner.as_object_mut().unwrap().remove("required");
            }
            if inner.get("min_value").is_some() {
                inner["min_value"] = json!(1.0);
            }
        }
    }
    with_news(&mut command);
    command
}

impl Fake {
    fn send(&self, what: &str, command: &Value) -> Result<(), String> {
        if self.refused.is_some_and(|name| command["name"] == name) {
            return Err("400: a description is too long".into());
        }
        let mut sent = self.sent.lock().unwrap();
        if self.fails_at == Some(sent.len()) {
            return Err("503".into());
        }
        sent.push((what.to_owned(), command.clone()));
        Ok(())
    }

    fn sent(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.sent.lock().unwrap())
    }
}

impl Registry for Fake {
    type Error = String;

    fn refuses(error: &String) -> bool {
        error.starts_with("400")
    }

    fn of_guild(&self) -> bool {
        self.guild
    }

    async fn list(&self) -> Result<Vec<Value>, String> {
        Ok(self.there.lock().unwrap().clone())
    }

    async fn create(&self, command: &Value) -> Result<(), String> {
        self.send("create", command)?;
        let mut there = self.there.lock().unwrap();
        let id = 100 + there.len();
        there.push(filled_in(command, id, self.guild));
        Ok(())
    }

    async fn edit(&self, id: Id, command: &Value) -> Result<(), String> {
        self.send("edit", command)?;
        let mut there = self.there.lock().unwrap();
        let old = there.iter_mut().find(|old| old["id"] == id.to_string()).ok_or("404")?;
        for (name, value) in command.as_object().unwrap() {
            old[name] = value.clone();
        }
        Ok(())
    }

    async fn remove(&self, id: Id) -> Result<(), String> {
        self.send("remove", &json!(id))?;
        self.there.lock().unwrap().retain(|old| old["id"] != id.to_string());
        Ok(())
    }
}

fn names(commands: &[Value]) -> Vec<String> {
    commands.iter().map(|command| command["name"].as_str().unwrap().to_owned()).collect()
}

async fn registered(fake: &Fake) -> Registered {
    register(fake, &GAMES.commands().unwrap().all()).await.unwrap()
}

#[tokio::test]
async fn everything_is_created_once_and_nothing_is_sent_again() {
    for guild in [false, true] {
        let fake = Fake { guild, ..Fake::default() };
        let all = names(&GAMES.commands().unwrap().all());
        assert_eq!(registered(&fake).await, Registered { created: all.clone(), ..Registered::default() });
        assert_eq!(fake.sent().len(), all.len());
        assert_eq!(registered(&fake).await, Registered { unchanged: all, ..Registered::default() });
        assert_eq!(fake.sent(), []);
    }
}

#[tokio::test]
async fn only_what_differs_is_sent() {
    let changes: [fn(&mut Value); 5] = [
        |command| command["description"] = json!("Something else"),
        |command| command["options"][0]["name_localizations"]["ja"] = json!("別"),
        |command| command["options"].as_array_mut().unwrap().reverse(),
        |command| drop(command["options"].as_array_mut().unwrap().pop()),
        |command| command["contexts"] = json!([0, 1]),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let fake = Fake::default();
        registered(&fake).await;
        fake.sent();
        change(&mut fake.there.lock().unwrap()[1]);
        let name = names(&fake.there.lock().unwrap())[1].clone();
        let result = registered(&fake).await;
        assert_eq!(result.edited, [name], "change {at}");
        assert!(result.created.is_empty() && result.foreign.is_empty());
        let sent = fake.sent();
        assert_eq!(sent.len(), 1, "change {at}");
        assert_eq!(sent[0].0, "edit");
        assert!(registered(&fake).await.edited.is_empty(), "change {at} is sent again and again");
        assert_eq!(fake.sent(), []);
    }
}

/// Every field that a value and what is in its lists have.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    for (name, field) in value.as_object().into_iter().flatten() {
        found.insert(name.clone());
        if ["options", "choices"].contains(&name.as_str()) {
            field.as_array().into_iter().flatten().for_each(|item| fields(item, found));
        }
    }
}

/// Changes the first field of this name that says something.
fn spoil(value: &mut Value, name: &str) -> bool {
    if value.get(name).is_some_and(says) {
        value[name] = json!("spoilt");
        return true;
    }
    ["options", "choices"].iter().any(|list| {
        let items = value.get_mut(*list).and_then(Value::as_array_mut);
        items.into_iter().flatten().any(|item| spoil(item, name))
    })
}

/// Whether a value is not one that stands for nothing.
fn says(value: &Value) -> bool {
    ![Value::Null, json!(false), json!([])].contains(value)
}

#[tokio::test]
async fn every_field_that_is_sent_is_compared_and_no_other() {
    let mut found = BTreeSet::new();
    GAMES.commands().unwrap().all().iter().for_each(|command| fields(command, &mut found));
    // By these two a command is known, and others are known to be none of ours.
    for name in found.into_iter().filter(|name| name != "name" && name != "type") {
        let fake = Fake::default();
        registered(&fake).await;
        assert!(fake.there.lock().unwrap().iter_mut().any(|command| spoil(command, &name)), "{name}");
        assert_eq!(registered(&fake).await.edited.len(), 1, "{name} is not compared");
    }
    let fake = Fake::default();
    registered(&fake).await;
    for (name, value) in
        [("nsfw", json!(true)), ("default_member_permissions", json!("8")), ("new", json!([1]))]
    {
        fake.there.lock().unwrap()[1][name] = value;
        assert_eq!(registered(&fake).await.edited, [""; 0], "{name} is not ours");
    }
}

#[tokio::test]
async fn a_command_that_is_refused_is_named_and_stops_no_other() {
    let all = names(&GAMES.commands().unwrap().all());
    let fake = Fake { refused: Some("show"), ..Fake::default() };
    let result = registered(&fake).await;
    assert_eq!(result.refused, [("show".to_owned(), "400: a description is too long".to_owned())]);
    assert_eq!(result.created, all.into_iter().filter(|name| name != "show").collect::<Vec<_>>());
}

/// An application has one entry point, which Discord makes by itself.
#[tokio::test]
async fn the_entry_point_that_discord_made_becomes_ours() {
    let fake = Fake::default();
    let made =
        json!({ "id": "7", "name": "launch", "type": 4, "handler": 2, "description": "Launch an activity" });
    fake.there.lock().unwrap().push(made);
    let ours = [entry_point().unwrap()];
    assert_eq!(register(&fake, &ours).await.unwrap().edited, ["launch"]);
    let sent = fake.sent();
    assert_eq!((sent.len(), &sent[0].1["type"], &sent[0].1["handler"]), (1, &json!(4), &json!(2)));
    assert_eq!(register(&fake, &ours).await.unwrap().unchanged, ["launch"]);
    assert_eq!(fake.sent(), []);
}

#[tokio::test]
async fn what_is_withdrawn_is_ours() {
    let fake = Fake { guild: true, ..Fake::default() };
    registered(&fake).await;
    let foreign = |of_type: u8| json!({ "id": "7", "name": "table", "type": of_type, "description": "" });
    fake.there.lock().unwrap().push(foreign(2));
    let gone = withdraw(&fake, &GAMES.commands().unwrap().all()).await.unwrap();
    assert_eq!(gone, names(&GAMES.commands().unwrap().all()));
    assert_eq!(*fake.there.lock().unwrap(), [foreign(2)]);
}

#[tokio::test]
async fn what_is_not_ours_is_named_and_stays() {
    let fake = Fake::default();
    registered(&fake).await;
    let foreign =
        |name: &str, of_type: u8| json!({ "id": "7", "name": name, "type": of_type, "description": "" });
    fake.there.lock().unwrap().extend([foreign("old-command", 1), foreign("table", 2)]);
    let before = fake.there.lock().unwrap().clone();
    fake.sent();
    let result = registered(&fake).await;
    assert_eq!(result.foreign, ["old-command", "table"]);
    assert!(result.created.is_empty() && result.edited.is_empty());
    assert_eq!(fake.sent(), []);
    assert_eq!(*fake.there.lock().unwrap(), before);
}

#[tokio::test]
async fn a_failure_in_the_middle_is_made_good_by_the_next_try() {
    let fake = Fake { fails_at: Some(3), ..Fake::default() };
    let commands = GAMES.commands().unwrap().all();
    assert_eq!(register(&fake, &commands).await.unwrap_err(), "503");
    assert_eq!(fake.sent().len(), 3);
    let fake = Fake { fails_at: None, ..fake };
    let result = registered(&fake).await;
    assert_eq!((result.unchanged.len(), result.created.len()), (3, commands.len() - 3));
}

/// A server's own commands have no contexts, so none are sent there.
#[tokio::test]
async fn a_servers_commands_are_sent_without_what_only_global_ones_have() {
    let fake = Fake { guild: true, ..Fake::default() };
    registered(&fake).await;
    let sent = fake.sent();
    assert!(sent.iter().all(|(_, command)| command.get("contexts").is_none()));
    assert!(sent.iter().all(|(_, command)| command.get("integration_types").is_none()));
}
