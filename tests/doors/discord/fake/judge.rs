//! The judge: Discord's own description of its REST API, held against every body that was sent.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::{Draft, Registry, Validator};
use serde_json::Value;

use super::wire::Request;

/// Under which the description is known to its own references.
const HOME: &str = "json-schema:///discord";
/// Most characters of a fault that are told.
const TOLD: usize = 500;

/// Discord's description, with what was compiled of it.
pub struct Judge {
    document: Value,
    registry: Registry<'static>,
    compiled: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

/// Where the description is, if it is.
fn path() -> PathBuf {
    let at = |up: &str| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(up).join("shared/data/discord-openapi.json")
    };
    Some(at("../..")).filter(|path| path.exists()).unwrap_or_else(|| at(".."))
}

/// Everything wrong with the bodies of some requests. Without the description nothing is, which is said aloud.
pub(super) fn all(requests: &[Request]) -> Vec<String> {
    let Some(judge) = Judge::get() else { return vec![] };
    requests.iter().flat_map(|request| judge.faults(&request.method, &request.path, &request.body)).collect()
}

impl Judge {
    /// The judge, where there is Discord's description.
    pub fn get() -> Option<&'static Judge> {
        static JUDGE: OnceLock<Option<Judge>> = OnceLock::new();
        let judge = JUDGE.get_or_init(|| match std::fs::read_to_string(path()) {
            Ok(text) => Some(Judge::of(serde_json::from_str(&text).unwrap())),
            Err(why) => {
                eprintln!(
                    "\n*** NO JUDGE: bodies are not held against Discord's OpenAPI file: {}: {why} ***\n",
                    path().display()
                );
                None
            }
        });
        judge.as_ref()
    }

    fn of(document: Value) -> Judge {
        let resource = Draft::Draft202012.create_resource(document.clone());
        let registry = Registry::new().add(HOME, resource).unwrap().prepare().unwrap();
        Judge { document, registry, compiled: Mutex::default() }
    }

    /// What is wrong with a body that was sent with `method` to `path`, which is without `/api/v10`.
    pub fn faults(&self, method: &str, path: &str, body: &Value) -> Vec<String> {
        let Some(template) = self.template(path) else {
            return vec![format!("{method} {path}: Discord knows no such path")];
        };
        let Some(operation) = self.document["paths"][&template].get(method.to_lowercase()) else {
            return vec![format!("{method} {template}: Discord knows no such operation")];
        };
        let Some(validator) = self.validator(&format!("{method} {template}"), operation) else {
            return vec![];
        };
        let errors = validator.iter_errors(body).map(|error| {
            let said = format!("{method} {template}: {}: {error}", error.instance_path());
            said.chars().take(TOLD).collect()
        });
        errors.collect()
    }

    /// The path of the description that a path fits: of several the one with the most words of its own.
    fn template(&self, path: &str) -> Option<String> {
        let asked: Vec<&str> = path.split('/').collect();
        let templates = self.document["paths"].as_object()?.keys();
        let fitting = templates.filter_map(|template| {
            let parts: Vec<&str> = template.split('/').collect();
            let open = |part: &str| part.starts_with('{');
            let fits = parts.len() == asked.len()
                && parts.iter().zip(&asked).all(|(part, asked)| open(part) || part == asked);
            fits.then(|| (parts.iter().filter(|part| !open(part)).count(), template.clone()))
        });
        fitting.max().map(|(_, template)| template)
    }

    /// The check of an operation's JSON body; `None` where it has none.
    fn validator(&self, name: &str, operation: &Value) -> Option<Arc<Validator>> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let made = compiled.entry(name.to_owned()).or_insert_with(|| {
            let mut schema = operation["requestBody"]["content"]["application/json"].get("schema")?.clone();
            at_home(&mut schema);
            let options = jsonschema::options().with_draft(Draft::Draft202012).with_registry(&self.registry);
            Some(Arc::new(options.build(&schema).unwrap()))
        });
        made.clone()
    }
}

/// References within the description, told from outside of it.
fn at_home(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (field, value) in fields.iter_mut() {
                match value {
                    Value::String(to) if field == "$ref" && to.starts_with('#') => to.insert_str(0, HOME),
                    value => at_home(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(at_home),
        _ => {}
    }
}
