//! Commands as they are registered: Discord fills in what was left out, and leaves out what is as by default.

use serde_json::{Map, Value, json};

use super::APPLICATION;
use super::names;
use super::reply::{Answer, Reply};
use super::wire::Request;
use super::world::World;

/// `/applications/{id}` and what is below it.
pub fn route(world: &mut World, request: &Request, rest: &[&str]) -> Option<Answer> {
    let (scope, rest) = match rest {
        ["commands", rest @ ..] => (None, rest),
        ["guilds", guild, "commands", rest @ ..] => {
            let Some(guild) =
                guild.parse().ok().filter(|id| world.guilds.get(id).is_some_and(|it| it.present))
            else {
                return Some(Err(Reply::missing_access()));
            };
            (Some(guild), rest)
        }
        ["emojis"] => return emoji(world, request),
        _ => return None,
    };
    let localized = request.query.contains("with_localizations=true");
    Some(match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(world.registered(scope, localized))),
        ("PUT", []) => replace(world, scope, &request.body),
        ("POST", []) => create(world, scope, &request.body),
        ("GET", [id]) => find(world, scope, id).map(|at| Reply::ok(world.commands[&scope][at].clone())),
        ("PATCH", [id]) => find(world, scope, id).and_then(|at| change(world, scope, at, &request.body)),
        ("DELETE", [id]) => find(world, scope, id).map(|at| {
            world.commands.entry(scope).or_default().remove(at);
            Reply::nothing()
        }),
        _ => return None,
    })
}

/// The emoji of the application: <https://discord.com/developers/docs/resources/emoji>.
fn emoji(world: &mut World, request: &Request) -> Option<Answer> {
    let (name, image) = (&request.body["name"], request.body["image"].as_str().unwrap_or_default());
    Some(match request.method.as_str() {
        "GET" => Ok(Reply::ok(json!({ "items": world.emoji }))),
        "POST" => {
            let named = name.as_str().unwrap_or_default();
            let is_name = (2..=32).contains(&named.len())
                && named.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_free = world.emoji.iter().all(|other| other["name"] != *name);
            if !is_name || !is_free || !image.starts_with("data:image/png;base64,") {
                let why = format!("an emoji {name}");
                world.faults.push(why.clone());
                return Some(Err(Reply::invalid_form(&[why])));
            }
            let made = json!({ "id": world.new_id().to_string(), "name": name, "animated": false });
            world.emoji.push(made.clone());
            Ok(Reply::ok(made))
        }
        _ => return None,
    })
}

impl World {
    /// The commands of a scope as Discord lists them: without the localizations, unless they are asked for.
    fn registered(&self, scope: Option<u64>, localized: bool) -> Value {
        let mut commands = json!(self.commands.get(&scope).cloned().unwrap_or_default());
        if !localized {
            strip(&mut commands);
        }
        commands
    }

    /// A command that members of a guild can give.
    pub fn command(&self, guild: Option<u64>, name: &str) -> Option<&Value> {
        let scopes = guild.map(|guild| self.commands.get(&Some(guild))).into_iter().flatten();
        let mut all = scopes.chain(self.commands.get(&None)).flatten();
        all.find(|command| command["name"] == name)
    }
}

fn find(world: &World, scope: Option<u64>, id: &str) -> Result<usize, Reply> {
    let commands = world.commands.get(&scope).map(Vec::as_slice).unwrap_or_default();
    let at = commands.iter().position(|command| command["id"] == id);
    at.ok_or_else(|| Reply::unknown(10063, "application command"))
}

fn replace(world: &mut World, scope: Option<u64>, body: &Value) -> Answer {
    let given = body.as_array().cloned().unwrap_or_default();
    world.no_complaints("commands", names::commands(&given))?;
    let kept: Vec<Value> = given.iter().map(|command| keep(world, scope, command)).collect();
    world.commands.insert(scope, kept);
    Ok(Reply::ok(world.registered(scope, true)))
}

fn create(world: &mut World, scope: Option<u64>, body: &Value) -> Answer {
    let kept = keep(world, scope, body);
    let mut all = world.commands.get(&scope).cloned().unwrap_or_default();
    let old = all.iter().position(|command| same(command, &kept));
    match old {
        Some(at) => all[at] = kept.clone(),
        None => all.push(kept.clone()),
    }
    world.no_complaints("commands", names::commands(&all))?;
    world.commands.insert(scope, all);
    Ok(if old.is_some() { Reply::ok(kept) } else { Reply::created(kept) })
}

fn change(world: &mut World, scope: Option<u64>, at: usize, body: &Value) -> Answer {
    let mut all = world.commands.get(&scope).cloned().unwrap_or_default();
    let mut merged = all[at].clone();
    for (field, value) in body.as_object().into_iter().flatten() {
        merged[field] = value.clone();
    }
    let id = merged["id"].clone();
    let mut kept = keep(world, scope, &merged);
    kept["id"] = id;
    all[at] = kept.clone();
    world.no_complaints("commands", names::commands(&all))?;
    world.commands.insert(scope, all);
    Ok(Reply::ok(kept))
}

fn same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && one["type"] == other["type"]
}

/// A command as Discord keeps it. One of the same name keeps its id; the version is a new one.
fn keep(world: &mut World, scope: Option<u64>, given: &Value) -> Value {
    let mut kept = given.as_object().cloned().unwrap_or_default();
    kept.entry("type").or_insert(json!(1));
    normal(&mut kept);
    let version = world.new_id();
    let old = world.commands.get(&scope).into_iter().flatten();
    let old =
        old.cloned().collect::<Vec<_>>().into_iter().find(|old| same(old, &Value::Object(kept.clone())));
    let id = old.map_or_else(|| json!(world.new_id().to_string()), |old| old["id"].clone());
    kept.insert("id".into(), id);
    kept.insert("application_id".into(), json!(APPLICATION.to_string()));
    kept.insert("version".into(), json!(version.to_string()));
    for (field, usual) in [
        ("default_member_permissions", Value::Null),
        ("dm_permission", json!(true)),
        ("contexts", Value::Null),
        ("integration_types", json!([0])),
        ("nsfw", json!(false)),
    ] {
        kept.entry(field).or_insert(usual);
    }
    if let Some(guild) = scope {
        kept.insert("guild_id".into(), json!(guild.to_string()));
    }
    Value::Object(kept)
}

/// As Discord gives it back: `required` and `autocomplete` only where they are true, no empty lists.
fn normal(item: &mut Map<String, Value>) {
    // What Discord may add one day, which no client knows.
    item.insert("of_another_day".into(), json!({ "since": [2030] }));
    for field in ["name_localizations", "description_localizations"] {
        if item.get(field).is_none_or(|given| given.as_object().is_some_and(Map::is_empty)) {
            item.insert(field.into(), Value::Null);
        }
    }
    item.retain(|field, value| {
        !(["required", "autocomplete"].contains(&field.as_str()) && *value == json!(false))
    });
    item.retain(|field, value| !(["options", "choices"].contains(&field.as_str()) && *value == json!([])));
    for option in item.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
        option.as_object_mut().into_iter().for_each(normal);
    }
    for choice in item.get_mut("choices").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(choice) = choice.as_object_mut() else { continue };
        choice.entry("name_localizations").or_insert(Value::Null);
    }
}

fn strip(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(strip),
        Value::Object(fields) => {
            fields.retain(|field, _| field != "name_localizations" && field != "description_localizations");
            fields.values_mut().for_each(strip);
        }
        _ => {}
    }
}
