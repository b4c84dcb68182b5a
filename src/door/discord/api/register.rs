//! Registration by difference: reads the registered commands first, and sends only the new or different ones, one at a time. It
//! deletes only our own commands in a server that had them for a trial.
//! <https://discord.com/developers/docs/interactions/application-commands#making-a-global-command>

use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::post::rest::Rest;
use super::post::{ApiError, ApiResult, Cause, Missing};
use crate::door::discord::commands::{CONTEXTS, INSTALLED_TO};
use crate::door::discord::id::Id;
use crate::words::{Lang, Words, WordsFault};

/// The type of a slash command, which Discord fills in.
const SLASH: u64 = 1;
/// The fields of our commands, their options and choices. Any other field in Discord's copy belongs to Discord or the owner,
/// and is neither compared nor changed.
const SENT: &[&str] = &[
    "type",
    "handler",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "integration_types",
    "contexts",
    "options",
    "required",
    "min_value",
    "autocomplete",
    "choices",
    "value",
];
/// Those of them that hold further options or choices.
const LISTS: &[&str] = &["options", "choices"];
/// Fields of global commands alone.
const GLOBAL_ONLY: &[&str] = &["integration_types", "contexts"];

/// The command that opens the board in Discord: an entry point (4) by which Discord opens the Activity by itself (2). An application has
/// one of this kind, which Discord makes under this name when Activities are switched on.
///
/// # Errors
/// Words that cannot be read: a fault of the build.
pub fn entry_point() -> Result<Value, WordsFault> {
    let words = Words::read()?;
    let said = |lang: Lang, key: &str| words.say(lang, key, &[]);
    Ok(json!({
        "type": 4,
        "handler": 2,
        "name": "launch",
        "name_localizations": { "ja": said(Lang::Ja, "discord-launch") },
        "description": said(Lang::En, "discord-launch-about"),
        "description_localizations": { "ja": said(Lang::Ja, "discord-launch-about") },
        "integration_types": INSTALLED_TO,
        "contexts": CONTEXTS,
    }))
}

/// A registry of commands.
pub trait Registry {
    /// Why it cannot be read or written.
    type Error: Display;

    /// Returns whether this command is refused for good, while others may be accepted.
    fn refuses(error: &Self::Error) -> bool;
    /// Returns whether the registry is of one server.
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
    /// Takes the command with this id away.
    ///
    /// # Errors
    /// A registry that cannot be written.
    fn remove(&self, id: Id) -> impl Future<Output = Result<(), Self::Error>> + Send;
}

/// The result of a registration: names of commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registered {
    /// Those added.
    pub created: Vec<String>,
    /// Those that differed and were sent again.
    pub edited: Vec<String>,
    /// Those left alone.
    pub unchanged: Vec<String>,
    /// Registered commands that are not ours. They stay: the owner of the application removes them.
    pub foreign: Vec<String>,
    /// Those that were refused, each with why. The others were sent all the same.
    pub refused: Vec<(String, String)>,
}

/// Updates the registered commands to `commands`.
///
/// # Errors
/// A registry that cannot be read or reached. Earlier changes stay, and the next try sends the rest.
pub async fn register<R: Registry>(registry: &R, commands: &[Value]) -> Result<Registered, R::Error> {
    let there = registry.list().await?;
    let mut registered = Registered::default();
    let ours: Vec<Value> = commands.iter().map(|command| scoped(command, registry.of_guild())).collect();
    for command in &ours {
        let (name, _) = identity(command);
        // By name and type: a menu of a user or a message may have the name of a slash command.
        let other = there.iter().find(|other| identity(other) == identity(command));
        let (sent, done) = match other.and_then(|other| Some((id_of(other)?, other))) {
            None => (registry.create(command).await, &mut registered.created),
            Some((_, other)) if plain(&scoped(other, registry.of_guild())) == plain(command) => {
                (Ok(()), &mut registered.unchanged)
            }
            Some((id, _)) => (registry.edit(id, command).await, &mut registered.edited),
        };
        match sent {
            Ok(()) => done.push(name),
            Err(error) if R::refuses(&error) => registered.refused.push((name, error.to_string())),
            Err(error) => return Err(error),
        }
    }
    let foreign =
        there.iter().filter(|other| ours.iter().all(|command| identity(command) != identity(other)));
    registered.foreign = foreign.map(|other| identity(other).0).collect();
    Ok(registered)
}

/// Takes `commands` out of a registry, as far as they are there; gives their names.
///
/// # Errors
/// A registry that cannot be read or written.
pub async fn withdraw<R: Registry>(registry: &R, commands: &[Value]) -> Result<Vec<String>, R::Error> {
    let mut withdrawn = Vec::new();
    for there in registry.list().await? {
        let ours = commands.iter().any(|command| identity(command) == identity(&there));
        if let Some(id) = id_of(&there).filter(|_| ours) {
            registry.remove(id).await?;
            withdrawn.push(identity(&there).0);
        }
    }
    Ok(withdrawn)
}

/// The identity of a command: its name and its type.
fn identity(command: &Value) -> (String, u64) {
    let name = command["name"].as_str().unwrap_or_default().to_owned();
    (name, command["type"].as_u64().unwrap_or(SLASH))
}

fn id_of(command: &Value) -> Option<Id> {
    command["id"].as_str()?.parse().ok().filter(|id| *id != Id(0))
}

/// A command without the fields that its registry drops.
fn scoped(command: &Value, of_guild: bool) -> Value {
    let mut command = command.clone();
    if let (true, Some(fields)) = (of_guild, command.as_object_mut()) {
        fields.retain(|name, _| !GLOBAL_ONLY.contains(&name.as_str()));
    }
    command
}

/// A command, an option or a choice in the form in which two are compared: of the fields that we send those that say
/// something, in one order.
fn plain(command: &Value) -> Value {
    let Value::Object(fields) = command else { return command.clone() };
    let sent = fields.iter().filter(|(name, _)| SENT.contains(&name.as_str()));
    let plain = sent.map(|(name, value)| match value {
        Value::Array(list) if LISTS.contains(&name.as_str()) => (name, list.iter().map(plain).collect()),
        Value::Array(set) => {
            let mut set = set.clone();
            // A set, such as the contexts: Discord need not return it in the order in which it was sent.
            set.sort_by_key(Value::as_u64);
            (name, set.into())
        }
        Value::Number(number) => (name, whole(number)),
        _ => (name, value.clone()),
    });
    let given = plain.filter(|(name, value)| !is_default(name, value));
    given.map(|(name, value)| (name.clone(), value)).collect::<Map<_, _>>().into()
}

/// `1.0` is sent for `1`.
fn whole(number: &serde_json::Number) -> Value {
    match number.as_f64() {
        Some(whole) if number.is_f64() && whole.fract() == 0.0 => json!(whole as i64),
        _ => number.clone().into(),
    }
}

/// Returns whether a field has the value that Discord assumes if it is missing.
fn is_default(name: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Number(number) => name == "type" && number.as_u64() == Some(SLASH),
        Value::Bool(true) | Value::String(_) => false,
    }
}

/// The most repetitions of a delayed request, and the longest wait for it in seconds.
const PATIENCE: (u32, u64) = (10, 60);

/// The registry of Discord.
pub struct Discord<'a> {
    /// The way there.
    pub rest: &'a Rest,
    /// The one server the commands are for; `None` for all.
    pub guild: Option<Id>,
}

impl Discord<'_> {
    /// Sends a request to the registry: for all commands, or for the one behind `tail`.
    async fn ask(&self, method: Method, tail: &str, command: Option<&Value>) -> ApiResult<Value> {
        let application = self.rest.application();
        let application = application.ok_or_else(|| ApiError::Never("no application is known".to_owned()))?;
        let of_guild = self.guild.map(|guild| format!("/guilds/{guild}")).unwrap_or_default();
        let path = format!("/applications/{application}{of_guild}/commands{tail}");
        let (tries, longest) = PATIENCE;
        for _ in 0..tries {
            match self.rest.ask(method.clone(), &path, command.cloned()).await {
                Err(ApiError::Later { cause: Cause::Haste, seconds: Some(wait), .. }) if wait <= longest => {
                    self.rest.waits().pause(Duration::from_secs(wait)).await;
                }
                outcome => return outcome,
            }
        }
        self.rest.ask(method, &path, command.cloned()).await
    }
}

impl Registry for Discord<'_> {
    type Error = ApiError;

    fn refuses(trouble: &ApiError) -> bool {
        !matches!(trouble, ApiError::Later { .. } | ApiError::Forbidden(Missing::Token))
    }

    fn of_guild(&self) -> bool {
        self.guild.is_some()
    }

    async fn list(&self) -> ApiResult<Vec<Value>> {
        let all = self.ask(Method::GET, "?with_localizations=true", None).await?;
        let all = all.as_array().cloned();
        all.ok_or_else(|| ApiError::Never("the list of commands cannot be read".to_owned()))
    }

    async fn create(&self, command: &Value) -> ApiResult<()> {
        self.ask(Method::POST, "", Some(command)).await.map(drop)
    }

    async fn edit(&self, id: Id, command: &Value) -> ApiResult<()> {
        self.ask(Method::PATCH, &format!("/{id}"), Some(command)).await.map(drop)
    }

    async fn remove(&self, id: Id) -> ApiResult<()> {
        self.ask(Method::DELETE, &format!("/{id}"), None).await.map(drop)
    }
}
