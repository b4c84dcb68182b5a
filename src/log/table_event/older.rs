//! The reading of older versions of table events. Stored bytes never change.

use serde_json::Value;

/// Makes the body of the next version from the body of one version, or says what does not fit.
pub type Upcast = fn(Value) -> Result<Value, String>;

/// The steps from older versions of the table events.
pub(in crate::log) const STEPS: [(&str, u32, Upcast); 2] =
    [("AbsenceEnded", 1, |body| without(body, "booked")), ("Peeked", 1, |body| without(body, "by"))];

/// The body that version `from + 1` of a kind of table event has for this one of version `from`.
///
/// # Errors
/// A body that does not fit, or no such step.
pub(super) fn next_version(kind: &str, from: u32, body: Value) -> Result<Value, String> {
    match STEPS.iter().find(|(of, v, _)| (*of, *v) == (kind, from)) {
        Some((.., step)) => step(body),
        None => Err(format!("no step leads on from version {from}")),
    }
}

/// A body of version 1 that did not say `key` yet: who looked, which absence ended.
fn without(body: Value, key: &str) -> Result<Value, String> {
    match body {
        // With the key it would be a body of version 2 under the number of version 1.
        Value::Object(mut fields) if !fields.contains_key(key) => {
            fields.insert(key.to_owned(), Value::Null);
            Ok(Value::Object(fields))
        }
        _ => Err(format!("version 1 has no {key}")),
    }
}
