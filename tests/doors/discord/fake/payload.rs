//! Interactions as Discord sends them.

use serde_json::{Value, json};

use super::world::{Channel, Denied, Member, Place, World};
use super::{APPLICATION, body::number};

/// VIEW_CHANNEL, EMBED_LINKS, READ_MESSAGE_HISTORY, USE_APPLICATION_COMMANDS.
const USUAL: u64 = 1 << 10 | 1 << 14 | 1 << 16 | 1 << 31;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const MAKE_THREADS: u64 = 1 << 35;
const SEND_IN_THREADS: u64 = 1 << 38;
const PIN: u64 = 1 << 51;
const MANAGE_GUILD: u64 = 1 << 5;
/// Most bytes of a file where the server has no boosts.
const FILE_BYTES: u64 = 10 * 1024 * 1024;

impl World {
    /// An interaction by somebody in a channel; its token is put in when it is delivered.
    pub fn interaction(&mut self, user: u64, channel: u64, kind: u8, data: Value) -> Result<Value, String> {
        let id = self.new_id();
        let member = self.members.get(&user).ok_or("no such member")?;
        let room = self.channels.get(&channel).filter(|room| !room.deleted).ok_or("no such channel")?;
        let mut payload = json!({ "id": id.to_string(), "application_id": APPLICATION.to_string(), "type": kind,
            "token": "", "version": 1, "locale": member.locale, "data": data, "entitlements": [],
            "channel_id": channel.to_string(), "channel": self.channel(room), "attachment_size_limit": FILE_BYTES,
            "app_permissions": self.bot_permissions(room).to_string() });
        match room.guild {
            Some(guild) => {
                let locale = &self.guilds[&guild].locale;
                let permissions = member_permissions(member).to_string();
                payload["channel"]["permissions"] = json!(permissions);
                payload["guild_id"] = json!(guild.to_string());
                payload["guild"] = json!({ "id": guild.to_string(), "features": [], "locale": locale });
                payload["guild_locale"] = json!(locale);
                payload["member"] = self.member(member, true);
                payload["authorizing_integration_owners"] = json!({ "0": guild.to_string() });
                payload["context"] = json!(0);
            }
            None => {
                payload["user"] = self.user(user);
                payload["authorizing_integration_owners"] = json!({ "0": "0" });
                payload["context"] = json!(1);
            }
        }
        Ok(payload)
    }

    /// A member: with the user where they act, without where they are only spoken of.
    fn member(&self, member: &Member, acts: bool) -> Value {
        let permissions = member_permissions(member).to_string();
        let mut object = json!({ "nick": null, "avatar": null, "banner": null, "roles": [], "flags": 0,
            "joined_at": "2026-01-01T00:00:00.000000+00:00", "premium_since": null, "pending": false,
            "communication_disabled_until": null, "unusual_dm_activity_until": null, "permissions": permissions });
        if acts {
            object["user"] = self.user(member.id);
            object["deaf"] = json!(false);
            object["mute"] = json!(false);
        }
        object
    }

    /// What the bot may do in a channel, as Discord tells it.
    fn bot_permissions(&self, room: &Channel) -> u64 {
        let rights = [
            (Denied::Send, SEND),
            (Denied::SendInThreads, SEND_IN_THREADS),
            (Denied::Threads, MAKE_THREADS),
            (Denied::Pins, PIN),
            (Denied::Files, ATTACH),
        ];
        rights
            .iter()
            .fold(USUAL, |all, (denied, bit)| if self.denies(room, *denied) { all } else { all | bit })
    }

    /// The data of a slash command, of its option values, and of the one that is being typed.
    pub fn command_data(
        &self,
        guild: Option<u64>,
        (command, sub): (&str, &str),
        given: &[(&str, &str)],
        typed: Option<(&str, &str)>,
    ) -> Result<Value, String> {
        let known = self.command(guild, command).ok_or(format!("no command /{command} is registered"))?;
        in_context(known, guild)?;
        let mut at = known;
        let mut path = Vec::new();
        for name in sub.split_whitespace() {
            at = option(at, name)
                .filter(|it| branch(it))
                .ok_or(format!("/{command} has no subcommand {sub:?}"))?;
            path.push((name, at["type"].clone()));
        }
        let deeper = at["options"].as_array().is_some_and(|options| options.iter().any(branch));
        if deeper {
            return Err(format!("/{command} {sub}: a subcommand is to be chosen"));
        }
        let mut options = self.values(at, given, typed.is_some())?;
        if let Some((name, text)) = typed {
            let spec = option(at, name).ok_or(format!("/{command} {sub} has no option {name:?}"))?;
            if spec["autocomplete"] != json!(true) {
                return Err(format!("option {name:?} completes nothing"));
            }
            options.push(json!({ "name": name, "type": spec["type"], "value": text, "focused": true }));
        }
        let resolved = self.resolved(&options);
        for (name, kind) in path.into_iter().rev() {
            options = vec![json!({ "name": name, "type": kind, "options": options })];
        }
        let mut data = json!({ "id": known["id"], "name": command, "type": 1, "options": options });
        if let Some(guild) = known.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        if let Some(resolved) = resolved {
            data["resolved"] = resolved;
        }
        Ok(data)
    }

    fn values(&self, at: &Value, given: &[(&str, &str)], typing: bool) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        for (name, text) in given {
            let spec = option(at, name).ok_or(format!("{} has no option {name:?}", at["name"]))?;
            let value = self.value(spec, text).map_err(|why| format!("option {name}: {text:?}: {why}"))?;
            values.push(json!({ "name": name, "type": spec["type"], "value": value }));
        }
        let specs = at["options"].as_array().into_iter().flatten();
        let missing = specs
            .filter(|spec| spec["required"] == json!(true))
            .find(|spec| !given.iter().any(|(name, _)| spec["name"] == *name));
        match missing {
            Some(spec) if !typing => Err(format!("option {} is required", spec["name"])),
            _ => Ok(values),
        }
    }

    /// The value of an option as a client takes it from what was typed or chosen.
    fn value(&self, spec: &Value, text: &str) -> Result<Value, String> {
        let value = match number(&spec["type"]) {
            Some(3) => json!(text),
            Some(4) => json!(text.parse::<i64>().map_err(|why| why.to_string())?),
            Some(5) => json!(text.parse::<bool>().map_err(|why| why.to_string())?),
            Some(10) => json!(text.parse::<f64>().map_err(|why| why.to_string())?),
            Some(6 | 9)
                if text.parse().is_ok_and(|id| id == APPLICATION || self.members.contains_key(&id)) =>
            {
                json!(text)
            }
            Some(7) if text.parse().is_ok_and(|id| self.channels.contains_key(&id)) => json!(text),
            kind => return Err(format!("not a value of type {kind:?}")),
        };
        if let Some(choices) = spec["choices"].as_array() {
            let chosen = choices.iter().find(|choice| choice["value"] == value || choice["name"] == *text);
            return chosen.map(|choice| choice["value"].clone()).ok_or("not among the choices".to_owned());
        }
        let length = text.chars().count() as u64;
        let (least, most) =
            (number(&spec["min_length"]).unwrap_or(0), number(&spec["max_length"]).unwrap_or(6000));
        let low = spec["min_value"].as_f64().is_some_and(|low| value.as_f64() < Some(low));
        let high = spec["max_value"].as_f64().is_some_and(|high| value.as_f64() > Some(high));
        if low || high || !(least..=most).contains(&length) {
            Err("out of bounds".to_owned())
        } else {
            Ok(value)
        }
    }

    /// The users and channels that options name.
    fn resolved(&self, options: &[Value]) -> Option<Value> {
        let (mut users, mut members, mut channels) = (json!({}), json!({}), json!({}));
        for option in options {
            let Some(id) = option["value"].as_str().and_then(|text| text.parse::<u64>().ok()) else {
                continue;
            };
            match number(&option["type"]) {
                Some(6 | 9) => {
                    users[id.to_string()] = self.user(id);
                    if let Some(member) = self.members.get(&id) {
                        members[id.to_string()] = self.member(member, false);
                    }
                }
                Some(7) => channels[id.to_string()] = self.channel(&self.channels[&id]),
                _ => {}
            }
        }
        let all = [("users", users), ("members", members), ("channels", channels)];
        let named: serde_json::Map<String, Value> = all
            .into_iter()
            .filter(|(_, it)| *it != json!({}))
            .map(|(name, it)| (name.to_owned(), it))
            .collect();
        (!named.is_empty()).then_some(Value::Object(named))
    }

    /// Whether somebody can give commands in a channel.
    pub fn takes_commands(&self, channel: u64) -> Result<Option<u64>, String> {
        let room = self.channels.get(&channel).filter(|room| !room.deleted).ok_or("no such channel")?;
        if room.guild.is_some_and(|guild| !self.guilds[&guild].present) {
            return Err("the bot is not in that server".to_owned());
        }
        if room.archived && matches!(room.place, Place::Thread { .. }) {
            return Err("commands cannot be given in an archived thread".to_owned());
        }
        Ok(room.guild)
    }
}

fn member_permissions(member: &Member) -> u64 {
    USUAL | SEND | ATTACH | SEND_IN_THREADS | if member.manager { MANAGE_GUILD } else { 0 }
}

/// Whether a command is offered in a server, or in a conversation.
fn in_context(command: &Value, guild: Option<u64>) -> Result<(), String> {
    let context = json!(if guild.is_some() { 0 } else { 1 });
    let closed = command["contexts"].as_array().is_some_and(|contexts| !contexts.contains(&context));
    let no_dm = guild.is_none() && command["dm_permission"] == json!(false);
    if closed || no_dm { Err(format!("/{} is not offered here", command["name"])) } else { Ok(()) }
}

fn branch(option: &Value) -> bool {
    matches!(number(&option["type"]), Some(1 | 2))
}

fn option<'a>(parent: &'a Value, name: &str) -> Option<&'a Value> {
    parent["options"].as_array()?.iter().find(|option| option["name"] == name)
}
