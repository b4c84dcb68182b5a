//! What a player sees: messages with their components, modals, suggestions, and what an interaction came to.

use std::time::Duration;

use serde_json::Value;

use super::Fake;
use super::body::{FilePart, number};
use super::posts::EPHEMERAL;
use super::world::{Exchange, Pinged, Post, World};

/// A component of a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Discord's component type: 2 for a button, 3 for a menu of texts.
    pub kind: u64,
    pub custom_id: String,
    /// A button's label, a menu's placeholder.
    pub label: String,
    pub style: u64,
    pub disabled: bool,
    pub least: usize,
    pub most: usize,
    pub options: Vec<Choice>,
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    pub value: String,
    pub description: String,
    pub chosen: bool,
}

/// A message as it is seen.
#[derive(Clone, Debug)]
pub struct Shown {
    pub id: u64,
    pub channel: u64,
    pub author: u64,
    pub text: String,
    pub rows: Vec<Vec<Part>>,
    pub embeds: Value,
    pub ephemeral: bool,
    pub files: Vec<FilePart>,
    pub pinged: Pinged,
    pub nonce: Option<String>,
    pub edits: u32,
}

/// A field of a modal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Discord's component type: 4 for a text, 3 for a menu, 21 for a radio group, 22 for check boxes.
    pub kind: u64,
    pub custom_id: String,
    pub label: String,
    pub value: String,
    pub placeholder: String,
    pub required: bool,
    pub least: usize,
    pub most: usize,
    pub long: bool,
    /// The choices; none in a text.
    pub options: Vec<Choice>,
}

/// A modal that stands open before a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    pub custom_id: String,
    pub title: String,
    /// The text above the fields.
    pub text: String,
    pub fields: Vec<Field>,
    /// The message it was opened from.
    pub source: Option<u64>,
    /// Where it stands open, and for whom.
    pub channel: u64,
    pub user: u64,
}

/// Something that could stand for what is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub name: String,
    pub value: String,
}

/// What an interaction came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message at once.
    Message,
    /// A message after a while of thinking.
    Deferred,
    /// The message of the component was changed.
    Updated,
    /// The answer was taken away again.
    Deleted,
    Modal,
    Suggestions,
}

/// The answer to an interaction as its player sees it.
#[derive(Clone)]
pub struct Answered {
    pub kind: Kind,
    pub interaction: u64,
    /// The text of the message.
    pub text: String,
    /// What was said first: in the message, or after it where that stayed as it was; none in a form.
    pub said: Option<String>,
    pub ephemeral: bool,
    /// The message that the answer is or changed.
    pub message: Option<Shown>,
    /// The follow-ups so far.
    pub followups: Vec<Shown>,
    pub modal: Option<Modal>,
    pub suggestions: Vec<Suggestion>,
    /// How long the first answer took.
    pub after: Duration,
    pub(super) fake: Option<Fake>,
    at: usize,
}

impl Shown {
    /// A message as it is now.
    pub fn of(world: &World, post: &Post) -> Shown {
        let components = world.message(post)["components"].take();
        let mut rows = Vec::new();
        components.as_array().into_iter().flatten().for_each(|part| rows_of(part, &mut rows));
        Shown {
            id: post.id,
            channel: post.channel,
            author: post.author,
            text: post.content.clone(),
            rows,
            embeds: post.embeds.clone(),
            ephemeral: post.flags & EPHEMERAL != 0,
            files: post.files.clone(),
            pinged: post.pinged.clone(),
            nonce: post.nonce.clone(),
            edits: post.edits,
        }
    }

    /// Its components, row by row.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.rows.iter().flatten()
    }

    /// A component by its `custom_id` or its label.
    pub fn part(&self, which: &str) -> Option<&Part> {
        self.parts()
            .find(|part| part.custom_id == which)
            .or_else(|| self.parts().find(|part| part.label == which))
    }

    /// The buttons that can be clicked.
    pub fn buttons(&self) -> impl Iterator<Item = &Part> {
        self.parts().filter(|part| part.kind == 2 && !part.disabled && part.style != 5)
    }

    /// The menus that can be chosen in.
    pub fn menus(&self) -> impl Iterator<Item = &Part> {
        self.parts().filter(|part| part.kind == 3 && !part.disabled)
    }
}

/// The rows of a message, those within containers among them; a section's button is a row of its own.
fn rows_of(part: &Value, rows: &mut Vec<Vec<Part>>) {
    let inner = part["components"].as_array().into_iter().flatten();
    match number(&part["type"]) {
        Some(1) => rows.push(inner.map(Part::of).collect()),
        Some(9) => rows.push(vec![Part::of(&part["accessory"])]),
        _ => inner.for_each(|part| rows_of(part, rows)),
    }
}

/// The texts of the newer components, in their order.
pub(super) fn texts_of(components: &Value) -> Vec<String> {
    let parts = components.as_array().into_iter().flatten();
    let texts = parts.flat_map(|part| match number(&part["type"]) {
        Some(10) => vec![text(&part["content"])],
        _ => texts_of(&part["components"]),
    });
    texts.collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn size(value: &Value, usual: usize) -> usize {
    number(value).map_or(usual, |number| usize::try_from(number).unwrap())
}

impl Choice {
    fn of(option: &Value) -> Choice {
        Choice {
            label: text(&option["label"]),
            value: text(&option["value"]),
            description: text(&option["description"]),
            chosen: option["default"] == Value::Bool(true),
        }
    }

    fn all_of(part: &Value) -> Vec<Choice> {
        part["options"].as_array().into_iter().flatten().map(Choice::of).collect()
    }
}

impl Part {
    fn of(part: &Value) -> Part {
        let kind = number(&part["type"]).unwrap_or(0);
        Part {
            kind,
            custom_id: text(&part["custom_id"]),
            label: text(&part[if kind == 2 { "label" } else { "placeholder" }]),
            style: number(&part["style"]).unwrap_or(0),
            disabled: part["disabled"] == Value::Bool(true),
            least: size(&part["min_values"], 1),
            most: size(&part["max_values"], 1),
            options: Choice::all_of(part),
        }
    }
}

impl Field {
    /// A field below its label.
    fn of(label: &Value, part: &Value) -> Field {
        let kind = number(&part["type"]).unwrap_or(0);
        let required = part["required"] != Value::Bool(false);
        let (least, most) = match kind {
            4 => (size(&part["min_length"], 0), size(&part["max_length"], 4000)),
            21 => (usize::from(required), 1),
            _ => (size(&part["min_values"], 1), size(&part["max_values"], 1)),
        };
        Field {
            kind,
            custom_id: text(&part["custom_id"]),
            label: text(label),
            value: text(&part["value"]),
            placeholder: text(&part["placeholder"]),
            required,
            least,
            most,
            long: number(&part["style"]) == Some(2),
            options: Choice::all_of(part),
        }
    }

    /// The values that a client sends for it where these are given, else what it held; `Err` where the client sends nothing.
    pub fn sent(&self, given: &[&str]) -> Result<Vec<String>, String> {
        if self.kind == 4 {
            let text = given.first().map_or(self.value.as_str(), |text| *text);
            let length = text.chars().count();
            let empty = length == 0 && !self.required;
            let fits = (self.least.max(usize::from(self.required))..=self.most).contains(&length);
            return match empty || fits {
                true => Ok(vec![text.to_owned()]),
                false => Err(format!("field {:?} holds {length} characters", self.custom_id)),
            };
        }
        let held = || self.options.iter().filter(|option| option.chosen).map(|option| option.value.clone());
        let find = |wanted: &&str| {
            let by_value = self.options.iter().find(|option| option.value == *wanted);
            let found =
                by_value.or_else(|| self.options.iter().find(|option| option.label.starts_with(*wanted)));
            found
                .map(|option| option.value.clone())
                .ok_or(format!("no option {wanted:?} in {:?}", self.label))
        };
        let chosen: Vec<String> = match given {
            [] => held().collect(),
            [""] => vec![],
            given => given.iter().map(find).collect::<Result<_, _>>()?,
        };
        match (self.least..=self.most).contains(&chosen.len()) {
            true => Ok(chosen),
            false => {
                Err(format!("{} values of {:?}, {} to {}", chosen.len(), self.label, self.least, self.most))
            }
        }
    }
}

impl Modal {
    fn of(data: &Value, exchange: &Exchange) -> Modal {
        let (mut fields, mut said) = (Vec::new(), String::new());
        for part in data["components"].as_array().into_iter().flatten() {
            match number(&part["type"]) {
                Some(10) => said.push_str(part["content"].as_str().unwrap_or_default()),
                Some(18) => fields.push(Field::of(&part["label"], &part["component"])),
                _ => {
                    let inputs = part["components"].as_array().into_iter().flatten();
                    fields.extend(inputs.map(|input| Field::of(&input["label"], input)));
                }
            }
        }
        Modal {
            custom_id: text(&data["custom_id"]),
            title: text(&data["title"]),
            text: said,
            fields,
            source: exchange.source,
            channel: exchange.channel,
            user: exchange.user,
        }
    }
}

/// What an exchange came to, once it has come to something.
pub(super) fn answered(world: &World, at: usize) -> Option<Answered> {
    let exchange = &world.exchanges[at];
    let callback = exchange.callback.as_ref()?;
    let original = exchange.original.and_then(|id| world.posts.get(&id));
    let kind = match number(&callback["type"])? {
        4 => Kind::Message,
        5 if original.is_none_or(|post| post.deleted) => Kind::Deleted,
        5 => original.filter(|post| !post.loading).map(|_| Kind::Deferred)?,
        6 if exchange.said.is_none() => return None,
        6 | 7 => Kind::Updated,
        8 => Kind::Suggestions,
        _ => Kind::Modal,
    };
    let data = &callback["data"];
    let suggestion = |choice: &Value| Suggestion {
        name: text(&choice["name"]),
        value: choice["value"].as_str().map_or_else(|| choice["value"].to_string(), str::to_owned),
    };
    let message = original.filter(|post| !post.deleted).map(|post| Shown::of(world, post));
    let followups =
        exchange.followups.iter().filter_map(|id| world.posts.get(id)).filter(|post| !post.deleted);
    Some(Answered {
        kind,
        interaction: exchange.id,
        text: message.as_ref().map(|message| message.text.clone()).unwrap_or_default(),
        said: exchange.said.clone(),
        ephemeral: message.as_ref().is_some_and(|message| message.ephemeral),
        message,
        followups: followups.map(|post| Shown::of(world, post)).collect(),
        modal: (kind == Kind::Modal).then(|| Modal::of(data, exchange)),
        suggestions: data["choices"].as_array().into_iter().flatten().map(suggestion).collect(),
        after: exchange.answered_after.unwrap_or_default(),
        fake: None,
        at,
    })
}

impl Answered {
    /// The same as it is now: later follow-ups and edits among it.
    pub fn now(&self) -> Answered {
        let fake = self.fake.as_ref().expect("it was delivered");
        let again = fake.look(|world| answered(world, self.at)).expect("it was answered");
        Answered { fake: Some(fake.clone()), ..again }
    }

    /// The follow-ups, once there are `count`.
    pub async fn followups(&self, count: usize) -> Vec<Shown> {
        let fake = self.fake.as_ref().expect("it was delivered");
        let found = fake.wait("follow-ups", |world| {
            answered(world, self.at).map(|answer| answer.followups).filter(|all| all.len() >= count)
        });
        found.await
    }

    /// The message; fails the test where there is none.
    pub fn shown(&self) -> &Shown {
        self.message.as_ref().expect("the answer is a message")
    }

    /// What the answer says first, or the form it is; further pages come when they come.
    pub fn first_words(&self) -> Vec<String> {
        let modal = self.modal.iter().map(|modal| modal.custom_id.clone());
        self.said.iter().cloned().chain(modal).collect()
    }

    /// Every text of the answer: of the message, then of the follow-ups so far.
    pub fn texts(&self) -> Vec<&str> {
        self.message.iter().chain(&self.followups).map(|shown| shown.text.as_str()).collect()
    }

    /// Every file of the answer.
    pub fn files(&self) -> Vec<&FilePart> {
        self.message.iter().chain(&self.followups).flat_map(|shown| &shown.files).collect()
    }
}

impl std::fmt::Debug for Answered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answered")
            .field("kind", &self.kind)
            .field("ephemeral", &self.ephemeral)
            .field("texts", &self.texts())
            .field("modal", &self.modal)
            .field("suggestions", &self.suggestions)
            .finish_non_exhaustive()
    }
}
