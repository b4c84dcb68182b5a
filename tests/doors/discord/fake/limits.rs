//! Discord's limits on messages, modals and suggestions, as its pages tell them: written down a second time on purpose.

use std::collections::BTreeSet;

use serde_json::Value;

use super::body::{FilePart, number};

/// Most bytes of a file, and of all files of a request.
const FILE_BYTES: usize = 10 * 1024 * 1024;
const FILES_BYTES: usize = 25 * 1024 * 1024;
/// The beginning of the address of every file that was sent.
pub const FILES_AT: &str = "https://cdn.invalid/attachments/";
/// A message of the newer components.
pub const COMPONENTS_V2: u64 = 1 << 15;
/// Most components and most characters of such a message.
const CARD_PARTS: usize = 40;
const CARD_CHARACTERS: usize = 4000;

/// Collects what is wrong.
#[derive(Default)]
pub struct Complaints(pub Vec<String>);

impl Complaints {
    pub fn unless(&mut self, fine: bool, why: impl FnOnce() -> String) {
        if !fine {
            self.0.push(why());
        }
    }

    /// A text of `least` to `most` characters; one that is left out passes where it may be empty.
    pub fn text(&mut self, at: &str, value: &Value, least: usize, most: usize) {
        let length = value.as_str().map_or(0, |text| text.chars().count());
        self.unless((least..=most).contains(&length), || {
            format!("{at}: {length} characters, {least} to {most} allowed")
        });
        self.unless(value.is_null() || value.is_string(), || format!("{at}: not a text"));
    }

    pub fn count(&mut self, at: &str, count: usize, least: usize, most: usize) {
        self.unless((least..=most).contains(&count), || format!("{at}: {count}, {least} to {most} allowed"));
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// What is wrong with a message; `has` says whether it has the file of a name.
pub fn message(body: &Value, files: &[FilePart], has: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Complaints::default();
    wrong.text("content", &body["content"], 0, 2000);
    let nonce = body["nonce"].as_str().map_or(0, |nonce| nonce.chars().count());
    wrong.count("nonce", nonce, 0, 25);
    let flags = number(&body["flags"]).unwrap_or(0);
    embeds(&mut wrong, list(&body["embeds"]));
    match flags & COMPONENTS_V2 {
        0 => rows(&mut wrong, list(&body["components"])),
        _ => card(&mut wrong, body, has),
    }
    wrong.count("files", files.len(), 0, 10);
    wrong.count("bytes of all files", files.iter().map(|file| file.bytes.len()).sum(), 0, FILES_BYTES);
    for file in files {
        wrong.count(&format!("bytes of {}", file.name), file.bytes.len(), 1, FILE_BYTES);
        wrong.count(&format!("description of {}", file.name), file.description.chars().count(), 0, 1024);
    }
    mentions(&mut wrong, &body["allowed_mentions"]);
    wrong.0
}

fn mentions(wrong: &mut Complaints, allowed: &Value) {
    for kind in ["users", "roles"] {
        wrong.count(&format!("allowed_mentions.{kind}"), list(&allowed[kind]).len(), 0, 100);
        let both = list(&allowed["parse"]).contains(&Value::from(kind)) && !list(&allowed[kind]).is_empty();
        wrong.unless(!both, || format!("allowed_mentions: {kind} parsed and listed exclude each other"));
    }
}

fn embeds(wrong: &mut Complaints, embeds: &[Value]) {
    wrong.count("embeds", embeds.len(), 0, 10);
    let mut total = 0;
    for embed in embeds {
        let mut text = |at: &str, value: &Value, most: usize| {
            total += value.as_str().map_or(0, |text| text.chars().count());
            wrong.text(&format!("embed.{at}"), value, 0, most);
        };
        text("title", &embed["title"], 256);
        text("description", &embed["description"], 4096);
        text("footer", &embed["footer"]["text"], 2048);
        text("author", &embed["author"]["name"], 256);
        for field in list(&embed["fields"]) {
            text("field.name", &field["name"], 256);
            text("field.value", &field["value"], 1024);
        }
        wrong.count("embed.fields", list(&embed["fields"]).len(), 0, 25);
    }
    wrong.count("characters of all embeds", total, 0, 6000);
}

/// A message of the newer components: <https://discord.com/developers/docs/components/reference>.
fn card(wrong: &mut Complaints, body: &Value, has: &dyn Fn(&str) -> bool) {
    for old in ["content", "embeds", "poll", "sticker_ids"] {
        let is_there = body.get(old).is_some_and(|value| !value.is_null() && *value != serde_json::json!([]));
        wrong.unless(!is_there, || format!("{old} beside the newer components"));
    }
    let (mut parts, mut texts, mut ids) = (0, String::new(), BTreeSet::new());
    for top in list(&body["components"]) {
        part_of_card(wrong, top, has, (&mut parts, &mut texts, &mut ids));
    }
    wrong.count("components", parts, 1, CARD_PARTS);
    wrong.count("characters of all components", texts.chars().count(), 0, CARD_CHARACTERS);
}

/// The file that an address is of: one of the request, or one that a message has already.
fn file_of(url: &str) -> Option<&str> {
    url.strip_prefix("attachment://").or_else(|| url.strip_prefix(FILES_AT)?.rsplit('/').next())
}

fn part_of_card(
    wrong: &mut Complaints,
    part: &Value,
    has: &dyn Fn(&str) -> bool,
    (parts, texts, ids): (&mut usize, &mut String, &mut BTreeSet<String>),
) {
    *parts += 1;
    let inner = list(&part["components"]);
    match number(&part["type"]) {
        Some(1) => {
            *parts += inner.len();
            rows_with(wrong, std::slice::from_ref(part), ids);
        }
        Some(9) => {
            wrong.count("texts of a section", inner.len(), 1, 3);
            *parts += 1;
            component(wrong, &part["accessory"]);
            let id = part["accessory"]["custom_id"].as_str().unwrap_or_default();
            wrong.unless(ids.insert(id.to_owned()), || format!("custom_id {id:?} stands twice"));
        }
        Some(10) => {
            wrong.text("text", &part["content"], 1, CARD_CHARACTERS);
            texts.push_str(part["content"].as_str().unwrap_or_default());
        }
        Some(12) => {
            wrong.count("pictures", list(&part["items"]).len(), 1, 10);
            for item in list(&part["items"]) {
                wrong.text("description of a picture", &item["description"], 1, 1024);
                let url = item["media"]["url"].as_str().unwrap_or_default();
                wrong.unless(file_of(url).is_some_and(has), || format!("{url}: no such file"));
            }
        }
        Some(13) => {
            let url = part["file"]["url"].as_str().unwrap_or_default();
            let name = url.strip_prefix("attachment://");
            wrong.unless(name.is_some_and(has), || format!("{url}: no such file"));
        }
        Some(14) => {}
        Some(17) => wrong.count("parts of a container", inner.len(), 1, 40),
        kind => wrong.0.push(format!("a component of type {kind:?} in a card")),
    }
    if matches!(number(&part["type"]), Some(9 | 17)) {
        for part in inner {
            part_of_card(wrong, part, has, (parts, texts, ids));
        }
    }
}

fn rows(wrong: &mut Complaints, rows: &[Value]) {
    wrong.count("rows", rows.len(), 0, 5);
    rows_with(wrong, rows, &mut BTreeSet::new());
}

fn rows_with(wrong: &mut Complaints, rows: &[Value], ids: &mut BTreeSet<String>) {
    for (number_, row) in rows.iter().enumerate() {
        let parts = list(&row["components"]);
        wrong.unless(number(&row["type"]) == Some(1), || format!("row {number_}: not an action row"));
        wrong.count(&format!("components in row {number_}"), parts.len(), 1, 5);
        let menus = parts.iter().filter(|part| number(&part["type"]) != Some(2)).count();
        wrong.unless(menus == 0 || parts.len() == 1, || {
            format!("row {number_}: a menu stands alone in its row")
        });
        for part in parts {
            component(wrong, part);
            let id = part["custom_id"].as_str().unwrap_or_default();
            let link = number(&part["style"]) == Some(5) && number(&part["type"]) == Some(2);
            wrong.unless(link || ids.insert(id.to_owned()), || format!("custom_id {id:?} stands twice"));
        }
    }
}

fn component(wrong: &mut Complaints, part: &Value) {
    match number(&part["type"]) {
        Some(2) => button(wrong, part),
        Some(3) => {
            wrong.text("custom_id", &part["custom_id"], 1, 100);
            menu(wrong, part, 1, 25);
        }
        Some(5..=8) => wrong.text("custom_id", &part["custom_id"], 1, 100),
        kind => wrong.0.push(format!("a component of type {kind:?} in a message")),
    }
}

fn button(wrong: &mut Complaints, part: &Value) {
    wrong.text("label", &part["label"], 0, 80);
    let says = part["label"].as_str().is_some_and(|label| !label.is_empty()) || part["emoji"].is_object();
    wrong.unless(says, || "a button says nothing".to_owned());
    match number(&part["style"]) {
        Some(5) => {
            wrong.text("url", &part["url"], 1, 512);
            wrong.unless(part.get("custom_id").is_none(), || "a link has no custom_id".to_owned());
        }
        Some(1..=4) => wrong.text("custom_id", &part["custom_id"], 1, 100),
        style => wrong.0.push(format!("a button of style {style:?}")),
    }
}

fn menu(wrong: &mut Complaints, part: &Value, fewest: usize, most_options: usize) {
    let options = list(&part["options"]);
    wrong.count("options", options.len(), fewest, most_options);
    wrong.text("placeholder", &part["placeholder"], 0, 150);
    let least = number(&part["min_values"]).unwrap_or(1) as usize;
    let most = number(&part["max_values"]).unwrap_or(1) as usize;
    wrong.count("max_values", most, least.max(1), options.len().min(25));
    wrong.count("min_values", least, 0, options.len());
    let chosen = options.iter().filter(|option| option["default"] == Value::Bool(true)).count();
    wrong.count("options chosen beforehand", chosen, 0, most);
    let mut values = BTreeSet::new();
    for option in options {
        wrong.text("option.label", &option["label"], 1, 100);
        wrong.text("option.value", &option["value"], 1, 100);
        wrong.text("option.description", &option["description"], 0, 100);
        let value = option["value"].as_str().unwrap_or_default();
        wrong.unless(values.insert(value), || format!("option value {value:?} stands twice"));
    }
}

/// Returns the fault of a modal: <https://discord.com/developers/docs/components/reference#label>.
pub fn modal(data: &Value) -> Vec<String> {
    let mut wrong = Complaints::default();
    wrong.text("title", &data["title"], 1, 45);
    wrong.text("custom_id", &data["custom_id"], 1, 100);
    let parts = list(&data["components"]);
    wrong.count("parts", parts.len(), 1, 5);
    let mut ids = BTreeSet::new();
    for part in parts {
        match number(&part["type"]) {
            Some(10) => {
                wrong.text("text", &part["content"], 1, CARD_CHARACTERS);
                continue;
            }
            Some(18) => {}
            kind => wrong.0.push(format!("a component of type {kind:?} in a modal")),
        }
        wrong.text("label", &part["label"], 1, 45);
        if part.get("description").is_some() {
            wrong.text("label.description", &part["description"], 1, 100);
        }
        let input = &part["component"];
        field(&mut wrong, input);
        let id = input["custom_id"].as_str().unwrap_or_default();
        wrong.unless(ids.insert(id), || format!("field {id:?} stands twice"));
    }
    wrong.0
}

fn field(wrong: &mut Complaints, part: &Value) {
    wrong.text("field.custom_id", &part["custom_id"], 1, 100);
    match number(&part["type"]) {
        Some(3) => menu(wrong, part, 1, 25),
        Some(4) => text_input(wrong, part),
        // A radio group has one value, and says nothing of how many.
        Some(21) => menu(wrong, part, 2, 10),
        Some(22) => menu(wrong, part, 1, 10),
        kind => wrong.0.push(format!("a field of type {kind:?}")),
    }
    let least = number(&part["min_values"]).unwrap_or(1);
    let required = part["required"] != Value::Bool(false);
    wrong.unless(number(&part["type"]) == Some(4) || least > 0 || !required, || {
        "a field that is required and may have no value".to_owned()
    });
}

fn text_input(wrong: &mut Complaints, part: &Value) {
    wrong.unless(part.get("label").is_none(), || "a label beside the label".to_owned());
    wrong.text("field.placeholder", &part["placeholder"], 0, 100);
    wrong.unless(matches!(number(&part["style"]), Some(1 | 2)), || {
        format!("a field of style {}", part["style"])
    });
    let least = number(&part["min_length"]).unwrap_or(0) as usize;
    let most = number(&part["max_length"]).unwrap_or(4000) as usize;
    wrong.count("field.max_length", most, least.max(1), 4000);
    wrong.text("field.value", &part["value"], 0, most);
}

/// What is wrong with suggestions.
pub fn suggestions(data: &Value) -> Vec<String> {
    let mut wrong = Complaints::default();
    wrong.unless(data["choices"].is_array(), || "no choices".to_owned());
    wrong.count("suggestions", list(&data["choices"]).len(), 0, 25);
    for choice in list(&data["choices"]) {
        wrong.text("suggestion.name", &choice["name"], 1, 100);
        if choice["value"].is_string() {
            wrong.text("suggestion.value", &choice["value"], 1, 100);
        }
    }
    wrong.0
}
