//! What a player does. A client lets them do nothing else: what it would not is an error here.

use serde_json::{Value, json};

use super::Fake;
use super::callbacks::{AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT};
use super::delivery::Prepared;
use super::screen::{Answered, Modal, Part, Shown, Suggestion};

/// Somebody in a channel.
#[derive(Clone)]
pub struct Player {
    fake: Fake,
    pub id: u64,
    /// The channel, thread or conversation they are in.
    pub channel: u64,
}

impl Player {
    pub(super) fn new(fake: &Fake, id: u64, channel: u64) -> Player {
        Player { fake: fake.clone(), id, channel }
    }

    /// The same player in another channel or thread.
    pub fn inside(&self, channel: u64) -> Player {
        Player { channel, ..self.clone() }
    }

    /// The same player in their conversation with the bot.
    pub fn in_dm(&self) -> Player {
        self.inside(self.fake.with(|world| world.dm_with(self.id)))
    }

    /// Their id as commands and custom ids tell it.
    pub fn name(&self) -> String {
        self.id.to_string()
    }

    /// Gives a command: its subcommand is empty where it has none, and two words below a group.
    pub async fn slash(&self, command: &str, sub: &str, options: &[(&str, &str)]) -> Answered {
        let prepared = self.prepare(command, sub, options);
        prepared.unwrap_or_else(|why| panic!("/{command} {sub} {options:?}: {why}")).answer().await
    }

    /// Types in an option, the others being given already.
    pub async fn type_in(
        &self,
        path: (&str, &str),
        option: &str,
        text: &str,
        given: &[(&str, &str)],
    ) -> Vec<Suggestion> {
        let prepared = self.prepare_typing(path, option, text, given);
        prepared.unwrap_or_else(|why| panic!("{path:?} {option}: {why}")).answer().await.suggestions
    }

    /// Clicks a button, by its `custom_id` or its label.
    pub async fn click(&self, message: &Shown, which: &str) -> Answered {
        let prepared = self.prepare_click(message, which);
        prepared.unwrap_or_else(|why| panic!("a click on {which:?}: {why}")).answer().await
    }

    /// Chooses in a menu, by the options' values or labels.
    pub async fn choose(&self, message: &Shown, menu: &str, values: &[&str]) -> Answered {
        let prepared = self.prepare_choice(message, menu, values);
        prepared.unwrap_or_else(|why| panic!("{values:?} in {menu:?}: {why}")).answer().await
    }

    /// Fills a modal in; a field that is not named keeps what it held. Several values of a field are several pairs, none is an
    /// empty one.
    pub async fn fill(&self, modal: &Modal, fields: &[(&str, &str)]) -> Answered {
        let prepared = self.prepare_fill(modal, fields);
        prepared.unwrap_or_else(|why| panic!("{fields:?} in {:?}: {why}", modal.title)).answer().await
    }

    /// A command, not given yet.
    pub fn prepare(&self, command: &str, sub: &str, options: &[(&str, &str)]) -> Result<Prepared, String> {
        let payload = self.fake.with(|world| {
            let guild = world.takes_commands(self.channel)?;
            let data = world.command_data(guild, (command, sub), options, None)?;
            world.interaction(self.id, self.channel, COMMAND, data)
        })?;
        Ok(self.prepared(payload, None))
    }

    /// An option being typed, not sent yet.
    pub fn prepare_typing(
        &self,
        path: (&str, &str),
        option: &str,
        text: &str,
        given: &[(&str, &str)],
    ) -> Result<Prepared, String> {
        let payload = self.fake.with(|world| {
            let guild = world.takes_commands(self.channel)?;
            let data = world.command_data(guild, path, given, Some((option, text)))?;
            world.interaction(self.id, self.channel, AUTOCOMPLETE, data)
        })?;
        Ok(self.prepared(payload, None))
    }

    /// A click, not sent yet.
    pub fn prepare_click(&self, message: &Shown, which: &str) -> Result<Prepared, String> {
        let part = self.part(message, which)?;
        if part.kind != 2 || part.style == 5 {
            return Err("not a button to click".to_owned());
        }
        self.use_component(message.id, json!({ "component_type": 2, "custom_id": part.custom_id, "id": 1 }))
    }

    /// A choice, not sent yet.
    pub fn prepare_choice(&self, message: &Shown, menu: &str, values: &[&str]) -> Result<Prepared, String> {
        let part = self.part(message, menu)?;
        if part.kind != 3 || !(part.least..=part.most).contains(&values.len()) {
            return Err(format!("{} values, {} to {} can be chosen", values.len(), part.least, part.most));
        }
        let find = |wanted: &&str| {
            let by_value = part.options.iter().find(|option| option.value == *wanted);
            let found = by_value.or_else(|| part.options.iter().find(|option| option.label == *wanted));
            found.map(|option| option.value.clone()).ok_or(format!("no option {wanted:?}"))
        };
        let values: Vec<String> = values.iter().map(find).collect::<Result<_, _>>()?;
        let data = json!({ "component_type": 3, "custom_id": part.custom_id, "values": values, "id": 1 });
        self.use_component(message.id, data)
    }

    /// A modal filled in, not sent yet.
    pub fn prepare_fill(&self, modal: &Modal, fields: &[(&str, &str)]) -> Result<Prepared, String> {
        if modal.user != self.id {
            return Err("it stands open before somebody else".to_owned());
        }
        if let Some((name, _)) =
            fields.iter().find(|(name, _)| !modal.fields.iter().any(|it| it.custom_id == *name))
        {
            return Err(format!("no field {name:?}"));
        }
        let mut rows = Vec::new();
        if !modal.text.is_empty() {
            rows.push(json!({ "type": 10, "id": 1 }));
        }
        for field in &modal.fields {
            let given: Vec<&str> =
                fields.iter().filter(|(name, _)| field.custom_id == *name).map(|(_, text)| *text).collect();
            let sent = field.sent(&given)?;
            let mut input = json!({ "type": field.kind, "id": 2, "custom_id": field.custom_id });
            match field.kind {
                4 => input["value"] = json!(sent[0]),
                21 => input["value"] = json!(sent.first()),
                _ => input["values"] = json!(sent),
            }
            rows.push(json!({ "type": 18, "id": 1, "component": input }));
        }
        let data = json!({ "custom_id": modal.custom_id, "components": rows });
        let payload = self.fake.with(|world| {
            let message = modal.source.and_then(|id| world.posts.get(&id)).map(|post| world.message(post));
            let mut payload = world.interaction(self.id, modal.channel, MODAL_SUBMIT, data)?;
            if let Some(message) = message {
                payload["message"] = message;
            }
            Ok::<Value, String>(payload)
        })?;
        Ok(self.prepared(payload, modal.source))
    }

    /// A click, or a choice where there are values, with a `custom_id` that is not on the message: no client does that.
    pub fn forge(&self, message: &Shown, custom_id: &str, values: &[&str]) -> Prepared {
        let data = match values {
            [] => json!({ "component_type": 2, "custom_id": custom_id, "id": 1 }),
            _ => json!({ "component_type": 3, "custom_id": custom_id, "values": values, "id": 1 }),
        };
        self.use_component(message.id, data).unwrap_or_else(|why| panic!("a forged click: {why}"))
    }

    /// A component that is on a message now, which this player sees.
    fn part(&self, message: &Shown, which: &str) -> Result<Part, String> {
        let now = self.fake.message(message.id).ok_or("the message is gone")?;
        let part = now.part(which).ok_or_else(|| {
            let there: Vec<&str> = now.parts().map(|part| part.label.as_str()).collect();
            format!("not on the message now; there is {there:?}")
        })?;
        if part.disabled { Err("it is disabled".to_owned()) } else { Ok(part.clone()) }
    }

    fn use_component(&self, message: u64, data: Value) -> Result<Prepared, String> {
        let payload = self.fake.with(|world| {
            let post = world.posts.get(&message).filter(|post| !post.deleted).ok_or("the message is gone")?;
            if post.private_to.is_some_and(|other| other != self.id) {
                return Err("only somebody else sees that message".to_owned());
            }
            let (channel, shown) = (post.channel, world.message(post));
            let mut payload = world.interaction(self.id, channel, COMPONENT, data)?;
            payload["message"] = shown;
            Ok(payload)
        })?;
        Ok(self.prepared(payload, Some(message)))
    }

    fn prepared(&self, payload: Value, source: Option<u64>) -> Prepared {
        Prepared { fake: self.fake.clone(), payload, disguise: None, source }
    }
}
