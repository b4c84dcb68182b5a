//! Registration by difference: what is registered is read first, only what is new or differs is sent, one command at a
//! time, and nothing is ever deleted.
//! <https://discord.com/developers/docs/interactions/application-commands#making-a-global-command>

use std::future::Future;

use serde_json::{Map, Value, json};
use serenity::http::{Http, LightMethod, Request, Route};
use serenity::model::id::{ApplicationId, CommandId, GuildId};

use super::call::Id;

/// The type of a slash command, which Discord fills in.
const SLASH: u64 = 1;
/// What Discord adds of its own to a command or an option.
const ADDED: &[&str] = &[
    "id",
    "application_id",
    "guild_id",
    "version",
    "name_localized",
    "description_localized",
    "dm_permission",
    "handler",
];
/// What only a global command has.
const GLOBAL_ONLY: &[&str] = &["integration_types", "contexts"];

/// Where commands are registered.
pub trait Registry {
    /// Why it cannot be read or written.
    type Error;

    /// Whether its commands are those of one server.
    fn of_guild(&self) -> bool;
    /// The commands registered, with all their languages.
    ///
    /// # Errors
    /// A registry that cannot be read.
    fn list(&self) -> impl Future<Output = Result<Vec<Value>, Self::Error>> + Send;
    /// Adds a command; one of the same name is replaced.
    ///
    /// # Errors
    /// A registry that cannot be written.
    fn create(&self, command: &Value) -> impl Future<Output = Result<(), Self::Error>> + Send;
    /// Changes the command with this id.
    ///
    /// # Errors
    /// A registry that cannot be written.
    fn edit(&self, id: Id, command: &Value) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// What came of a registration: names of commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registered {
    /// Those added.
    pub created: Vec<String>,
    /// Those that differed and were sent again.
    pub edited: Vec<String>,
    /// Those left alone.
    pub unchanged: Vec<String>,
    /// Those registered that are not ours. They stay: whoever owns the application removes them.
    pub foreign: Vec<String>,
}

/// Brings what is registered up to `commands`.
///
/// # Errors
/// A registry that cannot be read or written. What was sent before stays, and the next try sends the rest.
pub async fn register<R: Registry>(registry: &R, commands: &[Value]) -> Result<Registered, R::Error> {
    let there = registry.list().await?;
    let mut registered = Registered::default();
    let ours: Vec<Value> = commands.iter().map(|command| scoped(command, registry.of_guild())).collect();
    for command in &ours {
        let same = |other: &&Value| identity(other) == identity(command);
        let (name, _) = identity(command);
        let other = there.iter().find(same).and_then(|other| Some((id_of(other)?, other)));
        match other.map(|(id, other)| (id, plain(&scoped(other, registry.of_guild())))) {
            None => {
                registry.create(command).await?;
                registered.created.push(name);
            }
            Some((_, other)) if other == plain(command) => registered.unchanged.push(name),
            Some((id, other)) => {
                registry.edit(id, &change(&other, command)).await?;
                registered.edited.push(name);
            }
        }
    }
    let foreign =
        there.iter().filter(|other| ours.iter().all(|command| identity(command) != identity(other)));
    registered.foreign = foreign.map(|other| identity(other).0).collect();
    Ok(registered)
}

/// A command is known by its name and its type.
fn identity(command: &Value) -> (String, u64) {
    let name = command["name"].as_str().unwrap_or_default().to_owned();
    (name, command["type"].as_u64().unwrap_or(SLASH))
}

fn id_of(command: &Value) -> Option<Id> {
    command["id"].as_str()?.parse().ok().filter(|id| *id != Id(0))
}

/// A command without what its registry does not keep.
fn scoped(command: &Value, of_guild: bool) -> Value {
    let mut command = command.clone();
    if let (true, Some(fields)) = (of_guild, command.as_object_mut()) {
        fields.retain(|name, _| !GLOBAL_ONLY.contains(&name.as_str()));
    }
    command
}

/// A command in the form in which two are compared: without what Discord adds and without what says nothing.
fn plain(command: &Value) -> Value {
    let Value::Object(fields) = command else { return said(command) };
    let fields =
        fields.iter().filter(|(name, value)| name.as_str() != "type" || value.as_u64() != Some(SLASH));
    let mut fields: Map<String, Value> = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
    for name in GLOBAL_ONLY {
        if let Some(Value::Array(set)) = fields.get_mut(*name) {
            set.sort_by_key(Value::as_u64);
        }
    }
    said(&fields.into())
}

/// A value without fields that say what Discord takes for granted: nulls, `false`, empty lists and maps.
fn said(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !ADDED.contains(&name.as_str()));
            let fields = fields.map(|(name, value)| (name.clone(), said(value)));
            fields.filter(|(_, value)| !is_default(value)).collect::<Map<_, _>>().into()
        }
        Value::Array(list) => list.iter().map(said).collect(),
        Value::Number(number) => match number.as_f64() {
            Some(whole) if number.is_f64() && whole.fract() == 0.0 => json!(whole as i64),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

fn is_default(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// What makes `there`, in its plain form, into `command`: all of it, and the default of what it no longer says.
fn change(there: &Value, command: &Value) -> Value {
    let mut change = command.clone();
    for (name, value) in there.as_object().into_iter().flatten() {
        let default = match value {
            Value::Bool(_) => json!(false),
            Value::Array(_) if name == "options" => json!([]),
            _ => Value::Null,
        };
        if command.get(name).is_none() {
            change[name] = default;
        }
    }
    change
}

/// The registry of Discord.
pub struct Discord<'a> {
    /// The way there.
    pub http: &'a Http,
    /// The application.
    pub application: ApplicationId,
    /// The one server the commands are for; `None` for all.
    pub guild: Option<GuildId>,
}

impl Discord<'_> {
    fn route(&self) -> Route<'static> {
        let application_id = self.application;
        match self.guild {
            Some(guild_id) => Route::GuildCommands { application_id, guild_id },
            None => Route::Commands { application_id },
        }
    }

    fn route_of(&self, id: Id) -> Route<'static> {
        let (application_id, command_id) = (self.application, CommandId::new(id.0));
        match self.guild {
            Some(guild_id) => Route::GuildCommand { application_id, guild_id, command_id },
            None => Route::Command { application_id, command_id },
        }
    }

    async fn send(
        &self,
        route: Route<'static>,
        method: LightMethod,
        command: &Value,
    ) -> serenity::Result<()> {
        let body = serde_json::to_vec(command)?;
        self.http.fire::<Value>(Request::new(route, method).body(Some(body))).await.map(drop)
    }
}

impl Registry for Discord<'_> {
    type Error = serenity::Error;

    fn of_guild(&self) -> bool {
        self.guild.is_some()
    }

    async fn list(&self) -> serenity::Result<Vec<Value>> {
        let languages = vec![("with_localizations", true.to_string())];
        self.http.fire(Request::new(self.route(), LightMethod::Get).params(Some(languages))).await
    }

    async fn create(&self, command: &Value) -> serenity::Result<()> {
        self.send(self.route(), LightMethod::Post, command).await
    }

    async fn edit(&self, id: Id, command: &Value) -> serenity::Result<()> {
        self.send(self.route_of(id), LightMethod::Patch, command).await
    }
}
